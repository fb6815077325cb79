# t/auth/issuers.t: tokens of other issuers name users or service principals; invalid ones are refused, with a reason
# interface.md 4.3 and 4.4
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::File qw(slurp);
use Collab::Issuer;
my (%documented, $provider);
BEGIN {     # the server trusts the providers of docs/profiles.md, by exactly those lines; only their keys are in a file here
  %documented = slurp('docs/profiles.md') =~ /^```apache (keycloak|entra|auth0|okta|cognito)\n(.*?)^```$/msg;
  $provider = issuer('https://provider.example')->key('p1', 'RS256');
  $Collab::Issuers::more = join '', map { $documented{$_} =~ s/^(CollabTrustedIssuer \S+ \S+) https:\S+/"$1 " . $provider->file/gmer } sort keys %documented;
}
use Collab::Issuers;
use Digest::SHA qw(hmac_sha256);
use MIME::Base64 qw(encode_base64url);

subtest 'sub names a user, with each of the four algorithms' => sub {
  for my $kid (qw(u1 u2 u3 u4)) {
    is me($id->token($kid, sub => 'ada|7'))->ok("by $kid")->{user}{id}, $ada->id;
  }
  is me($id->token('u1', sub => 'ada|7', aud => ['else', 'api://exchange']))->ok('aud may be a list')->{user}{id}, $ada->id;
  is me($id->token('u2', sub => 'ada|7', header => { alg => 'Ed25519' }))->ok('EdDSA by its name of RFC 9864')->{user}{id}, $ada->id;
  is me($ada->token)->ok('own tokens still work')->{user}{id}, $ada->id;
};

subtest 'oid names a service principal; records show its name and e-mail address in place of a user\'s' => sub {
  soon { me($login->token('s1', oid => 'o-1'))->status == 200 } 'the keys are fetched';
  my $bot = with($login->token('s1', oid => 'o-1', sub => 'whatever'));
  my $me = $bot->get('/v1/me')->ok;
  is_shaped $me->{user}, USER;
  is $me->{company}{id}, $ada->company->{id};
  is $me->{user}{email}, $bot_mail;
  my $record = $bot->post('/v1/collaboration-requests', $x->a_request)->ok;
  is $record->{submittedBy}{firstName}, 'Acme Bot';
  is $record->{submittedBy}{email}, $bot_mail;
  is $record->{submitterContactDetails}{name}, 'Acme Bot';
  is $record->{submitterContactDetails}{email}, $bot_mail;
  my $note = $bot->post("/v1/collaboration-requests/$record->{token}/notes", a_note())->ok;
  is $note->{creatorName}, 'Acme Bot';
  is $note->{creatorEmail}, $bot_mail;
  is $x->receiver->get("/v1/collaboration-requests/$record->{token}")->ok->{submittedBy}{firstName}, 'Acme Bot', 'the partner sees the same';
  $bot->post("/v1/collaboration-requests/$record->{token}/closure")->ok;
  my $subscription = $bot->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/hook' })->ok;
  $bot->delete("/v1/webhooks/$subscription->{id}")->is_status(204);
};

