/* share.c: limits how many slots one company, or one host and port, may hold while few slots are free.
 *
 * A webhook receiver that answers slowly holds its slots for a long time. Without limits, a company with many subscriptions could
 * hold all slots. So could a host that many companies call.
 *
 * A company may take any slot while more than a quarter of all slots is free. It may take a slot of the last quarter only if both
 * of these rules allow it:
 *   - Company: the company holds fewer slots than its share (CollabDispatcher company=…).
 *   - Host: the host's share (CollabDispatcher host=…) has a slot left, or the company holds less than its even part.
 *
 * A company's even part is the host's share divided by the number of companies that hold slots at this host or wait for one.
 * Above its even part, a company leaves one slot to each waiting company that holds none. So a company that came first cannot
 * occupy a host that others need too. If more companies wait than the share has slots, they take turns.
 *
 * The dispatcher counts the slots in use anew before each claim. The counting takes microseconds, a claim milliseconds. Each
 * delivery that a claim may lease counts as a slot in use, so a claim never leases more than its dispatcher can send at once.
 *
 * due.c uses the counts to choose the endpoints that a claim asks for. Runs in the dispatcher's loop. */
#include "dispatch/endpoint/share.h"

#include <apr_strings.h>
#include <limits.h>
#include <string.h>

#include "base/json.h"

/* A share of all slots or more becomes INT_MAX, which means no limit. The number of slots would be too low a value. A claim
 * derives from a share how many new deliveries of one company or host to consider (collab_shares_usual), and may consider more
 * deliveries than it leases. */
static int share_of(int slots, int share) {
  int quarter = slots / 4 > 1 ? slots / 4 : 1;
  return share == 0 ? quarter : share < slots ? share : INT_MAX;
}

void collab_shares_setup(collab_shares_t *shares, apr_pool_t *pool, int slots, int of_company, int of_host) {
  shares->pool = pool;
  shares->companies = apr_hash_make(pool);
  shares->hosts = apr_hash_make(pool);
  shares->tenants = apr_hash_make(pool);
  shares->of_company = share_of(slots, of_company);
  shares->of_host = share_of(slots, of_host);
  shares->kept = slots / 4;
}

/* ---- tenants and shares ---- */

static collab_share_t *join_share(collab_shares_t *shares, bool is_host, const char *key) {
  apr_hash_t *by_key = is_host ? shares->hosts : shares->companies;
  char whole[COLLAB_SHARE_KEY];

  apr_cpystrn(whole, key, sizeof whole);
  collab_share_t *share = apr_hash_get(by_key, whole, APR_HASH_KEY_STRING);
  if (!share) {
    share = shares->spare_share ? shares->spare_share : apr_palloc(shares->pool, sizeof *share);
    shares->spare_share = shares->spare_share ? share->spare : NULL;
    memset(share, 0, sizeof *share);
    share->is_host = is_host;
    share->most = is_host ? shares->of_host : shares->of_company;
    apr_cpystrn(share->key, whole, sizeof share->key);
    apr_hash_set(by_key, share->key, APR_HASH_KEY_STRING, share);
  }
  share->tenants++;
  return share;
}

static void leave_share(collab_shares_t *shares, collab_share_t *share) {
  if (--share->tenants == 0) {
    apr_hash_set(share->is_host ? shares->hosts : shares->companies, share->key, APR_HASH_KEY_STRING, NULL);
    share->spare = shares->spare_share;
    shares->spare_share = share;
  }
}

collab_tenant_t *collab_tenant_join(collab_shares_t *shares, const char *company, const char *host) {
  char key[sizeof((collab_tenant_t *)NULL)->key];

  apr_snprintf(key, sizeof key, "%.20s %s", company, host);
  collab_tenant_t *tenant = apr_hash_get(shares->tenants, key, APR_HASH_KEY_STRING);
  if (!tenant) {
    tenant = shares->spare_tenant ? shares->spare_tenant : apr_palloc(shares->pool, sizeof *tenant);
    shares->spare_tenant = shares->spare_tenant ? tenant->spare : NULL;
    memset(tenant, 0, sizeof *tenant);
    apr_cpystrn(tenant->key, key, sizeof tenant->key);
    tenant->company = join_share(shares, false, company);
    tenant->host = join_share(shares, true, host);
    apr_hash_set(shares->tenants, tenant->key, APR_HASH_KEY_STRING, tenant);
  }
  tenant->endpoints++;
  return tenant;
}

