/* check_url.c: collabctl check-url: tells why a callback URL is refused, or what happens on connecting to it. Needs no database.
 *
 * The rules come from httpd's configuration, or else from the directives' defaults. An option replaces a single rule. */
#include "ctl/ctl.h"
#include "ctl/doctor/doctor.h"

#include <apr_strings.h>
#include <stdio.h>

#include "base/json_writer.h"
#include "outbound/probe.h"

static collab_ctl_exit_t check_url(collab_ctl_t *ctl);

// clang-format off
static const collab_ctl_param_t params[] = {
  { "URL",     CTL_ARGUMENT, CTL_TEXT, 4096, "a callback URL, as a member gives it" },
  { "allow",   CTL_OPTIONAL, CTL_TAGS, 0,    "networks, separated by commas, as in CollabOutboundAllow" },
  { "http",    CTL_OPTIONAL, CTL_FLAG, 0,    "allows http, as CollabOutboundHTTP On does" },
  { "pin",     CTL_OPTIONAL, CTL_NAME, 0,    "the host's address, as in CollabOutboundHost" },
  { "ca",      CTL_OPTIONAL, CTL_NAME, 0,    "file of trusted certificates, as in CollabOutboundCA" },
  { "proxy",   CTL_OPTIONAL, CTL_NAME, 0,    "http://host:port, as in CollabOutboundProxy" },
  { "httpd",   CTL_OPTIONAL, CTL_SOME, 0,    "apachectl of the httpd whose rules apply (default: of the one that the module was built for)" },
  { "connect", CTL_OPTIONAL, CTL_FLAG, 0,    "also connects, unless the URL is refused, and sends HEAD" },
  { NULL, 0, 0, 0, NULL }
};

const collab_ctl_command_t collab_ctl_check_url[] = {
  { "", "tells whether a callback URL may be called, and what answers there", params, NULL, NULL, check_url, READS },
  { NULL }
};
// clang-format on

/* Reads the networks of --allow. Reports an invalid one and returns false. */
static bool read_networks(collab_ctl_t *ctl, collab_outbound_t *rules) {
  apr_array_header_t *networks = apr_array_make(ctl->pool, 4, sizeof(apr_ipsubnet_t *));
  const char *given = collab_ctl_value(ctl, "allow");
  char *last, *word = apr_strtok(apr_pstrdup(ctl->pool, given ? given : ""), ",", &last);

  for (; word; word = apr_strtok(NULL, ",", &last)) {
    apr_ipsubnet_t *network = collab_outbound_network(ctl->pool, word);
    if (!network) {
      collab_ctl_say(ctl, "allow: %s is not a network such as 10.20.0.0/16", word);
      return false;
    }
    APR_ARRAY_PUSH(networks, apr_ipsubnet_t *) = network;
  }
  rules->allow = networks;
  return true;
}

/* Returns what is wrong with these options, or NULL. */
static const char *fault(const collab_ctl_t *ctl, const char *pin, const char *proxy, const char *ca) {
  const char *wrong = ca ? collab_outbound_ca_fault(ctl->pool, ca) : NULL;

  if (pin && !collab_outbound_is_address(pin)) {
    return apr_psprintf(ctl->pool, "pin: %s is not an IPv4 or IPv6 address", pin);
  }
  if (proxy && !collab_outbound_is_proxy(ctl->pool, proxy)) {
    return "proxy: must be http://host:port";
  }
  return wrong ? apr_psprintf(ctl->pool, "ca: %s %s", ca, wrong) : NULL;
}

static void print_text(const collab_probe_t *probe, const collab_probe_answer_t *answer, bool own) {
  printf("rules        %s\n",
         own ? "httpd's" : "the defaults: httpd's own cannot be read (it is not set up, or you are not root)");
  printf("scheme       %s\n", probe->scheme ? probe->scheme : "none");
  printf("host         %s\n", probe->host ? probe->host : "none");
  printf("port         %s\n", probe->port ? probe->port : "none");
  if (probe->pin) {
    printf("pinned to    %s\n", probe->pin);
  }
  for (int i = 0; i < probe->addresses->nelts; i++) {
    const collab_probe_address_t *address = &APR_ARRAY_IDX(probe->addresses, i, collab_probe_address_t);
    printf("address      %s %s: %s\n", address->text, address->allowed ? "may be called" : "is refused", address->rule);
  }
  if (probe->host && !probe->addresses->nelts) {
    printf("address      none: the name does not resolve here; the dispatcher looks it up at each attempt\n");
  }
  printf("verdict      %s%s%s\n", probe->refused ? "refused" : "may be called", probe->fault ? ": " : "",
         probe->fault ? probe->fault : "");
  if (!answer) {
    return;
  }
  if (*answer->address) {
    printf("connection   %s\n", answer->address);
  }
  for (int i = 0; i < answer->certificates->nelts; i++) {
    const collab_probe_certificate_t *one = &APR_ARRAY_IDX(answer->certificates, i, collab_probe_certificate_t);
    printf("certificate  %s, issued by %s, until %s\n", one->subject, one->issuer, one->until);
  }
  if (answer->error) {
    printf("error        %s\n", answer->error);
  } else {
    printf("answer       %s %d in %d ms\n", answer->protocol ? answer->protocol : "?", answer->status, answer->milliseconds);
  }
}

