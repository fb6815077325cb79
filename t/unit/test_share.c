/* test_share.c: no company and no host holds more slots than its share while few are free, and companies take turns at a host
 * (dispatch/endpoint/share.h) */
#include "dispatch/endpoint/share.h"
#include "tap.h"

#define SLOTS 16 /* so a share is four slots, and the last four are reserved */
#define MOST 64

static collab_shares_t shares;

/* The tenants that take slots in this test. */
static struct {
  collab_tenant_t *tenant;
  int held;
} guests[MOST];
static int count;

static void opens(int slots, int of_company, int of_host) {
  count = 0;
  shares = (collab_shares_t){.pool = NULL};
  collab_shares_setup(&shares, tap_pool, slots, of_company, of_host);
}

static int comes(const char *company, const char *host) {
  guests[count].tenant = collab_tenant_join(&shares, company, host);
  guests[count].held = 0;
  return count++;
}

/* Begins a round in which these guests wait; -1 ends the list. */
static void counts(int slots, const int *waiting) {
  collab_shares_begin(&shares, slots);
  for (int guest = 0; guest < count; guest++) {
    for (int n = 0; n < guests[guest].held; n++) {
      collab_tenant_holds(&shares, guests[guest].tenant);
    }
  }
  for (; *waiting >= 0; waiting++) {
    collab_tenant_waits(&shares, guests[*waiting].tenant);
  }
}

/* Returns how many of the wanted slots the guest takes, in a round of its own. */
static int takes(int slots, int guest, int wanted) {
  counts(slots, (const int[]){guest, -1});
  int taken = collab_tenant_take(&shares, guests[guest].tenant, wanted);
  guests[guest].held += taken;
  return taken;
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
  counts(SLOTS, (const int[]){1, 2, 3, 4, 5, 6, 7, 8, -1});
  for (int i = 1; i <= 3; i++) {
    ok(!collab_tenant_may_take(&shares, guests[i].tenant)); /* the share's last slot is for the companies without one */
  }
  is_number(collab_tenant_take(&shares, guests[4].tenant, 3), 1);
  is_number(collab_tenant_take(&shares, guests[5].tenant, 3), 0);
  counts(SLOTS, (const int[]){1, 2, 3, -1});
  is_number(collab_tenant_take(&shares, guests[2].tenant, 3), 1); /* nobody else waits */
}

static void test_no_limit(void) {
  opens(SLOTS, SLOTS, SLOTS);
  int slow = comes("1", "slow:443");

  is_number(takes(SLOTS, slow, SLOTS), SLOTS);
  opens(1, 0, 0); /* the only slot: any tenant may take it */
  slow = comes("1", "slow:443");
  is_number(takes(1, slow, 1), 1);
}

static void test_what_a_claim_is_told(void) {
  opens(SLOTS, 0, 0);
  int one = comes("1", "a\"b:443"), other = comes("2", "two:80");

  counts(SLOTS, (const int[]){-1});
  is_text(collab_shares_large(&shares, tap_pool, false), "{}");
  is_number(collab_shares_open(&shares), 12);
  guests[one].held = 2;
  guests[other].held = 10;
  counts(SLOTS, (const int[]){-1});
  is_text(collab_shares_large(&shares, tap_pool, false),
          "{\"2\"}"); /* a company that holds at most half of its share is not large */
  is_text(collab_shares_large(&shares, tap_pool, true), "{\"two:80\"}");
  is_number(collab_shares_open(&shares), 0);
  guests[one].held = 3;
  guests[other].held = 0;
  counts(SLOTS, (const int[]){-1});
  is_text(collab_shares_large(&shares, tap_pool, true), "{\"a\\\"b:443\"}");
  is_number(collab_shares_usual(4), 2);
  is_number(collab_shares_usual(5), 3);
}

static void test_memory(void) {
  opens(SLOTS, 0, 0);
  collab_tenant_t *tenant = collab_tenant_join(&shares, "1", "one:443"), *other = collab_tenant_join(&shares, "1", "two:443");

  ok(tenant == collab_tenant_join(&shares, "1", "one:443"));
  ok(tenant->company == other->company && tenant->host != other->host);
  collab_tenant_leave(&shares, tenant);
  is_number(apr_hash_count(shares.tenants), 2); /* the tenant has another endpoint */
  collab_tenant_leave(&shares, tenant);
  collab_tenant_leave(&shares, other);
  is_number(apr_hash_count(shares.tenants) + apr_hash_count(shares.companies) + apr_hash_count(shares.hosts), 0);
  ok(other == collab_tenant_join(&shares, "2", "three:443")); /* reuses the memory of a tenant that has left */
}

int main(void) {
  tap_begin();
  test_alone();
  test_company();
  test_host();
  test_no_limit();
  test_what_a_claim_is_told();
  test_memory();
  return tap_done();
}