void collab_tenant_leave(collab_shares_t *shares, collab_tenant_t *tenant) {
  if (--tenant->endpoints == 0) {
    apr_hash_set(shares->tenants, tenant->key, APR_HASH_KEY_STRING, NULL);
    leave_share(shares, tenant->company);
    leave_share(shares, tenant->host);
    tenant->spare = shares->spare_tenant;
    shares->spare_tenant = tenant;
  }
}

/* ---- slots in use ---- */

void collab_shares_begin(collab_shares_t *shares, int slots) {
  shares->round++;
  shares->free = slots;
  shares->large = NULL;
}

static void begin_share(const collab_shares_t *shares, collab_share_t *share) {
  if (share->round != shares->round) {
    share->round = shares->round;
    share->held = share->companies = share->hungry = 0;
    share->oldest = UINT64_MAX;
  }
}

/* Resets the tenant's counts at their first use in a round. */
static void begin_tenant(const collab_shares_t *shares, collab_tenant_t *tenant) {
  if (tenant->round != shares->round) {
    tenant->round = shares->round;
    tenant->held = 0;
    tenant->waits = false;
    begin_share(shares, tenant->company);
    begin_share(shares, tenant->host);
  }
}

/* Counts a slot, and lists the share as large once more than half of it is held. The list stays short, because one dispatcher
 * has too few slots to fill more than half of many shares. */
static void hold(collab_shares_t *shares, collab_share_t *share) {
  if (++share->held == share->most / 2 + 1) {
    share->large = shares->large;
    shares->large = share;
  }
}

void collab_tenant_holds(collab_shares_t *shares, collab_tenant_t *tenant) {
  begin_tenant(shares, tenant);
  tenant->host->companies += tenant->held == 0 && !tenant->waits;
  tenant->host->hungry -= tenant->held == 0 && tenant->waits;
  tenant->held++;
  hold(shares, tenant->company);
  hold(shares, tenant->host);
  shares->free--;
}

void collab_tenant_waits(collab_shares_t *shares, collab_tenant_t *tenant) {
  begin_tenant(shares, tenant);
  if (tenant->waits) {
    return;
  }
  tenant->waits = true;
  if (tenant->held == 0) {
    tenant->host->companies++;
    tenant->host->hungry++;
    tenant->host->oldest = tenant->turn < tenant->host->oldest ? tenant->turn : tenant->host->oldest;
  }
}

/* A company that holds its even part of the host's share leaves one slot to each waiting company that holds none. If the share
 * has too few slots for all waiting companies, the next slot goes to the company whose last turn was longest ago. The others
 * follow in later claims. */
static bool is_its_turn(const collab_tenant_t *tenant) {
  const collab_share_t *host = tenant->host;

  if ((tenant->held + 1) * host->companies <= host->most) {
    return true;
  }
  if (tenant->held) {
    return host->held + host->hungry < host->most;
  }
  return host->held < host->most && (host->held + host->hungry <= host->most || tenant->turn == host->oldest);
}

bool collab_tenant_may_take(collab_shares_t *shares, collab_tenant_t *tenant) {
  begin_tenant(shares, tenant);
  return shares->free > shares->kept || (tenant->company->held < tenant->company->most && is_its_turn(tenant));
}

int collab_tenant_take(collab_shares_t *shares, collab_tenant_t *tenant, int wanted) {
  int taken = 0;

  while (taken < wanted && collab_tenant_may_take(shares, tenant)) {
    collab_tenant_holds(shares, tenant);
    tenant->turn = ++shares->turn;
    taken++;
  }
  return taken;
}

/* ---- values for a claim ---- */

int collab_shares_open(const collab_shares_t *shares) {
  return shares->free > shares->kept ? shares->free - shares->kept : 0;
}

int collab_shares_usual(int share) {
  return share - share / 2;
}

const char *collab_shares_large(const collab_shares_t *shares, apr_pool_t *pool, bool hosts) {
  apr_array_header_t *keys = apr_array_make(pool, 8, sizeof(const char *));

  for (const collab_share_t *share = shares->large; share; share = share->large) {
    if (share->is_host == hosts) {
      APR_ARRAY_PUSH(keys, const char *) = collab_json_quote(pool, share->key);
    }
  }
  return apr_pstrcat(pool, "{", apr_array_pstrcat(pool, keys, ','), "}", NULL);
}
