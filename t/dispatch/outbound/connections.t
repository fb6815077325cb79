# t/dispatch/outbound/connections.t: the dispatcher uses HTTP/1.1 and safe TLS, keeps connections, and replaces one that has died
# The dispatcher uses HTTP/1.1 even if the receiver offers HTTP/2, tries again if a kept connection has died, and ignores the environment's proxy.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Httpd;
use Collab::Port qw(free_port);
use Collab::Process;
use Collab::Receiver;
use Collab::Stack;
use Collab::Subscription;
use File::Temp ();
use IO::Socket::IP;

my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
my ($cert, $key) = Collab::Httpd::certificate("$dir/cert", 'hooks.example');
my $tls = "SSLEngine On\nSSLCertificateFile \"$cert\"\nSSLCertificateKeyFile \"$key\"\n";
# An httpd in front of three receivers: one reads the body, one has a long answer, and one answers at once without reading the body.
my $receiver = receiver();
# Lets OpenSSL accept everything, as on some systems. With Debian's own settings, OpenSSL itself would refuse old protocols.
Collab::Stack::write_file("$dir/openssl.cnf", "openssl_conf = all\n[all]\nssl_conf = ssl\n[ssl]\nsystem_default = lax\n[lax]\nMinProtocol = None\nCipherString = ALL:\@SECLEVEL=0\n");
$ENV{OPENSSL_CONF} = "$dir/openssl.cnf";
open my $long, '>', "$dir/long" or die "$dir/long: $!\n";
print $long map { "line $_ of a long answer\n" } 1 .. 2000;
close $long;
my $behind = "ProxyPass / http://127.0.0.1:@{[ $receiver->port ]}/200/\n";
my $long_answer = "Alias /long \"$dir/long\"\nErrorDocument 404 /long\nRedirectMatch 404 ^/wanted\n";
my ($format, @modules) = ('%H %{X-Service-Delivery}i', qw(alias ssl socache_shmcb proxy proxy_http));
my %secure = (
  both       => Collab::Httpd->start("$dir/two", modules => [@modules, 'http2'], format => $format, config => "Protocols h2 http/1.1\n$tls$behind"),
  one        => Collab::Httpd->start("$dir/one", modules => \@modules, format => $format, config => "$tls$behind"),
  long       => Collab::Httpd->start("$dir/long-one", modules => \@modules, config => "$tls$long_answer"),
  old        => Collab::Httpd->start("$dir/old", modules => \@modules, config => "${tls}SSLProtocol TLSv1.1\nSSLCipherSuite ALL:\@SECLEVEL=0\n$behind"),
  hasty      => Collab::Httpd->start("$dir/hasty", modules => \@modules, config => "${tls}RedirectMatch 204 ^/\n"),
);
my $stack = do {
  local @ENV{qw(http_proxy https_proxy HTTPS_PROXY all_proxy ALL_PROXY)} = ('http://127.0.0.1:1/') x 5;      # nothing listens there
  stack(extra => "CollabOutboundCA \"$cert\"\nCollabOutboundHost hooks.example 127.0.0.1\nCollabOutboundHost other.example 127.0.0.1\nCollabWebhookRetry V2 600 600\n");
};

for my $offer (qw(both one)) {
  subtest "HTTP/1.1 is used if the receiver offers $offer" => sub {
    my $events = 60;
    my $s = subscribed("https://hooks.example:@{[ $secure{$offer}->port ]}/");
    speak($s) for 1 .. $events;
    my @log = attempts($s, $events);
    is_deeply [map { $_->{success} ? () : $_->{error} } @log], [], 'all are delivered at their first attempt';
    wait_for { $secure{$offer}->lines >= $events } 10, 'its log';
    my %got = map { reverse split / / } $secure{$offer}->lines;
    is_deeply \%got, { map { ($_->{uid} => 'HTTP/1.1') } @log }, 'every event arrives by this protocol';
    cmp_ok scalar(grep { defined $_->{tls_us} } @log), '<=', 8, 'they share a few connections';
  };
}

subtest 'an answer before the body has been read counts as an answer' => sub {
  my $s = subscribed("https://hooks.example:@{[ $secure{hasty}->port ]}/");
  speak($s) for 1 .. 60;
  is_deeply [map { $_->{success} ? () : $_->{error} } attempts($s, 60)], [];
};

