# t/dispatch/slots/endpoint-limit.t: an endpoint's limit applies to each dispatcher; a single slot serves all kinds of deliveries
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;

my $receiver = receiver();
my %type = (V1 => 'note.created', V2 => 'org.provider.core.collaboration-request.note.created');

sub subscribe { my ($party, $version, $url) = @_; return $party->post('/' . lc($version) . '/webhooks', { callbackUrl => $url, eventTypes => [$type{$version}] })->ok->{id} }

subtest 'one slot serves both versions, first attempts and retries' => sub {
  my $stack = stack(extra => "CollabDispatcher On slots=1 per-endpoint=1\nCollabWebhookRetry V1 1\nCollabWebhookRetry V2 1\n");
  my $x = exchange();
  my @urls = map { $receiver->url(500, 200) } 1 .. 2;
  subscribe($x->submitter, (qw(V1 V2))[$_], $urls[$_]) for 0, 1;
  $x->submitter->post($x->notes, a_note())->ok for 1 .. 2;
  is scalar($receiver->wait($_, 4)), 4 for @urls;
};

subtest 'with two dispatchers, an endpoint reaches its limit at each and does not exceed it' => sub {
  my ($SLOTS, $limit) = (16, 4);
  my $extra = "CollabDispatcher On slots=$SLOTS per-endpoint=$limit\nCollabWebhookTimeout 100\n";
  my $stack = stack(extra => $extra);
  my $second = $stack->another_server('second', extra => $extra);
  my $x = exchange();
  my $url = $receiver->url;
  my $id = subscribe($x->submitter, 'V2', $url);
  my $count = 1500;
  backlog($count, $id);
  my $held = sub { return "@{ owner()->selectcol_arrayref('select count(*) from delivery where claim is not null group by left(claim::text, 8)') }" };
  wait_for { 2 == grep { $_ >= $limit } split ' ', $held->() } 30, 'both to have had answers, so that its limit has grown with them';
  halt($receiver->{pid});
  ok wait_for { holds_for { $held->() eq "$limit $limit" } 1.5 } 30, 'both have all that they may';     # once the earlier answers are settled
  is $held->(), "$limit $limit", 'each dispatcher has the limit under way';
  kill 'CONT', $receiver->{pid};
  is scalar($receiver->wait($url, $count, 60)), $count, 'each event arrives once';
};

done_testing;
