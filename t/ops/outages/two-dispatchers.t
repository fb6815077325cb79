# t/ops/outages/two-dispatchers.t: two nodes on one database share the work, and killing one under load loses nothing
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Load;
use Collab::Receiver;
use Collab::Stack;
use Collab::Wait qw(gone);

my $SLOTS = 16;
my $stack = stack(extra => WIDE . "CollabDispatcher On slots=$SLOTS per-endpoint=$SLOTS\n");
my $second = $stack->another_server('second', extra => WIDE . "CollabDispatcher On slots=$SLOTS per-endpoint=$SLOTS\n");
my $receiver = receiver();
my $x = exchange();
my $url = $receiver->url;
my $type = 'org.provider.core.collaboration-request.note.created';
$x->submitter->post('/v2/webhooks', { callbackUrl => $url, eventTypes => [$type] })->ok;
sub tokens { return map { JSON::XS->new->decode($_->{body})->{data}{noteToken} } $receiver->got($url) }
sub numbers { return @{ owner()->selectcol_arrayref("select lpad(to_hex(number), 8, '0') from dispatcher") } }

wait_for { numbers() == 2 } 15, 'both dispatchers to register';
is scalar(numbers()), 2, 'both dispatchers are registered';

# A dispatcher whose slots are full notifies the other dispatcher. This test listens, too.
my $ear = $stack->pg->dbh;
$ear->do('listen collab_work');

# One caller for each server adds notes, and writes a line for each acknowledged note: its token.
$x->submitter->token;
my @callers = map { $x->submitter->at($_) } $stack->server, $second;
my $load = load(2, sub {
  my ($say, $caller) = @_;
  my $answer = $callers[$caller - 1]->post($x->notes, a_note());
  $say->($answer->json->{token}) if $answer->status == 200;
});

# Besides this load there is a backlog, larger than both dispatchers' slots.
my $backlog = 1200;
owner()->do(<<"END");
with e as (
  insert into event (type, request, request_token, note_token, submit_company, receive_company)
  select 'note.created', r.id, r.token, 'BACKLOG' || i, r.submit_company, r.receive_company from generate_series(1, $backlog) i, request r
  returning id)
insert into outbox (channel, event) select 1, id from e
END
my %holder;
wait_for { $holder{$_}++ for @{ owner()->selectcol_arrayref("select distinct left(claim::text, 8) from delivery where claim is not null") }; 2 == keys %holder } 30,
  'both to hold leases';
is_deeply [sort keys %holder], [sort(numbers())], 'both dispatchers claim and send';
halt($receiver->{pid});       # fills the slots, however fast the receiver is
ok wait_for { $ear->pg_notifies } 30, 'a dispatcher with full slots notifies the other';
kill 'CONT', $receiver->{pid};

# Kill all processes of the second node under load: parent, workers, dispatcher.
wait_for { (() = tokens()) > $backlog / 3 } 60, 'a third of the backlog';
my @victims = ($second->pid, $second->processes(undef));
kill 'KILL', @victims;
wait_for { gone(@victims) } 10, 'their end';
my $so_far = () = tokens();
wait_for { (() = tokens()) > $so_far + 100 } 30, 'the first to go on';
my @acknowledged = map { @$_ } $load->end;
push @acknowledged, map { "BACKLOG$_" } 1 .. $backlog;

my %count;
wait_for { %count = (); $count{$_}++ for tokens(); !grep { !$count{$_} } @acknowledged } 90, 'every acknowledged event';
is_deeply [grep { !$count{$_} } @acknowledged], [], 'every acknowledged event arrives (' . @acknowledged . ')';
my $twice = 0;
$twice += $_ - 1 for values %count;
cmp_ok $twice, '<=', $SLOTS, "the deliveries in flight at the kill explain all duplicates ($twice)";
wait_for { !owner()->selectrow_array('select count(*) from delivery') && 1 == numbers() } 30, 'the last delivery';
is owner()->selectrow_array('select (select count(*) from delivery) + (select count(*) from outbox where channel = 1)'), 0, 'no delivery is left';
is scalar(numbers()), 1, 'the dead dispatcher is no longer registered';
is owner()->selectrow_array('select count(*) from dead_letter'), 0, 'there is no dead letter';

done_testing;
