# t/dispatch/claim/full-dispatcher.t: a dispatcher without a free slot keeps its leases when it loses the claims' session
# See the head of claim.c, 6.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;
use Collab::Subscription;

my $stack = stack(extra => "CollabDispatcher On slots=1 per-endpoint=1\nCollabWebhookTimeout 60\n");
my $receiver = receiver();
my $x = exchange();
my $at = subscribed($receiver->url('hang'), exchange => $x);
$x->submitter->post($x->notes, a_note())->ok;
$receiver->wait($at->{url}, 1);
my $claim = pending($at)->{claim};
sub session { return scalar owner()->selectrow_array(q(select pid from pg_locks where locktype = 'advisory' and granted and objid = ('x' || left(?, 8))::bit(32)::int::oid), undef, $claim) }
my $second = $stack->another_server('second', extra => "CollabDispatcher On slots=16\n");
wait_for { owner()->selectrow_array('select count(*) from dispatcher') == 2 } 15, 'the second dispatcher';

ok +(holds_for { (pending($at)->{claim} // '') eq $claim } 3), 'a dispatcher that has just started leaves the delivery to the first one';

my $old = session();
halt(my $other = $second->dispatcher);      # so that it does not look before the first one is back, on a busy machine
ok $stack->pg->admin->selectrow_array('select pg_terminate_backend(?)', undef, $old), 'the session of the first one ends';
ok +(wait_for { my $now = session(); $now && $now != $old } 15), 'a new one takes the lock of its number';
kill 'CONT', $other;
ok +(holds_for { (pending($at)->{claim} // '') eq $claim } 3), 'the other dispatcher leaves the delivery to it';
is scalar(my @got = $receiver->got($at->{url})), 1, 'the delivery is not sent again';
done_testing;
