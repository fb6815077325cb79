/* test_storage.c: a member's storage settings make the right URLs, and bad ones are refused (outbound/storage.h). */
#include "tap.h"

#include "outbound/storage.h"

#define ROWS(table) (sizeof(table) / sizeof(table[0]))

static char *grown(const char *before, char unit, int times, const char *after) {
  char *units = apr_palloc(tap_pool, (apr_size_t)times + 1);

  memset(units, unit, (size_t)times);
  units[times] = '\0';
  return apr_pstrcat(tap_pool, before, units, after, NULL);
}

static void test_domains(void) {
  static const char *const fine[] = {"a.b",    "files.partner.example", "XN--NDE-0MA.example", "1.2.3.4.a",
                                     "a-b.c1", "127.0.0.1.nip.io"};
  static const char *const bad[] = {"",          "localhost",  "a.",     ".a",    "a..b",    "a b.c",
                                    "-a.b",      "a-.b",       "a_b.c",  "a.b/c", "a.b:80",  "a@b.c",
                                    "127.0.0.1", "1.2",        "a.0x7f", "a.0X1", "[::1].b", "\xc3\xbc.example",
                                    "a.b\r\nc",  "user@a.b.c", "a.b?c=d"};

  for (size_t i = 0; i < ROWS(fine); i++) {
    tap_row(fine[i]);
    is_text(collab_storage_domain_fault(fine[i]), NULL);
  }
  for (size_t i = 0; i < ROWS(bad); i++) {
    tap_row(bad[i]);
    ok(collab_storage_domain_fault(bad[i]) != NULL);
  }
  tap_row("lengths");
  is_text(collab_storage_domain_fault(grown("", 'a', 63, ".example")), NULL);
  ok(collab_storage_domain_fault(grown("", 'a', 64, ".example")) != NULL);
  const char *four = apr_pstrcat(tap_pool, grown("", 'a', 63, "."), grown("", 'a', 63, "."), grown("", 'a', 63, "."), NULL);
  is_text(collab_storage_domain_fault(grown(four, 'a', 61, "")), NULL);
  ok(collab_storage_domain_fault(grown(four, 'a', 62, "")) != NULL);
}

static void test_paths(void) {
  static const struct {
    const char *path;
    const char *url; /* NULL: refused */
  } rows[] = {
      {"/", "https://a.b:443"},
      {"/in", "https://a.b:443/in"},
      {"/in/", "https://a.b:443/in"},
      {"/in//x//", "https://a.b:443/in//x"},
      {"/a%20b", "https://a.b:443/a%20b"},
      {"/\xc3\xbc", "https://a.b:443/%C3%BC"},
      {"/a\"<>^`{|}", "https://a.b:443/a%22%3C%3E%5E%60%7B%7C%7D"},
      {"/a;b=1,2:@!$&'()*+~", "https://a.b:443/a;b=1,2:@!$&'()*+~"},
      {"", NULL},
      {"in", NULL},
      {"/a b", NULL},
      {"/a?b", NULL},
      {"/a#b", NULL},
      {"/a\\b", NULL},
      {"/a\tb", NULL},
      {"/a\r\nb", NULL},
      {"/a%2", NULL},
      {"/a%zz", NULL},
      {"/a\xc2\x85", NULL},
  };

  for (size_t i = 0; i < ROWS(rows); i++) {
    tap_row(rows[i].path);
    ok((collab_storage_path_fault(rows[i].path) == NULL) == (rows[i].url != NULL));
    if (rows[i].url) {
      is_text(collab_storage_url(tap_pool, "a.b", "443", rows[i].path), rows[i].url);
    }
  }
}

static void test_tokens(void) {
  tap_row("the token in a path");
  is_text(collab_storage_path(tap_pool, "/in/{token}", "AbC-1"), "/in/AbC-1");
  is_text(collab_storage_path(tap_pool, "/{token}/{{token}}/{Token}", "t"), "/t/{t}/{Token}");
  is_text(collab_storage_path(tap_pool, "/in", "t"), "/in");
}

