# A relay between a client and a server on the loopback interface that limits the client's bytes per second.
#
#   my $slow = throttle($storage->port, 40_000);      a process; 40,000 bytes per second
#   my $late = throttle($storage->port, 1e9, 1.5);    passes on the server's bytes 1.5 s later
#   $slow->port
package Collab::Throttle;
use strict;
use warnings;
use IO::Select;
use IO::Socket::IP;
use Socket qw(SOL_SOCKET SO_RCVBUF);
use Time::HiRes qw(sleep time);
use parent 'Collab::Process';
use Exporter 'import';
our @EXPORT = qw(throttle);

use constant { TICK => 0.05, PART => 4096 };

sub throttle {
  my ($to, $rate, $late) = @_;
  my $listener = IO::Socket::IP->new(LocalAddr => '127.0.0.1', LocalPort => 0, Listen => 16, ReuseAddr => 1) or die "throttle: $@\n";
  setsockopt $listener, SOL_SOCKET, SO_RCVBUF, pack 'i', 8192;      # its connections inherit this, so that little waits in the kernel
  my $self = bless { port => $listener->sockport }, __PACKAGE__;
  return $self->begin(sub { serve($listener, $to, $rate, $late // 0, @_) });
}

sub port { $_[0]{port} }

# ---------------------------------------------------------------- the process
# Reads from each client at its rate, and from servers without a limit. A client's unused rate accumulates for up to one second, because
# this process may get the processor late.
sub serve {
  my ($listener, $to, $rate, $late, $parent) = @_;
  my (%peer, %may, @said);
  my $select = IO::Select->new($listener);
  my $before = time;
  while (getppid == $parent) {
    my $now = time;
    $_ = $_ + $rate * ($now - $before) < $rate ? $_ + $rate * ($now - $before) : $rate for values %may;
    $before = $now;
    while (@said && $said[0][0] <= $now) {
      my (undef, $client, $part) = @{ shift @said };
      syswrite $client, $part if $peer{$client};
    }
    my $moved = 0;
    for my $socket ($select->can_read(TICK)) {
      if ($socket == $listener) {
        my $client = $listener->accept or next;
        my $server = IO::Socket::IP->new(PeerAddr => '127.0.0.1', PeerPort => $to) or do { close $client; next };
        @peer{$client, $server} = ($server, $client);
        $may{$client} = 0;
        $select->add($client, $server);
        next;
      }
      my $peer = $peer{$socket} or next;
      my $is_client = exists $may{$socket};
      next if $is_client && $may{$socket} < PART;
      $moved = 1;
      if (my $read = sysread $socket, my $part, $is_client && $may{$socket} < 65536 ? $may{$socket} : 65536) {
        $may{$socket} -= $read if $is_client;
        if ($is_client || !$late) { syswrite $peer, $part }
        else                      { push @said, [time + $late, $peer, $part] }
        next;
      }
      $select->remove($socket, $peer);
      delete @{$_}{$socket, $peer} for \%peer, \%may;
      close $_ for $socket, $peer;
    }
    sleep TICK / 10 unless $moved;
  }
}

1;
