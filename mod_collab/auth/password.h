/* password.h: passwords at rest, and new ones. At rest it is bcrypt over base64(SHA-256(password)), so that all bytes of a long
 * password count and none is cut at 72 or at a NUL. */
#ifndef COLLAB_AUTH_PASSWORD_H
#define COLLAB_AUTH_PASSWORD_H

#include "collab.h"

#define COLLAB_PASSWORD_COST 10 /* about 64 ms of one core */

/* Hash for storage. Takes the cost's time: never with a database connection borrowed. NULL on failure. */
const char *collab_password_hash(apr_pool_t *pool, const char *password, int cost);

/* Is it the password? `hash` NULL (no such user) takes the same time and is false. Blocks one thread for the cost's time. */
bool collab_password_matches(apr_pool_t *pool, const char *password, const char *hash);

/* new_password.c: what a new password must be: long enough, not one that everybody tries first, and without the user name. Any
 * thread, any process. */

#define COLLAB_PASSWORD_MIN 12 /* code points */

/* Why a new password (UTF-8) is refused, as the end of a sentence ("must have at least 12 characters"; static); NULL: it is
 * accepted. Refuses a password that contains the user name, or the part of it before "@" where that has four bytes or more.
 * `username` may be NULL: it is not known yet. */
const char *collab_new_password_fault(apr_pool_t *pool, const char *password, const char *username);

#endif
