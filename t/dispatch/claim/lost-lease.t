# t/dispatch/claim/lost-lease.t: a lease's former holder cannot overrule its present holder
# See the head of claim.c.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;
use Collab::Subscription;

my $extra = "CollabDispatcher On slots=16 per-endpoint=4\nCollabWebhookTimeout 100\nCollabWebhookRetry V2 600\n";
my $receiver = receiver();

# The number of connections to this port with unread bytes.
sub unread { my $at = sprintf ':%04X', $_[0]; open my $in, '<', '/proc/net/tcp' or die "/proc/net/tcp: $!\n"; return scalar grep { /^ *\d+: \S+$at \S+ 01 [0-9A-F]{8}:(?!00000000)/ } <$in> }

subtest 'a dispatcher that was stopped past its lease changes nothing' => sub {
  my $stack = stack(extra => $extra);
  my $x = exchange();
  my ($ended, $again) = (subscribed($receiver->url(500, 200), exchange => $x), subscribed($receiver->url(500, 'hang'), exchange => $x));
  halt($receiver->{pid});
  $x->submitter->post($x->notes, a_note())->ok;
  wait_for { 2 == grep { (pending($_) // {})->{claim} } $ended, $again } 15, 'both deliveries under way';
  wait_for { unread($receiver->port) == 2 } 15, 'both requests to be sent';
  my %first = map { $_->{id} => pending($_)->{claim} } $ended, $again;
  halt(my $stopped = $stack->server->dispatcher);
  kill 'CONT', $receiver->{pid};
  $receiver->wait($_->{url}, 1) for $ended, $again;                 # the dispatcher has not read the answer, 500

  my $second = $stack->another_server('second', extra => $extra);
  ok +(holds_for { pending($ended)->{claim} eq $first{ $ended->{id} } } 2.5), 'no other dispatcher takes them during the lease, because the holder\'s session lives';
  owner()->do("update lease set until = clock_timestamp() - interval '1 second'");
  $receiver->wait($_->{url}, 2) for $ended, $again;
  wait_for { return !pending($ended) } 15, 'the second outcome on record';
  my $now = pending($again)->{claim};
  isnt $now, $first{ $again->{id} }, 'both are sent again under another claim';

  kill 'CONT', $stopped;
  ok +(holds_for { attempts($ended) == 1 && (pending($again) // {})->{claim} eq $now } 1.5), 'the resumed dispatcher changes nothing';
  is_deeply [map { [@{$_}{qw(number http_status success)}] } attempts($ended)], [[1, 200, 1]], 'the delivery of the other dispatcher stays delivered';
  is_deeply [attempts($again)], [], 'the old answer does not settle the delivery under way';
  is pending($again)->{attempts}, 0, 'the old answer is not counted';
  is owner()->selectrow_array('select count(*) from dead_letter'), 0;
  $second->stop;
};

# Outcomes come without a pause while another dispatcher's lease expires.
subtest 'a busy dispatcher takes back lost deliveries of other dispatchers' => sub {
  my $stack = stack(extra => "CollabDispatcher On slots=512 per-endpoint=128\n");
  my $x = exchange();
  my @at = map { subscribed($receiver->url(200), exchange => $x) } 1 .. 4;
  my ($lost) = subscribed($receiver->url('hang'), exchange => $x);
  owner()->do(q(create function take_long() returns trigger language plpgsql as 'begin perform pg_sleep(0.1); return null; end'));
  owner()->do('create trigger take_long before insert on attempt for each statement execute function take_long()');
  owner()->do(q(with made as (insert into event (type, request, request_token, submit_company, receive_company)
    select 'note.created', id, token, submit_company, receive_company from request, generate_series(1, 8000) where token = ? returning id)
    insert into delivery (event, queue) select id, (?::bigint[])[1 + id % 4] from made), undef, $x->token, [map { $_->{id} } @at]);
  wait_for { owner()->selectrow_array('select exists (select from attempt)') } 15, 'the first attempts';
  owner()->do(q(with held as (insert into delivery (event, queue, claim) select min(event), ?, 'ffffffff-0000-4000-8000-000000000000' from attempt returning id, claim)
    insert into lease select claim, clock_timestamp(), array[id] from held), undef, $lost->{id});
  $receiver->wait($lost->{url}, 1, 30);
  my ($left) = owner()->selectrow_array('select count(*) from delivery where claim is null');
  cmp_ok $left, '>', 0, "it takes them back long before its backlog ends";
};

done_testing;
