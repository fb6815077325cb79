# t/dispatch/retry/outcomes.t: each response of a receiver has its documented outcome, and retries follow the schedule
# interface.md 16.6, 16.7 and 17.1
# Directives shorten the schedule.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;
use Collab::Subscription;

my $stack = stack(orderly => 1, extra => "CollabWebhookRetry V2 1 1\nCollabWebhookTimeout 2\n");
my ($receiver, $resetting) = (receiver(), receiver());

# Makes two partners. The submitter adds a subscription whose receiver gives these answers, and then a note. Returns {id, url, exchange}.
sub deliver_to {
  my (@answers) = @_;
  # A receiver that resets has a port of its own: libcurl itself tries again if a reused connection dies before the answer's first byte.
  my $url = ($answers[0] eq 'reset' ? $resetting : $receiver)->url(@answers);
  return speak(subscribed($url));
}

sub dead_letters { return owner()->selectcol_arrayref('select reason from dead_letter where subscription = ?', undef, $_[0]{id})->[0] }

# All deliveries begin at once, so that their waits overlap. The subtests check each outcome.
my %at = map { my ($name, @answers) = @$_; ($name => deliver_to(@answers)) } (
  [recovers => 500, 503, 200], [fails => 500], [missing => 404], [unauthorized => 401], [gone => 410], [busy => 429], [moved => 302], [fine => 204],
  [reset => 'reset', 200], [garbage => 'garbage', 200], [hangs => 'hang', 200], [drips => 'drip', 500],
);

subtest 'after two failures, the third attempt succeeds with the same bytes' => sub {
  my @got = $receiver->wait($at{recovers}{url}, 3, 30);
  my ($first, $second, $third) = @got;
  is $_->{body}, $first->{body} for $second, $third;
  is $_->{headers}{'x-hub-signature-256'}, $first->{headers}{'x-hub-signature-256'} for $second, $third;
  cmp_ok $second->{at} - $first->{at}, '>=', 1, 'no retry is early';
  cmp_ok $third->{at} - $second->{at}, '>=', 1;
  my @log = attempts($at{recovers}, 3);
  is_deeply [map { $_->{number} } @log], [1, 2, 3];
  is_deeply [map { $_->{http_status} } @log], [500, 503, 200];
  is_deeply [map { $_->{success} } @log], [0, 0, 1];
  ok defined $log[0]{next_attempt_at} && !defined $log[2]{next_attempt_at};
};

subtest 'after the last failure, the delivery is a dead letter, and its log says so' => sub {
  my @log = attempts($at{fails}, 3);
  is_deeply [map { [@{$_}{qw(number http_status dead_letter)}] } @log], [[1, 500, 0], [2, 500, 0], [3, 500, 1]];
  is pending($at{fails}), undef;
  is $log[0]{response_body}, "no: \x{FFFD}\x{FFFD} 500", 'the answer is recorded as text';
  is dead_letters($at{fails}), 'HTTP 500';
};

for my $row ([missing => 404], [unauthorized => 401], [gone => 410], [busy => 429], [moved => 302]) {
  my ($name, $status) = @$row;
  subtest "$status is permanent" => sub {
    my ($attempt) = attempts($at{$name}, 1);
    is $attempt->{http_status}, $status;
    ok $attempt->{dead_letter} && !$attempt->{success} && !defined $attempt->{next_attempt_at};
    like dead_letters($at{$name}), $status == 302 ? qr/redirects are not followed/ : qr/HTTP $status/;
  };
}

subtest 'any 2xx is a success' => sub {
  my ($attempt) = attempts($at{fine}, 1);
  is $attempt->{http_status}, 204;
  ok $attempt->{success};
  ok !defined dead_letters($at{fine});
};

for my $name (qw(reset garbage hangs)) {
  subtest "an answer that $name is tried again" => sub {
    my ($first, $second) = (attempts($at{$name}, 2))[0, -1];
    ok !$first->{success} && !$first->{dead_letter} && length $first->{error}, $first->{error};
    wait_for { $second = (attempts($at{$name}, 2))[-1]; $second->{success} } 20, 'the success';
    is $second->{http_status}, 200;
    like $first->{error}, qr/no answer within 2 seconds/ if $name eq 'hangs';
  };
}

subtest 'a 2xx whose body drips is a success as soon as its headers are complete' => sub {
  my ($attempt) = attempts($at{drips}, 1);
  is_deeply [@{$attempt}{qw(http_status success number)}], [200, 1, 1];
  cmp_ok $attempt->{duration_ms}, '<', 2000, 'its body does not count for the duration';
};

subtest 'a new subscription gets no earlier event, even one that has not been fanned out yet' => sub {
  my $x = exchange();
  halt(my $dispatcher = $stack->server->dispatcher);
  $x->submitter->post($x->notes, a_note())->ok;
  my $url = $receiver->url;
  $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok;
  $x->submitter->post($x->closure)->ok;
  kill 'CONT', $dispatcher;
  is_deeply [map { JSON::XS->new->decode($_->{body})->{type} } $receiver->wait($url, 1)], ['org.provider.core.collaboration-request.closed'];
};

# The addresses of this machine's interfaces, as the kernel lists them.
sub own_addresses {
  open my $in, '<', '/proc/net/fib_trie' or return ();
  my $last;
  return map { $last = $1 if /\|-- (\S+)/; m{/32 host LOCAL} ? $last : () } <$in>;
}

subtest 'the address guard also checks the connection' => sub {
  my $made = deliver_to(200);
  owner()->do('update subscription set callback_url = ? where id = ?', undef, 'http://10.1.2.3/hook', $made->{id});
  attempts($made, 1);
  $made->{exchange}->submitter->post($made->{exchange}->notes, a_note())->ok;
  wait_for { defined dead_letters($made) } 15, 'a dead letter';
  is dead_letters($made), 'refused by the address guard: private';
  my ($own) = grep { !/^127\./ } own_addresses();
  return note('this machine has no address but loopback') unless $own;
  $made = deliver_to(200);
  owner()->do('update subscription set callback_url = ? where id = ?', undef, "http://$own/hook", $made->{id});
  attempts($made, 1);
  $made->{exchange}->submitter->post($made->{exchange}->notes, a_note())->ok;
  wait_for { defined dead_letters($made) } 15, 'a dead letter';
  is dead_letters($made), "refused by the address guard: this machine's own address", 'an address of this machine is refused';
};

done_testing;
