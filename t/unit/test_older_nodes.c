/* test_older_nodes.c: a node of 0.1.0 may be there until the watcher has found none, and again when that is 15 seconds old
 * (node/older_nodes.h). */
#include "tap.h"

#include "base/time.h"
#include "node/older_nodes.h"

int main(void) {
  apr_time_t before, after;

  tap_begin();
  ok(collab_older_nodes_possible(collab_time_clock()));
  before = collab_time_clock();
  collab_older_nodes_note(false);
  after = collab_time_clock();
  ok(!collab_older_nodes_possible(after));
  ok(!collab_older_nodes_possible(before + apr_time_from_sec(15)));
  ok(collab_older_nodes_possible(after + apr_time_from_sec(15) + 1));
  collab_older_nodes_note(true);
  ok(collab_older_nodes_possible(after));
  collab_older_nodes_note(false);
  ok(!collab_older_nodes_possible(collab_time_clock()));
  return tap_done();
}
