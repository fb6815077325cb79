# t/ops/schema/event-order.t: the migration and triggers number subscriptions and filters, also for nodes of 0.1.0
# sql/migrations/0103_event_order.sql
use strict;
use warnings;
use lib qw(t/lib lab/lib);
use Collab::File qw(slurp);
use Collab::Postgres;
use Collab::Stack;
use File::Temp qw(tempdir);
use Test::More;

my $dir = tempdir('eoXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $pg = Collab::Stack::migrated($dir);
END { local $?; $pg->stop if $pg }
my $owner = $pg->dbh;
my $worker = Collab::Postgres->connect($pg->dbi =~ s/collab_owner/collab_api/r);
sub one { return $owner->selectrow_array(shift, undef, @_) }
sub numbers { return $owner->selectrow_hashref('select made_from, active_from, filters_from, attempts_from from subscription where id = ?', undef, @_) }
sub drawn { return one('select last_value from event_id_seq') }

# Takes the migration back.
$owner->do($_) for 'drop function number_subscription() cascade', 'drop function number_filters() cascade',
  'drop function admits(event_type[], direction[], bigint[], bigint, event_type, bigint, bigint)',
  'alter table subscription drop column made_from, drop column active_from, drop column filters_from, drop column attempts_from',
  'alter table earlier_filters drop column until_event';

# Events, subscriptions and their changes at random times, some at the same time.
$owner->do($_) for split /;\n/, <<'SQL';
select setseed(0.5);
insert into company (id, name, domain) values (1, 'One', 'one.example'), (2, 'Two', 'two.example');
insert into account (id, company, username, email) values (1, 1, 'one', 'one@one.example');
create temporary table moment as select clock_timestamp() - (200 - n) * interval '1 minute' as at from generate_series(1, 100) n;
insert into event (type, request, request_token, submit_company, receive_company, created_at)
  select 'created', 1, 'x', 1, 2, at from moment, generate_series(1, 2) where random() < 0.8 order by at;
insert into subscription (uid, company, account, version, callback_url, secret, created_at, active_since)
  select gen_random_uuid(), 1, 1, 'V2', 'https://one.example/', 'x', made.at, greatest(made.at, (select at from moment where n is not null order by random() limit 1))
    from generate_series(1, 60) n, lateral (select at from moment where n is not null order by random() limit 1) made;
insert into earlier_filters (subscription, until, event_types)
  select distinct on (s.id, m.at) s.id, m.at, '{created}' from subscription s, generate_series(1, 3) n, lateral (select at from moment where s.id + n > 0 order by random() limit 1) m where s.id % 3 > 0;
update subscription s set filters_since = coalesce((select max(until) from earlier_filters where subscription = s.id), '-infinity');
insert into attempt (subscription, event, number, success, duration_ms, created_at) select s.id, e.id, 1, true, 1, e.created_at from subscription s, event e order by e.id
SQL
$owner->do($_) for split /^-- then\n/m, slurp('sql/migrations/0103_event_order.sql');

subtest 'existing rows get numbers that decide as their times did' => sub {
  my $choice = 'select event_types, until from earlier_filters f where f.subscription = s.id';
  my ($pairs, $inactive, $earlier, $early) = one("select count(*), count(*) filter (where e.created_at < s.active_since), count(*) filter (where e.created_at < s.filters_since),
    count(*) filter (where e.created_at < s.created_at) from subscription s, event e");
  cmp_ok $_, '>', $pairs / 20, "$_ of $pairs pairs of a subscription and an event" for $inactive, $earlier, $early;
  is one("select count(*) from subscription s, event e where (e.created_at < s.active_since) <> (e.id <= s.active_from)"), 0, 'the last activation';
  is one("select count(*) from subscription s, event e where (e.created_at < s.created_at) <> (e.id <= s.made_from)"), 0, 'the creation';
  is one('select count(*) from subscription s, event e where e.id > s.filters_from'), 0, 'all events so far use the earlier filters, if there are any';
  is one("select count(*) from subscription s, event e where e.id <= s.filters_from
    and (select until from earlier_filters f where f.subscription = s.id and f.until > e.created_at order by f.until limit 1)
        is distinct from (select until from earlier_filters f where f.subscription = s.id and f.until_event >= e.id order by f.until_event limit 1)"), 0, 'the earlier filters';
  is one("select count(*) from subscription s join attempt a on a.subscription = s.id where s.active_since > s.created_at
    and (a.created_at < s.active_since) <> (a.id <= s.attempts_from)"), 0, 'the attempts since the last activation';
  is one('select count(*) from subscription where attempts_from > 0 and active_since = created_at'), 0, '… if it is not the first';
};

# The statements as 0.1.0 has them, without the numbers.
subtest 'rows that a node of 0.1.0 writes get numbers' => sub {
  my $before = drawn();
  my ($id) = $worker->selectrow_array(q(insert into subscription (uid, company, account, version, callback_url, auth_type, secret, active)
    values (gen_random_uuid(), 1, 1, 'V2', 'https://one.example/', 'NONE', 'x', true) returning id));
  my $made = numbers($id);
  cmp_ok $made->{made_from}, '>', $before, 'a new subscription has a new number';
  is_deeply $made, { made_from => drawn(), active_from => drawn(), filters_from => 0, attempts_from => 0 };

  my $change = sub { my ($columns) = @_; $worker->do("update subscription set $columns, updated_at = clock_timestamp() where id = ?", undef, $id); return numbers($id) };
  is_deeply $change->('active = true, active_since = active_since, filters_since = filters_since'), $made, 'a change of neither draws none';
  is_deeply $change->('active = false, inactive_since = clock_timestamp()'), $made, 'nor does switching it off';
  my $on = $change->(q(active = true, active_since = clock_timestamp() - interval '20 seconds', inactive_since = null));
  is_deeply $on, { %$made, active_from => drawn(), attempts_from => one('select last_value from attempt_id_seq') }, 'switching it on does';
  cmp_ok $on->{active_from}, '>', $made->{active_from};

  for my $turn (1, 2) {
    $worker->do(q(with former_filter as (
        insert into earlier_filters (subscription, until, event_types) select id, clock_timestamp() - interval '20 seconds', event_types from subscription where id = $1::bigint returning until
      ) update subscription set event_types = '{closed}', filters_since = (select until from former_filter) where id = $1::bigint), undef, $id);
    is_deeply numbers($id), { %$on, filters_from => drawn() }, 'changed filters get the number of the row of earlier_filters';
    is_deeply [one('select count(*), max(until_event) from earlier_filters where subscription = ?', $id)], [$turn, drawn()];
  }
};

subtest 'a restored row keeps its numbers, and a worker changes none' => sub {
  $owner->do('create temporary table kept as select * from subscription where id = (select min(id) from subscription)');
  my ($id) = one('select id from kept');
  $owner->do('create temporary table kept_filters as select * from earlier_filters where subscription = ?', undef, $id);
  my $before = numbers($id);
  $owner->do($_) for 'delete from subscription where id in (select id from kept)', 'insert into subscription select * from kept', 'insert into earlier_filters select * from kept_filters';
  is_deeply numbers($id), $before;
  is_deeply $owner->selectall_arrayref('select * from earlier_filters where subscription = ?', undef, $id), $owner->selectall_arrayref('select * from kept_filters');
  for my $column (qw(made_from active_from filters_from attempts_from)) {
    ok !eval { $worker->do("update subscription set $column = 0"); 1 } && $worker->state eq '42501', "$column: a worker may not change it";
  }
};

is one(q(select seqcache from pg_sequence where seqrelid = 'event_id_seq'::regclass)), 1, 'no session caches numbers, which would then be out of order';

done_testing;
