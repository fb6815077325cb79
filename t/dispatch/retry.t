# t/dispatch/retry.t: a receiver that fails, hangs or may not be called, on a server with a short schedule (contract.md 8)
use lib 't/lib';
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;

my $stack = stack(extra => "CollabWebhookRetry V2 1 1\nCollabWebhookTimeout 2\n");
my $receiver = receiver();

subtest '500, 500, 200 arrives on the third attempt' => sub {
  my $x = exchange();
  my $hook = subscribe($x->receiver, $receiver->url(500, 500, 200));
  $x->submitter->post($x->closure)->ok;
  my @got = $receiver->wait($hook->{callbackUrl}, 3);
  is scalar @got, 3;
  wait_for { pending($hook) == 0 } 10, 'the outcome on record';
  is_deeply [map { [@{$_}{qw(number http_status success dead_letter)}] } attempts($hook)], [[1, 500, 0, 0], [2, 500, 0, 0], [3, 200, 1, 0]];
  is $got[$_]{body}, $got[0]{body}, 'the bytes are the same each time' for 1, 2;
  for my $name (qw(x-service-delivery x-service-event x-hub-signature-256)) { is $got[$_]{headers}{$name}, $got[0]{headers}{$name}, "and $name" for 1, 2 }
  ok signed($_, $hook->{secret}) for @got;
  for (1, 2) { my $wait = $got[$_]{at} - $got[$_ - 1]{at}; ok $wait >= 0.99, "never earlier than the schedule says" or diag $wait }
  is scalar dead($hook), 0;
};

subtest 'all attempts used up: a dead letter' => sub {
  my $x = exchange();
  my $hook = subscribe($x->receiver, $receiver->url(503));
  my $gone = subscribe($x->receiver, $receiver->url('500', '400'));
  $x->submitter->post($x->closure)->ok;
  wait_for { dead($hook) && dead($gone) } 15, 'the dead letters';
  is_deeply [map { [@{$_}{qw(number http_status dead_letter)}] } attempts($hook)], [[1, 503, 0], [2, 503, 0], [3, 503, 1]], 'flagged in the log';
  is_deeply [map { [@{$_}{qw(number http_status dead_letter)}] } attempts($gone)], [[1, 500, 0], [2, 400, 1]], 'a 4xx ends it early';
  is scalar $receiver->got($hook->{callbackUrl}), 3;
  is pending($hook), 0;
  ok length((dead($hook))[0]{reason}), 'with a reason';
};

subtest 'who hangs, drips or resets is retried, and delays nobody else' => sub {
  my $x = exchange(request => 0);
  my %slow = map { $_ => subscribe($x->receiver, $receiver->url($_)) } qw(hang drip);
  my $quick = subscribe($x->submitter, $receiver->url);
  $x->open_request;
  $x->receiver->post($x->notes, a_note())->ok for 1 .. 30;
  my $start = time;
  my @got = $receiver->wait($quick->{callbackUrl}, 31, 20);
  is scalar @got, 31, 'the healthy one gets all';
  my $last = (sort { $a <=> $b } map { $_->{at} } @got)[-1];
  my ($made) = owner()->selectrow_array('select extract(epoch from max(created_at)) from event');
  cmp_ok $last - $made, '<', 1.5, 'before the others have timed out once' or diag $last - $made;
  for my $how (sort keys %slow) {
    wait_for { attempts($slow{$how}) } 15, "an attempt on record: $how";
    my ($attempt) = attempts($slow{$how});
    is $attempt->{http_status}, 0, "$how: no answer";
    cmp_ok $attempt->{duration_ms}, '>=', 1900, "$how: the receiver had its time";
    cmp_ok $attempt->{duration_ms}, '<', 4000, "$how: and no more";
    ok $attempt->{next_attempt_at}, "$how: it is tried again";
  }
};

subtest 'the address is checked again when it is called' => sub {
  my $careful = $stack->another_server('careful', extra => "CollabOutboundAllow None\nCollabDispatcher Off\n");
  my $x = exchange();
  my $there = $x->receiver->at($careful, token => undef);
  delete $there->{token};
  $there->post('/v2/webhooks', { callbackUrl => $receiver->url })->invalid('callbackUrl');
  $careful->stop;
  # subscribed while it was allowed, delivered by a server that does not allow it
  my $hook = subscribe($x->receiver, $receiver->url);
  $stack->server->stop;
  my $strict = $stack->another_server('strict', extra => "CollabOutboundAllow None\nCollabWebhookRetry V2 1 1\n");
  my $submitter = $x->submitter->at($strict);
  delete $submitter->{token};
  $submitter->post($x->closure)->ok;
  wait_for { dead($hook) } 15, 'a dead letter';
  my ($attempt, @more) = attempts($hook);
  is_deeply [@{$attempt}{qw(number http_status dead_letter)}], [1, 0, 1], 'refused by the guard: permanent';
  like $attempt->{error}, qr/guard/;
  is scalar @more, 0;
  is scalar $receiver->got($hook->{callbackUrl}), 0, 'nobody was called';
  $strict->stop;
};

done_testing;
