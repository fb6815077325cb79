# t/dispatch/claim/commit-in-doubt.t: if a claim commits after its response is lost, its deliveries are sent before the lease ends
# See the head of claim.c, 6. Meanwhile the dispatcher recovers the leases of other dispatchers.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Relay;
use Collab::Stack;

my $stack = stack(extra => "CollabDispatcher Off\n");
my $relay = relay($stack->pg);
my $node = $stack->another_server('node', dispatch_dsn => $relay->dsn('collab_dispatch', 2), extra => "CollabWebhookTimeout 300\n", timers => { answer => 2000 });
my $receiver = receiver();
my $x = exchange();
my $url = $receiver->url(200);
my $id = $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok->{id};
my $other = $x->submitter->post('/v2/webhooks', { callbackUrl => $receiver->url(200), eventTypes => ['org.provider.core.collaboration-request.closed'] })->ok->{id};
sub leased { return scalar owner()->selectrow_array('select count(*) from delivery where claim is not null') }
sub deliveries { return scalar owner()->selectrow_array('select count(*) from delivery') }

$x->submitter->post($x->notes, a_note())->ok;
$receiver->wait($url, 1, 30);
wait_for { !deliveries() } 30, 'the first attempt on record';
owner()->do('create table going ()');
owner()->do(q(create function hold_up() returns trigger language plpgsql security definer set search_path = collab as
  'begin while session_user <> ''collab_owner'' and not exists (select from going) loop perform pg_sleep(0.02); end loop; return null; end'));
owner()->do('create trigger hold_up after insert on lease for each statement execute function hold_up()');
$x->submitter->post($x->notes, a_note())->ok;
my $slow = q(select 1 from pg_stat_activity where usename = 'collab_dispatch' and wait_event = 'PgSleep');
wait_for { $stack->pg->admin->selectrow_array($slow) } 30, 'a claim that is held up';
$relay->mute(0);        # mutes new connections only: the dispatcher ends the claims' session, and cannot reconnect
ok wait_for { $node->log =~ /CB0603: dispatcher \(claims\)/ } 60, 'the dispatcher gives the claim up';
# While the claim is uncommitted, a recovery must not name it. Otherwise the dispatcher would conclude that the claim leased nothing.
owner()->do('insert into dispatcher (number) values (1)');
owner()->do(q(with held as (insert into delivery (event, queue, claim) select min(id), ?, '00000001-0000-4000-8000-000000000000' from event returning id, claim)
  insert into lease select claim, clock_timestamp() + interval '1 hour', array[id] from held), undef, $other);
ok wait_for { owner()->selectrow_array('select claim is null from delivery where queue = ?', undef, $other) } 30, 'the lease of another dispatcher that is gone is taken back';
is leased(), 0, 'the claim is not committed yet';
owner()->do('insert into going default values');
wait_for { leased() == 1 } 30, 'the claim to be committed';
owner()->do('update delivery set leases_lost = 5 where claim is not null');
$relay->pass;
is scalar(my @got = $receiver->wait($url, 2, 60)), 2, 'the delivery is sent as soon as the dispatcher can claim again, not after 315 seconds';
is owner()->selectrow_array('select count(*) from dead_letter'), 0, 'a claim that sent nothing does not count as a dispatcher that the delivery has killed';
done_testing;
