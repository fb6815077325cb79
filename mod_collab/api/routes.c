/* routes.c: THE table: every operation of the interface, one row each. The row IS the operation: what it is called, who may call it, what it
 * reads, which statement answers. The same rows route, validate, answer 405 and Allow, and print what the tests hold the server to
 * (-D DUMP_COLLAB_ROUTES). Literal segments win over captures; order is free.
 *
 * To add one: a row here, a field list in schemas.c, a file in sql/queries, a test in t/api (docs/architecture.md shows it once through). */
#include "api/api.h"
#include "api/records.h"
#include "api/schemas.h"

/* clang-format off */

#define REQUEST "/v1/collaboration-requests/{token}"

const collab_route_t collab_routes[] = {
  /* method    template                            who     reads                                             answers with */

  /* Identity */
  { "POST",   "/v1/login",                         PUBLIC, .body = body_login,                               .handler = collab_api_login, .name = "login",
                                                           .answers = STATEMENT(login_find), .then = STATEMENT(login_failed), .outcomes = OUTCOMES(COLLAB_BAD_LOGIN),
                                                           .summary = "Log in with a user name and a password", .gives = &gives_login,
                                                           .example = "{\"username\":\"ada@acme.example\",\"password\":\"exchange-demo\"}" },
  { "GET",    "/v1/me",                            MEMBER,                                                   .answers = STATEMENT(me),
                                                           .summary = "Who the caller is, and of which company", .gives = &gives_me },

  /* Partners and their forms */
  { "GET",    "/v1/partners/{searchTerm}",         MEMBER, .path = path_search_term,                         .answers = STATEMENT(partner_find),
                                                           .summary = "Partners by name", .gives = &gives_partners },
  { "GET",    "/v1/partners/search",               MEMBER, .query = query_search,                            .answers = STATEMENT(partner_search),
                                                           .summary = "Partners by what they do, in one's own words", .gives = &gives_partners },
  { "GET",    "/v1/forms/company/{companyId}",     MEMBER, .path = path_company_id,                          .answers = STATEMENT(form_company),
                                                           .summary = "The form that a company wants filled in", .gives = &gives_form },
  { "GET",    "/v1/forms/department/{departmentId}", MEMBER, .path = path_department_id,                     .answers = STATEMENT(form_department),
                                                           .summary = "The form that a department wants filled in", .gives = &gives_form },
  { "GET",    "/v1/forms/document/{documentId}",   MEMBER, .path = path_document_id,                         .answers = STATEMENT(form_document),
                                                           .summary = "A form by its document", .gives = &gives_form },

  /* Collaboration requests */
  { "POST",   "/v1/collaboration-requests",        MEMBER, .body = body_request,                             .answers = STATEMENT(request_create),
                                                           .summary = "Ask a partner for help", .gives = &gives_request,
                                                           .example = "{\"documentId\":2,\"internalCaseNumber\":\"ACME-1042\",\"problemSummary\":\"Array offline after a firmware update\","
                                                                      "\"problemDescription\":\"Both controllers reboot every ten minutes.\",\"priority\":\"HIGH\"}" },
  { "GET",    "/v2/collaboration-requests",        MEMBER, .query = query_requests,                          .answers = STATEMENT(request_page), .given = "cursor", .then = STATEMENT(request_list),
                                                           .summary = "The caller's requests, newest first, by page or by cursor", .gives = &gives_page },
  { "GET",    "/v2/collaboration-requests/list",   MEMBER, .query = query_request_stream,                    .answers = STATEMENT(request_batch), .stream = true,
                                                           .summary = "All of the caller's requests, streamed", .gives = &gives_requests },
  { "GET",    "/v1/collaboration-requests",        MEMBER, .successor = "/v2/collaboration-requests", .query = query_requests_v1,                       .answers = STATEMENT(request_batch), .stream = true, .given = "paginated", .then = STATEMENT(request_page), .name = "request_list_v1",
                                                           .summary = "All of the caller's requests", .gives = &gives_requests, .then_gives = &gives_page },
  { "GET",    REQUEST,                             MEMBER, .query = query_request,                           .answers = STATEMENT(request_get),
                                                           .summary = "One request", .gives = &gives_request },
  { "PATCH",  REQUEST,                             MEMBER, .body = patch_request, .merge_patch = true,       .answers = STATEMENT(request_change),
                                                           .summary = "Change the submitter's case number and contact", .gives = &gives_request,
                                                           .example = "{\"internalCaseNumber\":\"ACME-1043\"}" },
  { "POST",   REQUEST "/closure",                  MEMBER, .body = NO_BODY,                                  .answers = STATEMENT(closure_create),
                                                           .summary = "Close a request (submitter)", .gives = &gives_request },

  /* Responses */
  { "POST",   REQUEST "/approval",                 MEMBER, .body = body_approval,                            .answers = STATEMENT(approval_create),
                                                           .summary = "Take a request on (receiver)", .gives = &gives_request,
                                                           .example = "{\"caseNumber\":\"BETA-77\",\"engineerName\":\"Ben Bauer\",\"engineerEmail\":\"ben@beta.example\","
                                                                      "\"nextSteps\":\"Please send the controller logs.\"}" },
  { "PATCH",  REQUEST "/approval",                 MEMBER, .body = patch_approval, .merge_patch = true,      .answers = STATEMENT(approval_change),
                                                           .summary = "Revise an approval (receiver)", .gives = &gives_request,
                                                           .example = "{\"engineerName\":\"Bea Brandt\",\"engineerEmail\":\"bea@beta.example\"}" },
  { "POST",   REQUEST "/information-request",      MEMBER, .body = body_information_request,                 .answers = STATEMENT(information_request_create),
                                                           .summary = "Ask the submitter for more before deciding (receiver)", .gives = &gives_request,
                                                           .example = "{\"engineerName\":\"Ben Bauer\",\"engineerEmail\":\"ben@beta.example\",\"requestedInformation\":\"Which firmware is it?\"}" },
  { "POST",   REQUEST "/information-response",     MEMBER, .body = body_information_response,                .answers = STATEMENT(information_response_create),
                                                           .summary = "Answer what the receiver asked (submitter)", .gives = &gives_request,
                                                           .example = "{\"requestedInformation\":\"Version 7.4.2, since last night.\"}" },
  { "POST",   REQUEST "/rejection",                MEMBER, .body = body_rejection,                           .answers = STATEMENT(rejection_create),
                                                           .summary = "Turn a request down (receiver)", .gives = &gives_request,
                                                           .example = "{\"engineerName\":\"Ben Bauer\",\"engineerEmail\":\"ben@beta.example\",\"reason\":\"This array is not under our care.\"}" },

  /* Notes */
  { "GET",    REQUEST "/notes",                    MEMBER, .query = query_notes,                             .answers = STATEMENT(note_list),
                                                           .summary = "The notes of a request, oldest first", .gives = &gives_notes },
  { "POST",   REQUEST "/notes",                    MEMBER, .body = body_note,                                .answers = STATEMENT(note_create),
                                                           .summary = "Add a note to a request", .gives = &gives_note,
                                                           .example = "{\"summary\":\"Logs\",\"description\":\"They are in the usual place.\",\"priority\":\"MEDIUM\"}" },

  /* Attachments */
  { "GET",    REQUEST "/attachments/config",       MEMBER,                                                   .answers = STATEMENT(attachment_config_get),
                                                           .summary = "Where both sides want their attachments", .gives = &gives_attachment_config },
  { "PUT",    REQUEST "/attachments/config/https", MEMBER, .body = body_attachment_https,                    .check = collab_api_attachment_config_check, .handler = collab_api_attachment_config, .answers = STATEMENT(attachment_config_set),
                                                           .summary = "Say where the caller's side wants its attachments", .gives = &gives_attachment_config,
                                                           .example = "{\"domain\":\"files.acme.example\",\"password\":\"a password of the storage\",\"expiration\":\"2099-01-01T00:00:00Z\","
                                                                      "\"httpsPath\":\"/in\",\"httpsPort\":443}" },
  { "POST",   REQUEST "/attachments",              MEMBER, .query = query_attachment,                        .handler = collab_api_attachment_create, .answers = STATEMENT(attachment_create), .then = STATEMENT(attachment_plan), .also = STATEMENT(attachment_name),
                                                           .outcomes = OUTCOMES(COLLAB_MEDIA_TYPE, COLLAB_TOO_LARGE, COLLAB_INVALID, COLLAB_BAD_REQUEST, COLLAB_TIMEOUT, COLLAB_GONE, COLLAB_UNAVAILABLE),
                                                           .summary = "Forward files to the storages of both sides", .gives = &gives_forwarded, .form = form_attachment },

  /* Webhooks */
  { "GET",    "/v2/webhooks",                      MEMBER,                                                   .answers = STATEMENT(webhook_list),
                                                           .summary = "The company's webhook subscriptions", .gives = &gives_webhooks },
  { "POST",   "/v2/webhooks",                      MEMBER, .body = body_webhook_v2,                          .check = collab_api_callback_auth_check, .handler = collab_api_webhook_create_v2, .answers = STATEMENT(webhook_create),
                                                           .summary = "Subscribe a callback URL; the secret is in this answer alone", .gives = &gives_new_webhook,
                                                           .example = "{\"callbackUrl\":\"https://hooks.acme.example/exchange\","
                                                                      "\"callbackAuth\":{\"type\":\"BASIC\",\"username\":\"exchange\",\"password\":\"a password\"}}" },
  { "GET",    "/v2/webhooks/{id}",                 MEMBER, .path = path_id,                                  .answers = STATEMENT(webhook_get),
                                                           .summary = "One subscription", .gives = &gives_webhook },
  { "PATCH",  "/v2/webhooks/{id}",                 MEMBER, .path = path_id, .body = patch_webhook, .merge_patch = true,
                                                           .check = collab_api_webhook_patch_check, .handler = collab_api_webhook_change, .answers = STATEMENT(webhook_change), .then = STATEMENT(webhook_find),
                                                           .summary = "Change a subscription, or let it rest", .gives = &gives_webhook,
                                                           .example = "{\"active\":false}" },
  { "DELETE", "/v2/webhooks/{id}",                 MEMBER, .path = path_id,                                  .answers = STATEMENT(webhook_delete),
                                                           .summary = "End a subscription" },
  { "POST",   "/v2/webhooks/{id}/test",            MEMBER, .path = path_id, .body = NO_BODY,                 .answers = STATEMENT(webhook_test),
                                                           .summary = "Queue an event for this subscription alone", .gives = &gives_test_event },
  { "POST",   "/v2/webhooks/{id}/secret",          MEMBER, .path = path_id, .name = "webhook_rotate_v2", .body = body_rotation, .body_optional = true,
                                                           .check = collab_api_webhook_rotation_check, .handler = collab_api_webhook_rotate, .answers = STATEMENT(webhook_rotate), .then = STATEMENT(webhook_find),
                                                           .summary = "Give a subscription a new secret; it is in this answer alone", .gives = &gives_rotated_webhook,
                                                           .example = "{\"overlapSeconds\":3600}" },
  { "GET",    "/v2/webhooks/{id}/deliveries",      MEMBER, .path = path_id, .name = "webhook_deliveries_v2", .query = query_deliveries, .handler = collab_api_webhook_deliveries, .answers = STATEMENT(webhook_deliveries),
                                                           .summary = "What was sent to a subscription, newest first", .gives = &gives_deliveries },
  { "GET",    "/v1/webhooks",                      MEMBER, .successor = "/v2/webhooks",                      .answers = STATEMENT(webhook_list_v1),
                                                           .summary = "The company's V1 subscriptions", .gives = &gives_webhooks },
  { "POST",   "/v1/webhooks",                      MEMBER, .successor = "/v2/webhooks", .body = body_webhook_v1, .name = "webhook_create_v1",
                                                           .check = collab_api_webhook_v1_check, .handler = collab_api_webhook_create_v1, .answers = STATEMENT(webhook_create),
                                                           .summary = "Subscribe a callback URL to V1 payloads", .gives = &gives_new_webhook,
                                                           .example = "{\"callbackUrl\":\"https://hooks.acme.example/exchange\",\"eventTypes\":[\"note.created\"]}" },
  { "DELETE", "/v1/webhooks/{id}",                 MEMBER, .path = path_id, .name = "webhook_delete_v1",     .answers = STATEMENT(webhook_delete),
                                                           .summary = "End a subscription of either version" },
  { "POST",   "/v1/webhooks/{id}/secret",          MEMBER, .path = path_id, .body = body_rotation, .body_optional = true,
                                                           .check = collab_api_webhook_rotation_check, .handler = collab_api_webhook_rotate, .answers = STATEMENT(webhook_rotate), .then = STATEMENT(webhook_find),
                                                           .summary = "Give a subscription a new secret; it is in this answer alone", .gives = &gives_rotated_webhook,
                                                           .example = "{\"overlapSeconds\":3600}" },
  { "GET",    "/v1/webhooks/{id}/deliveries",      MEMBER, .path = path_id, .query = query_deliveries,       .handler = collab_api_webhook_deliveries, .answers = STATEMENT(webhook_deliveries),
                                                           .summary = "What was sent to a subscription, newest first", .gives = &gives_deliveries },

  /* The service itself: no part of the interface, and open to anybody */
  { "GET",    "/openapi.json",                     PUBLIC,                                                   .handler = collab_api_openapi, .name = "openapi", .outcomes = OUTCOMES(COLLAB_OK),
                                                           .summary = "This description", .gives = &gives_any },
  { "GET",    "/docs",                             PUBLIC,                                                   .handler = collab_api_docs, .name = "docs", .outcomes = OUTCOMES(COLLAB_OK),
                                                           .summary = "The interface as a page for people", .gives = &gives_text, .gives_type = "text/html" },
  { "GET",    "/problems/{code}",                  PUBLIC,                                                   .handler = collab_api_problem, .name = "problem", .outcomes = OUTCOMES(COLLAB_OK, COLLAB_UNKNOWN),
                                                           .summary = "What a problem type means; a page for browsers", .gives = &gives_problem_page },
  { "GET",    "/health/live",                      PUBLIC,                                                   .plain = true, .handler = collab_api_health_live, .name = "health_live", .outcomes = OUTCOMES(COLLAB_OK),
                                                           .summary = "Does this node answer?", .gives = &gives_health },
  { "GET",    "/health/ready",                     PUBLIC,                                                   .plain = true, .handler = collab_api_health_ready, .answers = STATEMENT(health_ready),
                                                           .summary = "Should this node get requests?", .gives = &gives_health },
  { NULL }
};
