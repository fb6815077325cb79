# t/auth/login.t: POST /v1/login returns a token, which ends when the password changes, or the user or company is disabled
# interface.md 4.2 and 6.1 to 6.3
use lib qw(t/lib lab/lib);
use Collab::Server;
use Collab::Test;
use Collab::Wait qw(run);
use MIME::Base64 qw(decode_base64url);
use JSON::XS ();

my $company = company();
my $login = sub { my ($name, $password, %o) = @_; return nobody->post('/v1/login', { username => $name, password => $password }, %o) };
my $claims = sub { return JSON::XS->new->utf8->decode(decode_base64url((split /\./, $_[0])[1])) };

subtest 'a login returns a token for one hour' => sub {
  my $user = user($company);
  my $answer = $login->($user->username, PASSWORD);
  my $got = $answer->ok;
  is_shaped $got, { accessToken => 'text', tokenType => 'text', expiresIn => 'integer' };
  is $got->{tokenType}, 'Bearer';
  is $got->{expiresIn}, 3600;
  my $claim = $claims->($got->{accessToken});
  is_shaped $claim, { iss => 'text', sub => 'text', company => 'integer', iat => 'integer', nbf => 'integer', exp => 'integer', jti => 'text' };
  is $claim->{sub}, $user->id;
  is $claim->{company}, $company->{id};
  is $claim->{exp} - $claim->{iat}, 3600;
  cmp_ok abs($claim->{iat} - time), '<', 60;
  like $answer->header('cache-control'), qr/no-store|no-cache/;
  nobody->get('/v1/me', token => $got->{accessToken})->ok('the token is accepted');
};

subtest 'several tokens of one user are valid at once' => sub {
  my $user = user($company);
  my @tokens = map { $login->($user->username, PASSWORD)->ok->{accessToken} } 1 .. 2;
  isnt $tokens[0], $tokens[1];
  nobody->get('/v1/me', token => $_)->ok for @tokens;
};

subtest 'passwords are compared exactly' => sub {
  my $password = "  pä\$\$wörd 😀 '\"\\ " . text_of(100);
  my $user = user($company, username => 'Ünder the brIDGE ' . $company->{domain}, password => $password, email => "u\@$company->{domain}");
  $login->($user->username, $password)->ok;
  $login->($user->username, $_)->fails(401) for substr($password, 1), "$password ", uc $password, substr($password, 0, 90);
  my $long = user($company, username => text_of(191), email => "long\@$company->{domain}", password => text_of(191, 'é'));
  $login->(text_of(191), text_of(191, 'é'))->ok('191 code points each are permitted');
  $login->(text_of(191), text_of(190, 'é') . 'e')->fails(401, undef, 'all of a long password counts');
};

subtest 'the exact name counts first, else the only one that differs by case alone' => sub {
  my $name = "Ünder.The.Bridge\@$company->{domain}";
  my $user = user($company, username => $name, email => "u2\@$company->{domain}");
  my $id = sub { return $claims->($login->(@_, PASSWORD)->ok("@_")->{accessToken})->{sub} };
  is $id->($_), $user->id, 'one name, in any case' for $name, lc $name, uc $name;
  $login->($_, PASSWORD)->fails(401, undef, $_) for "$name ", " $name", $name =~ s/Ü/U/r, $name =~ s/e/é/r;
  my $twin = user($company, username => lc $name, email => "u3\@$company->{domain}");
  is $id->($name), $user->id, 'of two names, the exact one';
  is $id->(lc $name), $twin->id;
  $login->(uc $name, PASSWORD)->fails(401, undef, '… and no other spelling');
  owner()->do('update account set active = false where id = ?', undef, $twin->id);
  $login->(uc $name, PASSWORD)->fails(401, undef, 'nor one of a disabled user');
  my $principal = "Robot\@$company->{domain}";
  owner()->do(q(insert into account (kind, company, username, email, issuer, subject) values ('principal', ?, ?, ?, 'https://id.example', ?)), undef, $company->{id}, lc $principal, $principal, $principal);
  my $person = user($company, username => $principal);
  is $id->(uc $principal), $person->id, 'a principal does not log in, so its name is not in the way';
};

subtest 'failures of a name count together in every case, whether or not the user exists' => sub {
  my $user = user($company, username => "Ärger\@$company->{domain}", email => "u4\@$company->{domain}");
  for my $name ($user->username, "Niemand.Ärger\@$company->{domain}") {
    my @spelled = ($name, lc $name, uc $name);
    $login->($spelled[$_ % 3], 'wrong')->fails(401) for 1 .. 10;
    $login->($_, PASSWORD)->fails(429, undef, $_) for @spelled;
  }
  is_deeply owner()->selectcol_arrayref(q(select failures from login_failure where name = ?), undef, 'account/' . $user->id), [10], 'one count';
  collabctl('user', 'unlock', $user->username);
  $login->(uc $user->username, PASSWORD)->ok('unlocked in every case');
};

