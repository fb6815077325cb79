# t/dispatch/outbound/stalled-dispatcher.t: a receiver that stalls the dispatcher costs others seconds, and itself an attempt
# No receiver is known that makes libcurl work without end, so a library does that: the call that reads from one port does not return.
use lib qw(t/lib lab/lib);
use Collab::Judgement;
use Collab::Test;
use Collab::File qw(write_file);
use Collab::Receiver;
use Collab::Subscription;
use Collab::Wait qw(run);
use File::Temp ();

my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
my ($staller, $sound) = (receiver(), receiver());
write_file("$dir/stall.c", sprintf <<'END', $dir, $dir, $staller->port);
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char stall[] = "%s/stall", stuck[] = "%s/stuck";

static void wait_while(const char *file) {
  while (!access(file, F_OK)) {
    nanosleep(&(struct timespec){0, 1000000}, NULL);
  }
}

/* For libcurl. */
ssize_t recv(int fd, void *buffer, size_t size, int flags) {
  struct sockaddr_in peer = {0};
  socklen_t len = sizeof peer;

  if (!getpeername(fd, (struct sockaddr *)&peer, &len) && peer.sin_family == AF_INET && ntohs(peer.sin_port) == %d) {
    wait_while(stall);
  }
  return ((ssize_t(*)(int, void *, size_t, int))dlsym(RTLD_NEXT, "recv"))(fd, buffer, size, flags);
}

ssize_t __recv_chk(int fd, void *buffer, size_t size, size_t room, int flags) {
  (void)room;
  return recv(fd, buffer, size, flags);
}

/* For the loop, which reads this many bytes from its wake-up pipe in each turn. */
ssize_t read(int fd, void *buffer, size_t size) {
  struct stat file;

  if (size == 256 && !fstat(fd, &file) && S_ISFIFO(file.st_mode)) {
    wait_while(stuck);
  }
  return ((ssize_t(*)(int, void *, size_t))dlsym(RTLD_NEXT, "read"))(fd, buffer, size);
}
END
run($ENV{CC} || 'cc', '-shared', '-fPIC', '-o', "$dir/stall.so", "$dir/stall.c", '-ldl');
sub begin { my ($what) = @_; write_file("$dir/$what", '') }
sub finish { my ($what) = @_; unlink "$dir/$what" or die "$dir/$what: $!\n" }

my ($server, @unready);
sub installed {
  my (%timers) = @_;
  local $ENV{COLLAB_PRELOAD} = "$dir/stall.so";     # only httpd
  my $stack = judged(extra => "CollabDispatcher On slots=16 per-endpoint=4\nCollabWebhookTimeout 60\nCollabWebhookRetry V2 1 1 1 1 1 1 1 1\n", timers => { tick => 200, stalled => 1000, %timers });
  $server = $stack->server;
  return $stack;
}

