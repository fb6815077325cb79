/* test_multipart.c: a multipart form with files reads the same from chunks of any size (api/multipart.h). */
#include "tap.h"

#include "api/multipart.h"

#define TYPE "multipart/form-data; boundary=b"
#define CD "Content-Disposition: form-data; "
#define FILE_PART "--b\r\n" CD "name=\"files\"; filename=\"a.txt\"\r\n\r\n"

/* What the sink was given: "name|file|type{data}" for each part. */
static char *told;
static int stop_at; /* the call that returns false; 0: none */

static bool tell(const char *text) {
  told = apr_pstrcat(tap_pool, told, text, NULL);
  return stop_at == 0 || --stop_at > 0;
}

static bool begin(void *baton, const collab_form_part_t *part) {
  (void)baton;
  return tell(apr_pstrcat(tap_pool, part->name, part->file_name ? "|" : "", part->file_name ? part->file_name : "",
                          part->type ? "|" : "", part->type ? part->type : "", "{", NULL));
}

static bool data(void *baton, const char *bytes, apr_size_t len) {
  (void)baton;
  return tell(apr_pstrmemdup(tap_pool, bytes, len));
}

static bool end(void *baton) {
  (void)baton;
  return tell("}");
}

static const collab_form_sink_t sink = {NULL, begin, data, end};

/* Reads the whole body in pieces of `step` bytes, each in its own allocation. */
static collab_multipart_state_t parse(const char *type, const char *body, apr_size_t len, apr_size_t step, const char **error) {
  collab_multipart_t *form = collab_multipart_make(tap_pool, type, &sink, error);

  told = (char *)"";
  *error = NULL;
  if (form == NULL) {
    return COLLAB_MULTIPART_BAD;
  }
  for (apr_size_t at = 0; at < len; at += step) {
    apr_size_t piece = len - at < step ? len - at : step;
    char *copy = malloc(piece);
    memcpy(copy, body + at, piece);
    collab_multipart_feed(form, copy, piece);
    free(copy);
  }
  collab_multipart_state_t state = collab_multipart_finish(form);
  *error = collab_multipart_error(form);
  return state;
}

/* The body is read completely, with the same result for every size of its pieces. */
static void takes(const char *name, const char *type, const char *body, const char *want) {
  const char *error = NULL;
  apr_size_t len = strlen(body), step = 1;

  tap_row(name);
  while (step <= len && parse(type, body, len, step, &error) == COLLAB_MULTIPART_DONE && !strcmp(told, want)) {
    step++;
  }
  if (!ok(len > 0 && step > len)) {
    printf("# in pieces of %d: %s\n#  got: %s\n# want: %s\n", (int)step, error ? error : "", told, want);
  }
}

static void refuses(const char *name, const char *body, const char *want) {
  const char *error = NULL;
  apr_size_t len = strlen(body), step = 1;

  tap_row(name);
  while (step <= len && parse(TYPE, body, len, step, &error) == COLLAB_MULTIPART_BAD && error != NULL && strstr(error, want)) {
    step += step < 200 ? 1 : 997;
  }
  if (!ok(len > 0 && step > len)) {
    printf("# in pieces of %d\n#  got: %s\n# want: %s\n", (int)step, error ? error : "no error", want);
  }
}

static char *repeated(const char *text, int times) {
  apr_size_t len = strlen(text);
  char *all = apr_pcalloc(tap_pool, len * (apr_size_t)times + 1);

  for (int i = 0; i < times; i++) {
    memcpy(all + len * (apr_size_t)i, text, len);
  }
  return all;
}

