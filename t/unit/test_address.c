/* test_address.c: limits count a client under its group of addresses, and do not count an exempt client (base/address.h). */
#include "tap.h"

#include "base/address.h"
#include "domain/outbound_rules.h"

static apr_sockaddr_t *address_of(const char *text) {
  apr_sockaddr_t *address = NULL;

  if (apr_sockaddr_info_get(&address, text, APR_UNSPEC, 0, 0, tap_pool) != APR_SUCCESS) {
    exit(2);
  }
  return address;
}

static void groups(void) {
  static const struct {
    const char *address, *group;
  } rows[] = {
      {"203.0.113.9", "203.0.113.9"},
      {"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"},
      {"2001:db8:1:2::", "2001:db8:1:2::/64"},
      {"2001:db8:1:3::1", "2001:db8:1:3::/64"},
      {"::1", "::/64"},
      {"::ffff:203.0.113.9", "203.0.113.9"},
  };

  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    tap_row(rows[i].address);
    is_text(collab_address_group(tap_pool, address_of(rows[i].address)), rows[i].group);
    is_text(collab_address_group_of(tap_pool, rows[i].address), rows[i].group);
  }
  tap_row("");
  ok(collab_address_group_of(tap_pool, "example.org") == NULL);
  ok(collab_address_group_of(tap_pool, "") == NULL);
}

static void networks(void) {
  is_text(collab_address_network(tap_pool, address_of("203.0.113.9")), "203.0.113.0/24");
  is_text(collab_address_network(tap_pool, address_of("203.0.113.255")), "203.0.113.0/24");
  is_text(collab_address_network(tap_pool, address_of("::ffff:203.0.114.9")), "203.0.114.0/24");
  is_text(collab_address_network(tap_pool, address_of("2001:db8:1:2:3:4:5:6")), "2001:db8:1:2::/64");
}

static void rules(void) {
  static const char *const exempt[] = {"127.0.0.1",   "127.255.0.1", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1",
                                       "169.254.1.1", "::1",         "fd00::1",  "fe80::1",    "::ffff:10.1.2.3"};
  static const char *const counted[] = {"203.0.113.9", "8.8.8.8", "172.32.0.1", "2001:db8::1", "::ffff:8.8.8.8"};
  apr_array_header_t *list = collab_address_rules(tap_pool);

  for (unsigned i = 0; i < sizeof exempt / sizeof *exempt; i++) {
    tap_row(exempt[i]);
    ok(!collab_address_counts(list, address_of(exempt[i])));
  }
  for (unsigned i = 0; i < sizeof counted / sizeof *counted; i++) {
    tap_row(counted[i]);
    ok(collab_address_counts(list, address_of(counted[i])));
  }
  tap_row("");
  APR_ARRAY_PUSH(list, collab_address_rule_t) = (collab_address_rule_t){collab_outbound_network(tap_pool, "10.0.0.0/8"), true};
  APR_ARRAY_PUSH(list, collab_address_rule_t) = (collab_address_rule_t){collab_outbound_network(tap_pool, "10.9.0.0/16"), false};
  APR_ARRAY_PUSH(list, collab_address_rule_t) =
      (collab_address_rule_t){collab_outbound_network(tap_pool, "203.0.113.0/24"), false};
  ok(collab_address_counts(list, address_of("10.1.2.3")));
  ok(!collab_address_counts(list, address_of("10.9.2.3")));
  ok(!collab_address_counts(list, address_of("203.0.113.9")));
  ok(!collab_address_counts(list, address_of("192.168.1.1")));
}

int main(void) {
  tap_begin();
  groups();
  networks();
  rules();
  return tap_done();
}
