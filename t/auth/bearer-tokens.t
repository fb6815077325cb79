# t/auth/bearer-tokens.t: the exchange's own tokens are accepted, all others are refused, and only public operations need none
# interface.md 4.1, 4.2, 4.5 and 4.9
use lib qw(t/lib lab/lib);
use Collab::Test;
use Digest::SHA qw(hmac_sha256);
use JSON::XS ();
use MIME::Base64 qw(encode_base64url decode_base64url);

my $user = user(company());
my ($header, $payload, $signature) = split /\./, $user->token;
my %claim = %{ JSON::XS->new->utf8->decode(decode_base64url($payload)) };
open my $in, '<:raw', "$ENV{COLLAB_TEST_DIR}/token.key" or die "token.key: $!\n";
read $in, my $key, 100;

# A token signed with the server's own key.
my $token = sub {
  my ($claims, %o) = @_;
  my $json = JSON::XS->new->utf8->canonical;
  my $body = encode_base64url($json->encode($o{header} || { alg => 'HS256',
    typ => 'JWT' })) . '.' . encode_base64url(ref $claims ? $json->encode($claims) : $claims);
  return "$body." . encode_base64url(hmac_sha256($body, $o{key} // $key));
};
my $me = sub { return nobody->get('/v1/me', headers => { authorization => $_[0] }) };

subtest 'a token like ours is accepted' => sub {
  $me->('Bearer ' . $token->(\%claim))->ok;
  $me->('bearer ' . $user->token)->ok('the scheme may be in any case');
  $me->('Bearer ' . $token->({ %claim, more => { a => 1 } }))->ok('further claims are permitted');
};

subtest 'malformed, forged, expired and foreign tokens are refused' => sub {
  my $now = time;
  my %wrong = (
    'empty' => 'Bearer ', 'no scheme' => $user->token, 'another scheme' => 'Basic ' . $user->token, 'two' => 'Bearer ' . $user->token . ' x',
    'garbage' => 'Bearer x', 'four segments' => 'Bearer ' . $user->token . '.x', 'two segments' => "Bearer $header.$payload",
    'another signature' => "Bearer $header.$payload." . encode_base64url('x' x 32), 'padded' => 'Bearer ' . $user->token . '=',
    'no signature' => "Bearer $header.$payload.", 'another key' => 'Bearer ' . $token->(\%claim, key => 'x' x 32),
    'alg none' => 'Bearer ' . encode_base64url('{"alg":"none"}') . ".$payload.", 'alg HS512' => 'Bearer ' . $token->(\%claim,
      header => { alg => 'HS512' }),
    'alg RS256' => 'Bearer ' . $token->(\%claim, header => { alg => 'RS256' }), 'crit' => 'Bearer ' . $token->(\%claim,
      header => { alg => 'HS256', crit => ['x'] }),
    'expired' => 'Bearer ' . $token->({ %claim, exp => $now - 1 }), 'not yet' => 'Bearer ' . $token->({ %claim, nbf => $now + 600 }),
    'another issuer' => 'Bearer ' . $token->({ %claim, iss => 'https://other.example' }), 'no expiry' => 'Bearer ' . $token->({ %claim,
      exp => undef }),
    'expiry is text' => 'Bearer ' . $token->({ %claim, exp => '' . ($claim{exp} + 0) }), 'unknown account' => 'Bearer ' . $token->({ %claim, sub => '999999999' }),
    'subject is not a number' => 'Bearer ' . $token->({ %claim, sub => "1 or 1=1" }), 'subject too large' => 'Bearer ' . $token->({ %claim,
      sub => '9' x 40 }),
    'another epoch' => 'Bearer ' . $token->({ %claim, jti => $claim{jti} =~ s/^\d+/99/r }), 'no jti' => 'Bearer ' . $token->({ %claim,
      jti => undef }),
    'not an object' => 'Bearer ' . $token->('[1]'), 'not JSON' => 'Bearer ' . $token->('{'), 'huge' => 'Bearer ' . $token->({ %claim,
      more => 'x' x 9000 }),
  );
  for my $what (sort keys %wrong) {
    my $answer = $me->($wrong{$what});
    $answer->fails(401, qr/The authorization token provided was invalid/, $what);
    like $answer->header('www-authenticate') // '', qr/^Bearer\b/, "$what: WWW-Authenticate";
  }
};

# The challenge of a 401.
my $challenge = sub { my ($answer) = @_; return $answer->header('www-authenticate') // 'none' };
my $realm = qq(Bearer realm="$ENV{COLLAB_TEST_URL}");
my $because = sub { my ($reason) = @_; return qq($realm, error="invalid_token", error_description="$reason") };

subtest 'the challenge of a 401 names the fault of the token' => sub {
  my $now = time;
  my @rows = (
    ['The token has expired', { %claim, exp => $now - 1 }],
    ['The token is not valid yet (nbf, iat)', { %claim, nbf => $now + 600 }],
    ['The token has no expiry time (exp), or a time that is not a number (exp, nbf, iat)', { %claim, exp => 'soon' }],
    ['The token has an unknown issuer (iss)', { %claim, iss => 'https://other.example' }],
    ['The token has an unknown issuer (iss)', { %claim, iss => undef }],
    ['The token has an invalid signature', \%claim, key => 'x' x 32],
    ['The token has an invalid signature', \%claim, header => { alg => 'RS256' }],
    ['The token is malformed', '[1]'],
    ['The token is longer than 8192 bytes', { %claim, more => 'x' x 9000 }],
  );
  for my $row (@rows) {
    my ($reason, @token) = @$row;
    my $answer = $me->('Bearer ' . $token->(@token));
    is $challenge->($answer), $because->($reason), $reason;
    is $answer->json->{message}, 'The authorization token provided was invalid: ' . lcfirst($reason) . '.', '… and the body says the same';
  }
  is $challenge->($me->("Bearer $_")), $because->('The token is malformed'), 'malformed' for 'x', 'a.b.c', "$header.$payload";
  my $answer = nobody->get('/v1/me', headers => { authorization => 'Bearer x', accept => 'application/problem+json' });
  is $answer->is_problem(401, 'unauthenticated')->{detail}, 'The authorization token provided was invalid: the token is malformed.', 'a ProblemDetail names it, too';
};

subtest 'a request without a bearer token gets no error in the challenge' => sub {
  is $challenge->(nobody->get('/v1/me')), $realm, 'no Authorization';
  is $challenge->($me->($_)), $realm, "'$_'" for 'Basic eDp5', 'Bearer', 'Bearer ', 'x';
  is $challenge->(nobody->post('/v1/login', { username => 'x', password => 'y' }, headers => { authorization => 'Bearer x' })), $realm, 'a failed login';
};

subtest 'the challenge does not reveal whether an account exists' => sub {
  my @same = map { "Bearer $_" } $token->({ %claim, sub => '999999999' }), $token->({ %claim, jti => $claim{jti} =~ s/^\d+/99/r }),
    $token->({ %claim, sub => '1 or 1=1' }), $token->({ %claim, jti => undef });
  my $ended = user(company());
  push @same, 'Bearer ' . $ended->token;
  $ended->get('/v1/me')->ok;
  collabctl('user', 'disable', $ended->username);
  my %seen = map { my $answer = $me->($_); join("\n", $answer->status, $challenge->($answer), $answer->text) => 1 } @same;
  is_deeply [keys %seen], [join "\n", 401, $because->('The token was not accepted'), '{"message":"The authorization token provided was invalid: the token was not accepted."}'],
    'unknown, disabled, ended and odd tokens get one response';
};

subtest 'every operation except the public ones requires a token' => sub {
  for my $row (routes()) {
    next if $row->{who} eq 'public';
    (my $path = $row->{template}) =~ s/\{[^}]*\}/1/g;
    my $method = $row->{method} eq '*' ? 'GET' : $row->{method};
    for my $how ([token => undef], [token => 'rubbish']) {
      nobody->request($method, $path, @$how, $method eq 'GET' ? () : (body => '{', type => 'text/plain'))->fails(401, undef, "$row->{name}: 401");
    }
  }
};

done_testing;
