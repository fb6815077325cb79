# t/dispatch/retry/breaker.t: a failing receiver gets one delivery at a time until it works, and other receivers are not affected
# interface.md 16.11
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;

my $NOTES = 24;

# The states that the error log has reported of a subscription's receiver, in order: fails or works.
sub changes {
  my ($stack, $id) = @_;
  return [map { /fails/ ? 'fails' : 'works' } $stack->server->log =~ /(subscription $id: its receiver (?:fails|works).*)/g];
}

sub notes { my ($x) = @_; return map { $x->submitter->post($x->notes, a_note())->ok->{token} } 1 .. $NOTES }
sub tokens { my %token = map { token_of($_) => 1 } @_; return keys %token }
sub token_of { JSON::XS->new->decode($_[0]{body})->{data}{noteToken} }

subtest 'with `count`, attempts go on and count' => sub {
  my $stack = stack(extra => "CollabDispatcher On slots=32 per-endpoint=8\nCollabWebhookRetry V2 1 1\n");
  my $receiver = receiver();
  my $x = exchange();
  my ($sick, $dead) = ($receiver->url('500x9'), $receiver->url('500'));
  my $id = $x->submitter->post('/v2/webhooks', { callbackUrl => $sick })->ok->{id};
  my $gone = $x->submitter->post('/v2/webhooks', { callbackUrl => $dead })->ok->{id};
  notes($x);
  $receiver->wait($sick, $NOTES + 9, 30);
  wait_for { !owner()->selectrow_array('select count(*) from delivery') } 30, 'all to be settled';
  is_deeply changes($stack, $id), ['fails', 'works'], 'each change is logged once';
  is scalar($receiver->got($sick)), $NOTES + 9, 'each failure is an attempt, and each event arrives';
  is_deeply changes($stack, $gone), ['fails'], 'a receiver that never works again is logged once';
  is scalar($receiver->got($dead)), 3 * $NOTES, 'each event has all its attempts';
  is owner()->selectrow_array('select count(*) from dead_letter'), $NOTES, 'each event becomes a dead letter';
};

subtest 'more than 70 % failures of ten attempts open the breaker, even without five in a row' => sub {
  my $stack = stack(extra => "CollabDispatcher On slots=32 per-endpoint=1\nCollabWebhookRetry V2 1 1\n");
  my $receiver = receiver();
  my $x = exchange();
  my $sick = $receiver->url(join '-', ('500x3-200x1') x 4, '200');
  my $id = $x->submitter->post('/v2/webhooks', { callbackUrl => $sick })->ok->{id};
  notes($x);
  is scalar($receiver->wait($sick, $NOTES + 12, 30)), $NOTES + 12, 'all are sent, and failed ones once more';
  is_deeply changes($stack, $id), ['fails', 'works'], 'the breaker opens, and closes with the next success';
};

subtest 'with `hold`, one probe follows each pause, and the other deliveries wait' => sub {
  my $stack = stack(extra => "CollabDispatcher On slots=32 per-endpoint=8\nCollabWebhookRetry V2 1 1\nCollabWebhookBreaker hold 600\n");
  my $receiver = receiver();
  my $x = exchange();
  my ($sick, $sound) = ($receiver->url('500'), $receiver->url);
  my $id = $x->submitter->post('/v2/webhooks', { callbackUrl => $sick })->ok->{id};
  $x->submitter->post('/v2/webhooks', { callbackUrl => $sound })->ok;
  notes($x);
  wait_for { @{ changes($stack, $id) } } 15, 'the breaker to open';
  $receiver->wait($sound, $NOTES, 15);
  notes($x);
  $receiver->wait($sound, 2 * $NOTES, 15);      # many claims later
  cmp_ok scalar($receiver->got($sick)), '<', 5 + 8, 'only those under way at the fifth failure are sent';
  is owner()->selectrow_array("select count(*) from delivery where queue = $id"), 2 * $NOTES, 'the other deliveries wait';
  cmp_ok owner()->selectrow_array("select count(*) from delivery where queue = $id and attempts = 0 and claim is null"), '>', 2 * $NOTES - 13,
      'and have used up no attempt';

  $x->submitter->patch("/v2/webhooks/$id", { eventTypes => null, callbackUrl => $sick })->ok;
  my $elsewhere = $receiver->url;
  my $tried = $receiver->got($sick);
  $x->submitter->patch("/v2/webhooks/$id", { active => \1 })->ok;
  $receiver->wait($sick, ++$tried, 15);
  $x->submitter->patch("/v2/webhooks/$id", { callbackUrl => $elsewhere })->ok;
  $receiver->wait($elsewhere, 2 * $NOTES, 30);
  is scalar(tokens($receiver->got($elsewhere))), 2 * $NOTES, 'a changed callback URL is tried at once, and gets all deliveries';
  is scalar($receiver->got($sick)), $tried, 'active: true causes a probe, and another change causes none';
  is_deeply changes($stack, $id), ['fails', 'works'];
};

subtest 'with `hold`, the oldest delivery is the probe, and its success releases all' => sub {
  my $stack = stack(extra => "CollabDispatcher On slots=32 per-endpoint=1\nCollabWebhookRetry V2 1 1\nCollabWebhookBreaker hold 1\n");
  my $receiver = receiver();
  my $x = exchange();
  my $sick = $receiver->url('500x5');
  my $id = $x->submitter->post('/v2/webhooks', { callbackUrl => $sick })->ok->{id};
  my @token = notes($x);
  $receiver->wait($sick, $NOTES + 5, 30);
  is_deeply changes($stack, $id), ['fails', 'works'], 'the breaker opens and closes once';
  my %first;
  my @order = grep { !$first{$_}++ } map { token_of($_) } $receiver->got($sick);
  is_deeply [sort @order], [sort @token], 'every event arrives';
  my ($position) = grep { $token[$_] eq $order[5] } 0 .. $#token;
  is $position, 5, 'the probe, the sixth attempt, is the oldest waiting delivery';
};

subtest 'a slow start allows one transfer, then two, then four' => sub {
  my $stack = stack(extra => "CollabDispatcher On slots=32 per-endpoint=8\nCollabWebhookTimeout 100\nCollabWebhookRetry V2 1 1\n");
  my $receiver = receiver();
  my %at;
  for my $well (1, 2, 3) {      # 20 requests fail, the next $well succeed, and all later ones get no answer
    my $x = exchange();
    my $url = $receiver->url("500x20-200x$well-hang");
    $at{$well} = { url => $url, id => $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok->{id} };
    notes($x);
  }
  my %most = map { $_ => 2 ** ($_ - 1) } 1, 2, 3;
  my $leased = sub { return owner()->selectrow_array('select count(*) from delivery where queue = ? and claim is not null', undef, $at{ $_[0] }{id}) };
  for my $well (1, 2, 3) {
    $receiver->wait($at{$well}{url}, 20 + $well + $most{$well}, 40);
    wait_for { $leased->($well) == $most{$well} } 10;
  }
  my %stays = map { $_ => 1 } 1, 2, 3;
  holds_for { $stays{$_} &&= $leased->($_) == $most{$_} for keys %stays; 1 } 1.5;
  for my $well (1, 2, 3) {
    ok $stays{$well};
    is scalar($receiver->got($at{$well}{url})), 20 + $well + $most{$well}, "after $well successes, $most{$well} transfers are under way at a time";
  }
};

done_testing;
