# t/api/requests/responses.t: approval, information request and response, rejection and closure follow the table of transitions
# interface.md 10.1 to 10.10
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Wire;

my $x = exchange();

# operation => [party, path, body, allowed statuses]
my %operation = (
  approval             => ['receiver',  sub { $_[0]->approval },             \&an_approval, qw(OPEN INFORMATION ANSWERED)],
  information_request  => ['receiver',  sub { $_[0]->information_request },  \&a_question,  qw(OPEN INFORMATION ANSWERED)],
  information_response => ['submitter', sub { $_[0]->information_response }, \&an_answer,   qw(INFORMATION ANSWERED)],
  rejection            => ['receiver',  sub { $_[0]->rejection },            \&a_rejection, qw(OPEN INFORMATION ANSWERED)],
  closure              => ['submitter', sub { $_[0]->closure },              sub { {} },    qw(OPEN INFORMATION ANSWERED ACCEPTED REJECTED)],
);
my %leads_to = (approval => 'ACCEPTED', information_request => 'INFORMATION', information_response => 'INFORMATION',
  rejection => 'REJECTED', closure => 'CLOSED');
my %why = (ACCEPTED => qr/approved/, REJECTED => qr/rejected/, CLOSED => qr/closed/, OPEN => qr/no open information request/);

for my $name (sort keys %operation) {
  my ($who, $path, $body, @from) = @{ $operation{$name} };
  my $other = $who eq 'submitter' ? 'receiver' : 'submitter';
  for my $state (qw(OPEN INFORMATION ANSWERED ACCEPTED REJECTED CLOSED)) {
    my $allowed = grep { $_ eq $state } @from;
    subtest "$name from $state " . ($allowed ? 'is allowed' : 'is refused') => sub {
      my $x = $x->another->in($state);
      my $before = $x->submitter->get($x->path)->ok;
      $x->{$other}->post($path->($x), $body->())->fails(403, qr/\b\u$who|\b$who/, "403 for the $other");
      $x->stranger->post($path->($x), $body->())->fails(404, undef, '404 for a third company');
      my $answer = $x->{$who}->post($path->($x), $body->());
      if ($allowed) {
        my $record = $answer->ok;
        is $record->{status}, $leads_to{$name};
        is_deeply $x->{$who}->get($x->path)->ok, $record, 'the answer is the record that a read gives';
      } else {
        $answer->fails(409, $why{$state});
        is_deeply $x->submitter->get($x->path)->ok, $before, 'nothing is changed';
      }
    };
  }
}

subtest 'an approval gives a request its case number and contact' => sub {
  my $x = $x->another;
  my $record = $x->receiver->post($x->approval, an_approval())->ok;
  is_shaped $record, REQUEST;
  is $record->{direction}, 'INBOUND';
  is $record->{receiverCaseNumber}, 'R-77';
  ok $record->{responded};
  ok !$record->{feedbackRequested};
  is_deeply $record->{receiverContactDetails}, { name => 'Eva', email => 'eva@help.example', phone => '555 0123' }, 'the engineer becomes the contact';
  my ($response, @more) = @{ $record->{caseResponses} };
  is scalar @more, 0;
  my ($id, $made) = delete @{$response}{qw(id createdAt)};
  is_deeply $response, { type => 'APPROVAL', caseNumber => 'R-77', engineerName => 'Eva', engineerPhone => '555 0123',
    engineerEmail => 'eva@help.example', nextSteps => 'We look' };
  cmp_ok abs(seconds($made) - time), '<', 60;
  is $x->submitter->get($x->path)->ok->{direction}, 'OUTBOUND', 'direction is relative to the caller';
};

subtest 'optional members of an approval may be absent or null' => sub {
  for my $phone ([], [engineerPhone => null]) {
    my %body = (%{ an_approval() }, engineerPhone => 'x', @$phone);
    delete $body{engineerPhone} unless @$phone;
    my $x = $x->another;
    is $x->receiver->post($x->approval, \%body)->ok->{caseResponses}[0]{engineerPhone}, undef;
  }
};

