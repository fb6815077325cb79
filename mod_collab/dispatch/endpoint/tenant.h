/* tenant.h: the dispatcher's tenants (tenant.c). A tenant is one company at one host and port. claim/fairness.c limits how many
 * slots a tenant holds. Called in the dispatcher's loop alone. */
#ifndef COLLAB_DISPATCH_ENDPOINT_TENANT_H
#define COLLAB_DISPATCH_ENDPOINT_TENANT_H

#include <apr_hash.h>
#include <stdbool.h>
#include <stdint.h>

#define COLLAB_SHARE_KEY 320 /* bytes of a key: a company's id, or a host and its port; a longer one is truncated */

/* The slots held by one company, or at one host and port. fairness.c counts them anew for each claim. */
typedef struct collab_share_t {
  struct collab_share_t *spare; /* next in the list of unused records */
  int most;                     /* its share */
  int tenants;                  /* number of its tenants */
  unsigned round;               /* round in which the counts below were made */
  int held;                     /* slots */
  int companies;                /* of a host: companies that hold slots there, or wait for one */
  int hungry;                   /* of a host: companies that wait and hold no slot there */
  uint64_t oldest;              /* of a host: the earliest `turn` of a hungry company's tenant */
  bool is_host;
  char key[COLLAB_SHARE_KEY];
} collab_share_t;

typedef struct collab_tenant_t {
  struct collab_tenant_t *spare;
  collab_share_t *company, *host;
  int endpoints;  /* number of its endpoints */
  unsigned round; /* round in which the counts below were made */
  int held;       /* slots */
  bool waits;
  uint64_t turn; /* tenants->turn when it last had a turn */
  char key[COLLAB_SHARE_KEY + 24];
} collab_tenant_t;

typedef struct collab_tenants_t {
  apr_pool_t *pool;
  apr_hash_t *companies, *hosts, *by_key;
  collab_share_t *spare_share;
  collab_tenant_t *spare_tenant;
  int of_company, of_host; /* slots that a company, and a host, may hold while no more than `kept` are free */
  int kept;                /* a quarter of all slots */
  uint64_t turn;           /* number of turns so far */
  unsigned round;
  int free; /* slots that are free in this round */
} collab_tenants_t;

/* A share of 0 means a quarter of the slots, but at least one slot; a share of all slots or more means no limit. */
void collab_tenants_setup(collab_tenants_t *tenants, apr_pool_t *pool, int slots, int of_company, int of_host);

/* collab_tenant_join adds an endpoint to its tenant and returns the tenant; collab_tenant_leave removes an endpoint. */
collab_tenant_t *collab_tenant_join(collab_tenants_t *tenants, const char *company, const char *host);
void collab_tenant_leave(collab_tenants_t *tenants, collab_tenant_t *tenant);

#endif
