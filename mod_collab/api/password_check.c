/* password_check.c: checks and hashes passwords within their limits, for the login and the change of a password.
 *
 *   find (hash and failures, one statement) → hash the password, no connection borrowed → accept it, or count the failure (a
 *   second statement)
 *
 * 1. An unknown name costs the same hash and the same second statement as a wrong password, so the response time reveals nothing.
 * 2. Hashing is slow by design. At most half of the cores hash, and a bounded number of threads wait in line for their turn. Any
 *    further HTTP request is refused, and does not count as a failure.
 *    - Groups take turns in the line. The group of a login is the account, if the account has logged in from this network before;
 *      else it is the address, a stranger. So no account delays another one, and wrong passwords from strangers delay no account.
 *      For an unknown name the group is always the address, as for any other name in a stranger's network.
 *    - The first statement finds the group, so a request that the line refuses has cost that statement.
 * 3. Three limits count failures: of a name from an address, of an address regardless of the name, and of a name regardless of
 *    the address. Reaching one is logged. Partners see user names, so the third limit must not lock a user out: it exempts
 *    networks from which the user has logged in, and from other networks one login every 30 s is still checked.
 * 4. A login may have two readings (api/token_endpoint.c), which are one attempt. It costs a hash for each, whatever is found.
 * The reading whose name an account has counts: its limits apply, and the failure is its own, as at POST /v1/login.
 * 5. Neither the log nor a count contains a password or an unknown user name, which may be a password typed into the wrong field.
 *
 * Worker threads only. */
#include <apr_hash.h>
#include <sched.h>
#include <string.h>

#include <ap_mpm.h>

#include "api/api.h"
#include "auth/password.h"
#include "base/text.h"
#include "base/time.h"
#include "collab_private.h"
#include "node/places.h"

#define PATIENCE apr_time_from_sec(5)
#define LINE_SHARE 4                        /* one thread in four may wait for its turn to hash, */
#define LINE_LEAST 60                       /* or this many, if they are at most half of the threads */
#define LINE_OF_GROUP 40                    /* threads of one group that may wait, at most two thirds of the line */
#define LOG_INTERVAL apr_time_from_sec(900) /* minimum time between two log messages of a process about refused logins */

static collab_places_t *hashing;

/* The number of passwords that this process may hash concurrently: half of the cores that it may run on, at least one. */
static int cores_for_hashing(void) {
  cpu_set_t cores;
  int count = sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 1;

  return count > 1 ? count / 2 : 1;
}

static int limited(int number, int least, int most) {
  return number < least ? least : number > most ? most : number;
}

void collab_api_password_child_init(apr_pool_t *pchild) {
  int threads = 0;

  if (ap_mpm_query(AP_MPMQ_MAX_THREADS, &threads) != APR_SUCCESS || threads < 2) {
    threads = 2;
  }
  int line = limited(LINE_LEAST, threads / LINE_SHARE, threads / 2);
  const collab_place_rules_t rules = {
      .most = {cores_for_hashing()}, .shares = 1, .line = line, .line_share = limited(line * 2 / 3, 1, LINE_OF_GROUP)};
  hashing = collab_places_make(pchild, &rules);
}

/* A hint for the log if the client's address may be the address of a proxy with many users behind it; else "". */
static const char *proxy_hint(const request_rec *r) {
  return r->useragent_addr == r->connection->client_addr ? "; if that is a proxy's address, all its clients share the limit: "
                                                           "set up mod_remoteip (docs/profiles.md)"
                                                         : "";
}

/* The limits, by their names in the column refused_by. An unrecognised name counts as the last limit. */
static const struct {
  const char *by, *why;
} limits[] = {{"name", "too many failed for this name from this address (CollabLoginLimit)"},
              {"address", "too many failed from this address (CollabLoginAddressLimit)"},
              {"everywhere", "too many failed for this name, which has not logged in from this network (CollabLoginNameLimit)"}};

