/* network.c: collabctl doctor: checks that this service answers where the base URL points (walk.c asks it more), and that this
 * node can reach webhook receivers: name resolution, certificate authorities, connections. The check of the base URL runs as
 * httpd's user, the check of receivers as the dispatcher's user. */
#include "ctl/doctor/doctor.h"

#include <apr_strings.h>
#include <apr_uri.h>
#include <netdb.h>
#include <string.h>

#include "ctl/doctor/walk.h"
#include "node/health.h"
#include "outbound/probe.h"

#define RECEIVERS 20                 /* the most that doctor connects to */
#define ENOUGH apr_time_from_sec(10) /* time after which doctor connects to no more receivers */
#define SLOW apr_time_from_sec(4)    /* a failed lookup that takes longer means that the name servers do not answer */

/* The results of connecting to some receivers. */
typedef struct outing_t {
  int asked, unknown, untrusted, unreached;
  bool deaf; /* the name servers do not answer */
  const char *host, *error;
  const char *failing, *expiring; /* hosts that fail, or whose certificate expires soon, each with details; NULL: none */
} outing_t;

/* Returns "expires in 9 days, on 2026-12-02" for the certificate of an answer; NULL: it does not expire soon. */
static const char *expiry_of(apr_pool_t *pool, const collab_probe_answer_t *answer) {
  return answer->certificates->nelts
             ? collab_health_expiry(pool, APR_ARRAY_IDX(answer->certificates, 0, collab_probe_certificate_t).expires,
                                    apr_time_now())
             : NULL;
}

/* ---- the base URL ---- */

/* Returns a member of a health check's response, or NULL. */
static const char *member_of(apr_pool_t *pool, const collab_probe_answer_t *answer, const char *name) {
  const char *error;
  const collab_json_t *json = collab_json_parse(pool, answer->body, strlen(answer->body), &error);
  return json ? collab_json_string(collab_json_get(json, name)) : NULL;
}

static bool is_ours(apr_pool_t *pool, const collab_probe_answer_t *answer) {
  const char *status = member_of(pool, answer, "status");
  return answer->status == 200 && status && !strcmp(status, "UP");
}

/* Connects as a client does. Trusts the certificate authorities of --ca. Without --ca, trusts the system's authorities, and if
 * these reject the certificate, tries again with the authorities of CollabOutboundCA. */
static void ask(collab_doctor_t *doctor, const collab_doctor_server_t *server, const char *path, collab_probe_answer_t *answer) {
  const char *url = apr_pstrcat(doctor->pool, server->base_url, path, NULL), *ca = collab_ctl_value(doctor->ctl, "ca");

  collab_probe_get(doctor->pool, url, ca, answer);
  if (answer->error && answer->untrusted && !ca && server->rules.ca) {
    collab_probe_get(doctor->pool, url, server->rules.ca, answer);
  }
}

/* Reports that not this service answers GET /health/live, or not alone. */
static void report_stranger(collab_doctor_t *doctor, const collab_doctor_server_t *server, const collab_probe_answer_t *live) {
  const char *answered = collab_doctor_answered(doctor, server);

  collab_doctor_wrong(
      doctor, "service",
      apr_pstrcat(doctor->pool,
                  "Another server has the port, or another virtual host has the name: compare Listen, ServerName "
                  "and <Location> with CollabBaseURL, then restart httpd. Or another module, or a proxy in front, "
                  "answers first.",
                  collab_doctor_suspects(doctor, answered), NULL),
      "%s: something else answers there: status %d to GET /health/live%s%s%s", server->base_url, live->status,
      *answered ? " (" : "", answered, *answered ? ")" : "");
}

static int port_of(const collab_doctor_t *doctor, const char *url) {
  apr_uri_t uri;
  bool known = apr_uri_parse(doctor->pool, url, &uri) == APR_SUCCESS && uri.scheme;

  return !known ? 0 : uri.port ? uri.port : apr_uri_port_of_scheme(uri.scheme);
}

