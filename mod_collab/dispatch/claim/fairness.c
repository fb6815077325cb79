/* fairness.c: who gets the free slots. All fairness between receivers is decided here, from top to bottom of this file. In come
 * the slots in use and the endpoints where deliveries are due (the candidates), in the order of their turns. Out goes how many
 * deliveries the claim may lease at each of them, and how many of these may be retries. The statement delivery_claim leases
 * no more than these.
 *
 * A webhook receiver that answers slowly holds its slots for a long time. Without limits, it would leave none to others. So:
 *
 * 1. Turns. Each candidate gets one slot after another, first those with the fewest transfers under way. Among equals the order
 * of the ring decides: whoever got a slot goes to the ring's end (endpoint.h). An endpoint gets no more slots than transfers that
 * it may still begin (endpoint.c), and no more than deliveries wait there.
 *
 * 2. Payload versions. Each version leaves an eighth of all slots to the other one. The slots beyond the half of a version are
 * shared out last, when the other version has got what it can use.
 *
 * 3. Retries leave a fifth of all slots to first attempts. A candidate may be granted deliveries of which none may be a retry:
 * then the statement looks for first attempts behind the retries. A candidate where only retries are known to wait gets none of
 * these grants. One where only first attempts are known to wait uses up no retry, even if a retry has become due there since.
 *
 * 4. Tenants. A company may take any slot while more than a quarter of all slots is free. It may take a slot of the last quarter
 * only if both of these rules allow it:
 *   - Company: the company holds fewer slots than its share (CollabDispatcher company=…).
 *   - Host: the host's share (CollabDispatcher host=…) has a slot left, or the company holds less than its even part.
 * A company's even part is the host's share divided by the number of companies that hold slots at this host or wait for one.
 * Above its even part, a company leaves one slot to each waiting company that holds none. So a company that came first cannot
 * occupy a host that others need too. If more companies wait than the share has slots, they take turns.
 *
 * So a receiver that never answers delays no other receiver, and a company with many slow receivers delays no other company. A
 * delivery that is granted counts as a slot in use, so a claim never leases more than its dispatcher can send at once. The slots
 * in use are counted anew for each claim: the counting takes microseconds, a claim milliseconds. Runs in the dispatcher's loop.
 */
#include "dispatch/claim/fairness.h"

/* What has been shared out, and how much may be. */
typedef struct shared_t {
  int rows, retries;             /* left for all versions */
  int of_version[2], granted[2]; /* the most for each version in this pass, and what it got in both */
} shared_t;

/* ---- the tenants' slots ---- */

void collab_fairness_begin(collab_tenants_t *tenants, const collab_seats_t *seats) {
  tenants->round++;
  tenants->free = seats->count;
}

static void begin_share(const collab_tenants_t *tenants, collab_share_t *share) {
  if (share->round != tenants->round) {
    share->round = tenants->round;
    share->held = share->companies = share->hungry = 0;
    share->oldest = UINT64_MAX;
  }
}

/* Resets the tenant's counts at their first use in a round. */
static void begin_tenant(const collab_tenants_t *tenants, collab_tenant_t *tenant) {
  if (tenant->round != tenants->round) {
    tenant->round = tenants->round;
    tenant->held = 0;
    tenant->waits = false;
    begin_share(tenants, tenant->company);
    begin_share(tenants, tenant->host);
  }
}

void collab_fairness_holds(collab_tenants_t *tenants, collab_tenant_t *tenant) {
  begin_tenant(tenants, tenant);
  tenant->host->companies += tenant->held == 0 && !tenant->waits;
  tenant->host->hungry -= tenant->held == 0 && tenant->waits;
  tenant->held++;
  tenant->company->held++;
  tenant->host->held++;
  tenants->free--;
}

