/* virtual_host.c: collabctl setup --certificate: the virtual host of the exchange.
 *
 * A new exchange is confined to this host: it alone has CollabServe, base URL and Location, so setup changes nothing for other
 * applications of this httpd. For an older module, which has no CollabServe, base URL and Location also stand at server level,
 * inside <IfDirective !CollabServe>. An exchange that an earlier version has set up stays as it is. */
#include "ctl/setup/setup.h"

#include <apr_strings.h>
#include <string.h>

static const char *site_file(const collab_setup_t *setup) {
  return collab_setup_debian_file(setup, "sites-available", SETUP_SITE);
}

static collab_ctl_exit_t put(const collab_setup_t *setup, const char *path, const char *text) {
  return collab_setup_put(setup, &(collab_setup_file_t){"configuration", path, text, strlen(text), .mode = 0644});
}

collab_ctl_exit_t collab_setup_confine(collab_setup_t *setup) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *options = collab_setup_read(pool, apr_pstrcat(pool, setup->folder, SETUP_CONF, NULL));

  if (options) {
    setup->confined = strstr(options, SETUP_CONFINED) != NULL;
    return CTL_DONE;
  }
  if (!collab_ctl_value(setup->ctl, "certificate") || collab_setup_read(pool, site_file(setup))) {
    return CTL_DONE;
  }
  const char *file = collab_setup_debian_file(setup, "mods-available", "collab"), *text = collab_setup_read(pool, file);
  const char *fresh = text ? collab_setup_confined_text(pool, text) : NULL;
  setup->confined = fresh != NULL;
  return fresh && fresh != text ? put(setup, file, fresh) : CTL_DONE;
}

/* The lines that confine the exchange to its host. At the root of the host, httpd or mod_md must still answer the challenges of
 * an authority of certificates. */
static const char *serving_lines(const collab_setup_t *setup) {
  const char *challenges = strcmp(setup->path, "/") ? ""
                                                    : "    <Location \"/.well-known/acme-challenge\">\n"
                                                      "      SetHandler none\n    </Location>\n";

  return !setup->confined
             ? ""
             : apr_psprintf(setup->ctl->pool,
                            "  # paths with %%2F, and long tokens: about these, the first virtual host of an address decides\n"
                            "  AllowEncodedSlashes NoDecode\n  LimitRequestFieldSize 16380\n"
                            "  <IfDirective CollabServe>\n    # this host alone serves the exchange\n    CollabServe On\n"
                            "    CollabBaseURL %s\n    <Location \"%s\">\n      SetHandler collab\n"
                            "      LimitRequestBody 0\n    </Location>\n%s  </IfDirective>\n",
                            setup->base_url, setup->path, challenges);
}

/* Without --certificate: writes a new base URL into the host that an earlier run has made. */
static collab_ctl_exit_t renew(const collab_setup_t *setup) {
  static const char begin[] = "    CollabBaseURL ";
  apr_pool_t *pool = setup->ctl->pool;
  const char *text = setup->confined ? collab_setup_read(pool, site_file(setup)) : NULL;

  if (!collab_setup_value(pool, text, begin)) {
    return CTL_DONE;
  }
  const char *fresh = collab_setup_line(pool, text, begin, setup->base_url);
  const char *moved = collab_setup_location_text(pool, fresh, setup->path);
  return put(setup, site_file(setup), moved ? moved : fresh);
}

collab_ctl_exit_t collab_setup_virtual_host(collab_setup_t *setup) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *certificate = collab_ctl_value(setup->ctl, "certificate"), *key = collab_ctl_value(setup->ctl, "certificate_key");

  if (!certificate) {
    return renew(setup);
  }
  const char *more = setup->port == 443 ? "" : apr_psprintf(pool, "Listen %d https\n", setup->port);
  const char *text = apr_psprintf(pool,
                                  "# The exchange's virtual host. Written by collabctl setup --certificate.\n"
                                  "%s<VirtualHost *:%d>\n  ServerName %s\n  SSLEngine On\n  SSLProtocol -all +TLSv1.2 +TLSv1.3\n"
                                  "  SSLCertificateFile \"%s\"\n  SSLCertificateKeyFile \"%s\"\n"
                                  "  # with operation, caller and the token of the request: collab.conf has the format\n"
                                  "  CustomLog ${APACHE_LOG_DIR}/collab_access.log collab\n%s</VirtualHost>\n",
                                  more, setup->port, setup->host, certificate, key, serving_lines(setup));
  return put(setup, site_file(setup), text);
}
