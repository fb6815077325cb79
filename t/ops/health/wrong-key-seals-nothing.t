# t/ops/health/wrong-key-seals-nothing.t: a node with a wrong secrets key seals nothing, because no right key could open it
use lib qw(t/lib lab/lib);
use Collab::Stack;
use Collab::Test;

my $stack = stack(extra => "CollabDispatcher Off\n");
my $dir = $ENV{COLLAB_TEST_DIR};
wait_for { nobody->get('/health/ready')->status == 200 } 10, 'the canary';
mkdir "$dir/theirs" or die;
system('cp', '-p', "$dir/token.key", "$dir/theirs") == 0 or die;
Collab::Stack::write_file("$dir/theirs/secrets.key", '1 ' . ('cd' x 32) . "\n");
chmod 0600, "$dir/theirs/secrets.key";
my $second = $stack->another_server('second', keys => "$dir/theirs", extra => "CollabDispatcher Off\n");
ok +(wait_for { nobody->at($second)->get('/health/ready')->status == 503 } 10), 'the node with the wrong key is not ready';

my $x = exchange();
my $hook = $x->submitter->post('/v2/webhooks', { callbackUrl => 'https://receiver.example/', callbackAuth => { type => 'NONE' } })->ok;
my $there = $x->submitter->at($second, token => undef);
my $sealed = sub { return join ' ', map { $_ // '' } owner()->selectrow_array('select secret::text, auth::text, (select count(*) from subscription) from subscription where id = ?', undef, $hook->{id}) };
my $before = $sealed->();
my $why = qr/secrets key of this node is not the one/;
$there->post('/v2/webhooks', { callbackUrl => 'https://receiver.example/', callbackAuth => { type => 'NONE' } })->fails(503, $why);
$there->post("/v1/webhooks/$hook->{id}/secret")->fails(503, $why);
$there->patch("/v2/webhooks/$hook->{id}", { callbackAuth => { type => 'BEARER', token => 'x' } })->fails(503, $why);
is $sealed->(), $before, 'its refused writes change no secret';
$there->post($x->notes, a_note(), headers => { 'idempotency-key' => 'once' })->fails(503, $why);
$there->post($x->notes, a_note())->ok('it takes a write that seals nothing');
$x->submitter->post($x->notes, a_note(), headers => { 'idempotency-key' => 'once' })->ok('an idempotency key that it refused is free');

done_testing;
