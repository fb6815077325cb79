/* config.c: makes a server's configuration with its defaults, merges it, and looks up its values.
 *
 * Values are written while httpd reads its configuration and in check_config, and never afterwards. A virtual host inherits from
 * the main server every setting that it does not set itself. Called by httpd's core (through mod_collab.c) and all over the
 * module. */
#include "config/config.h"

#include <apr_strings.h>
#include <string.h>

#include "collab_private.h"
#include "config/setting.h"

static size_t size_of_server(void) {
  size_t rows = 0;

  while (collab_directives[rows].name) {
    rows++;
  }
  return sizeof(collab_server_t) + rows * sizeof(collab_config_place_t);
}

/* The defaults, which are read once for each configuration. Readers of directives copy a list before they add to it, so all
 * servers can share these. */
static const collab_server_t *defaults(apr_pool_t *pool) {
  collab_server_t *server = NULL;

  apr_pool_userdata_get((void **)&server, "collab_defaults", pool);
  if (server == NULL) {
    server = apr_pcalloc(pool, size_of_server());
    server->values.base_path = "";
    server->values.outbound.pins = apr_array_make(pool, 0, sizeof(collab_host_pin_t)); /* no directive can express this default */
    collab_setting_defaults(pool, &server->values);
    apr_pool_userdata_set(server, "collab_defaults", NULL, pool);
  }
  return server;
}

void *collab_config_create(apr_pool_t *pool, server_rec *s) {
  (void)s;
  return apr_pmemdup(pool, defaults(pool), size_of_server());
}

void *collab_config_merge(apr_pool_t *pool, void *base, void *over) {
  const collab_server_t *below = base;
  collab_server_t *merged = apr_pmemdup(pool, over, size_of_server());

  for (size_t i = 0; collab_directives[i].name; i++) {
    const collab_directive_t *row = &collab_directives[i];
    if (row->own) {
      continue;
    }
    for (int k = 0; k < COLLAB_KEPT_MAX && row->kept[k].size; k++) {
      if (!(merged->at[i].fields & 1U << k)) {
        size_t offset = row->kept[k].offset;
        memcpy((char *)&merged->values + offset, (const char *)&below->values + offset, row->kept[k].size);
      }
    }
    if (merged->at[i].file == NULL) {
      merged->at[i] = below->at[i];
    }
  }
  if (merged->values.first_file == NULL) {
    merged->values.first_file = below->values.first_file;
    merged->values.first_line = below->values.first_line;
  }
  return merged;
}

collab_server_t *collab_server_copy(apr_pool_t *pool, const collab_server_t *server) {
  return apr_pmemdup(pool, server, size_of_server());
}

collab_server_t *collab_server_of(const server_rec *s) {
  return ap_get_module_config(s->module_config, &collab_module);
}

server_rec *collab_server_at(server_rec *main, const ap_directive_t *section) {
  for (server_rec *s = main->next; s; s = s->next) {
    if (s->defn_name && (int)s->defn_line_number == section->line_num && !strcmp(s->defn_name, section->filename)) {
      return s;
    }
  }
  return main;
}

const collab_config_t *collab_config_of(const server_rec *s) {
  return &collab_server_of(s)->values;
}

bool collab_config_serves(const collab_config_t *config) {
  return config->serves;
}

bool collab_config_alike(const server_rec *s, const server_rec *other) {
  const char *values = (const char *)collab_config_of(s), *others = (const char *)collab_config_of(other);

  for (const collab_directive_t *row = collab_directives; row->name; row++) {
    for (int k = 0; k < COLLAB_KEPT_MAX && row->kept[k].size && !row->own; k++) {
      if (memcmp(values + row->kept[k].offset, others + row->kept[k].offset, row->kept[k].size) != 0) {
        return false;
      }
    }
  }
  return true;
}

bool collab_config_legacy_ended(const collab_config_t *config, apr_time_t now) {
  return config->legacy_sunset && now >= config->legacy_sunset;
}

bool collab_config_text(const char *name, int *offset) {
  for (const collab_directive_t *row = collab_directives; row->name; row++) {
    for (int k = 0; k < COLLAB_KEPT_MAX && row->kept[k].size; k++) {
      if (row->kept[k].text && !strcmp(row->kept[k].name, name)) {
        *offset = (int)row->kept[k].offset;
        return true;
      }
    }
  }
  return false;
}

const char *collab_config_fill(apr_pool_t *pool, const collab_config_t *config, const char *text) {
  const char *brace = strchr(text, '{');
  if (brace == NULL) {
    return text;
  }
  apr_size_t name = strcspn(brace, "}");
  int offset;

  const char *value = collab_config_text(apr_pstrmemdup(pool, brace + 1, name - 1), &offset)
                          ? *(const char *const *)((const char *)config + offset)
                          : apr_pstrmemdup(pool, brace, name + 1);
  return apr_pstrcat(pool, apr_pstrmemdup(pool, text, (apr_size_t)(brace - text)), value,
                     collab_config_fill(pool, config, brace + name + 1), NULL);
}

const collab_config_place_t *collab_server_place(const collab_server_t *server, size_t field) {
  static const collab_config_place_t nowhere;

  for (size_t i = 0; collab_directives[i].name; i++) {
    for (int k = 0; k < COLLAB_KEPT_MAX && collab_directives[i].kept[k].size; k++) {
      if (collab_directives[i].kept[k].offset == field) {
        return &server->at[i];
      }
    }
  }
  return &nowhere;
}

const char *collab_config_place(apr_pool_t *pool, const server_rec *s, size_t field) {
  const collab_config_place_t *at = collab_server_place(collab_server_of(s), field);

  return at->file ? apr_psprintf(pool, "%s:%u", at->file, at->line) : NULL;
}

void collab_config_keys(server_rec *s, const void *token_key, const void *keyring) {
  collab_config_t *config = &collab_server_of(s)->values;

  config->token_key = token_key;
  config->keyring = keyring;
}

void collab_config_trust(server_rec *s, void *trust) {
  collab_server_of(s)->values.trust = trust;
}

void collab_config_pages(server_rec *s, const void *pages) {
  collab_server_of(s)->values.pages = pages;
}
