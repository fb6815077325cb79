# t/ops/collabctl/replay.t: collabctl replay makes exactly the selected deliveries again; it plans, pauses, resumes and cancels
# A kill -9 of the dispatcher and a restart of PostgreSQL lose nothing.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;

my $stack = stack(extra => "CollabWebhookRetry V2 1\n", timers => { replay => 400 });
my $receiver = receiver();
my $NOTES = ['org.provider.core.collaboration-request.note.created'];

sub one { return scalar owner()->selectrow_array(shift, undef, @_) }
sub json { return JSON::XS->new->utf8->decode(collabctl(@_, '--json')) }
sub planned { return JSON::XS->new->utf8->decode(collabctl_plan(@_, '--json')) }
sub replayed { return json('replay', @_, '--rate', 1000, '--yes') }
sub subscribe { my ($party, $url) = @_; return $party->post('/v2/webhooks', { callbackUrl => $url, eventTypes => $NOTES })->ok }
sub add_note { my ($x) = @_; return $x->submitter->post($x->notes, a_note())->ok->{token} }
sub tokens { return sort map { JSON::XS->new->decode($_->{body})->{data}{noteToken} } @_ }

# Waits for the end of a replay. Gives up when the replay makes no progress for 30 s.
sub ended {
  my ($id) = @_;
  my ($state, $seen) = ('running', '');
  while ($state eq 'running') {
    my @now;
    wait_for { @now = owner()->selectrow_array('select state, done, left_out from replay where id = ?', undef, $id); "@now" ne $seen } 30, "replay $id" or last;
    ($state, $seen) = ($now[0], "@now");
  }
  return is $state, 'done', "replay $id is done";
}

