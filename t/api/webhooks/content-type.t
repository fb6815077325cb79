# t/api/webhooks/content-type.t: deliveries of a V2 subscription have the Content-Type that it asks for
# interface.md 14.3, 14.7, 14.10 and 16.1
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;
use JSON::XS ();

my $stack = stack(timers => { replay => 100 }, extra => "CollabWebhookRetry V2 3600\n");
my $receiver = receiver();
my ($CLOUDEVENTS, $PLAIN) = qw(application/cloudevents+json application/json);
my $x = exchange();
my $me = $x->submitter;
my $hook = sub { return { callbackUrl => 'http://127.0.0.1:9/in', @_ } };
my $create = sub { return $me->post('/v2/webhooks', $hook->(@_))->ok };
sub types { return map { $_->{headers}{'content-type'} } @_ }
sub at { my ($made) = @_; return "/v2/webhooks/$made->{id}" }

subtest 'the record shows contentType only if it is application/json' => sub {
  for my $default ($CLOUDEVENTS, null, '') {
    ok !exists $create->(contentType => $default)->{contentType};
  }
  my $made = $create->(contentType => $PLAIN);
  is $made->{contentType}, $PLAIN;
  is_shaped $made, { %{ +SUBSCRIPTION }, secret => 'text', contentType => 'text' };
  is $me->get(at($made))->ok->{contentType}, $PLAIN;
  my ($listed) = grep { $_->{id} == $made->{id} } @{ $me->get('/v2/webhooks')->ok };
  is $listed->{contentType}, $PLAIN, 'in the list, too';
  is $me->post(at($made) . '/secret', {})->ok->{contentType}, $PLAIN, 'and in the response to a rotation';
  is $me->patch(at($made), { %{ $me->get(at($made))->ok } })->ok->{contentType}, $PLAIN, 'a record may be sent back';
  like collabctl(qw(subscription show), $made->{id}), qr/^content type: \Q$PLAIN\E$/m, 'collabctl shows it';
  my @lines = map { JSON::XS->new->decode($_) } split /\n/, collabctl(qw(company export), $me->company->{domain});
  is_deeply [map { $_->{record}{contentType} } grep { $_->{type} eq 'subscription' && $_->{record}{id} == $made->{id} } @lines], [$PLAIN], 'and the export';
};

subtest 'a repeat with the same Idempotency-Key gets the first response, one with another type is refused' => sub {
  my %key = (headers => { 'idempotency-key' => 'content-type' });
  my $first = $me->post('/v2/webhooks', $hook->(contentType => $PLAIN), %key)->ok;
  is_deeply $me->post('/v2/webhooks', $hook->(contentType => $PLAIN), %key)->ok, $first;
  $me->post('/v2/webhooks', $hook->(), %key)->fails(422);
};

subtest 'a change of it changes the entity tag, and null resets it' => sub {
  my $made = $create->();
  my $tag = $me->get(at($made))->header('etag');
  my $changed = $me->patch(at($made), { contentType => $PLAIN }, headers => { 'if-match' => $tag });
  is $changed->ok->{contentType}, $PLAIN;
  isnt $changed->header('etag'), $tag;
  $me->patch(at($made), { contentType => null }, headers => { 'if-match' => $tag })->fails(412);
  is $me->patch(at($made), { active => false })->ok->{contentType}, $PLAIN, 'another change leaves it';
  for my $default ($CLOUDEVENTS, null) {
    $me->patch(at($made), { contentType => $PLAIN })->ok;
    ok !exists $me->patch(at($made), { contentType => $default })->ok->{contentType};
  }
  my ($act) = @{ owner()->selectcol_arrayref(q(select before ->> 'contentType' from audit where what = 'webhook.changed' and subscription = ? order by id desc limit 1), undef, $made->{id}) };
  is $act, $PLAIN, 'the audit has the change';
};

subtest 'every other value is refused' => sub {
  my $made = $create->();
  for my $wrong ('application/json; charset=utf-8', 'Application/JSON', 'text/plain', 1, [$PLAIN]) {
    $me->post('/v2/webhooks', $hook->(contentType => $wrong))->invalid('contentType');
    $me->patch(at($made), { contentType => $wrong })->invalid('contentType');
  }
};

