/* routes.c: THE table: every operation of the interface, one row each. The row IS the operation: what it is called, who may call it, what it
 * reads, which statement answers. The same rows route, validate, answer 405 and Allow, and print what the tests hold the server to
 * (-D DUMP_COLLAB_ROUTES). Literal segments win over captures; order is free.
 *
 * To add one: a row here, a field list in schemas.c, a file in sql/queries/api, a test in t/api
 * (docs/architecture.md shows it once through). */
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
                                                           .summary = "Log in",
                                                           .says = "Returns a token and the seconds until it expires. A user may have several tokens at "
                                                                   "once. After too many failed logins of one name from one address, or of one address, "
                                                                   "the answer is 429 for a while.",
                                                           .gives = &gives_login,
                                                           .example = "{\"username\":\"ada@acme.example\",\"password\":\"exchange-demo\"}" },
  { "GET",    "/v1/me",                            MEMBER,                                                   .answers = STATEMENT(me),
                                                           .summary = "Get the caller's user and company",
                                                           .says = "The token decides who the caller is.",
                                                           .gives = &gives_me },

  /* Partners and their forms */
  { "GET",    "/v1/partners/{searchTerm}",         MEMBER, .path = path_search_term,                         .answers = STATEMENT(partner_find),
                                                           .summary = "Find partners by name",
                                                           .says = "Returns the companies and departments that share a community with the caller. Exact "
                                                                   "names come first, then beginnings, words, parts and similar spellings.",
                                                           .gives = &gives_partners },
  { "GET",    "/v1/partners/search",               MEMBER, .query = query_search,                            .answers = STATEMENT(partner_search),
                                                           .summary = "Find partners by what they do",
                                                           .says = "Returns partners whose description fits the text, best first.",
                                                           .gives = &gives_partners },
  { "GET",    "/v1/forms/company/{companyId}",     MEMBER, .path = path_company_id,                          .answers = STATEMENT(form_company),
                                                           .summary = "Get a company's form",
                                                           .says = "Returns the body of a new collaboration request, with blanks to fill in.",
                                                           .gives = &gives_form },
  { "GET",    "/v1/forms/department/{departmentId}", MEMBER, .path = path_department_id,                     .answers = STATEMENT(form_department),
                                                           .summary = "Get a department's form",
                                                           .says = "Returns the body of a new collaboration request, with blanks to fill in.",
                                                           .gives = &gives_form },
  { "GET",    "/v1/forms/document/{documentId}",   MEMBER, .path = path_document_id,                         .answers = STATEMENT(form_document),
                                                           .summary = "Get a form by its document id",
                                                           .says = "Returns the body of a new collaboration request, with blanks to fill in.",
                                                           .gives = &gives_form },

  /* Collaboration requests */
  { "POST",   "/v1/collaboration-requests",        MEMBER, .body = body_request,                             .answers = STATEMENT(request_create),
                                                           .summary = "Create a collaboration request",
                                                           .says = "The body is the form, filled in. The form decides which partner receives the request. "
                                                                   "Use the `token` of the response in the paths of all later calls.",
                                                           .keeps = "token", .gives = &gives_request,
                                                           .example = "{\"documentId\":2,\"internalCaseNumber\":\"ACME-1042\",\"problemSummary\":\"Array offline after a firmware update\","
                                                                      "\"problemDescription\":\"Both controllers reboot every ten minutes.\",\"priority\":\"HIGH\"}" },
  { "GET",    "/v2/collaboration-requests",        MEMBER, .query = query_requests,                          .answers = STATEMENT(request_page), .given = "cursor", .then = STATEMENT(request_list),
                                                           .summary = "List the caller's requests, by page or by cursor",
                                                           .says = "Returns the requests that the caller's company submitted or received. Page mode "
                                                                   "(`page`, `size`) has totals. Cursor mode (`cursor`) has none and is as fast at the end "
                                                                   "of a long list as at its start.",
                                                           .gives = &gives_page },
  { "GET",    "/v2/collaboration-requests/list",   MEMBER, .query = query_request_stream,                    .answers = STATEMENT(request_batch), .stream = true,
                                                           .summary = "List all of the caller's requests",
                                                           .says = "Returns one array of any length, newest first, written while it is read. If the server "
                                                                   "fails midway, it breaks off the connection. To poll for changes, send `updatedAfter`.",
                                                           .gives = &gives_requests },
  { "GET",    "/v1/collaboration-requests",        MEMBER, .successor = "/v2/collaboration-requests", .query = query_requests_v1,                       .answers = STATEMENT(request_batch), .stream = true, .given = "paginated", .then = STATEMENT(request_page), .name = "request_list_v1",
                                                           .summary = "List all of the caller's requests (deprecated)",
                                                           .says = "Returns one array, or a page object with `paginated=true`.",
                                                           .gives = &gives_requests, .then_gives = &gives_page },
  { "GET",    REQUEST,                             MEMBER, .path = path_token, .query = query_request,                           .answers = STATEMENT(request_get),
                                                           .summary = "Get a request",
                                                           .says = "Returns the whole record. `direction` is relative to the caller, and only the "
                                                                   "submitter's company sees `internalNotes`.", .after = "request_create",
                                                           .gives = &gives_request },
  { "PATCH",  REQUEST,                             MEMBER, .path = path_token, .body = patch_request, .merge_patch = true,       .answers = STATEMENT(request_change),
                                                           .summary = "Change the submitter's case number and contact",
                                                           .says = "Changes only the fields in the body.", .by = SUBMITTER, .after = "request_create",
                                                           .gives = &gives_request,
                                                           .example = "{\"internalCaseNumber\":\"ACME-1043\"}" },
  { "POST",   REQUEST "/closure",                  MEMBER, .path = path_token, .body = NO_BODY,                                  .answers = STATEMENT(closure_create),
                                                           .summary = "Close a request (submitter)",
                                                           .says = "Afterwards the request can only be read.", .by = SUBMITTER, .after = "request_create",
                                                           .gives = &gives_request },

  /* Responses */
  { "POST",   REQUEST "/approval",                 MEMBER, .path = path_token, .body = body_approval,                            .answers = STATEMENT(approval_create),
                                                           .summary = "Approve a request (receiver)",
                                                           .says = "The status becomes `ACCEPTED`.", .by = RECEIVER, .after = "request_create",
                                                           .gives = &gives_request,
                                                           .example = "{\"caseNumber\":\"BETA-77\",\"engineerName\":\"Ben Bauer\",\"engineerEmail\":\"ben@beta.example\","
                                                                      "\"nextSteps\":\"Please send the controller logs.\"}" },
  { "PATCH",  REQUEST "/approval",                 MEMBER, .path = path_token, .body = patch_approval, .merge_patch = true,      .answers = STATEMENT(approval_change),
                                                           .summary = "Change an approval (receiver)",
                                                           .says = "Changes only the fields in the body; `null` clears a field. Use it to assign another "
                                                                   "engineer, for example.", .by = RECEIVER, .after = "approval_create",
                                                           .gives = &gives_request,
                                                           .example = "{\"engineerName\":\"Bea Brandt\",\"engineerEmail\":\"bea@beta.example\"}" },
  { "POST",   REQUEST "/information-request",      MEMBER, .path = path_token, .body = body_information_request,                 .answers = STATEMENT(information_request_create),
                                                           .summary = "Ask the submitter for information (receiver)",
                                                           .says = "The status becomes `INFORMATION`. The submitter answers with an information response.", .by = RECEIVER, .after = "request_create",
                                                           .gives = &gives_request,
                                                           .example = "{\"engineerName\":\"Ben Bauer\",\"engineerEmail\":\"ben@beta.example\",\"requestedInformation\":\"Which firmware is it?\"}" },
  { "POST",   REQUEST "/information-response",     MEMBER, .path = path_token, .body = body_information_response,                .answers = STATEMENT(information_response_create),
                                                           .summary = "Answer an information request (submitter)",
                                                           .says = "The status stays `INFORMATION`: the receiver must still approve or reject the request.", .by = SUBMITTER, .after = "information_request_create",
                                                           .gives = &gives_request,
                                                           .example = "{\"requestedInformation\":\"Version 7.4.2, since last night.\"}" },
  { "POST",   REQUEST "/rejection",                MEMBER, .path = path_token, .body = body_rejection,                           .answers = STATEMENT(rejection_create),
                                                           .summary = "Reject a request (receiver)",
                                                           .says = "The status becomes `REJECTED`.", .by = RECEIVER, .after = "request_create",
                                                           .gives = &gives_request,
                                                           .example = "{\"engineerName\":\"Ben Bauer\",\"engineerEmail\":\"ben@beta.example\",\"reason\":\"This array is not under our care.\"}" },

  /* Notes */
  { "GET",    REQUEST "/notes",                    MEMBER, .path = path_token, .query = query_notes,                             .answers = STATEMENT(note_list),
                                                           .summary = "List the notes of a request, oldest first",
                                                           .says = "Both parties may read the notes.", .after = "request_create",
                                                           .gives = &gives_notes },
  { "POST",   REQUEST "/notes",                    MEMBER, .path = path_token, .body = body_note,                                .answers = STATEMENT(note_create),
                                                           .summary = "Add a note to a request",
                                                           .says = "Both parties may add notes until the request is closed.", .after = "request_create",
                                                           .gives = &gives_note,
                                                           .example = "{\"summary\":\"Logs\",\"description\":\"They are in the usual place.\",\"priority\":\"MEDIUM\"}" },

  /* Attachments */
  { "GET",    REQUEST "/attachments/config",       MEMBER, .path = path_token,                                                   .answers = STATEMENT(attachment_config_get),
                                                           .summary = "Get the attachment configuration",
                                                           .says = "Returns where both sides want files. A side with empty `parameters` receives none. "
                                                                   "Passwords are not shown.", .after = "request_create",
                                                           .gives = &gives_attachment_config },
  { "PUT",    REQUEST "/attachments/config/https", MEMBER, .path = path_token, .body = body_attachment_https,                    .check = collab_api_attachment_config_check, .handler = collab_api_attachment_config, .answers = STATEMENT(attachment_config_set),
                                                           .summary = "Set the caller's attachment configuration",
                                                           .says = "Sets the caller's own side. The service sends each file there as a `PUT` with Basic "
                                                                   "authentication.", .by = SUBMITTER, .after = "request_create",
                                                           .gives = &gives_attachment_config,
                                                           .example = "{\"domain\":\"files.acme.example\",\"password\":\"a password of the storage\",\"expiration\":\"2099-01-01T00:00:00Z\","
                                                                      "\"httpsPath\":\"/in\",\"httpsPort\":443}" },
  { "POST",   REQUEST "/attachments",              MEMBER, .path = path_token, .query = query_attachment,                        .handler = collab_api_attachment_create, .answers = STATEMENT(attachment_create), .then = STATEMENT(attachment_plan), .also = STATEMENT(attachment_name),
                                                           .outcomes = OUTCOMES(COLLAB_MEDIA_TYPE, COLLAB_TOO_LARGE, COLLAB_INVALID, COLLAB_BAD_REQUEST, COLLAB_TIMEOUT, COLLAB_GONE, COLLAB_UNAVAILABLE),
                                                           .summary = "Forward files to the storages of both sides",
                                                           .says = "The service forwards the files to the storages of both sides and keeps none itself. "
                                                                   "The response says for each file whether each side has it. A note records the upload.", .after = "request_create",
                                                           .gives = &gives_forwarded, .form = form_attachment },

  /* Webhooks */
  { "GET",    "/v2/webhooks",                      MEMBER,                                                   .answers = STATEMENT(webhook_list),
                                                           .summary = "List the webhook subscriptions",
                                                           .says = "Returns the subscriptions to V2 events, without their secrets.",
                                                           .gives = &gives_webhooks },
  { "POST",   "/v2/webhooks",                      MEMBER, .body = body_webhook_v2,                          .check = collab_api_callback_auth_check, .handler = collab_api_webhook_create_v2, .answers = STATEMENT(webhook_create),
                                                           .summary = "Subscribe to events",
                                                           .says = "Subscribes a callback URL to the events of the company's requests. The service signs "
                                                                   "each event with the `secret`, which only this response shows.",
                                                           .keeps = "id", .gives = &gives_new_webhook,
                                                           .example = "{\"callbackUrl\":\"https://hooks.acme.example/exchange\","
                                                                      "\"callbackAuth\":{\"type\":\"BASIC\",\"username\":\"exchange\",\"password\":\"a password\"}}" },
  { "GET",    "/v2/webhooks/{id}",                 MEMBER, .path = path_id,                                  .answers = STATEMENT(webhook_get),
                                                           .summary = "Get a subscription",
                                                           .says = "Returns one subscription, without its secret.", .after = "webhook_create",
                                                           .gives = &gives_webhook },
  { "PATCH",  "/v2/webhooks/{id}",                 MEMBER, .path = path_id, .body = patch_webhook, .merge_patch = true,
                                                           .check = collab_api_webhook_patch_check, .handler = collab_api_webhook_change, .answers = STATEMENT(webhook_change), .then = STATEMENT(webhook_find),
                                                           .summary = "Change, stop or resume a subscription",
                                                           .says = "Changes only the fields in the body; `null` removes a filter. `active: true` for an "
                                                                   "active subscription says that the callback works again: the service retries what "
                                                                   "waits.", .after = "webhook_create",
                                                           .gives = &gives_webhook,
                                                           .example = "{\"active\":false}" },
  { "DELETE", "/v2/webhooks/{id}",                 MEMBER, .path = path_id,                                  .answers = STATEMENT(webhook_delete),
                                                           .summary = "Delete a subscription",
                                                           .says = "Deletes the subscription and drops its pending deliveries.", .after = "webhook_create" },
  { "POST",   "/v2/webhooks/{id}/test",            MEMBER, .path = path_id, .body = NO_BODY,                 .answers = STATEMENT(webhook_test),
                                                           .summary = "Send a test event",
                                                           .says = "Sends a test event to this subscription. `GET /v2/webhooks/{id}/deliveries` shows the "
                                                                   "outcome.", .after = "webhook_create",
                                                           .gives = &gives_test_event },
  { "POST",   "/v2/webhooks/{id}/secret",          MEMBER, .path = path_id, .name = "webhook_rotate_v2", .body = body_rotation, .body_optional = true,
                                                           .check = collab_api_webhook_rotation_check, .handler = collab_api_webhook_rotate, .answers = STATEMENT(webhook_rotate), .then = STATEMENT(webhook_find),
                                                           .summary = "Rotate a subscription's secret",
                                                           .says = "The new secret signs at once. Until the overlap ends, the replaced secret signs as "
                                                                   "well.", .after = "webhook_create",
                                                           .gives = &gives_rotated_webhook,
                                                           .example = "{\"overlapSeconds\":3600}" },
  { "GET",    "/v2/webhooks/{id}/deliveries",      MEMBER, .path = path_id, .name = "webhook_deliveries_v2", .query = query_deliveries, .handler = collab_api_webhook_deliveries, .answers = STATEMENT(webhook_deliveries),
                                                           .summary = "List the deliveries of a subscription, newest first",
                                                           .says = "Returns the attempts to deliver events to this subscription.", .after = "webhook_create",
                                                           .gives = &gives_deliveries },
  { "GET",    "/v1/webhooks",                      MEMBER, .successor = "/v2/webhooks",                      .answers = STATEMENT(webhook_list_v1),
                                                           .summary = "List the V1 subscriptions (deprecated)",
                                                           .says = "Returns the subscriptions to V1 payloads, without their secrets.",
                                                           .gives = &gives_webhooks },
  { "POST",   "/v1/webhooks",                      MEMBER, .successor = "/v2/webhooks", .body = body_webhook_v1, .name = "webhook_create_v1",
                                                           .check = collab_api_webhook_v1_check, .handler = collab_api_webhook_create_v1, .answers = STATEMENT(webhook_create),
                                                           .summary = "Subscribe to V1 payloads (deprecated)",
                                                           .says = "Subscribes a callback URL to V1 payloads. V1 has two event types and no filters.",
                                                           .keeps = "id", .gives = &gives_new_webhook,
                                                           .example = "{\"callbackUrl\":\"https://hooks.acme.example/exchange\",\"eventTypes\":[\"note.created\"]}" },
  { "DELETE", "/v1/webhooks/{id}",                 MEMBER, .path = path_id, .name = "webhook_delete_v1",     .answers = STATEMENT(webhook_delete),
                                                           .summary = "Delete a subscription of either version",
                                                           .says = "Deletes a subscription of either version and drops its pending deliveries.", .after = "webhook_create" },
  { "POST",   "/v1/webhooks/{id}/secret",          MEMBER, .path = path_id, .body = body_rotation, .body_optional = true,
                                                           .check = collab_api_webhook_rotation_check, .handler = collab_api_webhook_rotate, .answers = STATEMENT(webhook_rotate), .then = STATEMENT(webhook_find),
                                                           .summary = "Rotate a subscription's secret",
                                                           .says = "The same as `POST /v2/webhooks/{id}/secret`.", .after = "webhook_create",
                                                           .gives = &gives_rotated_webhook,
                                                           .example = "{\"overlapSeconds\":3600}" },
  { "GET",    "/v1/webhooks/{id}/deliveries",      MEMBER, .path = path_id, .query = query_deliveries,       .handler = collab_api_webhook_deliveries, .answers = STATEMENT(webhook_deliveries),
                                                           .summary = "List the deliveries of a subscription, newest first",
                                                           .says = "The same as `GET /v2/webhooks/{id}/deliveries`.", .after = "webhook_create",
                                                           .gives = &gives_deliveries },

  /* The service itself: no part of the interface, and open to anybody */
  { "GET",    "/openapi.json",                     PUBLIC,                                                   .handler = collab_api_openapi, .name = "openapi", .outcomes = OUTCOMES(COLLAB_OK),
                                                           .summary = "Get the OpenAPI 3.1 description",
                                                           .says = "Returns the OpenAPI 3.1 description.",
                                                           .gives = &gives_any },
  { "GET",    "/openapi-3.0.json",                 PUBLIC,                                                   .handler = collab_api_openapi_3_0, .name = "openapi_3_0", .outcomes = OUTCOMES(COLLAB_OK),
                                                           .summary = "Get the OpenAPI 3.0 description",
                                                           .says = "Returns the same description as OpenAPI 3.0.3, for generators and gateways that know no 3.1.",
                                                           .gives = &gives_any },
  { "GET",    "/docs",                             PUBLIC,                                                   .handler = collab_api_docs, .name = "docs", .outcomes = OUTCOMES(COLLAB_OK),
                                                           .summary = "Read the documentation",
                                                           .says = "Returns the description as a page for browsers.",
                                                           .gives = &gives_text, .gives_type = "text/html" },
  { "GET",    "/problems/{code}",                  PUBLIC, .path = path_code,                                                   .handler = collab_api_problem, .name = "problem", .outcomes = OUTCOMES(COLLAB_OK, COLLAB_UNKNOWN),
                                                           .summary = "Explain a problem type",
                                                           .says = "Returns JSON, or a page when `Accept` names `text/html`.",
                                                           .gives = &gives_problem_page },
  { "GET",    "/health/live",                      PUBLIC,                                                   .plain = true, .handler = collab_api_health_live, .name = "health_live", .outcomes = OUTCOMES(COLLAB_OK),
                                                           .summary = "Check whether the node answers",
                                                           .says = "Returns 200 as long as the node answers.",
                                                           .gives = &gives_health },
  { "GET",    "/health/ready",                     PUBLIC,                                                   .plain = true, .handler = collab_api_health_ready, .name = "health_ready", .outcomes = OUTCOMES(COLLAB_OK, COLLAB_UNAVAILABLE),
                                                           .summary = "Check whether the node should get requests",
                                                           .says = "Returns 503 while another node might do better: the database cannot be reached from this one, its "
                                                                   "schema is not the right one, the node's keys do not open its secrets, the node's "
                                                                   "dispatcher is stuck, or the node is about to stop.",
                                                           .gives = &gives_health },
  { NULL }
};
