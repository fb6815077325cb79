/* json_item.h: %{…}^CJ, an item of mod_log_config's LogFormat that writes a value as JSON: a string, or null.
 *
 * httpd's own items cannot stand in JSON: they write other bytes than printable ASCII as \xhh, which JSON does not have, and "-"
 * for a missing value. */
#ifndef COLLAB_HTTP_LOG_JSON_ITEM_H
#define COLLAB_HTTP_LOG_JSON_ITEM_H

#include <httpd.h>

/* The hook pre_config: adds the item, if mod_log_config is loaded. docs/profiles.md lists the names of values. */
int collab_json_item_add(apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp);

#endif
