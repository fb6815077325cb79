# t/lab/faultlab-refusals.t: what the fault lab (collabctl faultlab) refuses to start with, and that it leaves nothing behind
use lib qw(t/lib lab/lib);
use Collab::FaultLab;
use Collab::File qw(slurp write_file);
use Collab::Keeper ();
use Collab::Stack;
use Collab::Test;
use Collab::Wait qw(below);
use File::Temp ();

my $dir = File::Temp->newdir('clXXXXXX', DIR => '/tmp');

subtest 'too few slots' => sub {
  for my $few (['--slots', 3, qr/^faultlab: --slots: 3 on each of 2 nodes are too few .*: 8 in all are the least$/m], ['--slots', 10001, qr/^faultlab: --slots: a dispatcher has 1 to 10000/m],
    ['--slots', 7, '--nodes', 1, qr/7 on each of 1 nodes/]) {
    my $message = pop @$few;
    my ($status, $said) = output('./collabctl', 'faultlab', @$few);
    is $status, 2, "refused: @$few";
    like $said, $message;
    unlike $said, qr/seed|The logs are/, 'before anything starts';
  }
};

subtest 'a kind of fault that does not exist' => sub {
  my ($status, $said) = faultlab('--kinds', 'dispatcher-kill,flood', '--duration', 1, '--faults', 1);
  is $status, 3;
  like $said, qr/no kind of fault: flood; there are dispatcher-kill, /;
};

subtest 'a report is written through no link, and read through none' => sub {
  write_file("$dir/theirs", "not for the report\n");
  symlink "$dir/theirs", "$dir/link" or die "$dir: $!\n";
  my ($status, $said) = output('./collabctl', 'faultlab', '--report', "$dir/link", '--duration', 1, '--faults', 1);
  is $status, 2, 'a link where the report goes is refused';
  like $said, qr{^faultlab: --report: \Q$dir\E/link: }m;
  unlike $said, qr/seed|The logs are/, 'before anything starts';
  is Collab::Keeper::content("$dir/link"), undef, 'a link in the place of the report is not followed';
  POSIX::mkfifo("$dir/pipe", 0600) or die "$dir: $!\n";
  is Collab::Keeper::content("$dir/pipe"), undef, 'a pipe is not waited for';
  is Collab::Keeper::content("$dir/theirs"), "not for the report\n", 'a file is read';
};

subtest 'a database that is in use is none for it' => sub {
  my $stack = stack();
  my ($status, $said) = faultlab('--dsn', $stack->pg->dsn('collab_owner'), '--duration', 5, '--faults', 1);
  is $status, 3;
  like $said, qr/not empty/;
};

subtest 'who is told to stop leaves nothing behind' => sub {
  my $pid = fork // die "fork: $!\n";
  if (!$pid) {
    open STDOUT, '>', "$dir/said";
    open STDERR, '>&', \*STDOUT;
    exec './collabctl', 'faultlab', '--duration', 60, '--faults', 1 or POSIX::_exit(127);
  }
  # When a process began: its id alone may be another's by then.
  my $began = sub { return slurp("/proc/$_[0]/stat") =~ /\) \S (?:\S+ ){18}(\d+) / ? $1 : 0 };
  my %all;
  ok +(wait_for { %all = map { $_ => $began->($_) } below($pid); keys %all > 12 } 60, 'servers'), 'it has started servers' or diag slurp("$dir/said");
  kill 'TERM', $pid;
  waitpid $pid, 0;
  isnt $?, 0, 'it says that it did not end by itself';
  is_deeply [grep { $all{$_} && $all{$_} == $began->($_) } keys %all], [], 'all ' . keys(%all) . ' processes are gone';
};

done_testing;
