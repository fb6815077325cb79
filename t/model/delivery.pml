/* delivery.pml: the delivery protocol, as a model whose states spin visits one by one (t/model/delivery.t).
 *
 * The protocol in ten sentences. The words in capitals are the steps below; the head of mod_collab/dispatch/claim/claim.c has the same.
 *
 *  1. An operation commits its event together with a row in the outbox; events get their ids in order, but commit in any order.
 *  2. FAN_OUT: one transaction takes an event from the outbox and writes a delivery, which is due now, for each subscription that
 *     wants the event by the filter of its time (FILTER: a number, drawn like the ids of events, says which filter that is).
 *  3. MARK: only when the answer arrives does the dispatcher note up to which event it has read the outbox and what is due, so a
 *     lost answer hides nothing from it.
 *  4. RESCAN: such notes pass over what commits late and what others write, so now and then a dispatcher looks without them.
 *  5. ENTER: before it claims, a dispatcher takes the lock of a number which it draws at random when it starts, and which its session
 *     holds until the session ends.
 *  6. CLAIM: another transaction leases deliveries which are due and which nobody leases, for a limited time, under a new claim id,
 *     which begins with that number (OLD_NODE: a node of 0.1.0 does FAN_OUT and CLAIM in one step).
 *  7. SEND: no transaction is open while a delivery is sent, and only a receiver's acceptance is a success, so a receiver may get a
 *     delivery twice, but none is taken for delivered without one.
 *  8. SETTLE: one transaction records the verdict, and removes the delivery or makes it due again, if its row still has the claim id
 *     of this attempt; a settlement whose answer is lost is repeated.
 *  9. EXPIRE: a lease's time passes when its holder stands still; RENEW: a holder extends a lease in time, but gives up one that has
 *     ended.
 * 10. RECOVER: any dispatcher makes those deliveries due again whose lease's time has passed or whose number's lock is free, if their
 *     claim id is still the same; what a claim without an answer has leased, its dispatcher takes back after ENTER, because only then
 *     has the session ended that executed the claim.
 *
 * What must be true (the properties):
 *
 *   in one place      each committed event is at any time in exactly one place: outbox, delivery, delivered, dead letter (or a filter
 *                     has refused it)
 *   own lease         a verdict is recorded only under the lease of its own attempt
 *   no second lease   nobody leases what a living dispatcher validly leases. A lease is valid until it is settled, its time has
 *                     passed, or the session has ended that made it
 *   accepted          an event counts as delivered only if a receiver has accepted it
 *   right filter      an event that was committed before a change of the filter began goes by the old filter, one that began after
 *                     the change was committed by the new one
 *   all settled       in the end each event is delivered, a dead letter, or refused
 *
 * Each step brings something forward or uses up a fault, so each run ends; "all settled" says where. Nothing waits for time alone:
 * what a killed dispatcher leased must be found although its lease does not expire.
 *
 * How to read it. Two dispatchers share two events of one subscription. `:: a -> b` is a step that can happen while `a` is true; spin
 * tries the steps of all processes in every order. `d_step` and `atomic` make one step of several words; above each step stands the
 * transaction (statement file) that it is in the exchange. A lease or a fan-out of several rows at once is several steps here: that
 * allows all that the transaction does, and more. `FAULT` allows a step only while fewer than FAULTS faults have happened.
 *
 * Left out: times of the clock, the order of a dispatcher's statements, fairness and limits, the schedule of retries, SQL, replays,
 * lost queues, a dispatcher that stops orderly, more than two of anything. A dispatcher holds an event's delivery in one slot at
 * most.
 *
 * Parts, each chosen by -D: OLD (dispatcher 1 is of 0.1.0), FILTERS (the filter changes), SLOW (a recovery takes time), LATE
 * (a statement whose session is broken may still commit), DUE (a claim looks only where the dispatcher knows of work), NUMBERS
 * (a recovery looks only for the numbers in the table dispatcher; with SLOW and LATE), ALONE (there is no dispatcher 1). A name such as NO_FENCE leaves out one guard; then spin finds a run that breaks a property:
 *
 *   spin -DNO_FENCE -a delivery.pml && gcc -DSAFETY -o pan pan.c && ./pan && spin -DNO_FENCE -t -p delivery.pml
 */
