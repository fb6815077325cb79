# t/dispatch/claim/claim-cost.t: claims, looks and fan-outs cost no more for what waits, or for sent deliveries in old snapshots
# Counted in buffers, which are the same on every machine.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Postgres;
use Collab::Stack;
use JSON::XS ();

my $stack = stack(extra => "CollabDispatcher Off\n");
my @subscriptions = map { my $x = exchange(); $x->submitter->post('/v2/webhooks', { callbackUrl => "https://h$_.example/" })->ok->{id} } 1 .. 20;
my $json = JSON::XS->new->canonical;

# The statements, as compiled into the module.
my %statement = map { $_ => $json->decode(scalar `bench/statement delivery_$_ json`)->{parts}[0] } qw(claim look fan_out);

my $connect = sub { DBI->connect($stack->pg->dbi =~ s/user=\w+/user=collab_dispatch/r, '', '', { RaiseError => 1, PrintError => 0 }) };
my $dispatcher = $connect->();
$dispatcher->do('set plan_cache_mode = force_generic_plan');
$dispatcher->do("prepare $_ (" . join(', ', map { 'text' } @{ $statement{$_}{binds} }) . ") as $statement{$_}{text}") for sort keys %statement;

# The buffers that a statement reads: a claim of 100 deliveries, five of each endpoint; a look, or with `unknown` one of a dispatcher that knows no endpoint.
# Rolls the statement back. since: the remembered due time of each subscription, in microseconds.
sub cost {
  my (%o) = @_;
  my $since = $o{since} || {};
  my $name = $o{name} || ($o{look} ? 'look' : 'claim');
  my $array = sub { return '{' . join(',', @_) . '}' };
  my %value = (
    claim => '00000001-0000-4000-8000-000000000001', lease_seconds => 45, subscriptions => $array->(@subscriptions), most => $array->((5) x @subscriptions),
    retries => $array->((5) x @subscriptions), since => $o{look} ? 0 : $array->(map { $since->{$_} // 0 } @subscriptions),
    known => $array->($o{unknown} ? () : @subscriptions), rescanned => '{}', events => 100, outbox_since => $o{outbox_since} // 0, sunset => undef,
  );
  my $statement = $statement{$name};
  my @bind = map { my $bind = s/^arg\.//r; exists $value{$bind} ? $value{$bind} : die "no value for $_\n" } @{ $statement->{binds} };
  my $plan;
  for (1, 2) {          # the first run warms the cache
    # Removes the rows of earlier claims, which were rolled back. PostgreSQL prunes them by itself only while no other session has an old
    # snapshot. If a row's page has no room, leasing the row costs twice the buffers.
    owner()->do('vacuum (index_cleanup off) delivery');
    $dispatcher->begin_work;
    $plan = $dispatcher->selectrow_array("explain (analyze, buffers, format json) execute $name (" . join(', ', map { $dispatcher->quote($_) } @bind) . ')');
    $dispatcher->rollback;
  }
  my $top = $json->decode($plan)->[0];
  ok !$top->{JIT}, "$name is not compiled (JIT)";
  unlike $plan, qr/"Seq Scan",\s*"[^}]*"Relation Name": "(?:delivery|event|outbox)"/, 'no table is read whole';
  return $top->{Plan}{'Shared Hit Blocks'} + $top->{Plan}{'Shared Read Blocks'};
}

sub events_waiting {
  my ($events) = @_;
  owner()->do('truncate delivery');
  owner()->do("insert into event (type, request, request_token, submit_company, receive_company) select 'note.created', 1, 'x', 1, 2
                 from generate_series(1, ? - (select count(*) from event))", undef, $events);
  owner()->do('insert into delivery (event, queue, due_at) select e.id, s, now() - interval \'1 hour\' + e.id * interval \'1 microsecond\' from (select id from event order by id limit ?) e, unnest(?::bigint[]) s',
    undef, $events, \@subscriptions);
  owner()->do("analyze $_") for qw(delivery event);
}

events_waiting(500);
my %small = (told => cost(), looking => cost(look => 1), unknown => cost(look => 1, unknown => 1));
events_waiting(10_000);
my %large = (told => cost(), looking => cost(look => 1), unknown => cost(look => 1, unknown => 1));
# A look reads little else than the index, once or twice for each endpoint, and the larger index has another level.
cmp_ok $large{$_}, '<=', 1.2 * $small{$_} + ($_ eq 'told' ? 0 : 2 * @subscriptions), "$_: 200,000 waiting deliveries cost little more than 10,000 ($large{$_} buffers, $small{$_})" for sort keys %small;

# Half of the backlog belongs to deactivated subscriptions, and no dispatcher has deleted these deliveries yet. The other half stays due.
my @off = splice @subscriptions, 0, 10;
owner()->do('update subscription set active = false where id = any (?)', undef, \@off);
my %off = (told => cost(), looking => cost(look => 1), unknown => cost(look => 1, unknown => 1));
cmp_ok $off{$_}, '<=', 1.05 * $large{$_}, "$_: 100,000 discarded deliveries cost nothing ($off{$_} buffers, $large{$_})" for sort keys %off;
owner()->do('update subscription set active = true where id = any (?)', undef, \@off);
unshift @subscriptions, @off;
%off = (told => cost(), looking => cost(look => 1), unknown => cost(look => 1, unknown => 1));
cmp_ok $off{$_}, '<=', 1.05 * $large{$_}, "$_: they cost nothing after their subscriptions are switched on again ($off{$_} buffers)" for sort keys %off;
owner()->do('update subscription set queue = id where id = any (?)', undef, \@off);       # restores their former queues
owner()->do('delete from dropped_queue');

# While this snapshot is held, all sent deliveries stay in the index.
my $pinned = $connect->();
$pinned->begin_work;
$pinned->do('set transaction isolation level repeatable read');
$pinned->selectrow_array('select count(*) from channel');
owner()->do('delete from delivery d using (select id, row_number() over (partition by queue order by due_at) as n from delivery) ranked where ranked.id = d.id and ranked.n <= 5000');
my %since = map { @$_ } @{ owner()->selectall_arrayref('select queue, (extract(epoch from min(due_at)) * 1000000)::bigint from delivery group by 1') };
my ($blind, $told) = (cost(), cost(since => \%since));
cmp_ok $told, '<=', 1.1 * $large{told}, "100,000 deliveries sent under a pinned snapshot cost nothing ($told buffers)";
cmp_ok $blind, '>', 1.4 * $told, "without due times they cost, and more the longer the snapshot lasts ($blind)";
$pinned->rollback;

# A fan-out does not walk past the outbox rows of events that were taken before.
owner()->do('truncate delivery, outbox');
owner()->do('insert into outbox (channel, event) select 1, id from event');
owner()->do('vacuum analyze outbox');
my $first = cost(name => 'fan_out');
$pinned->begin_work;
$pinned->do('set transaction isolation level repeatable read');
$pinned->selectrow_array('select count(*) from channel');
my ($taken) = owner()->selectrow_array('select max(event) from (select event from outbox order by event limit 9000) x');
owner()->do('delete from outbox where event <= ?', undef, $taken);
my ($from_mark, $from_start) = (cost(name => 'fan_out', outbox_since => $taken + 1), cost(name => 'fan_out'));
cmp_ok $from_mark, '<=', 1.1 * $first, "9,000 events taken under a pinned snapshot cost nothing ($from_mark buffers, $first)";
cmp_ok $from_start, '>', $from_mark, "without a mark they cost ($from_start)";
$pinned->rollback;

done_testing;
