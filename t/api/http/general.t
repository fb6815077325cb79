# t/api/http/general.t: rules that every operation follows: methods, media types, JSON, sizes, parameters, forms of errors
# interface.md 2.1 to 2.14, 3.1 and 5.1 to 5.7
use lib qw(t/lib lab/lib);
use Collab::Form;
use Collab::Server;
use Collab::Test;
use Collab::Wire;
use Compress::Zlib ();

my $x = exchange();
my $user = $x->submitter;
my $token = $user->token;
my $authorization = "Host: x\r\nAuthorization: Bearer $token\r\n";
my $notes = $x->notes;

# Fills in the captures of a path template.
my $real = sub { my ($template) = @_; return $template =~ s/\{token\}/$x->token/er =~ s/\{searchTerm\}/zz/r =~ s/\{\w*[iI]d\}/1/r };

subtest 'a known path with another method gets 405 and Allow' => sub {
  my %methods;
  my %public = map { $_->{template} => 1 } grep { $_->{who} eq 'public' } routes();
  for my $row (routes()) { $methods{ $row->{template} }{ $row->{method} } = 1 }
  for my $template (sort grep { !$methods{$_}{'*'} } keys %methods) {
    my %known = %{ $methods{$template} };
    my $path = $real->($template);
    my $allow = join ', ', sort keys %known, $known{GET} ? 'HEAD' : (), 'OPTIONS';
    my $in_order = sub { return join ', ', sort split /\s*,\s*/, $_[0] // '' };
    for my $method (grep { !$known{$_} } qw(GET POST PUT PATCH DELETE PROPFIND)) {
      my $answer = $user->request($method, $path);
      $answer->fails(405, undef, "$method $template: 405");
      is $in_order->($answer->header('allow')), $allow, "$method $template: Allow";
    }
    my $options = nobody->request('OPTIONS', $path);
    is $options->status, 200, "OPTIONS $template without a token";
    is $in_order->($options->header('allow')), $allow, "OPTIONS $template: Allow";
    is $options->header('accept-patch'), $known{PATCH} ? 'application/merge-patch+json, application/json' : undef, "OPTIONS $template: Accept-Patch if it takes PATCH";
    is nobody->head($path)->status, $known{GET} ? 401 : 405, "HEAD $template" unless $public{$template};
  }
  $user->request('BREW', $notes)->fails(501, undef, 'an unknown method');
};

# exists_path: whether an operation has this path.
my @templates = map { my $like = join '[^/]+', map { quotemeta } split /\{\w+\}/, $_->{template}, -1; qr/^$like\z/ } routes();
sub exists_path { my ($path) = @_; return scalar grep { $path =~ $_ } @templates }

subtest 'an unknown path gets 404 with a hint' => sub {
  my $says = qr{^There is nothing at this path: \Q$ENV{COLLAB_TEST_URL}\E/docs lists the paths of this service\.$};
  my @none = ('/', '/v1', '/v1/', '/v1/mex', '/index.html', '/..%2f..%2fetc/passwd', '/v1/collaboration-requests//notes');
  for my $path (map { $real->($_->{template}) } routes()) {      # paths that differ a little from existing ones
    push @none, "$path/", "$path%2F", "$path//", "$path/nothing", "/nothing$path", $path =~ s{^/\K(\w+)}{\U$1}r, $path =~ s{^/v\d}{/v0}r;
  }
  my %unique = map { $_ => 1 } grep { !exists_path($_) } @none;
  cmp_ok scalar keys %unique, '>', 200, 'over 200 paths are tried';
  for my $path (sort keys %unique) {
    my $slash = $path =~ m{^(.+)/$} && exists_path($1);
    $user->get($path)->fails(404, $slash ? qr/: leave out the slash at its end\.$/ : $path =~ m{//} ? undef : $says, "$path: 404");
  }
  nobody->request('OPTIONS', '/v1/mex')->fails(404);
  $user->get('/v1/mex', headers => { accept => 'application/problem+json' })->is_problem(404, 'no-route');
};

subtest 'a JSON body may be application/json or untyped, and nothing else' => sub {
  my $body = '{"summary":"s","description":"d","priority":"LOW"}';
  for my $type ('application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json;x=y',
    'application/json ; charset="UTF-8"') {
    $user->post($notes, $body, type => $type)->is_status(200, $type);
  }
  for my $type ('text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'application/merge-patch+json', 'application/jsonx',
    'json', 'application/', '*/*', 'multipart/form-data; boundary=x') {
    $user->post($notes, $body, type => $type)->fails(415, undef, "$type: 415");
  }
  my $length = length $body;
  is wire("POST $notes HTTP/1.1\r\n${authorization}Content-Length: $length\r\n\r\n$body")->status, 200, 'no Content-Type';
  is wire("POST $notes HTTP/1.1\r\n${authorization}Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n" .
    join('', map { sprintf "%x\r\n%s\r\n", length, $_ } $body =~ /.{1,7}/g) . "0\r\n\r\n")->status, 200, 'JSON in chunks';
  $user->get('/v1/me', headers => { accept => $_ })->is_status(200, "Accept: $_") for 'text/html', 'image/png;q=1', '*/*;q=0', 'rubbish';
};

subtest 'malformed or ambiguous JSON is 400' => sub {
  my %wrong = (
    'nothing' => '', 'blanks' => '  ', 'half' => '{"summary":', 'two values' => '{} {}', 'a trailing comma' => '{"summary":"x",}',
      'single quotes' => "{'summary':1}",
    'a byte order mark' => "\xef\xbb\xbf{}", 'a name twice' => '{"summary":"a","summary":"b","description":"","priority":"LOW"}',
      'bad UTF-8' => "{\"summary\":\"\xff\"}",
    'overlong UTF-8' => "{\"summary\":\"\xc0\xaf\"}", 'an encoded surrogate' => "{\"summary\":\"\xed\xa0\x80\"}",
      'a lone surrogate' => '{"summary":"\ud800"}',
    'a NUL' => '{"summary":"a\u0000b"}', 'a raw NUL' => "{\"summary\":\"a\0b\"}", 'a raw control' => "{\"summary\":\"a\tb\"}",
      'NaN' => '{"summary":NaN}', 'a comment' => '{/**/}',
    'a NUL in an unknown member' => '{"summary":"s","description":"d","priority":"LOW","x":"\u0000"}',
      'a name twice, deep' => '{"summary":"s","description":"d","priority":"LOW","x":{"a":1,"a":2}}',
    'depth 33' => '{"summary":"s","description":"d","priority":"LOW","x":' . '[' x 32 . ']' x 32 . '}', 'depth 100000' => '[' x 100_000,
  );
  for my $what (sort keys %wrong) {
    my $error = $user->post($notes, $wrong{$what})->fails(400, undef, "$what: 400");
    ok !exists $error->{validationErrors}, '… without validationErrors' if $what !~ /nothing|blanks/;
  }
  $user->post($notes, '{"summary":"s","description":"d","priority":"LOW","x":' . '[' x 31 . ']' x 31 . '}')->ok('depth 32');
  for my $body ('[]', '"x"', '1', 'null', 'true') { $user->post($notes, $body)->is_status(400, "$body is not an object") }
  is $user->post($notes, '{"summary":"\ud83d\ude00\u00e9\/","description":"\"","priority":"LOW"}')->ok->{summary}, "😀é/", 'escapes are decoded';
  $user->post($notes, '{"summary":', headers => { accept => 'application/problem+json' })->is_problem(400, 'malformed');
};

subtest 'unknown members are checked and skipped, and known values have a limit' => sub {
  my $note = '"summary":"s","description":"d","priority":"LOW"';
  my $many = sub { my ($end, $times) = @_; return '[{"a":1}' . ',{"a":1}' x ($times // 200_000 / 2) . $end };
  $user->post($notes, "{\"x\":" . $many->(']') . ",$note}")->ok('100,000 unknown objects');
  my $says = sub { my ($end, $times) = @_; return $user->post($notes, "{\"x\":\n" . $many->($end, $times) . ",$note}")->fails(400)->{message} =~ s/column \d+//r };
  for my $end (',]', ',{"a":1,"a":2}]', ',{"a":1,"\u0061":2}]', ',"\u0000"]', ',"\ud800"]', ",\"\xff\"]", ",\"\xc3\"]", ",\"\n\"]", ',01]', ',tru]', ' 1]', '}', ',' . '[' x 32, ',"') {
    is $says->($end, 600), $says->($end, 1), ($end =~ s{[^ -~]}{?}gr) . ': the same error as in a small body';
  }
  $user->post($notes, "{\"x\":" . $many->(']', 600) . ",$note,\"x\":1}")->fails(400, qr/duplicate object key/);
  my %request = (%{ $x->a_request }, customFields => [map { { fieldId => $_, value => 'v' } } 1 .. 1000]);
  $user->post('/v1/collaboration-requests', \%request)->fails(413, qr/the members that this operation knows have at most 1715 values/);
  $request{customFields} = [map { { fieldId => $_, value => 'v' } } 1 .. 501];
  $user->post('/v1/collaboration-requests', \%request)->invalid('customFields');
  my $y = $x->another;
  my $patch = "{\"internalCaseNumber\":\"C\",\"unknown\":" . $many->(']', 65_000) . '}';
  is $user->patch($y->path, $patch)->ok->{submitterCaseNumber}, 'C', 'an unknown member of 520 KB in a PATCH, whose known member counts';
};

subtest 'a body with a Content-Encoding is 415' => sub {
  my $body = '{"summary":"s","description":"d","priority":"LOW"}';
  my $encoded = "\x1f\x8b\x08\0\0\0\0\0";
  my $post = sub { my ($with, $encoding) = @_; return $user->post($notes, $with, headers => { 'content-encoding' => $encoding }) };
  for my $coding ('gzip', 'br', 'GZIP, identity') {
    for my $with ($encoded, $body, '') {
      my $answer = $post->($with, $coding);
      $answer->fails(415, qr/: its Content-Encoding is not supported, send it without one\.$/, "$coding: 415");
      is $answer->header('accept-encoding'), 'identity', '… and the codings that are accepted (RFC 9110, 15.5.16)';
    }
  }
  $post->($encoded, 'identity')->fails(400);
  $post->($body, $_)->ok($_ || 'an empty value') for 'Identity', 'identity, identity', '';
  my $closure = sub { my ($with) = @_; return $user->request('POST', $x->another->closure, %$with, headers => { 'content-encoding' => 'gzip' }) };
  $closure->({ body => '{}' })->fails(415, undef, 'also where a body is optional');
  $closure->({})->ok('an absent body has no encoding');
  is wire("POST $notes HTTP/1.1\r\n${authorization}Content-Encoding: gzip\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n\r\n")->status, 415, 'before the body is asked for';
};

subtest 'a body that a filter of the server decodes is no longer encoded' => sub {
  my $server = Collab::Server->start("$ENV{COLLAB_TEST_DIR}/inflates$$", api_dsn => $ENV{COLLAB_TEST_DSN} =~ s/user=\S+/user=collab_api/r, dispatch_dsn => 'host=/nowhere',
    extra => "CollabBaseURL $ENV{COLLAB_TEST_URL}\nCollabDispatcher Off\nLoadModule filter_module $ENV{COLLAB_LIBEXECDIR}/mod_filter.so\nLoadModule deflate_module $ENV{COLLAB_LIBEXECDIR}/mod_deflate.so\nSetInputFilter DEFLATE\n");
  my $here = $user->at($server);
  my $packed = Compress::Zlib::memGzip('{"summary":"packed","description":"d","priority":"LOW"}');
  is $here->post($notes, $packed, headers => { 'content-encoding' => 'gzip' })->ok->{summary}, 'packed';
  $here->post($notes, $packed, headers => { 'content-encoding' => 'br' })->fails(415, undef, 'a coding that the filter does not know');
  my ($form, %option) = a_form([files => 'packed.txt', 'a']);
  my $upload = sub { my ($body, $coding) = @_; return $here->request('POST', $x->path . '/attachments', body => $body, %option, headers => { 'content-encoding' => $coding }) };
  is $upload->(Compress::Zlib::memGzip($form), 'gzip')->ok->[0]{fileName}, 'packed.txt', 'an upload';
  $upload->($form, 'br')->fails(415);
};

subtest 'an ignored member of 1 MB costs the database less than 40 ms of processor time' => sub {
  my $server = Collab::Server->start("$ENV{COLLAB_TEST_DIR}/ignored$$", api_dsn => $ENV{COLLAB_TEST_DSN} =~ s/user=\S+/user=collab_api application_name=ignored$$/r,
    dispatch_dsn => 'host=/nowhere', extra => "CollabBaseURL $ENV{COLLAB_TEST_URL}\nCollabDispatcher Off\n");
  my $here = $user->at($server);
  my $spent = sub {       # milliseconds of processor time that this server's sessions have used in the database
    my $ticks = 0;
    for my $pid (@{ owner()->selectcol_arrayref('select pid from pg_stat_activity where application_name = ?', undef, "ignored$$") }) {
      open my $in, '<', "/proc/$pid/stat" or next;
      my @stat = split ' ', (<$in> // '') =~ s/.*\) //r;
      $ticks += ($stat[11] // 0) + ($stat[12] // 0);
    }
    return 10 * $ticks;
  };
  my %body = (%{ $x->a_request }, submitterContactDetails => { name => 'n', unknown => 1 });
  my $long = JSON::XS->new->utf8->encode(\%body) =~ s/\}\z/',"unknown":[' . '1,' x 130_000 . '"' . 'x' x 700_000 . '"]}'/er;
  my $five = sub { my $before = $spent->(); $here->post('/v1/collaboration-requests', $long)->ok for 1 .. 5; return $spent->() - $before };
  my ($cost) = sort { $a <=> $b } map { $five->() } 1 .. 3;
  cmp_ok $cost, '<', 200, "$cost ms for five times 1 MB of an unknown member";
  cmp_ok $spent->(), '>', 0, 'the processor time is measured';
};

subtest 'an error is a ProblemDetail when Accept names its type' => sub {
  my $get = sub { return nobody->get('/v1/me', headers => { accept => $_[0] }) };
  $get->($_)->is_problem(401, 'unauthenticated')
    for 'application/problem+json', 'text/html, application/problem+json;q=0.1', 'APPLICATION/PROBLEM+JSON',
      'application/json, application/problem+json', 'application/problem+json; q=1.0';
  $get->($_)->fails(401) for 'application/json', '*/*', 'application/*', 'application/problem+json;q=0',
    'application/problem+json; q=0.000', 'application/problem', 'xapplication/problem+json';
  my $problem = $user->post($notes, {}, headers => { accept => 'application/problem+json' })->is_problem(400, 'invalid');
  is_deeply [sort map { $_->{field} } @{ $problem->{validationErrors} }], [qw(description priority summary)];
  $user->request('PUT', $notes, headers => { accept => 'application/problem+json' })->is_problem(405, 'method');
  $user->post($notes, 'x', type => 'text/plain', headers => { accept => 'application/problem+json' })->is_problem(415, 'media-type');
  $user->post($notes, ' ' x 1_100_000, headers => { accept => 'application/problem+json' })->is_problem(413, 'too-large');
};

subtest 'checks come in order: route, method, token, type, size, JSON, members, existence, role, state' => sub {
  my $big = 'x' x 1_100_000;
  nobody->post('/v1/nothing', $big, type => 'text/plain')->is_status(404, 'the route is checked before the token');
  nobody->put($notes, $big, type => 'text/plain')->fails(405);
  nobody->post($notes, $big, type => 'text/plain')->fails(401);
  $user->post($notes, $big, type => 'text/plain')->fails(415);
  $user->post($notes, $big)->fails(413);
  $user->post($notes, '{')->fails(400);
  $x->stranger->post($notes, {})->invalid(qw(summary description priority));
  my $y = $x->another->in('CLOSED');
  $y->stranger->post($y->approval, an_approval())->fails(404, undef, 'existence is checked before the role');
  $y->submitter->post($y->approval, an_approval())->fails(403, undef, 'the role is checked before the state');
};

subtest 'a body may have 1 MiB, that of a login 16 KiB' => sub {
  my $fill = 1024 * 1024 - length '{"summary":"s","description":"d","priority":"LOW"}';
  my $body = '{"summary":"s","description":"d","priority":"LOW"' . ' ' x $fill . '}';
  $user->post($notes, $body)->ok('1 MiB');
  $user->post($notes, "$body ")->fails(413);
  my $login = sub { my ($length) = @_; return nobody->post('/v1/login', '{"username":"x"' . ' ' x ($length - 16) . '}') };
  $login->(16 * 1024)->invalid('password');
  $login->(16 * 1024 + 1)->fails(413, undef, 'a login of 16 KiB and a byte');
  my $piecemeal = wire("POST /v1/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" . sprintf("%x\r\n%s\r\n", 1024, ' ' x 1024) x 17);
  $piecemeal ? $piecemeal->fails(413, undef, '… in chunks, before the last one') : fail 'in chunks: no answer';
  my $chunk = ' ' x 65536;
  my $answer = wire("POST $notes HTTP/1.1\r\n${authorization}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n" . sprintf("%x\r\n%s\r\n", length $chunk, $chunk) x 20 . "0\r\n\r\n");
  $answer->fails(413, undef, '1.25 MiB in chunks');
  $answer = wire("POST $notes HTTP/1.1\r\n${authorization}Content-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n");
  $answer->fails(413, undef, 'a large Content-Length, before a byte of the body');
  $answer = wire("POST $notes HTTP/1.1\r\n${authorization}Content-Type: application/json\r\nContent-Length: 5000000\r\nExpect: 100-continue\r\n\r\n");
  $answer->fails(413, undef, '… with Expect: 100-continue, instead of 100');
};

subtest 'every operation that takes a body checks its type and size' => sub {
  my $big = ' ' x 1_100_000;
  for my $row (grep { grep { $_ == 415 } @{ $_->{statuses} } } routes()) {
    my $path = $real->($row->{template});
    my $types = $row->{name} eq 'attachment_create' ? 'multipart/form-data with a boundary'
      : $row->{name} eq 'token'                     ? 'application/x-www-form-urlencoded'
      : $row->{method} eq 'PATCH'                   ? 'application/merge-patch+json or application/json'
      :                                               'application/json';
    $user->request($row->{method}, $path, body => '{}', type => 'text/plain')->fails(415, qr{: send Content-Type: \Q$types\E\.$}, "$row->{name}: 415 names $types");
    next if $row->{name} eq 'attachment_create';      # takes no JSON; t/api/requests/uploads.t tests its limits
    $user->request($row->{method}, $path, body => $big, type => $row->{name} eq 'token' ? $types : 'application/json')->fails(413, undef, "$row->{name}: 413");
  }
};

subtest 'errors of httpd\'s core are JSON, too' => sub {
  my $is = sub {
    my ($what, $status, $bytes, %o) = @_;
    my $answer = wire($bytes, %o) or return fail "$what: no answer";
    my @status = ref $status ? @$status : $status;
    ok +(grep { $_ == $answer->status } @status), "$what: @status" or diag $answer->status;
    $answer->fails($answer->status, undef, "$what: as an ErrorResponse");
  };
  $is->('a bad escape', 400, "GET /v1/partners/%zz HTTP/1.1\r\n$authorization\r\n");
  $is->('an id without digits', 400, "GET /v2/webhooks/x HTTP/1.1\r\n$authorization\r\n");
  $is->('an encoded NUL', [400, 404], "GET /v1/partners/a%00 HTTP/1.1\r\n$authorization\r\n");
  $is->('a header too long', [400, 431], "GET /v1/me HTTP/1.1\r\n${authorization}X-Long: " . 'x' x 20000 . "\r\n\r\n");
  $is->('too many headers', [400, 431], "GET /v1/me HTTP/1.1\r\n$authorization" . join('', map { "X-$_: 1\r\n" } 1 .. 200) . "\r\n");
  my $asked = wire("GET /v1/me HTTP/1.1\r\nAccept: application/problem+json\r\n${authorization}X-Long: " . 'x' x 20000 . "\r\n\r\n");
  is +($asked->header('content-type') // '') . ' ' . $asked->status, 'application/problem+json 431', 'a header too long, behind an Accept that asks for a ProblemDetail';
  $is->('a header too long, before such an Accept', 431, "GET /v1/me HTTP/1.1\r\n${authorization}X-Long: " . 'x' x 20000 . "\r\nAccept: application/problem+json\r\n\r\n");
  $is->('a request line too long', 414, 'GET /v1/partners/' . 'x' x 9000 . " HTTP/1.1\r\n$authorization\r\n");
  $is->('no Host', 400, "GET /v1/me HTTP/1.1\r\n\r\n");
  $is->('two lengths', 400, "POST $notes HTTP/1.1\r\n${authorization}Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx");
  $is->('a length that is not a number', 400, "POST $notes HTTP/1.1\r\n${authorization}Content-Length: x\r\n\r\n");
  $is->('a bad chunk', 400, "POST $notes HTTP/1.1\r\n${authorization}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n");
  $is->('an unknown transfer coding', [400, 501], "POST $notes HTTP/1.1\r\n${authorization}Transfer-Encoding: rot13\r\n\r\n");
  $is->('TRACE', 405, "TRACE /v1/me HTTP/1.1\r\n$authorization\r\n");
  $is->('an unknown expectation', 417, "POST $notes HTTP/1.1\r\n${authorization}Expect: wonders\r\nContent-Length: 0\r\n\r\n");
  $is->('a header without a colon', 400, "GET /v1/me HTTP/1.1\r\n${authorization}rubbish\r\n\r\n");
  $is->('a version that is not a number', [400, 505], "GET /v1/me HTTP/one\r\n$authorization\r\n");
  $is->('version 0.5', [400, 505], "GET /v1/me HTTP/0.5\r\n$authorization\r\n");
  $is->('CONNECT', [400, 405], "CONNECT /v1/me HTTP/1.1\r\n$authorization\r\n");
  is wire("GET /v1/me HTTP/1.0\r\nAuthorization: Bearer $token\r\n\r\n")->status, 200, 'HTTP/1.0 is served';
  my $long = wire("GET /v1/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " . 'x' x 12000 . "\r\n\r\n");
  $long->fails(401, undef, 'a token of 12,000 characters reaches the module');
};

subtest 'a Transfer-Encoding other than chunked is refused before the body is read, and ends the connection' => sub {
  my $begun = sub { my ($coding) = @_; return wire("POST $notes HTTP/1.1\r\n${authorization}Content-Type: application/json\r\n$coding\r\n\r\n") };
  my %status = ('chunked, chunked' => 400, 'chunked,CHUNKED' => 400, "chunked\r\nTransfer-Encoding: chunked" => 400,
    'gzip, chunked' => 501, 'identity, chunked' => 501, 'chunked;q=1, chunked' => 501);
  for my $coding (sort keys %status) {
    my $answer = $begun->("Transfer-Encoding: $coding") or fail("$coding: no answer"), next;
    $answer->fails($status{$coding}, undef, "$coding: $status{$coding}");
    is $answer->header('connection'), 'close', '… and the connection ends';
  }
  my $get = wire("GET /v1/me HTTP/1.1\r\n${authorization}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n");
  $get->fails(501, undef, 'a GET is refused, too');
  my $body = '{"summary":"s","description":"d","priority":"LOW"}';
  my $chunk = sprintf "%x\r\n%s\r\n0\r\n\r\n", length $body, $body;
  wire("POST $notes HTTP/1.1\r\n${authorization}Transfer-Encoding: CHUNKED\r\n\r\n$chunk")->ok('CHUNKED means chunked');
  my $old = wire("POST $notes HTTP/1.0\r\n${authorization}Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n$chunk");
  $old->fails(400, undef, 'HTTP/1.0 has no Transfer-Encoding');
  is $old->header('connection'), 'close', '… and the connection ends';
};

subtest 'HTTP/2 or newer is refused on a connection that is not HTTP/2' => sub {
  for my $version ('HTTP/2.0', 'HTTP/3.7', 'HTTP/9.9') {
    my $answer = wire("GET /v1/me $version\r\n$authorization\r\n") or fail("$version: no answer"), next;
    $answer->fails(505, undef, "$version: 505");
  }
  wire("GET /v1/me HTTP/1.7\r\n$authorization\r\n")->ok('HTTP/1.7 is served');
};

# The names of the fields in an answer's validationErrors.
my $named = sub { my ($answer) = @_; return map { $_->{field} } @{ $answer->fails(400)->{validationErrors} || [] } };

subtest 'every operation refuses a parameter with a NUL or bad UTF-8, known or not' => sub {
  for my $row (grep { $_->{method} ne '*' && $_->{name} ne 'token' } routes()) {      # t/auth/token-endpoint.t: its errors list no fields
    my $path = $real->($row->{template});
    my %body = $row->{method} =~ /^P/ && $row->{name} ne 'attachment_create' ? (body => '{}', type => 'application/json') : ();
    my $call = sub { return $user->request($row->{method}, "$path?$_[0]", %body) };
    ok +(grep { $_ eq 'unheardOf' } $named->($call->("unheardOf=$_"))), "$row->{name}: unheardOf=$_" for 'a%00', '%FF';
    ok +(grep { $_ eq '%00' } $named->($call->('%00=1'))), "$row->{name}: %00=1";
  }
};

subtest 'the name of a parameter that cannot be decoded is shown' => sub {
  $user->get("/v2/collaboration-requests?$_=1")->invalid($_) for '%zz', '%00', 'a%FF';
};

subtest 'an empty parameter counts as not given' => sub {
  my $list = '/v2/collaboration-requests';
  my $all = $user->get($list)->ok;
  my @known = qw(type status internalCaseNumber page size includeRemovedNotes);
  is_deeply $user->get("$list?$_=")->ok, $all, "$_=" for @known;
  is_deeply $user->get("$list?$_")->ok, $all, "$_ without =" for @known;
  is_deeply $user->get("$list/list?$_=")->ok, $user->get("$list/list")->ok, "$_=" for qw(type status internalCaseNumber updatedAfter createdAfter);
  ok !exists $user->get("$list?$_")->ok->{totalElements}, "$_: begins the list by cursor" for 'cursor=', 'cursor';
  $user->get("/v1/partners/search?$_")->invalid('query') for 'query=', 'query', '';
  $user->get('/v1/partners/search?query=disks&limit=')->ok;
};

subtest 'a parameter that is given twice is refused, also when one of the two is empty' => sub {
  $user->get("/v2/collaboration-requests?$_")->invalid('status') for 'status=OPEN&status=', 'status=&status=OPEN', 'status&status=OPEN', 'status=&status=';
  $user->get('/v2/collaboration-requests?cursor=&cursor=')->invalid('cursor');
  $user->get('/v1/me?x=1&x=2')->ok('an unknown parameter may be repeated');
};

subtest 'the error says that a number has a fraction or an exponent' => sub {
  my $says = sub { my ($id) = @_; return $user->post('/v1/collaboration-requests', JSON::XS->new->encode($x->a_request) =~ s/"documentId":\K"?\d+"?/$id/r)
    ->invalid('documentId')->[0]{message} };
  like $says->($_), qr/without a fraction or an exponent/, $_ for '1.0', '1e2', '-0.0';
  unlike $says->($_), qr/fraction/, $_ for '0', '"1"', 'true';
};

subtest 'an id below 1 in a path is 404, like any other of no record' => sub {
  my @paths = grep { $_->{template} =~ /\{\w*[iI]d\}/ } routes();
  cmp_ok scalar @paths, '>', 10, 'over ten operations have an id in their path';
  for my $row (@paths) {
    my %body = $row->{method} =~ /^P/ ? (type => 'application/json', body => $row->{name} eq 'webhook_redeliver' ? { since => '2026-01-02T00:00:00Z' } : {}) : ();
    for my $id (0, '00', -1, '-0', '-9' x 30) {
      my $path = $row->{template} =~ s/\{token\}/$x->token/er =~ s/\{\w*[iI]d\}/$id =~ s{(?<=.)-}{}gr/ger;
      $user->request($row->{method}, $path, %body)->fails(404, qr/^There is no such resource\.$/, "$row->{method} $path");
    }
  }
  $user->get("/v2/webhooks/$_")->invalid('id') for 'x', '-', '-x', '+1', '1.0', '9' x 30;
};

subtest 'doubled slashes in a path are one' => sub {
  $user->get($_)->ok for '//v1/me', '/v1//me', '///v1///me';
};

subtest 'paths are decoded once' => sub {
  is $user->get('/v1/%6De')->status, 200, 'an unnecessary escape';
  my %named = map { $_ => company(name => "Once$$ $_") } 'a%2Fb', 'a/b';
  community($user->company, values %named);
  my $found = sub { my ($path) = @_; return [sort map { $_->{label} } @{ $user->get("/v1/partners/Once$$%20$path")->ok }] };
  is_deeply $found->('a%252Fb'), ["Once$$ a%2Fb"], '%252F stands for the text %2F';
  is_deeply $found->('a%2Fb'), ["Once$$ a/b"], '%2F stands for a slash';
  my $encoded = join '', map { sprintf '%%%02X', ord } split //, $x->token;
  is $user->get("/v1/collaboration-requests/$encoded")->status, 200, 'an encoded token';
};

subtest 'a range, a condition and an unknown encoding change nothing' => sub {
  is $user->get('/v1/me', headers => { range => 'bytes=0-1' })->status, 200;
  $user->get('/v1/me', headers => { 'if-modified-since' => 'Sat, 01 Jan 2050 00:00:00 GMT' })->ok;
  $user->get('/v1/me', headers => { 'accept-encoding' => 'rot13' })->ok;
};

done_testing;