subtest 'a wrong password, an unknown user and a user without a password get the same response' => sub {
  my $user = user($company);
  my $mute = user($company, password => undef);
  my @answers = ($login->($user->username, 'wrong'), $login->("nobody\@$company->{domain}", 'wrong'), $login->($mute->username, 'wrong'));
  for my $answer (@answers) {
    my $error = $answer->fails(401);
    unlike $error->{message}, qr/The authorization token provided was invalid/;
    is $answer->text, $answers[0]->text, 'the responses are equal';
    like $answer->header('www-authenticate'), qr/^Bearer\b/;
  }
  $login->($user->username, 'wrong', headers => { accept => 'application/problem+json' })->is_problem(401, 'bad-login');
};

subtest 'a malformed login is refused' => sub {
  nobody->post('/v1/login', {})->invalid(qw(username password));
  nobody->post('/v1/login', { username => '', password => '' })->invalid(qw(username password));
  nobody->post('/v1/login', { username => 1, password => [] })->invalid(qw(username password));
  nobody->post('/v1/login', { username => text_of(192), password => text_of(192) })->invalid(qw(username password));
  nobody->post('/v1/login', { username => null, password => 'x' })->invalid('username');
  nobody->post('/v1/login', '{"username":')->fails(400);
  nobody->post('/v1/login', 'username=a&password=b', type => 'application/x-www-form-urlencoded')->fails(415);
  nobody->post('/v1/login', '"' . 'x' x 1_100_000 . '"')->fails(413);
  nobody->get('/v1/login')->fails(405);
};

subtest 'a token in the header of a login is ignored' => sub {
  my $user = user($company);
  nobody->post('/v1/login', { username => $user->username, password => PASSWORD }, token => 'rubbish')->ok;
};

subtest 'after ten failures of a name logins get 429' => sub {
  my $user = user($company);
  my $other = user($company);
  $login->($user->username, 'wrong')->fails(401) for 1 .. 10;
  my $answer = $login->($user->username, 'wrong');
  $answer->fails(429);
  like $answer->header('retry-after'), qr/^[1-9]\d*$/;
  $login->($user->username, 'wrong', headers => { accept => 'application/problem+json' })->is_problem(429, 'too-many');
  $login->($other->username, PASSWORD)->ok('another name is not affected');
  owner()->do(q(update login_failure set since = since - interval '1 hour' where name = ?), undef, 'account/' . $user->id);
  $login->($user->username, PASSWORD)->ok('after the window a login succeeds');
};

subtest 'a changed password ends earlier tokens' => sub {
  my $user = user($company);
  my $before = $user->token;
  owner()->do('update account set password_hash = ?, epoch = epoch + 1 where id = ?', undef, Collab::Members::hash('another one'), $user->id);
  nobody->get('/v1/me', token => $before)->fails(401);
  $login->($user->username, PASSWORD)->fails(401);
  nobody->get('/v1/me', token => $login->($user->username, 'another one')->ok->{accessToken})->ok;
};

subtest 'a disabled user can neither log in nor use tokens' => sub {
  my $user = user($company);
  my $before = $user->token;
  collabctl('user', 'disable', $user->username);
  nobody->get('/v1/me', token => $before)->fails(401, qr/The authorization token provided was invalid/);
  $login->($user->username, PASSWORD)->fails(401);
  my $asleep = user($company);
  $before = $asleep->token;
  owner()->do('update account set active = false where id = ?', undef, $asleep->id);
  nobody->get('/v1/me', token => $before)->fails(401, undef, 'also if only the flag has changed');
  $login->($asleep->username, PASSWORD)->fails(401);
};

subtest 'users of a disabled company can neither log in nor use tokens' => sub {
  my $gone = company();
  my $user = user($gone);
  my $before = $user->token;
  owner()->do('update company set active = false where id = ?', undef, $gone->{id});
  nobody->get('/v1/me', token => $before)->fails(401);
  $login->($user->username, PASSWORD)->fails(401);
};

subtest 'each kind of key file signs logins' => sub {
  my $user = user($company);
  my %dsn = map { $_ => $ENV{COLLAB_TEST_DSN} =~ s/user=\S+/user=collab_$_/r } qw(api dispatch);
  my %make = (RS256 => [qw(RSA -pkeyopt rsa_keygen_bits:2048)], ES256 => [qw(EC -pkeyopt ec_paramgen_curve:P-256)], EdDSA => ['ED25519']);
  for my $algorithm (sort keys %make) {
    my $dir = "$ENV{COLLAB_TEST_DIR}/login-$algorithm";
    run('openssl', 'genpkey', '-algorithm', @{ $make{$algorithm} }, '-out', "$dir.pem");
    chmod 0600, "$dir.pem";
    my $server = Collab::Server->start($dir, api_dsn => $dsn{api}, dispatch_dsn => $dsn{dispatch}, extra => qq(CollabDispatcher Off\nCollabTokenKey "$dir.pem"\n));
    my $token = nobody->at($server)->post('/v1/login', { username => $user->username, password => PASSWORD })->ok($algorithm)->{accessToken};
    is_deeply(JSON::XS->new->utf8->decode(decode_base64url((split /\./, $token)[0])), { alg => $algorithm, typ => 'JWT' });
    is nobody->at($server)->get('/v1/me', token => $token)->ok->{user}{id}, $user->id, '… and the token is accepted';
    nobody->get('/v1/me', token => $token)->fails(401, undef, '… but not by a server with another key');
  }
};

done_testing;
