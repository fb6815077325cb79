/* tls.c: the receiver's TLS, good and bad. */
#include <openssl/err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "wire.h"

#define SECRET 32 /* bytes, with SHA-256 */

enum { GOOD, EXPIRED, OTHER_NAME, CLIENT_CERTIFICATE, IDENTITIES, ALERT, CLOSED, SILENT, GARBAGE };

static SSL_CTX *contexts[IDENTITIES];

/* clang-format off */
static const choice_t handshakes[] = {
  {GOOD, 880}, {EXPIRED, 12}, {OTHER_NAME, 12}, {CLIENT_CERTIFICATE, 12}, {ALERT, 24}, {CLOSED, 24}, {SILENT, 4}, {GARBAGE, 12}, {0}
};
/* clang-format on */

/* OpenSSL calls it with each secret of a connection; keeps that of the server's data in SERVER. */
static void on_secret(const SSL *ssl, const char *text) {
  static const char head[] = "SERVER_TRAFFIC_SECRET_0 ";
  unsigned char *secret = SSL_get_app_data(ssl);
  const char *hex = strncmp(text, head, strlen(head)) ? NULL : strrchr(text, ' ') + 1;

  for (int i = 0; secret && hex && i < SECRET; i++) {
    unsigned byte = 0;
    sscanf(hex + 2 * i, "%2x", &byte);
    secret[i] = (unsigned char)byte;
  }
}

static SSL_CTX *identity(const char *folder, const char *name) {
  char crt[512], key[512];
  SSL_CTX *context = SSL_CTX_new(TLS_server_method());

  snprintf(crt, sizeof crt, "%s/%s.crt", folder, name);
  snprintf(key, sizeof key, "%s/%s.key", folder, name);
  if (!context || SSL_CTX_use_certificate_file(context, crt, SSL_FILETYPE_PEM) != 1 ||
      SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1) {
    ERR_print_errors_fp(stderr);
    return NULL;
  }
  SSL_CTX_set_options(context, SSL_OP_IGNORE_UNEXPECTED_EOF);
  SSL_CTX_set_keylog_callback(context, on_secret);
  return context;
}

bool tls_open(const char *folder) {
  contexts[GOOD] = identity(folder, "good");
  contexts[EXPIRED] = identity(folder, "expired");
  contexts[OTHER_NAME] = identity(folder, "other");
  contexts[CLIENT_CERTIFICATE] = identity(folder, "good");
  for (int i = 0; i < IDENTITIES; i++) {
    if (!contexts[i]) {
      return false;
    }
  }
  SSL_CTX_set_verify(contexts[CLIENT_CERTIFICATE], SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, NULL);
  return true;
}

/* What comes instead of a handshake, after the client's hello. */
static void no_handshake(line_t *line, int how) {
  static const unsigned char codes[] = {10, 20, 40, 42, 47, 49, 70, 71, 80, 86, 112, 116};
  char hello[4096];

  if (!wait_line(line, 2000) || recv(line->fd, hello, sizeof hello, 0) <= 0 || how == CLOSED) {
    return;
  }
  if (how == SILENT) {
    linger(line, PATIENCE);
  } else if (how == GARBAGE) {
    says(line, "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
  } else {
    unsigned char alert[] = {21, 3, 3, 0, 2, once_in(&line->chance, 5) ? 1 : 2, codes[below(&line->chance, sizeof codes)]};
    say(line, alert, sizeof alert);
    if (once_in(&line->chance, 3)) {
      linger(line, 500);
    }
  }
}

/* Draws the version, the tickets and who writes the records. */
static void set_up(line_t *line, SSL *ssl, manner_t manner, unsigned char *secret) {
  if (manner == TLS_TAME) {
    return;
  }
  if (manner == TLS_BY_HAND || once_in(&line->chance, 6)) {
    SSL_set_num_tickets(ssl, 0);
    SSL_set_ciphersuites(ssl, "TLS_AES_128_GCM_SHA256");
    SSL_set_app_data(ssl, secret);
    return;
  }
  if (once_in(&line->chance, 3)) {
    SSL_set_max_proto_version(ssl, TLS1_2_VERSION);
  }
  SSL_set_num_tickets(ssl, below(&line->chance, 4));
}

bool tls_begin(line_t *line, manner_t manner) {
  int how = manner != TLS_WILD ? GOOD : choose(&line->chance, handshakes);
  unsigned char secret[SECRET] = "";

  if (how >= IDENTITIES) {
    no_handshake(line, how);
    return false;
  }
  SSL *ssl = SSL_new(contexts[how]);
  if (!ssl || !SSL_set_fd(ssl, line->fd)) {
    exit(1);
  }
  set_up(line, ssl, manner, secret);
  if (SSL_accept(ssl) != 1) {
    SSL_free(ssl);
    ERR_clear_error();
    return false;
  }
  line->ssl = ssl;
  if (SSL_get_app_data(ssl) && SSL_version(ssl) == TLS1_3_VERSION) {
    line->records = records_new(secret);
  }
  SSL_set_app_data(ssl, NULL);
  return true;
}

bool tls_ticket(line_t *line) {
  if (line->records) {
    return records_noise(line, NOISE_TICKET, 0);
  }
  return SSL_version(line->ssl) == TLS1_3_VERSION && SSL_new_session_ticket(line->ssl) == 1 && SSL_do_handshake(line->ssl) == 1;
}

bool tls_new_key(line_t *line) {
  return !line->records && SSL_version(line->ssl) == TLS1_3_VERSION &&
         SSL_key_update(line->ssl, SSL_KEY_UPDATE_NOT_REQUESTED) == 1 && SSL_do_handshake(line->ssl) == 1;
}

bool tls_noise(line_t *line) {
  unsigned kind = below(&line->chance, 3), most = once_in(&line->chance, 20) ? 2000 : between(&line->chance, 1, 8);

  if (!line->ssl || SSL_version(line->ssl) != TLS1_3_VERSION) {
    return true;
  }
  ledger_line(now_us(), "noise", "%lu", line->id);
  for (unsigned i = 0; i < most; i++) {
    if (line->records ? !records_noise(line, (noise_t)kind, once_in(&line->chance, 3) ? below(&line->chance, 16000) : 0)
                      : !(kind == 0 || (kind == 2 && i % 2) ? tls_ticket(line) : tls_new_key(line))) {
      return false;
    }
  }
  return true;
}
