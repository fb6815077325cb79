# t/ops/setup/shipped-conf.t: the shipped conf/collab.conf passes configtest unchanged in a bare httpd, and serves
# It has none of the demo's open settings.
use lib qw(t/lib lab/lib);
use Collab::BareHttpd;
use Collab::Stack;
use Collab::Test;
use Cwd qw(cwd);
use File::Copy qw(copy);
use File::Path qw(make_path);
use File::Temp qw(tempdir);
use Collab::Wire;
use IO::Select;
use Socket qw(getaddrinfo);

my $stack = stack();      # a migrated database, and keys
my $root = tempdir('shipXXXXXX', TMPDIR => 1, CLEANUP => 1);
my $port = Collab::Server::free_port();
my ($api, $dispatch) = map { $stack->pg->dsn($_) } qw(collab_api collab_dispatch);
my $keys = $stack->{dir};
make_path("$root/collab");
for my $key (qw(token.key secrets.key)) { copy("$keys/$key", "$root/collab/$key") or die "$key: $!\n"; chmod 0600, "$root/collab/$key" }

# The shipped file.
my $shipped = do { open my $in, '<', 'conf/collab.conf' or die "conf/collab.conf: $!\n"; local $/; <$in> };
like $shipped, qr/^CollabRateLimit 6000 60$/m, 'each caller has a request limit';
like do { open my $in, '<', $_ or die "$_: $!\n"; local $/; <$in> }, qr/^LogLevel .*\bdbd:crit$/m, "$_ mutes what mod_dbd says of each connection that fails"
  for 'conf/collab.conf', 'conf/demo/httpd.conf.in';
my ($timeouts) = $shipped =~ /^(RequestReadTimeout .*)$/m;
like $timeouts, qr/\bheader=\d+(-\d+)?,MinRate=\d+ body=\d+,MinRate=\d+$/, 'a request must arrive in time; a body may take longer if it keeps coming';
like $shipped, qr/^#\s+$_$/m, "$_ affects the whole host, so it is commented out" for 'ServerTokens Prod', 'ServerSignature Off', 'TraceEnable Off';
my $hurried = $timeouts =~ s/body=20,/body=2,/r;        # a shorter limit for this test
isnt $hurried, $timeouts, 'the shipped limit is 20 seconds';

# An operator's httpd.conf that includes the shipped file. Below the include are only this test's settings: no TLS, the test's database, and $hurried.
open my $conf, '>', "$root/httpd.conf" or die "$root: $!\n";
print $conf bare_conf($root, $port), <<"END";
LoadModule http2_module $ENV{COLLAB_LIBEXECDIR}/mod_http2.so
Protocols h2 h2c http/1.1
Include "${\cwd}/conf/collab.conf"
CollabRequireTLS Off
DBDParams "$api"
CollabDispatcherDSN "$dispatch"
$hurried
# of other applications
LoadModule dav_module $ENV{COLLAB_LIBEXECDIR}/mod_dav.so
LoadModule dav_fs_module $ENV{COLLAB_LIBEXECDIR}/mod_dav_fs.so
LoadModule headers_module $ENV{COLLAB_LIBEXECDIR}/mod_headers.so
LoadModule alias_module $ENV{COLLAB_LIBEXECDIR}/mod_alias.so
DavLockDB "$root/lock"
Redirect "/collab-metrics" https://elsewhere.example/
<Location "/">
  Dav On
</Location>
ErrorDocument 400 https://elsewhere.example/400
ErrorDocument 403 https://elsewhere.example/403
Header always set Referrer-Policy same-origin
<LocationMatch "/denied\$">
  Require all denied
</LocationMatch>
END
close $conf;

sub httpd {
  local %ENV = (%ENV, %{ Collab::Server::environment() });
  return output($ENV{COLLAB_HTTPD} || '/usr/sbin/apache2', '-d', $root, '-f', "$root/httpd.conf", @_);
}

my ($status, $said) = httpd('-t');
is $status, 0, 'configtest' or diag $said;
like $said, qr/^Syntax OK$/m, '… without a message' or diag $said;

