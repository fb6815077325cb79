/* problems.c: GET /problems/{code}, the meaning, cause and remedy of a problem type, as a page or as JSON.
 *
 * The `type` of a ProblemDetail is the URL of this operation. Code, status, title and message come from the table of outcomes
 * (domain/outcome.h); this file has the cause and the remedy. The operation needs no token and shows only public facts. Worker
 * threads only. */
#include <apr_strings.h>
#include <string.h>

#include "api/describe/pages.h"
#include "base/json.h"

#define AGAIN_LATER "Send the request again after the seconds that Retry-After names. Nothing is half done."
#define OTHER_SIDE "Read `direction` of the request: OUTBOUND means that your company submitted it, INBOUND that it received it."
#define ASK_FOR_ROLE "GET /v1/me names the role of your account. The operator can give it another."

typedef struct explanation_t {
  const char *cause;
  const char *remedy;
} explanation_t;

/* clang-format off */

static const explanation_t explanations[COLLAB_OUTCOME_COUNT] = {
  [COLLAB_MALFORMED] = {
    "The body is empty or is not strict JSON (RFC 8259, UTF-8). Trailing commas, comments, a member given twice, a NUL and a "
    "nesting of more than 32 levels are refused, too.",
    "Correct the body where the message points to, or have a JSON library write it." },
  [COLLAB_INVALID] = {
    "At least one member of the body or one parameter is missing, or has a value that is not allowed.",
    "`validationErrors` names every bad field at once and says what it must be. Correct all of them and send the request again." },
  [COLLAB_BAD_REQUEST] = {
    "The request line, a header field or the framing of the body breaks the rules of HTTP.",
    "Use an HTTP library, and percent-encode the parts of the path." },
  [COLLAB_NOTE_CLOSED] = {
    "The submitter, or the service after a long time without activity, has closed the collaboration request. A closed one "
    "takes no notes.",
    "Create a new collaboration request." },
  [COLLAB_UNAUTHENTICATED] = {
    "The request has no bearer token, or one that is not accepted: it has expired, comes from an unknown issuer, is for "
    "another audience, or has a bad signature; or the account is unknown, disabled, or has ended its tokens, for example by a "
    "change of the password.",
    "Read `error_description` in the response header WWW-Authenticate. Get a new token, from POST /v1/login or from your "
    "identity provider, and send it as `Authorization: Bearer <token>`. If a new token is not accepted either, ask the "
    "operator whether your account or service principal is set up." },
  [COLLAB_BAD_LOGIN] = {
    "There is no active user with this name and password.",
    "Check both, they are taken exactly as sent. A service principal does not log in: it gets its token from its identity "
    "provider." },
  [COLLAB_MEMBER_ONLY] = {
    "Your account has the role reader, which may only read, and change its own password.",
    ASK_FOR_ROLE },
  [COLLAB_INTEGRATOR_ONLY] = {
    "Your account has the role reader or member. Webhooks, their secrets and attachment configurations are for integrators.",
    ASK_FOR_ROLE },
  [COLLAB_SUBMITTER_ONLY] = {
    "Your company received this collaboration request, and only the company that submitted it may do this.",
    OTHER_SIDE },
  [COLLAB_RECEIVER_ONLY] = {
    "Your company submitted this collaboration request, and only the company that received it may do this.",
    OTHER_SIDE },
  [COLLAB_NO_INTERACTION] = {
    "The company, department or document does not exist, or its company shares no community with yours, or it is your own "
    "company. The response is the same for all of these.",
    "Search with GET /v1/partners/{searchTerm} and use a companyId, departmentId or documentId that it returns; a documentId "
    "may have changed since." },
  [COLLAB_TLS_REQUIRED] = {
    "The request came over plain http.",
    "Use https. Treat the token or password that was sent as disclosed, and replace it." },
  [COLLAB_FORBIDDEN] = {
    "The server, or something in front of it, is set up to refuse this request.",
    "Ask the operator." },
  [COLLAB_NO_ROUTE] = {
    "The service has no operation at this path. Its prefix or its version (/v1, /v2) may be wrong, or it may end with a /.",
    "Compare the path with /docs or /openapi.json on this server." },
  [COLLAB_UNKNOWN] = {
    "What the path names does not exist, or your company has no part in it; for requests, only the two parties see them. The "
    "response is the same for both.",
    "Check the token or id, and that you use the credentials of the right company and environment." },
  [COLLAB_METHOD] = {
    "There are operations at this path, but none with this method.",
    "Use one of the methods in the response header Allow." },
  [COLLAB_TIMEOUT] = {
    "The body did not arrive in time.",
    "Send the request again. If that happens often, check the connection." },
  [COLLAB_CLOSED] = {
    "The collaboration request has the status CLOSED, which is final. A second closure gets this response, too.",
    "If you wanted to close it, there is nothing left to do. Otherwise create a new collaboration request." },
  [COLLAB_ACCEPTED] = {
    "The collaboration request has the status ACCEPTED: the receiver has approved it.",
    "Read the request. To change the approval, use PATCH /v1/collaboration-requests/{token}/approval." },
  [COLLAB_REJECTED] = {
    "The collaboration request has the status REJECTED: the receiver has rejected it.",
    "Read the request. The submitter can close it and create a new one." },
  [COLLAB_NOT_ACCEPTED] = {
    "Only an approval can be changed, and the receiver has not approved the collaboration request.",
    "Approve it first: POST /v1/collaboration-requests/{token}/approval." },
  [COLLAB_NOT_ASKED] = {
    "The collaboration request has the status OPEN: the receiver has not asked for information.",
    "Add a note instead: POST /v1/collaboration-requests/{token}/notes." },
  [COLLAB_NOTE_LIMIT] = {
    "Each party may add half of the notes that a collaboration request may have, and your company has added its half.",
    "Close the request and create a new one, or put what is left to say into fewer notes. The operator can remove a note, which "
    "makes room for another." },
  [COLLAB_RESPONSE_LIMIT] = {
    "Each party may add half of the responses that a collaboration request may have, and your company has added its half. An "
    "approval and a rejection are taken nevertheless.",
    "Approve or reject the request, or add a note: POST /v1/collaboration-requests/{token}/notes." },
  [COLLAB_SIZE_LIMIT] = {
    "Each party may fill half of the bytes that a collaboration request may have with its notes and responses; the text of the "
    "request itself counts for the submitter. What was sent does not fit into what your company has left. An approval, a "
    "rejection and a closure are taken nevertheless.",
    "Send a shorter text, forward long ones as an attachment, or create a new collaboration request." },
  [COLLAB_FILE_LIMIT] = {
    "Each party may forward half of the files that a collaboration request may have, and your company has forwarded its half.",
    "Put several files into one archive in the next request: close this one and create a new one." },
  [COLLAB_SUBSCRIPTION_LIMIT] = {
    "Your company has reached the number of webhook subscriptions that the message names.",
    "Delete a subscription that is not in use (GET and DELETE /v2/webhooks), or change one with PATCH instead of creating "
    "another." },
  [COLLAB_SECRET_LIMIT] = {
    "Three replaced secrets of the subscription still sign, which is the maximum.",
    "Wait until `previousSecretExpiresAt`, or send `overlapSeconds` 0, which ends all replaced secrets at once." },
  [COLLAB_INACTIVE] = {
    "The webhook subscription is not active. Its owner switched it off, or the service did after the callback answered 410 "
    "Gone.",
    "Switch it on with PATCH /v2/webhooks/{id} and {\"active\": true}." },
  [COLLAB_PENDING] = {
    "The service has still to send the event to this subscription: for the first time, as a retry, or as a redelivery.",
    "Wait. If only failures of the receiver delay the event, PATCH /v2/webhooks/{id} with {\"active\": true} sends it at once." },
  [COLLAB_FILTERED] = {
    "The filters of the subscription have changed since the event was sent, and exclude it now.",
    "Change the filters with PATCH /v2/webhooks/{id}, or read the request itself." },
  [COLLAB_REDELIVERING] = {
    "Only one job at a time sends events to a subscription again, and one is running: yours, or one of the operator.",
    "Wait until the log of deliveries shows the events, then send the request again." },
  [COLLAB_NO_PASSWORD] = {
    "The account is a service principal, or a user who logs in at another service.",
    "Change the password, or the credentials, at the identity provider that issues your tokens." },
  [COLLAB_SUNSET] = {
    "The operation was deprecated, and its last day has passed.",
    "Use the operation that the response header Link names as successor-version." },
  [COLLAB_KEY_IN_PROGRESS] = {
    "Another request with the same Idempotency-Key is being worked on at this moment, most often the first attempt of the "
    "same request.",
    "Send the same request with the same key again after the seconds that Retry-After names: it gets the first response." },
  [COLLAB_ERASED] = {
    "A request with this Idempotency-Key was carried out within the last 24 hours. The operator has erased a user, a company or a "
    "note since, and with it the responses that might show it.",
    "Do not repeat the request: read the record to see what it has done." },
  [COLLAB_KEY_REUSED] = {
    "In the last 24 hours this Idempotency-Key came to the same operation with another body.",
    "Use a new key for each new request, and the old key only to repeat one unchanged." },
  [COLLAB_TOO_LARGE] = {
    "The body is larger than the limit of the operation.",
    "Make it smaller. Files go to POST /v1/collaboration-requests/{token}/attachments, not into a JSON body." },
  [COLLAB_URI_TOO_LONG] = {
    "The path and the query together are longer than the server reads.",
    "Shorten the values of the parameters." },
  [COLLAB_MEDIA_TYPE] = {
    "The Content-Type, or the Content-Encoding, of the body is not one that the operation takes. curl, for example, sends "
    "application/x-www-form-urlencoded unless told otherwise.",
    "Send the Content-Type that the message names." },
  [COLLAB_EXPECTATION] = {
    "The request has a header Expect other than 100-continue.",
    "Leave the header out." },
  [COLLAB_TOO_MANY] = {
    "Too many requests came from your account, too many redeliveries to a subscription were asked for, or too many logins "
    "failed for this user name or from this address. Or the server already checks as many passwords, or waits for as many "
    "bodies of logins, as it may.",
    "Wait for the seconds that Retry-After names. Keep a token until it expires instead of logging in for each request." },
  [COLLAB_DAILY_LIMIT] = {
    "Your company has made or stored as much as the operator lets a company make or store in a UTC day. Responses and closures are "
    "taken nevertheless.",
    "Wait until the time that the message names, or for the seconds that Retry-After names. Ask the operator if your company needs "
    "more." },
  [COLLAB_HEADERS_TOO_LARGE] = {
    "The header fields of the request are more or larger than the server reads.",
    "Leave out what is not needed, cookies for example." },
  [COLLAB_INTERNAL] = {
    "The service has a fault.",
    "Tell the operator the X-Request-Id of the response." },
  [COLLAB_NOT_IMPLEMENTED] = {
    "The server does not know the method, or the Transfer-Encoding, of the request.",
    "Use a method that /docs names, and no Transfer-Encoding but chunked." },
  [COLLAB_BAD_GATEWAY] = {
    "A system that the service depends on gave an invalid response.",
    "Send the request again later. If it lasts, tell the operator the X-Request-Id of the response." },
  [COLLAB_UNAVAILABLE] = {
    "The database, or another system that the service needs, does not respond at the moment.",
    AGAIN_LATER " An Idempotency-Key makes a repeated POST safe." },
  [COLLAB_MAINTENANCE] = {
    "The service refuses changes while the operator works on it. The message says why. Reading works.",
    AGAIN_LATER },
  [COLLAB_GATEWAY_TIMEOUT] = {
    "A system that the service depends on did not respond in time.",
    "Send the request again later. An Idempotency-Key makes a repeated POST safe." },
  [COLLAB_HTTP_VERSION] = {
    "The server does not speak this version of HTTP on this connection.",
    "Use HTTP/1.1, or HTTP/2 over TLS." },
  [COLLAB_GONE] = {
    "The connection ended before the whole body had arrived.",
    "Send the request again, with a Content-Length that is the length of the body." },
};