#ifndef FAULTS
#define FAULTS 2
#endif
#define TRIES 2         /* attempts; if the last one fails, the delivery becomes a dead letter */
mtype = { nothing, good, bad };

/* ---- the database ---- */
bit committed[2], outbox[2], row[2], delivered[2], dead[2], refused[2];    /* of each event; row: its delivery */
byte claim[2];          /* the claim id in the delivery's row, without the number; 0: nobody leases it */
byte by[2];             /* the dispatcher's number, with which the claim id begins */
bit over[2];            /* the lease's time has passed */
byte tries[2];          /* failed attempts */

/* ---- the dispatchers ---- */
byte number[2];
bit session[2];         /* its session lives and holds the lock of its number */
byte held[4];           /* HELD(d, e): the claim id under which dispatcher d has event e's delivery in a slot; 0: it has not */
mtype got[4] = nothing; /* GOT(d, e): the verdict on that attempt */
#define HELD(d, e) held[2 * d + e]
#define GOT(d, e) got[2 * d + e]

/* ---- what only the properties read ---- */
byte valid[2];          /* d + 1: the living dispatcher d validly leases event e's delivery */
bit accepted[2];        /* a receiver has accepted event e */

byte faults;
#define FAULT (faults < FAULTS) -> faults++
#define ended(e) (delivered[e] + dead[e] + refused[e] == 1)
#define settled (ended(0) && ended(1))
#define in_one_place(e) (outbox[e] + row[e] + delivered[e] + dead[e] + refused[e] == committed[e])

/* ---- the parts that a run may leave out ---- */
#ifdef LATE
byte old[2];            /* the number whose lock an earlier session of dispatcher d still holds; 0: none */
byte late[2];           /* the claim id in a settlement that may still commit; 0: none */
bit late_good[2];
#define old_lock(n) (n == old[0] || n == old[1])
#define late_id(e) late[e]
#else
#define old_lock(n) false
#define late_id(e) 0
#endif
#ifdef SLOW
byte seen[2];           /* the claim id which the recovery has found over; 0: none */
#define seen_id(e) seen[e]
#else
#define seen_id(e) 0
#endif
#ifdef NUMBERS
bit listed[8];          /* the table dispatcher has the number */
bit kept[8];            /* the recovery holds the number's lock */
byte seen_by[2];        /* the number in the claim id that the recovery's snapshot has; 0: none */
byte stage;             /* of the recovery: 1: it has its snapshot, 2: it has looked at the locks */
#define found(n) (gone(n) && listed[n])
#define in_use(n) (listed[n] || n == seen_by[0] || n == seen_by[1])
#define kept_lock(n) kept[n]
#define enlist(n) listed[n] = 1
#ifdef NUMBER_ENDS_EARLY
#define without_lease(n) true
#else
#define without_lease(n) (by[0] != n && by[1] != n)
#endif
#else
#define found(n) gone(n)
#define in_use(n) false
#define kept_lock(n) false
#define enlist(n) skip
#endif
#ifdef DUE
#define known(e) due[e]
#define know(e, is) due[e] = is
#define unseen(e) (row[e] && !claim[e] && !due[e])
#define knows (due[0] || due[1])
#else
#define known(e) true
#define know(e, is) skip
#define unseen(e) false
#define knows false
#endif
#ifdef FILTERS          /* the old filter admits both events, the new one neither */
byte drawn;             /* how many events have drawn their ids, 0 and 1 */
byte filters_from = 2;  /* the new filter is for events from this id on */
bit drew, changed;      /* the change of the filter has drawn its number; it is committed */
mtype = { by_old, by_new };
mtype must[2] = nothing;
#ifdef NO_FILTER_NUMBER
#define admits(e) (!changed)
#else
#define admits(e) (!changed || e < filters_from)
#endif
#define right_filter(e) (must[e] == nothing || (must[e] == by_old) == row[e])
#define has_id(e) (drawn > e)
#else
#define admits(e) true
#define right_filter(e) true
#define has_id(e) true
#endif

