# t/ops/load/long-list-memory.t: a list of very many requests does not grow the worker's memory
# The long form has 100,000 requests.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Stack;
use IO::Socket::IP;

my $MANY = long(100_000, 20_000);
my $stack = stack(extra => "CollabDispatcher Off\n");
my $x = exchange();
owner()->do(q(insert into request (token, submit_company, submit_company_name, submitter, receive_company, receive_company_name, summary, description, priority,
    created_at, updated_at, respond_by, document, document_name, submitted_by, submitter_contact, receiver_contact)
  select 'Many' || lpad(n::text, 16, 'x'), submit_company, submit_company_name, submitter, receive_company, receive_company_name, 'n' || n, repeat('d', 300), 'LOW',
    created_at - n * interval '1 second', updated_at, respond_by, document, document_name, submitted_by, submitter_contact, receiver_contact
    from request, generate_series(1, ?) n where id = ?), undef, $MANY - 1, $x->record->{id});
owner()->do('analyze request');

# Resident memory of the worker process, in KiB.
sub memory {
  my ($child) = $stack->server->children;
  open my $in, '<', "/proc/$child/status" or die "/proc/$child: $!\n";
  return (map { /^VmRSS:\s+(\d+)/ ? $1 : () } <$in>)[0];
}

# Reads a whole list and counts its elements. Returns (count, seconds to the first byte, greatest memory in KiB, whether the end arrived).
sub read_list {
  my ($path, $party) = @_;
  my $socket = IO::Socket::IP->new(PeerAddr => '127.0.0.1', PeerPort => $stack->server->port) or die "connect: $@\n";
  print $socket "GET $path HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer " . $party->token . "\r\n\r\n";
  $socket->flush;
  my $at = Time::HiRes::time();
  my ($count, $first, $most, $tail) = (0, undef, 0, '');
  while (my $n = sysread $socket, my $bytes, 1 << 20) {
    $first //= Time::HiRes::time() - $at;
    my $text = $tail . $bytes;
    $text =~ s/\r\n[1-9a-f][0-9a-f]{1,5}\r\n//g;         # the head of a chunk may divide the text that is counted
    $count++ while $text =~ /"submitterCaseNumber":/gc;
    my $counted = pos $text // 0;
    $tail = substr $text, $counted > length($text) - 60 ? $counted : -60;       # so no element is counted twice
    my $now = memory();
    $most = $now if $now > $most;
  }
  return ($count, $first, $most, $tail =~ /\]\r\n0\r\n\r\n\z/);
}

for my $path ('/v2/collaboration-requests/list', '/v1/collaboration-requests?type=OUTBOUND') {
  $x->submitter->get('/v2/collaboration-requests?size=200')->ok for 1 .. 8;      # warms the worker's memory up
  my $before = memory();
  my ($count, $first, $most, $whole) = read_list($path, $x->submitter);
  is $count, $MANY, "$path: all requests are listed";
  ok $whole, 'the last chunk arrives';
  my $growth = $most - $before;
  diag sprintf '%s: first byte after %.0f ms, memory +%d KiB', $path, 1000 * $first, $growth;
  cmp_ok $growth, '<', 16 * 1024, "the worker's memory grows by less than 16 MiB" unless $ENV{COLLAB_SANITIZERS};
}

subtest 'the first byte comes within 100 ms' => sub {
  for my $path ('/v2/collaboration-requests/list', '/v1/collaboration-requests') {
    my @took = sort { $a <=> $b } map {
      my $socket = IO::Socket::IP->new(PeerAddr => '127.0.0.1', PeerPort => $stack->server->port) or die "connect: $@\n";
      my $at = Time::HiRes::time();
      print $socket "GET $path HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer " . $x->submitter->token . "\r\n\r\n";
      $socket->flush;
      sysread $socket, my $start, 4096;
      like $start, qr{^HTTP/1\.1 200 };
      Time::HiRes::time() - $at;
    } 1 .. 9;
    diag sprintf '%s: first byte after %.0f to %.0f ms', $path, map { 1000 * $_ } @took[0, -1];
    cmp_ok $took[0], '<', 0.1, "$path: the fastest of nine takes less than 100 ms" unless $ENV{COLLAB_SANITIZERS};
  }
};

subtest 'a list that cannot be read to its end is broken off' => sub {
  my $admin = DBI->connect($ENV{COLLAB_TEST_DBI} =~ s/user=\w+/user=postgres/r, '', '', { RaiseError => 1 });
  my $socket = IO::Socket::IP->new(PeerAddr => '127.0.0.1', PeerPort => $stack->server->port) or die "connect: $@\n";
  print $socket "GET /v2/collaboration-requests/list HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " . $x->submitter->token . "\r\n\r\n";
  $socket->flush;
  sysread $socket, my $start, 4096;
  like $start, qr{^HTTP/1\.1 200 };
  owner()->do('alter table request rename to request_away');        # so that the next run fails
  my $all = $start;
  while (sysread $socket, my $bytes, 1 << 20) { $all = substr($all, -100) . $bytes }
  unlike $all, qr/\r\n0\r\n\r\n\z/, 'the last chunk is missing, so no client takes the list for whole';
  owner()->do('alter table request_away rename to request');
};

done_testing;
