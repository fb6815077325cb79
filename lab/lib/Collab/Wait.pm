# Waiting for something to become true, and running programs that must succeed.
package Collab::Wait;
use strict;
use warnings;
use POSIX ();
use Time::HiRes qw(time);
use Collab::File qw(slurp);
use Exporter 'import';
our @EXPORT_OK = qw(wait_for holds_for gone halt runs left pid_in children below name_of slay run output background long);

# Calls `condition` until it returns a true value, and returns that value. After `seconds` returns undef, with a diagnostic if the wait has a
# name. In void context a wait with a name dies instead, because the code after it relies on the condition. A call with its pause counts as at
# most $TURN seconds. If it took longer, the machine was busy or stopped, so the other processes could not go on either. A pause is twice
# as long as the call before it, and grows to a tenth of the wait, so that most of the processor is left to the other processes. `seconds` is
# for a fast machine: waits that are not in vain end earlier, so a slow one gets four times as many.
my $TURN = 0.1;
my $PATIENCE = $ENV{COLLAB_SANITIZERS} ? 8 : 4;
sub wait_for(&;$$) {
  my ($condition, $seconds, $what) = @_;
  my ($left, $first) = (($seconds // 10) * $PATIENCE, time);
  while (1) {
    my $began = time;
    my $answer = $condition->();
    return $answer if $answer;
    last if $left < 0;
    my ($call, $waited) = (time - $began, time - $first);
    pause($call * 20 > $waited ? $call : $waited / 20);
    my $took = time - $began;
    $left -= $took < $TURN ? $took : $TURN;
  }
  return undef unless defined $what;
  die "waited in vain for $what\n" unless defined wantarray;
  require Test::More;
  Test::More::diag("waited in vain for $what");
  return undef;
}

# Does `condition` stay true for `seconds`? Use this to check that an event does not happen, if nothing shows when the event has become
# impossible.
sub holds_for(&$) {
  my ($condition, $seconds) = @_;
  my $end = time + $seconds;
  while ((my $began = time) < $end) {
    return 0 unless $condition->();
    pause(time - $began);
  }
  return 1;
}

sub pause {
  my $length = 2 * $_[0];
  select undef, undef, undef, $length < 0.01 ? 0.01 : $length > $TURN ? $TURN : $length;
}

# Have these processes ended? A zombie without other threads counts as ended: init may take seconds to collect an orphan.
sub gone {
  for my $pid (@_) {
    return 0 if stat_of($pid) =~ /^\d+ \(.*\) (?![ZX](?: \S+){16} [01] )/;
  }
  return 1;
}

# Stops these processes (SIGSTOP), and returns when all their threads have stopped. On a busy machine that takes a while: the threads run on
# until the thread that handles the signal gets a processor.
sub halt {
  my @pids = @_;
  kill 'STOP', @pids;
  my $still = wait_for { !grep { moves($_) } @pids } 10, 'processes to stand still';
  return $still;
}

# Kills these processes (SIGKILL) and waits for their end. Collects those that are children of this process, because other code may mistake
# a zombie for a living process.
sub slay {
  my @pids = @_;
  local ($?, $!);
  kill 'KILL', @pids;
  my $gone = wait_for { gone(@pids) } 10;
  waitpid $_, POSIX::WNOHANG() for @pids;
  return $gone;
}

sub moves {
  my ($pid) = @_;
  for my $path (glob "/proc/$pid/task/[0-9]*/stat") {
    return 1 if slurp($path) =~ /^\d+ \(.*\) [^TtZX]/;
  }
  return 0;
}

# Does the process live, and is this word in its command line? The id may be that of a dead process: the kernel gives such an id to another
# process or thread within a minute.
sub runs {
  my ($pid, $word) = @_;
  return !gone($pid) && index("\0" . command_line($pid), "\0$word\0") >= 0;
}

# Those of these processes that have not ended. Leaves out a process whose command line lacks $word: it is a new process with the same id.
# Keeps a process with an empty command line, because it is ending.
sub left {
  my ($word, @pids) = @_;
  return grep { my $line = command_line($_); !gone($_) && ($line eq '' || index("\0$line", "\0$word\0") >= 0) } @pids;
}

# The process whose id is in this file, if it `runs` with this word.
sub pid_in {
  my ($file, $word) = @_;
  my ($pid) = slurp($file) =~ /\A(\d+)$/m;
  return $pid && runs($pid, $word) ? $pid : undef;
}

# `children`: the living children of a process. `below`: all living descendants of some processes.
sub children { return @{ families()->{ $_[0] } || [] } }

sub below {
  my @next = @_;
  my $children = families();
  my @all;
  while (@next = map { @{ $children->{$_} || [] } } @next) { push @all, @next }
  return @all;
}

# {parent => [its living children]}. /proc/PID/stat has the name in parentheses, then the state, then the parent. The name may contain any
# character (proc_pid_stat(5)).
sub families {
  my %children;
  for my $pid (map { m{(\d+)$} } glob '/proc/[0-9]*') { push @{ $children{$1} }, $pid if stat_of($pid) =~ /^\d+ \(.*\) [^Z] (\d+) /s }
  return \%children;
}

sub name_of { return stat_of($_[0]) =~ /\((.*)\)/s ? $1 : '' }
sub stat_of { return slurp("/proc/$_[0]/stat") }
sub command_line { return slurp("/proc/$_[0]/cmdline") }

# One of two sizes: the first in the long form (`make check-long`), else the second.
sub long {
  my ($long, $short) = @_;
  return $ENV{COLLAB_TEST_LONG} ? $long : $short;
}

# Runs a program and returns its output; dies with the output when it fails.
sub run {
  my @command = @_;
  my ($status, $said) = output(@command);
  die "@command: exit $status\n$said" if $status;
  return $said;
}

# Runs a program and returns (exit status, what it wrote to both outputs). Uses a file, not a pipe, because a daemon that the program starts
# may keep the handle open. Restores $? and $! by hand: with `local $?`, an exit in a signal handler would find $? restored to 0, and this
# process would end with status 0 instead of the handler's.
sub output {
  my @command = @_;
  open my $said, '+>', undef or die "temporary file: $!\n";
  my $pid = fork // die "fork: $!\n";
  if (!$pid) {
    open STDIN, '<', '/dev/null';
    open STDOUT, '>&', $said;
    open STDERR, '>&', $said;
    exec { $command[0] } @command or do { print STDERR "$command[0]: $!\n"; POSIX::_exit(127) };
  }
  my @before = ($?, $!);
  waitpid $pid, 0;
  my $status = $? >> 8 || $? & 127;
  ($?, $!) = @before;
  seek $said, 0, 0;
  local $/;
  return ($status, scalar(<$said>) // '');
}

# Starts a program in the background, in a process group of its own, and returns its process id. Appends its output to a file. The program
# gets these environment variables in addition to those of this process.
sub background {
  my ($log, $variables, @command) = @_;
  my $pid = fork // die "fork: $!\n";
  return $pid if $pid;
  %ENV = (%ENV, %$variables);
  setpgrp;
  open STDIN, '<', '/dev/null';
  open STDOUT, '>>', $log;
  open STDERR, '>&', \*STDOUT;
  exec { $command[0] } @command or POSIX::_exit(127);
}

1;