static void test_forms(void) {
  takes("one file", TYPE, FILE_PART "hello\r\n--b--\r\n", "files|a.txt{hello}");
  takes("no line end behind the last boundary", TYPE, FILE_PART "hello\r\n--b--", "files|a.txt{hello}");
  takes("an empty file", TYPE, FILE_PART "\r\n--b--\r\n", "files|a.txt{}");
  takes("what looks like a boundary", TYPE, FILE_PART "\r\n--\r\n-\r\r\n--c\r\n\r\n--b--",
        "files|a.txt{\r\n--\r\n-\r\r\n--c\r\n}");
  takes("a file that ends with line ends", TYPE, FILE_PART "x\r\n\r\n\r\n\r\n--b--", "files|a.txt{x\r\n\r\n\r\n}");
  takes("a boundary that ends with dashes", "multipart/form-data; boundary=b--",
        "--b--\r\n" CD "name=x\r\n\r\n1\r\n--b--\r\n" CD "name=y\r\n\r\n2\r\n--b----", "x{1}y{2}");
  takes("a boundary without its line end, behind a header", TYPE, "--b\r\n" CD "name=x\r\n\r\n--b\r\n\r\n--b--", "x{--b\r\n}");
  takes("a boundary within a line is none", TYPE, FILE_PART "x--b--\r\n--b--", "files|a.txt{x--b--}");
  takes("fields and files", TYPE,
        "--b\r\n" CD "name=description\r\nContent-Type: text/plain\r\n\r\nwhy\r\n" FILE_PART "1\r\n" FILE_PART "2\r\n--b--\r\n",
        "description|text/plain{why}files|a.txt{1}files|a.txt{2}");
  takes("blanks behind a boundary", TYPE, "--b \t\r\n" CD "name=x\r\n\r\n1\r\n--b--", "x{1}");
  takes("a preamble and an epilogue", TYPE, "mail readers\r\n" FILE_PART "1\r\n--b--\r\nmore --b\r\n", "files|a.txt{1}");
  takes("no part", TYPE, "--b--\r\n", "");
  takes("a quoted boundary", "Multipart/Form-Data; charset=utf-8; Boundary=\"b c\"", "--b c\r\n" CD "name=x\r\n\r\n1\r\n--b c--",
        "x{1}");
  takes("header names in any case", TYPE,
        "--b\r\ncontent-disposition:form-data;name=x\r\ncontent-transfer-encoding: Binary\r\n\r\n1\r\n--b--", "x{1}");
}

/* RFC 5322, 2.2.3: a line that begins with a blank continues the field before. */
static void test_folded(void) {
  takes("a folded Content-Disposition", TYPE,
        "--b\r\nContent-Disposition: form-data;\r\n name=\"files\";\r\n\tfilename=\"a\r\n b.txt\"\r\n\r\n1\r\n--b--",
        "files|a b.txt{1}");
  takes("a folded Content-Type", TYPE, "--b\r\n" CD "name=x\r\nContent-Type: text/plain;\r\n charset=utf-8\r\n\r\n1\r\n--b--",
        "x|text/plain; charset=utf-8{1}");
  takes("a blank line in a header", TYPE, "--b\r\n" CD "name=x\r\n \r\n\r\n1\r\n--b--", "x{1}");
}

/* Any control character, but a tab between or in parameters. */
static void test_part_types(void) {
  takes("a control character in a type", TYPE, "--b\r\nContent-Type: text/\x01plain\r\n" CD "name=x\r\n\r\n1\r\n--b--", "x{1}");
  takes("DEL in a parameter", TYPE, "--b\r\n" CD "name=x\r\nContent-Type: a/b; c=\"\x7f\"\r\n\r\n1\r\n--b--", "x{1}");
  takes("a tab behind a parameter", TYPE, "--b\r\n" CD "name=x\r\nContent-Type: a/b;\tc=d;\r\n\r\n1\r\n--b--", "x|a/b;\tc=d{1}");
  refuses("a control character in another field", "--b\r\n" CD "name=x\r\nX-Y: a\x01\r\n\r\n1\r\n--b--", "control character");
}

