/* openapi.h: what the files share that write the OpenAPI descriptions: openapi.c and openapi_responses.c. Used while httpd
 * starts; the memory comes from the writer's pool. */
#ifndef COLLAB_API_DESCRIBE_OPENAPI_H
#define COLLAB_API_DESCRIBE_OPENAPI_H

#include "api/describe/describe.h"
#include "http/route.h"

/* The member "example"; NULL: writes nothing. */
void collab_openapi_example(collab_writer_t *w, const char *json);

/* A media type of a content: the record, with an example or NULL. */
void collab_openapi_content(collab_writer_t *w, const char *type, const char *record, const char *example);

/* The member "responses" of an operation: each status that it may answer with (interface.md 5.1). */
void collab_openapi_responses(collab_writer_t *w, const collab_operation_t *operation);

/* The members "headers" and "responses" of the components. */
void collab_openapi_response_components(collab_writer_t *w, const apr_array_header_t *operations);

#endif
