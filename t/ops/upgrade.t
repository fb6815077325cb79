# t/ops/upgrade.t: a database with rows of an older version is migrated and keeps them
use strict;
use warnings;
use lib 't/lib';
use Collab::Postgres;
use Collab::Wait qw(output run wait_for);
use File::Copy qw(copy);
use File::Path qw(make_path);
use File::Temp qw(tempdir);
use Test::More;

my $dir = tempdir('upXXXXXX', TMPDIR => 1, CLEANUP => 1);
my $pg = Collab::Postgres->start($dir);
END { local $?; $pg->stop if $pg }      # before its folder goes
$ENV{COLLAB_DSN} = $pg->dsn('collab_owner');

# Applies the migrations whose file names come before `end`; all of them, and the real roles, when there is none.
sub migrate {
  my ($end) = @_;
  make_path("$dir/sql/schema");
  for my $file (glob 'sql/schema/*.sql') {
    copy($file, "$dir/sql/schema") or die "$file: $!\n" if !$end || $file lt "sql/schema/$end";
  }
  copy($end ? '/dev/null' : 'sql/roles.sql', "$dir/sql/roles.sql") or die "roles.sql: $!\n";
  run('./collabctl', 'migrate', '--sql', "$dir/sql");
}

my ($of_days) = map { m{(\d{4})_[^/]*$} } glob 'sql/schema/*_attempts_by_day.sql';
migrate($of_days);
my $owner = $pg->dbh;
$owner->do(q(with made as (insert into event (type, request, request_token, submit_company, receive_company)
  select unnest(array['closed', 'note.created']), 1, 'T', 1, 2 returning id) insert into outbox (event) select id from made));

# A delivery that is under way while its database is migrated.
my $claim = '0000000a-0000-4000-8000-000000000001';
$owner->do(q(with c as (insert into company (name, domain) values ('Old', 'old.example') returning id),
  a as (insert into account (company, username, email) select id, 'old', 'old@old.example' from c returning id, company),
  s as (insert into subscription (uid, company, account, version, callback_url, secret)
        select '00000000-0000-4000-8000-000000000002', company, id, 'V2', 'https://old.example/', 'x' from a returning id)
  insert into delivery (event, subscription, claim, lease_until) select (select min(id) from event), s.id, ?::uuid, '2030-01-01 00:00Z' from s), undef, $claim);

