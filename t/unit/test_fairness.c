/* test_fairness.c: who gets the free slots: turns, payload versions, retries, companies and hosts (dispatch/claim/fairness.h) */
#include "dispatch/claim/fairness.h"
#include "tap.h"

#include <limits.h>

#define SLOTS 16 /* so a share is four slots, and the last four are reserved */
#define MOST 64

static collab_tenants_t tenants;

/* The tenants that take slots in this test. */
static struct {
  collab_tenant_t *tenant;
  int held, granted;
} guests[MOST];
static int count;
static bool passed_over;

static void opens(int slots, int of_company, int of_host) {
  count = 0;
  collab_tenants_setup(&tenants, tap_pool, slots, of_company, of_host);
}

static int comes(const char *company, const char *host) {
  guests[count].tenant = collab_tenant_join(&tenants, company, host);
  guests[count].held = 0;
  return count++;
}

static collab_candidate_t waiting_at(collab_tenant_t *tenant, int waiting) {
  return (collab_candidate_t){.tenant = tenant, .left = INT_MAX, .waiting = waiting};
}

/* Begins a round with the guests' slots. */
static collab_seats_t begins(int slots) {
  collab_seats_t seats = {.count = slots, .free = INT_MAX};

  collab_fairness_begin(&tenants, &seats);
  for (int guest = 0; guest < count; guest++) {
    for (int n = 0; n < guests[guest].held; n++) {
      collab_fairness_holds(&tenants, guests[guest].tenant);
    }
  }
  seats.busy[0] = -slots; /* no limit for a version in tests of tenants */
  return seats;
}

/* One round, in which these guests want so many slots; -1 ends the list. Sets `granted` of each. */
static void wants(int slots, const int (*wanted)[2]) {
  collab_seats_t seats = begins(slots);
  collab_candidate_t candidates[MOST];
  int n = 0;

  for (; wanted[n][0] >= 0; n++) {
    candidates[n] = waiting_at(guests[wanted[n][0]].tenant, wanted[n][1]);
  }
  collab_fairness_share_out(&tenants, &seats, candidates, n, INT_MAX, &passed_over);
  while (n--) {
    guests[wanted[n][0]].granted = candidates[n].granted;
  }
}

/* Returns how many of the wanted slots the guest takes, in a round of its own. */
static int takes(int slots, int guest, int wanted) {
  wants(slots, (const int[][2]){{guest, wanted}, {-1}});
  guests[guest].held += guests[guest].granted;
  return guests[guest].granted;
}

static void test_alone(void) {
  opens(SLOTS, 0, 0);
  int slow = comes("1", "slow:443"), second = comes("2", "other:443"), third = comes("3", "third:443");

  is_number(takes(SLOTS, slow, 5), 5);     /* more than its share, while more than a quarter is free */
  is_number(takes(SLOTS, slow, SLOTS), 7); /* … but a quarter stays free */
  is_number(takes(SLOTS, slow, 1), 0);
  is_number(takes(SLOTS, second, SLOTS), 4); /* the free quarter is for others, up to their share */
  is_number(takes(SLOTS, third, 1), 1);      /* a share says who may take a slot, not whether one is free */
  guests[slow].held = 2;
  guests[third].held = 4;
  is_number(takes(SLOTS, slow, SLOTS), 2); /* ten of 16 slots are held and four stay free, so two may be taken */
}

static void test_company(void) {
  opens(SLOTS, 0, 0);
  int here = comes("1", "one:443"), there = comes("1", "two:443"), other = comes("2", "two:443");

  guests[other].held = 8;
  is_number(takes(SLOTS, here, 3), 3);
  is_number(takes(SLOTS, there, 3), 1); /* a company's slots count over all hosts */
  opens(SLOTS, 6, 6);
  here = comes("1", "one:443"), other = comes("2", "two:443");
  guests[other].held = 10;
  is_number(takes(SLOTS, here, SLOTS), 6); /* the configured share of six: two of them are among the last four slots */
}

static void test_host(void) {
  opens(SLOTS, 0, 0);
  int first = comes("1", "shared:443"), second = comes("2", "shared:443"), elsewhere = comes("3", "other:443");

  is_number(takes(SLOTS, first, SLOTS), 12);
  is_number(takes(SLOTS, second, SLOTS), 2); /* half of the host's share, although the other company came first */
  is_number(takes(SLOTS, elsewhere, SLOTS), 4);

  opens(SLOTS, 0, 0); /* more companies than the share has slots */
  elsewhere = comes("0", "other:443");
  guests[elsewhere].held = 12;
  for (int i = 1; i <= 8; i++) {
    comes(apr_psprintf(tap_pool, "%d", i), "shared:443");
  }
  for (int i = 1; i <= 3; i++) {
    guests[i].held = 1;
  }
  wants(SLOTS, (const int[][2]){{1, 3}, {2, 3}, {3, 3}, {4, 3}, {5, 3}, {6, 3}, {7, 3}, {8, 3}, {-1}});
  for (int i = 1; i <= 3; i++) {
    is_number(guests[i].granted, 0); /* the share's last slot is for the companies without one */
  }
  is_number(guests[4].granted, 1);
  is_number(guests[5].granted, 0);
  ok(passed_over);
  wants(SLOTS, (const int[][2]){{5, 1}, {4, 1}, {-1}});
  is_number(guests[5].granted, 1); /* the turn of those that got none */
  is_number(guests[4].granted, 0);
  wants(SLOTS, (const int[][2]){{1, 0}, {2, 3}, {3, 0}, {-1}});
  is_number(guests[2].granted, 1); /* nobody else waits */
}

