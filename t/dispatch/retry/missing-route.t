# t/dispatch/retry/missing-route.t: a missing route counts as a local fault only while nothing of its address family is reachable
# A local fault costs no member an attempt. The test has a network of its own.
use lib qw(t/lib lab/lib);
use Collab::Resolver;
use Collab::Postponed;
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;

address(my ($near, $far, $six) = qw(203.0.113.7 198.51.100.9 2001:db8:9::7));
my ($here, $there, $another) = map { receiver(address => $_) } $near, $far, $far;
my $six_there = receiver(address => $six);
my $stack = stack(timers => { postpone => 100, local => 1500, tried => 2000 }, extra => "CollabOutboundAllow 203.0.113.0/24\nCollabOutboundAllow 198.51.100.0/24\n"
    . "CollabOutboundAllow 2001:db8::/32\nCollabWebhookRetry V2 600 600\nCollabWebhookTimeout 3\n");
my $server = $stack->server;

sub logged { my ($text, $what) = @_; ok +(wait_for { $server->log =~ $text } 20), $what }

subtest 'a missing route to one endpoint counts against its receiver' => sub {
  ok delivered(speak(subscribed($here->url))), 'another endpoint works';
  my $s = subscribed($there->url);
  no_address($far);
  speak($s);
  wait_for { attempts($s) } 20, 'an attempt';
  my ($attempt) = attempts($s);
  like $attempt->{error}, qr/Could(?:n't| not) connect to server/, 'the attempt counts against the receiver';
  is $attempt->{number}, 1;
  ok $attempt->{next_attempt_at}, 'it is tried again by the schedule';
  unlike $server->log, qr/reaches no endpoint/, 'no alarm is raised';
};

subtest 'a silent receiver counts as failing while another can be reached' => sub {
  my $s = speak(subscribed($here->url('hang')));
  wait_for { attempts($s) } 20, 'an attempt';
  is +(attempts($s))[0]{error}, 'no answer within 3 seconds', 'the attempt counts against the receiver';
  unlike $server->log, qr/reaches no endpoint/, 'no alarm is raised';
};

subtest 'missing routes to all endpoints are a local fault' => sub {
  my $new = receiver(address => $near);      # a new receiver, without a kept connection
  my ($s, $t, $kept, @others) = map { subscribed($_->url) } $new, $another, $here, $there, $there;
  ok delivered(speak($kept)), 'a delivery keeps a connection open';
  no_address($near);
  ok all_fail($server, qr/CB0655: alarm: this node reaches no endpoint over IPv4 \(Network is unreachable\); deliveries there wait/, @others), 'the alarm names the fault';
  speak($kept);
  for my $each ($s, $t) { speak($each) for 1 .. 7 }
  ok postponed($_), 'no attempt is used up' for $s, $t;
  ok !breaker($stack, $_), 'the breaker stays closed' for $s, $t;
  wait_for { my $row = pending($kept); $row && !$row->{claim} && $row->{later} } 20, 'the end of the transfer over the kept connection';
  address($near, $far);
  wait_for { my @done = grep { $_->{success} } attempts($kept); @done == 2 } 30, 'the other delivery over the kept connection';
  is_deeply [map { "$_->{number} $_->{success}" } attempts($kept)], [('1 1') x 2], 'a transfer over the kept connection uses up no attempt either';
  for my $each ($s, $t) {
    wait_for { attempts($each) == 7 } 30, 'all seven';
    is_deeply [map { "$_->{number} $_->{success}" } attempts($each)], [('1 1') x 7], 'each delivery arrives at its first attempt';
  }
  logged(qr/CB0656: the alarm is over: endpoints are reached over IPv4 again/, 'the alarm ends');
};

subtest 'an address family that this node lacks is a local fault' => sub {
  my ($s, @others) = map { subscribed($six_there->url =~ s{//\Q$six\E}{//[$six]}r) } 1 .. 3;
  no_address($six);
  ok all_fail($server, qr/CB0655: alarm: this node reaches no endpoint over IPv6/, @others), 'the alarm names the fault';
  speak($s);
  ok postponed($s), 'no attempt is used up';
  address($six);
  ok delivered($s), 'it is delivered at its first attempt';
};

done_testing;
