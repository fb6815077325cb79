# t/ops/health/health-outbound.t: /health/ready blames no node for receivers that hang or a proxy that is down
use lib qw(t/lib lab/lib);
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;

sub ready { return nobody->get('/health/ready') }

# Receivers hang for longer than the test lasts.
subtest 'a node stays ready while hanging receivers hold all slots' => sub {
  my $receiver = receiver();
  my $stack = stack(extra => "CollabDispatcher On slots=16 per-endpoint=8 company=16 host=16\nCollabWebhookTimeout 100\n", timers => { stalled => 4000 });
  my $x = exchange();
  for my $version (qw(v1 v2)) {
    $x->submitter->post("/$version/webhooks", { callbackUrl => $receiver->url('hang') })->ok for 1 .. 12;
  }
  $x->submitter->post($x->notes, a_note())->ok for 1 .. 3;
  wait_for { owner()->selectrow_array('select count(*) from delivery where claim is not null') == 16 } 20, 'all slots to be taken';
  ok holds_for { ready()->status == 200 } 5;
};

subtest 'a node stays ready while its proxy is down' => sub {
  my $nobody = Collab::Server::free_port();
  my $stack = stack(extra => "CollabOutboundProxy http://127.0.0.1:$nobody\nCollabOutboundAllow 127.0.0.2/32\n", timers => { stalled => 4000 });
  my $x = exchange();
  $x->submitter->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.2:9/' })->ok;
  $x->submitter->post($x->notes, a_note())->ok;
  wait_for { owner()->selectrow_array(q(select count(*) from delivery where claim is null and due_at > now() + interval '6 s')) } 30, 'a long pause';
  ok holds_for { ready()->status == 200 } 5;
};

done_testing;
