# t/ops/docs/worked-example.t: the worked example of docs/architecture.md adds an operation with four edits
use strict;
use warnings;
use lib qw(t/lib lab/lib);
use Collab::Wait qw(run output long);
use Cwd ();
use File::Temp ();
use Test::More;

my $here = Cwd::cwd();
my $copy = File::Temp::tempdir('clexampleXXXXXX', DIR => '/tmp', CLEANUP => 1);

sub slurp { my ($file) = @_; open my $in, '<', $file or die "$file: $!\n"; local $/; return scalar <$in> }
sub spew  { my ($file, $text) = @_; open my $out, '>', $file or die "$file: $!\n"; print $out $text; close $out or die "$file: $!\n" }

# The four blocks of the page, by the word behind their language; their indentation belongs to the list they stand in.
my %block;
my $page = slurp('docs/architecture.md');
while ($page =~ /^   ```(\w+) (\w+)\n(.*?)^   ```$/msg) {
  my ($language, $name, $text) = ($1, $2, $3);
  $text =~ s/^   //mg;
  $block{"$language $name"} = $text;
}
is_deeply [sort keys %block], ['c fields', 'c row', 'perl response_list', 'sql response_list'], 'the page has the four edits';

# A copy with what is built, so that only what the edits touch is made anew.
run('cp', '-a', map({ "$here/$_" } qw(Makefile Makefile.in configure configure.ac config.status mod_collab sql build conf docs lab t bench)), $copy);
chdir $copy or die "$copy: $!\n";

my $noun = slurp('mod_collab/api/operations/responses.c');
ok $noun =~ s/(^static const collab_route_t operations.*?)(\n  \{ NULL \}\n\};)/$block{'c fields'}\n$1\n$block{'c row'}$2/ms, 'row and field list go into the file of their noun';
spew('mod_collab/api/operations/responses.c', $noun);
spew('sql/queries/api/response_list.sql', $block{'sql response_list'});
spew('t/api/requests/response-list.t', $block{'perl response_list'});

# The long form builds the module and runs all tests of the interface. The short form stops where a mistake in the four edits shows: the generator
# takes the statement, and the file that was edited compiles.
my @goals = long(['all'], ['build/obj/mod_collab/api/operations/responses.o'])->@*;
my ($status, $said) = output('make', '-j2', '--no-print-directory', @goals);
is $status, 0, 'it builds, without a warning' or diag $said;
like slurp('mod_collab/store/statements.inc'), qr/response_list/, 'with the statement';
($status, $said) = output('make', '--no-print-directory', 'tests-index');
is $status, 0, 'the index of the tests is printed' or diag $said;
like slurp('t/README.md'), qr/response-list\.t/, '… with the test';

if (long(1, 0)) {
  local %ENV = %ENV;
  delete @ENV{grep { /^COLLAB_TEST_/ } keys %ENV};
  ($status, $said) = output($^X, 't/TEST', '-suite', 'api');
  is $status, 0, 'and every test of the interface passes' or diag substr $said, -4000;
  like $said, qr{t/api/requests/response-list\.t \.+ ok}, 'its own among them';
  like $said, qr/every declared answer was seen, and no other/;
  ($status, $said) = output('make', '--no-print-directory', 'api-reference');
  is $status, 0, 'the reference is printed' or diag $said;
  like slurp('docs/api.md'), qr/^\| `GET \S+\/responses` \|.*\| list of `CaseResponse` \|$/m, '… with the operation';
  ($status, $said) = output($^X, 't/TEST', 't/ops/docs/api-docs.t');
  is $status, 0, '… and the documents are right' or diag substr $said, -4000;
}

chdir $here;
done_testing;
