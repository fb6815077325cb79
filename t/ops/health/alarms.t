# t/ops/health/alarms.t: each alarm appears alike on the page, in ?json and in the metrics
# Faults are planted in a running system. /health/ready is 503 only for faults that another node might not have.
use lib qw(t/lib lab/lib);
use Collab::Judgement;
use Collab::Test;

my $stack = judged(timers => { drift => 60_000 });       # a second, while an alarm is raised
my $server = $stack->server;
my $x = exchange(request => 0);

subtest 'a healthy node has no alarm' => sub { over() };

subtest 'an error of one statement leaves the node ready' => sub {
  my $owner = owner();
  $owner->begin_work;
  $owner->do(q(create function refused() returns boolean language plpgsql as
    'begin raise exception ''could not resize shared memory segment'' using errcode = ''53200''; end'));
  $owner->do('alter table schema_migration rename to kept_migration');
  $owner->do('create view schema_migration as select * from kept_migration where refused()');
  $owner->do('grant select on schema_migration to collab_api');
  $owner->commit;
  told('database', qr/the database refuses a statement of the watcher: could not resize shared memory segment .*\(SQLSTATE 53200\)/);
  ok +(holds_for { ready() == 200 } 3), 'the node stays ready, because its connection works';
  $owner->begin_work;
  $owner->do('drop view schema_migration');
  $owner->do('alter table kept_migration rename to schema_migration');
  $owner->do('drop function refused()');
  $owner->commit;
  over();
};

subtest 'a database that accepts no writes raises the alarm no-writes' => sub {
  my $admin = $stack->pg->admin;
  $admin->do('alter role collab_api set default_transaction_read_only = on');
  $admin->do(q(select pg_terminate_backend(pid) from pg_stat_activity where usename = 'collab_api'));
  told('no-writes', qr/the database accepts no writes: cannot execute (?:INSERT|DELETE) in a read-only transaction \(SQLSTATE 25006\)/);
  $admin->do('alter role collab_api reset default_transaction_read_only');
  over();
};

subtest 'a check that has no answer says nothing about writes' => sub {
  owner()->begin_work;
  owner()->do('lock table privilege_granted in access exclusive mode');
  my $seen = sub { return owner()->selectrow_array('select max(seen_at) from node') };
  my $before = $seen->();
  ok +(holds_for { reasons() !~ /no-writes/ } 9), 'no alarm is raised';
  isnt $seen->(), $before, 'the row is written';
  owner()->rollback;
  over();
};

subtest 'a changed order of texts raises the alarm server' => sub {
  my $admin = $stack->pg->admin;
  $admin->do(q(update pg_database set datcollversion = '1' where datname = 'collab'));
  told('server', qr/the order of texts has changed since version 1: lookups may miss rows/, health => 'attention');
  $admin->do(q(update pg_database set datcollversion = null where datname = 'collab'));
  over();
};

