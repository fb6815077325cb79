/* sem_clockwait.c: tells the thread sanitizer that a thread returning from sem_clockwait() sees all writes before the sem_post().
 * The sanitizers of gcc 12 to 14 know only sem_wait() and sem_timedwait(). Loaded into httpd and the unit tests by
 * build/check-threads. */
#include <dlfcn.h>
#include <semaphore.h>
#include <time.h>

void __tsan_acquire(void *address);

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
