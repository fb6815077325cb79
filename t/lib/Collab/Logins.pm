# Servers with login limits, for the tests of those limits. They use the tests' database and have no dispatcher.
#
#   my $server = server("${proxy}CollabLoginLimit 5 900\n");          $proxy: loads mod_remoteip, which lets a test choose the client's address
#   login_at($server, '203.0.113.1', $name, $password)->ok;           logs in from that address (undef: from 127.0.0.1)
#   my %count = logins_at_once($server, [$from, $name, $password, $how], …);  sends all at once, and returns the number of answers by status
#   my $flood = login_flood($server, [$from, $name, $password], …);   repeats each of these without pause, all concurrently, in one process
#   my %count = $flood->end                                           … until then; the answers by "NAME STATUS"
#   $how: token => Basic credentials at the token endpoint, which may mean two pairs of name and password; else a login
#   costs($user, 10);                                                 gives the user a hash of this cost, of the password of all test users
package Collab::Logins;
use strict;
use warnings;
use Digest::SHA qw(sha256);
use IO::Select;
use IO::Socket::IP;
use JSON::XS ();
use MIME::Base64 qw(encode_base64);
use POSIX ();
use Collab::Form qw(form_text);
use Collab::Party;
use Collab::Server;
use Collab::Test ();
use Exporter 'import';
our @EXPORT = qw($proxy server login_at token_at logins_at_once login_flood costs);

our $proxy = 'LoadModule remoteip_module ' . ($ENV{COLLAB_LIBEXECDIR} // '') . "/mod_remoteip.so\nRemoteIPHeader X-Forwarded-For\nRemoteIPInternalProxy 127.0.0.1\n";
my $count = 0;

sub server {
  my ($extra) = @_;
  return Collab::Server->start("$ENV{COLLAB_TEST_DIR}/logins$$-" . ++$count, api_dsn => $ENV{COLLAB_TEST_DSN} =~ s/collab_owner/collab_api/r,
    dispatch_dsn => 'host=/nowhere', extra => "CollabBaseURL $ENV{COLLAB_TEST_URL}\nCollabDispatcher Off\n$extra");
}

# Each login has a connection of its own: once all workers are busy, httpd closes those that wait for their next request.
sub login_at {
  my ($server, $from, $name, $password) = @_;
  Collab::Party->hang_up;
  return Collab::Test::nobody()->at($server)->post('/v1/login', { username => $name, password => $password }, headers => $from ? { 'x-forwarded-for' => $from } : {});
}

# The same at the token endpoint, by form-encoded Basic credentials.
sub token_at {
  my ($server, $from, $name, $password) = @_;
  Collab::Party->hang_up;
  my %headers = (authorization => 'Basic ' . encode_base64(form_text($name) . ':' . form_text($password), ''), $from ? ('x-forwarded-for' => $from) : ());
  return Collab::Test::nobody()->at($server)->request('POST', '/oauth2/token', body => 'grant_type=client_credentials', type => 'application/x-www-form-urlencoded', headers => \%headers);
}

sub costs {
  my ($user, $cost) = @_;
  my $hash = crypt encode_base64(sha256(Collab::Test::PASSWORD()), ''), sprintf '$2y$%02d$abcdefghijklmnopqrstuu', $cost;
  Collab::Test::owner()->do('update account set password_hash = ? where id = ?', undef, $hash, $user->id);
  return;
}

# A connection that has sent a login. {status} is set once it has been answered.
sub opened {
  my ($server, $login) = @_;
  my ($from, $name, $password, $how) = @$login;
  my $socket = IO::Socket::IP->new(PeerAddr => '127.0.0.1', PeerPort => $server->port) or die "connect: $@\n";
  my $token = ($how // '') eq 'token';
  my $body = $token ? 'grant_type=client_credentials' : JSON::XS->new->utf8->encode({ username => $name, password => $password });
  my $head = $token ? "POST /oauth2/token HTTP/1.1\r\nAuthorization: Basic " . encode_base64(form_text($name) . ':' . form_text($password), '') . "\r\n" : "POST /v1/login HTTP/1.1\r\n";
  syswrite $socket, "${head}Host: x\r\nConnection: close\r\n" . ($from ? "X-Forwarded-For: $from\r\n" : '')
    . 'Content-Length: ' . length($body) . "\r\n\r\n$body";
  return { socket => $socket, login => $login, name => $name };
}

# Reads from the connections that have something to read within a while. Returns those that have been answered.
sub answered {
  my ($open, $waits) = @_;
  my @done;
  for my $socket ($waits->can_read(0.1)) {
    my $one = $open->{$socket};
    next if sysread $socket, $one->{got}, 4096, length($one->{got} // '');
    $one->{status} = ($one->{got} // '') =~ m{^HTTP/1\.1 (\d+)} ? $1 : 'none';
    $waits->remove($socket);
    delete $open->{$socket};
    push @done, $one;
  }
  return @done;
}

sub logins_at_once {
  my ($server, @logins) = @_;
  my %open = map { ($_->{socket} => $_) } map { opened($server, $_) } @logins;
  my $waits = IO::Select->new(map { $_->{socket} } values %open);
  my %count;
  my $until = time + 30;
  while (%open && time < $until) { $count{ $_->{status} }++ for answered(\%open, $waits) }
  return (%count, %open ? (silent => scalar keys %open) : ());
}

sub login_flood {
  my ($server, @logins) = @_;
  pipe my $read, my $write or die "pipe: $!\n";
  pipe my $told, my $tell or die "pipe: $!\n";
  my $pid = fork // die "fork: $!\n";
  if (!$pid) {
    close $tell;
    my (%open, %count);
    my $waits = IO::Select->new;
    my $again = sub { my ($login) = @_; my $one = opened($server, $login); $open{ $one->{socket} } = $one; $waits->add($one->{socket}) };
    $again->($_) for @logins;
    until (IO::Select->new($told)->can_read(0)) {
      for my $one (answered(\%open, $waits)) {
        $count{"$one->{name} $one->{status}"}++;
        $again->($one->{login});
      }
    }
    print $write JSON::XS->new->encode(\%count);
    close $write;
    POSIX::_exit(0);
  }
  close $write;
  return bless { pid => $pid, read => $read, tell => $tell }, 'Collab::Logins::Flood';
}

sub Collab::Logins::Flood::end {
  my ($self) = @_;
  close $self->{tell};
  my $said = do { local $/; readline $self->{read} };
  waitpid $self->{pid}, 0;
  return %{ JSON::XS->new->decode($said) };
}

1;
