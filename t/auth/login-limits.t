# t/auth/login-limits.t: the numbers of failed logins from an address, and of concurrent checks of passwords, are limited
# interface.md 6.3
use lib qw(t/lib lab/lib);
use Collab::Load;
use Collab::Logins;
use Collab::Test;
use Digest::SHA qw(sha256);
use MIME::Base64 qw(encode_base64);

my $company = company();

# Fails `times` logins from an address, each with a new unknown name.
my $invented = 0;
sub fail_from { my ($server, $from, $times) = @_; login_at($server, $from, 'invented' . ++$invented, 'wrong')->fails(401) for 1 .. $times }

sub lines { my ($server, $like) = @_; return grep { /$like/ } split /\n/, $server->log }

my $user = user($company);
$user->token;

subtest 'failures from one address count for all names' => sub {
  my $server = server("${proxy}CollabLoginAddressLimit 5 900\n");
  fail_from($server, '203.0.113.1', 4);
  login_at($server, '203.0.113.1', $user->username, PASSWORD)->ok('below the limit a login succeeds');
  fail_from($server, '203.0.113.1', 1);
  my $answer = login_at($server, '203.0.113.1', $user->username, PASSWORD);
  $answer->fails(429, undef, 'at the limit every login is refused');
  cmp_ok $answer->header('retry-after'), '<=', 900;
  cmp_ok $answer->header('retry-after'), '>', 800, 'until the window ends';
  login_at($server, '203.0.113.2', $user->username, PASSWORD)->ok('another address is not affected');
  $user->at($server)->get('/v1/me', headers => { 'x-forwarded-for' => '203.0.113.1' })->ok('callers with a token are served');
  my @locked = lines($server, qr/CB0472: all logins from 203\.0\.113\.1 are locked out: 5 failed within 900 s/);
  is scalar @locked, 1, 'the log has one line about it';
  unlike $locked[0], qr/mod_remoteip/, '… without a hint at mod_remoteip, because the address is not the connection\'s';
  login_at($server, '203.0.113.1', $user->username, PASSWORD)->fails(429) for 1 .. 3;
  is scalar(lines($server, qr/CB0470/)), 1, 'the log has one line about refusals';
};

subtest 'the default limit is 100 in 15 minutes' => sub {
  my $server = server($proxy);
  fail_from($server, '203.0.113.7', 1);
  my $set = sub { owner()->do(q(update login_address set failures = ?, since = clock_timestamp() - ?::interval where address = '203.0.113.7'), undef, @_) };
  $set->(99, '14 minutes');
  login_at($server, '203.0.113.7', $user->username, PASSWORD)->ok('after 99 failures a login succeeds');
  $set->(100, '14 minutes');
  login_at($server, '203.0.113.7', $user->username, PASSWORD)->fails(429);
  $set->(100, '15 minutes');
  login_at($server, '203.0.113.7', $user->username, PASSWORD)->ok('after the window a login succeeds');
};

subtest 'an IPv6 network of 64 bits counts as one address, for both limits' => sub {
  my $server = server("${proxy}CollabLoginLimit 3 900\nCollabLoginAddressLimit 6 900\n");
  login_at($server, "2001:db8:1:2::$_", $user->username, 'wrong')->fails(401) for 1 .. 3;
  login_at($server, '2001:db8:1:2:ffff::9', $user->username, PASSWORD)->fails(429, undef, 'the name is locked out from the network');
  login_at($server, '2001:db8:1:3::1', $user->username, PASSWORD)->ok('but not from another one');
  fail_from($server, "2001:db8:1:2::a$_", 1) for 1 .. 3;
  my $other = user($company);
  login_at($server, '2001:db8:1:2::b', $other->username, PASSWORD)->fails(429, undef, 'all names are locked out from the network');
  login_at($server, '2001:db8:1:3::1', $other->username, PASSWORD)->ok;
  ok lines($server, qr/all logins from 2001:db8:1:2::\/64 are locked out/), 'the log names the network';
};

subtest 'loopback and private networks are exempt, unless the operator names them' => sub {
  my $server = server("${proxy}CollabLoginAddressLimit 2 900 exempt=198.51.100.0/24\n");
  fail_from($server, $_, 3) for '10.1.2.3', '192.168.1.1', 'fd00::1', '198.51.100.9';
  my $named = server("${proxy}CollabLoginAddressLimit 2 900 count=10.0.0.0/8 exempt=10.9.0.0/16\n");
  fail_from($named, '10.9.2.3', 3);
  fail_from($named, '10.1.2.4', 2);
  login_at($named, '10.1.2.4', $user->username, PASSWORD)->fails(429);
  my $off = server("${proxy}CollabLoginAddressLimit Off\n");
  fail_from($off, '203.0.113.20', 1);
  is owner()->selectrow_array(q(select count(*) from login_address where address = '203.0.113.20')), 0, 'Off counts nothing';
};

