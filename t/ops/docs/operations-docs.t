# t/ops/docs/operations-docs.t: the commands of docs/operations.md succeed in order, and every link has a target
use lib qw(t/lib lab/lib);
use Collab::Doctor;
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;

my $stack = stack();
my $receiver = receiver();
my $x = exchange();
my $id = $x->submitter->post('/v2/webhooks', { callbackUrl => $receiver->url(401) })->ok->{id};
$x->submitter->post($x->notes, a_note())->ok for 1 .. 9;
wait_for { owner()->selectrow_array('select count(*) from dead_letter') == 9 } 20, 'nine dead letters';

open my $in, '<:encoding(UTF-8)', 'docs/operations.md' or die "docs/operations.md: $!\n";
my $page = do { local $/; <$in> };
my @blocks = $page =~ /^ *```sh\n(.*?)^ *```$/msg;
cmp_ok scalar @blocks, '>=', 7;

my $script = join "\n", 'set -eux -o pipefail', "collabctl() { [ \"\$1\" != check-url ] || set -- \"\$@\" --httpd $ENV{COLLAB_TEST_DIR}/main/apachectl; $ENV{PWD}/collabctl \"\$@\" || { [ \$? = 1 ] && [ \"\$1\" = replay ] && [[ \"\$*\" != *--yes* ]]; } || { echo \"failed: \$*\"; exit 1; }; }      # a plan exits with 1", "subscription=$id",
  'event=' . owner()->selectrow_array(q(select uid from event where type = 'note.created' limit 1)), 'request=' . $x->token, 'company=' . $x->submitter->company->{domain}, 'user=' . $x->submitter->username, "token_key=$ENV{COLLAB_TEST_DIR}/copy.key",
  'cp -p "${token_key%/*}/token.key" "$token_key"', @blocks, 'echo all done';
open my $out, '>:encoding(UTF-8)', "$ENV{COLLAB_TEST_DIR}/examples" or die $!;
print $out $script;
close $out;
doctor($stack->server);      # writes main/apachectl
local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN};
local $ENV{COLLAB_SECRETS_KEY} = "$ENV{COLLAB_TEST_DIR}/secrets.key";
my ($status, $said) = output('bash', "$ENV{COLLAB_TEST_DIR}/examples");
is $status, 0, 'every command succeeds' or diag substr $said, -3000;
like $said, qr/^all done$/m;
like $said, qr/^deliveries: (9|10), to 1 endpoints$/m, 'the plan has the nine dead letters, and perhaps that of `subscription test`';
like $said, qr/^why: INC-42: receiver was down$/m;

# The command that stops the node needs root on Debian, so it is not run here; t/ops/collabctl/drain.t tests the drain.
ok +(wait_for { nobody->get('/health/ready')->status == 200 } 20), 'the node is no longer draining';

unlike $page, qr/\b(?:select|grant|revoke|alter (?:role|system)|rollback|drop|update|delete from) (?:\w+ ){0,4}(?:from|set|to|prepared|role|slot)\b|pg_terminate_backend|\\password/, 'no runbook needs SQL';

# The runbook for a lost secrets key: the database takes the new key, and the last command names the secrets that cannot be opened. From then on
# this test's node is not ready, because it still has the old key.
my @lost = $page =~ /^ *```sh lost-key\n(.*?)^ *```$/msg;
is scalar @lost, 2;
($status, $said) = output('bash', '-eux', '-c', join "\n", "collabctl() { $ENV{PWD}/collabctl \"\$@\"; }", "secrets_key=$ENV{COLLAB_TEST_DIR}/new.key", @lost);
is $status, 1, 'the last command exits with 1, because secrets are lost' or diag $said;
like $said, qr/does not open with any key of the file\n.*^\d+ secrets sealed anew with key 101$/ms;
is +(stat "$ENV{COLLAB_TEST_DIR}/new.key")[2] & 0777, 0600;

# Links to pages and headings.
my @links = $page =~ /\]\(([^)]+)\)/g;
cmp_ok scalar @links, '>', 10, 'over ten links are checked';
for my $link (@links) {
  my ($file, $heading) = split /#/, $link;
  my $text = length $file ? -f "docs/$file" ? do { open my $to, '<:encoding(UTF-8)', "docs/$file" or die; local $/; <$to> } : undef : $page;
  ok defined $text, "the page of $link exists" or next;
  ok +(grep { lc(s/[^\w -]//gr =~ tr/ /-/r) eq $heading } $text =~ /^#+ (.*)$/mg), "the heading of $link exists" if defined $heading;
}

done_testing;
