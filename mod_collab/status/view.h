/* view.h: the figures of a status answer, read once so that its parts agree, and functions to write it. For status/ alone. */
#ifndef COLLAB_STATUS_VIEW_H
#define COLLAB_STATUS_VIEW_H

#include "base/embedded.h"
#include "config/config.h"
#include "node/endpoint_report.h"
#include "node/health.h"
#include "node/history.h"
#include "node/meter.h"
#include "node/request_counts.h"

typedef struct collab_view_t {
  request_rec *r;
  const collab_config_t *config;
  apr_time_t now;   /* a date, as are all times below */
  apr_time_t clock; /* the same moment by collab_time_clock */
  const char *node; /* host name */
  collab_alarm_health_t health;
  collab_problem_t *problems; /* worst first */
  int nproblems;
  uint64_t requests[COLLAB_COUNTED_CLASSES];
  double requests_rate, delivered_rate; /* per second, over the last minute; negative: not known yet */
  int64_t request_p95, lag_p95;         /* microseconds, in the last minute's newest sample that has a value; -1: none */
  collab_endpoint_report_t *endpoints;  /* open breakers first, then by failures and transfers under way */
  int nendpoints, by_state[COLLAB_ENDPOINT_SLOW + 1], failing; /* failing: those whose last attempt failed, in any state */
  collab_sample_t *samples;
  int nsamples;
} collab_view_t;

/* A company, or a host and port, with transfers under way. */
typedef struct collab_holder_t {
  const char *name;
  int in_flight;
} collab_holder_t;

/* Reads the figures. Memory of r->pool. */
collab_view_t *collab_view_make(request_rec *r);

const char *collab_view_state(collab_endpoint_state_t state); /* "closed", "open", "slow-start" */

/* The state of an endpoint for people: "not called until 12:04: 48 failures". */
const char *collab_view_words(const collab_view_t *view, const collab_endpoint_report_t *endpoint);

/* Finds the companies, or the hosts, with the most transfers under way: at most `most`, the greatest first. Returns their
 * number. */
int collab_view_holders(const collab_view_t *view, bool hosts, collab_holder_t *holders, int most);

/* The number of slots that a company, or a host, may hold while less than a quarter of all slots is free. */
int collab_view_share(const collab_view_t *view, bool host);

bool collab_view_is_time(const collab_metric_t *metric); /* is it stored in microseconds and shown in seconds? */

/* "1.2 ms", "3 min"; "–" for a negative value (not known). For people. */
const char *collab_view_duration(apr_pool_t *pool, int64_t microseconds);
const char *collab_view_count(apr_pool_t *pool, int64_t count); /* 12 345 */

/* page.c: page.html and style.css. */
extern const collab_embedded_t collab_view_texts[];

/* The answers, written to view->r. */
void collab_view_page(const collab_view_t *view);              /* page.c */
void collab_view_runbooks(request_rec *r);                     /* runbooks.c: docs/operations.md */
void collab_view_json(const collab_view_t *view);              /* status_json.c */
void collab_view_metrics(const collab_view_t *view, bool old); /* metrics.c; old: the text format 0.0.4 */
bool collab_view_wants_old(const request_rec *r);              /* does the request prefer the text format 0.0.4? */

/* chart.c: a small chart of the last hour. */
typedef struct collab_curve_t {
  const char *name, *colour; /* colour: class of the style sheet */
  size_t at;                 /* offset of the figure, an int64_t, in collab_sample_t; a negative one: none */
  bool a_second;             /* divided by the sample's seconds */
} collab_curve_t;
void collab_view_chart(const collab_view_t *view, const char *title, const char *(*label)(apr_pool_t *pool, double value),
                       const collab_curve_t *curves, int ncurves);

#endif
