/* statement.c: the table of all statements, as build/statements.pl makes it from sql/queries. */
#include "store/statement.h"

#include "store/statements.inc"

int collab_statement_index(const collab_statement_t *statement) {
  return (int)(statement - collab_statements);
}
