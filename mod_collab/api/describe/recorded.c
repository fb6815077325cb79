/* recorded.c: the recorded responses and deliveries (mod_collab/api/describe/recorded.txt), and example code for receivers
 * (…/verify/), for the page /docs and the descriptions. build/embed.pl prints all these files into recorded.inc. */
#include <apr_strings.h>
#include <string.h>

#include "api/describe/pages.h"
#include "api/operations/operations.h"

/* The URL and the event type prefix in the recording. */
#define RECORDED_URL "https://exchange.example"
#define RECORDED_PREFIX "org.provider.core."

static const collab_embedded_t recorded[] = {
#include "api/describe/recorded.inc"
    {NULL, NULL},
};

static const char *replace(apr_pool_t *pool, const char *text, const char *word, const char *by) {
  const char *at = strstr(text, word);

  if (at == NULL || !strcmp(word, by)) {
    return text;
  }
  return apr_pstrcat(pool, apr_pstrmemdup(pool, text, (apr_size_t)(at - text)), by, replace(pool, at + strlen(word), word, by),
                     NULL);
}

const char *collab_recorded(apr_pool_t *pool, const collab_config_t *config, const char *name) {
  const char *text = collab_embedded(recorded, name);

  return text ? replace(pool, replace(pool, text, RECORDED_URL, config->event_source), RECORDED_PREFIX, config->event_type_prefix)
              : NULL;
}

const char *collab_recorded_event(apr_pool_t *pool, const collab_config_t *config, const collab_described_event_t *event) {
  return collab_recorded(pool, config, apr_pstrcat(pool, event->v1 ? "event.v1." : "event.", event->type, NULL));
}
