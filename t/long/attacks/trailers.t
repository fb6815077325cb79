# t/long/attacks/trailers.t: clients that send the trailer of a chunked body slowly delay nobody
# alone: it measures the response times of another member
use lib qw(t/lib lab/lib);
use Collab::SlowClients;
use Collab::Stack;
use Collab::Test;
use Collab::Victim;

my $stack = stack(extra => "CollabDispatcher Off\nAsyncRequestWorkerFactor 2\nCollabRateLimit Off\n");
my $server = $stack->server;
my ($x, $y) = (exchange(), exchange());
my $token = $y->submitter->token;
my $victim = sub { return victim($server, $x->submitter, $x->notes) };
my $before = $victim->()->end(200);

# 200 connections, for 128 threads: the body is complete but for the trailer, of which a byte comes each 0.9 s.
sub attack {
  my ($name, $request, $authorization) = @_;
  my $attack = slow_clients($server, 200, renews => 200, drips => 'a' x 90, pause => 0.9,
    sends => "$request HTTP/1.1\r\nHost: x\r\n${authorization}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX: ");
  my $during = $victim->()->end(100);
  my %count = $attack->end;
  diag "$name: ", join ', ', map { "$count{$_} $_" } sort keys %count;
  unharmed($before, $during, $name);
  return;
}

attack('of a member', 'POST /v1/collaboration-requests', "Authorization: Bearer $token\r\n");
attack('of a login', 'POST /v1/login', '');
attack('without a token', 'POST /v1/collaboration-requests', '');
attack('of a GET', 'GET /v1/me', "Authorization: Bearer $token\r\n");
unharmed($before, $victim->()->end(100), 'afterwards');
done_testing;