/* name and file name as written in Content-Disposition */
static void test_names(void) {
  static const struct {
    const char *spelt;
    const char *read; /* NULL: refused */
  } names[] = {
      {"name=files; filename=a.txt", "files|a.txt"},
      {"name=\"files\";filename=\"a b.txt\"", "files|a b.txt"},
      {"name=\"files\" ; filename=\"a;b=c.txt\" ", "files|a;b=c.txt"},
      {"name=\"files\"; filename=\"say \\\"hi\\\"\"", "files|say \"hi\""},
      {"name=\"files\"; filename=\"C:\\dir\\a.txt\"", "files|C:\\dir\\a.txt"},
      {"name=\"files\"; filename=\"\xc3\xbc.txt\"", "files|\xc3\xbc.txt"},
      {"name=\"files\"; filename=\"\"", "files|"},
      {"name=\"files\"; filename=\"u.txt\"; filename*=UTF-8''%c3%bc.txt", "files|\xc3\xbc.txt"},
      {"name=\"files\"; filename*=utf-8'de'a%20b.txt; filename=\"u.txt\"", "files|a b.txt"},
      {"name=\"files\"; filename*=UTF-8''test(1)!*.txt", "files|test(1)!*.txt"}, /* as JavaScript's encodeURIComponent has it */
      {"name=files; filename=a(1).txt", NULL},
      {"filename=a; size=12; name=files", "files|a"},
      {"name=\"files\"; filename=\"a.txt\";", "files|a.txt"},
      {"name=\"files\";; filename=\"a.txt\" ; ", "files|a.txt"},
      {"name=\"files\"; filename*=iso-8859-1'de'%fc%20b.txt", "files|\xc3\xbc b.txt"},
      {"name=\"files\"; filename=\"a.txt\"; filename*0=b; filename*1=c", "files|a.txt"},
      {"name=\"files\"; filename=\"=?utf-8?B?w7wuTG9n?=\"", "files|\xc3\xbc.Log"},
      {"name=\"files\"; filename=\"=?UTF-8?q?=c3=bc_b.log?=\"", "files|\xc3\xbc b.log"},
      {"name=\"files\"; filename=\"=?ISO-8859-1*de?Q?=FC.log?=\"", "files|\xc3\xbc.log"},
      {"name=\"files\"; filename=\"=?us-ascii?Q?a.log?=\"", "files|a.log"},
      {"name=\"files\"; filename=\"=?UTF-8?B?YcM=?= =?UTF-8?Q?=BC.log?=\"", "files|a\xc3\xbc.log"}, /* a character in two words */
      {"name=\"files\"; filename=\"a =?UTF-8?Q?b?=\"", "files|a =?UTF-8?Q?b?="}, /* these only look like encoded words */
      {"name=\"files\"; filename=\"=?UTF-8?Q?b?=.log\"", "files|=?UTF-8?Q?b?=.log"},
      {"name=\"files\"; filename=\"=?UTF-8?Q?b?= .log\"", "files|=?UTF-8?Q?b?= .log"},
      {"name=\"files\"; filename=\"=?UTF-8?Q?a b?=\"", "files|=?UTF-8?Q?a b?="},
      {"name=\"files\"; filename=\"=?UTF-8?Q?=fc?=\"", "files|=?UTF-8?Q?=fc?="},
      {"name=\"files\"; filename=\"=?UTF-8?Q?=0?=\"", "files|=?UTF-8?Q?=0?="},
      {"name=\"files\"; filename=\"=?UTF-8?Q?a=00b?=\"", "files|=?UTF-8?Q?a=00b?="},
      {"name=\"files\"; filename=\"=?UTF-8?B?w7w.?=\"", "files|=?UTF-8?B?w7w.?="},
      {"name=\"files\"; filename=\"=?UTF-8?B?w7wuT?=\"", "files|=?UTF-8?B?w7wuT?="},
      {"name=\"files\"; filename=\"=?UTF-8?X?b?=\"", "files|=?UTF-8?X?b?="},
      {"name=\"files\"; filename=\"=?UTF-8?Q?\?=\"", "files|=?UTF-8?Q?\?="},
      {"name=\"files\"; filename=\"=?gb2312?B?1tA=?=\"", "files|=?gb2312?B?1tA=?="},
      {"name=\"files\"; filename=\"=?UTF-8?Q?b?\"", "files|=?UTF-8?Q?b?"},
      {"name=\"files\"; filename=\"=?\"", "files|=?"},
      {"name=\"files\"; filename*=UTF-8''%fc.txt", NULL},
      {"name=\"files\"; filename*=koi8-r''%fc.txt", NULL},
      {"name=\"files\"; filename*=iso-8859-1''a%00b", NULL},
      {"name=\"files\"; filename*0=a; filename*1=b", NULL},
      {"name=\"files\"; filename*0*=UTF-8''a", NULL},
      {"name=\"files\"; filename*=UTF-8''a%00b", NULL},
      {"name=\"files\"; filename=\"\xfc.txt\"", NULL},
      {"name=\"files\"; name=\"files\"", NULL},
      {"name=\"files\"; filename=a; filename=b", NULL},
      {"name=\"files; filename=a", NULL},
      {"name=\"files\"; filename", NULL},
      {"name=\"files\" filename=a", NULL},
      {"filename=a", NULL},
      {"name=a b", NULL},
      {"name=\"a\x01\"", NULL},
  };

  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const char *error;
    const char *body = apr_pstrcat(tap_pool, "--b\r\n" CD, names[i].spelt, "\r\n\r\n1\r\n--b--", NULL);
    tap_row(names[i].spelt);
    collab_multipart_state_t state = parse(TYPE, body, strlen(body), 3, &error);
    is_number(state, names[i].read ? COLLAB_MULTIPART_DONE : COLLAB_MULTIPART_BAD);
    is_text(told, names[i].read ? apr_pstrcat(tap_pool, names[i].read, "{1}", NULL) : "");
  }
}

