# t/ops/load/slow-readers.t: a slow reader of a list holds one run in memory, and a list whose next run fails breaks off
# The long form has 60 records of 4 MiB.
use lib qw(t/lib lab/lib);
use Collab::SlowReaders qw(add_notes slow_readers settled_memory);
use Collab::Test;
use Collab::Stack;
use Socket qw(SOL_SOCKET SO_RCVBUF);

my ($RECORDS, $NOTES) = (long(60, 16), long(125, 45));
my $LIST = '/v2/collaboration-requests/list';
my $PAGE = '/v2/collaboration-requests?size=200';
my $OLD = '/v1/collaboration-requests?paginated=true&size=200';
# A small send buffer, so that the kernel holds few unread bytes.
my $stack = stack(extra => "CollabDispatcher Off\nCollabDatabaseWait 1s\nSendBufferSize 65536\n", pg => { conf => "max_wal_size = 4GB\n" });
my $x = exchange();
add_notes(owner(), $_->{id}, $NOTES) for $x->record, map { $x->open_request } 2 .. $RECORDS;
my $me = $x->submitter;
my $record = length $me->get($x->path)->text;
$me->get('/v1/me')->ok for 1 .. 20;

# Reads the rest of a response. Returns it and how it ended: 'whole', 'closed' (without the last chunk) or 'reset'.
sub rest {
  my ($socket) = @_;
  my $text = '';
  setsockopt $socket, SOL_SOCKET, SO_RCVBUF, pack 'i', 1 << 22 or die "SO_RCVBUF: $!\n";
  while (1) {
    my $n = sysread $socket, my $bytes, 1 << 20;
    return ($text, 'reset') if !defined $n && $!{ECONNRESET};
    return ($text, 'closed') if !$n;
    $text .= $bytes;
    return ($text, 'whole') if substr($text, -7) eq "\r\n0\r\n\r\n";
  }
}

subtest 'a slow reader holds one run or one record, and no database connection' => sub {
  my $least = settled_memory($stack->server);
  for my $path ($LIST, $PAGE, $OLD, $x->path) {
    my @readers = slow_readers(10, $stack->server, $me, $path);
    my $held = settled_memory($stack->server) - $least;
    is $x->receiver->get('/v1/me', timeout => 5)->status, 200, 'another member can read';
    is $x->receiver->post($x->notes, a_note(), timeout => 5)->status, 200, '… and write';
    close $_ for @readers;
    my $kept = settled_memory($stack->server) - $least;
    diag sprintf '%s: 10 readers of records of %d KiB: +%d KiB; afterwards +%d KiB', $path, $record / 1024, $held, $kept;
    next if $ENV{COLLAB_SANITIZERS};
    # Each of the 10 readers may hold a run of 1 MiB and a record. Each of the 4 connections for reads may hold a run and a
    # record in its last result.
    cmp_ok $held, '<', (10 + 4) * (1024 + $record / 1024) + 8 * 1024, "$path: the memory is limited";
    cmp_ok $kept, '<', 4 * (1024 + $record / 1024) + 8 * 1024, '… and is given back';
  }
};

# Reads the beginning of a response, calls $do, and reads the rest.
sub meanwhile {
  my ($path, $do, %option) = @_;
  my ($reader) = slow_readers(1, $stack->server, $me, $path, %option);
  sysread $reader, my $begin, 4096 or die "no answer\n";
  like $begin, qr{^HTTP/1\.1 200 }, "$path: the response begins";
  $do->();
  my ($text, $end) = rest($reader);
  return ($begin . $text, $end);
}

subtest 'a later run shows changes; a page keeps its records' => sub {
  my ($oldest) = owner()->selectrow_array('select token from request where submit_company = ? order by created_at, id limit 1', undef, $me->company->{id});
  for my $path ($LIST, $PAGE) {
    my $made;
    my ($text, $end) = meanwhile($path, sub { $me->patch("/v1/collaboration-requests/$oldest", { internalCaseNumber => "now $path" })->ok; $made = $x->open_request });
    is $end, 'whole', 'the response comes to its end';
    like $text, qr/"submitterCaseNumber":"now \Q$path\E"/, 'the change of the oldest request is there';
    unlike $text, qr/"token":"$made->{token}"/, 'the new request is not';
  }
  my ($text, $end) = meanwhile("$PAGE&status=OPEN", sub { $x->receiver->post("/v1/collaboration-requests/$oldest/rejection", a_rejection())->ok });
  is $end, 'whole', 'the response comes to its end';
  like $text, qr/"token":"$oldest"/, 'the page keeps a record that the filter no longer matches';
  like $text, qr/"status":"REJECTED"/, 'the record has its new status';
};

subtest 'a list that cannot be read to its end is broken off' => sub {
  my $lost = sub { owner()->do('alter table response rename to response_away') };
  my %case = ('without a table' => [$lost, sub { owner()->do('alter table response_away rename to response') }],
    'without a database' => [sub { $stack->pg->down('immediate') }, sub { $stack->pg->up; Collab::Members::forget(); wait_for { nobody->get('/health/ready')->status == 200 } 30, 'a server that is ready' }],
    'of a disabled account' => [sub { owner()->do('update account set active = false where id = ?', undef, $me->id) }, sub { owner()->do('update account set active = true where id = ?', undef, $me->id) }]);
  for my $name (sort keys %case) {
    my ($do, $undo) = @{ $case{$name} };
    for my $path ($LIST, $PAGE, $OLD) {
      for my $http ('1.1', '1.0') {
        my ($text, $end) = meanwhile($path, $do, http => $http);
        is $end, $http eq '1.1' ? 'closed' : 'reset', "$name, HTTP/$http: the response has no end";
        unlike $text, qr/"totalElements"|\](?:\r\n)?\z/, '… nor has the array';
        $undo->();
      }
    }
  }
  # A node logs one line about a fault in a second. Alarms, and requests without a database, may have taken every second so far.
  my $named = qr/CB0402: request_\w+ broke off its response midway \(request \S+\)/;
  my ($do, $undo) = @{ $case{'of a disabled account'} };
  ok +(wait_for { $stack->server->log =~ $named or do { meanwhile($LIST, $do); $undo->(); 0 } } 15, 'the line'), 'the log names the operation';
};

subtest 'a list over HTTP/2 breaks off, too' => sub {
  my $h2 = $stack->another_server('h2', extra => "CollabBaseURL $ENV{COLLAB_TEST_URL}\nCollabDispatcher Off\nLoadModule http2_module $ENV{COLLAB_LIBEXECDIR}/mod_http2.so\nProtocols h2c http/1.1\n");
  for my $path ($LIST, $PAGE) {
    open my $curl, '-|', 'curl', '-s', '--http2-prior-knowledge', '-m', 60, '-H', 'Authorization: Bearer ' . $me->token, $h2->url . $path or die "curl: $!\n";
    read $curl, my $begin, 4096 or die "no answer\n";
    owner()->do('alter table response rename to response_away');
    my $length = 0;
    while (my $n = read $curl, my $bytes, 1 << 20) { $length += $n }
    owner()->do('alter table response_away rename to response');
    close $curl;
    ok $? >> 8, "$path: curl notices the break: " . ($? >> 8);
    cmp_ok $length, '<', $RECORDS * $record, '… before the end';
    my $whole = run('curl', '-s', '--http2-prior-knowledge', '-m', 60, '-H', 'Authorization: Bearer ' . $me->token, $h2->url . $path);
    cmp_ok length $whole, '>', $RECORDS * $record * 0.9, '… and otherwise gets the whole list';
  }
};

done_testing;
