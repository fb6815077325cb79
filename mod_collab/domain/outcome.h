/* outcome.h: the outcomes of operations. One table gives each outcome its word (as in SQL and in the problem type), its HTTP
 * status, its title and its message. No other code maps outcomes to these. */
#ifndef COLLAB_DOMAIN_OUTCOME_H
#define COLLAB_DOMAIN_OUTCOME_H

/* OUTCOME(symbol, word, status, title, message). In a message, {token} stands for the path parameter. Any other word in braces
 * stands for a column of the statement's answer. If there is no such column, the word stands for a directive's text
 * (collab_config_fill). Words are short and never change: they are part of URLs (/problems/<word>), and clients know them. Each
 * problem type has its own title. api/describe/problems.txt has the cause and the remedy of each type. */
#define COLLAB_OUTCOMES(OUTCOME)                                                                                                 \
  OUTCOME(OK, "ok", 200, "OK", "")                                                                                               \
  OUTCOME(DELETED, "deleted", 204, "No Content", "")                                                                             \
  OUTCOME(NOT_MODIFIED, "not-modified", 304, "Not Modified", "")                                                                 \
  OUTCOME(MALFORMED, "malformed", 400, "Malformed JSON", "The request body is not valid JSON.")                                  \
  OUTCOME(INVALID, "invalid", 400, "Validation failed", "The request is not valid.")                                             \
  OUTCOME(BAD_REQUEST, "bad-request", 400, "Bad Request", "The request is malformed.")                                           \
  OUTCOME(NOTE_CLOSED, "note-closed", 400, "No notes on a closed collaboration request",                                         \
          "Rejected by {service_name}: collaboration request {token} is closed. Create a new collaboration request instead.")    \
  OUTCOME(UNAUTHENTICATED, "unauthenticated", 401, "Unauthorized", "The authorization token provided was invalid.")              \
  OUTCOME(BAD_LOGIN, "bad-login", 401, "Login failed", "The user name or the password is wrong.")                                \
  OUTCOME(MEMBER_ONLY, "member-only", 403, "For the roles member and integrator",                                                \
          "Your account may only read: this needs the role member or integrator.")                                               \
  OUTCOME(INTEGRATOR_ONLY, "integrator-only", 403, "For the role integrator",                                                    \
          "Your account needs the role integrator for this.")                                                                    \
  OUTCOME(SUBMITTER_ONLY, "submitter-only", 403, "For the submitter only",                                                       \
          "Only the submitter of the collaboration request may do this.")                                                        \
  OUTCOME(RECEIVER_ONLY, "receiver-only", 403, "For the receiver only",                                                          \
          "Only the receiver of the collaboration request may do this.")                                                         \
  OUTCOME(NO_INTERACTION, "no-interaction", 403, "Company or document unknown, your own, or not of a partner",                   \
          "You are not able to interact with the referenced company.")                                                           \
  OUTCOME(TLS_REQUIRED, "tls-required", 403, "TLS required", "This service is reached over TLS (https) alone.")                  \
  OUTCOME(FORBIDDEN, "forbidden", 403, "Forbidden", "The request is not allowed here.")                                          \
  OUTCOME(NO_ROUTE, "no-route", 404, "No such path", "There is nothing at this path.")                                           \
  OUTCOME(UNKNOWN, "unknown", 404, "No such resource", "There is no such resource.")                                             \
  OUTCOME(NO_REDELIVERY, "no-redelivery", 404, "No redelivery to show",                                                          \
          "No redelivery of failed and missed events to this subscription is on record.")                                        \
  OUTCOME(METHOD, "method", 405, "Method Not Allowed", "The path does not know this method.")                                    \
  OUTCOME(TIMEOUT, "timeout", 408, "Request Timeout", "The request did not arrive in time.")                                     \
  OUTCOME(CLOSED, "closed", 409, "Collaboration request closed",                                                                 \
          "The collaboration request is closed already: it can be read, but no longer changed.")                                 \
  OUTCOME(ACCEPTED, "accepted", 409, "Collaboration request already approved",                                                   \
          "The collaboration request has been approved already.")                                                                \
  OUTCOME(REJECTED, "rejected", 409, "Collaboration request already rejected", "The collaboration request has been rejected.")   \
  OUTCOME(NOT_ACCEPTED, "not-accepted", 409, "Collaboration request not approved",                                               \
          "The collaboration request has not been approved.")                                                                    \
  OUTCOME(NOT_ASKED, "not-asked", 409, "No open information request",                                                            \
          "The collaboration request has no open information request.")                                                          \
  OUTCOME(NOTE_LIMIT, "note-limit", 409, "Too many notes on a collaboration request",                                            \
          "Your company has added its half of the {request_notes} notes that a collaboration request may have.")                 \
  OUTCOME(RESPONSE_LIMIT, "response-limit", 409, "Too many responses to a collaboration request",                                \
          "Your company has added its half of the {request_responses} responses that a collaboration request may have.")         \
  OUTCOME(SIZE_LIMIT, "size-limit", 409, "Too much text in a collaboration request",                                             \
          "Your company has no room for this in its half of the {request_size} bytes that a collaboration request may have.")    \
  OUTCOME(FILE_LIMIT, "file-limit", 409, "Too many files on a collaboration request",                                            \
          "Your company has forwarded its half of the {request_files} files that a collaboration request may have.")             \
  OUTCOME(SUBSCRIPTION_LIMIT, "subscription-limit", 409, "Too many webhook subscriptions",                                       \
          "The company has as many webhook subscriptions as it may: {subscription_limit}.")                                      \
  OUTCOME(OLD_NODE, "old-node", 409, "Upgrade of the service not complete",                                                      \
          "This needs all nodes of the service to be newer than 0.1.0, and one is not yet.")                                     \
  OUTCOME(SECRET_LIMIT, "secret-limit", 409, "Too many replaced secrets",                                                        \
          "Three replaced secrets still sign. Rotate with overlapSeconds 0, or when one of them has ended.")                     \
  OUTCOME(INACTIVE, "inactive", 409, "Webhook subscription not active", "The webhook subscription is not active.")               \
  OUTCOME(PENDING, "pending", 409, "Event not delivered yet", "The event is still to be delivered to this subscription.")        \
  OUTCOME(FILTERED, "filtered", 409, "Event left out by the filters",                                                            \
          "The filters of the subscription do not let this event through.")                                                      \
  OUTCOME(REDELIVERING, "redelivering", 409, "Redelivery under way", "A redelivery to this subscription is under way.")          \
  OUTCOME(NO_PASSWORD, "no-password", 409, "Account without a password",                                                         \
          "Your account has no password: it cannot log in here, so there is none to change.")                                    \
  OUTCOME(SUNSET, "sunset", 410, "Operation removed", "This operation has been removed. The Link header names its successor.")   \
  OUTCOME(REPLAYED, "replayed", 200, "OK", "")                                                                                   \
  OUTCOME(KEY_IN_PROGRESS, "key-in-progress", 409, "Idempotency-Key in progress",                                                \
          "A request with this Idempotency-Key is still being worked on.")                                                       \
  OUTCOME(ERASED, "erased", 409, "Stored response erased",                                                                       \
          "The first request with this Idempotency-Key was carried out. Its response has been erased.")                          \
  OUTCOME(KEY_REUSED, "key-reused", 422, "Idempotency-Key used with another body",                                               \
          "This Idempotency-Key has been used with another body.")                                                               \
  OUTCOME(PRECONDITION_FAILED, "precondition-failed", 412, "Precondition failed",                                                \
          "The condition of If-Match or If-None-Match is false.")                                                                \
  OUTCOME(TOO_LARGE, "too-large", 413, "Content Too Large", "The request body is larger than this operation takes.")             \
  OUTCOME(URI_TOO_LONG, "uri-too-long", 414, "URI Too Long", "The request URI is too long.")                                     \
  OUTCOME(MEDIA_TYPE, "media-type", 415, "Unsupported Media Type",                                                               \
          "The request body's media type is not one this operation takes.")                                                      \
  OUTCOME(EXPECTATION, "expectation", 417, "Expectation Failed", "The expectation of the request cannot be met.")                \
  OUTCOME(TOO_MANY, "too-many", 429, "Too Many Requests", "Too many requests; try again later.")                                 \
  OUTCOME(DAILY_LIMIT, "daily-limit", 429, "Company's limit for a day reached",                                                  \
          "Your company has made or stored as much as it may in a day.")                                                         \
  OUTCOME(HEADERS_TOO_LARGE, "headers-too-large", 431, "Request Header Fields Too Large",                                        \
          "The request header fields are too large.")                                                                            \
  OUTCOME(INTERNAL, "internal", 500, "Internal Server Error", "The request could not be completed.")                             \
  OUTCOME(NOT_IMPLEMENTED, "not-implemented", 501, "Not Implemented",                                                            \
          "The request asks for something that this server does not know.")                                                      \
  OUTCOME(BAD_GATEWAY, "bad-gateway", 502, "Bad Gateway", "A service that this one depends on did not answer properly.")         \
  OUTCOME(UNAVAILABLE, "unavailable", 503, "Service Unavailable", "The service cannot answer at the moment; try again later.")   \
  OUTCOME(MAINTENANCE, "maintenance", 503, "Maintenance", "The service is in maintenance and takes no changes.")                 \
  OUTCOME(GATEWAY_TIMEOUT, "gateway-timeout", 504, "Gateway Timeout",                                                            \
          "A service that this one depends on did not answer in time.")                                                          \
  OUTCOME(HTTP_VERSION, "http-version", 505, "HTTP Version Not Supported", "The HTTP version of the request is not supported.")  \
  OUTCOME(GONE, "client-gone", 400, "Request body incomplete", "The request body ended early.")

typedef enum collab_outcome_t {
#define OUTCOME(symbol, word, status, title, message) COLLAB_##symbol,
  COLLAB_OUTCOMES(OUTCOME)
#undef OUTCOME
      COLLAB_OUTCOME_COUNT
} collab_outcome_t;

typedef struct collab_outcome_row_t {
  const char *word;
  int status;
  const char *title;
  const char *message;
} collab_outcome_row_t;

/* The row of an outcome. Static memory; any thread, any process; never NULL. */
const collab_outcome_row_t *collab_outcome_row(collab_outcome_t outcome);

/* The outcome that a word names, or COLLAB_OUTCOME_COUNT when none does. */
collab_outcome_t collab_outcome_named(const char *word);

/* The HTTP status of an outcome. */
int collab_outcome_status(collab_outcome_t outcome);

#endif
