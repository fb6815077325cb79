# t/auth/me.t: GET /v1/me returns the caller's user, company and role
# interface.md 6.4 and 6.5
use lib qw(t/lib lab/lib);
use Collab::Test;

my $company = company(description => 'Bridges & tunnels <"é">');

subtest 'the response has the company, the user and the role' => sub {
  my $user = user($company, firstName => 'Zoë', lastName => "O'Neil", phone => '555 0142', phoneCountryCode => '+41', city => 'Zürich');
  my $me = $user->get('/v1/me')->ok;
  is_shaped $me, { company => { id => 'id', name => 'text', description => 'text', domain => 'text' }, user => USER, role => 'text' };
  is_deeply $me, {
    company => { map({ $_ => $company->{$_} } qw(id name domain)), description => 'Bridges & tunnels <"é">' },
    user => { id => $user->id, username => $user->username, firstName => 'Zoë', lastName => "O'Neil", email => $user->email, phone => '555 0142',
      phoneCountryCode => '+41', city => 'Zürich', emailCheckFailData => null },
    role => 'integrator',
  };
};

subtest 'unset members are null' => sub {
  my $bare = company(description => undef);
  my $user = user($bare, firstName => undef, lastName => undef);
  my $me = $user->get('/v1/me')->ok;
  is_deeply [@{ $me->{user} }{qw(firstName lastName)}], [undef, undef];
  is $me->{company}{description}, undef;
};

subtest 'a response is private to the caller, and has a request id' => sub {
  my $user = user($company);
  my $answer = $user->get('/v1/me');
  is $answer->header('cache-control'), 'private, no-cache';
  ok length $answer->header('x-request-id'), 'X-Request-Id';
};

subtest 'X-Request-Id is the client\'s if it is 1 to 128 of A-Z a-z 0-9 . _ : @ / + = -, else a new one' => sub {
  my $user = user($company);
  my $id_for = sub { return $user->get('/v1/me', headers => { 'x-request-id' => $_[0] })->header('x-request-id') };
  my $longest = substr join('', 'A' .. 'Z', 'a' .. 'z', 0 .. 9, '._:@/+=-') x 2, 0, 128;
  is $id_for->($_), $_, $_ for 'mine-42', $longest;
  for my $other ("${longest}x", map { "a${_}b" } split //, q( !"#$%&'()*,;<>?[\\]^`{|}~)) {
    my $id = $id_for->($other);
    isnt $id, $other, "$other is replaced";
    like $id, qr/^[\w\@-]{24,}$/, '… by one of mod_unique_id';
  }
};

subtest 'HEAD returns the headers of GET without a body' => sub {
  my $user = user($company);
  my ($get, $head) = ($user->get('/v1/me'), $user->head('/v1/me'));
  is $head->status, 200;
  is $head->text, '';
  like $get->header('content-length'), qr/^[1-9]\d*$/;
  is $head->header($_), $get->header($_), $_ for qw(content-type content-length);
};

subtest 'without a token the response is 401' => sub {
  nobody->get('/v1/me')->fails(401, qr/The authorization token provided was invalid/);
  my $answer = nobody->head('/v1/me');
  is $answer->status, 401;
  nobody->get('/v1/me', headers => { accept => 'application/problem+json' })->is_problem(401, 'unauthenticated');
};

done_testing;
