/* test_text.c: UTF-8, integers, e-mail addresses, URIs and percent-encoding are checked and converted as specified
 * (base/text.h). */
#include "tap.h"

#include "base/text.h"
#include "domain/format.h"

#define ROWS(table) (sizeof(table) / sizeof(table[0]))

/* `unit` repeated `times` times, between `before` and `after`. */
static const char *grown(const char *before, const char *unit, int times, const char *after) {
  apr_size_t a = strlen(before), u = strlen(unit), z = strlen(after);
  char *text = apr_pcalloc(tap_pool, a + u * (apr_size_t)times + z + 1);

  memcpy(text, before, a);
  for (int i = 0; i < times; i++) {
    memcpy(text + a + u * (apr_size_t)i, unit, u);
  }
  memcpy(text + a + u * (apr_size_t)times, after, z);
  return text;
}

/* A copy that ends with its allocation, so that the address sanitizer sees a read past it. */
static bool is_utf8(const char *bytes, apr_size_t len) {
  char *copy = malloc(len ? len : 1);
  memcpy(copy, bytes, len);
  bool result = collab_text_is_utf8(copy, len);
  free(copy);
  return result;
}

static void utf8(void) {
  static const char *const right[] = {"",
                                      "a",
                                      "\x7F",
                                      "\xC2\x80",
                                      "\xDF\xBF",
                                      "\xE0\xA0\x80",
                                      "\xED\x9F\xBF",
                                      "\xEE\x80\x80",
                                      "\xEF\xBF\xBF",
                                      "\xF0\x90\x80\x80",
                                      "\xF4\x8F\xBF\xBF",
                                      "Gr\xC3\xBC\xC3\x9F",
                                      "\xF0\x9F\x98\x80!"};
  static const char *const wrong[] = {
      "\x80",         /* continuation alone */
      "\xBF",         /* continuation alone */
      "a\xC3",        /* cut short */
      "\xE2\x82",     /* cut short */
      "\xF0\x9F\x98", /* cut short */
      "\xC3"
      "a", /* no continuation */
      "\xE2\x82"
      "a", /* one continuation of two */
      "\xF0\x9F\x98"
      "a",                /* two continuations of three */
      "\xC0\x80",         /* overlong NUL */
      "\xC1\xBF",         /* overlong */
      "\xE0\x9F\xBF",     /* overlong */
      "\xF0\x8F\xBF\xBF", /* overlong */
      "\xED\xA0\x80",     /* surrogate */
      "\xED\xBF\xBF",     /* surrogate */
      "\xF4\x90\x80\x80", /* beyond U+10FFFF */
      "\xF5\x80\x80\x80", /* beyond U+10FFFF */
      "\xF8\x88\x80\x80\x80",
      "\xFE",
      "\xFF",
  };

  for (unsigned i = 0; i < ROWS(right); i++) {
    ok(is_utf8(right[i], strlen(right[i])));
  }
  for (unsigned i = 0; i < ROWS(wrong); i++) {
    ok(!is_utf8(wrong[i], strlen(wrong[i])));
  }
  ok(!is_utf8("a\0b", 3));
  ok(!is_utf8("\0", 1));
  ok(!is_utf8("\xC3\xBC", 1));
  ok(!is_utf8("\xF0\x9F\x98\x80", 3));
  ok(is_utf8("a\xC3", 1)); /* the length decides, not the NUL */
}

static void length(void) {
  is_number(collab_text_length(""), 0);
  is_number(collab_text_length("abc"), 3);
  is_number(collab_text_length("\xC3\xBC"), 1);
  is_number(collab_text_length("\xE2\x82\xAC"
                               "1"),
            2);
  is_number(collab_text_length("\xF0\x9F\x98\x80\xF0\x9F\x98\x80"), 2);
  is_number(collab_text_length("u\xCC\x88"), 2); /* a combining mark is a code point */
  is_number(collab_text_length(grown("", "\xE2\x82\xAC", 500, "")), 500);
}

