# t/dispatch/database/silent-database.t: a database that accepts connections and never responds delays no transfer under way
# A database can fall silent in this way after a failover, or when its host fails.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Relay;
use Collab::Stack;
use File::Basename ();
use IO::Select;
use IO::Socket::IP;

my $CONNECT = 120;      # the dispatcher's connect_timeout: longer than any wait in this test
my $stack = stack(extra => "CollabDispatcher Off\n");
my $relay = relay($stack->pg);
my $node = $stack->another_server('node', dispatch_dsn => $relay->dsn('collab_dispatch', $CONNECT), extra => "CollabWebhookTimeout 60\nCollabDutyInterval 300s\nCoreDumpDirectory /tmp\n");
my $listener = IO::Socket::IP->new(LocalAddr => '127.0.0.1', LocalPort => 0, Listen => 16) or die "listen: $@\n";
my $url = sprintf 'http://127.0.0.1:%d/hook', $listener->sockport;
my $x = exchange();
my $id = $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok->{id};

sub readable { my ($socket) = @_; return scalar IO::Select->new($socket)->can_read(30) }

# The number of the dispatcher's sockets.
sub sockets { my $pid = $node->dispatcher; return scalar grep { /^socket:/ } map { readlink // () } glob "/proc/$pid/fd/*" }

# The receiver's side of a transfer: a connection with a whole request and no answer yet.
sub transfer {
  readable($listener) or die "no transfer came\n";
  my $socket = $listener->accept;
  my $got = '';
  until ($got =~ /\r\ncontent-length: (\d+)\r\n(?:.*?\r\n)?\r\n(.*)$/is && length $2 >= $1) {
    readable($socket) && sysread $socket, $got, 65536, length $got or die "no whole request came\n";
  }
  return $socket;
}

subtest 'a connection that ends while it is idle is closed' => sub {
  my $admin = $stack->pg->admin;
  wait_for {
    $relay->open == 4 && $admin->selectrow_array(q(select 1 from pg_stat_activity where usename = 'collab_dispatch' and state = 'idle'
      and query like '%advance_accepted_time%'))
  } 30, 'claims, settlements, duties and replays to be connected, and nothing to be done but the steps of the accepted time';
  my $others = sockets() - 4;
  $relay->mute(0);
  $relay->cut;
  wait_for { $relay->waiting >= 2 } 30, 'claims and replays to ask for a new one';
  # Settlements do not reconnect, because nothing is left to settle. Duties do when the accepted time is to make a step.
  ok wait_for { my $wanted = $relay->waiting; $wanted < 4 && sockets() == $others + $wanted } 60, 'the other connections are closed';
  $relay->pass;
  $relay->cut;
};

my @moments = ('before its first message', 'once connected', 'once the session has its settings', 'once the dispatcher has introduced itself');
for my $after (0 .. $#moments) {
  subtest "a database that falls silent $moments[$after] delays no transfer" => sub {
    $x->submitter->post($x->notes, a_note())->ok;
    my $socket = transfer();
    $relay->mute($after);
    $relay->cut;
    ok wait_for { $relay->waiting } 30, 'the dispatcher is waiting for its database';
    print $socket "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
    $socket->flush;
    ok readable($socket), 'the dispatcher takes the answer at once' or diag 'the transfer was held up';
    ok wait_for { $relay->waiting } 30, 'the database is still silent';
    $relay->pass;
    $relay->cut;
    my $attempts;
    wait_for { @{ $attempts = owner()->selectall_arrayref('select * from attempt where subscription = ?', { Slice => {} }, $id) } > $after } 60, 'its attempt';
    is_deeply [map { @{$_}{qw(number success)} } @$attempts], [(1, 1) x ($after + 1)], 'the attempt is recorded once the database is back';
  };
}

subtest 'if one of two database hosts is silent, the dispatcher finds the other' => sub {
  $relay->mute(0);
  $relay->cut;
  my $dsn = $relay->dsn('collab_dispatch', 2) =~ s{host=(\S+)}{"host=$1," . File::Basename::dirname($stack->pg->path)}er;
  my $other = $stack->another_server('other', dispatch_dsn => $dsn);
  $x->submitter->post($x->notes, a_note())->ok;
  my $socket = transfer();
  ok $socket, 'it delivers';
};

subtest 'a dispatcher that waits for its database stops when told to' => sub {
  $relay->mute(0);
  $relay->cut;
  ok wait_for { $relay->waiting } 30, 'it waits for its database';
  kill 'TERM', $node->dispatcher;
  ok wait_for { $node->log =~ /the dispatcher has died \((.*?)\)/ } 30, 'the dispatcher ends';
  like $node->log, qr/the dispatcher has died \(exit code 0\)/;
};

done_testing;