subtest 'a long answer is cut off and counts' => sub {
  my $s = subscribed("https://hooks.example:@{[ $secure{long}->port ]}/wanted");
  speak($s) for 1 .. 3;
  my $kept = substr join('', map { "line $_ of a long answer\n" } 1 .. 2000), 0, 1024;
  is_deeply [map { [@{$_}{qw(http_status error response_body)}] } attempts($s, 3)], [(['404', 'HTTP 404', $kept]) x 3];
};

subtest 'a receiver that speaks only HTTP/2 is named as such' => sub {
  my $port = free_port('127.0.0.1');
  my $server = bless({}, 'Collab::Process')->begin(sub { exec 'openssl', 's_server', '-quiet', '-alpn', 'h2', '-accept', "127.0.0.1:$port", '-cert', $cert, '-key', $key });
  wait_for { IO::Socket::IP->new(PeerAddr => '127.0.0.1', PeerPort => $port) } 10, 'the receiver';
  my $s = speak(subscribed("https://hooks.example:$port/"));
  is +(attempts($s, 1))[0]{error}, 'the TLS handshake failed: the receiver does not speak HTTP/1.1';
};

subtest 'a certificate for another name is refused' => sub {
  my $url = "https://other.example:@{[ $secure{one}->port ]}/";
  my $s = subscribed($url);
  my $auth = { type => 'OAUTH2_CLIENT_CREDENTIALS', oauth2TokenUrl => $url, oauth2ClientId => 'i', oauth2ClientSecret => 's' };
  my $guarded = $s->{exchange}->submitter->post('/v2/webhooks', { callbackUrl => $url, callbackAuth => $auth })->ok;
  speak($s);
  like +(attempts($s, 1))[0]{error}, qr/^the TLS certificate was not accepted: .*other\.example/, 'the receiver\'s certificate is refused';
  like +(attempts($guarded, 1))[0]{error}, qr/^no token: the TLS certificate was not accepted: .*other\.example/, 'the token endpoint\'s certificate is refused';
};

subtest 'a server without TLS 1.2 is sent nothing' => sub {
  my $url = "https://hooks.example:@{[ $secure{old}->port ]}/";
  my $s = subscribed($url);
  my $auth = { type => 'OAUTH2_CLIENT_CREDENTIALS', oauth2TokenUrl => $url, oauth2ClientId => 'i', oauth2ClientSecret => 's' };
  my $guarded = $s->{exchange}->submitter->post('/v2/webhooks', { callbackUrl => $url, callbackAuth => $auth })->ok;
  speak($s);
  my ($attempt) = attempts($s, 1);
  is_deeply [@{$attempt}{qw(success http_status)}], [0, 0], 'a receiver is sent nothing';
  like $attempt->{error}, qr/^the TLS handshake failed: .*protocol/;
  like +(attempts($guarded, 1))[0]{error}, qr/^no token: the TLS handshake failed: .*protocol/, 'a token endpoint is sent nothing';
};

subtest 'after a kept connection dies before an answer, a second try follows within the attempt' => sub {
  my $s = subscribed($receiver->url('kept'));
  my $events = 10;
  for my $n (1 .. $events) { speak($s); attempts($s, $n) }
  my @log = attempts($s, $events);
  is_deeply [map { [@{$_}{qw(number success)}] } @log], [([1, 1]) x $events], 'every event is delivered at its first attempt';
  is_deeply [map { my $uid = $_->{uid}; scalar grep { $_->{event} eq $uid } $receiver->got($s->{url}) } @log], [1, (2) x ($events - 1)], 'the receiver sees two requests of an attempt';
};

subtest 'an attempt has at most one second try' => sub {
  my $s = subscribed($receiver->url('once'));
  for my $n (1 .. 2) { speak($s); attempts($s, $n) }
  my ($first, $second) = attempts($s, 2);
  ok $first->{success};
  is_deeply [@{$second}{qw(number success http_status)}], [1, 0, 0], 'when the second try fails, the attempt fails';
  is scalar(grep { $_->{event} eq $second->{uid} } $receiver->got($s->{url})), 2, 'the receiver sees two requests';
};

done_testing;
