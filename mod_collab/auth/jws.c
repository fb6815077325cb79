/* jws.c: verifies compact JWS, and signs them with an EdDSA key (auth/jws.h).
 *
 * Owns the keys. When a key is loaded, the content of its file fixes the key's algorithm. A token's header must name this
 * algorithm, and cannot choose another. This rules out "none" and a public key used as an HMAC secret. An own token's payload is
 * parsed only after its signature has been checked. Called by token.c for own tokens, and by bearer.c and jwks.c for other
 * issuers. Must never reveal why a token was refused, nor key bytes. */
#include "auth/jws.h"

#include "auth/token_keys.h"
#include "base/base64.h"
#include "base/digest.h"
#include "base/key_file.h"

#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <string.h>

#define RAW_KEY_MIN 32
#define RSA_BITS_MIN 2048
#define RSA_BITS_MAX 8192 /* limits the cost of verifying a signature, which grows with the square of the bits */
#define ES256_BYTES 64    /* r and s, 32 bytes each (RFC 7518, 3.4) */

/* An algorithm. `sign` signs `len` bytes of `input`; it is NULL if libjwt signs with this algorithm (issue.c), or if this service
 * only verifies with it. `verify` checks a signature. */
typedef struct algorithm_t {
  const char *name;
  bool (*sign)(const collab_jws_key_t *key, const char *input, apr_size_t len, unsigned char *out, apr_size_t *out_len);
  bool (*verify)(const collab_jws_key_t *key, const char *input, apr_size_t len, const unsigned char *signature,
                 apr_size_t signature_len);
} algorithm_t;

struct collab_jws_key_t {
  const algorithm_t *algorithm;
  const char *header; /* the first segment of every token that the key signs */
  const char *raw;    /* the file's content: the secret of HS256, or PEM; NULL: another issuer's key */
  apr_size_t raw_len;
  EVP_PKEY *pair;                /* NULL: HS256 */
  const char *kid;               /* id of a key ring's key; NULL: not of a ring */
  const collab_jws_key_t *older; /* the ring's next key, which only verifies */
};

/* The three segments of a token. */
typedef struct segments_t {
  const char *header, *payload, *signature;
  apr_size_t header_len, payload_len, signature_len;
  apr_size_t signed_len; /* header, dot, payload */
} segments_t;

/* What a header requires of the key: its algorithm and, in a key ring, its id. */
typedef struct wanted_t {
  const char *algorithm;
  const char *kid; /* NULL: any */
} wanted_t;

/* ---------------------------------------------------------------------------------------------- algorithms */

static bool hmac_verify(const collab_jws_key_t *key, const char *input, apr_size_t len, const unsigned char *signature,
                        apr_size_t signature_len) {
  unsigned char right[COLLAB_SHA256_BYTES];

  return collab_digest_hmac(key->raw, key->raw_len, input, len, right) &&
         collab_digest_equal(right, sizeof(right), signature, signature_len);
}

static bool pair_verify(EVP_PKEY *pair, const EVP_MD *digest, const char *input, apr_size_t len, const unsigned char *signature,
                        apr_size_t signature_len) {
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  bool fine = context != NULL && EVP_DigestVerifyInit(context, NULL, digest, NULL, pair) == 1 &&
              EVP_DigestVerify(context, signature, signature_len, (const unsigned char *)input, len) == 1;

  EVP_MD_CTX_free(context);
  return fine;
}

static bool rs256_verify(const collab_jws_key_t *key, const char *input, apr_size_t len, const unsigned char *signature,
                         apr_size_t signature_len) {
  return pair_verify(key->pair, EVP_sha256(), input, len, signature, signature_len);
}

