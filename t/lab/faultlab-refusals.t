# t/lab/faultlab-refusals.t: the fault lab (collabctl faultlab) refuses bad options, and leaves nothing behind
use lib qw(t/lib lab/lib);
use Collab::FaultLab;
use Collab::File qw(slurp write_file);
use Collab::Keeper ();
use Collab::Stack;
use Collab::Test;
use Collab::Wait qw(below);
use File::Temp ();

my $dir = File::Temp->newdir('clXXXXXX', DIR => '/tmp');

subtest 'too few or too many slots are refused' => sub {
  for my $few (['--slots', 3, qr/^faultlab: --slots: 3 on each of 2 nodes are too few .*: 8 in all are the least$/m], ['--slots', 10001, qr/^faultlab: --slots: a dispatcher has 1 to 10000/m],
    ['--slots', 7, '--nodes', 1, qr/7 on each of 1 nodes/]) {
    my $message = pop @$few;
    my ($status, $said) = output('./collabctl', 'faultlab', @$few);
    is $status, 2, "refused: @$few";
    like $said, $message;
    unlike $said, qr/seed|The logs are/, 'nothing has started';
  }
};

subtest 'an unknown kind of fault is refused' => sub {
  my ($status, $said) = faultlab('--kinds', 'dispatcher-kill,flood', '--duration', 1, '--faults', 1);
  is $status, 3;
  like $said, qr/no kind of fault: flood; there are dispatcher-kill, /;
};

subtest 'a report is neither written nor read through a link' => sub {
  write_file("$dir/theirs", "not for the report\n");
  symlink "$dir/theirs", "$dir/link" or die "$dir: $!\n";
  my ($status, $said) = output('./collabctl', 'faultlab', '--report', "$dir/link", '--duration', 1, '--faults', 1);
  is $status, 2, 'a link as the target of the report is refused';
  like $said, qr{^faultlab: --report: \Q$dir\E/link: }m;
  unlike $said, qr/seed|The logs are/, 'nothing has started';
  is Collab::Keeper::content("$dir/link"), undef, 'a link instead of the report is not followed';
  POSIX::mkfifo("$dir/pipe", 0600) or die "$dir: $!\n";
  is Collab::Keeper::content("$dir/pipe"), undef, 'a pipe is not read';
  is Collab::Keeper::content("$dir/theirs"), "not for the report\n", 'a file is read';
};

subtest 'a database that is not empty is refused' => sub {
  my $stack = stack();
  my ($status, $said) = faultlab('--dsn', $stack->pg->dsn('collab_owner'), '--duration', 5, '--faults', 1);
  is $status, 3;
  like $said, qr/not empty/;
};

subtest 'a fault lab that is told to stop leaves nothing behind' => sub {
  my $pid = fork // die "fork: $!\n";
  if (!$pid) {
    open STDOUT, '>', "$dir/said";
    open STDERR, '>&', \*STDOUT;
    exec './collabctl', 'faultlab', '--duration', 60, '--faults', 1 or POSIX::_exit(127);
  }
  # Returns a process's start time, because another process may get the same id.
  my $began = sub { return slurp("/proc/$_[0]/stat") =~ /\) \S (?:\S+ ){18}(\d+) / ? $1 : 0 };
  my %all;
  ok +(wait_for { %all = map { $_ => $began->($_) } below($pid); keys %all > 12 } 60, 'servers'), 'it has started servers' or diag slurp("$dir/said");
  kill 'TERM', $pid;
  waitpid $pid, 0;
  isnt $?, 0, 'its exit status says that it was stopped';
  is_deeply [grep { $all{$_} && $all{$_} == $began->($_) } keys %all], [], 'all ' . keys(%all) . ' processes are gone';
};

done_testing;