/* Logs that a limit refuses logins: the first time, then at most once per LOG_INTERVAL for each limit. */
static void log_refused(collab_exchange_t *x, const char *by) {
  static apr_time_t said[sizeof limits / sizeof *limits];
  size_t limit = 0;

  while (limit + 1 < sizeof limits / sizeof *limits && strcmp(by, limits[limit].by) != 0) {
    limit++;
  }
  apr_time_t before = __atomic_load_n(&said[limit], __ATOMIC_RELAXED), now = collab_time_clock();
  if ((before && now - before < LOG_INTERVAL) ||
      !__atomic_compare_exchange_n(&said[limit], &before, now, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    return;
  }
  ap_log_rerror(APLOG_MARK, APLOG_WARNING, 0, x->r, COLLABNO(0470) "a login from %s is refused: %s%s",
                collab_address_group(x->pool, x->r->useragent_addr), limits[limit].why, proxy_hint(x->r));
}

static collab_outcome_t refuse_limited(collab_exchange_t *x) {
  const char *by = collab_exchange_column(x, "refused_by");
  const char *seconds = collab_exchange_column(x, "refused_for");

  x->retry_after = seconds ? (int)apr_atoi64(seconds) : 1;
  log_refused(x, by ? by : "");
  return COLLAB_TOO_MANY;
}

static collab_outcome_t refuse_busy(collab_exchange_t *x) {
  x->retry_after = 1;
  x->detail = "the server checks as many passwords as it can";
  return COLLAB_TOO_MANY;
}

/* Did this failure reach a limit? Of several concurrent failures, exactly one gets the number that equals the limit. */
static bool reaches(const collab_exchange_t *x, const char *column, const char *limit) {
  const char *failures = collab_exchange_column(x, column);

  return failures && !strcmp(failures, limit);
}

static void log_locked(collab_exchange_t *x, const char *username, const char *address_limit) {
  const collab_config_t *config = x->config;
  const char *address = collab_address_group(x->pool, x->r->useragent_addr);
  const char *known = collab_exchange_column(x, "known");
  const char *name = known && !strcmp(known, "yes") ? apr_pstrcat(x->pool, "user ", username, NULL) : "an unknown user";

  if (reaches(x, "of_name", config->login_failures)) {
    ap_log_rerror(APLOG_MARK, APLOG_WARNING, 0, x->r, COLLABNO(0471) "%s is locked out from %s: %s failed logins within %s s%s",
                  name, address, config->login_failures, config->login_window, proxy_hint(x->r));
  }
  if (reaches(x, "of_address", address_limit)) {
    ap_log_rerror(APLOG_MARK, APLOG_WARNING, 0, x->r, COLLABNO(0472) "all logins from %s are locked out: %s failed within %s s%s",
                  address, address_limit, config->login_address_window, proxy_hint(x->r));
  }
  if (reaches(x, "of_name_anywhere", config->login_name_failures)) {
    ap_log_rerror(
        APLOG_MARK, APLOG_WARNING, 0, x->r,
        COLLABNO(0474) "%s: %s logins failed within %s s, counted over all addresses, the last one from %s; from unknown "
                       "networks, one in 30 s is still checked (CollabLoginNameLimit)",
        name, config->login_name_failures, config->login_name_window, address);
  }
}

static const char *address_limit_of(const collab_exchange_t *x) {
  bool counts = collab_address_counts(x->config->login_address_rules, x->r->useragent_addr);
  return counts ? x->config->login_address_failures : "0";
}

/* The name of a reading, for the statements about failed logins. */
static void bind_name(collab_exchange_t *x, const collab_reading_t *reading) {
  collab_exchange_value(x, "username", reading->username);
  collab_exchange_value(x, "name_mac", reading->name_mac);
}

static collab_outcome_t count_failure(collab_exchange_t *x, const collab_statement_t *failed, const collab_reading_t *reading,
                                      const char *address_limit) {
  if (!strcmp(x->config->login_failures, "0") && !strcmp(address_limit, "0") && !strcmp(x->config->login_name_failures, "0")) {
    return COLLAB_BAD_LOGIN;
  }
  bind_name(x, reading);
  collab_exchange_value(x, "address_limit", address_limit);
  collab_outcome_t outcome = collab_exchange_run(x, failed);
  if (outcome != COLLAB_OK) {
    return outcome;
  }
  log_locked(x, reading->username, address_limit);
  return COLLAB_BAD_LOGIN;
}

/* A column of what `find` found for a reading; NULL for a reading that a limit refuses. */
static const char *found(collab_exchange_t *x, const collab_reading_t *reading, const char *column) {
  x->answer = reading->found;
  return reading->outcome == COLLAB_OK ? collab_exchange_column(x, column) : NULL;
}

/* Does an account have the reading's name? */
static bool is_known(collab_exchange_t *x, const collab_reading_t *reading) {
  x->answer = reading->found;
  const char *known = collab_exchange_column(x, "known");
  return known && !strcmp(known, "yes");
}

/* Counts one failure of the address and the first reading's name. Where a second reading's name is that of another account, its
 * password was tried, too, so that account's failure counts as well. */
static collab_outcome_t count_failures(collab_exchange_t *x, const collab_statement_t *failed, const collab_reading_t *readings,
                                       int count) {
  bool also = count > 1 && readings[1].outcome == COLLAB_OK && strcmp(readings[1].username, readings[0].username) != 0 &&
              is_known(x, &readings[1]);
  collab_outcome_t outcome = count_failure(x, failed, &readings[0], address_limit_of(x));

  return also && outcome == COLLAB_BAD_LOGIN ? count_failure(x, failed, &readings[1], "0") : outcome;
}

/* The group of this request in line: the account in the column line_of, else the client's address. */
static uint64_t group_of(const collab_exchange_t *x) {
  const char *account = collab_exchange_column(x, "line_of");

  if (account) {
    return (uint64_t)apr_atoi64(account);
  }
  const char *address = collab_address_group(x->pool, x->r->useragent_addr);
  apr_ssize_t length = APR_HASH_KEY_STRING;
  return COLLAB_GROUP_STRANGER | apr_hashfunc_default(address, &length);
}

/* Takes a place for hashing, which the calling function gives back with leave(). False: no place became free within PATIENCE, or
 * the line has no room. */
static bool enter(const collab_exchange_t *x, int *place) {
  const collab_guest_t guest = {group_of(x), COLLAB_USE_ANY};

  collab_wait_add(x->r);
  *place = collab_places_enter(hashing, guest, collab_time_clock() + PATIENCE, NULL, NULL);
  collab_wait_leave(x->r);
  return *place >= 0;
}

static void leave(int place) {
  collab_places_leave(hashing, place, false);
}

/* Would a form encoder have escaped a character of this text? Then it is not form-encoded (RFC 6749, Appendix B). */
static bool is_raw(const char *text) {
  while (collab_text_is_alnum(*text) || collab_text_is_one_of(*text, "*-._+%")) {
    text++;
  }
  return *text != '\0';
}

/* Does the second of two readings count? The one whose name an account has does. If there is none, its form decides, so that an
 * unknown name is counted under the same key as an account's would be. */
static bool second_counts(collab_exchange_t *x, const collab_reading_t *readings) {
  bool first = is_known(x, &readings[0]), second = is_known(x, &readings[1]);

  return first == second ? !first && is_raw(readings[1].username) : second;
}

collab_outcome_t collab_api_password_find(collab_exchange_t *x, const collab_statement_t *find, collab_reading_t *readings,
                                          int count) {
  collab_exchange_value(x, "address", collab_address_group(x->pool, x->r->useragent_addr));
  collab_exchange_value(x, "network", collab_address_network(x->pool, x->r->useragent_addr));
  collab_exchange_value(x, "address_limit", address_limit_of(x));
  for (collab_reading_t *reading = readings; reading < readings + count; reading++) {
    if (reading > readings && !strcmp(reading->username, readings->username)) {
      reading->outcome = readings->outcome;
      reading->found = readings->found;
      continue;
    }
    bind_name(x, reading);
    reading->outcome = collab_exchange_run(x, find);
    reading->found = x->answer;
    if (reading->outcome != COLLAB_OK && reading->outcome != COLLAB_TOO_MANY) {
      return reading->outcome;
    }
  }
  if (count > 1 && second_counts(x, readings)) {
    collab_reading_t other = readings[0];
    readings[0] = readings[1];
    readings[1] = other;
  }
  x->answer = readings->found;
  return readings->outcome == COLLAB_TOO_MANY ? refuse_limited(x) : COLLAB_OK;
}

collab_outcome_t collab_api_password_check(collab_exchange_t *x, const collab_statement_t *failed,
                                           const collab_reading_t *readings, int count) {
  const collab_reading_t *right = NULL;
  int place;

  x->answer = readings->found;
  if (!enter(x, &place)) {
    return refuse_busy(x);
  }
  for (const collab_reading_t *reading = readings; reading < readings + count; reading++) {
    if (collab_password_matches(x->pool, reading->password, found(x, reading, "password_hash")) && right == NULL) {
      right = reading;
    }
  }
  leave(place);
  if (right == NULL) {
    return count_failures(x, failed, readings, count);
  }
  x->answer = right->found;
  return COLLAB_OK;
}

collab_outcome_t collab_api_password_hash(collab_exchange_t *x, const char *password, const char **hash) {
  int place;

  if (!enter(x, &place)) {
    return refuse_busy(x);
  }
  *hash = collab_password_hash(x->pool, password, COLLAB_PASSWORD_COST);
  leave(place);
  return *hash ? COLLAB_OK : COLLAB_UNAVAILABLE;
}
