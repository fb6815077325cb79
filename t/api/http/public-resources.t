# t/api/http/public-resources.t: problem types, /docs and health need no token, are complete, and are safe in a browser
# interface.md 5.5 and 20.1 to 20.4
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Server;
use Collab::Wire;

subtest 'every problem type is explained' => sub {
  open my $in, '<', 'mod_collab/domain/outcome.h' or die "outcome.h: $!\n";
  my %status = do { local $/; <$in> =~ /^  OUTCOME\(\w+, "([a-z-]+)", (\d+),/mg };
  cmp_ok scalar(keys %status), '>', 30;
  my %titles;
  for my $code (sort keys %status) {
    my $answer = nobody->get("/problems/$code");
    if ($status{$code} < 400) { $answer->fails(404, undef, "$code is not a problem"); next }
    my $said = $answer->ok("$code: JSON");
    is_deeply [@{$said}{qw(code status)}], [$code, $status{$code}];
    my $page = nobody->get("/problems/$code", headers => { accept => 'text/html,application/xhtml+xml,*/*;q=0.8' });
    is $page->status, 200;
    is $page->header('content-type'), 'text/html; charset=utf-8', "$code: a page for browsers";
    like $page->text, qr/<h1>\Q$said->{title}\E</;
    unlike $page->text . $answer->text, qr/\{service\}/;
    like $said->{$_}, qr/^[A-Z`].{15,}[.\]]$/, "$code: a $_" for qw(cause remedy);
    my $shown = $page->text =~ s/&lt;/</gr =~ s/&gt;/>/gr =~ s/&quot;/"/gr;
    like $shown, qr{<h2>Cause</h2>\n<p>\Q$said->{cause}\E</p>\n<h2>Remedy</h2>\n<p>\Q$said->{remedy}\E</p>}, '… and the page shows both';
    push @{ $titles{ $said->{title} } }, $code;
    like $page->header('vary'), qr{^Accept,\s*Accept-Encoding$};
    $_->is_safe_in_a_browser("$code: " . $_->header('content-type')) for $page, $answer;
  }
  is_deeply [grep { @$_ > 1 } values %titles], [], 'no two problem types have one title';
  my $problem = nobody->get('/v1/me', headers => { accept => 'application/problem+json' })->json;
  is nobody->get($problem->{type} =~ s/^\Q$ENV{COLLAB_TEST_URL}\E//r)->ok->{status}, 401, 'the type of a problem is the URL of its explanation';
  nobody->get('/problems/nothing')->fails(404);
  nobody->get('/problems/%ff')->invalid('code');
};

subtest '/docs shows every operation, record and event' => sub {
  my $answer = nobody->get('/docs');
  is $answer->status, 200, '/docs needs no token';
  is $answer->header('content-type'), 'text/html; charset=utf-8';
  $answer->is_safe_in_a_browser('the page');
  my $page = $answer->text;
  my $description = nobody->get('/openapi.json')->ok;
  my $file = "$ENV{COLLAB_TEST_DIR}/docs$$.html";
  open my $out, '>:raw', $file or die "$file: $!\n";
  print $out $answer->{content};
  close $out;
  my ($status, $said) = output('/usr/bin/python3', '-c', 'import sys, xml.dom.minidom; print(len(xml.dom.minidom.parse(sys.argv[1]).getElementsByTagName("section")))', $file);
  is $status, 0, 'the page is well-formed XML' or diag $said;
  cmp_ok $said, '>', 60, 'the page has over 60 sections';
  unlike $page, qr/<script|<link|<img|\bon\w+=|\ssrc=|url\(|\@import/, 'the page has no script and loads nothing';
  my ($links, $ids) = ({ map { $_ => 1 } $page =~ /href="([^"]*)"/g }, { map { $_ => 1 } $page =~ /\bid="([^"]*)"/g });
  is_deeply [grep { !(/^#(.*)/ ? $ids->{$1} : m{^/(openapi(?:-[23]\.0)?\.json$|docs/postman\.json$|problems/)}) } sort keys %$links], [], 'every link has a target';
  is nobody->get($_)->status, 200, $_ for grep { m{^/} } sort keys %$links;
  my $texts = 0;
  for my $row (routes()) {
    my ($section) = $page =~ m{<section id="\Q$row->{name}\E">(.*?)</section>}s;
    like $section, qr{>$row->{method}</span><code>\Q$row->{template}\E</code>}, "$row->{method} $row->{template}";
    my $limit = $description->{paths}{ $row->{template} }{ lc $row->{method} }{responses}{429};
    my %status = map { $_ => 1 } @{ $row->{statuses} }, $limit->{'$ref'} ? () : 429;      # 429 has another code beside that of any request
    is_deeply [$section =~ m{<tr><td><code>(\d{3})</code>}g], [sort keys %status], '… with its statuses';
    is !!($section =~ /no token/), $row->{who} eq 'public', '… and whether it needs a token';
    my $operation = $description->{paths}{ $row->{template} }{ lc $row->{method} };
    my $text = ($section =~ s{<[^>]*>}{}gr) =~ s/&(?:quot|amp|lt|gt);/{ '&quot;' => '"', '&amp;' => '&', '&lt;' => '<', '&gt;' => '>' }->{$&}/ger;
    my @said = (map({ /^- `[\w-]+`: (.*)/mg } map { $_->{description} // () } values %{ $operation->{responses} }),
      map { ($_->{description} // (), exists $_->{schema}{default} ? 'default ' . (ref $_->{schema}{default} ? $_->{schema}{default} ? 'true' : 'false' : $_->{schema}{default}) : ()) }
        grep { !$_->{'$ref'} } @{ $operation->{parameters} || [] });
    $texts += @said;
    is_deeply [grep { index($text, s/`//gr) < 0 } @said], [], '… and the texts of its statuses, parameters and defaults';
    my $body = $operation->{requestBody}{content}{'application/json'} or next;
    my %used = map { $_ => $body->{schema}{properties}{$_} } grep { keys %{ $body->{schema}{properties}{$_} } > 1 } keys %{ $body->{schema}{properties} };
    is_deeply [grep { index($text, s/`//gr) < 0 } map { $_->{description} // () } values %used], [], '… and the texts of its members that have a use';
    like $section, qr{<code>\Q$_\E</code>}, "… and its member $_" for sort keys %used;
  }
  cmp_ok $texts, '>', 300, 'over 300 texts are compared';
  for my $name (grep { !/^CallbackAuth/ } sort keys %{ $description->{components}{schemas} }) {
    my ($section) = $page =~ m{<section id="record-$name">(.*?)</section>}s;
    like $section, qr{<code>$_</code>}, "$name.$_" for sort keys %{ $description->{components}{schemas}{$name}{properties} };
  }
  ok $links->{"/$_"}, "a link to $_" for qw(openapi.json openapi-3.0.json openapi-2.0.json docs/postman.json);
  like $page, qr{<code>\Q$_\E</code>}, "the event $_" for sort keys %{ $description->{webhooks} };
};

subtest 'every response has the headers that make it safe in a browser' => sub {
  my $x = exchange();
  my $member = $x->submitter;
  my %answer = (
    'a record' => $member->get('/v1/me'), 'a 304' => $member->get('/v1/me', headers => { 'if-none-match' => $member->get('/v1/me')->header('etag') }),
    'a streamed list' => $member->get('/v2/collaboration-requests/list'), 'an error' => nobody->get('/v1/me'), 'no such path' => nobody->get('/nothing'),
    'a method that is not allowed' => nobody->delete('/docs'), 'options' => nobody->request('OPTIONS', '/docs'), 'the description' => nobody->get('/openapi.json'),
    'health' => nobody->get('/health/live'), 'an error of httpd\'s core' => wire("GET /docs HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n"),
    'a 204' => $member->delete('/v2/webhooks/' . $member->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/' })->ok->{id}),
  );
  $answer{$_}->is_safe_in_a_browser($_) for sort keys %answer;
};

subtest 'the base URL redirects browsers to /docs' => sub {
  my $browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  my $answer = nobody->get('/', headers => { accept => $browser });
  $answer->is_status(303);
  is $answer->header('location'), "$ENV{COLLAB_TEST_URL}/docs", 'a browser is sent to /docs';
  nobody->get('/', headers => { accept => $_ })->fails(404, undef, "404 for Accept: $_") for '*/*', 'application/json', 'text/html;q=0';
  nobody->get('/nothing', headers => { accept => $browser })->fails(404, undef, '404 for another path');
  nobody->request('POST', '/', headers => { accept => $browser })->fails(404, undef, '404 for another method');
  my $port = Collab::Server::free_port();
  my $below = Collab::Server->start("$ENV{COLLAB_TEST_DIR}/below$$", api_dsn => $ENV{COLLAB_TEST_DSN} =~ s/collab_owner/collab_api/r, dispatch_dsn => 'host=/nowhere',
    extra => "CollabDispatcher Off\nListen 127.0.0.1:$port\n<VirtualHost 127.0.0.1:$port>\nCollabBaseURL http://below.example/exchange\n"
      . "<Location \"/\">\nSetHandler none\n</Location>\n<Location \"/exchange\">\nSetHandler collab\n</Location>\n</VirtualHost>\n");
  is nobody->at("http://127.0.0.1:$port")->get($_, headers => { accept => $browser })->header('location'), 'http://below.example/exchange/docs', "a base URL with a path: $_" for '/exchange', '/exchange/';
};

subtest '/health/live and /health/ready tell the state of a node' => sub {
  is_deeply nobody->get("/health/$_")->ok, { status => 'UP' }, $_ for qw(live ready);
  is nobody->head('/health/ready')->status, 200, 'HEAD';
  my $dir = "$ENV{COLLAB_TEST_DIR}/health$$";
  my %dsn = map { $_ => $ENV{COLLAB_TEST_DSN} =~ s/user=\S+/user=collab_$_/r } qw(api dispatch);
  my $gone = Collab::Server->start("$dir-gone", api_dsn => 'host=/nowhere dbname=collab', dispatch_dsn => 'host=/nowhere', extra => "CollabDispatcher Off\n");
  my $start = time;
  my $refused = nobody->at($gone)->get('/health/ready');
  $refused->fails(503, qr/database cannot be reached/, 'a node without a database is not ready');
  like $refused->header('retry-after'), qr/^\d+$/;
  cmp_ok time - $start, '<', 10, '… and answers within 10 s';
  nobody->at($gone)->get('/health/live')->ok('… and is alive');
  my $waits = Collab::Server->start("$dir-waits", api_dsn => $dsn{api}, dispatch_dsn => 'host=/nowhere');
  ok +(wait_for { nobody->at($waits)->get('/health/ready')->status == 200 } 20), 'a node is ready while its dispatcher waits for the database';
  my $without = Collab::Server->start("$dir-without", api_dsn => $dsn{api}, dispatch_dsn => $dsn{dispatch}, extra => "CollabDispatcher Off\n");
  ok +(wait_for { nobody->at($without)->get('/health/ready')->status == 200 } 20), 'a node without a dispatcher is ready';
};

done_testing;
