# t/dispatch/retry/all-receivers-fail.t: receivers of two companies that all fail at TLS cost no attempt, and an alarm says so
# The authorities of CollabOutboundCA have not signed their certificates. name-server-fault.t and missing-route.t have names and connections.
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

subtest 'two receivers of one company' => sub {
  my $u = subscribed($https->[1], exchange => $s->{exchange});
  speak($s);
  for my $each ($s, $u) {
    wait_for { attempts($each) } 20, 'an attempt';
    like +(attempts($each))[0]{error}, qr/^the TLS certificate was not accepted/, 'the failure is theirs';
  }
  unlike $server->log, qr/CB0655/, 'no alarm';
};

subtest 'and one of another company' => sub {
  speak($t);
  ok postponed($t), 'nothing is used up';
  my $text = qr/no receiver's TLS handshake succeeds: hooks\.example: the TLS certificate was not accepted: [^;]+; deliveries over https wait/;
  told('tls', $text, health => 'attention', unlogged => 1);
  like $server->log, qr/CB0655: alarm: $text/, 'in the log';
  like problem('tls')->{remedy}, qr/^Compare CollabOutboundCA with the issuers of your receivers' certificates/, 'the remedy is that of collabctl doctor';
  ok +(wait_for { called() =~ /^tls began no receiver's TLS handshake succeeds/m } 20), 'CollabAlertCommand is called';
  ok postponed(speak(subscribed($https->[1], exchange => $s->{exchange}))), 'nor does the first company use up more';
};

subtest 'a receiver that is called without TLS' => sub {
  ok delivered(speak(subscribed($receiver->url))), 'works';
  ok problem('tls'), 'and says nothing about TLS';
};

subtest 'six hours' => sub {
  my $old = subscribed($https->[1]);
  speak($old);
  ok postponed($old), 'nothing is used up';
  my $age = sub { owner()->do("update delivery set made_at = made_at - interval '$_[0]' where queue = ?", undef, $old->{id}) };
  my $due = sub { return pending($old)->{due_at} };
  $age->('5 hours');
  my $before = $due->();
  wait_for { $due->() gt $before } 20, 'another try';
  ok !attempts($old), 'nor after five hours';
  $age->('70 minutes');
  wait_for { attempts($old) } 40, 'an attempt';
  is pending($old)->{attempts}, 1, 'but after six';
};

subtest 'the right authorities' => sub {
  my @old = $server->processes(undef);
  Collab::Stack::write_file($ca, join '', map { open my $in, '<', $_->[0] or die; local $/; <$in> } @certificates);
  $server->graceful;
  wait_for { $server->dispatcher && gone(@old) } 20, 'another dispatcher';
  over();
  ok delivered($t), 'what waited is delivered at its first attempt';
};

subtest 'two companies whose receivers fail, while another works' => sub {
  Collab::Stack::write_file($ca, do { open my $in, '<', $certificates[1][0] or die; local $/; <$in> });
  my @old = $server->processes(undef);
  $server->graceful;
  wait_for { $server->dispatcher && gone(@old) } 20, 'another dispatcher';
  ok delivered(speak(subscribed($other->[1]))), 'who has a certificate of these authorities';
  for my $each (map { subscribed($https->[1]) } 1 .. 3) {
    speak($each);
    wait_for { attempts($each) } 20, 'an attempt';
    is +(attempts($each))[0]{number}, 1, 'counts';
  }
  ok !problem('tls'), 'no alarm';
};

done_testing;
