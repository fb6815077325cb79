# t/dispatch/outbound/attempt-phases.t: each attempt's log row has the time of each phase and the address that was called
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Httpd;
use Collab::Receiver;
use Collab::Stack;
use File::Temp ();

my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
my ($cert, $key) = Collab::Httpd::certificate("$dir/cert", 'hooks.example');
my $secure = Collab::Httpd->start("$dir/secure", modules => [qw(alias ssl socache_shmcb)],
  config => "SSLEngine On\nSSLCertificateFile \"$cert\"\nSSLCertificateKeyFile \"$key\"\nRedirectMatch 204 ^/\n");
my $stack = stack(extra => "CollabOutboundCA \"$cert\"\nCollabOutboundHost hooks.example 127.0.0.1\nCollabWebhookRetry V2 600 600\n");
my $receiver = receiver();
my $closed = Collab::Server::free_port();

# Causes $events events, one after another, for a subscription with this URL. Returns its attempts, oldest first.
sub attempts_at {
  my ($url, $events) = @_;
  my $x = exchange();
  my $id = $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok->{id};
  my $rows;
  for my $n (1 .. $events) {
    $x->submitter->post($x->notes, a_note())->ok;
    wait_for {
      $rows = owner()->selectall_arrayref('select * from attempt where subscription = ? order by id', { Slice => {} }, $id);
      @$rows == $n;
    } 20, "$n attempts on record";
  }
  return @$rows;
}

my @steps = qw(dns_us connect_us tls_us first_byte_us);
sub known { my ($attempt) = @_; return join ' ', map { defined $attempt->{$_} ? $attempt->{$_} >= 0 && $attempt->{$_} <= 1000 * ($attempt->{duration_ms} + 1) ? s/_us//r : "odd($_)" : () } @steps }

for my $row ([ 'plain http', $receiver->url, 'dns connect first_byte' ], [ https => "https://hooks.example:@{[ $secure->port ]}/", 'dns connect tls first_byte' ]) {
  my ($name, $url, $fresh) = @$row;
  subtest $name => sub {
    my ($first, $second) = attempts_at($url, 2);
    ok $_->{success} for $first, $second;
    is known($first), $fresh, 'a new connection has all its phases';
    is known($second), 'first_byte', 'a kept connection has no look-up and no handshakes';
    is $_->{remote_address}, '127.0.0.1' for $first, $second;
  };
}

subtest 'a failed connection has the tried address, and no later phase' => sub {
  my ($attempt) = attempts_at("http://127.0.0.1:$closed/", 1);
  is known($attempt), 'dns';
  is $attempt->{remote_address}, '127.0.0.1';
  ok defined $attempt->{next_attempt_at} && !$attempt->{dead_letter}, 'the delivery is tried again';
};

subtest 'an unknown name has no phase and no address' => sub {
  my ($attempt) = attempts_at('http://no-such-name.invalid/', 1);
  is known($attempt), '';
  is $attempt->{remote_address}, undef;
  ok defined $attempt->{next_attempt_at} && !$attempt->{dead_letter}, 'the delivery is tried again';
};

done_testing;
