# t/ops/api-docs.t: docs/api.md explains every operation, and its examples work on the demo's data, one after another
use lib 't/lib';
use Collab::Coverage;
use Collab::Stack;
use Collab::Test;
use File::Temp qw(tempdir);

my $stack = stack();
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
is_deeply [sort @operations], [sort map { "$_->{method} $_->{template}" } Collab::Coverage::routes($stack->server)], 'every operation is there, and no other';

# As one shell, where an answer that is no success ends it.
my $dir = tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $script = join "\n", 'set -eu -o pipefail', qq(cd $dir), 'curl() { command curl --fail-with-body "$@"; }',
  $first =~ s/^url=.*/'url=' . $stack->server->url/mer, map({ s/^# (.*)\n/echo; echo "# $1"\n/r } @scripts), 'echo', 'echo all done';
open my $out, '>:encoding(UTF-8)', "$dir/examples" or die "$dir: $!\n";
print $out $script;
close $out;
my ($status, $said) = output('bash', "$dir/examples");
is $status, 0, 'every example works' or diag substr $said, -2000;
like $said, qr/^all done$/m;

# And each example is one of the operation that it stands below.
open my $log, '<', $stack->server->dir . '/trace_log' or die "trace_log: $!\n";
my @seen = map { /^(\d+) (\S+) (\S+)/ ? "$2 $3" : () } <$log>;
for my $operation (@operations) {
  my $like = join '[^/]+', map { quotemeta } split /\{\w+\}/, $operation, -1;
  ok +(grep { /^$like$/ } @seen), "$operation was called";
}

done_testing;
