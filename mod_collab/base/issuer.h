/* issuer.h: who else may say who a caller is: one CollabTrustedIssuer, as the operator wrote it. Any thread, any process. */
#ifndef COLLAB_BASE_ISSUER_H
#define COLLAB_BASE_ISSUER_H

#include "collab.h"

typedef struct collab_issuer_t {
  const char *name;     /* the claim iss, exactly */
  const char *audience; /* what the claim aud must be, or hold */
  const char *keys;     /* absolute path of a JWKS file, or the URL of one */
  bool remote;          /* it is a URL: the dispatcher fetches it */
  bool principals;      /* oid names a service principal; else sub names a user */
  int refresh;          /* seconds after which keys are looked for again, whatever happens */
} collab_issuer_t;

/* Two fetches of one key set are at least so many seconds apart, whoever asks and however the last one ended. */
#define COLLAB_ISSUER_THROTTLE 30

#endif
