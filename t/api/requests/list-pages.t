# t/api/requests/list-pages.t: GET /v2/collaboration-requests gives pages by number and by cursor
# interface.md 11.1 to 11.5
use lib qw(t/lib lab/lib);
use Collab::Test;

my $list = '/v2/collaboration-requests';
my $page = { content => [REQUEST], totalElements => 'integer', totalPages => 'integer', size => 'integer', number => 'integer',
  nextCursor => 'text?' };
my $slice = { content => [SUBMITTED], size => 'integer', nextCursor => 'text?' };

my $x = exchange(request => 0);
my @made = map { $x->open_request(internalCaseNumber => $_ % 2 ? 'odd' : "even-$_", problemSummary => "r$_") } 1 .. 7;
my $seen = sub { return join ' ', map { $_->{summary} } @{ $_[0]{content} } };
my $get = sub { my ($who, $query) = @_; return $x->{$who}->get("$list?$query")->ok($query) };

subtest 'a page has full records, newest first, and totals' => sub {
  my $got = $x->receiver->get($list)->ok;
  is_shaped $got, $page;
  is $seen->($got), 'r7 r6 r5 r4 r3 r2 r1', 'newest first';
  is_deeply [@{$got}{qw(totalElements totalPages size number nextCursor)}], [7, 1, 50, 0, undef];
  is_deeply $got->{content}[0], $x->receiver->get('/v1/collaboration-requests/' . $made[6]{token})->ok, 'items are full records';
  is $get->('submitter', '')->{content}[0]{direction}, 'OUTBOUND', 'direction is relative to the caller';
};

subtest 'pages are numbered from 0' => sub {
  my $got = $get->('submitter', 'page=1&size=3');
  is $seen->($got), 'r4 r3 r2';
  is_deeply [@{$got}{qw(totalElements totalPages size number)}], [7, 3, 3, 1];
  is $seen->($get->('submitter', 'page=2&size=3')), 'r1';
  my $past = $get->('submitter', 'page=9&size=3');
  is_deeply $past, { content => [], totalElements => 7, totalPages => 3, size => 3, number => 9, nextCursor => null }, 'a page past the end is empty';
  is $get->('submitter', 'size=200')->{size}, 200;
};

subtest 'a cursor leads to the end of the list' => sub {
  my $got = $get->('submitter', 'cursor=&size=3');
  is_shaped $got, $slice;
  my @all = $seen->($got);
  for (1 .. 5) {
    last unless defined $got->{nextCursor};
    $got = $get->('submitter', 'size=3&cursor=' . in_path($got->{nextCursor}));
    push @all, $seen->($got);
  }
  is_deeply \@all, ['r7 r6 r5', 'r4 r3 r2', 'r1'];
  my $whole = $get->('submitter', 'cursor=&size=7');
  is $whole->{nextCursor}, undef, 'the last page has no cursor';
  my $first = $get->('submitter', 'page=0&size=3');
  is $seen->($get->('submitter', "size=3&cursor=$first->{nextCursor}")), 'r4 r3 r2', 'the cursor of a numbered page leads to the next records';
};

subtest 'requests with the same createdAt are each shown once' => sub {
  my $y = exchange(request => 0);
  $y->open_request(problemSummary => "s$_") for 1 .. 5;
  owner()->do(q(update request set created_at = '2025-06-01 12:00:00.123456+00' where submit_company = ?), undef, $y->submitter->company->{id});
  my ($cursor, @all) = ('');
  for (1 .. 9) {
    my $got = $y->submitter->get("$list?size=2&cursor=$cursor")->ok;
    push @all, map { $_->{summary} } @{ $got->{content} };
    last unless defined($cursor = $got->{nextCursor});
  }
  is "@all", 's5 s4 s3 s2 s1';
};

