# t/ops/load/slow-clients.t: clients that have not logged in, and send or read slowly, delay no other client
# alone: it measures the response times of other clients
use lib qw(t/lib lab/lib);
use Collab::SlowClients;
use Collab::Stack;
use Collab::Test;
use Time::HiRes qw(time);

my $SECONDS = long(30, 6);
my $LONGEST = 0.2;       # seconds: limit of the other clients' p99

# The settings of conf/collab.conf for slow readers, on a server with 128 threads in one process.
open my $conf, '<', 'conf/collab.conf' or die "conf/collab.conf: $!\n";
my $shipped = join '', grep { /^FlushMax/ } <$conf>;
my $stack = stack(extra => "CollabDispatcher Off\nAsyncRequestWorkerFactor 2\nCollabSharedAddress None\n$shipped");
my $server = $stack->server;
my $x = exchange();
$x->submitter->token;

subtest 'a public page fits into the output buffer, so no thread waits for its reader' => sub {
  my ($bytes) = $shipped =~ /^FlushMaxThreshold (\d+)$/m or die "conf/collab.conf: no FlushMaxThreshold\n";
  cmp_ok length nobody->get($_)->{content}, '<', 0.9 * $bytes, "$_ is smaller than FlushMaxThreshold" for '/docs', '/openapi.json', '/openapi-3.0.json', '/openapi-2.0.json';
};

# Measures the response times of other clients for $SECONDS, with a new connection for each request.
sub others {
  my %took;
  my $end = time + $SECONDS;
  while (time < $end) {
    for my $case (['health', sub { nobody->get('/health/live', timeout => 5) }], ['member', sub { $x->submitter->get($x->path, timeout => 5) }]) {
      my ($who, $call) = @$case;
      my $began = time;
      my $status = $call->()->status;
      push @{ $took{$who} }, time - $began;
      push @{ $took{failed} }, "$who $status" if $status != 200;
    }
    select undef, undef, undef, 0.02;
  }
  return %took;
}

sub attack {
  my ($name, $connections, %how) = @_;
  my $attack = slow_clients($server, $connections, %how);
  my %took = others();
  my %count = $attack->end;
  diag "$name: ", join ', ', map { "$count{$_} $_" } sort keys %count;
  for my $who (qw(health member)) {
    my @all = @{ $took{$who} };
    diag sprintf '%s: %s: %d requests, p50 %.1f ms, p99 %.1f ms', $name, $who, scalar @all, map { 1000 * quantile($_, @all) } 0.5, 0.99;
    cmp_ok quantile(0.99, @all), '<', $LONGEST, "$name: $who answers in time";
  }
  is_deeply $took{failed} // [], [], "$name: no other client is refused";
  return %count;
}

my $part = "POST /v1/login HTTP/1.1\r\nHost: x\r\nContent-Length: 60\r\n\r\n{";

subtest 'missing bodies from one address hold four threads' => sub {
  my %count = attack('slow bodies', 140, sends => $part, renews => 20);
  cmp_ok $count{429}, '>=', 136, 'four of them have a thread; the rest get 429';
};

subtest 'missing bodies from many addresses hold a quarter of the threads' => sub {
  my %count = attack('slow bodies of 140 addresses', 140, sends => $part, renews => 20, addresses => 140);
  cmp_ok $count{429}, '>=', 108, 'at most a quarter of the threads wait';
  cmp_ok $count{opened} - $count{429}, '>=', 32, '… and not fewer';
};

subtest 'readers of 100 bytes a second delay no other client' => sub {
  my %count = attack('slow reads', 140, sends => "GET /docs HTTP/1.1\r\nHost: x\r\n\r\n" x 30, reads => 100);
  cmp_ok $count{200}, '>=', 140, 'all of them are served';
};

subtest 'idle connections delay no other client' => sub {
  my %count = attack('idle connections', 300, sends => "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n");
  cmp_ok $count{200}, '>=', 300, 'each gets a response';
};

done_testing;
