# t/auth/token.t: which bearer tokens are taken, and that no operation is open without one (contract.md 3 and 4)
use lib 't/lib';
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

subtest 'a token like ours is taken' => sub {
  $me->('Bearer ' . $token->(\%claim))->ok;
  $me->('bearer ' . $user->token)->ok('the scheme in any case');
  $me->('Bearer ' . $token->({ %claim, more => { a => 1 } }))->ok('with more claims');
};

subtest 'none of these is' => sub {
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
    'expiry as text' => 'Bearer ' . $token->({ %claim, exp => "$claim{exp}" }), 'nobody' => 'Bearer ' . $token->({ %claim, sub => '999999999' }),
    'subject no number' => 'Bearer ' . $token->({ %claim, sub => "1 or 1=1" }), 'subject too large' => 'Bearer ' . $token->({ %claim,
      sub => '9' x 40 }),
    'another epoch' => 'Bearer ' . $token->({ %claim, jti => $claim{jti} =~ s/^\d+/99/r }), 'no jti' => 'Bearer ' . $token->({ %claim,
      jti => undef }),
    'no object' => 'Bearer ' . $token->('[1]'), 'no JSON' => 'Bearer ' . $token->('{'), 'huge' => 'Bearer ' . $token->({ %claim,
      more => 'x' x 9000 }),
  );
  for my $what (sort keys %wrong) {
    my $answer = $me->($wrong{$what});
    $answer->fails(401, qr/The authorization token provided was invalid/, $what);
    like $answer->header('www-authenticate') // '', qr/^Bearer\b/, "$what: WWW-Authenticate";
  }
};

subtest 'every operation but the public ones wants a token' => sub {
  for my $row (routes()) {
    next if $row->{who} eq 'PUBLIC';
    (my $path = $row->{template}) =~ s/\{[^}]*\}/1/g;
    my $method = $row->{method} eq '*' ? 'GET' : $row->{method};
    for my $how ([token => undef], [token => 'rubbish']) {
      nobody->request($method, $path, @$how, $method eq 'GET' ? () : (body => '{', type => 'text/plain'))->fails(401, undef, "$row->{name}: 401");
    }
  }
};

done_testing;
