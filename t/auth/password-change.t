# t/auth/password-change.t: POST /v1/me/password changes the caller's password, within the limits on failed logins
# interface.md 6.6
use lib qw(t/lib lab/lib);
use Collab::Issuer;
use Collab::Load;
use Collab::Logins;
use Collab::Test;

my $company = company();
my $new = 'a better battery';
sub change { my ($user, $current, $to, %o) = @_; return $user->post('/v1/me/password', { currentPassword => $current, newPassword => $to // $new }, %o) }
sub login { my ($user, $password) = @_; return nobody->post('/v1/login', { username => $user->username, password => $password }) }
sub failures { return owner()->selectrow_array(q(select coalesce(sum(failures), 0) from login_failure where name = ?), undef, 'account/' . $_[0]->id) }

subtest 'a change sets the password, ends earlier tokens and returns a new one' => sub {
  my ($user, $other) = (user($company), user($company));
  my @tokens = ($user->token, login($user, PASSWORD)->ok->{accessToken});
  my $answer = change($user, PASSWORD);
  my $login = $answer->ok;
  is_shaped $login, { accessToken => 'text', tokenType => 'text', expiresIn => 'id' };
  is_deeply [@{$login}{qw(tokenType expiresIn)}], ['Bearer', 3600];
  is $answer->header('cache-control'), 'no-store';
  $user->get('/v1/me', token => $_)->fails(401) for @tokens;
  is $user->get('/v1/me', token => $login->{accessToken})->ok->{user}{username}, $user->username, 'the new token is valid';
  login($user, PASSWORD)->fails(401);
  login($user, $new)->ok;
  $other->get('/v1/me')->ok('other users are not affected');
  is failures($user), 1, 'only the login with the old password counts as a failure';
};

subtest 'a reader may change the own password' => sub {
  my $user = user($company);
  owner()->do(q(update account set role = 'reader' where id = ?), undef, $user->id);
  change($user, PASSWORD)->ok;
};

subtest 'short, long and common passwords, and those with the user name, are refused' => sub {
  my $user = user($company, username => "fritz.huber\@$company->{domain}");
  change($user, PASSWORD, 'elevenchars')->invalid('newPassword');
  change($user, PASSWORD, 'qwertyuiop123')->fails(400, qr/newPassword is one of the most common passwords/);
  change($user, PASSWORD, 'I am Fritz.Huber')->fails(400, qr/newPassword must not contain the user name/);
  change($user, PASSWORD, 'x' x 192)->invalid('newPassword');
  change($user, '', 'short')->invalid('currentPassword', 'newPassword');
  $user->post('/v1/me/password', {})->invalid('currentPassword', 'newPassword');
  is failures($user), 0, 'none of these counts as a failed login';
  $user->get('/v1/me')->ok('the token stays valid');
  nobody->post('/v1/me/password', { currentPassword => PASSWORD, newPassword => $new })->fails(401);
};

subtest 'a new password that equals the current one gets 400 before a password is looked at, and counts for nothing' => sub {
  my $user = user($company);
  $user->token;
  change($user, $_, $_)->fails(400, qr/newPassword must differ from currentPassword/) for PASSWORD, 'wrong, but as long as it must be', 'wrong, but as long as it must be';
  is failures($user), 0, 'no failure';
  login($user, PASSWORD)->ok('the password is as before');
  $user->get('/v1/me')->ok('… and so is the token');
};

# Tools try every operation of a description, in its order, with its examples.
subtest 'the example of the description changes nothing, and stands last' => sub {
  my $user = user($company);
  my $text = nobody->get('/openapi.json')->text;
  my $body = JSON::XS->new->utf8->decode($text)->{paths}{'/v1/me/password'}{post}{requestBody}{content}{'application/json'}{example};
  is_deeply $body, { currentPassword => 'your current password', newPassword => 'your current password' };
  $user->post('/v1/me/password', $body)->invalid('newPassword') for 1 .. 20;
  login($user, PASSWORD)->ok('the user logs in afterwards');
  is failures($user), 0;
  my ($paths) = $text =~ /"paths":\{(.*?)"webhooks":/s;
  like $paths, qr{.*"(?:get|put|post|patch|delete|head)":\{"operationId":"password_change"}s, 'the last operation of the description';
  unlike $paths =~ s/.*"operationId":"password_change"//sr, qr/"operationId"/, '… has none behind it';
  my @sections = nobody->get('/docs')->text =~ /<section id="(\w+)"><h3><span class="m/g;
  is $sections[-1], 'password_change', 'the last operation of /docs';
};

subtest 'a wrong current password gets 400, counts as a failed login, and is limited' => sub {
  my $user = user($company);
  my $server = server("CollabLoginLimit 3 900\n");
  my $here = $user->at($server);
  $here->token;
  change($here, 'wrong')->fails(400, qr/^The request is not valid: currentPassword is wrong\.$/);
  change($here, 'wrong')->invalid('currentPassword');
  is failures($user), 2;
  login_at($server, undef, $user->username, 'wrong')->fails(401);
  my $limited = change($here, PASSWORD);
  $limited->fails(429, undef, 'at the limit the right one is refused, too');
  cmp_ok $limited->header('retry-after'), '>', 0;
  like $server->log, qr/CB0471: user \Q@{[ $user->username ]}\E is locked out from/;
  $here->get('/v1/me')->ok('the token stays valid');
  unlike $server->log, qr/\Q$new\E|\Q@{[ PASSWORD ]}\E/, 'the log contains no password';
};

subtest 'an account without a password gets 409' => sub {
  my $issuer = issuer('https://people.example', audience => 'exchange')->key('k1', 'ES256');
  my $server = server('CollabTrustedIssuer https://people.example exchange ' . $issuer->file . " user\n");
  my $user = user($company, password => undef);
  owner()->do('update account set issuer = ?, subject = ? where id = ?', undef, 'https://people.example', 'p-' . $user->id, $user->id);
  my $party = Collab::Party->new(username => '', token => $issuer->token('k1', sub => 'p-' . $user->id))->at($server);
  $party->get('/v1/me')->ok;
  change($party, 'anything')->fails(409, qr/has no password/);
  like change($party, 'anything', $new, headers => { accept => 'application/problem+json' })->json->{type}, qr{/problems/no-password$};
  is failures($user), 0;
};

subtest 'of concurrent changes one wins' => sub {
  my $user = user($company);
  my $token = $user->token;
  my @new = map { "$new $_" } 1 .. 4;
  my @answers = together map { my $to = $_; sub { change($user, PASSWORD, $to) } } @new;
  my @won = grep { $answers[$_]->status == 200 } 0 .. $#new;
  is scalar @won, 1, 'one is 200' or diag join ' ', map { $_->status } @answers;
  is_deeply [grep { !/^(?:200|400|401)$/ } map { $_->status } @answers], [], 'the others are refused';
  login($user, $new[$won[0]])->ok('its password is the new one');
  $user->get('/v1/me', token => $token)->fails(401);
};

subtest 'the audit records the change without the passwords' => sub {
  my $user = user($company);
  change($user, PASSWORD, $new, headers => { 'x-request-id' => 'change-' . $user->id })->ok;
  my $rows = owner()->selectall_arrayref('select * from audit where account = ? and what = ?', { Slice => {} }, $user->id, 'password.changed');
  is scalar @$rows, 1;
  is_deeply [@{ $rows->[0] }{qw(by_account by_address company request_id)}], [$user->id, '127.0.0.1', $company->{id}, 'change-' . $user->id];
  unlike join(' ', map { $_ // '' } %{ $rows->[0] }), qr/battery|\$2y\$/;
};

subtest 'Idempotency-Key is ignored' => sub {
  my $user = user($company);
  my %key = (headers => { 'idempotency-key' => 'password-' . $user->id });
  my $first = change($user, PASSWORD, $new, %key)->ok;
  change($user, PASSWORD, $new, %key)->fails(401, undef, 'the first change ended the token');
  $user->{token} = $first->{accessToken};
  change($user, PASSWORD, $new, %key)->fails(400, qr/currentPassword is wrong/);
};

done_testing;
