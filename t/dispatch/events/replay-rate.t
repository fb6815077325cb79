# t/dispatch/events/replay-rate.t: a replay's batches grow to its rate and serve endpoints in turn; two dispatchers make them
# A batch is at most twice as large as the one before it. A replay waits for an endpoint that does not keep up.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Replay;
use Collab::Stack;

my $stack = stack(timers => { replay => 300 });
my $second = $stack->another_server('second', timers => { replay => 300 });
my $receiver = receiver();
steps_allowed();

sub numbers { return map { JSON::XS->new->decode($_->{body})->{data}{noteToken} =~ s/^N//r } @_ }

subtest 'a replay begins slowly: 1, 2, 4, then its rate, whichever dispatcher makes a batch' => sub {
  my $at = buried(exchange()->submitter, $receiver->url, 31);
  my $id = replay('--subscription', $at->{id}, '--rate', STEPS);
  is_deeply [steps($id, $at)], [1, 3, 7, 13, 19, 25, 31];
  is_deeply [sort { $a <=> $b } numbers($receiver->wait($at->{url}, 31))], [1 .. 31], 'each event arrives once';
  is $receiver->got($at->{url}), 31;
  is one('select count(*) from attempt where subscription = ? and outbox_us is null and fanout_us is null and queue_us >= 0', $at->{id}), 31,
    'what a replay makes has not come out of the outbox: it tells nothing of how late new events are';
};

subtest 'a replay goes from old to new, and takes the endpoints in turn' => sub {
  my $party = exchange()->submitter;
  my @at = (buried($party, $receiver->url, 40), buried($party, $receiver->url, 3));
  my $id = replay('--company', $party->company->{domain}, '--rate', 8);
  ended($id);
  my ($last, @first) = (($receiver->wait($at[1]{url}, 3))[2], $receiver->wait($at[0]{url}, 40));
  cmp_ok scalar(grep { $_->{at} < $last->{at} } @first), '<', 37, 'an endpoint with few items does not wait for one with many';
  my @order = numbers(@first);          # the first batches have 1, 1 and 2 deliveries; the two of the third batch are sent at the same time, so in any order
  is_deeply [sort { $a <=> $b } @order[0 .. 3]], [1 .. 4], 'the oldest event arrives first' or diag "@order";
};

subtest 'a replay waits only for the endpoint that does not keep up' => sub {
  my $party = exchange()->submitter;
  my ($slow, $quick) = (buried($party, $receiver->url('hang'), 200), buried($party, $receiver->url, 40));
  my $id = replay('--company', $party->company->{domain}, '--rate', 10);
  my $most = 0;
  wait_for {
    my $waiting = one('select count(*) from delivery where queue = ? and claim is null', $slow->{id});
    $most = $waiting if $waiting > $most;
    $receiver->got($quick->{url}) == 40;
  } 60, 'the fast endpoint has all';
  wait_for { one('select count(*) from delivery where queue = ? and claim is null', $slow->{id}) == 10 } 20, 'a second\'s worth waits for the slow one';
  ok holds_for { one('select count(*) from delivery where queue = ? and claim is null', $slow->{id}) <= 10 } 1.5;
  cmp_ok $most, '<=', 10, 'never more than that wait for it';
  collabctl('replay', 'cancel', $id);
};

subtest 'a replay leaves out a subscription that is switched off or deleted meanwhile' => sub {
  my $party = exchange()->submitter;
  my @at = map { buried($party, $receiver->url, 7) } 1 .. 3;
  my $id = replay('--company', $party->company->{domain}, '--rate', 1);
  collabctl('replay', 'pause', $id);
  wait_for { !one('select count(*) from delivery where queue = any (?)', [map { $_->{id} } @at]) } 10, 'the deliveries settled';
  $party->patch("/v2/webhooks/$at[0]{id}", { active => false })->ok;
  $party->delete("/v2/webhooks/$at[1]{id}");
  my $left = one('select count(*) from replay_item where replay = ? and subscription in (?, ?)', $id, map { $_->{id} } @at[0, 1]);
  collabctl('replay', 'resume', $id);
  ended($id);
  is_deeply owner()->selectrow_arrayref('select done, left_out from replay where id = ?', undef, $id), [21 - $left, $left];
  is one('select count(*) from dead_letter where subscription = ?', $at[0]{id}), one(q(select 7 - count(*) from attempt where subscription = ?), $at[0]{id}),
    'its dead letters stay';
  $receiver->wait($at[2]{url}, 7);
  is $receiver->got($at[2]{url}), 7, 'the other subscription gets all';
};

subtest 'two replays of the same dead letter make it again once' => sub {
  my $party = exchange()->submitter;
  my $at = buried($party, $receiver->url, 20);
  my $id = replay('--subscription', $at->{id}, '--rate', 1);
  collabctl('replay', 'pause', $id);
  owner()->do('delete from dead_letter where subscription = ?', undef, $at->{id});      # as if another replay had taken the dead letters
  my $left = one('select total - done from replay where id = ?', $id);
  collabctl('replay', 'resume', $id);
  ended($id);
  is one('select left_out from replay where id = ?', $id), $left;
  $receiver->wait($at->{url}, 20 - $left);
  is $receiver->got($at->{url}), 20 - $left;
};

unlike $_->log, qr/replays\): /, 'no statement fails' for $stack->server, $second;

done_testing;
