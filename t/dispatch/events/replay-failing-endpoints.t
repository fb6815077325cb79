# t/dispatch/events/replay-failing-endpoints.t: a replay slows down for failing endpoints, sets them aside, or pauses
# Two dispatchers run. The replay sets aside an endpoint that keeps failing, and pauses when no other endpoint is left.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Replay;
use Collab::Stack;

my $stack = stack(timers => { replay => 500 });
my $second = $stack->another_server('second', timers => { replay => 500 });
my $receiver = receiver();
steps_allowed();

sub logged { my ($like) = @_; return scalar grep { $_->log =~ $like } $stack->server, $second }

subtest 'with a failing receiver, a replay slows down at once and then pauses with a reason, until it is resumed' => sub {
  my $party = exchange()->submitter;
  my $at = buried($party, $receiver->url('500'), 60);
  my $id = replay('--subscription', $at->{id}, '--rate', 20);
  my $reason = "subscription $at->{id} fails (HTTP 500)";
  wait_for { shown($id)->{state} eq 'paused' } 60, 'a pause';
  my $replay = shown($id);
  is $replay->{reason}, $reason;
  cmp_ok $replay->{done}, '>=', 5, 'the pause comes after five failures in a row';
  cmp_ok $replay->{done}, '<', 30, 'the pause comes soon after them';
  is_deeply [map { [@{$_}{qw(act who why)}] } @{ $replay->{acts} }[1 .. 1]], [['paused', 'dispatcher', $reason]], 'the replay\'s acts have the pause';
  like collabctl(qw(replay list)), qr/^$id +paused .* \Q$reason\E /m, 'the list of replays has the reason';
  ok +(wait_for { logged(qr/replay $id has paused: \Q$reason\E; collabctl replay resume $id continues it/) } 10), 'the error log has the reason';

  my $sound = $receiver->url;
  $party->patch("/v2/webhooks/$at->{id}", { callbackUrl => $sound })->ok;
  collabctl('replay', 'resume', $id);
  is shown($id)->{reason}, undef, 'resuming clears the reason';
  ended($id);
  is scalar($receiver->wait($sound, 60 - $replay->{done})), 60 - $replay->{done}, 'the rest arrives';
  is $receiver->got($at->{url}), $replay->{done}, 'the failing receiver gets no more';
};

subtest 'tries that a local fault spared are no failures of the endpoint' => sub {
  my $at = buried(exchange()->submitter, $receiver->url, 20);
  owner()->do(q(insert into attempt (subscription, event, number, success, error, duration_ms, created_at, counted)
    select ?, 1, 1, false, 'not counted', 1, now() + interval '1 minute', false from generate_series(1, 5)), undef, $at->{id});
  ended(replay('--subscription', $at->{id}, '--rate', 20));
  is scalar($receiver->wait($at->{url}, 20)), 20, 'all arrive';
};

subtest 'a failing endpoint does not delay the others' => sub {
  my $party = exchange()->submitter;
  my ($sick, $sound) = (buried($party, $receiver->url('500'), 60), buried($party, $receiver->url, 80));
  my $id = replay('--company', $party->company->{domain}, '--rate', 10);
  wait_for { my $now = shown($id); $now->{state} eq 'running' && $now->{reason} } 60, 'a reason, while it runs';
  is shown($id)->{reason}, "subscription $sick->{id} fails (HTTP 500)";
  wait_for { shown($id)->{state} eq 'paused' } 60, 'the pause';
  is scalar($receiver->wait($sound->{url}, 80)), 80, 'the other endpoint gets all';
  cmp_ok one('select count(*) from replay_item where replay = ? and subscription = ?', $id, $sick->{id}), '>', 30, 'deliveries to the failing endpoint are not made';
  collabctl('replay', 'cancel', $id);
};

subtest 'a few failures only slow a replay down' => sub {
  my $at = buried(exchange()->submitter, $receiver->url('500x3'), 16);
  my $id = replay('--subscription', $at->{id}, '--rate', STEPS);
  my @seen = steps($id, $at);
  ok +(grep { $_ == 2 } @seen), "after the first failure the batch is one, not two: @seen";
  is_deeply [map { $_->{act} } @{ shown($id)->{acts} }], [qw(begun done)];
};

unlike $_->log, qr/replays\): /, 'no statement fails' for $stack->server, $second;

done_testing;