static void test_refusals(void) {
  const char *file = FILE_PART "1";
  char *many = repeated("--b\r\n" CD "name=x\r\n\r\n1\r\n", COLLAB_MULTIPART_PARTS + 1);

  refuses("nothing of the kind", "{\"a\":1}", "before its last boundary");
  refuses("no last boundary", apr_pstrcat(tap_pool, file, "\r\n--b", NULL), "before its last boundary");
  refuses("half of a last boundary", apr_pstrcat(tap_pool, file, "\r\n--b-", NULL), "before its last boundary");
  refuses("a longer boundary", apr_pstrcat(tap_pool, file, "\r\n--bx\r\n", NULL), "followed by other text");
  refuses("a boundary and a bare LF", "--b\n" CD "name=x\r\n\r\n1\r\n--b--", "followed by other text");
  refuses("one dash and something", apr_pstrcat(tap_pool, file, "\r\n--b-x", NULL), "followed by other text");
  refuses("no header", "--b\r\n\r\n1\r\n--b--", "no Content-Disposition");
  refuses("another header alone", "--b\r\nContent-Type: text/plain\r\n\r\n1\r\n--b--", "no Content-Disposition");
  refuses("two dispositions", "--b\r\n" CD "name=x\r\n" CD "name=y\r\n\r\n1\r\n--b--", "two Content-Dispositions");
  refuses("an attachment", "--b\r\nContent-Disposition: attachment; name=x\r\n\r\n1\r\n--b--", "not form-data");
  refuses("a bare LF in a header", "--b\r\n" CD "name=x\n\r\n1\r\n--b--", "end with CRLF");
  refuses("a bare CR in a header", "--b\r\n" CD "name=x\rA: b\r\n\r\n1\r\n--b--", "end with CRLF");
  refuses("a blank before the first field", "--b\r\n " CD "name=x\r\n\r\n1\r\n--b--", "not a field");
  refuses("a folded line that ends with a bare LF", "--b\r\n" CD "name=x;\r\n filename=a\n\r\n1\r\n--b--", "end with CRLF");
  refuses("a line that is no field", "--b\r\nContent Disposition: form-data\r\n\r\n1\r\n--b--", "not a field");
  refuses("base64", "--b\r\n" CD "name=x\r\nContent-Transfer-Encoding: base64\r\n\r\nMQ==\r\n--b--", "not binary");
  refuses("a long header", apr_pstrcat(tap_pool, "--b\r\nX: ", repeated("x", 9000), "\r\n\r\n", NULL), "too long");
  refuses("a long preamble", repeated("x", 9000), "before the first boundary");
  refuses("a long epilogue", apr_pstrcat(tap_pool, file, "\r\n--b--\r\n", repeated("x", 9000), NULL), "after the last boundary");
  refuses("many parts", apr_pstrcat(tap_pool, many, "--b--", NULL), "too many parts");
}