subtest 'the log hints at mod_remoteip, and contains names of users only, and no passwords' => sub {
  my $server = server("CollabLoginLimit 2 900\nCollabLoginAddressLimit 4 900 count=127.0.0.0/8\n");
  my $known = user($company);
  my $secret = 'a-password-in-the-wrong-field';
  login_at($server, undef, $known->username, "$secret$_")->fails(401) for 1 .. 2;
  login_at($server, undef, $secret, 'x')->fails(401) for 1 .. 2;
  login_at($server, undef, $known->username, PASSWORD)->fails(429);
  my $hint = qr/if that is a proxy's address, .*mod_remoteip/;
  is scalar(lines($server, qr/CB0471: user \Q@{[ $known->username ]}\E is locked out from 127\.0\.0\.1: 2 failed logins within 900 s; $hint/)), 1, 'a user';
  is scalar(lines($server, qr/CB0471: an unknown user is locked out from 127\.0\.0\.1/)), 1, 'an unknown name';
  is scalar(lines($server, qr/CB0472: all logins from 127\.0\.0\.1 are locked out.*$hint/)), 1, 'an address';
  is scalar(lines($server, qr/CB0470: a login from 127\.0\.0\.1 is refused.*$hint/)), 1, 'the first refusal';
  unlike $server->log, qr/\Q$secret\E/, 'neither passwords nor unknown names, which may be passwords';
  owner()->do(q(delete from login_address where address = '127.0.0.1'));
};

subtest 'collabctl user unlock ends lockouts of a name and of an address' => sub {
  my $server = server("${proxy}CollabLoginLimit 2 900\nCollabLoginAddressLimit 4 900\n");
  my $locked = user($company);
  for my $from ('203.0.113.30', '2001:db8:9::1') { login_at($server, $from, $locked->username, 'wrong')->fails(401) for 1 .. 2 }
  login_at($server, $_, $locked->username, PASSWORD)->fails(429) for '203.0.113.30', '2001:db8:9::1';
  is collabctl('user', 'unlock', $locked->username), "failed logins from 2 addresses forgotten\n";
  login_at($server, $_, $locked->username, PASSWORD)->ok for '203.0.113.30', '2001:db8:9::1';
  fail_from($server, '2001:db8:9::2', 2);
  login_at($server, '2001:db8:9::3', $locked->username, PASSWORD)->fails(429, undef, 'the address is locked out');
  is collabctl('user', 'unlock', $locked->username, '--address', '2001:db8:9::77'),
    "failed logins from 0 addresses forgotten; failed logins of all users from 2001:db8:9::/64 forgotten: 4\n", 'the failures of the address are deleted';
  is collabctl('user', 'unlock', $locked->username, '--address', '203.0.113.99'),
    "failed logins from 0 addresses forgotten; failed logins of all users from 203.0.113.99 forgotten: 0\n";
  login_at($server, '2001:db8:9::3', $locked->username, PASSWORD)->ok;
  like +(output('env', "COLLAB_DSN=$ENV{COLLAB_TEST_DSN}", './collabctl', 'user', 'unlock', 'nobody@nowhere.example'))[1], qr/username: there is no user/;
  like +(output('env', "COLLAB_DSN=$ENV{COLLAB_TEST_DSN}", './collabctl', 'user', 'unlock', $locked->username, '--address', 'here'))[1], qr/address: must be/;
};

# With 32 threads, 16 logins may wait for a check of their password, ten of them from one address. 16 callers, which repeat their logins,
# keep these ten places full.
subtest 'few passwords are checked concurrently, few wait, and further logins are refused at once and not counted' => sub {
  my $server = server("ThreadLimit 32\nThreadsPerChild 32\nMaxRequestWorkers 32\nMaxSpareThreads 32\nCollabLoginLimit 1000\nCollabLoginNameLimit Off\n");
  my ($slow, $stranger) = (user($company), user($company));
  my $hash = crypt encode_base64(sha256(PASSWORD), ''), '$2y$12$abcdefghijklmnopqrstuu';
  owner()->do('update account set password_hash = ? where id = ?', undef, $hash, $slow->id);
  my $load = load(16, sub {
    my ($say) = @_;
    my $status = login_at($server, undef, $slow->username, 'wrong')->status;
    $say->($status);
    select undef, undef, undef, 0.05 if $status == 429;
  });
  my $sent_away = wait_for {
    my $answer = login_at($server, undef, $stranger->username, 'wrong');
    $answer->status == 429 ? $answer : undef;
  } 30, 'a full queue';
  $sent_away->fails(429, qr/checks as many passwords as it can/, 'a login from a network that is new to the user is refused');
  is $sent_away->header('retry-after'), 1;
  login_at($server, undef, $user->username, PASSWORD)->ok('a user who has logged in from this network before is not') for 1 .. 3;
  $user->at($server)->post('/v1/me/password', { currentPassword => 'wrong', newPassword => 'a better battery' })->fails(400, qr/currentPassword is wrong/, '… nor is the change of a password');
  nobody->at($server)->get('/health/live')->ok('other requests are served meanwhile');
  $user->at($server)->get('/v1/me')->ok;
  wait_for { my %got = map { $_->[0] => 1 } $load->lines; $got{429} && $got{401} } 30, 'callers of both kinds';
  my %got;
  $got{ $_->[0] }++ for $load->end;
  is_deeply [sort keys %got], [401, 429], 'each login was checked or refused';
  is owner()->selectrow_array('select sum(failures) from login_failure where name = ?', undef, 'account/' . $slow->id), $got{401},
    'only checked logins count as failures';
};

done_testing;