# Returns the distinct matches in a file, sorted.
sub words_of {
  my ($file, $like) = @_;
  open my $in, '<', $file or die "$file: $!\n";
  local $/;
  my %seen = map { $_ => 1 } scalar(<$in>) =~ /$like/g;
  return [sort keys %seen];
}
is_deeply words_of('conf/collab.conf', qr/^#?(Collab\w+)/m), words_of('mod_collab/config/directives.c', qr/^  \{ "(Collab\w+)"/m),
  'it shows every directive there is, and no other';

($status, $said) = httpd('-k', 'start');
is $status, 0, 'httpd starts' or diag $said;
wait_for { IO::Socket::IP->new(PeerAddr => '127.0.0.1', PeerPort => $port) } 15, 'httpd';
END { local $?; httpd('-k', 'stop') if $port; wait_for { !-e "$root/httpd.pid" } 15 }

# HTTP/2 works only for clients that begin with it, not by Upgrade: a proxy that forwards Upgrade would become a tunnel.
is wire("GET /collab/health/live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n\r\n",
  url => "http://127.0.0.1:$port", timeout => 5)->status, 200, 'no connection is upgraded to HTTP/2';

# From here on, Collab::Test calls this server.
$ENV{COLLAB_TEST_URL} = "http://127.0.0.1:$port/collab";
my $company = company();
my $user = user($company);
is $user->get('/v1/me')->ok->{company}{name}, $company->{name}, 'the interface is below the path of the base URL';

is owner()->selectrow_array('select count(*) from account where username ~ ?', undef, '@(acme|beta|gamma)\.example$'), 0, 'no demo account exists';

for my $url ('http://hooks.example.org/in', 'https://127.0.0.1/in', 'https://[::1]/in', 'https://10.1.2.3/in', 'https://169.254.169.254/in') {
  $user->post('/v2/webhooks', { callbackUrl => $url })->fails(400);
}
my ($unknown) = getaddrinfo('localhost', '');      # without /etc/hosts the name is unknown, and accepted: the dispatcher looks it up again
$user->post('/v2/webhooks', { callbackUrl => 'https://localhost/in' })->is_status($unknown ? 200 : 400);
$user->post('/v2/webhooks', { callbackUrl => 'https://9.9.9.9/in' })->ok;     # a public address, to which nothing is sent

# Sends a body in pieces for this time, or until a response.
sub trickle {
  my ($piece, $seconds) = @_;
  my $socket = wire_socket("http://127.0.0.1:$port");
  my $sent = "POST /collab/v1/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  my $select = IO::Select->new($socket);
  local $SIG{PIPE} = 'IGNORE';
  my $turns = 10 * $seconds;
  print $socket $sent;
  print $socket sprintf "%x\r\n%s\r\n", length $piece, $piece until $select->can_read(0.1) || !$turns--;
  print $socket "0\r\n\r\n";
  return read_answer($socket, $sent);
}
trickle(' ' x 300, 4)->fails(400, qr/not valid JSON/, 'a body that takes twice as long, but keeps coming, is read to its end');
trickle(' ', 15)->fails(408, undef, 'one that trickles in is not');

# Other modules have no last word.
nobody->get('/v1/denied')->fails(403, undef, 'an error of another module is ours, whatever ErrorDocument says');
nobody->get('/v1/%zz')->fails(400, undef, '… and one before the <Location> is known');
is nobody->get('/../denied')->header('Location'), 'https://elsewhere.example/403', '… which still serves the rest of the site';
nobody->put('/v1/x/y', {})->fails(404, undef, 'Dav On changes nothing');
is nobody->get('/health/live')->header('Referrer-Policy'), 'same-origin', 'a header that the operator sets, too, is sent once';
like do { open my $in, '<', "$root/error_log" or die "$root/error_log: $!\n"; local $/; <$in> }, qr{denied by server configuration: collab:/v1/denied$}m,
  'the log of a refusal names the path';

# The pages about the server itself are outside the interface's path. This host may read them.
is nobody->get($_)->status, 404, "$_ is not below the interface's path" for '/collab-status', '/collab-metrics';
$ENV{COLLAB_TEST_URL} = "http://127.0.0.1:$port";
like nobody->get('/collab-status')->text, qr/<h1>Collaboration Request Exchange</, 'the status page is served';
like nobody->get('/collab-metrics')->text, qr/^collab_build_info\{version="[\d.]+"\} 1$/m, 'the metrics are served';

is nobody->put('/collab-status', {})->status, 405, 'Dav On changes nothing';

done_testing;
