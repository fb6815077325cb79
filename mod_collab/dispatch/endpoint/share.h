/* share.h: how many of the dispatcher's slots one company, and one host and port, may hold (share.c). Called in the dispatcher's
 * loop alone. */
#ifndef COLLAB_DISPATCH_ENDPOINT_SHARE_H
#define COLLAB_DISPATCH_ENDPOINT_SHARE_H

#include <apr_hash.h>
#include <stdbool.h>
#include <stdint.h>

#define COLLAB_SHARE_KEY 320 /* bytes of a key: a company's id, or a host and its port; a longer one is truncated */

/* The slots held by one company, or at one host and port. */
typedef struct collab_share_t {
  struct collab_share_t *spare, *large; /* next in the list of unused records, and in the list of large shares */
  int most;                             /* its share */
  int tenants;                          /* number of its tenants */
  unsigned round;                       /* round in which the counts below were made */
  int held;                             /* slots */
  int companies;                        /* of a host: companies that hold slots there, or wait for one */
  int hungry;                           /* of a host: companies that wait and hold no slot there */
  uint64_t oldest;                      /* of a host: the earliest `turn` of a hungry company's tenant */
  bool is_host;
  char key[COLLAB_SHARE_KEY];
} collab_share_t;

/* A tenant: one company at one host and port. */
typedef struct collab_tenant_t {
  struct collab_tenant_t *spare;
  collab_share_t *company, *host;
  int endpoints;  /* number of its endpoints */
  unsigned round; /* round in which the counts below were made */
  int held;       /* slots */
  bool waits;
  uint64_t turn; /* shares->turn when it last took a slot */
  char key[COLLAB_SHARE_KEY + 24];
} collab_tenant_t;

typedef struct collab_shares_t {
  apr_pool_t *pool;
  apr_hash_t *companies, *hosts, *tenants;
  collab_share_t *spare_share;
  collab_tenant_t *spare_tenant;
  int of_company, of_host; /* slots that a company, and a host, may hold while no more than `kept` are free */
  int kept;                /* a quarter of all slots */
  uint64_t turn;           /* number of slots taken so far */
  unsigned round;
  int free;
  collab_share_t *large; /* first of the shares of which more than half is held */
} collab_shares_t;

/* A share of 0 means a quarter of the slots, but at least one slot; a share of all slots or more means no limit. */
void collab_shares_setup(collab_shares_t *shares, apr_pool_t *pool, int slots, int of_company, int of_host);

/* collab_tenant_join adds an endpoint to its tenant and returns the tenant; collab_tenant_leave removes an endpoint. */
collab_tenant_t *collab_tenant_join(collab_shares_t *shares, const char *company, const char *host);
void collab_tenant_leave(collab_shares_t *shares, collab_tenant_t *tenant);

/* collab_shares_begin starts a count with `slots` free slots. Then collab_tenant_holds counts each slot in use, and
 * collab_tenant_waits each tenant with work. */
void collab_shares_begin(collab_shares_t *shares, int slots);
void collab_tenant_holds(collab_shares_t *shares, collab_tenant_t *tenant);
void collab_tenant_waits(collab_shares_t *shares, collab_tenant_t *tenant);

/* True if the tenant may take one more slot. */
bool collab_tenant_may_take(collab_shares_t *shares, collab_tenant_t *tenant);

/* Gives the tenant up to `wanted` slots, as many as it may take, and returns the number. */
int collab_tenant_take(collab_shares_t *shares, collab_tenant_t *tenant, int wanted);

/* The number of slots that any tenant may take until only a quarter is free. */
int collab_shares_open(const collab_shares_t *shares);

/* The number of further slots that a company or host may always take while it is not large: while it holds at most half of its
 * share, `share`. */
int collab_shares_usual(int share);

/* The large companies, or the large hosts, as the text of a PostgreSQL array. */
const char *collab_shares_large(const collab_shares_t *shares, apr_pool_t *pool, bool hosts);

#endif