static void test_names_refused_by_name(void) {
  refuses("a split name", "--b\r\n" CD "name=files; filename*0=a; filename*1=b\r\n\r\n1\r\n--b--", "filename*0");
  refuses("a name in KOI8-R", "--b\r\n" CD "name=files; filename*=koi8-r''%fc\r\n\r\n1\r\n--b--", "ISO-8859-1''");
}

static void test_nul(void) {
  static const char body[] = "--b\r\n" CD "name=x\0y\r\n\r\n1\r\n--b--";
  static const char type[] = "--b\r\n" CD "name=x\r\nContent-Type: a/\0b\r\n\r\n1\r\n--b--";
  static const char file[] = FILE_PART "a\0b\r\n--b--";
  const char *error;

  tap_row("NUL");
  is_number(parse(TYPE, body, sizeof body - 1, 7, &error), COLLAB_MULTIPART_BAD);
  is_number(parse(TYPE, file, sizeof file - 1, 7, &error), COLLAB_MULTIPART_DONE);
  is_number(parse(TYPE, type, sizeof type - 1, 7, &error), COLLAB_MULTIPART_DONE);
  is_text(told, "x{1}");
}

static void test_stops(void) {
  const char *body = FILE_PART "hello\r\n" FILE_PART "again\r\n--b--\r\n", *error;

  for (int at = 1; at <= 6; at++) {
    tap_row(apr_psprintf(tap_pool, "stopped at call %d", at));
    stop_at = at;
    is_number(parse(TYPE, body, strlen(body), 1000, &error), COLLAB_MULTIPART_STOPPED);
    is_number(stop_at, 0);
  }
  stop_at = 0;
}

static void test_types(void) {
  static const struct {
    const char *type;
    bool is_form, has_boundary;
    const char *error; /* what it says at least; NULL: nothing is checked */
  } types[] = {
      {"multipart/form-data; boundary=b", true, true},
      {"multipart/form-data;boundary=\"a b\"", true, true},
      {"MULTIPART/FORM-DATA; boundary=b;", true, true},
      {"multipart/form-data", true, false, "is missing"},
      {"multipart/form-data; boundary==_a", true, false, "quote it"},
      {"multipart/form-data; boundary=--a/b; charset=utf-8", true, false, "quote it"},
      {"multipart/form-data; Boundary=a:b", true, false, "quote it"},
      {"multipart/form-data; boundary=\"=a/b:c\"", true, true},
      {"multipart/form-data; boundary=\"a=\\b\"", true, false, "is not one"},
      {"multipart/form-data; boundary=", true, false, "is not one"},
      {"multipart/form-data; boundary=\"\"", true, false},
      {"multipart/form-data; boundary=\"b \"", true, false},
      {"multipart/form-data; boundary=\"a\rb\"", true, false},
      {"multipart/form-data; boundary=a; boundary=b", true, false},
      {"multipart/form-data; boundary=a b", true, false},
      {"multipart/form-data; boundary=0123456789012345678901234567890123456789012345678901234567890123456789", true, true},
      {"multipart/form-data; boundary=01234567890123456789012345678901234567890123456789012345678901234567890", true, false},
      {"multipart/form-datax; boundary=b", false, false},
      {"multipart/mixed; boundary=b", false, false},
      {"application/json", false, false},
  };

  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    const char *error;
    tap_row(types[i].type);
    is_number(collab_multipart_is_type(types[i].type), types[i].is_form);
    if (types[i].is_form) {
      is_number(collab_multipart_make(tap_pool, types[i].type, &sink, &error) != NULL, types[i].has_boundary);
      ok(!types[i].error || strstr(error, types[i].error));
    }
  }
  tap_row("no type");
  ok(!collab_multipart_is_type(NULL));
}

int main(void) {
  tap_begin();
  test_forms();
  test_folded();
  test_part_types();
  test_names();
  test_refusals();
  test_names_refused_by_name();
  test_nul();
  test_stops();
  test_types();
  tap_row("");
  return tap_done();
}
