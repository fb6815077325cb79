# t/long/generated-clients.t: clients by eleven generators compile in strict mode and work from login to closure
# t/clients has one story, and an adapter for each generator. A validating proxy finds no violation in the clients' calls.
use lib qw(t/lib lab/lib);
use Collab::Prism;
use Collab::Stack;
use Collab::Test;
use Cwd qw(getcwd);
use File::Temp qw(tempdir);

# Adapter, OpenAPI version, and command, in a folder with 3.0.json and 3.1.json. It writes the client to made/, under the adapter's name.
my @generators = (
  ['openapi-fetch', '3.1', qw(openapi-typescript 3.1.json -o made/openapi-typescript.ts)],
  ['orval-fetch', '3.1', qw(orval --input 3.1.json --output made/orval-fetch.ts --client fetch)],
  ['orval-zod', '3.1', qw(orval --input 3.1.json --output made/orval-zod.ts --client zod)],
  ['hey-api', '3.1', qw(openapi-ts -i 3.1.json -o made/hey-api -c @hey-api/client-fetch)],
  ['openapi-zod-client', '3.1', qw(openapi-zod-client 3.1.json -o made/openapi-zod-client.ts)],
  ['typed-openapi', '3.1', qw(typed-openapi 3.1.json -o made/typed-openapi.ts)],
  ['kubb', '3.1', qw(kubb generate --config kubb.config.mjs)],
  ['openapi-client-axios', '3.1', qw(typegen 3.1.json)],      # prints the client
  ['swagger-typescript-api', '3.0', qw(swagger-typescript-api generate -p 3.0.json -o made -n swagger-typescript-api.ts)],
  ['oazapfts', '3.0', qw(oazapfts 3.0.json made/oazapfts.ts)],
  ['openapi-typescript-codegen', '3.0', qw(../openapi-typescript-codegen/bin/index.js --input 3.0.json --output made/openapi-typescript-codegen --useUnionTypes --useOptions)],
);
my @names = map { $_->[0] } @generators;

my $clients = getcwd() . '/t/clients';
my $bin = "$clients/node_modules/.bin";
-x "$bin/kubb" or die "The generators of t/clients are missing: `make clients` fetches them\n";
my $stack = stack();
my $dir = tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
$ENV{HOME} = $dir;      # the generators must not read the user's configuration
symlink "$clients/node_modules", "$dir/node_modules" or die "$dir: $!\n";
mkdir "$dir/made" or die "$dir: $!\n";
run('cp', map({ "$clients/$_" } qw(package.json tsconfig.json kubb.config.mjs story.ts), map { "$_.ts" } @names), $dir);
spew("$dir/3.1.json", nobody->get('/openapi.json')->{content});
spew("$dir/3.0.json", nobody->get('/openapi-3.0.json')->{content});

for my $generator (@generators) {
  my ($name, $version, $command, @words) = @$generator;
  my ($status, $said) = output('sh', '-c', 'cd "$1" && shift && exec "$@" 2>said', 'sh', $dir, 'node', "$bin/$command", @words);
  is $status, 0, "$name reads OpenAPI $version" or diag $said, slurp("$dir/said");
  spew("$dir/made/$name.ts", $said) if $command eq 'typegen';
}
# Some generated files turn type checking off; turn it on.
spew($_, slurp($_) =~ s{^// \@ts-nocheck\n}{}mr) for glob "$dir/made/*.ts";
my ($status, $said) = output("$bin/tsc", '-p', $dir);
is $status, 0, 'all clients compile in strict mode' or diag $said;

# The compiler checks each client.
my $story = slurp("$dir/story.ts");
spew("$dir/story.ts", $story =~ s/(type Priority = )/$1'LOWEST' | /r);
($status, $said) = output("$bin/tsc", '-p', $dir);
like $said, qr{(?:^|/)\Q$_\E\.ts\(}m, "$_: a priority that does not exist does not compile" for @names;
spew("$dir/story.ts", $story);

run("$bin/esbuild", '--bundle', '--packages=external', '--platform=node', '--format=esm', '--log-level=warning', "--outdir=$dir/run", map { "$dir/$_.ts" } @names);
my $prism = Collab::Prism->start(slurp("$dir/3.1.json"), tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1));
for my $name (@names) {
  for my $url ($ENV{COLLAB_TEST_URL}, $prism->url('plain')) {
    my $about = "$name, " . ($url eq $ENV{COLLAB_TEST_URL} ? 'directly' : 'by the proxy');
    my $x = exchange(request => 0, fields => [['Serial', 'STRING', { required => 1 }]]);
    my ($ada, $ben) = $x->parties;
    is $ada->password, $ben->password, 'both members have one password';
    ($status, $said) = output('node', "$dir/run/$name.js", JSON::XS->new->encode({ url => $url, password => $ada->password, number => "CASE-$name",
      submitter => $ada->username, receiver => $ben->username, partner => $ben->company->{name} }));
    is $status, 0, "$about: the client runs" or diag $said;
    my $told = JSON::XS->new->decode($status ? '{}' : $said);
    my $token = delete $told->{token} // 'none';
    is_deeply $told, { statuses => [qw(OPEN ACCEPTED CLOSED)], engineer => 'eva@help.example', notes => ['Logs'], author => $ada->email, deleted => undef,
      again => { status => 409, message => $ada->post("/v1/collaboration-requests/$token/closure")->json->{message} } }, '… and gets from login to closure';
    is $ben->get("/v1/collaboration-requests/$token")->json->{submitterCaseNumber}, "CASE-$name", '… on this server';
  }
}
is_deeply [$prism->violations], [], 'the proxy finds no violation';
nobody->at($prism->url('plain'))->request('POST', '/v1/login', type => 'application/json', body => { username => 'x' });
like join('', $prism->violations), qr/password/, 'the proxy finds a violation in a bad login';

sub slurp { my ($path) = @_; open my $in, '<:raw', $path or die "$path: $!\n"; local $/; return scalar <$in> }
sub spew { my ($path, $text) = @_; open my $out, '>:raw', $path or die "$path: $!\n"; print $out $text; close $out }

done_testing;
