/* fault.h: a validation error, and the table of the codes of validation errors (domain/faults.def; interface.md 5.4). Any thread,
 * any process. */
#ifndef COLLAB_DOMAIN_FAULT_H
#define COLLAB_DOMAIN_FAULT_H

#include "collab.h"

typedef enum collab_fault_code_t {
#define FAULT(symbol, word, meaning) COLLAB_FAULT_##symbol,
#include "domain/faults.def"
#undef FAULT
  COLLAB_FAULT_COUNT
} collab_fault_code_t;

/* An entry of validationErrors. */
typedef struct collab_fault_t {
  const char *field;
  const char *message;
  collab_fault_code_t code;
  int64_t field_id; /* of the custom field that the entry is about; 0: it is about none */
} collab_fault_t;

/* The words of the codes, in the order of the table; ends with NULL. */
extern const char *const collab_fault_words[COLLAB_FAULT_COUNT + 1];

/* What a code means: a sentence. Static memory. */
const char *collab_fault_meaning(collab_fault_code_t code);

/* The code of this word; COLLAB_FAULT_NOT_ALLOWED if the word is NULL or unknown. */
collab_fault_code_t collab_fault_named(const char *word);

#endif
