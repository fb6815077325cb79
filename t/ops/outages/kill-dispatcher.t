# t/ops/outages/kill-dispatcher.t: repeated kill -9 of the dispatcher during deliveries loses no acknowledged event
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Load;
use Collab::Receiver;
use Collab::Stack;

my $KILLS = long(20, 6);
my $SLOTS = 16;
my $stack = stack(extra => WIDE . "CollabDispatcher On slots=$SLOTS per-endpoint=$SLOTS\n");
my $server = $stack->server;
my $receiver = receiver();
my $x = exchange();
my $url = $receiver->url;
$x->submitter->post('/v2/webhooks', { callbackUrl => $url, eventTypes => ['org.provider.core.collaboration-request.note.created'] })->ok;

# Returns the acknowledged events that never arrived, and the number of repeats: deliveries of an event beyond its first.
sub account {
  my ($acknowledged, @got) = @_;
  my %count;
  $count{ JSON::XS->new->decode($_->{body})->{data}{noteToken} }++ for @got;
  my @lost = grep { !$count{$_} } @$acknowledged;
  my $twice = 0;
  $twice += $_ - 1 for values %count;
  return (\@lost, $twice);
}

# Two callers add notes, and write a line for each acknowledged note: its token.
$x->submitter->token;
my $load = load(2, sub {
  my ($say) = @_;
  my $answer = $x->submitter->post($x->notes, a_note());
  $say->($answer->json->{token}) if $answer->status == 200;
});

my ($slowest, $killed) = (0, 0);
for my $round (1 .. $KILLS) {
  # wait until the dispatcher works again and has claimed deliveries of this round
  my $before = $receiver->got($url);
  wait_for { $receiver->got($url) > $before } 15, 'deliveries in flight';
  select undef, undef, undef, rand 0.3;         # a random moment
  my $old = $server->dispatcher or next;
  kill 'KILL', $old;
  my $at = Time::HiRes::time();
  wait_for { my $new = $server->dispatcher; $new && $new != $old } 2, 'a new dispatcher' and $killed++;
  my $took = Time::HiRes::time() - $at;
  $slowest = $took if $took > $slowest;
}
is $killed, $KILLS, sprintf 'each time the parent started it again within two seconds (%.2f)', $slowest;

wait_for { $load->lines > 100 } 30, 'load';
my @acknowledged = map { @$_ } $load->end;
cmp_ok scalar @acknowledged, '>', 100, 'the load is large enough: ' . @acknowledged . ' notes acknowledged';

my ($lost, $twice);
wait_for { $receiver->got($url) >= @acknowledged } 30 + @acknowledged / 500, 'as many deliveries';     # a fast machine writes faster than it delivers
wait_for { ($lost, $twice) = account(\@acknowledged, $receiver->got($url)); !@$lost } 30 + @acknowledged / 500, 'every acknowledged event';
is_deeply $lost, [], 'every acknowledged event arrives';
cmp_ok $twice, '<=', $KILLS * $SLOTS, "the kills explain all duplicates ($twice duplicates, $KILLS kills with at most $SLOTS in flight)";

my $victim = $acknowledged[rand @acknowledged];
my ($noticed) = account(\@acknowledged, grep { JSON::XS->new->decode($_->{body})->{data}{noteToken} ne $victim } $receiver->got($url));
is_deeply $noticed, [$victim], 'the comparison notices a dropped delivery';

is owner()->selectrow_array('select count(*) from outbox'), 0, 'the outbox is empty';
wait_for { !owner()->selectrow_array('select count(*) from delivery') } 15;
is owner()->selectrow_array('select count(*) from delivery'), 0, 'no delivery is pending';

done_testing;
