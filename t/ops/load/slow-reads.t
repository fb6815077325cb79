# t/ops/load/slow-reads.t: hanging reads take at most half of the database connections, so writes find one
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Stack;

my $stack = stack(extra => "CollabDispatcher Off\nCollabDatabaseWait 1s\n");
my $x = exchange();
my @parties = ($x->submitter, $x->receiver);
is($_->get($x->path)->status, 200, 'a read works') for @parties;
$x->stranger->token;

my $holder = another_connection();
$holder->begin_work;
$holder->do('lock table response in access exclusive mode');
my @readers = map { my $who = $parties[$_ % 2]; later { $who->get($x->path) } } 1 .. 10;       # few enough that four are seen to wait before the first one times out
ok +(wait_for { waiting_calls() == 4 } 10), 'four of them wait for the table';
is($x->submitter->post($x->notes, a_note())->status, 200, 'a write gets through while reads hang');
is(waiting_calls(), 4, 'the reads take half of DBDMax');
is($x->stranger->get('/v1/me')->status, 503, 'another read gets 503 after CollabDatabaseWait');
$holder->rollback;
$_->answer for @readers;
is($x->submitter->get($x->path)->status, 200, 'reads work again afterwards');
like($stack->server->log, qr/CB0101: all of the 4 database connections that a read may take stayed busy/, 'the log says that all connections for reads were busy');
done_testing();
