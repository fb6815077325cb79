# A system clock that a test or the fault lab sets, for programs that preload its library. It needs a C compiler.
#
#   my $clock = Collab::Clock->new($dir);
#   local $ENV{COLLAB_PRELOAD} = $clock->library;       for httpd; LD_PRELOAD for others
#   stack(pg => { preload => $clock->library });        for PostgreSQL
#   $clock->set(3600);                                  one hour ahead, effective at once
#   $clock->works                                       can a program here preload it?
package Collab::Clock;
use strict;
use warnings;
use Collab::Wait qw(run output);

sub new {
  my ($class, $dir) = @_;
  my $self = bless { dir => $dir, clock => "$dir/clock" }, $class;
  $self->set(0);
  open my $out, '>', "$dir/clock.c" or die "$dir: $!\n";
  print $out source("$dir/clock");
  close $out;
  run($ENV{CC} || 'cc', '-shared', '-fPIC', '-o', $self->library, "$dir/clock.c");
  return $self;
}

sub library { "$_[0]{dir}/clock.so" }

# Writes the file in place: processes that have mapped it see the change at once.
sub set {
  my ($self, $seconds) = @_;
  open my $file, -e $self->{clock} ? '+<' : '>', $self->{clock} or die "$self->{clock}: $!\n";
  syswrite $file, pack 'l!', $seconds;
}

sub works {
  my ($self) = @_;
  $self->set(86400);
  local $ENV{LD_PRELOAD} = $self->library;
  my ($status, $said) = output('date', '+%s');
  $self->set(0);
  return $said =~ /^(\d+)$/ && $1 > time + 43200;
}

sub source {
  my ($clock) = @_;
  return <<"END";
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* CLOCK_REALTIME is ahead by the seconds that the file holds; each call reads them anew. CLOCK_MONOTONIC is unchanged. These functions
 * make the system call themselves: their caller may hold a lock that dlsym needs. */
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

/* Converts the end of a wait to the kernel's own clock. An end below 300,000,000 s (1979) is taken for a time of CLOCK_MONOTONIC. */
static clockid_t end_of_wait(const struct timespec *end, struct timespec *real) {
  clockid_t clock = end->tv_sec < 300000000 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
  *real = *end;
  real->tv_sec -= ahead && clock == CLOCK_REALTIME ? *ahead : 0;
  return clock;
}

int sem_timedwait(sem_t *semaphore, const struct timespec *end) {
  struct timespec real;
  return sem_clockwait(semaphore, end_of_wait(end, &real), &real);
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *end) {
  struct timespec real;
  return pthread_cond_clockwait(condition, mutex, end_of_wait(end, &real), &real);
}
END
}

1;