subtest 'information requests and responses may alternate until the approval' => sub {
  my $x = $x->another;
  my $asked = $x->receiver->post($x->information_request, a_question())->ok;
  is_shaped $asked, REQUEST;
  ok $asked->{responded};
  is_deeply [@{ $asked->{caseResponses}[0] }{qw(type nextSteps engineerName caseNumber)}], ['INFORMATION_REQUEST', 'Which bay?', 'Eva', undef];
  my $answered = $x->submitter->post($x->information_response, an_answer())->ok;
  is_shaped $answered, SUBMITTED;
  my $answer = $answered->{caseResponses}[1];
  is_deeply [@{$answer}{qw(type nextSteps caseNumber engineerName engineerPhone engineerEmail)}], ['INFORMATION_RESPONSE', 'Bay 3', undef,
    undef, undef, undef];
  $x->receiver->post($x->information_request, a_question(requestedInformation => 'And the slot?'))->ok;
  my $record = $x->receiver->post($x->approval, an_approval())->ok;
  is_deeply [map { $_->{type} } @{ $record->{caseResponses} }], [qw(INFORMATION_REQUEST INFORMATION_RESPONSE INFORMATION_REQUEST APPROVAL)];
  my @ids = map { $_->{id} } @{ $record->{caseResponses} };
  is_deeply \@ids, [sort { $a <=> $b } @ids], 'responses come oldest first, by id';
};

subtest 'a rejection is a response with the reason' => sub {
  my $x = $x->another;
  my $record = $x->receiver->post($x->rejection, a_rejection())->ok;
  is_shaped $record, REQUEST;
  ok $record->{responded};
  is $record->{receiverCaseNumber}, undef;
  is_deeply [@{ $record->{caseResponses}[0] }{qw(type nextSteps engineerName)}], ['REJECTION', 'Not ours', 'Eva'];
};

subtest 'a closure takes no body or an empty object' => sub {
  for my $body (undef, '', '{}', {}, " { }\n") {
    my $x = $x->another;
    my $record = $x->submitter->post($x->closure, $body)->ok;
    is_shaped $record, SUBMITTED;
    is $record->{status}, 'CLOSED';
    ok $record->{feedbackRequested};
    ok !$record->{responded}, 'the request counts as not responded';
  }
  my $w = $x->another;
  my $token = $x->submitter->token;
  is wire("POST @{[$w->closure]} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer $token\r\nContent-Length: 2\r\n\r\n{}")->status, 200,
    '{} without a Content-Type';
  is $x->another->submitter->post($x->another->closure, '', type => 'text/plain')->status, 200, 'an empty body of any type';
  my $y = $x->another;
  $y->submitter->post($y->closure, '{"a":', type => 'application/json')->fails(400);
  $y->submitter->post($y->closure, '[]', type => 'application/json')->fails(400);
  $y->submitter->post($y->closure, '{}', type => 'text/plain')->fails(415);
  $y->submitter->post($y->closure, ' ' x 1_100_000, type => 'application/json')->fails(413);
  is $y->submitter->get($y->path)->ok->{status}, 'OPEN', 'none of these closed it';
};

subtest 'every operation updates the request' => sub {
  for my $name (sort keys %operation) {
    my ($who, $path, $body, $from) = @{ $operation{$name} };
    my $x = $x->another->in($from);
    owner()->do(q(update request set updated_at = '2025-01-01' where token = ?), undef, $x->token);
    cmp_ok seconds($x->{$who}->post($path->($x), $body->())->ok->{updatedAt}), '>', seconds('2025-01-02T00:00:00Z'), $name;
  }
  my $x = $x->another->in('ACCEPTED');
  owner()->do(q(update request set updated_at = '2025-01-01' where token = ?), undef, $x->token);
  cmp_ok seconds($x->receiver->patch($x->approval, { nextSteps => 'x' })->ok->{updatedAt}), '>', seconds('2025-01-02T00:00:00Z'),
    'a patch of the approval updates the request';
};

# ---------------------------------------------------------------- fields
my @engineer = ([engineerName => 191], [engineerPhone => 50]);
my %fields = (
  approval             => [@engineer, [caseNumber => 191], [nextSteps => 5000]],
  information_request  => [@engineer, [requestedInformation => 5000]],
  information_response => [[requestedInformation => 5000]],
  rejection            => [@engineer, [reason => 2000]],
);
for my $name (sort keys %fields) {
  my ($who, $path, $body) = @{ $operation{$name} };
  my $state = $name eq 'information_response' ? 'INFORMATION' : 'OPEN';
  my @required = grep { $_ ne 'engineerPhone' } map({ $_->[0] } @{ $fields{$name} }), $name eq 'information_response' ? () : 'engineerEmail';
  subtest "$name: all invalid members are listed at once" => sub {
    my $x = $x->another->in($state);
    my $party = $x->{$who};
    $party->post($path->($x), {})->invalid(@required);
    $party->post($path->($x), { map { $_ => null } @required })->invalid(@required);
    $party->post($path->($x), { map({ $_ => 7 } @required), unknown => 1 })->invalid(@required);
    $party->post($path->($x), { map { $_->[0] => text_of($_->[1] + 1) } @{ $fields{$name} } })
      ->invalid(map({ $_->[0] } @{ $fields{$name} }), $name eq 'information_response' ? () : 'engineerEmail');
    $party->post($path->($x), {}, headers => { accept => 'application/problem+json' })->is_problem(400, 'invalid');
    is $party->get($x->path)->ok->{status}, $state, 'the status is unchanged';
  };
  subtest "$name: the longest texts come back exactly" => sub {
    my $x = $x->another->in($state);
    my %sent = (%{ $body->() }, map { $_->[0] => text_of($_->[1] - 1) . '😀' } @{ $fields{$name} });
    my $record = $x->{$who}->post($path->($x), \%sent)->ok;
    my $response = $record->{caseResponses}[-1];
    for my $field (map { $_->[0] } @{ $fields{$name} }) {
      my $shown = $field =~ /^(requestedInformation|reason)$/ ? 'nextSteps' : $field;
      is $response->{$shown}, $sent{$field}, $field;
    }
  };
}

