# A front with a smuggling flaw, which Collab::Desync must find: the front ends a body by Content-Length, but forwards Transfer-Encoding alone
# when a request has both headers. It serves one client at a time over one persistent connection to httpd.
#
#   my $front = Collab::NaiveFront->start("$dir/naive", $port);
#   $front->plain  ->lines      as those of Collab::Fronts
package Collab::NaiveFront;
use strict;
use warnings;
use Collab::Desync;
use Collab::File qw(slurp);
use Collab::Port qw(free_port connects);
use Collab::Wait qw(slay wait_for);
use Collab::Wire qw(wire_socket);
use IO::Socket::IP;
use POSIX ();

sub start {
  my ($class, $dir, $behind) = @_;
  mkdir $dir or die "$dir: $!\n";
  my $self = bless { plain => free_port(), log => "$dir/access_log", kept => '', owner => $$ }, $class;
  my $listens = IO::Socket::IP->new(LocalAddr => '127.0.0.1', LocalPort => $self->{plain}, Listen => 8, ReuseAddr => 1) or die "listen: $@\n";
  $self->{pid} = fork // die "fork: $!\n";
  return $self if $self->{pid};
  eval { open $self->{out}, '>', $self->{log} or die "$self->{log}: $!\n"; $self->{back} = wire_socket("http://127.0.0.1:$behind"); $self->serve($listens->accept) while 1 };
  POSIX::_exit(0);
}

sub plain { $_[0]{plain} }
sub lines { return split /\n/, slurp($_[0]{log}) }

sub serve {
  my ($self, $client) = @_;
  my ($bytes, $close) = ('', 0);
  local $SIG{PIPE} = 'IGNORE';
  until ($close) {
    until ($bytes =~ /\r\n\r\n/) { sysread $client, $bytes, 65536, length $bytes or return }
    my ($head) = $bytes =~ s/^(.*?\r\n)\r\n//s ? $1 : return;
    my ($length) = $head =~ /^Content-Length: (\d+)\r$/m ? $1 : 0;
    while (length $bytes < $length) { sysread $client, $bytes, 65536, length $bytes or return }
    my $body = substr $bytes, 0, $length, '';
    $close = $head =~ s/^Connection: (.*)\r\n//m && $1 eq 'close';
    $head =~ s/^Content-Length: .*\r\n//m if $head =~ /^Transfer-Encoding:/m;
    my $id = 'naive-' . ++$self->{count};
    syswrite $self->{back}, "${head}X-Front-Id: $id\r\n\r\n$body";
    my $answer = $self->answer or return;
    my ($got) = Collab::Desync::parsed($answer, 'POST');
    syswrite $self->{out}, join(' ', $id, $got->{headers}{'x-request-id'} // '-', $got->{status}, $head =~ /^(.*)\r\n/) . "\n";
    syswrite $client, $answer =~ s/\r\n/\r\nX-Front-Id: $id\r\n/r;
  }
}

# Reads one answer; bytes after it stay for the next request. The called operations always send Content-Length.
sub answer {
  my ($self) = @_;
  while (1) {
    my ($head) = $self->{kept} =~ /^(HTTP.*?\r\n\r\n)/s;
    my ($length) = ($head // '') =~ /^Content-Length: (\d+)/m;
    return substr $self->{kept}, 0, length($head) + $length, '' if defined $length && length $self->{kept} >= length($head) + $length;
    sysread $self->{back}, $self->{kept}, 65536, length $self->{kept} or return;
  }
}

sub stop { my ($self) = @_; slay(delete $self->{pid}) if $self->{pid} && $self->{owner} == $$ }
sub DESTROY { local ($?, $@, $!); eval { $_[0]->stop } }

1;