# Waits for the condition, and meanwhile asks whether the node is ready.
sub soon(&$) { my ($condition, $what) = @_; return wait_for { my $ready = ready(); push @unready, $ready if $ready != 200; $condition->() } 30, $what }
sub lines { my ($regexp) = @_; return scalar(() = $server->log =~ /$regexp/g) }
sub under_way { my ($s) = @_; return (pending($s) // {})->{claim} }

my $stack = installed(hold => 1000);
my ($bad, $slow, $good) = map { subscribed($_) } $staller->url, $sound->url('hang'), $sound->url;
wait_for { ready() == 200 } 20, 'readiness';
over();
speak($slow);
soon { $sound->got($slow->{url}) && under_way($slow) } 'a slow delivery under way';

begin('stall');
speak($bad);
for my $round (1 .. 3) {       # the delivery's retries come by themselves
  subtest "stall $round of a receiver" => sub {
    my ($requests, $hold) = (scalar $sound->got($slow->{url}), 2 ** ($round - 1));
    speak($good);
    my $line = qr/CB0635: subscription $bad->{id}: its receiver has stalled the dispatcher \($round in a row\) and is not called for $hold s; the dispatcher ends: attempts used up: 1, other deliveries released: \d+\n/;
    ok +(soon { $server->log =~ $line } 'the end of the dispatcher'), 'the log says which receiver, and how long it is held back';
    $sound->wait($good->{url}, $round, 30);
    pass('the next dispatcher sends the deliveries of others');
    my $attempt = (attempts($bad, $round))[$round - 1];
    is_deeply { map { $_ => $attempt->{$_} } qw(number http_status success error) }, { number => $round, http_status => 0, success => 0, error => 'the receiver stalled the dispatcher' }, 'the delivery has used up an attempt';
    ok defined $attempt->{next_attempt_at}, '… and is retried by the schedule';
    ok +(soon { $sound->got($slow->{url}) > $requests && under_way($slow) } 'the slow delivery'), 'the slow delivery of another company is sent again';
    is pending($slow)->{leases_lost}, $round == 1 ? 0 : 5, 'it has not lost its lease with the dispatcher';
    owner()->do('update delivery set leases_lost = 5 where queue = ?', undef, $slow->{id});       # one more would make it a dead letter
    is_deeply [attempts($slow)], [], 'no attempt of it is on record';
  };
}
ok +(soon { problem('stall') } 'the alarm'), 'the alarm is raised';
ok +(soon { nobody->get('/the-metrics')->text =~ /^collab_health\{reason="stall"\} 1$/m } 'the metrics'), 'the metrics have it';
like $server->log, qr/CB0655: alarm: the receiver of subscription $bad->{id} has stalled the dispatcher \(3 in a row\) and is not called before \d{4}-/, 'the log has the alarm';
like $server->log, qr/CB0701: alarm dispatcher: the dispatcher has stood still for \d+ s, at the receiver of subscription $bad->{id}\./, 'so has it that of the dispatcher';
finish('stall');

subtest 'a good delivery ends the alarm' => sub {
  ok +(wait_for { grep { $_->{success} } attempts($bad) } 60, 'the delivery'), 'the delivery arrives when the receiver works';
  ok +(soon { !problem('stall') } 'its end'), 'the alarm is over';
  like $server->log, qr/CB0656: the alarm is over: no receiver has stalled/, 'the log says so';
  is_deeply \@unready, [], 'the node was always ready';
};

subtest 'a loop that is stuck elsewhere names no receiver' => sub {
  my $requests = $sound->got($slow->{url});
  begin('stuck');
  soon { lines('CB0636: the dispatcher\'s loop is stuck, and not at a receiver; the dispatcher ends: deliveries released: \d+\n') } 'the end of the dispatcher';
  finish('stuck');
  ok +(soon { $sound->got($slow->{url}) > $requests && under_way($slow) } 'the delivery'), 'the next dispatcher sends the delivery under way again';
  is pending($slow)->{leases_lost}, 5, 'it has not lost its lease';
  is_deeply [attempts($slow)], [], 'it has used up no attempt';
  ok !problem('stall'), 'no receiver is blamed';
  is owner()->selectrow_array('select count(*) from dead_letter'), 0, 'there is no dead letter';
};

subtest 'a dispatcher that is stuck ends without a database, too' => sub {
  owner()->do('update delivery set leases_lost = 0 where queue = ?', undef, $slow->{id});
  halt(my $postmaster = $stack->pg->pid);         # accepts no connections
  begin('stuck');
  soon { lines('CB0637: the stuck dispatcher could not give up its deliveries \(.+\): they are taken back as lost\n') } 'the end of the dispatcher';
  finish('stuck');
  kill 'CONT', $postmaster;
  ok +(soon { my $delivery = pending($slow); $delivery->{claim} && $delivery->{leases_lost} == 1 } 'the delivery'), 'the next dispatcher takes the delivery back as lost';
};

subtest 'a dispatcher that was stopped goes on' => sub {
  my ($pid, $lines) = ($server->dispatcher, lines('CB063[5-7]'));
  halt($pid);
  ok +(holds_for { ready() == 200 } 3), 'the node stays ready for longer than the watchdog would wait';
  ok problem('dispatcher'), 'the alarm says that it stands still';
  kill 'CONT', $pid;
  speak($good);
  $sound->wait($good->{url}, 4);
  ok +(holds_for { ($server->dispatcher // 0) == $pid } 1), 'the same dispatcher works on';
  is lines('CB063[5-7]'), $lines, 'the watchdog has said nothing';
};

subtest 'the owner ends the hold' => sub {
  undef $stack;
  my $stack = installed(hold => 300_000);
  my $held = subscribed($staller->url);
  wait_for { ready() == 200 } 20, 'readiness';
  begin('stall');
  speak($held);
  soon { lines("CB0635: subscription $held->{id}: .* is not called for 300 s") } 'the end of the dispatcher';
  finish('stall');
  my $requests = $staller->got($held->{url});
  soon { problem('stall') && pending($held) && owner()->selectrow_array('select due_at < now() from delivery where queue = ?', undef, $held->{id}) } 'its retry to be due';
  ok +(holds_for { $staller->got($held->{url}) == $requests && problem('stall') } 2), 'the next dispatcher does not call the receiver';
  kill 'KILL', my $old = $server->dispatcher;
  soon { my $new = $server->dispatcher; $new && $new != $old && problem('stall') } 'another dispatcher';
  ok +(holds_for { $staller->got($held->{url}) == $requests } 2), 'neither does a third one';
  $held->{exchange}->submitter->patch("/v2/webhooks/$held->{id}", { active => \1 })->ok;
  ok +(soon { $staller->got($held->{url}) > $requests } 'the delivery'), 'active: true ends the hold';
  ok +(attempts($held, 2))[1]{success}, 'the delivery arrives';
  ok +(soon { !problem('stall') } 'its end'), 'the alarm is over';
};

done_testing;
