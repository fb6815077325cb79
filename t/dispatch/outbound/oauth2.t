# t/dispatch/outbound/oauth2.t: deliveries share access tokens of OAuth 2 token endpoints, and replace refused ones
# interface.md 14.6
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;
use Collab::TokenEndpoint;
use MIME::Base64 qw(encode_base64);

my $stack = stack(extra => qq(CollabWebhookRetry V2 1 1 1\n<Location "/the-metrics">\n  SetHandler collab-metrics\n  Require all granted\n</Location>\n));
my $receiver = receiver();
my $endpoint = token_endpoint();
my $x = exchange();

sub subscribe {
  my ($url, $plan, %with) = @_;
  my $auth = { type => 'OAUTH2_CLIENT_CREDENTIALS', oauth2TokenUrl => $endpoint->url($plan), oauth2ClientId => 'me', oauth2ClientSecret => 's e:cret', %with };
  return { %{ $x->submitter->post('/v2/webhooks', { callbackUrl => $url, callbackAuth => $auth })->ok }, url => $url, at => $auth->{oauth2TokenUrl} };
}
sub add_note { return $x->submitter->post($x->notes, a_note())->ok }
sub end { $x->submitter->delete("/v2/webhooks/$_[0]{id}")->is_status(204) }
sub bearers { return map { $_->{headers}{authorization} } $receiver->got($_[0]{url}) }

subtest 'many deliveries share one token' => sub {
  my $made = subscribe($receiver->url, 'slow', oauth2Scope => 'hooks write:it');
  add_note() for 1 .. 6;
  $receiver->wait($made->{url}, 6);
  my @asked = $endpoint->got($made->{at});
  is @asked, 1, 'one request gets the token for six deliveries';
  is $asked[0]{method}, 'POST';
  is $asked[0]{headers}{authorization}, 'Basic ' . encode_base64('me:s%20e%3Acret', ''), 'CLIENT_SECRET_BASIC';
  is $asked[0]{headers}{'accept-encoding'}, 'identity';
  is $asked[0]{headers}{'content-type'}, 'application/x-www-form-urlencoded';
  is $asked[0]{body}, 'grant_type=client_credentials&scope=hooks%20write%3Ait';
  is_deeply [bearers($made)], [('Bearer slow-1') x 6];
  add_note();
  $receiver->wait($made->{url}, 7);
  is $endpoint->got($made->{at}), 1, 'the token is kept';
  end($made);
};

subtest 'a slow token endpoint delays no other subscription' => sub {
  my $made = subscribe($receiver->url, 'hang');
  my $other = $receiver->url;
  my $fine = $x->submitter->post('/v2/webhooks', { callbackUrl => $other })->ok;
  add_note();
  is scalar $receiver->wait($other, 1, 5), 1;
  is scalar $receiver->got($made->{url}), 0;
  end($_) for $made, $fine;
};

subtest 'an expired token is fetched again' => sub {
  my $made = subscribe($receiver->url, 'short');
  my $notes = 0;
  wait_for { add_note(); $receiver->wait($made->{url}, ++$notes); $endpoint->got($made->{at}) > 1 } 15, 'a second token';
  my @bearers = bearers($made);
  is $bearers[0], 'Bearer short-1';
  is $bearers[-1], 'Bearer short-2', 'the next token follows';
  cmp_ok scalar(grep { $_ eq 'Bearer short-2' } @bearers), '<', $notes, 'tokens are not fetched for each delivery';
  end($made);
};

subtest 'a lifetime counts however its number is written' => sub {
  my @made = map { subscribe($receiver->url, $_) } qw(float power quoted huge);
  for my $count (1, 2) {
    add_note();
    $receiver->wait($_->{url}, $count) for @made;
  }
  is $endpoint->got($_->{at}), 1, "one token for both deliveries: $_->{at}" for @made;
  end($_) for @made;
};

subtest 'a callback that answers 401 ends its token' => sub {
  my $made = subscribe($receiver->url('401'), 'long');
  add_note();
  $receiver->wait($made->{url}, 1);
  wait_for { owner()->selectrow_array('select reason from dead_letter where subscription = ?', undef, $made->{id}) } 10, 'a dead letter: 401 is permanent';
  add_note();
  $receiver->wait($made->{url}, 2);
  is_deeply [bearers($made)], ['Bearer long-1', 'Bearer long-2'];
  end($made);
};

