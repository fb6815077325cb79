# t/dispatch/replay.t: how a replay is fed, by two dispatchers: a batch at a time, twice the last one up to the rate; in turn over the
# endpoints; an endpoint that does not keep up is waited for, one that fails is set aside
use lib 't/lib';
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;

my $stack = stack();
my $second = $stack->another_server('second');
my $receiver = receiver();

sub one { return scalar owner()->selectrow_array(shift, undef, @_) }
sub replay { return JSON::XS->new->utf8->decode(collabctl('replay', @_, '--yes', '--json'))->{id} }
sub ended { my ($id) = @_; return wait_for { one(q(select state = 'done' from replay where id = ?), $id) } 60, "replay $id" }

# A subscription with so many dead letters: {id, url}. Their events are written here: nobody has tried them.
sub buried {
  my ($party, $url, $count) = @_;
  my $made = $party->post('/v2/webhooks', { callbackUrl => $url })->ok;
  my $company = $party->company->{id};
  owner()->do(q(with made as (insert into event (type, request, request_token, note_token, submit_company, receive_company)
                              select 'note.created', 1, 'T' || n, 'N' || n, ?::bigint, ?::bigint from generate_series(1, ?::int) n returning id)
                insert into dead_letter (event, subscription, reason) select id, ?::bigint, 'HTTP 400' from made), undef, $company, $company, $count, $made->{id});
  return { id => $made->{id}, url => $url };
}