subtest 'unknown and disabled accounts get 401' => sub {
  my $ask = sub { me($login->token('s1', oid => 'o-1')) };
  me($login->token('s1', oid => 'o-2'))->fails(401, qr/The authorization token provided was invalid/);
  me($id->token('u1', sub => 'o-1'))->fails(401, undef, 'a principal is not a user');
  me($login->token('s1', oid => 'ada|7'))->fails(401, undef, 'a user is not a principal');
  me($login->token('s1', sub => 'o-1'))->fails(401, undef, 'no oid');
  me($id->token('u1', sub => $ada->id))->fails(401, undef, 'an account\'s id is not its subject');
  me($id->token('u1', sub => $ada->username))->fails(401, undef, 'nor is its user name');
  nobody->post('/v1/login', { username => $bot_mail, password => '' })->fails(400);
  nobody->post('/v1/login', { username => $bot_mail, password => 'x' })->fails(401, undef, 'a principal has no password');
  collabctl('principal', 'disable', 'o-1');
  $ask->()->fails(401);
  collabctl('principal', 'enable', $bot_mail);
  my ($number) = collabctl('principal', 'list') =~ /^(\d+) .*\Q$bot_mail\E/m;
  like collabctl('principal', 'disable', $number), qr/^(?!nothing)/, 'the id of the list names it, too';
  like collabctl('principal', 'disable', $number), qr/is disabled already/;
  collabctl('principal', 'enable', $number);
  $ask->()->ok;
  my $now = time;
  my %token = (principal => sub { return $login->token('s1', oid => 'o-1', @_) }, user => sub { return $id->token('u1', sub => 'ada|7', @_) });
  for my $case ([principal => 'o-1'], [user => $ada->username]) {
    my ($kind, $name) = @$case;
    my $before = $token{$kind}->(iat => $now - 310);
    collabctl($kind, 'disable', $name);
    me($token{$kind}->(iat => time + 2))->fails(401, undef, "a disabled $kind");
    collabctl($kind, 'enable', $name);
    me($before)->fails(401, undef, "$kind: disabling ends earlier tokens");
    me($token{$kind}->(iat => time - 290))->ok("$kind: a token from now on is valid, even if its issuer dates it back by five minutes");
    me($token{$kind}->())->ok;
    collabctl($kind, 'set', $name, '--role', 'integrator');
    collabctl($kind, 'enable', $name);
    me($token{$kind}->(iat => time - 290))->ok("$kind: neither a change nor enabling again ends tokens");
  }
  collabctl('company', 'disable', $ada->company->{id}, '--yes');
  $_->fails(401) for $ask->(), me($id->token('u1', sub => 'ada|7'));
  collabctl('company', 'enable', $ada->company->{id});
  collabctl('user', 'set', $ada->username, '--subject', 'ada|8');
  me($id->token('u1', sub => 'ada|7'))->fails(401);
  me($id->token('u1', sub => 'ada|8', iat => time + 2))->ok;
  collabctl('user', 'set', $ada->username, '--subject', 'ada|7');
};

