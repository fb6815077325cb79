# t/dispatch/subscriptions/discarded-deliveries.t: switching off, deleting or retiring a subscription discards its deliveries
# interface.md 14.11
# The statement that switches off, deletes or retires the subscription touches no pending delivery. So the statement's cost does not depend on the
# number of deliveries. From then on the deliveries are not sent, counted or shown, and delay nothing. The dispatchers delete them in batches.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;
use JSON::XS ();

# PostgreSQL may count deleted rows after the test's own vacuum, and a queue is forgotten only when few are left.
my $stack = stack(vacuums => 1, extra => "CollabDispatcher Off\nCollabSubscriptionLimit 2\n");
aged();
my $receiver = receiver();
my $json = JSON::XS->new->canonical;
my $dispatcher = session();
my $claim = '0000000a-0000-4000-8000-000000000001';
sub session { return DBI->connect($stack->pg->dbi =~ s/user=\w+/user=collab_dispatch/r, '', '', { RaiseError => 1, PrintError => 0 }) }
sub one { return scalar owner()->selectrow_array(shift, undef, @_) }
sub json_of { return $json->decode(collabctl(@_, '--json')) }
sub left { my ($queue) = @_; return one('select count(*) from delivery where queue = ?', $queue) }
sub queue { my ($s) = @_; return one('select queue from subscription where id = ?', $s->{id}) }
sub known { return one('select count(*) from dropped_queue') }

