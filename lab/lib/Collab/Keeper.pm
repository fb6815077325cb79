# The keeper of a program that starts servers: it holds what runs below it, and when the program ends, in whatever way, it ends what is left.
#
#   my $user = worker($name, $path);       {name, uid, gid}: an unprivileged user, for root
#   adopt();                               orphans come to this process
#   my $status = keep(sub { … }, $limit);  calls it in a child, and waits for that child's end, $limit seconds at most (default: no limit)
#   my @left = end_all();                  ends every process below this one; their ids and names
package Collab::Keeper;
use strict;
use warnings;
use FindBin ();
use POSIX ();
use Exporter 'import';
our @EXPORT_OK = qw(worker adopt keep end_all);
my @stop = qw(INT TERM HUP);

sub program { return $FindBin::Script }

# Whom the servers run as when root starts them: neither PostgreSQL nor httpd's workers want root. The user who is asked for, else the
# owner of the file, else one that many systems have.
sub worker {
  my ($wanted, $path) = @_;
  for my $name (defined $wanted ? $wanted : ((getpwuid((stat $path)[4]))[0], 'collab', 'nobody')) {
    my ($found, undef, $uid, $gid) = getpwnam($name // '') or next;
    return { name => $found, uid => $uid, gid => $gid } if $uid;
  }
  die program() . ": --user: " . (defined $wanted ? "no such unprivileged user: $wanted" : 'say which unprivileged user to run as') . "\n";
}

# Orphans become children of this process: PR_SET_CHILD_SUBREAPER.
sub adopt {
  eval { require 'syscall.ph'; syscall(&SYS_prctl, 36, 1, 0, 0, 0) == 0 } or print STDERR program() . ": no subreaper here: a run that dies may leave servers behind\n";
}

# Calls `begin` in a child, waits for the child's end, and collects the orphans meanwhile; the child's exit status, as a shell gives it.
# Who asks this process to stop asks the child. A child that was asked has not done its work, whatever its own status is.
sub keep {
  my ($begin, $limit) = @_;
  my $signals = POSIX::SigSet->new(map { POSIX->can("SIG$_")->() } @stop);
  POSIX::sigprocmask(POSIX::SIG_BLOCK(), $signals);       # until there is somebody to pass them to
  my $child = fork // die "fork: $!\n";
  if (!$child) {
    POSIX::sigprocmask(POSIX::SIG_UNBLOCK(), $signals);
    $begin->();
    POSIX::_exit(3);
  }
  my ($asked, $status);
  local @SIG{@stop} = (sub { $asked = 1; kill 'TERM', $child }) x @stop;
  local $SIG{ALRM} = sub { print STDERR program() . ": it has not come to its end in time\n"; kill 'KILL', $child };
  POSIX::sigprocmask(POSIX::SIG_UNBLOCK(), $signals);
  alarm $limit if $limit;
  while (!defined $status) {
    my $gone = waitpid -1, 0;
    $status = $? >> 8 || ($? & 127 ? 128 + ($? & 127) : 0) if $gone == $child;
  }
  alarm 0;
  return $status || ($asked ? 130 : 0);
}

# Ends every process below this one, also those that begin meanwhile; their ids and names. It is done when no child is left: a look at
# the tree while it changes may miss a process, and a zombie would go to init, which may take seconds to collect it.
sub end_all {
  my %left;
  for my $signal ('TERM', 'KILL') {
    my %told;
    for (1 .. 250) {
      my $gone;
      1 while ($gone = waitpid -1, POSIX::WNOHANG()) > 0;
      last if $gone < 0;
      my %below = below();
      kill $signal, grep { !$told{$_}++ } keys %below;
      %left = (%left, %below);
      select undef, undef, undef, 0.02;
    }
  }
  return map { "$_ ($left{$_})" } sort keys %left;
}

sub below {
  my (%parent, %name);
  for my $path (glob '/proc/[0-9]*/stat') {
    my ($pid, $comm, $state, $ppid) = slurp($path) =~ /^(\d+) \((.*)\) (\S) (\d+)/s or next;
    ($parent{$pid}, $name{$pid}) = ($ppid, $comm) if $state ne 'Z';
  }
  my %below;
  for my $pid (keys %parent) {
    for (my $up = $pid; $up; $up = $parent{$up}) { if (($parent{$up} // 0) == $$) { $below{$pid} = $name{$pid}; last } }
  }
  return %below;
}

sub slurp { my ($path) = @_; open my $in, '<', $path or return ''; local $/; return <$in> // '' }

1;
