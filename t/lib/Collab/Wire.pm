# Sends bytes on a socket, for requests that no HTTP library would send.
#
#   my $answer = wire("GET /v1/me HTTP/1.1\r\nHost: x\r\n\r\n");     a Collab::Answer; undef: closed without an answer
package Collab::Wire;
use strict;
use warnings;
use IO::Select;
use IO::Socket::IP;
use Collab::Answer;
use Exporter 'import';
our @EXPORT = qw(wire wire_socket read_answer);

# A connection to the server under test.
sub wire_socket {
  my ($url) = @_;
  my ($port) = ($url // $ENV{COLLAB_TEST_URL}) =~ /:(\d+)$/;
  my $socket = IO::Socket::IP->new(PeerAddr => '127.0.0.1', PeerPort => $port, Timeout => 10) or die "connect: $@\n";
  $socket->autoflush(1);
  return $socket;
}

# Sends the bytes and reads one answer. Does not close its half of the connection, so a server that expects more bytes waits for them.
sub wire {
  my ($bytes, %option) = @_;
  my $socket = wire_socket($option{url});
  local $SIG{PIPE} = 'IGNORE';
  print $socket $bytes;
  return read_answer($socket, $bytes, %option);
}

sub read_answer {
  my ($socket, $sent, %option) = @_;
  my ($method, $path) = ($sent // '') =~ /^(\S+) (\S+)/;
  my $got = '';
  my $select = IO::Select->new($socket);
  my $limit = $option{timeout} // 15;
  until (complete($got, $method)) {
    last unless $select->can_read($limit);
    sysread $socket, $got, 65536, length $got or last;
  }
  my ($status, $head, $body) = $got =~ m{^HTTP/1\.[01] (\d+)[^\r\n]*\r\n(.*?)\r\n\r\n(.*)$}s
    or return $got eq '' ? undef : Collab::Answer->new(method => $method, path => $path, status => 0, headers => {}, content => $got);
  my %headers = map { /^([^:]+):\s*(.*)$/ ? (lc $1 => $2) : () } split /\r\n/, $head;
  if (($headers{'transfer-encoding'} // '') eq 'chunked') {
    my $plain = '';
    while ($body =~ s/^([0-9a-fA-F]+)\r\n//) { my $length = hex $1; $plain .= substr $body, 0, $length; substr $body, 0, $length + 2, '' }
    $body = $plain;
  }
  return Collab::Answer->new(method => $method // '?', path => substr($path // '?', 0, 60), status => $status, headers => \%headers, content => $body,
    base => $option{url} // $ENV{COLLAB_TEST_URL});
}

sub complete {
  my ($got, $method) = @_;
  my ($head, $body) = $got =~ /^(.*?)\r\n\r\n(.*)$/s or return 0;
  return 0 if $head =~ m{^HTTP/1\.[01] 1\d\d};
  return 1 if ($method // '') eq 'HEAD';
  return length $body >= $1 if $head =~ /^content-length:\s*(\d+)/mi;
  return $body =~ /(?:^|\r\n)0\r\n\r\n$/ if $head =~ /^transfer-encoding:\s*chunked/mi;
  return $head =~ m{^HTTP/1\.[01] (204|304)};
}

1;
