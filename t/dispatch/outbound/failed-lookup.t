# t/dispatch/outbound/failed-lookup.t: after a name that does not resolve, a long answer to another delivery does no harm
# A handle of libcurl that was used again once kept a buffer of 1 KiB, and believed it to have 16 KiB. The sanitizers see such a write.
use lib qw(t/lib lab/lib);
use Collab::Resolver;
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;
use Collab::Subscription;

my $names = resolver('known.example' => '127.0.0.1', 'broken.example' => 'fails');
my $stack = stack(extra => "CollabWebhookRetry V2 600 600\nCollabDispatcher On slots=1 per-endpoint=1\n");
my $receiver = receiver();
my $dispatcher = $stack->server->dispatcher;
my $x = exchange();
my $page = subscribed($receiver->url('404*61'), exchange => $x);
my @failing = map { subscribed("http://$_.example:1/", exchange => $x) } qw(missing broken);

sub test_event { my ($s, $n) = @_; $x->submitter->post("/v2/webhooks/$s->{id}/test")->ok; return (attempts($s, $n))[-1] }

# One slot: each transfer follows the one before it in the same slot.
for my $round (1 .. 3) {
  for my $failing (@failing) {
    like test_event($failing, $round)->{error}, qr/resolve/, 'the name does not resolve';
    my $attempt = test_event($page, 2 * $round - ($failing == $failing[0]));
    is_deeply [@{$attempt}{qw(http_status response_body)}], [404, 'a' x 1024], 'the beginning of an answer of 6,000 bytes is recorded';
  }
}
is $stack->server->dispatcher, $dispatcher, 'the dispatcher is still the same process';

done_testing;
