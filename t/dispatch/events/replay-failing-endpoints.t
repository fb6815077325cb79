# t/dispatch/events/replay-failing-endpoints.t: a replay to endpoints that fail slows down, sets them aside, or pauses
# By two dispatchers: it sets aside an endpoint that keeps failing, and pauses when there is no other.
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

subtest 'a receiver that fails: slower at once, then a pause that says why; and it goes on when somebody says so' => sub {
  my $party = exchange()->submitter;
  my $at = buried($party, $receiver->url('500'), 60);
  my $id = replay('--subscription', $at->{id}, '--rate', 20);
  my $reason = "subscription $at->{id} fails (HTTP 500)";
  wait_for { shown($id)->{state} eq 'paused' } 60, 'a pause';
  my $replay = shown($id);
  is $replay->{reason}, $reason;
  cmp_ok $replay->{done}, '>=', 5, 'after five failures in a row';
  cmp_ok $replay->{done}, '<', 30, 'and not many more';
  is_deeply [map { [@{$_}{qw(act who why)}] } @{ $replay->{acts} }[1 .. 1]], [['paused', 'dispatcher', $reason]], 'on record';
  like collabctl(qw(replay list)), qr/^$id +paused .* \Q$reason\E /m, 'and in the list';
  ok +(wait_for { logged(qr/replay $id has paused: \Q$reason\E; collabctl replay resume $id continues it/) } 10), 'and in the log';

  my $sound = $receiver->url;
  $party->patch("/v2/webhooks/$at->{id}", { callbackUrl => $sound })->ok;
  collabctl('replay', 'resume', $id);
  is shown($id)->{reason}, undef, 'what was counts no more';
  ended($id);
  is scalar($receiver->wait($sound, 60 - $replay->{done})), 60 - $replay->{done}, 'the rest comes';
  is $receiver->got($at->{url}), $replay->{done}, 'and nothing more went to the one that failed';
};

subtest 'the others are not kept waiting by one that fails' => sub {
  my $party = exchange()->submitter;
  my ($sick, $sound) = (buried($party, $receiver->url('500'), 60), buried($party, $receiver->url, 80));
  my $id = replay('--company', $party->company->{domain}, '--rate', 10);
  wait_for { my $now = shown($id); $now->{state} eq 'running' && $now->{reason} } 60, 'a reason, while it runs';
  is shown($id)->{reason}, "subscription $sick->{id} fails (HTTP 500)";
  wait_for { shown($id)->{state} eq 'paused' } 60, 'the end of what can be done';
  is scalar($receiver->wait($sound->{url}, 80)), 80, 'the other has all';
  cmp_ok one('select count(*) from replay_item where replay = ? and subscription = ?', $id, $sick->{id}), '>', 30, 'what would have failed again was not sent';
  collabctl('replay', 'cancel', $id);
};

subtest 'a few failures slow it down and no more' => sub {
  my $at = buried(exchange()->submitter, $receiver->url('500x3'), 16);
  my $id = replay('--subscription', $at->{id}, '--rate', STEPS);
  my @seen = steps($id, $at);
  ok +(grep { $_ == 2 } @seen), "one after the first failure, not two: @seen";
  is_deeply [map { $_->{act} } @{ shown($id)->{acts} }], [qw(begun done)];
};

unlike $_->log, qr/replays\): /, 'no statement failed' for $stack->server, $second;

done_testing;