subtest 'an e-mail address must be valid and not too long' => sub {
  my $long = join '.', ('d' x 40) x 4;
  my $x = $x->another;
  for my $wrong ('eva', 'eva@', '@help.example', 'eva@help', 'e va@help.example', '.eva@help.example', 'eva.@help.example', 'e..va@help.example',
    '"eva"@help.example', 'eva@[192.0.2.1]', 'eva@help..example', 'eva@-help.example', 'eva@help_.example', "eva\@help.example\n",
      'eva@@help.example',
    ('e' x 65) . '@help.example', '', 'Eva <eva@help.example>', ('e' x 30) . "\@$long.example", 'evä@help.example') {
    $x->receiver->post($x->approval, an_approval(engineerEmail => $wrong))->invalid('engineerEmail');
  }
  my $told = sub { return $x->receiver->post($x->approval, an_approval(engineerEmail => $_[0]))->invalid('engineerEmail')->[0]{message} };
  is $told->(('e' x 30) . "\@$long.example"), 'must be at most 191 characters', 'the error says that the address is too long';
  is $told->(('e' x 65) . '@help.example'), 'must have at most 64 characters before the @';
  is $told->('eva@help'), 'must be an e-mail address';
  for my $right ('e@h.example', "e.v-a+x_y\@help-desk.example", ('e' x 64) . '@help.example', "o'neil!#\$%&*/=?^`{|}~\@h.example",
    "e\@$long.examples.example") {
    my $x = $x->another;
    is $x->receiver->post($x->approval, an_approval(engineerEmail => $right))->ok->{caseResponses}[0]{engineerEmail}, $right;
  }
};

# ---------------------------------------------------------------- approval PATCH
subtest 'a merge patch changes an approval' => sub {
  my $x = $x->another->in('ACCEPTED');
  my $before = $x->receiver->get($x->path)->ok;
  my $record = $x->receiver->patch($x->approval, { engineerName => 'Finn', nextSteps => null })->ok;
  is_shaped $record, REQUEST;
  is scalar @{ $record->{caseResponses} }, 1, 'no response is added';
  is_deeply $record->{caseResponses}[0], { %{ $before->{caseResponses}[0] }, engineerName => 'Finn', nextSteps => null },
    'an absent member is unchanged, and null clears one';
  is $record->{receiverCaseNumber}, 'R-77';
  is $record->{receiverContactDetails}{name}, 'Finn', 'the contact changes with it';
  $record = $x->receiver->patch($x->approval, { caseNumber => 'R-78' })->ok;
  is $record->{receiverCaseNumber}, 'R-78';
  $record = $x->receiver->patch($x->approval, { map { $_ => null } qw(caseNumber engineerName engineerPhone engineerEmail nextSteps) })->ok('required members can be cleared');
  is $record->{receiverCaseNumber}, undef;
  is_deeply [@{ $record->{caseResponses}[0] }{qw(caseNumber engineerName engineerPhone engineerEmail nextSteps)}], [(undef) x 5];
  is $record->{status}, 'ACCEPTED';
};

