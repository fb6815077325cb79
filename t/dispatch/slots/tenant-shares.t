# t/dispatch/slots/tenant-shares.t: a company, or a host and port, holds at most its share of the slots, and tenants take turns
# Slow transfers outlast the test, so leases can be counted.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;
use Collab::Wait qw(long);

my ($SLOTS, $SHARE) = (16, 4);     # a share is a quarter of the slots; the last free quarter is reserved for tenants that hold less than their share
my $MOST = $SLOTS - $SHARE;
my $setup = "CollabDispatcher On slots=$SLOTS per-endpoint=4\nCollabWebhookTimeout 100\n";

sub subscribe { my ($party, $count, $url) = @_; return map { $party->post('/v2/webhooks', { callbackUrl => $url })->ok->{id} } 1 .. $count }
sub speak { my ($x, $count) = @_; return map { $x->submitter->post($x->notes, a_note())->ok->{token} } 1 .. $count }
sub leased { return scalar owner()->selectrow_array('select count(*) from delivery join subscription s using (queue) where claim is not null and s.id = any (?)', undef, \@_) }
sub nobody_failed { is owner()->selectrow_array('select count(*) from attempt where not success'), 0, 'no hanging transfer has ended' }

# Tests that this company's receiver gets all of ten notes.
sub gets_through {
  my ($receiver, $x) = @_;
  my $url = $receiver->url;
  subscribe($x->submitter, 1, $url);
  my @notes = speak($x, 10);
  is_deeply [sort map { JSON::XS->new->decode($_->{body})->{data}{noteToken} } $receiver->wait($url, 10, 30)], [sort @notes], 'the healthy receiver gets each note once';
}

subtest 'a company with fifty slow subscriptions delays no other company' => sub {
  my $stack = stack(extra => $setup);
  my ($slow, $healthy) = (receiver(), receiver());
  my ($x, $y) = (exchange(), exchange());
  my @slow = subscribe($x->submitter, 50, $slow->url('hang'));
  speak($x, 3);
  wait_for { leased(@slow) == $MOST } 20, 'three quarters of the slots to be taken';
  gets_through($healthy, $y);
  ok holds_for { leased(@slow) <= $MOST } 1;
  is leased(@slow), $MOST, 'alone, a company gets three quarters of the slots';
  nobody_failed();
};

subtest 'in the last quarter, a company and a host each get at most their share' => sub {
  for my $share ('company=3 host=32', 'company=32 host=3') {
    my $stack = stack(extra => "CollabDispatcher On slots=32 per-endpoint=8 $share\nCollabWebhookTimeout 100\n");
    my @receivers = (receiver(), receiver());
    my @held = map {
      my ($x, $url, $most) = (exchange(), $receivers[$_]->url('hang'), (24, 3)[$_]);
      my @slow = subscribe($x->submitter, 20, $url);
      speak($x, 2);
      wait_for { leased(@slow) == $most } 20, "$most slots to be taken";
      [$most, @slow];
    } 0, 1;
    ok +(holds_for { !grep { my ($most, @slow) = @$_; leased(@slow) > $most } @held } 1), $share;
    nobody_failed();
  }
};

subtest 'many companies with one slow host and port delay no other host' => sub {
  my $stack = stack(extra => $setup);
  my ($slow, $healthy) = (receiver(), receiver());
  my @slow = map { my $x = exchange(); subscribe($x->submitter, 1, $slow->url('hang')) } 1 .. long(50, 12);
  backlog(4, @slow);
  wait_for { leased(@slow) == $MOST } 20, 'three quarters of the slots to be taken';
  gets_through($healthy, exchange());
  ok holds_for { leased(@slow) <= $MOST } 1;
  is leased(@slow), $MOST, 'the host gets no more, though each company holds little';
  nobody_failed();
};

# The endpoints of these deliveries are known and idle. The claim that finds the deliveries leaves them to the next claim, for which the shares
# are counted.
subtest 'deliveries that other processes write for known endpoints obey the shares' => sub {
  my $stack = stack(extra => $setup);
  my ($slow, $x) = (receiver(), exchange());
  my @slow = subscribe($x->submitter, 20, $slow->url('200x20-hang'));
  speak($x, 1);
  wait_for { owner()->selectrow_array('select count(*) from attempt where success') == 20 } 20, 'all to be answered once';
  backlog(4, @slow);
  wait_for { leased(@slow) >= $MOST } 20, 'three quarters of the slots to be taken';
  ok holds_for { leased(@slow) <= $MOST } 1;
  is leased(@slow), $MOST, 'the company gets no more';
  nobody_failed();
};

