/* Generated from schemas.c by make; do not edit. */
#include "http/schema.h"
extern const collab_field_t body_login[];
extern const collab_field_t body_request[];
extern const collab_field_t body_approval[];
extern const collab_field_t body_information_request[];
extern const collab_field_t body_information_response[];
extern const collab_field_t body_rejection[];
extern const collab_field_t body_note[];
extern const collab_field_t body_webhook_v2[];
extern const collab_field_t body_attachment_https[];
extern const collab_field_t patch_approval[];
extern const collab_field_t patch_request[];
extern const collab_field_t query_request[];
extern const collab_field_t query_requests[];
extern const collab_field_t query_request_stream[];
extern const collab_field_t query_requests_v1[];
extern const collab_field_t query_notes[];
extern const collab_field_t query_search[];
extern const collab_field_t query_attachment[];
extern const collab_field_t path_search_term[];
extern const collab_field_t path_company_id[];
extern const collab_field_t path_department_id[];
extern const collab_field_t path_document_id[];
extern const collab_field_t path_id[];
