/* password.h: stored passwords, and rules for new ones. The hash is bcrypt over base64(SHA-256(password)), so that all bytes of a
 * password count, also beyond 72 bytes or a NUL. */
#ifndef COLLAB_AUTH_PASSWORD_H
#define COLLAB_AUTH_PASSWORD_H

#include "collab.h"

#define COLLAB_PASSWORD_COST 10 /* about 64 ms of one core */

/* Hashes a password for storage. Occupies a core for the time that the cost implies: never call it with a database connection
 * borrowed. NULL on failure. */
const char *collab_password_hash(apr_pool_t *pool, const char *password, int cost);

/* Whether the password has this hash. For a NULL `hash` (unknown user) it takes the same time and returns false. Blocks one
 * thread for the time that the cost implies. */
bool collab_password_matches(apr_pool_t *pool, const char *password, const char *hash);

/* new_password.c: a new password must be long enough, not a common one, and without the user name. Any thread, any process. */

#define COLLAB_PASSWORD_MIN 12 /* code points */

/* Why a new password (UTF-8) is refused, as the end of a sentence ("must have at least 12 characters"; static); NULL: accepted.
 * Refuses a password that contains the user name, or its part before "@" if that has at least four bytes. `username` may be NULL
 * if it is not known yet. */
const char *collab_new_password_fault(apr_pool_t *pool, const char *password, const char *username);

#endif