subtest 'a role that may open one connection is named by the alarm database' => sub {
  my $admin = $stack->pg->admin;
  $admin->do('alter role collab_api connection limit 1');
  $admin->do(q(select pg_terminate_backend(pid) from pg_stat_activity where usename = 'collab_api'));
  ok +(wait_for { $x->submitter->get('/v1/me'); ((problem("database") || {})->{text} // "") =~ /too many connections for role "collab_api" \(SQLSTATE 53300\)/ } 20), 'the alarm has the reason'
    or diag explain status()->{health};
  $admin->do('alter role collab_api connection limit -1');
  over();
};

subtest 'a revoked privilege raises the alarm privilege' => sub {
  owner()->do('revoke select on department from collab_api');
  told('privilege', qr/collab_api lacks SELECT on department/);
  owner()->do('grant select on department to collab_api');
  over();
};

subtest 'a privilege, membership or table beyond sql/roles.sql raises the alarm excess-privilege' => sub {
  my $admin = $stack->pg->admin;
  my $excess = sub {
    my ($grant, $text, $revoke) = @_;
    $admin->do($grant);
    told('excess-privilege', $text, health => 'attention');
    $revoke ? $admin->do($revoke) : Collab::Stack::migrate($stack->pg, $stack->{dir});
    over();
  };
  $excess->('grant delete on collab.note to collab_dispatch', qr/collab_dispatch has DELETE on note/);
  $excess->('grant select (secret) on collab.subscription to public', qr/PUBLIC has SELECT on subscription\.secret/);
  $excess->('grant create on schema collab to collab_api', qr/collab_api has CREATE on schema collab/);
  $excess->('alter role collab_api createrole', qr/collab_api has CREATEROLE on the server/, 'alter role collab_api nocreaterole');
  $admin->do('alter role collab_dispatch superuser');
  Collab::Stack::migrate($stack->pg, $stack->{dir});
  told('excess-privilege', qr/collab_dispatch has SUPERUSER on the server/, health => 'attention');         # migrate does not remove it
  $admin->do('alter role collab_dispatch nosuperuser');
  over();
  $excess->('grant pg_read_all_data to collab_api', qr/collab_api has MEMBERSHIP on role pg_read_all_data/, 'revoke pg_read_all_data from collab_api');
  $admin->do('grant pg_read_all_data to collab_api');
  Collab::Stack::migrate($stack->pg, $stack->{dir});
  told('excess-privilege', qr/collab_api has MEMBERSHIP on role pg_read_all_data/, health => 'attention');           # nor does migrate remove a membership
  $admin->do('revoke pg_read_all_data from collab_api');
  over();
  $admin->do('alter table collab.rewrite owner to collab_dispatch');
  told('excess-privilege', qr/collab_dispatch has OWNERSHIP on rewrite/, health => 'attention');
  $admin->do('alter table collab.rewrite owner to collab_owner');
  over();
};

subtest 'with one privilege missing and one in excess, both alarms name both' => sub {
  my $admin = $stack->pg->admin;
  $admin->begin_work;             # one transaction, so that the watcher sees both changes at once
  $admin->do('grant delete on collab.note to collab_dispatch');
  $admin->do('revoke select on collab.department from collab_api');
  $admin->commit;
  told('privilege', qr/collab_api lacks SELECT on department; collab_dispatch has DELETE on note/);
  told('excess-privilege', qr/collab_dispatch has DELETE on note; collab_api lacks SELECT on department/);
  Collab::Stack::migrate($stack->pg, $stack->{dir});
  over();
};

subtest 'a statement refused for a privilege outside the list raises the alarm privilege' => sub {
  $x->open_request;
  my $owner = another_connection();
  $owner->begin_work;
  $owner->do('lock table privilege_granted in access exclusive mode');     # the watcher sees both changes at once
  $owner->do(q(delete from privilege_granted where object = 'note' and privilege = 'SELECT'));
  $owner->do('revoke select on note from collab_api');
  $owner->commit;
  $x->submitter->get($x->notes)->is_status(503, 'refused');
  told('privilege', qr/the database has refused a statement because a privilege is missing/);
  Collab::Stack::migrate($stack->pg, $stack->{dir});
};

subtest 'an old schema makes the node unready' => sub {
  my ($newest) = owner()->selectrow_array('select max(version) from schema_migration');
  owner()->do('create table kept as select * from schema_migration');
  owner()->do('delete from schema_migration where version = ?', undef, $newest);
  told('schema', qr/the schema is \w+ instead of $newest: run collabctl migrate/, ready => 503);
  owner()->do('insert into schema_migration select * from kept where version = ?', undef, $newest);
};

subtest 'what is dropped from the schema raises the alarm drift, and is made anew' => sub {
  owner()->do($_) for 'drop index delivery_once', 'alter table note drop constraint note_request_fkey', 'drop trigger note_render on note';
  $x->open_request;         # its delivery is not sent: the claim needs the index
  told('drift', qr/constraint note\.note_request_fkey is missing; index delivery\.delivery_once is missing; trigger note\.note_render is missing/);
  my ($status, $said) = Collab::Wait::output('./collabctl', 'migrate', '--dsn', $stack->pg->dsn('collab_owner'), '--repair');
  is $status, 0, 'collabctl migrate --repair makes them anew';
  is scalar(() = $said =~ /^made anew: /mg), 3, '… and says so' or diag $said;
  over();
  $x->submitter->post($x->notes, a_note())->ok;
};

subtest 'a dispatcher that stands still does not make the node unready' => sub {
  halt($server->dispatcher);
  told('dispatcher', qr/the dispatcher has stood still for \d+ s/);
  kill 'CONT', $server->dispatcher;
};

subtest 'a watcher that dies is started again' => sub {
  my ($watcher) = $server->processes('collab-watch');
  kill 'KILL', $watcher;
  ok +(wait_for { my ($now) = $server->processes('collab-watch'); $now && $now != $watcher } 20, 'another watcher'), 'another watcher runs';
  like $server->log, qr/CB0642: the watcher has died \(signal 9\)/;
};

done_testing;
