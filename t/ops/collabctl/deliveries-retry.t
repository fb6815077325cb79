# t/ops/collabctl/deliveries-retry.t: collabctl deliveries retry makes waiting deliveries due now, whatever delays them
# It selects one delivery, or those of a subscription or a company, or those that failed with an error.
use lib qw(t/lib lab/lib);
use Collab::Postponed;
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;

my $stack = stack(extra => "CollabWebhookRetry V2 3600 3600\nCollabWebhookBreaker hold 600\n");
my $receiver = receiver();
my $absent = receiver();
my ($closed) = $absent->url;
$absent->stop;

sub retry { local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN}; return [output('./collabctl', qw(deliveries retry), @_)] }
sub tried { my ($s, $count) = @_; wait_for { (grep { defined $_->{id} } attempts($s)) >= $count } 20, "$count attempts"; return attempts($s) }
sub waits { my ($s) = @_; return owner()->selectrow_array(q(select count(*) from delivery where queue = ? and claim is null and due_at > clock_timestamp() + interval '50 min'), undef, $s->{id}) }
sub failed_once { my ($s, $notes) = @_; speak($s) for 1 .. $notes; tried($s, $notes); wait_for { waits($s) == $notes } 20, 'all wait'; return $s }
sub is_delivered { my ($s, $notes, $number) = @_; wait_for { (grep { $_->{success} } attempts($s)) == $notes && !pending($s) } 20, 'the deliveries'; is_deeply [map { $_->{number} } grep { $_->{success} } attempts($s)], [($number) x $notes], "delivered at attempt $number" }

my ($one, $all, $held, $text, $of_company, $open) = map { subscribed($receiver->url(@$_)) } ([500, 200], [502, 200], ['503+3000', 200], [501, 200], [505, 200], ['500x5']);
my $lost = subscribed($closed);
failed_once($_, 2) for $one, $all, $text, $of_company, $lost;
failed_once($held, 1);

subtest '--delivery sends one delivery' => sub {
  my @ids = @{ owner()->selectcol_arrayref('select id from delivery where queue = ? order by id', undef, $one->{id}) };
  is_deeply retry('--delivery', $ids[0], '--dry-run'), [0, "1 delivery to 1 subscription would be sent now\n"];
  is waits($one), 2, '--dry-run changes nothing';
  is_deeply retry('--delivery', $ids[0]), [0, "1 delivery to 1 subscription is sent now\n"];
  wait_for { grep { $_->{success} } attempts($one) } 20, 'the delivery';
  is_deeply owner()->selectcol_arrayref('select id from delivery where queue = ?', undef, $one->{id}), [$ids[1]], 'the other one waits';
  is waits($one), 1;
  is_deeply retry('--delivery', $ids[0]), [1, "collabctl: deliveries retry: delivery: there is no delivery $ids[0] that waits\n"], 'a delivered one is refused';
  is_deeply retry('--delivery', $ids[1], '--subscription', $all->{id}), [0, "nothing to do: no such delivery waits\n"], 'options narrow the selection';
};

subtest '--subscription sends its deliveries' => sub {
  is_deeply retry('--subscription', $all->{id}), [0, "2 deliveries to 1 subscription are sent now\n"];
  is_delivered($all, 2, 2);
  is_deeply retry('--subscription', $all->{id}), [0, "nothing to do: no such delivery waits\n"];
  is_deeply retry('--subscription', $all->{id}, '--json'), [0, qq({"message":"nothing to do: no such delivery waits"}\n)];
  is_deeply retry('--subscription', 987654), [1, "collabctl: deliveries retry: subscription: there is no subscription 987654\n"];
};

subtest 'deliveries that a Retry-After delays are sent' => sub {
  is_deeply retry('--subscription', $held->{id}), [0, "1 delivery to 1 subscription is sent now\n"];
  is_delivered($held, 1, 2);
};

subtest '--error sends deliveries with that error' => sub {
  is_deeply retry('--error', 'http 501'), [0, "2 deliveries to 1 subscription are sent now\n"];
  is_delivered($text, 2, 2);
  is_deeply retry('--error', 'connect to server', '--dry-run'), [0, "2 deliveries to 1 subscription would be sent now\n"];
  $absent->again;
  is_deeply retry('--error', 'connect to server'), [0, "2 deliveries to 1 subscription are sent now\n"];
  is_delivered($lost, 2, 2);
  is_deeply retry('--error', 'HTTP 418'), [0, "nothing to do: no such delivery waits\n"];
};

subtest '--company sends its deliveries' => sub {
  is_deeply retry('--company', $of_company->{exchange}->submitter->company->{domain}), [0, "2 deliveries to 1 subscription are sent now\n"];
  is_delivered($of_company, 2, 2);
};

subtest 'deliveries that an open breaker delays are sent' => sub {
  failed_once($open, 5);
  wait_for { breaker($stack, $open) } 20, 'the breaker to open';
  speak($open) for 1 .. 3;
  wait_for { owner()->selectrow_array('select count(*) from delivery where queue = ?', undef, $open->{id}) == 8 } 20, 'three more, which are held';
  is_deeply retry('--subscription', $open->{id}), [0, "8 deliveries to 1 subscription are sent now\n"];
  wait_for { !pending($open) } 20, 'all of them';
  is scalar(grep { $_->{success} } attempts($open)), 8;
};

subtest 'a missing or unknown selection is refused' => sub {
  is_deeply retry(), [1, "collabctl: deliveries retry: nothing is selected: name a delivery, a subscription, a company or an error\n"];
  like retry('--company', 'nobody.example')->[1], qr/there is no company nobody\.example/;
  is waits($one), 1, 'other deliveries still wait';
};

done_testing;