static void check_server(collab_doctor_t *doctor, const collab_doctor_server_t *server) {
  collab_probe_answer_t live, ready;
  const char *base = server->base_url;

  ask(doctor, server, "/health/live", &live);
  if (live.error && live.untrusted) {
    collab_doctor_wrong(
        doctor, "service",
        "Give the virtual host a certificate of the base URL's host that has not expired, with its chain. If your own "
        "authority signed it: collabctl doctor --ca FILE.",
        "%s: its certificate is not accepted: %s", base, live.error);
  } else if (live.error) {
    collab_doctor_wrong(doctor, "service",
                        "Start httpd, let it listen there (Listen, firewall, load balancer), and let the name lead to it (DNS).",
                        "%s: nothing answers: %s", base, live.error);
  } else if (!is_ours(doctor->pool, &live)) {
    report_stranger(doctor, server, &live);
    collab_doctor_walk(doctor, server, live.address, port_of(doctor, base), false);
  } else {
    collab_doctor_fine(doctor, "service", "%s: answers from %s in %d ms%s", base, live.address, live.milliseconds,
                       strncmp(base, "https:", 6) ? "" : ", and its certificate is accepted");
    const char *expiry = expiry_of(doctor->pool, &live);
    if (expiry) {
      collab_doctor_odd(doctor, "certificate", collab_alarms[COLLAB_ALARM_CERTIFICATE].remedy, "the certificate of %s %s", base,
                        expiry);
    }
    ask(doctor, server, "/health/ready", &ready);
    if (!ready.error && ready.status == 503) {
      const char *reason = member_of(doctor->pool, &ready, "message");
      collab_doctor_wrong(doctor, "ready", "See the findings above, the status page and the error log.",
                          "%s: the node that answers is not ready: %s", base, reason ? reason : "503");
    }
    collab_doctor_walk(doctor, server, live.address, port_of(doctor, base), true);
  }
}

void collab_doctor_service(collab_doctor_t *doctor) {
  for (int i = 0; i < doctor->servers->nelts; i++) {
    const collab_doctor_server_t *server = &APR_ARRAY_IDX(doctor->servers, i, collab_doctor_server_t);
    bool seen = false;
    for (int j = 0; j < i; j++) {
      seen |= !strcmp(server->base_url, APR_ARRAY_IDX(doctor->servers, j, collab_doctor_server_t).base_url);
    }
    if (!seen) {
      check_server(doctor, server);
    }
  }
}

/* ---- receivers ---- */

static bool is_known(const apr_array_header_t *places, const char *place) {
  for (int i = 0; i < places->nelts; i++) {
    if (!strcmp(APR_ARRAY_IDX(places, i, const char *), place)) {
      return true;
    }
  }
  return false;
}

static const char *joined(apr_pool_t *pool, const char *list, const char *host, const char *what) {
  return list ? apr_pstrcat(pool, list, "; ", host, ": ", what, NULL) : apr_pstrcat(pool, host, ": ", what, NULL);
}

/* The number of a probed URL's addresses that may be called. Sets *refused to the last one that may not, with its rule. */
static int allowed_addresses(apr_pool_t *pool, const collab_probe_t *probe, const char **refused) {
  int allowed = 0;

  for (int i = 0; i < probe->addresses->nelts; i++) {
    const collab_probe_address_t *address = &APR_ARRAY_IDX(probe->addresses, i, collab_probe_address_t);
    allowed += address->allowed;
    if (!address->allowed) {
      *refused = apr_pstrcat(pool, "its address ", address->text, " may not be called: ", address->rule, NULL);
    }
  }
  return allowed;
}

static void greet(collab_doctor_t *doctor, const collab_outbound_t *rules, const char *url, apr_array_header_t *places,
                  outing_t *outing) {
  apr_time_t before = collab_time_clock();
  collab_probe_answer_t answer;
  collab_probe_t probe;
  const char *refused = NULL;

  collab_probe_url(doctor->pool, rules, url, &probe);
  const char *place = probe.host ? apr_pstrcat(doctor->pool, probe.host, ":", probe.port, NULL) : NULL;
  if (!place || is_known(places, place) ||
      (probe.addresses->nelts && (probe.fault || !allowed_addresses(doctor->pool, &probe, &refused)))) {
    return; /* the subscription's member must correct a refused address */
  }
  APR_ARRAY_PUSH(places, const char *) = place;
  outing->asked++;
  if (!probe.addresses->nelts && !rules->proxy) {
    outing->unknown++;
    outing->host = probe.host;
    outing->deaf = collab_time_clock() - before > SLOW;
    outing->failing = joined(doctor->pool, outing->failing, probe.host, "its name is not found");
    return;
  }
  if (refused) {
    outing->failing = joined(doctor->pool, outing->failing, probe.host, refused);
  }
  collab_probe_greet(doctor->pool, rules, url, &answer);
  if (answer.error) {
    outing->host = probe.host;
    outing->error = answer.error;
    outing->untrusted += answer.untrusted;
    outing->unreached += !answer.untrusted;
    outing->failing = joined(doctor->pool, outing->failing, probe.host, answer.error);
    return;
  }
  const char *expiry = expiry_of(doctor->pool, &answer);
  if (expiry) {
    outing->expiring = joined(doctor->pool, outing->expiring, probe.host, expiry);
  }
}

