# The keeper of a program that starts servers: when the program ends or dies, the keeper ends every process that is left.
#
#   exit run_kept(%option, begin => sub { my ($dir, $user) = @_; exec unprivileged($user, $dir), … });      runs `begin` in a folder below /tmp,
#                                                                                                          and ends the processes that it leaves
#
#   adopt();                               makes this process the parent of orphans
#   my $status = keep(sub { … }, $limit);  runs it in a child and waits for the child's end, at most $limit seconds (default: no limit)
#   my @left = end_all();                  ends every process below this one, and returns their ids and names
#
# The keeper may be root; the program never is. The program's user owns the folder and could replace any file in it by a link, so root
# reads and deletes there with that user's rights.
package Collab::Keeper;
use strict;
use warnings;
use Fcntl qw(O_CREAT O_NOCTTY O_NOFOLLOW O_NONBLOCK O_RDONLY O_WRONLY S_ISREG);
use File::Path ();
use File::Temp ();
use FindBin ();
use POSIX ();
use Collab::Wait qw(below name_of);
use Exporter 'import';
our @EXPORT_OK = qw(run_kept unprivileged refuse adopt keep end_all content);
my @stop = qw(INT TERM HUP);

sub program { return $FindBin::Script }

# Ends the program with this message and status 2, before anything starts.
sub refuse { print STDERR program() . ": @_\n"; exit 2 }

# Calls `begin` in a child (`keep`), with two arguments: a folder for everything that `begin` starts, and the user to run as (undef: this
# process is not root). Then copies report.json of that folder to the file that option `report` names. Returns the child's exit status; 1 when
# processes were left; 3 when there is no report. The folder stays after a failure. Options: user (a name), report (a file), limit
# (seconds), keep (the folder stays).
sub run_kept {
  my (%option) = @_;
  my $user = $> ? undef : worker($option{user});
  my $report;
  if (defined $option{report}) { $report = create($option{report}) or refuse("--report: $option{report}: $!") }
  my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp');      # short: the path of a Unix socket has at most 107 bytes
  chown @$user{qw(uid gid)}, $dir if $user;
  adopt();
  $| = 1;
  my $status = keep(sub { $option{begin}->($dir, $user); print STDERR program() . ": $!\n" }, $option{limit});
  if (my @left = end_all()) {
    print STDERR program() . ": ended processes that the run left: @left\n";
    $status ||= 1;
  }
  if ($report) {
    my $text = as($user, sub { content("$dir/report.json") });
    if (!defined $text || !truncate($report, 0) || !print($report $text) || !close $report) {
      print STDERR program() . ": $option{report}: " . (defined $text ? $! : 'the run has written no report') . "\n";
      $status ||= 3;
    }
  }
  if ($status && $status < 128 || $option{keep}) { print STDERR "The logs are in $dir\n" }
  else                                           { as($user, sub { File::Path::remove_tree($dir) }) }
  return $status;
}

# Words to put before a command, so that the command runs as that user.
sub unprivileged {
  my ($user, $dir) = @_;
  return $user ? ('setpriv', "--reuid=$user->{uid}", "--regid=$user->{gid}", '--clear-groups', 'env', "HOME=$dir", "USER=$user->{name}") : ();
}

# The user of the servers when root starts them: the user asked for, else the program's owner, else `collab` or `nobody`. PostgreSQL and
# httpd's workers do not run as root.
sub worker {
  my ($wanted) = @_;
  for my $name (defined $wanted ? $wanted : ((getpwuid((stat "$FindBin::RealBin/$FindBin::RealScript")[4]))[0], 'collab', 'nobody')) {
    my ($found, undef, $uid, $gid) = getpwnam($name // '') or next;
    return { name => $found, uid => $uid, gid => $gid } if $uid;
  }
  die program() . ": --user: " . (defined $wanted ? "no such unprivileged user: $wanted" : 'name an unprivileged user to run as') . "\n";
}

# Opens the operator's file before the unprivileged user runs anything, and never through a link.
sub create {
  my ($path) = @_;
  sysopen my $out, $path, O_WRONLY | O_CREAT | O_NOFOLLOW, 0666 or return;
  return $out;
}

# Calls the function with that user's rights alone.
sub as {
  my ($user, $do) = @_;
  return $do->() if !$user;
  local $) = "$user->{gid} $user->{gid}";
  local $> = $user->{uid};
  die program() . ": cannot work as $user->{name}: $!\n" if $> != $user->{uid} || $) != $user->{gid};
  return $do->();
}

# The text of a regular file; undef when it does not exist or is not a regular file (a link, for example).
sub content {
  my ($path) = @_;
  sysopen my $in, $path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY or return;
  return if !S_ISREG((stat $in)[2]);
  local $/;
  return scalar <$in>;
}

# Makes orphans children of this process (PR_SET_CHILD_SUBREAPER).
sub adopt {
  eval { require 'syscall.ph'; syscall(&SYS_prctl, 36, 1, 0, 0, 0) == 0 } or print STDERR program() . ": this system has no subreaper: a run that dies may leave servers behind\n";
}

# Calls `begin` in a child, and collects orphans until the child ends. Returns the child's exit status, as a shell gives it. If a
# signal asks this process to stop (@stop), sends SIGTERM to the child. A child stopped in this way has not finished its work, so its status
# 0 becomes 130.
sub keep {
  my ($begin, $limit) = @_;
  my $signals = POSIX::SigSet->new(map { POSIX->can("SIG$_")->() } @stop);
  POSIX::sigprocmask(POSIX::SIG_BLOCK(), $signals);       # until there is a child to pass them to
  my $child = fork // die "fork: $!\n";
  if (!$child) {
    POSIX::sigprocmask(POSIX::SIG_UNBLOCK(), $signals);
    $begin->();
    POSIX::_exit(3);
  }
  my ($asked, $status);
  local @SIG{@stop} = (sub { $asked = 1; kill 'TERM', $child }) x @stop;
  local $SIG{ALRM} = sub { print STDERR program() . ": the run exceeded its time limit and is killed\n"; kill 'KILL', $child };
  POSIX::sigprocmask(POSIX::SIG_UNBLOCK(), $signals);
  alarm $limit if $limit;
  while (!defined $status) {
    my $gone = waitpid -1, 0;
    $status = $? >> 8 || ($? & 127 ? 128 + ($? & 127) : 0) if $gone == $child;
  }
  alarm 0;
  return $status || ($asked ? 130 : 0);
}

# Ends every process below this one, including those that start meanwhile, and returns their ids and names. Goes on until no child is
# left, for two reasons: a scan of a changing tree may miss a process, and init may take seconds to collect a zombie left to it.
sub end_all {
  my %left;
  for my $signal ('TERM', 'KILL') {
    my %told;
    for (1 .. 250) {
      my $gone;
      1 while ($gone = waitpid -1, POSIX::WNOHANG()) > 0;
      last if $gone < 0;
      my @below = below($$);
      @left{@below} = map { name_of($_) } @below;
      kill $signal, grep { !$told{$_}++ } @below;
      select undef, undef, undef, 0.02;
    }
  }
  return map { "$_ ($left{$_})" } sort keys %left;
}

1;
