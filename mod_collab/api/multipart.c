/* multipart.c: parses a multipart/form-data body while it arrives.
 *
 *   preamble ──boundary──> header lines ──blank line──> data ──boundary──> header lines … ──last boundary──> epilogue
 *
 * Data is passed on as it arrives. If the bytes at the end of a piece may begin a boundary, the parser holds them back. Held
 * bytes need no buffer, because they equal the boundary's own bytes. The parser is strict where two parsers could disagree about
 * what a part is: lines end with CRLF, a header field occurs once, only blanks follow a boundary. A folded field (RFC
 * 5322, 2.2.3) becomes one line. Called by the handlers of uploads, and by the fuzzer. Must never keep data that it has passed
 * on. */
#include "api/multipart.h"

#include <apr_lib.h>
#include <string.h>

#include "base/text.h"
#include "http/client/part_field.h"
#include "http/client/part_name.h"

#define HEADER_MAX 8192  /* bytes of one part's header */
#define IGNORED_MAX 8192 /* bytes of the preamble, and of the epilogue */
#define PADDING_MAX 64   /* blanks after a boundary */
#define BOUNDARY_MAX 70  /* RFC 2046 */

typedef enum place_t {
  PREAMBLE,
  BEHIND_BOUNDARY,
  PADDING,
  BOUNDARY_CR,
  BOUNDARY_DASH,
  HEADER,
  DATA,
  EPILOGUE,
} place_t;

/* What a Content-Disposition says of the file's name. */
typedef struct disposition_t {
  const char *plain, *extended; /* filename, filename* */
  bool split;                   /* filename*0, filename*1 … (RFC 2231) */
} disposition_t;

struct collab_multipart_t {
  apr_pool_t *pool;
  collab_form_sink_t sink;
  const char *delimiter; /* CRLF "--" boundary */
  apr_size_t delimiter_len;
  apr_size_t matched; /* the body so far ends with the first `matched` bytes of the delimiter */
  place_t place;
  apr_size_t ignored; /* bytes of preamble or epilogue, or blanks after a boundary */
  apr_size_t header;  /* bytes of this part's header */
  apr_size_t line_len;
  bool line_ended; /* its CRLF was read, but the next line may continue it */
  int parts;
  collab_form_part_t part;
  collab_multipart_state_t state;
  const char *error;
  char line[HEADER_MAX + 1];
};

static bool bad(collab_multipart_t *form, const char *error) {
  form->state = COLLAB_MULTIPART_BAD;
  form->error = error;
  return false;
}

static bool stopped(collab_multipart_t *form) {
  form->state = COLLAB_MULTIPART_STOPPED;
  return false;
}

/* ---- the header of a part ---- */

/* Sets a value that may occur only once. */
static bool set_once(collab_multipart_t *form, const char **to, const char *value) {
  if (*to) {
    return bad(form, "a Content-Disposition has a parameter twice");
  }
  if (!collab_text_is_utf8(value, strlen(value))) {
    return bad(form, "a name in a Content-Disposition is not UTF-8");
  }
  *to = value;
  return true;
}

static bool take_parameter(collab_multipart_t *form, disposition_t *names, const char *name, const char *text) {
  if (!strcasecmp(name, "name")) {
    return set_once(form, &form->part.name, text);
  }
  if (!strcasecmp(name, "filename")) {
    return set_once(form, &names->plain, text);
  }
  if (!strcasecmp(name, "filename*")) {
    text = collab_part_name_extended(form->pool, text);
    return text ? set_once(form, &names->extended, text)
                : bad(form, "a filename* is neither UTF-8''... nor ISO-8859-1''... with percent-encoded bytes");
  }
  names->split |= !strncasecmp(name, "filename*", 9) && apr_isdigit(name[9]);
  return true;
}

static bool read_disposition(collab_multipart_t *form, const char *value) {
  disposition_t names = {NULL};
  const char *name, *text;

  if (form->part.name) {
    return bad(form, "a part has two Content-Dispositions");
  }
  const char *at = value;
  const char *type = collab_part_token(form->pool, &at);
  if (type == NULL || strcasecmp(type, "form-data") != 0) {
    return bad(form, "a part's Content-Disposition is not form-data");
  }
  while (collab_part_parameter(form->pool, &at, &name, &text)) {
    if (!take_parameter(form, &names, name, text)) {
      return false;
    }
  }
  if (!collab_part_is_end(at) || form->part.name == NULL) {
    return bad(form, "a part's Content-Disposition cannot be read");
  }
  if (names.split && !names.plain && !names.extended) {
    return bad(form, "a Content-Disposition splits the file's name (filename*0): send it as one filename");
  }
  form->part.file_name = names.extended ? names.extended : names.plain ? collab_part_name(form->pool, names.plain) : NULL;
  return true;
}

/* Is there a control character, a NUL among them, other than a tab? */
static bool has_control(const char *from, const char *end) {
  for (; from < end; from++) {
    if (apr_iscntrl(*from) && *from != '\t') {
      return true;
    }
  }
  return false;
}

