# The keeper of a program that starts servers: it holds what runs below it, and when the program ends, in whatever way, it ends what is left.
#
#   my $user = worker($name, $path);       {name, uid, gid}: an unprivileged user, for root
#   adopt();                               orphans come to this process
#   my @left = end_all();                  ends every process below this one; their ids and names
package Collab::Keeper;
use strict;
use warnings;
use FindBin ();
use POSIX ();
use Exporter 'import';
our @EXPORT_OK = qw(worker adopt end_all);

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

# Ends every process below this one; their ids and names.
sub end_all {
  my @left;
  for my $signal ('TERM', 'KILL') {
    for my $try (1 .. 250) {
      1 while waitpid(-1, POSIX::WNOHANG()) > 0;
      my %below = below();
      last unless %below;
      push @left, map { "$_ ($below{$_})" } sort keys %below if $signal eq 'TERM' && $try == 1;
      kill $signal, keys %below if $try == 1;
      select undef, undef, undef, 0.02;
    }
  }
  return @left;
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
