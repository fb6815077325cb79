# t/dispatch/retry/retry-after.t: Retry-After with 503 lengthens the wait; with 429 and 503 it holds back the endpoint
# interface.md 16.8
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;

my $stack = stack(extra => "CollabWebhookRetry V2 2 2\n");
my $receiver = receiver();

# Makes two partners. The submitter adds a subscription whose receiver gives these answers, and then a note.
sub deliver_to {
  my (@answers) = @_;
  my $x = exchange();
  my $url = $receiver->url(@answers);
  my $made = $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok;
  $x->submitter->post($x->notes, a_note())->ok;
  return { %$made, url => $url, exchange => $x };
}

# The wait after the first attempt, in seconds; undef: no retry.
sub waits {
  my ($subscription) = @_;
  my $row;
  wait_for {
    $row = owner()->selectrow_arrayref(
      'select extract(epoch from next_attempt_at - created_at) from attempt where subscription = ? and number = 1', undef, $subscription->{id});
  } 20, 'a first attempt on record';
  return $row->[0];
}

my %at = map { my ($name, $answer) = @$_; ($name => deliver_to($answer)) } (
  [seconds => '503+100'], [date => '503+date100'], [shorter => '503+1'], [past => '503+date-100'], [nonsense => '503+soon'],
  [ages => '503+99999999999999999999'], [other => '500+100'], [busy => '429+100'],
);

for my $row ([seconds => 100], [date => 99], [ages => 36_000]) {
  my ($name, $least) = @$row;
  my $waits = waits($at{$name});
  cmp_ok $waits, '>=', $least, "$name: the retry is not early";
  cmp_ok $waits, '<', $least + 20, "$name: the retry is not late";
}
for my $name (qw(shorter past nonsense other)) {
  my $waits = waits($at{$name});
  cmp_ok $waits, '>=', 2, "$name: the schedule's wait applies";
  cmp_ok $waits, '<', 20, "$name: the schedule's wait applies";
}
is waits($at{busy}), undef, '429 is permanent nevertheless';

subtest "$_: the endpoint's next event waits as long, and another endpoint's does not" => sub {
  my $held = deliver_to("$_+4");
  $receiver->wait($held->{url}, 1);
  my ($x, $other) = ($held->{exchange}, $receiver->url);
  $x->receiver->post('/v2/webhooks', { callbackUrl => $other })->ok;
  waits($held);
  $x->submitter->post($x->closure)->ok;
  my ($free) = $receiver->wait($other, 1);
  my ($first, @later) = $receiver->wait($held->{url}, 2, 30);
  cmp_ok $free->{at}, '<', $later[0]{at}, 'the other endpoint gets its event sooner';
  cmp_ok $_->{at} - $first->{at}, '>=', 4, 'the held events are not early' for @later;
} for 429, 503;

subtest "$_: waiting deliveries are sent at once when the callback or its credentials change, or the owner sets active" => sub {
  my $held = deliver_to("$_+500");
  my $x = $held->{exchange};
  waits($held);
  my $old = $held->{url};
  $x->submitter->post($x->notes, a_note())->ok;
  $x->submitter->patch("/v2/webhooks/$held->{id}", { active => \1 })->ok;
  $receiver->wait($old, 2);
  wait_for { owner()->selectrow_array('select count(*) from attempt where subscription = ?', undef, $held->{id}) == 2 } 10, 'the second attempt on record';
  $x->submitter->post($x->notes, a_note())->ok;
  my $other = $receiver->url("$_+500");
  $x->submitter->patch("/v2/webhooks/$held->{id}", { callbackUrl => $other })->ok;
  $receiver->wait($other, 1);
  is scalar($receiver->got($old)), 2;
  wait_for { owner()->selectrow_array('select count(*) from attempt where subscription = ?', undef, $held->{id}) == 3 } 10, 'the third attempt on record';
  $x->submitter->post($x->notes, a_note())->ok;
  $x->submitter->patch("/v2/webhooks/$held->{id}", { callbackAuth => { type => 'BEARER', token => 'another' } })->ok;
  my (undef, $again) = $receiver->wait($other, 2);
  is $again->{headers}{authorization}, 'Bearer another';
} for 429, 503;

subtest 'after a change of the callback, a retry comes by the schedule and not by the old Retry-After' => sub {
  my $held = deliver_to('503+500');
  waits($held);
  my $other = $receiver->url;
  $held->{exchange}->submitter->patch("/v2/webhooks/$held->{id}", { callbackUrl => $other })->ok;
  my ($got) = $receiver->wait($other, 1);
  my ($first) = $receiver->got($held->{url});
  is $got->{event}, $first->{event};
  cmp_ok $got->{at} - $first->{at}, '>=', 2, 'the retry is not early';
};

subtest 'deliveries held after 401 (CollabSecretHold) are sent at once when the credentials change, or the owner sets active' => sub {
  my $holding = stack(extra => "CollabSecretHold On\nCollabWebhookRetry V2 600 600\n");
  my $x = exchange();
  my $url = $receiver->url('401,401,200');
  my $made = $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok;
  $x->submitter->post("/v1/webhooks/$made->{id}/secret", { overlapSeconds => 600 })->ok;
  $x->submitter->post($x->notes, a_note())->ok;
  cmp_ok waits($made), '>=', 600, 'the delivery is held';
  $x->submitter->patch("/v2/webhooks/$made->{id}", { callbackAuth => { type => 'BEARER', token => 'another' } })->ok;
  my (undef, $again) = $receiver->wait($url, 2);
  is $again->{headers}{authorization}, 'Bearer another';
  wait_for { owner()->selectrow_array('select count(*) from delivery where queue = ? and claim is null and attempts = 2', undef, $made->{id}) } 10, 'it to be held again';
  $x->submitter->patch("/v2/webhooks/$made->{id}", { active => \1 })->ok;
  $receiver->wait($url, 3);
  wait_for { !owner()->selectrow_array('select count(*) from delivery where queue = ?', undef, $made->{id}) } 10, 'it to be settled';
  is owner()->selectrow_array('select number from attempt where subscription = ? and success', undef, $made->{id}), 3, 'it counts as an attempt like any other';
};

done_testing;