static bool read_field(collab_multipart_t *form) {
  const char *at = form->line;
  const char *name = collab_part_token(form->pool, &at);
  bool control = has_control(at, form->line + form->line_len);

  if (name && *at == ':' && control && !strcasecmp(name, "Content-Type")) {
    return true; /* the part has no type, as with any other malformed one */
  }
  if (control) {
    return bad(form, "a part's header has a control character");
  }
  if (name == NULL || *at != ':') {
    return bad(form, "a part's header has a line that is not a field");
  }
  at += 1 + strspn(at + 1, " \t");
  if (!strcasecmp(name, "Content-Disposition")) {
    return read_disposition(form, at);
  }
  if (!strcasecmp(name, "Content-Type") && !form->part.type) {
    form->part.type = collab_part_type(form->pool, at, COLLAB_MULTIPART_TYPE);
  }
  if (!strcasecmp(name, "Content-Transfer-Encoding")) {
    const char *encoding = collab_part_token(form->pool, &at);
    if (encoding == NULL || !collab_part_is_end(at) ||
        (strcasecmp(encoding, "binary") && strcasecmp(encoding, "8bit") && strcasecmp(encoding, "7bit"))) {
      return bad(form, "a part has a Content-Transfer-Encoding that is not binary");
    }
  }
  return true;
}

/* Handles the empty line at the end of a header. */
static bool end_header(collab_multipart_t *form) {
  if (form->part.name == NULL) {
    return bad(form, "a part has no Content-Disposition");
  }
  form->place = DATA;
  return form->sink.begin(form->sink.baton, &form->part) || stopped(form);
}

/* Handles a field, without its CRLF. */
static bool take_line(collab_multipart_t *form) {
  form->line[form->line_len] = '\0';
  bool fine = read_field(form);
  form->line_len = 0;
  return fine;
}

static bool take_header(collab_multipart_t *form, char c) {
  bool after_cr = form->line_len > 0 && form->line[form->line_len - 1] == '\r';

  if (++form->header > HEADER_MAX) {
    return bad(form, "a part's header is too long");
  }
  if (form->line_ended) {
    form->line_ended = false;
    if (c == ' ' || c == '\t') { /* the field is folded */
      form->line[form->line_len++] = ' ';
      return true;
    }
    if (!take_line(form)) {
      return false;
    }
    after_cr = false;
  }
  if (after_cr != (c == '\n')) {
    return bad(form, "a part's header has a line that does not end with CRLF");
  }
  if (c != '\n') {
    form->line[form->line_len++] = c;
    return true;
  }
  form->line_len--;
  form->line_ended = form->line_len > 0;
  return form->line_ended || end_header(form);
}

/* ---- boundaries ---- */

static bool begin_part(collab_multipart_t *form) {
  if (++form->parts > COLLAB_MULTIPART_PARTS) {
    return bad(form, "the form has too many parts");
  }
  form->part = (collab_form_part_t){NULL};
  form->header = 0;
  form->line_len = 0;
  form->line_ended = false;
  form->place = HEADER;
  return true;
}

/* Handles one character after a boundary: `--` ends the form, CRLF begins a part. */
static bool take_behind(collab_multipart_t *form, char c) {
  bool first = form->place == BEHIND_BOUNDARY;

  if (form->place == BOUNDARY_CR && c == '\n') {
    return begin_part(form);
  }
  if (form->place == BOUNDARY_DASH && c == '-') {
    form->place = EPILOGUE;
    form->ignored = 0;
    return true;
  }
  if (first && c == '-') {
    form->place = BOUNDARY_DASH;
    return true;
  }
  if ((first || form->place == PADDING) && c == '\r') {
    form->place = BOUNDARY_CR;
    return true;
  }
  if ((first || form->place == PADDING) && (c == ' ' || c == '\t') && ++form->ignored <= PADDING_MAX) {
    form->place = PADDING;
    return true;
  }
  return bad(form, "a boundary is followed by other text");
}

/* Handles bytes that belong to no boundary. */
static bool pass(collab_multipart_t *form, const char *bytes, apr_size_t len) {
  if (len == 0) {
    return true;
  }
  if (form->place == DATA) {
    return form->sink.data(form->sink.baton, bytes, len) || stopped(form);
  }
  form->ignored += len;
  return form->ignored <= IGNORED_MAX || bad(form, "there is too much before the first boundary");
}

/* Finds the delimiter, or its beginning at the end of the bytes; returns `end` if there is neither. */
static const char *find(const collab_multipart_t *form, const char *at, const char *end) {
  while ((at = memchr(at, '\r', (apr_size_t)(end - at)))) {
    apr_size_t len = (apr_size_t)(end - at);
    if (!memcmp(at, form->delimiter, len < form->delimiter_len ? len : form->delimiter_len)) {
      return at;
    }
    at++;
  }
  return end;
}

