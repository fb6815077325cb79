# t/ops/outages/hung-database.t: while a standby or a primary hangs, every request is answered within its deadline
# 503 with Retry-After where it cannot be done. What is repeated with its Idempotency-Key is done once.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Load;
use Collab::Stack;
use List::Util qw(max);
use Time::HiRes qw(time);

my $LONGEST = 8;        # seconds; a request has 5, and a machine with other work its own ideas
my $stack = stack(extra => "CollabDispatcher Off\n");
my $pg = $stack->pg;
my $standby = $pg->standby("$stack->{dir}/s");
my $server = $stack->another_server('pair', extra => WIDE . "CollabDispatcher Off\nCollabLoginLimit Off\nCollabLoginAddressLimit Off\nCollabLoginNameLimit Off\n");
$ENV{COLLAB_TEST_URL} = $server->url;
$ENV{COLLAB_TEST_DBI} = $pg->dbi;
my $x = exchange();
my $party = $x->submitter;
$party->token;

# Answers with how long it took.
sub timed { my ($do) = @_; my $began = time; my $answer = $do->(); return ($answer, time - $began) }
sub noted { my ($key) = @_; return $party->post($x->notes, a_note(summary => $key // 'x'), defined $key ? (headers => { 'idempotency-key' => $key }) : (), timeout => 60) }
sub rows { my ($pg, $key) = @_; return scalar $pg->dbh->selectrow_array('select count(*) from note where summary = ?', undef, $key) }

subtest 'a standby that hangs, while commits wait for it' => sub {
  noted('before')->ok('a note');
  $standby->freeze;
  my ($answer, $took) = timed(sub { noted('waits') });
  $answer->fails(503, undef, 'a write with a key');
  like $answer->header('retry-after'), qr/^\d+$/, 'Retry-After';
  cmp_ok $took, '<', $LONGEST, 'soon';
  ($answer, $took) = timed(sub { noted('waits') });
  like $answer->status, qr/^(409|503)$/, 'its repeat meanwhile';
  cmp_ok $took, '<', $LONGEST, 'soon';
  ($answer, $took) = timed(sub { noted() });
  $answer->fails(503, undef, 'a write without a key');
  cmp_ok $took, '<', $LONGEST, 'soon';
  $party->get('/v1/me')->ok('reads go on');
  $standby->thaw;
  my $first;
  ok +(wait_for { $first = noted('waits'); $first->status == 200 } 30), 'the standby is back: the repeat is answered';
  is_deeply noted('waits')->json, $first->json, 'the same response again';
  is rows($pg, 'waits'), 1, 'and one row';
};

# Each caller does the next thing when the last one has been answered; a write is repeated until it is done.
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

ok +(wait_for { written() > 50 } 60), 'load';
$pg->freeze;
ok +(wait_for { unavailable() >= long(60, 20) } 120), 'the primary hangs: requests under way, and those that connect to it, are answered' or diag scalar unavailable();
$standby->promote;
my $then = written();
ok +(wait_for { written() > $then + 50 } 60), 'its standby takes over, while the first host of the DSN still hangs';
my @all = $load->end;
is_deeply [grep { $_->[1] !~ /^(200|401|503|409)$/ || $_->[1] == 503 && $_->[3] !~ /^\d+$/ } @all], [], 'nothing but answers, and 503 with Retry-After';
is_deeply [grep { $_->[2] >= $LONGEST } @all], [], 'none of ' . @all . ' took longer than it may: ' . max(map { $_->[2] } @all) . ' s';
is_deeply [grep { rows($standby, $_) != 1 } written()], [], 'every acknowledged note is there, once';

# As many at once as there are places for connections, and more: none has been lost.
my $after = load(12, sub { my ($say) = @_; $say->(noted()->status) });
ok +(wait_for { $after->lines > 100 } 60), 'load after it';
is_deeply [grep { $_->[0] != 200 } $after->end], [], 'all is well';

# The first host of the DSN still hangs, so a server that is started now needs two seconds for each connection. Meanwhile requests share the connections that are open.
my $fresh = $stack->another_server('fresh', extra => WIDE . "CollabDispatcher Off\n");
$ENV{COLLAB_TEST_URL} = $fresh->url;
$ENV{COLLAB_TEST_DBI} = $standby->dbi;
my $y = exchange();
$y->submitter->post($y->notes, a_note())->ok('a fresh server');
$after = load(12, sub { my ($say) = @_; $say->($y->submitter->post($y->notes, a_note(), timeout => 60)->status) });
ok +(wait_for { $after->lines > 100 } 60), 'twelve callers at once, with eight places for connections';
is_deeply [grep { $_->[0] != 200 } $after->end], [], 'each is answered';
$pg->vanish;

done_testing;
