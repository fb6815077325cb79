# t/ops/outages/kill-dispatcher.t: kill -9 of the dispatcher, again and again during deliveries, loses nothing acknowledged
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

# Acknowledged events that never came, and deliveries beyond the first of each.
sub account {
  my ($acknowledged, @got) = @_;
  my %count;
  $count{ JSON::XS->new->decode($_->{body})->{data}{noteToken} }++ for @got;
  my @lost = grep { !$count{$_} } @$acknowledged;
  my $twice = 0;
  $twice += $_ - 1 for values %count;
  return (\@lost, $twice);
}

# Two callers who add notes; each line is an acknowledged one.
$x->submitter->token;
my $load = load(2, sub {
  my ($say) = @_;
  my $answer = $x->submitter->post($x->notes, a_note());
  $say->($answer->json->{token}) if $answer->status == 200;
});

my ($slowest, $killed) = (0, 0);
for my $round (1 .. $KILLS) {
  # not before it works again: deliveries of this round have been claimed
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
cmp_ok scalar @acknowledged, '>', 100, 'there was load: ' . @acknowledged . ' notes acknowledged';

my ($lost, $twice);
wait_for { $receiver->got($url) >= @acknowledged } 30 + @acknowledged / 500, 'as many deliveries';     # a fast machine writes more than it delivers
wait_for { ($lost, $twice) = account(\@acknowledged, $receiver->got($url)); !@$lost } 30 + @acknowledged / 500, 'every acknowledged event';
is_deeply $lost, [], 'every acknowledged event arrived, by id';
cmp_ok $twice, '<=', $KILLS * $SLOTS, "and no more often than the kills explain ($twice again, $KILLS kills with at most $SLOTS in flight)";

my $victim = $acknowledged[rand @acknowledged];
my ($noticed) = account(\@acknowledged, grep { JSON::XS->new->decode($_->{body})->{data}{noteToken} ne $victim } $receiver->got($url));
is_deeply $noticed, [$victim], 'this account does notice a delivery that is dropped';

is owner()->selectrow_array('select count(*) from outbox'), 0, 'nothing is left in the outbox';
wait_for { !owner()->selectrow_array('select count(*) from delivery') } 15;
is owner()->selectrow_array('select count(*) from delivery'), 0, 'nor under way';

done_testing;