/* RSASSA-PSS with SHA-256 for both hashes, and a salt as long as the hash (RFC 7518, 3.5). */
static bool ps256_verify(const collab_jws_key_t *key, const char *input, apr_size_t len, const unsigned char *signature,
                         apr_size_t signature_len) {
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  EVP_PKEY_CTX *padding = NULL;
  bool fine = context != NULL && EVP_DigestVerifyInit(context, &padding, EVP_sha256(), NULL, key->pair) == 1 &&
              EVP_PKEY_CTX_set_rsa_padding(padding, RSA_PKCS1_PSS_PADDING) == 1 &&
              EVP_PKEY_CTX_set_rsa_mgf1_md(padding, EVP_sha256()) == 1 &&
              EVP_PKEY_CTX_set_rsa_pss_saltlen(padding, RSA_PSS_SALTLEN_DIGEST) == 1 &&
              EVP_DigestVerify(context, signature, signature_len, (const unsigned char *)input, len) == 1;

  EVP_MD_CTX_free(context);
  return fine;
}

/* OpenSSL expects an ECDSA signature in DER; JWS has two numbers of fixed length. */
static bool es256_verify(const collab_jws_key_t *key, const char *input, apr_size_t len, const unsigned char *signature,
                         apr_size_t signature_len) {
  if (signature_len != ES256_BYTES) {
    return false;
  }
  ECDSA_SIG *pair = ECDSA_SIG_new();
  BIGNUM *r = BN_bin2bn(signature, ES256_BYTES / 2, NULL);
  BIGNUM *s = BN_bin2bn(signature + ES256_BYTES / 2, ES256_BYTES / 2, NULL);
  unsigned char *der = NULL;
  int der_len = 0;

  if (pair != NULL && r != NULL && s != NULL && ECDSA_SIG_set0(pair, r, s) == 1) {
    der_len = i2d_ECDSA_SIG(pair, &der); /* `pair` owns the two numbers now */
  } else {
    BN_free(r);
    BN_free(s);
  }
  bool fine = der_len > 0 && pair_verify(key->pair, EVP_sha256(), input, len, der, (apr_size_t)der_len);
  OPENSSL_free(der);
  ECDSA_SIG_free(pair);
  return fine;
}

static bool eddsa_sign(const collab_jws_key_t *key, const char *input, apr_size_t len, unsigned char *out, apr_size_t *out_len) {
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  bool fine = context != NULL && EVP_DigestSignInit(context, NULL, NULL, NULL, key->pair) == 1 &&
              EVP_DigestSign(context, out, out_len, (const unsigned char *)input, len) == 1;

  EVP_MD_CTX_free(context);
  return fine;
}

static bool eddsa_verify(const collab_jws_key_t *key, const char *input, apr_size_t len, const unsigned char *signature,
                         apr_size_t signature_len) {
  return pair_verify(key->pair, NULL, input, len, signature, signature_len);
}

static const algorithm_t hs256 = {"HS256", NULL, hmac_verify};
static const algorithm_t rs256 = {"RS256", NULL, rs256_verify};
static const algorithm_t ps256 = {"PS256", NULL, ps256_verify};
static const algorithm_t es256 = {"ES256", NULL, es256_verify};
static const algorithm_t eddsa = {"EdDSA", eddsa_sign, eddsa_verify};

const char *collab_jws_usual(const char *algorithm) {
  return strcmp(algorithm, "Ed25519") == 0 ? eddsa.name : algorithm;
}

/* ---------------------------------------------------------------------------------------------- keys */

static apr_status_t free_pair(void *pair) {
  EVP_PKEY_free(pair);
  return APR_SUCCESS;
}

/* Without this callback OpenSSL would ask on the terminal. */
static int no_passphrase(char *buffer, int size, int writing, void *context) {
  (void)buffer, (void)size, (void)writing, (void)context;
  return -1;
}

/* The algorithm of a key pair; NULL and *fault if this service accepts no such key. */
static const algorithm_t *algorithm_of(const EVP_PKEY *pair, const char **fault) {
  char group[32] = "";

  if (EVP_PKEY_is_a(pair, "ED25519")) {
    return &eddsa;
  }
  if (EVP_PKEY_is_a(pair, "RSA")) {
    if (EVP_PKEY_get_bits(pair) >= RSA_BITS_MIN && EVP_PKEY_get_bits(pair) <= RSA_BITS_MAX) {
      return &rs256;
    }
    *fault =
        EVP_PKEY_get_bits(pair) < RSA_BITS_MIN ? "the RSA key has fewer than 2048 bits" : "the RSA key has more than 8192 bits";
    return NULL;
  }
  if (EVP_PKEY_is_a(pair, "EC") && EVP_PKEY_get_group_name(pair, group, sizeof(group), NULL) == 1 &&
      strcmp(group, "prime256v1") == 0) {
    return &es256;
  }
  *fault = "the key is neither RSA, nor of the curve P-256, nor Ed25519";
  return NULL;
}

