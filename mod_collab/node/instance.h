/* instance.h: which of a machine's httpds this is. Debian's second httpd NAME has its files in /etc/apache2-NAME, the commands
 * apache2ctl-NAME and a2enmod-NAME, and the service apache2@NAME; its exchange is an instance of the same name, which
 * `collabctl --instance NAME` works on.
 *
 * Set once by httpd's parent or by collabctl, before there are threads; child processes inherit it. */
#ifndef COLLAB_NODE_INSTANCE_H
#define COLLAB_NODE_INSTANCE_H

#include "collab.h"

#define COLLAB_INSTANCE_LENGTH 40
#define COLLAB_INSTANCE_RULE "must be a name of letters, digits, - and _"

/* Is this the name of an instance: ASCII letters, digits, "-" and "_", beginning with a letter or digit? */
bool collab_instance_is_name(const char *name);

/* The name in httpd's ServerRoot ("/etc/apache2-beta"): memory of `root`. NULL: the machine's usual httpd. */
const char *collab_instance_of_root(const char *root);

/* NULL: the machine's usual httpd, or another one than Debian's. The name is copied. */
void collab_instance_set(const char *name);
const char *collab_instance_name(void);

/* Returns a remedy with the commands of this instance: "collabctl migrate" becomes "collabctl --instance beta migrate",
 * "apachectl graceful" becomes "apache2ctl-beta graceful", "systemctl start apache2" becomes "systemctl start apache2@beta".
 * Returns `text` itself if this is no instance; else memory of `pool`. */
const char *collab_instance_text(apr_pool_t *pool, const char *text);

#endif
