/* loop.h: the dispatcher's loop (loop.c). */
#ifndef COLLAB_DISPATCH_PROCESS_LOOP_H
#define COLLAB_DISPATCH_PROCESS_LOOP_H

#include "dispatch/dispatcher.h"

/* Runs until the process is told to stop. Returns the exit code. */
int collab_dispatch_loop(collab_dispatcher_t *d);

#endif
