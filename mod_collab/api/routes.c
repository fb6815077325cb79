/* routes.c: THE table: every operation of the interface, one row each. The row IS the operation: what it is called, who may call it, what it
 * reads, which statement answers. The same rows route, validate, answer 405 and Allow, and print what the tests hold the server to
 * (-D DUMP_COLLAB_ROUTES). Literal segments win over captures; order is free.
 *
 * To add one: a row here, a field list in schemas.c, a file in sql/queries, a test in t/api (docs/architecture.md shows it once through). */
#include "api/api.h"
#include "api/schemas.h"

/* clang-format off */

#define REQUEST "/v1/collaboration-requests/{token}"

const collab_route_t collab_routes[] = {
  /* method    template                            who     reads                                             answers with */

  /* Identity */
  { "POST",   "/v1/login",                         PUBLIC, .body = body_login,                               .handler = collab_api_login, .name = "login",
                                                           .answers = STATEMENT(login_find), .then = STATEMENT(login_failed), .outcomes = OUTCOMES(COLLAB_BAD_LOGIN) },
  { "GET",    "/v1/me",                            MEMBER,                                                   .answers = STATEMENT(me) },

  /* Partners and their forms */
  { "GET",    "/v1/partners/{searchTerm}",         MEMBER, .path = path_search_term,                         .answers = STATEMENT(partner_find) },
  { "GET",    "/v1/partners/search",               MEMBER, .query = query_search,                            .answers = STATEMENT(partner_search) },
  { "GET",    "/v1/forms/company/{companyId}",     MEMBER, .path = path_company_id,                          .answers = STATEMENT(form_company) },
  { "GET",    "/v1/forms/department/{departmentId}", MEMBER, .path = path_department_id,                     .answers = STATEMENT(form_department) },
  { "GET",    "/v1/forms/document/{documentId}",   MEMBER, .path = path_document_id,                         .answers = STATEMENT(form_document) },

  /* Collaboration requests */
  { "POST",   "/v1/collaboration-requests",        MEMBER, .body = body_request,                             .answers = STATEMENT(request_create) },
  { "GET",    "/v2/collaboration-requests",        MEMBER, .query = query_requests,                          .answers = STATEMENT(request_page), .given = "cursor", .then = STATEMENT(request_list) },
  { "GET",    "/v2/collaboration-requests/list",   MEMBER, .query = query_request_stream,                    .answers = STATEMENT(request_batch), .stream = true },
  { "GET",    "/v1/collaboration-requests",        MEMBER, .successor = "/v2/collaboration-requests", .query = query_requests_v1,                       .answers = STATEMENT(request_batch), .stream = true, .given = "paginated", .then = STATEMENT(request_page), .name = "request_list_v1" },
  { "GET",    REQUEST,                             MEMBER, .query = query_request,                           .answers = STATEMENT(request_get) },
  { "PATCH",  REQUEST,                             MEMBER, .body = patch_request, .merge_patch = true,       .answers = STATEMENT(request_change) },
  { "POST",   REQUEST "/closure",                  MEMBER, .body = NO_BODY,                                  .answers = STATEMENT(closure_create) },

  /* Responses */
  { "POST",   REQUEST "/approval",                 MEMBER, .body = body_approval,                            .answers = STATEMENT(approval_create) },
  { "PATCH",  REQUEST "/approval",                 MEMBER, .body = patch_approval, .merge_patch = true,      .answers = STATEMENT(approval_change) },
  { "POST",   REQUEST "/information-request",      MEMBER, .body = body_information_request,                 .answers = STATEMENT(information_request_create) },
  { "POST",   REQUEST "/information-response",     MEMBER, .body = body_information_response,                .answers = STATEMENT(information_response_create) },
  { "POST",   REQUEST "/rejection",                MEMBER, .body = body_rejection,                           .answers = STATEMENT(rejection_create) },

  /* Notes */
  { "GET",    REQUEST "/notes",                    MEMBER, .query = query_notes,                             .answers = STATEMENT(note_list) },
  { "POST",   REQUEST "/notes",                    MEMBER, .body = body_note,                                .answers = STATEMENT(note_create) },

  /* Attachments */
  { "GET",    REQUEST "/attachments/config",       MEMBER,                                                   .answers = STATEMENT(attachment_config_get) },
  { "PUT",    REQUEST "/attachments/config/https", MEMBER, .body = body_attachment_https,                    .handler = collab_api_attachment_config, .answers = STATEMENT(attachment_config_set) },
  { "POST",   REQUEST "/attachments",              MEMBER, .query = query_attachment,                        .handler = collab_api_attachment_create, .answers = STATEMENT(attachment_create), .then = STATEMENT(attachment_plan),
                                                           .outcomes = OUTCOMES(COLLAB_MEDIA_TYPE, COLLAB_TOO_LARGE, COLLAB_INVALID, COLLAB_BAD_REQUEST, COLLAB_TIMEOUT, COLLAB_GONE, COLLAB_UNAVAILABLE) },

  /* Webhooks */
  { "GET",    "/v2/webhooks",                      MEMBER,                                                   .answers = STATEMENT(webhook_list) },
  { "POST",   "/v2/webhooks",                      MEMBER, .body = body_webhook_v2,                          .check = collab_api_callback_auth_check, .handler = collab_api_webhook_create_v2, .answers = STATEMENT(webhook_create) },
  { "GET",    "/v2/webhooks/{id}",                 MEMBER, .path = path_id,                                  .answers = STATEMENT(webhook_get) },
  { "PATCH",  "/v2/webhooks/{id}",                 MEMBER, .path = path_id, .body = patch_webhook, .merge_patch = true,
                                                           .check = collab_api_webhook_patch_check, .handler = collab_api_webhook_change, .answers = STATEMENT(webhook_change), .then = STATEMENT(webhook_find) },
  { "DELETE", "/v2/webhooks/{id}",                 MEMBER, .path = path_id,                                  .answers = STATEMENT(webhook_delete) },
  { "POST",   "/v2/webhooks/{id}/test",            MEMBER, .path = path_id, .body = NO_BODY,                 .answers = STATEMENT(webhook_test) },
  { "GET",    "/v1/webhooks",                      MEMBER, .successor = "/v2/webhooks",                      .answers = STATEMENT(webhook_list_v1) },
  { "POST",   "/v1/webhooks",                      MEMBER, .successor = "/v2/webhooks", .body = body_webhook_v1, .name = "webhook_create_v1",
                                                           .check = collab_api_callback_auth_check, .handler = collab_api_webhook_create_v1, .answers = STATEMENT(webhook_create) },
  { "DELETE", "/v1/webhooks/{id}",                 MEMBER, .path = path_id, .name = "webhook_delete_v1",     .answers = STATEMENT(webhook_delete) },
  { "POST",   "/v1/webhooks/{id}/secret",          MEMBER, .path = path_id, .body = body_rotation, .body_optional = true,
                                                           .check = collab_api_webhook_rotation_check, .handler = collab_api_webhook_rotate, .answers = STATEMENT(webhook_rotate), .then = STATEMENT(webhook_find) },
  { "GET",    "/v1/webhooks/{id}/deliveries",      MEMBER, .path = path_id, .query = query_deliveries,       .handler = collab_api_webhook_deliveries, .answers = STATEMENT(webhook_deliveries) },
  { NULL }
};
