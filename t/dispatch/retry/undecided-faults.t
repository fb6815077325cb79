# t/dispatch/retry/undecided-faults.t: while it is not known whether a fault is local, no attempt is used up, for at most a minute
# The log of deliveries shows the tries as not counted. The test has a name server of its own. For the faults that are known to be local,
# see local-faults.t, name-server-fault.t and missing-route.t.
use lib qw(t/lib lab/lib);
use Collab::Resolver;
use Collab::Postponed;
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;

use constant NOT_COUNTED => 'not counted: a fault of the sending service; it is tried again';

address($_) for my ($home, $near) = qw(203.0.113.1 203.0.113.7);
my $names = resolver('exchange.example' => $home, map { ("$_.example" => $near) } qw(one two three works));
my $receiver = receiver(address => $near);
my %setup = (extra => "CollabBaseURL http://exchange.example\nCollabRequireTLS Off\nCollabOutboundAllow 203.0.113.0/24\nCollabWebhookRetry V2 3600 3600\nCollabWebhookTimeout 3\n");

sub at { my ($host) = @_; return $receiver->url =~ s{//[^/]*:(\d+)/}{//$host:$1/}r }
sub logged { my ($s) = @_; my @rows = reverse @{ $s->{exchange}->submitter->get("/v2/webhooks/$s->{id}/deliveries")->ok->{content} }; return @rows }
sub json { return JSON::XS->new->utf8->decode(collabctl(@_, '--json')) }
sub health { my ($s) = @_; return $s->{exchange}->submitter->get("/v2/webhooks/$s->{id}")->ok->{health} }
sub shown  { my ($s) = @_; return map { "$_->{attemptNumber} " . ($_->{success} ? 'delivered' : $_->{error}) } logged($s) }

# Waits until the delivery has been tried and put off `count` times.
sub put_off {
  my ($s, $count) = @_;
  my %due;
  wait_for { my $row = pending($s); $due{ $row->{due_at} } = 1 if $row && $row->{later}; keys %due >= $count } 30, "$count tries";
  return;
}

subtest 'with the default minute' => sub {
  my $stack = stack(%setup, timers => { postpone => 100, local => 1500, undecided => undef });
  my ($one, $two, $dropped) = map { subscribed(at("$_.example")) } qw(one two three);
  $names->stop;

  subtest 'the first company\'s delivery uses up no attempt, and the log shows it' => sub {
    speak($one);
    put_off($one, 4);
    my ($row, @more) = logged($one);
    is_deeply { map { $_ => $row->{$_} } qw(success attemptNumber httpStatus error responseBody deadLetter) },
      { success => false, attemptNumber => 1, httpStatus => 0, error => NOT_COUNTED, responseBody => undef, deadLetter => false };
    ok $row->{nextAttemptAt}, 'it says when the next try is due';
    ok !@more, 'further tries within an hour are not shown';
    my $filtered = sub { return scalar @{ $one->{exchange}->submitter->get("/v2/webhooks/$one->{id}/deliveries?$_[0]")->ok->{content} } };
    is_deeply [map { $filtered->($_) } 'success=false', 'success=true', 'deadLetter=true'], [1, 0, 0], 'the log\'s filters';
    ok !attempts($one), 'no attempt is used up';
    is pending($one)->{attempts}, 0;
    is_deeply health($one), { pending => 1, deadLetters => 0 }, 'the health shows that it waits, and no failure';
    unlike $stack->server->log, qr/CB0655/, 'no alarm is raised';
    ok !breaker($stack, $one), 'the breaker stays closed';
  };

  subtest 'the second company\'s failure makes the fault local, and its log shows it' => sub {
    speak($two);
    ok +(wait_for { $stack->server->log =~ qr/CB0655: alarm: no name resolves on this node/ } 20), 'the alarm is raised';
    speak($dropped);
    wait_for { not_counted($_) } 20, 'a row in the log' for $two, $dropped;
    is_deeply [shown($two)], ['1 ' . NOT_COUNTED], 'the second company\'s log';
    is_deeply health($two), { pending => 1, deadLetters => 0 }, 'the second company\'s health';
    ok !attempts($_), 'no attempt is used up' for $one, $two;
  };

  subtest 'of the tries, the log shows the first and then one an hour' => sub {
    owner()->do(q(update delivery set spared_logged_at = spared_logged_at - interval '59 minutes' where queue = ?), undef, $one->{id});
    put_off($one, 2);
    is scalar(logged($one)), 1, 'after 59 minutes';
    owner()->do(q(update delivery set spared_logged_at = spared_logged_at - interval '1 minute' where queue = ?), undef, $one->{id});
    wait_for { not_counted($one) == 2 } 20, 'a second row, after an hour';
    put_off($one, 2);
    is_deeply [shown($one)], [('1 ' . NOT_COUNTED) x 2], 'no third row';
  };

  subtest 'what counts or judges attempts ignores the rows' => sub {
    my @lines = @{ json('deliveries', '--subscription', $one->{id}) };
    is_deeply [map { "$_->{number} $_->{state}" } @lines], [('1 not counted') x 2], 'collabctl deliveries names the state';
    is_deeply(json('deliveries', '--subscription', $one->{id}, '--state', 'failed'), [], '… and lists no failure');
    my ($listed) = @{ json('subscription', 'list', '--company', $one->{exchange}->submitter->company->{domain}) };
    is_deeply [@{$listed}{qw(failingSince error)}], [undef, undef], 'collabctl subscription list shows no failure';
    my ($event) = owner()->selectrow_array('select e.uid from event e join attempt a on a.event = e.id where a.subscription = ? limit 1', undef, $one->{id});
    my $shown = json('deliveries', '--event', $event);
    is_deeply [map { "$_->{state} $_->{attempts}" } @{ $shown->{subscriptions} }], ['pending 0'], 'collabctl deliveries --event counts no attempt';
    like collabctl('request', 'show', $one->{exchange}->token), qr/number 1 to subscription $one->{id}: not counted: a fault of the sending service/, 'collabctl request show names it';
  };

  subtest 'after the repair both arrive at once, as attempt 1' => sub {
    $dropped->{exchange}->submitter->patch("/v2/webhooks/$dropped->{id}", { active => false })->ok;
    speak($one);
    $names->again;
    for my $s ($one, $two) {
      wait_for { !pending($s) } 20, 'the end of its deliveries';
      is_deeply [map { "$_->{number} $_->{success}" } attempts($s)], [('1 1') x ($s == $one ? 2 : 1)], 'each delivery arrives at its first attempt';
    }
    is_deeply [shown($two)], ['1 ' . NOT_COUNTED, '1 delivered'], 'the log shows both';
    is health($one)->{failingSince}, undef, 'the health shows no failure';
    ok health($one)->{lastSuccessAt};
  };

  subtest 'a delivery that was dropped while a local fault held it is shown as dropped' => sub {
    is_deeply [shown($dropped)], ['1 ' . NOT_COUNTED . '; dropped: the subscription was switched off'];
    is +(logged($dropped))[0]{nextAttemptAt}, undef, 'no try follows';
    $two->{exchange}->submitter->patch("/v2/webhooks/$two->{id}", { active => false })->ok;
    is_deeply [shown($two)], ['1 ' . NOT_COUNTED, '1 delivered'], 'a delivery that arrived is not';
  };
};

subtest 'with a short minute' => sub {
  my $stack = stack(%setup, timers => { postpone => 100, undecided => 1500 });

  subtest 'an answer starts the time anew' => sub {
    my $other = receiver(address => $near);
    my $s = subscribed($other->url);
    $other->stop;
    speak($s);
    wait_for { attempts($s) } 20, 'an attempt, when the time is over';
    is scalar(not_counted($s)), 1;
    speak($s);
    wait_for { attempts($s) == 2 } 20, 'another attempt, at once';
    is scalar(not_counted($s)), 1;
    $other->again;
    speak($s);
    wait_for { grep { $_->{success} } attempts($s) } 20, 'an answer';
    $other->stop;
    speak($s);
    wait_for { not_counted($s) == 2 } 20, 'another try that is not counted';
    is scalar(attempts($s)), 3, 'the next failure is not an attempt';
  };

  subtest 'a lone company\'s failures count when the time is over' => sub {
    my $s = speak(subscribed('http://nobody.example/'));
    wait_for { attempts($s) } 20, 'an attempt';
    my @rows = logged($s);
    is scalar(@rows), 2;
    is_deeply [@{ $rows[0] }{qw(attemptNumber error)}], [1, NOT_COUNTED];
    is $rows[1]{attemptNumber}, 1;
    like $rows[1]{error}, qr/resolve host/i, 'the attempt has its own error';
    is pending($s)->{attempts}, 1;
    unlike $stack->server->log, qr/CB0655/, 'no alarm is raised';
    is health($s)->{lastError}, $rows[1]{error}, 'the health has the attempt\'s error';
    speak($s);
    wait_for { attempts($s) == 2 } 20, 'another attempt';
    is scalar(not_counted($s)), 1, 'the next delivery there counts at once';
  };

  subtest 'while a receiver passes the stage, a failure counts at once' => sub {
    ok delivered(speak(subscribed(at('works.example')))), 'a receiver works';
    my $s = speak(subscribed('http://noone.example/'));
    wait_for { attempts($s) } 20, 'an attempt';
    ok !not_counted($s), 'no try is spared';
  };
};

done_testing;
