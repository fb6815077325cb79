# t/dispatch/claim/rescan.t: rescans ignore cached due times, and take the endpoints in turn, a few at a time
# Rescans take at most one per cent of the time, because all deliveries wait for a rescan, and it may be slow: while a snapshot is pinned, it walks
# past all deliveries sent since. PostgreSQL's log shows what each look asked for.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;

my ($ENDPOINTS, $PARTS) = (32, 16);
my $receiver = receiver();
my $stack = stack(timers => { rescan => 2000 });
my $x = exchange();
$x->submitter->post('/v2/webhooks', { callbackUrl => $receiver->url })->ok for 1 .. $ENDPOINTS;
$x->submitter->post($x->notes, a_note())->ok;
is scalar($receiver->wait(undef, $ENDPOINTS, 20)), $ENDPOINTS, 'all endpoints are known';
my $admin = $stack->pg->admin;
$admin->do(q(alter role collab_dispatch set log_statement = 'all'));        # applies to new sessions
$admin->do(q(select pg_terminate_backend(pid) from pg_stat_activity where usename = 'collab_dispatch'));
$x->submitter->post($x->notes, a_note())->ok;                               # an event for the dispatcher, which still knows its endpoints
is scalar($receiver->wait(undef, 2 * $ENDPOINTS, 20)), 2 * $ENDPOINTS, 'a new session begins';

# For each look, the endpoints that it rescanned. Leaves out a session's first look, which rescans all endpoints.
sub rescanned {
  my ($first, @rescanned) = (1);
  open my $log, '<', $stack->pg->{socket} . '/pg.log' or die "pg.log: $!\n";
  for (<$log>) {
    $first = 1 if /listen collab_work/;
    next unless /DETAIL:.*?\$1 = '-?\d+', \$2 = '\{[\d,]*\}', \$3 = '\{([\d,]*)\}'$/;       # a look
    my @asked = split /,/, $1;
    push @rescanned, \@asked if @asked && !$first;
    $first = 0;
  }
  return @rescanned;
}

my %seen;
ok +(wait_for { %seen = map { $_ => 1 } map { @$_ } rescanned(); keys %seen == $ENDPOINTS } 120, 'a rescan of each'), 'each endpoint is rescanned';
is scalar(grep { @$_ > 2 * $ENDPOINTS / $PARTS } rescanned()), 0, 'no look rescans many endpoints';

# From now on a look takes 40 ms or more. Rescans may take one per cent of the time, so four seconds pass between two rescans. Without this
# limit an eighth of a second would pass, because the 16 parts of a whole rescan take 2 s.
owner()->do('create function slow() returns boolean language plpgsql as $$ begin perform pg_sleep(0.00125); return true; end $$');
owner()->do('create policy slow on subscription using (slow())');           # for each of the endpoints
owner()->do('alter table subscription enable row level security');
holds_for { 1 } 0.2;        # waits until the log has the statement that is under way
my $before = () = rescanned();
wait_for { my $now = () = rescanned(); $now > $before } 20, 'the next rescan';
holds_for { 1 } 3;
my $after = () = rescanned();
cmp_ok $after - $before, '<=', 2, 'slow rescans come less often';

done_testing;
