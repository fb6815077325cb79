# t/lab/faultlab.t: the installed fault lab (collabctl faultlab) runs without the tests: faults under load, and nothing is lost
use lib qw(t/lib lab/lib);
use Collab::FaultLab;
use Collab::Test;
use Digest::SHA ();
use File::Find ();
use File::Temp ();

my $folder = File::Temp->newdir('clXXXXXX', DIR => '/tmp');
install($folder);

# Every file below a folder, by its contents; node_modules has none of ours.
sub files_in {
  my ($top) = @_;
  my %path;
  File::Find::find({ no_chdir => 1, preprocess => sub { grep { $_ ne 'node_modules' } @_ }, wanted => sub { $path{ Digest::SHA->new(256)->addfile($_)->hexdigest } = $_ if -f && -s _ } }, $top);
  return %path;
}

subtest 'make install installs no tests' => sub {
  my %installed = files_in($folder);
  my %test = files_in('t');
  cmp_ok scalar(keys %test), '>', 200, 'there are tests';
  ok $installed{ (files_in('lab/lib/Collab/Wait.pm'))[0] }, 'the lab is installed';
  is_deeply [map { $installed{$_} } grep { $test{$_} } keys %installed], [], 'and nothing of t/';
};

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
  cmp_ok $report->{duplicates}, '<=', $report->{inFlightAtFaults} + $report->{duplicatesByRetry}, 'no more often than the faults explain';
  my %kinds = map { $_->{kind} => 1 } @{ $report->{faults} };
  my @left_out = sort keys %{ $report->{leftOut} };
  is keys(%kinds) + @left_out, $kinds, 'each kind of fault' . (@left_out ? ", but what is not to be had here: @left_out" : '');
  is scalar(@{ $report->{faults} }), $faults, 'as many faults as were asked for';
  is_deeply [grep { !defined $_->{recovery} } @{ $report->{faults} }], [], 'and it recovered from each';
  cmp_ok $report->{refusedByGuard}, '>', 0, 'the guard refused a name that flipped' if $kinds{'name-flip'};
  cmp_ok $report->{writes}{withKey}, '>', long(100, 2), 'notes with a key';
  is $report->{writes}{withKeyTwice}, 0, 'none written twice';
  like $said, qr/^lost +0$/m, 'people can read it too';
};

done_testing;
