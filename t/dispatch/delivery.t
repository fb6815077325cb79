# t/dispatch/delivery.t: what a subscriber gets, signed, for each event (service-api.md, "Events"; contract.md 8)
use lib 't/lib';
use Collab::Test;
use Collab::Receiver;
use MIME::Base64 ();

my $receiver = receiver();
my $prefix = 'org.provider.core.collaboration-request.';

# Does it look as an event of this kind must, for this subscription?
my $is_event = sub {
  my ($delivery, $subscription, $type, %data) = @_;
  local $Test::Builder::Level = $Test::Builder::Level + 1;
  my $event = body($delivery);
  my $time = delete $event->{time};
  like $time, qr/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/, "$type: time, in microseconds";
  like $event->{id}, qr/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, "$type: id";
  ok length(delete $event->{requestid} // ''), "$type: the request that caused it";
  delete $event->{traceparent};
  is_deeply $event, { specversion => '1.0', id => $delivery->{headers}{'x-service-delivery'}, source => $ENV{COLLAB_TEST_URL}, type => "$prefix$type",
    subject => $data{requestToken}, datacontenttype => 'application/json', subscriptionid => "$subscription->{id}", data => \%data }, "$type: the envelope";
  is $delivery->{headers}{'x-service-event'}, "$prefix$type", "$type: X-Service-Event";
  is $delivery->{headers}{'content-type'}, 'application/cloudevents+json', "$type: Content-Type";
  is $delivery->{method}, 'POST';
  like $delivery->{headers}{'x-hub-signature-256'}, qr/^sha256=[0-9a-f]{64}$/;
  ok signed($delivery, $subscription->{secret}), "$type: signed";
  ok !exists $delivery->{headers}{'x-hub-signature-256-previous'}, "$type: no second signature";
  return $event;
};

subtest 'the five events, to both parties' => sub {
  my $x = exchange(request => 0);
  my %of = map { $_ => subscribe($x->{$_}, $receiver->url) } qw(submitter receiver);
  my $elsewhere = subscribe($x->stranger, $receiver->url);
  $x->open_request;
  my $note = $x->receiver->post($x->notes, a_note())->ok;
  my $asked = $x->receiver->post($x->information_request, a_question())->ok->{caseResponses}[-1]{id};
  my $told = $x->submitter->post($x->information_response, an_answer())->ok->{caseResponses}[-1]{id};
  my $approved = $x->receiver->post($x->approval, an_approval())->ok->{caseResponses}[-1]{id};
  $x->receiver->patch($x->approval, { nextSteps => 'More' })->ok;
  $x->receiver->patch($x->approval, { nextSteps => 'More' })->ok('a patch that changes nothing');
  $x->submitter->patch($x->path, { internalCaseNumber => 'C-2' })->ok('a change of contact is no event');
  $x->submitter->post($x->closure)->ok;
  my %token = (requestToken => $x->token);
  my @want = (['created', %token], ['note.created', %token, noteToken => $note->{token}], map({ ['response.created', %token, responseId => $_] } $asked, $told, $approved),
    ['response.updated', %token, responseId => $approved], ['closed', %token]);
  my %ids;
  for my $who (sort keys %of) {
    my @got = $receiver->wait($of{$who}{callbackUrl}, scalar @want);
    my $order = sub { return join ' ', short($_[0]), body($_[0])->{data}{responseId} // '' };
    my @sorted = sort { body($a)->{time} cmp body($b)->{time} } @got;
    is scalar @sorted, scalar @want, "$who: as many as events";
    for (0 .. $#want) {
      my ($type, %data) = @{ $want[$_] };
      my $event = $is_event->($sorted[$_], $of{$who}, $type, %data);
      $ids{ $event->{id} }++;
    }
  }
  is_deeply [values %ids], [(2) x 7], 'an event has one id for all its subscribers';
  is pending($of{submitter}), 0, 'nothing is left to be done';
  is scalar $receiver->got($elsewhere->{callbackUrl}), 0, 'a third company got nothing';
};

subtest 'a rejection is a response' => sub {
  my $x = exchange();
  my $hook = subscribe($x->submitter, $receiver->url);
  my $id = $x->receiver->post($x->rejection, a_rejection())->ok->{caseResponses}[0]{id};
  my ($got) = $receiver->wait($hook->{callbackUrl}, 1);
  $is_event->($got, $hook, 'response.created', requestToken => $x->token, responseId => $id);
};

subtest 'X-Request-Id and traceparent go into the event' => sub {
  my $x = exchange();
  my $hook = subscribe($x->receiver, $receiver->url);
  my $parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  $x->submitter->post($x->notes, a_note(), headers => { 'x-request-id' => 'trace-me-7', traceparent => $parent })->ok;
  my ($got) = $receiver->wait($hook->{callbackUrl}, 1);
  is body($got)->{requestid}, 'trace-me-7';
  is body($got)->{traceparent}, $parent;
};

subtest 'what failed makes no event' => sub {
  my $x = exchange();
  my $hook = subscribe($x->receiver, $receiver->url);
  $x->submitter->post($x->approval, an_approval())->fails(403);
  $x->receiver->post($x->notes, {})->fails(400);
  $x->submitter->post($x->information_response, an_answer())->fails(409);
  $x->submitter->post($x->closure)->ok;
  my @got = $receiver->wait($hook->{callbackUrl}, 1);
  is join(' ', map { short($_) } @got), 'closed';
};

subtest 'filters' => sub {
  my $x = exchange(request => 0);
  my ($from, $to) = map { $_->company->{id} + 0 } $x->parties;
  my %hook = (
    closed     => [submitter => eventTypes => ["${prefix}closed"]],
    two        => [receiver  => eventTypes => ["${prefix}closed", "${prefix}note.created"]],
    inbound    => [receiver  => caseDirections => ['INBOUND']],
    outbound   => [receiver  => caseDirections => ['OUTBOUND']],
    outgoing   => [submitter => caseDirections => ['OUTBOUND']],
    either     => [submitter => caseDirections => [qw(INBOUND OUTBOUND)]],
    partner    => [submitter => partnerCompanyIds => [$to]],
    other      => [submitter => partnerCompanyIds => [$from, 999_999]],
    combined   => [receiver  => partnerCompanyIds => [$from], caseDirections => ['INBOUND'], eventTypes => ["${prefix}created"]],
    everything => [receiver  =>],
  );
  my %subscription = map { my ($who, %filter) = @{ $hook{$_} }; $_ => subscribe($x->{$who}, $receiver->url, %filter) } keys %hook;
  $x->open_request;
  $x->receiver->post($x->notes, a_note())->ok;
  $x->submitter->post($x->closure)->ok;
  my %want = (closed => 'closed', two => 'closed note.created', outbound => '', other => '', combined => 'created',
    map { $_ => 'closed created note.created' } qw(inbound outgoing either partner everything));
  for my $name (sort keys %want) {
    my $count = () = $want{$name} =~ /\S+/g;
    my @got = $receiver->wait($subscription{$name}{callbackUrl}, $count);
    is join(' ', sort map { short($_) } @got), $want{$name}, $name;
  }
};

subtest 'the callback\'s own authentication' => sub {
  my $x = exchange();
  my %auth = (
    BASIC  => [{ username => 'ünser', password => 'p:w ö' }, authorization => 'Basic ' . MIME::Base64::encode_base64("\xc3\xbcnser:p:w \xc3\xb6", '')],
    BEARER => [{ token => 'abc.def-1' }, authorization => 'Bearer abc.def-1'],
    HEADER => [{ headerName => 'X-Api-Key', headerValue => 'k e"y' }, 'x-api-key' => 'k e"y'],
    NONE   => [{}, authorization => undef],
  );
  my %hook = map { my $type = $_; $type => subscribe($x->receiver, $receiver->url, callbackAuth => { type => $type, %{ $auth{$type}[0] } }) } keys %auth;
  $x->submitter->post($x->closure)->ok;
  for my $type (sort keys %auth) {
    my ($got) = $receiver->wait($hook{$type}{callbackUrl}, 1);
    is $got->{headers}{ $auth{$type}[1] }, $auth{$type}[2], $type;
    ok signed($got, $hook{$type}{secret}), "$type: signed as well";
  }
};

subtest 'what a receiver answers once and for all' => sub {
  my $x = exchange();
  my %hook = map { $_ => subscribe($x->receiver, $receiver->url($_)) } qw(200 204 299 302 400 401 404 410 429 499);
  $x->submitter->post($x->closure)->ok;
  for my $status (sort keys %hook) {
    $receiver->wait($hook{$status}{callbackUrl}, 1);
    wait_for { attempts($hook{$status}) } 10, "the attempt on record: $status";
    my ($attempt, @more) = attempts($hook{$status});
    my $fine = $status < 300;
    is_deeply [@{$attempt}{qw(number http_status success dead_letter)}], [1, $status, $fine ? 1 : 0, $fine ? 0 : 1], "$status is on record";
    is $attempt->{next_attempt_at}, undef, 'and is not tried again';
    is scalar @more, 0;
    is scalar dead($hook{$status}), $fine ? 0 : 1, $fine ? 'no dead letter' : 'a dead letter at once';
    is pending($hook{$status}), 0;
    like $attempt->{response_body}, qr/^no: \x{fffd}\x{fffd} \d+$/, 'what was answered, made presentable' if $status >= 400;
  }
  is scalar $receiver->got($hook{302}{callbackUrl}), 1, 'a redirect is not followed';
};

subtest 'what may be better the next time is tried again later' => sub {
  my $x = exchange();
  my %answer = (500 => 500, 503 => 503, reset => 0, garbage => 0, refused => 0);
  my $closed = receiver();
  my $nobody = $closed->url;
  $closed->stop;
  my %hook = map { $_ => subscribe($x->receiver, $_ eq 'refused' ? $nobody : $receiver->url($_)) } keys %answer;
  $x->submitter->post($x->closure)->ok;
  for my $what (sort keys %hook) {
    wait_for { attempts($hook{$what}) } 15, "the attempt on record: $what";
    my ($attempt) = attempts($hook{$what});
    is_deeply [@{$attempt}{qw(number http_status success dead_letter)}], [1, $answer{$what}, 0, 0], "$what is on record";
    ok length $attempt->{error}, "$what: with a reason" and note $attempt->{error};
    my ($wait) = owner()->selectrow_array(q(select extract(epoch from next_attempt_at - created_at) from attempt where id = ?), undef, $attempt->{id});
    ok 3600 <= $wait + 0.5 && $wait < 3960 + 10, "$what: an hour later, at most a tenth more" or diag $wait;
    is pending($hook{$what}), 1;
    is scalar dead($hook{$what}), 0;
  }
};

subtest 'a deleted subscription drops what is pending' => sub {
  my $x = exchange();
  my $hook = subscribe($x->receiver, $receiver->url(500));
  $x->submitter->post($x->notes, a_note())->ok;
  wait_for { attempts($hook) } 10, 'the first attempt';
  is pending($hook), 1;
  is $x->receiver->delete("/v2/webhooks/$hook->{id}")->status, 204;
  is pending($hook), 0;
  my $after = subscribe($x->receiver, $receiver->url);
  $x->submitter->post($x->closure)->ok;
  $receiver->wait($after->{callbackUrl}, 1);
  is join(' ', map { short($_) } $receiver->got($after->{callbackUrl})), 'closed', 'a new subscription gets what happens after it';
  is scalar $receiver->got($hook->{callbackUrl}), 1, 'the deleted one nothing more';
};

subtest 'many at once: each event once for each subscriber' => sub {
  my $x = exchange();
  my @hooks = map { subscribe($x->{ $_ % 2 ? 'submitter' : 'receiver' }, $receiver->url) } 1 .. 6;
  $_->token for $x->parties;
  my @callers = map { my $who = $x->{ $_ % 2 ? 'submitter' : 'receiver' }; sub { $who->post($x->notes, a_note()) for 1 .. 24; $who->post($x->notes, a_note()) } } 1 .. 4;
  is join(' ', map { $_->status } together(@callers)), '200 200 200 200', 'a hundred notes';
  my %notes = map { $_->{token} => 1 } @{ $x->receiver->get($x->notes)->ok };
  is scalar keys %notes, 100;
  for my $hook (@hooks) {
    my %got;
    $got{ body($_)->{data}{noteToken} }++ for $receiver->wait($hook->{callbackUrl}, 100, 30);
    is_deeply \%got, \%notes, "subscription $hook->{id}: every note, once";
  }
};

done_testing;
