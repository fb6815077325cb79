# t/ops/setup/profiles.t: each block of docs/profiles.md passes configtest, and the one for browsers works
# Each block is tested behind the shipped conf/collab.conf.
use lib qw(t/lib lab/lib);
use Collab::Stack;
use Collab::Test;
use Cwd qw(cwd);
use File::Copy qw(copy);
use File::Path qw(make_path);
use File::Temp qw(tempdir);

my $stack = stack();
my $root = tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $modules = $ENV{COLLAB_LIBEXECDIR} || '/usr/lib/apache2/modules';
my ($api, $dispatch) = map { $stack->pg->dsn($_) } qw(collab_api collab_dispatch);
make_path("$root/collab", "$root/conf");
copy("$stack->{dir}/$_", "$root/collab/$_") or die "$_: $!\n" for qw(token.key secrets.key);
chmod 0600, map { "$root/collab/$_" } qw(token.key secrets.key);
copy('conf/collab.conf', "$root/conf/collab.conf") or die "conf/collab.conf: $!\n";
run('openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj', '/CN=beta.example.org',
  '-keyout', "$root/collab/server.key", '-out', "$root/collab/server.pem");

open my $in, '<', 'docs/profiles.md' or die "docs/profiles.md: $!\n";
my %block = do { local $/; <$in> =~ /^```apache (\w+)\n(.*?)^```$/msg };
my @providers = qw(auth0 cognito entra keycloak okta);
is_deeply [sort keys %block], [sort @providers, qw(beta cors development errors json local production)], 'the page has four profiles, one for browsers, two for logs and five for issuers';

sub configured {
  my ($name, $text) = @_;
  my $load = join '', map { "LoadModule ${_}_module $modules/mod_$_.so\n" } qw(mpm_event authz_core headers remoteip socache_shmcb ssl);
  open my $conf, '>', "$root/$name.conf" or die "$root: $!\n";
  print $conf <<"END";
ServerName 127.0.0.1
PidFile httpd.pid
DefaultRuntimeDir "$root"
ErrorLog error_log
${load}LoadModule collab_module "${\cwd}/mod_collab.so"
$text
DBDParams "$api"
CollabDispatcherDSN "$dispatch"
END
  close $conf;
}

sub httpd {
  my ($name, @words) = @_;
  local %ENV = (%ENV, %{ Collab::Server::environment(1) });     # 1: the configuration loads mod_ssl
  return output($ENV{COLLAB_HTTPD} || '/usr/sbin/apache2', '-d', $root, '-f', "$root/$name.conf", @words);
}

for my $name (qw(local development beta production)) {
  for my $more ('', 'cors') {
    configured($name, $block{$name} . ($more && $block{$more}));
    my ($status, $said) = httpd($name, '-t');
    is $status, 0, "$name $more" or diag $said;
    like $said, qr/^Syntax OK$/m;
  }
}

configured('issuers', join '', @block{ 'beta', @providers });      # t/auth/issuers.t sends their tokens
my ($trusts, $why) = httpd('issuers', '-t');
is $trusts, 0, 'the lines of all issuers' or diag $why;

like $block{$_}, qr{^CollabOutboundAllow .*\b127\.0\.0\.0/8 ::1/128$}m, "$_: receivers on this machine, by either address of localhost" for qw(local development);

# Runs the local profile together with the profile for browsers.
my $port = Collab::Server::free_port();
configured('run', ($block{local} . $block{cors}) =~ s/\b8080\b/$port/gr);
my ($status, $said) = httpd('run', '-k', 'start');
is $status, 0, 'httpd starts' or diag $said;
wait_for { IO::Socket::IP->new(PeerAddr => '127.0.0.1', PeerPort => $port) } 15, 'httpd';
END { local $?; httpd('run', '-k', 'stop') if $port; wait_for { !-e "$root/httpd.pid" } 15 if $root }
$ENV{COLLAB_TEST_URL} = "http://127.0.0.1:$port/collab";
my $user = user(company());
$user->post('/v2/webhooks', { callbackUrl => $_ })->ok("$_ may be called") for 'http://localhost:9000/hook', 'http://[::1]:9000/hook';
my %origin = (headers => { origin => 'https://app.example.org' });

my $preflight = nobody->request('OPTIONS', '/v1/me', headers => { %{ $origin{headers} }, 'access-control-request-method' => 'GET', 'access-control-request-headers' => 'authorization' });
is $preflight->status, 200, 'the preflight needs no token';
like $preflight->header('access-control-allow-methods'), qr/PATCH/;
my $described = nobody->get('/openapi.json')->ok;
my %sent = map { %{ $_->{headers} || {} } } map { values %{ $_->{responses} } } map { values %$_ } values %{ $described->{paths} };
my %allowed = map { lc $_ => 1 } split /, /, $preflight->header('access-control-allow-headers');
is_deeply [grep { !$allowed{ lc $_ } } qw(Authorization Content-Type X-Request-Id X-Requested-With), map { $_->{name} } values %{ $described->{components}{parameters} }], [],
  'a page may send every header that the description names, and the one of Swagger UI';
my %answer = (
  200 => $user->get('/v1/me', %origin), 401 => nobody->get('/v1/me', %origin), 404 => $user->get('/v1/nothing', %origin), 405 => $user->delete('/v1/me', %origin),
  400 => $user->post('/v2/webhooks', '{', %origin), 415 => $user->post('/v2/webhooks', 'x', type => 'text/plain', %origin),
);
for my $expected (sort keys %answer) {
  my $answer = $answer{$expected};
  is $answer->status, $expected;
  is $answer->header('access-control-allow-origin'), 'https://app.example.org', 'the page may read the response';
  my %exposed = map { $_ => 1 } split /, /, $answer->header('access-control-expose-headers');
  is_deeply [grep { !$exposed{$_} } sort keys %sent], [], '… and each of its headers that the description names';
  like $answer->header('vary'), qr/\bOrigin\b/;
}

# The callback rules of the profiles.
$user->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/in' })->ok('local: a callback on this machine, in plain http');

done_testing;
