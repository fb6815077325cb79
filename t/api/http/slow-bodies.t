# t/api/http/slow-bodies.t: a request body that does not arrive in time gets 408, and an unwanted body delays no answer
# interface.md 18.3
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Server;
use Collab::Wire;

# A server on the suite's database and keys, with a time limit of 1 s for JSON bodies, and 3 s for each byte of an upload.
# mod_reqtimeout's limit of 2 s is not used: this server itself measures how long a body takes.
my $x = exchange();
my $server = Collab::Server->start("$ENV{COLLAB_TEST_DIR}/slow$$", body_timeout => 2, api_dsn => $ENV{COLLAB_TEST_DSN} =~ s/collab_owner/collab_api/r,
  dispatch_dsn => 'host=/nowhere', extra => "CollabBaseURL $ENV{COLLAB_TEST_URL}\nCollabDispatcher Off\nCollabBodyTimeout 1\nTimeout 3\nCollabClientWait company=100 all=100\n");
my $token = $x->submitter->token;

# Sends a request with one byte of its body.
my $half = sub {
  my ($row, $length) = @_;
  (my $path = $row->{template}) =~ s/\{token\}/$x->token/e;
  my $socket = wire_socket($server->url);
  my $type = $row->{name} eq 'attachment_create' ? 'multipart/form-data; boundary=b' : $row->{name} eq 'token' ? 'application/x-www-form-urlencoded' : 'application/json';
  my $sent = "$row->{method} $path HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer $token\r\nContent-Type: $type\r\n$length\r\n{";
  print $socket $sent;
  return [$row->{name}, $socket, $sent];
};
my @rows = grep { grep { $_ == 408 } @{ $_->{statuses} } } routes();
ok @rows > 8, 'over eight operations take a body';

subtest 'a body that stops gets 408' => sub {
  for my $open (map { $half->($_, "Content-Length: 100\r\n") } @rows) {
    my ($name, $socket, $sent) = @$open;
    my $answer = read_answer($socket, $sent) or fail("$name: no answer"), next;
    $answer->fails(408, undef, "$name: 408");
  }
};

subtest 'a trailer that stops delays no refusal' => sub {
  my $sent = 'POST ' . $x->notes . " HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX: ";
  my $socket = wire_socket($server->url);
  print $socket $sent;
  my $answer = read_answer($socket, $sent, timeout => 2.5);
  $answer ? $answer->fails(401) : fail 'no answer within 2.5 s';
};

subtest 'a chunk that stops gets 408' => sub {
  my $socket = wire_socket($server->url);
  my $sent = 'POST ' . $x->notes . " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer $token\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{";
  print $socket $sent;
  my $answer = read_answer($socket, $sent);
  $answer ? $answer->fails(408) : fail 'no answer';
};

# A server on the suite's database and keys, with other directives.
my $beside = sub {
  my ($name, $extra) = @_;
  return Collab::Server->start("$ENV{COLLAB_TEST_DIR}/$name$$", api_dsn => $ENV{COLLAB_TEST_DSN} =~ s/collab_owner/collab_api/r,
    dispatch_dsn => 'host=/nowhere', extra => "CollabBaseURL $ENV{COLLAB_TEST_URL}\nCollabDispatcher Off\n$extra");
};

# Sends a piece each 0.1 s until an answer comes. Returns the number of pieces; undef: no answer after 150 pieces.
my $trickle = sub {
  my ($socket, $piece) = @_;
  my $select = IO::Select->new($socket);
  local $SIG{PIPE} = 'IGNORE';
  for my $count (1 .. 150) { print $socket $piece; return $count if $select->can_read(0.1) }
  return undef;
};

