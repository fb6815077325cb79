# t/dispatch/upkeep.t: the database's hygiene, by two dispatchers: days of the log of attempts made and dropped, old events deleted, live tables
# vacuumed, their indexes kept small; the alarms of a vacuum that is refused, of a log without room and of whoever keeps dead rows alive: a transaction, a prepared one,
# a replication slot
use lib 't/lib';
use Collab::Receiver;
use Collab::Postgres;
use Collab::Stack;
use Collab::Test;
use Collab::Wait qw(run);

my $pages = join '', map { "<Location \"/collab-$_\">\n  SetHandler collab-$_\n  Require all granted\n</Location>\n" } qw(status metrics);
my $extra = "${pages}CollabDutyInterval 50ms\nCollabRetention attempts=30 events=40\nCollabHorizonAlarm 1\n";
my $stack = stack(extra => $extra);
my $second = $stack->another_server('second', extra => $extra);
my @servers = ($stack->server, $second);

sub one { return scalar owner()->selectrow_array(shift, undef, @_) }
sub days { return @{ owner()->selectcol_arrayref(q(select relname from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = 'attempt'::regclass order by 1)) } }
sub day { my ($n) = @_; return one(q(select 'attempt_' || to_char((clock_timestamp() at time zone 'UTC')::date + ?::int, 'YYYYMMDD')), $n) }
sub logged { my ($like) = @_; return $stack->server->log =~ $like }

subtest 'there is room for seven days, and it is made again' => sub {
  my @wanted = map { day($_) } -1 .. 7;
  ok +(wait_for { "@{[days()]}" eq "@wanted" } 10, 'seven days'), 'from yesterday on';
  owner()->do("drop table $_") for @wanted[5 .. 8];
  ok +(wait_for { "@{[days()]}" eq "@wanted" } 10, 'seven days'), 'and again';
};

subtest 'without room there is an alarm' => sub {
  owner()->do('revoke execute on function make_attempt_partitions(int) from collab_dispatch');
  owner()->do("drop table $_") for map { day($_) } 2 .. 7;
  ok +(wait_for { logged(qr/alarm: the log of attempts has room for 1 more days/) } 10, 'the alarm'), 'in the error log';
  owner()->do('grant execute on function make_attempt_partitions(int) to collab_dispatch');
  ok +(wait_for { logged(qr/alarm is over: the log of attempts/) } 10, 'its end'), 'until there is';
  is scalar(() = $stack->server->log =~ /alarm: the log of attempts/g), 1, 'said once';
};

subtest 'a delivery waits for its day, and is put on record when there is one' => sub {
  my $receiver = receiver();
  my $x = exchange(request => 0);
  my $url = $receiver->url;
  my $id = $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok->{id};
  owner()->do('revoke execute on function make_attempt_partitions(int) from collab_dispatch');
  owner()->do("drop table $_") for days();
  $x->open_request;
  $receiver->wait($url, 1);
  ok +(wait_for { logged(qr/no partition of relation "attempt"/) || $second->log =~ /no partition of relation "attempt"/ } 10, 'a refused settlement'), 'it has none';
  is one('select count(*) from delivery where queue = ?', $id), 1, 'and is not lost';
  owner()->do('grant execute on function make_attempt_partitions(int) to collab_dispatch');
  ok +(wait_for { one('select count(*) from attempt where subscription = ? and success', $id) } 20, 'the attempt'), 'it has one';
  is one('select count(*) from delivery where queue = ?', $id), 0;
  is $receiver->got($url), 1, 'and was sent once';
};

# An event so many days old.
sub event {
  my ($age) = @_;
  return one(q(insert into event (type, subscription, submit_company, receive_company, created_at)
    values ('webhook.test', 1, 1, 1, clock_timestamp() - ? * interval '1 day') returning id), $age);
}

subtest 'old days are dropped, and no other' => sub {
  for my $age (29, 30, 31, 32, 50) {
    one('select make_attempt_partition((clock_timestamp() at time zone \'UTC\')::date - ?::int)', $age);
    one(q(insert into attempt (subscription, event, number, success, duration_ms, created_at) values (999999, ?, 1, true, 7, clock_timestamp() - ? * interval '1 day') returning id), $age, $age);
  }
  owner()->do(q(insert into ended_queue (queue, subscription, at) select -age, 999999, clock_timestamp() - age * interval '1 day' from unnest(array[29, 60]) age));
  my %old = map { day(-$_) => 1 } 31, 32, 50;
  ok +(wait_for { !grep { $old{$_} } days() } 20, 'the old days to go'), 'older than thirty days';
  ok +(wait_for { logged(qr/log of attempts of \S+ is dropped/) || $second->log =~ /log of attempts of \S+ is dropped/ } 5), 'said in the log';
  is_deeply [sort { $a <=> $b } @{ owner()->selectcol_arrayref('select event from attempt where subscription = 999999') }], [29, 30], 'the rest stays';
  is_deeply owner()->selectcol_arrayref('select queue from ended_queue where subscription = 999999'), [-29], 'and why queues ended goes with the attempts';
};

