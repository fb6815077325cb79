# t/api/requests/cursors.t: a cursor is valid whole, and with the filters of its list
# interface.md 11.4
use lib qw(t/lib lab/lib);
use Collab::Stack;
use Collab::Test;

my $stack = stack(extra => "CollabDispatcher Off\n");
my $LIST = '/v2/collaboration-requests';
my $OLD = qr/^\d{16}-\d+$/;
nobody->get('/health/ready')->ok('the watcher has looked for nodes of 0.1.0');
my $x = exchange(request => 0);
$x->open_request(problemSummary => "r$_", internalCaseNumber => 'C-1') for 1 .. 5;
my $partner = $x->receiver->company->{id};

sub seen { return join ' ', map { $_->{summary} } @{ $_[0]{content} } }
# The cursor after the first two requests of the list with this query.
sub cursor_of { my ($query, $path) = @_; return $x->submitter->get(($path // "$LIST?cursor=") . "&size=2&$query")->ok->{nextCursor} }
sub go_on { my ($who, $cursor, $query) = @_; return $who->get("$LIST?size=2&cursor=" . in_path($cursor) . "&$query") }

my @filters = ('type=OUTBOUND', 'status=OPEN', 'internalCaseNumber=C-1', 'priority=MEDIUM', "partnerCompanyId=$partner", 'query=r', 'createdAfter=2000-01-01T00:00:00Z',
  'updatedAfter=2000-01-01T00:00:00Z');

subtest 'a cursor that lacks a character, or has another one, is refused' => sub {
  my $cursor = cursor_of('');
  is seen(go_on($x->submitter, $cursor, '')->ok), 'r3 r2', 'the whole one goes on';
  my @cut = ((map { substr $cursor, 0, $_ } 1 .. length($cursor) - 1), (map { substr $cursor, $_ } 1 .. length($cursor) - 1));
  my @typed = map { my $i = $_; substr($cursor, $i, 1) =~ /(\d)/ ? substr($cursor, 0, $i) . ($1 + 1) % 10 . substr($cursor, $i + 1) : () } 0 .. length($cursor) - 1;
  my @odd = ("$cursor ", " $cursor", "$cursor-", uc $cursor, $cursor . '0', $cursor =~ s/-/--/r, $cursor =~ s/^c/c-/r, "c$cursor", $cursor =~ s/^c/d/r, 'c', 'c---', 'c1-1-1-', 'c-1-1-1-1');
  go_on($x->submitter, $_, '')->invalid('cursor') for @cut, @typed, @odd;
  is go_on($x->submitter, $cut[-5], '')->invalid('cursor')->[0]{message}, 'must be empty to begin the list, then the whole nextCursor of the response before';
};

subtest 'a cursor is valid with the filters of its list alone' => sub {
  my %cursor = map { $_ => cursor_of($_) } '', @filters;
  for my $given ('', @filters) {
    is seen(go_on($x->submitter, $cursor{$given}, $given)->ok($given)), 'r3 r2', "'$given' goes on";
    for my $other (grep { $_ ne $given } '', @filters) {
      my $fault = go_on($x->submitter, $cursor{$given}, $other)->invalid('cursor')->[0]{message};
      is $fault, 'belongs to a list with other filters: send those with which the list began', "'$given', then '$other'";
    }
  }
  go_on($x->submitter, $cursor{'status=OPEN'}, 'status=CLOSED')->invalid('cursor');
  my $all = join '&', @filters;
  is seen(go_on($x->submitter, cursor_of($all), join('&', reverse @filters))->ok), 'r3 r2', 'the order of the parameters does not count';
  go_on($x->submitter, cursor_of($all), 'status=ANY')->invalid('status');
};

subtest 'the same filters in another form, other contents and another user may go on' => sub {
  my $cursor = cursor_of('updatedAfter=2000-01-01T00:00:00Z&type=ALL');
  for my $same ('updatedAfter=2000-01-01T01:00:00.0%2B01:00', 'updatedAfter=2000-01-01T00:00:00Z&status=ALL&priority=&query=', 'updatedAfter=2000-01-01T00:00:00Z&x=y&page=3') {
    is seen(go_on($x->submitter, $cursor, $same)->ok($same)), 'r3 r2', $same;
  }
  $cursor = cursor_of('');
  is seen($x->submitter->get("$LIST?size=1&includeRemovedNotes=true&fields=summary&cursor=$cursor")->ok), 'r3', 'size, fields and includeRemovedNotes are no filters';
  is seen(go_on(user($x->submitter->company), $cursor, '')->ok), 'r3 r2', 'another user of the company';
  is seen(go_on($x->submitter, cursor_of('status=OPEN', "$LIST?page=0"), 'status=OPEN')->ok), 'r3 r2', 'from page mode';
  is seen(go_on($x->submitter, cursor_of('paginated=true&status=OPEN', '/v1/collaboration-requests?page=0'), 'status=OPEN')->ok), 'r3 r2', "from V1's pages";
  go_on($x->submitter, cursor_of('status=OPEN', "$LIST?page=0"), '')->invalid('cursor');
};

subtest 'cursors of 0.1.0 are accepted, and written while a node of it is there' => sub {
  my $new = cursor_of('status=OPEN');
  like $new, qr/^c\d{16}-\d+-\d+-\d+$/;
  my ($old) = $new =~ /^c(\d+-\d+)-/;
  is seen(go_on($x->submitter, $old, $_)->ok), 'r3 r2', "an old cursor with '$_'" for '', 'status=OPEN';
  owner()->do(q(insert into node (name, process, version, problems) values ('old', 1, '0.1.0', '[]')));
  wait_for { cursor_of('status=OPEN') =~ $OLD } 15, 'the watcher to find the node';
  like cursor_of('status=OPEN', $_), $OLD, "old: $_" for "$LIST?cursor=", "$LIST?page=0", '/v1/collaboration-requests?paginated=true';
  is seen(go_on($x->submitter, $new, 'status=OPEN')->ok), 'r3 r2', 'a new cursor is valid meanwhile';
  owner()->do(q(delete from node where name = 'old'));
  wait_for { cursor_of('status=OPEN') =~ /^c/ } 15, 'the watcher to miss the node';
  like cursor_of('status=OPEN', $_), qr/^c/, "new again: $_" for "$LIST?cursor=", "$LIST?page=0", '/v1/collaboration-requests?paginated=true';
};

done_testing;