subtest 'a body that trickles in must be complete within CollabBodyTimeout' => sub {
  my $short = $beside->('trickle', "CollabBodyTimeout 1\n");
  my $path = $x->notes;
  for my $case (['with a length', "Content-Length: 100000\r\n", ' '], ['in chunks', "Transfer-Encoding: chunked\r\n", "1\r\n \r\n"],
    ['in the header of a chunk', "Transfer-Encoding: chunked\r\n", '0'], ['in the trailer', "Transfer-Encoding: chunked\r\n", 'a', "2\r\n{}\r\n0\r\nX: "]) {
    my ($what, $header, $piece, $first) = @$case;
    my $socket = wire_socket($short->url);
    my $sent = "POST $path HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer $token\r\nContent-Type: application/json\r\n$header\r\n";
    print $socket $sent, $first // '';
    my $pieces = $trickle->($socket, $piece) or fail("$what: no answer"), next;
    my $answer = read_answer($socket, $sent) or fail("$what: no answer"), next;
    $answer->fails(408, undef, "$what: 408 after $pieces pieces");
  }
  $x->submitter->at($short)->post($path, a_note())->ok('a complete body is served');
  my $patient = $beside->('patient', "RequestReadTimeout body=1\n");
  my $pieces = 0;
  my $slow = sub { return $pieces++ < 3 ? do { select undef, undef, undef, 0.6; substr '{"summary":"s","description":"d","priority":"LOW"}', 17 * ($pieces - 1), 17 } : undef };
  $x->submitter->at($patient)->post($path, $slow)->ok('a slow body is served when it is complete in time, whatever mod_reqtimeout says');
};

subtest "an upload's trailer must be complete within Timeout, also without a lowest rate" => sub {
  my $off = $beside->('off', "CollabClientWait rate=Off\nTimeout 2\n");
  my $form = qq(--b\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\nx\r\n--b--\r\n);
  my $sent = 'POST ' . $x->path . "/attachments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer $token\r\nContent-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked\r\n\r\n";
  my $socket = wire_socket($off->url);
  print $socket $sent, sprintf("%x\r\n%s\r\n0\r\nX: ", length $form, $form);
  my $pieces = $trickle->($socket, 'a') or fail('no answer'), return;
  read_answer($socket, $sent)->fails(408, undef, "408 after $pieces pieces");
};

