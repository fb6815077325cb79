/* company_rates.h: the companies' own rate limits, in memory that the workers can read. */
#ifndef COLLAB_NODE_COMPANY_RATES_H
#define COLLAB_NODE_COMPANY_RATES_H

#include "collab.h"

#define COLLAB_COMPANY_RATES 2048 /* companies that may have a limit of their own */

typedef struct collab_company_rate_t {
  int64_t company;
  int requests; /* a minute */
} collab_company_rate_t;

/* Replaces all limits. The watcher alone. */
void collab_company_rates_set(const collab_company_rate_t *rates, int count);

/* A company's own limit in requests a minute; 0: none. Any process and thread; cheap. */
int collab_company_rates_of(int64_t company);

#endif
