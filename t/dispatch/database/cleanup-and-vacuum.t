# t/dispatch/database/cleanup-and-vacuum.t: two dispatchers delete old events, vacuum live tables and keep indexes small
# Also tests the alarm of a refused vacuum.
use lib qw(t/lib lab/lib);
use Collab::Receiver;
use Collab::Postgres;
use Collab::Stack;
use Collab::Test;

my $pages = join '', map { "<Location \"/collab-$_\">\n  SetHandler collab-$_\n  Require all granted\n</Location>\n" } qw(status metrics);
my $extra = "${pages}CollabDutyInterval 50ms\nCollabRetention attempts=30 events=40\nCollabHorizonAlarm 1\nCollabSubscriptionLimit 50 pending=Off\n";
my $stack = stack(vacuums => 1, extra => $extra);
aged();
my $second = $stack->another_server('second', extra => $extra);
my @servers = ($stack->server, $second);

sub one { return scalar owner()->selectrow_array(shift, undef, @_) }

# Makes an event that is $age days old.
sub event {
  my ($age) = @_;
  return one(q(insert into event (type, subscription, submit_company, receive_company, created_at)
    values ('webhook.test', 1, 1, 1, clock_timestamp() - ? * interval '1 day') returning id), $age);
}

subtest 'old events are deleted, except those that are still needed' => sub {
  my $x = exchange();
  my $subscription = $x->submitter->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/' })->ok->{id};
  my %needed = map { $_ => event(0) } qw(waiting dead again unwritten);
  owner()->do(q(insert into delivery (event, queue, due_at) values (?, ?, 'infinity')), undef, $needed{waiting}, $subscription);
  owner()->do(q(insert into dead_letter (event, subscription, reason) values (?, ?, 'gone')), undef, $needed{dead}, $subscription);
  owner()->do(q(insert into replay_item (replay, event, subscription) values (0, ?, ?)), undef, $needed{again}, $subscription);
  owner()->do('update channel set active = true where id = 3');
  owner()->do('insert into outbox (channel, event) values (3, ?)', undef, $needed{unwritten});      # as if no dispatcher had written the event log for a long time
  owner()->do(q(update event set created_at = clock_timestamp() - interval '400 days' where id = any (?)), undef, [values %needed]);    # comes last: an old event is deleted unless something needs it
  my $young = event(39);
  owner()->do(q(insert into event (type, subscription, submit_company, receive_company, created_at)
    select 'webhook.test', 1, 1, 1, clock_timestamp() - interval '41 days' - n * interval '1 second' from generate_series(1, 2500) n));
  ok +(wait_for { one(q(select count(*) from event where created_at < clock_timestamp() - interval '40 days')) <= 4 } 20, 'the old events to go'), 'more than one batch of old events is deleted';
  is_deeply owner()->selectcol_arrayref(q(select id from event where created_at < clock_timestamp() - interval '1 day' order by id)), [sort { $a <=> $b } values %needed, $young], 'no other event is deleted';
  owner()->do('delete from delivery');
  owner()->do('delete from replay_item');
  owner()->do('update channel set active = false where id = 3');       # the dispatcher then empties its outbox
  ok +(wait_for { one('select count(*) from event where id = any (?)', [@needed{qw(waiting again unwritten)}]) == 0 } 20), 'events that are no longer needed are deleted later';
  is one('select count(*) from event where id = ?', $needed{dead}), 1, 'a dead letter keeps its event';
};

# The number of vacuums of a table, by the dispatcher or by autovacuum.
sub vacuums { return one('select vacuum_count + autovacuum_count from pg_stat_user_tables where relname = ?', shift) }

# Three thousand dead rows.
sub dead_rows {
  my $other = another_connection();
  $other->do(q(insert into event (type, subscription, submit_company, receive_company) select 'webhook.test', 1, 1, 1 from generate_series(1, 3000)));
  $other->do(q(insert into delivery (event, queue, due_at, attempts) select id, ?, now() + interval '1 hour', 1 from event where type = 'webhook.test' on conflict do nothing), undef, one('select min(id) from subscription'));
  $other->do('delete from delivery');
  $other->disconnect;       # the end of the session updates the statistics
}

# From PostgreSQL 17 on, a role that owns no table may vacuum. With older versions, autovacuum vacuums the tables.
my $may_vacuum = owner()->{pg_server_version} >= 170000;

subtest 'live tables with many dead rows are vacuumed' => sub {
  my $before = vacuums('delivery');
  dead_rows();
  ok wait_for { vacuums('delivery') > $before } 60, 'a vacuum';
  ok one(q(select vacuum_count from pg_stat_user_tables where relname = 'delivery')), "the dispatcher vacuums itself" if $may_vacuum;
};

subtest 'a refused vacuum raises an alarm until the privilege is granted' => sub {
  plan skip_all => 'PostgreSQL has the privilege MAINTAIN from version 17 on' unless $may_vacuum;
  my $before = one(q(select vacuum_count from pg_stat_user_tables where relname = 'outbox'));
  owner()->do('revoke maintain on outbox from collab_dispatch');
  dead_rows();
  my $alarm = qr/CB0655: alarm: PostgreSQL does not vacuum the queue's tables; .*outbox.*collabctl migrate/;
  my $node;
  ok +(wait_for { ($node) = grep { $_->log =~ $alarm } @servers } 30, 'the alarm'), 'the error log has the alarm';
  like nobody->at($node)->get('/collab-metrics')->text, qr/^collab_health\{reason="vacuum"\} 1$/m, 'the metrics have the alarm';
  like nobody->at($node)->get('/collab-status')->text, qr/does not vacuum the queue's tables/, 'the status page has the alarm';
  Collab::Stack::migrate($stack->pg, $stack->{dir});
  ok +(wait_for { $node->log =~ /CB0656: the alarm is over: the queue's tables are vacuumed/ } 30, 'its end'), 'collabctl migrate ends the alarm';
  cmp_ok one(q(select vacuum_count from pg_stat_user_tables where relname = 'outbox')), '>', $before;
};

subtest 'an index that a backlog has left large is rebuilt' => sub {
  my $size = sub { one(q(select pg_relation_size('delivery_due'))) };
  my $other = another_connection();
  $other->do(q(insert into event (type, subscription, submit_company, receive_company) select 'webhook.test', 1, 1, 1 from generate_series(1, 150000)));
  $other->do(q(insert into delivery (event, queue, due_at, attempts) select id, ?, now() + interval '1 hour', 1 from event where type = 'webhook.test' on conflict do nothing), undef, one('select min(id) from subscription'));
  cmp_ok $size->(), '>', 4 << 20, 'a backlog makes the index large';
  $other->do('delete from delivery where event % 1000 <> 0');
  my $left = $other->selectrow_array('select count(*) from delivery');
  $other->disconnect;
  # An autovacuum during the delete may leave n_live_tup as before the delete. Later changes of a live queue start another.
  owner()->do('vacuum delivery');
  ok +(wait_for { $size->() < 64 << 10 } 30, 'the new index'), 'the rebuilt index is small';
  ok +(wait_for { grep { $_->log =~ /index delivery_due rebuilt after a backlog/ } @servers } 5, 'the line'), 'the error log says so';
  is one(q(select count(*) from delivery where queue > 0 and due_at > now())), $left, 'the rebuilt index has every row';
};

done_testing;