static void blank(void) {
  static const char *const blanks[] = {"",
                                       " ",
                                       "\t\n\v\f\r ",
                                       "\xC2\x85",
                                       "\xC2\xA0",
                                       "\xE1\x9A\x80",
                                       "\xE2\x80\x80",
                                       "\xE2\x80\x8A",
                                       "\xE2\x80\xA8",
                                       "\xE2\x80\xA9",
                                       "\xE2\x80\xAF",
                                       "\xE2\x81\x9F",
                                       "\xE3\x80\x80",
                                       " \xC2\xA0\t"};
  static const char *const others[] = {"a",
                                       " a",
                                       "a ",
                                       "0",
                                       "\xC2\xA1",
                                       "\xE2\x80\x8B" /* a zero width space is not a blank */,
                                       "\xE2\x80\xB0",
                                       "\xE3\x80\x81",
                                       "\xE1\x9A\x81",
                                       "\xE2\x81\xA0",
                                       "\x1F",
                                       "\x7F",
                                       "\xEF\xBB\xBF",
                                       " \xE2\x80\x80x"};

  for (unsigned i = 0; i < ROWS(blanks); i++) {
    ok(collab_text_is_blank(blanks[i]));
  }
  for (unsigned i = 0; i < ROWS(others); i++) {
    ok(!collab_text_is_blank(others[i]));
  }
}

static void chomped(void) {
  ok(!strcmp(collab_text_chomp(tap_pool, "could not connect\n\tIs it there?\r\n \n"), "could not connect\n\tIs it there?"));
  ok(!strcmp(collab_text_chomp(tap_pool, "fine"), "fine"));
  ok(!strcmp(collab_text_chomp(tap_pool, "\n"), ""));
}

static void email(void) {
  static const char *const right[] = {
      "a@b.c",
      "ada@acme.example",
      "first.last@sub.acme.example",
      "x+tag@acme.example",
      "!#$%&'*+-/=?^_`{|}~@acme.example",
      "A9@X-1.Y2",
      "a@1.2",
      "o'neil@acme.example",
  };
  static const char *const wrong[] = {
      "",
      "@",
      "a",
      "a@",
      "@b.c",
      "a@b",
      "a@b.",
      "a@.b",
      "a@b..c",
      "a@.",
      "a@b.c.",
      "a@@b.c",
      "a@b@c.d",
      ".a@b.c",
      "a.@b.c",
      "a..b@c.d",
      "a b@c.d",
      " a@b.c",
      "a@b.c ",
      "a@b .c",
      "a@b.c\n",
      "a\t@b.c",
      "\"a\"@b.c",
      "\"a b\"@c.d",
      "a@[127.0.0.1]",
      "a@[IPv6:::1]",
      "a@-b.c",
      "a@b-.c",
      "a@b.c-",
      "a@b.-c",
      "a@b_c.d",
      "a(b)@c.d",
      "a,b@c.d",
      "a;b@c.d",
      "a<b@c.d>",
      "a:b@c.d",
      "a\\b@c.d",
      "mailto:a@b.c",
      "\xC3\xBC@b.c",
      "a@\xC3\xBC.c",
      "a@b.c\x7F",
      "\x01@b.c",
      "a@b.c,d@e.f",
      "a@b.c?subject=x",
  };

  for (unsigned i = 0; i < ROWS(right); i++) {
    tap_row(right[i]);
    ok(collab_format_is_email(right[i]));
  }
  for (unsigned i = 0; i < ROWS(wrong); i++) {
    tap_row(wrong[i]);
    ok(!collab_format_is_email(wrong[i]));
  }
  tap_row("");
  ok(collab_format_is_email(grown("", "a", 64, "@b.c")));
  ok(!collab_format_is_email(grown("", "a", 65, "@b.c")));
  ok(collab_format_is_email(grown("a@", "b", 63, ".c")));
  ok(!collab_format_is_email(grown("a@", "b", 64, ".c")));
  const char *fits = grown("a@b", ".c", 94, ""); /* 3 + 188 */
  is_number(strlen(fits), 191);
  ok(collab_format_is_email(fits));
  ok(!collab_format_is_email(grown("aa@b", ".c", 94, "")));
}

