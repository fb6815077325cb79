# t/ops/faultlab.t: the fault lab itself (collabctl faultlab): each kind of fault once, nothing lost; and it notices when something is
use lib 't/lib';
use Collab::Postgres;
use Collab::Stack;
use Collab::Test;
use File::Path ();
use File::Temp ();

my $dir = File::Temp->newdir('clXXXXXX', DIR => '/tmp');

# A lab that does not pass leaves its folder: here it mostly must not pass.
sub faultlab {
  my (@options) = @_;
  my ($status, $said) = output('./collabctl', 'faultlab', @options);
  File::Path::remove_tree($1) if $status && "@options" =~ /--(drop-one|dsn)/ && $said =~ m{^The logs are in (/tmp/cl\w+)$}m;
  return ($status, $said);
}

sub lab {
  my (@options) = @_;
  my ($status, $said) = faultlab('--report', "$dir/report.json", @options);
  open my $in, '<:raw', "$dir/report.json" or die "no report: exit $status\n$said";
  local $/;
  my $report = JSON::XS->new->utf8->decode(<$in>);
  unlink "$dir/report.json";
  return ($status, $said, $report);
}

subtest 'a minute of faults' => sub {
  my ($status, $said, $report) = lab('--duration', 60, '--faults', 13, '--rate', 20);
  is $status, 0, 'it passes' or diag $said;
  is_deeply $report->{wrong}, [], "nothing is wrong (--seed $report->{seed} repeats it)";
  is $report->{lost}, 0, 'nothing is lost';
  cmp_ok $report->{writes}{acknowledged}, '>', 200, 'there was load';
  is $report->{received}, $report->{published}, 'every promise was kept';
  cmp_ok $report->{published}, '>', 2 * $report->{writes}{acknowledged}, 'to several subscriptions';
  cmp_ok $report->{duplicates}, '<=', $report->{in_flight_at_faults} + $report->{duplicates_by_retry}, 'no more often than the faults explain';
  my %kinds = map { $_->{kind} => 1 } @{ $report->{faults} };
  my @left_out = sort keys %{ $report->{left_out} };
  is keys(%kinds) + @left_out, 13, 'each kind of fault once' . (@left_out ? ", but what is not to be had here: @left_out" : '');
  is_deeply [grep { !defined $_->{recovery} } @{ $report->{faults} }], [], 'and it recovered from each';
  cmp_ok $report->{refused_by_guard}, '>', 0, 'the guard refused a name that flipped' if $kinds{'name-flip'};
  cmp_ok $report->{writes}{with_key}, '>', 10, 'notes with a key';
  is $report->{writes}{with_key_twice}, 0, 'none written twice';
  like $said, qr/^lost +0$/m, 'people can read it too';
};

subtest 'it fails when one delivery is dropped' => sub {
  my ($status, $said, $report) = lab('--duration', 8, '--faults', 0, '--rate', 20, '--drop-one');
  is $status, 1, 'exit status';
  is $report->{lost}, 1, 'one is lost' or diag $said;
  is_deeply $report->{wrong}, ['1 deliveries of acknowledged writes never came'], 'that is all that is wrong';
  like $said, qr/^FAILED: 1 deliveries/m;
};

subtest 'a long run, made short' => sub {
  my ($status, $said, $report) = lab('--soak', 1, '--duration', 12, '--rate', 30);
  is_deeply [grep { !/^not flat/ } @{ $report->{wrong} }], [], 'nothing is wrong; seconds do not tell whether anything grows' or diag $said;
  cmp_ok scalar @{ $report->{samples} }, '>=', 8, 'it took samples';
  is_deeply [sort keys %{ $report->{flat} }], [qw(delivery_dead dispatcher lag live_size outbox_dead waiting worker)], 'of these';
  cmp_ok $report->{flat}{dispatcher}{last}, '>', 1000, 'and they are figures';
  like $said, qr/^memory of dispatchers, KiB .* (?:flat|NOT FLAT)$/m;
};

subtest 'a database that is in use is none for it' => sub {
  my $stack = stack();
  my ($status, $said) = faultlab('--dsn', $stack->pg->dsn('collab_owner'), '--duration', 5, '--faults', 1);
  is $status, 3;
  like $said, qr/not empty/;
};

subtest 'an empty database that is named' => sub {
  my $pg = Collab::Postgres->start("$dir");
  my ($status, $said, $report) = lab('--dsn', $pg->dsn('collab_owner'), '--duration', 10, '--faults', 4, '--rate', 20);
  is $status, 0, 'it passes without the faults that want a cluster' or diag $said;
  like $said, qr/left out: disk-full/;
  is $pg->dbh->selectrow_array(q(select count(*) from pg_namespace where nspname = 'collab')), 0, 'and is empty again';
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
