# t/api/http/database-unavailable.t: while the database is unreachable, every operation soon answers 503 with Retry-After
# interface.md 5.1
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Operations;
use Collab::Server;
use List::Util qw(min);

# A server with the suite's keys and without a database: the socket in its DSN does not exist. The server has the suite's base URL, which is the
# issuer of the suite's tokens. So the tokens are valid here.
my $user = user(company());
my $server = Collab::Server->start("$ENV{COLLAB_TEST_DIR}/unavailable$$", api_dsn => "host=$ENV{COLLAB_TEST_DIR}/nowhere dbname=collab user=collab_api",
  dispatch_dsn => 'host=/nowhere', extra => "CollabBaseURL $ENV{COLLAB_TEST_URL}\nCollabDispatcher Off\nCollabDatabaseWait 100ms\n");
my $there = $user->at($server, token => $user->token);

# The example of each operation gets as far as the database.
my $operations = operations();
my %with = (callbackUrl => 'http://127.0.0.1/', callbackAuth => { type => 'NONE' }, newPassword => 'not the current password');
my @rows = grep { grep { $_ == 503 } @{ $_->{statuses} } } routes();
cmp_ok scalar @rows, '>', 30, 'over 30 operations need the database';
for my $row (@rows) {
  my $path = $operations->path($row->{name});
  my @took;
  for my $accept ('*/*', 'application/problem+json') {
    my $start = time;
    my $answer = $there->request($row->{method}, $path, $operations->body($row->{name}, %with),
      headers => { accept => $accept }, timeout => 600);
    push @took, time - $start;
    $accept eq '*/*' ? $answer->fails(503, undef, "$row->{name}: 503") : $answer->is_problem_at($ENV{COLLAB_TEST_URL}, 503, 'unavailable');
    like $answer->header('retry-after'), qr/^[1-9]\d*$/, "$row->{name}: Retry-After";
  }
  cmp_ok min(@took), '<', 8, "$row->{name}: the faster of two answers takes less than 8 s";      # the machine may pause during one of them
}

nobody->at($server)->get('/v1/me')->fails(401, undef, 'a missing token is 401 without a database');
$there->post('/v1/collaboration-requests', {})->invalid(qw(documentId internalCaseNumber problemSummary problemDescription priority));

done_testing;