static bool end_part(collab_multipart_t *form) {
  bool fine = form->place != DATA || form->sink.end(form->sink.baton);

  form->place = BEHIND_BOUNDARY;
  form->matched = 0;
  form->ignored = 0;
  return fine || stopped(form);
}

/* Passes bytes on, up to the next boundary or to the end. */
static bool scan(collab_multipart_t *form, const char **at, const char *end) {
  while (*at < end) {
    if (form->matched == 0) {
      const char *from = *at;
      *at = find(form, from, end);
      if (!pass(form, from, (apr_size_t)(*at - from))) {
        return false;
      }
      if (*at == end) {
        return true;
      }
    }
    if (**at == form->delimiter[form->matched]) {
      (*at)++;
      if (++form->matched == form->delimiter_len) {
        return end_part(form);
      }
      continue;
    }
    /* The held bytes were data. No delimiter begins among them, because a delimiter's only CR is its first byte. */
    apr_size_t held = form->matched;
    form->matched = 0;
    if (!pass(form, form->delimiter, held)) {
      return false;
    }
  }
  return true;
}

/* ---- public functions ---- */

bool collab_multipart_is_type(const char *content_type) {
  static const char type[] = "multipart/form-data";

  if (content_type == NULL || strncasecmp(content_type, type, sizeof type - 1) != 0) {
    return false;
  }
  const char *at = content_type + sizeof type - 1 + strspn(content_type + sizeof type - 1, " \t");
  return *at == '\0' || *at == ';';
}

static bool is_boundary(const char *text) {
  apr_size_t len = strlen(text);

  if (len == 0 || len > BOUNDARY_MAX || text[len - 1] == ' ') {
    return false;
  }
  for (; *text; text++) {
    if (!apr_isalnum(*text) && !strchr("'()+_,-./:=? ", *text)) {
      return false;
    }
  }
  return true;
}

/* What is wrong with the boundary of this Content-Type. */
static const char *boundary_fault(const char *content_type) {
  static const char parameter[] = "boundary=";

  for (const char *at = content_type; *at; at++) {
    if (!strncasecmp(at, parameter, sizeof parameter - 1)) {
      const char *value = at + sizeof parameter - 1;
      apr_size_t len = strcspn(value, "; \t");
      return *value != '"' && strcspn(value, "()<>@,:\\/[]?=\"") < len
                 ? "the form's boundary has a character that only a quoted one may have: quote it (boundary=\"...\")"
                 : "the form's boundary is not one";
    }
  }
  return "the form's boundary is missing";
}

collab_multipart_t *collab_multipart_make(apr_pool_t *pool, const char *content_type, const collab_form_sink_t *sink,
                                          const char **error) {
  const char *name, *value, *boundary = NULL;
  const char *at = content_type + strcspn(content_type, "; \t");

  *error = boundary_fault(content_type);
  while (collab_part_parameter(pool, &at, &name, &value)) {
    if (strcasecmp(name, "boundary") != 0) {
      continue;
    }
    if (boundary) {
      return NULL;
    }
    boundary = value;
  }
  if (boundary == NULL || !is_boundary(boundary) || !collab_part_is_end(at)) {
    return NULL;
  }
  collab_multipart_t *form = apr_pcalloc(pool, sizeof *form);
  form->pool = pool;
  form->sink = *sink;
  form->delimiter = apr_pstrcat(pool, "\r\n--", boundary, NULL);
  form->delimiter_len = strlen(form->delimiter);
  form->matched = 2; /* the body begins a line, as if a CRLF came before it */
  return form;
}

collab_multipart_state_t collab_multipart_feed(collab_multipart_t *form, const char *bytes, apr_size_t len) {
  const char *at = bytes, *end = bytes + len;
  bool fine = form->state == COLLAB_MULTIPART_MORE;

  while (fine && at < end) {
    switch (form->place) {
    case PREAMBLE:
    case DATA:
      fine = scan(form, &at, end);
      break;
    case HEADER:
      fine = take_header(form, *at++);
      break;
    case EPILOGUE:
      form->ignored += (apr_size_t)(end - at);
      at = end;
      fine = form->ignored <= IGNORED_MAX || bad(form, "there is too much after the last boundary");
      break;
    default:
      fine = take_behind(form, *at++);
      break;
    }
  }
  return form->state == COLLAB_MULTIPART_MORE && form->place == EPILOGUE ? COLLAB_MULTIPART_DONE : form->state;
}

collab_multipart_state_t collab_multipart_finish(collab_multipart_t *form) {
  if (form->state == COLLAB_MULTIPART_MORE && form->place != EPILOGUE) {
    bad(form, "the form ends before its last boundary");
  }
  return form->state == COLLAB_MULTIPART_MORE ? COLLAB_MULTIPART_DONE : form->state;
}

const char *collab_multipart_error(const collab_multipart_t *form) {
  return form->error;
}
