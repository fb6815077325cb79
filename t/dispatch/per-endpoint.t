# t/dispatch/per-endpoint.t: what an endpoint may have under way: its limit with each dispatcher, and one slot is enough for all
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;

my $receiver = receiver();
my %type = (V1 => 'note.created', V2 => 'org.provider.core.collaboration-request.note.created');

sub subscribe { my ($party, $version, $url) = @_; return $party->post('/' . lc($version) . '/webhooks', { callbackUrl => $url, eventTypes => [$type{$version}] })->ok->{id} }

subtest 'one slot is for all: both versions, first attempts and retries' => sub {
  my $stack = stack(extra => "CollabDispatcher On slots=1 per-endpoint=1\nCollabWebhookRetry V1 1\nCollabWebhookRetry V2 1\n");
  my $x = exchange();
  my @urls = map { $receiver->url(500, 200) } 1 .. 2;
  subscribe($x->submitter, (qw(V1 V2))[$_], $urls[$_]) for 0, 1;
  $x->submitter->post($x->notes, a_note())->ok for 1 .. 2;
  is scalar($receiver->wait($_, 4)), 4 for @urls;
};

# Two are under way at first, and time out together. Their retries come three idle seconds later.
subtest 'after silence there is one transfer at a time, also when nothing was under way meanwhile' => sub {
  my $stack = stack(extra => "CollabDispatcher On slots=16 per-endpoint=8\nCollabWebhookTimeout 1\nCollabWebhookRetry V2 4\n");
  my $x = exchange();
  my $url = $receiver->url('hang');
  my $id = subscribe($x->submitter, 'V2', $url);
  backlog(2, $id);
  wait_for { owner()->selectrow_array('select count(*) from attempt') == 4 } 40, 'both to be tried twice';
  is owner()->selectrow_array(q(select count(*) from attempt a join attempt b on b.id > a.id and b.number = a.number
    where b.created_at < a.created_at + a.duration_ms * interval '1 ms' and a.number = 2)), 0, 'never two at once';
};

subtest 'what answers have earned is lost after two idle seconds' => sub {
  my $stack = stack(extra => "CollabDispatcher On slots=64 per-endpoint=8\nCollabWebhookTimeout 100\n");
  my $x = exchange();
  my $url = $receiver->url('200x60-hang');
  my $id = subscribe($x->submitter, 'V2', $url);
  backlog(60, $id);
  wait_for { owner()->selectrow_array('select count(*) from attempt where success') == 60 } 20, 'all to be answered';
  holds_for { 1 } 2.5;
  backlog(20, $id);
  my $held = sub { return scalar owner()->selectrow_array('select count(*) from delivery where claim is not null') };
  wait_for { $held->() } 20, 'the next to be sent';
  ok holds_for { $held->() <= 2 } 1.5;
  is $held->(), 2, 'a quarter of per-endpoint are under way';
};

subtest 'two dispatchers: an endpoint has its limit with each, and no more' => sub {
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
  kill 'STOP', $receiver->{pid};
  ok wait_for { holds_for { $held->() eq "$limit $limit" } 1.5 } 30, 'both have all that they may';     # once what was answered before is settled
  is $held->(), "$limit $limit", 'under way at once';
  kill 'CONT', $receiver->{pid};
  is scalar($receiver->wait($url, $count, 60)), $count, 'and all of it comes, each once';
};

done_testing;
