# t/ops/collabctl/check-url.t: collabctl check-url tells why a callback URL is refused, and what answers there
use lib qw(t/lib lab/lib);
use Collab::Doctor;
use Collab::Test;
use Collab::Httpd;
use Collab::Receiver;
use Collab::Stack;
use File::Temp ();
use JSON::XS ();
use Socket qw(getaddrinfo);

delete $ENV{COLLAB_DSN};      # the command needs no database
my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);

# Returns exit status and output.
sub check { my ($status, $said) = output('./collabctl', 'check-url', @_); utf8::decode($said); return ($status, $said) }

sub refuses {
  my ($words, @patterns) = @_;
  my ($status, $said) = check(@$words);
  is $status, 1, "@$words: refused";
  like $said, $_ for qr/^verdict +refused/m, @patterns;
  unlike $said, qr/^(?:connection|answer)/m, 'and nothing is connected';
}

sub allows {
  my ($words, @patterns) = @_;
  my ($status, $said) = check(@$words);
  is $status, 0, "@$words: may be called" or diag $said;
  like $said, $_ for qr/^verdict +may be called$/m, @patterns;
}

sub slurp { my ($path) = @_; open my $in, '<', $path or return (); return <$in> }

subtest 'a faulty URL is refused with the reason' => sub {
  refuses(['nonsense'], qr/it must be an absolute https URL$/m);
  refuses(['https://8.8.8.8:99999/'], qr/it must have a port from 1 to 65535$/m);
  refuses(['https://a%20b/'], qr/its host is neither a name nor an address$/m);
  refuses(['ftp://192.0.2.1/'], qr/its scheme must be https/);
  refuses(['http://8.8.8.8/'], qr/CollabOutboundHTTP/);
  refuses(['https://ada:secret@8.8.8.8/'], qr/contains a user name/);
  unlike +(check('https://ada:secret@8.8.8.8/'))[1], qr/secret/, 'the output has no credentials';
  refuses(['https://8.8.8.8/<x>'], qr/it contains a character that must be percent-encoded$/m);
  refuses(['https://8.8.8.8/' . 'x' x 2033], qr/it must be at most 2048 characters$/m);
  allows(['http://8.8.8.8/', '--http'], qr/^scheme +http$/m, qr/^port +80$/m);
};

