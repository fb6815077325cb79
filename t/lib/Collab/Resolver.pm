# A private network with a name server, for tests that break and repair name resolution and routes. The C library's resolver, the kernel's
# routes and the sockets are real. The test file runs itself again in user, network and mount namespaces; it is skipped without them.
#
#   use Collab::Resolver;                                    before any module that starts a process
#   address('203.0.113.7');  no_address('203.0.113.7')       adds an address to this network, and removes it
#   my $names = resolver('a.example' => '203.0.113.7');      answers for these names, and NXDOMAIN for others; [...]: several addresses,
#                                                            IPv4 or IPv6
#   $names->stop; $names->again                              closes its port; opens it again
#   $names->mute; $names->talk                               listens without answering; answers again
package Collab::Resolver;
use strict;
use warnings;
use File::Temp ();
use IO::Socket::IP;
use Socket qw(inet_pton AF_INET AF_INET6);
use Test::More ();
use Collab::Wait qw(halt run output);
use parent 'Collab::Process';
use Exporter 'import';
our @EXPORT = qw(address no_address resolver);

# Enters the namespaces with the capabilities to change addresses there. The user id stays that of an ordinary user,
# because PostgreSQL refuses to start as root; it does not check capabilities. httpd needs only files that this user may read.
if (!$ENV{COLLAB_TEST_NETWORK}) {
  my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
  open my $out, '>', "$dir/resolv.conf" or die "$dir: $!\n";
  print $out "nameserver 127.0.0.1\n";
  close $out;
  my @inside = ('unshare', '--user', "--map-user=$>", '--map-group=' . (split ' ', $))[0], '--keep-caps', '--net', '--mount', 'sh', '-c',
    'mount --bind "$0/resolv.conf" /etc/resolv.conf && ip link set lo up && exec "$@"', $dir);
  Test::More::plan(skip_all => 'this host allows no namespaces') if (output(@inside, 'true'))[0];
  local $ENV{COLLAB_TEST_NETWORK} = $dir;
  exit(system(@inside, $^X, $0) >> 8);
}

sub length_of { return $_[0] =~ /:/ ? 128 : 32 }
sub address    { my ($address) = @_; run('ip', 'address', 'add', "$address/" . length_of($address), 'dev', 'lo', $address =~ /:/ ? 'nodad' : ()) }
sub no_address { my ($address) = @_; run('ip', 'address', 'del', "$address/" . length_of($address), 'dev', 'lo') }

sub resolver { my (%names) = @_; return bless({ names => \%names }, __PACKAGE__)->again }

sub again {
  my ($self) = @_;
  my $socket = IO::Socket::IP->new(LocalAddr => '127.0.0.1', LocalPort => 53, Proto => 'udp', ReuseAddr => 1) or die "name server: $@\n";
  return $self->begin(sub { serve($socket, $self->{names}, @_) });
}

sub mute { my ($self) = @_; halt($self->{pid}) }
sub talk { my ($self) = @_; kill 'CONT', $self->{pid} }

# RFC 1035, RFC 3596: a known name has addresses (type 1, or 28 for IPv6) and no other record; another name gets NXDOMAIN.
sub serve {
  my ($socket, $names, $parent) = @_;
  while (getppid == $parent) {
    my $ready = '';
    vec($ready, fileno $socket, 1) = 1;
    next unless select $ready, undef, undef, 0.5;
    defined(my $peer = $socket->recv(my $query, 512)) or next;
    my ($id, $flags) = unpack 'n2', $query;
    my ($at, @labels) = (12);
    while (my $len = vec $query, $at, 8) { push @labels, substr $query, $at + 1, $len; $at += $len + 1 }
    my ($question, $type) = (substr($query, 12, $at - 12 + 5), unpack 'n', substr $query, $at + 1, 2);
    my $addresses = $names->{ lc join '.', @labels };
    my @found = map { $type == (/:/ ? 28 : 1) ? inet_pton(/:/ ? AF_INET6 : AF_INET, $_) : () } ref $addresses ? @$addresses : $addresses // ();
    my $head = pack 'n6', $id, 0x8180 | (defined $addresses ? 0 : 3), 1, scalar @found, 0, 0;
    $socket->send($head . $question . join('', map { pack('n3 N n/a', 0xc00c, $type, 1, 0, $_) } @found), 0, $peer);
  }
}

1;
