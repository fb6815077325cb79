# Servers with login limits, for the tests of those limits. They use the tests' database and have no dispatcher.
#
#   my $server = server("${proxy}CollabLoginLimit 5 900\n");          $proxy: loads mod_remoteip, which lets a test choose the client's address
#   login_at($server, '203.0.113.1', $name, $password)->ok;           logs in from that address (undef: from 127.0.0.1)
package Collab::Logins;
use strict;
use warnings;
use Collab::Server;
use Collab::Test ();
use Exporter 'import';
our @EXPORT = qw($proxy server login_at);

our $proxy = 'LoadModule remoteip_module ' . ($ENV{COLLAB_LIBEXECDIR} // '') . "/mod_remoteip.so\nRemoteIPHeader X-Forwarded-For\nRemoteIPInternalProxy 127.0.0.1\n";
my $count = 0;

sub server {
  my ($extra) = @_;
  return Collab::Server->start("$ENV{COLLAB_TEST_DIR}/logins$$-" . ++$count, api_dsn => $ENV{COLLAB_TEST_DSN} =~ s/collab_owner/collab_api/r,
    dispatch_dsn => 'host=/nowhere', extra => "CollabBaseURL $ENV{COLLAB_TEST_URL}\nCollabDispatcher Off\n$extra");
}

sub login_at {
  my ($server, $from, $name, $password) = @_;
  return Collab::Test::nobody()->at($server)->post('/v1/login', { username => $name, password => $password }, headers => $from ? { 'x-forwarded-for' => $from } : {});
}

1;
