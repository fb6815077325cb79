/* sink.c: the output of a log, opened like httpd's own logs and written in whole lines. This file decides when a line counts as
 * written.
 *
 * - A file: a batch is either on disk (fdatasync) or not in the file at all. Each write first cuts off a partial line that a full
 *   disk, a crash or a kill has left. A lock on the file keeps two generations of httpd from cutting at the same time.
 * - A program: a line counts once the program has read it; log.c then waits for a second, in which the program must stay alive. A
 *   line that is still in the pipe does not count, because it would be lost with the pipe. A write of at most PIPE_BUF
 *   bytes enters a pipe whole or not at all, and no line is longer (names have up to 2 KiB, ids and tokens up to 300
 *   bytes). So a killed process leaves no partial line in the pipe. */
#include "collab_private.h"
#include "dispatch/eventlog/log.h"

#include <apr_portable.h>
#include <errno.h>
#include <fcntl.h>
#include <http_log.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "node/health.h"

#define TAIL 8192      /* bytes at the file's end that must contain the start of the last line */
#define FIRST_CHECK 1  /* milliseconds until the next check whether the program has read all; doubled after each check */
#define LAST_CHECK 100 /* milliseconds between two checks after the doubling has ended */
#define PATIENCE apr_time_from_sec(10) /* how long a program may stop reading before that is logged */

bool collab_sink_open(apr_pool_t *pconf, server_rec *s, const collab_log_kind_t *kind, const char *where,
                      collab_log_output_t *output) {
  apr_file_t *file = NULL;
  apr_os_file_t fd;

  *output = (collab_log_output_t){.fd = -1};
  if (*where == '|') {
    output->fd = collab_program_open(pconf, s, kind->directive, where + 1, &output->program);
    return output->fd >= 0;
  }
  /* also for reading: cut_partial_line() reads the last line */
  apr_status_t rv =
      apr_file_open(&file, where, APR_FOPEN_READ | APR_FOPEN_WRITE | APR_FOPEN_APPEND | APR_FOPEN_CREATE | APR_FOPEN_LARGEFILE,
                    APR_FPROT_OS_DEFAULT, pconf);
  if (rv != APR_SUCCESS || apr_os_file_get(&fd, file) != APR_SUCCESS) {
    ap_log_error(APLOG_MARK, APLOG_STARTUP | APLOG_ERR, rv, s, COLLABNO(0682) "%s: cannot open \"%s\"", kind->directive, where);
    return false;
  }
  output->fd = fd;
  return true;
}

void collab_sink_init(collab_sink_t *sink, const collab_log_kind_t *kind, int fd, const server_rec *s, int wake,
                      atomic_bool *stop) {
  struct stat st;

  *sink = (collab_sink_t){.kind = kind, .fd = fd, .s = s, .wake = wake, .stop = stop};
  sink->file = !fstat(fd, &st) && S_ISREG(st.st_mode);
  if (!sink->file) {
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
  }
}

void collab_sink_wait(collab_sink_t *sink, short events, int milliseconds) {
  struct pollfd fds[2] = {{sink->wake, POLLIN, 0}, {sink->fd, events, 0}};
  uint64_t hints;

  if (poll(fds, events ? 2 : 1, milliseconds) > 0 && fds[0].revents) {
    ssize_t ignored = read(sink->wake, &hints, sizeof hints);
    (void)ignored;
  }
}

/* ---- a file ---- */

/* Locks the file. A dispatcher may have lost the channel without knowing it. The lock keeps this dispatcher and its successor
 * from cutting off each other's lines. */
static void lock(const collab_sink_t *sink, short type) {
  struct flock all = {.l_type = type, .l_whence = SEEK_SET};
  while (fcntl(sink->fd, F_SETLKW, &all) && errno == EINTR) {
  }
}

/* Cuts off an incomplete last line. Returns the size of the file, or -1. */
static off_t cut_partial_line(const collab_sink_t *sink) {
  char tail[TAIL];
  struct stat st;

  if (fstat(sink->fd, &st)) {
    return -1;
  }
  off_t from = st.st_size > TAIL ? st.st_size - TAIL : 0;
  ssize_t n = pread(sink->fd, tail, (size_t)(st.st_size - from), from);
  if (n != st.st_size - from) {
    return -1;
  }
  if (n == 0 || tail[n - 1] == '\n') {
    return st.st_size;
  }
  const char *end = memrchr(tail, '\n', (size_t)n);
  if (!end && from > 0) { /* longer than any line of ours: another program wrote it, so it stays */
    return write(sink->fd, "\n", 1) == 1 ? st.st_size + 1 : -1;
  }
  off_t size = from + (end ? end - tail + 1 : 0);
  return ftruncate(sink->fd, size) ? -1 : size;
}

