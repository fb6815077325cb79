# t/api/http/rate-limit.t: CollabRateLimit limits the HTTP requests of each caller separately
# interface.md 18.2
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Server;

my ($ada, $ben) = map { user($_) } (company()) x 2;
$_->token for $ada, $ben;
my $number = 0;
sub server {
  my ($extra) = @_;
  my %dsn = map { $_ => $ENV{COLLAB_TEST_DSN} =~ s/user=\S+/user=collab_$_/r } qw(api dispatch);
  return Collab::Server->start("$ENV{COLLAB_TEST_DIR}/rate$$-" . ++$number, api_dsn => $dsn{api}, dispatch_dsn => $dsn{dispatch},
    extra => "CollabBaseURL $ENV{COLLAB_TEST_URL}\nCollabDispatcher Off\nServerLimit 1\nStartServers 1\n$extra");
}

subtest 'CollabRateLimit 5 3600 allows five requests at once, then one each 720 s' => sub {
  my $server = server("CollabRateLimit 5 3600\n");
  my ($first, $second) = map { $_->at($server) } $ada, $ben;
  nobody->at($server)->get('/v1/me')->fails(401) for 1 .. 7;
  $first->get('/v1/me')->ok("$_ of 5") for 1 .. 5;
  my $refused = $first->get('/v1/me');
  $refused->fails(429, qr/Too many/);
  cmp_ok $refused->header('retry-after'), '>', 700, 'Retry-After is about a fifth of the window';
  cmp_ok $refused->header('retry-after'), '<=', 720;
  $first->post('/v2/webhooks', '{', headers => { accept => 'application/problem+json' })->is_problem_at($ENV{COLLAB_TEST_URL}, 429, 'too-many');
  is $refused->header('ratelimit-policy'), '"requests";q=5;w=3600';
  is $refused->header('ratelimit'), '"requests";r=0;t=' . $refused->header('retry-after'), 'RateLimit says that none is left until then';
  my $other = $second->get('/v1/me');
  $other->ok('another caller is not limited');
  is $other->header('ratelimit-policy'), '"requests";q=5;w=3600';
  like $other->header('ratelimit'), qr/\A"requests";r=4;t=7[12]\d\z/, 'four of five are left, and all of them after a fifth of the window';
  my $missing = $second->get('/v1/collaboration-requests/0000000000000000');
  $missing->fails(404);
  like $missing->header('ratelimit'), qr/\A"requests";r=3;t=14[34]\d\z/, 'errors count, and have RateLimit';
  $first->get('/health/live')->ok('a public operation is not limited');
};

subtest 'the limit ends after its window, and is off by default' => sub {
  my $server = server("CollabRateLimit 2 1\n");
  my $caller = $ada->at($server);
  wait_for { $caller->get('/v1/me')->status == 429 } 10, 'a 429';
  wait_for { $caller->get('/v1/me')->status == 200 } 10, 'a 200';
  $server = server('');
  is scalar(grep { $ada->at($server)->get('/v1/me')->status != 200 } 1 .. 50), 0, 'without the directive, nothing is refused';
  is $ada->at($server)->get('/v1/me')->header('ratelimit'), undef, 'without a limit, there is no RateLimit';
};

done_testing;
