/* exchange.h: what the files of exchange/ share: the document of collabctl exchange export and apply. */
#ifndef COLLAB_CTL_EXCHANGE_EXCHANGE_H
#define COLLAB_CTL_EXCHANGE_EXCHANGE_H

#include "ctl/ctl.h"

#include <stdio.h>

/* The members of the document, and of its objects (members.c). .never_null marks a value that cannot be cleared. */
extern const collab_field_t collab_exchange_members[], collab_exchange_community[], collab_exchange_company[],
    collab_exchange_department[], collab_exchange_user[], collab_exchange_principal[], collab_exchange_form[],
    collab_exchange_storage[];

/* Is the member a list of objects, such as the users of a company? */
bool collab_exchange_lists(const collab_field_t *member);

/* An initial password of the document: for a user without one. */
typedef struct collab_exchange_password_t {
  const char *username, *was, *password;
} collab_exchange_password_t;

/* Checks a document alone, and returns it as the statements ctl_exchange_* take it: an array of rows for each kind of object,
 * {"communities": […], "companies": […], "departments": […], "accounts": […], "forms": […], "storages": […]}. Each row has its
 * place `n`, its `path` in the document, its key, and, in `given`, the members that the document has. Adds the passwords
 * (collab_exchange_password_t) to `passwords`. NULL: the document has the faults in `faults`, of which the caller sets only the
 * pool. */
const char *collab_exchange_wanted(collab_faults_t *faults, const collab_json_t *document, apr_array_header_t *passwords);

/* The line of a valid JSON text, from 1, in which the value of this path ("companies[0].users[2].email") begins; if it is absent,
 * that of the innermost value around it. */
int collab_exchange_line(const char *text, const char *path);

/* Writes a document for people: the members in the order of the tables, each on a line. The same document gives the same bytes.
 */
void collab_exchange_write(FILE *out, apr_pool_t *pool, const collab_json_t *document);

/* Reports faults with their lines in the text of the file `name`: the first hundred, and how many more there are. `prefix` comes
 * before each. */
void collab_exchange_report(const collab_ctl_t *ctl, const char *prefix, const char *name, const char *text,
                            const collab_faults_t *faults);

/* The limits of a document: bytes, and brackets and commas, each of which takes at most 230 bytes of memory. */
#define COLLAB_EXCHANGE_BYTES (32 << 20)
#define COLLAB_EXCHANGE_VALUES 2000000

#endif
