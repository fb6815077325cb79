/* fault.c: the table of the codes of validation errors (domain/fault.h), and the list of the errors that a check has found. */
#include <string.h>

#include "domain/schema_private.h"

const char *const collab_fault_words[COLLAB_FAULT_COUNT + 1] = {
#define FAULT(symbol, word, meaning) word,
#include "domain/faults.def"
#undef FAULT
};

static const char *const meanings[COLLAB_FAULT_COUNT] = {
#define FAULT(symbol, word, meaning) meaning,
#include "domain/faults.def"
#undef FAULT
};

const char *collab_fault_meaning(collab_fault_code_t code) {
  return meanings[code];
}

collab_fault_code_t collab_fault_named(const char *word) {
  for (int code = 0; word && code < COLLAB_FAULT_COUNT; code++) {
    if (!strcmp(collab_fault_words[code], word)) {
      return (collab_fault_code_t)code;
    }
  }
  return COLLAB_FAULT_NOT_ALLOWED;
}

void collab_faults_put(collab_faults_t *faults, collab_fault_t fault) {
  if (faults->list == NULL) {
    faults->list = apr_array_make(faults->pool, 4, sizeof(collab_fault_t));
  }
  if (faults->list->nelts == COLLAB_MAX_FAULTS && !faults->strict) {
    faults->unlisted++;
    return;
  }
  APR_ARRAY_PUSH(faults->list, collab_fault_t) = fault;
}

void collab_faults_add(collab_faults_t *faults, const char *field, collab_fault_code_t code, const char *message) {
  collab_faults_put(faults, (collab_fault_t){field, message, code, 0});
}
