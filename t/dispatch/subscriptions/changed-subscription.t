# t/dispatch/subscriptions/changed-subscription.t: a changed subscription changes its deliveries as documented
# interface.md 14.10 to 14.12
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;

my $receiver = receiver();
my $PREFIX = 'org.provider.core.';
sub data_of { return JSON::XS->new->decode($_[0]{body}) }
sub pending { return scalar owner()->selectrow_array('select count(*) from delivery join subscription s using (queue) where s.id = ?', undef, $_[0]{id}) }

sub subscribe {
  my ($party, $url, %with) = @_;
  return { %{ $party->post('/v2/webhooks', { callbackUrl => $url, %with })->ok }, url => $url };
}

# The log of deliveries once it has $count attempts.
sub log_of {
  my ($party, $subscription, $count) = @_;
  my $page;
  wait_for { ($page = $party->get("/v1/webhooks/$subscription->{id}/deliveries")->ok)->{totalElements} >= $count } 15, "$count attempts in the log of deliveries";
  return @{ $page->{content} };
}

subtest 'a test goes only to its subscription, whatever the filters' => sub {
  my $x = exchange(request => 0);
  my @one = map { subscribe($x->submitter, $receiver->url, eventTypes => ["${PREFIX}collaboration-request.closed"], caseDirections => ['INBOUND']) } 1, 2;
  my $event = $x->submitter->post("/v2/webhooks/$one[0]{id}/test", undef, headers => { 'x-request-id' => 'try-1' })->ok->{eventId};
  my ($got) = $receiver->wait($one[0]{url}, 1);
  ok Collab::Receiver::signed($got, $one[0]{secret}), 'it is signed like any other delivery';
  is $got->{headers}{'x-service-delivery'}, $event;
  is $got->{headers}{'x-service-event'}, "${PREFIX}webhook.test";
  my $body = data_of($got);
  delete $body->{time};
  is_deeply $body, { specversion => '1.0', id => $event, source => $ENV{COLLAB_TEST_URL}, type => "${PREFIX}webhook.test", datacontenttype => 'application/json',
    subscriptionid => "$one[0]{id}", requestid => 'try-1', data => { subscriptionId => $one[0]{id} } };
  my ($entry) = log_of($x->submitter, $one[0], 1);
  is_deeply [@{$entry}{qw(cloudEventId eventType httpStatus attemptNumber success error nextAttemptAt deadLetter)}],
    [$event, "${PREFIX}webhook.test", 200, 1, true, undef, undef, false], 'the log of deliveries has the outcome';
  is $receiver->got($one[1]{url}), 0, 'no other subscription gets it';
};

subtest 'the log of deliveries has each attempt with its body byte for byte' => sub {
  my $x = exchange();
  my %at = (V2 => $receiver->url('404'), V1 => $receiver->url('200'));
  my %id = map { $_ => $x->submitter->post('/' . lc($_) . '/webhooks', { callbackUrl => $at{$_} })->ok } keys %at;
  $x->submitter->post($x->notes, a_note(), headers => { 'x-request-id' => 'tell/me:1' })->ok;
  for my $version (sort keys %at) {
    my ($got) = $receiver->wait($at{$version}, 1);
    my ($entry, @more) = log_of($x->submitter, $id{$version}, 1);
    is scalar @more, 0;
    my $bytes = $entry->{requestBody};
    utf8::encode($bytes);
    is $bytes, $got->{body}, "$version: the body is the same";
    is $entry->{cloudEventId}, $got->{headers}{'x-service-delivery'};
    is $entry->{eventType}, $got->{headers}{'x-service-event'};
  }
  my ($entry) = log_of($x->submitter, $id{V2}, 1);
  is_deeply [@{$entry}{qw(httpStatus success error deadLetter responseBody)}], [404, false, 'HTTP 404', true, "no: \x{FFFD}\x{FFFD} 404"];
  cmp_ok abs(seconds($entry->{createdAt}) - time), '<', 60;
};

subtest 'an inactive subscription loses its pending deliveries, and gets no new ones' => sub {
  my $x = exchange();
  my $made = subscribe($x->submitter, $receiver->url('500', '200'));
  my $path = "/v2/webhooks/$made->{id}";
  $x->submitter->post($x->notes, a_note())->ok;
  $receiver->wait($made->{url}, 1);
  wait_for { owner()->selectrow_array('select count(*) from delivery join subscription s using (queue) where s.id = ? and attempts = 1 and claim is null', undef, $made->{id}) } 10, 'a retry that waits';
  $x->submitter->patch($path, { active => false })->ok;
  is pending($made), 0, 'the pending retry is discarded';
  my $witness = subscribe($x->submitter, $receiver->url);
  $x->submitter->post($x->notes, a_note())->ok;
  $receiver->wait($witness->{url}, 1);
  is pending($made), 0, 'nothing is queued';
  $x->submitter->patch($path, { active => true })->ok;
  my $note = $x->submitter->post($x->notes, a_note())->ok;
  my ($first, $second, @more) = $receiver->wait($made->{url}, 2);
  is data_of($second)->{data}{noteToken}, $note->{token}, 'an active subscription gets the events from then on';
  is scalar @more, 0;
};

subtest 'a changed URL and changed credentials apply from the next attempt' => sub {
  my $x = exchange();
  my $made = subscribe($x->submitter, $receiver->url('500'), callbackAuth => { type => 'BEARER', token => 'old' });
  $x->submitter->post($x->notes, a_note())->ok;
  my ($first) = $receiver->wait($made->{url}, 1);
  is $first->{headers}{authorization}, 'Bearer old';
  wait_for { owner()->selectrow_array('select count(*) from delivery join subscription s using (queue) where s.id = ? and attempts = 1 and claim is null', undef, $made->{id}) } 10, 'a retry that waits';
  my $other = $receiver->url('200');
  $x->submitter->patch("/v2/webhooks/$made->{id}", { callbackUrl => $other, callbackAuth => { type => 'BEARER', token => 'new' } })->ok;
  owner()->do('update delivery set due_at = clock_timestamp() where queue = ?', undef, $made->{id});
  my ($second) = $receiver->wait($other, 1);
  is $second->{headers}{authorization}, 'Bearer new';
  is $second->{body}, $first->{body}, 'the retry carries the same event';
};

subtest 'the filters at the time of the event apply' => sub {
  my $x = exchange();
  my $made = subscribe($x->submitter, $receiver->url);
  $x->submitter->patch("/v2/webhooks/$made->{id}", { eventTypes => ["${PREFIX}collaboration-request.closed"] })->ok;
  $x->submitter->post($x->notes, a_note())->ok;
  $x->submitter->patch("/v2/webhooks/$made->{id}", { partnerCompanyIds => [0 + $x->receiver->company->{id}] })->ok;
  $x->submitter->post($x->closure)->ok;
  is_deeply [map { data_of($_)->{type} } $receiver->wait($made->{url}, 1)], ["${PREFIX}collaboration-request.closed"];
  is owner()->selectrow_array('select count(*) from (select event from delivery where queue = ? union select event from attempt where subscription = ?) of_it', undef, ($made->{id}) x 2), 1,
    'and the note, which was fanned out before, made no delivery';
};

done_testing;
