/* wire.h: a receiver of webhooks that misbehaves at random (t/dispatch/outbound/wire-fuzz.t). receiver.c explains the program. */
#ifndef WIRE_H
#define WIRE_H

#include <openssl/ssl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ROOM 16384     /* bytes of a request that are read at most */
#define PATIENCE 20000 /* milliseconds that a connection waits for its peer */

/* ---- chance.c: random numbers that a seed repeats ---- */

typedef struct chance_t {
  uint64_t state;
} chance_t;

/* Rows of a table of choices. The last row has the weight 0. */
typedef struct choice_t {
  int value;
  unsigned weight;
} choice_t;

/* The chance of one thing: of a connection or a request. It depends on the seed, the name and the number alone. Any thread. */
chance_t chance_of(const char *name, unsigned long number);
/* A number from 0 to n - 1. */
unsigned below(chance_t *chance, unsigned n);
/* A number from least to most. */
unsigned between(chance_t *chance, unsigned least, unsigned most);
/* True once in n times. */
bool once_in(chance_t *chance, unsigned n);
/* The value of a row, chosen by weight. */
int choose(chance_t *chance, const choice_t *choices);
extern uint64_t wire_seed;

/* ---- ledger.c: what was received and written, a line for each ---- */

/* Microseconds since the epoch. */
long long now_us(void);
/* Opens the file; NULL: there is no ledger. False: it cannot be opened. */
bool ledger_open(const char *path);
/* Writes a line "TIME KIND words". Any thread. */
void ledger_line(long long at, const char *kind, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* How many requests with this name have come, this one included. Any thread. */
unsigned long ledger_count(const char *name);

/* ---- doors: the ports that the program listens on ---- */

typedef enum door_kind_t { DOOR_WILD, DOOR_TAME, DOOR_TOKEN, DOOR_PROXY, DOOR_FLOOD } door_kind_t;

typedef struct door_t {
  const char *name, *address;
  door_kind_t kind;
  bool secure;
  int port, fd, flood;
  unsigned long connections;
} door_t;

/* The door with this port; NULL: none. */
const door_t *door_at(int port);

/* ---- line.c: a connection ---- */

typedef struct records_t records_t;

typedef struct line_t {
  const door_t *door;
  unsigned long id; /* unique in the ledger */
  int fd;
  SSL *ssl;           /* NULL: no TLS */
  records_t *records; /* not NULL: writes go through records.c */
  chance_t chance;
  char data[ROOM + 1]; /* bytes of the request that were read */
  size_t len;
  unsigned served; /* requests answered */
  long long came;  /* when the next request's first byte came, if it came before anybody would read it; 0 otherwise */
  bool stuck;      /* a part of a request was left unread: no other request can be read */
} line_t;

/* Writes all bytes. False: the peer has gone, or takes nothing for five seconds. */
bool say(line_t *line, const void *bytes, size_t len);
bool says(line_t *line, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Waits until there is something to read, or the peer has closed. False: the time is over, or the program ends. */
bool wait_line(const line_t *line, int milliseconds);
/* Waits until the peer has closed, and reads what it sends. */
void linger(line_t *line, int milliseconds);
/* Reads or only looks at what is there, up to the room left; the same as read(2), without waiting. */
int take(line_t *line, char *to, size_t room, bool look);
/* A pause that the end of the program cuts short. */
void rest(int milliseconds);
/* The next close sends a reset. */
void reset_line(const line_t *line);
/* True when the program shall end. Any thread. */
bool ending(void);

/* ---- tls.c ---- */

/* Reads NAME.crt and NAME.key of the folder, for good, expired and other. False: with a message. */
bool tls_open(const char *folder);
typedef enum manner_t { TLS_TAME, TLS_WILD, TLS_BY_HAND } manner_t;

/* The handshake. False: the connection is over. TLS_BY_HAND: a good one, after which records.c writes. */
bool tls_begin(line_t *line, manner_t manner);
/* Records without content, tickets or changes of keys, as many as drawn. */
bool tls_noise(line_t *line);
/* One more ticket. False: it cannot be sent. */
bool tls_ticket(line_t *line);
/* A change of the keys. False: it cannot be sent. */
bool tls_new_key(line_t *line);

/* ---- records.c: TLS 1.3 records written by hand ---- */

typedef enum noise_t { NOISE_EMPTY, NOISE_TICKET, NOISE_ALERT } noise_t;

/* A writer with the server's traffic secret of 32 bytes. */
records_t *records_new(const unsigned char *secret);
void records_free(records_t *records);
bool records_say(line_t *line, const void *bytes, size_t len);
/* A fatal alert. */
bool records_alert(line_t *line, unsigned char code);
/* Up to 128 records that carry no data, each with so much padding (at most 16000 bytes). */
bool records_noise(line_t *line, noise_t noise, size_t padding);

/* ---- request.c ---- */

typedef struct request_t {
  line_t *line;
  chance_t chance;
  long long first_byte;
  char event[64]; /* X-Service-Delivery; "-": none */
  char path[128];
  unsigned long nth; /* of this event */
} request_t;

/* Reads the request that has begun to arrive, in whole or in part. False: none came. */
bool request_read(line_t *line, request_t *request);

/* ---- answer.c, token.c, proxy.c, flood.c: each returns false when the connection is over ---- */

bool answer(request_t *request);
bool answer_token(request_t *request);
/* Answers CONNECT; then the connection leads to the door that it asked for. */
bool answer_proxy(line_t *line);

/* A flood of this kind, until the peer closes or `most` bytes are written. */
bool flood(line_t *line, int kind, size_t most);
/* The kind with this name; -1: none. */
int flood_named(const char *name);
/* The status that it writes; 0: none. */
int flood_status(int kind);
int flood_drawn(chance_t *chance);

#endif
