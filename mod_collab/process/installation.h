/* installation.h: which node of the exchange this httpd is. Neither host name nor process id tells: two containers may share
 * both.
 *
 * An installation has an id, made once, and a number for each start; a reload is no start. Both are in a line of the file
 * collab-node, beside the error log, else beside the secrets key. The line also has the machine's id (/etc/machine-id) and the
 * configuration's path: a copy of the file on another machine (a cloned image), and another httpd that uses the same folder, get
 * lines of their own. Where no file can be written, host name and path give the id, and the time gives the number.
 *
 * The parent makes the identity; its children inherit it in shared memory. */
#ifndef COLLAB_PROCESS_INSTALLATION_H
#define COLLAB_PROCESS_INSTALLATION_H

#include <httpd.h>
#include <stdbool.h>

/* At a start: reads the file, counts the start there, or makes an id. At a reload: nothing. `key`: the file of the secrets key.
 * Logs that no file can be written (CB0715). Parent, in post_config. */
void collab_installation_start(apr_pool_t *pconf, server_rec *s, const char *key);

/* The id, 12 hexadecimal digits; the number of the start; where its process id counts (collab_machine_place). */
const char *collab_installation_id(void);
int64_t collab_installation_number(void);
const char *collab_installation_place(void);

/* The path of another file beside this one, from `pool`; NULL: no file keeps the identity. Parent. */
const char *collab_installation_beside(apr_pool_t *pool, const char *name);

/* What is wrong with the identity; NULL: nothing. Memory of `pool`. */
const char *collab_installation_remark(apr_pool_t *pool);

/* Draws the id that this node is to take if an earlier start goes on reporting with its id. NULL: it has taken one already, or no
 * random numbers. collab_installation_move takes it, and logs that (CB0716). The watcher alone. */
const char *collab_installation_next(void);
void collab_installation_move(server_rec *s);

/* A hook of the parent, about every ten seconds: writes into the file what the watcher has taken. */
int collab_installation_monitor(apr_pool_t *pool, server_rec *s);

#endif
