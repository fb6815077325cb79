/* locks.h: the classes of the PostgreSQL advisory locks that this service takes. A class is the first of a lock's two keys.
 * Statements in sql/ write {lock.channel}, which build/statements.pl replaces with the number. `make style` checks that each
 * number is unique, that each advisory lock in sql/ is of one of these classes, and that no two files use one class for two
 * purposes.
 *
 * A class keeps its number, because nodes of several versions share the database during a rolling upgrade. One class is not in
 * this list: hashtext('mod_collab'), which is -413624621. Its key hashtext('migrate') is for collabctl migrate, its key
 * hashtext('search') for the index of partner search. */
#ifndef COLLAB_DOMAIN_LOCKS_H
#define COLLAB_DOMAIN_LOCKS_H

/* clang-format off */
#define COLLAB_LOCK_DISPATCHER   27748 /* key: the dispatcher's number; held by its session */
#define COLLAB_LOCK_CHANNEL      27749 /* key: the id of a channel that has one consumer; held by the consumer's session */
#define COLLAB_LOCK_IDEMPOTENCY  27750 /* key: a hash of account, scope and Idempotency-Key; held by the transaction */
#define COLLAB_LOCK_SUBSCRIPTION 27751 /* key: the company; one new subscription at a time, so that the limit holds */
/* From here to COLLAB_LOCK_REQUEST_DELETE, each class is for one duty, which one dispatcher does at a time; key 0. */
#define COLLAB_LOCK_ATTEMPT_DAYS 27752
#define COLLAB_LOCK_ATTEMPT_DROP 27753
#define COLLAB_LOCK_EVENT_RETIRE 27754
#define COLLAB_LOCK_QUEUE_DROP   27755
#define COLLAB_LOCK_REPLAY       27756
#define COLLAB_LOCK_REINDEX      27757
#define COLLAB_LOCK_DEAD_LETTER_RETIRE 27758 /* key 0; statements that list dead letters for a replay take it shared */
#define COLLAB_LOCK_PENDING_LIMIT 27759 /* key 0 */
#define COLLAB_LOCK_REQUEST_DELETE 27760 /* key 0; statements that list deliveries for a replay take it shared */
#define COLLAB_LOCK_AUDIT_LOG    27761 /* key 0; held by the session that writes CollabAuditLog */
#define COLLAB_LOCK_MEMBER_ALERT 27762 /* key 0; one watcher at a time chooses alerts for members */
#define COLLAB_LOCK_COMPANY_DAY  27763 /* key 0; one watcher at a time counts what companies have stored */
/* clang-format on */

#endif
