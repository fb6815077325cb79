/* issuers.c: collabctl doctor: names the trusted issuers whose tokens may live for ever.
 *
 * A token without a bound lives until its exp. An issuer that writes exp in milliseconds makes tokens for 50,000 years. */
#include "ctl/doctor/doctor.h"

#include <apr_tables.h>

static const char *text_of(const collab_json_t *issuer, const char *name) {
  return collab_json_string(collab_json_get(issuer, name));
}

static void check_issuer(collab_doctor_t *doctor, const collab_json_t *issuer) {
  const char *name = text_of(issuer, "name"), *audience = text_of(issuer, "audience"), *kind = text_of(issuer, "kind");
  int64_t lifetime = collab_json_integer(collab_json_get(issuer, "lifetime"));

  if (lifetime) {
    collab_doctor_fine(doctor, "issuers", "%s, audience %s, %s: tokens live for at most %" APR_INT64_T_FMT " s", name, audience,
                       kind, lifetime);
  } else {
    collab_doctor_odd(doctor, "issuers", "Append lifetime=86400 to its CollabTrustedIssuer, or what its tokens need.",
                      "%s, audience %s, %s: a token may live for ever", name, audience, kind);
  }
}

void collab_doctor_issuers(collab_doctor_t *doctor) {
  const collab_json_t *servers = collab_json_get(doctor->settings, "servers");
  apr_table_t *seen = apr_table_make(doctor->pool, 4);

  for (apr_size_t at = 0; at < collab_json_count(servers); at++) {
    const collab_json_t *issuers = collab_json_get(collab_json_at(servers, at), "issuers");
    for (apr_size_t i = 0; i < collab_json_count(issuers); i++) {
      const char *issuer = collab_json_text(doctor->pool, collab_json_at(issuers, i));
      if (!apr_table_get(seen, issuer)) { /* virtual hosts may have the same line */
        apr_table_setn(seen, issuer, "");
        check_issuer(doctor, collab_json_at(issuers, i));
      }
    }
  }
}
