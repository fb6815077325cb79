# Waiting for something to become true, and running programs that must succeed.
package Collab::Wait;
use strict;
use warnings;
use POSIX ();
use Time::HiRes qw(time);
use Collab::File qw(slurp);
use Exporter 'import';
our @EXPORT_OK = qw(wait_for holds_for gone halt runs left pid_in children below name_of slay run output background long);

# Calls `condition` until it answers something true, which it returns; undef (and a word about it) when `seconds` have gone by. A wait that has a
# name and whose result nobody takes dies instead: what follows relies on the condition, and would show nothing without it. A look counts
# as $TURN at most, however long it took: on a machine that is busy with other things, or was stopped, who is waited for could not go on either.
# The pause behind a look is twice as long as the look: looking leaves most of the processor to who is waited for.
my $TURN = 0.1;
sub wait_for(&;$$) {
  my ($condition, $seconds, $what) = @_;
  my $left = ($seconds // 10) * ($ENV{COLLAB_SANITIZERS} ? 4 : 1);
  while (1) {
    my $began = time;
    my $answer = $condition->();
    return $answer if $answer;
    last if $left < 0;
    pause(time - $began);
    my $took = time - $began;
    $left -= $took < $TURN ? $took : $TURN;
  }
  return undef unless defined $what;
  die "waited in vain for $what\n" unless defined wantarray;
  require Test::More;
  Test::More::diag("waited in vain for $what");
  return undef;
}

# Does `condition` stay true for so long? For what must not happen, where nothing marks the moment after which it cannot.
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

# Have these processes ended? A zombie without other threads has: init may take seconds to collect an orphan.
sub gone {
  for my $pid (@_) {
    return 0 if stat_of($pid) =~ /^\d+ \(.*\) (?![ZX](?: \S+){16} [01] )/;
  }
  return 1;
}

# Stops these processes (SIGSTOP), and returns when every thread of them stands still: on a busy machine the others go on until the one
# that takes the signal gets a processor.
sub halt {
  my @pids = @_;
  kill 'STOP', @pids;
  my $still = wait_for { !grep { moves($_) } @pids } 10, 'processes to stand still';
  return $still;
}

# kill -9 of these processes, and waits for their end. Children of this process are collected: others may take a zombie for alive.
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

# Does the process live, and has it this word in its command line? Whoever died may have left its number, and the kernel gives it to another
# within a minute, to a thread as well.
sub runs {
  my ($pid, $word) = @_;
  return !gone($pid) && index("\0" . command_line($pid), "\0$word\0") >= 0;
}

# Those of these processes that have not ended. One that is ending has no command line any more; one with another is another's.
sub left {
  my ($word, @pids) = @_;
  return grep { my $line = command_line($_); !gone($_) && ($line eq '' || index("\0$line", "\0$word\0") >= 0) } @pids;
}

# The process whose number stands in this file, if it `runs` with this word.
sub pid_in {
  my ($file, $word) = @_;
  my ($pid) = slurp($file) =~ /\A(\d+)$/m;
  return $pid && runs($pid, $word) ? $pid : undef;
}

# The children of a process that live; and all that live below some processes.
sub children { return @{ families()->{ $_[0] } || [] } }

sub below {
  my @next = @_;
  my $children = families();
  my @all;
  while (@next = map { @{ $children->{$_} || [] } } @next) { push @all, @next }
  return @all;
}

# {parent => [its children that live]}. A name in parentheses, which may have any character, stands before them (proc_pid_stat(5)).
sub families {
  my %children;
  for my $pid (map { m{(\d+)$} } glob '/proc/[0-9]*') { push @{ $children{$1} }, $pid if stat_of($pid) =~ /^\d+ \(.*\) [^Z] (\d+) /s }
  return \%children;
}

sub name_of { return stat_of($_[0]) =~ /\((.*)\)/s ? $1 : '' }
sub stat_of { return slurp("/proc/$_[0]/stat") }
sub command_line { return slurp("/proc/$_[0]/cmdline") }

# Which of two sizes: the long form's, which `make check-long` asks for, or the short form's.
sub long {
  my ($long, $short) = @_;
  return $ENV{COLLAB_TEST_LONG} ? $long : $short;
}

# Runs a program to its end; dies with what it said when it fails.
sub run {
  my @command = @_;
  my ($status, $said) = output(@command);
  die "@command: exit $status\n$said" if $status;
  return $said;
}

# (exit status, what it wrote to both outputs). Through a file, not a pipe: a daemon that it starts may keep the handle. $? and $! are put
# back by hand: an exit in a signal's handler would find a `local $?` put back to 0, and give that instead of its own status.
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

# Starts a program as a service would; its process id. Its output goes to the end of a file, and it has these variables beside those of
# this process.
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
