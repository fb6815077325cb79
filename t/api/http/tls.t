# t/api/http/tls.t: CollabRequireTLS refuses plain HTTP, and decides which connections count as TLS
# interface.md 18.4
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Server;

my $modules = $ENV{COLLAB_LIBEXECDIR} || '/usr/lib/apache2/modules';
my $user = user(company());
my $base = 'https://127.0.0.1:9';       # https, although no TLS proxy is in front
my $number = 0;

# An httpd on the suite's database.
sub server {
  my ($extra) = @_;
  my %dsn = map { $_ => $ENV{COLLAB_TEST_DSN} =~ s/user=\S+/user=collab_$_/r } qw(api dispatch);
  return Collab::Server->start("$ENV{COLLAB_TEST_DIR}/tls$$-" . ++$number, api_dsn => $dsn{api}, dispatch_dsn => $dsn{dispatch},
    extra => "CollabBaseURL $base\nCollabDispatcher Off\n$extra");
}

# The access token is valid at all these servers, because they have the same base URL, which is its issuer.
my $token = nobody->at(server("CollabRequireTLS Off\n"))->post('/v1/login', { username => $user->username, password => $user->password })->ok->{accessToken};
sub by { my ($server) = @_; return $user->at($server, token => $token) }

subtest 'plain HTTP is refused, with a token and without' => sub {
  my $server = server("CollabRequireTLS On\n");
  by($server)->get('/v1/me')->fails(403, qr/TLS/);
  by($server)->get('/v1/me', headers => { accept => 'application/problem+json' })->is_problem_at($base, 403, 'tls-required');
  nobody->at($server)->post('/v1/login', { username => $user->username, password => $user->password })->fails(403, qr/TLS/);
  nobody->at($server)->get('/openapi.json')->fails(403);
  for my $row (grep { $_->{template} !~ m{^/health/} } routes()) {
    my $path = $row->{template} =~ s/\{\w+\}/1/gr;
    by($server)->request($row->{method}, $path)->fails(403, qr/TLS/, "$row->{method} $row->{template}");
  }
  for my $row (routes()) {
    my $path = $row->{template} =~ s/\{\w+\}/1/gr;
    my $answer = nobody->at($server)->request('OPTIONS', $path);
    $path =~ m{^/health/} ? is $answer->status, 200, "OPTIONS $path" : $answer->fails(403, qr/TLS/, "OPTIONS $path");
  }
  nobody->at($server)->get('/v1/nothing')->fails(404, undef, 'the route is checked first');
  nobody->at($server)->get("/health/$_")->ok("/health/$_ is served over plain HTTP") for qw(live ready);
  my %said = ('x-forwarded-proto' => 'https', 'x-forwarded-for' => '198.51.100.9');
  by($server)->get('/v1/me', headers => \%said)->fails(403, undef, 'X-Forwarded-Proto from an untrusted client is ignored');
};

subtest 'CollabRequireTLS is on by default when the base URL is https' => sub {
  by(server(''))->get('/v1/me')->fails(403, qr/TLS/);
  nobody->at(server("CollabRequireTLS Off\n"))->get('/v1/me')->fails(401);
};

subtest 'X-Forwarded-Proto counts from a proxy that mod_remoteip trusts' => sub {
  my $load = "LoadModule remoteip_module $modules/mod_remoteip.so\nRemoteIPHeader X-Forwarded-For\nCollabRequireTLS On\n";
  for my $kind (qw(RemoteIPInternalProxy RemoteIPTrustedProxy)) {
    my $server = server("$load$kind 127.0.0.1\n");
    my %from = ('x-forwarded-for' => '198.51.100.9');
    by($server)->get('/v1/me', headers => { %from, 'x-forwarded-proto' => 'https' })->ok("$kind: https is served");
    by($server)->get('/v1/me', headers => { %from, 'x-forwarded-proto' => 'http' })->fails(403, undef, "$kind: http is refused");
    by($server)->get('/v1/me', headers => \%from)->fails(403, undef, "$kind: a missing header is refused");
  }
  my $server = server("${load}RemoteIPInternalProxy 192.0.2.1\n");
  by($server)->get('/v1/me', headers => { 'x-forwarded-for' => '198.51.100.9', 'x-forwarded-proto' => 'https' })->fails(403, undef, 'the header counts only from the proxy\'s address');
};

subtest 'TLS may end in front of httpd (ServerName https://), or in it (mod_ssl)' => sub {
  my $named = server("CollabRequireTLS On\nServerName https://api.example.org\n");
  my $behind = by($named);
  $behind->get('/v1/me')->ok('a ServerName with https counts as TLS');
  my $paths = $behind->get('/openapi.json')->ok->{paths};
  cmp_ok scalar keys %$paths, '>', 30;
  for my $path (sort keys %$paths) {
    is +($paths->{$path}{$_}{responses}{403}{description} // '') =~ /`tls-required`/, $path !~ m{^/health/}, "\U$_\E $path: the 403 of the description has tls-required, except for health" for sort keys %{ $paths->{$path} };
  }
  my $dir = "$ENV{COLLAB_TEST_DIR}/tls$$";
  my $port = Collab::Server::free_port();
  run('openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1', '-keyout', "$dir.key", '-out', "$dir.pem");
  my $server = server("LoadModule ssl_module $modules/mod_ssl.so\nListen 127.0.0.1:$port https\nCollabRequireTLS On\n"
    . "<VirtualHost 127.0.0.1:$port>\nSSLEngine On\nSSLCertificateFile $dir.pem\nSSLCertificateKeyFile $dir.key\n</VirtualHost>\n");
  my ($status, $said) = output('curl', '-sk', '-w', ' %{http_code}', '-H', "Authorization: Bearer $token", "https://127.0.0.1:$port/v1/me");
  like $said, qr/^\{"company".* 200$/s, 'a connection with mod_ssl is served';
  by($server)->get('/v1/me')->fails(403, undef, 'the plain port of the same httpd is refused');
};

done_testing;
