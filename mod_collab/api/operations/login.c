/* login.c: logging in, and the caller's identity. */
#include "api/operations/operations.h"

#include <stddef.h>

#include "api/api.h"

/* clang-format off */

/* ---- parameters and bodies ---- */

static const collab_field_t login_body[] = {
  { "username", STRING, REQUIRED, .max = NAME_LENGTH, .filled = true, .says = "User name" },
  { "password", STRING, REQUIRED, .max = PASSWORD_LENGTH, .filled = true, .says = "Password" },
  { NULL }
};

static const collab_field_t token_form[] = { /* api/token_endpoint.c checks the values */
  { "grant_type",    ENUM,   REQUIRED, .values = WORDS("client_credentials"), .says = "The grant" },
  { "client_id",     STRING, OPTIONAL, .max = NAME_LENGTH, .never_null = true,
    .says = "User name, unless Basic credentials have it" },
  { "client_secret", STRING, OPTIONAL, .max = PASSWORD_LENGTH, .never_null = true,
    .says = "Password, unless Basic credentials have it" },
  { "scope",         STRING, OPTIONAL, .never_null = true, .example = "api", .says = "Ignored: the account's role decides" },
  { NULL }
};

static const collab_field_t password_body[] = { /* api/password.c checks the new password */
  { "currentPassword", STRING, REQUIRED, .max = PASSWORD_LENGTH, .filled = true, .says = "The current password" },
  { "newPassword",     STRING, REQUIRED, .max = PASSWORD_LENGTH, .filled = true,
    .says = "The new password: at least 12 characters, not a common password, without the user name" },
  { NULL }
};

/* ---- records ---- */

static const collab_field_t login_record[] = {
  { "accessToken", STRING,  REQUIRED, .says = "Token for the `Authorization` header" },
  { "tokenType",   ENUM,    REQUIRED, .values = WORDS("Bearer"), .says = "How to send the token" },
  { "expiresIn",   INTEGER, REQUIRED, .min = 1, .max = INT32_MAX, .says = "Seconds until the token expires" },
  { NULL }
};

static const collab_field_t token_record[] = { /* RFC 6749, 5.1 */
  { "access_token", STRING,  REQUIRED, .says = "Token for the `Authorization` header" },
  { "token_type",   ENUM,    REQUIRED, .values = WORDS("Bearer"), .says = "How to send the token" },
  { "expires_in",   INTEGER, REQUIRED, .min = 1, .max = INT32_MAX, .says = "Seconds until the token expires" },
  { "scope",        STRING,  OPTIONAL, .says = "`api`, where a scope was sent" },
  { NULL }
};

static const collab_field_t company_record[] = {
  { "id",          INTEGER, REQUIRED, .min = 1, .says = "Company id" },
  { "name",        STRING,  REQUIRED, .max = NAME_LENGTH, .says = "Company name" },
  { "description", STRING,  OPTIONAL, .says = "What the company does" },
  { "domain",      STRING,  OPTIONAL, .says = "Internet domain of the company" },
  { NULL }
};

const collab_field_t user_record[] = {
  { "id",                 INTEGER, REQUIRED, .min = 1, .says = "User id" },
  { "username",           STRING,  REQUIRED, .max = NAME_LENGTH, .says = "User name" },
  { "firstName",          STRING,  OPTIONAL, .max = NAME_LENGTH, .says = "First name" },
  { "lastName",           STRING,  OPTIONAL, .max = NAME_LENGTH, .says = "Last name" },
  { "email",              STRING,  REQUIRED, .max = NAME_LENGTH, .says = "E-mail address" },
  { "phone",              STRING,  OPTIONAL, .max = PHONE_LENGTH, .says = "Phone number" },
  { "phoneCountryCode",   STRING,  OPTIONAL, .max = COUNTRY_CODE_LENGTH, .says = "Country code of the phone number" },
  { "city",               STRING,  OPTIONAL, .max = NAME_LENGTH, .says = "City" },
  { "emailCheckFailData", STRING,  OPTIONAL, .max = NAME_LENGTH, .says = "Why the e-mail address failed a check" },
  { NULL }
};

