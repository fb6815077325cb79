# t/ops/collabctl/drain.t: collabctl drain takes a node out of service after its deliveries have finished
# The node is not ready, still answers requests, finishes its deliveries, then stops.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;
use IO::Socket::IP;

my $stack = stack(extra => "CollabDispatcher Off\n");
my $node = $stack->another_server('node', orderly => 1);
my $receiver = receiver();
my $x = exchange();
my $type = 'org.provider.core.collaboration-request.note.created';
my $parent = $node->pid;

sub drain { local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN}; return output('./collabctl', 'drain', @_) }
sub ready { return nobody->at($node)->get('/health/ready') }
sub leased { return scalar owner()->selectrow_array('select count(*) from delivery where claim is not null') }
sub delivered { return scalar grep { JSON::XS->new->decode($_->{body})->{type} eq $type } $receiver->got($_[0]) }

wait_for { 2 == owner()->selectrow_array('select count(*) from node') && ready()->status == 200 } 20, 'both nodes';
my $there = $x->submitter->at($node, token => undef);
$there->token;

subtest 'an ambiguous or unknown node is refused' => sub {
  my ($status, $said) = drain();
  is $status, 1, 'two nodes on this machine';
  like $said, qr/^collabctl: drain: process: this machine \(\S+\) has more than one node; name one with --process: \d+, \d+$/;
  ($status, $said) = drain('--process', $$);
  is $status, 1, 'a process that is not a node';
  like $said, qr/^collabctl: drain: this machine \(\S+\) has no node that was seen in the last half minute: start httpd, or read its error log$/;
};

subtest 'a draining node is not ready, but answers requests' => sub {
  my ($status, $said) = drain('--process', $parent, '--keep-running');
  is $status, 0, 'collabctl drain --keep-running' or diag $said;
  like $said, qr/^the node \(process $parent on \S+\) is draining: \/health\/ready is 503$/;
  ready()->fails(503, qr/the node is draining/);
  nobody->at($node)->get('/health/live')->ok('it lives');
  $there->get('/v1/me')->ok('and answers');
  like $node->log, qr/CB0706: the node is draining/;
  is nobody->get('/health/ready')->status, 200, 'the other node is ready';
};

subtest 'the dispatcher of a draining node claims nothing' => sub {
  my $url = $receiver->url;
  $x->submitter->post('/v2/webhooks', { callbackUrl => $url, eventTypes => [$type] })->ok;
  $x->submitter->post($x->notes, a_note())->ok for 1 .. 5;
  ok +(holds_for { delivered($url) == 0 && leased() == 0 } 3), 'nothing is sent';
  ready()->fails(503, qr/the node is draining/, 'the node is not ready, because it drains');
  my $since = $node->log =~ s/.*CB0706//sr;
  unlike $since, qr/alarm dispatcher/, 'there is no alarm';
  $node->graceful;
  ok +(wait_for { (() = $node->log =~ /CB0632/g) == 2 } 20, 'a new dispatcher'), 'after a graceful restart';
  ok +(holds_for { delivered($url) == 0 && ready()->status == 503 } 2), 'it is still draining';
  my ($status, $said) = drain('--process', $parent, '--idle', 600, '--timeout', 1);
  is $status, 3, 'a drain that takes too long gives up for now';
  like $said, qr/the node is not idle, so httpd was not stopped; the node stays draining/;
  ($status, $said) = drain('end', '--process', $parent);
  is $status, 0, 'collabctl drain end' or diag $said;
  like $said, qr/^the node \(process $parent on \S+\) serves$/;
  is ready()->status, 200, 'ready again';
  ok +(wait_for { delivered($url) == 5 } 20), 'waiting deliveries are sent';
};

subtest 'a draining node finishes its deliveries and requests, then stops' => sub {
  my $url = $receiver->url;
  $x->submitter->post('/v2/webhooks', { callbackUrl => $url, eventTypes => [$type] })->ok;
  my $before = $receiver->got;
  halt($receiver->{pid});       # its answers wait until the test lets it go on
  $x->submitter->post($x->notes, a_note())->ok for 1 .. 3;
  wait_for { leased() >= 3 } 20, 'deliveries under way';
  my $pid = fork // die;
  if (!$pid) { my ($status, $said) = drain('--process', $parent, '--idle', 2); print {*STDERR} $said if $status; POSIX::_exit($status) }
  ok +(wait_for { ready()->status == 503 } 20), 'not ready';
  ok +(holds_for { $there->get('/v1/me')->status == 200 } 4), 'it answers while deliveries are under way';
  cmp_ok leased(), '>=', 3, 'its leases stay';
  kill 'CONT', $receiver->{pid};
  my $slow = IO::Socket::IP->new(PeerAddr => '127.0.0.1', PeerPort => $node->port);
  my $body = JSON::XS->new->encode(a_note());
  printf {$slow} "POST %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
    $x->notes, $there->token, length $body, substr $body, 0, 10;
  ok +(wait_for { !IO::Socket::IP->new(PeerAddr => '127.0.0.1', PeerPort => $node->port) } 40), 'httpd closes its port';
  is leased(), 0, 'with no delivery under way';
  print {$slow} substr $body, 10;
  my $answer = do { local $/; <$slow> };
  like $answer, qr{^HTTP/1.1 200 }, 'a request that had begun is answered';
  waitpid $pid, 0;
  is $?, 0, 'collabctl drain returns after httpd has ended';
  is $node->pid, undef, 'httpd has ended';
  my %times;
  my @got = $receiver->got;
  cmp_ok @got - $before, '>=', 3, 'the deliveries under way have arrived';
  $times{"$_->{path} $_->{event}"}++ for @got;
  is_deeply [grep { $_ > 1 } values %times], [], 'nothing was sent twice';
  is nobody->get('/health/ready')->status, 200, 'the other node is ready';
};

subtest 'a restarted node serves' => sub {
  $node->start;
  ok +(wait_for { ready()->status == 200 } 20), 'ready';
};

done_testing;
