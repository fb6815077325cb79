/* schema_private.h: what schema.c uses of fault.c and schema_value.c. Any thread, any process. */
#ifndef COLLAB_DOMAIN_SCHEMA_PRIVATE_H
#define COLLAB_DOMAIN_SCHEMA_PRIVATE_H

#include "domain/schema.h"

/* fault.c: as collab_faults_add, for a fault that may have a field id. */
void collab_faults_put(collab_faults_t *faults, collab_fault_t fault);

/* ---- schema_value.c ---- */

/* What is wrong with a value. No message: nothing. */
typedef struct collab_complaint_t {
  collab_fault_code_t code;
  const char *message;
} collab_complaint_t;

/* The caller's wording, or the interface's. */
const collab_wording_t *collab_schema_wording(const collab_faults_t *faults);

/* The message with a number in place of its #, if it has one. */
const char *collab_schema_numbered(apr_pool_t *pool, const char *message, int number);

/* "must be one of A, B", for a list that ends with NULL. */
const char *collab_schema_one_of(apr_pool_t *pool, const char *const *values);

/* Checks a text by the kind and the length of its field. */
collab_complaint_t collab_schema_text_fault(const collab_faults_t *faults, const collab_field_t *field, const char *text);

/* True if an empty string counts as absent. */
bool collab_schema_empty_is_absent(const collab_field_t *field);

/* Checks a number by the limits of its field. `code`: that of a value that is no whole number within int64 (`whole` is false). */
collab_complaint_t collab_schema_integer_fault(const collab_faults_t *faults, const collab_field_t *field, bool whole,
                                               int64_t value, collab_fault_code_t code);

/* The code of a text that is no whole number within int64. */
collab_fault_code_t collab_schema_digits_code(const char *text);

#endif
