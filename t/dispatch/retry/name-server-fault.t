# t/dispatch/retry/name-server-fault.t: a name that does not resolve counts as a local fault only while no name resolves
# A local fault costs no member an attempt. Failures that may be one count at once here (undecided-faults.t). The test has a name server of its own.
use lib qw(t/lib lab/lib);
use Collab::Resolver;
use Collab::Postponed;
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;
use Collab::Wait qw(run);

address($_) for my ($home, $near) = qw(203.0.113.1 203.0.113.7);
my $names = resolver('exchange.example' => $home, map { ("$_.example" => $near) } qw(good better best other last late first thread));
my $receiver = receiver(address => $near);
my $stack = stack(timers => { postpone => 100, local => 4000, tried => 2000 }, extra => "CollabBaseURL http://exchange.example\nCollabRequireTLS Off\n"
    . "CollabOutboundAllow 203.0.113.0/24\nCollabWebhookRetry V2 600 600\nCollabWebhookTimeout 3\n");
my $server = $stack->server;

sub at { my ($host) = @_; return $receiver->url =~ s{//[^/]*:(\d+)/}{//$host:$1/}r }
sub logged { my ($text, $what) = @_; ok +(wait_for { $server->log =~ $text } 20), $what }

subtest 'a name that does not exist counts against its receiver while no other name is looked up' => sub {
  my $s = speak(subscribed('http://nobody.example/'));
  wait_for { attempts($s) } 20, 'an attempt';
  my ($attempt) = attempts($s);
  like $attempt->{error}, qr/resolve host/, 'the attempt counts against the receiver';
  is $attempt->{number}, 1;
  ok $attempt->{next_attempt_at}, 'it is tried again by the schedule';
  unlike $server->log, qr/CB0655/, 'no alarm is raised';
};

subtest 'a name server that resolves no name is a local fault' => sub {
  ok delivered(speak(subscribed(at('good.example')))), 'an endpoint works before';
  my ($s, $plain, @others) = (subscribed(at('better.example')), subscribed($receiver->url), map { subscribed(at('other.example')) } 1, 2);
  $names->stop;
  ok all_fail($server, qr/CB0655: alarm: no name resolves on this node: neither other\.example nor any other that was tried; deliveries to names wait/, @others), 'the alarm names the fault';
  speak($s) for 1 .. 7;
  ok postponed($s), 'no attempt is used up';
  ok delivered(speak($plain)), 'a receiver that is called by address does not wait';
  ok !breaker($stack, $s), 'the breaker stays closed';
  $names->again;
  wait_for { attempts($s) == 7 } 30, 'all seven';
  is_deeply [map { "$_->{number} $_->{success}" } attempts($s)], [('1 1') x 7], 'each delivery arrives at its first attempt';
  logged(qr/CB0656: the alarm is over: names resolve again/, 'the alarm ends');
};

subtest 'a silent name server is a local fault' => sub {
  my ($s, @others) = map { subscribed(at("$_.example")) } qw(best last last);
  my $before = () = $server->log =~ /CB0655/g;
  $names->mute;
  speak($_) for @others;
  wait_for { (() = $server->log =~ /CB0655/g) > $before } 30, 'the alarm';
  my ($late, $first) = map { subscribed(at("$_.example")) } qw(late first);
  speak($_) for $s, $late;
  ok postponed($_), 'no attempt is used up' for $s, $late;
  wait_for { pending($late)->{claim} } 20, 'a transfer whose query is lost';
  $names->stop;
  $names->again;
  ok delivered(speak($first)), 'a first name resolves again';
  ok delivered($_), 'it is delivered at its first attempt' for $s, $late;
};

subtest 'a thread of the resolver that does not start is a local fault' => sub {
  my $s = subscribed(at('thread.example'));
  my ($pid) = $server->dispatcher;
  my ($limits) = do { open my $in, '<', "/proc/$pid/limits" or die; grep { /^Max processes/ } <$in> };
  my ($soft, $hard) = map { $_ eq 'unlimited' ? '' : $_ } (split ' ', $limits)[2, 3];
  run('prlimit', '--pid', $pid, "--nproc=1:$hard");
  speak($s);
  ok postponed($s), 'no attempt is used up';
  logged(qr/CB0655: alarm: the dispatcher has run out of open files, memory or threads \(getaddrinfo\(\) thread failed to start\); deliveries wait/, 'the alarm names the fault');
  run('prlimit', '--pid', $pid, "--nproc=$soft:$hard");
  ok delivered($s), 'it is delivered at its first attempt';
  logged(qr/CB0656: the alarm is over: no delivery waits for open files, memory or threads/, 'the alarm ends');
};

done_testing;
