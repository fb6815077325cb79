# A private network with a name server, for tests that break and repair name resolution and routes. The C library's resolver, the kernel's
# routes and the sockets are real. The test file runs itself again in user, network and mount namespaces; it is skipped without them.
#
#   use Collab::Resolver;                                    before any module that starts a process
#   address('203.0.113.7');  no_address('203.0.113.7')       adds an address to this network, and removes it
#   my $names = resolver('a.example' => '203.0.113.7');      answers for these names, and NXDOMAIN for others. Instead of an address:
#       'fails'                                              SERVFAIL
#       '203.0.113.7 fd00::1'                                several addresses, IPv4 or IPv6
#       'late0.5 203.0.113.7'                                half a second later; also 'late2 fails'
#       sub { ... }                                          called for each query; returns one of the above, or undef: NXDOMAIN
#   $names->stop; $names->again                              closes its port; opens it again
#   $names->mute; $names->talk                               listens without answering; answers again
package Collab::Resolver;
use strict;
use warnings;
use File::Temp ();
use IO::Socket::IP;
use Socket qw(inet_pton AF_INET AF_INET6);
use Time::HiRes qw(time);
use Test::More ();
use Collab::Wait qw(halt run output);
use parent 'Collab::Process';
use Exporter 'import';
our @EXPORT = qw(address no_address resolver);

# Enters the namespaces with the capabilities to change addresses there. The user id stays that of an ordinary user,
# because PostgreSQL refuses to start as root; it does not check capabilities. httpd needs only files that this user may read.
# With $optional, set before this file is loaded, a test runs without them; $there tells it whether it has them.
our ($optional, $there);
if (!$ENV{COLLAB_TEST_NETWORK}) {
  my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
  open my $out, '>', "$dir/resolv.conf" or die "$dir: $!\n";
  print $out "nameserver 127.0.0.1\n";
  close $out;
  my @inside = ('unshare', '--user', "--map-user=$>", '--map-group=' . (split ' ', $))[0], '--keep-caps', '--net', '--mount', 'sh', '-c',
    'mount --bind "$0/resolv.conf" /etc/resolv.conf && ip link set lo up && exec "$@"', $dir);
  my $possible = !(output(@inside, 'true'))[0];
  Test::More::plan(skip_all => 'this host allows no namespaces') unless $possible || $optional;
  local $ENV{COLLAB_TEST_NETWORK} = $dir;
  exit(system(@inside, $^X, $0) >> 8) if $possible;
} else {
  $there = 1;
}

sub length_of { return $_[0] =~ /:/ ? 128 : 32 }
# Adds these addresses at once, so that no transfer finds one of them only.
sub address {
  my $batch = File::Temp->new(TEMPLATE => 'clipXXXXXX', DIR => '/tmp');
  print $batch map { "address add $_/" . length_of($_) . ' dev lo' . (/:/ ? ' nodad' : '') . "\n" } @_;
  close $batch;
  return run('ip', '-batch', "$batch");
}
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
  my @late;      # [time, answer, peer]
  while (getppid == $parent) {
    my $ready = '';
    vec($ready, fileno $socket, 1) = 1;
    my $found = select $ready, undef, undef, @late ? 0.02 : 0.5;
    for (splice @late) { $_->[0] <= time ? $socket->send($_->[1], 0, $_->[2]) : push @late, $_ }
    next if $found <= 0;
    defined(my $peer = $socket->recv(my $query, 512)) or next;
    my ($answer, $delay) = answer_to($query, $names);
    $delay ? push @late, [time + $delay, $answer, $peer] : $socket->send($answer, 0, $peer);
  }
}

# Returns the answer to a query, and the seconds after which it is sent.
sub answer_to {
  my ($query, $names) = @_;
  my ($id) = unpack 'n', $query;
  my ($at, @labels) = (12);
  while (my $len = vec $query, $at, 8) { push @labels, substr $query, $at + 1, $len; $at += $len + 1 }
  my ($question, $type) = (substr($query, 12, $at - 12 + 5), unpack 'n', substr $query, $at + 1, 2);
  my $known = $names->{ lc join '.', @labels };
  $known = $known->() if ref $known;
  my @words = split ' ', $known // '';
  my ($delay) = map { /^late([\d.]+)$/ } @words;
  my @addresses = grep { $type == 1 ? /^[\d.]+$/ : $type == 28 && /:/ } @words;
  my $code = !defined $known ? 3 : (grep { $_ eq 'fails' } @words) ? 2 : 0;
  my $head = pack 'n6', $id, 0x8180 | $code, 1, scalar @addresses, 0, 0;
  return ($head . $question . join('', map { pack('n3 N n/a', 0xc00c, $type, 1, 0, inet_pton($type == 1 ? AF_INET : AF_INET6, $_)) } @addresses), $delay);
}

1;
