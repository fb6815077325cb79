# t/dispatch/slots/reserved-slots.t: the last slots are reserved for the other payload version
# A backlog that fills all other slots goes on when slots are freed, and not at the next poll: that would make half a second of each round of 14,
# more than forty rounds here. A backlog also stays known when new events come.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;

subtest 'the last slots are kept, the others are used' => sub {
  my $receiver = receiver();
  my $stack = stack(extra => "CollabDispatcher On slots=16 per-endpoint=16\n");
  my $x = exchange();
  my $url = $receiver->url;
  backlog(600, $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok->{id});
  ok wait_for { owner()->selectrow_array('select count(*) from attempt where success') == 600 } 10, 'all of them';
  is scalar($receiver->got($url)), 600, 'each was sent once';
};

# Its claim finds no slot left there, writes the delivery as due, and must not take that for the first that waits.
subtest 'a new event of an endpoint that has all it may under way comes behind what waits' => sub {
  my $receiver = receiver(note => sub { select undef, undef, undef, 0.005; return $_[0] });     # a slow one
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
  is scalar(grep { $position{$_} < 398 } @new), 0, 'none overtakes' or diag "positions @position{@new}";
};

# What it made beyond that would be written as due, and once more when it is leased; and all deliveries wait for so long a claim.
subtest 'a claim takes no more of many new events than make deliveries for its slots, and a few' => sub {
  my ($FEW, $ENDPOINTS, $LEARN) = (10, 20, 30);
  my $receiver = receiver();
  my $stack = stack(extra => "CollabDispatcher On slots=64 per-endpoint=8 company=64 host=64\nCollabWebhookTimeout 100\n");
  my $x = exchange();
  $x->submitter->post('/v2/webhooks', { callbackUrl => $receiver->url("200x$LEARN-hang") })->ok for 1 .. $ENDPOINTS;
  for (1 .. $LEARN) {           # each makes as many deliveries as there are endpoints
    $x->submitter->post($x->notes, a_note())->ok;
    $receiver->wait(undef, $_ * $ENDPOINTS, 20);
  }
  wait_for { !owner()->selectrow_array('select count(*) from delivery') } 20, 'all to be settled';
  owner()->do(q(with e as (insert into event (type, request, request_token, note_token, submit_company, receive_company)
    select 'note.created', id, token, 'MANY', submit_company, receive_company from request, generate_series(1, 300) where token = ? returning id)
    insert into outbox (channel, event) select 1, id from e), undef, $x->token);
  wait_for { owner()->selectrow_array('select count(*) from delivery where claim is not null') == 64 * 7 / 8 } 20, 'all slots to be taken';
  my $most = owner()->selectrow_array('select max(n) from (select count(*) as n from delivery group by xmin) made');
  cmp_ok $most, '<=', $FEW * $ENDPOINTS, 'no transaction has written more';
};

done_testing;
