# t/ops/collabctl/accounts.t: collabctl sets roles, generates passwords, shows the last login, and logs a company out
# interface.md 4.10
use lib qw(t/lib lab/lib);
use Collab::Issuer;
use Collab::Stack;
use Collab::Test;

my %issuer = map { $_ => issuer("https://$_.example", audience => 'exchange')->key('k1', 'ES256') } qw(people robots);
my $stack = stack(extra => join '', map { "CollabTrustedIssuer https://$_->[0].example exchange " . $issuer{ $_->[0] }->file . " $_->[1]\n" } [people => 'user'], [robots => 'principal']);

sub json { return JSON::XS->new->utf8->decode(collabctl(@_, '--json')) }
sub one { return scalar owner()->selectrow_array(shift, undef, @_) }
sub refused {
  my $text = pop;
  my ($status, $said) = output('env', "COLLAB_DSN=$ENV{COLLAB_TEST_DSN}", './collabctl', @_);
  is $status, 1, "@_";
  like $said, $text;
}

subtest 'an operator sets and shows the role of a user' => sub {
  my $x = exchange();
  my $user = user(my $company = $x->submitter->company);
  my $name = $user->username;
  is json('user', 'show', $name)->{role}, 'integrator', 'the default role';
  collabctl('user', 'set', $name, '--role', 'reader');
  is $user->get('/v1/me')->ok->{role}, 'reader';
  $user->post($x->notes, a_note())->fails(403, qr/role member or integrator/);
  like collabctl('user', 'show', $name), qr/^role: reader$/m;
  is_deeply [map { $_->{role} } grep { $_->{user}{username} eq $name } @{ json('user', 'list', '--company', $company->{domain}) }], ['reader'];
  collabctl('user', 'set', $name, '--role', 'member');
  $user->post($x->notes, a_note())->ok('from the next request on, with the same token');
  collabctl('user', 'set', $name, '--city', 'Ulm');
  is json('user', 'show', $name)->{role}, 'member', 'values that are not given stay';
  my ($before, $after) = owner()->selectrow_array(q(select before ->> 'role', after ->> 'role' from audit where account = ? and what = 'user set' order by id limit 1),
    undef, $user->id);
  is_deeply [$before, $after], [qw(integrator reader)], 'the audit has the old and the new role';
  refused('user', 'set', $name, '--role', 'admin', qr/role: must be reader, member or integrator/);
  my $id = collabctl('user', 'add', "new\@$company->{domain}", '--company', $company->{domain}, '--role', 'reader', '--no-password') + 0;
  is one('select role from account where id = ?', $id), 'reader', 'a new user can have a role';
};

subtest 'an operator sets and shows the role of a principal' => sub {
  my $company = company();
  my $mail = "robot\@$company->{domain}";
  my @new = ('--company', $company->{domain}, '--issuer', 'https://id.example');
  collabctl('principal', 'add', 'Robot', @new, '--email', $mail, '--oid', "oid-$company->{domain}");
  collabctl('principal', 'add', 'Reader', @new, '--email', "reader\@$company->{domain}", '--oid', "oid-2-$company->{domain}", '--role', 'reader');
  my $roles = sub { return { map { $_->{name} => $_->{role} } @{ json('principal', 'list', '--company', $company->{domain}) } } };
  is_deeply $roles->(), { Robot => 'integrator', Reader => 'reader' };
  collabctl('principal', 'set', $mail, '--role', 'member');
  collabctl('principal', 'disable', $mail);
  is_deeply $roles->(), { Robot => 'member', Reader => 'reader' };
  is one('select active from account where username = ?', $mail), 0, 'and nothing else changes';
  refused('principal', 'set', "nobody\@$company->{domain}", '--role', 'member', qr/there is no principal/);
  refused('principal', 'set', $mail, qr/no option is given/);
};

subtest 'no account gets a name that differs from another by case alone' => sub {
  my $company = company();
  my $of = "\@$company->{domain}";
  my @add = ('user', 'add');
  my @at = ('--company', $company->{domain});
  collabctl(@add, "Jörg.Ä$of", @at, '--no-password', '--email', "joerg$of");
  collabctl('principal', 'add', 'Robot', @at, '--issuer', 'https://id.example', '--email', "Robot$of", '--oid', "case-$company->{domain}");
  my $alike = qr/there is an account \S+, whose name differs by case alone/;
  refused(@add, "JÖRG.ä$of", @at, '--no-password', '--email', "joerg$of", qr/user add: username: $alike/);
  refused(@add, "robot$of", @at, '--no-password', qr/user add: username: there is an account Robot\Q$of\E, whose/);
  refused(@add, "Robot$of", @at, '--no-password', qr/user add: username: there is an account Robot\Q$of\E$/m);
  refused('principal', 'add', 'Two', @at, '--issuer', 'https://id.example', '--email', "ROBOT$of", '--oid', "case-2-$company->{domain}", qr/principal add: email: $alike/);
  my $secret = "$ENV{COLLAB_TEST_DIR}/member.password";
  Collab::Stack::write_file($secret, "correct horse battery\n");
  refused('member', 'add', "Alike $company->{domain}", '--domain', "alike.$company->{domain}", '--community', 'c', '--user', "robot$of", '--password-file', $secret, qr/member add: user: $alike/);
  is one('select count(*) from account where company = ?', $company->{id}), 2, 'and none is made';
};

