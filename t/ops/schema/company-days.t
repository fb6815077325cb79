# t/ops/schema/company-days.t: the watchers' statement counts each row once, on its UTC day, however late it is committed
# directives.md, CollabDailyLimit
use strict;
use warnings;
use lib qw(t/lib lab/lib);
use Collab::Postgres;
use Collab::Stack;
use Collab::Wait qw(wait_for);
use File::Temp qw(tempdir);
use JSON::XS ();
use POSIX ();
use Test::More;

my (undef, $minute, $hour) = gmtime;
plan skip_all => 'the UTC day is about to end' if $hour == 23 && $minute >= 57;
my $dir = tempdir('cdXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $pg = Collab::Stack::migrated($dir);
END { local $?; $pg->stop if $pg }
my $owner = $pg->dbh;
my ($api, $another) = map { Collab::Postgres->connect($pg->dbi =~ s/collab_owner/collab_api/r) } 1, 2;
my ($text) = map { $_->{text} } @{ JSON::XS->new->decode(scalar qx(bench/statement watch_days json))->{parts} };

# The statement waits for no interval here: each call counts, and a mark is final at the next call after the transactions of its time.
sub turn { my ($db, $again) = @_; return 0 + ($db || $api)->do($text, undef, $again // 0) }
# A turn of a watcher in a process of its own. Returns the process's id.
sub turn_apart {
  my $pid = fork // die "fork: $!\n";
  return $pid if $pid;
  POSIX::_exit(eval { turn(Collab::Postgres->connect($pg->dbi =~ s/collab_owner/collab_api/r)) } ? 0 : 1);
}
sub one { return scalar $owner->selectrow_array(shift, undef, @_) }
sub day { my ($company, $ago) = @_; return join ' ', $owner->selectrow_array(q(select requests, bytes from company_day where company = ? and day = (now() at time zone 'UTC')::date - ?::int), undef, $company, $ago // 0) }
sub is_final { return one('select c.note >= (select max(id) from note) and c.request >= (select max(id) from request) from company_day_count c') }
sub settle { for (1 .. 5) { turn(); return 1 if is_final() } return 0 }

# The cluster may be a copy of one that was made many minutes ago.
$owner->do($_) for split /;\n/, <<'END';
update company_day_count set answer = clock_timestamp(), next_answer = clock_timestamp();
insert into company (id, name, domain) values (1, 'One', 'one.example'), (2, 'Two', 'two.example');
insert into account (id, company, username, email) values (1, 1, 'one', 'one@one.example'), (2, 2, 'two', 'two@two.example');
insert into document (id, company, name) values (1, 2, 'Form')
END
sub request {
  my ($db, $note) = @_;
  return scalar $db->selectrow_array(q(insert into request (token, submit_company, submit_company_name, submitter, receive_company, receive_company_name, summary, description,
    priority, respond_by, document, document_name, submitted_by, submitter_contact, receiver_contact, internal_notes)
    values (lpad((random() * 1e15)::bigint::text, 16, '1'), 1, 'One', 1, 2, 'Two', 'x', 'x', 'LOW', now(), 1, 'Form', '{}', '{}', '{}', ?) returning id), undef, $note // '[]');
}
my $request = request($owner);
sub store { my ($db, $company, $size, %with) = @_; return $db->do(q(insert into note (token, request, company, author, creator_name, summary, description, priority, size, created_at)
  values (gen_random_uuid(), ?, ?, ?, 'x', 'x', 'x', 'LOW', ?, coalesce(?, clock_timestamp()))), undef, $request, $company, $company, $size, $with{at}) }
my $bytes = one('select octet_length(rendered) + pg_column_size(internal_notes) from request where id = ?', $request);

subtest 'requests, notes, responses and kept answers count, for the company that made them' => sub {
  store($owner, 1, 100);
  store($owner, 2, 30);
  $owner->do(q(insert into note (token, request, creator_name, summary, description, priority) values ('system', ?, 'x', 'x', 'x', 'LOW')), undef, $request);
  $owner->do(q(insert into response (request, type, company, author) values (?, 'APPROVAL', 2, 2)), undef, $request);
  $owner->do(q(insert into idempotency (account, scope, key, body_hash, outcome, answer) values (2, 'x', 'x', 'x', 'ok', repeat('x', 5000)::bytea), (2, 'x', 'none', 'x', 'ok', null)));
  my $response = one('select octet_length(rendered) from response');
  turn();
  is day(1), '1 ' . ($bytes + 100), 'the submitter';
  is day(2), '0 ' . (30 + $response + 5000), 'the receiver: its request is another company\'s';
  ok settle(), 'all rows become final';
  turn() for 1 .. 3;
  is day(1), '1 ' . ($bytes + 100), 'the submitter, once';
  is day(2), '0 ' . (30 + $response + 5000), 'the receiver, once';
  is one('select count(*) from company_day'), 2, 'a note of the service is nobody\'s';
  request($owner);
  store($owner, 1, 10);
  turn();
  is day(1), '2 ' . (2 * $bytes + 110), 'later ones are added';
  ok settle();
};

subtest 'a row whose transaction ends late counts once' => sub {
  my $before = (split / /, day(1))[1];
  my $late = Collab::Postgres->connect($pg->dbi);
  $late->begin_work;
  store($late, 1, 1000);         # this id is lower than those of the following rows
  for (1 .. 4) { store($owner, 1, 1); turn() }
  is +(split / /, day(1))[1], $before + 4, 'it does not count before its commit';
  ok !is_final(), 'rows with higher ids stay uncounted, too';
  $late->commit;
  turn();
  is +(split / /, day(1))[1], $before + 1004, 'it counts after its commit';
  ok settle();
  turn() for 1 .. 3;
  is +(split / /, day(1))[1], $before + 1004, '… once';
};

subtest 'a transaction of days holds nothing up' => sub {
  my $late = Collab::Postgres->connect($pg->dbi);
  $late->begin_work;
  $late->do('create temporary table long (id int)');        # takes a transaction id
  store($owner, 1, 1);
  turn() for 1 .. 3;
  ok !is_final(), 'at first nothing becomes final';
  for (1 .. 2) { $owner->do(q(update company_day_count set next_at = next_at - interval '11 minutes')); turn() }
  ok is_final(), 'after ten minutes it does';
  $late->rollback;
};

subtest 'a row counts on the UTC day on which it was made' => sub {
  store($owner, 2, 7, at => one(q(select ((now() at time zone 'UTC')::date - 1)::timestamp at time zone 'UTC')));
  store($owner, 2, 8, at => one(q(select (now() at time zone 'UTC')::date::timestamp at time zone 'UTC' - interval '1 microsecond')));
  store($owner, 2, 9, at => one(q(select ((now() at time zone 'UTC')::date - 2)::timestamp at time zone 'UTC' + interval '1 hour')));
  ok settle();
  is day(2, 1), '0 15', 'yesterday, from its first to its last microsecond';
  is day(2, 2), '0 9', 'the day before';
};

subtest 'one watcher at a time counts, and not more often than told' => sub {
  my $before = (split / /, day(1))[1];
  store($owner, 1, 5);
  is turn($api, 3600), 0, 'an hour has not passed';
  $another->do("select pg_advisory_lock(27763, 0)");
  is turn(), 0, 'another watcher is at work';
  $another->do("select pg_advisory_unlock(27763, 0)");
  is +(split / /, day(1))[1], $before, 'nothing was counted';
  is turn(), 1, 'then the next one counts';
  is +(split / /, day(1))[1], $before + 5;
  ok settle();

  # A watcher whose snapshot is older than the other's turn: it has the lock, and waits for the row of company_day_count.
  my $freely = $text =~ s/pg_try_advisory_xact_lock\([^)]*\)/true/r;
  for my $round (1 .. 3) {
    store($owner, 1, 10);
    $another->begin_work;
    $another->do($freely, undef, 0);
    my $second = turn_apart();
    ok +(wait_for { one('select count(*) from pg_locks where not granted') } 10), 'the second waits';
    store($owner, 1, 10);
    $another->commit;
    waitpid $second, 0;
    is $?, 0, 'the second has ended';
  }
  ok settle();
  is +(split / /, day(1))[1], $before + 65, 'each row has counted once';
};

subtest 'what is compressed or stored apart counts with its whole length, without being read' => sub {
  my $long = one(q(select string_agg(md5(n::text), '') from generate_series(1, 4000) n));
  ok settle();
  my $before = (split / /, day(2))[1];
  $owner->do(q(insert into response (request, type, company, author, next_steps) values (?, 'APPROVAL', 2, 2, ?), (?, 'APPROVAL', 2, 2, repeat('x', 100000))), undef, $request, $long, $request);
  turn();
  cmp_ok +(split / /, day(2))[1], '>', $before + 228_000;
  ok settle();
};

subtest 'a day is forgotten after 400 days of accepted time' => sub {
  $owner->do(q(insert into company_day select (now() at time zone 'UTC')::date - n, 3, 1, 1, 1, 1 from unnest(array[400, 401, 500]) n));
  $owner->do(q(update accepted_time set accepted = clock_timestamp() - interval '300 days'));
  turn();
  is one('select count(*) from company_day where company = 3'), 3, 'not by a clock that is ahead of the accepted time';
  $owner->do(q(update accepted_time set accepted = clock_timestamp()));
  turn();
  is one('select count(*) from company_day where company = 3'), 1;
};

done_testing;
