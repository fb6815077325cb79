# t/dispatch/outbound/secrets-in-memory.t: after a delivery, only the cache holds a subscription's secrets in memory
# The cache keeps them for the next delivery (docs/security.md).
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;
use Collab::TokenEndpoint;
use MIME::Base64 ();

no warnings 'portable';      # addresses have 64 bits
my $stack = stack(extra => "CoreDumpDirectory /tmp\n");       # otherwise the test may not read the dispatcher's memory
my $receiver = receiver();
my $endpoint = token_endpoint();
my $x = exchange();
my $type = 'org.provider.core.collaboration-request.note.created';

# A secret, and its end. free() overwrites the beginning of a block, so the test looks only for the end.
sub invented { my $word = join '', map { chr 97 + int rand 26 } 1 .. 60; return ($word, substr $word, 40) }

# The number of copies of a text in the dispatcher's writable memory.
sub places {
  my ($text) = @_;
  my ($pid, $places) = ($stack->server->dispatcher, 0);
  open my $maps, '<', "/proc/$pid/maps" or die "maps: $!\n";
  open my $memory, '<:raw', "/proc/$pid/mem" or return undef;
  for (<$maps>) {
    my ($from, $to) = map { $_ ? oct "0x$_" : () } /^([0-9a-f]+)-([0-9a-f]+) rw/ or next;
    sysseek $memory, $from, 0 or next;
    my $length = $to - $from;
    (sysread($memory, my $bytes, $length) // 0) == $length or next;      # the kernel's own mappings
    $places += () = $bytes =~ /\Q$text\E/g;
  }
  return $places;
}

sub told {
  my ($url, $notes) = @_;
  for my $n (1 .. $notes) {
    $x->submitter->post($x->notes, a_note())->ok;
    $receiver->wait($url, $n);
  }
  wait_for { !owner()->selectrow_array('select count(*) from delivery') } 15, 'all of it to be on record';
}

SKIP: {
  skip "a sanitizer's shadow is memory, too, and more than can be read", 1 if $ENV{COLLAB_SANITIZERS};
  skip 'another process of ours may not be looked into here', 1 unless defined places('x');
  subtest 'a callback\'s credentials are only in the cache' => sub {
    my ($token, $end) = invented();
    my $url = $receiver->url;
    my $made = $x->submitter->post('/v2/webhooks', { callbackUrl => $url, eventTypes => [$type], callbackAuth => { type => 'BEARER', token => $token } })->ok;
    told($url, 5);
    is +($receiver->got($url))[-1]{headers}{authorization}, "Bearer $token";
    wait_for { places($end) == 2 } 10;
    is places($end), 2, 'memory has one copy as opened and one as a header, for all deliveries';
    $x->submitter->delete("/v2/webhooks/$made->{id}")->is_status(204);
  };

  subtest 'an OAuth 2 client\'s credentials and token are only in the caches' => sub {
    my ($secret, $end) = invented();
    my $url = $receiver->url;
    my $auth = { type => 'OAUTH2_CLIENT_CREDENTIALS', oauth2TokenUrl => $endpoint->url('long'), oauth2ClientId => 'me', oauth2ClientSecret => $secret };
    $x->submitter->post('/v2/webhooks', { callbackUrl => $url, eventTypes => [$type], callbackAuth => $auth })->ok;
    told($url, 3);
    wait_for { places($end) == 1 } 10;
    is places($end), 1, 'memory has one copy as opened';
    is places(substr MIME::Base64::encode_base64("me:$secret", ''), 40, 30), 0, 'the header that asked for a token is gone';
    is places('earer long-1'), 0, 'the headers that carried the token are gone';
  };
}

done_testing;
