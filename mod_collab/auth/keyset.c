/* keyset.c: a process's copy of one trusted issuer's keys (auth/jwks.h).
 *
 *   find ──> the set has the key and is recent: return a share of the key
 *     └────> the set is old, or lacks the key: one thread refreshes it (file or database), the others use the current set
 *   again ──> no key fits the signature, perhaps because the issuer has replaced a key: as for a key that the set lacks
 *
 * The lock is held only to replace the set or to scan its few keys. A caller gets a share of the key, which may outlive the set.
 * One thread advances `refreshed_at` under the lock, and then refreshes the set without the lock. So refreshes keep their
 * interval even if they fail. Other threads wait for a refresh only while there is no set. If a new set cannot be read or parsed,
 * the current one stays in use: that of a file until a read fails that began `trusted` after any process last confirmed it, that
 * of a URL until the source says that it has ended. Called by bearer.c and the watcher. Must never fetch anything from another
 * machine. */
#include "auth/jwks.h"

#include <apr_allocator.h>
#include <apr_file_info.h>
#include <apr_file_io.h>
#include <apr_hash.h>
#include <apr_thread_mutex.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

#include "base/time.h"
#include "node/timer.h"

#define MISS_INTERVAL apr_time_from_sec(1) /* minimum between refreshes for an unknown key, or while there is no set */
#define STORED_AGE apr_time_from_sec(60)   /* maximum age of a copy of a stored set; less if keys are fetched more often */
#define MISSED 3                           /* refreshes that fail before a fault counts */

/* The last success of any process of this start of httpd, in memory that they share. A child that is forked days after the start
 * has the set from the start, and may find the file damaged. */
typedef struct confirmed_t {
  _Atomic(apr_time_t) at;    /* by collab_time_clock */
  _Atomic(unsigned) version; /* hash of the version that was confirmed */
} confirmed_t;

struct collab_keyset_t {
  const collab_issuer_t *issuer;
  apr_interval_time_t trusted; /* how long keys of a file are trusted that cannot be confirmed */
  confirmed_t *confirmed;      /* of a file; NULL: a URL */
  apr_pool_t *pool;
  apr_thread_mutex_t *first; /* a thread holds this while it reads the first set; other threads wait */
  apr_thread_mutex_t *lock;  /* guards all below */
  apr_pool_t *home;          /* of `set` and `version` */
  const collab_jwks_t *set;  /* NULL: none yet, or it has ended */
  unsigned number;           /* grows when the set is replaced */
  const char *version;       /* of the file or stored set from which `set` was read */
  char fault[200];           /* of the last refresh; it is not logged twice in a row; "": none */
  bool unusable;             /* the fault is a set without a usable key */
  unsigned reported;         /* the number of the set whose left-out entries collab_keyset_check has reported */
  /* by collab_time_clock */
  apr_time_t refreshed_at; /* when the last refresh began */
  apr_time_t confirmed_at; /* when the last successful refresh began; 0: never */
};

/* A refresh that is under way. Its texts live in `pool`. */
typedef struct refresh_t {
  apr_pool_t *pool;
  const char *version;
  const char *fault; /* NULL: none */
  bool unusable;     /* the fault is a set without a usable key */
} refresh_t;

/* ---- files ---- */

/* Returns the file's text, and sets *version. Returns NULL if the file still has *version. Returns NULL and sets *error if the
 * file cannot be read. */
static const char *read_file(apr_pool_t *pool, const char *path, const char **version, const char **error) {
  apr_finfo_t info;
  apr_file_t *file;
  char reason[120];
  apr_status_t rv = apr_stat(&info, path, APR_FINFO_MTIME | APR_FINFO_SIZE | APR_FINFO_INODE, pool);

  if (rv == APR_SUCCESS) {
    const char *stamp = apr_psprintf(pool, "%" APR_TIME_T_FMT "-%" APR_OFF_T_FMT "-%" APR_UINT64_T_FMT, info.mtime, info.size,
                                     (apr_uint64_t)info.inode);
    if (strcmp(stamp, *version) == 0) {
      return NULL;
    }
    *version = stamp;
    rv = apr_file_open(&file, path, APR_FOPEN_READ | APR_FOPEN_BINARY, APR_FPROT_OS_DEFAULT, pool);
  }
  if (rv == APR_SUCCESS) {
    apr_size_t len = 0, most = info.size <= COLLAB_JWKS_BYTES ? (apr_size_t)info.size + 1 : COLLAB_JWKS_BYTES + 1;
    char *text = apr_palloc(pool, most + 1);
    rv = apr_file_read_full(file, text, most, &len);
    apr_file_close(file);
    text[len] = '\0';
    if (rv == APR_SUCCESS || APR_STATUS_IS_EOF(rv)) {
      return text;
    }
  }
  *error = apr_pstrdup(pool, apr_strerror(rv, reason, sizeof(reason)));
  return NULL;
}

