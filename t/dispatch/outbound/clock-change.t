# t/dispatch/outbound/clock-change.t: transfers time out when the clock is set, and carry the database's time
use lib qw(t/lib lab/lib);
use Collab::Clock;
use Collab::Test;
use Collab::Httpd;
use Collab::Receiver;
use Collab::Postponed qw(subscribed postponed delivered);
use Collab::Stack;
use File::Temp ();
use IO::Select;
use IO::Socket::IP;

my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $clock = Collab::Clock->new($dir);       # for httpd only

my ($cert, $key) = Collab::Httpd::certificate("$dir/cert", 'hooks.example');      # for two days
my $secure = Collab::Httpd->start("$dir/secure", modules => [qw(ssl socache_shmcb alias)],
  config => "SSLEngine On\nSSLCertificateFile \"$cert\"\nSSLCertificateKeyFile \"$key\"\nRedirectMatch 204 ^/\n");

# Only the node with the dispatcher has $clock. The notes are written on another node, so they do not wake the dispatcher.
my $stack = stack(extra => "CollabDispatcher Off\n");
my $node = do {
  local $ENV{COLLAB_PRELOAD} = $clock->library;
  $stack->another_server('node', timers => { postpone => 100, waiting => 2500 }, extra => "CollabWebhookTimeout 3\nCollabWebhookRetry V2 600 600\n"
      . "CollabOutboundCA \"$cert\"\nCollabOutboundHost hooks.example 127.0.0.1\n");
};
my $listener = IO::Socket::IP->new(LocalAddr => '127.0.0.1', LocalPort => 0, Listen => 16) or die "listen: $@\n";
my $x = exchange();
$x->submitter->post('/v2/webhooks', { callbackUrl => sprintf 'http://127.0.0.1:%d/', $listener->sockport })->ok;

sub readable { my ($socket, $seconds) = @_; return scalar IO::Select->new($socket)->can_read($seconds) }

# The receiver's side of the transfer of one event.
sub transfer {
  my ($event) = @_;
  for (1 .. 10) {
    readable($listener, 30) or return;
    my $socket = $listener->accept;
    my $request = '';
    while ($request !~ /\r\n\r\n/) { readable($socket, 30) && sysread $socket, $request, 65536, length $request or last }
    return $socket if $request =~ /^x-service-delivery: \Q$event\E\r$/mi;
  }
  return;
}

sub speak {
  $x->submitter->post($x->notes, a_note())->ok;
  return scalar owner()->selectrow_array('select uid from event order by id desc limit 1');
}

# Whether the dispatcher ends the transfer without an answer.
sub ends {
  my ($socket) = @_;
  while (readable($socket, 60)) { return 1 if !sysread $socket, my $more, 65536 }
  return 0;
}

subtest 'a clock set forward does not stop the time-out of the only transfer' => sub {
  my $socket = transfer(speak());
  ok $socket, 'a transfer begins';
  $clock->set(3600);
  ok ends($socket), 'the transfer ends at its time-out';
  ok +(wait_for { $node->log =~ /CB0701: alarm clock: the clock of this machine is 3[56]\d\d s ahead of the database's/ } 15), 'the node raises the alarm of a wrong clock';
};

subtest 'a clock set back does not delay the time-out or new work' => sub {
  $clock->set(200);         # a node that is four minutes off claims nothing
  my $socket = transfer(speak());
  ok $socket, 'a transfer begins';
  $clock->set(0);
  ok ends($socket), 'the transfer ends at its time-out, not minutes later';
  ok +(wait_for { $node->log =~ /CB0702: the alarm clock is over/ } 15), 'the alarm ends when the clocks agree again';
  ok transfer(speak()), 'new events are sent at once, not minutes later';
  unlike $node->log, qr/the dispatcher has died/, 'the dispatcher is the same';
};

# From the next claim on, the dispatcher knows that its clock differs from the database's.
subtest 'a certificate that only a wrong clock calls expired costs no attempt' => sub {
  my $s = subscribed("https://hooks.example:@{[ $secure->port ]}/");
  $clock->set(-200);        # the certificate is not yet valid
  Collab::Postponed::speak($s);
  ok postponed($s), 'no attempt is used up';
  $clock->set(0);
  ok delivered($s), 'it is delivered at its first attempt';
};

# Deliveries to a receiver that looks at the timestamp as Standard Webhooks asks.
my $receiver = receiver(says => sub { abs(time - ($_[0]{headers}{'webhook-timestamp'} // 0)) > 60 ? (400, '', '') : () });
# Whether the log has the end of each beginning of the alarm.
sub over { my ($alarm) = @_; return (() = $node->log =~ /CB0701: alarm $alarm:/g) == (() = $node->log =~ /CB0702: the alarm $alarm is over/g) }
sub dated { return map { $_->{headers}{'webhook-timestamp'} - int $_->{at} } $receiver->got(shift) }

subtest 'deliveries carry the database\'s time, not the node\'s' => sub {
  my $url = $receiver->url;
  $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok;
  $clock->set(200);
  $x->submitter->post($x->notes, a_note())->ok;
  $receiver->wait($url, 1);
  is_deeply [grep { abs > 5 } dated($url)], [], 'the timestamp is right';
  my $log = sub { owner()->selectrow_array(q(select abs(extract(epoch from a.created_at - clock_timestamp())) < 60 from attempt a where a.success order by a.id desc limit 1)) };
  ok +(wait_for { $log->() } 20), 'and so is the log of attempts';
  $clock->set(0);
  ok +(wait_for { over('clock') } 20), 'the alarm is over';
};

subtest 'a node that is more than four minutes off claims nothing' => sub {
  my $url = $receiver->url;
  $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok;
  for my $off (600, -600) {
    my $before = $receiver->got($url);
    $clock->set($off);
    ok +(wait_for { $node->log =~ /alarm clock: the clock of this machine is [56]\d\d s @{[ $off > 0 ? 'ahead of' : 'behind' ]} the database's: its dispatcher claims nothing/ } 20), "$off s: the alarm says so";
    $x->submitter->post($x->notes, a_note())->ok;
    my $asked = owner()->selectrow_array(q(select count(*) from outbox));
    ok +(holds_for { $receiver->got($url) == $before } 4), 'the event waits';
    ok $asked, '… in the outbox';
    ok +(wait_for { over('claims') } 10), 'a dispatcher that waits for the clock is not stuck';
    $clock->set(0);
    $receiver->wait($url, $before + 1, 30);
    ok +(wait_for { over('clock') } 20), 'the alarm is over';
    is_deeply [grep { abs > 5 } dated($url)], [], 'it is sent when the clocks agree, with the right time';
  }
  is owner()->selectrow_array(q(select count(*) from attempt where http_status = 400)), 0, 'no receiver has refused a timestamp';
};

done_testing;
