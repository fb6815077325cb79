# t/api/service.t: what anybody may see: problem types and health (contract.md 1 and 3)
use lib 't/lib';
use Collab::Test;
use Collab::Server;

subtest 'every problem type is explained' => sub {
  open my $in, '<', 'mod_collab/base/outcome.h' or die "outcome.h: $!\n";
  my %status = do { local $/; <$in> =~ /^  OUTCOME\(\w+, "([a-z-]+)", (\d+),/mg };
  cmp_ok scalar(keys %status), '>', 30;
  for my $code (sort keys %status) {
    my $answer = nobody->get("/problems/$code");
    if ($status{$code} < 400) { $answer->fails(404, undef, "$code is no problem"); next }
    my $said = $answer->ok("$code: JSON");
    is_deeply [@{$said}{qw(code status)}], [$code, $status{$code}];
    my $page = nobody->get("/problems/$code", headers => { accept => 'text/html,application/xhtml+xml,*/*;q=0.8' });
    is $page->status, 200;
    is $page->header('content-type'), 'text/html; charset=utf-8', "$code: a page for browsers";
    like $page->text, qr/<h1>\Q$said->{title}\E</;
    unlike $page->text . $answer->text, qr/\{service\}/;
    is $page->header('vary'), 'Accept';
  }
  my $problem = nobody->get('/v1/me', headers => { accept => 'application/problem+json' })->json;
  is nobody->get($problem->{type} =~ s/^\Q$ENV{COLLAB_TEST_URL}\E//r)->ok->{status}, 401, 'the type of a problem leads there';
  nobody->get('/problems/nothing')->fails(404);
  nobody->get('/problems/%ff')->invalid('code');
};

subtest 'health' => sub {
  is_deeply nobody->get("/health/$_")->ok, { status => 'UP' }, $_ for qw(live ready);
  is nobody->head('/health/ready')->status, 200, 'HEAD';
  my $dir = "$ENV{COLLAB_TEST_DIR}/health$$";
  my %dsn = map { $_ => $ENV{COLLAB_TEST_DSN} =~ s/user=\S+/user=collab_$_/r } qw(api dispatch);
  my $gone = Collab::Server->start("$dir-gone", api_dsn => 'host=/nowhere dbname=collab', dispatch_dsn => 'host=/nowhere', extra => "CollabDispatcher Off\n");
  my $start = time;
  my $refused = nobody->at($gone)->get('/health/ready');
  $refused->fails(503, qr/database does not answer/, 'without a database: not ready');
  like $refused->header('retry-after'), qr/^\d+$/;
  cmp_ok time - $start, '<=', 3, '… and soon told';
  nobody->at($gone)->get('/health/live')->ok('… but alive');
  my $stuck = Collab::Server->start("$dir-stuck", api_dsn => $dsn{api}, dispatch_dsn => 'host=/nowhere');
  nobody->at($stuck)->get('/health/ready')->fails(503, qr/dispatcher does not get on/, 'a dispatcher that cannot work');
  my $without = Collab::Server->start("$dir-without", api_dsn => $dsn{api}, dispatch_dsn => $dsn{dispatch}, extra => "CollabDispatcher Off\n");
  nobody->at($without)->get('/health/ready')->ok('a node without a dispatcher needs none');
};

done_testing;