/* ---- guards which a run may leave out; the others stand where they are used ---- */
#ifdef NO_FENCE
#define fence(e, id) row[e]
#else
#define fence(e, id) (row[e] && claim[e] == id)
#endif
#ifdef NO_CLAIM_NULL
#define unleased(e) row[e]
#else
#define unleased(e) (row[e] && !claim[e])
#endif
#ifdef CLAIM_BEFORE_ENTER
#define entered true
#else
#define entered session[me]
#endif
#ifdef RECOVER_BEFORE_ENTER
#define earlier_session_ended true
#else
#define earlier_session_ended session[me]
#endif
#define locked(n) (n == number[0] && session[0] || n == number[1] && session[1] || old_lock(n))
#ifdef NO_LOCK_CHECK
#define gone(n) true
#else
#define gone(n) (!locked(n))
#endif
#ifdef NO_EXPIRY
#define time_over(e) false
#else
#define time_over(e) over[e]
#endif
#ifdef NO_CLAIM_CHECK
#define same_claim(e) row[e]
#else
#define same_claim(e) (row[e] && claim[e] == seen[e])
#endif

/* ---- parts of steps ---- */
inline fan_out(e) {
#ifndef FAN_OUT_KEEPS_OUTBOX
  outbox[e] = 0;
#endif
  if :: admits(e) -> row[e] = 1 :: else -> refused[e] = 1 fi;
  assert(in_one_place(e));
  assert(right_filter(e));
#ifdef FILTERS
  must[e] = nothing;
  if :: committed[0] && committed[1] && !outbox[0] && !outbox[1] -> drew = 1; changed = 1; filters_from = 0 :: else fi    /* no more matter */
#endif
}

inline lease(e, n) {            /* under a claim id that stands nowhere else */
  assert(valid[e] == 0);
  over[e] = 0;
  claim[e] = 1;
  do
  :: claim[e] == HELD(0, e) || claim[e] == HELD(1, e) || claim[e] == late_id(e) || claim[e] == seen_id(e) -> claim[e]++
  :: else -> break
  od;
  by[e] = n
}

inline take_lease(e) { lease(e, number[me]); valid[e] = me + 1; HELD(me, e) = claim[e]; know(e, 0) }
inline end_lease(e) { claim[e] = 0; by[e] = 0; over[e] = 0 }
inline let_go(e) { HELD(me, e) = 0; GOT(me, e) = nothing }

inline record(e, id, success) {
  if
  :: fence(e, id) ->
     assert(claim[e] == id);
     end_lease(e);
     valid[e] = 0;
     if
     :: success -> assert(accepted[e]); delivered[e] = 1
     :: else -> tries[e]++; dead[e] = (tries[e] == TRIES)
     fi;
     if
     :: ended(e) ->             /* an attempt that is still under way can change nothing any more, so it is forgotten here */
#ifndef SETTLE_KEEPS_ROW
        row[e] = 0;
#endif
        tries[e] = 0; accepted[e] = 1; HELD(0, e) = 0; HELD(1, e) = 0; GOT(0, e) = nothing; GOT(1, e) = nothing
     :: else
     fi;
     assert(in_one_place(e))
  :: else                       /* the row has another claim id, none, or is gone: nothing is recorded */
  fi
}

inline invalidate(e) { if :: valid[e] == me + 1 -> valid[e] = 0 :: else fi }
inline break_session() { invalidate(0); invalidate(1); answer = 0; session[me] = 0 }

