/* setting.h: the rows of the table of directives (config/directives.c), and what is derived from them: httpd's table of commands,
 * the reading of values, the defaults, each directive's place, and the inheritance of virtual hosts. For config/ alone. */
#ifndef COLLAB_CONFIG_SETTING_H
#define COLLAB_CONFIG_SETTING_H

#include <stddef.h>

#include "config/config.h"

/* How a directive's value is read and stored. */
typedef enum collab_setting_type_t {
  OWN,         /* by the row's own reader */
  ON_OFF,      /* bool */
  ON_OFF_TEXT, /* On or Off, stored as "true" or "false", which statements bind */
  NUMBER,      /* an integer of 4 or 8 bytes */
  SECONDS,     /* a number of seconds, stored as apr_interval_time_t */
  DURATION,    /* a time such as 50ms, 5s or 5 (which means 5 s), stored as apr_interval_time_t */
  NAMED,       /* words such as notes=1000, each stored as an integer or decimal text in the field of its NAMED_NUMBER */
} collab_setting_type_t;

/* How many words a directive takes. httpd itself refuses any other number, in a message that ends with the row's `syntax`. */
typedef enum collab_setting_words_t { ONE_WORD, TWO_WORDS, ONE_OR_TWO_WORDS, EACH_WORD, ALL_WORDS } collab_setting_words_t;

typedef struct collab_setting_t collab_setting_t;

/* A directive's own reader: stores the value in the row's fields, or returns the fault (collab_setting_wrong). */
typedef const char *collab_setting_read_t(collab_setting_t *setting, int argc, char *const argv[]);

#define COLLAB_KEPT_MAX 5 /* the most fields that a directive may set */

typedef struct collab_directive_t {
  const char *name; /* NULL ends the table */
  collab_setting_type_t type;
  collab_setting_words_t words; /* EACH_WORD calls the reader for each word, ALL_WORDS once */
  int64_t min, max;             /* the range of numbers; for a DURATION, in milliseconds */
  const char *unit;             /* the unit of the numbers */
  const char *range;            /* the range in words; NULL: made of min, max and unit. With NAMED_NUMBERs: the words it takes */
  const char *bounds;           /* the range in docs/directives.md, if it does not follow from the type */
  bool or_off;                  /* also takes "Off", stored as 0 */
  collab_setting_read_t *read;  /* the reader of a row of type OWN */
  const char *initially;        /* the default as written in a configuration, one line for each directive; NULL: none */
  const char *otherwise;        /* a description of the default, for the documents, where `initially` is NULL */
  bool main_only;               /* not allowed in a virtual host, because the dispatcher or a whole process reads it */
  bool own;                     /* concerns only the server that has it: virtual hosts do not inherit it */
  struct {
    const char *name;
    size_t offset, size;
    bool text;        /* a const char *, which statements may bind as config.<name> */
    const char *word; /* of NAMED_NUMBER: the name before "=", and the number's range */
    int64_t min, max;
  } kept[COLLAB_KEPT_MAX]; /* the fields of collab_config_t that the directive sets, each a KEPT(field) or NAMED_NUMBER(…) */
  const char *syntax;      /* the directive's words, for the documents and for httpd's own messages */
  const char *says;        /* a sentence about the directive, for the documents */
} collab_directive_t;

#define KEPT(field) NAMED_NUMBER(field, NULL, 0, 0)
#define NAMED_NUMBER(field, word, min, max)                                                                                      \
  {                                                                                                                              \
    #field, offsetof(collab_config_t, field), sizeof(((collab_config_t *)0)->field),                                             \
        _Generic(((collab_config_t *)0)->field, const char *: true, default: false), word, min, max                              \
  }

/* A directive that is being read. */
struct collab_setting_t {
  const collab_directive_t *row;
  const char *name;  /* its name as the configuration spells it */
  apr_pool_t *pool;  /* lives as long as the configuration */
  apr_pool_t *ptemp; /* lives until the configuration has been read */
  collab_config_t *config;
  unsigned fields; /* the members of row->kept that were set, a bit for each; 0: all */
};

/* The table of directives, in the order of the documents. */
extern const collab_directive_t collab_directives[];

/* Makes httpd's command from a row. */
command_rec collab_setting_command(const collab_directive_t *row);

/* Sets the defaults of all rows. */
void collab_setting_defaults(apr_pool_t *pool, collab_config_t *config);

/* The address of the row's first field. */
void *collab_setting_kept(const collab_setting_t *setting);

/* Makes a message about a wrong value. The message begins with the directive's name. Memory of setting->pool. */
const char *collab_setting_wrong(const collab_setting_t *setting, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Reads a whole number. False if the text is not one, or it is out of range. */
bool collab_setting_number(const char *text, int64_t min, int64_t max, int64_t *value);

/* Reads a word such as notes=1000 into the field of its NAMED_NUMBER, and marks the field as set. If the row allows Off,
 * notes=Off stores 0. Returns NULL, or a message with the number's range (if the row has a unit) or the row's `range`. */
const char *collab_setting_named(collab_setting_t *setting, const char *word);

/* The range of a row's numbers in words: "1 to 3600 seconds", "50ms to 300s"; NULL for a row of another type. */
const char *collab_setting_range(apr_pool_t *pool, const collab_directive_t *row);

/* config.c: a server's configuration as config/ itself sees it: the values, and the place of the directive that set each value.
 */

/* The place of a directive. */
typedef struct collab_config_place_t {
  const char *file; /* NULL: not given, so the value is the default or the main server's */
  unsigned line;
  unsigned fields; /* a bit for each field of its row that the directive has set */
} collab_config_place_t;

typedef struct collab_server_t {
  collab_config_t values;
  collab_config_place_t at[]; /* one for each row of the table of directives */
} collab_server_t;

/* The place of the directive that sets this field: PLACE(server, base_url). Never NULL. */
const collab_config_place_t *collab_server_place(const collab_server_t *server, size_t field);
#define PLACE(server, field) collab_server_place(server, offsetof(collab_config_t, field))

/* The virtual host that this section defines, or `main` if it defines none. */
server_rec *collab_server_at(server_rec *main, const ap_directive_t *section);

/* A server's whole configuration, and a copy of it. */
collab_server_t *collab_server_of(const server_rec *s);
collab_server_t *collab_server_copy(apr_pool_t *pool, const collab_server_t *server);

/* The readers of directives that no type covers. */

/* directives_service.c */
collab_setting_read_t collab_read_service_name, collab_read_base_url, collab_read_event_type_prefix, collab_read_event_source;
collab_setting_read_t collab_read_exchange, collab_read_key_file, collab_read_trusted_issuer;

/* directives_requests.c */
collab_setting_read_t collab_read_attachment_min_rate, collab_read_login_limit;
collab_setting_read_t collab_read_login_address_limit, collab_read_login_name_limit, collab_read_rate_limit,
    collab_read_daily_limit;
collab_setting_read_t collab_read_shared_address, collab_read_status_allow, collab_read_subscription_limit;

/* directives_duties.c */
collab_setting_read_t collab_read_alert_command, collab_read_member_alert_command, collab_read_log;

/* directives_delivery.c */
collab_setting_read_t collab_read_dispatcher, collab_read_dispatcher_user, collab_read_dispatcher_dsn, collab_read_webhook_retry;
collab_setting_read_t collab_read_webhook_retry_status, collab_read_webhook_breaker, collab_read_secret_overlap;
collab_setting_read_t collab_read_legacy_sunset;

/* directives_outbound.c */
collab_setting_read_t collab_read_outbound_allow, collab_read_outbound_host, collab_read_outbound_proxy, collab_read_outbound_ca;

#endif