/* ---- the set ---- */

/* Puts a set into the place of the current one. `set` NULL: the keys have ended. `home`: the pool of `set` and `version`; NULL:
 * they need none. */
static void put_set(collab_keyset_t *keys, apr_pool_t *home, const collab_jwks_t *set, const char *version) {
  apr_thread_mutex_lock(keys->lock);
  apr_pool_t *before = keys->home;
  keys->home = home;
  keys->set = set;
  keys->version = version;
  keys->number++;
  apr_thread_mutex_unlock(keys->lock);
  if (before) {
    apr_pool_destroy(before); /* no thread reads a set without the lock */
  }
}

/* Replaces the set by the set in `text`, unless it is none, or has no usable key without being empty. `ended`: by no set. */
static void read_set(collab_keyset_t *keys, refresh_t *now, const char *text, bool ended) {
  apr_pool_t *home; /* refreshes may overlap, so none may allocate from keys->pool itself */

  now->fault = "out of memory";
  if (apr_pool_create(&home, keys->pool) != APR_SUCCESS) {
    return;
  }
  apr_pool_tag(home, "collab_keyset");
  now->fault = NULL;
  const collab_jwks_t *set = ended ? NULL : collab_jwks_parse(home, text, strlen(text), &now->fault);
  if (set) {
    now->fault = collab_jwks_fault(home, set);
    now->unusable = now->fault != NULL;
  }
  if (now->fault) {
    now->fault = apr_pstrdup(now->pool, now->fault);
    apr_pool_destroy(home);
  } else {
    put_set(keys, home, set, apr_pstrdup(home, now->version));
  }
}

/* True for the single thread that must refresh the set now. */
static bool begin_refresh(collab_keyset_t *keys, apr_time_t now, apr_interval_time_t age) {
  apr_thread_mutex_lock(keys->lock);
  bool due = now - keys->refreshed_at >= age;
  if (due) {
    keys->refreshed_at = now;
  }
  apr_thread_mutex_unlock(keys->lock);
  return due;
}

static unsigned hash_of(const char *version) {
  apr_ssize_t len = APR_HASH_KEY_STRING;

  return apr_hashfunc_default(version, &len);
}

/* When the set was last confirmed, by this process or another one that has the same version; 0: never. Call with the lock. */
static apr_time_t confirmed_at(const collab_keyset_t *keys) {
  bool same = keys->confirmed && keys->set && atomic_load(&keys->confirmed->version) == hash_of(keys->version);
  apr_time_t elsewhere = same ? atomic_load(&keys->confirmed->at) : 0;

  return elsewhere > keys->confirmed_at ? elsewhere : keys->confirmed_at;
}

static void confirm(collab_keyset_t *keys, apr_time_t began) {
  keys->confirmed_at = began;
  if (keys->confirmed) {
    atomic_store(&keys->confirmed->version, hash_of(keys->version));
    atomic_store(&keys->confirmed->at, began);
  }
}

/* Remembers the result of a refresh that began at `began`. True if it is a fault other than the last one, which was logged. */
static bool note(collab_keyset_t *keys, const refresh_t *now, apr_time_t began) {
  const char *fault = now->fault ? now->fault : "";

  apr_thread_mutex_lock(keys->lock);
  bool news = *fault && strncmp(keys->fault, fault, sizeof(keys->fault) - 1) != 0;
  bool over = now->fault && !keys->issuer->remote && keys->set && began - confirmed_at(keys) >= keys->trusted;
  apr_cpystrn(keys->fault, fault, sizeof(keys->fault));
  keys->unusable = now->unusable;
  if (!now->fault) {
    confirm(keys, began);
  }
  apr_thread_mutex_unlock(keys->lock);
  if (over) {
    put_set(keys, NULL, NULL, "");
  }
  return news;
}

