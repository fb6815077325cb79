# t/ops/faultlab.t: the fault lab itself (collabctl faultlab): each kind of fault once, nothing lost; and it notices when something is
use lib 't/lib';
use Collab::FaultLab;
use Collab::Stack;
use Collab::Test;
use File::Temp ();

my $dir = File::Temp->newdir('clXXXXXX', DIR => '/tmp');

# The long form takes ten minutes and has each kind of fault several times; the short form has four quick kinds once each.
my @short = ('--duration', 6, '--faults', 4, '--kinds', 'dispatcher-kill,backends-ended,postgres-restart,receiver-away');
subtest 'faults, and nothing is lost' => sub {
  my ($kinds, $faults) = (long(13, 4), long(60, 4));
  my ($status, $said, $report) = lab(long([], \@short)->@*, '--rate', long(40, 20));
  is $status, 0, 'it passes' or diag $said;
  is_deeply $report->{wrong}, [], "nothing is wrong (--seed $report->{seed} repeats it)";
  is $report->{lost}, 0, 'nothing is lost';
  cmp_ok $report->{writes}{acknowledged}, '>', long(2000, 30), 'there was load';
  is $report->{received}, $report->{published}, 'every promise was kept';
  cmp_ok $report->{published}, '>', 2 * $report->{writes}{acknowledged}, 'to several subscriptions';
  cmp_ok $report->{duplicates}, '<=', $report->{in_flight_at_faults} + $report->{duplicates_by_retry}, 'no more often than the faults explain';
  my %kinds = map { $_->{kind} => 1 } @{ $report->{faults} };
  my @left_out = sort keys %{ $report->{left_out} };
  is keys(%kinds) + @left_out, $kinds, 'each kind of fault' . (@left_out ? ", but what is not to be had here: @left_out" : '');
  is scalar(@{ $report->{faults} }), $faults, 'as many faults as were asked for';
  is_deeply [grep { !defined $_->{recovery} } @{ $report->{faults} }], [], 'and it recovered from each';
  cmp_ok $report->{refused_by_guard}, '>', 0, 'the guard refused a name that flipped' if $kinds{'name-flip'};
  cmp_ok $report->{writes}{with_key}, '>', long(100, 2), 'notes with a key';
  is $report->{writes}{with_key_twice}, 0, 'none written twice';
  like $said, qr/^lost +0$/m, 'people can read it too';
};

subtest 'it fails when one delivery is dropped, and for nothing else, with the fewest slots, too' => sub {
  my ($status, $said, $report) = lab('--duration', 4, '--faults', 0, '--rate', 20, '--slots', 8, '--drop-one');
  is $status, 1, 'exit status';
  is $report->{lost}, 1, 'one is lost' or diag $said;
  is_deeply $report->{wrong}, ['1 deliveries of acknowledged writes never came'], 'that is all that is wrong';
  like $said, qr/^FAILED: 1 deliveries/m;
  is $report->{slots}, 8;
};

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
  my $said = sub { open my $in, '<', "$dir/said" or return ''; local $/; scalar(<$in>) // '' };
  my $mine = sub {
    my %parent = map { my $in; open($in, '<', $_) && (<$in> // '') =~ /^(\d+) \(.*\) \S (\d+)/ ? ($1 => $2) : () } glob '/proc/[0-9]*/stat';
    return grep { my $up = $_; $up = $parent{$up} while $up && $up != $pid; $up } keys %parent;
  };
  my @all;
  wait_for { @all = $mine->(); @all > 12 } 60, 'servers' or diag $said->();
  kill 'TERM', $pid;
  waitpid $pid, 0;
  isnt $?, 0, 'it says that it did not end by itself';
  is_deeply [grep { kill 0, $_ } @all], [], 'all ' . @all . ' processes are gone';
};

done_testing;
