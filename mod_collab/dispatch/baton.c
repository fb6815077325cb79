/* baton.c: who may use the dispatcher's state (baton.h). The baton is a mutex. */
#include "dispatch/baton.h"

#include <pthread.h>

#define TRY_EVERY apr_time_from_msec(1)

static pthread_mutex_t baton = PTHREAD_MUTEX_INITIALIZER;
static bool given; /* the loop's thread has given the baton away; only this thread uses the variable */

void collab_baton_setup(void) {
  collab_stall_note(0); /* that of a dispatcher before */
  pthread_mutex_lock(&baton);
}

static void give(void) {
  given = true;
  pthread_mutex_unlock(&baton);
}

static void take(void) {
  pthread_mutex_lock(&baton);
  given = false;
}

void collab_baton_give(int64_t subscription) {
  collab_stall_note(subscription);
  give();
}

void collab_baton_take(void) {
  take();
  collab_stall_note(0);
}

bool collab_baton_callback(int64_t subscription) {
  bool was_given = given;

  collab_stall_note(subscription);
  if (was_given) {
    take();
  }
  return was_given;
}

void collab_baton_return(const bool *was_given) {
  if (*was_given) {
    give();
  }
}

/* Tries again and again, because the loop's thread may call libcurl, or be called back, many thousand times a second. */
bool collab_baton_seize(apr_interval_time_t within) {
  for (apr_interval_time_t waited = 0; waited < within; waited += TRY_EVERY) {
    if (pthread_mutex_trylock(&baton) == 0) {
      return true;
    }
    apr_sleep(TRY_EVERY);
  }
  return false;
}

void collab_baton_release(void) {
  pthread_mutex_unlock(&baton);
}
