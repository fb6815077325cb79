# t/ops/outages/hung-database.t: while a standby or a primary hangs, every request is answered within its deadline
# A request that cannot be done gets 503 with Retry-After. A write that is repeated with its Idempotency-Key is done once.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Load;
use Collab::Stack;
use List::Util qw(max);
use Time::HiRes qw(time);

my $LONGEST = 8;        # seconds; a request has 5, and the rest is for a busy machine
my $stack = stack(extra => "CollabDispatcher Off\n");
my $pg = $stack->pg;
my $standby = $pg->standby("$stack->{dir}/s");
my $server = $stack->another_server('pair', extra => WIDE . "CollabDispatcher Off\nCollabLoginLimit Off\nCollabLoginAddressLimit Off\nCollabLoginNameLimit Off\n");
$ENV{COLLAB_TEST_URL} = $server->url;
$ENV{COLLAB_TEST_DBI} = $pg->dbi;
my $x = exchange();
my $party = $x->submitter;
$party->token;

# Returns an answer and its duration in seconds.
sub timed { my ($do) = @_; my $began = time; my $answer = $do->(); return ($answer, time - $began) }
sub noted { my ($key) = @_; return $party->post($x->notes, a_note(summary => $key // 'x'), defined $key ? (headers => { 'idempotency-key' => $key }) : (), timeout => 60) }
sub rows { my ($pg, $key) = @_; return scalar $pg->dbh->selectrow_array('select count(*) from note where summary = ?', undef, $key) }

subtest 'while commits wait for a hung standby, writes get 503 and reads work' => sub {
  noted('before')->ok('a write works before');
  $standby->freeze;
  my ($answer, $took) = timed(sub { noted('waits') });
  $answer->fails(503, undef, 'a write with a key gets 503');
  like $answer->header('retry-after'), qr/^\d+$/, 'it has Retry-After';
  cmp_ok $took, '<', $LONGEST, 'soon';
  ($answer, $took) = timed(sub { noted('waits') });
  like $answer->status, qr/^(409|503)$/, 'its repeat gets 409 or 503';
  cmp_ok $took, '<', $LONGEST, 'soon';
  ($answer, $took) = timed(sub { noted() });
  $answer->fails(503, undef, 'a write without a key gets 503');
  cmp_ok $took, '<', $LONGEST, 'soon';
  $party->get('/v1/me')->ok('reads work');
  $standby->thaw;
  my $first;
  ok +(wait_for { $first = noted('waits'); $first->status == 200 } 30), 'the repeat succeeds when the standby is back';
  is_deeply noted('waits')->json, $first->json, 'a further repeat gets the same response';
  is rows($pg, 'waits'), 1, 'there is one row';
};

# Each caller sends one request after the other, and repeats a write until it is done.
my $load = load(12, sub {
  my ($say, $caller, $n) = @_;
  my $key = "hung-$caller-$n";
  my $status;
  do {
    my ($answer, $took) = timed(sub {
      return $caller % 3 == 0 ? $party->get($x->path, timeout => 60)
        : $caller % 3 == 1 ? $party->post('/v1/login', { username => $party->username, password => 'wrong' }, timeout => 60) : noted($key);
    });
    $status = $answer->status;
    $say->($caller % 3 == 2 ? $key : ('read', 'login')[$caller % 3], $status, sprintf('%.2f', $took), $answer->header('retry-after') // '-');
  } while $caller % 3 == 2 && $status != 200;
});
sub unavailable { return grep { $_->[1] == 503 } $load->lines }
sub written { return map { $_->[0] } grep { $_->[0] =~ /^hung/ && $_->[1] == 200 } $load->lines }

ok +(wait_for { written() > 50 } 60), 'there is load';
$pg->freeze;
ok +(wait_for { unavailable() >= long(60, 20) } 120), 'while the primary hangs, requests under way and new ones are answered' or diag scalar unavailable();
$standby->promote;
my $then = written();
ok +(wait_for { written() > $then + 50 } 60), 'its standby takes over while the first host of the DSN still hangs';
my @all = $load->end;
is_deeply [grep { $_->[1] !~ /^(200|401|503|409)$/ || $_->[1] == 503 && $_->[3] !~ /^\d+$/ } @all], [], 'every request gets a response of its own, or 503 with Retry-After';
is_deeply [grep { $_->[2] >= $LONGEST } @all], [], 'none of ' . @all . ' exceeds its deadline: longest ' . max(map { $_->[2] } @all) . ' s';
is_deeply [grep { rows($standby, $_) != 1 } written()], [], 'every acknowledged note exists once';

# There are more callers than places for connections. If a place had been lost, the callers would show it.
my $after = load(12, sub { my ($say) = @_; $say->(noted()->status) });
ok +(wait_for { $after->lines > 100 } 60), 'there is load afterwards';
is_deeply [grep { $_->[0] != 200 } $after->end], [], 'every request succeeds';

# The first host of the DSN still hangs, so a new server needs two seconds for each connection. Meanwhile requests share the open connections.
my $fresh = $stack->another_server('fresh', extra => WIDE . "CollabDispatcher Off\n");
$ENV{COLLAB_TEST_URL} = $fresh->url;
$ENV{COLLAB_TEST_DBI} = $standby->dbi;
my $y = exchange();
$y->submitter->post($y->notes, a_note())->ok('a new server takes a write');
$after = load(12, sub { my ($say) = @_; $say->($y->submitter->post($y->notes, a_note(), timeout => 60)->status) });
ok +(wait_for { $after->lines > 100 } 60), 'it serves twelve callers at once with eight places for connections';
is_deeply [grep { $_->[0] != 200 } $after->end], [], 'each request succeeds';
$pg->vanish;

done_testing;