subtest 'a day that is not dropped raises an alarm' => sub {
  my $from = length $stack->server->log;
  my $said = sub { return substr($stack->server->log, $from) =~ $_[0] };
  owner()->do('revoke execute on function drop_attempt_partition(int) from collab_dispatch');
  one('select make_attempt_partition((clock_timestamp() at time zone \'UTC\')::date - 50)');
  ok wait_for { $said->(qr/alarm: the oldest day in the log of attempts is 50 days old .* attempts=30/) } 60, 'the alarm';
  owner()->do('grant execute on function drop_attempt_partition(int) to collab_dispatch');
  ok wait_for { $said->(qr/alarm is over: the log of attempts is as short as CollabRetention says/) } 60, 'its end';
};

subtest 'old events are deleted, but for those that something needs' => sub {
  my $x = exchange();
  my $subscription = $x->submitter->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/' })->ok->{id};
  my %needed = map { $_ => event(0) } qw(waiting dead again unwritten);
  owner()->do(q(insert into delivery (event, queue, due_at) values (?, ?, 'infinity')), undef, $needed{waiting}, $subscription);
  owner()->do(q(insert into dead_letter (event, subscription, reason) values (?, ?, 'gone')), undef, $needed{dead}, $subscription);
  owner()->do(q(insert into replay_item (replay, event, subscription) values (0, ?, ?)), undef, $needed{again}, $subscription);
  owner()->do('update channel set active = true where id = 3');
  owner()->do('insert into outbox (channel, event) values (3, ?)', undef, $needed{unwritten});      # nobody has consumed the event log for long
  owner()->do(q(update event set created_at = clock_timestamp() - interval '400 days' where id = any (?)), undef, [values %needed]);    # before that they would go
  my $young = event(39);
  owner()->do(q(insert into event (type, subscription, submit_company, receive_company, created_at)
    select 'webhook.test', 1, 1, 1, clock_timestamp() - interval '41 days' - n * interval '1 second' from generate_series(1, 2500) n));
  ok +(wait_for { one(q(select count(*) from event where created_at < clock_timestamp() - interval '40 days')) <= 4 } 20, 'the old events to go'), 'more than one stretch of them';
  is_deeply owner()->selectcol_arrayref(q(select id from event where created_at < clock_timestamp() - interval '1 day' order by id)), [sort { $a <=> $b } values %needed, $young], 'and no other';
  owner()->do('delete from delivery');
  owner()->do('delete from replay_item');
  owner()->do('update channel set active = false where id = 3');       # which empties it
  ok +(wait_for { one('select count(*) from event where id = any (?)', [@needed{qw(waiting again unwritten)}]) == 0 } 20), 'what nobody needs any more goes later';
  is one('select count(*) from event where id = ?', $needed{dead}), 1, 'a dead letter keeps its event';
};

subtest 'the live tables are vacuumed when it is worth while' => sub {
  my $before = one(q(select vacuum_count from pg_stat_user_tables where relname = 'delivery'));
  my $subscription = one('select min(id) from subscription');
  my $other = another_connection();
  $other->do(q(insert into event (type, subscription, submit_company, receive_company) select 'webhook.test', 1, 1, 1 from generate_series(1, 3000)));
  $other->do(q(insert into delivery (event, queue, due_at) select id, ?, 'infinity' from event where type = 'webhook.test' on conflict do nothing), undef, $subscription);
  $other->do('delete from delivery');
  $other->disconnect;       # which tells the statistics
  ok wait_for { one(q(select vacuum_count from pg_stat_user_tables where relname = 'delivery')) > $before } 20, 'a vacuum';
};