subtest 'the log of attempts becomes one of day partitions' => sub {
  $owner->do(q(insert into attempt (subscription, event, number, success, duration_ms, created_at)
    select 1 + n % 3, n, 1, true, 7, clock_timestamp() - n * interval '5 hours' from generate_series(0, 99) n));
  my $of = 'select id, subscription, event, number, http_status, success, duration_ms, created_at, dead_letter from attempt order by id';
  my $before = $owner->selectall_arrayref($of);
  migrate('0033_leases_under_way.sql');
  # What a claim leaves that was under way while `lease` was made.
  $owner->do(q(with e as (insert into event (type, request, request_token, submit_company, receive_company) values ('closed', 1, 'T', 1, 2) returning id)
    insert into delivery (event, subscription, claim) select e.id, s.id, '0000000b-0000-4000-8000-000000000001' from e, subscription s));
  # A subscription whose filters have changed once, and one whose have not.
  migrate('0043_earlier_filters.sql');
  $owner->do(q(update subscription set filters_since = '2026-11-01 00:00Z', event_types = '{note.created}', earlier_event_types = '{closed}', earlier_partner_companies = '{7}'));
  $owner->do(q(insert into subscription (uid, company, account, version, callback_url, secret)
    select '00000000-0000-4000-8000-000000000003', company, account, version, callback_url, secret from subscription));
  # One that was switched off by hand, with what was pending.
  migrate('0046_queues.sql');
  $owner->do(q(with s as (insert into subscription (uid, company, account, version, callback_url, secret, active)
    select '00000000-0000-4000-8000-000000000004', company, account, version, callback_url, secret, false from subscription limit 1 returning id)
    insert into delivery (event, subscription) select min(event.id), s.id from s, event group by 2));
  # Service principals whose object ids are spelled in several ways.
  my ($object_ids) = map { m{(\d{4}_object_ids\.sql)$} } glob 'sql/schema/*_object_ids.sql';
  migrate($object_ids);
  $owner->do(q(insert into account (kind, company, username, email, issuer, subject) select 'principal', company.id, x.name, x.name, 'https://id.example', x.oid
    from company, (values ('a', '0A000000-0000-0000-0000-000000000001'), ('b', 'Bot-A'), ('c', '0A000000-0000-0000-0000-000000000002'),
                          ('d', '0a000000-0000-0000-0000-000000000002'), ('e', '0A000000-0000-0000-0000-00000000000B'), ('f', '0a000000-0000-0000-0000-00000000000B')) x (name, oid)));
  migrate();
  is_deeply $owner->selectall_arrayref($of), $before, 'every row is there, unchanged';
  is $owner->selectrow_array(q(insert into attempt (subscription, event, number, success, duration_ms, created_at)
    values (1, 1, 1, true, 7, clock_timestamp()) returning id)), 101, 'ids go on where they were';
  is $owner->selectrow_array(q(select count(*) from pg_inherits where inhparent = 'attempt'::regclass)),
    $owner->selectrow_array(q(select count(*) from generate_series((clock_timestamp() - interval '495 hours')::date, clock_timestamp()::date + 7, '1 day'))),
    'a partition each day, and for a week ahead';
};

subtest 'object ids that are GUIDs are in lower case, unless that one is taken' => sub {
  is_deeply $owner->selectall_arrayref(q(select username, subject from account where kind = 'principal' order by 1)),
    [['a', '0a000000-0000-0000-0000-000000000001'], ['b', 'Bot-A'], ['c', '0A000000-0000-0000-0000-000000000002'], ['d', '0a000000-0000-0000-0000-000000000002'],
     ['e', '0a000000-0000-0000-0000-00000000000b'], ['f', '0a000000-0000-0000-0000-00000000000B']];
};

subtest 'what the outbox holds is there for each channel that wants it' => sub {
  is_deeply $owner->selectall_arrayref('select channel.name, event.type from outbox join channel on channel.id = channel join event on event.id = event order by 1, 2'),
    [[qw(webhooks-v1 note.created)], [qw(webhooks-v2 closed)], [qw(webhooks-v2 note.created)]];
};

subtest 'what is leased stays leased, for as long' => sub {
  is_deeply $owner->selectall_arrayref(q(select l.claim, l.until = '2030-01-01 00:00Z', l.deliveries = array_agg(d.id) from delivery d join lease l using (claim) group by l.claim order by 1)),
    [[$claim, 1, 1], ['0000000b-0000-4000-8000-000000000001', 0, 1]];
  is $owner->selectrow_array("select until <= clock_timestamp() from lease where claim <> ?", undef, $claim), 1, 'and what lost its lease on the way is taken back at once';
};

subtest 'filters that a subscription had are still those of their time' => sub {
  is_deeply $owner->selectall_arrayref(q(select s.uid, f.until = s.filters_since and f.until = '2026-11-01 00:00Z', f.event_types, f.case_directions, f.partner_companies, s.event_types
    from earlier_filters f join subscription s on s.id = f.subscription)), [['00000000-0000-4000-8000-000000000002', 1, ['closed'], undef, [7], ['note.created']]];
  is $owner->selectrow_array('select count(*) from subscription where active and inactive_since is null and inactive_reason is null'), 2;
};

