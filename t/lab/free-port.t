# t/lab/free-port.t: a port that the lab reserved stays free for its owner, also while the owner's server is stopped
use lib qw(t/lib lab/lib);
use Collab::Port qw(free_port connects);
use Collab::Receiver;
use Collab::Test;
use IO::Socket::IP;

sub listens { my ($port, @option) = @_; return scalar IO::Socket::IP->new(LocalAddr => '127.0.0.1', LocalPort => $port, Listen => 1, @option) }

my $port = free_port();
ok !connects($port), 'nobody listens';
ok !listens($port), 'nobody takes it by chance';
my $server = listens($port, ReuseAddr => 1);
ok $server && connects($port), 'who asks for this one, as servers do, listens';
close $server;
ok !connects($port), 'and when it is gone, nobody listens';
ok !listens($port), '… nor takes it';
ok listens($port, ReuseAddr => 1), '… but it itself';

my $receiver = receiver();
$receiver->stop;
ok !listens($receiver->port), 'a receiver that is stopped keeps its port';
$receiver->again;
ok connects($receiver->port), '… and listens there again';

done_testing;
