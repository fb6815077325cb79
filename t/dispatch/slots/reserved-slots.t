# t/dispatch/slots/reserved-slots.t: the last slots are reserved for the other payload version
# A backlog that fills all other slots goes on when slots are freed, and does not wait for the next poll. Such waits would cost half a second
# for each round of 14 deliveries, and there are more than forty rounds here. And the dispatcher's cache does not lose a backlog when new events arrive.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;

subtest 'a backlog uses all slots except the reserved ones' => sub {
  my $receiver = receiver();
  my $stack = stack(extra => "CollabDispatcher On slots=16 per-endpoint=16\n");
  my $x = exchange();
  my $url = $receiver->url;
  backlog(600, $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok->{id});
  ok wait_for { owner()->selectrow_array('select count(*) from attempt where success') == 600 } 10, 'all of them';
  is scalar($receiver->got($url)), 600, 'each delivery is sent once';
};

# When the endpoint has no slot left, the claim writes the new delivery as due. The claim must not mistake the new delivery for the endpoint's
# first waiting delivery.
subtest 'a new event of an endpoint at its limit comes after its waiting deliveries' => sub {
  my $receiver = receiver(note => sub { select undef, undef, undef, 0.005; return $_[0] });     # 5 ms a delivery
  my $stack = stack(extra => "CollabDispatcher On slots=16 per-endpoint=2\n");
  my $x = exchange();
  my $url = $receiver->url;
  backlog(400, $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok->{id});
  my @new;
  for (1 .. 5) {
    my $before = 40 * $_;
    wait_for { $receiver->got($url) > $before } 20, "$before of them";
    push @new, $x->submitter->post($x->notes, a_note())->ok->{token};
  }
  my @order = map { JSON::XS->new->decode($_->{body})->{data}{noteToken} } $receiver->wait($url, 405, 60);
  my %position = map { $order[$_] => $_ } 0 .. $#order;
  is scalar(grep { $position{$_} < 398 } @new), 0, 'no new event overtakes' or diag "positions @position{@new}";
};

# If a claim took more events, each further delivery would be written twice: as due, and when it is leased. And all deliveries would wait for the
# long claim.
subtest 'a claim takes at most a few more events than make deliveries for its slots' => sub {
  my ($FEW, $ENDPOINTS, $LEARN) = (10, 20, 30);
  my $receiver = receiver();
  my $stack = stack(extra => "CollabDispatcher On slots=64 per-endpoint=8 company=64 host=64\nCollabWebhookTimeout 100\n");
  my $x = exchange();
  $x->submitter->post('/v2/webhooks', { callbackUrl => $receiver->url("200x$LEARN-hang") })->ok for 1 .. $ENDPOINTS;
  for (1 .. $LEARN) {           # each note makes a delivery for every endpoint
    $x->submitter->post($x->notes, a_note())->ok;
    $receiver->wait(undef, $_ * $ENDPOINTS, 20);
  }
  wait_for { !owner()->selectrow_array('select count(*) from delivery') } 20, 'all to be settled';
  owner()->do(q(with e as (insert into event (type, request, request_token, note_token, submit_company, receive_company)
    select 'note.created', id, token, 'MANY', submit_company, receive_company from request, generate_series(1, 300) where token = ? returning id)
    insert into outbox (channel, event) select 1, id from e), undef, $x->token);
  wait_for { owner()->selectrow_array('select count(*) from delivery where claim is not null') == 64 * 7 / 8 } 20, 'all slots to be taken';
  my $most = owner()->selectrow_array('select max(n) from (select count(*) as n from delivery group by xmin) made');
  cmp_ok $most, '<=', $FEW * $ENDPOINTS, 'no transaction writes more';
};

done_testing;
