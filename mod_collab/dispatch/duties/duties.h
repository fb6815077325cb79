/* duties.h: the dispatcher's periodic work. Each duty is a row of duties.def. Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_DUTIES_DUTIES_H
#define COLLAB_DISPATCH_DUTIES_DUTIES_H

#include <apr_hash.h>

#include "config/config.h"
#include "dispatch/alarm.h"
#include "dispatch/link.h"

/* The duties, in the order of duties.def. */
#define DUTY(symbol, name) COLLAB_DUTY_##symbol,
enum {
#include "dispatch/duties/duties.def"
  COLLAB_DUTIES
};
#undef DUTY

/* What this dispatcher knows of the accepted time (accepted_time.c). */
typedef struct collab_accepted_time_t {
  int64_t step;          /* the step that it knows; -1: none */
  apr_time_t counted_to; /* by collab_time_boot: the time up to which that step counts */
  apr_time_t sent_at;    /* by collab_time_boot: when the statement under way was sent */
  unsigned session;      /* the connection on which it learnt `step` */
} collab_accepted_time_t;

typedef struct collab_duties_t {
  const server_rec *s;
  const collab_config_t *config;
  collab_link_t link;
  int duty;                     /* the duty whose statement is in progress */
  apr_time_t at[COLLAB_DUTIES]; /* when each is next due */
  apr_time_t began;
  collab_accepted_time_t accepted;
  char retired_to[24];      /* id of the last request checked for idleness; "": start from the first */
  char events_to[40];       /* time of the last event checked for deletion; "": start from the first */
  char dead_letters_to[40]; /* time of the last dead letter checked for deletion; "": start from the first */
  char swept_to[24];        /* id of the last queue swept for due times that are too late; "": start from the first */
  char requests_to[40];     /* closing time of the last request checked for deletion; "": start from the first */
  char kept_longer[300];    /* how the database keeps rows longer than CollabRetention says; "": it does not */
  char horizon_holder[200]; /* what held the horizon at the last check */
  apr_time_t horizon_since; /* since when horizon_holder has held the horizon */
  bool may_vacuum;     /* from PostgreSQL 17 on: the dispatcher may vacuum the queue's tables; before 17 only autovacuum does */
  bool vacuum_refused; /* PostgreSQL refused the last vacuum of the queue's tables */
  int channel_missed;  /* consecutive checks in which a channel had no consumer */
  int overdue_looks;   /* consecutive checks in which the log of attempts still had a day that should have been dropped */
  int64_t overdue_day; /* the oldest day of the log of attempts at the last check, in days since the epoch */
  apr_hash_t *limited; /* by id: subscriptions whose deliveries became dead letters at the limit (pending_limit.c) */
  bool made_events;    /* a statement has put events into the outbox; the loop resets this */
} collab_duties_t;

typedef struct collab_duty_t {
  const collab_statement_t *statement;
  int every;                                    /* time between two runs, in intervals (CollabDutyInterval) */
  apr_interval_time_t most;                     /* longest time between two runs, however long the interval; 0: no limit */
  int rest;                                     /* minimum pause after a run, as a multiple of its duration; 0: four */
  apr_interval_time_t within;                   /* time limit; 0: the usual limit of statements */
  bool (*is_on)(const collab_duties_t *duties); /* NULL: always */
  /* Returns the binds, made by BINDS_IN in link.statement_pool, or NULL to skip this run. Without this function, the statement
   * has no binds. */
  const char *const *(*bind)(collab_duties_t *duties);
  bool (*done)(collab_duties_t *duties, collab_rows_t rows); /* takes the rows of the last part; NULL: they are ignored. True:
                                                                more work may be left, so run again soon */
  void (*failed)(collab_duties_t *duties);                   /* the database refused the statement; NULL: it is only logged */
} collab_duty_t;

#define DUTY(symbol, name) extern const collab_duty_t collab_duty_##name;
#include "dispatch/duties/duties.def"
#undef DUTY

void collab_duties_setup(collab_duties_t *duties, apr_pool_t *pool, const server_rec *s, const collab_config_t *config);

/* When the next duty may begin; COLLAB_NEVER while one is in progress. */
apr_time_t collab_duties_due(const collab_duties_t *duties);
void collab_duties_begin(collab_duties_t *duties);

#endif
