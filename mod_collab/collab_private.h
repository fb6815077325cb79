/* collab_private.h: declares the module's record and its LogLevel index, for files that run inside httpd. Not for mod_collab.c,
 * which defines both. */
#ifndef COLLAB_PRIVATE_H
#define COLLAB_PRIVATE_H

#include <httpd.h>

#include <http_config.h>
#include <http_log.h>

extern module AP_MODULE_DECLARE_DATA collab_module;
APLOG_USE_MODULE(collab);

#endif
