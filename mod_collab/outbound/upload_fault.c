/* upload_fault.c: the texts of failed transfers to storages.
 *
 * A storage's answer has a status. A transfer without an answer has libcurl's code, and behind CollabOutboundProxy the proxy's
 * answer to CONNECT: what the proxy refuses is not the storage's fault. */
#include "outbound/upload_fault.h"

#include <apr_lib.h>
#include <apr_strings.h>
#include <string.h>
#include <strings.h>

#define SCHEME_MAX 30 /* characters of the name of an authentication scheme */

/* ---- the storage's answer ---- */

/* Does a challenge name the scheme Basic, as its first word or after a comma? */
static bool offers_basic(const char *challenges) {
  static const char basic[] = "Basic";

  for (const char *at = challenges; at; at = strchr(at, ',')) {
    at += strspn(at, ", \t");
    if (!strncasecmp(at, basic, strlen(basic)) && !apr_isalnum(at[strlen(basic)]) && at[strlen(basic)] != '=') {
      return true;
    }
  }
  return false;
}

/* The first scheme that the storage demands, if it does not accept Basic; NULL: it accepts Basic, or names no scheme. */
static const char *foreign_scheme(apr_pool_t *pool, CURL *easy) {
  const char *first = NULL;
  struct curl_header *header;

  for (size_t i = 0; curl_easy_header(easy, "WWW-Authenticate", i, CURLH_HEADER, -1, &header) == CURLHE_OK; i++) {
    apr_size_t len = 0;
    while (len < SCHEME_MAX && (apr_isalnum(header->value[len]) || header->value[len] == '-')) {
      len++;
    }
    if (offers_basic(header->value)) {
      return NULL;
    }
    first = first || len == 0 ? first : apr_pstrmemdup(pool, header->value, len);
  }
  return first;
}

const char *collab_upload_status_fault(apr_pool_t *pool, CURL *easy, long status) {
  const char *scheme = status == 401 ? foreign_scheme(pool, easy) : NULL;
  const char *what = status == 401 || status == 403   ? "refuses the credentials"
                     : status == 404 || status == 409 ? "refuses the file: is the folder there?"
                     : status == 411                  ? "does not take chunked uploads"
                     : status == 413 || status == 507 ? "has no room for the file"
                     : status < 200                   ? "gave a malformed answer"
                     : status < 400                   ? "sends the file elsewhere"
                                                      : "refuses the file";

  if (scheme) {
    what = apr_pstrcat(pool, "demands ", scheme, " authentication, which is not supported: let it accept Basic", NULL);
  }
  return apr_psprintf(pool, "the storage %s (HTTP %ld)", what, status);
}

/* ---- no answer ---- */

/* The fault of the operator's proxy; text NULL: the proxy has opened the tunnel, did not answer in time, or there is none. */
static collab_upload_fault_t proxy_fault(apr_pool_t *pool, const collab_transport_t *transport, CURLcode code) {
  collab_upload_fault_t fault = {.lasting = true};
  curl_off_t connected = 0;
  long answer = 0;

  curl_easy_getinfo(transport->easy, CURLINFO_CONNECT_TIME_T, &connected);
  curl_easy_getinfo(transport->easy, CURLINFO_HTTP_CONNECTCODE, &answer);
  if (!transport->rules->proxy || transport->requests > 0 || answer / 100 == 2) {
    return fault;
  }
  if (answer == 0) {
    fault.local = connected == 0 || code != CURLE_OPERATION_TIMEDOUT;
    fault.text = fault.local ? "the proxy of this service does not work" : NULL;
    return fault;
  }
  fault.local = answer == 407;
  fault.text = fault.local
                   ? "the proxy of this service demands a login (HTTP 407)"
                   : apr_psprintf(pool, "the proxy of this service did not connect to the storage: it answered HTTP %ld", answer);
  return fault;
}

const char *collab_upload_refusal(apr_pool_t *pool, const collab_transport_t *transport) {
  return apr_psprintf(pool, "the storage's address may not be called (%s)", transport->refused);
}

collab_upload_fault_t collab_upload_transfer_fault(apr_pool_t *pool, const collab_transport_t *transport, CURLcode code,
                                                   int patience) {
  collab_upload_fault_t fault = proxy_fault(pool, transport, code);

  if (fault.text) {
    return fault;
  }
  switch (code) {
  case CURLE_COULDNT_RESOLVE_HOST:
    fault.text = "the storage's name is not known";
    break;
  case CURLE_COULDNT_CONNECT:
    fault.text =
        transport->refused && !*transport->address ? collab_upload_refusal(pool, transport) : "the storage cannot be reached";
    break;
  case CURLE_OPERATION_TIMEDOUT:
    fault.text = apr_psprintf(pool, "the storage could not be reached within %d seconds", patience);
    break;
  case CURLE_PEER_FAILED_VERIFICATION:
  case CURLE_SSL_CACERT_BADFILE:
    fault.text = "the storage's certificate is not trusted";
    break;
  case CURLE_SSL_CONNECT_ERROR:
    fault.text = "the TLS handshake with the storage failed";
    break;
  case CURLE_SEND_ERROR:
  case CURLE_RECV_ERROR:
  case CURLE_GOT_NOTHING:
  case CURLE_PARTIAL_FILE:
    fault.lasting = false;
    fault.text = COLLAB_UPLOAD_BROKEN_OFF;
    break;
  default:
    fault.lasting = false;
    fault.text = "the transfer failed";
  }
  return fault;
}