subtest 'a V1 subscription takes none' => sub {
  for my $type ($PLAIN, $CLOUDEVENTS, 'x', 1) {
    like $me->post('/v1/webhooks', $hook->(contentType => $type))->invalid('contentType')->[0]{message}, qr/V1 is always application\/json$/;
  }
  ok !exists $me->post('/v1/webhooks', $hook->(contentType => null))->ok->{contentType}, 'null is accepted';
};

subtest 'application/json is refused while a node of 0.1.0 is there' => sub {
  my $made = $create->(contentType => $PLAIN);
  owner()->do(q(insert into node (name, process, version, problems) values ('old', 1, '0.1.0', '[]')));
  my %problem = (headers => { accept => 'application/problem+json' });
  $me->post('/v2/webhooks', $hook->(contentType => $PLAIN), %problem)->is_problem(409, 'old-node');
  $me->patch(at($made), { contentType => $PLAIN }, %problem)->is_problem(409, 'old-node');
  $me->post('/v2/webhooks', $hook->(contentType => $PLAIN, partnerCompanyIds => [999_999_999]))->invalid('partnerCompanyIds[0]');
  is $me->patch(at($made), { active => true })->ok->{contentType}, $PLAIN, 'other changes are possible';
  ok !exists $me->patch(at($made), { contentType => null })->ok->{contentType}, 'and so is the way back';
  $create->(contentType => $CLOUDEVENTS);
  owner()->do(q(delete from node where name = 'old'));
  is $me->patch(at($made), { contentType => $PLAIN })->ok->{contentType}, $PLAIN;
};

subtest 'both types have the same bytes, signatures and headers' => sub {
  my %at = map { my $url = $receiver->url; ($_ => { %{ $create->(callbackUrl => $url, contentType => $_) }, url => $url }) } $CLOUDEVENTS, $PLAIN;
  $x->submitter->post($x->notes, a_note())->ok;
  my %got;
  for my $type (sort keys %at) {
    ($got{$type}) = $receiver->wait($at{$type}{url}, 1);
    is $got{$type}{headers}{'content-type'}, $type, 'exactly, without charset';
    ok Collab::Receiver::signed($got{$type}, $at{$type}{secret});
    ok exists $got{$type}{headers}{"webhook-$_"}, "webhook-$_" for qw(id timestamp signature);
  }
  is_deeply [sort keys %{ $got{$PLAIN}{headers} }], [sort keys %{ $got{$CLOUDEVENTS}{headers} }];
  my %body = map { ($_ => $got{$_}{body} =~ s/"subscriptionid":"$at{$_}{id}"/"subscriptionid":""/r) } keys %got;
  is $body{$PLAIN}, $body{$CLOUDEVENTS}, 'the bodies differ in subscriptionid alone';
};

subtest 'a change holds from the next attempt on: of a retry, a replay, a test and a redelivery' => sub {
  my $made = $create->(callbackUrl => my $url = $receiver->url('500x1-404x1-200'));
  my $attempts = sub {
    my ($count) = @_;
    my @got;
    wait_for { @got = @{ $me->get(at($made) . '/deliveries')->ok->{content} }; @got >= $count } 20, "$count attempts";
    return @got;
  };
  $me->post(at($made) . '/test')->ok;
  $attempts->(1);
  $me->patch(at($made), { contentType => $PLAIN })->ok;
  collabctl(qw(deliveries retry --subscription), $made->{id});
  ok +($attempts->(2))[0]{deadLetter};
  $me->post(at($made) . '/redeliver', { since => '2001-01-01T00:00:00Z' })->ok;
  $attempts->(3);
  $me->post(at($made) . '/test')->ok;
  my ($tested) = $attempts->(4);
  $me->patch(at($made), { contentType => null })->ok;
  $me->post(at($made) . "/deliveries/$tested->{id}/redeliver")->ok;
  $attempts->(5);
  is_deeply [types($receiver->got($url))], [$CLOUDEVENTS, ($PLAIN) x 3, $CLOUDEVENTS];
  ok Collab::Receiver::signed($_, $made->{secret}) for $receiver->got($url);
};

done_testing;