/* Reports faults of single receivers, which their owners must correct. */
static void report_receivers(collab_doctor_t *doctor, const outing_t *outing) {
  if (outing->failing) {
    collab_doctor_odd(doctor, "receivers", "Tell their owners: collabctl subscription list --failing shows the companies.",
                      "receivers that fail: %s", outing->failing);
  }
  if (outing->expiring) {
    collab_doctor_odd(doctor, "receivers", "Tell their owners to renew them: collabctl subscription list shows the companies.",
                      "certificates of receivers: %s", outing->expiring);
  }
}

/* Reports a fault of this node if all receivers fail in the same way; otherwise the faults of single receivers. If only one
 * receiver was tried, the fault may be its own, so the finding is milder. */
static void report_outbound(collab_doctor_t *doctor, const outing_t *outing) {
  int failed = outing->unknown + outing->untrusted + outing->unreached;
  collab_doctor_say_t *say = outing->asked > 1 || outing->deaf ? collab_doctor_wrong : collab_doctor_odd;

  if (!outing->asked) {
    collab_doctor_fine(doctor, "outbound", "there is no receiver to connect to yet");
  } else if (outing->deaf || outing->unknown == outing->asked) {
    say(doctor, "outbound", collab_alarms[COLLAB_ALARM_NAMES].remedy, "no receiver's name is found, such as %s%s", outing->host,
        outing->deaf ? ": the name servers do not answer" : "");
  } else if (outing->untrusted && failed == outing->asked) {
    say(doctor, "outbound", collab_alarms[COLLAB_ALARM_TLS].remedy, "no receiver's certificate is accepted: %s: %s", outing->host,
        outing->error);
  } else if (failed == outing->asked) {
    say(doctor, "outbound", collab_alarms[COLLAB_ALARM_IPV4].remedy, "no receiver can be reached: %s: %s", outing->host,
        outing->error ? outing->error : "not found");
  } else {
    collab_doctor_fine(doctor, "outbound", "%d of %d receivers answer", outing->asked - failed, outing->asked);
    report_receivers(doctor, outing);
  }
}

/* Looks up the host of the base URL, and reports a missing address. False: the name servers do not answer. */
static bool look_up_own(collab_doctor_t *doctor, const collab_doctor_server_t *server) {
  apr_time_t before = collab_time_clock();
  collab_outbound_t rules = server->rules;
  collab_probe_t probe;

  rules.http = true;
  collab_probe_url(doctor->pool, &rules, server->base_url, &probe);
  if (!probe.host || probe.addresses->nelts) {
    return true;
  }
  bool deaf = collab_time_clock() - before > SLOW;
  collab_doctor_wrong(doctor, "names", "Check /etc/resolv.conf, its name servers, and the DNS record of the name.",
                      "the base URL's host %s is not found here%s", probe.host, deaf ? ": the name servers do not answer" : "");
  return !deaf;
}

void collab_doctor_outbound(collab_doctor_t *doctor) {
  const collab_doctor_server_t *main = &APR_ARRAY_IDX(doctor->servers, 0, collab_doctor_server_t);
  const char *wrong = main->rules.ca ? NULL : collab_probe_authorities(doctor->pool); /* configtest checks CollabOutboundCA */
  apr_array_header_t *places = apr_array_make(doctor->pool, 8, sizeof(const char *));
  apr_time_t began = collab_time_clock();
  outing_t outing = {0};

  if (wrong) {
    collab_doctor_wrong(doctor, "authorities", "Install the system's authorities: apt-get install ca-certificates.",
                        "the authorities of receivers: %s", wrong);
  } else {
    collab_doctor_fine(doctor, "authorities", "%s", main->rules.ca ? main->rules.ca : "the system's");
  }
  if (!look_up_own(doctor, main)) {
    return;
  }
  if (!doctor->dispatcher) {
    collab_doctor_fine(doctor, "outbound", "this node has no dispatcher: other nodes send");
    return;
  }
  const apr_array_header_t *urls = collab_doctor_callbacks(doctor);
  for (int i = 0; i < urls->nelts && outing.asked < RECEIVERS && !outing.deaf && collab_time_clock() - began < ENOUGH; i++) {
    greet(doctor, &main->rules, APR_ARRAY_IDX(urls, i, const char *), places, &outing);
  }
  report_outbound(doctor, &outing);
}
