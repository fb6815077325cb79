# t/dispatch/retry/outcome-directives.t: directives decide whether 4xx, 401 after a rotation, and repeated 410 are final
# Tests CollabWebhookRetryStatus, CollabSecretHold and CollabWebhookRetireGone, each off and on.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;
use Collab::Subscription;

my $receiver = receiver();

sub rotate { my ($s) = @_; $s->{exchange}->submitter->post("/v1/webhooks/$s->{id}/secret", { overlapSeconds => 600 })->ok; return $s }
sub change { my ($s, %to) = @_; return $s->{exchange}->submitter->patch("/v2/webhooks/$s->{id}", {%to})->ok }
sub active { my ($s) = @_; return $s->{exchange}->submitter->get("/v2/webhooks/$s->{id}")->ok->{active} }

sub is_final { my ($s, $status, $what) = @_; my ($first) = attempts($s, 1); ok $first->{http_status} == $status && $first->{dead_letter}, $what }

sub is_retried {
  my ($s, $status, $what) = @_;
  my @log = attempts($s, 2);
  is_deeply [map { [@{$_}{qw(http_status success dead_letter)}] } @log], [[$status, 0, 0], [200, 1, 0]], $what;
  return $log[0];
}

# Answers 410 to $times events, one after another.
sub gone {
  my ($s, $times) = @_;
  change($s, callbackUrl => $receiver->url(410));
  for (1 .. $times) {
    my $before = owner()->selectrow_array('select count(*) from attempt where subscription = ? and http_status = 410', undef, $s->{id});
    speak($s);
    wait_for { owner()->selectrow_array('select count(*) from attempt where subscription = ? and http_status = 410', undef, $s->{id}) > $before } 20, 'a 410';
  }
}

my $stack = stack(extra => "CollabWebhookRetry V2 1 600\n");
for my $on (0, 1) {
  my $server = $stack->server;
  if ($on) {
    $server->stop;
    $server = $stack->another_server('on', extra => "CollabWebhookRetry V2 1 600\n"
        . "CollabWebhookRetryStatus 408\nCollabWebhookRetryStatus 425 429\nCollabSecretHold On\nCollabWebhookRetireGone 3\n");
    $ENV{COLLAB_TEST_URL} = $server->url;
  }
  my %at = map { ($_ => speak(subscribed($receiver->url($_, 200)))) } qw(408 409 425 429 401 429+100);
  my %rotated = map { ($_ => speak(rotate(subscribed($receiver->url($_, 200))))) } qw(401 403 404);

  subtest 'CollabWebhookRetryStatus ' . ($on ? '408 425 429' : 'None') . ' decides which 4xx are retried' => sub {
    $on ? is_retried($at{$_}, $_, "$_ is tried again") : is_final($at{$_}, $_, "$_ is final") for 408, 425, 429;
    is_final($at{409}, 409, 'a status that is not named is final');
    my ($first) = attempts($at{'429+100'}, 1);
    $on ? cmp_ok($first->{wait}, '>=', 100, 'Retry-After lengthens the wait') : is($first->{wait}, undef, 'Retry-After changes nothing');
  };

  subtest 'CollabSecretHold ' . ($on ? 'On' : 'Off') . ' decides about 401 and 403 after a rotation' => sub {
    for my $status (401, 403) {
      if (!$on) { is_final($rotated{$status}, $status, "$status is final during the overlap too"); next }
      my $first = is_retried($rotated{$status}, $status, "$status is tried again during the overlap");
      is $first->{error}, "HTTP $status: possible secret mismatch";
    }
    like $server->log, qr/subscription \d+: HTTP 40[13] .*possible secret mismatch/ if $on;
    is_final($at{401}, 401, 'without a rotation 401 is final');
    is_final($rotated{404}, 404, 'with a rotation, 404 is final');
  };

  subtest 'CollabWebhookRetireGone ' . ($on ? 3 : 'Off') . ' decides about repeated 410' => sub {
    my $s = speak(subscribed($receiver->url(503)));
    attempts($s, 2);        # the third comes in ten minutes, so a delivery is pending
    my $pending = sub { owner()->selectrow_array('select count(*) from delivery join subscription s using (queue) where s.id = ?', undef, $s->{id}) };
    gone($s, 2);
    change($s, callbackUrl => my $fine = $receiver->url(200));
    speak($s);
    $receiver->wait($fine, 1);
    wait_for { (attempts($s, 5))[-1]{success} } 20, 'the success on record';
    owner()->do(q(update attempt set created_at = created_at - interval '1 minute' where subscription = ? and success), undef, $s->{id});      # another dispatcher's clock
    gone($s, 2);
    ok active($s), 'two answers of 410, a success and two more do not switch it off';
    is $pending->(), 1;
    gone($s, 1);
    if (!$on) {
      ok active($s), 'three answers of 410 in a row do not switch it off';
      is $pending->(), 1;
      return;
    }
    ok +(wait_for { !active($s) } 20, 'it to be switched off'), 'three answers of 410 in a row switch it off';
    is $pending->(), 0, 'its pending deliveries are discarded';
    my ($waited) = grep { $_->{httpStatus} == 503 && $_->{attemptNumber} == 2 } @{ $s->{exchange}->submitter->get("/v2/webhooks/$s->{id}/deliveries")->ok->{content} };
    is_deeply [@{$waited}{qw(error nextAttemptAt deadLetter)}], ['HTTP 503; dropped: the subscription was retired: 3 answers of 410 in a row', null, false], 'its log of deliveries says so';
    my $shown = sub { my ($one) = grep { $_->{subscription} == $s->{id} } @{ JSON::XS->new->utf8->decode(collabctl(qw(subscription list --json))) }; return [@{$one}{qw(state inactiveSince inactiveReason)}] };
    my $since = sub { return scalar owner()->selectrow_array('select stamp(inactive_since) from subscription where id = ?', undef, $s->{id}) };
    is_deeply $shown->(), ['retired', $since->(), '3 answers of 410 in a row'], 'collabctl shows the reason';
    cmp_ok abs(seconds($since->()) - time), '<', 60;
    my ($audited) = @{ JSON::XS->new->utf8->decode(collabctl('audit', '--json', '--company', $s->{exchange}->submitter->company->{id}, '--limit', 1)) };
    is_deeply [@{$audited}{qw(what subscriptionId by after)}], ['webhook.switched_off', $s->{id}, undef, { inactiveReason => '3 answers of 410 in a row' }], 'the audit has the reason';
    change($s, active => false);
    is $shown->()[0], 'retired', 'it stays retired when its owner sets active to false';
    change($s, active => true);
    is_deeply $shown->(), ['active', undef, undef];
    change($s, active => false);
    is_deeply $shown->(), ['inactive', $since->(), undef], 'collabctl shows that its owner has switched it off';
    like $server->log, qr/subscription $s->{id} of company \d+ is switched off: its callback has answered 410 3 times in a row/;
    speak($s);
    change($s, active => true);
    owner()->do(q(update subscription set active_since = active_since - interval '1 minute' where id = ?), undef, $s->{id});       # a clock that is behind
    gone($s, 2);
    ok active($s), 'when it is switched on again, the count begins at zero';
    gone($s, 1);
    ok wait_for { !active($s) } 20;
  };
}

done_testing;
