# t/long/openapi-2.0-tools.t: a validator, two linters and two generators take /openapi-2.0.json, and the clients compile
# The tools of t/clients. The compiler checks the clients in strict mode.
use lib qw(t/lib lab/lib);
use Collab::File qw(slurp write_file);
use Collab::Stack;
use Collab::Test;
use Cwd qw(getcwd);
use File::Temp qw(tempdir);

my $clients = getcwd() . '/t/clients';
my $bin = "$clients/node_modules/.bin";
-d "$clients/node_modules/\@apidevtools/swagger-parser" or die "The tools of t/clients are missing: `make clients` fetches them\n";
@ENV{qw(REDOCLY_TELEMETRY REDOCLY_SUPPRESS_UPDATE_NOTICE)} = qw(off true);
my $stack = stack(extra => "CollabDispatcher Off\n");
my $dir = tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
$ENV{HOME} = $dir;      # the tools must not read the user's configuration
symlink "$clients/node_modules", "$dir/node_modules" or die "$dir: $!\n";
mkdir "$dir/made" or die "$dir: $!\n";
write_file("$dir/package.json", '{"type": "module"}');
write_file("$dir/tsconfig.json", slurp("$clients/tsconfig.json"));
write_file("$dir/2.0.json", nobody->get('/openapi-2.0.json')->{content});

sub in_dir { return output('sh', '-c', 'cd "$1" && shift && exec "$@" 2>&1', 'sh', $dir, @_) }

write_file("$dir/validate.mjs", <<'JS');
import SwaggerParser from '@apidevtools/swagger-parser';
try { const api = await SwaggerParser.validate(process.argv[2]); console.log(`${api.swagger}, ${Object.keys(api.paths).length} paths`); }
catch (wrong) { console.log(wrong.message); process.exit(1); }
JS
my ($status, $said) = in_dir('node', 'validate.mjs', '2.0.json');
is $status, 0, 'swagger-parser finds it valid' or diag $said;
like $said, qr/^2\.0, \d\d paths$/m;
my $wrong = JSON::XS->new->utf8->decode(slurp("$dir/2.0.json"));
delete $wrong->{paths}{'/v1/notes/{noteToken}'};
$wrong->{paths}{'/v1/me'}{get}{parameters} = [{ name => 'body', in => 'body' }];
write_file("$dir/wrong.json", JSON::XS->new->utf8->encode($wrong));
isnt +(in_dir('node', 'validate.mjs', 'wrong.json'))[0], 0, 'it finds a planted mistake';

write_file("$dir/rules.json", '{"extends": ["spectral:oas"], "rules": {"oas2-unused-definition": "off"}}');      # webhooks and problem documents use those
($status, $said) = in_dir("$bin/spectral", 'lint', '--ruleset', 'rules.json', '--fail-severity', 'hint', '--format', 'json', '2.0.json');
is $said =~ s/\s+|No results.*//gsr, '[]', 'spectral finds no problem' or diag $said;
($status, $said) = in_dir("$bin/redocly", 'lint', '--extends', 'recommended', '--skip-rule', 'no-unused-components', '--format', 'json', '2.0.json');
my ($json) = $said =~ /(\{.*\})/s;
is_deeply(JSON::XS->new->decode($json // '{}')->{problems}, [], 'redocly finds no problem') or diag $said;

for my $of (['openapi-typescript-codegen', 'node', "$bin/../openapi-typescript-codegen/bin/index.js", qw(--input 2.0.json --output made/codegen --useUnionTypes --useOptions)],
  ['swagger-typescript-api', 'node', "$bin/swagger-typescript-api", qw(generate -p 2.0.json -o made -n swagger.ts)]) {
  my ($name, @command) = @$of;
  ($status, $said) = in_dir(@command);
  is $status, 0, "$name reads it" or diag $said;
}
write_file($_, slurp($_) =~ s{^// \@ts-nocheck\n}{}mr) for glob "$dir/made/*.ts";      # some files turn type checking off
write_file("$dir/use.ts", my $use = <<'TS');
import { CollaborationRequestsService, AttachmentsService } from './made/codegen';
import { Api } from './made/swagger';
export const priority = async (token: string) => (await CollaborationRequestsService.requestGet({ token })).priority satisfies 'LOW' | 'MEDIUM' | 'HIGH';
export const upload = (token: string, files: Blob) => AttachmentsService.attachmentCreate({ token, files });
export const status = async (token: string) => (await new Api().v1.requestGet(token)).data.status satisfies string;
TS
($status, $said) = in_dir("$bin/tsc", '-p', $dir);
is $status, 0, 'the clients compile in strict mode' or diag $said;
write_file("$dir/use.ts", $use =~ s/'LOW' \| //r);
like +(in_dir("$bin/tsc", '-p', $dir))[1], qr/use\.ts\(/, 'the compiler finds a priority that is not handled';

done_testing;
