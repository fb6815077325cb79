# t/dispatch/slots/endpoint-limit-expiry.t: an idle endpoint keeps its limit for 2 s after a response, for 10 min after silence
# An endpoint's limit is the maximum number of its transfers under way.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;

my $receiver = receiver();

# Two transfers are under way at first, and time out together. Both retries are due three idle seconds later.
subtest 'after silence an endpoint has one transfer at a time, even after idle seconds' => sub {
  my $stack = stack(extra => "CollabDispatcher On slots=16 per-endpoint=8\nCollabWebhookTimeout 1\nCollabWebhookRetry V2 4\n");
  my $x = exchange();
  my $url = $receiver->url('hang');
  my $id = $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok->{id};
  backlog(2, $id);
  wait_for { owner()->selectrow_array('select count(*) from attempt') == 4 } 40, 'both to be tried twice';
  is owner()->selectrow_array(q(select count(*) from attempt a join attempt b on b.id > a.id and b.number = a.number
    where b.created_at < a.created_at + a.duration_ms * interval '1 ms' and a.number = 2)), 0, 'never two at once';
};

subtest 'the limit that answers have raised is lost after two idle seconds' => sub {
  my $stack = stack(extra => "CollabDispatcher On slots=64 per-endpoint=8\nCollabWebhookTimeout 100\n");
  my $x = exchange();
  my $url = $receiver->url('200x60-hang');
  my $id = $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok->{id};
  backlog(60, $id);
  wait_for { owner()->selectrow_array('select count(*) from attempt where success') == 60 } 20, 'all to be answered';
  holds_for { 1 } 2.5;
  backlog(20, $id);
  my $held = sub { return scalar owner()->selectrow_array('select count(*) from delivery where claim is not null') };
  wait_for { $held->() } 20, 'the next to be sent';
  ok holds_for { $held->() <= 2 } 1.5;
  is $held->(), 2, 'a quarter of per-endpoint is under way';
};

done_testing;