# The rows of the subscription's log of deliveries, oldest first.
sub rows {
  my ($made, $count) = @_;
  my $content;
  wait_for { $content = $x->submitter->get("/v1/webhooks/$made->{id}/deliveries")->ok->{content}; @$content >= $count } 15, "$count rows";
  return reverse @$content;
}
# Delivers an event, so that a token is kept from then on.
sub first { my ($made) = @_; add_note(); rows($made, 1); return $made }

subtest 'a refused kept token is replaced within the attempt' => sub {
  my $made = first(subscribe($receiver->url('200x1-past1'), 'long'));
  add_note();
  my @rows = rows($made, 2);
  is_deeply [map { [@{$_}{qw(success httpStatus attemptNumber error)}] } @rows], [([true, 200, 1, null]) x 2], 'both calls have one row';
  is_deeply [bearers($made)], ['Bearer long-1', 'Bearer long-1', 'Bearer long-2'];
  my @got = $receiver->got($made->{url});
  is_deeply [@{ $got[2] }{qw(body event)}, $got[2]{headers}{'x-hub-signature-256'}], [@{ $got[1] }{qw(body event)}, $got[1]{headers}{'x-hub-signature-256'}], 'both calls carry the same delivery';
  add_note();
  rows($made, 3);
  is((bearers($made))[-1], 'Bearer long-2', 'the new token is kept');
  is $endpoint->got($made->{at}), 2;
  end($made);
};

subtest 'deliveries with the same old token share the new one' => sub {
  my $made = first(subscribe($receiver->url('200x1-past1'), 'slow'));
  add_note() for 1 .. 6;
  my @rows = rows($made, 7);
  is_deeply [map { [@{$_}{qw(success attemptNumber)}] } @rows], [([true, 1]) x 7];
  is $endpoint->got($made->{at}), 2, 'one request gets the new token';
  end($made);
};

subtest 'a second 401 is the attempt\'s result' => sub {
  my $made = first(subscribe($receiver->url('200x1-401'), 'long'));
  add_note();
  my @rows = rows($made, 2);
  is_deeply [@{ $rows[1] }{qw(success httpStatus attemptNumber error deadLetter)}], [false, 401, 1, 'HTTP 401', true];
  is_deeply [bearers($made)], ['Bearer long-1', 'Bearer long-1', 'Bearer long-2'];
  end($made);
};

subtest 'a subscription\'s token is replaced at most once a minute' => sub {
  my $made = first(subscribe($receiver->url('200x1-past1x2-past2'), 'long'));
  for my $count (2, 3) { add_note(); rows($made, $count) }
  is_deeply [bearers($made)], [map { "Bearer long-$_" } 1, 1, 2, 2], 'the token is replaced once, not again';
  is_deeply [map { $_->{httpStatus} } rows($made, 3)], [200, 200, 401];
  add_note();
  rows($made, 4);
  is((bearers($made))[-1], 'Bearer long-3', 'the next delivery has a new token nevertheless');
  end($made);
};

subtest 'a failed fetch is a failed attempt, which is tried again' => sub {
  my %at = map { $_ => subscribe($receiver->url, $_) } qw(500 400 401 garbage mac gzip refused long-body);
  add_note();
  wait_for { (grep { $receiver->got($at{$_}{url}) } keys %at) == keys %at } 20, 'all of them in the end';
  my %error = (500 => qr/answered HTTP 500$/, 400 => qr/answered HTTP 400: invalid_scope$/, gzip => qr/^no token: the token endpoint answered HTTP 200: the answer is compressed$/,
    401 => qr/^no token: the token endpoint answered HTTP 401: invalid_client: Client authentication failed$/, refused => qr/^no token: the token endpoint answered HTTP 200: invalid_client: Client authentication failed$/,
    'long-body' => qr/answered HTTP 200: the answer is longer than 64 KiB$/, garbage => qr/has no token/, mac => qr/has no token/);
  for my $plan (sort keys %at) {
    wait_for { @{ $x->submitter->get("/v1/webhooks/$at{$plan}{id}/deliveries")->ok->{content} } >= 2 } 10;
    my ($second, $first) = @{ $x->submitter->get("/v1/webhooks/$at{$plan}{id}/deliveries")->ok->{content} };
    is_deeply [@{$first}{qw(httpStatus success deadLetter attemptNumber)}], [0, false, false, 1], "the endpoint's $plan";
    like $first->{error}, $error{$plan};
    ok defined $first->{nextAttemptAt};
    is_deeply [@{$second}{qw(httpStatus success attemptNumber)}], [200, true, 2];
    is_deeply [bearers($at{$plan})], ["Bearer $plan-2"];
    end($at{$plan});
  }
  is((nobody->get('/the-metrics')->text =~ /^collab_receiver_tokens_refused_total (\d+)$/m)[0], 2, 'the two that answered 400 and 401 are counted');
};

