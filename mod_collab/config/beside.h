/* beside.h: what collabctl doctor must know of the rest of httpd's configuration. For config/ alone. */
#ifndef COLLAB_CONFIG_BESIDE_H
#define COLLAB_CONFIG_BESIDE_H

#include <httpd.h>

#include "base/json_writer.h"

/* Writes four members of the dump (config/dump.c):
 *   beside     lines that can change what clients of the interface get: server (null: all), section, directive, file, line
 *   modules    loaded modules that run other people's programs as httpd's user
 *   listens    for each base URL: address and port at which httpd itself serves it, and whether with TLS
 *   pages      the status pages: path, whether their section lets this machine in, and the other networks that may read them */
void collab_beside_write(collab_json_writer_t *w, apr_pool_t *pool, server_rec *main);

#endif