subtest 'deliveries wait in the queue of their subscription, and nobody who does not know of queues makes others' => sub {
  is_deeply $owner->selectall_arrayref('select s.uid, count(d.id) from subscription s left join delivery d using (queue) group by 1 order by 1'),
    [['00000000-0000-4000-8000-000000000002', 2], ['00000000-0000-4000-8000-000000000003', 0], ['00000000-0000-4000-8000-000000000004', 0]];
  is_deeply $owner->selectall_arrayref('select q.subscription, count(d.id) from dropped_queue q join delivery d using (queue) group by 1'), [[undef, 1]], 'who is off has nothing';
  $owner->do('delete from dropped_queue');
  ok !eval { $owner->do('insert into delivery (event, subscription) select min(event.id), min(s.id) from event, subscription s'); 1 }, 'refused';
  my $api = Collab::Postgres->connect($pg->dbi =~ s/collab_owner/collab_api/r);
  $api->do('delete from subscription');         # as the version before does it
  is_deeply $owner->selectall_arrayref('select q.subscription = q.queue, count(d.id) from dropped_queue q left join delivery d using (queue) group by q.queue order by q.queue'), [[1, 2], [1, 0], [0, 0]],
    'who deletes a subscription as ever leaves what the dispatcher finds';
};

subtest 'live tables are the dispatcher\'s, who vacuums them' => sub {
  is $owner->selectrow_array(q(select pg_get_userbyid(relowner) from pg_class where oid = ?::regclass), undef, $_), 'collab_dispatch', $_ for qw(outbox delivery lease);
  ok $owner->selectrow_array(q(select has_table_privilege(?, 'select, insert, update, delete, truncate')), undef, $_), "… and still the schema's owner's" for qw(outbox delivery lease);
  my $dispatch = Collab::Postgres->connect($pg->dbi =~ s/collab_owner/collab_dispatch/r);
  $dispatch->do("vacuum $_") for qw(outbox delivery lease);
  ok +(wait_for { $owner->selectrow_array('select vacuum_count from pg_stat_user_tables where relname = ?', undef, $_) }), "$_ is vacuumed" for qw(outbox delivery lease);
  ok !eval { $dispatch->do('drop table attempt') }, 'it may not drop the log';
  ok !eval { $dispatch->do('create table mine (id int)') }, 'nor make tables';
};

subtest 'an owner who may not change roles, as after an upgrade of the cluster, migrates all the same' => sub {
  my $admin = $pg->admin;
  my $version = $admin->{pg_server_version};
  if ($version >= 160000) {     # as pg_dumpall brings the roles of an older version: no ADMIN option
    $admin->do("revoke $_ from collab_owner cascade") for qw(collab_api collab_dispatch);
    $admin->do('grant collab_dispatch to collab_owner');
    $admin->do('revoke pg_read_all_stats from collab_owner cascade');
  }
  $admin->do('revoke maintain on collab.outbox, collab.delivery, collab.lease from collab_dispatch') if $version >= 170000;
  $admin->do('alter role collab_owner nocreaterole');
  my ($status, $said) = output('./collabctl', 'migrate', '--sql', "$dir/sql");
  is $status, 0 or diag $said;
  if ($version >= 170000) {
    ok $admin->selectrow_array(q(select has_table_privilege('collab_dispatch', ?, 'maintain')), undef, "collab.$_"), "the dispatcher may vacuum $_" for qw(outbox delivery lease);
  }
  my @warnings = $said =~ /^.*warning.*$/mg;
  is_deeply [grep { !/grant pg_read_all_stats to collab_dispatch/ } @warnings], [];
  is scalar @warnings, $version >= 160000 ? 1 : 0, 'a right that only a superuser can give is named';
  $admin->do('set client_min_messages = warning');
  $admin->do('grant pg_read_all_stats to collab_dispatch');
  ($status, $said) = output('./collabctl', 'migrate', '--sql', "$dir/sql");
  is_deeply [$status, $said =~ /^.*warning.*$/mg], [0], 'and no longer once it is there';
};

done_testing;
