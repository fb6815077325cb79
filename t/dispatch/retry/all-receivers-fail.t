# t/dispatch/retry/all-receivers-fail.t: when receivers of two companies all fail at TLS, no attempt is used up
# Then an alarm is raised. The receivers fail at TLS because no authority of CollabOutboundCA has signed their certificates. For failures of names and
# connections, see name-server-fault.t and missing-route.t.
use lib qw(t/lib lab/lib);
use Collab::Httpd;
use Collab::Judgement;
use Collab::Postponed;
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;
use Collab::Wait qw(gone run);
use File::Temp ();

my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
my @certificates = map { [Collab::Httpd::certificate("$dir/$_", "$_.example")] } qw(hooks other);
my ($ca, $calls) = ("$dir/ca.pem", "$dir/calls");
run('cp', $certificates[1][0], $ca);
Collab::Stack::write_file("$dir/alert", "#!/bin/sh\necho \"\$1 \$2 \$COLLAB_ALARM_TEXT\" >> $calls\n");
chmod 0755, "$dir/alert";
my ($https, $other) = map {
  my $secure = Collab::Httpd->start("$dir/$_->[0]", modules => [qw(ssl socache_shmcb alias)],
    config => "SSLEngine On\nSSLCertificateFile \"$_->[1][0]\"\nSSLCertificateKeyFile \"$_->[1][1]\"\nRedirectMatch 204 ^/\n");
  [$secure, "https://$_->[0].example:@{[ $secure->port ]}/"];
} ['hooks', $certificates[0]], ['other', $certificates[1]];
my $receiver = receiver();
my $stack = judged(timers => { postpone => 100, alert => 300 }, extra => "CollabOutboundCA \"$ca\"\nCollabOutboundHost hooks.example 127.0.0.1\n"
    . "CollabOutboundHost other.example 127.0.0.1\nCollabWebhookRetry V2 600 600\nCollabAlertCommand \"$dir/alert\"\n");
my $server = $stack->server;
my ($s, $t) = map { subscribed($https->[1]) } 1, 2;

sub called { open my $in, '<', $calls or return ''; local $/; return scalar <$in> }

subtest 'failures of one company\'s two receivers count as theirs' => sub {
  my $u = subscribed($https->[1], exchange => $s->{exchange});
  speak($s);
  for my $each ($s, $u) {
    wait_for { attempts($each) } 20, 'an attempt';
    like +(attempts($each))[0]{error}, qr/^the TLS certificate was not accepted/, 'the failure counts against the receiver';
  }
  unlike $server->log, qr/CB0655/, 'no alarm is raised';
};

subtest 'with a failing receiver of another company, it is a local fault' => sub {
  speak($t);
  ok postponed($t), 'no attempt is used up';
  my $text = qr/no receiver's TLS handshake succeeds: hooks\.example: the TLS certificate was not accepted: [^;]+; deliveries over https wait/;
  told('tls', $text, health => 'attention', unlogged => 1);
  like $server->log, qr/CB0655: alarm: $text/, 'the error log has the alarm';
  like problem('tls')->{remedy}, qr/^Compare CollabOutboundCA with the issuers of your receivers' certificates/, 'the remedy is the same as in collabctl doctor';
  ok +(wait_for { called() =~ /^tls began no receiver's TLS handshake succeeds/m } 20), 'CollabAlertCommand is called';
  ok postponed(speak(subscribed($https->[1], exchange => $s->{exchange}))), 'the first company uses up no more attempts';
};

subtest 'a receiver that is called without TLS does not end the fault' => sub {
  ok delivered(speak(subscribed($receiver->url))), 'it gets its delivery';
  ok problem('tls'), 'the alarm stays';
};

subtest 'after six hours, a delivery uses up attempts again' => sub {
  my $old = subscribed($https->[1]);
  speak($old);
  ok postponed($old), 'no attempt is used up';
  my $age = sub { owner()->do("update delivery set made_at = made_at - interval '$_[0]' where queue = ?", undef, $old->{id}) };
  my $due = sub { return pending($old)->{due_at} };
  $age->('5 hours');
  my $before = $due->();
  wait_for { $due->() gt $before } 20, 'another try';
  ok !attempts($old), 'after five hours no attempt is used up';
  $age->('70 minutes');
  wait_for { attempts($old) } 40, 'an attempt';
  is pending($old)->{attempts}, 1, 'after six hours an attempt is used up';
};

subtest 'the right authorities end the fault' => sub {
  my @old = $server->processes(undef);
  Collab::Stack::write_file($ca, join '', map { open my $in, '<', $_->[0] or die; local $/; <$in> } @certificates);
  $server->graceful;
  wait_for { $server->dispatcher && gone(@old) } 20, 'another dispatcher';
  over();
  ok delivered($t), 'the waiting delivery arrives at its first attempt';
};

subtest 'while one receiver works, failures of two companies count as theirs' => sub {
  Collab::Stack::write_file($ca, do { open my $in, '<', $certificates[1][0] or die; local $/; <$in> });
  my @old = $server->processes(undef);
  $server->graceful;
  wait_for { $server->dispatcher && gone(@old) } 20, 'another dispatcher';
  ok delivered(speak(subscribed($other->[1]))), 'a receiver with a certificate of these authorities works';
  for my $each (map { subscribed($https->[1]) } 1 .. 3) {
    speak($each);
    wait_for { attempts($each) } 20, 'an attempt';
    is +(attempts($each))[0]{number}, 1, 'the failure is an attempt';
  }
  ok !problem('tls'), 'no alarm is raised';
};

done_testing;
