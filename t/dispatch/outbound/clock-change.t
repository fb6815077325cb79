# t/dispatch/outbound/clock-change.t: no time-out is lost when the machine's clock is set forward during a transfer, or back
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
my $clock = Collab::Clock->new($dir);       # httpd's alone

my ($cert, $key) = Collab::Httpd::certificate("$dir/cert", 'hooks.example');      # for two days
my $secure = Collab::Httpd->start("$dir/secure", modules => [qw(ssl socache_shmcb alias)],
  config => "SSLEngine On\nSSLCertificateFile \"$cert\"\nSSLCertificateKeyFile \"$key\"\nRedirectMatch 204 ^/\n");

# The dispatcher's node has that clock, and nobody wakes its dispatcher: the notes are written on another one.
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

# Does the dispatcher end it, without an answer?
sub ends {
  my ($socket) = @_;
  while (readable($socket, 60)) { return 1 if !sysread $socket, my $more, 65536 }
  return 0;
}

subtest 'set forward, while nothing but a transfer reminds the dispatcher of anything' => sub {
  my $socket = transfer(speak());
  ok $socket, 'a transfer begins';
  $clock->set(3600);
  ok ends($socket), 'and ends at its time-out';
  ok +(wait_for { $node->log =~ /CB0701: alarm clock: the clock of this machine is 3[56]\d\d s ahead of the database's/ } 15), 'the node says that a clock is wrong';
};

subtest 'set back' => sub {
  my $socket = transfer(speak());
  ok $socket, 'a transfer begins';
  $clock->set(0);
  ok ends($socket), 'and ends, not an hour after its time-out';
  ok +(wait_for { $node->log =~ /CB0702: the alarm clock is over/ } 15), 'the clocks agree again';
  ok transfer(speak()), 'what is new is sent, and not in an hour';
  like $node->log, qr/the machine's clock was set back by 3[56]\d\d s: the dispatcher restarts/;
  like $node->log, qr/the dispatcher has died \(exit code 0\) and is started again/;
};

# The clock stands differently to the database's from the next claim on.
subtest 'a certificate that has expired by a clock that is wrong' => sub {
  my $s = subscribed("https://hooks.example:@{[ $secure->port ]}/");
  $clock->set(5 * 86400);
  Collab::Postponed::speak($s);
  ok postponed($s), 'nothing is used up';
  $clock->set(0);
  ok delivered($s), 'delivered at its first attempt';
};

done_testing;
