/* duties.h: what the dispatcher does of its own accord. A duty is a row; duties.c has the table. The loop's thread alone. */
#ifndef COLLAB_DISPATCH_DUTIES_DUTIES_H
#define COLLAB_DISPATCH_DUTIES_DUTIES_H

#include "base/meter.h"
#include "config/config.h"
#include "dispatch/alarm.h"
#include "dispatch/link.h"

/* duties.c: what is done of its own accord, each at its own times. */
enum {
  COLLAB_DUTY_PARTITIONS,
  COLLAB_DUTY_PROBE,
  COLLAB_DUTY_REMIND,
  COLLAB_DUTY_RETIRE,
  COLLAB_DUTY_HORIZON,
  COLLAB_DUTY_VACUUM,
  COLLAB_DUTY_REINDEX,
  COLLAB_DUTY_QUEUES,
  COLLAB_DUTY_DROP,
  COLLAB_DUTY_EVENTS,
  COLLAB_DUTY_FILTERS,
  COLLAB_DUTY_CHANNELS,
  COLLAB_DUTY_RECEIVERS,
  COLLAB_DUTIES
};
/* What the duties remember of themselves. */
typedef struct collab_duties_t {
  const server_rec *s;
  const collab_config_t *config;
  collab_link_t link;
  int duty;                     /* the one whose statement is under way */
  apr_time_t at[COLLAB_DUTIES]; /* the next of each */
  apr_time_t began;
  char retired_to[24];      /* id of the request up to which idle ones were looked for; "": from the beginning */
  char events_to[40];       /* time of the event up to which old ones were deleted; likewise */
  char horizon_holder[200]; /* who kept dead rows alive at the last look, */
  apr_time_t horizon_since; /*   and since when */
  bool vacuum_refused;      /* PostgreSQL has not vacuumed the queue's tables the last time */
  int channel_missed;       /* looks in a row at which a channel had no consumer, */
  int overdue_looks;        /*   and at which the log of attempts had this day and should not, */
  int64_t overdue_day;      /*   since the epoch */
  bool made_events;         /* the statement under way has: they wait in the outbox */
} collab_duties_t;

typedef struct collab_duty_t {
  const collab_statement_t *statement;
  int every;                                    /* looks (CollabDutyInterval) from one time to the next */
  int rest;                                     /* times as long as it took is the least until the next time; 0: four times */
  apr_interval_time_t within;                   /* that it may take; 0: as long as any statement */
  bool (*is_on)(const collab_duties_t *duties); /* NULL: always */
  /* NULL: the statement has no binds. Gives them, BINDS_IN the link's statement pool; or NULL: not now */
  const char *const *(*bind)(collab_duties_t *duties);
  bool (*done)(collab_duties_t *duties, collab_rows_t rows); /* NULL: nothing to say. True: there may be more, soon */
  void (*failed)(collab_duties_t *duties);                   /* the database has refused it; NULL: the log has it, no more */
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

void collab_duties_setup(collab_duties_t *duties, apr_pool_t *pool, const server_rec *s, const collab_config_t *config);

/* When the next duty may begin; COLLAB_NEVER: not before the one under way is done. */
apr_time_t collab_duties_due(const collab_duties_t *duties);
void collab_duties_begin(collab_duties_t *duties);

/* True: it has made events, which wait in the outbox. */
bool collab_duties_step(collab_duties_t *duties);

#endif