static bool write_all(const collab_sink_t *sink, const char *data, apr_size_t len) {
  while (len > 0) {
    ssize_t n = write(sink->fd, data, len);
    if (n < 0 && errno != EINTR) {
      return false;
    }
    data += n > 0 ? n : 0;
    len -= n > 0 ? (apr_size_t)n : 0;
  }
  return true;
}

static apr_size_t write_file(const collab_sink_t *sink, const char *data, apr_size_t len, const char **error) {
  lock(sink, F_WRLCK);
  off_t size = cut_partial_line(sink);
  bool fine = size >= 0 && write_all(sink, data, len) && !fdatasync(sink->fd);
  if (!fine) {
    *error = strerror(errno);
    if (size >= 0) {
      int ignored = ftruncate(sink->fd, size); /* if this fails, the next write cuts off the partial line */
      (void)ignored;
    }
  }
  lock(sink, F_UNLCK);
  return fine ? len : 0;
}

/* ---- a program or a device ---- */

/* The number of leading bytes that are whole lines and fit into PIPE_BUF; PIPE_BUF if the first line is longer. */
static apr_size_t whole_lines(const char *data, apr_size_t len) {
  if (len <= PIPE_BUF) {
    return len;
  }
  const char *end = memrchr(data, '\n', PIPE_BUF);
  return end ? (apr_size_t)(end - data) + 1 : PIPE_BUF;
}

/* Logs once that the program does not read, and raises the alarm. Logs once that the program reads again, and ends the alarm. */
static void note_stall(collab_sink_t *sink, apr_time_t since) {
  bool stalls = since && collab_time_clock() - since > PATIENCE;

  if (stalls && !sink->stalls) {
    ap_log_error(APLOG_MARK, COLLAB_HEALTH_LEVEL(sink->kind->alarm), 0, sink->s,
                 COLLABNO(0683) "%s: the program does not read; %s wait for it in the database", sink->kind->directive,
                 sink->kind->content);
    char text[100];
    apr_snprintf(text, sizeof text, "the program of %s does not read, and %s wait for it", sink->kind->directive,
                 sink->kind->content);
    collab_alarm_set(sink->kind->alarm, text);
    sink->stalls = true;
  } else if (!since && sink->stalls) {
    ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, sink->s, COLLABNO(0684) "%s: the program reads again", sink->kind->directive);
    collab_alarm_set(sink->kind->alarm, NULL);
    sink->stalls = false;
  }
}

/* The number of bytes in the pipe that the program has not read; 0 for a device. */
static apr_size_t unread(const collab_sink_t *sink) {
  int n = 0;
  return ioctl(sink->fd, FIONREAD, &n) || n < 0 ? 0 : (apr_size_t)n;
}

/* Waits until the program has read everything, or the thread must end. */
static void await_reader(collab_sink_t *sink, apr_time_t since) {
  int look = FIRST_CHECK;
  for (apr_size_t left, before = 0; !*sink->stop && (left = unread(sink)) > 0; before = left) {
    since = left < before ? collab_time_clock() : since;
    note_stall(sink, since);
    collab_sink_wait(sink, 0, look);
    look = look < LAST_CHECK ? 2 * look : LAST_CHECK;
  }
}

static apr_size_t write_stream(collab_sink_t *sink, const char *data, apr_size_t len, const char **error) {
  apr_size_t sent = 0;
  apr_time_t since = collab_time_clock();

  while (sent < len && !*sink->stop) {
    ssize_t n = write(sink->fd, data + sent, whole_lines(data + sent, len - sent));
    if (n > 0) {
      sent += (apr_size_t)n;
      since = collab_time_clock();
    } else if (n < 0 && errno == EAGAIN) {
      note_stall(sink, since);
      collab_sink_wait(sink, POLLOUT, 1000);
    } else if (n == 0 || errno != EINTR) {
      *error = n ? strerror(errno) : "nothing was written";
      break;
    }
  }
  if (!*error) {
    await_reader(sink, since);
  }
  apr_size_t left = unread(sink);
  if (left == 0 && sent > 0) {
    note_stall(sink, 0);
  }
  sent -= left < sent ? left : sent;
  const char *end = sent ? memrchr(data, '\n', sent) : NULL;
  return end ? (apr_size_t)(end - data) + 1 : 0;
}

apr_size_t collab_sink_write(collab_sink_t *sink, const char *data, apr_size_t len, const char **error) {
  *error = NULL;
  return sink->file ? write_file(sink, data, len, error) : write_stream(sink, data, len, error);
}