/* Reads the private key of a PEM file. Returns the fault, or NULL. */
static const char *load_pair(apr_pool_t *pool, collab_jws_key_t *key, const char *pem, apr_size_t len) {
  const char *fault = "the PEM file holds no private key without a passphrase";
  BIO *bio = BIO_new_mem_buf(pem, (int)len);

  key->pair = bio != NULL ? PEM_read_bio_PrivateKey(bio, NULL, no_passphrase, NULL) : NULL;
  BIO_free(bio);
  ERR_clear_error(); /* mod_ssl and libcurl share the thread's error queue */
  if (key->pair == NULL) {
    return fault;
  }
  apr_pool_cleanup_register(pool, key->pair, free_pair, apr_pool_cleanup_null);
  key->algorithm = algorithm_of(key->pair, &fault);
  return key->algorithm != NULL ? NULL : fault;
}

/* Makes the header of the tokens that the key signs, with the members in libjwt's order. */
static void make_header(apr_pool_t *pool, collab_jws_key_t *key) {
  collab_json_writer_t *w = collab_json_writer_make(pool, 100);

  collab_write_open(w, NULL, "{");
  collab_write_text(w, "alg", key->algorithm->name);
  collab_write_text_if_any(w, "kid", key->kid);
  collab_write_text(w, "typ", "JWT");
  collab_write_close(w, "}");
  key->header = collab_base64url(pool, w->text, w->len);
}

/* Reads a key ring: its first key into `key`, the others into the chain that begins at key->older. Returns the fault, or NULL. */
static const char *load_ring(apr_pool_t *pool, collab_jws_key_t *key, const char *text, apr_size_t len) {
  apr_array_header_t *keys = apr_array_make(pool, 4, sizeof(collab_token_key_t));
  const char *fault = collab_token_keys_read(pool, text, len, keys);

  for (int i = 0; !fault && i < keys->nelts; i++) {
    const collab_token_key_t *one = &APR_ARRAY_IDX(keys, i, collab_token_key_t);
    collab_jws_key_t *next = i + 1 < keys->nelts ? apr_pcalloc(pool, sizeof(*key)) : NULL;
    key->algorithm = &hs256;
    key->raw = one->secret;
    key->raw_len = one->len;
    key->kid = apr_itoa(pool, one->id);
    make_header(pool, key);
    key->older = next;
    key = next;
  }
  return fault;
}

const collab_jws_key_t *collab_jws_key_load(apr_pool_t *pool, const char *path, const char **error) {
  collab_jws_key_t *key = apr_pcalloc(pool, sizeof(*key));
  const char *fault = NULL;

  key->raw = collab_key_file_read(pool, path, &key->raw_len, error);
  if (key->raw == NULL) {
    return NULL;
  }
  if (strstr(key->raw, "-----BEGIN ") != NULL) {
    fault = load_pair(pool, key, key->raw, key->raw_len);
  } else if (collab_token_keys_are(key->raw)) {
    fault = load_ring(pool, key, key->raw, key->raw_len);
  } else if (key->raw_len < RAW_KEY_MIN) {
    fault = "the key has fewer than 32 bytes";
  } else {
    key->algorithm = &hs256;
  }
  if (fault != NULL) {
    *error = apr_pstrcat(pool, path, ": ", fault, NULL);
    return NULL;
  }
  if (key->header == NULL) {
    make_header(pool, key);
  }
  return key;
}

void collab_jws_key_child_init(const collab_jws_key_t *key, apr_pool_t *pchild) {
  if (key != NULL && key->pair != NULL) {
    apr_pool_cleanup_register(pchild, key->pair, free_pair, apr_pool_cleanup_null);
  }
}

