# t/ops/load/large-request.t: a member who fills a request neither locks its partner out nor fills a worker's memory
# interface.md 18.5. Two connections add notes of 33 KB until they get 409. Then slow readers read the record. In the long form both parties try to
# add 5,000 notes.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Stack;
use Collab::Wire;

my $TRIES = long(5000, 200);
my $READERS = 10;
my $stack = stack(extra => "CollabDispatcher Off\n");
my $x = exchange();
my %note = (summary => "\x01" x 500, description => "\x01" x 5000);

# Tries to add $TRIES notes on two connections. Returns the number of responses by status.
sub flood {
  my ($party) = @_;
  my $half = sub { my %count; $count{ $party->post($x->notes, a_note(%note))->status }++ for 1 .. $TRIES / 2; return { status => 200, content => JSON::XS::encode_json(\%count) } };
  my %count;
  for my $answer (together($half, $half)) { $count{$_} += $answer->json->{$_} for keys %{ $answer->json } }
  return \%count;
}

# Resident memory of the worker process, in KiB.
sub memory {
  my ($child) = $stack->server->children;
  open my $in, '<', "/proc/$child/status" or die "/proc/$child: $!\n";
  return (map { /^VmRSS:\s+(\d+)/ ? $1 : () } <$in>)[0];
}

my $fits = int 2 * 1024**2 / 34_000;
my $count = flood($x->submitter);
is_deeply [sort keys %$count], [200, 409], join ', ', map { "$_ x $count->{$_}" } sort keys %$count;
cmp_ok abs($count->{200} - $fits), '<=', 2, "notes are taken up to half of the size limit: about $fits of them";

subtest 'the partner is not locked out' => sub {
  my $receiver = $x->receiver;
  is scalar @{ $receiver->get($x->path)->ok->{caseNotes} }, $count->{200};
  is scalar @{ $receiver->get($x->notes)->ok }, $count->{200};
  for my $list ('/v2/collaboration-requests', '/v2/collaboration-requests?cursor=', '/v2/collaboration-requests/list', '/v1/collaboration-requests') {
    my $got = $receiver->get($list)->ok;
    is scalar @{ ref $got eq 'HASH' ? $got->{content} : $got }, 1, $list;
  }
  $receiver->post($x->notes, a_note(%note))->ok;
  $receiver->post($x->information_request, a_question())->ok;
  flood($receiver) if long(1, 0);
  $receiver->post($x->approval, an_approval(nextSteps => "\x01" x 5000))->ok;
  cmp_ok length $receiver->get($x->path)->text, '<', 4 * 1024**2 + 36_000, 'the record is at most the limit and the approval';
};

subtest 'slow readers of the record hold at most twice its size each' => sub {
  my $size = length $x->receiver->get($x->path)->text;
  my $before = memory();
  my @readers = map {
    my $socket = wire_socket($stack->server->url);
    setsockopt $socket, Socket::SOL_SOCKET(), Socket::SO_RCVBUF(), 4096;
    print $socket "GET @{[ $x->path ]} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer @{[ $x->receiver->token ]}\r\n\r\n";
    sysread $socket, my $start, 512;
    like $start, qr{^HTTP/1\.1 200 }, "reader $_ has read a little";
    $socket;
  } 1 .. $READERS;
  my $held = memory() - $before;
  diag sprintf '%d slow readers of a record of %.1f MiB: memory +%.1f MiB', $READERS, $size / 1024**2, $held / 1024;
  cmp_ok $held, '<', $READERS * 2 * $size / 1024, 'no reader holds more than twice the record' unless $ENV{COLLAB_SANITIZERS};
  $x->submitter->get('/v1/me')->ok('the worker answers other requests');
};

$x->submitter->post($x->closure)->ok('the request can be closed');

done_testing;
