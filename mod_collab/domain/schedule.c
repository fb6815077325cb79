/* schedule.c: retry delays. The jitter spreads deliveries that failed together over a tenth of the delay. It only adds, because a
 * retry never comes early (interface.md 16.7). */
#include "domain/schedule.h"

/* SplitMix64: a good mix of two small numbers, the same on every machine. */
static uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

double collab_schedule_next(const collab_schedule_t *schedule, int made, int64_t delivery) {
  if (made < 1 || made > schedule->count) {
    return -1;
  }
  double share = (double)(mix((uint64_t)delivery * 32 + (uint64_t)made) >> 11) / 9007199254740992.0; /* 2^53 */
  return schedule->delay[made - 1] * (1 + 0.1 * share);
}
