/* login_name.h: the HMAC that replaces an unknown user name of a failed login. Such a name may be a password typed into the wrong
 * field, so the database does not store it. Any thread, any process. */
#ifndef COLLAB_AUTH_LOGIN_NAME_H
#define COLLAB_AUTH_LOGIN_NAME_H

#include "base/keyring.h"

/* The HMAC of a name, which is in lower case because logins ignore the case: in hexadecimal, in `pool`, with a key derived from
 * the ring's sealing key. NULL if OpenSSL fails. */
const char *collab_login_name_mac(apr_pool_t *pool, const collab_keyring_t *ring, const char *name);

#endif
