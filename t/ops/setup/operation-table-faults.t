# t/ops/setup/operation-table-faults.t: httpd does not start if the table of operations has a contradictory row, and names the row
# See docs/architecture.md, http/route_check.c.
use lib qw(t/lib lab/lib);
use Collab::Server;
use Collab::Test;
use Collab::Wait qw(run output);
use Cwd ();
use File::Temp ();

my $here = Cwd::cwd();
my $copy = File::Temp::tempdir('clrowXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $noun = 'mod_collab/api/operations/notes.c';

# Runs configtest with this module.
sub says {
  my ($so, $name) = @_;
  my $server = Collab::Server->new("$ENV{COLLAB_TEST_DIR}/$name", keys => $ENV{COLLAB_TEST_DIR}, so => $so, map { $_ => 'host=/nowhere' } qw(api_dsn dispatch_dsn));
  return $server->control('-t');
}

sub slurp { my ($file) = @_; open my $in, '<', $file or die "$file: $!\n"; local $/; return scalar <$in> }

sub write_to { my ($file, $text) = @_; open my $out, '>', $file or die "$file: $!\n"; print $out $text; close $out or die "$file: $!\n" }

# A copy of the built tree, so that make builds only the changed files.
run('cp', '-a', map({ "$here/$_" } qw(Makefile Makefile.in configure configure.ac config.status mod_collab sql build conf docs)), $copy);
my $text = slurp($noun);
ok $text =~ s/("GET", REQUEST "\/notes",.*?),\n +\.gives +=[^\n]*?( \},\n)/$1$2/s, 'one row does not describe its response';
ok $text =~ s/("POST", REQUEST "\/notes",.*?)^( +\.path +=).*?\n/$1$2 note_record,\n/ms, 'another describes captures that its path template does not have';
ok $text =~ s/"note_create\.token"/"note_create.tokens"/, 'a capture is from a member that its response does not have';
ok $text =~ s/("GET", REQUEST "\/notes\/\{noteToken\}",.*?)^ +\.summary/$1    .after = "note_make",\n    .summary/ms, 'its example follows one of an unknown operation';
ok $text =~ s/("GET", REQUEST "\/notes\/\{noteToken\}",.*?)\.who( +)= READER/$1.who$2= INTEGRATOR/s, 'a row is for another role than its statement';
ok $text =~ s/("POST", REQUEST "\/notes",.*?)^ +\.summary/$1    .after = "note_get",\n    .summary/ms, 'two examples need each other';
ok $text =~ s/("POST", REQUEST "\/notes",.*?)^ +\.act .*?\n +\.only_in .*?\n/$1/ms, 'a row that writes says neither what the audit calls it nor when it works';
write_to("$copy/$noun", $text);
my $attachments = slurp('mod_collab/api/operations/attachments.c');
ok $attachments =~ s/\.only_in = NOT_CLOSED/.only_in = WORDS("OPEN")/, 'another works in one status only, and its statement does not say why';
write_to("$copy/mod_collab/api/operations/attachments.c", $attachments);
my $login = slurp('mod_collab/api/operations/login.c');
ok $login =~ s/^( +)(?=\{ "client_id",)/$1\{ "resource", STRING, OPTIONAL, .says = "Not used" \},\n$1/m, 'a form has more parameters than a request keeps';
write_to("$copy/mod_collab/api/operations/login.c", $login);
my $directives = slurp('mod_collab/config/directives.c');
ok $directives =~ s/KEPT\(subscription_limit\)/KEPT(login_failures)/, 'no directive keeps a setting that a statement binds';
write_to("$copy/mod_collab/config/directives.c", $directives);
my $statement = slurp('sql/queries/api/webhook_test.sql');
ok $statement =~ s/\bfits\(.*\) as fits$/true as fits/m, 'the statement of a row that writes ignores the conditions';
write_to("$copy/sql/queries/api/webhook_test.sql", $statement);
my ($built, $said) = output('make', '-C', $copy, '-s', 'mod_collab.so');
is $built, 0, 'the module builds' or diag $said;

my ($status, $wrong) = says("$copy/mod_collab.so", 'wrong-row');
isnt $status, 0, 'httpd does not start';
like $wrong, qr/CB0304: route GET \S+\/notes: \.gives does not say what a success holds$/m, 'the message names the first row and its mistake';
like $wrong, qr/CB0304: route POST \S+\/notes: \.path describes companyName, which is no capture$/m, '… and the other row';
like $wrong, qr/CB0304: route GET \S+\/notes\/\{noteToken\}: \{noteToken\} is from note_create\.tokens, which is no member of the response$/m, '… and the capture of the example';
like $wrong, qr/CB0304: route GET \S+\/notes\/\{noteToken\}: its example needs note_make, which is no operation$/m;
like $wrong, qr/CB0304: route GET \S+\/notes\/\{noteToken\}: its example and that of note_create need each other$/m;
like $wrong, qr/CB0304: route POST \S+\/notes: \.act does not say what the audit calls it$/m;
like $wrong, qr/CB0304: route POST \S+\/notes: \.only_in does not say in which statuses of the request it works$/m;
like $wrong, qr/CB0304: route PUT \S+\/attachments\/config\/https: no statement says why it is refused in ACCEPTED$/m;
like $wrong, qr/CB0304: route POST \/oauth2\/token: more than 4 parameters of the form$/m;
like $wrong, qr/CB0304: route POST \/v2\/webhooks: statement webhook_create binds subscription_limit, for which this row has no value$/m, '… and the missing value of a statement';
like $wrong, qr/CB0304: route GET \S+\/notes\/\{noteToken\}: \.who is the role integrator, but its statements require reader$/m, '… and the role';
like $wrong, qr/CB0304: route POST \/v2\/webhooks\/\{id\}\/test: its statements ignore If-Match or If-None-Match, or have no outcome precondition-failed$/m, '… and the conditions';
($status, $said) = says("$here/mod_collab.so", 'right-row');
is $status, 0, 'the unchanged rows are right' or diag $said;
unlike $said, qr/CB0304/;

done_testing;
