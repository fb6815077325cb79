/* key_file.h: reading a file that holds keys. Any thread, any process. */
#ifndef COLLAB_BASE_KEY_FILE_H
#define COLLAB_BASE_KEY_FILE_H

#include "collab.h"

/* Checks the mode of a key file: 0640 at most if root owns the file (`roots`), else 0600 at most. So only root can let a group
 * read the key. Returns NULL, or the fault for a message. */
const char *collab_key_file_mode(apr_pool_t *pool, unsigned mode, bool roots);

/* Reads a key file of at most 64 KiB and appends a NUL. The bytes are wiped when `pool` is cleared. Returns NULL when the file is
 * not regular, is too large, cannot be read, or has too wide a mode (collab_key_file_mode). Then *error names the file and the
 * reason. */
const char *collab_key_file_read(apr_pool_t *pool, const char *path, apr_size_t *len, const char **error);

#endif