inline draw_number() {          /* one that stands nowhere else */
  number[me] = 1;
  do
  :: number[me] == number[1 - me] || number[me] == by[0] || number[me] == by[1] || old_lock(number[me]) ||
     in_use(number[me]) -> number[me]++
  :: else -> break
  od
}

inline kill() {                 /* kill -9, and the start of another process in its place */
  break_session();
  mark = 0; given_up = 0; know(0, 0); know(1, 0); let_go(0); let_go(1);
#ifndef KEEP_NUMBER
  number[me] = 0; draw_number();
#endif
  session[me] = 0
}

/* ---- the steps of a dispatcher ---- */

/* delivery_fan_out.sql. The answer is under way until MARK, or lost when the session breaks; meanwhile the session is busy. */
inline FAN_OUT(e) { session[me] && !answer && outbox[e] && mark <= e -> fan_out(e); answer = e + 1 }

/* No transaction: the dispatcher's memory. A mark hides the events below it; one that hides nothing is as good as none. */
inline MARK() {
  answer ->
  if :: answer == 2 && (!committed[0] || outbox[0]) -> mark = 2 :: else -> mark = 0 fi;
  know(answer - 1, row[answer - 1]);
  answer = 0
}

/* delivery_look.sql, and a delivery_fan_out.sql that begins at event 0. A rescan that finds nothing is no step. */
inline RESCAN() {
  session[me] && (outbox[0] && mark > 0 || outbox[1] && mark > 1 || unseen(0) || unseen(1)) -> mark = 0; know(0, row[0]); know(1, row[1])
}

/* delivery_claim.sql, with its answer. */
inline CLAIM(e) { entered && !answer && unleased(e) && known(e) && !HELD(me, e) -> take_lease(e) }

/* 0.1.0's claim: one transaction. Its times order events and filters as the numbers do. */
inline OLD_NODE(e) {
  me == 1 && session[me] && !answer && outbox[e] && mark <= e -> fan_out(e); answer = e + 1; if :: row[e] -> take_lease(e) :: else fi
}

/* No transaction: HTTP. Without an answer nobody knows whether the receiver has accepted. */
inline SEND(e) {
  HELD(me, e) && GOT(me, e) == nothing ->
  if
  :: accepted[e] = 1; GOT(me, e) = good
  :: FAULT; GOT(me, e) = bad
  :: FAULT; accepted[e] = 1; GOT(me, e) = bad
#ifdef SILENCE_IS_SUCCESS
  :: FAULT; GOT(me, e) = good
#endif
  fi
}

/* delivery_settle.sql, with its answer. */
inline SETTLE(e) { GOT(me, e) != nothing -> record(e, HELD(me, e), GOT(me, e) == good); know(e, row[e]); let_go(e) }

/* delivery_settle.sql without its answer: it has committed, or commits later. The dispatcher keeps the verdict, and repeats it. */
inline lost_settle(e) {
  GOT(me, e) != nothing && late_id(e) == 0 && FAULT;
#ifdef FORGET_UNSETTLED
  let_go(e)
#else
#ifdef LATE
  late[e] = HELD(me, e); late_good[e] = (GOT(me, e) == good)
#else
  record(e, HELD(me, e), GOT(me, e) == good)
#endif
#endif
}

/* lease_renew.sql. To extend a running lease changes nothing here; the holder hears that a lease has ended. */
inline RENEW(e) {
  HELD(me, e) && claim[e] == HELD(me, e) && over[e] ->
#ifdef RENEW_ENDED
  over[e] = 0; valid[e] = me + 1
#else
  let_go(e)
#endif
}

/* dispatcher_enter.sql. If an earlier session keeps the lock for long, the dispatcher draws another number. */
inline ENTER() {
  !session[me] && !kept_lock(number[me]) ->
  if :: old_lock(number[me]) -> number[me] = 0; draw_number() :: else fi;
  session[me] = 1; enlist(number[me])
}

