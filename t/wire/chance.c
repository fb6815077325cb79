/* chance.c: random numbers that a seed repeats. */
#include "wire.h"

uint64_t wire_seed;

/* splitmix64 */
static uint64_t next(chance_t *chance) {
  uint64_t z = (chance->state += 0x9e3779b97f4a7c15u);

  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

chance_t chance_of(const char *name, unsigned long number) {
  chance_t chance = {wire_seed ^ (number * 0x9e3779b97f4a7c15u)};

  for (const char *c = name; *c; c++) {
    chance.state = (chance.state ^ (unsigned char)*c) * 0x100000001b3u;
  }
  next(&chance);
  return chance;
}

unsigned below(chance_t *chance, unsigned n) {
  return (unsigned)(next(chance) >> 33) % n;
}

unsigned between(chance_t *chance, unsigned least, unsigned most) {
  return least + below(chance, most - least + 1);
}

bool once_in(chance_t *chance, unsigned n) {
  return below(chance, n) == 0;
}

int choose(chance_t *chance, const choice_t *choices) {
  unsigned sum = 0;

  for (const choice_t *c = choices; c->weight; c++) {
    sum += c->weight;
  }
  unsigned drawn = below(chance, sum);
  while (drawn >= choices->weight) {
    drawn -= choices++->weight;
  }
  return choices->value;
}
