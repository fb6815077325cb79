/* directives_service.c: readers of the directives for the service's names, its keys and its trusted issuers. The table is in
 * directives.c. */
#include <apr_file_io.h>
#include <apr_lib.h>
#include <apr_uri.h>
#include <string.h>

#include "base/text.h"
#include "config/setting.h"
#include "domain/domain.h"
#include "domain/format.h"

#define KEY_BYTES 32

static bool is_clean_text(const char *text) {
  if (!collab_text_is_utf8(text, strlen(text)) || collab_text_is_blank(text)) {
    return false;
  }
  for (; *text; text++) {
    if (apr_iscntrl(*text)) {
      return false;
    }
  }
  return true;
}

/* ---- the service ---- */

const char *collab_read_exchange(collab_setting_t *setting, int argc, char *const argv[]) {
  (void)argc;
  setting->config->exchange = collab_text_uuid(setting->pool, argv[0]);
  return setting->config->exchange
             ? NULL
             : collab_setting_wrong(setting, "takes the UUID that collabctl exchange show prints, not \"%s\"", argv[0]);
}

const char *collab_read_service_name(collab_setting_t *setting, int argc, char *const argv[]) {
  (void)argc;
  const char *value = argv[0];

  if (!is_clean_text(value) || collab_text_length(value) > NAME_LENGTH) {
    return collab_setting_wrong(setting, "takes a name of 1 to %d characters in UTF-8", NAME_LENGTH);
  }
  setting->config->service_name = value;
  return NULL;
}

const char *collab_read_base_url(collab_setting_t *setting, int argc, char *const argv[]) {
  (void)argc;
  const char *value = argv[0];
  apr_uri_t uri;
  const char *form = "takes an absolute http or https URL without user, query or fragment, not";
  const char *url = collab_format_base_url(setting->pool, value);

  if (!collab_format_is_uri(url, true) || strpbrk(url, "?#%") || apr_uri_parse(setting->pool, url, &uri) != APR_SUCCESS ||
      !uri.hostname) {
    return collab_setting_wrong(setting, "%s \"%s\"", form, value);
  }
  const char *path = uri.path ? uri.path : "";
  if (strstr(path, "//") || strstr(path, "/./") || strstr(path, "/../")) {
    return collab_setting_wrong(setting, "has a path that no request can have: \"%s\"", path);
  }
  collab_config_t *config = setting->config;
  config->base_url = url;
  config->base_path = path;
  return NULL;
}

const char *collab_read_event_type_prefix(collab_setting_t *setting, int argc, char *const argv[]) {
  (void)argc;
  const char *value = argv[0];
  apr_size_t len = strlen(value);
  const char *allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";

  if (len < 2 || len > 100 || value[len - 1] != '.' || value[0] == '.' || strspn(value, allowed) != len || strstr(value, "..")) {
    return collab_setting_wrong(
        setting, "takes a reverse domain name that ends with a dot, like \"org.provider.core.\", not \"%s\"", value);
  }
  setting->config->event_type_prefix = value;
  return NULL;
}

const char *collab_read_event_source(collab_setting_t *setting, int argc, char *const argv[]) {
  (void)argc;
  const char *value = argv[0];

  if (!collab_format_is_uri(value, true)) {
    return collab_setting_wrong(setting, "takes an absolute http or https URL, not \"%s\"", value);
  }
  setting->config->event_source = value;
  return NULL;
}

/* ---- keys and tokens ---- */

/* Returns the absolute path of a key file. Sets *error if the file cannot be read or has fewer than `least` bytes, so that
 * configtest finds a wrong file. */
static const char *key_path(const collab_setting_t *setting, const char *value, apr_size_t least, const char **error) {
  char bytes[KEY_BYTES];
  apr_file_t *file;
  apr_size_t len = 0;
  const char *path = ap_server_root_relative(setting->pool, value);

  *error = NULL;
  if (path == NULL) {
    *error = collab_setting_wrong(setting, "\"%s\" is not a path", value);
    return NULL;
  }
  apr_status_t rv = apr_file_open(&file, path, APR_FOPEN_READ | APR_FOPEN_BINARY, APR_FPROT_OS_DEFAULT, setting->ptemp);
  if (rv == APR_SUCCESS) {
    rv = apr_file_read_full(file, bytes, sizeof bytes, &len);
    apr_file_close(file);
    memset(bytes, 0, sizeof bytes);
  }
  if (rv != APR_SUCCESS && !APR_STATUS_IS_EOF(rv)) {
    *error = collab_setting_wrong(setting, "cannot read \"%s\": %pm", path, &rv);
  } else if (len < least) {
    *error = collab_setting_wrong(setting, "\"%s\" is too short for a key: %" APR_SIZE_T_FMT " bytes, at least %d are needed",
                                  path, len, KEY_BYTES);
  }
  return path;
}

const char *collab_read_key_file(collab_setting_t *setting, int argc, char *const argv[]) {
  (void)argc;
  const char *error;
  const char *path = key_path(setting, argv[0], KEY_BYTES, &error);

  *(const char **)collab_setting_kept(setting) = path;
  return error;
}

/* ---- other issuers ---- */