static void uri(void) {
  static const char *const right[] = {
      "https://a",
      "https://hooks.acme.example/",
      "HTTPS://hooks.acme.example",
      "https://a:1",
      "https://a:65535/x",
      "https://a:00443/",
      "https://a:/x",
      "https://a/b/c;d=1/%7Euser/@:!$&'()*+,=~",
      "https://a?q=1",
      "https://a/?q=/?:@&x",
      "https://a/b#frag/?",
      "https://a#",
      "https://127.0.0.1/",
      "https://[::1]/",
      "https://[2001:db8::1]:8443/x",
      "https://[::ffff:10.0.0.1]",
      "https://xn--bcher-kva.example/",
      "https://a_b.example/",
      "https://a%20b/",
      "https://a//b",
      "https://a..b/",
  };
  static const char *const wrong[] = {
      "",
      "https",
      "https:",
      "https:/",
      "https://",
      "https:///x",
      "https://?q",
      "https://#f",
      "https:a",
      "https:/a",
      "//a/b",
      "/a",
      "a.example",
      "ftp://a/",
      "httpss://a",
      "file:///etc/passwd",
      "javascript:alert(1)",
      "gopher://a/",
      " https://a",
      "https://a ",
      "https://a/ b",
      "https://a/\n",
      "https://a/\tb",
      "https://user@a/",
      "https://user:pw@a/",
      "https://@a/",
      "https://:@a",
      "https://a:0/",
      "https://a:65536/",
      "https://a:-1/",
      "https://a:99999999999999999999/",
      "https://a:8a/",
      "https://a:80:80/",
      "https://:80/",
      "https://[::1",
      "https://[]/",
      "https://[::1]x/",
      "https://[::1]:x/",
      "https://[fe80::1%25eth0]/",
      "https://[v1.x]/",
      "https://[1.2.3.4]/",
      "https://[::g]/",
      "https://::1/",
      "https://a]/",
      "https://[12345678901234567890123456789012345678901234567890]/",
      "https://a/%",
      "https://a/%2",
      "https://a/%2x",
      "https://a/%x2",
      "https://a%/",
      "https://a/?q=%",
      "https://a/#%1",
      "https://a/#b#c",
      "https://a/\\b",
      "https://a\\b/",
      "https://a/<b>",
      "https://a/\"",
      "https://a/{b}",
      "https://a/|",
      "https://a/^",
      "https://a/`",
      "https://a/[b]",
      "https://a/?[b]",
      ("https://b\xC3\xBC"
       "cher.example/"),
      "https://a/\xC3\xBC",
      "https://a/\x01",
      "https://a/\x7F",
      "https://a b/",
      "https:\\\\a/",
  };

  for (unsigned i = 0; i < ROWS(right); i++) {
    tap_row(right[i]);
    ok(collab_format_is_uri(right[i], false));
    ok(collab_format_is_uri(right[i], true));
  }
  for (unsigned i = 0; i < ROWS(wrong); i++) {
    tap_row(wrong[i]);
    ok(!collab_format_is_uri(wrong[i], false));
    ok(!collab_format_is_uri(wrong[i], true));
  }
  tap_row("");
  ok(!collab_format_is_uri("http://a/", false));
  ok(collab_format_is_uri("http://a/", true));
  ok(collab_format_is_uri("HttP://a:8080/x", true));
  ok(!collab_format_is_uri("http://u@a/", true));

  const char *fits = grown("https://a/", "x", 2038, "");
  is_number(strlen(fits), 2048);
  ok(collab_format_is_uri(fits, false));
  ok(!collab_format_is_uri(grown("https://a/", "x", 2039, ""), false));
}

