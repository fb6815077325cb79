# t/api/slow.t: a body that does not come: 408 in JSON, for every operation that takes one; a client that leaves (contract.md 3)
use lib 't/lib';
use Collab::Test;
use Collab::Server;
use Collab::Wire;

# The same database and keys, another server, with little patience.
my $x = exchange();
my $server = Collab::Server->start("$ENV{COLLAB_TEST_DIR}/slow$$", body_timeout => 1, api_dsn => $ENV{COLLAB_TEST_DSN} =~ s/collab_owner/collab_api/r,
  dispatch_dsn => 'host=/nowhere', extra => "CollabBaseURL $ENV{COLLAB_TEST_URL}\nCollabDispatcher Off\n");
my $token = $x->submitter->token;

# A request whose body stays behind what its header promised.
my $half = sub {
  my ($row, $length) = @_;
  (my $path = $row->{template}) =~ s/\{token\}/$x->token/e;
  my $socket = wire_socket($server->url);
  my $type = $row->{name} eq 'attachment_create' ? 'multipart/form-data; boundary=b' : 'application/json';
  my $sent = "$row->{method} $path HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer $token\r\nContent-Type: $type\r\n$length\r\n{";
  print $socket $sent;
  return [$row->{name}, $socket, $sent];
};
my @rows = grep { grep { $_ == 408 } @{ $_->{statuses} } } routes();
ok @rows > 8, 'operations that take a body';

subtest 'a body that stops' => sub {
  for my $open (map { $half->($_, "Content-Length: 100\r\n") } @rows) {
    my ($name, $socket, $sent) = @$open;
    my $answer = read_answer($socket, $sent) or fail("$name: no answer"), next;
    $answer->fails(408, undef, "$name: 408");
  }
};

subtest 'a chunk that stops' => sub {
  my $socket = wire_socket($server->url);
  my $sent = 'POST ' . $x->notes . " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer $token\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{";
  print $socket $sent;
  my $answer = read_answer($socket, $sent);
  $answer ? $answer->fails(408) : fail 'no answer';
};

subtest 'a client that leaves is no harm' => sub {
  for my $row (@rows) { my $open = $half->($row, "Content-Length: 100\r\n"); close $open->[1] }
  $x->submitter->at($server)->get($x->path)->ok('the others are served');
  is $x->submitter->get($x->path)->ok->{status}, 'OPEN';
};

done_testing;
