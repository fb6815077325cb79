/* test_schedule.c: a retry waits for its delay (interface.md 16.7), and at most a tenth longer. The same attempt of a delivery
 * always gets the same delay (domain/schedule.h). */
#include "domain/schedule.h"
#include "tap.h"

int main(void) {
  const collab_schedule_t schedule = {3, {10, 3600, 1}};
  double least = 1, most = 0;

  tap_begin();
  for (int64_t delivery = 1; delivery <= 2000; delivery++) {
    double wait = collab_schedule_next(&schedule, 2, delivery) / 3600;
    least = wait < least ? wait : least;
    most = wait > most ? wait : most;
    if (wait < 1 || wait > 1.1) {
      ok(!"within the delay and a tenth");
    }
  }
  ok(least < 1.005 && most > 1.095); /* the delays are spread */
  ok(collab_schedule_next(&schedule, 1, 7) >= 10 && collab_schedule_next(&schedule, 1, 7) <= 11);
  ok(collab_schedule_next(&schedule, 1, 7) == collab_schedule_next(&schedule, 1, 7));
  ok(collab_schedule_next(&schedule, 1, 7) != collab_schedule_next(&schedule, 1, 8));
  ok(collab_schedule_next(&schedule, 4, 7) < 0);
  ok(collab_schedule_next(&schedule, 0, 7) < 0);
  ok(collab_schedule_next(&(collab_schedule_t){0, {0}}, 1, 7) < 0);
  return tap_done();
}