subtest 'changed credentials need another token' => sub {
  my $made = subscribe($receiver->url, 'long');
  add_note();
  $receiver->wait($made->{url}, 1);
  my $other = $endpoint->url('long');
  $x->submitter->patch("/v2/webhooks/$made->{id}", { callbackAuth => { type => 'OAUTH2_CLIENT_CREDENTIALS', oauth2TokenUrl => $other, oauth2ClientId => 'you', oauth2ClientSecret => 'x' } })->ok;
  add_note();
  $receiver->wait($made->{url}, 2);
  my ($asked) = $endpoint->got($other);
  is $asked->{headers}{authorization}, 'Basic ' . encode_base64('you:x', '');
  is $asked->{body}, 'grant_type=client_credentials';
  end($made);
};

subtest 'another URL of the same origin needs another token' => sub {
  my $made = subscribe($receiver->url, 'long');
  add_note();
  $receiver->wait($made->{url}, 1);
  my ($before) = bearers($made);
  $made->{url} = $receiver->url;
  $x->submitter->patch("/v2/webhooks/$made->{id}", { callbackUrl => $made->{url} })->ok;
  add_note();
  $receiver->wait($made->{url}, 1);
  is $endpoint->got($made->{at}), 2, 'another token is fetched';
  isnt((bearers($made))[0], $before);
  $x->submitter->patch("/v2/webhooks/$made->{id}", { callbackUrl => $_ })->ok for $receiver->url, $made->{url};
  add_note();
  $receiver->wait($made->{url}, 2);
  is $endpoint->got($made->{at}), 3, 'the earlier URL needs another token, too';
  $x->submitter->patch("/v2/webhooks/$made->{id}", { callbackUrl => $made->{url}, eventTypes => null })->ok;
  add_note();
  $receiver->wait($made->{url}, 3);
  is $endpoint->got($made->{at}), 3, 'an unchanged callback keeps the token';
  end($made);
};

subtest 'a refused change keeps the token' => sub {
  my $made = first(subscribe($receiver->url, 'long'));
  my $path = "/v2/webhooks/$made->{id}";
  $x->submitter->patch($path, { callbackUrl => $made->{url} =~ s/127\.0\.0\.1/localhost/r, active => true })->invalid('callbackAuth');
  $x->submitter->patch($path, { active => true, partnerCompanyIds => [999_999_999] })->invalid('partnerCompanyIds[0]');
  add_note();
  rows($made, 2);
  is_deeply [bearers($made)], [('Bearer long-1') x 2];
  is $endpoint->got($made->{at}), 1, 'one token is fetched';
  $x->submitter->patch($path, { active => true })->ok;
  add_note();
  rows($made, 3);
  is $endpoint->got($made->{at}), 2, 'active: true discards the token';
  end($made);
};

subtest 'the address guard also protects against token URLs' => sub {
  my $lax = $stack->another_server('lax', extra => "CollabDispatcher Off\nCollabOutboundAllow 10.0.0.0/8\n");
  my $url = $receiver->url;
  my $made = $x->submitter->at($lax, token => undef)->post('/v2/webhooks', { callbackUrl => $url, callbackAuth => { type => 'OAUTH2_CLIENT_CREDENTIALS',
    oauth2TokenUrl => 'http://10.1.2.3/token', oauth2ClientId => 'me', oauth2ClientSecret => 's' } })->ok;
  add_note();
  wait_for { @{ $x->submitter->get("/v1/webhooks/$made->{id}/deliveries")->ok->{content} } } 15, 'a failed attempt';
  my ($attempt) = @{ $x->submitter->get("/v1/webhooks/$made->{id}/deliveries")->ok->{content} };
  is $attempt->{error}, 'no token: refused by the address guard: private', 'the attempt names the rule';
  is_deeply [@{$attempt}{qw(deadLetter nextAttemptAt attemptNumber)}], [true, null, 1], 'the refusal is final';
  is $receiver->got($url), 0;
};

subtest 'a minute later a token may be replaced again' => sub {
  my $often = $stack->another_server('often', timers => { token => 1 });
  $stack->server->stop;
  local $x->{submitter} = $x->submitter->at($often, token => undef);
  my $made = first(subscribe($receiver->url('200x1-past1x2-past2'), 'long'));
  for my $count (2, 3) { add_note(); rows($made, $count) }
  is_deeply [bearers($made)], [map { "Bearer long-$_" } 1, 1, 2, 2, 3];
};

done_testing;
