# t/lab/faultlab.t: the installed fault lab (collabctl faultlab) runs without the tests, and faults under load lose nothing
use lib qw(t/lib lab/lib);
use Collab::FaultLab;
use Collab::File qw(write_file);
use Collab::Test;
use Digest::SHA ();
use File::Find ();
use File::Temp ();

my $folder = File::Temp->newdir('clXXXXXX', DIR => '/tmp');
install($folder);

# Maps the hash of each file's contents to its path, for all files below a folder except node_modules.
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
  is_deeply [map { $installed{$_} } grep { $test{$_} } keys %installed], [], 'no file of t/ is installed';
};

# Files that a newer version has installed: make install removes them, and the older collabctl runs no migration that it does not know.
subtest 'make install removes files of other versions' => sub {
  my @left = map { "$folder/share/mod_collab/$_" } qw(sql/migrations/9001_newer.sql sql/schema/99_newer.sql faultlab/lib/Collab/Newer.pm lab/lib/Collab/Newer.pm conf/demo/newer);
  write_file($_, "select 1;\n") for @left;
  my ($status, $said) = output("$folder/sbin/collabctl", 'migrate', '--dsn', 'host=/nowhere');
  is $status, 1;
  like $said, qr{/sql has the files of another version: the newest is 9001, and this program was built with \d{4}; install one version completely};
  run('make', '-s', '-o', 'all', 'install', "DESTDIR=$folder", qw(sbindir=/sbin datadir=/share libexecdir=/modules));
  is_deeply [grep { -e } @left], [], 'a further make install removes them';
  is_deeply { files_in("$folder/share/mod_collab/sql") }, { map { s{^sql/}{$folder/share/mod_collab/sql/}r } files_in('sql') }, 'the SQL files are those of this version';
};

# The long form takes ten minutes and causes each kind of fault several times; the short form causes four quick kinds once each.
my @short = ('--duration', 6, '--faults', 4, '--kinds', 'dispatcher-kill,backends-ended,postgres-restart,receiver-away');
subtest 'faults under load lose nothing' => sub {
  my ($kinds, $faults) = (long(17, 4), long(60, 4));
  my ($status, $said, $report) = lab(long([], \@short)->@*, '--rate', long(40, 20));
  is $status, 0, 'the run passes' or diag $said;
  is_deeply $report->{wrong}, [], "nothing is wrong (--seed $report->{seed} repeats it)";
  is $report->{lost}, 0, 'nothing is lost';
  cmp_ok $report->{writes}{acknowledged}, '>', long(2000, 30), 'there is load';
  is $report->{received}, $report->{published}, 'every published event arrives';
  cmp_ok $report->{published}, '>', 2 * $report->{writes}{acknowledged}, 'events go to several subscriptions';
  cmp_ok $report->{duplicates}, '<=', $report->{inFlightAtFaults} + $report->{duplicatesByRetry}, 'the faults explain all duplicates';
  my %kinds = map { $_->{kind} => 1 } @{ $report->{faults} };
  my @left_out = sort keys %{ $report->{leftOut} };
  is keys(%kinds) + @left_out, $kinds, 'each kind of fault has occurred' . (@left_out ? ", except those that are not available here: @left_out" : '');
  is scalar(@{ $report->{faults} }), $faults, 'there are as many faults as requested';
  is_deeply [grep { !defined $_->{recovery} } @{ $report->{faults} }], [], 'the exchange recovers from each';
  cmp_ok $report->{refusedByGuard}, '>', 0, 'the address guard refuses a name that has changed its address' if $kinds{'name-flip'};
  cmp_ok $report->{writes}{withKey}, '>', long(100, 2), 'notes are written with a key';
  is $report->{writes}{withKeyTwice}, 0, 'none of them is written twice';
  like $said, qr/^lost +0$/m, 'the output for people has the result';
};

done_testing;
