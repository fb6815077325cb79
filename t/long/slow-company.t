# t/long/slow-company.t: 50 slow subscriptions of one company (25 s an answer) delay another company's events by less than 200 ms
# alone: it measures delays
# There are 256 slots, at most eight of them for each endpoint, as by default. The slow subscriptions could use 400.
use lib qw(t/lib lab/lib);
use Collab::Load;
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;

my $stack = stack(extra => WIDE);
my ($slow, $healthy) = (receiver(), receiver(note => sub { return { event => $_[0]{event}, path => $_[0]{path}, at => $_[0]{at} } }));
my ($x, $y) = (exchange(), exchange());
my @slow = map { $x->submitter->post('/v2/webhooks', { callbackUrl => $slow->url('late25000') })->ok->{id} } 1 .. 50;
my $url = $healthy->url;
$y->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok;
my $held = sub { return scalar owner()->selectrow_array('select count(*) from delivery join subscription s using (queue) where claim is not null and s.id = any (?)', undef, \@slow) };

# An endpoint's slot limit grows with its answers. After the third round, the slow endpoints could hold all slots.
backlog(400, @slow);
wait_for { $held->() == 192 } 120, 'three quarters of the slots to be taken';

# Writes notes one after another until the slow receivers have given $answers answers. Returns the most slots that the slow subscriptions held at a
# time, and the sorted delays in seconds from an event's creation to its arrival at the healthy receiver.
my $answered = sub { return scalar owner()->selectrow_array('select count(*) from attempt where subscription = any (?)', undef, \@slow) };
sub delays {
  my ($answers) = @_;
  my ($before, $notes, $most) = (scalar $healthy->got($url), 0, 0);
  my $until = $answered->() + $answers;
  while ($answered->() < $until) {
    $y->submitter->post($y->notes, a_note())->ok;
    $healthy->wait($url, $before + ++$notes, 60);
    my $now = $held->();
    $most = $now if $now > $most;
  }
  my @got = $healthy->got($url);
  my %created = map { @$_ } @{ owner()->selectall_arrayref('select uid, extract(epoch from created_at) from event where submit_company = ?', undef, $y->submitter->company->{id}) };
  return ($most, sort { $a <=> $b } map { $_->{at} - $created{ $_->{event} } } @got[$before .. $#got]);
}

my ($most, @delays) = delays(2 * 192);      # two answers for each of the 192 slots
cmp_ok $most, '<=', 192, 'a quarter of the slots stays free';
cmp_ok $most, '>', 128, 'the slow ones hold most of the others';
my $p99 = $delays[0.99 * $#delays];
cmp_ok $p99, '<', 0.2, sprintf 'p99 is below 200 ms: %.0f ms, p50 %.0f ms, the longest %.0f ms', map { 1000 * $_ } $p99, $delays[$#delays / 2], $delays[-1];

done_testing;
