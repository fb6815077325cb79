/* transfers.h: the HTTP transfers of the dispatcher, all in one libcurl multi handle (transfers.c). The loop's thread alone. */
#ifndef COLLAB_DISPATCH_TRANSFERS_H
#define COLLAB_DISPATCH_TRANSFERS_H

#include <apr_tables.h>
#include <curl/curl.h>
#include <httpd.h>

#include "collab.h"

typedef struct collab_transfers_t {
  const server_rec *s;
  CURLM *multi;
  int epoll;                      /* what the transfers wait for; the loop waits for it */
  apr_array_header_t *waited_for; /* does a transfer wait for the socket of that number? */
} collab_transfers_t;

/* Once, before the first transfer; keeps at most so many idle connections. False: out of memory or descriptors. */
bool collab_transfers_setup(collab_transfers_t *transfers, apr_pool_t *pool, const server_rec *s, int connections);
void collab_transfers_close(collab_transfers_t *transfers);

/* Begins the transfer that `easy` is set for. False: out of memory. */
bool collab_transfers_begin(collab_transfers_t *transfers, CURL *easy);

/* Takes a transfer out, whether it has finished or not. */
void collab_transfers_end(collab_transfers_t *transfers, CURL *easy);

/* Milliseconds until libcurl has something to do unasked; negative: never. */
long collab_transfers_due(const collab_transfers_t *transfers);

/* Goes on with the transfers that can go on, without waiting. */
void collab_transfers_turn(collab_transfers_t *transfers);

/* Gives one that has finished, and how; it must be taken out before the next is asked for. False: there is none. */
bool collab_transfers_finished(collab_transfers_t *transfers, CURL **easy, CURLcode *code);

#endif
