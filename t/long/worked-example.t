# t/long/worked-example.t: the worked example of docs/architecture.md adds an operation: four edits, and an interface rule
# alone: it runs the suite of the interface, as many files at a time as a run of its own
use strict;
use warnings;
use lib qw(t/lib lab/lib);
use Collab::Wait qw(run output);
use Cwd ();
use File::Temp ();
use Test::More;

my $here = Cwd::cwd();
my $copy = File::Temp::tempdir('clexampleXXXXXX', DIR => '/tmp', CLEANUP => 1);

sub slurp { my ($file) = @_; open my $in, '<', $file or die "$file: $!\n"; local $/; return scalar <$in> }
sub spew  { my ($file, $text) = @_; open my $out, '>', $file or die "$file: $!\n"; print $out $text; close $out or die "$file: $!\n" }

# The code blocks of the page, by language and name. They are indented because they are in a list.
my %block;
my $page = slurp('docs/architecture.md');
while ($page =~ /^   ```(\w+) (\w+)\n(.*?)^   ```$/msg) {
  my ($language, $name, $text) = ($1, $2, $3);
  $text =~ s/^   //mg;
  $block{"$language $name"} = $text;
}
is_deeply [sort keys %block], ['c fields', 'c row', 'markdown line', 'markdown rule', 'perl response_list', 'sql response_list'],
  'the page has four edits and two parts of the rule';

# A copy of the built tree, so that make builds only what the edits change.
my @parts = qw(Makefile Makefile.in configure configure.ac config.status README.md mod_collab sql build conf docs lab t bench);
run('sh', '-c', 'cd "$1" && to=$2 && shift 2 && tar -cf - --exclude=node_modules "$@" | tar -xf - -C "$to"', 'sh', $here, $copy, @parts);
symlink "$here/t/node/node_modules", "$copy/t/node/node_modules" or die "node_modules: $!\n";
chdir $copy or die "$copy: $!\n";

# A second operation, which is not on the page: the example of its capture comes from a nested member of another operation's response.
$block{'c fields'} .= <<'FIELDS';

static const collab_field_t answer_path[] = {
  REQUEST_TOKEN,
  { "answerId", INTEGER, REQUIRED, .min = 1, .max = ID_MAX, .from = "approval_create.caseResponses.id", .says = "Id of the response" },
  { NULL }
};
FIELDS
$block{'c row'} .= <<'ROW';

  { "GET", REQUEST "/answers/{answerId}",
    .summary = "Get a response of a request",
    .says    = "Both parties may read it.",
    .who     = READER,
    .path    = answer_path,
    .read    = STATEMENT(answer_get),
    .gives   = ONE(response_record) },
ROW
$block{'markdown line'} .= "| `GET /v1/collaboration-requests/{token}/answers/{answerId}` | 10.11 |\n";
my $rules = slurp('docs/interface.md');
ok $rules =~ s/(?=^\| `GET \/v2\/collaboration-requests` \|)/$block{'markdown line'}/m, 'the line fits among those of section 10';
ok $rules =~ s/(?=^## 11\. )/$block{'markdown rule'}\n/m, 'the rule fits at the end of section 10';
spew('docs/interface.md', $rules);
my $noun = slurp('mod_collab/api/operations/responses.c');
ok $noun =~ s/(^static const collab_route_t operations.*?)(\n  \{ NULL \}\n\};)/$block{'c fields'}\n$1\n$block{'c row'}$2/ms, 'row and field list fit into the file of their noun';
spew('mod_collab/api/operations/responses.c', $noun);
spew('sql/queries/api/answer_get.sql', <<'SQL');
-- answer_get: one response of a request.
-- binds: path.answerId
-- outcomes: ok, not-modified, unauthenticated, unknown
-- with: caller, request_or_null
, version as (
    select response.id, concat(response.id, '-', micros(request_or_null.updated_at)) as etag, response.rendered as body
      from request_or_null left join response on response.request = request_or_null.id and response.id = $1::bigint
)
-- piece: answer
SQL
spew('sql/queries/api/response_list.sql', $block{'sql response_list'});
spew('t/api/requests/response-list.t', $block{'perl response_list'});

# Without optimisation, the build takes only seconds.
my @make = ('make', '-j2', '--no-print-directory', 'CFLAGS=-O0', 'HARDEN=');
my ($status, $said) = output(@make, 'all');
is $status, 0, 'it builds' or diag $said;
like slurp('mod_collab/store/statements.inc'), qr/response_list/, 'the statement is compiled in';
($status, $said) = output('make', '--no-print-directory', 'tests-index');
is $status, 0, 'the index of the tests is printed' or diag $said;
like slurp('t/README.md'), qr/response-list\.t/, '… and has the test';

# The tests that cover every operation, and then all tests of the interface.
my @tests = map { chomp; $_ } `grep -rlE '\\b(routes|operations)\\(' --include=*.t t/api t/auth t/ops`;
cmp_ok scalar @tests, '>=', 10, 'at least ten tests cover every operation';
local %ENV = %ENV;
delete @ENV{grep { /^COLLAB_TEST_/ } keys %ENV};
for my $prints (qw(api-reference pinned recorded)) {
  ($status, $said) = output(@make, $prints);
  is $status, 0, "make $prints succeeds" or diag substr $said, -4000;
}
like slurp('docs/api.md'), qr/^\| `GET \S+\/responses` \|.*\| list of `CaseResponse` \|$/m, 'the reference has the operation';
like slurp("t/api/http/pinned/$_.txt"), qr/^200$/m, "$_: a successful answer is on record" for qw(response_list answer_get);
($status, $said) = output($^X, 't/TEST', 't/api/requests/response-list.t', @tests);
is $status, 0, 'its own test and all that cover every operation pass' or diag substr $said, -4000;
like $said, qr{\Q$_\E \.+ ok}, $_ for 't/api/requests/response-list.t', @tests;

($status, $said) = output($^X, 't/TEST', '-suite', 'api');
is $status, 0, 'every test of the interface passes' or diag substr $said, -4000;
like $said, qr/every declared answer was seen, and no other/;

chdir $here;
done_testing;
