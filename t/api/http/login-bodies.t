# t/api/http/login-bodies.t: at most a quarter of the threads wait for login bodies, at most four per address; then logins get 429
use lib qw(t/lib lab/lib);
use Collab::Server;
use Collab::Test;
use Collab::Wire;

my $x = exchange();
my $me = $x->submitter;
my $json = JSON::XS->new->encode({ username => $me->username, password => $me->password });
my $count = 0;

# A server of 32 threads, so eight of them may wait. X-Forwarded-For sets a client's address.
sub server {
  my ($extra) = @_;
  return Collab::Server->start("$ENV{COLLAB_TEST_DIR}/bodies$$-" . ++$count, api_dsn => $ENV{COLLAB_TEST_DSN} =~ s/collab_owner/collab_api/r,
    dispatch_dsn => 'host=/nowhere', extra => "CollabBaseURL $ENV{COLLAB_TEST_URL}\nCollabDispatcher Off\nThreadLimit 32\nThreadsPerChild 32\nMaxRequestWorkers 32\n"
      . "MaxSpareThreads 32\nLoadModule remoteip_module $ENV{COLLAB_LIBEXECDIR}/mod_remoteip.so\nRemoteIPHeader X-Forwarded-For\nRemoteIPInternalProxy 127.0.0.1\n"
      . "CollabSharedAddress None\n$extra");
}

# Sends the header of a login from this address, and the first $body (default: 1) characters of its body.
sub begin {
  my ($server, $from, $body) = @_;
  my $socket = wire_socket($server->url);
  print $socket my $sent = "POST /v1/login HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: $from\r\nContent-Type: application/json\r\nContent-Length: "
    . length($json) . "\r\n\r\n" . substr $json, 0, $body // 1;
  return { socket => $socket, sent => $sent };
}

sub answer { my ($login, %o) = @_; return read_answer($login->{socket}, $login->{sent}, %o) }
sub finish { my ($login) = @_; print { $login->{socket} } $json; return answer($login) }

# Begins a login from each address. Returns the one that the server refuses, and then those whose bodies it waits for: once one
# is refused, the others are counted.
sub all_but_one {
  my ($server, @from) = @_;
  my @all = map { begin($server, $_, 0) } @from;
  my $select = IO::Select->new(map { $_->{socket} } @all);
  my $first = wait_for { ($select->can_read(0.1))[0] } 20, 'a login to be refused';
  return sort { ($b->{socket} == $first) <=> ($a->{socket} == $first) } @all;
}

subtest 'four logins of one address may wait, and eight in all' => sub {
  my $server = server("CollabBodyTimeout 60\n");
  my ($fifth, @one) = all_but_one($server, ('192.0.2.1') x 5);
  my $refused = answer($fifth);
  $refused->fails(429, qr/too many request bodies are arriving slowly/, 'a fifth login of the same address gets 429 at once');
  is $refused->header('retry-after'), 5;
  is $refused->header('connection'), 'close', '… and its connection ends';
  ($fifth, my @other) = all_but_one($server, map { "2001:db8:1:2:${_}::1" } 1 .. 5);
  answer($fifth)->fails(429, undef, 'a fifth login of the same IPv6 /64 gets 429');
  answer(begin($server, '192.0.2.2'))->fails(429, undef, 'a login of another address gets 429 while eight wait');
  answer(begin($server, '192.0.2.1', length $json))->ok('a login that comes in one piece needs no place');
  finish($one[0])->ok('a waiting login is served when its body is complete');
  my (undef, $next) = all_but_one($server, ('192.0.2.2') x 2);
  finish($next)->ok('its place is free afterwards');
  close $other[0]{socket};
  ok +(wait_for { answer(begin($server, '2001:db8:1:2::9'), timeout => 0.3) ? 0 : 1 } 10), 'a client that leaves frees its place';
  is scalar(grep { /CB0473: ended a request from 192\.0\.2\.1: its client is slow, and too many threads already wait for clients/ } split /\n/, $server->log), 1, 'the log has one line about it';
};

