# A free port of a loopback address, reserved for this process and its children.
#
#   my $port = free_port();               of 127.0.0.1
#   my $port = free_port('127.0.0.2');
#   connects($port, '127.0.0.2')          does a process listen there?
#
# Until a process listens there, connections are refused. A process that binds this port with SO_REUSEADDR, as httpd does, can listen, stop
# and listen again. Meanwhile the port stays reserved: while a socket is bound to a port, the kernel assigns that port neither to a process
# that binds port 0 nor to outgoing connections.
package Collab::Port;
use strict;
use warnings;
use IO::Socket::IP;
use Socket qw(SOCK_STREAM);
use Exporter 'import';
our @EXPORT_OK = qw(free_port connects);

my @reserved;      # sockets that are bound but never listen: if one listened, no server could listen on its port

sub free_port {
  my ($address) = @_;
  my $socket = IO::Socket::IP->new(LocalAddr => $address // '127.0.0.1', LocalPort => 0, Type => SOCK_STREAM, ReuseAddr => 1) or die "no free port: $@\n";
  push @reserved, $socket;
  return $socket->sockport;
}

sub connects { my ($port, $address) = @_; return defined IO::Socket::IP->new(PeerAddr => $address // '127.0.0.1', PeerPort => $port) }

1;