/* delivery_recover.sql, for the claims whose answer never came: their dispatcher names them. */
inline recover_own(e) { if :: by[e] == number[me] && claim[e] != HELD(me, e) -> end_lease(e); know(e, 1) :: else fi }

proctype dispatcher(byte me) {
  byte mark;            /* FAN_OUT begins at this event */
  byte answer;          /* e + 1: the answer of event e's fan-out is under way */
  bit given_up;         /* a claim's answer never came */
  bit due[2];           /* it knows that event e's delivery is due */
  do
  :: d_step { FAN_OUT(0) } :: d_step { FAN_OUT(1) }
  :: d_step { MARK() }
#ifndef NO_RESCAN
  :: d_step { RESCAN() }
#endif
  :: d_step { CLAIM(0) } :: d_step { CLAIM(1) }
#ifdef OLD
  :: d_step { OLD_NODE(0) } :: d_step { OLD_NODE(1) }
#endif
  :: atomic { SEND(0) } :: atomic { SEND(1) }
  :: d_step { SETTLE(0) } :: d_step { SETTLE(1) }
  :: d_step { lost_settle(0) } :: d_step { lost_settle(1) }
  :: d_step { RENEW(0) } :: d_step { RENEW(1) }
  :: d_step { ENTER() }
  :: d_step { given_up && earlier_session_ended -> given_up = 0; recover_own(0); recover_own(1) }
#ifdef LATE             /* the session breaks, or the process is killed, while a fan-out or a claim is under way, which may still commit */
  :: d_step { session[me] && !old[me] && FAULT; old[me] = number[me]; given_up = 1; break_session() }
  :: d_step { session[me] && !old[me] && FAULT; old[me] = number[me]; kill() }
#else                   /* the session breaks: alone, or with the answer of a claim (delivery_claim.sql) that has committed */
  :: d_step { session[me] && FAULT; break_session() }
  :: d_step { session[me] && !answer && unleased(0) && known(0) && FAULT; lease(0, number[me]); given_up = 1; break_session() }
  :: d_step { session[me] && !answer && unleased(1) && known(1) && FAULT; lease(1, number[me]); given_up = 1; break_session() }
#endif
  :: d_step { (answer || mark || HELD(me, 0) || HELD(me, 1) || given_up || knows) && FAULT; kill() }
  :: settled -> break
  od
}

/* ---- the recovery, which any dispatcher runs ---- */
#define lease_ended(e) (claim[e] && (time_over(e) || found(by[e])))

/* delivery_recover.sql. SLOW: first it reads the leases and locks, then it changes the rows, which may have changed since. */
#ifdef SLOW
inline look(e) { if :: lease_ended(e) -> seen[e] = claim[e] :: else fi }
inline RECOVER(e) { if :: seen[e] && same_claim(e) -> end_lease(e) :: else fi; seen[e] = 0 }
#else
inline RECOVER(e) { if :: lease_ended(e) -> end_lease(e) :: else fi }
#endif

#ifdef NUMBERS
/* delivery_recover.sql: its snapshot; its look at the locks, of which it takes those of numbers without leases; its second part, which
 * looks for leases of these numbers once more, and deletes the numbers. */
#define missing(n) (listed[n] && gone(n))
inline take_snapshot(e) { seen[e] = claim[e]; seen_by[e] = by[e] }
inline look_at_lock(e) { if :: seen[e] && !over[e] && !found(seen_by[e]) -> seen[e] = 0 :: else fi }
inline keep_lock(n) { if :: missing(n) && seen_by[0] != n && seen_by[1] != n -> kept[n] = 1 :: else fi }
inline delete_number(n) { if :: kept[n] && without_lease(n) -> listed[n] = 0 :: else fi; kept[n] = 0 }
#endif

