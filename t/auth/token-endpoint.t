# t/auth/token-endpoint.t: POST /oauth2/token is the login in the form of OAuth 2, with the same limits
# interface.md 6.7; RFC 6749, 2.3, 3.2, 4.4 and 5
use lib qw(t/lib lab/lib);
use Collab::Form qw(form_of form_text);
use Collab::Logins;
use Collab::Server;
use Collab::Test;
use Collab::Wire;
use MIME::Base64 qw(encode_base64);

my $company = company();
my $TYPE = 'application/x-www-form-urlencoded';
my @grant = (grant_type => 'client_credentials');

# Sends a form: a text, or pairs. Options as of Collab::Party::request; at: a server, from: the client's address.
sub ask {
  my ($form, %o) = @_;
  my ($at, $from) = delete @o{qw(at from)};
  $o{headers}{'x-forwarded-for'} = $from if $from;
  my $caller = $at ? nobody->at($at) : nobody;
  return $caller->request('POST', delete $o{path} // '/oauth2/token', body => ref $form ? form_of(@$form) : $form, type => $TYPE, %o);
}
sub in_body { my ($name, $password, %o) = @_; return ask([@grant, client_id => $name, client_secret => $password], %o) }
sub by_basic { my ($pair, %o) = @_; utf8::encode($pair) if utf8::is_utf8($pair); return ask([@grant], %o, headers => { authorization => 'Basic ' . encode_base64($pair, '') }) }
sub raw { my ($name, $password, %o) = @_; return by_basic("$name:$password", %o) }
sub encoded { my ($name, $password, %o) = @_; return by_basic(form_text($name) . ':' . form_text($password), %o) }
sub v1 { my ($name, $password, %o) = @_; my $caller = $o{at} ? nobody->at($o{at}) : nobody; return $caller->post('/v1/login', { username => $name, password => $password }, headers => $o{from} ? { 'x-forwarded-for' => $o{from} } : {}) }
sub failures { return owner()->selectrow_array('select coalesce(sum(failures), 0) from login_failure where name = ?', undef, 'account/' . $_[0]->id) }
sub is_token {
  my ($answer, $user, $what) = @_;
  local $Test::Builder::Level = $Test::Builder::Level + 1;
  return is nobody->get('/v1/me', token => $answer->json->{access_token} // 'none')->json->{user}{username}, $user->username, $what;
}

subtest 'a user gets a token, by Basic or in the form' => sub {
  my $user = user($company);
  for my $answer (in_body($user->username, PASSWORD), raw($user->username, PASSWORD), encoded($user->username, PASSWORD)) {
    my $got = $answer->ok;
    is_deeply [sort keys %$got], [qw(access_token expires_in token_type)], 'without a refresh token';
    is_deeply [@{$got}{qw(token_type expires_in)}], ['Bearer', 3600];
    is $answer->header('cache-control'), 'no-store';
    is $answer->header('pragma'), 'no-cache';
    is_token($answer, $user);
  }
  is ask([@grant, client_id => $user->username, client_secret => PASSWORD, scope => 'read write'])->ok->{scope}, 'api', 'a scope is answered';
  ok !exists ask([@grant, client_id => $user->username, client_secret => PASSWORD, scope => ''])->ok->{scope}, '… not an empty one';
  my $key = 'token-' . $user->id;
  my @tokens = map { in_body($user->username, PASSWORD, headers => { 'idempotency-key' => $key })->ok->{access_token} } 1 .. 2;
  isnt $tokens[0], $tokens[1], 'Idempotency-Key is ignored';
  in_body($user->username, PASSWORD, headers => { authorization => 'Bearer rubbish' })->ok('a bearer token in the header is ignored');
  in_body($user->username, PASSWORD, type => "$TYPE; charset=UTF-8")->ok('the type may have parameters');
};

# Each user has one name and password; both ways of Basic must find it.
subtest 'Basic credentials may be form-encoded or not' => sub {
  my $n = 0;
  for my $special ('+', '%', '%zz', '%41', ':', 'ü', 'é+ü %', '100% :+', ' ', '"\\', '&=', '😀') {
    my $name = $special =~ s/:/;/gr . ++$n . '@' . $company->{domain};      # a colon ends the name in Basic
    my $password = "a $special password $special";
    my $user = user($company, username => $name, password => $password, email => "t$n\@$company->{domain}");
    is_token(raw($name, $password), $user, "$special: as it is");
    is_token(encoded($name, $password), $user, "$special: form-encoded");
    is_token(in_body($name, $password), $user, "$special: in the form");
    is failures($user), 0, "$special: no failure was counted";
    raw($name, "$password!")->fails_oauth(401, 'invalid_client');
    encoded($name, "$password!")->fails_oauth(401, 'invalid_client');
    is failures($user), 2, "$special: each wrong password is one failure";
  }
  my ($plus, $blank) = map { user($company, username => $_, password => 'the password ' . ++$n, email => "u$n\@$company->{domain}") } "a+b.$company->{domain}", "a b.$company->{domain}";
  is_token(raw($_->username, $_->password), $_, 'of two users whose names are readings of one text, the password decides') for $plus, $blank;
  raw($plus->username, 'wrong')->fails_oauth(401, 'invalid_client');
  is_deeply [failures($plus), failures($blank)], [1, 1], '… and a wrong one was tried with both';
  my $colon = user($company, username => "c:d$n", email => "c$n\@$company->{domain}");
  is_token(encoded($colon->username, PASSWORD), $colon, 'a name with a colon can be sent form-encoded');
  my $long = user($company, username => 'ü' x 191, password => 'é' x 191, email => "l$n\@$company->{domain}");
  is_token($_, $long, '191 characters each') for raw($long->username, $long->password), encoded($long->username, $long->password);
  in_body('%41da', '%2B')->fails_oauth(401, 'invalid_client', undef, 'in the form there is only the form\'s own decoding');
};

subtest 'the form is read as RFC 6749 says' => sub {
  my $user = user($company);
  my ($name, $password) = map { form_text($_) } $user->username, PASSWORD;
  my $good = "grant_type=client_credentials&client_id=$name&client_secret=$password";
  ask("$good&unknown=1&unknown=2&scope=&client_assertion=x")->ok('an unknown parameter is ignored');
  ask("client_id=&$good&client_id=&=x&&y")->ok('an empty one is absent');
  for my $twice ("grant_type=client_credentials", "client_id=$name", "client_secret=$password") {
    ask("$good&$twice")->fails_oauth(400, 'invalid_request', qr/\bmust not be given twice/);
  }
  ask("$good&scope=a&scope=b")->fails_oauth(400, 'invalid_request', qr/\bscope must not be given twice/);
  ask('')->fails_oauth(400, 'invalid_request', qr/grant_type is required/);
  ask("client_id=$name&client_secret=$password&grant_type=")->fails_oauth(400, 'invalid_request', qr/grant_type is required/);
  for my $grant ('password', 'authorization_code', 'refresh_token', 'CLIENT_CREDENTIALS', 'urn:ietf:params:oauth:grant-type:jwt-bearer', "x\"\\\x{1}") {
    ask([grant_type => $grant, username => $user->username, password => PASSWORD, client_id => $user->username, client_secret => PASSWORD])
      ->fails_oauth(400, 'unsupported_grant_type', qr/must be client_credentials/);
  }
  ask("$good&client_secret=%zz")->fails_oauth(400, 'invalid_request');
  ask("grant_type=client_credentials&client_id=$name&client_secret=$_")->fails_oauth(400, 'invalid_request', qr/client_secret must be form-encoded UTF-8/) for '%zz', '%00', '%ff', "\0", "\xff";
  ask([@grant, client_id => 'x' x 192, client_secret => 'x' x 192])->fails_oauth(400, 'invalid_request', qr/client_id must be at most 191 characters \(and 1 more\)/);
  ask($good, path => "/oauth2/token?client_secret=$password")->fails_oauth(400, 'invalid_request', qr/must not be in the URL, which logs record/);
  ask('grant_type=client_credentials', path => "/oauth2/token?client_id=$name&client%5Fsecret=$password")->fails_oauth(400, 'invalid_request', qr/must not be in the URL/);
  ask($good, path => "/oauth2/token?$_")->fails_oauth(400, 'invalid_request', qr/percent-encoded UTF-8/) for 'unheardOf=a%00', 'unheardOf=%FF', '%00=1';
  ask($good, path => '/oauth2/token?grant_type=x')->ok('other parameters of the URL are ignored');
  is failures($user), 0, 'none of these counts as a failure';
};

subtest 'one way to send credentials in one request' => sub {
  my $user = user($company);
  my $basic = { authorization => 'Basic ' . encode_base64($user->username . ':' . PASSWORD, '') };
  ask([@grant, client_secret => PASSWORD], headers => $basic)->fails_oauth(400, 'invalid_request', qr/client_secret must not be in the body/);
  ask([@grant, client_id => $user->username, client_secret => PASSWORD], headers => $basic)->fails_oauth(400, 'invalid_request');
  ask([@grant, client_id => $user->username], headers => $basic)->ok('the same client_id may stand in the body, too');
  ask([@grant, client_id => "other\@$company->{domain}"], headers => $basic)->fails_oauth(400, 'invalid_request', qr/client_id must be the name of the Basic credentials/);
  for my $none ([@grant], [@grant, client_id => $user->username], [@grant, client_secret => PASSWORD]) {
    my $answer = ask($none);
    $answer->fails_oauth(401, 'invalid_client', qr/send both/);
    is $answer->header('www-authenticate'), undef, 'without Basic there is no challenge';
  }
  my %wrong = ('no base64' => 'Basic *', 'base64url' => 'Basic ' . encode_base64("\xc3\xbf\xc3\xbf:\xc3\xbf", '') =~ tr{+/}{-_}r . '_', 'no colon' => 'Basic ' . encode_base64('ada', ''),
    'no UTF-8' => 'Basic ' . encode_base64("ada:\xff", ''), 'a NUL' => 'Basic ' . encode_base64("ada:a\0b", ''), 'nothing' => 'Basic', 'long' => 'Basic ' . encode_base64('x' x 192 . ':x', ''));
  ask([@grant], headers => { authorization => $wrong{$_} })->fails_oauth(400, 'invalid_request', qr/^The request is not valid: Authorization must have/, $_) for sort keys %wrong;
  my $empty = ask([@grant], headers => { authorization => 'basic ' . encode_base64($user->username . ':', '') });
  $empty->fails_oauth(401, 'invalid_client', qr/send both/);
  like $empty->header('www-authenticate'), qr/^Basic realm="[^"]+", charset="UTF-8"$/, 'with Basic there is a challenge';
  ask([@grant], headers => { authorization => 'BASIC  ' . encode_base64($user->username . ':' . PASSWORD, '') =~ s/=+$//r })->ok('any case, blanks, no padding');
  is failures($user), 0, 'none of these counts as a failure';
};

subtest 'bad credentials get one answer, whoever they are for' => sub {
  my ($user, $asleep, $mute, $foreign) = (user($company), user($company), user($company, password => undef), user($company, password => undef));
  collabctl('user', 'disable', $asleep->username);
  owner()->do(q(update account set issuer = 'https://id.example', subject = ? where id = ?), undef, "s$$", $foreign->id);
  my $robot = "robot\@$company->{domain}";
  owner()->do(q(insert into account (kind, company, username, email, issuer, subject) values ('principal', ?, ?, ?, 'https://id.example', ?)), undef, $company->{id}, $robot, $robot, $robot);
  my @names = ($user->username, $asleep->username, $mute->username, $foreign->username, $robot, "nobody\@$company->{domain}");
  my %answer;
  for my $name (@names) {
    for my $answer (in_body($name, 'wrong'), raw($name, 'wrong'), encoded($name, 'wrong')) {
      $answer->fails_oauth(401, 'invalid_client', qr/^The user name or the password is wrong\.$/);
      $answer{ $answer->text }++;
    }
  }
  is keys %answer, 1, 'the answers are equal';
  is in_body($user->username, 'wrong')->header('www-authenticate'), undef, 'no challenge without Basic';
  like raw($user->username, 'wrong')->header('www-authenticate'), qr/^Basic realm=/;
  in_body($asleep->username, PASSWORD)->fails_oauth(401, 'invalid_client');
};

subtest 'faults that other token endpoints have had' => sub {
  my ($name, $password) = ("1PpG/Q 1.$company->{domain}", 'z/tZ9VwFZqApmIQ+ZH1I5pLk/uB4ud:X2/8bL+wfFTt1rFw=');
  my $user = user($company, username => $name, password => $password, email => "faults\@$company->{domain}");
  is_token(raw($name, $password), $user, 'a secret with / + : = as it is');
  is_token(encoded($name, $password), $user, '… and form-encoded');
  my $percent = user($company, username => "percent.$company->{domain}", password => 'foo%Qbar and more', email => "percent\@$company->{domain}");
  is_token($_->($percent->username, $percent->password), $percent, 'a secret with a percent sign that is no escape') for \&raw, \&encoded, \&in_body;
  my $basic = 'Basic ' . encode_base64("$name:$password", '') =~ s/=+$//r;
  ask([@grant], headers => { authorization => "$basic$_" })->fails_oauth(400, 'invalid_request', qr/base64/, "behind Basic credentials: $_") for '##***^^^', ' x', '-', ', Basic x';
  for my $type ('invalid/@@##', ';;;invalid;;;', 'x', 'multipart/form-data') {
    in_body($name, $password, type => $type)->fails_oauth(415, 'invalid_request', undef, "the type $type");
  }
  is_token(in_body($name, $password, type => "$TYPE; boundary="), $user, 'an odd parameter of the type');
  my $form = form_of(@grant, client_id => $name, client_secret => $password);
  is_token(wire("POST /oauth2/token HTTP/1.1\r\nHost: x\r\nContent-Length: " . length($form) . "\r\n\r\n$form"), $user, 'no type');
  ask("grant_type=client_credentials&client_id=x%00evil&client_secret=x")->fails_oauth(400, 'invalid_request');
  is failures($user), 0;
};

my $proxied = "${proxy}CollabLoginLimit 6 900\n";
subtest 'the login and the token endpoint have one count of failures, one log line and one audit' => sub {
  my $server = server($proxied);
  my $from = '203.0.113.61';
  for my $way (\&in_body, \&raw, \&encoded) {
    my $user = user($company, username => 'a+b' . ++$main::n . "\@$company->{domain}", email => "ab$main::n\@$company->{domain}");
    my $first = owner()->selectrow_array('select coalesce(max(id), 0) from audit');
    my $before = () = $server->log =~ /CB0471/g;
    for my $turn (1 .. 3) {
      v1($user->username, 'wrong', at => $server, from => $from)->fails(401);
      $way->($user->username, 'wrong', at => $server, from => $from)->fails_oauth(401, 'invalid_client');
    }
    is failures($user), 6;
    my $refused = $way->($user->username, PASSWORD, at => $server, from => $from);
    $refused->fails_oauth(429, 'temporarily_unavailable');
    like $refused->header('retry-after'), qr/^[1-9]\d*$/;
    v1($user->username, PASSWORD, at => $server, from => $from)->fails(429);
    is scalar(() = $server->log =~ /CB0471/g) - $before, 1, 'one line in the log';
    is_deeply owner()->selectcol_arrayref(q(select account from audit where id > ? and what = 'login.locked' and company = ?), undef, $first, $company->{id}), [$user->id], 'one row in the audit';
    collabctl('user', 'unlock', $user->username);
    $way->($user->username, PASSWORD, at => $server, from => $from)->ok('unlocked for both');
    v1($user->username, PASSWORD, at => $server, from => $from)->ok;
  }
};

subtest 'an unknown name is counted as an account is' => sub {
  my $server = server($proxied);
  my $from = '203.0.113.62';
  for my $way (\&in_body, \&raw, \&encoded) {
    my $name = 'nobody+' . ++$main::n . "\@$company->{domain}";
    for my $turn (1 .. 3) {
      v1($name, 'wrong', at => $server, from => $from)->fails(401);
      $way->($name, 'wrong', at => $server, from => $from)->fails_oauth(401, 'invalid_client');
    }
    $way->($name, 'wrong', at => $server, from => $from)->fails_oauth(429, 'temporarily_unavailable');
    v1($name, 'wrong', at => $server, from => $from)->fails(429);
  }
};

subtest 'an attempt with two readings is one failure of its address' => sub {
  my $server = server("${proxy}CollabLoginAddressLimit 5 900\n");
  my $from = '203.0.113.63';
  encoded("invented+$_\@nowhere.example", 'a wrong+password', at => $server, from => $from)->fails_oauth(401, 'invalid_client') for 1 .. 5;
  encoded('another@nowhere.example', 'x', at => $server, from => $from)->fails_oauth(429, 'temporarily_unavailable');
  v1('another@nowhere.example', 'x', at => $server, from => $from)->fails(429);
};

subtest 'other errors keep their status' => sub {
  my $answer = ask('{"grant_type":"client_credentials"}', type => 'application/json');
  $answer->fails_oauth(415, 'invalid_request', qr{send Content-Type: application/x-www-form-urlencoded});
  ask('x=' . 'y' x 16383)->fails_oauth(413, 'invalid_request', qr/at most 16384 bytes/);
  ask('grant_type=password&x=' . 'y' x 16362)->fails_oauth(400, 'unsupported_grant_type');
  my $get = nobody->get('/oauth2/token');
  $get->fails_oauth(405, 'invalid_request');
  is $get->header('allow'), 'POST, OPTIONS';
  nobody->get('/oauth2/token', headers => { accept => 'application/problem+json' })->fails_oauth(405, 'invalid_request');
  nobody->get('/oauth2/token/')->is_status(404);
  my $tls = server("CollabRequireTLS On\nCollabBaseURL https://x.example\n");
  in_body('x', 'y', at => $tls)->fails_oauth(403, 'invalid_request', qr/TLS/);
  my $denied = server(qq(<Location "/oauth2/token">\nRequire all denied\n</Location>\n));
  in_body('x', 'y', at => $denied)->fails_oauth(403, 'invalid_request');
  my $nowhere = Collab::Server->start("$ENV{COLLAB_TEST_DIR}/token-nowhere$$", api_dsn => "host=$ENV{COLLAB_TEST_DIR}/nowhere dbname=collab user=collab_api",
    dispatch_dsn => 'host=/nowhere', extra => "CollabDispatcher Off\nCollabDatabaseWait 100ms\nCollabBodyTimeout 1\n");
  my $unavailable = in_body('x', 'y', at => $nowhere);
  $unavailable->fails_oauth(503, 'temporarily_unavailable');
  like $unavailable->header('retry-after'), qr/^[1-9]\d*$/;
  my $socket = wire_socket($nowhere->url);
  print $socket my $sent = "POST /oauth2/token HTTP/1.1\r\nHost: x\r\nContent-Type: $TYPE\r\nContent-Length: 30\r\n\r\ngrant";
  read_answer($socket, $sent, timeout => 10)->fails_oauth(408, 'invalid_request');
};

subtest 'a server without CollabTokenEndpoint has neither the path nor the scheme' => sub {
  my $server = server("CollabTokenEndpoint Off\n");
  my $user = user($company);
  in_body($user->username, PASSWORD, at => $server)->is_status(404);
  is in_body($user->username, PASSWORD, at => $server)->json->{message} =~ /There is nothing at this path/, 1, 'in the usual form';
  for my $path ('/openapi.json', '/openapi-3.0.json') {
    my $off = nobody->at($server)->get($path)->ok;
    is_deeply [sort keys %{ $off->{components}{securitySchemes} }], ['bearer'];
    is_deeply $off->{security}, [{ bearer => [] }];
    ok !$off->{paths}{'/oauth2/token'};
    my $on = nobody->get($path)->ok;
    is_deeply [sort keys %{ $on->{components}{securitySchemes} }], ['bearer', 'oauth2'];
    is_deeply $on->{security}, [{ bearer => [] }, { oauth2 => ['api'] }], 'the schemes are alternatives';
    is $on->{components}{securitySchemes}{oauth2}{flows}{clientCredentials}{tokenUrl}, "$ENV{COLLAB_TEST_URL}/oauth2/token", 'the URL is absolute';
    is_deeply [keys %{ $on->{paths}{'/oauth2/token'}{post}{requestBody}{content} }], [$TYPE];
  }
  unlike nobody->at($server)->get('/docs')->text, qr{/oauth2/token};
  like nobody->get('/docs')->text, qr{/oauth2/token};
};

subtest 'an issuer\'s token endpoint is one more scheme' => sub {
  my $keys = "$ENV{COLLAB_TEST_DIR}/token-endpoint$$.jwks";
  open my $out, '>', $keys or die "$keys: $!\n";
  print $out '{"keys":[]}';
  close $out;
  my $server = server(qq(CollabTokenEndpoint Off\nCollabTrustedIssuer https://id.example api "$keys" user\n)
    . qq(CollabTrustedIssuer https://login.example api "$keys" principal token-url=https://login.example/token "scope=api://x/.default openid"\n)
    . qq(CollabTrustedIssuer https://login.example desk "$keys" user token-url=https://login.example/token "scope=api://x/.default openid"\n)
    . qq(CollabTrustedIssuer https://other.example api "$keys" principal token-url=https://other.example/token\n));
  my $description = nobody->at($server)->get('/openapi.json')->ok;
  is_deeply $description->{security}, [{ bearer => [] }, { issuer => ['api://x/.default', 'openid'] }, { issuer2 => [] }];
  my $schemes = $description->{components}{securitySchemes};
  is $schemes->{issuer}{flows}{clientCredentials}{tokenUrl}, 'https://login.example/token';
  is_deeply [sort keys %{ $schemes->{issuer}{flows}{clientCredentials}{scopes} }], ['api://x/.default', 'openid'];
  is_deeply $schemes->{issuer2}{flows}{clientCredentials}, { tokenUrl => 'https://other.example/token', scopes => {} };
};

done_testing;