sub numbers { return map { JSON::XS->new->decode($_->{body})->{data}{noteToken} =~ s/^N//r } @_ }

subtest 'slowly at first: 1, 2, 4, then the rate, whoever feeds' => sub {
  my $at = buried(exchange()->submitter, $receiver->url, 31);
  my $id = replay('--subscription', $at->{id}, '--rate', 6);
  my %seen;
  wait_for { my ($done, $state) = owner()->selectrow_array('select done, state from replay where id = ?', undef, $id); $seen{$done} = 1; $state eq 'done' } 60;
  is_deeply [sort { $a <=> $b } keys %seen], [grep { $seen{$_} } 0, 1, 3, 7, 13, 19, 25, 31], 'no other count was ever seen';
  cmp_ok scalar(keys %seen), '>=', 5, 'and most of these were: ' . join ' ', sort { $a <=> $b } keys %seen;
  is_deeply [sort { $a <=> $b } numbers($receiver->wait($at->{url}, 31))], [1 .. 31], 'each once';
  is $receiver->got($at->{url}), 31;
  wait_for { one('select count(*) from attempt where subscription = ?', $at->{id}) == 31 } 20, 'the record';
  is one('select count(*) from attempt where subscription = ? and outbox_us is null and fanout_us is null and queue_us >= 0', $at->{id}), 31,
    'what a replay makes has not come out of the outbox: it tells nothing of how late new events are';
};

subtest 'oldest first, and in turn over the endpoints' => sub {
  my $party = exchange()->submitter;
  my @at = (buried($party, $receiver->url, 40), buried($party, $receiver->url, 3));
  my $id = replay('--company', $party->company->{domain}, '--rate', 8);
  $receiver->wait($at[1]{url}, 3);
  cmp_ok one('select done from replay where id = ?', $id), '<', 40, 'who has little does not wait for who has much';
  ended($id);
  my @first = numbers($receiver->wait($at[0]{url}, 40));
  is_deeply [sort { $a <=> $b } @first[0 .. 2]], [1, 2, 3], 'the oldest came first' or diag "@first";
};

subtest 'an endpoint that does not keep up is waited for, the others are not' => sub {
  my $party = exchange()->submitter;
  my ($slow, $quick) = (buried($party, $receiver->url('hang'), 200), buried($party, $receiver->url, 40));
  my $id = replay('--company', $party->company->{domain}, '--rate', 10);
  my $most = 0;
  wait_for {
    my $waiting = one('select count(*) from delivery where queue = ? and claim is null', $slow->{id});
    $most = $waiting if $waiting > $most;
    $receiver->got($quick->{url}) == 40;
  } 60, 'the quick one has all';
  wait_for { one('select count(*) from delivery where queue = ? and claim is null', $slow->{id}) == 10 } 20, 'a second\'s worth waits for the slow one';
  ok holds_for { one('select count(*) from delivery where queue = ? and claim is null', $slow->{id}) <= 10 } 3;
  cmp_ok $most, '<=', 10, 'and never more did';
  collabctl('replay', 'cancel', $id);
};

sub shown { my ($id) = @_; my ($row) = grep { $_->{id} == $id } @{ JSON::XS->new->utf8->decode(collabctl(qw(replay list --json))) }; return $row }
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
  ok +(wait_for { logged(qr/replay $id has paused: \Q$reason\E; collabctl replay resume $id lets it go on/) } 10), 'and in the log';

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
  my ($sick, $sound) = (buried($party, $receiver->url('500'), 60), buried($party, $receiver->url, 150));
  my $id = replay('--company', $party->company->{domain}, '--rate', 10);
  wait_for { my $now = shown($id); $now->{state} eq 'running' && $now->{reason} } 60, 'a reason, while it runs';
  is shown($id)->{reason}, "subscription $sick->{id} fails (HTTP 500)";
  wait_for { shown($id)->{state} eq 'paused' } 60, 'the end of what can be done';
  is $receiver->got($sound->{url}), 150, 'the other has all';
  cmp_ok one('select count(*) from replay_item where replay = ? and subscription = ?', $id, $sick->{id}), '>', 30, 'what would have failed again was not sent';
  collabctl('replay', 'cancel', $id);
};

subtest 'a few failures slow it down and no more' => sub {
  my $at = buried(exchange()->submitter, $receiver->url('500x3'), 40);
  my $id = replay('--subscription', $at->{id}, '--rate', 20);
  my %seen;
  wait_for { my ($done, $state) = owner()->selectrow_array('select done, state from replay where id = ?', undef, $id); $seen{$done} = 1; $state eq 'done' } 60, 'its end';
  ok $seen{2}, 'one after the first failure, not two: ' . join ' ', sort { $a <=> $b } keys %seen;
  is_deeply [map { $_->{act} } @{ shown($id)->{acts} }], [qw(begun done)];
};

subtest 'a subscription that is switched off or deleted meanwhile is left out' => sub {
  my $party = exchange()->submitter;
  my @at = map { buried($party, $receiver->url, 4) } 1 .. 3;
  my $id = replay('--company', $party->company->{domain}, '--rate', 1);
  collabctl('replay', 'pause', $id);
  wait_for { !one('select count(*) from delivery where queue = any (?)', [map { $_->{id} } @at]) } 10, 'what is made is settled';
  $party->patch("/v2/webhooks/$at[0]{id}", { active => false })->ok;
  $party->delete("/v2/webhooks/$at[1]{id}");
  my $left = one('select count(*) from replay_item where replay = ? and subscription in (?, ?)', $id, map { $_->{id} } @at[0, 1]);
  collabctl('replay', 'resume', $id);
  ended($id);
  is_deeply owner()->selectrow_arrayref('select done, left_out from replay where id = ?', undef, $id), [12 - $left, $left];
  is one('select count(*) from dead_letter where subscription = ?', $at[0]{id}), one(q(select 4 - count(*) from attempt where subscription = ?), $at[0]{id}),
    'its dead letters stay';
  $receiver->wait($at[2]{url}, 4);
  is $receiver->got($at[2]{url}), 4, 'the other gets all';
};

subtest 'two that name the same: it is made again once' => sub {
  my $party = exchange()->submitter;
  my $at = buried($party, $receiver->url, 3);
  my $id = replay('--subscription', $at->{id}, '--rate', 1);
  collabctl('replay', 'pause', $id);
  owner()->do('delete from dead_letter where subscription = ?', undef, $at->{id});      # as if another had had them
  my $left = one('select total - done from replay where id = ?', $id);
  collabctl('replay', 'resume', $id);
  ended($id);
  is one('select left_out from replay where id = ?', $id), $left;
  is $receiver->got($at->{url}), 3 - $left;
};

unlike $_->log, qr/replays\): /, 'no statement failed' for $stack->server, $second;

done_testing;