subtest 'a patch is a JSON object, as merge patch or JSON, by the receiver' => sub {
  my $x = $x->another->in('ACCEPTED');
  my $before = $x->receiver->get($x->path)->ok;
  is_deeply $x->receiver->patch($x->approval, {})->ok, $before, 'an empty patch changes nothing';
  is $x->receiver->patch($x->approval, { nextSteps => 'json' }, type => 'application/json')->ok->{caseResponses}[0]{nextSteps}, 'json',
    'application/json means the same';
  $x->receiver->patch($x->approval, { nextSteps => 'p' }, type => 'application/merge-patch+json; charset=utf-8')->ok;
  $x->receiver->patch($x->approval, { nextSteps => 'p' }, type => 'application/json-patch+json')->fails(415);
  $x->receiver->patch($x->approval, $_)->fails(400) for '[]', '"x"', 'null', '7', 'true', '', '{';
  $x->receiver->patch($x->approval, ' ' x 1_100_000)->fails(413);
  $x->receiver->patch($x->approval, { map { $_ => 1 } qw(caseNumber engineerName engineerPhone engineerEmail nextSteps) })
    ->invalid(qw(caseNumber engineerName engineerPhone engineerEmail nextSteps));
  $x->receiver->patch($x->approval, { caseNumber => text_of(192), engineerName => text_of(192), engineerPhone => text_of(51),
    engineerEmail => 'x', nextSteps => text_of(5001) })
    ->invalid(qw(caseNumber engineerName engineerPhone engineerEmail nextSteps));
  my %long = (caseNumber => text_of(191), engineerName => text_of(191), engineerPhone => text_of(50), nextSteps => text_of(5000));
  my $record = $x->receiver->patch($x->approval, \%long)->ok;
  is $record->{caseResponses}[0]{$_}, $long{$_}, "the longest $_ is kept" for sort keys %long;
  $x->submitter->patch($x->approval, { nextSteps => 'x' })->fails(403, qr/receiver/);
  $x->stranger->patch($x->approval, { nextSteps => 'x' })->fails(404);
  nobody->patch($x->approval, { nextSteps => 'x' })->fails(401);
};

subtest 'only an approval can be changed' => sub {
  my %says = (OPEN => qr/not been approved/, INFORMATION => qr/not been approved/, REJECTED => qr/rejected|not been approved/, CLOSED => qr/closed/);
  for my $state (sort keys %says) {
    my $x = $x->another->in($state);
    $x->receiver->patch($x->approval, { nextSteps => 'x' })->fails(409, $says{$state});
  }
};

# ---------------------------------------------------------------- at the same time
subtest 'of two simultaneous transitions one gets 200, the other 409' => sub {
  $_->token for $x->parties;
  for my $round (1 .. 5) {
    my $x = $x->another;
    my @calls = (sub { $x->receiver->post($x->approval, an_approval()) }, sub { $x->receiver->post($x->rejection, a_rejection()) });
    my @answers = together(@calls[$round % 2 ? (0, 1) : (0, 0)]);
    is join(' ', sort map { $_->status } @answers), '200 409' or diag map { $_->text } @answers;
    is scalar @{ $x->receiver->get($x->path)->ok->{caseResponses} }, 1;
  }
  my $x = $x->another;
  my @answers = together((sub { $x->submitter->post($x->closure) }) x 2);
  is join(' ', sort map { $_->status } @answers), '200 409', 'of two simultaneous closures, too';
};

for my $name (sort keys %operation) {
  my ($who, $path, $body) = @{ $operation{$name} };
  subtest "$name: a call that waited for the lock sees what was committed meanwhile" => sub {
    my $x = $x->another->in($name eq 'information_response' ? 'INFORMATION' : 'OPEN');
    $_->token for $x->parties;
    my $holder = another_connection();
    $holder->begin_work;
    $holder->do(q(select from request where token = ? for update), undef, $x->token);
    my @calls = map { later { $x->{$who}->post($path->($x), $body->()) } } 1, 2;
    blocked($holder, 2);
    $holder->do(q(insert into note (token, request, company_name, creator_name, summary, description, priority)
      select ?, id, 'x', 'SYSTEM', 'meanwhile', '', 'LOW' from request where token = ?), undef, substr($x->token, 0, 18) . 'zz', $x->token);
    $holder->commit;
    my @answers = map { $_->answer } @calls;
    my @fine = grep { $_->status == 200 } @answers;
    is scalar @fine, $name =~ /^information/ ? 2 : 1, 'answered ' . join ', ', map { $_->status } @answers;
    for (@fine) { is_deeply [map { $_->{summary} } @{ $_->json->{caseNotes} }], ['meanwhile'], 'the answer has the note written meanwhile' }
    my %count = map { scalar @{ $_->json->{caseResponses} } => 1 } @fine;
    my $made = $name eq 'closure' ? 0 : scalar @fine;
    my $asked = $name eq 'information_response' ? 1 : 0;
    ok $count{ $made + $asked }, 'the last answer has all responses' or diag join ' ', %count;
  };
}

