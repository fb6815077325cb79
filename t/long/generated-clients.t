# t/long/generated-clients.t: clients generated from the two descriptions compile in strict mode and work from login to closure
# openapi-typescript and openapi-fetch use OpenAPI 3.1; swagger-typescript-api supports only 3.0. A validating proxy finds no violation in their
# calls.
use lib qw(t/lib lab/lib);
use Collab::Prism;
use Collab::Stack;
use Collab::Test;
use Cwd qw(getcwd);
use File::Temp qw(tempdir);

my $clients = getcwd() . '/t/clients';
my $bin = "$clients/node_modules/.bin";
-x "$bin/tsc" or die "The generators of t/clients are missing: `make clients` fetches them\n";
my $stack = stack();
my $dir = tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
$ENV{HOME} = $dir;      # the generators must not read the user's configuration
symlink "$clients/node_modules", "$dir/node_modules" or die "$dir: $!\n";
run('cp', map({ "$clients/$_" } qw(package.json tsconfig.json story.ts client-3.0.ts client-3.1.ts)), $dir);

my %path = ('3.1' => '/openapi.json', '3.0' => '/openapi-3.0.json');
for my $version (sort keys %path) {
  spew("$dir/$version.json", nobody->get($path{$version})->{content});
}
my ($status, $said) = output("$bin/openapi-typescript", "$dir/3.1.json", '-o', "$dir/openapi-3.1.ts");
is $status, 0, 'openapi-typescript reads OpenAPI 3.1' or diag $said;
($status, $said) = output("$bin/swagger-typescript-api", 'generate', '-p', "$dir/3.0.json", '-o', $dir, '-n', 'openapi-3.0.ts');
is $status, 0, 'swagger-typescript-api reads OpenAPI 3.0' or diag $said;
# The generated file turns type checking off; turn it on.
spew("$dir/openapi-3.0.ts", slurp("$dir/openapi-3.0.ts") =~ s{^// \@ts-nocheck\n}{}mr);
like slurp("$dir/openapi-$_.ts"), qr/\bclosureCreate|closure_create\b/, "$_: the generated file has the operations" for sort keys %path;
($status, $said) = output("$bin/tsc", '-p', $dir);
is $status, 0, 'both clients compile in strict mode' or diag $said;

# The compiler checks both clients.
for my $version (sort keys %path) {
  my $client = slurp("$dir/client-$version.ts");
  spew("$dir/client-$version.ts", $client =~ s/'LOW'/'LOWEST'/r);
  ($status, $said) = output("$bin/tsc", '-p', $dir, '--noEmit');
  like $said, qr/client-\Q$version\E\.ts.*LOWEST/, "$version: a priority that does not exist does not compile";
  spew("$dir/client-$version.ts", $client);
}

my $prism = Collab::Prism->start(slurp("$dir/3.1.json"), tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1));
my %proxy = ('3.1' => $prism->url('plain'), '3.0' => $prism->url('problem'));   # by the error format that each client asks for
for my $version (sort keys %path) {
  for my $url ($ENV{COLLAB_TEST_URL}, $proxy{$version}) {
    my $about = "$version, " . ($url eq $ENV{COLLAB_TEST_URL} ? 'directly' : 'by the proxy');
    my $x = exchange(request => 0, fields => [['Serial', 'STRING', { required => 1 }]]);
    my ($ada, $ben) = $x->parties;
    is $ada->password, $ben->password, 'both members have one password';
    ($status, $said) = output('node', "$dir/made/client-$version.js", JSON::XS->new->encode({ url => $url, password => $ada->password,
      submitter => $ada->username, receiver => $ben->username, partner => $ben->company->{name} }));
    is $status, 0, "$about: the client runs" or diag $said;
    my $story = JSON::XS->new->decode($status ? '{}' : $said);
    my $token = delete $story->{token} // 'none';
    is_deeply $story, { statuses => [qw(OPEN ACCEPTED CLOSED)], engineer => 'eva@help.example', notes => ['Logs'], author => $ada->email, deleted => undef,
      again => { status => 409, message => $ada->post("/v1/collaboration-requests/$token/closure")->json->{message} } }, '… and gets from login to closure';
    is $ben->get("/v1/collaboration-requests/$token")->json->{submitterCaseNumber}, "CASE-$version", '… on this server';
  }
}
is_deeply [$prism->violations], [], 'the proxy finds no violation';
nobody->at($prism->url('plain'))->request('POST', '/v1/login', type => 'application/json', body => { username => 'x' });
like join('', $prism->violations), qr/password/, 'the proxy finds a violation in a bad login';

sub slurp { my ($path) = @_; open my $in, '<:raw', $path or die "$path: $!\n"; local $/; return scalar <$in> }
sub spew { my ($path, $text) = @_; open my $out, '>:raw', $path or die "$path: $!\n"; print $out $text; close $out }

done_testing;