/* The message names the first broken rule. */
static void uri_faults(void) {
  static const struct {
    const char *text, *wrong;
  } rows[] = {
      {"hooks.acme.example", "must be an absolute https URL"},
      {"http://a/", "must be an absolute https URL"},
      {"https://ada:secret@a/", "must not contain user information"},
      {"https://@a/", "must not contain user information"},
      {"https:///x", "must have a host"},
      {"https://:80/", "must have a host"},
      {"https://a:0/", "must have a port from 1 to 65535"},
      {"https://a:65536/", "must have a port from 1 to 65535"},
      {"https://[::1]:x/", "must have a port from 1 to 65535"},
      {"https://[::1", "must have an IPv6 address between the brackets of its host"},
      {"https://[1.2.3.4]/", "must have an IPv6 address between the brackets of its host"},
      {"https://a/ b", "must not contain blanks or control characters"},
      {"https://a/\n", "must not contain blanks or control characters"},
      {"https://a/\x7F", "must not contain blanks or control characters"},
      {"https://a/\xC3\xBC", "must be ASCII: the name of a host in its xn-- form, all else percent-encoded"},
      {"https://a/%2", "must have two hexadecimal digits behind each percent sign"},
      {"https://a/?%zz", "must have two hexadecimal digits behind each percent sign"},
      {"https://a/<b>", "contains a character that must be percent-encoded"},
      {"https://a|b/", "contains a character that must be percent-encoded"},
      {"https://a/#b#c", "contains a character that must be percent-encoded"},
      {"https://a/b#c", NULL},
  };

  for (unsigned i = 0; i < ROWS(rows); i++) {
    tap_row(rows[i].text);
    is_text(collab_format_uri_fault(rows[i].text, false), rows[i].wrong);
  }
  tap_row("");
  is_text(collab_format_uri_fault("ftp://a/", true), "must be an absolute http or https URL");
  is_text(collab_format_uri_fault(grown("https://a/", "x", 2039, ""), true), "must be at most 2048 characters");
  is_text(collab_format_base_url(tap_pool, "https://a.example/x//"), "https://a.example/x");
  is_text(collab_format_base_url(tap_pool, "https://a.example"), "https://a.example");
  is_text(collab_format_base_url(tap_pool, "//"), "");
}

static const char *decoded(const char *text, bool plus) {
  return collab_text_decode(tap_pool, text, strlen(text), plus);
}

static void percent(void) {
  static const char *const wrong[] = {"%",    "%4",    "a%4", "%zz",    "%4z",       "%z4",    "%%41",
                                      "%00",  "a%00b", "%C3", "%C3%28", "%ED%A0%80", "%C0%80", "%F5%80%80%80",
                                      "\xC3", "\xFF",  "%-1", "% 1",    "%+1",       "%u0041", "%0x"};

  is_text(decoded("", false), "");
  is_text(decoded("abc", false), "abc");
  is_text(decoded("A%2FB%20Ltd", false), "A/B Ltd");
  is_text(decoded("%41%62%7e%7E", false), "Ab~~");
  is_text(decoded("%252F", false), "%2F"); /* decoded once */
  is_text(decoded("%C3%BC\xC3\xBC", false), "\xC3\xBC\xC3\xBC");
  is_text(decoded("a+b%2B", false), "a+b+");
  is_text(decoded("a+b%2B", true), "a b+");
  is_text(decoded("%01%7F", false), "\x01\x7F");
  for (unsigned i = 0; i < ROWS(wrong); i++) {
    tap_row(wrong[i]);
    is_text(decoded(wrong[i], false), NULL);
    is_text(decoded(wrong[i], true), NULL);
  }
  tap_row("");
  is_text(collab_text_decode(tap_pool, "ab%41", 2, false), "ab"); /* no byte past the length */
  is_text(collab_text_decode(tap_pool, "ab%41", 3, false), NULL);
  is_text(collab_text_decode(tap_pool, "ab%41", 4, false), NULL);
  is_text(collab_text_decode(tap_pool, "a\0b", 3, false), NULL);

  is_text(collab_text_encode(tap_pool, ""), "");
  is_text(collab_text_encode(tap_pool, "aZ09-._~"), "aZ09-._~");
  is_text(collab_text_encode(tap_pool, "a/b c+d%\xC3\xBC"), "a%2Fb%20c%2Bd%25%C3%BC");
  for (int c = 1; c < 128; c++) {
    char one[2] = {(char)c, '\0'};
    const char *back = decoded(collab_text_encode(tap_pool, one), true);
    if (back == NULL || strcmp(back, one) != 0) {
      is_number(c, -1);
    }
  }
}