const collab_jws_key_t *collab_jws_key_public(apr_pool_t *pool, EVP_PKEY *pair, const char *algorithm, const char **error) {
  collab_jws_key_t *key = apr_pcalloc(pool, sizeof(*key));

  key->pair = pair;
  key->algorithm = algorithm_of(pair, error);
  if (key->algorithm == &rs256 && algorithm != NULL && strcmp(algorithm, ps256.name) == 0) {
    key->algorithm = &ps256;
  }
  if (key->algorithm != NULL && algorithm != NULL && strcmp(collab_jws_usual(algorithm), key->algorithm->name) != 0) {
    *error = "alg does not fit the key";
    key->algorithm = NULL;
  }
  if (key->algorithm == NULL) {
    EVP_PKEY_free(pair);
    return NULL;
  }
  apr_pool_cleanup_register(pool, pair, free_pair, apr_pool_cleanup_null);
  return key;
}

const collab_jws_key_t *collab_jws_key_share(apr_pool_t *pool, const collab_jws_key_t *key) {
  const collab_jws_key_t *shared = apr_pmemdup(pool, key, sizeof(*key));

  if (EVP_PKEY_up_ref(shared->pair) != 1) {
    return NULL;
  }
  apr_pool_cleanup_register(pool, shared->pair, free_pair, apr_pool_cleanup_null);
  return shared;
}

bool collab_jws_key_equals(const collab_jws_key_t *a, const collab_jws_key_t *b) {
  bool equal = a->algorithm == b->algorithm && EVP_PKEY_eq(a->pair, b->pair) == 1;

  ERR_clear_error();
  return equal;
}

const char *collab_jws_algorithm(const collab_jws_key_t *key) {
  return key->algorithm->name;
}

/* ---------------------------------------------------------------------------------------------- tokens */

const char *collab_jws_secret(const collab_jws_key_t *key, apr_size_t *len) {
  *len = key->raw_len;
  return key->raw;
}

const char *collab_jws_sign(apr_pool_t *pool, const collab_jws_key_t *key, const char *payload) {
  if (key->algorithm->sign == NULL || key->header == NULL) {
    return NULL;
  }
  const char *input = apr_pstrcat(pool, key->header, ".", collab_base64url(pool, payload, strlen(payload)), NULL);
  apr_size_t len = (apr_size_t)EVP_PKEY_get_size(key->pair);
  unsigned char *signature = apr_palloc(pool, len);

  if (!key->algorithm->sign(key, input, strlen(input), signature, &len)) {
    ERR_clear_error();
    return NULL;
  }
  return apr_pstrcat(pool, input, ".", collab_base64url(pool, signature, len), NULL);
}

/* Finds the three segments; false if there are more or fewer, or the token is too long. */
static bool split(const char *token, segments_t *segments) {
  apr_size_t len = strnlen(token, COLLAB_TOKEN_MAX + 1);
  const char *first = memchr(token, '.', len);
  const char *end = token + len;

  if (len > COLLAB_TOKEN_MAX || first == NULL) {
    return false;
  }
  const char *second = memchr(first + 1, '.', (apr_size_t)(end - first - 1));
  if (second == NULL || memchr(second + 1, '.', (apr_size_t)(end - second - 1)) != NULL) {
    return false;
  }
  *segments = (segments_t){
      .header = token,
      .header_len = (apr_size_t)(first - token),
      .payload = first + 1,
      .payload_len = (apr_size_t)(second - first - 1),
      .signature = second + 1,
      .signature_len = (apr_size_t)(end - second - 1),
      .signed_len = (apr_size_t)(second - token),
  };
  return true;
}

/* Decodes a segment and parses it as a JSON object; NULL if it is not one. */
static const collab_json_t *object_of(apr_pool_t *pool, const char *segment, apr_size_t segment_len) {
  const char *error;
  apr_size_t len;
  const unsigned char *text = collab_unbase64url(pool, segment, segment_len, &len);
  const collab_json_t *value = text != NULL ? collab_json_parse(pool, (const char *)text, len, &error) : NULL;

  return collab_json_kind(value) == COLLAB_JSON_OBJECT ? value : NULL;
}

/* Reads a member of the header; *word is NULL if the member is missing. False if the member is not a string. */
static bool read_word(const collab_json_t *header, const char *name, const char **word) {
  const collab_json_t *value = collab_json_get(header, name);

  *word = collab_json_string(value);
  return value == NULL || *word != NULL;
}