/* `began`: now, by collab_time_clock. */
static void refresh(collab_keyset_t *keys, apr_pool_t *pool, const collab_keyset_source_t *source, void *context,
                    apr_time_t began) {
  refresh_t now = {.pool = pool};

  apr_thread_mutex_lock(keys->lock);
  now.version = apr_pstrdup(pool, keys->version);
  apr_thread_mutex_unlock(keys->lock);
  const char *text = keys->issuer->remote ? source->read(context, pool, keys->issuer, &now.version, &now.fault)
                                          : read_file(pool, keys->issuer->keys, &now.version, &now.fault);
  if (text) {
    read_set(keys, &now, text, keys->issuer->remote && !*text);
  }
  if (note(keys, &now, began)) {
    source->warn(context, keys->issuer, now.fault);
  }
}

static collab_outcome_t share(collab_keyset_t *keys, apr_pool_t *pool, const char *kid, const char *algorithm,
                              collab_found_keys_t *found) {
  const collab_jws_key_t *shared[COLLAB_JWKS_TRIED];

  found->count = 0;
  apr_thread_mutex_lock(keys->lock);
  found->number = keys->number;
  bool known = keys->set != NULL;
  int count = known ? collab_jwks_find(keys->set, kid, algorithm, shared) : 0;
  for (int i = 0; i < count; i++) {
    const collab_jws_key_t *key = collab_jws_key_share(pool, shared[i]);
    if (key) {
      found->keys[found->count++] = key;
    }
  }
  apr_thread_mutex_unlock(keys->lock);
  return found->count > 0 ? COLLAB_OK : known && count == 0 ? COLLAB_UNAUTHENTICATED : COLLAB_UNAVAILABLE;
}

static apr_interval_time_t age_of(const collab_issuer_t *issuer) {
  apr_interval_time_t fetched = apr_time_from_sec(issuer->refresh);
  return !issuer->remote ? collab_timer(COLLAB_TIMER_KEY_FILE) : fetched < STORED_AGE ? fetched : STORED_AGE;
}

collab_outcome_t collab_keyset_find(collab_keyset_t *keys, apr_pool_t *pool, const collab_keyset_source_t *source, void *context,
                                    apr_time_t now, const char *kid, const char *algorithm, collab_found_keys_t *found) {
  collab_outcome_t outcome = share(keys, pool, kid, algorithm, found);

  if (outcome == COLLAB_UNAVAILABLE) {
    apr_thread_mutex_lock(keys->first);
    found->refreshed = begin_refresh(keys, now, MISS_INTERVAL);
    if (found->refreshed) {
      refresh(keys, pool, source, context, now);
    }
    apr_thread_mutex_unlock(keys->first);
  } else {
    found->refreshed = begin_refresh(keys, now, outcome == COLLAB_OK ? age_of(keys->issuer) : MISS_INTERVAL);
    if (!found->refreshed) {
      return outcome;
    }
    refresh(keys, pool, source, context, now);
  }
  outcome = share(keys, pool, kid, algorithm, found);
  if (outcome == COLLAB_UNAUTHENTICATED && found->refreshed && keys->issuer->remote) {
    source->want(context, pool, keys->issuer);
  }
  return outcome;
}

static bool is_current(collab_keyset_t *keys, const collab_found_keys_t *found) {
  apr_thread_mutex_lock(keys->lock);
  bool current = keys->number == found->number;
  apr_thread_mutex_unlock(keys->lock);
  return current;
}

bool collab_keyset_again(collab_keyset_t *keys, apr_pool_t *pool, const collab_keyset_source_t *source, void *context,
                         apr_time_t now, const collab_found_keys_t *found) {
  if (!is_current(keys, found)) {
    return true;
  }
  if (!found->refreshed) {
    if (!begin_refresh(keys, now, MISS_INTERVAL)) {
      return false;
    }
    refresh(keys, pool, source, context, now);
    if (!is_current(keys, found)) {
      return true;
    }
  }
  if (keys->issuer->remote) {
    source->want(context, pool, keys->issuer);
  }
  return false;
}

int collab_keyset_trusted(const collab_issuer_t *issuer, int trust) {
  int least = (MISSED + 1) * issuer->refresh;

  return issuer->remote && trust < least ? least : trust;
}

