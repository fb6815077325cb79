# Attacking clients without a login. They send part of an HTTP request, read a response a few bytes at a time, or hold idle connections.
#
#   my $attack = slow_clients($server, 140, sends => $bytes, reads => 100);
#   my %count = $attack->end;                                                    opened: connections; 503 …: responses; closed: by the server
#
# Options: reads (bytes per second and connection; default 0: none), drips (bytes that are sent one by one, `pause` seconds apart, after the
# first ones), addresses (number of loopback addresses that the clients come from; default 1), renews (new connections per second in place
# of ended ones; default 20). `sends` may be a list of texts, of which each connection sends the next one.
#
# One process drives all connections until ->end. A client with reads => 0 peeks at the first line of its response, to count it, and leaves
# it in the socket.
package Collab::SlowClients;
use strict;
use warnings;
use Collab::File qw(slurp);
use Collab::Wait qw(wait_for);
use IO::Poll qw(POLLHUP POLLERR POLLIN POLLOUT);
use JSON::XS ();
use POSIX ();
use Socket qw(AF_INET MSG_PEEK SOCK_STREAM SOL_SOCKET SO_RCVBUF inet_aton pack_sockaddr_in);
use Time::HiRes qw(time);
use Exporter 'import';
our @EXPORT = qw(slow_clients quantile);

my $TURN = 0.1;       # seconds between two turns of a connection

sub slow_clients {
  my ($server, $connections, %option) = @_;
  pipe my $read, my $write or die "pipe: $!\n";
  pipe my $told, my $tell or die "pipe: $!\n";
  my $pid = fork // die "fork: $!\n";
  if (!$pid) {
    close $read;
    local $SIG{PIPE} = 'IGNORE';
    my $self = bless { port => $server->port, count => {}, reads => 0, addresses => 1, renews => 20, %option }, __PACKAGE__;
    my @open = map { $self->connection } 1 .. $connections;
    syswrite $write, "all\n";
    my $turn_at = time;
    until (is_told($told, $turn_at - time)) {
      $turn_at += $TURN;
      $self->{left} = $self->{renews} * $TURN;
      @open = map { $self->turn($_) ? $_ : $self->{left}-- > 0 ? $self->connection : undef } @open;
    }
    syswrite $write, JSON::XS->new->encode($self->{count});
    POSIX::_exit(0);
  }
  close $write;
  <$read>;       # all are connected
  return bless { pid => $pid, read => $read, tell => $tell, server => $server }, 'Collab::SlowClients::Attack';
}

# Also waits until the server has closed its ends. httpd's `event` aborts the connections of its workers at a stop, without a lock: it dies if
# a worker is just freeing one (seen with the sanitizers, in close_worker_sockets).
sub Collab::SlowClients::Attack::end {
  my ($self) = @_;
  syswrite $self->{tell}, "end\n";
  my $said = do { local $/; readline $self->{read} };
  waitpid $self->{pid}, 0;
  wait_for { !ended($self->{server}) } 30, 'the end of the connections in the server';
  return %{ JSON::XS->new->decode($said) };
}

# The server's sockets whose peer has left: those that the kernel lists neither as TCP that is open (01) or listens (0A) nor as Unix.
sub ended {
  my ($server) = @_;
  my @held = map { (readlink // '') =~ /^socket:\[(\d+)\]/ ? $1 : () } map { glob "/proc/$_/fd/*" } $server->children;
  my @tcp = map { (split)[9] } grep { /^ *\d+: \S+ \S+ 0[1A] / } split /\n/, slurp('/proc/net/tcp');
  my %open = map { $_ => 1 } @tcp, map { (split)[6] } split /\n/, slurp('/proc/net/unix');
  return grep { !$open{$_} } @held;
}

# Opens a connection and sends the attack's bytes. A small receive window (with reads > 0) limits what the server can write ahead.
sub connection {
  my ($self) = @_;
  socket my $socket, AF_INET, SOCK_STREAM, 0 or die "socket: $!\n";
  setsockopt $socket, SOL_SOCKET, SO_RCVBUF, pack 'i', 2048 if $self->{reads};
  my $number = ($self->{count}{opened} // 0) % $self->{addresses};
  bind $socket, pack_sockaddr_in(0, inet_aton("127.0.1.$number")) or die "bind: $!\n" if $self->{addresses} > 1;
  connect $socket, pack_sockaddr_in($self->{port}, inet_aton('127.0.0.1')) or return undef;
  $socket->blocking(0);
  my @sends = ref $self->{sends} ? @{ $self->{sends} } : $self->{sends};
  syswrite $socket, $sends[($self->{count}{opened} // 0) % @sends];
  $self->{count}{opened}++;
  return { socket => $socket, drips => $self->{drips} // '', drip_at => time + ($self->{pause} // 0) };
}

# Reads from one connection what its rate allows in this turn; returns false when the connection has ended.
sub turn {
  my ($self, $connection) = @_;
  return 0 if !$connection;
  my $socket = $connection->{socket};
  if ($connection->{drips} ne '' && time >= $connection->{drip_at}) {
    syswrite $socket, substr $connection->{drips}, 0, 1, '';
    $connection->{drip_at} += $self->{pause};
  }
  my $want = $connection->{status} ? $self->{reads} * $TURN : 15;
  return 1 if $connection->{status} && !$want && !has_ended($socket);
  my $got = recv $socket, my $bytes, $want || 1, $connection->{status} ? 0 : MSG_PEEK;
  return $!{EAGAIN} || $!{EWOULDBLOCK} ? 1 : $self->closed if !defined $got;
  return $self->closed if $bytes eq '';
  if (!$connection->{status} && $bytes =~ m{^HTTP/1\.1 (\d{3})}) { $connection->{status} = $1; $self->{count}{$1}++ }
  return ($connection->{status} // 0) < 400 ? 1 : $self->closed;      # the server refuses the body, so it closes the connection
}

# Waits up to $seconds for the test to end the attack.
sub is_told { my ($told, $seconds) = @_; my $poll = IO::Poll->new; $poll->mask($told => POLLIN); return $poll->poll($seconds > 0 ? $seconds : 0) > 0 }

sub has_ended { my ($socket) = @_; my $poll = IO::Poll->new; $poll->mask($socket => POLLIN); $poll->poll(0); return $poll->events($socket) & (POLLHUP | POLLERR) }
sub closed { my ($self) = @_; $self->{count}{closed}++; return 0 }       # dropping the connection closes its socket

# The value below which $share (0 to 1) of the numbers lie.
sub quantile { my ($share, @numbers) = @_; my @sorted = sort { $a <=> $b } @numbers; my $at = int $share * @sorted; return $sorted[$at > $#sorted ? -1 : $at] }

1;
