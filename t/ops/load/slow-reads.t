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
my @readers = map { my $who = $parties[$_ % 2]; later { $who->get($x->path) } } 1 .. 10;       # few enough that `blocked` below finds four that wait before the first one times out
blocked($holder, 4);
is($x->submitter->post($x->notes, a_note())->status, 200, 'a write gets through while reads hang');
my ($waiting) = owner()->selectrow_array('select count(distinct pid) from pg_locks where not granted');
is($waiting, 4, 'the reads take half of DBDMax');
is($x->stranger->get('/v1/me')->status, 503, 'another read gets 503 after CollabDatabaseWait');
$holder->rollback;
$_->answer for @readers;
is($x->submitter->get($x->path)->status, 200, 'reads work again afterwards');
like($stack->server->log, qr/CB0101: all of the 4 database connections that a read may take stayed busy/, 'the log says that all connections for reads were busy');
done_testing();