subtest 'a generated password is printed after the database has it' => sub {
  my $user = user(company());
  $user->token;
  my ($password) = collabctl('user', 'password', $user->username, '--generate') =~ /^(\S+)\n\z/;
  like $password, qr/^[A-Za-z0-9]{20}$/;
  $user->get('/v1/me')->fails(401, undef, 'earlier tokens have ended');
  nobody->post('/v1/login', { username => $user->username, password => PASSWORD })->fails(401);
  nobody->post('/v1/login', { username => $user->username, password => $password })->ok;
  my $other = json('user', 'password', $user->username, '--generate')->{password};
  isnt $other, $password;
  nobody->post('/v1/login', { username => $user->username, password => $other })->ok;
  is_deeply owner()->selectcol_arrayref('select audit::text from audit where account = ? and audit::text ~ ?', undef, $user->id, "$password|$other"), [],
    'the audit has neither';
  refused('user', 'password', $user->username, '--generate', '--password', 'another password', qr/generate: does not go with a password/);
  my ($status, $said) = output('env', "COLLAB_DSN=$ENV{COLLAB_TEST_DSN}", './collabctl', 'user', 'password', 'nobody@nowhere.example', '--generate');
  is $status, 1;
  is $said, "collabctl: user password: username: there is no user nobody\@nowhere.example\n", 'no password is printed for an unknown user';
};

subtest 'user show has the last login, to the minute' => sub {
  my $user = user(company());
  my $last = sub { return json('user', 'show', $user->username)->{lastLogin} };
  is $last->(), undef, 'a new user has none';
  nobody->post('/v1/login', { username => $user->username, password => 'wrong' })->fails(401);
  is $last->(), undef, 'a failed login does not count';
  my $before = one('select stamp(clock_timestamp())');
  my $login = sub { nobody->post('/v1/login', { username => $user->username, password => PASSWORD })->ok };
  $login->();
  cmp_ok $last->(), 'ge', $before;
  like collabctl('user', 'show', $user->username), qr/^last login: \d{4}-\S+Z$/m;
  my $ago = sub { owner()->do('update last_login set at = clock_timestamp() - ?::interval where account = ?', undef, $_[0], $user->id); return $last->() };
  my $kept = $ago->('30 seconds');
  $login->();
  is $last->(), $kept, 'a second login within the minute writes nothing';
  $ago->('2 minutes');
  $login->();
  cmp_ok $last->(), 'ge', $before;
};

subtest 'the logout of a company leaves its deliveries alone' => sub {
  my $x = exchange();
  my $company = $x->receiver->company;
  my $second = user($company);
  collabctl('user', 'set', $second->username, '--issuer', 'https://people.example', '--subject', $second->username);
  collabctl('principal', 'add', 'Robot', '--company', $company->{domain}, '--email', "robot\@$company->{domain}", '--issuer', 'https://robots.example',
    '--oid', "oid-$company->{domain}");
  my $other = sub { my %claim = @_; return map { Collab::Party->new(username => '', token => $_) } $issuer{people}->token('k1', sub => $second->username, %claim),
    $issuer{robots}->token('k1', oid => "oid-$company->{domain}", %claim) };
  my @before = $other->(iat => time - 310);
  my @undated = $other->(iat => undef);
  my $hook = $x->receiver->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/' })->ok;
  collabctl('subscription', 'pause', $hook->{id});
  $_->get('/v1/me')->ok for $second, $x->submitter, @before, @undated;
  $x->submitter->post($x->notes, a_note())->ok;
  my $pending = sub { return one(q(select count(*) from delivery d join subscription s using (queue) join event e on e.id = d.event where s.id = ? and e.type = 'note.created'), $hook->{id}) };
  wait_for { $pending->() } 20, 'a pending delivery';
  is collabctl('company', 'logout', $company->{domain}),
    "users and principals logged out: 3\n";
  $_->get('/v1/me')->fails(401) for $x->receiver, $second, @before;
  $_->get('/v1/me')->ok('a token of another issuer that does not say when it was issued') for @undated;
  $_->get('/v1/me')->ok('and one that was issued after, also if it is dated back by five minutes') for $other->(iat => time - 290);
  is one(q(select count(*) from audit where company = ? and what = 'company logout'), $company->{id}), 1, 'the audit has it';
  $x->submitter->get('/v1/me')->ok('the other company is not concerned');
  is $pending->(), 1, 'the pending delivery stays';
  is one('select active from subscription where id = ?', $hook->{id}), 1, '… and so does the subscription';
  delete $x->receiver->{token};
  $x->receiver->get('/v1/me')->ok('after another login');
  my $quiet = user(company());
  is collabctl('company', 'logout', $quiet->company->{domain}), "users and principals logged out: 1\n";
  refused('company', 'logout', 'nobody.example', qr/there is no company nobody\.example/);
};

done_testing;
