/* openapi_2_0.c: what only OpenAPI 2.0 has: the parts of the server's URL, bodies and forms that are parameters, and lists of
 * media types. 2.0 is for tools that read nothing newer, such as Power Automate. It has less than the other versions: docs/api.md
 * lists what. openapi.c writes the rest, while httpd starts. */
#include "api/describe/openapi.h"

#include <apr_strings.h>
#include <apr_uri.h>
#include <string.h>

void collab_openapi_2_0_head(collab_writer_t *w) {
  apr_uri_t url = {0};

  (void)apr_uri_parse(w->pool, w->config->base_url, &url); /* the directive has checked it */
  collab_write_text(w->json, "swagger", "2.0");
  collab_write_text(w->json, "host", url.hostinfo);
  collab_write_text(w->json, "basePath", url.path && *url.path ? url.path : "/");
  collab_write_open(w->json, "schemes", "[");
  collab_write_text(w->json, NULL, url.scheme);
  collab_write_close(w->json, "]");
  collab_write_json(w->json, "consumes", "[\"application/json\"]");
  collab_write_json(w->json, "produces", "[\"application/json\"]");
}

/* A list in a form is a repeated part. 2.0 has no list of files, so the part is described as one file. */
static void write_form(collab_writer_t *w, const collab_field_t *form) {
  for (const collab_field_t *field = form; field->name; field++) {
    collab_field_t part = *field;
    if (field->kind == ARRAY) {
      part.kind = field->of->kind;
    }
    collab_openapi_parameter(w, field->name, "formData", &part);
  }
}

void collab_openapi_2_0_body(collab_writer_t *w, const collab_route_t *row) {
  if (row->form || row->oauth_form) {
    write_form(w, row->form ? row->form : row->oauth_form);
    return;
  }
  if (row->body == NULL || row->body == NO_BODY) {
    return;
  }
  collab_write_open(w->json, NULL, "{");
  collab_write_text(w->json, "name", "body");
  collab_write_text(w->json, "in", "body");
  collab_write_boolean(w->json, "required", !row->body_optional);
  collab_write_key(w->json, "schema");
  collab_describe_body(w, row->body, row->echoed);
  collab_write_close(w->json, "}");
}

bool collab_openapi_2_0_has_part(const collab_route_t *row, const char *name) {
  const collab_field_t *field = row->form;

  while (field && field->name && strcmp(field->name, name) != 0) {
    field++;
  }
  return field && field->name;
}

void collab_openapi_2_0_types(collab_writer_t *w, const collab_route_t *row) {
  const char *type = row->gives_type ? row->gives_type : row->page_type;

  if (row->form || row->oauth_form) {
    collab_write_json(w->json, "consumes", row->form ? "[\"multipart/form-data\"]" : "[\"application/x-www-form-urlencoded\"]");
  } else if (row->merge_patch) {
    collab_write_json(w->json, "consumes", "[\"application/merge-patch+json\",\"application/json\"]");
  }
  if (type) {
    collab_write_json(w->json, "produces", apr_psprintf(w->pool, "[\"%s\",\"application/json\"]", type));
  }
}