subtest 'bodies for the token endpoint wait in the same places' => sub {
  my $server = server("CollabBodyTimeout 60\n");
  my $token = sub {
    my $socket = wire_socket($server->url);
    print $socket my $sent = "POST /oauth2/token HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 29\r\n\r\n";
    return { socket => $socket, sent => $sent };
  };
  my @all = ((map { begin($server, '192.0.2.1', 0) } 1 .. 2), map { $token->() } 1 .. 3);
  my $select = IO::Select->new(map { $_->{socket} } @all);
  my $first = wait_for { ($select->can_read(0.1))[0] } 20, 'one of five to be refused';
  my ($refused) = grep { $_->{socket} == $first } @all;
  answer($refused)->fails(429, qr/too many request bodies are arriving slowly/, 'the fifth of one address gets 429, whichever it is');
  answer($token->())->fails_oauth(429, 'temporarily_unavailable', qr/too many request bodies are arriving slowly/, 'so does another for the token endpoint');
  my ($login) = grep { $_ != $refused && $_->{sent} =~ /login/ } @all;
  finish($login)->ok('a login that waits is served');
};

subtest 'a body gets 408 after five seconds, or after CollabBodyTimeout' => sub {
  answer(begin(server(''), '192.0.2.1'), timeout => 12)->fails(408);
  answer(begin(server("CollabBodyTimeout 1\n"), '192.0.2.1'), timeout => 4)->fails(408);
};

subtest 'CollabSharedAddress lifts the limit per address, not the one for all' => sub {
  my $server = server("CollabSharedAddress 192.0.2.0/24\n");
  my ($ninth) = all_but_one($server, ('192.0.2.1') x 9);
  answer($ninth)->fails(429, undef, 'a ninth login of the shared address gets 429');
};

# Begins a note of the caller.
my $note = JSON::XS->new->encode(a_note());
sub begin_note {
  my ($server, $caller) = @_;
  my $token = $caller->token;
  my $socket = wire_socket($server->url);
  print $socket my $sent = 'POST ' . $x->notes . " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer $token\r\nContent-Length: " . length($note) . "\r\n\r\n" . substr $note, 0, 1;
  return { socket => $socket, sent => $sent, rest => substr $note, 1 };
}
sub end_note { my ($begun) = @_; print { $begun->{socket} } $begun->{rest}; return answer($begun) }

subtest 'a company has a quarter of the threads to wait in' => sub {
  my $server = server("CollabBodyTimeout 60\n");
  my @all = map { begin_note($server, $me) } 1 .. 20;
  my $select = IO::Select->new(map { $_->{socket} } @all);
  my %refused;
  wait_for { $refused{ fileno $_ } = 1 for $select->can_read(0.1); keys %refused == 12 } 20, 'twelve of twenty to be refused';
  is keys %refused, 12, 'eight of twenty slow notes of one company may wait';
  my ($out, @in) = (grep { $refused{ fileno $_->{socket} } } @all)[0];
  answer($out)->fails(429, qr/too many request bodies are arriving slowly/, 'the others get 429');
  end_note(begin_note($server, $x->receiver))->ok('another company finds a place');
  my (undef, $login) = all_but_one($server, ('192.0.2.1') x 5);
  finish($login)->ok('so does a login');
  end_note($_)->ok('a note that waited is served when it is complete') for grep { !$refused{ fileno $_->{socket} } } @all;
  end_note(begin_note($server, $me))->ok('afterwards the company has places again');
};

subtest 'a body that takes less than a second needs no place, whatever the share' => sub {
  my $server = server("CollabClientWait company=13 all=13\n");      # four of 32
  my @all = map { begin_note($server, $me) } 1 .. 4;
  end_note($_)->ok for @all;
};

done_testing;