subtest 'tokens with wrong claims, headers or signatures are refused' => sub {
  my $now = time;
  my $good = $id->token('u1', sub => 'ada|7');
  my ($header, $payload, $signature) = split /\./, $good;
  my $hmac = sub {
    my ($alg, $key) = @_;
    my $input = encode_base64url(qq({"alg":"$alg","kid":"u1"})) . ".$payload";
    return "$input." . encode_base64url(hmac_sha256($input, $key));
  };
  my $pem = run('openssl', 'pkey', '-in', $id->{keys}{u1}{file}, '-pubout');
  my %wrong = (
    'another issuer' => $id->token('u1', sub => 'ada|7', iss => 'https://other.example'), 'nearly the issuer' => $id->token('u1', sub => 'ada|7', iss => 'https://id.example/'),
    'no issuer' => $id->token('u1', sub => 'ada|7', iss => undef), 'our own name' => $id->token('u1', sub => $ada->id, iss => $stack->server->url, jti => '1-x'),
    'the other issuer\'s name' => $id->token('u1', oid => 'o-1', iss => $login->name, aud => $guid), 'another audience' => $id->token('u1', sub => 'ada|7', aud => 'api://else'),
    'no audience' => $id->token('u1', sub => 'ada|7', aud => undef), 'audiences without ours' => $id->token('u1', sub => 'ada|7', aud => ['a', 'b']),
    'expired' => $id->token('u1', sub => 'ada|7', exp => $now - 61), 'no expiry' => $id->token('u1', sub => 'ada|7', exp => undef),
    'expired by a fraction' => $id->token('u1', sub => 'ada|7', exp => $now - 60.5), 'expiry is text' => $id->token('u1', sub => 'ada|7', exp => '' . ($now + 300)),
    'not yet' => $id->token('u1', sub => 'ada|7', nbf => $now + 3600), 'issued in the future' => $id->token('u1', sub => 'ada|7', iat => $now + 3600),
    'no subject' => $id->token('u1'), 'unknown key' => $id->token('u1', sub => 'ada|7', header => { kid => 'u9' }),
    'another key' => $id->token('u1', sub => 'ada|7', header => { kid => 'u2' }), 'another algorithm' => $id->token('u1', sub => 'ada|7', header => { alg => 'RS256' }),
    'no such key and algorithm' => $id->token('u3', sub => 'ada|7', header => { kid => 'u4' }), 'critical' => $id->token('u1', sub => 'ada|7', header => { crit => ['exp'] }),
    'empty critical' => $id->token('u1', sub => 'ada|7', header => { crit => [] }), 'b64 false' => $id->token('u1', sub => 'ada|7', header => { b64 => \0 }),
    'b64 true' => $id->token('u1', sub => 'ada|7', header => { b64 => \1 }), 'b64 critical' => $id->token('u1', sub => 'ada|7', header => { b64 => \0, crit => ['b64'] }),
    'a logout token' => $id->token('u1', sub => 'ada|7', header => { typ => 'logout+jwt' }), 'none' => encode_base64url('{"alg":"none"}') . ".$payload.",
    'none with its signature' => encode_base64url('{"alg":"none"}') . ".$payload.$signature", 'the public key as a secret' => $hmac->('HS256', $pem),
    'nothing as a secret' => $hmac->('HS256', ''), 'the server\'s name for an HMAC' => $hmac->('ES256', $pem), 'another payload' => "$header." . encode_base64url('{}') . ".$signature",
    'no signature' => "$header.$payload.", 'larger than 8 kB' => $id->token('u1', sub => 'ada|7', more => 'x' x 7000),
  );
  me($good)->ok;
  for my $what (sort keys %wrong) {
    my $answer = me($wrong{$what});
    $answer->fails(401, qr/The authorization token provided was invalid/, $what);
    like $answer->header('www-authenticate') // '', qr/^Bearer\b/, "$what: WWW-Authenticate";
  }
  me($id->token('u1', sub => 'ada|7', exp => time - 30))->ok('a clock may be half a minute wrong');
  me($id->token('u1', sub => 'ada|7', exp => $now + 300.5, nbf => $now - 0.25, iat => $now - 0.125))->ok('times may have a fraction');
};

