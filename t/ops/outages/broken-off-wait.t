# t/ops/outages/broken-off-wait.t: while only the primary has a write, neither the write nor its repeat is acknowledged
# A backend that is cancelled while it waits for the standby has committed on the primary alone.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Load;
use Collab::Stack;

my $stack = stack(extra => "CollabDispatcher Off\n");
my $standby = $stack->pg->standby("$stack->{dir}/s");
my $x = exchange();
$x->submitter->token;
my $admin = $stack->pg->admin;
my $waiting = q(from pg_stat_activity where usename = 'collab_api' and wait_event = 'SyncRep');

$standby->freeze;
# Another process sends a note and repeats it with the same key, because each call waits.
my $load = load(1, sub {
  my ($say, undef, $turn) = @_;
  return select undef, undef, undef, 0.05 if $turn > 1;
  $say->($x->submitter->post($x->notes, a_note(), headers => { 'idempotency-key' => 'the-same' })->status);
});
ok +(wait_for { $admin->selectrow_array("select pg_cancel_backend(pid) $waiting") } 10, 'a wait'), 'a note waits for the standby, and the wait is cancelled';
ok +(wait_for { $load->lines } 10, 'an answer'), 'the note is answered';
is +($load->lines)[0][0], 503, '… with 503';
ok +(wait_for { $load->lines > 1 || $admin->selectrow_array("select 1 $waiting") } 10, 'another wait'), 'the note is repeated';
is scalar(() = $load->lines), 1, '… and the repeat waits for the standby';
$standby->thaw;
ok +(wait_for { $load->lines > 1 } 10, 'an answer'), 'the repeat is answered when the standby goes on';
is +($load->end)[1][0], 200, '… and acknowledged';
is $stack->pg->dbh->selectrow_array('select count(*) from note'), 1, 'the note exists once';

done_testing;
