# t/dispatch/claim/lease-end.t: a lease ends with its last delivery, and a dispatcher that stops releases its leases at once
# See the head of claim.c.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;
use Collab::Subscription;

my $extra = "CollabDispatcher On slots=16 per-endpoint=4\nCollabWebhookTimeout 100\nCollabWebhookRetry V2 600\n";
my $receiver = receiver();

subtest 'a lease ends with its last delivery, and collabctl shows when it expires' => sub {
  my $stack = stack(extra => $extra);
  my $x = exchange();
  my $at = subscribed($receiver->url('hang'), exchange => $x);
  my $leases = sub { return @{ owner()->selectcol_arrayref('select deliveries from lease') } };
  $x->submitter->post($x->notes, a_note())->ok;
  $receiver->wait($at->{url}, 1);
  is_deeply [map { @$_ } $leases->()], [pending($at)->{id}], 'one delivery under way has one lease of its own';
  my ($until) = owner()->selectrow_array('select stamp(until) from lease');
  like collabctl(qw(deliveries --state leased --json)), qr/"leasedUntil" *: *"\Q$until\E"/, 'collabctl shows when the lease expires';
  is $x->submitter->delete("/v2/webhooks/$at->{id}")->status, 204;
  owner()->do("update lease set until = clock_timestamp() - interval '1 second'");
  ok +(wait_for { !$leases->() } 15), 'the lease goes after its delivery is gone';
  my $fine = subscribed($receiver->url(200), exchange => $x);
  $x->submitter->post($x->notes, a_note())->ok for 1 .. 3;
  wait_for { 3 == attempts($fine) } 15, 'three attempts';
  ok +(wait_for { !$leases->() } 15), 'the leases of settled deliveries end long before they expire';
};

subtest 'at a graceful restart, leases are released, not lost' => sub {
  my $stack = stack(extra => $extra);
  my $x = exchange();
  my $at = subscribed($receiver->url('hang', 200), exchange => $x);
  $x->submitter->post($x->notes, a_note())->ok;
  $receiver->wait($at->{url}, 1);
  owner()->do(q(create table given_back (leases_lost int)));
  owner()->do(q(create function note_given_back() returns trigger language plpgsql security definer as
    'begin insert into collab.given_back values (new.leases_lost); return null; end'));
  owner()->do(q(create trigger given_back after update on delivery for each row when (old.claim is not null and new.claim is null) execute function note_given_back()));
  my $old = $stack->server->dispatcher;
  $stack->server->graceful;
  my ($first, $second) = $receiver->wait($at->{url}, 2, 20);
  ok $second, 'the delivery is sent again long before its lease expires';
  wait_for { return scalar attempts($at) } 10;
  is_deeply [map { [@{$_}{qw(number http_status success)}] } attempts($at)], [[1, 200, 1]], 'it counts as the first attempt';
  is_deeply owner()->selectcol_arrayref('select leases_lost from given_back'), [0], 'the stopping dispatcher releases the lease itself';
};

done_testing;
