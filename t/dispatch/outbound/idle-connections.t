# t/dispatch/outbound/idle-connections.t: a connection that is used every fifty seconds is kept, for ten minutes at most
# The test does not wait: it sets forward the dispatcher's monotonic clock, which libcurl uses.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;
use Collab::Wait qw(run);
use File::Temp ();

my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
sub write_file { my ($path, $text) = @_; open my $out, '>', "$path.new" or die "$path: $!\n"; print $out $text; close $out; rename "$path.new", $path }

write_file("$dir/later.c", <<"END");
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* So many seconds later than it is, as the file says. By system calls alone: the library's ask for the time themselves, under a sanitizer. */
int clock_gettime(clockid_t id, struct timespec *at) {
  char text[24];
  long seconds = 0, len = 0, failed = syscall(SYS_clock_gettime, id, at);
  long file = id == CLOCK_MONOTONIC || id == CLOCK_MONOTONIC_RAW ? syscall(SYS_openat, AT_FDCWD, "$dir/later", O_RDONLY | O_CLOEXEC) : -1;

  if (file >= 0) {
    len = syscall(SYS_read, file, text, sizeof text);
    syscall(SYS_close, file);
  }
  for (long i = 0; i < len; i++) {
    seconds = 10 * seconds + text[i] - '0';
  }
  at->tv_sec += seconds;
  return (int)failed;
}
END
run($ENV{CC} || 'cc', '-shared', '-fPIC', '-o', "$dir/later.so", "$dir/later.c");
my $now = 0;
sub forward { my ($seconds) = @_; write_file("$dir/later", $now += $seconds) }
forward(0);

my $stack = do {
  local $ENV{COLLAB_PRELOAD} = "$dir/later.so";     # only httpd
  stack(extra => "CollabWebhookRetry V2 600 600\n");
};
my $receiver = receiver();
my $x = exchange();
my $id = $x->submitter->post('/v2/webhooks', { callbackUrl => $receiver->url })->ok->{id};
my $events = 0;

# Whether the next event is sent on a new connection.
sub anew {
  $x->submitter->post($x->notes, a_note())->ok;
  my $row;
  wait_for { $row = owner()->selectrow_arrayref('select success, connect_us is not null from attempt where subscription = ? order by id offset ?', undef, $id, $events) } 20, 'its attempt';
  $events++;
  ok $row->[0], 'the event is delivered';
  return $row->[1];
}

ok anew(), 'the first event needs a new connection';
ok !anew(), 'the second event uses the kept one';
forward(45);
ok !anew(), 'after 45 idle seconds it is still used';
forward(51);
ok anew(), 'after 51 idle seconds a new one is opened';
for (1 .. 13) { forward(44); anew() and fail('idle for 44 seconds, but used') }       # 572 of 600 seconds: the rest is for the test's own time
forward(45);
ok anew(), 'after ten minutes a busy connection is replaced';
ok !anew(), 'the new connection is kept';

done_testing;