static void waits(const collab_tenants_t *tenants, collab_tenant_t *tenant) {
  begin_tenant(tenants, tenant);
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

static bool tenant_may_take(const collab_tenants_t *tenants, const collab_tenant_t *tenant) {
  return tenants->free > tenants->kept || (tenant->company->held < tenant->company->most && is_its_turn(tenant));
}

void collab_fairness_had_turn(collab_tenants_t *tenants, collab_tenant_t *tenant) {
  tenant->turn = ++tenants->turn;
}

/* ---- what the payload versions and the retries leave to others ---- */

/* The number of slots that a payload version may still take, of at most `most`. */
static int version_left(const collab_seats_t *seats, bool v1, int most) {
  int left = most - seats->busy[v1];
  return left < seats->free ? left : seats->free;
}

static int retries_left(const collab_seats_t *seats) {
  int left = (seats->count > 1 ? seats->count * 4 / 5 : 1) - seats->retrying;
  return left > 0 ? left : 0;
}

bool collab_fairness_has_seat(const collab_seats_t *seats, bool v1, bool retries) {
  return version_left(seats, v1, seats->count - seats->count / 8) > 0 && !(retries && retries_left(seats) == 0);
}

/* ---- the turns ---- */

static int wants(const collab_candidate_t *candidate) {
  return candidate->left < candidate->waiting ? candidate->left : candidate->waiting;
}

static void grant(collab_tenants_t *tenants, shared_t *shared, collab_candidate_t *candidate) {
  collab_fairness_holds(tenants, candidate->tenant);
  candidate->granted++;
  shared->granted[candidate->v1]++;
  shared->rows--;
  if (candidate->fresh || shared->retries > 0) {
    shared->retries -= candidate->fresh ? 0 : 1;
    candidate->retry_granted++;
  }
}

/* Whether the candidate may take one more slot. A candidate that may not gets no more in this round. */
static bool may_take(const collab_tenants_t *tenants, const shared_t *shared, collab_candidate_t *candidate, bool *passed_over) {
  if (shared->granted[candidate->v1] >= shared->of_version[candidate->v1] || (candidate->retries && shared->retries == 0)) {
    return false;
  }
  if (!tenant_may_take(tenants, candidate->tenant)) {
    candidate->waiting = candidate->granted;
    *passed_over = true;
    return false;
  }
  return true;
}

/* Grants one slot after another, until each candidate has what it wants or may take. A candidate's level is the number of its
 * transfers: those under way and those granted. */
static void take_turns(collab_tenants_t *tenants, shared_t *shared, collab_candidate_t *candidates, int count,
                       bool *passed_over) {
  bool more = true; /* somebody may take more */

  int level = count ? candidates[0].in_flight : 0;

  for (int i = 1; i < count; i++) {
    level = candidates[i].in_flight < level ? candidates[i].in_flight : level;
  }
  while (more && shared->rows > 0) {
    level++;
    more = false;
    for (int i = 0; i < count && shared->rows > 0; i++) {
      collab_candidate_t *candidate = &candidates[i];
      if (candidate->granted >= wants(candidate) || !may_take(tenants, shared, candidate, passed_over)) {
        continue;
      }
      more = true;
      if (candidate->in_flight + candidate->granted < level) {
        grant(tenants, shared, candidate);
      }
    }
  }
}

int collab_fairness_share_out(collab_tenants_t *tenants, const collab_seats_t *seats, collab_candidate_t *candidates, int count,
                              int rows, bool *passed_over) {
  shared_t shared = {.rows = rows < seats->free ? rows : seats->free, .retries = retries_left(seats)};
  const int most[] = {seats->count / 2, seats->count - seats->count / 8}; /* first each version up to its half */

  *passed_over = false;
  for (int i = 0; i < count; i++) {
    candidates[i].granted = candidates[i].retry_granted = 0;
    waits(tenants, candidates[i].tenant);
  }
  for (int pass = 0; pass < 2; pass++) {
    shared.of_version[0] = version_left(seats, false, most[pass]);
    shared.of_version[1] = version_left(seats, true, most[pass]);
    take_turns(tenants, &shared, candidates, count, passed_over);
  }
  return shared.granted[0] + shared.granted[1];
}
