/* tree.h: the lines of httpd's configuration that can concern a request to the interface. For config/ alone. */
#ifndef COLLAB_CONFIG_TREE_H
#define COLLAB_CONFIG_TREE_H

#include <stdbool.h>

#include <httpd.h>

#include <http_config.h>

/* A directive, or a container such as <LimitExcept>. */
typedef struct collab_line_t {
  const ap_directive_t *node;
  const server_rec *s;           /* its virtual host; the main server: the line concerns all hosts */
  const ap_directive_t *section; /* the <Location> or <LocationMatch> around it; NULL: none */
  bool conditional;              /* in an <If>, <ElseIf> or <Else> */
} collab_line_t;

/* The lines whose name `wanted` accepts (a container's begins with "<"), in the order of the files. Leaves out sections that
 * httpd ignores for the interface, such as <Directory>, and what is in a container that `wanted` accepts. An array of
 * collab_line_t in `pool`. */
apr_array_header_t *collab_tree_lines(apr_pool_t *pool, server_rec *main, bool (*wanted)(const char *name));

/* The path or pattern of a <Location>, without quotes and, but for a pattern, without a trailing slash. Memory of `pool`. */
const char *collab_tree_path(apr_pool_t *pool, const ap_directive_t *section);

/* Does a <Location> or <LocationMatch> hold for some path of the interface? */
bool collab_tree_covers(apr_pool_t *pool, const ap_directive_t *section, const char *base_path);

/* True if the host of the base URL is a name of this virtual host. */
bool collab_tree_is_named(const server_rec *s, const char *base_url);

#endif
