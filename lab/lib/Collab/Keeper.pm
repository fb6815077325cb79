# The keeper of a program that starts servers: it holds what runs below it, and when the program ends, in whatever way, it ends what is left.
#
#   exit run_kept(%option, begin => sub { my ($dir, $user) = @_; exec unprivileged($user, $dir), … });      all of it, in a folder below /tmp
#
#   adopt();                               orphans come to this process
#   my $status = keep(sub { … }, $limit);  calls it in a child, and waits for that child's end, $limit seconds at most (default: no limit)
#   my @left = end_all();                  ends every process below this one; their ids and names
#
# The keeper may be root, the program below it never is. Its user owns the folder, and may have put a link in the place of any file there:
# so root reads and deletes there as that user.
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

# What cannot work is said before anything starts.
sub refuse { print STDERR program() . ": @_\n"; exit 2 }

# Calls `begin` as `keep` does, with a folder for all that it starts and the user to run as (undef: this process is not root), and hands
# over the report.json of that folder. The exit status: the child's, or 1 when processes were left, or 3 without a report. After a failure
# the folder stays. Options: user (its name), report (the file for it), limit, keep (the folder stays).
sub run_kept {
  my (%option) = @_;
  my $user = $> ? undef : worker($option{user});
  my $report;
  if (defined $option{report}) { $report = create($option{report}) or refuse("--report: $option{report}: $!") }
  my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp');      # short: the address of a unix socket has room for 107 bytes
  chown @$user{qw(uid gid)}, $dir if $user;
  adopt();
  $| = 1;
  my $status = keep(sub { $option{begin}->($dir, $user); print STDERR program() . ": $!\n" }, $option{limit});
  if (my @left = end_all()) {
    print STDERR program() . ": left behind, and ended now: @left\n";
    $status ||= 1;
  }
  if ($report) {
    my $text = as($user, sub { content("$dir/report.json") });
    if (!defined $text || !truncate($report, 0) || !print($report $text) || !close $report) {
      print STDERR program() . ": $option{report}: " . (defined $text ? $! : 'the lab has left no report') . "\n";
      $status ||= 3;
    }
  }
  if ($status && $status < 128 || $option{keep}) { print STDERR "The logs are in $dir\n" }
  else                                           { as($user, sub { File::Path::remove_tree($dir) }) }
  return $status;
}

# The beginning of a command line that runs as that user.
sub unprivileged {
  my ($user, $dir) = @_;
  return $user ? ('setpriv', "--reuid=$user->{uid}", "--regid=$user->{gid}", '--clear-groups', 'env', "HOME=$dir", "USER=$user->{name}") : ();
}

# Whom the servers run as when root starts them: neither PostgreSQL nor httpd's workers want root. The user who is asked for, else the
# program's owner, else one that many systems have.
sub worker {
  my ($wanted) = @_;
  for my $name (defined $wanted ? $wanted : ((getpwuid((stat "$FindBin::RealBin/$FindBin::RealScript")[4]))[0], 'collab', 'nobody')) {
    my ($found, undef, $uid, $gid) = getpwnam($name // '') or next;
    return { name => $found, uid => $uid, gid => $gid } if $uid;
  }
  die program() . ": --user: " . (defined $wanted ? "no such unprivileged user: $wanted" : 'say which unprivileged user to run as') . "\n";
}

# Opens the file that the operator wants before that user can do anything, and never through a link.
sub create {
  my ($path) = @_;
  sysopen my $out, $path, O_WRONLY | O_CREAT | O_NOFOLLOW, 0666 or return;
  return $out;
}

# Calls it with the rights of that user alone.
sub as {
  my ($user, $do) = @_;
  return $do->() if !$user;
  local $) = "$user->{gid} $user->{gid}";
  local $> = $user->{uid};
  die program() . ": cannot work as $user->{name}: $!\n" if $> != $user->{uid} || $) != $user->{gid};
  return $do->();
}

# The text of a regular file; undef when there is none, or when a link or anything else is in its place.
sub content {
  my ($path) = @_;
  sysopen my $in, $path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY or return;
  return if !S_ISREG((stat $in)[2]);
  local $/;
  return scalar <$in>;
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
      my @below = below($$);
      @left{@below} = map { name_of($_) } @below;
      kill $signal, grep { !$told{$_}++ } @below;
      select undef, undef, undef, 0.02;
    }
  }
  return map { "$_ ($left{$_})" } sort keys %left;
}

1;
