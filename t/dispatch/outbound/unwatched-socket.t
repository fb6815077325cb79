# t/dispatch/outbound/unwatched-socket.t: a socket that the kernel does not watch costs no attempt, and no other delivery
# In place of the kernel, a preloaded epoll_ctl refuses the sockets that were connected to one receiver's port.
use lib qw(t/lib lab/lib);
use Collab::Postponed;
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;
use Collab::Wait qw(run);
use File::Temp ();

my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
my ($slow, $refused) = (receiver(), receiver());
my ($port) = $refused->url =~ /:(\d+)/;
Collab::Stack::write_file("$dir/refuse.c", <<"END");
#define _GNU_SOURCE
#include <errno.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static int refused = -1; /* the last socket that was connected to the port */

int connect(int fd, const struct sockaddr *to, socklen_t len) {
  refused = to->sa_family == AF_INET && ntohs(((const struct sockaddr_in *)to)->sin_port) == $port ? fd : refused == fd ? -1 : refused;
  return (int)syscall(SYS_connect, fd, to, len);
}

int epoll_ctl(int epoll, int what, int fd, struct epoll_event *event) {
  if (what == EPOLL_CTL_ADD && fd == refused && access("$dir/refuse", F_OK) == 0) {
    errno = ENOSPC;
    return -1;
  }
  return (int)syscall(SYS_epoll_ctl, epoll, what, fd, event);
}
END
run($ENV{CC} || 'cc', '-shared', '-fPIC', '-o', "$dir/refuse.so", "$dir/refuse.c");
Collab::Stack::write_file("$dir/refuse", '');

my $stack = do {
  local $ENV{COLLAB_PRELOAD} = "$dir/refuse.so";     # only httpd
  stack(timers => { postpone => 100, local => 1500 }, extra => "CollabWebhookRetry V2 600 600\n");
};
my $log = sub { $stack->server->log };

my $open = speak(subscribed($slow->url('late3000')));
wait_for { $slow->got($open->{url}) } 20, 'the slow receiver has its request';
my $unwatched = speak(subscribed($refused->url));
ok +(wait_for { $log->() =~ /CB0616: a receiver's socket cannot be watched/ } 20), 'the fault is logged';
ok postponed($unwatched), 'it uses up no attempt';
is +(attempts($open, 1))[0]{success}, 1, 'a delivery that was under way arrives';
ok +(wait_for { $log->() =~ /CB0655: alarm: the dispatcher has run out of / } 20), 'the fault is an alarm of this node';
unlink "$dir/refuse";
is join(' ', map { "$_->{number} $_->{success}" } attempts($unwatched, 1)), '1 1', 'it arrives at its first attempt';
unlike $log->(), qr/CB0624/, 'libcurl itself has no fault';

done_testing;
