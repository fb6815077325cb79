/* status.h: what the server shows of itself, to people and to machines. Reads shared memory (base/meter.h) and nothing else: no
 * database, no lock, so it answers when all else stands still. */
#ifndef COLLAB_STATUS_STATUS_H
#define COLLAB_STATUS_STATUS_H

#include <httpd.h>

/* The content handler of `SetHandler collab-status` (a page; ?json) and `SetHandler collab-metrics`
 * (OpenMetrics). Worker threads. */
int collab_status_handle(request_rec *r);

#endif
