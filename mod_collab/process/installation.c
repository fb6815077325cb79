/* installation.c: keeps the identity of this httpd in a file (process/installation.h). The parent alone reads and writes the
 * file.
 *
 * A file that cannot be read as such a file counts as none: then the installation gets a new id, which does no harm. */
#include "process/installation.h"

#include <apr_strings.h>
#include <errno.h>
#include <fcntl.h>
#include <http_config.h>
#include <http_log.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/random.h"
#include "base/text.h"
#include "collab_private.h"
#include "node/machine.h"
#include "node/shared.h"

#define NAME "/collab-node"
#define HEAD                                                                                                                     \
  "# The nodes that httpd is with each configuration: id, number of the last start, machine, configuration. Written by httpd.\n"
#define ID_BYTES 6
#define ID_SIZE (2 * ID_BYTES + 1)
#define FILE_MOST 65536
#define LINES_MOST 50 /* of other machines and configurations; the earliest written go */

/* In shared memory, which outlives a reload and the module. */
typedef struct installation_t {
  char id[ID_SIZE], next[ID_SIZE]; /* next: what the watcher takes */
  atomic_bool moved;               /* `next` holds */
  bool kept;                       /* parent: the file has `next` */
  int64_t number;
  char machine[65], config[1024]; /* with which it finds its line */
  char file[1024];                /* where the line is; "": no file */
  char fault[500];                /* why there is no file */
  char place[120];
} installation_t;

static installation_t own; /* used while there is no shared memory */
static installation_t *self = &own;

static bool draw(char id[ID_SIZE]) {
  unsigned char bytes[ID_BYTES];
  bool drawn = collab_random_bytes(bytes, sizeof bytes);

  if (drawn) {
    collab_text_hex(id, bytes, sizeof bytes);
  }
  return drawn;
}

/* ---- the file ---- */

/* Opens and locks the file, and reads it. Returns NULL with errno. Root writes no file that others may have put there. The lock
 * is not waited for long: a node must start. */
static const char *open_file(apr_pool_t *pool, const char *path, int *file) {
  char *text = apr_palloc(pool, FILE_MOST + 1);
  struct stat status;
  ssize_t len = -1;

  *file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0644);
  if (*file < 0) {
    return NULL;
  }
  for (int turn = 0; turn < 10 && flock(*file, LOCK_EX | LOCK_NB); turn++) {
    apr_sleep(apr_time_from_msec(20));
  }
  if (!fstat(*file, &status) && S_ISREG(status.st_mode) && status.st_nlink == 1 && status.st_uid == geteuid()) {
    len = pread(*file, text, FILE_MOST, 0);
  } else {
    errno = EPERM;
  }
  if (len < 0) {
    int error = errno;
    close(*file);
    errno = error;
    return NULL;
  }
  text[len] = '\0';
  return text;
}

/* Is this the line of this installation? Then sets its id and number. */
static bool is_own_line(apr_pool_t *pool, const char *line, char id[ID_SIZE], int64_t *number) {
  const char *found = ap_getword_white(pool, &line), *count = ap_getword_white(pool, &line),
             *machine = ap_getword_white(pool, &line);
  int64_t starts;

  if (strlen(found) != ID_SIZE - 1 || strspn(found, "0123456789abcdef") != ID_SIZE - 1 || !collab_text_integer(count, &starts) ||
      starts < 0 || starts == INT64_MAX || strcmp(machine, self->machine) || strcmp(line, self->config)) {
    return false;
  }
  apr_cpystrn(id, found, ID_SIZE);
  *number = starts;
  return true;
}

/* Returns the lines of the text that are not this installation's, at most LINES_MOST, and sets id and number from its own line.
 */
static const char *other_lines(apr_pool_t *pool, const char *text, char id[ID_SIZE], int64_t *number) {
  apr_array_header_t *others = apr_array_make(pool, 4, sizeof(const char *));
  char *last, *copy = apr_pstrdup(pool, text);
  const char *all = "";

  for (char *line = apr_strtok(copy, "\n", &last); line; line = apr_strtok(NULL, "\n", &last)) {
    if (*line != '#' && !is_own_line(pool, line, id, number)) {
      APR_ARRAY_PUSH(others, const char *) = line;
    }
  }
  for (int i = others->nelts > LINES_MOST ? others->nelts - LINES_MOST : 0; i < others->nelts; i++) {
    all = apr_pstrcat(pool, all, APR_ARRAY_IDX(others, i, const char *), "\n", NULL);
  }
  return all;
}

/* Counts a start in the file, with a new id if the file has none; after a move, writes the new id. Returns whether the file has
 * it; false with errno. */
static bool keep_in(apr_pool_t *pool, const char *path) {
  bool moved = atomic_load(&self->moved);
  char id[ID_SIZE] = "";
  int64_t number = 0;
  int file;
  const char *text = open_file(pool, path, &file);

  if (!text) {
    return false;
  }
  const char *others = other_lines(pool, text, id, &number);
  if (moved) {
    memcpy(id, self->next, sizeof id);
    number = self->number;
  } else if (!*id && !draw(id)) {
    close(file);
    errno = EIO;
    return false;
  } else {
    number++;
  }
  text = apr_psprintf(pool, HEAD "%s%s %" APR_INT64_T_FMT " %s %s\n", others, id, number, self->machine, self->config);
  ssize_t len = (ssize_t)strlen(text);
  bool fine = pwrite(file, text, (size_t)len, 0) == len && !ftruncate(file, len) && !fsync(file);
  int error = errno;
  close(file);
  errno = error;
  if (fine && !moved) {
    memcpy(self->id, id, sizeof id);
    self->number = number;
  }
  return fine;
}

