# t/ops/docs/api-docs.t: docs/api.md matches the table of operations, and every example and listed mistake behaves as shown
# The reference part is what the table prints. The examples work on the demo's data, one after another; those of the page /docs are
# looked at by docs-page.t.
use lib qw(t/lib lab/lib);
use Collab::Coverage;
use Collab::Issuer;
use Collab::Reference qw(reference in_page);
use Collab::Stack;
use Collab::Test;
use File::Temp qw(tempdir);

my $issuer = issuer('https://id.example', audience => 'api://exchange')->key('k1', 'ES256');
my $stack = stack(extra => 'CollabTrustedIssuer https://id.example api://exchange ' . $issuer->file . " user\n");
collabctl('demo');

open my $in, '<:encoding(UTF-8)', 'docs/api.md' or die "docs/api.md: $!\n";
my $page = do { local $/; <$in> };
my ($first) = $page =~ /\A.*?^```sh\n(.*?)^```$/ms;
my @sections = $page =~ /^### `([A-Z]+ \S+)`\n\n(.*?)(?=^##|\z)/msg;
my (@operations, @scripts);
while (my ($operation, $text) = splice @sections, 0, 2) {
  push @operations, $operation;
  my ($code) = $text =~ /^```sh\n(.*?)^```$/ms;
  like $text, qr/\A\*\*[^*]+\.\*\*/, "$operation: says what it is for";
  ok $code && $code =~ /\bcurl /, "$operation: has an example" or next;
  push @scripts, "# $operation\n$code";
}
my @rows = map { "$_->{method} $_->{template}" } Collab::Coverage::routes($stack->server);

# What members are told of the changes of the interface.
my ($newest) = do { open my $changes, '<', 'docs/interface-changes.md' or die "docs/interface-changes.md: $!\n"; local $/; <$changes> =~ /^## Revision (\d+)$/m };
my $info = nobody->get('/openapi.json')->ok->{info};
is_deeply [@$info{qw(version x-revision)}], ['1.0.0', $newest], 'the description has the newest revision of interface-changes.md';

# The specification lists the operations that there are.
open my $rules, '<:encoding(UTF-8)', 'docs/interface.md' or die "docs/interface.md: $!\n";
my @specified = do { local $/; <$rules> =~ m{^\| `([A-Z]+ /\S*)` \| \d+\.\d+ \|$}mg };
is_deeply [sort @specified], [sort @rows], 'interface.md 2.16 lists each operation once';

my $reference = in_page($page);
is $reference, reference(nobody->get('/openapi.json')->ok), 'the reference part is what the table prints (else run `make api-reference`)';
is_deeply [sort $reference =~ /^\| `([A-Z]+ \S+)` \|/mg], [sort @rows], '… and has every operation';

# The mistakes: | what | `request` | `status` message |, where … stands for anything; a part of WWW-Authenticate may stand before it in backticks.
my ($before) = $page =~ /^## Common mistakes\n.*?^```sh\n(.*?)^```$/ms;
my ($table) = $page =~ /^\| mistake \| request \| response \|\n\|[-|]+\|\n(.*?)\n\n/ms;
my @mistakes = map { /^\| (.*?) \| `((?:curl|try) .*?)` \| `(\d{3})` (.*) \|$/ ? { what => "$1", request => "$2", status => "$3", says => "$4" } : () } split /\n/, $table // '';
is scalar(@mistakes), scalar(my @lines = split /\n/, $table // ''), 'every line of the table of mistakes can be read';
cmp_ok scalar @mistakes, '>=', 37, 'the table has 37 mistakes';

# As one shell, where an answer that is no success ends it.
my $dir = tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $script = join "\n", 'set -eu -o pipefail', qq(cd $dir), 'curl() { command curl --fail-with-body "$@"; }',
  $first =~ s/^url=.*/'url=' . $stack->server->url/mer, map({ s/^# (.*)\n/echo; echo "# $1"\n/r } @scripts), 'echo', 'echo all done',
  $before, 'set +e', 'curl() { command curl -i "$@"; }',
  'expired=' . $issuer->token('k1', sub => 'ada', exp => time - 86_400), 'elsewhere=' . $issuer->token('k1', sub => 'ada', aud => 'api://else'),
  map({; "echo; echo '# mistake'", $_->{request} } @mistakes), '';
open my $out, '>:encoding(UTF-8)', "$dir/examples" or die "$dir: $!\n";
print $out $script;
close $out;
my ($status, $said) = output('bash', "$dir/examples");
is $status, 0, 'every example works' or diag substr $said, -2000;
like $said, qr/^all done$/m;

for my $answer (split /^# mistake\n/m, $said =~ s/.*?^(?=# mistake)//msr) {
  my $mistake = length $answer ? shift @mistakes : next;
  my ($head, $body) = split /\r\n\r\n/, $answer, 2;
  is +($head =~ /^HTTP\S+ (\d+)/)[0], $mistake->{status}, "$mistake->{what}: the status";
  my ($header, $says) = $mistake->{says} =~ /^(?:`(.*?)` )?(.*)$/;
  my $like = join '.*', map { quotemeta } split /…/, $says =~ s/http:\/\/127\.0\.0\.1:8080/$stack->server->url/er, -1;
  my $message = JSON::XS->new->decode($body)->{message};
  like $message, qr/^$like$/, '… and the message';
  like $head, qr/^WWW-Authenticate: .*\Q$header\E\r?$/m, '… and the header' if $header;
}
is scalar(@mistakes), 0, 'every mistake was made';

# And each example is one of the operation that it stands below.
sub all_called {
  my ($about, @wanted) = @_;
  my %like = map { $_ => join '[^/]+', map { quotemeta } split /\{\w+\}/, $_, -1 } @wanted;
  my %called;
  wait_for {      # a line is written after its response
    my @seen = requests();
    %called = map { my $operation = $_; ($operation => scalar grep { /^$like{$operation}$/ } @seen) } @wanted;
    !grep { !$_ } values %called;
  } 10;
  ok $called{$_}, "$about: $_ was called" for @wanted;
}
sub requests { open my $log, '<', $stack->server->dir . '/trace_log' or die "trace_log: $!\n"; return map { /^\d+ (\S+ \S+) .*\n\z/ ? "$1" : () } <$log> }
all_called('docs/api.md', @operations);

# The README's commands, as one shell.
my $readme = do { open my $text, '<:encoding(UTF-8)', 'README.md' or die "README.md: $!\n"; local $/; <$text> };
my ($by_hand) = $readme =~ /^## Try it by hand\n.*?^```sh\n(.*?)^```$/ms or fail('the README has commands to try');
open my $try, '>:encoding(UTF-8)', "$dir/readme" or die "$dir: $!\n";
print $try join "\n", 'set -eu -o pipefail', 'curl() { command curl --fail-with-body "$@"; }', $by_hand =~ s/^url=.*/'url=' . $stack->server->url/mer, 'echo all done', '';
close $try;
my ($tried, $answers) = output('bash', "$dir/readme");
is $tried, 0, 'the README: every command works' or diag substr $answers, -2000;
like $answers, qr/"summary":"Slow writes".*"direction":"OUTBOUND".*"direction":"INBOUND"/s, '… and the request is there';

done_testing;
