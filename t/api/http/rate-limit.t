# t/api/http/rate-limit.t: CollabRateLimit limits each caller's requests, and nobody else's
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

subtest 'so many at once, then the pace' => sub {
  my $server = server("CollabRateLimit 5 3600\n");
  my ($first, $second) = map { $_->at($server) } $ada, $ben;
  nobody->at($server)->get('/v1/me')->fails(401) for 1 .. 7;
  $first->get('/v1/me')->ok("$_ of 5") for 1 .. 5;
  my $refused = $first->get('/v1/me');
  $refused->fails(429, qr/Too many/);
  cmp_ok $refused->header('retry-after'), '>', 700, 'a fifth of the window';
  cmp_ok $refused->header('retry-after'), '<=', 720;
  $first->post('/v2/webhooks', '{', headers => { accept => 'application/problem+json' })->is_problem_at($ENV{COLLAB_TEST_URL}, 429, 'too-many');
  is $refused->header('ratelimit-policy'), '"requests";q=5;w=3600';
  is $refused->header('ratelimit'), '"requests";r=0;t=' . $refused->header('retry-after'), 'nothing is left, until';
  my $other = $second->get('/v1/me');
  $other->ok('another caller');
  is $other->header('ratelimit-policy'), '"requests";q=5;w=3600';
  like $other->header('ratelimit'), qr/\A"requests";r=4;t=7[12]\d\z/, 'four of five are left; all, after a fifth of the window';
  my $missing = $second->get('/v1/collaboration-requests/0000000000000000');
  $missing->fails(404);
  like $missing->header('ratelimit'), qr/\A"requests";r=3;t=14[34]\d\z/, 'errors have it as well';
  $first->get('/health/live')->ok('what is open to anybody is open');
};

subtest 'it comes back, and it is off by default' => sub {
  my $server = server("CollabRateLimit 2 1\n");
  my $caller = $ada->at($server);
  wait_for { $caller->get('/v1/me')->status == 429 } 10, 'too many a second';
  wait_for { $caller->get('/v1/me')->status == 200 } 10, 'and again';
  $server = server('');
  is scalar(grep { $ada->at($server)->get('/v1/me')->status != 200 } 1 .. 50), 0, 'off';
  is $ada->at($server)->get('/v1/me')->header('ratelimit'), undef, 'no limit, no header';
};

done_testing;