static void write_addresses(collab_json_writer_t *w, const collab_probe_t *probe) {
  collab_write_open(w, "addresses", "[");
  for (int i = 0; i < probe->addresses->nelts; i++) {
    const collab_probe_address_t *address = &APR_ARRAY_IDX(probe->addresses, i, collab_probe_address_t);
    collab_write_open(w, NULL, "{");
    collab_write_text(w, "address", address->text);
    collab_write_text(w, "rule", address->rule);
    collab_write_boolean(w, "allowed", address->allowed);
    collab_write_close(w, "}");
  }
  collab_write_close(w, "]");
}

static void write_connection(collab_json_writer_t *w, const collab_probe_answer_t *answer) {
  collab_write_open(w, "connection", "{");
  collab_write_text(w, "address", *answer->address ? answer->address : NULL);
  collab_write_open(w, "certificates", "[");
  for (int i = 0; i < answer->certificates->nelts; i++) {
    const collab_probe_certificate_t *one = &APR_ARRAY_IDX(answer->certificates, i, collab_probe_certificate_t);
    collab_write_strings(w, NULL, "subject", one->subject, "issuer", one->issuer, "until", one->until, NULL);
  }
  collab_write_close(w, "]");
  collab_write_text(w, "protocol", answer->protocol);
  collab_write_integer(w, "status", answer->status);
  collab_write_integer(w, "milliseconds", answer->milliseconds);
  collab_write_text(w, "error", answer->error);
  collab_write_close(w, "}");
}

static void print_json(apr_pool_t *pool, const collab_probe_t *probe, const collab_probe_answer_t *answer, bool own) {
  collab_json_writer_t *w = collab_json_writer_make(pool, 1000);

  collab_write_open(w, NULL, "{");
  collab_write_text(w, "rules", own ? "httpd" : "defaults");
  collab_write_text(w, "scheme", probe->scheme);
  collab_write_text(w, "host", probe->host);
  collab_write_json(w, "port", probe->port);
  collab_write_text(w, "pinnedTo", probe->pin);
  write_addresses(w, probe);
  collab_write_boolean(w, "refused", probe->refused);
  collab_write_text(w, "fault", probe->fault);
  if (answer) {
    write_connection(w, answer);
  }
  collab_write_close(w, "}");
  printf("%s\n", w->text);
}

/* Sets the rules to httpd's, or else to the defaults; each option then replaces one rule. Sets *own to whether httpd's rules
 * were found. Reports an invalid option and returns false. */
static bool read_rules(collab_ctl_t *ctl, collab_outbound_t *rules, bool *own) {
  const char *pin = collab_ctl_value(ctl, "pin"), *ca = collab_ctl_value(ctl, "ca"), *proxy = collab_ctl_value(ctl, "proxy");
  const char *wrong = fault(ctl, pin, proxy, ca);

  if (wrong) {
    collab_ctl_say(ctl, "%s", wrong);
    return false;
  }
  *rules = (collab_outbound_t){.pins = apr_array_make(ctl->pool, 1, sizeof(collab_host_pin_t))};
  *own = collab_doctor_rules(ctl->pool, collab_ctl_value(ctl, "httpd"), rules);
  rules->ca = ca ? ca : rules->ca;
  rules->proxy = proxy ? proxy : rules->proxy;
  rules->http = rules->http || collab_ctl_value(ctl, "http");
  return (*own && !collab_ctl_value(ctl, "allow")) || read_networks(ctl, rules);
}

static collab_ctl_exit_t check_url(collab_ctl_t *ctl) {
  const char *url = collab_ctl_value(ctl, "url"), *pin = collab_ctl_value(ctl, "pin");
  collab_outbound_t rules;
  collab_probe_answer_t answer;
  collab_probe_t probe;
  bool own;

  if (!read_rules(ctl, &rules, &own)) {
    return CTL_REFUSED;
  }
  collab_probe_url(ctl->pool, &rules, url, &probe);
  if (pin && probe.host) {
    apr_array_header_t *pins = apr_array_make(ctl->pool, 1, sizeof(collab_host_pin_t));
    APR_ARRAY_PUSH(pins, collab_host_pin_t) = (collab_host_pin_t){probe.host, pin};
    rules.pins = pins;
    collab_probe_url(ctl->pool, &rules, url, &probe);
  }
  bool connect = collab_ctl_value(ctl, "connect") && !probe.refused;
  if (connect) {
    collab_probe_connect(ctl->pool, &rules, url, &answer);
  }
  if (collab_ctl_value(ctl, "json")) {
    print_json(ctl->pool, &probe, connect ? &answer : NULL, own);
  } else {
    print_text(&probe, connect ? &answer : NULL, own);
  }
  return probe.refused || (connect && answer.error) ? CTL_REFUSED : CTL_DONE;
}
