/* setting.h: what a row of the table of directives (config/directives.c) says, and what is derived from it: httpd's table of
 * commands, the reading of values, the defaults, where each directive stands, and what a virtual host takes from the main server.
 * For config/ alone. */
#ifndef COLLAB_CONFIG_SETTING_H
#define COLLAB_CONFIG_SETTING_H

#include <stddef.h>

#include "config/config.h"

/* How a directive's value is read and kept. */
typedef enum collab_setting_type_t {
  OWN,         /* by the row's own reader */
  ON_OFF,      /* bool */
  ON_OFF_TEXT, /* the same, kept as "true" or "false", which statements bind */
  NUMBER,      /* an integer of 4 or 8 bytes */
  SECONDS,     /* a number of seconds, kept as apr_interval_time_t */
  DURATION,    /* a time such as 50ms, 5s or 5 (seconds), kept as apr_interval_time_t */
  NAMED,       /* words such as notes=1000: an integer, or decimal text, in the field of that name (NAMED_NUMBER) */
} collab_setting_type_t;

/* How many words a directive takes. httpd refuses another number itself; its message ends with the row's `syntax`. */
typedef enum collab_setting_words_t { ONE_WORD, TWO_WORDS, ONE_OR_TWO_WORDS, EACH_WORD, ALL_WORDS } collab_setting_words_t;

typedef struct collab_setting_t collab_setting_t;

/* A reader of its own: puts the value where the row says, or returns what is wrong (collab_setting_wrong). */
typedef const char *collab_setting_read_t(collab_setting_t *setting, int argc, char *const argv[]);

#define COLLAB_KEPT_MAX 5 /* fields that a directive may set */

typedef struct collab_directive_t {
  const char *name; /* NULL ends the table */
  collab_setting_type_t type;
  collab_setting_words_t words; /* how many it takes; with EACH_WORD the reader is called for each, with ALL_WORDS once */
  int64_t min, max;             /* the range of numbers; of a DURATION in milliseconds */
  const char *unit;             /* what the numbers count */
  const char *range;            /* the range in words; NULL: min to max units. With NAMED_NUMBER: what its words may be */
  const char *bounds;           /* the range in docs/directives.md, where no type has it */
  bool or_off;                  /* "Off" is taken as well, and kept as 0 */
  collab_setting_read_t *read;  /* of type OWN */
  const char *initially;        /* the default, as a configuration would have it; one line for each directive; NULL: none */
  const char *otherwise;        /* what the documents say of the default instead */
  bool main_only;               /* not in a virtual host: the dispatcher, or a whole process, reads it */
  struct {
    const char *name;
    size_t offset, size;
    bool text;        /* a const char *, which statements may bind as config.<name> */
    const char *word; /* of NAMED_NUMBER: the name before "=", and the number's range */
    int64_t min, max;
  } kept[COLLAB_KEPT_MAX]; /* the fields of collab_config_t that it sets, KEPT(field) or NAMED_NUMBER(…) each */
  const char *syntax;      /* its words, for the documents and for httpd's own messages */
  const char *says;        /* what it is, in a sentence, for the documents */
} collab_directive_t;

#define KEPT(field) NAMED_NUMBER(field, NULL, 0, 0)
#define NAMED_NUMBER(field, word, min, max)                                                                                      \
  {                                                                                                                              \
    #field, offsetof(collab_config_t, field), sizeof(((collab_config_t *)0)->field),                                             \
        _Generic(((collab_config_t *)0)->field, const char *: true, default: false), word, min, max                              \
  }

/* One directive that is being read. */
struct collab_setting_t {
  const collab_directive_t *row;
  const char *name;  /* the directive's, as the configuration spells it */
  apr_pool_t *pool;  /* of the configuration */
  apr_pool_t *ptemp; /* until it is read */
  collab_config_t *config;
  unsigned fields; /* which of row->kept were set, a bit for each; 0: all */
};

/* The table of directives, in the order of the documents. */
extern const collab_directive_t collab_directives[];

/* What httpd is given for a row. */
command_rec collab_setting_command(const collab_directive_t *row);

/* Sets the defaults of all rows. */
void collab_setting_defaults(apr_pool_t *pool, collab_config_t *config);

/* The first field that the row names. */
void *collab_setting_kept(const collab_setting_t *setting);

/* Says what is wrong with a value, behind the directive's name. Text in setting->pool. */
const char *collab_setting_wrong(const collab_setting_t *setting, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Is the text a whole number within limits? */
bool collab_setting_number(const char *text, int64_t min, int64_t max, int64_t *value);

/* Reads a word of the row's NAMED_NUMBERs: notes=1000; or notes=Off, kept as 0, if the row takes it. Notes which field it has
 * set. Returns NULL, or what is wrong: the row's range in words, or, if the row says what the numbers count, their range. */
const char *collab_setting_named(collab_setting_t *setting, const char *word);

/* The range of a row's numbers in words: "1 to 3600 seconds", "50ms to 300s"; NULL for a row of another type. */
const char *collab_setting_range(apr_pool_t *pool, const collab_directive_t *row);

/* config.c: a server's configuration as config/ itself sees it: the values, and which directive gave them, where. */

/* Where a directive stands. */
typedef struct collab_config_place_t {
  const char *file; /* NULL: not given, the value is the default or the main server's */
  unsigned line;
  unsigned fields; /* which of the fields that its row names it has set, a bit for each */
} collab_config_place_t;

typedef struct collab_server_t {
  collab_config_t values;
  collab_config_place_t at[]; /* of each row of the table of directives */
} collab_server_t;

/* Where the directive stands that keeps its value in this field: PLACE(server, base_url). Never NULL. */
const collab_config_place_t *collab_server_place(const collab_server_t *server, size_t field);
#define PLACE(server, field) collab_server_place(server, offsetof(collab_config_t, field))

/* The virtual host of this section, or `main` if it has none. */
server_rec *collab_server_at(server_rec *main, const ap_directive_t *section);

/* The whole of a server's configuration. */
collab_server_t *collab_server_of(const server_rec *s);

/* The readers of directives that no type covers. A reader puts the value where the row of its directive says, or returns what is
 * wrong with it. */

/* directives_service.c */
collab_setting_read_t collab_read_service_name, collab_read_base_url, collab_read_event_type_prefix, collab_read_event_source;
collab_setting_read_t collab_read_key_file, collab_read_trusted_issuer;

/* directives_requests.c */
collab_setting_read_t collab_read_attachment_min_rate, collab_read_login_limit;
collab_setting_read_t collab_read_login_address_limit, collab_read_login_name_limit, collab_read_rate_limit;
collab_setting_read_t collab_read_shared_address, collab_read_subscription_limit;

/* directives_duties.c */
collab_setting_read_t collab_read_alert_command, collab_read_member_alert_command, collab_read_log;

/* directives_delivery.c */
collab_setting_read_t collab_read_dispatcher, collab_read_dispatcher_user, collab_read_dispatcher_dsn, collab_read_webhook_retry;
collab_setting_read_t collab_read_webhook_retry_status, collab_read_webhook_breaker, collab_read_secret_overlap;
collab_setting_read_t collab_read_legacy_sunset;

/* directives_outbound.c */
collab_setting_read_t collab_read_outbound_allow, collab_read_outbound_host, collab_read_outbound_proxy, collab_read_outbound_ca;

#endif
