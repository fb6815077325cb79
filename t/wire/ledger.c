/* ledger.c: the ledger of the receiver, and how often each request came. */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "wire.h"

#define BUCKETS 65536

typedef struct count_t {
  struct count_t *next;
  unsigned long count;
  char name[];
} count_t;

static FILE *ledger;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static count_t *counts[BUCKETS];

long long now_us(void) {
  struct timespec now;

  clock_gettime(CLOCK_REALTIME, &now);
  return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
}

bool ledger_open(const char *path) {
  ledger = path ? fopen(path, "a") : NULL;
  return !path || ledger;
}

void ledger_line(long long at, const char *kind, const char *format, ...) {
  va_list words;

  if (!ledger) {
    return;
  }
  pthread_mutex_lock(&lock);
  fprintf(ledger, "%lld %s ", at, kind);
  va_start(words, format);
  vfprintf(ledger, format, words);
  va_end(words);
  fputc('\n', ledger);
  fflush(ledger);
  pthread_mutex_unlock(&lock);
}

unsigned long ledger_count(const char *name) {
  unsigned hash = 5381;
  count_t *found;

  for (const char *c = name; *c; c++) {
    hash = hash * 33 + (unsigned char)*c;
  }
  pthread_mutex_lock(&lock);
  for (found = counts[hash % BUCKETS]; found && strcmp(found->name, name); found = found->next) {
  }
  if (!found) {
    if (!(found = calloc(1, sizeof *found + strlen(name) + 1))) {
      exit(1);
    }
    memcpy(found->name, name, strlen(name));
    found->next = counts[hash % BUCKETS];
    counts[hash % BUCKETS] = found;
  }
  unsigned long count = ++found->count;
  pthread_mutex_unlock(&lock);
  return count;
}
