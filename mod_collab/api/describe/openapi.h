/* openapi.h: what the files share that write the OpenAPI descriptions: openapi.c, openapi_parameter.c, openapi_responses.c and
 * openapi_2_0.c. Used while httpd starts; the memory comes from the writer's pool. */
#ifndef COLLAB_API_DESCRIBE_OPENAPI_H
#define COLLAB_API_DESCRIBE_OPENAPI_H

#include "api/describe/describe.h"
#include "http/route.h"

/* The member "example"; NULL: writes nothing. */
void collab_openapi_example(collab_writer_t *w, const char *json);

/* A media type of a content: the record, with an example or NULL. */
void collab_openapi_content(collab_writer_t *w, const char *type, const char *record, const char *example);

/* A parameter; `in` is "path", "query", "header" or, in 2.0, "formData". */
void collab_openapi_parameter(collab_writer_t *w, const char *name, const char *in, const collab_field_t *field);

/* The members at the top of 2.0: the version, where the server is, and the usual media types. */
void collab_openapi_2_0_head(collab_writer_t *w);

/* The body of an operation as parameters of 2.0. */
void collab_openapi_2_0_body(collab_writer_t *w, const collab_route_t *row);

/* Does a form have a part of this name? 2.0 then lacks the parameter of the query: generators name both alike. */
bool collab_openapi_2_0_has_part(const collab_route_t *row, const char *name);

/* The media types of an operation in 2.0, where they are not the usual ones. */
void collab_openapi_2_0_types(collab_writer_t *w, const collab_route_t *row);

/* The member "responses" of an operation: each status that it may answer with (interface.md 5.1). */
void collab_openapi_responses(collab_writer_t *w, const collab_operation_t *operation);

/* The members "headers" and "responses" of the components. */
void collab_openapi_response_components(collab_writer_t *w, const apr_array_header_t *operations);

#endif
