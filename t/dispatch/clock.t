# t/dispatch/clock.t: a machine's clock is set, forward while a transfer is under way, and back: no time-out is lost, and nothing waits for the old time
use lib 't/lib';
use Collab::Test;
use Collab::Httpd;
use Collab::Postponed qw(subscribed postponed delivered);
use Collab::Stack;
use Collab::Wait qw(run);
use File::Temp ();
use IO::Select;
use IO::Socket::IP;

my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $clock = "$dir/clock";       # seconds by which it is ahead, for httpd alone
set_clock(0);
open my $out, '>', "$dir/clock.c" or die "$dir: $!\n";
print $out <<"END";
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* The clock of the day is ahead by as much as a file says, from one call to the next; the clock that nobody sets is as it was. The kernel
 * is asked itself: whoever asks for the time may be busy with something that dlsym needs. */
static const long *ahead;

__attribute__((constructor)) static void begin(void) {
  ahead = mmap(NULL, sizeof *ahead, PROT_READ, MAP_SHARED, open("$clock", O_RDONLY | O_CLOEXEC), 0);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int failed = (int)syscall(SYS_clock_gettime, clock, now);
  now->tv_sec += ahead && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) ? *ahead : 0;
  return failed;
}

int gettimeofday(struct timeval *to, void *zone) {
  struct timespec now;
  int failed = clock_gettime(CLOCK_REALTIME, &now);
  (void)zone;
  *to = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
  return failed;
}

time_t time(time_t *to) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return to ? *to = now.tv_sec : now.tv_sec;
}
END
close $out;
run($ENV{CC} || 'cc', '-shared', '-fPIC', '-o', "$dir/clock.so", "$dir/clock.c");

# In place, so that who has the file mapped sees it at once.
sub set_clock {
  my ($seconds) = @_;
  open my $file, -e $clock ? '+<' : '>', $clock or die "$clock: $!\n";
  syswrite $file, pack 'l!', $seconds;
}

my ($cert, $key) = Collab::Httpd::certificate("$dir/cert", 'hooks.example');      # for two days
my $secure = Collab::Httpd->start("$dir/secure", modules => [qw(ssl socache_shmcb alias)],
  config => "SSLEngine On\nSSLCertificateFile \"$cert\"\nSSLCertificateKeyFile \"$key\"\nRedirectMatch 204 ^/\n");

# The dispatcher's node has that clock, and nobody wakes its dispatcher: the notes are written on another one.
my $stack = stack(extra => "CollabDispatcher Off\n");
my $node = do {
  local $ENV{COLLAB_PRELOAD} = "$dir/clock.so";
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
  set_clock(3600);
  ok ends($socket), 'and ends at its time-out';
  ok +(wait_for { $node->log =~ /CB0701: alarm clock: the clock of this machine is 3[56]\d\d s ahead of the database's/ } 15), 'the node says that a clock is wrong';
};

subtest 'set back' => sub {
  my $socket = transfer(speak());
  ok $socket, 'a transfer begins';
  set_clock(0);
  ok ends($socket), 'and ends, not an hour after its time-out';
  ok +(wait_for { $node->log =~ /CB0702: the alarm clock is over/ } 15), 'the clocks agree again';
  ok transfer(speak()), 'what is new is sent, and not in an hour';
  like $node->log, qr/the machine's clock was set back by 3[56]\d\d s: the dispatcher begins anew/;
  like $node->log, qr/the dispatcher has died \(exit code 0\) and is started again/;
};

# The clock stands differently to the database's from the next claim on.
subtest 'a certificate that has expired by a clock that is wrong' => sub {
  my $s = subscribed("https://hooks.example:@{[ $secure->port ]}/");
  set_clock(5 * 86400);
  Collab::Postponed::speak($s);
  ok postponed($s), 'nothing is used up';
  set_clock(0);
  ok delivered($s), 'delivered at its first attempt';
};

done_testing;