static void integers(void) {
  static const struct {
    const char *text;
    int64_t value;
  } right[] = {
      {"0", 0},
      {"-0", 0},
      {"1", 1},
      {"-1", -1},
      {"007", 7},
      {"2147483648", INT64_C(2147483648)},
      {"9223372036854775807", INT64_MAX},
      {"-9223372036854775808", INT64_MIN},
      {"-9223372036854775807", -INT64_MAX},
      {"00000000000000000000000000001", 1},
  };
  static const char *const wrong[] = {
      "",
      "-",
      "+1",
      " 1",
      "1 ",
      "1.0",
      "1e3",
      "0x1",
      "--1",
      "-+1",
      "1-",
      "9223372036854775808",
      "-9223372036854775809",
      "9223372036854775810",
      "99999999999999999999",
      "18446744073709551617",
      "\xD9\xA1",
      "a",
      "1a",
      "1\n",
      "1,000",
      "1_000",
      "inf",
      "NaN",
  };

  for (unsigned i = 0; i < ROWS(right); i++) {
    int64_t value = 77;
    tap_row(right[i].text);
    ok(collab_text_integer(right[i].text, &value));
    is_number(value, right[i].value);
  }
  for (unsigned i = 0; i < ROWS(wrong); i++) {
    int64_t value = 77;
    tap_row(wrong[i]);
    ok(!collab_text_integer(wrong[i], &value));
    is_number(value, 77);
  }
  tap_row("");
}

static void hexadecimal(void) {
  char out[9];

  collab_text_hex(out, (const unsigned char *)"\x00\x0F\xA5\xFF", 4);
  is_text(out, "000fa5ff");
  collab_text_hex(out, (const unsigned char *)"", 0);
  is_text(out, "");
}

static void clean(void) {
  is_text(collab_text_clean(tap_pool, "plain", 5), "plain");
  is_text(collab_text_clean(tap_pool, "a\0b", 3), "a\xEF\xBF\xBD"
                                                  "b");
  is_text(collab_text_clean(tap_pool, "\xFFx\xC0\x80", 4), "\xEF\xBF\xBDx\xEF\xBF\xBD\xEF\xBF\xBD");
  is_text(collab_text_clean(tap_pool, "\xED\xA0\x80!", 4), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD!"); /* a surrogate */
  is_text(collab_text_clean(tap_pool, "\xE8\xAA\x9E\xE8\xAA", 5), "\xE8\xAA\x9E");                   /* cut off */
  is_text(collab_text_clean(tap_pool, "\xE0", 1), "");
  is_text(collab_text_clean(tap_pool, "\xF0\x9F\x98", 3), "");
  is_text(collab_text_clean(tap_pool, "\xE8x", 2), "\xEF\xBF\xBDx"); /* not cut off: the next byte does not continue it */
  is_text(collab_text_clean(tap_pool, "\xF0\x9Fxy", 4), "\xEF\xBF\xBD\xEF\xBF\xBDxy");
  is_text(collab_text_clean(tap_pool, "\xE0\x80", 2), "\xEF\xBF\xBD\xEF\xBF\xBD");
  is_text(collab_text_clean(tap_pool, "", 0), "");
}

/* The letters are those that PostgreSQL's lower() changes in the locale C.UTF-8. */
static void lower_case(void) {
  static const char *const rows[][2] = {{"", ""},
                                        {"Ada.LOVELACE@Acme.Example", "ada.lovelace@acme.example"},
                                        {"\xC3\x84RGER \xC3\x9F \xC3\x89", "\xC3\xA4rger \xC3\x9F \xC3\xA9"},
                                        {"\xCE\xA3\xD0\x96", "\xCF\x83\xD0\xB6"}, /* Greek, Cyrillic */
                                        {"\xE1\xBA\x9E", "\xC3\x9F"},             /* three bytes become two */
                                        {"\xC8\xBA", "\xE2\xB1\xA5"},             /* two bytes become three */
                                        {"\xF0\x90\x90\x80", "\xF0\x90\x90\xA8"}, /* four bytes */
                                        {"\xE6\x9D\xB1 \xF0\x9F\x98\x80", "\xE6\x9D\xB1 \xF0\x9F\x98\x80"}};

  for (apr_size_t i = 0; i < ROWS(rows); i++) {
    tap_row(rows[i][0]);
    is_text(collab_text_lower(tap_pool, rows[i][0]), rows[i][1]);
  }
  tap_row("");
}

int main(void) {
  tap_begin();
  clean();
  lower_case();
  utf8();
  length();
  blank();
  chomped();
  email();
  uri();
  uri_faults();
  percent();
  integers();
  hexadecimal();
  return tap_done();
}
