/* tenant.c: keeps the dispatcher's tenants: which endpoints are one company's at one host and port. In comes an endpoint's
 * company and host; out goes the tenant, whose slots claim/fairness.c counts. Runs in the dispatcher's loop. */
#include "dispatch/endpoint/tenant.h"

#include <apr_strings.h>
#include <limits.h>
#include <string.h>

static int share_of(int slots, int share) {
  int quarter = slots / 4 > 1 ? slots / 4 : 1;
  return share == 0 ? quarter : share < slots ? share : INT_MAX;
}

void collab_tenants_setup(collab_tenants_t *tenants, apr_pool_t *pool, int slots, int of_company, int of_host) {
  *tenants = (collab_tenants_t){.pool = pool,
                                .companies = apr_hash_make(pool),
                                .hosts = apr_hash_make(pool),
                                .by_key = apr_hash_make(pool),
                                .of_company = share_of(slots, of_company),
                                .of_host = share_of(slots, of_host),
                                .kept = slots / 4};
}

static collab_share_t *join_share(collab_tenants_t *tenants, bool is_host, const char *key) {
  apr_hash_t *by_key = is_host ? tenants->hosts : tenants->companies;
  char whole[COLLAB_SHARE_KEY];

  apr_cpystrn(whole, key, sizeof whole);
  collab_share_t *share = apr_hash_get(by_key, whole, APR_HASH_KEY_STRING);
  if (!share) {
    share = tenants->spare_share ? tenants->spare_share : apr_palloc(tenants->pool, sizeof *share);
    tenants->spare_share = tenants->spare_share ? share->spare : NULL;
    memset(share, 0, sizeof *share);
    share->is_host = is_host;
    share->most = is_host ? tenants->of_host : tenants->of_company;
    apr_cpystrn(share->key, whole, sizeof share->key);
    apr_hash_set(by_key, share->key, APR_HASH_KEY_STRING, share);
  }
  share->tenants++;
  return share;
}

static void leave_share(collab_tenants_t *tenants, collab_share_t *share) {
  if (--share->tenants == 0) {
    apr_hash_set(share->is_host ? tenants->hosts : tenants->companies, share->key, APR_HASH_KEY_STRING, NULL);
    share->spare = tenants->spare_share;
    tenants->spare_share = share;
  }
}

collab_tenant_t *collab_tenant_join(collab_tenants_t *tenants, const char *company, const char *host) {
  char key[sizeof((collab_tenant_t *)NULL)->key];

  apr_snprintf(key, sizeof key, "%.20s %s", company, host);
  collab_tenant_t *tenant = apr_hash_get(tenants->by_key, key, APR_HASH_KEY_STRING);
  if (!tenant) {
    tenant = tenants->spare_tenant ? tenants->spare_tenant : apr_palloc(tenants->pool, sizeof *tenant);
    tenants->spare_tenant = tenants->spare_tenant ? tenant->spare : NULL;
    memset(tenant, 0, sizeof *tenant);
    apr_cpystrn(tenant->key, key, sizeof tenant->key);
    tenant->company = join_share(tenants, false, company);
    tenant->host = join_share(tenants, true, host);
    apr_hash_set(tenants->by_key, tenant->key, APR_HASH_KEY_STRING, tenant);
  }
  tenant->endpoints++;
  return tenant;
}

void collab_tenant_leave(collab_tenants_t *tenants, collab_tenant_t *tenant) {
  if (--tenant->endpoints == 0) {
    apr_hash_set(tenants->by_key, tenant->key, APR_HASH_KEY_STRING, NULL);
    leave_share(tenants, tenant->company);
    leave_share(tenants, tenant->host);
    tenant->spare = tenants->spare_tenant;
    tenants->spare_tenant = tenant;
  }
}
