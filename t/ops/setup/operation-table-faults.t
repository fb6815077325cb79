# t/ops/setup/operation-table-faults.t: httpd does not start with a contradictory row in the table of operations, and says why
# See docs/architecture.md, http/route.c.
use lib qw(t/lib lab/lib);
use Collab::Server;
use Collab::Test;
use Collab::Wait qw(run output);
use Cwd ();
use File::Temp ();

my $here = Cwd::cwd();
my $copy = File::Temp::tempdir('clrowXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $noun = 'mod_collab/api/operations/notes.c';

# What configtest says of this module.
sub says {
  my ($so, $name) = @_;
  my $server = Collab::Server->new("$ENV{COLLAB_TEST_DIR}/$name", keys => $ENV{COLLAB_TEST_DIR}, so => $so, map { $_ => 'host=/nowhere' } qw(api_dsn dispatch_dsn));
  return $server->control('-t');
}

sub slurp { my ($file) = @_; open my $in, '<', $file or die "$file: $!\n"; local $/; return scalar <$in> }

# A copy with what is built, so that only what is changed is made anew.
run('cp', '-a', map({ "$here/$_" } qw(Makefile Makefile.in configure configure.ac config.status mod_collab sql build conf docs)), $copy);
my $text = slurp($noun);
ok $text =~ s/("GET", REQUEST "\/notes",.*?)^ +\.gives +=.*?\n/$1/ms, 'one row does not say what a success holds';
ok $text =~ s/("POST", REQUEST "\/notes",.*?)^( +\.path +=).*?\n/$1$2 note_record,\n/ms, 'another describes captures that its template does not have';
open my $out, '>', "$copy/$noun" or die "$copy/$noun: $!\n";
print $out $text;
close $out or die "$copy/$noun: $!\n";
my ($built, $said) = output('make', '-C', $copy, '-s', 'mod_collab.so');
is $built, 0, 'the module builds' or diag $said;

my ($status, $wrong) = says("$copy/mod_collab.so", 'wrong-row');
isnt $status, 0, 'httpd does not start';
like $wrong, qr/CB0304: route GET \S+\/notes: \.gives does not say what a success holds$/m, 'the first row is named, with its mistake';
like $wrong, qr/CB0304: route POST \S+\/notes: \.path describes companyName, which is no capture$/m, '… and the other';
($status, $said) = says("$here/mod_collab.so", 'right-row');
is $status, 0, 'as they stand, all rows are right' or diag $said;
unlike $said, qr/CB0304/;

done_testing;
