# t/ops/health.t: /health/ready says within a second or so that a node should get no requests, and why; and that it should again
use lib 't/lib';
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;
use Time::HiRes qw(time);

my $stack = stack();
my $server = $stack->server;

sub ready { return nobody->get('/health/ready') }

wait_for { ready()->status == 200 } 10, 'readiness';

sub soon_refused {
  my ($why, $what) = @_;
  my $start = time;
  ready()->fails(503, $why, $what);
  cmp_ok time - $start, '<', 2.5, '… and nobody waits for that';
  nobody->get('/health/live')->ok('… while the node lives');
}

subtest 'a database that does not answer in time' => sub {
  my $holder = another_connection();
  $holder->begin_work;
  $holder->do('lock table schema_migration in access exclusive mode');
  soon_refused(qr/database does not answer/, 'it hangs');
  $holder->rollback;
  wait_for { ready()->status == 200 } 10, 'readiness';
};

subtest 'a schema that is older than the module' => sub {
  my ($newest) = owner()->selectrow_array('select max(version) from schema_migration');
  owner()->do('update schema_migration set version = 9999 where version = ?', undef, $newest);
  ready()->ok('a newer one is fine');
  owner()->do('update schema_migration set version = ? where version = 9999', undef, $newest);
  owner()->begin_work;
  owner()->do('create temporary table kept as select * from schema_migration where version = ?', undef, $newest);
  owner()->do('delete from schema_migration where version = ?', undef, $newest);
  owner()->commit;
  soon_refused(qr/schema is older/, 'an old one is not');
  owner()->do('insert into schema_migration select * from kept');
  ready()->ok('migrated');
};

subtest 'a dispatcher that does not move' => sub {
  my $pid = $server->dispatcher;
  kill 'STOP', $pid;
  ok +(wait_for { ready()->status == 503 } 10, 'the lack of it'), 'it is missed';
  soon_refused(qr/dispatcher does not get on/, 'it stands still');
  kill 'CONT', $pid;
  wait_for { ready()->status == 200 } 10, 'readiness';
  ready()->ok('it goes on');
};

# What hangs hangs longer than the test lasts.
subtest 'receivers that have all slots are no fault of the node' => sub {
  my $receiver = receiver();
  my $stack = stack(extra => "CollabDispatcher On slots=16 per-endpoint=8\nCollabWebhookTimeout 100\n");
  my $x = exchange();
  for my $version (qw(v1 v2)) {
    $x->submitter->post("/$version/webhooks", { callbackUrl => $receiver->url('hang') })->ok for 1 .. 12;
  }
  $x->submitter->post($x->notes, a_note())->ok for 1 .. 3;
  wait_for { owner()->selectrow_array('select count(*) from delivery where claim is not null') == 16 } 20, 'all slots to be taken';
  ok holds_for { ready()->status == 200 } 7;
};

subtest 'nor is a proxy that is away' => sub {
  my $nobody = Collab::Server::free_port();
  my $stack = stack(extra => "CollabOutboundProxy http://127.0.0.1:$nobody\nCollabOutboundAllow 127.0.0.2/32\n");
  my $x = exchange();
  $x->submitter->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.2:9/' })->ok;
  $x->submitter->post($x->notes, a_note())->ok;
  wait_for { owner()->selectrow_array(q(select count(*) from delivery where claim is null and due_at > now() + interval '7 s')) } 30, 'a long pause';
  ok holds_for { ready()->status == 200 } 6.5;
};

done_testing;
