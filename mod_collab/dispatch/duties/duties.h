/* duties.h: what the files of the dispatcher's duties share: a duty is a row (duties.c has the table). The loop's thread alone.
 */
#ifndef COLLAB_DISPATCH_DUTIES_DUTIES_H
#define COLLAB_DISPATCH_DUTIES_DUTIES_H

#include "base/meter.h"
#include "dispatch/dispatch.h"

typedef struct collab_duty_t {
  const collab_statement_t *statement;
  int every;                                   /* looks (CollabDutyInterval) from one time to the next */
  int rest;                                    /* times as long as it took is the least until the next time; 0: four times */
  apr_interval_time_t within;                  /* that it may take; 0: as long as any statement */
  bool (*is_on)(const collab_dispatcher_t *d); /* NULL: always */
  /* NULL: the statement has no binds. Gives them, BINDS_IN the link's statement pool; or NULL: not now */
  const char *const *(*bind)(collab_dispatcher_t *d);
  bool (*done)(collab_dispatcher_t *d, collab_rows_t rows); /* NULL: nothing to say. True: there may be more, soon */
  void (*failed)(collab_dispatcher_t *d);                   /* the database has refused it; NULL: the log has it, no more */
} collab_duty_t;

/* requests.c: what happens to requests when nobody does anything. */
extern const collab_duty_t collab_duty_remind, collab_duty_retire;

/* tables.c: the database's own hygiene. */
extern const collab_duty_t collab_duty_partitions, collab_duty_drop, collab_duty_events, collab_duty_filters, collab_duty_queues,
    collab_duty_vacuum, collab_duty_reindex;

/* probe.c: what is looked at, for the status page and the alarms. */
extern const collab_duty_t collab_duty_probe, collab_duty_horizon;

/* channels.c */
extern const collab_duty_t collab_duty_channels;

/* receivers.c */
extern const collab_duty_t collab_duty_receivers;

/* Puts an alarm on record (text NULL: there is none); logs it when it is new, and what is `over` when it is. probe.c has it.
 */
void collab_duty_alarm(collab_dispatcher_t *d, collab_alarm_t alarm, const char *text, const char *over);

#endif
