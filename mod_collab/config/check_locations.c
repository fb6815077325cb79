/* check_locations.c: the sections that hand requests to this module, against where the base URL points (config/check.h). */
#include <string.h>

#include "collab_private.h"
#include "config/check.h"

static const server_rec *server_at(const collab_check_t *check, const ap_directive_t *host) {
  for (const server_rec *s = check->main->next; s; s = s->next) {
    if (s->defn_name && !strcmp(s->defn_name, host->filename) && (int)s->defn_line_number == host->line_num)
      return s;
  }
  return check->main;
}

/* Does a section hand its requests to this module? */
static bool has_handler(const ap_directive_t *node) {
  for (; node; node = node->next) {
    if (!ap_cstr_casecmp(node->directive, "SetHandler") && !ap_cstr_casecmp(node->args, "collab"))
      return true;
    if (node->first_child && ap_cstr_casecmpn(node->directive, "<Location", 9) && has_handler(node->first_child))
      return true;
  }
  return false;
}

static void check_location(collab_check_t *check, const server_rec *s, const ap_directive_t *node) {
  const collab_config_t *config = collab_config_of(s);
  const char *args = node->args;
  const char *path = ap_getword_conf(check->pool, &args);
  apr_size_t end = strcspn(path, ">");

  while (end > 0 && path[end - 1] == '/')
    end--;
  path = apr_pstrmemdup(check->pool, path, end);
  if (!collab_config_used(config)) {
    collab_check_mistake(check, node->filename, (unsigned)node->line_num, "SetHandler collab, but CollabBaseURL is missing");
  } else if (strncmp(path, config->base_path, strlen(config->base_path)) != 0 ||
             (path[strlen(config->base_path)] != '\0' && path[strlen(config->base_path)] != '/')) {
    collab_check_mistake(check, node->filename, (unsigned)node->line_num,
                         "<Location \"%s\"> with SetHandler collab is not where CollabBaseURL (%s) points: \"%s\"",
                         *path ? path : "/", config->base_url, *config->base_path ? config->base_path : "/");
  }
}

static void check_tree(collab_check_t *check, const server_rec *s, const ap_directive_t *node) {
  for (; node; node = node->next) {
    if (node->first_child == NULL)
      continue;
    if (!ap_cstr_casecmp(node->directive, "<Location") && has_handler(node->first_child))
      check_location(check, s, node);
    check_tree(check, ap_cstr_casecmp(node->directive, "<VirtualHost") ? s : server_at(check, node), node->first_child);
  }
}

void collab_check_locations(collab_check_t *check) {
  check_tree(check, check->main, ap_conftree);
}
