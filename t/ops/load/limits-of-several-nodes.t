# t/ops/load/limits-of-several-nodes.t: logins and subscriptions are limited over all nodes, requests and transfers on each node
use lib qw(t/lib lab/lib);
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;

my $limits = "CollabRateLimit 20 86400\nCollabLoginLimit 3 900\nCollabSubscriptionLimit 2\nCollabDispatcher On slots=16 per-endpoint=1\n";
my $stack = stack(extra => $limits);
my @nodes = ($stack->server, $stack->another_server('second', extra => "CollabBaseURL $ENV{COLLAB_TEST_URL}\n$limits"));
my $x = exchange();
wait_for { 2 == owner()->selectrow_array('select count(*) from dispatcher') } 20, 'both dispatchers';

subtest 'the limit on failed logins holds for all nodes together' => sub {
  my $user = user(company());
  my $login = sub { my ($node, $password) = @_; return nobody->at($node)->post('/v1/login', { username => $user->username, password => $password })->status };
  is $login->($nodes[$_ % 2], 'wrong'), 401 for 1 .. 3;
  is $login->($_, $user->{password}), 429 for @nodes;
};

subtest "the limit on a company's subscriptions holds for all nodes together" => sub {
  my $party = $x->receiver;
  $party->at($_, token => $party->token)->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1/' })->ok for @nodes;
  $party->at($_, token => $party->token)->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1/' })->fails(409) for @nodes;
};

subtest "the limit on a caller's requests holds for each node" => sub {
  my $user = user($x->submitter->{company});
  for my $node (@nodes) {
    my $there = $user->at($node, token => $user->token);
    my %count;
    $count{ $there->get('/v1/me')->status }++ for 1 .. 25;
    is_deeply \%count, { 200 => 20, 429 => 5 }, 'each node allows 20 requests';
  }
};

subtest 'the limit on simultaneous deliveries to an endpoint holds for each dispatcher' => sub {
  my $receiver = receiver();
  my $url = $receiver->url;
  my $party = user($x->submitter->{company});
  $party->post('/v2/webhooks', { callbackUrl => $url })->ok;
  my $speak = sub { owner()->do(<<'END', undef, shift) };
with e as (
  insert into event (type, request, request_token, note_token, submit_company, receive_company)
  select 'note.created', r.id, r.token, 'NOTE' || i, r.submit_company, r.receive_company from generate_series(1, ?::int) i, request r returning id)
insert into outbox (channel, event) select 1, id from e
END
  my $under_way = sub {
    return join ' ', sort @{ owner()->selectcol_arrayref('select count(*) from delivery join subscription s using (queue) where claim is not null and s.callback_url = ? group by left(claim::text, 8)', undef, $url) };
  };
  halt($receiver->{pid});
  $speak->(50);
  ok +(wait_for { $under_way->() eq '1 1' } 20), 'each dispatcher has one under way' or diag $under_way->();
  ok +(holds_for { $under_way->() eq '1 1' } 1), 'neither sends more';
  kill 'CONT', $receiver->{pid};
  ok +(wait_for { 50 <= $receiver->got($url) } 30), 'the rest arrives';
};

done_testing;
