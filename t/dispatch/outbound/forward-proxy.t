# t/dispatch/outbound/forward-proxy.t: deliveries go through CollabOutboundProxy, and faults count against the side that has them
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Form;
use Collab::Httpd;
use Collab::Receiver;
use Collab::Stack;
use Collab::Subscription;
use File::Temp ();

my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
my ($cert, $key) = Collab::Httpd::certificate("$dir/cert", 'hooks.example');
my $receiver = receiver(address => '127.0.0.2');
my $secure = Collab::Httpd->start("$dir/secure", modules => [qw(ssl socache_shmcb http2 proxy proxy_http)], address => '127.0.0.2', format => '%H',
  config => "Protocols h2 http/1.1\nSSLEngine On\nSSLCertificateFile \"$cert\"\nSSLCertificateKeyFile \"$key\"\n"
    . "ProxyPass / http://127.0.0.2:@{[ $receiver->port ]}/200/\n");
my ($closed, $forbidden) = map { Collab::Server::free_port() } 1, 2;
my $proxy = Collab::Httpd->start("$dir/proxy", modules => [qw(proxy proxy_connect)],
  config => "ProxyRequests On\nLogLevel proxy_connect:trace1\nAllowCONNECT 1-@{[ $forbidden - 1 ]} @{[ $forbidden + 1 ]}-65535\n");

# The rules forbid 127.0.0.1, the proxy's own address, as an address of a receiver.
my $stack = stack(extra => "CollabOutboundProxy http://127.0.0.1:@{[ $proxy->port ]}\nCollabOutboundAllow None\nCollabOutboundAllow 127.0.0.2/32\n"
    . "CollabOutboundCA \"$cert\"\nCollabOutboundHost hooks.example 127.0.0.2\nCollabWebhookRetry V2 600 600\n");

subtest 'http goes through the proxy' => sub {
  my $s = speak(subscribed($receiver->url));
  my ($attempt) = attempts($s, 1);
  ok $attempt->{success};
  is $attempt->{remote_address}, '127.0.0.1', 'the recorded address is the proxy\'s';
  like $proxy->log, qr/127\.0\.0\.2:@{[ $receiver->port ]}/, 'the proxy logs the request';
};

subtest 'https goes through the proxy, for a pinned name to its address' => sub {
  my $s = speak(subscribed("https://hooks.example:@{[ $secure->port ]}/"));
  my ($attempt) = attempts($s, 1);
  ok $attempt->{success} or diag $attempt->{error};
  wait_for { $secure->lines } 10, 'its log';
  is_deeply [$secure->lines], ['HTTP/1.1'];
};

subtest 'a forbidden address is refused without asking the proxy' => sub {
  # some are addresses written like names: the proxy's resolver may read such a name as an address
  for my $host (qw(127.0.0.1 0x7f.1 0x7f.1. 127.0.0.1%2e 2130706433. 127.0.0.1%E3%80%82)) {
    my $s = subscribed($receiver->url);
    my $literal = "http://$host:@{[ $receiver->port ]}/";
    $s->{exchange}->submitter->post('/v2/webhooks', { callbackUrl => $literal })->invalid('callbackUrl');
    owner()->do('update subscription set callback_url = ? where id = ?', undef, $literal, $s->{id});
    speak($s);
    my ($attempt) = attempts($s, 1);
    is $attempt->{error}, 'refused by the address guard: ' . ($host =~ /%E3/ ? 'its host is neither a name nor an address' : 'loopback'), $host;
    ok $attempt->{dead_letter};
  }
  unlike $proxy->log, qr/(?:127\.0\.0\.1|0x7f\.1|2130706433)\S*:@{[ $receiver->port ]}/;
  # however the URL spells an allowed address, the proxy gets the address in plain form
  my $odd = speak(subscribed("http://127.0.0.2%2e:@{[ $receiver->port ]}/200/odd"));
  my ($attempt) = attempts($odd, 1);
  ok $attempt->{success} or diag $attempt->{error};
  unlike $proxy->log, qr/127\.0\.0\.2\.:/;
};

subtest 'a proxy\'s error about a receiver counts against the receiver' => sub {
  for my $row ([ $closed, qr/^the proxy answered HTTP 50[23]$/ ], [ $forbidden, qr/^the proxy answered HTTP 403$/ ]) {
    my ($port, $error) = @$row;
    my ($attempt) = attempts(speak(subscribed("http://127.0.0.2:$port/")), 1);
    is $attempt->{number}, 1;
    like $attempt->{error}, $error;
    ok defined $attempt->{next_attempt_at}, 'the delivery is tried again';
  }
};

# Uploads a file to a storage at this port, and returns what is said of it.
sub upload_to {
  my ($x, $port) = @_;
  my $config = { domain => 'hooks.example', password => 'p', expiration => '2099-01-01T00:00:00Z', httpsPath => '/', httpsPort => 0 + $port };
  $x->receiver->put($x->path . '/attachments/config/https', $config)->ok;
  my ($body, %option) = a_form([files => 'a.txt', 'a']);
  return $x->submitter->request('POST', $x->path . '/attachments', body => $body, %option)->ok->[0]{receiverMessage};
}
my $storing = exchange();

subtest 'what the proxy refuses to an upload is not the storage\'s fault' => sub {
  like upload_to($storing, $forbidden), qr/^The proxy of this service did not connect to the storage: it answered HTTP 403\.$/;
  like upload_to($storing, $closed), qr/^The proxy of this service did not connect to the storage: it answered HTTP 50[23]\.$/;
  is upload_to($storing, $secure->port), null, 'another storage gets the file';
};

subtest 'a proxy that is down costs no attempt' => sub {
  my ($s, $other) = (subscribed($receiver->url), subscribed($receiver->url));
  $proxy->kill;
  speak($_) for $s, $other;
  wait_for { $stack->server->log =~ /the proxy of CollabOutboundProxy: .*; deliveries wait for it/ } 20, 'a line in the log';
  wait_for { my $row = pending($s) || pending($other); $row && !$row->{attempts} && !$row->{claim} } 20, 'a delivery that was put off';
  is owner()->selectrow_array('select count(*) from attempt where counted and subscription in (?, ?)', undef, $s->{id}, $other->{id}), 0, 'no attempt is recorded';
  $proxy->up;
  for my $each ($s, $other) {
    my @log = attempts($each, 1);
    is_deeply [map { [@{$_}{qw(number success)}] } @log], [[1, 1]], 'it is delivered at its first attempt once the proxy is back';
  }
  is scalar(() = $stack->server->log =~ /deliveries wait for it/g), 1, 'the fault is logged once';
  like $stack->server->log, qr/the proxy of CollabOutboundProxy works again/;
};

subtest 'a delivery older than six hours uses up attempts in spite of a failing proxy' => sub {
  my $s = subscribed($receiver->url);
  $proxy->kill;
  speak($s);
  wait_for { pending($s) } 20, 'a delivery';
  owner()->do(q(update delivery set made_at = made_at - interval '25 hours' where queue = ?), undef, $s->{id});
  is upload_to($storing, $secure->port), 'The proxy of this service does not work.', 'an upload names it, too';
  like $stack->server->log, qr/CB0463: files do not reach a storage: the proxy of this service does not work$/m, 'and reports it';
  my ($attempt) = attempts($s, 1);
  like $attempt->{error}, qr/^the proxy: /;
  is pending($s)->{attempts}, 1;
};

done_testing;