subtest 'filters work by page and by cursor' => sub {
  my $y = exchange();
  my %of = map { my $status = $_; $status => $y->another(problemSummary => lc $status, internalCaseNumber => "C-$status")->in($status) }
    qw(INFORMATION ANSWERED ACCEPTED REJECTED CLOSED);
  my $names = sub { my ($who, $query) = @_; my $got = $y->{$who}->get("$list?$query")->ok($query); return join ' ',
    sort map { $_->{summary} } @{ $got->{content} } };
  for my $mode ('', '&cursor=') {
    is $names->('receiver', "status=OPEN$mode"), 'Link down';
    is $names->('receiver', "status=INFORMATION$mode"), 'answered information';
    is $names->('receiver', "status=$_$mode"), lc for qw(ACCEPTED REJECTED CLOSED);
    is $names->('receiver', "status=ALL$mode"), 'Link down accepted answered closed information rejected';
    is $names->('receiver', "type=INBOUND$mode"), $names->('receiver', "type=ALL$mode");
    is $names->('receiver', "type=OUTBOUND$mode"), '';
    is $names->('submitter', "type=INBOUND$mode"), '';
    is $names->('submitter', "type=OUTBOUND&status=CLOSED$mode"), 'closed';
    is $names->('submitter', "internalCaseNumber=C-CLOSED$mode"), 'closed', 'internalCaseNumber is the caller\'s own';
    is $names->('receiver', "internalCaseNumber=C-CLOSED$mode"), '';
    is $names->('receiver', "internalCaseNumber=R-77$mode"), 'accepted';
    is $names->('receiver', "status=PENDINGACTION$mode"), 'Link down answered', 'OPEN and answered requests wait for the receiver';
    is $names->('submitter', "status=PENDINGACTION$mode"), 'information', 'an information request waits for the submitter';
  }
  is $y->receiver->get("$list?status=OPEN&size=1")->ok->{totalElements}, 1, 'totals count filtered requests';
};

subtest 'a company sees the requests that it submits and receives' => sub {
  my ($a, $b) = (company(), company());
  community($a, $b);
  my ($sam, $rita) = (user($a), user($b));
  my $make = sub { my ($who, $to, $name) = @_; $who->post('/v1/collaboration-requests', { documentId => $to->{document}{id},
    internalCaseNumber => 'x',
    problemSummary => $name, problemDescription => '', priority => 'LOW' })->ok };
  $make->($sam, $b, 'out1'), $make->($rita, $a, 'in1'), $make->($sam, $b, 'out2');
  for my $mode ('', '&cursor=') {
    my $got = $sam->get("$list?type=ALL$mode")->ok;
    is $seen->($got), 'out2 in1 out1';
    is join(' ', map { $_->{direction} } @{ $got->{content} }), 'OUTBOUND INBOUND OUTBOUND';
    is $seen->($sam->get("$list?type=INBOUND$mode")->ok), 'in1';
  }
};

subtest 'a company that is not a party gets an empty list' => sub {
  is_deeply $x->stranger->get($list)->ok, { content => [], totalElements => 0, totalPages => 0, size => 50, number => 0, nextCursor => null };
  is_deeply $x->stranger->get("$list?cursor=")->ok, { content => [], size => 50, nextCursor => null };
  nobody->get($list)->fails(401);
};

subtest 'removed notes show only with includeRemovedNotes=true' => sub {
  my $y = exchange();
  my $note = $y->submitter->post($y->notes, a_note())->ok;
  my $shown = sub { my ($query) = @_; return scalar @{ $y->receiver->get("$list?$query")->ok($query)->{content}[0]{caseNotes} } };
  is $shown->($_), 1, "before the removal: '$_'" for '', 'cursor=';
  collabctl('note', 'remove', $note->{token});
  for my $mode ('size=50', 'cursor=') {
    is $shown->($mode), 0, "removed: $mode";
    is $shown->("$mode&includeRemovedNotes=false"), 0, "$mode, includeRemovedNotes=false";
    is $shown->("$mode&includeRemovedNotes=true"), 1, "$mode, includeRemovedNotes=true";
  }
};

subtest 'invalid parameters are 400' => sub {
  $x->submitter->get("$list?type=BOTH&status=NEW&page=-1&size=0")->invalid(qw(type status page size));
  $x->submitter->get("$list?size=201&page=x")->invalid(qw(size page));
  $x->submitter->get("$list?page=1.0")->invalid('page');
  $x->submitter->get("$list?page=99999999999999999999")->invalid('page');
  $x->submitter->get("$list?internalCaseNumber=" . in_path(text_of(192)))->invalid('internalCaseNumber');
  $x->submitter->get("$list?internalCaseNumber=" . in_path(text_of(191)))->ok;
  is $x->submitter->get("$list?cursor=x")->invalid('cursor')->[0]{message}, 'must be empty to begin the list, then the whole nextCursor of the response before';
  $x->submitter->get("$list?cursor=$_")->invalid('cursor') for 'x', '1', '1-', '-1', '1-2-3', 'a-b', '1-x', '-', '99999999999999999999-1',
    '1-99999999999999999999', "1-2%27";
  $x->submitter->get("$list?size=1&size=1")->invalid('size');
  is $x->submitter->head($list)->status, 200;
};

done_testing;
