# t/ops/health/health.t: /health/ready says within about two seconds that a node must get no requests, and why
# It also says when the node may get requests again.
use lib qw(t/lib lab/lib);
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;
use Time::HiRes qw(time);

my $stack = stack(orderly => 1, extra => "CollabDatabaseWait 300ms\n", timers => { grace => 4000 });
my $server = $stack->server;
my $patient = $stack->another_server('patient', extra => "CollabDispatcher Off\nCollabDatabaseWait 300ms\n");      # with the usual grace period, 20 s

sub ready { my ($at) = @_; return nobody->at($at || $server)->get('/health/ready') }

my $x = exchange(request => 0);
$x->submitter->token;

wait_for { ready()->status == 200 && ready($patient)->status == 200 } 10, 'readiness';

sub soon_refused {
  my ($why, $what) = @_;
  ok +(wait_for { ready()->status == 503 } 10, $what), $what;
  my $start = time;
  ready()->fails(503, $why);
  cmp_ok time - $start, '<', 2.5, '… at once';
  nobody->get('/health/live')->ok('… and the node lives');
}

subtest 'a node whose database hangs is not ready after the grace period' => sub {
  my $holder = another_connection();
  $holder->begin_work;
  $holder->do('lock table schema_migration in access exclusive mode');
  ok +(wait_for { $patient->log =~ /CB0701: alarm database: the database does not answer/ } 10), 'the watcher finds that the database hangs';
  is ready($patient)->status, 200, 'the node stays ready for the grace period';
  soon_refused(qr/database cannot be reached/, 'after the grace period the node is not ready');
  $holder->rollback;
  wait_for { ready()->status == 200 } 10, 'readiness';
  ok +(wait_for { $patient->log =~ /the alarm database is over/ } 10), 'the alarm ends';
};

subtest 'a node stays ready while its database is replaced, though requests fail' => sub {
  my $said = () = $patient->log =~ /the alarm database is over/g;
  $stack->pg->down('immediate');
  my $answer = $x->submitter->get('/v1/me');
  is $answer->status, 503, 'a request meanwhile fails';
  like $answer->header('retry-after'), qr/^\d+$/, '… and is told when to try again';
  ok +(wait_for { $patient->log =~ /CB0701: alarm database: the database cannot be reached/ } 10), 'the watcher finds the outage';
  is ready($patient)->status, 200, 'the node is ready for a load balancer';
  $stack->pg->up;
  my @seen;
  ok +(wait_for { my $ready = ready($patient); push @seen, $ready->text if $ready->status != 200; $said < (() = $patient->log =~ /the alarm database is over/g) } 20), 'the database is back';
  is_deeply \@seen, [], 'the node was ready all the time';
  Collab::Members::forget();
  $patient->stop;
  my $raised = () = $server->log =~ /CB0701: alarm database/g;      # until then it is ready only for its grace period
  wait_for { $raised == (() = $server->log =~ /the alarm database is over/g) } 20, "the other node's watcher";
  wait_for { ready()->status == 200 } 20, 'readiness';
};

subtest 'a node that has never reached a database is never ready' => sub {
  my $lost = $stack->another_server('lost', api_dsn => $stack->pg->dsn('collab_api') =~ s/host=\S+/host=\/nowhere/r, extra => "CollabDispatcher Off\n");
  nobody->at($lost)->get('/health/ready')->fails(503, qr/database cannot be reached/);
  $lost->stop;
};

subtest 'a node with an old schema is not ready' => sub {
  my ($newest) = owner()->selectrow_array('select max(version) from schema_migration');
  owner()->do('update schema_migration set version = 9999 where version = ?', undef, $newest);
  ok +(holds_for { ready()->status == 200 } 1.5), 'a newer schema is fine';
  owner()->do('update schema_migration set version = ? where version = 9999', undef, $newest);
  owner()->begin_work;
  owner()->do('create temporary table kept as select * from schema_migration where version = ?', undef, $newest);
  owner()->do('delete from schema_migration where version = ?', undef, $newest);
  owner()->commit;
  soon_refused(qr/the schema is \w+ instead of $newest/, 'an old schema is not');
  ok +(wait_for { $server->log =~ /CB0701: alarm schema: the schema is \w+ instead of $newest: run collabctl migrate/ } 10), 'the log says so';
  owner()->do('insert into schema_migration select * from kept');
  ok +(wait_for { ready()->status == 200 } 5, 'readiness'), 'the node is ready after the migration';
};

subtest 'a schema from before 0.1.0 (versions 1 to 67) is refused for good' => sub {
  my $owner = owner();
  $owner->do('create temporary table all_kept as select * from schema_migration');
  $owner->begin_work;
  $owner->do('delete from schema_migration');
  $owner->do(q(insert into schema_migration (version, name, checksum) select n, 'old', 'x' from generate_series(1, 67) n));
  $owner->commit;
  soon_refused(qr/made by a version before 0\.1\.0, which cannot be migrated/, 'the reason says that it cannot be migrated');
  ok +(wait_for { $server->log =~ /CB0701: alarm schema: the database was made by a version before 0\.1\.0, .*: give this version an empty one/ } 10), 'the log says so';
  $owner->begin_work;
  $owner->do('delete from schema_migration');
  $owner->do('insert into schema_migration select * from all_kept');
  $owner->commit;
  ok +(wait_for { ready()->status == 200 } 5, 'readiness'), "the node is ready with this version's schema";
};

subtest '/health/ready queries the database at most once a second, however often it is called' => sub {
  my $owner = owner();
  $owner->do('create sequence asked');
  $owner->do('grant usage on asked to collab_api');
  $owner->begin_work;       # one transaction, so that every query finds a table or view with the name schema_migration
  $owner->do('alter table schema_migration rename to kept_migration');
  $owner->do(q(create view schema_migration as select kept_migration.* from (select nextval('asked') offset 0) n, kept_migration));
  $owner->do('grant select on schema_migration to collab_api');
  $owner->commit;
  my $asked = sub { return $owner->selectrow_array('select case when is_called then last_value else 0 end from asked') };
  wait_for { ready(); $asked->() } 10, 'the first query that is counted';
  my ($start, $from) = (time, $asked->());
  is scalar(grep { ready()->status != 200 } 1 .. 300), 0;
  cmp_ok $asked->() - $from, '<=', time - $start + 1, '300 calls cause at most one query a second';
  $owner->begin_work;
  $owner->do('drop view schema_migration');
  $owner->do('alter table kept_migration rename to schema_migration');
  $owner->do('drop sequence asked');
  $owner->commit;
  ok +(holds_for { ready()->status == 200 } 1.5), 'the node stays ready';
  my $holder = another_connection();
  $holder->begin_work;
  $holder->do('lock table schema_migration in access exclusive mode');
  wait_for { ready()->status == 503 } 10, 'the finding';
  my @slow;
  my ($waiting, $since) = (0, time);
  for (1 .. 200) {
    my $began = time;
    ready();
    push @slow, time - $began if time - $began > 0.5;
    my ($now) = $owner->selectrow_array(q(select count(*) from pg_locks where relation = 'schema_migration'::regclass and not granted));
    $waiting = $now if $now > $waiting;
  }
  cmp_ok scalar @slow, '<', 10, 'while the database hangs, nearly all calls get the last finding at once';
  cmp_ok $waiting, '<=', time - $since + 2, 'at most one more query waits each second';
  $holder->rollback;
  wait_for { ready()->status == 200 } 10, 'readiness';
};

done_testing;