static void test_users(void) {
  tap_row("users and passwords");
  ok(collab_storage_is_user("CASE 1/2"));
  ok(!collab_storage_is_user(NULL));
  ok(!collab_storage_is_user(""));
  ok(!collab_storage_is_user("a:b"));
  ok(!collab_storage_is_user("a\nb"));
  is_text(collab_storage_password_fault("p:w \xc3\xbc"), NULL);
  ok(collab_storage_password_fault("") != NULL);
  ok(collab_storage_password_fault("a\rb") != NULL);
}

static void test_names(void) {
  static const char *const fine[] = {"a",
                                     "a.txt",
                                     "a.",
                                     "a b (2).txt",
                                     "\xe8\xaa\x9e.log",
                                     "~",
                                     "a%2Fb",
                                     "RE: case.eml",
                                     "a::b",
                                     "a:$b",
                                     "a\xe2\x80\xaf\xe2\x81\xaa",             /* U+202F, 206A */
                                     "a\xe2\x80\x8c\xe2\x80\x8d\xe2\x80\x8e", /* U+200C to U+200F */
                                     "\xe2\x80\x8f"
                                     "a\xd8\x9c\xef\xbb\xbe"}; /* U+061C, FEFE */
  static const char *const bad[] = {"",
                                    ".",
                                    "..",
                                    "a/b",
                                    "a\\b",
                                    "../a",
                                    "a..b",
                                    "a\tb",
                                    "a\x7f",
                                    "a\xc2\x80",
                                    "/",
                                    ".profile",
                                    "a\xe2\x80\xaa",
                                    "a\xe2\x80\xaetxt",
                                    "\xe2\x81\xa6"
                                    "a",
                                    "a\xe2\x81\xa9",
                                    "a\xe2\x80\x8b", /* U+200B, 2028, 2029, 2060, 2065, FEFF */
                                    "a\xe2\x80\xa8",
                                    "a\xe2\x80\xa9",
                                    "a\xe2\x81\xa0",
                                    "a\xe2\x81\xa5",
                                    "\xef\xbb\xbf"
                                    "a",
                                    "a.txt::$DATA"};

  for (size_t i = 0; i < ROWS(fine); i++) {
    tap_row(fine[i]);
    is_text(collab_storage_name_fault(fine[i]), NULL);
  }
  for (size_t i = 0; i < ROWS(bad); i++) {
    tap_row(bad[i]);
    ok(collab_storage_name_fault(bad[i]) != NULL);
  }
  tap_row("length");
  is_text(collab_storage_name_fault(grown("", 'a', 251, ".txt")), NULL);
  ok(collab_storage_name_fault(grown("", 'a', 252, ".txt")) != NULL);
}

static const char *numbered(const char *name, int number) {
  const char *head, *tail;

  collab_storage_split(tap_pool, name, &head, &tail);
  return apr_psprintf(tap_pool, "%s (%d)%s", head, number, tail);
}

static void test_numbers(void) {
  static const struct {
    const char *name, *second;
  } rows[] = {
      {"a.txt", "a (2).txt"}, {"a", "a (2)"}, {".profile", ".profile (2)"}, {"a.tar.gz", "a.tar (2).gz"}, {"a.", "a (2)."},
  };

  for (size_t i = 0; i < ROWS(rows); i++) {
    tap_row(rows[i].name);
    is_text(numbered(rows[i].name, 2), rows[i].second);
  }
  tap_row("long names");
  is_number(strlen(numbered(grown("", 'a', 251, ".txt"), 1000000)), 255);
  const char *wide = numbered(grown("\xc3\xbc\xc3\xbc", 'a', 242, "\xc3\xbc.txt"), 2);
  ok(strlen(wide) <= 255 && strstr(wide, "a (2).txt") != NULL);
  const char *extension = numbered(grown("abc.", 'x', 251, ""), 2);
  ok(strlen(extension) <= 255 && strstr(extension, " (2)") != NULL);
}

int main(void) {
  tap_begin();
  test_domains();
  test_paths();
  test_tokens();
  test_users();
  test_names();
  test_numbers();
  tap_row("");
  return tap_done();
}
