/* directive_names.h: every directive once, so that a misspelt one does not compile, and a message can name it. */
#ifndef COLLAB_CONFIG_DIRECTIVE_NAMES_H
#define COLLAB_CONFIG_DIRECTIVE_NAMES_H

#define COLLAB_DIRECTIVES(DIRECTIVE)                                                                                             \
  DIRECTIVE(SERVICE_NAME, "CollabServiceName")                                                                                   \
  DIRECTIVE(BASE_URL, "CollabBaseURL")                                                                                           \
  DIRECTIVE(REQUIRE_TLS, "CollabRequireTLS")                                                                                     \
  DIRECTIVE(EVENT_TYPE_PREFIX, "CollabEventTypePrefix")                                                                          \
  DIRECTIVE(EVENT_SOURCE, "CollabEventSource")                                                                                   \
  DIRECTIVE(TOKEN_KEY, "CollabTokenKey")                                                                                         \
  DIRECTIVE(TOKEN_LIFETIME, "CollabTokenLifetime")                                                                               \
  DIRECTIVE(TRUSTED_ISSUER, "CollabTrustedIssuer")                                                                               \
  DIRECTIVE(SECRETS_KEY, "CollabSecretsKey")                                                                                     \
  DIRECTIVE(MAX_BODY, "CollabMaxBody")                                                                                           \
  DIRECTIVE(BODY_TIMEOUT, "CollabBodyTimeout")                                                                                   \
  DIRECTIVE(MAX_ATTACHMENT, "CollabMaxAttachment")                                                                               \
  DIRECTIVE(ATTACHMENT_SLOTS, "CollabAttachmentSlots")                                                                           \
  DIRECTIVE(ATTACHMENT_TIMEOUT, "CollabAttachmentTimeout")                                                                       \
  DIRECTIVE(ATTACHMENT_MIN_RATE, "CollabAttachmentMinRate")                                                                      \
  DIRECTIVE(RESPONSE_HOURS, "CollabResponseHours")                                                                               \
  DIRECTIVE(AUTO_CLOSE, "CollabAutoClose")                                                                                       \
  DIRECTIVE(LENIENT_INPUT, "CollabLenientInput")                                                                                 \
  DIRECTIVE(SUBSCRIPTION_LIMIT, "CollabSubscriptionLimit")                                                                       \
  DIRECTIVE(LOGIN_LIMIT, "CollabLoginLimit")                                                                                     \
  DIRECTIVE(LOGIN_ADDRESS_LIMIT, "CollabLoginAddressLimit")                                                                      \
  DIRECTIVE(RATE_LIMIT, "CollabRateLimit")                                                                                       \
  DIRECTIVE(DATABASE_WAIT, "CollabDatabaseWait")                                                                                 \
  DIRECTIVE(DISPATCHER, "CollabDispatcher")                                                                                      \
  DIRECTIVE(DISPATCHER_DSN, "CollabDispatcherDSN")                                                                               \
  DIRECTIVE(DUTY_INTERVAL, "CollabDutyInterval")                                                                                 \
  DIRECTIVE(RETENTION, "CollabRetention")                                                                                        \
  DIRECTIVE(HORIZON_ALARM, "CollabHorizonAlarm")                                                                                 \
  DIRECTIVE(ALERT_COMMAND, "CollabAlertCommand")                                                                                 \
  DIRECTIVE(EVENT_LOG, "CollabEventLog")                                                                                         \
  DIRECTIVE(WEBHOOK_RETRY, "CollabWebhookRetry")                                                                                 \
  DIRECTIVE(WEBHOOK_TIMEOUT, "CollabWebhookTimeout")                                                                             \
  DIRECTIVE(WEBHOOK_RETRY_STATUS, "CollabWebhookRetryStatus")                                                                    \
  DIRECTIVE(WEBHOOK_RETIRE_GONE, "CollabWebhookRetireGone")                                                                      \
  DIRECTIVE(SECRET_HOLD, "CollabSecretHold")                                                                                     \
  DIRECTIVE(WEBHOOK_BREAKER, "CollabWebhookBreaker")                                                                             \
  DIRECTIVE(SECRET_OVERLAP, "CollabSecretOverlap")                                                                               \
  DIRECTIVE(LEGACY_SUNSET, "CollabLegacySunset")                                                                                 \
  DIRECTIVE(OUTBOUND_ALLOW, "CollabOutboundAllow")                                                                               \
  DIRECTIVE(OUTBOUND_HTTP, "CollabOutboundHTTP")                                                                                 \
  DIRECTIVE(OUTBOUND_HOST, "CollabOutboundHost")                                                                                 \
  DIRECTIVE(OUTBOUND_PROXY, "CollabOutboundProxy")                                                                               \
  DIRECTIVE(OUTBOUND_CA, "CollabOutboundCA")

typedef enum collab_directive_t {
#define DIRECTIVE(symbol, name) COLLAB_DIRECTIVE_##symbol,
  COLLAB_DIRECTIVES(DIRECTIVE)
#undef DIRECTIVE
      COLLAB_DIRECTIVE_COUNT
} collab_directive_t;

/* "CollabBaseURL" for COLLAB_DIRECTIVE_BASE_URL. */
const char *collab_directive_name(collab_directive_t directive);

#endif
