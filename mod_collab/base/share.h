/* share.h: the shares of the dispatcher's slots: how many of them one company, and one host and port, may hold (share.c). The
 * dispatcher's loop alone calls this. */
#ifndef COLLAB_BASE_SHARE_H
#define COLLAB_BASE_SHARE_H

#include <apr_hash.h>
#include <stdbool.h>
#include <stdint.h>

#define COLLAB_SHARE_KEY 320 /* bytes of a key: a company's id, or a host and its port, of which a longer one is cut */

/* What one company holds, or one host and port. The counts are those of the round. */
typedef struct collab_share_t {
  struct collab_share_t *spare, *large; /* the next in the list of the spare ones; of those that hold much */
  int most;                             /* its share */
  int tenants;                          /* how many tenants it has */
  unsigned round;                       /* which the counts are of */
  int held;                             /* slots */
  int companies;                        /* of a host: companies that hold slots there, or wait, */
  int hungry;                           /*   and those of them that wait and hold none; */
  uint64_t oldest;                      /*   the earliest last turn of these */
  bool is_host;
  char key[COLLAB_SHARE_KEY];
} collab_share_t;

/* A tenant: one company at one host and port. */
typedef struct collab_tenant_t {
  struct collab_tenant_t *spare;
  collab_share_t *company, *host;
  int endpoints;  /* how many endpoints it has */
  unsigned round; /* which the counts are of */
  int held;       /* slots */
  bool waits;
  uint64_t turn; /* when it last took a slot: shares->turn */
  char key[COLLAB_SHARE_KEY + 24];
} collab_tenant_t;

typedef struct collab_shares_t {
  apr_pool_t *pool;
  apr_hash_t *companies, *hosts, *tenants;
  collab_share_t *spare_share;
  collab_tenant_t *spare_tenant;
  int of_company, of_host; /* how many slots each may hold while fewer than `kept` are free */
  int kept;                /* a quarter of all slots */
  uint64_t turn;           /* so many slots have been taken */
  unsigned round;
  int free;              /* slots that nobody holds */
  collab_share_t *large; /* those that hold more than half of their share: the large ones */
} collab_shares_t;

/* A share of 0 is a quarter of the slots, and at least one; one of all slots or more is no limit. */
void collab_shares_setup(collab_shares_t *shares, apr_pool_t *pool, int slots, int of_company, int of_host);

/* The tenant of one more endpoint; and one endpoint less. */
collab_tenant_t *collab_tenant_join(collab_shares_t *shares, const char *company, const char *host);
void collab_tenant_leave(collab_shares_t *shares, collab_tenant_t *tenant);

/* A round of counting begins: nobody holds a slot, nobody waits. Then each slot in use is told, and each tenant that has work. */
void collab_shares_begin(collab_shares_t *shares, int slots);
void collab_tenant_holds(collab_shares_t *shares, collab_tenant_t *tenant);
void collab_tenant_waits(collab_shares_t *shares, collab_tenant_t *tenant);

/* May the tenant take one more slot? */
bool collab_tenant_may_take(collab_shares_t *shares, collab_tenant_t *tenant);

/* Gives the tenant as many of the `wanted` slots as it may take, and returns how many. */
int collab_tenant_take(collab_shares_t *shares, collab_tenant_t *tenant, int wanted);

/* How many slots may be taken, whoever takes them, until no more than a quarter is free. */
int collab_shares_open(const collab_shares_t *shares);

/* How many slots are surely left to a company, or a host, that is not large: that holds no more than half of its share. */
int collab_shares_usual(int share);

/* The large companies, or hosts: the text of an array. */
const char *collab_shares_large(const collab_shares_t *shares, apr_pool_t *pool, bool hosts);

#endif
