# t/dispatch/outbound/clock-change.t: transfers time out even if the machine's clock is set forward or back
use lib qw(t/lib lab/lib);
use Collab::Clock;
use Collab::Test;
use Collab::Httpd;
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
  $stack->another_server('node', timers => { postpone => 100 }, extra => "CollabWebhookTimeout 3\nCollabWebhookRetry V2 600 600\n"
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
  my $socket = transfer(speak());
  ok $socket, 'a transfer begins';
  $clock->set(0);
  ok ends($socket), 'the transfer ends at its time-out, not an hour later';
  ok +(wait_for { $node->log =~ /CB0702: the alarm clock is over/ } 15), 'the alarm ends when the clocks agree again';
  ok transfer(speak()), 'new events are sent at once, not in an hour';
  like $node->log, qr/the machine's clock was set back by 3[56]\d\d s: the dispatcher restarts/;
  like $node->log, qr/the dispatcher has died \(exit code 0\) and is started again/;
};

# From the next claim on, the dispatcher knows that its clock differs from the database's.
subtest 'a certificate that only a wrong clock calls expired costs no attempt' => sub {
  my $s = subscribed("https://hooks.example:@{[ $secure->port ]}/");
  $clock->set(5 * 86400);
  Collab::Postponed::speak($s);
  ok postponed($s), 'no attempt is used up';
  $clock->set(0);
  ok delivered($s), 'it is delivered at its first attempt';
};

done_testing;
