# t/dispatch/events/payloads-v2.t: both parties receive the five V2 events in the documented form
# interface.md 15.2 to 15.4, 16.1 and 16.2
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;

my $receiver = receiver();
my $PREFIX = 'org.provider.core.collaboration-request.';

# A subscription to a URL of its own: {id, url, secret}.
sub subscribe {
  my ($party, %with) = @_;
  my $url = $receiver->url;
  my $made = $party->post('/v2/webhooks', { callbackUrl => $url, %with })->ok;
  return { %$made, url => $url };
}

# The types of a request's events, in order.
sub happened { my ($x) = @_; return owner()->selectcol_arrayref('select type from event where request_token = ? order by id', undef, $x->token) }

sub data_of { my ($delivery) = @_; return JSON::XS->new->decode($delivery->{body}) }

subtest 'both parties get every event, signed, in the documented envelope' => sub {
  my $x = exchange(request => 0);
  my %at = (submitter => subscribe($x->submitter), receiver => subscribe($x->receiver), stranger => subscribe($x->stranger));
  my $created = $x->open_request;
  my $approved = $x->receiver->post($x->approval, an_approval(), headers => { 'x-request-id' => 'approval-1',
    traceparent => '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' })->ok;
  my $response = $approved->{caseResponses}[-1]{id};
  $x->receiver->patch($x->approval, { engineerName => 'Bea' })->ok;
  my $note = $x->submitter->post($x->notes, a_note())->ok;
  $x->submitter->post($x->closure)->ok;

  my %want = (
    created            => { requestToken => $x->token },
    'response.created' => { requestToken => $x->token, responseId => $response },
    'response.updated' => { requestToken => $x->token, responseId => $response },
    'note.created'     => { requestToken => $x->token, noteToken => $note->{token} },
    closed             => { requestToken => $x->token },
  );
  my %ids;
  for my $who (qw(submitter receiver)) {
    my @got = $receiver->wait($at{$who}{url}, 5);
    is @got, 5, "$who: five deliveries";
    for my $delivery (@got) {
      my ($event, $head) = (data_of($delivery), $delivery->{headers});
      my $short = $event->{type} =~ s/^\Q$PREFIX\E//r;
      ok Collab::Receiver::signed($delivery, $at{$who}{secret}), "$who, $short: the delivery is signed";
      ok !exists $head->{'x-hub-signature-256-previous'}, 'it is signed with one secret only';
      is $delivery->{method}, 'POST';
      is $head->{'content-type'}, 'application/cloudevents+json';
      is $head->{'x-service-delivery'}, $event->{id};
      is $head->{'x-service-event'}, $event->{type};
      is_deeply $event->{data}, delete $at{$who}{want}{$short} // $want{$short}, "$short: the data are right";
      is $event->{specversion}, '1.0';
      like $event->{id}, qr/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
      is $event->{source}, $ENV{COLLAB_TEST_URL};
      is $event->{subject}, $x->token;
      like $event->{time}, qr/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
      is $event->{datacontenttype}, 'application/json';
      is $event->{subscriptionid}, "$at{$who}{id}";
      like $delivery->{body}, qr/"subscriptionid":"/, 'subscriptionid is a string';
      unlike $delivery->{body}, qr/[:,] |\n/, 'the body is compact JSON';
      if ($short eq 'response.created') {
        is $event->{requestid}, 'approval-1';
        is $event->{traceparent}, '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
      }
      push @{ $ids{$short} }, $event->{id};
    }
    is_deeply [sort map { data_of($_)->{type} } @got], [sort map { $PREFIX . $_ } keys %want], 'each type arrives once';
  }
  is $ids{$_}[0], $ids{$_}[1], "$_: both parties get the same id" for sort keys %want;
  is $receiver->got($at{stranger}{url}), 0, 'a company that is no party gets nothing';
};

subtest 'every kind of response has its event' => sub {
  my $x = exchange();
  my $at = subscribe($x->submitter, eventTypes => ["${PREFIX}response.created"]);
  my @made = map { $_->ok->{caseResponses}[-1]{id} } $x->receiver->post($x->information_request, a_question()),
    $x->submitter->post($x->information_response, an_answer()), $x->receiver->post($x->rejection, a_rejection());
  my @got = $receiver->wait($at->{url}, 3);
  is_deeply [sort { $a <=> $b } map { data_of($_)->{data}{responseId} } @got], \@made;
};

