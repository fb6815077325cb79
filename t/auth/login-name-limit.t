# t/auth/login-name-limit.t: failed logins of one name from many addresses are limited, and the database stores no unknown name
# interface.md 6.3
use lib qw(t/lib lab/lib);
use Collab::Load;
use Collab::Logins;
use Collab::Test;
use Digest::SHA qw(hmac_sha256 hmac_sha256_hex);

my $company = company();

sub limited { my ($extra) = @_; return server("CollabLoginAddressLimit Off\n$proxy$extra") }
my $server = limited('CollabLoginNameLimit 4 3600');
sub login_from { my ($from, $name, $password, $at) = @_; return login_at($at // $server, $from, $name, $password) }

# A network without logins so far.
my $networks = 0;
sub unknown_network { my $n = ++$networks; return sprintf "198.%d.%d.1", 20 + $n / 256, $n % 256 }

# Tries `times` wrong passwords for a name, each from another network.
sub attack { my ($name, $times, $at) = @_; login_from(unknown_network(), $name, "wrong", $at)->fails(401) for 1 .. $times }

sub counted { return 'account/' . $_[0]->id }
# Sets the name's last try to `ago` seconds in the past, so that no test waits until the name may be tried again.
sub tried { my ($name, $ago) = @_; owner()->do(q(update login_name set tried_at = clock_timestamp() - ? * interval '1 second' where name = ?), undef, $ago, $name) }
sub networks_of { return map { $_->[0] } @{ owner()->selectall_arrayref('select network from login_network where account = ? order by seen_at, network', undef, $_[0]->id) } }
sub lines { my ($of, $like) = @_; return grep { /$like/ } split /\n/, $of->log }

subtest 'of a hundred guesses from twelve addresses fifty are checked, and the log reports it' => sub {
  my $shipped = limited('');
  my $user = user($company);
  my @addresses = map { unknown_network() } 1 .. 12;
  my $guess = sub { return login_from($addresses[$_[0] % 12], $user->username, "guess$_[0]", $shipped) };
  $guess->($_)->fails(401) for 1 .. 50;
  tried(counted($user), -3600);
  $guess->($_)->fails(429) for 51 .. 108;
  my @said = lines($shipped, qr/CB0474: user \Q@{[ $user->username ]}\E: 50 logins failed within 3600 s, counted over all addresses/);
  is scalar @said, 1, 'the log has one line about it';
  is scalar(lines($shipped, qr/CB0470: a login from \S+ is refused: .*CollabLoginNameLimit/)), 1, '… and one about the refusals';
  is scalar(lines($shipped, qr/CB047[12]/)), 0, 'no other limit was reached';
  tried(counted($user), 0);
  my $retry = $guess->(109)->header('retry-after');
  cmp_ok $retry, '>=', 1;
  cmp_ok $retry, '<=', 30, 'Retry-After gives the time until the next check';
  owner()->do(q(update login_name set since = since - interval '1 hour' where name = ?), undef, counted($user));
  login_from($addresses[0], $user->username, PASSWORD, $shipped)->ok('after the window a login succeeds');
};

subtest 'beyond the limit one login in 30 s is checked' => sub {
  my $user = user($company);
  attack($user->username, 4);
  tried(counted($user), 30);
  login_from(unknown_network(), $user->username, 'wrong')->fails(401);
  login_from(unknown_network(), $user->username, PASSWORD)->fails(429, undef, 'the turn is taken');
  tried(counted($user), 30);
  login_from(unknown_network(), $user->username, PASSWORD)->ok('the right password gets the next turn');
  my $other = user($company);
  login_from('198.51.100.1', $other->username, PASSWORD)->ok('another name is not affected');
};

subtest 'of concurrent logins one gets the turn' => sub {
  my $user = user($company);
  attack($user->username, 4);
  tried(counted($user), 30);
  my $load = load(6, sub { my ($say, $caller) = @_; $say->(login_from("198.19.$caller.1", $user->username, 'wrong')->status) });
  wait_for { my %of = map { ($_->[0] => 1) } $load->lines; $load->lines >= 30 && $of{401} } 30, 'thirty answers';
  my %got;
  $got{ $_->[0] }++ for $load->end;
  is $got{401}, 1, 'one was checked';
  is_deeply [sort keys %got], [401, 429], 'the others were refused';
};

subtest 'networks from which the user has logged in are exempt' => sub {
  my $user = user($company);
  login_from($_, $user->username, PASSWORD)->ok for '203.0.113.5', '2001:db8:5:6::1';
  is_deeply [sort { $a cmp $b } networks_of($user)], ['2001:db8:5:6::/64', '203.0.113.0/24'];
  attack($user->username, 4);
  tried(counted($user), -3600);
  login_from($_, $user->username, PASSWORD)->ok($_) for '203.0.113.200', '2001:db8:5:6:7::8';
  login_from('203.0.113.201', $user->username, 'wrong')->fails(401, undef, 'a wrong password from there is checked, too');
  login_from($_, $user->username, PASSWORD)->fails(429, undef, $_) for '203.0.114.5', '2001:db8:5:7::1';
  my $stranger = user($company);
  attack($stranger->username, 4);
  tried(counted($stranger), -3600);
  login_from('203.0.113.5', $stranger->username, PASSWORD)->fails(429, undef, "another user's network is not exempt");
};

subtest 'a network stays known for 90 days, and a login after a day restarts them' => sub {
  # Each case has a user of its own, because any login may delete the row of an expired network.
  my $user;
  my $seen = sub { owner()->do('update login_network set seen_at = clock_timestamp() - ?::interval where account = ?', undef, $_[0], $user->id) };
  my $age = sub { return owner()->selectrow_array(q(select extract(epoch from clock_timestamp() - seen_at)::int / 86400 from login_network where account = ?), undef, $user->id) };
  my $limited = sub {
    $user = user($company);
    login_from('203.0.113.5', $user->username, PASSWORD)->ok;
    attack($user->username, 4);
    tried(counted($user), -3600);
    $seen->($_[0]);
    return login_from('203.0.113.5', $user->username, PASSWORD);
  };
  $limited->('90 days')->fails(429, undef, 'after 90 days it is unknown');
  $limited->('89 days')->ok('after 89 days it is known');
  is $age->(), 0, 'the login restarts the 90 days';
  $seen->('23 hours');
  my $before = owner()->selectrow_array('select seen_at from login_network where account = ?', undef, $user->id);
  login_from('203.0.113.5', $user->username, PASSWORD)->ok;
  is owner()->selectrow_array('select seen_at from login_network where account = ?', undef, $user->id), $before, 'a login on the same day writes nothing';
};

subtest 'a user has at most 20 networks, and expired ones are deleted' => sub {
  my ($user, $gone) = (user($company), user($company));
  login_from('203.0.113.5', $gone->username, PASSWORD)->ok;
  owner()->do(q(update login_network set seen_at = clock_timestamp() - interval '100 years' where account = ?), undef, $gone->id);
  my @from = map { "198.18.$_." } 1 .. 22;
  login_from("${_}9", $user->username, PASSWORD)->ok for @from;
  is_deeply [networks_of($user)], [map { "${_}0/24" } @from[2 .. 21]], 'the last 20 stay';
  is_deeply [networks_of($gone)], [], "another user's expired network is deleted";
};

subtest 'an unknown name is limited alike, and is not stored' => sub {
  my $secret = 'my-password-in-the-wrong-field';
  attack($secret, 4);
  my $key = pack 'H*', (split ' ', do { local @ARGV = "$ENV{COLLAB_TEST_DIR}/secrets.key"; scalar <> })[1];
  my $hash = hmac_sha256_hex($secret, hmac_sha256("mod_collab/login/name\x01", $key));
  is owner()->selectrow_array('select failures from login_name where name = ?', undef, $hash), 4, 'only its HMAC is stored';
  tried($hash, -3600);
  login_from(unknown_network(), $secret, 'x')->fails(429);
  my @rows = map { @{ owner()->selectcol_arrayref("select t::text from $_ t") } } qw(login_failure login_name login_address login_network);
  is scalar(grep { /\Q$secret\E/ } @rows), 0, 'no table of failures contains it';
  is scalar(lines($server, qr/CB0474: an unknown user: 4 logins failed/)), 1, 'the log does not name it';
  unlike $server->log, qr/\Q$secret\E/;
};

subtest 'a user\'s failures count together on nodes with different first keys' => sub {
  my $ring = "$ENV{COLLAB_TEST_DIR}/names$$.key";
  open my $out, '>', $ring or die "$ring: $!\n";
  print $out '2 ' . 'ab' x 32 . "\n", do { local @ARGV = "$ENV{COLLAB_TEST_DIR}/secrets.key"; <> };
  close $out;
  chmod 0600, $ring;
  my $other = limited("CollabLoginNameLimit 4 3600\nCollabSecretsKey $ring\n");
  my $user = user($company);
  attack($user->username, 2, $_) for $server, $other;
  tried(counted($user), -3600);
  login_from(unknown_network(), $user->username, PASSWORD, $_)->fails(429) for $server, $other;
};

subtest 'collabctl user show displays the failures, and unlock deletes them' => sub {
  my $user = user($company);
  login_from('203.0.113.5', $user->username, PASSWORD)->ok;
  attack($user->username, 4);
  tried(counted($user), -3600);
  login_from('198.51.100.9', $user->username, PASSWORD)->fails(429);
  my $shown = collabctl('user', 'show', $user->username);
  like $shown, qr/^failed logins anywhere: 4 since \S+Z$/m;
  like $shown, qr{^networks: 203\.0\.113\.0/24 at \S+Z$}m;
  my $json = JSON::XS->new->utf8->decode(collabctl('user', 'show', $user->username, '--json'));
  is $json->{failedLoginsAnywhere}{failures}, 4;
  is_deeply [map { $_->{network} } @{ $json->{networks} }], ['203.0.113.0/24'];
  is collabctl('user', 'unlock', $user->username), "failed logins from 4 addresses forgotten\n";
  login_from('198.51.100.9', $user->username, PASSWORD)->ok('the user can log in again');
  is collabctl('user', 'unlock', $user->username), "nothing to do: no failed login of @{[ $user->username ]} is remembered\n";
  my $alone = limited("CollabLoginLimit Off\nCollabLoginNameLimit 1");
  attack($user->username, 1, $alone);
  is collabctl('user', 'unlock', $user->username), "failed logins from all addresses forgotten\n";
  is owner()->selectrow_array('select count(*) from login_name where name = ?', undef, counted($user)), 0;
};

subtest 'the next failure deletes expired counts' => sub {
  my ($user, $next) = (user($company), user($company));
  attack($user->username, 1);
  owner()->do(q(update login_name set since = clock_timestamp() - interval '100 years' where name = ?), undef, counted($user));
  attack($next->username, 1);
  is owner()->selectrow_array('select count(*) from login_name where name = ?', undef, counted($user)), 0;
};

subtest 'with Off nothing is counted, and the network is recorded for the audit' => sub {
  my $off = limited('CollabLoginNameLimit Off');
  my $user = user($company);
  attack($user->username, 5, $off);
  login_from('203.0.113.5', $user->username, PASSWORD, $off)->ok;
  is owner()->selectrow_array('select count(*) from login_name where name = ?', undef, counted($user)), 0;
  is_deeply [networks_of($user)], ['203.0.113.0/24'];
};

done_testing;
