/* clock_waits.c: tells the thread sanitizer what two waits with a clock do, which the sanitizers of gcc 12 to 14 do not know.
 * Loaded into httpd and the unit tests by build/check-threads. */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <time.h>

void __tsan_acquire(void *address);

/* A thread that returns from it sees all writes before the sem_post(), as after sem_wait(). */
int sem_clockwait(sem_t *restrict semaphore, clockid_t clock, const struct timespec *restrict until) {
  static int (*real)(sem_t *restrict, clockid_t, const struct timespec *restrict);

  if (!__atomic_load_n(&real, __ATOMIC_ACQUIRE)) {
    __atomic_store_n(&real, dlsym(RTLD_NEXT, "sem_clockwait"), __ATOMIC_RELEASE);
  }
  int failed = real(semaphore, clock, until);
  if (!failed) {
    __tsan_acquire(semaphore);
  }
  return failed;
}

static bool is_past(clockid_t clock, const struct timespec *until) {
  struct timespec now;

  clock_gettime(clock, &now);
  return now.tv_sec > until->tv_sec || (now.tv_sec == until->tv_sec && now.tv_nsec >= until->tv_nsec);
}

/* It joins the thread, as pthread_tryjoin_np() does, which the sanitizer knows. */
int pthread_clockjoin_np(pthread_t thread, void **result, clockid_t clock, const struct timespec *until) {
  const struct timespec pause = {.tv_nsec = 1000000};
  int failed;

  while ((failed = pthread_tryjoin_np(thread, result)) == EBUSY && !is_past(clock, until)) {
    nanosleep(&pause, NULL);
  }
  return failed == EBUSY ? ETIMEDOUT : failed;
}