my %says = (CLOSED => qr/closed/, ACCEPTED => qr/approved already/, REJECTED => qr/rejected/);
for my $name (sort keys %operation) {
  my ($who, $path, $body) = @{ $operation{$name} };
  subtest "$name: a call that waited for a conflicting change gets 409 for that change" => sub {
    for my $status ('CLOSED', $name eq 'closure' ? () : qw(ACCEPTED REJECTED)) {
      my $x = $x->another->in($name eq 'information_response' ? 'INFORMATION' : 'OPEN');
      $_->token for $x->parties;
      my $holder = another_connection();
      $holder->begin_work;
      $holder->do(q(update request set status = ? where token = ?), undef, $status, $x->token);
      my $before = $x->submitter->get($x->path)->ok->{caseResponses};
      my $call = later { $x->{$who}->post($path->($x), $body->()) };
      blocked($holder, 1);
      $holder->commit;
      $call->answer->fails(409, $says{$status}, $status);
      is_deeply $x->submitter->get($x->path)->ok->{caseResponses}, $before, 'no response is added';
    }
  };
}

subtest 'an information response that began before its question was committed is refused' => sub {
  my $x = $x->another;
  $x->submitter->token;
  my $holder = another_connection();
  $holder->begin_work;
  $holder->do(q(update request set status = 'INFORMATION' where token = ?), undef, $x->token);
  my $call = later { $x->submitter->post($x->information_response, an_answer()) };
  blocked($holder, 1);
  $holder->commit;
  $call->answer->fails(409);
  $x->submitter->post($x->information_response, an_answer())->ok;
};

subtest 'an approval PATCH that waited for a closure is refused' => sub {
  my $x = $x->another->in('ACCEPTED');
  $x->receiver->token;
  my $holder = another_connection();
  $holder->begin_work;
  $holder->do(q(update request set status = 'CLOSED' where token = ?), undef, $x->token);
  my $call = later { $x->receiver->patch($x->approval, { nextSteps => 'late' }) };
  blocked($holder, 1);
  $holder->commit;
  $call->answer->fails(409, qr/closed/);
};

subtest 'an unknown request token is 404' => sub {
  for my $token ('AAAAAAAAAAAAAAAAAAAA', 'x', '%20', lc($x->token) eq $x->token ? uc $x->token : lc $x->token, 'a' x 200, '%E2%82%AC') {
    my $path = "/v1/collaboration-requests/$token";
    $x->receiver->post("$path/approval", an_approval())->fails(404);
    $x->receiver->patch("$path/approval", {})->fails(404);
    $x->receiver->post("$path/rejection", a_rejection())->fails(404);
    $x->receiver->post("$path/information-request", a_question())->fails(404);
    $x->submitter->post("$path/information-response", an_answer())->fails(404);
    $x->submitter->post("$path/closure")->fails(404);
  }
  my $token = substr $x->token, 0, -1;
  $x->submitter->post("/v1/collaboration-requests/$token/closure")->fails(404, undef, 'a part of a token is 404');
};

subtest 'every operation needs an access token' => sub {
  my ($who, $path);
  for my $name (sort keys %operation) {
    my $answer = nobody->post($operation{$name}[1]->($x), {});
    $answer->fails(401, qr/The authorization token provided was invalid/, $name);
    like $answer->header('www-authenticate'), qr/^Bearer\b/;
  }
};

subtest 'one response can be read by its id, which events contain' => sub {
  my $x = exchange();
  my ($approval) = @{ $x->receiver->post($x->approval, an_approval())->ok->{caseResponses} };
  my $path = $x->path . "/responses/$approval->{id}";
  for my $party ($x->parties) {
    my $answer = $party->get($path);
    is_deeply $answer->ok, $approval, 'it is as in the record';
    is $party->get($path, headers => { 'if-none-match' => $answer->header('etag') })->status, 304;
  }
  my $tag = $x->submitter->get($path)->header('etag');
  $x->receiver->patch($x->approval, { nextSteps => 'other steps' })->ok;
  is $x->submitter->get($path, headers => { 'if-none-match' => $tag })->ok->{nextSteps}, 'other steps', 'a change gives another ETag';
  $x->stranger->get($path)->fails(404);
  my $other = $x->another;
  $x->submitter->get($other->path . "/responses/$approval->{id}")->fails(404);
  $x->submitter->get($x->path . '/responses/999999999')->fails(404);
  $x->submitter->get($x->path . '/responses/x')->invalid('responseId');
};

done_testing;
