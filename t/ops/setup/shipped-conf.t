# t/ops/setup/shipped-conf.t: the shipped conf/collab.conf passes configtest unchanged in a bare httpd and serves
# With none of a demo's openness.
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

# What is shipped, as a text.
my $shipped = do { open my $in, '<', 'conf/collab.conf' or die "conf/collab.conf: $!\n"; local $/; <$in> };
like $shipped, qr/^CollabRateLimit 6000 60$/m, 'a caller has a limit of requests';
like do { open my $in, '<', $_ or die "$_: $!\n"; local $/; <$in> }, qr/^LogLevel .*\bdbd:crit$/m, "$_ mutes what mod_dbd says of each connection that fails"
  for 'conf/collab.conf', 'conf/demo/httpd.conf.in';
my ($timeouts) = $shipped =~ /^(RequestReadTimeout .*)$/m;
like $timeouts, qr/\bheader=\d+(-\d+)?,MinRate=\d+ body=\d+,MinRate=\d+$/, 'a request must arrive, and its body may take long if it keeps coming';
like $shipped, qr/^#\s+$_$/m, "$_ is for the whole host: a comment" for 'ServerTokens Prod', 'ServerSignature Off', 'TraceEnable Off';
my $hurried = $timeouts =~ s/body=20,/body=2,/r;        # the same for who has no 20 seconds
isnt $hurried, $timeouts, '… of 20 seconds';

# What an operator's httpd has around it; after it, only where this test's database is and on which port.
open my $conf, '>', "$root/httpd.conf" or die "$root: $!\n";
print $conf bare_conf($root, $port), <<"END";
LoadModule http2_module $ENV{COLLAB_LIBEXECDIR}/mod_http2.so
Protocols h2 h2c http/1.1
Include "${\cwd}/conf/collab.conf"
CollabRequireTLS Off
DBDParams "$api"
CollabDispatcherDSN "$dispatch"
$hurried
END
close $conf;

sub httpd {
  local %ENV = (%ENV, %{ Collab::Server::environment() });
  return output($ENV{COLLAB_HTTPD} || '/usr/sbin/apache2', '-d', $root, '-f', "$root/httpd.conf", @_);
}

my ($status, $said) = httpd('-t');
is $status, 0, 'configtest' or diag $said;
like $said, qr/^Syntax OK$/m, '… has nothing to say' or diag $said;

# The different words of a file that look like this.
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
is $status, 0, 'it starts' or diag $said;
wait_for { IO::Socket::IP->new(PeerAddr => '127.0.0.1', PeerPort => $port) } 15, 'httpd';
END { local $?; httpd('-k', 'stop') if $port; wait_for { !-e "$root/httpd.pid" } 15 }

# A front that passes Upgrade on would become a tunnel: HTTP/2 is there for who begins with it alone.
is wire("GET /collab/health/live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n\r\n",
  url => "http://127.0.0.1:$port", timeout => 5)->status, 200, 'no connection changes to HTTP/2';

# From here on the words of Collab::Test speak to it.
$ENV{COLLAB_TEST_URL} = "http://127.0.0.1:$port/collab";
my $company = company();
my $user = user($company);
is $user->get('/v1/me')->ok->{company}{name}, $company->{name}, 'it serves below the path of its base URL';

is owner()->selectrow_array('select count(*) from account where username ~ ?', undef, '@(acme|beta|gamma)\.example$'), 0, 'no demo account exists';

for my $url ('http://hooks.example.org/in', 'https://127.0.0.1/in', 'https://[::1]/in', 'https://10.1.2.3/in', 'https://169.254.169.254/in') {
  $user->post('/v2/webhooks', { callbackUrl => $url })->fails(400);
}
my ($unknown) = getaddrinfo('localhost', '');      # without /etc/hosts; a name that is not known when it is given is looked up again by the sender
$user->post('/v2/webhooks', { callbackUrl => 'https://localhost/in' })->is_status($unknown ? 200 : 400);
$user->post('/v2/webhooks', { callbackUrl => 'https://9.9.9.9/in' })->ok;     # a public address; nothing is ever sent there

# Sends a body piece by piece for so long, or until there is an answer.
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

# The pages about the server itself are outside of the interface's path, and this host may see them.
is nobody->get($_)->status, 404, "$_ is no page of the interface's" for '/collab-status', '/collab-metrics';
$ENV{COLLAB_TEST_URL} = "http://127.0.0.1:$port";
like nobody->get('/collab-status')->text, qr/<h1>Collaboration Request Exchange</, 'the status page';
like nobody->get('/collab-metrics')->text, qr/^collab_build_info\{version="[\d.]+"\} 1$/m, 'metrics';

done_testing;
