/* login_name.h: the keyed hash that stands for a name which failed to log in and belongs to no account. People type their
 * password into that field, so the database keeps no such name. Any thread, any process. */
#ifndef COLLAB_AUTH_LOGIN_NAME_H
#define COLLAB_AUTH_LOGIN_NAME_H

#include "base/crypt.h"

/* The HMAC of a name, hexadecimal, in `pool`, under what the ring's sealing key derives for this purpose. NULL when OpenSSL
 * fails. */
const char *collab_login_name_mac(apr_pool_t *pool, const collab_keyring_t *ring, const char *name);

#endif
