/* strangers.c: looks up the tenants of strangers. An endpoint is a stranger when it is new to the dispatcher, or when its
 * callback has changed. Before the next claim the dispatcher asks for the tenants of all strangers, on the claims' connection. So
 * a claim knows which share each delivery would use (dispatch/endpoint/share.c), and a claim without strangers costs nothing
 * more.
 *
 * A claim that finds an unknown endpoint only reports it, and leases none of its waiting deliveries. However, a claim may lease
 * the new deliveries of a stranger, because it checks the shares of new deliveries itself (claim_selection). Runs in the
 * dispatcher's loop. */
#include "dispatch/claim/strangers.h"
#include "dispatch/dispatcher.h"

static void told(void *data, collab_pg_state_t state) {
  collab_dispatcher_t *d = data;
  collab_endpoints_t *endpoints = &d->endpoints;
  collab_link_t *link = &d->claims.link;

  if (state != COLLAB_PG_DONE) {
    collab_link_drop(link);
    d->pace.claim_at = collab_time_clock() + COLLAB_TRY_AGAIN;
    return;
  }
  collab_rows_t rows = collab_pg_rows(link->pg, 0);
  for (int row = 0; row < rows.count; row++) {
    collab_endpoint_t *endpoint = collab_endpoint_of(d, collab_rows_text(rows, row, "subscription"));
    collab_tenant_t *tenant =
        collab_tenant_join(&endpoints->shares, collab_rows_text(rows, row, "company"), collab_rows_text(rows, row, "host"));
    collab_endpoint_assign(d, endpoint, tenant, collab_rows_integer(rows, row, "callback_since"));
  }
  collab_pace_hint(&d->pace);
}

bool collab_strangers_ask(collab_dispatcher_t *d) {
  const collab_endpoints_t *endpoints = &d->endpoints;
  apr_pool_t *pool = d->claims.link.statement_pool;

  if (!endpoints->strangers) {
    return false;
  }
  apr_array_header_t *ids = apr_array_make(pool, endpoints->strangers, sizeof(const char *));
  for (const collab_endpoint_t *endpoint = endpoints->ring.after; endpoint != &endpoints->ring; endpoint = endpoint->after) {
    if (!endpoint->tenant) {
      APR_ARRAY_PUSH(ids, const char *) = endpoint->id;
    }
  }
  const char *list = apr_pstrcat(pool, "{", apr_array_pstrcat(pool, ids, ','), "}", NULL);
  collab_link_send(&d->claims.link, STATEMENT(endpoint_tenants), BINDS_IN(pool, endpoint_tenants, .subscriptions = list), told,
                   d);
  return true;
}