subtest 'a company that was first cannot occupy a host' => sub {
  my $stack = stack(extra => $setup);
  my $receiver = receiver();
  my ($x, $y) = (exchange(), exchange());
  my @slow = subscribe($x->submitter, 20, $receiver->url('hang'));
  speak($x, 2);
  wait_for { leased(@slow) == $MOST } 20, 'three quarters of the slots to be taken';
  gets_through($receiver, $y);
  is leased(@slow), $MOST, 'none of its transfers has ended';
  nobody_failed();
};

# One slot is left, and the host's share is one slot. Four companies wait for the host. The company with ten subscriptions gets no more turns
# than each company with a single subscription.
subtest 'at a host with more companies than slots in its share, the companies take turns' => sub {
  my $stack = stack(extra => "CollabDispatcher On slots=4 per-endpoint=1\nCollabWebhookTimeout 100\n");
  my ($busy, $shared) = (receiver(), receiver(note => sub { select undef, undef, undef, 0.002; return $_[0] }));
  my $x = exchange();
  my @hanging = subscribe($x->submitter, 10, $busy->url('hang'));
  speak($x, 1);
  wait_for { leased(@hanging) == 3 } 20, 'all but one slot to be taken';
  my @many = map { subscribe(exchange()->submitter, 10, $shared->url) } 1;
  my @few = map { subscribe(exchange()->submitter, 1, $shared->url) } 1 .. 3;
  backlog(30, @many, @few);
  my $done = sub { return scalar owner()->selectrow_array('select count(*) from attempt where subscription = any (?)', undef, [@_]) };
  wait_for { 90 == $done->(@few) } 30, 'what waits for those that have one subscription';
  cmp_ok $done->(@many), '<', 300, 'their deliveries come before the backlog of the company with ten';
};

# Without turns, each claim would ask for the endpoints at the head of the ring, until no delivery waits for them.
subtest 'when more endpoints wait than a claim can ask for, each gets its turn' => sub {
  my ($ENDPOINTS, $EACH) = (80, 20);
  my $stack = stack(extra => "CollabDispatcher On slots=8 per-endpoint=4\n");
  my $receiver = receiver();
  my @ids = map { subscribe($_, 40, $receiver->url) } map { exchange()->submitter } 1, 2;
  backlog($EACH, @ids);
  wait_for { owner()->selectrow_array('select count(*) from attempt') == $ENDPOINTS * $EACH } 60, 'all to be delivered';
  is owner()->selectrow_array('select count(distinct subscription) from (select subscription from attempt order by created_at, id limit ?) first', undef, $ENDPOINTS * $EACH / 4),
    $ENDPOINTS, 'all of them are among the first quarter';
};

subtest 'a callback URL gives its host and port' => sub {
  my $stack = stack(extra => "CollabDispatcher Off\n");
  my ($id) = subscribe(exchange()->submitter, 1, 'https://one.example/');
  my $part = JSON::XS->new->decode(scalar `bench/statement receiver_names json`)->{parts}[0];
  my %host = (
    'https://one.example/a?b=//c:1' => 'one.example:443', 'HTTPS://One.Example:443#x' => 'one.example:443', 'https://one.example:?q' => 'one.example:443',
    'http://one.example' => 'one.example:80', 'http://one.example:443/' => 'one.example:443', 'https://one.example:8443/' => 'one.example:8443',
    'https://[2001:DB8::1]/' => '[2001:db8::1]:443', 'https://[2001:db8::1]:8443/' => '[2001:db8::1]:8443',
  );
  for my $url (sort keys %host) {
    owner()->do('update subscription set callback_url = ? where id = ?', undef, $url, $id);
    is owner()->selectrow_hashref($part->{text} =~ s/\$1/?/r, undef, "{$id}")->{host}, $host{$url}, $url;
  }
};

done_testing;
