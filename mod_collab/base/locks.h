/* locks.h: every class of PostgreSQL's advisory locks that this service takes: the first of a lock's two keys. Statements in sql/
 * name them {lock.channel}; build/statements.pl puts the number there. `make style` checks that no number stands here twice, that
 * each advisory lock in sql/ is of one of these classes, and that no two files take locks of one class for two purposes.
 *
 * Numbers are part of what the nodes of one database share during a rolling upgrade: a class keeps its number. The class
 * hashtext('mod_collab'), which is -413624621, is the schema's: with the key hashtext('migrate') for collabctl migrate, and with
 * hashtext('search') for the index of partner search. */
#ifndef COLLAB_BASE_LOCKS_H
#define COLLAB_BASE_LOCKS_H

/* clang-format off */
#define COLLAB_LOCK_DISPATCHER   27748 /* key: the dispatcher's number; held by its session */
#define COLLAB_LOCK_CHANNEL      27749 /* key: the id of a channel that has one consumer; held by the consumer's session */
#define COLLAB_LOCK_IDEMPOTENCY  27750 /* key: a hash of account, scope and Idempotency-Key; a request's transaction */
#define COLLAB_LOCK_SUBSCRIPTION 27751 /* key: the company; one new subscription at a time, so that the limit holds */
#define COLLAB_LOCK_ATTEMPT_DAYS 27752 /* this and the following: a duty of one dispatcher at a time; key 0 */
#define COLLAB_LOCK_ATTEMPT_DROP 27753
#define COLLAB_LOCK_EVENT_RETIRE 27754
#define COLLAB_LOCK_QUEUE_DROP   27755
#define COLLAB_LOCK_REPLAY       27756
#define COLLAB_LOCK_REINDEX      27757
#define COLLAB_LOCK_DEAD_LETTER_RETIRE 27758 /* key 0; shared: whoever lists dead letters for a replay */
#define COLLAB_LOCK_PENDING_LIMIT 27759 /* key 0 */
#define COLLAB_LOCK_REQUEST_DELETE 27760 /* key 0; shared: whoever lists deliveries for a replay */
#define COLLAB_LOCK_AUDIT_LOG    27761 /* key 0; held by the session that writes CollabAuditLog */
#define COLLAB_LOCK_MEMBER_ALERT 27762 /* key 0; one watcher at a time chooses what a member is told */
/* clang-format on */

#endif