subtest 'each address is shown with the rule for it' => sub {
  my ($unknown) = getaddrinfo('localhost', '');      # unknown without /etc/hosts
  refuses([$_->[0], '--connect'], qr/^address +\Q$_->[1]\E is refused: \Q$_->[2]\E$/m) for (
    [ 'https://127.0.0.1/',        '127.0.0.1',       'loopback (127.0.0.0/8)' ],
    [ 'https://0x7f.1/',           '127.0.0.1',       'loopback (127.0.0.0/8)' ],
    [ 'https://2130706433/',       '127.0.0.1',       'loopback (127.0.0.0/8)' ],
    [ 'https://169.254.169.254/',  '169.254.169.254', 'link-local (169.254.0.0/16)' ],
    [ 'https://[::1]/',            '::1',             'loopback or unspecified (::/96)' ],
    [ 'https://[::ffff:10.1.2.3]/', '::ffff:10.1.2.3', 'carries 10.1.2.3: private (10.0.0.0/8)' ],
    [ 'https://[64:ff9b::a01:203]/', '64:ff9b::a01:203', 'carries 10.1.2.3: private (10.0.0.0/8)' ],
    [ 'https://[2002:a01:203::1]/', '2002:a01:203::1', '6to4 (2002::/16)' ],
    $unknown ? () : map { [ "https://$_/", '127.0.0.1', 'loopback (127.0.0.0/8)' ] } qw(localhost LOCALHOST.),
  );
  if ($unknown) { allows(["https://$_/"], qr/does not resolve here/) for qw(localhost LOCALHOST.) }
  refuses(["https://$_/", '--connect'], qr/^address +127\.0\.0\.1 is refused: loopback/m) for qw(0x7f.1. 127.0.0.1%2e 127.1.%2e 2130706433.);
  refuses(['https://127.0.0.1%E3%80%82/', '--connect'], qr/its host is neither a name nor an address/);
  allows(['https://[2606:4700::1111]/'], qr/^address +2606:4700::1111 may be called: public$/m);
  allows(['https://10.1.2.3/', '--allow', '192.168.0.0/16,10.1.0.0/16'], qr/^address +10\.1\.2\.3 may be called: private/m);
  refuses(['https://10.2.2.3/', '--allow', '192.168.0.0/16,10.1.0.0/16'], qr/private/);
  refuses(['https://hooks.example/', '--pin', '10.1.2.3'], qr/^pinned to +10\.1\.2\.3$/m, qr/10\.1\.2\.3 is refused/);
  allows(['https://no-such-name.invalid/'], qr/does not resolve here/);
  my ($status, $said) = check('https://8.8.8.8/', '--ca', "$dir/nowhere.pem");
  is $status, 1;
  like $said, qr/ca: .*nowhere\.pem cannot be read/;
  ($status, $said) = check('https://8.8.8.8/', '--allow', 'everything');
  isnt $status, 0;
  like $said, qr/allow: everything is not a network/;
  for my $wrong (['--allow', '10.0.0.0/33', qr{allow: 10\.0\.0\.0/33 is not a network}], ['--pin', 'elsewhere', qr/pin: elsewhere is not an IPv4 or IPv6 address/],
                 ['--proxy', 'elsewhere', qr{proxy: must be http://host:port}], ['--proxy', 'socks5://8.8.8.8:1', qr{proxy: must be http://host:port}],
                 ['--proxy', 'http://8.8.8.8:1/path', qr{proxy: must be http://host:port}], ['--allow', '10.2', qr{allow: 10\.2 is not a network}],
                 ['--ca', 't/TEST', qr{ca: t/TEST has no certificate in PEM}]) {
    ($status, $said) = check('https://hooks.example/', @$wrong[0, 1]);
    is $status, 1, "$wrong->[0] $wrong->[1]: the server would not start with it";
    like $said, $wrong->[2];
    unlike $said, qr/verdict/;
  }
};

subtest "this machine's own addresses are refused unless allowed" => sub {
  # the addresses of this machine's interfaces, as the kernel lists them; nothing connects to these addresses
  my @own = grep { !/^127\./ } do { my $last; map { $last = $1 if /\|-- (\S+)/; m{/32 host LOCAL} ? $last : () } slurp('/proc/net/fib_trie') };
  plan skip_all => 'it has none but loopback' unless @own;
  refuses(["https://$own[0]/", '--connect'], qr/^address +\Q$own[0]\E is refused: this machine's own address$/m);
  allows(["https://$own[0]/", '--allow', "$own[0]/32"], qr/^address +\Q$own[0]\E may be called: this machine's own address$/m);
};

subtest '--connect shows the connection, the certificate and the answer' => sub {
  my ($cert, $key) = Collab::Httpd::certificate("$dir/cert", 'hooks.example');
  my ($old, $old_key) = Collab::Httpd::certificate("$dir/old", 'hooks.example', -1);
  my $config = "Protocols h2 http/1.1\nSSLEngine On\nRedirectMatch 204 ^/\n";
  my ($good, $expired) = map {
    Collab::Httpd->start("$dir/$_->[0]", modules => [qw(alias ssl socache_shmcb http2)], format => '%m %H', config => "${config}SSLCertificateFile \"$_->[1]\"\nSSLCertificateKeyFile \"$_->[2]\"\n")
  } [ good => $cert, $key ], [ expired => $old, $old_key ];
  my @to = ('--allow', '127.0.0.0/8', '--pin', '127.0.0.1', '--connect');
  my $url = "https://hooks.example:@{[ $good->port ]}/hook";

  allows([$url, @to, '--ca', $cert], qr/^connection +127\.0\.0\.1$/m, qr/^certificate +CN = hooks\.example, issued by CN = hooks\.example, until \w+ .*GMT$/m,
    qr{^answer +HTTP/1\.1 204 in \d+ ms$}m);
  wait_for { $good->lines } 10, "the receiver's log";
  is_deeply [$good->lines], ['HEAD HTTP/1.1'], 'one request, with HEAD, and as a delivery without HTTP/2';
  allows([$url, @to[0 .. 3], '--ca', $cert], qr/may be called/);
  is scalar($good->lines), 1, 'no request without --connect';
  allows([$url =~ s/example:/example.:/r, @to, '--ca', $cert], qr/^pinned to +127\.0\.0\.1$/m, qr/^connection +127\.0\.0\.1$/m, qr/^answer .* 204 /m);

  my ($status, $said) = check($url, @to);
  is $status, 1, 'an untrusted certificate fails';
  like $said, $_ for qr/^certificate +CN = hooks\.example/m, qr/^error +the TLS certificate was not accepted: \S/m;
  ($status, $said) = check("https://hooks.example:@{[ $expired->port ]}/", @to, '--ca', $old);
  is $status, 1, 'an expired certificate fails';
  like $said, $_ for qr/^certificate +CN = hooks\.example.*until/m, qr/^error +the TLS certificate was not accepted: certificate has expired$/m;
  is scalar($expired->lines), 0, 'and the receiver is sent nothing';

  my $receiver = receiver();
  allows([$receiver->url(200), '--http', '--allow', '127.0.0.0/8', '--connect'], qr{^answer +HTTP/1\.1 200}m);
  my $closed = Collab::Server::free_port();
  ($status, $said) = check("http://127.0.0.1:$closed/", '--http', '--allow', '127.0.0.0/8', '--connect');
  is $status, 1, 'a closed port fails';
  like $said, qr/^error +.*connect/mi;
};

subtest 'TLS 1.2 is the oldest version, whatever the system allows' => sub {
  my ($cert, $key) = Collab::Httpd::certificate("$dir/tls", 'hooks.example');
  # Allow all versions in OpenSSL's settings: Debian's own settings would refuse the old protocol themselves.
  Collab::Stack::write_file("$dir/openssl.cnf", "openssl_conf = all\n[all]\nssl_conf = ssl\n[ssl]\nsystem_default = lax\n[lax]\nMinProtocol = None\nCipherString = ALL:\@SECLEVEL=0\n");
  local $ENV{OPENSSL_CONF} = "$dir/openssl.cnf";
  my $config = "SSLEngine On\nSSLCertificateFile \"$cert\"\nSSLCertificateKeyFile \"$key\"\nSSLCipherSuite ALL:\@SECLEVEL=0\nRedirectMatch 204 ^/\n";
  for my $protocol ('TLSv1.1', 'TLSv1.2', 'TLSv1.3') {
    my $httpd = Collab::Httpd->start("$dir/$protocol", modules => [qw(alias ssl socache_shmcb)], config => "SSLProtocol $protocol\n$config");
    my @to = ("https://hooks.example:@{[ $httpd->port ]}/", '--allow', '127.0.0.0/8', '--pin', '127.0.0.1', '--ca', $cert, '--connect');
    if ($protocol ne 'TLSv1.1') { allows(\@to, qr/^answer .* 204 /m); next }
    is +(output('curl', '-s', '--tls-max', '1.1', '--tlsv1.0', '-k', '-o', '/dev/null', "https://127.0.0.1:@{[ $httpd->port ]}/"))[0], 0, 'the server speaks old TLS to a client that allows it';
    my ($status, $said) = check(@to);
    is $status, 1, $protocol;
    like $said, qr/^error +.*(?:protocol|alert)/mi;
    unlike $said, qr/^answer/m;
  }
};

subtest '--json prints the same as JSON' => sub {
  my ($status, $said) = check('https://[::ffff:127.0.0.1]:8443/', '--json');
  is $status, 1;
  is_deeply JSON::XS::decode_json($said), { rules => 'defaults', scheme => 'https', host => '[::ffff:127.0.0.1]', port => 8443, pinnedTo => null, refused => true, fault => null,
    addresses => [{ address => '::ffff:127.0.0.1', rule => 'carries 127.0.0.1: loopback (127.0.0.0/8)', allowed => false }] };
};

subtest "httpd's rules apply, and options override them" => sub {
  my $stack = stack(extra => "CollabOutboundAllow 10.1.0.0/16\nCollabOutboundHost hooks.example 10.1.2.3\nCollabOutboundHTTP Off\n");
  my @httpd = ('--httpd', "$ENV{COLLAB_TEST_DIR}/main/apachectl");
  doctor($stack->server);      # writes main/apachectl
  allows(['https://hooks.example/', @httpd], qr/^rules +httpd's$/m, qr/^pinned to +10\.1\.2\.3$/m, qr/^address +10\.1\.2\.3 may be called: private/m);
  refuses(['https://10.2.2.3/', @httpd], qr/^rules +httpd's$/m, qr/private/);
  allows(['https://10.2.2.3/', @httpd, '--allow', '10.2.0.0/16'], qr/may be called/);
  refuses(['https://10.1.2.3/', @httpd, '--allow', '10.2.0.0/16'], qr/private/);
  allows(['https://hooks.example/', @httpd, '--pin', '8.8.8.8'], qr/^pinned to +8\.8\.8\.8$/m);
  refuses(['http://10.1.2.3/', @httpd], qr/CollabOutboundHTTP/);
  refuses(['https://10.1.2.3/', '--httpd', '/nowhere/apachectl'], qr/^rules +the defaults: /m, qr/private/);
};

done_testing;
