# t/long/attacks/lowest-rate.t: a client that sends or takes less than 1 kB a second over 20 s is cut off, a faster one is not
# interface.md 18.3
use lib qw(t/lib lab/lib);
use Collab::Form;
use Collab::SlowReaders qw(add_notes);
use Collab::Stack;
use Collab::Test;
use Socket qw(AF_INET SOCK_STREAM SOL_SOCKET SO_RCVBUF inet_aton pack_sockaddr_in);
use Time::HiRes qw(sleep time);

my $stack = stack(extra => "CollabDispatcher Off\nTimeout 120\n");
my $server = $stack->server;
my $x = exchange();
my $token = $x->submitter->token;
add_notes(owner(), $x->record->{id}, 60);       # a record of 2 MB

sub client {
  my ($sends, %rate) = @_;
  socket my $socket, AF_INET, SOCK_STREAM, 0 or die "socket: $!\n";
  setsockopt $socket, SOL_SOCKET, SO_RCVBUF, pack 'i', 2048;
  connect $socket, pack_sockaddr_in($server->port, inet_aton('127.0.0.1')) or die "connect: $!\n";
  syswrite $socket, $sends;
  $socket->blocking(0);
  return { socket => $socket, got => '', %rate };
}

my $head = "HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer $token\r\n";
my $get = 'GET ' . $x->path . " $head\r\n";
my $upload = 'POST ' . $x->path . "/attachments ${head}Content-Type: multipart/form-data; boundary=" . BOUNDARY . "\r\nContent-Length: 1000000\r\n\r\n" . form_head(files => 'a.bin');
my %client = (
  'a reader of 200 bytes a second' => client($get, reads => 20),
  'a reader of 5 kB a second'      => client($get, reads => 500),
  'an upload of 200 bytes a second' => client($upload, sends => 20),
  'an upload of 5 kB a second'      => client($upload, sends => 500),
);

# Ten turns a second.
my $began = time;
for my $turn (1 .. 450) {
  for my $one (grep { !$_->{ended} } values %client) {
    local $SIG{PIPE} = 'IGNORE';
    syswrite $one->{socket}, 'x' x $one->{sends} if $one->{sends};
    my $read = sysread $one->{socket}, $one->{got}, $one->{reads} || 1000, length $one->{got};
    $one->{ended} = time - $began if defined $read ? $read == 0 : !$!{EAGAIN} && !$!{EWOULDBLOCK};
    $one->{ended} //= time - $began if $one->{sends} && $one->{got} =~ /^HTTP/;
  }
  my $left = $began + $turn / 10 - time;
  sleep $left if $left > 0;
}
for my $name (sort keys %client) {
  my $one = $client{$name};
  my $slow = $name =~ /200/;
  ok $slow ? $one->{ended} : !$one->{ended}, "$name " . ($slow ? 'ends' : 'goes on') . ($one->{ended} ? sprintf ' (after %.0f s)', $one->{ended} : '');
  like $one->{got}, qr{^HTTP/1\.1 408 }, "$name gets 408" if $slow && $one->{sends};
}
done_testing;
