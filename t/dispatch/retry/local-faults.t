# t/dispatch/retry/local-faults.t: a fault of this node (CA bundle, secrets key, open files) costs no member an attempt
# Each fault is real, and then repaired. For the network, see name-server-fault.t and missing-route.t; for the proxy, forward-proxy.t.
use lib qw(t/lib lab/lib);
use Collab::Httpd;
use Collab::Postponed;
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;
use Collab::Wait qw(gone run);
use File::Temp ();

my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
my ($cert, $key) = Collab::Httpd::certificate("$dir/cert", 'hooks.example');
my $ca = "$dir/ca.pem";
run('cp', $cert, $ca);
my $receiver = receiver();
my $secure = Collab::Httpd->start("$dir/secure", modules => [qw(ssl socache_shmcb alias)],
  config => "SSLEngine On\nSSLCertificateFile \"$cert\"\nSSLCertificateKeyFile \"$key\"\nRedirectMatch 204 ^/\n");
my $stack = stack(timers => { postpone => 100, local => 1500 }, extra => "CoreDumpDirectory /tmp\nCollabOutboundCA \"$ca\"\nCollabOutboundHost hooks.example 127.0.0.1\nCollabWebhookRetry V2 600 600\n"
    . "CollabDutyInterval 100ms\n");
my $server = $stack->server;
my $https = "https://hooks.example:@{[ $secure->port ]}/";

sub logged { my ($text, $what) = @_; ok +(wait_for { $server->log =~ $text } 20), $what }

subtest 'an unreadable CA bundle costs no attempt' => sub {
  chmod 0, $ca or die "$ca: $!\n";
  my ($s, $plain) = map { speak(subscribed($_)) } $https, $receiver->url;
  ok postponed($s), 'no attempt is used up';
  logged(qr/CB0655: alarm: the CA bundle \Q$ca\E cannot be read; deliveries over https wait for it/, 'the alarm names the fault');
  ok delivered($plain), 'a receiver that is called without TLS does not wait';
  speak($s) for 1 .. 9;
  my $times = sub { return scalar owner()->selectrow_array('select count(*) from delivery where queue = ? and due_at > made_at', undef, $s->{id}) };
  wait_for { $times->() >= 4 } 20, 'several tries';
  ok !attempts($s), 'repeated tries use up no attempt';
  ok !breaker($stack, $s), 'the breaker stays closed';
  chmod 0644, $ca;
  wait_for { attempts($s) == 10 } 60, 'all ten';
  is_deeply [map { "$_->{number} $_->{success}" } attempts($s)], [('1 1') x 10], 'each delivery arrives at its first attempt';
  logged(qr/CB0656: the alarm is over: the CA bundle is read again/, 'the alarm ends');
  is scalar(() = $server->log =~ /the CA bundle \S+ cannot be read/g), 1, 'the fault is logged once';
};

subtest 'a CA bundle without a certificate costs no attempt, also in a call of a token endpoint' => sub {
  open my $in, '<', $ca or die; my $bundle = join '', <$in>;
  Collab::Stack::write_file($ca, "-----BEGIN NOTHING-----\n");
  kill 'KILL', $server->dispatcher;        # the old process keeps the bundle that it has read
  my $s = speak(subscribed($https));
  my $tokens = speak(subscribed($receiver->url, callbackAuth => { type => 'OAUTH2_CLIENT_CREDENTIALS', oauth2TokenUrl => $https, oauth2ClientId => 'me',
    oauth2ClientSecret => 'secret', oauth2ClientAuthenticationMethod => 'CLIENT_SECRET_BASIC' }));
  ok postponed($_), 'no attempt is used up' for $s, $tokens;
  logged(qr/CB0655: alarm: the CA bundle \Q$ca\E has no certificate in PEM; deliveries over https wait for it/, 'the alarm names the fault');
  Collab::Stack::write_file($ca, $bundle);
  ok delivered($s), 'it is delivered at its first attempt';
  wait_for { attempts($tokens) } 40, 'the token endpoint\'s own failure';
  is +(attempts($tokens))[0]{error}, 'no token: the token endpoint answered HTTP 204', 'the token endpoint\'s own failure is an attempt';
};

subtest 'a secrets key that does not open the sealed secrets costs no attempt' => sub {
  my $file = "$ENV{COLLAB_TEST_DIR}/secrets.key";
  open my $in, '<', $file or die; my $right = join '', <$in>;
  my $s = subscribed($receiver->url);
  my $write = sub {
    chmod 0600, $file;
    Collab::Stack::write_file($file, $_[0]);
    chmod 0600, $file;
    my @old = $server->processes(undef);
    $server->graceful;
    wait_for { $server->dispatcher && gone(@old) } 20, 'another dispatcher';
  };
  $write->('1 ' . ('cd' x 32) . "\n");
  speak($s) for 1 .. 7;
  ok postponed($s), 'no attempt is used up';
  logged(qr/CB0655: alarm: the secrets of subscription $s->{id} do not open with the keys of CollabSecretsKey/, 'the alarm names the fault');
  ok !breaker($stack, $s), 'the breaker stays closed';
  unlike $server->log, qr/CB0611/, 'single deliveries are not logged';
  $write->($right);
  wait_for { attempts($s) == 7 } 60, 'all seven';
  is_deeply [map { "$_->{number} $_->{success}" } attempts($s)], [('1 1') x 7], 'each delivery arrives at its first attempt';
};

subtest 'a lack of open files costs no attempt' => sub {
  my ($pid) = $server->dispatcher;
  my %open = map { (m{/(\d+)\z})[0] => 1 } glob "/proc/$pid/fd/*";
  my ($full) = grep { !$open{$_} } 0 .. 1000;
  my ($limits) = do { open my $in, '<', "/proc/$pid/limits" or die; grep { /^Max open files/ } <$in> };
  my ($soft, $hard) = $limits =~ /(\d+)\s+(\d+)/;
  my $other = receiver();      # a new receiver, without a kept connection
  my $s = subscribed($other->url);
  run('prlimit', '--pid', $pid, "--nofile=$full:$hard");
  speak($s) for 1 .. 7;
  ok postponed($s), 'no attempt is used up';
  logged(qr/CB0655: alarm: the dispatcher has run out of open files, memory or threads \(Too many open files\); deliveries wait/, 'the alarm names the fault');
  ok !breaker($stack, $s), 'the breaker stays closed';
  run('prlimit', '--pid', $pid, "--nofile=$soft:$hard");
  is $server->dispatcher, $pid, 'the dispatcher is the same process';
  wait_for { attempts($s) == 7 } 60, 'all seven';
  is_deeply [map { "$_->{number} $_->{success}" } attempts($s)], [('1 1') x 7], 'each delivery arrives at its first attempt';
  logged(qr/CB0656: the alarm is over: no delivery waits for open files, memory or threads/, 'the alarm ends');
};

subtest 'a delivery older than six hours uses up attempts in spite of a local fault' => sub {
  chmod 0, $ca;
  kill 'KILL', $server->dispatcher;
  my $s = speak(subscribed($https));
  ok postponed($s), 'no attempt is used up';
  owner()->do(q(update delivery set made_at = made_at - interval '25 hours' where queue = ?), undef, $s->{id});
  wait_for { attempts($s) } 40, 'an attempt';
  like +(attempts($s))[0]{error}, qr/^a local fault: Problem with the SSL CA cert/;
  is pending($s)->{attempts}, 1;
  chmod 0644, $ca;
};

done_testing;
