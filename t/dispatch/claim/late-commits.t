# t/dispatch/claim/late-commits.t: events that commit late are delivered, although events with higher ids were sent before
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Load;
use Collab::Receiver;
use Collab::Stack;

my $stack = stack(extra => WIDE . "CollabDispatcher On slots=16\n", timers => { look => 300, rescan => 2000 });
my $receiver = receiver();
my $x = exchange();
my $url = $receiver->url;
$x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok;

my $late = $stack->pg->dbh;

# Commits $count events so late that events with higher ids have been sent, and only the rescan looks back far enough to find the late ones.
sub late {
  my ($count, $token) = @_;
  $late->begin_work;
  $late->do("with e as (insert into event (type, request, request_token, note_token, submit_company, receive_company)
    select 'note.created', id, token, ?, submit_company, receive_company from request, generate_series(1, ?) where token = ? returning id)
    insert into outbox (channel, event) select 1, id from e", undef, $token, $count, $x->token);
  my $last = $late->selectrow_array('select max(id) from event');
  for (1 .. 4) {
    my $before = $receiver->got($url);
    $x->submitter->post($x->notes, a_note())->ok;
    $receiver->wait($url, $before + 1);
    holds_for { 1 } 0.3;
  }
  ok wait_for { owner()->selectrow_array('select max(event) from attempt') > $last }, 'later events have been sent';
  $late->commit;
  return scalar(wait_for { $count == grep { $_->{body} =~ /"$token"/ } $receiver->got($url) } 20, "$count events");
}
ok late(1, 'LATE'), 'one late event is delivered';
ok late(1000, 'MANY'), 'a thousand late events are delivered';

# From now on a claim takes 40 ms, so rescans of the endpoints come less often. But a rescan of the outbox does not wait until all endpoints have been
# rescanned.
$late->do('create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.02); return null; end $$');
$late->do('create trigger slow after delete on outbox for each statement execute function slow()');
ok late(1, 'DEAR'), 'one late event is delivered in time when claims are slow';

# Every write wakes the dispatcher while its fan-out is under way, which takes half a second.
$late->do('create or replace function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.5); return null; end $$');
my $writers = load(2, sub { $x->submitter->post($x->notes, a_note()) });
my $before = $receiver->got($url);
ok +(wait_for { $receiver->got($url) > $before + 20 } 20), 'wake-ups without end keep no claim from its turn';
$writers->end;

done_testing;
