# t/dispatch/slots/slot-shares.t: V1 and V2 cannot starve each other, and retries cannot starve first attempts
# The hanging transfers outlast the test, so leases can be counted.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;

my $receiver = receiver();
my $SLOTS = 16;
my %type = (V1 => 'note.created', V2 => 'org.provider.core.collaboration-request.note.created');

sub subscribe { my ($party, $version, $url) = @_; return $party->post('/' . lc($version) . '/webhooks', { callbackUrl => $url, eventTypes => [$type{$version}] })->ok->{id} }
sub hanging { my ($party, $version, $count) = @_; return map { subscribe($party, $version, $receiver->url('hang')) } 1 .. $count }

sub leased {
  my ($version) = @_;
  return scalar owner()->selectrow_array('select count(*) from delivery d join subscription s using (queue) where d.claim is not null and s.version = ?', undef, $version);
}

for my $pair ([qw(V1 V2)], [qw(V2 V1)]) {
  my ($greedy, $other) = @$pair;
  subtest "while $greedy has all hanging transfers, $other still gets through" => sub {
    my $stack = stack(extra => "CollabDispatcher On slots=$SLOTS per-endpoint=8 company=$SLOTS host=$SLOTS\nCollabWebhookTimeout 100\nCollabWebhookRetry V1 600\n");
    my $x = exchange();
    backlog(5, hanging($x->submitter, $greedy, 2 * $SLOTS));
    my $most = $SLOTS - $SLOTS / 8;
    wait_for { leased($greedy) == $most } 20, 'its share of the slots taken';
    my $url = $receiver->url;
    subscribe($x->receiver, $other, $url);
    my @notes = map { $x->submitter->post($x->notes, a_note())->ok->{token} } 1 .. 12;
    my @got = map { my $body = JSON::XS->new->decode($_->{body}); $body->{noteToken} // $body->{data}{noteToken} } $receiver->wait($url, 12, 30);
    is_deeply [sort { $a cmp $b } @got], [sort { $a cmp $b } @notes], "$other gets each note once";
    ok holds_for { leased($greedy) <= $most } 1;
    is leased($greedy), $most, "$greedy has at most seven eighths of the slots, and none of its transfers has ended";
  };
}

subtest 'when both versions have more deliveries than slots, each gets half' => sub {
  my $stack = stack(extra => "CollabDispatcher On slots=$SLOTS per-endpoint=8 company=$SLOTS host=$SLOTS\nCollabWebhookTimeout 100\nCollabWebhookRetry V1 600\n");
  my $x = exchange();
  backlog(5, map { hanging($x->submitter, $_, 2 * $SLOTS / 2) } qw(V1 V2));
  wait_for { leased('V1') + leased('V2') == $SLOTS } 20, 'all slots to be taken';
  is_deeply [map { leased($_) } qw(V1 V2)], [$SLOTS / 2, $SLOTS / 2];
};

subtest 'retries leave a fifth to first attempts' => sub {
  my $stack = stack(extra => "CollabDispatcher On slots=$SLOTS per-endpoint=8 company=$SLOTS host=$SLOTS\nCollabWebhookTimeout 100\n");
  my ($x, $y) = (exchange(), exchange());
  backlog(5, hanging($x->submitter, 'V2', 2 * $SLOTS));
  $stack->server->stop;     # after which no delivery is leased, and all can be made retries
  owner()->do('update delivery set attempts = 1, claim = null, due_at = now()');
  my $second = $stack->another_server('second', extra => "CollabDispatcher On slots=$SLOTS per-endpoint=8 company=$SLOTS host=$SLOTS\nCollabWebhookTimeout 100\n");
  my $from = $y->submitter->at($second, token => undef);
  my $most = int($SLOTS * 4 / 5);
  my $retries = sub { return owner()->selectrow_array('select count(*) from delivery where claim is not null and attempts > 0') };
  wait_for { $retries->() == $most } 20, 'all slots that retries may have';
  my $url = $receiver->url;
  subscribe($from, 'V2', $url);
  $from->post($y->notes, a_note())->ok for 1 .. 12;
  is scalar($receiver->wait($url, 12, 30)), 12, 'first attempts get through';
  is $retries->(), $most, 'retries have four fifths of the slots, and none has ended';
};

done_testing;
