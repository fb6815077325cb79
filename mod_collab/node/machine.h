/* machine.h: the machine on which this process runs. Any process and thread. */
#ifndef COLLAB_NODE_MACHINE_H
#define COLLAB_NODE_MACHINE_H

#include "collab.h"

/* The machine's name; memory of `pool`. */
const char *collab_machine_name(apr_pool_t *pool);

/* Where the process ids that this process sees count: this boot of the machine, and the PID namespace, such as a container's; "":
 * not known. Memory of `pool`. */
const char *collab_machine_place(apr_pool_t *pool);

#endif