/* Does the header have a member that changes the token's meaning? `crit` lists extensions that a reader must understand (RFC
 * 7515, 4.1.11); `b64` changes what is signed (RFC 7797). A token with such a member is refused, whatever the member's value. */
static bool has_extensions(const collab_json_t *header) {
  return collab_json_get(header, "crit") != NULL || collab_json_get(header, "b64") != NULL;
}

bool collab_jws_read(apr_pool_t *pool, const char *token, collab_jws_unverified_t *unverified) {
  segments_t segments;

  if (!split(token, &segments)) {
    return false;
  }
  const collab_json_t *header = object_of(pool, segments.header, segments.header_len);
  if (header == NULL || has_extensions(header) || !read_word(header, "alg", &unverified->algorithm) ||
      unverified->algorithm == NULL || !read_word(header, "kid", &unverified->kid) ||
      !read_word(header, "typ", &unverified->type)) {
    return false;
  }
  unverified->algorithm = collab_jws_usual(unverified->algorithm);
  unverified->claims = object_of(pool, segments.payload, segments.payload_len);
  return unverified->claims != NULL;
}

static bool has_own_header(const collab_jws_key_t *key, const segments_t *segments) {
  return key->header != NULL && collab_digest_equal(segments->header, segments->header_len, key->header, strlen(key->header));
}

/* The ring's key whose tokens have this first segment; NULL: none. */
static const collab_jws_key_t *owner_of(const collab_jws_key_t *key, const segments_t *segments) {
  while (key && !has_own_header(key, segments)) {
    key = key->older;
  }
  return key;
}

bool collab_jws_looks_own(const collab_jws_key_t *key, const char *token) {
  segments_t segments;

  return split(token, &segments) && owner_of(key, &segments) != NULL;
}

const char *collab_jws_kid(const collab_jws_key_t *key) {
  return key->kid;
}

/* Reads what a header requires of the key. False: no key can match. */
static bool read_wanted(apr_pool_t *pool, const segments_t *segments, wanted_t *wanted) {
  const collab_json_t *header = object_of(pool, segments->header, segments->header_len);

  wanted->algorithm = collab_json_string(collab_json_get(header, "alg"));
  return wanted->algorithm != NULL && !has_extensions(header) && read_word(header, "kid", &wanted->kid);
}

static bool is_wanted(const collab_jws_key_t *key, const wanted_t *wanted) {
  return strcmp(collab_jws_usual(wanted->algorithm), key->algorithm->name) == 0 &&
         (key->kid == NULL || wanted->kid == NULL || strcmp(wanted->kid, key->kid) == 0);
}

/* Verifies a token's signature. If `key` begins a ring, a token without a kid is older than the ring, and any key of the
 * ring may have signed it. */
static bool is_signed(apr_pool_t *pool, const collab_jws_key_t *key, const char *token, segments_t *segments) {
  wanted_t wanted = {NULL, NULL};
  bool right = false;
  apr_size_t len;

  if (!split(token, segments)) {
    return false;
  }
  const unsigned char *signature = collab_unbase64url(pool, segments->signature, segments->signature_len, &len);
  const collab_jws_key_t *owner = owner_of(key, segments);
  if (signature == NULL || (owner == NULL && !read_wanted(pool, segments, &wanted))) {
    return false;
  }
  for (const collab_jws_key_t *each = owner ? owner : key; each && !right; each = owner ? NULL : each->older) {
    right = (owner || is_wanted(each, &wanted)) && each->algorithm->verify(each, token, segments->signed_len, signature, len);
  }
  if (!right) {
    ERR_clear_error();
  }
  return right;
}

bool collab_jws_signed(apr_pool_t *pool, const collab_jws_key_t *key, const char *token) {
  segments_t segments;

  return is_signed(pool, key, token, &segments);
}

const collab_json_t *collab_jws_verify(apr_pool_t *pool, const collab_jws_key_t *key, const char *token) {
  segments_t segments;

  return is_signed(pool, key, token, &segments) ? object_of(pool, segments.payload, segments.payload_len) : NULL;
}
