/* test_instance.c: names of instances, and remedies with the commands of an instance (node/instance.h). */
#include "tap.h"

#include "node/instance.h"

static void names(void) {
  static const char *const right[] = {"beta", "b", "2", "beta-2", "b_2", "B"}, *const wrong[] = {"",  "-b",  "a/b", "a b",
                                                                                                 "ä", "a.b", "$x"};

  for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
    tap_row(right[i]);
    ok(collab_instance_is_name(right[i]));
  }
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    tap_row(wrong[i]);
    ok(!collab_instance_is_name(wrong[i]));
  }
  tap_row("40 characters");
  ok(collab_instance_is_name("0123456789012345678901234567890123456789"));
  tap_row("41 characters");
  ok(!collab_instance_is_name("01234567890123456789012345678901234567890"));
}

static void roots(void) {
  tap_row("ServerRoot");
  is_text(collab_instance_of_root("/etc/apache2-beta"), "beta");
  is_text(collab_instance_of_root("/etc/apache2"), NULL);
  is_text(collab_instance_of_root("/etc/apache2-"), NULL);
  is_text(collab_instance_of_root("/usr/local/apache2"), NULL);
  is_text(collab_instance_of_root("/etc/apache2-a b"), NULL);
}

static void texts(void) {
  static const struct {
    const char *text, *beta;
  } rows[] = {
      {"Run collabctl migrate.", "Run collabctl --instance beta migrate."},
      {"collabctl doctor; then collabctl --json", "collabctl --instance beta doctor; then collabctl --json"},
      {"List them: collabctl deliveries, collabctl replay.",
       "List them: collabctl --instance beta deliveries, collabctl --instance beta replay."},
      {"another collabctl is at work", "another collabctl is at work"},
      {"install module and collabctl from one package", "install module and collabctl from one package"},
      {"see /etc/collabctl conf", "see /etc/collabctl conf"},
      {"reload (apachectl graceful)", "reload (apache2ctl-beta graceful)"},
      {"Name its apachectl", "Name its apache2ctl-beta"},
      {"Start it (systemctl start apache2); look", "Start it (systemctl start apache2@beta); look"},
      {"systemctl start apache2@other", "systemctl start apache2@other"},
      {"nothing", "nothing"},
      {"", ""},
  };

  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    tap_row(rows[i].text);
    collab_instance_set(NULL);
    ok(collab_instance_text(tap_pool, rows[i].text) == rows[i].text);
    collab_instance_set("beta");
    is_text(collab_instance_text(tap_pool, rows[i].text), rows[i].beta);
  }
  is_text(collab_instance_name(), "beta");
}

int main(void) {
  tap_begin();
  names();
  roots();
  texts();
  return tap_done();
}