# Prepares part $n of a dispatcher's statement as `part`. Returns the command that runs it. %value has the binds' values by name.
sub prepared {
  my ($name, $n, %value) = @_;
  my $part = $json->decode(scalar `bench/statement $name json`)->{parts}[$n];
  my $list = sub { return @_ ? '(' . join(', ', @_) . ')' : '' };
  $dispatcher->do('prepare part ' . $list->(map { 'text' } @{ $part->{binds} }) . " as $part->{text}");
  return 'execute part ' . $list->(map { $dispatcher->quote($value{s/^arg\.//r}) } @{ $part->{binds} });
}
sub part {
  my $rows = $dispatcher->selectall_arrayref(prepared(@_), { Slice => {} });
  $dispatcher->do('deallocate part');
  return @$rows;
}
# The buffers that a part of a dispatcher's statement reads.
sub cost {
  my $top = $json->decode($dispatcher->selectrow_array('explain (analyze, buffers, format json) ' . prepared(@_)))->[0]{Plan};
  $dispatcher->do('deallocate part');
  return $top->{'Shared Hit Blocks'} + $top->{'Shared Read Blocks'};
}
sub drop { my ($rows) = @_; my ($row) = part('queue_drop', 0, rows => $rows); return "$row->{deliveries}+$row->{dead_letters}" }

# Makes a subscription with $pending deliveries, all due, and $dead dead letters.
sub subscribed {
  my ($x, $pending, $dead, $url) = @_;
  my $s = $x->submitter->post('/v2/webhooks', { callbackUrl => $url // $receiver->url })->ok;
  backlog($pending, $s->{id}) if $pending;
  owner()->do(q(with made as (insert into event (type, request, request_token, submit_company, receive_company) select 'note.created', 1, 'T', 1, 1 from generate_series(1, ?) returning id)
    insert into dead_letter (event, subscription, reason) select id, ?, 'HTTP 400' from made), undef, $dead, $s->{id}) if $dead;
  return { %$s, queue => queue($s) };
}

# Locks all waiting deliveries and dead letters of a subscription.
sub holding {
  my ($s) = @_;
  my $holder = another_connection();
  $holder->begin_work;
  $holder->do('select from delivery where queue = ? for update', undef, $s->{queue});
  $holder->do('select from dead_letter where subscription = ? for update', undef, $s->{id});
  return $holder;
}

my %end = (
  'switched off' => sub { my ($x, $s) = @_; $x->submitter->patch("/v2/webhooks/$s->{id}", { active => false })->ok },
  'deleted'      => sub { my ($x, $s) = @_; $x->submitter->delete("/v2/webhooks/$s->{id}")->is_status(204) },
  'retired'      => sub {
    my ($x, $s) = @_;
    owner()->do('insert into attempt (subscription, event, number, http_status, success, duration_ms, created_at) values (?, 1, 1, 410, false, 1, clock_timestamp())', undef, $s->{id});
    $dispatcher->do(q(set lock_timeout = '2s'));
    part('subscription_retire', $_, subscription => $s->{id}, limit => 1) for 0, 1;
    ok !one('select active from subscription where id = ?', $s->{id});
  },
);
for my $how (sort keys %end) {
  subtest "$how: the statement waits for no pending delivery, and discards them all" => sub {
    my $x = exchange();
    my $s = subscribed($x, 50, 3);
    my ($event, $uid) = owner()->selectrow_array('select e.id, e.uid from event e join delivery d on d.event = e.id where d.queue = ? order by 1 limit 1', undef, $s->{queue});
    my $dead = $how eq 'deleted' ? 0 : 3;
    owner()->do(q(update delivery set due_at = due_at - interval '1 hour'));
    my $status = $json->decode(collabctl_status('--json'));
    is $status->{backlog}, 50;
    cmp_ok $status->{oldestDue}, '>=', 3600;
    my $holder = holding($s);
    $end{$how}->($x, $s);
    is left($s->{queue}), 50, 'all its deliveries are still in the table';

    my ($claimed) = part('delivery_claim', 0, claim => $claim, lease_seconds => 45, subscriptions => "{$s->{id}}", most => '{100}', retries => '{100}', since => '{0}');
    is_deeply [@{$claimed}{qw(id next)}], [undef, undef], 'no claim sees them';
    is_deeply [map { $_->{subscription} } part('delivery_look', 0, known => $_, since => 0, rescanned => '{}')], [undef], 'no look sees them' for '{}', "{$s->{id}}";
    is_deeply [@{ $json->decode(collabctl_status('--json')) }{qw(backlog oldestDue deadLetters)}], [0, 0, $dead], 'collabctl status does not count them';
    my ($probe) = part('backlog_probe', 0);
    is_deeply [@{$probe}{qw(backlog oldest_due dead_letters)}], [0, 0, $dead], 'the status page does not count them';
    is_deeply json_of(qw(deliveries --state pending)), [], 'no list shows them';
    is scalar @{ json_of(qw(deliveries --state dead)) }, $dead;
    my ($shown) = grep { $_->{subscription} == $s->{id} } @{ json_of('subscription', 'list') };
    is_deeply [$shown ? @{$shown}{qw(pending leased due deadLetters)} : ()], [$dead ? (0, 0, undef, 3) : ()];
    is_deeply json_of('deliveries', '--event', $uid)->{subscriptions}, [];
    is scalar @{ $x->submitter->get('/v2/webhooks')->ok }, $dead ? 1 : 0;
    $x->submitter->post('/v2/webhooks', { callbackUrl => $receiver->url })->ok for 1 .. ($dead ? 1 : 2);

    is drop(20), '0+0', 'locked deliveries are not deleted yet';
    is known(), 1;
    $holder->rollback;
    is_deeply [map { drop(20) } 1 .. 5], [$dead ? qw(0+0 20+0 20+0 10+0 0+0) : qw(0+0 20+3 20+0 10+0 0+0)], 'they are deleted in batches';
    drop(20) for 1 .. 2;
    is known(), 0, 'then the queue is forgotten';
    is one('select count(*) from dead_letter where subscription = ?', $s->{id}), $dead;
    owner()->do('truncate dead_letter');
  };
}

subtest 'a discarded delivery keeps no event, unless it is locked' => sub {
  my ($x, $y) = (exchange(), exchange());
  my ($s, $needed) = (subscribed($x, 3, 2), subscribed($y, 1, 1));
  $end{deleted}->($x, $s);
  my @events = @{ owner()->selectcol_arrayref('select event from delivery union select event from dead_letter order by 1') };
  my @kept = @{ owner()->selectcol_arrayref('select event from delivery where queue = ? union select event from dead_letter where subscription = ? order by 1', undef, $needed->{queue}, $needed->{id}) };
  owner()->do('delete from outbox');
  owner()->do(q(update event set created_at = created_at - interval '400 days' where id = any (?)), undef, \@events);
  my $holder = another_connection();
  $holder->begin_work;
  my ($held) = $holder->selectrow_array('select event from delivery where queue = ? order by event limit 1 for update', undef, $s->{queue});
  my ($retired) = part('event_retire', 0, days => 40, after => '-infinity');
  is $retired->{done}, 4;
  is_deeply owner()->selectcol_arrayref('select id from event where id = any (?) order by 1', undef, \@events), [sort { $a <=> $b } $held, @kept];
  is_deeply [left($s->{queue}), one('select count(*) from dead_letter where subscription = ?', $s->{id})], [1, 0], 'discarded deliveries and dead letters are deleted with their events';
  $holder->rollback;
  ($retired) = part('event_retire', 0, days => 40, after => '-infinity');
  is_deeply [$retired->{done}, left($s->{queue}), left($needed->{queue})], [1, 0, 1];
  $end{deleted}->($y, $needed);
  drop(10) for 1 .. 4;
  is known(), 0;
};

subtest 'a queue is not forgotten before its dead rows are vacuumed, because a look would walk through them' => sub {
  my ($x, $y) = (exchange(), exchange());
  my ($s, $sent) = (subscribed($x, 12_000, 12_000), subscribed($y, 12_000));
  my $pinned = another_connection();
  $pinned->do('begin isolation level repeatable read');
  $pinned->do('select 1');
  owner()->do('delete from delivery where queue = ?', undef, $sent->{queue});
  $end{deleted}->($x, $s);
  is drop(20_000), '12000+12000';
  my $looking = cost('backlog_probe', 0);
  owner()->do('vacuum delivery');
  drop(20_000) for 1 .. 4;
  is known(), 1;
  cmp_ok cost('queue_drop', 0, rows => 20_000), '<', 100, 'queue_drop does not walk through them meanwhile';
  cmp_ok cost('backlog_probe', 0), '<', 0.7 * $looking, 'backlog_probe does not count live rows one by one after the deletion';
  $pinned->do('rollback');
  # PostgreSQL may count the deleted rows only after the first vacuum
  ok wait_for { owner()->do('vacuum delivery'); drop(20_000) for 1 .. 3; !known() } 30, 'the queue is forgotten after the vacuum';
};

my $duty = "CollabDutyInterval 50ms\nCollabWebhookRetry V2 1 600\n";
subtest 'after a subscription is switched off and on, no earlier event is sent, and new ones are' => sub {
  my $x = exchange();
  my $s = subscribed($x, 300, 0, my $url = $receiver->url);
  my $event = one('select e.uid from event e join delivery d on d.event = e.id where d.queue = ? order by e.id limit 1', $s->{queue});
  owner()->do(q(insert into attempt (subscription, event, number, http_status, success, duration_ms, created_at)
    select ?, id, 1, 500, false, 1, clock_timestamp() from event where uid = ?), undef, $s->{id}, $event);
  my $holder = another_connection();
  $holder->begin_work;
  $holder->do('select from delivery where id = any (array(select min(id) from delivery where queue = ?)) for update', undef, $s->{queue});
  $x->submitter->post($x->notes, a_note())->ok;           # not fanned out yet
  $end{'switched off'}->($x, $s);
  $x->submitter->post($x->notes, a_note())->ok;
  $x->submitter->patch("/v2/webhooks/$s->{id}", { active => true })->ok;
  my $note = $x->submitter->post($x->notes, a_note())->ok->{token};
  my $on = $stack->another_server('on', extra => $duty);
  my ($first) = $receiver->wait($url, 1);
  is $json->decode($first->{body})->{data}{noteToken}, $note, 'the first event that arrives is a new one';
  collabctl('replay', '--all', '--subscription', $s->{id}, '--event', $event, '--yes');
  is +($receiver->wait($url, 2))[1]{event}, $event, 'an earlier event that is asked for by id is sent';
  ok +(wait_for { left($s->{queue}) == 1 } 20, 'the batches'), 'only the locked delivery is left';
  is scalar($receiver->got($url)), 2, 'no other event arrives';
  $holder->rollback;
  ok wait_for { !known() } 20, 'the queue is forgotten';
  is_deeply [left($s->{queue}), scalar $receiver->got($url)], [0, 2];
  $on->stop;
};

subtest 'a transfer under way at that moment is neither recorded nor retried' => sub {
  my $x = exchange();
  my $slow = receiver();
  my $s = subscribed($x, 0, 0, my $url = $slow->url('hang'));
  my $on = $stack->another_server('way', extra => $duty);
  $x->submitter->post($x->notes, a_note())->ok;
  $slow->wait($url, 1);
  my $holder = holding($s);
  $end{'switched off'}->($x, $s);
  is left($s->{queue}), 1;
  $x->submitter->patch("/v2/webhooks/$s->{id}", { active => true })->ok;
  $slow->stop;                  # ends the attempt
  ok +(wait_for { !one('select count(*) from lease') } 30, 'the end of its lease'), 'its lease ends, though the delivery\'s row is still there';
  is one('select count(*) from attempt where subscription = ?', $s->{id}), 0;
  $slow->again;
  my $note = $x->submitter->post($x->notes, a_note())->ok->{token};
  my @got = $slow->wait($url, 2);
  is $json->decode($got[1]{body})->{data}{noteToken}, $note, 'a new event arrives';
  $holder->rollback;
  ok wait_for { !known() } 20, 'the queue is forgotten';
  is scalar($slow->got($url)), 2;
  is one('select count(*) from dead_letter where subscription = ?', $s->{id}), 0;
  $on->stop;
};

subtest 'when a dispatcher is killed, another continues its batches' => sub {
  my $x = exchange();
  my $s = subscribed($x, 12_000, 0, my $url = $receiver->url);
  $end{deleted}->($x, $s);
  owner()->do('create table going ()');         # holds up the second batch
  owner()->do(q(create function hold_up() returns trigger language plpgsql security definer set search_path = collab as
    'begin while session_user <> ''collab_owner'' and not exists (select from going) and (select count(*) from delivery) < 1000
      loop perform pg_sleep(0.02); end loop; return null; end'));
  owner()->do('create trigger hold_up after delete on delivery for each statement execute function hold_up()');
  my $one = $stack->another_server('one', extra => $duty);
  my $admin = $stack->pg->admin;
  wait_for { $admin->selectrow_array(q(select 1 from pg_stat_activity where usename = 'collab_dispatch' and wait_event = 'PgSleep')) } 30, 'a batch under way';
  my $left = left($s->{queue});
  is $left, 2_000, 'one batch is committed';
  kill 'KILL', $one->dispatcher;
  $one->stop;
  $admin->do(q(select pg_terminate_backend(pid) from pg_stat_activity where usename = 'collab_dispatch'));
  wait_for { !$admin->selectrow_array(q(select 1 from pg_stat_activity where usename = 'collab_dispatch' and wait_event = 'PgSleep')) } 30, 'its end';
  is left($s->{queue}), $left, 'the uncommitted batch is undone';
  my $two = $stack->another_server('two', extra => $duty);
  owner()->do('insert into going default values');
  ok +(wait_for { !left($s->{queue}) } 30, 'the others'), 'another dispatcher deletes the rest';
  ok +(wait_for { $two->log =~ /CB0658: \d+ deliveries and 0 dead letters deleted/ } 10, 'the line'), 'the error log says so';
  is scalar($receiver->got($url)), 0;
};

done_testing;
