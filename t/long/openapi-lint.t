# t/long/openapi-lint.t: two OpenAPI linters find no problem in either description
# The linters of t/clients: redocly with its recommended rules, spectral with spectral:oas.
use lib qw(t/lib lab/lib);
use Collab::Stack;
use Collab::Test;
use File::Temp qw(tempdir);

-d 't/clients/node_modules/@redocly/cli' or die "The linters of t/clients are missing: `make clients` fetches them\n";
@ENV{qw(REDOCLY_TELEMETRY REDOCLY_SUPPRESS_UPDATE_NOTICE)} = qw(off true);
my $bin = 't/clients/node_modules/.bin';
my $stack = stack(extra => "CollabDispatcher Off\n");
my $dir = tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
write_file("$dir/rules.json", '{"extends": ["spectral:oas"]}');

for my $name (qw(openapi openapi-3.0)) {
  write_file("$dir/$name.json", nobody->get("/$name.json")->{content});
  my ($status, $said) = output("$bin/redocly", 'lint', '--extends', 'recommended', '--format', 'json', "$dir/$name.json");
  my ($json) = $said =~ /(\{.*\})/s;
  is_deeply(JSON::XS->new->decode($json // '{}')->{problems}, [], "$name: redocly finds no problem") or diag $said;
  is $status, 0;
  ($status, $said) = output("$bin/spectral", 'lint', '--ruleset', "$dir/rules.json", '--fail-severity', 'hint', '--format', 'json', "$dir/$name.json");
  is $said =~ s/\s+|No results.*//gsr, '[]', "$name: spectral finds no problem" or diag $said;
  is $status, 0;
}

# Each linter finds a planted problem.
my $wrong = JSON::XS->new->utf8->decode(nobody->get('/openapi.json')->{content});
delete $wrong->{info}{license};
delete $wrong->{paths}{'/v1/me'}{get}{description};
write_file("$dir/wrong.json", JSON::XS->new->utf8->encode($wrong));
like +(output("$bin/redocly", 'lint', '--extends', 'recommended', '--format', 'json', "$dir/wrong.json"))[1], qr/info-license/, 'redocly reports a missing license';
like +(output("$bin/spectral", 'lint', '--ruleset', "$dir/rules.json", '--format', 'json', "$dir/wrong.json"))[1], qr/operation-description/, 'spectral reports a missing description';

sub write_file { my ($path, $text) = @_; open my $out, '>:raw', $path or die "$path: $!\n"; print $out $text; close $out }

done_testing;