static const collab_field_t me_record[] = {
  { "company", OBJECT, REQUIRED, .fields = company_record, .says = "The caller's company" },
  { "user",    OBJECT, REQUIRED, .fields = user_record, .says = "The caller" },
  { "role",    ENUM,   REQUIRED, .values = WORDS(ROLES), .says = "What the caller may do for the company" },
  { NULL }
};

/* ---- operations ---- */

static const collab_route_t operations[] = {
  { "POST", "/v1/login",
    .name     = "login",
    .summary  = "Log in",
    .says     = "Returns a token and its lifetime in seconds. A user can have several tokens at once. After too many failed "
                "logins of a name from one address, from an address, or of a name, further ones get 429 for a while.",
    .who      = PUBLIC,
    .act      = NO_ACT,
    .body     = login_body,
    .handler  = collab_api_login,
    .read     = STATEMENT(login_find),
    .failed   = STATEMENT(login_failed),
    .remember = STATEMENT(login_remember),
    .outcomes = OUTCOMES(COLLAB_BAD_LOGIN),
    .secret   = true,
    .gives    = ONE(login_record),
    .example  = EXAMPLE({"username": "ada@acme.example", "password": "exchange-demo"}) },

  { "POST", "/oauth2/token",
    .name       = "token",
    .summary    = "Log in with the client credentials of OAuth 2",
    .says       = "The same login for ready-made tools, with the same limits (RFC 6749, 4.4). The user name and the password are "
                  "the client's id and secret, sent by Basic or in the form. There is no refresh token.",
    .who        = PUBLIC,
    .act        = NO_ACT,
    .when_at    = offsetof(collab_config_t, token_endpoint),
    .oauth_form = token_form,
    .handler    = collab_api_token,
    .read       = STATEMENT(login_find),
    .failed     = STATEMENT(login_failed),
    .remember   = STATEMENT(login_remember),
    .outcomes   = OUTCOMES(COLLAB_BAD_LOGIN),
    .secret     = true,
    .gives      = ONE(token_record),
    .example    = EXAMPLE({"grant_type": "client_credentials", "client_id": "ada@acme.example",
                           "client_secret": "exchange-demo"}) },

  { "GET", "/v1/me",
    .summary = "Get the caller's user, company and role",
    .says    = "The token identifies the caller.",
    .who     = READER,
    .read    = STATEMENT(me),
    .gives   = ONE(me_record) },

  { NULL }
};

static const collab_route_t password_operations[] = {
  { "POST", "/v1/me/password",
    .summary = "Change the caller's own password",
    .says    = "Ends all earlier tokens of the caller, and returns a new one. A wrong `currentPassword` counts as a failed "
               "login. The two must differ.",
    .who     = READER,
    .act     = "password.changed",
    .body    = password_body,
    .check   = collab_api_password_change_check,
    .handler = collab_api_password_change,
    .change  = STATEMENT(password_change),
    .read    = STATEMENT(password_find),
    .failed  = STATEMENT(login_failed),
    .keyless = true,
    .secret  = true,
    .gives   = ONE(login_record),
    .example = EXAMPLE({"currentPassword": "your current password", "newPassword": "your current password"}) },

  { NULL }
};

const collab_noun_t collab_login = {
  .name       = "Identity",
  .says       = "Log in, and get the caller's account.",
  .operations = operations,
};

/* The last noun of the description: tools that try every operation in turn must not end their own token midway. */
const collab_noun_t collab_password = {
  .name       = "Password",
  .says       = "Change the caller's own password.",
  .operations = password_operations,
};

const collab_record_t collab_login_records[] = {
  { "Login",       login_record },
  { "Company",     company_record },
  { "User",        user_record },
  { "CurrentUser", me_record },
  { NULL }
};