subtest 'filters select the events of a subscription' => sub {
  my $x = exchange(request => 0);
  my $third = company();
  community($x->submitter->company, $third);
  my ($from, $to, $elsewhere) = map { 0 + $_->{id} } (map { $_->company } $x->parties), $third;
  my %filter = (
    types    => [submitter => 'note.created', eventTypes => ["${PREFIX}note.created"]],
    two      => [receiver => 'closed note.created', eventTypes => ["${PREFIX}closed", "${PREFIX}note.created"]],
    inbound  => [receiver => 'closed created note.created', caseDirections => ['INBOUND']],
    outbound => [submitter => 'closed created note.created', caseDirections => ['OUTBOUND']],
    either   => [submitter => 'closed created note.created', caseDirections => [qw(INBOUND OUTBOUND)]],
    partner  => [submitter => 'closed created note.created', partnerCompanyIds => [$to]],
    combined => [receiver => 'created', partnerCompanyIds => [$from], caseDirections => ['INBOUND'], eventTypes => ["${PREFIX}created"]],
    wrongway => [submitter => '', caseDirections => ['INBOUND']],
    nobody   => [submitter => '', partnerCompanyIds => [$elsewhere]],
  );
  my %at = map { my ($who, undef, @only) = @{ $filter{$_} }; $_ => subscribe($x->{$who}, @only) } keys %filter;
  $x->open_request;
  $x->receiver->post($x->notes, a_note())->ok;
  $x->submitter->post($x->closure)->ok;
  for my $name (sort { $filter{$b}[1] cmp $filter{$a}[1] } keys %filter) {    # the subscription without events comes last
    my $count = () = $filter{$name}[1] =~ /\S+/g;
    my @got = $receiver->wait($at{$name}{url}, $count);
    is join(' ', sort map { data_of($_)->{type} =~ s/^\Q$PREFIX\E//r } @got), $filter{$name}[1], $name;
  }
};

subtest 'of many notes at once, each subscription gets each once' => sub {
  my $x = exchange();
  my @at = map { subscribe($_, eventTypes => ["${PREFIX}note.created"]) } ($x->parties) x 3;
  $_->token for $x->parties;
  my @callers = map { my $who = $_; sub { $who->post($x->notes, a_note()) for 1 .. 24; $who->post($x->notes, a_note()) } } ($x->parties) x 2;
  is $_->status, 200 for together(@callers);
  my %notes = map { $_->{token} => 1 } @{ $x->receiver->get($x->notes)->ok };
  is scalar keys %notes, 100;
  for my $at (@at) {
    my %got;
    $got{ data_of($_)->{data}{noteToken} }++ for $receiver->wait($at->{url}, 100, 30);
    is_deeply \%got, \%notes;
  }
};

# The documented schedules, without waiting for them: each retry is made due as soon as it is recorded.
for my $row ([v2 => 3600, 3600], [v1 => 10, 20, 40, 80]) {
  my ($version, @wait) = @$row;
  subtest "$version: by default, retries follow after " . join(', ', @wait) . ' seconds' => sub {
    my $x = exchange();
    my $made = $x->submitter->post("/$version/webhooks", { callbackUrl => $receiver->url('500') })->ok;
    $x->submitter->post($x->notes, a_note())->ok;
    for my $number (1 .. @wait + 1) {
      my $attempt;
      wait_for { $attempt = owner()->selectrow_hashref('select extract(epoch from next_attempt_at - created_at) as wait, dead_letter from attempt where subscription = ? and number = ?',
        undef, $made->{id}, $number) } 20, "attempt $number on record";
      my ($wait, $least) = ($attempt->{wait}, $wait[$number - 1]);
      if ($number <= @wait) {
        ok $least <= $wait && $wait < $least * 1.1 + 5, "attempt $number is not early, and at most a tenth late" or diag "$wait, not $least";
        owner()->do('update delivery set due_at = clock_timestamp() where queue = ?', undef, $made->{id});
      } else {
        ok !defined $wait && $attempt->{dead_letter}, "attempt $number is the last";
      }
    }
  };
}

subtest 'a change that changes nothing makes no event' => sub {
  my $x = exchange()->in('ACCEPTED');
  my $all = subscribe($x->receiver);
  $x->receiver->patch($x->approval, { engineerName => an_approval()->{engineerName} })->ok;
  $x->receiver->patch($x->approval, {})->ok;
  $x->submitter->post($x->closure)->ok;
  is_deeply happened($x), [qw(created response.created closed)];
  is_deeply [map { data_of($_)->{type} } $receiver->wait($all->{url}, 1)], ["${PREFIX}closed"];
};

subtest 'a refused operation makes no event, and a new subscription gets no older event' => sub {
  my $x = exchange();
  my $all = subscribe($x->submitter);
  $x->receiver->post($x->closure)->fails(403);
  $x->submitter->post($x->approval, an_approval())->fails(403);
  $x->submitter->post($x->notes, {})->fails(400);
  $x->submitter->post($x->closure)->ok;
  is_deeply happened($x), [qw(created closed)];
  is_deeply [map { data_of($_)->{type} } $receiver->wait($all->{url}, 1)], ["${PREFIX}closed"];
};

subtest 'a delivery authenticates to its callback as the subscription says' => sub {
  my $x = exchange();
  my %auth = (
    basic  => { type => 'BASIC', username => 'Aladdin', password => 'open sesame' },
    key    => { type => 'BASIC', username => 'a-key', password => '' },
    bearer => { type => 'BEARER', token => 't0k.en' },
    header => { type => 'HEADER', headerName => 'X-Api-Key', headerValue => 'k e y' },
    none   => { type => 'NONE' },
  );
  my %at = map { $_ => subscribe($x->submitter, callbackAuth => $auth{$_}) } keys %auth;
  $x->submitter->post($x->notes, a_note())->ok;
  my %got = map { $_ => ($receiver->wait($at{$_}{url}, 1))[0]{headers} } keys %at;
  is $got{basic}{authorization}, 'Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==';
  is $got{key}{authorization}, 'Basic YS1rZXk6', 'a BASIC password may be empty';
  is $got{bearer}{authorization}, 'Bearer t0k.en';
  is $got{header}{'x-api-key'}, 'k e y';
  ok !exists $got{none}{authorization};
};

subtest 'a subscription that ends discards its pending deliveries' => sub {
  my $x = exchange();
  my $url = $receiver->url('500');
  my $made = $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok;
  $x->submitter->post($x->notes, a_note())->ok;
  $receiver->wait($url, 1);
  wait_for { owner()->selectrow_array('select count(*) from delivery join subscription s using (queue) where s.id = ? and attempts = 1 and claim is null', undef, $made->{id}) } 10, 'a retry that waits';
  $x->submitter->delete("/v2/webhooks/$made->{id}")->is_status(204);
  is owner()->selectrow_array('select count(*) from delivery join subscription s using (queue) where s.id = ?', undef, $made->{id}), 0;
};

done_testing;