collab_keys_report_t collab_keyset_check(collab_keyset_t *keys, apr_pool_t *pool, const collab_keyset_source_t *source,
                                         void *context, apr_time_t now) {
  if (begin_refresh(keys, now, age_of(keys->issuer))) {
    refresh(keys, pool, source, context, now);
  }
  apr_thread_mutex_lock(keys->lock);
  apr_time_t at = confirmed_at(keys);
  collab_keys_report_t report = {.age = at ? now - at : -1, .error = *keys->fault ? apr_pstrdup(pool, keys->fault) : NULL};
  if (keys->set && keys->reported != keys->number && collab_jwks_left_out(keys->set)) {
    report.left_out = apr_pstrdup(pool, collab_jwks_left_out(keys->set));
  }
  keys->reported = keys->number;
  bool late = report.age >= MISSED * age_of(keys->issuer);
  report.fault = !keys->set && at                                     ? "ended"
                 : !keys->set                                         ? "none"
                 : report.error && keys->unusable                     ? "unusable"
                 : report.error && late                               ? "unconfirmed"
                 : !report.error && collab_jwks_count(keys->set) == 0 ? "empty"
                                                                      : NULL;
  apr_thread_mutex_unlock(keys->lock);
  return report;
}

/* Frees the set when the child ends, because the set's keys hold memory of OpenSSL and jansson. An ending child destroys only
 * `pchild`, but a set that the parent has read lives in a pool of the parent. */
static apr_status_t drop(void *data) {
  collab_keyset_t *keys = data;

  if (keys->home) {
    apr_pool_destroy(keys->home);
  }
  keys->home = NULL;
  keys->set = NULL;
  return APR_SUCCESS;
}

/* Makes a pool with its own allocator, which threads may share. */
static apr_status_t make_shared_pool(apr_pool_t **pool, apr_pool_t *parent) {
  apr_allocator_t *allocator;
  apr_thread_mutex_t *mutex;
  apr_status_t rv = apr_allocator_create(&allocator);

  if (rv != APR_SUCCESS) {
    return rv;
  }
  if ((rv = apr_pool_create_ex(pool, parent, NULL, allocator)) != APR_SUCCESS) {
    apr_allocator_destroy(allocator);
    return rv;
  }
  apr_allocator_owner_set(allocator, *pool);
  if ((rv = apr_thread_mutex_create(&mutex, APR_THREAD_MUTEX_DEFAULT, *pool)) == APR_SUCCESS) {
    apr_allocator_mutex_set(allocator, mutex);
  }
  return rv;
}

void collab_keyset_child_init(collab_keyset_t *keys, apr_pool_t *pchild) {
  apr_abortfunc_t out_of_memory = apr_pool_abort_get(pchild);
  apr_pool_t *pool;
  apr_status_t rv = make_shared_pool(&pool, pchild);

  if (rv == APR_SUCCESS) {
    keys->pool = pool;
  } else if (out_of_memory) {
    out_of_memory(rv);
  }
  apr_pool_pre_cleanup_register(pchild, keys, drop);
}

static apr_status_t unmap(void *data) {
  munmap(data, sizeof(confirmed_t));
  return APR_SUCCESS;
}

/* NULL: no memory. */
static confirmed_t *make_confirmed(apr_pool_t *pool) {
  void *made = mmap(NULL, sizeof(confirmed_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

  if (made == MAP_FAILED) {
    return NULL;
  }
  apr_pool_cleanup_register(pool, made, unmap, apr_pool_cleanup_null);
  return made;
}

collab_keyset_t *collab_keyset_make(apr_pool_t *pool, const collab_issuer_t *issuer, int trust, const char **remark) {
  collab_keyset_t *keys = apr_pcalloc(pool, sizeof(*keys));
  refresh_t now = {.pool = pool, .version = ""};

  *remark = NULL;
  keys->issuer = issuer;
  keys->trusted = apr_time_from_sec(trust);
  keys->pool = pool;
  keys->version = "";
  if (apr_thread_mutex_create(&keys->first, APR_THREAD_MUTEX_DEFAULT, pool) != APR_SUCCESS ||
      apr_thread_mutex_create(&keys->lock, APR_THREAD_MUTEX_DEFAULT, pool) != APR_SUCCESS) {
    return NULL;
  }
  if (!issuer->remote) {
    keys->confirmed = make_confirmed(pool);
    if (keys->confirmed == NULL) {
      return NULL;
    }
    const char *text = read_file(pool, issuer->keys, &now.version, &now.fault);
    if (text) {
      read_set(keys, &now, text, false);
    }
    note(keys, &now, collab_time_clock());
    *remark = now.fault;
  }
  return keys;
}
