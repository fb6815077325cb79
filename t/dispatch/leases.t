# t/dispatch/leases.t: a lease that has passed on is not overruled by who had it before; who stops gives its leases back at once (issue 4, "Claim and
# settle"; the head of claim.c)
use lib 't/lib';
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;

my $extra = "CollabDispatcher On slots=16 per-endpoint=4\nCollabWebhookTimeout 100\nCollabWebhookRetry V2 600\n";
my $receiver = receiver();
my $type = 'org.provider.core.collaboration-request.note.created';
sub subscribe { my ($x, @answers) = @_; my $url = $receiver->url(@answers); return { %{ $x->submitter->post('/v2/webhooks', { callbackUrl => $url, eventTypes => [$type] })->ok }, url => $url } }
sub delivery { return owner()->selectrow_hashref('select * from delivery where queue = ?', undef, $_[0]{id}) }
sub attempts { return @{ owner()->selectall_arrayref('select number, http_status, success from attempt where subscription = ? order by id', undef, $_[0]{id}) } }

subtest 'a dispatcher that was stopped past its lease' => sub {
  my $stack = stack(extra => $extra);
  my $x = exchange();
  my ($ended, $again) = (subscribe($x, 500, 200), subscribe($x, 500, 'hang'));
  kill 'STOP', $receiver->{pid};
  $x->submitter->post($x->notes, a_note())->ok;
  wait_for { 2 == grep { (delivery($_) // {})->{claim} } $ended, $again } 15, 'both under way';
  my %first = map { $_->{id} => delivery($_)->{claim} } $ended, $again;
  kill 'STOP', my $stopped = $stack->server->dispatcher;
  kill 'CONT', $receiver->{pid};
  $receiver->wait($_->{url}, 1) for $ended, $again;                 # the answer, 500, lies in its socket

  my $second = $stack->another_server('second', extra => $extra);
  ok +(holds_for { delivery($ended)->{claim} eq $first{ $ended->{id} } } 2.5), 'for as long as the lease lasts nobody else takes them: its session lives';
  owner()->do("update lease set until = clock_timestamp() - interval '1 second'");
  $receiver->wait($_->{url}, 2) for $ended, $again;
  wait_for { return !delivery($ended) } 15, 'the second outcome on record';
  my $now = delivery($again)->{claim};
  isnt $now, $first{ $again->{id} }, 'both were sent again, under another claim';

  kill 'CONT', $stopped;
  ok +(holds_for { attempts($ended) == 1 && (delivery($again) // {})->{claim} eq $now } 3), 'the one that comes to itself changes nothing';
  is_deeply [attempts($ended)], [[1, 200, 1]], 'what was delivered meanwhile stays delivered';
  is_deeply [attempts($again)], [], 'what is under way again is not settled by the old answer';
  is delivery($again)->{attempts}, 0, 'nor counted';
  is owner()->selectrow_array('select count(*) from dead_letter'), 0;
  $second->stop;
};

subtest 'a lease goes when nothing is held under it, and is what the operator is told' => sub {
  my $stack = stack(extra => $extra);
  my $x = exchange();
  my $at = subscribe($x, 'hang');
  my $leases = sub { return @{ owner()->selectcol_arrayref('select deliveries from lease') } };
  $x->submitter->post($x->notes, a_note())->ok;
  $receiver->wait($at->{url}, 1);
  is_deeply [map { @$_ } $leases->()], [delivery($at)->{id}], 'one delivery under way, one lease, of it alone';
  my ($until) = owner()->selectrow_array('select stamp(until) from lease');
  like collabctl(qw(deliveries --state leased --json)), qr/"leasedUntil" *: *"\Q$until\E"/, 'until when is there to read';
  is $x->submitter->delete("/v2/webhooks/$at->{id}")->status, 204;
  owner()->do("update lease set until = clock_timestamp() - interval '1 second'");
  ok +(wait_for { !$leases->() } 15), 'its delivery is gone, and so is it';
  my $fine = subscribe($x, 200);
  $x->submitter->post($x->notes, a_note())->ok for 1 .. 3;
  wait_for { 3 == attempts($fine) } 15, 'three that arrive';
  ok +(wait_for { !$leases->() } 15), 'theirs end with them, long before their time';
};

subtest 'a graceful restart: leases are given back, not lost' => sub {
  my $stack = stack(extra => $extra);
  my $x = exchange();
  my $at = subscribe($x, 'hang', 200);
  $x->submitter->post($x->notes, a_note())->ok;
  $receiver->wait($at->{url}, 1);
  owner()->do(q(create table given_back (leases_lost int)));
  owner()->do(q(create function note_given_back() returns trigger language plpgsql security definer as
    'begin insert into collab.given_back values (new.leases_lost); return null; end'));
  owner()->do(q(create trigger given_back after update on delivery for each row when (old.claim is not null and new.claim is null) execute function note_given_back()));
  my $old = $stack->server->dispatcher;
  $stack->server->graceful;
  my ($first, $second) = $receiver->wait($at->{url}, 2, 20);
  ok $second, 'it is sent again, long before its lease is over';
  wait_for { return scalar attempts($at) } 10;
  is_deeply [attempts($at)], [[1, 200, 1]], 'as the first attempt';
  is_deeply owner()->selectcol_arrayref('select leases_lost from given_back'), [0], 'by the one that stopped: nobody had to find that it was gone';
};

# Outcomes come without a pause, and somebody else's lease is over meanwhile.
subtest 'who is busy takes back what others have lost' => sub {
  my $stack = stack(extra => "CollabDispatcher On slots=512 per-endpoint=128\n");
  my $x = exchange();
  my @at = map { subscribe($x, 200) } 1 .. 4;
  my ($lost) = subscribe($x, 'hang');
  owner()->do(q(create function take_long() returns trigger language plpgsql as 'begin perform pg_sleep(0.1); return null; end'));
  owner()->do('create trigger take_long before insert on attempt for each statement execute function take_long()');
  owner()->do(q(with made as (insert into event (type, request, request_token, submit_company, receive_company)
    select 'note.created', id, token, submit_company, receive_company from request, generate_series(1, 8000) where token = ? returning id)
    insert into delivery (event, queue) select id, (?::bigint[])[1 + id % 4] from made), undef, $x->token, [map { $_->{id} } @at]);
  wait_for { owner()->selectrow_array('select exists (select from attempt)') } 15;
  owner()->do(q(with held as (insert into delivery (event, queue, claim) select min(event), ?, 'ffffffff-0000-4000-8000-000000000000' from attempt returning id, claim)
    insert into lease select claim, clock_timestamp(), array[id] from held), undef, $lost->{id});
  $receiver->wait($lost->{url}, 1, 30);
  my ($left) = owner()->selectrow_array('select count(*) from delivery where claim is null');
  cmp_ok $left, '>', 0, "long before the backlog ends";
};

done_testing;
