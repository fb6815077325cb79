# t/dispatch/claim/crashing-delivery.t: only a delivery whose dispatcher dies again and again becomes a dead letter
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;

my $stack = stack(extra => "CollabDispatcher On slots=16 per-endpoint=4\nCollabWebhookTimeout 60\nCollabWebhookRetry V2 3600\n");
my $receiver = receiver();
my $x = exchange();
my ($silent, $sound, $sick) = ($receiver->url('hang'), $receiver->url, $receiver->url('500'));
my %id = map { $_ => $x->submitter->post('/v2/webhooks', { callbackUrl => $_ })->ok->{id} } $silent, $sound;

sub delivery { return owner()->selectrow_hashref('select * from delivery where queue = ?', undef, $_[0]) }

# Kills the dispatcher while it holds the lease of the delivery to the silent receiver, and waits until the lease is taken back.
sub kill_holder {
  my $claim;
  wait_for { my $d = delivery($id{$silent}); $claim = $d && $d->{claim} } 15, 'the delivery under way';
  my $requests = $receiver->got($silent);
  my $old = $stack->server->dispatcher;
  kill 'KILL', $old;
  wait_for { my $d = delivery($id{$silent}); !$d || ($d->{claim} // '') ne $claim } 20, 'the lease taken back';
}

my $token = $x->submitter->post($x->notes, a_note())->ok->{token};
$receiver->wait($sound, 1);
wait_for { !delivery($id{$sound}) } 15, 'its outcome on record';      # otherwise this delivery would be sent again after the kill
wait_for { my $d = delivery($id{$silent}); $d && $d->{claim} } 15, 'the delivery under way';
owner()->do('update delivery set leases_lost = 4 where queue = ?', undef, $id{$silent});

kill_holder();
is delivery($id{$silent})->{leases_lost}, 5, 'the fifth lost lease is counted';
ok !owner()->selectrow_array('select count(*) from dead_letter'), 'the delivery is sent again';

kill_holder();
wait_for { owner()->selectrow_array('select count(*) from dead_letter') } 15, 'the dead letter';
is_deeply owner()->selectall_arrayref('select subscription, reason from dead_letter'), [[$id{$silent}, 'worker lost']], 'after the sixth lost lease it is a dead letter';
ok !delivery($id{$silent}), 'it is no longer under way';
my ($attempt) = @{ $x->submitter->get("/v1/webhooks/$id{$silent}/deliveries")->ok->{content} };
is $attempt->{error}, 'worker lost', 'its owner can read the reason';
ok $attempt->{deadLetter}, 'its owner can read that it is a dead letter';
ok +(wait_for { $stack->server->log =~ /1 deliveries became dead letters: each dispatcher that sent them died/ } 10, 'the line'), 'the error log says so';

$x->submitter->post($x->notes, a_note())->ok;
is scalar($receiver->wait($sound, 2)), 2, 'a receiver that answers gets each event once';

# A delivery that is answered counts as an attempt, not as lost with its dispatcher: the answer proves that the dispatcher lives.
my $other = exchange();
my $failing = $other->submitter->post('/v2/webhooks', { callbackUrl => $sick })->ok->{id};
$other->submitter->post($other->notes, a_note())->ok;
wait_for { my $d = delivery($failing); $d && $d->{attempts} == 1 } 15, 'the first attempt';
owner()->do("update delivery set leases_lost = 4, due_at = now() where queue = ?", undef, $failing);
wait_for { !delivery($failing) } 15, 'the second attempt';
is owner()->selectrow_array("select reason from dead_letter where subscription = $failing"), 'HTTP 500', 'an answered attempt is judged by its answer';

done_testing;
