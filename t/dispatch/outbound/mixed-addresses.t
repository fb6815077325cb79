# t/dispatch/outbound/mixed-addresses.t: of a name with a good and a refused address, the good is called, the refused named
# interface.md 17. The test has a name server of its own.
use lib qw(t/lib lab/lib);
use Collab::Resolver;
use Collab::Receiver;
use Collab::Server;
use Collab::Stack;
use Collab::Subscription;
use Collab::Test;
use IO::Socket::IP;

address(my $near = '203.0.113.7');
address(my $silent = '203.0.113.8');
my $receiver = receiver(address => $near);
my $names = resolver('mixed.example' => "$near fd00::1", 'inner.example' => 'fd00::1 10.1.2.3', 'two.example' => "10.1.2.3 $near", 'silent.example' => "$silent $near");
my $stack = stack(extra => "CollabOutboundAllow None\nCollabOutboundAllow 203.0.113.0/24\nCollabWebhookRetry V2 600 600\n");
my $x = exchange();

sub at { my ($host) = @_; return $receiver->url =~ s{//[^/]*:(\d+)/}{//$host:$1/}r }

# A subscription to a URL that the check would refuse.
sub unchecked {
  my ($url) = @_;
  my $s = subscribed($receiver->url, exchange => $x);
  owner()->do('update subscription set callback_url = ? where id = ?', undef, $s->{url} = $url, $s->{id});
  return $s;
}

my %refusal = ('mixed.example' => 'fd00::1: private (fc00::/7)', 'two.example' => '10.1.2.3: private (10.0.0.0/8)', 'inner.example' => 'private');

subtest 'a refused name is told with the refused address if another address is good' => sub {
  for my $host (sort keys %refusal) {
    my $answer = $x->submitter->post('/v2/webhooks', { callbackUrl => at($host) });
    $answer->invalid('callbackUrl');
    like $answer->text, qr/leads to an address that may not be called \(\Q$refusal{$host}\E\)/, $host;
    $answer = $x->submitter->post('/v2/webhooks', { callbackUrl => $receiver->url,
      callbackAuth => { type => 'OAUTH2_CLIENT_CREDENTIALS', oauth2TokenUrl => at($host), oauth2ClientId => 'me', oauth2ClientSecret => 's' } });
    like $answer->text, qr/\(\Q$refusal{$host}\E\)/, "the token URL's $host";
    $answer = $x->receiver->put($x->path . '/attachments/config/https', { domain => $host, password => 'p', expiration => '2099-01-01T00:00:00Z', httpsPath => '/in', httpsPort => 443 });
    like $answer->text, qr/\(\Q$refusal{$host}\E\)/, "the storage's $host";
  }
};

subtest 'check-url names the refused address' => sub {
  my ($status, $said) = output('./collabctl', 'check-url', 'https://mixed.example/', '--allow', '203.0.113.0/24');
  is $status, 1;
  like $said, $_ for qr/^address +fd00::1 is refused: private \(fc00::\/7\)$/m, qr/^address +203\.0\.113\.7 may be called: /m, qr/^verdict +refused/m;
};

subtest 'a delivery goes out over the good address' => sub {
  for my $host (qw(mixed.example two.example)) {
    my $s = unchecked(at($host));
    $x->submitter->post($x->notes, a_note())->ok;
    my ($attempt) = attempts($s, 1);
    is_deeply [@{$attempt}{qw(http_status error remote_address)}], [200, undef, $near], $host;
    $x->submitter->delete("/v2/webhooks/$s->{id}");
  }
};

subtest 'a delivery goes out over the second address if the first one is silent' => sub {
  # The kernel drops further connections to a listener that takes none.
  my ($port) = $receiver->url =~ /:(\d+)/;
  my $full = IO::Socket::IP->new(LocalAddr => $silent, LocalPort => $port, Listen => 1, ReuseAddr => 1) or die "listen: $@\n";
  my @first = map { IO::Socket::IP->new(PeerAddr => $silent, PeerPort => $port, Blocking => 0) } 1 .. 4;
  my $s = unchecked(at('silent.example'));
  $x->submitter->post($x->notes, a_note())->ok;
  my ($attempt) = attempts($s, 1);
  is_deeply [@{$attempt}{qw(number http_status error remote_address)}], [1, 200, undef, $near];
};

subtest 'if the good address does not answer, the error names the refused one' => sub {
  my $closed = Collab::Server::free_port();
  my $s = unchecked("http://mixed.example:$closed/");
  $x->submitter->post($x->notes, a_note())->ok;
  my ($attempt) = attempts($s, 1);
  like $attempt->{error}, qr/connect to server; its address fd00::1 may not be called \(private\)$/;
  ok !$attempt->{dead_letter} && defined $attempt->{next_attempt_at}, 'it is tried again';
};

done_testing;
