# t/long/two-nodes.t: two nodes deliver a backlog to slow receivers at least 1.5 times as fast as one, and no event twice
# alone: it compares rates
use lib qw(t/lib lab/lib);
use Collab::Members;
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;
use Time::HiRes qw(time);

my ($SLOTS, $RECEIVERS, $EACH) = (16, 8, 100);
my $extra = "CollabDispatcher On slots=$SLOTS per-endpoint=4 company=$SLOTS host=$SLOTS\n";
my $stack = stack(extra => $extra);
my $receiver = receiver();
my $x = exchange();

# Deliveries per second, from the first to the last, to $RECEIVERS receivers that take 250 ms each.
sub rate {
  my ($nodes) = @_;
  my @urls = map { $receiver->url('late250') } 1 .. $RECEIVERS;
  my @ids = map { $x->submitter->post('/v2/webhooks', { callbackUrl => $_, eventTypes => ['org.provider.core.collaboration-request.note.created'] })->ok->{id} } @urls;
  Collab::Members::backlog($EACH, @ids);
  my $all = sub { return map { $receiver->got($_) } @urls };
  ok +(wait_for { $RECEIVERS * $EACH <= (() = $all->()) } 120), "$nodes: every delivery arrives";
  my @at = sort { $a <=> $b } map { $_->{at} } $all->();
  my %times;
  $times{"$_->{path} $_->{event}"}++ for $all->();
  is_deeply [grep { $_ > 1 } values %times], [], '… once';
  my $rate = @at / ($at[-1] - $at[0]);
  diag sprintf '%s: %.0f deliveries a second', $nodes, $rate;
  return $rate;
}

my $one = rate('one node');
my $second = $stack->another_server('second', extra => $extra);
wait_for { 2 == owner()->selectrow_array('select count(*) from dispatcher') } 20, 'both dispatchers';
my $two = rate('two nodes');
cmp_ok $two, '>=', 1.5 * $one, sprintf 'two nodes are %.2f times as fast', $two / $one;

done_testing;
