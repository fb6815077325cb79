# t/ops/docs/alerts-rules.t: docs/alerts.rules.yml is what the table of alarms says: failing pages, attention makes a ticket
use strict;
use warnings;
use Test::More;

sub slurp { my ($path) = @_; open my $in, '<:encoding(UTF-8)', $path or die "$path: $!\n"; local $/; return scalar <$in> }

my $rules = slurp('docs/alerts.rules.yml');
open my $printed, '-|:encoding(UTF-8)', $^X, 'build/alerts-rules' or die "build/alerts-rules: $!\n";
is do { local $/; <$printed> }, $rules, 'make alerts-rules prints the file';

my %health = slurp('mod_collab/node/alarms.def') =~ /^ALARM\([A-Z0-9_]+, "([a-z0-9-]+)", ([A-Z]+),/mg;
my %severity;
push @{ $severity{$2} }, $1 while $rules =~ /severity: (\w+)\n +reason: ([\w-]+)/g;
my %wanted = (FAILING => ['page'], ATTENTION => ['ticket'], GRADED => ['page', 'ticket']);
is_deeply \%severity, { map { $_ => $wanted{ $health{$_} } } keys %health }, 'each alarm has the severity of its health';
is_deeply [sort grep { $health{$_} eq 'GRADED' } keys %health], [qw(certificate clock issuer partitions time)], 'an expired certificate and a wrong clock page';

my %heading = map { lc(s/[^\w -]//gr =~ tr/ /-/r) => 1 } slurp('docs/operations.md') =~ /^## (.*)$/mg;
my @alerts = $rules =~ /- alert: /g;
my @anchors = $rules =~ /runbook_url: ".*\?runbook#([\w-]+)"/g;
is scalar @anchors, scalar @alerts, 'each rule has the URL of its runbook';
is_deeply [grep { !$heading{$_} } @anchors], [], 'which exists';

done_testing;
