# Base class of helpers with a process of their own. The process ends with its helper; a copy of the helper in a forked child does not
# end the process.
#
#   use parent 'Collab::Process';
#   $self->begin(sub { my ($parent) = @_; … });      runs it in a new process, which then ends; {pid} is its id
#   $self->stop                                      ends it
package Collab::Process;
use strict;
use warnings;
use POSIX ();

sub begin {
  my ($self, $serve) = @_;
  my $pid = fork // die "fork: $!\n";
  if (!$pid) {
    $SIG{$_} = 'DEFAULT' for qw(INT TERM HUP);
    $SIG{PIPE} = 'IGNORE';
    my $fine = eval { $serve->(getppid); 1 };
    print STDERR ref $self, ": $@" unless $fine;
    POSIX::_exit($fine ? 0 : 1);
  }
  @{$self}{qw(pid owner)} = ($pid, $$);
  return $self;
}

sub stop {
  my ($self) = @_;
  return if !$self->{pid} || $self->{owner} != $$;
  local ($?, $!);
  kill 'KILL', $self->{pid};
  waitpid delete $self->{pid}, 0;
}

sub DESTROY { $_[0]->stop }

1;
