# t/ops/docs/api-docs.t: the reference and examples of docs/api.md are right, and each listed mistake gets its status and message
# The examples run in order on the demo's data. mistakes.txt lists the mistakes. docs-page.t tests the examples of /docs.
use lib qw(t/lib lab/lib);
use Collab::Coverage;
use Collab::Fields qw(fields);
use Collab::Issuer;
use Collab::Reference qw(reference in_page);
use Collab::Stack;
use Collab::States qw(states);
use Collab::Test;
use Digest::SHA qw(hmac_sha256_hex);
use File::Temp qw(tempdir);

my $issuer = issuer('https://id.example', audience => 'api://exchange')->key('k1', 'ES256');
my $stack = stack(extra => 'CollabTrustedIssuer https://id.example api://exchange ' . $issuer->file . " user\n");
collabctl('demo');

open my $in, '<:encoding(UTF-8)', 'docs/api.md' or die "docs/api.md: $!\n";
my $page = do { local $/; <$in> };
my ($guide) = $page =~ /\A(.*?)^## The echo partner\n/ms;       # echo.t runs the example of the echo partner
my ($first, @scripts) = $guide =~ /^```sh\n(.*?)^```$/msg;
cmp_ok scalar @scripts, '>=', 9, 'the page has at least nine examples after the first';
my @routes = Collab::Coverage::routes($stack->server);
my @rows = map { "$_->{method} $_->{template}" } @routes;
my %is_row = map { $_ => 1 } @rows;
my @named = $guide =~ m{`((?:GET|POST|PUT|PATCH|DELETE) /[^` ?]*)`}g;
is_deeply [grep { !$is_row{$_} } @named], [], 'each operation that the page names exists';

# The interface's change log for members.
my ($newest) = do { open my $changes, '<', 'docs/interface-changes.md' or die "docs/interface-changes.md: $!\n"; local $/; <$changes> =~ /^## Revision (\d+)$/m };
my $info = nobody->get('/openapi.json')->ok->{info};
is_deeply [@$info{qw(version x-revision)}], ['1.0.0', $newest], 'the description has the newest revision of interface-changes.md';

# The list of operations in the specification.
open my $rules, '<:encoding(UTF-8)', 'docs/interface.md' or die "docs/interface.md: $!\n";
my $interface = do { local $/; <$rules> };
my @specified = $interface =~ m{^\| `([A-Z]+ /\S*)` \| \d+\.\d+ \|$}mg;
is_deeply [sort @specified], [sort @rows], 'interface.md 2.16 lists each operation once';

is_deeply [split /\n/, $interface], [split /\n/, states(fields($interface, nobody->get('/openapi.json')->text), @routes)],
  'the tables of members, lengths and states in interface.md are up to date (else run `make api-reference`)';
my $reference = in_page($page);
is $reference, reference(nobody->get('/openapi.json')->ok), 'the reference part is up to date (else run `make api-reference`)';
is_deeply [sort $reference =~ /^\| `([A-Z]+ \S+)` \|/mg], [sort @rows], '… and has every operation';

# The mistakes, as lines: | what | `request` | `status` message |.
open my $list, '<:encoding(UTF-8)', 't/ops/docs/mistakes.txt' or die "mistakes.txt: $!\n";
my ($before, $table) = do { local $/; <$list> } =~ /\A.*?\n\n(.*?)\n\| mistake \| request \| response \|\n\|[-|]+\|\n(.*)\z/s;
my @mistakes = map { /^\| (.*?) \| `((?:curl|try) .*?)` \| `(\d{3})` (.*) \|$/ ? { what => "$1", request => "$2", status => "$3", says => "$4" } : () } split /\n/, $table // '';
is scalar(@mistakes), scalar(my @lines = split /\n/, $table // ''), 'every line of the table of mistakes is well-formed';
cmp_ok scalar @mistakes, '>=', 37, 'there are at least 37 mistakes';
my %explained = map { $_ => 1 } map { split /, / } $guide =~ /^\| (\d{3}(?:, \d{3})*) \|/mg;
is_deeply [grep { !$explained{$_} } sort map { $_->{status} } @mistakes], [], 'the page explains their statuses';

# One shell script, which ends at the first example that fails. The mistakes follow.
my $dir = tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $script = join "\n", 'set -eu -o pipefail', qq(cd $dir), 'curl() { command curl --fail-with-body "$@"; }',
  $first =~ s/^url=.*/'url=' . $stack->server->url/mer, @scripts, 'echo', 'echo "$secret"', 'echo all done',
  $before, 'set +e', 'curl() { command curl -i "$@"; }',
  'expired=' . $issuer->token('k1', sub => 'ada', exp => time - 86_400), 'elsewhere=' . $issuer->token('k1', sub => 'ada', aud => 'api://else'),
  map({; "echo; echo '# mistake'", $_->{request} } @mistakes), '';
open my $out, '>:encoding(UTF-8)', "$dir/examples" or die "$dir: $!\n";
print $out $script;
close $out;
my ($status, $said) = output('bash', "$dir/examples");
is $status, 0, 'every example succeeds' or diag substr $said, -2000;
like $said, qr/^all done$/m;
my ($secret) = $said =~ /^(whsec_\S+)$/m;
my ($signed) = $script =~ /^body='(.*)'$/m;
like $said, qr/sha256=\Q${\ hmac_sha256_hex($signed, $secret) }\E$/m, 'the shell computes the signature';

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
is scalar(@mistakes), 0, 'every mistake is tried';

# The commands of README.md, as one shell script.
my $readme = do { open my $text, '<:encoding(UTF-8)', 'README.md' or die "README.md: $!\n"; local $/; <$text> };
my ($by_hand) = $readme =~ /^## Five minutes with curl\n.*?^```sh\n(.*?)^```$/ms or fail('README.md has no commands to try');
open my $try, '>:encoding(UTF-8)', "$dir/readme" or die "$dir: $!\n";
print $try join "\n", 'set -eu -o pipefail', 'curl() { command curl --fail-with-body "$@"; }', $by_hand =~ s/^url=.*/'url=' . $stack->server->url/mer, 'echo all done', '';
close $try;
my ($tried, $answers) = output('bash', "$dir/readme");
is $tried, 0, 'every command of README.md succeeds' or diag substr $answers, -2000;
like $answers, qr/"summary":"Slow writes".*"direction":"OUTBOUND".*"direction":"INBOUND"/s, '… and both parties see the request';

done_testing;
