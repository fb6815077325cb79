# A relay between a client and PostgreSQL that can fall silent at a chosen moment, like a database that accepts a connection and then hangs.
#
#   my $relay = relay($stack->pg);      a process with its own Unix socket
#   $relay->dsn('collab_dispatch', 60)  for libpq, with connect_timeout in seconds
#   $relay->mute(0)                     new connections get no answer; mute(2): none after the second ReadyForQuery
#   $relay->cut                         closes all connections
#   $relay->pass                        new connections reach PostgreSQL again; muted ones stay muted
#   $relay->open, $relay->waiting       number of clients, and of those that sent something while muted
package Collab::Relay;
use strict;
use warnings;
use File::Temp ();
use IO::Select;
use IO::Socket::UNIX;
use Socket qw(AF_UNIX SOCK_STREAM PF_UNSPEC);
use parent 'Collab::Process';
use Exporter 'import';
our @EXPORT = qw(relay);

my $NEVER = 1e9;

sub relay {
  my ($pg) = @_;
  my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
  my $listener = IO::Socket::UNIX->new(Local => "$dir/.s.PGSQL.5432", Listen => 64) or die "relay: $!\n";
  socketpair my $ours, my $its, AF_UNIX, SOCK_STREAM, PF_UNSPEC or die "relay: $!\n";
  my $self = bless { dir => $dir, name => $pg->name, to => $pg->path, control => $ours }, __PACKAGE__;
  return $self->begin(sub { close $ours; serve($listener, $its, $pg->path) });
}

sub dsn {
  my ($self, $user, $seconds) = @_;
  return "host=$self->{dir} dbname=$self->{name} user=$user connect_timeout=$seconds";
}

sub mute    { my ($self, $after) = @_; $self->tell("mute $after"); return }
sub pass    { $_[0]->tell("mute $NEVER"); return }
sub cut     { $_[0]->tell('cut'); return }
sub open    { return $_[0]->tell('open') }
sub waiting { return $_[0]->tell('waiting') }

# Sends a command and waits until it is done.
sub tell {
  my ($self, $word) = @_;
  syswrite $self->{control}, "$word\n" or die "relay: $!\n";
  sysread $self->{control}, my $answer, 100 or die "relay: it has gone\n";
  return $answer + 0;
}

# ---------------------------------------------------------------- the process
# A connection is a pair of sockets. {peer}: the other socket; {talk}: shared by both, with the server's bytes read so far and the number of
# ReadyForQuery messages left before the relay falls silent.
sub serve {
  my ($listener, $control, $to) = @_;
  my $select = IO::Select->new($listener, $control);
  my ($after, %end) = $NEVER;
  my $drop = sub { for my $socket (grep { defined } @_) { $select->remove($socket); delete $end{$socket}; close $socket } };
  while (1) {
    for my $socket ($select->can_read) {
      if ($socket == $control) {
        sysread $control, my $word, 100 or return;      # the test has exited
        if ($word =~ /^mute (\S+)/) { $after = $1 }
        $drop->(map { $_->{socket} } values %end) if $word =~ /^cut/;
        syswrite $control, scalar grep { $word =~ /^open/ ? $_->{client} : $word =~ /^waiting/ && $_->{kept} } values %end;
      } elsif ($socket == $listener) {
        my $client = $listener->accept or next;
        my $server = IO::Socket::UNIX->new(Peer => $to) or do { close $client; next };
        my $talk = { left => $after, buffer => '' };
        $end{$client} = { socket => $client, peer => $server, talk => $talk, client => 1 };
        $end{$server} = { socket => $server, peer => $client, talk => $talk };
        $select->add($client, $server);
      } elsif (my $one = $end{$socket}) {
        my $talk = $one->{talk};
        if (!sysread $socket, my $bytes, 65536) { $drop->($socket, $one->{peer}) }
        elsif ($one->{client}) { $talk->{left} > 0 ? syswrite $one->{peer}, $bytes : $one->{kept}++ }
        else { syswrite $one->{peer}, spoken($talk, $bytes) }
      }
    }
  }
}

# Returns those of the server's bytes that may pass: whole messages, up to the last allowed ReadyForQuery.
sub spoken {
  my ($talk, $bytes) = @_;
  my $out = '';
  $talk->{buffer} .= $bytes;
  while ($talk->{left} > 0 && length $talk->{buffer} >= 5) {
    my $length = 1 + unpack 'N', substr $talk->{buffer}, 1, 4;
    last if length $talk->{buffer} < $length;
    my $message = substr $talk->{buffer}, 0, $length, '';
    $out .= $message;
    $talk->{left}-- if $message =~ /^Z/;
  }
  return $out;
}

1;