subtest 'no answer waits for an unwanted body' => sub {
  my $some = $beside->('unread', "<Location /s>\nSetHandler collab-status\nRequire all granted\n</Location>\n<Location /m>\nSetHandler collab-metrics\nRequire all granted\n</Location>\n"
    . "<Location /v2/closed>\nAuthMerging Off\nRequire all denied\n</Location>\n<Location /s/closed>\nRequire all denied\n</Location>\n");
  my $etag = $x->submitter->at($some)->get('/v1/me')->header('etag');
  for my $case ([200, 'GET /health/live'], [200, 'OPTIONS /v1/login'], [401, 'POST /v1/collaboration-requests'], [404, 'POST /nope'], [405, 'POST /v1/me'],
    [304, 'GET /v1/me', "Authorization: Bearer $token\r\nIf-None-Match: $etag\r\n"], [200, 'GET /v1/collaboration-requests', "Authorization: Bearer $token\r\n"],
    [403, 'GET /v2/closed'], [417, 'GET /health/live', "Expect: wonders\r\n"], [200, 'GET /s'], [405, 'POST /s'], [403, 'GET /s/closed'], [200, 'GET /m']) {
    my ($status, $line, $more) = (@$case, '');
    for my $body (['no byte of 900,000', "Content-Length: 900000\r\n", ''], ['a trickle', "Content-Length: 100000000\r\n", 'x' x 70],
      ['a trickle of chunks', "Transfer-Encoding: chunked\r\n", "10\r\n" . 'x' x 16 . "\r\n"]) {
      my ($what, $header, $piece) = @$body;
      my $socket = wire_socket($some->url);
      my $sent = "$line HTTP/1.1\r\nHost: x\r\n$more$header\r\n";
      print $socket $sent;
      $trickle->($socket, $piece) or fail("$line, $what: no answer"), next;
      local $SIG{PIPE} = 'IGNORE';
      print $socket $piece;
      my $answer = read_answer($socket, $sent) or fail("$line, $what: no answer"), next;
      is $answer->status . ' ' . ($answer->header('connection') // ''), "$status close", "$line, $what: $status";
    }
  }
};

subtest 'a small unwanted body leaves the connection open' => sub {
  for my $body ("Content-Length: 2\r\n\r\n{}", "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n") {
    for my $case ([200, 'GET /health/live'], [200, 'OPTIONS /v1/login'], [401, 'POST /v1/collaboration-requests'], [404, 'GET /nope'], [405, 'POST /v1/me']) {
      my ($status, $line) = @$case;
      my $socket = wire_socket($server->url);
      for my $time (1, 2) {
        print $socket my $sent = "$line HTTP/1.1\r\nHost: x\r\n$body";
        my $answer = read_answer($socket, $sent) or fail("$line: no answer"), last;
        is $answer->status, $status, "$line, time $time on a connection";
      }
    }
  }
  my $socket = wire_socket($server->url);
  print $socket my $sent = "GET /health/live HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n";
  is read_answer($socket, $sent)->header('connection'), 'close', 'an unwanted body gets no 100 Continue';
};

subtest 'over HTTP/2, a body that does not arrive gets 408, too' => sub {
  my $h2 = $beside->('h2', "CollabBodyTimeout 1\nTimeout 60\nLoadModule http2_module $ENV{COLLAB_LIBEXECDIR}/mod_http2.so\nProtocols h2c http/1.1\n");
  my $frame = sub { my ($type, $flags, $stream, $bytes) = @_; return substr(pack('N', length $bytes), 1) . pack('CCN', $type, $flags, $stream) . $bytes };
  my $text = sub { my $rest = length($_[0]) - 127; return ($rest < 0 ? chr length $_[0] : "\x7f" . ($rest < 128 ? chr $rest : chr($rest % 128 + 128) . chr int $rest / 128)) . $_[0] };
  my $begin = sub {
    my ($path) = @_;
    my $socket = wire_socket($h2->url);
    print $socket "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", $frame->(4, 0, 0, ''), $frame->(1, 4, 1, join '', map { "\0" . $text->($_->[0]) . $text->($_->[1]) }
      [':method', 'POST'], [':scheme', 'http'], [':path', $path // $x->notes], [':authority', 'x'], ['authorization', "Bearer $token"], ['content-type', 'application/json']);
    return $socket;
  };
  my $logged = sub { open my $in, '<', $h2->dir . '/trace_log' or return 0; return scalar grep { /^408 POST/ } <$in> };
  local $SIG{PIPE} = 'IGNORE';
  my $socket = $begin->();
  ok +(wait_for { print $socket $frame->(0, 0, 1, ' '); $logged->() == 1 } 15), 'a body that trickles in gets 408';
  $socket = $begin->();
  print $socket $frame->(0, 0, 1, ' ');
  ok +(wait_for { $logged->() == 2 } 15), 'a body that stops gets 408';
  $socket = $begin->('/v1/login');
  print $socket $frame->(0, 0, 1, '{');
  ok +(wait_for { $logged->() == 3 } 15), 'the body of a login that stops gets 408';
  is run('curl', '-s', '--http2-prior-knowledge', '-m', 30, '-w', '%{http_code} %{http_version}', '-o', '/dev/null', '-H', "Authorization: Bearer $token",
    '-H', 'Content-Type: application/json', '-d', '{"summary":"s","description":"d","priority":"LOW"}', $h2->url . $x->notes), '200 2', 'a complete body is served';
};

subtest 'clients that leave early do no harm' => sub {
  for my $row (@rows) { my $open = $half->($row, "Content-Length: 100\r\n"); close $open->[1] }
  $x->submitter->at($server)->get($x->path)->ok('another client is served');
  is $x->submitter->get($x->path)->ok->{status}, 'OPEN';
};

done_testing;