subtest 'the challenge of a 401 and one line of the log give the reason, but not the token' => sub {
  my $now = time;
  my $said = sub { my ($token, %more) = @_; return me($token)->header('www-authenticate') =~ /error="invalid_token", error_description="([^"]*)"$/ ? $1 : 'nothing' };
  my $aud = sub { "The token has the wrong audience (aud), it must be '$_[0]'" };
  my @rows = (
    ['The token has an unknown issuer (iss)', 'https://other.example', $id->token('u1', sub => 'ada|7', iss => 'https://other.example')],
    ['The token has an unknown issuer (iss)', undef, $id->token('u1', sub => 'ada|7', iss => undef)],
    [$aud->('api://exchange'), $id->name, $id->token('u1', sub => 'ada|7', aud => 'api://else')],
    [$aud->($guid), $login->name, $login->token('s1', oid => 'o-1', aud => undef)],
    ['The token has expired', $id->name, $id->token('u1', sub => 'ada|7', exp => $now - 61)],
    ['The token is not valid yet (nbf, iat)', $id->name, $id->token('u1', sub => 'ada|7', nbf => $now + 120)],
    ['The token names no user (sub)', $id->name, $id->token('u1')],
    ['The token names no service principal (oid)', $login->name, $login->token('s1', sub => 'o-1')],
    ['The token was signed with a key (kid, alg) that its issuer does not publish', $id->name, $id->token('u1', sub => 'ada|7', header => { kid => 'u9' })],
    ['The token has an algorithm (alg) that is not accepted', $id->name, $id->token('u1', sub => 'ada|7', header => { alg => 'HS256' })],
    ['The token is not an access token (typ)', $id->name, $id->token('u1', sub => 'ada|7', header => { typ => 'logout+jwt' })],
    ['The token has an invalid signature', $id->name, $id->token('u1', sub => 'ada|7', header => { kid => 'u2', alg => 'EdDSA' })],
    ['The token has an invalid signature', $stack->server->url, $id->token('u1', sub => $ada->id, iss => $stack->server->url, jti => '1-x')],
  );
  for my $row (@rows) {
    my ($reason, $issuer, $token) = @$row;
    my $before = length $stack->server->log;
    is $said->($token), $reason, $reason;
    my @lines = grep { /refused/ } split /\n/, substr $stack->server->log, $before;
    is scalar(@lines), 1, '… the log has one line';
    my $quoted = defined $issuer ? qq("$issuer") : 'not named';
    like $lines[0] // '', qr/collab:info.*CB0412: a token is refused \(issuer \Q$quoted\E\): \Q$reason\E/, '… with the issuer and the reason';
    unlike $lines[0] // '', qr/eyJ|\Q$token\E/, '… and never the token';
  }
  my $before = length $stack->server->log;
  is $said->($id->token('u1', sub => 'ada|7', iss => qq{x") [collab:error]\n\t\\é} . 'y' x 1000)), 'The token has an unknown issuer (iss)';
  my ($line) = substr($stack->server->log, $before) =~ /^(.*CB0412.*)$/m;
  like $line, qr/\(issuer "x\?\) \[collab:error\]\?+y{100,200}"\): The token/, 'the token\'s text is escaped and cut off';
};

subtest 'an unknown account, a disabled one and an ended token get the same challenge' => sub {
  my $said = sub { my $answer = me($_[0]); return join "\n", $answer->status, map({ $answer->header($_) } 'www-authenticate'), $answer->text };
  my $unknown = $said->($id->token('u1', sub => 'nobody'));
  like $unknown, qr/error_description="The token was not accepted"/;
  like $stack->server->log, qr/CB0412: a token is refused \(issuer "https:\/\/id\.example"\): Its account is unknown or disabled, or has ended the token/, 'the log names the possible reasons';
  collabctl('user', 'disable', $ada->username);
  is $said->($id->token('u1', sub => 'ada|7')), $unknown, 'disabled';
  collabctl('user', 'enable', $ada->username);
  is $said->($login->token('s1', oid => 'nobody')), $unknown, 'a principal that is not provisioned';
  is $said->($ada->token), $unknown, 'an own token that has ended';
};

subtest 'a GUID as object id is stored and compared in lower case, any other exactly' => sub {
  my $oid = '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9';
  my $of = '@' . $ada->company->{domain};
  my $add = sub {
    my ($name, $oid) = @_;
    return collabctl('principal', 'add', $name, '--company', $ada->company->{id}, '--email', "$name$of", '--issuer', $login->name, '--oid', $oid);
  };
  $add->('guid', uc $oid);
  is me($login->token('s1', oid => $_))->ok($_)->{user}{email}, "guid$of" for $oid, uc $oid, ucfirst $oid =~ s/a4/A4/r;
  like collabctl('principal', 'list', '--company', $ada->company->{id}), qr/\Q$oid\E/, 'it is stored in lower case';
  ok !eval { $add->('twice', $oid); 1 }, 'a second principal with the same GUID is refused';
  like $@, qr/exit 1\ncollabctl: principal add: oid: /, '… because of its oid';
  collabctl('principal', 'disable', uc $oid);
  me($login->token('s1', oid => $oid))->fails(401);
  $add->('name', 'Acme-Bot');
  me($login->token('s1', oid => 'Acme-Bot'))->ok;
  me($login->token('s1', oid => 'acme-bot'))->fails(401);
};

# The claims of the providers' tokens, as they document and send them. A token of each row names this account; undef: it is refused.
my %issuers = (
  keycloak => 'https://sso.example.org/realms/partners', entra => 'https://login.microsoftonline.com/8a4f2f5e-0b0f-4d4a-9d3e-2f6c1b7a9e10/v2.0',
  auth0 => 'https://partners.eu.auth0.com/', okta => 'https://partners.okta.com/oauth2/default', cognito => 'https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_Ab1CdEf2G',
);

sub provider_tokens {
  my $now = time;
  my ($entra, $app, $cognito) = qw(5c1d7e90-3f2a-4b6c-8d1e-7a9b0c2d4e6f 0d6f5a1c-77aa-4d3b-9a52-6d4c3b2a1f00 5bsjlins3936h9gvpi0c24ah5b);
  my %keycloak = (exp => $now + 300, nbf => undef, auth_time => $now, jti => 'onrtac:5b1f8f2e-70ad-9a52-5b8f-0f7a2f2a9f11', azp => 'portal', sid => 'f2b1c5d4', acr => '1', scope => 'openid profile email', preferred_username => 'ada');
  my %entra = (iat => $now - 300, nbf => $now - 300, exp => $now + 4500, aio => 'AXQAi/8TAAAA', oid => 'b7d3f1a0-1111-4c2e-8f00-9d8c7b6a5e4f', rh => '1.AU4A', sub => 'Hx0S9kq1ZC-pairwise', tid => '8a4f2f5e-0b0f-4d4a-9d3e-2f6c1b7a9e10', uti => 'lVm3', ver => '2.0', aud => $entra);
  my %daemon = (%entra, azp => $app, azpacr => '1', oid => $app, sub => $app, roles => ['Requests.ReadWrite']);
  my %auth0 = (header => { typ => 'at+jwt' }, nbf => undef, exp => $now + 86_400, aud => ['https://api.example.org/collab', 'https://partners.eu.auth0.com/userinfo'], sub => 'auth0|65f1c2', scope => 'openid profile', jti => 'k3v9', client_id => 'qU7xYz');
  my %okta = (header => { typ => undef }, nbf => undef, exp => $now + 3600, ver => 1, jti => 'AT.0mP4JKAZX1iACIT4vbEDF7', aud => 'api://default', cid => '0oab2c', uid => '00u1d2', scp => ['openid'], auth_time => $now, sub => 'ada@example.org');
  my %cognito = (header => { typ => undef }, nbf => undef, aud => undef, exp => $now + 3600, sub => 'f02e777c-489d-43c5-806d-2e6c06c9a355', client_id => $cognito, origin_jti => '6f1c', event_id => '7a5f716c', token_use => 'access', scope => 'exchange/all', auth_time => $now, jti => '752b', username => 'ada', version => 2);
  my %cognito_id = (%cognito, client_id => undef, token_use => 'id', aud => $cognito, 'cognito:username' => 'ada', at_hash => 'Zo1w');
  return (
    ['a person of Keycloak', keycloak => 'user 9f1b', %keycloak, sub => '9f1b', aud => ['collab', 'account'], typ => 'Bearer'],
    ['a service account of Keycloak', keycloak => 'user 77ac', %keycloak, sub => '77ac', aud => 'collab', typ => 'Bearer', client_id => 'erp', clientHost => '10.0.0.9'],
    ['an ID token of Keycloak', keycloak => qr/claim typ/, %keycloak, sub => '9f1b', aud => 'collab', typ => 'ID', at_hash => 'Zo1w'],
    ['a refresh token of Keycloak', keycloak => qr/claim typ/, %keycloak, sub => '9f1b', aud => 'collab', typ => 'Refresh'],
    ['a logout token of Keycloak', keycloak => qr/claim typ/, %keycloak, sub => '9f1b', aud => 'collab', typ => 'Logout', events => { 'http://schemas.openid.net/event/backchannel-logout' => {} }],
    ['a token of Keycloak for no API', keycloak => qr/\(aud\)/, %keycloak, sub => '9f1b', aud => 'account', typ => 'Bearer'],
    ['a token of Keycloak bound by DPoP', keycloak => qr/bound to a key \(cnf\)/, %keycloak, sub => '9f1b', aud => 'collab', typ => 'DPoP', cnf => { jkt => 'x' }],
    ['a token of Keycloak with exp in milliseconds', keycloak => qr/valid for longer/, %keycloak, sub => '9f1b', aud => 'collab', typ => 'Bearer', exp => ($now + 300) * 1000],
    ['a person of Entra', entra => 'user Hx0S9kq1ZC-pairwise', %entra, azp => $app, azpacr => '0', scp => 'Requests.ReadWrite', name => 'Ada'],
    ['an application of Entra', entra => "principal $app", %daemon],
    ['an application of Entra, marked', entra => "principal $app", %daemon, idtyp => 'app'],
    ['an ID token of Entra for a client', entra => qr/\(aud\)/, %entra, aud => $app, nonce => 'n', name => 'Ada'],
    ['an ID token of Entra, hybrid flow', entra => qr/c_hash/, %entra, nonce => 'n', name => 'Ada', c_hash => 'LDktKdoQak3Pk0cnXxCltA'],
    ['a person of Auth0', auth0 => 'user auth0|65f1c2', %auth0],
    ['an application of Auth0', auth0 => 'user qU7xYz@clients', %auth0, aud => 'https://api.example.org/collab', sub => 'qU7xYz@clients', gty => 'client-credentials'],
    ['an ID token of Auth0', auth0 => qr/\(aud\)/, %auth0, header => { typ => 'JWT' }, aud => 'qU7xYz', nonce => 'n', sid => 's', client_id => undef],
    ['a token of Auth0 with another type', auth0 => qr/must have the type at\+jwt/, %auth0, header => { typ => 'JWT' }],
    ['a person of Okta', okta => 'user ada@example.org', %okta],
    ['an application of Okta', okta => 'user 0oab2c', %okta, uid => undef, sub => '0oab2c'],
    ['an ID token of Okta', okta => qr/at_hash/, %okta, jti => 'ID.0mP4', aud => '0oab2c', cid => undef, scp => undef, sub => '00u1d2', at_hash => 'Zo1w'],
    ['a person of Cognito', cognito => 'user f02e777c-489d-43c5-806d-2e6c06c9a355', %cognito],
    ['an application of Cognito', cognito => "user $cognito", %cognito, sub => $cognito, username => undef, event_id => undef],
    ['another client of Cognito', cognito => qr/it must be client_id '$cognito'/, %cognito, client_id => 'another'],
    ['an ID token of Cognito', cognito => qr/token_use/, %cognito_id],
  );
}

subtest 'tokens of five providers name accounts, by the lines of docs/profiles.md; their other tokens are refused' => sub {
  is_deeply [sort keys %documented], [sort keys %issuers], 'the page has them all';
  my @rows = provider_tokens();
  my %mail;
  for (grep { !ref $_->[2] } @rows) {
    my (undef, $name, $who) = @$_;
    my ($kind, $subject) = split ' ', $who;
    next if $mail{$who};
    if ($kind eq 'principal') {
      collabctl('principal', 'add', 'Daemon', '--company', $ada->company->{id}, '--email', $mail{$who} = 'daemon@' . $ada->company->{domain}, '--issuer', $issuers{$name}, '--oid', $subject);
      next;
    }
    my $user = user($ada->company);
    $mail{$who} = $user->{email};
    collabctl('user', 'set', $user->username, '--issuer', $issuers{$name}, '--subject', $subject);
  }
  for (@rows) {
    my ($what, $name, $who, %claims) = @$_;
    my $answer = me($provider->token('p1', iss => $issuers{$name}, %claims));
    if (!ref $who) { is $answer->ok($what)->{user}{email}, $mail{$who}, '… as the account'; next }
    $answer->fails(401, undef, $what);
    like $answer->header('www-authenticate'), $who, '… with the reason';
  }
};

subtest 'the access log names the callers' => sub { logged('ada|7', 'o-1', $ada->id) };

done_testing;
