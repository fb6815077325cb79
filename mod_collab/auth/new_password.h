/* new_password.h: what a new password must be: long enough, not one that everybody tries first, and without the user name. Any
 * thread, any process. */
#ifndef COLLAB_AUTH_NEW_PASSWORD_H
#define COLLAB_AUTH_NEW_PASSWORD_H

#include "collab.h"

#define COLLAB_PASSWORD_MIN 12 /* code points */

/* Why a new password (UTF-8) is refused, as the end of a sentence ("must have at least 12 characters"; static); NULL: it is
 * accepted. Refuses a password that contains the user name, or the part of it before "@" where that has four bytes or more. */
const char *collab_new_password_fault(apr_pool_t *pool, const char *password, const char *username);

#endif