/* True for a possible value of a claim: UTF-8 of at most URI_LENGTH bytes without blanks or control characters. */
static bool is_claim(const char *text) {
  return is_clean_text(text) && !strpbrk(text, " ") && strlen(text) <= URI_LENGTH;
}

/* RFC 6749, 3.3: names of visible ASCII characters but `"` and `\`, with one blank between two. */
static bool is_scope(const char *text) {
  apr_size_t len = strlen(text);

  for (const char *at = text; *at; at++) {
    if (*at < 0x20 || *at > 0x7e || *at == '"' || *at == '\\' || (*at == ' ' && (at == text || at[1] == ' '))) {
      return false;
    }
  }
  return len > 0 && len <= URI_LENGTH && text[len - 1] != ' ';
}

/* Reads one of the options after the four arguments of CollabTrustedIssuer. Returns the fault, or NULL. */
static const char *issuer_option(const collab_setting_t *setting, const char *word, collab_issuer_t *issuer) {
  int64_t seconds;

  if (!strncmp(word, "refresh=", 8)) {
    if (!collab_setting_number(word + 8, 1, 86400, &seconds)) {
      return collab_setting_wrong(setting, "takes refresh=1 to 86400 seconds, not \"%s\"", word);
    }
    issuer->refresh = (int)seconds;
  } else if (!strncmp(word, "lifetime=", 9)) {
    if (!collab_setting_number(word + 9, 60, 31536000, &seconds)) {
      return collab_setting_wrong(setting, "takes lifetime=60 to 31536000 seconds, not \"%s\"", word);
    }
    issuer->lifetime = (int)seconds;
  } else if (!strcmp(word, "typ=at+jwt")) {
    issuer->at_jwt = true;
  } else if (!strcmp(word, "audience=client_id")) {
    issuer->by_client = true;
  } else if (!strncmp(word, "token-url=", 10)) {
    issuer->token_url = word + 10;
    return collab_format_is_uri(issuer->token_url, true) ? NULL
                                                         : collab_setting_wrong(setting, "\"%s\" is not an https URL", word + 10);
  } else if (!strncmp(word, "scope=", 6)) {
    issuer->scope = word + 6;
    return is_scope(issuer->scope)
               ? NULL
               : collab_setting_wrong(setting, "takes scope=names with a blank between two, not \"%s\"", word);
  } else {
    return collab_setting_wrong(
        setting, "takes refresh=, lifetime=, typ=at+jwt, audience=client_id, token-url= and scope=, not \"%s\"", word);
  }
  return NULL;
}

/* Returns the fault of naming an issuer and audience a second time, or NULL. One line may name users, and one principals. */
static const char *issuer_twice(const collab_setting_t *setting, const collab_issuer_t *issuer) {
  for (int i = 0; i < setting->config->issuers->nelts; i++) {
    const collab_issuer_t *other = &APR_ARRAY_IDX(setting->config->issuers, i, collab_issuer_t);
    if (!strcmp(other->name, issuer->name) && !strcmp(other->audience, issuer->audience) &&
        other->principals == issuer->principals) {
      return collab_setting_wrong(setting, "names %s with the audience %s twice", issuer->name, issuer->audience);
    }
  }
  return NULL;
}

const char *collab_read_trusted_issuer(collab_setting_t *setting, int argc, char *const argv[]) {
  const char *error;
  collab_issuer_t issuer = {.refresh = 900};

  if (argc == 1 && !ap_cstr_casecmp(argv[0], "none")) {
    setting->config->issuers = apr_array_make(setting->pool, 0, sizeof(collab_issuer_t));
    return NULL;
  }
  if (argc < 4 || (strcmp(argv[3], "user") && strcmp(argv[3], "principal"))) {
    return collab_setting_wrong(setting, "takes an issuer, an audience, a JWKS file or URL, and user or principal; then options");
  }
  if (!is_claim(argv[0]) || !is_claim(argv[1])) {
    return collab_setting_wrong(setting, "\"%s\" cannot be the value of a claim", is_claim(argv[0]) ? argv[1] : argv[0]);
  }
  issuer.name = argv[0];
  issuer.audience = argv[1];
  issuer.principals = !strcmp(argv[3], "principal");
  issuer.remote = strstr(argv[2], "://") != NULL;
  if (issuer.remote && !collab_format_is_uri(argv[2], true)) {
    return collab_setting_wrong(setting, "\"%s\" is not an https URL", argv[2]);
  }
  issuer.keys = issuer.remote ? argv[2] : ap_server_root_relative(setting->pool, argv[2]); /* load_trust reads the file */
  if (issuer.keys == NULL) {
    return collab_setting_wrong(setting, "\"%s\" is not a path", argv[2]);
  }
  for (int i = 4; i < argc; i++) {
    if ((error = issuer_option(setting, argv[i], &issuer))) {
      return error;
    }
  }
  if (issuer.scope && !issuer.token_url) {
    return collab_setting_wrong(setting, "takes scope= only with token-url=");
  }
  if ((error = issuer_twice(setting, &issuer))) {
    return error;
  }
  apr_array_header_t *issuers = apr_array_copy(setting->pool, setting->config->issuers);
  APR_ARRAY_PUSH(issuers, collab_issuer_t) = issuer;
  setting->config->issuers = issuers;
  return NULL;
}
