# t/dispatch/retry/name-server-fault.t: a name that does not resolve is this node's fault only while no known good name resolves
# Then it costs no member an attempt. With a name server of the test's own.
use lib qw(t/lib lab/lib);
use Collab::Resolver;
use Collab::Postponed;
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;

address($_) for my ($home, $near) = qw(203.0.113.1 203.0.113.7);
my $names = resolver('exchange.example' => $home, map { ("$_.example" => $near) } qw(good better best));
my $receiver = receiver(address => $near);
my $stack = stack(timers => { postpone => 100, local => 1500 }, extra => "CollabBaseURL http://exchange.example\nCollabRequireTLS Off\n"
    . "CollabOutboundAllow 203.0.113.0/24\nCollabWebhookRetry V2 600 600\nCollabWebhookTimeout 3\n");
my $server = $stack->server;

sub at { my ($host) = @_; return $receiver->url =~ s{//[^/]*:(\d+)/}{//$host:$1/}r }
sub logged { my ($text, $what) = @_; ok +(wait_for { $server->log =~ $text } 20), $what }

subtest 'a name that does not exist, while the name of CollabBaseURL resolves' => sub {
  my $s = speak(subscribed('http://nobody.example/'));
  wait_for { attempts($s) } 20, 'an attempt';
  my ($attempt) = attempts($s);
  like $attempt->{error}, qr/resolve host/, 'is its receiver\'s fault';
  is $attempt->{number}, 1;
  ok $attempt->{next_attempt_at}, 'it is tried again at the schedule';
  unlike $server->log, qr/CB0655/, 'no alarm';
};

subtest 'no name resolves' => sub {
  ok delivered(speak(subscribed(at('good.example')))), 'an endpoint that works';
  my ($s, $plain) = (subscribed(at('better.example')), subscribed($receiver->url));
  $names->stop;
  speak($s) for 1 .. 7;
  ok postponed($s), 'nothing is used up';
  ok delivered(speak($plain)), 'who is called by address does not wait';
  logged(qr/CB0655: alarm: names do not resolve on this node: better\.example, and others that did before/, 'the alarm names the fault');
  ok !breaker($stack, $s), 'the breaker is closed';
  $names->again;
  wait_for { attempts($s) == 7 } 30, 'all seven';
  is_deeply [map { "$_->{number} $_->{success}" } attempts($s)], [('1 1') x 7], 'each delivered at its first attempt';
  logged(qr/CB0656: the alarm is over: names resolve again/, 'the alarm is over');
};

subtest 'a name server that says nothing' => sub {
  my $s = subscribed(at('best.example'));
  $names->mute;
  speak($s);
  ok postponed($s), 'nothing is used up';
  $names->talk;
  ok delivered($s), 'delivered at its first attempt';
};

done_testing;
