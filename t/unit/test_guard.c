/* test_guard.c: the address guard refuses every address and URL that is not public or allowed (outbound/guard.h). */
#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/ioctl.h>

#include "base/time.h"
#include "outbound/guard.h"
#include "tap.h"

static collab_outbound_t rules;

static bool address(const collab_outbound_t *under, const char *text, const char **reason) {
  struct sockaddr_in v4 = {.sin_family = AF_INET};
  struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};

  if (inet_pton(AF_INET, text, &v4.sin_addr) == 1) {
    return collab_guard_address(under, (struct sockaddr *)&v4, reason);
  }
  ok(inet_pton(AF_INET6, text, &v6.sin6_addr) == 1);
  return collab_guard_address(under, (struct sockaddr *)&v6, reason);
}

static void test_addresses(void) {
  static const struct {
    const char *text, *refused; /* NULL: may be called */
  } rows[] = {
      {"8.8.8.8", NULL},
      {"1.1.1.1", NULL},
      {"9.255.255.255", NULL},
      {"11.0.0.0", NULL},
      {"100.63.255.255", NULL},
      {"100.128.0.0", NULL},
      {"126.255.255.255", NULL},
      {"128.0.0.1", NULL},
      {"168.63.129.15", NULL},
      {"168.63.129.17", NULL},
      {"172.15.255.255", NULL},
      {"172.32.0.0", NULL},
      {"192.167.255.255", NULL},
      {"192.169.0.0", NULL},
      {"198.17.255.255", NULL},
      {"198.20.0.0", NULL},
      {"223.255.255.255", NULL},
      {"2606:4700::1111", NULL},
      {"2a00:1450:4001::200e", NULL},
      {"::ffff:8.8.8.8", NULL},
      {"64:ff9b::8.8.8.8", NULL},
      {"169.253.255.255", NULL},
      {"169.255.0.0", NULL},
      {"192.0.1.0", NULL},
      {"192.0.3.0", NULL},
      {"192.31.195.255", NULL},
      {"192.31.197.0", NULL},
      {"192.52.192.255", NULL},
      {"192.52.194.0", NULL},
      {"192.88.98.255", NULL},
      {"192.88.100.0", NULL},
      {"192.175.47.255", NULL},
      {"192.175.49.0", NULL},
      {"198.51.99.255", NULL},
      {"198.51.101.0", NULL},
      {"203.0.112.255", NULL},
      {"203.0.114.0", NULL},
      {"2000::", NULL},
      {"2001:200::", NULL},
      {"2001:db7:ffff:ffff:ffff:ffff:ffff:ffff", NULL},
      {"2001:db9::", NULL},
      {"2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff", NULL},
      {"2003::", NULL},
      {"2620:4f:7fff:ffff:ffff:ffff:ffff:ffff", NULL},
      {"2620:4f:8001::", NULL},
      {"3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff", NULL},
      {"3fff:1000::", NULL},
      {"3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", NULL},
      {"0.0.0.0", "this network"},
      {"0.255.255.255", "this network"},
      {"100.100.100.200", "shared address space"}, /* a cloud's metadata */
      {"100.64.0.0", "shared address space"},
      {"127.0.0.0", "loopback"},
      {"127.255.255.255", "loopback"},
      {"169.254.0.0", "link-local"},
      {"169.254.255.255", "link-local"},
      {"172.16.0.0", "private"},
      {"192.0.0.0", "protocol assignments"},
      {"192.0.0.255", "protocol assignments"},
      {"192.0.2.0", "documentation"},
      {"192.0.2.255", "documentation"},
      {"192.31.196.0", "special purpose"},
      {"192.31.196.255", "special purpose"},
      {"192.52.193.0", "special purpose"},
      {"192.52.193.255", "special purpose"},
      {"192.88.99.0", "6to4 relay"},
      {"192.88.99.255", "6to4 relay"},
      {"192.168.0.0", "private"},
      {"192.168.255.255", "private"},
      {"192.175.48.0", "special purpose"},
      {"192.175.48.255", "special purpose"},
      {"198.51.100.0", "documentation"},
      {"198.51.100.255", "documentation"},
      {"203.0.113.0", "documentation"},
      {"203.0.113.255", "documentation"},
      {"224.0.0.0", "multicast"},
      {"::ffff:168.63.129.16", "metadata service"},
      {"::ffff:100.64.0.1", "shared address space"},
      {"::ffff:0.0.0.0", "this network"},
      {"::ffff:224.0.0.1", "multicast"},
      {"::fffe:8.8.8.8", "not global unicast"},     /* almost mapped */
      {"::ffff:0:127.0.0.1", "not global unicast"}, /* translated */
      {"::ffff:0:8.8.8.8", "not global unicast"},
      {"64:ff9b::169.254.169.254", "link-local"},
      {"64:ff9b::168.63.129.16", "metadata service"},
      {"64:ff9b::192.168.0.1", "private"},
      {"64:ff9b::0.0.0.0", "this network"},
      {"64:ff9b:0:0:0:1:808:808", "not global unicast"}, /* outside of the well-known prefix */
      {"64:ff9b:1:ffff:ffff:ffff:ffff:ffff", "local NAT64"},
      {"100::ffff:ffff:ffff:ffff", "discard"},
      {"100:0:0:1::1", "not global unicast"},
      {"1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "not global unicast"},
      {"2001::", "Teredo or special purpose"},
      {"2001:0:4136:e378:8000:63bf:3fff:fdd2", "Teredo or special purpose"},
      {"2001:2::1", "Teredo or special purpose"},  /* benchmarking */
      {"2001:20::1", "Teredo or special purpose"}, /* ORCHIDv2 */
      {"2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", "Teredo or special purpose"},
      {"2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", "documentation"},
      {"2002::", "6to4"},
      {"2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "6to4"},
      {"2620:4f:8000::", "special purpose"},
      {"2620:4f:8000:ffff:ffff:ffff:ffff:ffff", "special purpose"},
      {"3fff::", "documentation"},
      {"3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", "documentation"},
      {"5f00::1", "segment routing"},
      {"5f01::1", "not global unicast"},
      {"fbff::1", "not global unicast"},
      {"fd00:ec2::254", "private"}, /* a cloud's metadata */
      {"fe00::1", "not global unicast"},
      {"fe80::", "link-local"},
      {"feff::1", "site-local"},
      {"ff00::", "multicast"},
      {"ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "multicast"},
      {"0.1.2.3", "this network"},
      {"10.0.0.1", "private"},
      {"10.255.255.255", "private"},
      {"100.64.0.1", "shared address space"},
      {"100.127.255.255", "shared address space"},
      {"127.0.0.1", "loopback"},
      {"127.255.255.254", "loopback"},
      {"168.63.129.16", "metadata service"},
      {"169.254.169.254", "link-local"},
      {"172.16.0.1", "private"},
      {"172.31.255.255", "private"},
      {"192.0.0.192", "protocol assignments"},
      {"192.0.2.1", "documentation"},
      {"192.88.99.1", "6to4 relay"},
      {"192.168.1.1", "private"},
      {"198.18.0.1", "benchmarking"},
      {"198.19.255.255", "benchmarking"},
      {"198.51.100.7", "documentation"},
      {"203.0.113.7", "documentation"},
      {"224.0.0.1", "multicast"},
      {"239.255.255.255", "multicast"},
      {"240.0.0.1", "reserved"},
      {"255.255.255.255", "reserved"},
      {"::", "loopback or unspecified"},
      {"::1", "loopback or unspecified"},
      {"::127.0.0.1", "loopback or unspecified"},
      {"::ffff:127.0.0.1", "loopback"},
      {"::ffff:10.0.0.1", "private"},
      {"::ffff:169.254.169.254", "link-local"},
      {"64:ff9b::127.0.0.1", "loopback"},
      {"64:ff9b::10.1.2.3", "private"},
      {"64:ff9b:1::1", "local NAT64"},
      {"100::1", "discard"},
      {"2001::1", "Teredo or special purpose"},
      {"2001:db8::1", "documentation"},
      {"2002:7f00:1::1", "6to4"},
      {"2002:808:808::1", "6to4"},
      {"4000::1", "not global unicast"},
      {"9000::1", "not global unicast"},
      {"fc00::1", "private"},
      {"fdff::1", "private"},
      {"fe80::1", "link-local"},
      {"febf::1", "link-local"},
      {"fec0::1", "site-local"},
      {"ff02::1", "multicast"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const char *reason = NULL;
    tap_row(rows[i].text);
    is_number(address(&rules, rows[i].text, &reason), rows[i].refused == NULL);
    is_text(reason, rows[i].refused);
  }
  tap_row("");
  struct sockaddr other = {.sa_family = AF_UNIX};
  const char *reason = NULL;
  ok(!collab_guard_address(&rules, &other, &reason));
  is_text(reason, "not an Internet address");
}

static void test_allowed(void) {
  collab_outbound_t loopback = rules;
  apr_array_header_t *networks = apr_array_make(tap_pool, 2, sizeof(apr_ipsubnet_t *));
  const char *reason = NULL;

  apr_ipsubnet_create((apr_ipsubnet_t **)apr_array_push(networks), "127.0.0.0", "8", tap_pool);
  apr_ipsubnet_create((apr_ipsubnet_t **)apr_array_push(networks), "fd00:1::", "32", tap_pool);
  loopback.allow = networks;
  ok(address(&loopback, "127.0.0.1", &reason));
  ok(reason == NULL);                                  /* a reason would make a receiver that is down look refused */
  ok(address(&loopback, "::ffff:127.0.0.1", &reason)); /* judged as 127.0.0.1 */
  ok(address(&loopback, "fd00:1::7", &reason));
  ok(!address(&loopback, "fd00:2::7", &reason));
  ok(!address(&loopback, "10.0.0.1", &reason));
  ok(!address(&loopback, "::1", &reason));
  ok(address(&loopback, "8.8.8.8", &reason));
}

static void test_urls(void) {
  static const struct {
    const char *url;
    bool fine;
  } rows[] = {
      {"https://8.8.8.8/hook", true},
      {"https://127.0.0.1/", false},
      {"https://127.0.0.1:8443/", false},
      {"https://[::1]/", false},
      {"https://[::ffff:10.0.0.1]/", false},
      {"https://[2606:4700::1111]:444/", true},
      {"https://2130706433/", false}, /* 127.0.0.1 as one number */
      {"https://0x7f.1/", false},
      {"https://0177.0.0.1/", false},
      {"https://0x7f.1./", false},
      {"https://127.0.0.1%2e/", false},
      {"https://127.0.0.1%E3%80%82/", false},
      {"https://no-such-name.invalid/", true}, /* does not resolve: the sender checks again */
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const char *reason = NULL;
    tap_row(rows[i].url);
    is_number(collab_guard_check_url(tap_pool, &rules, rows[i].url, apr_time_from_sec(3), &reason), rows[i].fine);
    ok(rows[i].fine == (reason == NULL));
  }
  tap_row("");
}

/* localhost is refused, except on a machine without /etc/hosts: a name that does not resolve is accepted, because the sender
 * checks again. */
static void test_localhost(void) {
  static const char *const urls[] = {"https://localhost/", "https://localhost./"};
  struct addrinfo *found = NULL;
  bool unknown = getaddrinfo("localhost", NULL, NULL, &found) != 0;

  for (size_t i = 0; i < sizeof urls / sizeof *urls; i++) {
    const char *reason = NULL;
    tap_row(urls[i]);
    is_number(collab_guard_check_url(tap_pool, &rules, urls[i], apr_time_from_sec(3), &reason), unknown);
    ok(unknown == (reason == NULL));
  }
  tap_row("");
  if (found) {
    freeaddrinfo(found);
  }
}

/* A text that only looks like a name is judged as the address that a resolver or proxy would make of it. */
static void test_literals(void) {
  static const struct {
    const char *host, *plain; /* NULL: a name */
  } rows[] = {
      {"127.0.0.1", "127.0.0.1"},
      {"127.0.0.1.", "127.0.0.1"},
      {"127.0.0.1..", "127.0.0.1"},
      {"0x7f.1", "127.0.0.1"},
      {"0X7F.1.", "127.0.0.1"},
      {"0177.0.0.1", "127.0.0.1"},
      {"2130706433", "127.0.0.1"},
      {"2130706433.", "127.0.0.1"},
      {"0", "0.0.0.0"},
      {"10.1", "10.0.0.1"},
      {"[::1]", "::1"},
      {"::1", "::1"},
      {"[::FFFF:7f00:1]", "::ffff:127.0.0.1"},
      {"8.8.8.8.", "8.8.8.8"},
      {"hooks.example", NULL},
      {"hooks.example.", NULL},
      {"1.2.3.4.5", NULL},
      {"0x7f.1.example", NULL},
      {"face", NULL},
      {"dead.beef", NULL},
      {"256.1.1.1", NULL},
      {"", NULL},
      {".", NULL},
      {"[]", NULL},
      {"[hooks.example]", NULL},
      {"127.0.0.1 x", NULL},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char plain[INET6_ADDRSTRLEN];
    const char *reason = NULL;
    bool public = rows[i].plain && !strcmp(rows[i].plain, "8.8.8.8");
    tap_row(rows[i].host);
    is_text(collab_guard_plain(rows[i].host, plain), rows[i].plain);
    is_number(collab_guard_literal(&rules, rows[i].host, &reason), !rows[i].plain ? -1 : public ? 1 : 0);
    ok((reason != NULL) == (rows[i].plain && !public));
  }
  static const char *const neither[] = {"127.0.0.1%2e", "127.0.0.1\xe3\x80\x82",
                                        "\xef\xbc\x91"
                                        "27.0.0.1"};
  for (size_t i = 0; i < sizeof neither / sizeof *neither; i++) {
    const char *reason = NULL;
    tap_row(neither[i]);
    is_number(collab_guard_literal(&rules, neither[i], &reason), 0);
    is_text(reason, "its host is neither a name nor an address");
  }
  tap_row("");
}

/* Gives the loopback interface of this process's own network a public address. */
static bool have_address(const char *text) {
  struct ifreq request = {.ifr_name = "lo:1"};
  struct sockaddr_in *address = (struct sockaddr_in *)&request.ifr_addr;
  int fd = socket(AF_INET, SOCK_DGRAM, 0);

  address->sin_family = AF_INET;
  bool fine = inet_pton(AF_INET, text, &address->sin_addr) == 1 && ioctl(fd, SIOCSIFADDR, &request) == 0;
  close(fd);
  return fine;
}

/* Runs first, while there is no other thread. From here on this process has its own network, without a way out. */
static void test_own(void) {
  const char *reason = NULL;
  apr_time_t now = collab_time_clock();

  ok(collab_own_refresh(now));
  if (unshare(CLONE_NEWUSER | CLONE_NEWNET) || !have_address("8.8.4.5")) {
    printf("ok %d # SKIP no network namespaces here: %s\n", ++tap_count, strerror(errno));
    return;
  }
  ok(address(&rules, "8.8.4.5", &reason)); /* the list of own addresses does not have it yet */
  ok(collab_own_refresh(now + COLLAB_OWN_EVERY - apr_time_from_sec(30)));
  ok(address(&rules, "8.8.4.5", &reason));
  ok(collab_own_refresh(now + COLLAB_OWN_EVERY)); /* a minute later */
  ok(!address(&rules, "8.8.4.5", &reason));
  is_text(reason, "this machine's own address");
  ok(!address(&rules, "::ffff:8.8.4.5", &reason));
  ok(address(&rules, "8.8.8.8", &reason));
  ok(!address(&rules, "127.0.0.1", &reason));
  is_text(reason, "loopback");
  struct sockaddr_in own = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(0x08080405)};
  is_text(collab_guard_rule(tap_pool, (struct sockaddr *)&own), "this machine's own address");
  collab_outbound_t allowing = rules;
  apr_array_header_t *networks = apr_array_make(tap_pool, 1, sizeof(apr_ipsubnet_t *));
  apr_ipsubnet_create((apr_ipsubnet_t **)apr_array_push(networks), "8.8.4.5", "32", tap_pool);
  allowing.allow = networks;
  ok(address(&allowing, "8.8.4.5", &reason));
}

static void test_pins(void) {
  collab_outbound_t pinned = rules;
  apr_array_header_t *pins = apr_array_make(tap_pool, 2, sizeof(collab_host_pin_t));
  const char *reason;

  APR_ARRAY_PUSH(pins, collab_host_pin_t) = (collab_host_pin_t){"hooks.example", "10.0.0.9"};
  APR_ARRAY_PUSH(pins, collab_host_pin_t) = (collab_host_pin_t){"Public.Example", "8.8.4.4"};
  APR_ARRAY_PUSH(pins, collab_host_pin_t) = (collab_host_pin_t){"dotted.example.", "10.0.0.8"};
  pinned.pins = pins;
  is_text(collab_guard_pin(&pinned, "HOOKS.example"), "10.0.0.9");
  is_text(collab_guard_pin(&pinned, "hooks.example."), "10.0.0.9");
  is_text(collab_guard_pin(&pinned, "dotted.example"), "10.0.0.8");
  is_text(collab_guard_pin(&pinned, "dotted.example."), "10.0.0.8");
  ok(collab_guard_pin(&pinned, "other.example") == NULL);
  ok(collab_guard_pin(&pinned, "hooks.exampl") == NULL);
  ok(collab_guard_pin(&pinned, ".") == NULL);
  ok(!collab_guard_check_url(tap_pool, &pinned, "https://hooks.example/", apr_time_from_sec(3),
                             &reason)); /* a pin is checked too */
  ok(collab_guard_check_url(tap_pool, &pinned, "https://public.example/", apr_time_from_sec(3), &reason));
}

int main(void) {
  tap_begin();
  test_own();
  test_addresses();
  test_allowed();
  test_urls();
  test_localhost();
  test_pins();
  test_literals();
  return tap_done();
}
