# t/dispatch/database/settle-refused.t: no delivery is sent twice, even if its settlement is refused for longer than a lease lasts
# The log of attempts is locked, as by REINDEX or VACUUM FULL.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;

my $receiver = receiver();
my $stack = stack(extra => "CollabDispatcher On slots=64 per-endpoint=8\nCollabWebhookTimeout 4\n", timers => { lease => 5000, answer => 1500 });      # a lease lasts 9 s
my $x = exchange();
my $url = $receiver->url;
$x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok;
$x->submitter->post($x->notes, a_note())->ok;
wait_for { owner()->selectrow_array('select count(*) from attempt') } 20, 'the first attempt on record';

my $days = owner()->selectrow_array(q(select string_agg('attempt_' || to_char((clock_timestamp() at time zone 'UTC')::date + n, 'YYYYMMDD'), ', ') from generate_series(0, 1) n));   # midnight may come
my $holder = another_connection();
$holder->begin_work;
$holder->do("lock table $days in share mode");
$x->submitter->post($x->notes, a_note())->ok for 1 .. 20;
$receiver->wait($url, 21);
my ($until) = owner()->selectrow_array('select max(until) from lease');
ok wait_for { owner()->selectrow_array('select clock_timestamp() > ?::timestamptz', undef, $until) } 60, 'the leases as first made have expired';
ok holds_for { $receiver->got($url) == 21 } 3;
is scalar($receiver->got($url)), 21, 'no delivery is sent again';
$holder->rollback;
wait_for { !owner()->selectrow_array('select count(*) from delivery') } 30, 'all to be settled';
is owner()->selectrow_array('select count(*) from attempt where success and number = 1'), 21, 'each attempt is recorded once';
is scalar($receiver->got($url)), 21;
is owner()->selectrow_array('select count(*) from dead_letter'), 0, 'no delivery becomes a dead letter';
unlike $stack->server->log, qr/taken back/;

done_testing;
