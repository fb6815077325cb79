/* schemes.c: the security schemes of the description (api/describe/describe.h). Runs while httpd starts. */
#include "api/describe/describe.h"

#include <apr_strings.h>
#include <string.h>

/* A scheme of OAuth 2, with the grant client_credentials. */
typedef struct scheme_t {
  const char *name, *says, *token_url, *scope; /* the names of scopes, separated by blanks; NULL: none */
} scheme_t;

static bool is_alike(const char *a, const char *b) {
  return a == b || (a && b && !strcmp(a, b));
}

static bool is_listed(const apr_array_header_t *list, const collab_issuer_t *issuer) {
  for (int i = 0; i < list->nelts; i++) {
    const scheme_t *scheme = &APR_ARRAY_IDX(list, i, scheme_t);
    if (is_alike(scheme->token_url, issuer->token_url) && is_alike(scheme->scope, issuer->scope)) {
      return true;
    }
  }
  return false;
}

/* The schemes of the server: scheme_t. Several lines of the configuration may name the same token endpoint: a scheme for each
 * endpoint and scope. */
static const apr_array_header_t *schemes(const collab_writer_t *w) {
  apr_array_header_t *list = apr_array_make(w->pool, 2, sizeof(scheme_t));

  if (w->config->token_endpoint) {
    APR_ARRAY_PUSH(list, scheme_t) =
        (scheme_t){.name = "oauth2",
                   .says = "The token of a user: the client's id and secret are a user name and its password",
                   .token_url = apr_pstrcat(w->pool, w->config->base_url, "/oauth2/token", NULL),
                   .scope = "api"};
  }
  for (int i = 0, number = 1; i < w->config->issuers->nelts; i++) {
    const collab_issuer_t *issuer = &APR_ARRAY_IDX(w->config->issuers, i, collab_issuer_t);
    if (issuer->token_url && !is_listed(list, issuer)) {
      APR_ARRAY_PUSH(list, scheme_t) =
          (scheme_t){.name = number == 1 ? "issuer" : apr_psprintf(w->pool, "issuer%d", number),
                     .says = "The token of a machine or a user, from an identity provider that the operator trusts",
                     .token_url = issuer->token_url,
                     .scope = issuer->scope};
      number++;
    }
  }
  return list;
}

/* Calls `write` for each name of a scope. */
static void each_scope(collab_writer_t *w, const char *scope, void (*write)(collab_writer_t *, const char *)) {
  char *last;

  for (char *name = scope ? apr_strtok(apr_pstrdup(w->pool, scope), " ", &last) : NULL; name;
       name = apr_strtok(NULL, " ", &last)) {
    write(w, name);
  }
}

static void write_scope(collab_writer_t *w, const char *name) {
  collab_write_text(w->json, name, "The whole interface, as far as the account's role allows");
}

static void write_name(collab_writer_t *w, const char *name) {
  collab_write_text(w->json, NULL, name);
}

/* 2.0 knows no bearer tokens, only a header whose whole value the user types. */
void collab_describe_schemes(collab_writer_t *w) {
  const apr_array_header_t *list = schemes(w);
  bool older = w->version == OPENAPI_2_0;

  collab_write_open(w->json, older ? "securityDefinitions" : "securitySchemes", "{");
  collab_write_json(
      w->json, "bearer",
      older ? "{\"type\":\"apiKey\",\"name\":\"Authorization\",\"in\":\"header\",\"description\":\"Type `Bearer `, then "
              "the token: the `accessToken` of a login, or a token of an issuer that the operator trusts\"}"
            : "{\"type\":\"http\",\"scheme\":\"bearer\",\"bearerFormat\":\"JWT\","
              "\"description\":\"The `accessToken` of a login, or a token of an issuer that the operator trusts\"}");
  for (int i = 0; i < list->nelts; i++) {
    const scheme_t *scheme = &APR_ARRAY_IDX(list, i, scheme_t);
    collab_write_open(w->json, scheme->name, "{");
    collab_write_text(w->json, "type", "oauth2");
    collab_write_text(w->json, "description", scheme->says);
    if (older) {
      collab_write_text(w->json, "flow", "application");
    } else {
      collab_write_open(w->json, "flows", "{");
      collab_write_open(w->json, "clientCredentials", "{");
    }
    collab_write_text(w->json, "tokenUrl", scheme->token_url);
    collab_write_open(w->json, "scopes", "{");
    each_scope(w, scheme->scope, write_scope);
    collab_write_close(w->json, older ? "}}" : "}}}}");
  }
  collab_write_close(w->json, "}");
}

void collab_describe_security(collab_writer_t *w) {
  const apr_array_header_t *list = schemes(w);

  collab_write_open(w->json, "security", "[");
  collab_write_json(w->json, NULL, "{\"bearer\":[]}");
  for (int i = 0; i < list->nelts; i++) {
    const scheme_t *scheme = &APR_ARRAY_IDX(list, i, scheme_t);
    collab_write_open(w->json, NULL, "{");
    collab_write_open(w->json, scheme->name, "[");
    each_scope(w, scheme->scope, write_name);
    collab_write_close(w->json, "]}");
  }
  collab_write_close(w->json, "]");
}