/* ---- a start ---- */

/* Returns the folder of a path; NULL: `path` is no file, or a device. */
static const char *folder_of(apr_pool_t *pool, const char *path) {
  const char *slash = path && *path == '/' ? strrchr(path, '/') : NULL;
  bool device = slash && (!strncmp(path, "/dev/", 5) || !strncmp(path, "/proc/", 6));

  return slash && !device ? apr_pstrmemdup(pool, path, (apr_size_t)(slash - path)) : NULL;
}

/* The path of httpd's configuration file, as its command line names it. */
static const char *config_path(apr_pool_t *pool, const process_rec *process) {
  const char *path = SERVER_CONFIG_FILE;

  for (int i = 1; i < process->argc; i++) {
    const char *word = process->argv[i];
    if (!strncmp(word, "-f", 2)) {
      path = word[2] ? word + 2 : i + 1 < process->argc ? process->argv[i + 1] : path;
    }
  }
  path = ap_server_root_relative(pool, path);
  return path ? path : "-";
}

static void read_machine(void) {
  int file = open("/etc/machine-id", O_RDONLY | O_CLOEXEC);
  ssize_t len = file >= 0 ? read(file, self->machine, sizeof self->machine - 1) : 0;

  if (file >= 0) {
    close(file);
  }
  self->machine[len > 0 ? len : 0] = '\0';
  self->machine[strspn(self->machine, "0123456789abcdef")] = '\0';
  if (!*self->machine) {
    apr_cpystrn(self->machine, "-", sizeof self->machine);
  }
}

/* The identity of an installation that can keep none. */
static void derive(apr_pool_t *pool) {
  const char *text = apr_pstrcat(pool, collab_machine_name(pool), "\n", self->config, NULL);
  unsigned char digest[COLLAB_SHA256_BYTES];

  if (!collab_digest_sha256(text, strlen(text), digest)) {
    memset(digest, 0, sizeof digest);
  }
  collab_text_hex(self->id, digest, ID_BYTES);
  self->number = collab_shared_since();
}

static void identify(apr_pool_t *pool, server_rec *s, const char *key) {
  const char *log = s->error_fname && *s->error_fname != '|' && strncmp(s->error_fname, "syslog", 6)
                        ? ap_server_root_relative(pool, s->error_fname)
                        : NULL;
  const char *const folders[] = {folder_of(pool, log), folder_of(pool, key)};

  read_machine();
  apr_cpystrn(self->fault, "error log and secrets key are no files", sizeof self->fault);
  apr_cpystrn(self->config, config_path(pool, s->process), sizeof self->config);
  apr_cpystrn(self->place, collab_machine_place(pool), sizeof self->place);
  for (int i = 0; i < 2; i++) {
    const char *path = folders[i] ? apr_pstrcat(pool, folders[i], NAME, NULL) : NULL;
    if (path && keep_in(pool, path)) {
      apr_cpystrn(self->file, path, sizeof self->file);
      return;
    }
    if (path) {
      apr_snprintf(self->fault, sizeof self->fault, "%s: %s", path, strerror(errno));
    }
  }
  derive(pool);
  ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, s, COLLABNO(0715) "this node is %s, by its host name and configuration: %s", self->id,
               self->fault);
}

void collab_installation_start(apr_pool_t *pconf, server_rec *s, const char *key) {
  apr_pool_t *process = s->process->pool;
  const char *name = apr_psprintf(process, "collab_installation %" APR_SIZE_T_FMT, sizeof(installation_t));
  void *found = NULL;

  apr_pool_userdata_get(&found, name, process);
  if (found) {
    self = found;
    return;
  }
  found = mmap(NULL, sizeof(installation_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (found != MAP_FAILED) {
    self = found;
    apr_pool_userdata_setn(found, name, NULL, process);
  }
  identify(pconf, s, key);
}

/* ---- the identity ---- */

const char *collab_installation_id(void) {
  return atomic_load(&self->moved) ? self->next : self->id;
}

int64_t collab_installation_number(void) {
  return self->number;
}

const char *collab_installation_place(void) {
  return *self->place ? self->place : NULL;
}

const char *collab_installation_beside(apr_pool_t *pool, const char *name) {
  const char *folder = *self->file ? folder_of(pool, self->file) : NULL;

  return folder ? apr_pstrcat(pool, folder, "/", name, NULL) : NULL;
}

const char *collab_installation_remark(apr_pool_t *pool) {
  if (atomic_load(&self->moved)) {
    return apr_psprintf(pool, "another httpd reports as node %s, so this one has become %s; %s was copied, or is shared",
                        self->id, self->next, *self->file ? self->file : "its host name");
  }
  return *self->file
             ? NULL
             : apr_psprintf(pool, "its id is made from host name and configuration, as no file keeps it: %s", self->fault);
}

const char *collab_installation_next(void) {
  return !atomic_load(&self->moved) && draw(self->next) ? self->next : NULL;
}

void collab_installation_move(server_rec *s) {
  atomic_store(&self->moved, true);
  ap_log_error(APLOG_MARK, APLOG_WARNING, 0, s, COLLABNO(0716) "another httpd reports as node %s, so this one becomes node %s",
               self->id, self->next);
}

int collab_installation_monitor(apr_pool_t *pool, server_rec *s) {
  (void)s;
  if (atomic_load(&self->moved) && !self->kept) {
    self->kept = true;
    if (*self->file) {
      keep_in(pool, self->file);
    }
  }
  return OK;
}
