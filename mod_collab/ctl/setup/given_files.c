/* given_files.c: collabctl setup: checks the files and networks in setup's options before setup changes anything. */
#include "ctl/setup/setup.h"

#include "domain/outbound_rules.h"
#include "outbound/certificate.h"

#include <apr_strings.h>
#include <string.h>

/* ---- receivers ---- */

/* Is this a list of networks, with at least one? */
static bool are_networks(apr_pool_t *pool, const char *text) {
  char *last, *word = apr_strtok(apr_pstrdup(pool, text), " ", &last);
  bool fine = word != NULL;

  for (; word && fine; word = apr_strtok(NULL, " ", &last)) {
    fine = collab_outbound_network(pool, word) != NULL;
  }
  return fine;
}

collab_ctl_exit_t collab_setup_outbound(collab_setup_t *setup) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *allow = collab_ctl_value(setup->ctl, "outbound_allow"), *ca = collab_ctl_value(setup->ctl, "outbound_ca");
  const char *wrong = !ca ? NULL : collab_setup_read(pool, ca) ? collab_outbound_ca_fault(pool, ca) : "cannot be read";

  if (allow && !are_networks(pool, allow)) {
    return collab_setup_failed("--outbound-allow", "is not a list of networks",
                               "Separate networks by blanks: --outbound-allow '10.20.0.0/16 192.0.2.0/24'");
  }
  if (wrong) {
    return collab_setup_failed(apr_pstrcat(pool, "--outbound-ca ", ca, NULL), wrong, "Name a file of certificates in PEM.");
  }
  return CTL_DONE;
}

/* ---- the certificate of the virtual host ---- */

collab_ctl_exit_t collab_setup_certificate(collab_setup_t *setup) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *certificate = collab_ctl_value(setup->ctl, "certificate"), *key = collab_ctl_value(setup->ctl, "certificate_key");

  if (!certificate && !key) {
    return CTL_DONE;
  }
  const char *chain_text = certificate ? collab_setup_read(pool, certificate) : NULL;
  const char *key_text = key ? collab_setup_read(pool, key) : NULL;
  if (!chain_text || !key_text || strpbrk(certificate, "\"\\$%") || strpbrk(key, "\"\\$%")) {
    return collab_setup_failed("--certificate and --certificate-key",
                               "both files are needed, and setup must be able to read them",
                               "Name the certificate, with its chain, and its private key, in PEM.");
  }
  const char *wrong = collab_certificate_fault(pool, chain_text, key_text, setup->host);
  if (wrong) {
    return collab_setup_failed("--certificate and --certificate-key", wrong,
                               "Name the certificate of the base URL's host, with its chain, and its private key, in PEM.");
  }
  if (!setup->debian || strncmp(setup->base_url, "https:", 6)) {
    return collab_setup_failed("--certificate",
                               setup->debian ? "the base URL is not https" : "this httpd is not Debian's apache2",
                               "Omit it, and add a virtual host with TLS yourself: docs/profiles.md shows one.");
  }
  return collab_setup_say(SETUP_THERE, "certificate %s and its key, for %s", certificate, setup->host);
}
