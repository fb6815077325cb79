# A port of a loopback address that is free now, and stays free for this process and those that it starts.
#
#   my $port = free_port();               of 127.0.0.1
#   my $port = free_port('127.0.0.2');
#   connects($port, '127.0.0.2')          does somebody listen there?
#
# Until somebody listens there, connections are refused. Who asks for this very port with SO_REUSEADDR, as httpd does, can listen, stop, and
# listen again. Nobody else gets it meanwhile: while a socket is bound to a port, the kernel gives that port neither to those who ask for any
# nor to outgoing connections.
package Collab::Port;
use strict;
use warnings;
use IO::Socket::IP;
use Socket qw(SOCK_STREAM);
use Exporter 'import';
our @EXPORT_OK = qw(free_port connects);

my @reserved;      # bound, and never listening: beside a socket that listens, no other can

sub free_port {
  my ($address) = @_;
  my $socket = IO::Socket::IP->new(LocalAddr => $address // '127.0.0.1', LocalPort => 0, Type => SOCK_STREAM, ReuseAddr => 1) or die "no free port: $@\n";
  push @reserved, $socket;
  return $socket->sockport;
}

sub connects { my ($port, $address) = @_; return defined IO::Socket::IP->new(PeerAddr => $address // '127.0.0.1', PeerPort => $port) }

1;
