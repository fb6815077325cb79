# t/lab/free-port.t: a port that the lab has reserved stays free for its owner, also while the owner's server is stopped
use lib qw(t/lib lab/lib);
use Collab::Port qw(free_port connects);
use Collab::Receiver;
use Collab::Test;
use IO::Socket::IP;

sub listens { my ($port, @option) = @_; return scalar IO::Socket::IP->new(LocalAddr => '127.0.0.1', LocalPort => $port, Listen => 1, @option) }

my $port = free_port();
ok !connects($port), 'a reserved port has no listener';
ok !listens($port), 'no other program takes it by chance';
my $server = listens($port, ReuseAddr => 1);
ok $server && connects($port), 'its owner can listen there';
close $server;
ok !connects($port), 'after the owner has stopped, the port has no listener';
ok !listens($port), '… no other program takes it';
ok listens($port, ReuseAddr => 1), '… and the owner can listen there again';

my $receiver = receiver();
$receiver->stop;
ok !listens($receiver->port), 'a stopped receiver keeps its port';
$receiver->again;
ok connects($receiver->port), '… and can listen there again';

done_testing;
