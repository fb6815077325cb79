/* domain.h: words and maximum lengths that the interface, collabctl's files and the database share (interface.md 18.1). Lengths
 * are in code points. A statement writes {length.text}; the frozen schema repeats them, and t/ops/schema/constraints.t compares.
 */
#ifndef COLLAB_DOMAIN_DOMAIN_H
#define COLLAB_DOMAIN_DOMAIN_H

/* ---- lengths ---- */

#define NAME_LENGTH 191 /* names of people and things, ticket numbers */
#define EMAIL_LENGTH 191
#define EMAIL_LOCAL_LENGTH 64 /* before the @ */
#define PHONE_LENGTH 50
#define COUNTRY_CODE_LENGTH 10
#define URI_LENGTH 2048
#define TOKEN_LENGTH 20
#define PASSWORD_LENGTH 191      /* of a user */
#define CREDENTIAL_LENGTH 1000   /* passwords and secrets of callbacks, client ids and scopes; password of a storage */
#define HEADER_VALUE_LENGTH 8000 /* bearer token or header value of a callback */
#define STORAGE_PATH_LENGTH 1000
#define DOMAIN_LENGTH 253          /* host name */
#define SUBJECT_LENGTH 255         /* claims sub and oid of other issuers */
#define IDEMPOTENCY_KEY_LENGTH 255 /* bytes */
#define SUMMARY_LENGTH 500         /* a problem or a note in one line */
#define SHORT_TEXT_LENGTH 2000     /* a reason, how to escalate */
#define TEXT_LENGTH 5000           /* a note, next steps, the value of a field */
#define DESCRIPTION_LENGTH 10000   /* a whole problem */

/* ---- words ---- */

#define ROLES "reader", "member", "integrator"
#define PRIORITIES "LOW", "MEDIUM", "HIGH"
#define DIRECTIONS "INBOUND", "OUTBOUND"
#define REQUEST_STATUSES "OPEN", "INFORMATION", "ACCEPTED", "REJECTED", "CLOSED"
#define NOTE_STATUSES "ENTERED", "READ", "RESPONDED", "REMOVED"
#define RESPONSE_TYPES "APPROVAL", "REJECTION", "INFORMATION_REQUEST", "INFORMATION_RESPONSE"
#define FORM_SECTIONS "CONTACT_SECTION", "COMMON_CUSTOMER_SECTION", "PROBLEM_SECTION"
#define FORM_FIELD_TYPES "STRING", "SELECT", "TIERSELECT", "INTEGER", "EMAIL", "PHONE", "HIDDEN"

#define NO_AUTH "NONE"
#define BASIC_AUTH "BASIC"
#define BEARER_AUTH "BEARER"
#define HEADER_AUTH "HEADER"
#define OAUTH2 "OAUTH2_CLIENT_CREDENTIALS"
#define AUTH_TYPES NO_AUTH, BASIC_AUTH, BEARER_AUTH, HEADER_AUTH, OAUTH2

/* The media types of deliveries. */
#define CLOUDEVENTS_JSON "application/cloudevents+json" /* of V2, unless the subscription asks for the other */
#define PLAIN_JSON "application/json"                   /* of V1 */

/* A list of words that ends with NULL: WORDS(DIRECTIONS, "ALL"). */
#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

#endif