/* clang-format on */

const char *collab_page_problem_html(apr_pool_t *pool, const collab_config_t *config, collab_outcome_t outcome) {
  const collab_outcome_row_t *row = collab_outcome_row(outcome);
  const explanation_t *why = &explanations[outcome];
  const char *title = ap_escape_html(pool, row->title);

  if (why->cause == NULL) {
    return NULL;
  }
  return apr_pstrcat(pool, "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>", row->word, ": ", title,
                     "</title></head>\n<body>\n<h1>", title, "</h1>\n<p>",
                     ap_escape_html(pool, collab_answer_meaning(pool, config, outcome)), "</p>\n<h2>Cause</h2>\n<p>",
                     ap_escape_html(pool, why->cause), "</p>\n<h2>Remedy</h2>\n<p>", ap_escape_html(pool, why->remedy),
                     "</p>\n<dl>\n<dt>Problem type</dt><dd><code>", row->word, "</code></dd>\n<dt>HTTP status</dt><dd>",
                     apr_itoa(pool, row->status), "</dd>\n</dl>\n</body>\n</html>\n", NULL);
}

const char *collab_page_problem_json(apr_pool_t *pool, const collab_config_t *config, collab_outcome_t outcome) {
  const collab_outcome_row_t *row = collab_outcome_row(outcome);
  const explanation_t *why = &explanations[outcome];

  if (why->cause == NULL) {
    return NULL;
  }
  return apr_pstrcat(pool, "{\"code\":", collab_json_quote(pool, row->word), ",\"status\":", apr_itoa(pool, row->status),
                     ",\"title\":", collab_json_quote(pool, row->title),
                     ",\"message\":", collab_json_quote(pool, collab_answer_meaning(pool, config, outcome)),
                     ",\"cause\":", collab_json_quote(pool, why->cause), ",\"remedy\":", collab_json_quote(pool, why->remedy),
                     "}", NULL);
}