subtest 'a refused vacuum raises an alarm, until the right is there' => sub {
  my $before = one(q(select vacuum_count from pg_stat_user_tables where relname = 'outbox'));
  my $admin = $stack->pg->admin;
  $admin->do('alter table collab.outbox owner to collab_owner');
  $admin->do('grant select, insert, update, delete on collab.outbox to collab_dispatch');
  my $other = another_connection();
  $other->do(q(insert into delivery (event, queue, due_at) select id, ?, 'infinity' from event where type = 'webhook.test' on conflict do nothing), undef, one('select min(id) from subscription'));
  $other->do('delete from delivery');
  $other->disconnect;
  my $alarm = qr/CB0655: alarm: PostgreSQL does not vacuum the queue's tables; .*outbox.*collabctl migrate/;
  my $node;
  ok +(wait_for { ($node) = grep { $_->log =~ $alarm } @servers } 30, 'the alarm'), 'in the error log';
  like nobody->at($node)->get('/collab-metrics')->text, qr/^collab_alarm\{alarm="vacuum"\} 1$/m, 'in the metrics';
  like nobody->at($node)->get('/collab-status')->text, qr/does not vacuum the queue's tables/, 'on the status page';
  Collab::Stack::migrate($stack->pg, $stack->{dir});
  ok +(wait_for { $node->log =~ /CB0656: the alarm is over: the queue's tables are vacuumed/ } 30, 'its end'), 'collabctl migrate ends it';
  cmp_ok one(q(select vacuum_count from pg_stat_user_tables where relname = 'outbox')), '>', $before;
};

subtest 'an index that a backlog has left large is made anew' => sub {
  my $size = sub { one(q(select pg_relation_size('delivery_due'))) };
  my $other = another_connection();
  $other->do(q(insert into event (type, subscription, submit_company, receive_company) select 'webhook.test', 1, 1, 1 from generate_series(1, 150000)));
  $other->do(q(insert into delivery (event, queue, due_at) select id, ?, 'infinity' from event where type = 'webhook.test' on conflict do nothing), undef, one('select min(id) from subscription'));
  cmp_ok $size->(), '>', 4 << 20, 'a backlog makes it large';
  $other->do('delete from delivery where event % 1000 <> 0');
  my $left = $other->selectrow_array('select count(*) from delivery');
  $other->disconnect;
  ok +(wait_for { $size->() < 64 << 10 } 30, 'the new index'), 'and what is left small';
  ok +(wait_for { grep { $_->log =~ /index delivery_due made anew after a backlog/ } @servers } 5, 'the line'), 'said in the log';
  is one(q(select count(*) from delivery where queue > 0 and due_at = 'infinity')), $left, 'every row is in it';
};

sub pinned {
  my ($by, $what) = @_;
  ok +(wait_for { logged(qr/alarm: for \d+ s no dead row in this database can be removed.*$by/) } 20, 'the alarm'), $what;
}

subtest 'a transaction that keeps dead rows alive raises an alarm with its name' => sub {
  my $over = qr/alarm is over: dead rows can be removed again/;
  my $holder = another_connection();
  my $pid = $holder->{pg_pid};
  $holder->do("set application_name = 'forgotten report'");
  $holder->do('begin isolation level repeatable read');
  $holder->do('select 1');
  pinned(qr/session $pid of user collab_owner, application "forgotten report", state idle in transaction/, 'a snapshot');
  $holder->do('rollback');
  ok +(wait_for { logged($over) } 20, 'its end'), 'and it ends with it';

  owner()->do('revoke pg_read_all_stats from collab_dispatch');
  my $ended = () = $stack->server->log =~ /$over/g;
  $holder->do('begin isolation level repeatable read');
  $holder->do('select 1');
  pinned(qr/session $pid of user collab_owner, application "forgotten report", state not shown/, 'without the right to see more of other sessions, it says what it sees');
  $holder->do('rollback');
  ok wait_for { (() = $stack->server->log =~ /$over/g) > $ended } 20, 'its end';
  owner()->do('grant pg_read_all_stats to collab_dispatch');

  my $admin = DBI->connect($stack->pg->dbi =~ s/user=collab_owner/user=postgres/r, '', '', { RaiseError => 1 });
  $admin->do('alter system set max_prepared_transactions = 2');
  $admin->disconnect;
  $stack->pg->down;
  $stack->pg->up;
  $holder = another_connection();
  $holder->do('begin');
  $holder->do(q(create table left_behind (id int)));
  $holder->do(q(prepare transaction 'left behind'));
  $holder->disconnect;
  pinned(qr/prepared transaction "left behind" of user collab_owner/, 'a prepared transaction');
  another_connection()->do(q(rollback prepared 'left behind'));
};

subtest 'a replication slot that nobody reads any more is named as well' => sub {
  my ($socket, $bin) = ($stack->pg->{socket}, $ENV{COLLAB_PG_BINDIR} || '/usr/lib/postgresql/15/bin');
  my $dir = "$socket/standby";
  run("$bin/pg_basebackup", '-D', "$dir/pg", '-h', $socket, '-U', 'postgres', '-R', '-C', '-S', 'gone', '-c', 'fast');
  open my $conf, '>>', "$dir/pg/postgresql.auto.conf" or die "$dir: $!\n";
  print $conf "unix_socket_directories = '$dir'\nhot_standby_feedback = on\nwal_receiver_status_interval = 1\n";
  close $conf;
  run("$bin/pg_ctl", '-D', "$dir/pg", '-l', "$dir/log", '-w', '-t', 30, 'start');
  my $report = Collab::Postgres->connect($stack->pg->dbi =~ s/host=[^;]*/host=$dir/r);     # somebody reads there for long …
  $report->do('begin isolation level repeatable read');
  $report->do('select count(*) from event');
  my $slot = sub { $stack->pg->admin->selectrow_array(q(select xmin::text from pg_replication_slots where slot_name = 'gone')) };
  my $held = wait_for { $slot->() } 20, 'the feedback';
  run("$bin/pg_ctl", '-D', "$dir/pg", '-m', 'immediate', '-w', '-t', 30, 'stop');              # … and is never heard of again
  ok $held && $slot->(), 'the slot keeps dead rows';
  pinned(qr/replication slot "gone", not in use/, 'a slot');
  my $over = () = $stack->server->log =~ /alarm is over: dead rows/g;
  $stack->pg->admin->do(q(select pg_drop_replication_slot('gone')));
  ok +(wait_for { (() = $stack->server->log =~ /alarm is over: dead rows/g) > $over } 20, 'its end'), 'until it is dropped';
};

done_testing;