proctype recovery() {
end:
  do
#ifdef NUMBERS
  :: d_step { stage == 0 && (lease_ended(0) || lease_ended(1) || old[0] || old[1] || missing(1) || missing(2) || missing(3) || missing(4)) ->
       take_snapshot(0); take_snapshot(1); stage = 1 }
  :: d_step { stage == 1 -> keep_lock(1); keep_lock(2); keep_lock(3); keep_lock(4); look_at_lock(0); look_at_lock(1);
       seen_by[0] = 0; seen_by[1] = 0; stage = 2 }
  :: d_step { stage == 2 -> delete_number(1); delete_number(2); delete_number(3); delete_number(4); RECOVER(0); RECOVER(1); stage = 0 }
#else
#ifdef SLOW
  :: d_step { !seen[0] && !seen[1] && (lease_ended(0) || lease_ended(1)) -> look(0); look(1) }
  :: d_step { seen[0] || seen[1] -> RECOVER(0); RECOVER(1) }
#else
  :: d_step { lease_ended(0) || lease_ended(1) -> RECOVER(0); RECOVER(1) }
#endif
#endif
  od
}

/* ---- what happens around the dispatchers ---- */

/* No transaction: time passes, because the holder stands still. It does not know, and may go on. */
inline EXPIRE(e) { claim[e] && !over[e] && FAULT; over[e] = 1; valid[e] = 0 }

/* The transaction of an operation that makes an event. */
inline commit(e) { !committed[e] && has_id(e) -> committed[e] = 1; outbox[e] = 1; assert(in_one_place(e)) }

#ifdef FILTERS
/* webhook_change.sql draws its number; it commits in a later step. */
inline FILTER() {
  !drew -> drew = 1; filters_from = drawn;
  if :: committed[0] -> must[0] = by_old :: else fi;
  if :: committed[1] -> must[1] = by_old :: else fi
}
#endif

#ifdef LATE
/* delivery_claim.sql, delivery_fan_out.sql and delivery_settle.sql, for whose answer nobody waits. */
inline late_claim(d, e) { old[d] && unleased(e) -> lease(e, old[d]) }
inline late_fan_out(d, e) { old[d] && outbox[e] -> fan_out(e) }
inline late_settle(e) { late[e] -> record(e, late[e], late_good[e]); late[e] = 0; late_good[e] = 0 }
#endif

proctype surroundings() {
end:
  do
  :: d_step { commit(0) } :: d_step { commit(1) }
  :: d_step { EXPIRE(0) } :: d_step { EXPIRE(1) }
#ifdef FILTERS
  :: d_step { drawn < 2 -> must[drawn] = (changed -> by_new : nothing); drawn++ }    /* an event's operation begins, and draws its id */
  :: d_step { FILTER() }
  :: d_step { drew && !changed -> changed = 1 }                                      /* webhook_change.sql commits */
#endif
#ifdef LATE
  :: d_step { late_claim(0, 0) } :: d_step { late_claim(0, 1) } :: d_step { late_claim(1, 0) } :: d_step { late_claim(1, 1) }
  :: d_step { late_fan_out(0, 0) } :: d_step { late_fan_out(0, 1) } :: d_step { late_fan_out(1, 0) } :: d_step { late_fan_out(1, 1) }
  :: d_step { late_settle(0) } :: d_step { late_settle(1) }
  :: d_step { old[0] -> old[0] = 0 } :: d_step { old[1] -> old[1] = 0 }              /* the earlier session ends */
#endif
  od
}

init {
  d_step { number[0] = 1; number[1] = 2; session[0] = 1; session[1] = 1; enlist(1); enlist(2) }
  atomic {
    run surroundings(); run recovery(); run dispatcher(0);
#ifndef ALONE
    run dispatcher(1)
#endif
  }
}

#ifdef LIVENESS
ltl all_settled { <> settled }
#endif