# A subscription whose receiver refuses each event once, then accepts it: {x, url, id, notes, dead => ids by note}.
sub refused {
  my ($count, $answers, %with) = @_;
  my $x = $with{x} || exchange();
  my $url = $receiver->url(split /,/, $answers // '400,200');
  my $made = subscribe($x->submitter, $url);
  my @notes = map { add_note($x) } 1 .. $count;
  wait_for { one('select count(*) from dead_letter where subscription = ?', $made->{id}) == $count } 20, 'dead letters';
  my %dead = map { @$_ } @{ owner()->selectall_arrayref(
    'select e.note_token, d.id from dead_letter d join event e on e.id = d.event where d.subscription = ?', undef, $made->{id}) };
  return { x => $x, url => $url, id => $made->{id}, notes => \@notes, dead => \%dead };
}

# Waits for this number of deliveries beyond the first attempts, and returns them.
sub again { my ($at, $count) = @_; my @got = $receiver->wait($at->{url}, @{ $at->{notes} } + $count); return grep { $_->{attempt} > 1 } @got }
sub event_of { my ($note) = @_; return one('select uid from event where note_token = ?', $note) }

subtest 'a plan prints the deliveries and changes nothing' => sub {
  my $x = exchange();
  my @at = (refused(5, undef, x => $x), refused(3));
  my $off = refused(2);
  $off->{x}->submitter->patch("/v2/webhooks/$off->{id}", { active => false })->ok;
  my $before = one('select count(*) from dead_letter');
  my $plan = planned(qw(replay --since -1h --rate 4));
  is $plan->{dryRun}, true;
  is $plan->{deliveries}, 8;
  is_deeply $plan->{leftOut}, { inactive => 2, deleted => 0, underWay => 0, unlogged => 0 };
  is_deeply [map { [@$_{qw(subscription callbackUrl deliveries)}] } @{ $plan->{endpoints} }],
    [map { [$_->{id}, $_->{url}, scalar @{ $_->{notes} }] } @at], 'a line for each endpoint';
  is $plan->{seconds}, 4, 'batches of 1, 2, 4 and the rest';
  my ($oldest, $newest) = owner()->selectrow_array('select stamp(min(e.created_at)), stamp(max(e.created_at)) from dead_letter d join event e on e.id = d.event
    where d.subscription in (?, ?)', undef, map { $_->{id} } @at);
  is $plan->{oldest}, $oldest;
  is $plan->{newest}, $newest;
  is planned(qw(replay --since -1h --rate 1000), '--company', $x->submitter->company->{domain})->{deliveries}, 5;

  my $said = collabctl_plan(qw(replay --since -1h --rate 4));
  like $said, qr/^deliveries: 8, to 2 endpoints\nevents: from $oldest to $newest\nduration: 4 s at 4 a second/;
  like $said, qr/^left out: 2 of inactive subscriptions$/m;
  like $said, qr/^$at[0]{id} +\S+ +\Q$at[0]{url}\E +5 /m;
  like $said, qr/^Nothing was changed/m;
  is one('select count(*) from dead_letter'), $before, 'the dead letters stay';
  is one('select count(*) from replay'), 0;
  is one('select count(*) from delivery'), 0;
  is $receiver->got($_->{url}), @{ $_->{notes} } for @at, $off;
  owner()->do('delete from dead_letter');
};

subtest 'each selection makes exactly its deliveries' => sub {
  my @at = map { refused(3) } 1 .. 6;
  my $start = sub { my ($at, @options) = @_; $at->{replay} = replayed(@options)->{id} };
  my ($dead, $event, $request, $subscription, $company, $time) = @at;
  $dead->{want} = [$dead->{notes}[1]];
  $start->($dead, '--dead-letter', $dead->{dead}{ $dead->{notes}[1] });
  $event->{want} = [$event->{notes}[2]];
  $start->($event, '--event', event_of($event->{notes}[2]), '--subscription', $event->{id});
  $request->{want} = $request->{notes};
  $start->($request, '--request', $request->{x}->token);
  $subscription->{want} = $subscription->{notes};
  $start->($subscription, '--subscription', $subscription->{id});
  $company->{want} = $company->{notes};
  $start->($company, '--company', $company->{x}->submitter->company->{id});
  $time->{want} = [$time->{notes}[1]];
  my ($since, $until) = map { one(q(select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') from event where note_token = ?), $_) }
    @{ $time->{notes} }[1, 2];
  $start->($time, '--subscription', $time->{id}, '--since', $since, '--until', $until);

  for my $at (@at) {
    ended($at->{replay});
    my @again = again($at, scalar @{ $at->{want} });
    is_deeply [tokens(@again)], [sort @{ $at->{want} }], 'these and no others';
    my %first = map { $_->{attempt} == 1 ? ($_->{event} => $_) : () } $receiver->got($at->{url});
    for (@again) {
      is $_->{body}, $first{ $_->{event} }{body}, 'the body is the same, byte for byte';
      is $_->{headers}{'x-service-delivery'}, $first{ $_->{event} }{headers}{'x-service-delivery'};
    }
    is one('select count(*) from dead_letter where subscription = ?', $at->{id}), 3 - @{ $at->{want} }, 'their dead letters are gone';
    wait_for { one('select count(*) from attempt where subscription = ?', $at->{id}) == 3 + @{ $at->{want} } };
    is one('select count(*) from attempt where subscription = ? and success and number = 1', $at->{id}), @{ $at->{want} }, 'each has an attempt 1';
    is one('select done from replay where id = ?', $at->{replay}), @{ $at->{want} };
  }
};

subtest 'a replayed delivery that fails is a dead letter again' => sub {
  my $at = refused(1, '400,400,200');
  ended(replayed('--subscription', $at->{id})->{id});
  wait_for { one('select count(*) from attempt where subscription = ?', $at->{id}) == 2 };
  is one('select count(*) from dead_letter where subscription = ?', $at->{id}), 1;
  ended(replayed('--subscription', $at->{id})->{id});
  is again($at, 2), 2;
};

# A replay numbers the attempts from 1 again, in the same queue. So attempt 2 from before the replay is not the retry of the new attempt 1.
subtest 'a dropped retry of a replayed delivery has its reason' => sub {
  my $at = refused(1, '500,500,503+3600');
  ended(replayed('--subscription', $at->{id})->{id});
  my $path = "/v2/webhooks/$at->{id}";
  my $log = sub { return [map { [$_->{attemptNumber}, defined $_->{nextAttemptAt} ? 1 : 0, $_->{error}] } @{ $at->{x}->submitter->get("$path/deliveries")->ok->{content} }] };
  wait_for { @{ $log->() } == 3 } 20, 'the attempt of the replay';
  my @before = ([2, 0, 'HTTP 500'], [1, 1, 'HTTP 500']);
  is_deeply $log->(), [[1, 1, 'HTTP 503'], @before], 'its retry still waits';
  $at->{x}->submitter->patch($path, { active => false })->ok;
  is_deeply $log->(), [[1, 0, 'HTTP 503; dropped: the subscription was switched off'], @before], 'its retry is dropped';
  is_deeply [map { [@{$_}{qw(error next)}] } @{ json('deliveries', '--subscription', $at->{id}, '--limit', 1) }],
    [['HTTP 503; dropped: the subscription was switched off', undef]], 'collabctl shows the same';
};

subtest '--refused-since-rotation selects 401 and 403 after the rotation' => sub {
  my %at;
  for my $status (qw(401 403 400)) {
    my $at = $at{$status} = refused(1, "$status,200");
    $at->{x}->submitter->post("/v1/webhooks/$at->{id}/secret", {})->ok;
    push @{ $at->{notes} }, add_note($at->{x});
    wait_for { one('select count(*) from dead_letter where subscription = ?', $at->{id}) == 2 } 10;
  }
  my $never = refused(1, '401,200');
  my $plan = planned(qw(replay --refused-since-rotation));
  is_deeply { map { $_->{subscription} => $_->{deliveries} } @{ $plan->{endpoints} } }, { map { $at{$_}{id} => 1 } qw(401 403) },
    'not what was refused before it, nor with 400, nor where nothing was rotated';
  ended(replayed('--refused-since-rotation')->{id});
  is_deeply [tokens(again($at{$_}, 1))], [$at{$_}{notes}[1]], "$_: the one after the rotation" for qw(401 403);
  is one('select count(*) from dead_letter where subscription = ?', $at{$_}{id}), 1, "$_: the one before it stays" for qw(401 403);
  is $receiver->got($at{400}{url}), 2;
  is $receiver->got($never->{url}), 1;
};

subtest '--all selects all deliveries of a time' => sub {
  my $x = exchange();
  my ($url, $other) = map { $receiver->url } 1 .. 2;
  my ($made) = map { subscribe($x->submitter, $_) } $url, $other;
  my @notes = map { add_note($x) } 1 .. 3;
  $receiver->wait($_, 3) for $url, $other;
  wait_for { one('select count(*) from attempt where subscription = ?', $made->{id}) == 3 };
  my $replay = replayed('--all', '--since', '-10m', '--subscription', $made->{id});
  is $replay->{deliveries}, 3;
  ended($replay->{id});
  my @got = $receiver->wait($url, 6);
  is_deeply [tokens(@got)], [sort @notes, @notes];
  is $receiver->got($other), 3, 'no other subscription gets anything';
  is json('replay', '--all', '--since', '-10m', '--until', '-9m', '--subscription', $made->{id})->{deliveries}, 0;
  $x->submitter->delete("/v2/webhooks/$made->{id}");
  is_deeply json('replay', '--all', '--since', '-10m', '--subscription', $made->{id})->{leftOut}, { inactive => 0, deleted => 3, underWay => 0, unlogged => 0 },
    'a subscription that is gone';
};

subtest 'a replay can be paused, resumed and cancelled, and records who did it' => sub {
  my $at = refused(7);
  owner()->do(q(create function one_batch() returns trigger language plpgsql as $$ begin new.next_at = now() + interval '1 day'; return new; end $$));
  owner()->do('create trigger one_batch before update on replay for each row when (new.rate = 1 and new.done > old.done) execute function one_batch()');
  my $id = json('replay', '--subscription', $at->{id}, qw(--rate 1 --why), 'INC-7', '--yes')->{id};
  collabctl('replay', 'pause', $id);
  my $done = one('select done from replay where id = ?', $id);
  cmp_ok $done, '<', 2;
  owner()->do('update replay set next_at = now() where id = ?', undef, $id);
  is_deeply json('replay', '--subscription', $at->{id})->{leftOut}, { inactive => 0, deleted => 0, underWay => 7 - $done, unlogged => 0 }, 'a second replay leaves them out';
  my $other = refused(1);
  ended(replayed('--subscription', $other->{id})->{id});
  ended(replayed('--subscription', refused(1)->{id})->{id});
  is one('select done from replay where id = ?', $id), $done, 'a paused replay stands still while others go on';
  my ($status, $said) = output_of('replay', 'pause', $id);
  is $status, 0;
  like $said, qr/^nothing to do: replay $id is paused already$/;
  collabctl('replay', 'resume', $id);
  wait_for { one('select done from replay where id = ?', $id) > $done } 10, 'it resumes';
  collabctl('replay', 'pause', $id);
  collabctl('replay', 'cancel', $id);
  ($status, $said) = output_of('replay', 'resume', $id);
  is $status, 1;
  like $said, qr/replay: $id is cancelled/;
  my $record = json('replay', 'status', $id);
  is $record->{state}, 'cancelled';
  is $record->{why}, 'INC-7';
  is_deeply $record->{wanted}, { subscription => 0 + $at->{id} };
  is_deeply [map { $_->{act} } @{ $record->{acts} }], [qw(begun paused resumed paused cancelled)];
  like $_->{who}, qr/^\S+@\S+$/ for @{ $record->{acts} };
  is one('select count(*) from replay_item where replay = ?', $id), 0;
  is one('select count(*) from dead_letter where subscription = ?', $at->{id}), 7 - $record->{done}, 'the remaining dead letters stay';
  is again($at, $record->{done}), $record->{done};
  like collabctl('replay', 'list'), qr/^$id +cancelled +$record->{done} +7 /m;
  like collabctl('replay', 'status', $id), qr/^state: cancelled$/m;
  is json('replay', 'list')->[0]{state}, 'done', 'newest first';
  owner()->do('drop function one_batch() cascade');
};

subtest 'faulty and contradictory options are refused' => sub {
  {
    local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN};
    my ($status, $said) = output('./collabctl', qw(replay --company nobody.example));
    is $status, 1;
    like $said, qr/company: there is no company nobody\.example$/m;
  }
  my $at = refused(1);
  for (
    [[], qr/nothing is selected: name/], [['--yes'], qr/nothing is selected: name/], [['--all', '--subscription', $at->{id}], qr/since: must be given/],
    [['--all', '--since', '-1h', '--refused-since-rotation'], qr/all: does not go with --dead-letter or/], [['--since', 'yesterday'], qr/since: must be a date-time/],
    [['--since', '-1h', '--until', '-2h'], qr/until: must be later/], [['--event', 'x'], qr/event: must be an event's id/],
    [['--since', '-1h', '--rate', 1001], qr/rate: must be a number from 1 to 1000/], [['--dead-letter', 2_000_000_000, '--yes'], qr/nothing to make again/],
    [['pause', 2_000_000_000], qr/there is no replay/], [['status', 2_000_000_000], qr/there is no replay/],
  ) {
    my ($status, $said) = output_of('replay', @{ $_->[0] });
    is $status, 1, "@{ $_->[0] }";
    like $said, $_->[1];
  }
  is one('select count(*) from dead_letter where subscription = ?', $at->{id}), 1;
};

subtest 'no delivery is lost by a kill -9 of the dispatcher or a restart of PostgreSQL' => sub {
  my $at = refused(60, '400,200');
  my $id = json('replay', '--subscription', $at->{id}, qw(--rate 8 --yes))->{id};
  my $of = sub { my $n; eval { $n = $stack->pg->dbh->selectrow_array('select done from replay where id = ?', undef, $id); 1 }; return $n // 0 };
  for my $round (1 .. 3) {
    my $before = $of->();
    wait_for { $of->() > $before } 15, 'progress';
    my $old = $stack->server->dispatcher;
    kill 'KILL', $old;
    wait_for { my $new = $stack->server->dispatcher; $new && $new != $old } 10, 'a new dispatcher';
    if ($round == 2) {
      $stack->pg->down('immediate');
      $stack->pg->up;
    }
  }
  Collab::Members::forget();
  ended($id);
  cmp_ok $of->(), '==', 60;
  wait_for { my %n = map { $_ => 1 } tokens(grep { $_->{attempt} > 1 } $receiver->got($at->{url})); keys %n == 60 } 20, 'all of them';
  my %again = map { $_ => 1 } tokens(grep { $_->{attempt} > 1 } $receiver->got($at->{url}));
  is_deeply [sort keys %again], [sort @{ $at->{notes} }], 'every event came again';
  is one('select count(*) from dead_letter where subscription = ?', $at->{id}), 0;
  is_deeply owner()->selectrow_arrayref('select total, done, left_out from replay where id = ?', undef, $id), [60, 60, 0];
};

unlike $stack->server->log, qr/replays\): .*SQLSTATE (?!57P0|08|\))/, 'no statement of the feeder failed';

sub output_of {
  local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN};
  return output('./collabctl', @_);
}

done_testing;