static void test_no_limit(void) {
  opens(SLOTS, SLOTS, SLOTS);
  int slow = comes("1", "slow:443");

  is_number(takes(SLOTS, slow, SLOTS), SLOTS);
  opens(1, 0, 0); /* the only slot: any tenant may take it */
  slow = comes("1", "slow:443");
  is_number(takes(1, slow, 1), 1);
}

/* ---- turns, versions and retries; one company has all that it wants ---- */

static collab_candidate_t endpoints[8];

/* One round of these endpoints, with so many slots free. Returns the number granted. */
static int shares_out(int n, collab_seats_t seats, int rows) {
  opens(seats.count, seats.count, seats.count);
  collab_tenant_t *tenant = collab_tenant_join(&tenants, "1", "one:443");
  for (int i = 0; i < n; i++) {
    endpoints[i].tenant = tenant;
  }
  collab_fairness_begin(&tenants, &seats);
  return collab_fairness_share_out(&tenants, &seats, endpoints, n, rows, &passed_over);
}

static void test_turns(void) {
  collab_seats_t seats = {.count = 64, .free = 64};

  endpoints[0] = (collab_candidate_t){.in_flight = 3, .left = 8, .waiting = INT_MAX};
  endpoints[1] = (collab_candidate_t){.left = 8, .waiting = INT_MAX};
  endpoints[2] = (collab_candidate_t){.left = 1, .waiting = INT_MAX};
  endpoints[3] = (collab_candidate_t){.left = 8, .waiting = 2};
  is_number(shares_out(4, seats, 4), 4); /* the fewest transfers first */
  is_number(endpoints[0].granted, 0);
  is_number(endpoints[1].granted, 2);
  is_number(endpoints[2].granted, 1);
  is_number(endpoints[3].granted, 1);
  is_number(shares_out(4, seats, 100), 19); /* no more than may begin or wait */
  is_number(endpoints[0].granted, 8);
  is_number(endpoints[1].granted, 8);
  is_number(endpoints[2].granted, 1);
  is_number(endpoints[3].granted, 2);
  seats.free = 3;
  is_number(shares_out(4, seats, 100), 3); /* nor than slots are free */
  is_number(shares_out(4, seats, 0), 0);
  ok(!passed_over);
}

static void test_versions(void) {
  collab_seats_t seats = {.count = 16, .free = 16};

  for (int i = 0; i < 4; i++) {
    endpoints[i] = (collab_candidate_t){.v1 = i > 0, .left = 8, .waiting = INT_MAX};
  }
  is_number(shares_out(4, seats, 16), 16); /* both have more than enough: half for each */
  is_number(endpoints[0].granted, 8);
  endpoints[0].waiting = 1;
  is_number(shares_out(4, seats, 16), 15); /* an eighth stays free for V2 */
  is_number(endpoints[0].granted, 1);
  ok(endpoints[1].granted + endpoints[2].granted + endpoints[3].granted == 14);
  seats = (collab_seats_t){.count = 16, .free = 2, .busy = {0, 14}};
  is_number(shares_out(4, seats, 16), 1);
  ok(!collab_fairness_has_seat(&seats, true, false) && collab_fairness_has_seat(&seats, false, false));
  seats = (collab_seats_t){.count = 1, .free = 1};
  ok(collab_fairness_has_seat(&seats, true, true)); /* the only slot */
}

static void test_retries(void) {
  collab_seats_t seats = {.count = 16, .free = 16, .retrying = 10};

  endpoints[0] = (collab_candidate_t){.left = 8, .waiting = INT_MAX, .retries = true};
  endpoints[1] = (collab_candidate_t){.left = 8, .waiting = INT_MAX};
  seats.busy[0] = -16;
  is_number(shares_out(2, seats, 16), 9); /* retries leave four of 16 slots: two more may be retries */
  is_number(endpoints[0].granted, 1);
  is_number(endpoints[0].retry_granted, 1);
  is_number(endpoints[1].granted, 8);
  is_number(endpoints[1].retry_granted, 1); /* of what is granted here, one may be a retry */
  endpoints[0] = (collab_candidate_t){.left = 8, .waiting = 2, .fresh = true};
  is_number(shares_out(2, seats, 16), 10);
  is_number(endpoints[0].granted, 2);
  is_number(endpoints[1].retry_granted, 2); /* first attempts use up none of the two */
  endpoints[0] = (collab_candidate_t){.left = 8, .waiting = INT_MAX, .retries = true};
  seats.retrying = 12;
  ok(!collab_fairness_has_seat(&seats, false, true) && collab_fairness_has_seat(&seats, false, false));
  is_number(shares_out(2, seats, 16), 8);
  is_number(endpoints[0].granted + endpoints[1].retry_granted, 0);
}

static void test_joining(void) {
  opens(SLOTS, 0, 0);
  collab_tenant_t *tenant = collab_tenant_join(&tenants, "1", "one:443"), *other = collab_tenant_join(&tenants, "1", "two:443");

  ok(tenant == collab_tenant_join(&tenants, "1", "one:443"));
  ok(tenant->company == other->company && tenant->host != other->host);
  collab_tenant_leave(&tenants, tenant);
  is_number(apr_hash_count(tenants.by_key), 2); /* the tenant has another endpoint */
  collab_tenant_leave(&tenants, tenant);
  collab_tenant_leave(&tenants, other);
  is_number(apr_hash_count(tenants.by_key) + apr_hash_count(tenants.companies) + apr_hash_count(tenants.hosts), 0);
  ok(other == collab_tenant_join(&tenants, "2", "three:443")); /* reuses the memory of a tenant that has left */
}

int main(void) {
  tap_begin();
  test_alone();
  test_company();
  test_host();
  test_no_limit();
  test_turns();
  test_versions();
  test_retries();
  test_joining();
  return tap_done();
}
