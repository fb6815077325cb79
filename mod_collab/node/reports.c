/* reports.c: writes and reads which alarms were reported (node/reports.h).
 *
 *      # comment
 *      node ID
 *      began ALARM HEALTH DATE TEXT    a line for each alarm whose end has not been reported
 *      end */
#include "node/reports.h"

#include <apr_strings.h>
#include <string.h>

#include "base/time.h"
#include "node/alarm.h"
#include "node/shared.h"

#define HEAD "# The alarms of this node whose beginning CollabAlertCommand was told, but not their end. Written by httpd.\n"

/* A line. */
typedef struct began_t {
  int alarm; /* COLLAB_ALARM_COUNT: another version's */
  bool failing;
  apr_time_t date;
  const char *text;
} began_t;

static const char *health_word(const collab_report_t *report) {
  return collab_alarm_health_word(report->failing ? COLLAB_ALARM_HEALTH_FAILING : COLLAB_ALARM_HEALTH_ATTENTION);
}

/* The text in one line. */
static const char *one_line(apr_pool_t *pool, const char *text) {
  char *line = apr_pstrdup(pool, text);

  for (char *at = line; *at; at++) {
    *at = (unsigned char)*at < ' ' ? ' ' : *at;
  }
  return line;
}

const char *collab_reports_write(apr_pool_t *pool, const char *node) {
  const char *text = apr_pstrcat(pool, HEAD "node ", node, "\n", NULL);

  for (int alarm = 0; alarm < COLLAB_ALARM_COUNT; alarm++) {
    const collab_told_t *told = collab_alarm_told((collab_alarm_t)alarm);
    if (told->report.shown) {
      text = apr_pstrcat(pool, text, "began ", collab_alarms[alarm].name, " ", health_word(&told->report), " ",
                         collab_time_micros(pool, collab_time_date(told->report.began_at)), " ", one_line(pool, told->text), "\n",
                         NULL);
    }
  }
  return apr_pstrcat(pool, text, "end\n", NULL);
}

/* The next word of a line, which it ends with a NUL; NULL: there is none. */
static const char *word(char **line) {
  char *space = strchr(*line, ' '), *found = *line;

  if (!space || space == found) {
    return NULL;
  }
  *space = '\0';
  *line = space + 1;
  return found;
}

/* Reads a line. False: it is not one of this file. */
static bool read_line(char *line, began_t *began) {
  const char *kind = word(&line), *name = kind ? word(&line) : NULL, *health = name ? word(&line) : NULL,
             *date = health ? word(&line) : NULL;

  if (!date || strcmp(kind, "began") || !collab_time_parse(date, &began->date)) {
    return false;
  }
  began->failing = !strcmp(health, collab_alarm_health_word(COLLAB_ALARM_HEALTH_FAILING));
  began->text = line;
  for (began->alarm = 0; began->alarm < COLLAB_ALARM_COUNT && strcmp(collab_alarms[began->alarm].name, name); began->alarm++) {
  }
  return began->failing || !strcmp(health, collab_alarm_health_word(COLLAB_ALARM_HEALTH_ATTENTION));
}

/* Takes a report, as one that was made before this start. A date in the future, after the clock was set back, is now. */
static void take(const began_t *began, apr_time_t date) {
  apr_time_t now = collab_time_clock();
  const collab_call_t call = {.kind = COLLAB_CALL_BEGAN,
                              .failing = began->failing,
                              .began_at = now - (began->date < date ? date - began->date : 0),
                              .at = collab_shared_began()};

  collab_alarm_report((collab_alarm_t)began->alarm, &call, began->text);
}

const char *collab_reports_read(apr_pool_t *pool, const char *node, char *text) {
  began_t *all = apr_pcalloc(pool, COLLAB_ALARM_COUNT * sizeof *all);
  int count = 0;
  bool ended = false, ours = false;
  char *last;

  for (char *line = apr_strtok(text, "\n", &last); line; line = apr_strtok(NULL, "\n", &last)) {
    if (ended || count == COLLAB_ALARM_COUNT) {
      return "it has lines after its end";
    }
    if (!strncmp(line, "node ", 5)) {
      ours = !strcmp(line + 5, node);
      if (!ours) {
        return "it is of another node";
      }
    } else if (!strcmp(line, "end")) {
      ended = true;
    } else if (*line != '#' && !read_line(line, &all[count++])) {
      return "a line cannot be read";
    }
  }
  if (!ended || !ours) {
    return "it is not complete";
  }
  for (int i = 0; i < count; i++) {
    if (all[i].alarm < COLLAB_ALARM_COUNT) {
      take(&all[i], apr_time_now());
    }
  }
  return NULL;
}
