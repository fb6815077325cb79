# t/long/beside/hosting.t: the lines of docs/hosting.md keep authentication and modules of other sites away from the interface
use lib qw(t/lib lab/lib);
use Collab::File qw(slurp write_file);
use Collab::Port qw(free_port);
use Collab::Stack;
use Collab::Test;
use Collab::Traffic;
use Cwd qw(cwd);

my $tools = cwd() . '/build/obj/beside';
-e "$tools/fetched" or die "mod_evasive is missing: `make beside` fetches it\n";
my $page = slurp('docs/hosting.md');
my ($shield) = $page =~ /^```apache\n(.*?)^```$/ms or die "docs/hosting.md: no block\n";
my ($no_cache, $known) = map { $page =~ /(?:`|add members' addresses to `)($_.*?)`/ ? $1 : die "docs/hosting.md: no $_\n" } 'CacheDisable', 'DOSWhitelist';
my %port = map { $_ => free_port() } qw(open shut);
my $stack = stack(extra => "CollabDispatcher Off\n");
write_file("$stack->{dir}/users");

sub host { my ($name, $lines) = @_; return "Listen 127.0.0.1:$port{$name}\n<VirtualHost 127.0.0.1:$port{$name}>\n$lines</VirtualHost>\n" }
my $basic = "<Location \"/\">\n  AuthType Basic\n  AuthName others\n  AuthUserFile \"$stack->{dir}/users\"\n  Require valid-user\n</Location>\n";
my $node = beside_others($stack, 'node', join '', map({ "LoadModule ${_}_module $ENV{COLLAB_LIBEXECDIR}/mod_$_.so\n" } qw(authn_core authn_file authz_user auth_basic cache)),
  host(open => $basic . $shield), host(shut => $basic), "$no_cache\n");
my $user = user(company());
sub login { my ($name) = @_; return nobody->at("http://127.0.0.1:$port{$name}/collab")->post('/v1/login', { username => $user->username, password => $user->password }) }

is login('shut')->status, 401, 'authentication of a whole host covers the interface';
is login('open')->status, 200, 'with the Location of the page, the interface is served';
is nobody->at("http://127.0.0.1:$port{open}")->get('/elsewhere')->status, 401, 'other paths of the host stay covered';

my $small = "DOSPageCount 2\nDOSPageInterval 60\nDOSSiteCount 1000\nDOSBlockingPeriod 60\n";
my ($evasive) = glob "$tools/usr/lib/apache2/modules/mod_evasive*.so";
my %status;
for my $name ('evasive', 'listed') {
  my $there = beside_others($stack, $name, "LoadModule evasive20_module $evasive\n$small" . ($name eq 'listed' ? "$known 127.0.0.1\n" : ''));
  $status{$name} = [map { nobody->at($there->url . '/collab')->get('/health/live')->status } 1 .. 6];
}
ok +(grep { $_ == 403 } @{ $status{evasive} }), 'mod_evasive refuses a client that repeats a request' or diag explain \%status;
is_deeply $status{listed}, [(200) x 6], '… unless its address is listed';

done_testing;
