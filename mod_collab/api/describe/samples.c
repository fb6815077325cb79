/* samples.c: the examples of members that stand in the schemas of the descriptions (api/describe/describe.h). They are taken from
 * the examples of the rows and from the recorded responses and deliveries, which stand beside the media types, so both agree.
 * Runs while httpd starts; the memory comes from the writer's pool. */
#include <apr_hash.h>
#include <string.h>

#include "api/describe/pages.h"

/* Keeps an object as a sample of its field list, and the objects in it as samples of theirs. */
static void keep(collab_writer_t *w, const collab_field_t *fields, const collab_json_t *value) {
  for (apr_size_t i = 0; collab_json_kind(value) == COLLAB_JSON_ARRAY && i < collab_json_count(value); i++) {
    keep(w, fields, collab_json_at(value, i));
  }
  if (fields == NULL || collab_json_kind(value) != COLLAB_JSON_OBJECT) {
    return;
  }
  apr_array_header_t *list = apr_hash_get(w->samples, &fields, sizeof(fields));
  if (list == NULL) {
    list = apr_array_make(w->pool, 4, sizeof(const collab_json_t *));
    apr_hash_set(w->samples, apr_pmemdup(w->pool, &fields, sizeof(fields)), sizeof(fields), list);
  }
  APR_ARRAY_PUSH(list, const collab_json_t *) = value;
  for (const collab_field_t *field = fields; field->name; field++) {
    keep(w, field->fields, collab_json_get(value, field->name));
  }
}

static void keep_text(collab_writer_t *w, const collab_field_t *fields, const char *json) {
  const char *error;

  if (json) {
    keep(w, fields, collab_json_parse(w->pool, json, strlen(json), &error));
  }
}

void collab_samples_collect(collab_writer_t *w, const apr_array_header_t *operations) {
  w->samples = apr_hash_make(w->pool);
  for (const collab_record_t *const *list = collab_records; *list; list++) {
    for (const collab_record_t *record = *list; record->name; record++) {
      keep_text(w, record->fields, collab_recorded(w->pool, w->config, record->name));
      for (const collab_described_event_t *event = collab_described_events; event->type; event++) {
        keep_text(w, strcmp(event->record, record->name) == 0 ? record->fields : NULL,
                  collab_recorded_event(w->pool, w->config, event));
      }
    }
  }
  for (int i = 0; i < operations->nelts; i++) {
    const collab_operation_t *operation = APR_ARRAY_IDX(operations, i, const collab_operation_t *);
    const collab_route_t *row = operation->row;
    keep_text(w, row->oauth_form ? row->oauth_form : row->body, row->example);
    keep_text(w, row->gives ? row->gives->fields : NULL, collab_recorded(w->pool, w->config, operation->name));
  }
}

const collab_json_t *collab_sample(const collab_writer_t *w, const collab_field_t *fields, const char *kind, const char *name) {
  const apr_array_header_t *list = apr_hash_get(w->samples, &fields, sizeof(fields));

  for (int i = 0; list && i < list->nelts; i++) {
    const collab_json_t *sample = APR_ARRAY_IDX(list, i, const collab_json_t *),
                        *value = name ? collab_json_get(sample, name) : sample;
    const char *is = collab_json_string(collab_json_get(sample, fields->name));
    if (collab_json_kind(value) != COLLAB_JSON_NULL && (kind == NULL || (is && !strcmp(is, kind)))) {
      return value;
    }
  }
  return NULL;
}
