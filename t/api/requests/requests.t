# t/api/requests/requests.t: members create, read and change collaboration requests, which must fit the receiver's form
# interface.md 9.1 to 9.11
use lib qw(t/lib lab/lib);
use Collab::Test;
use JSON::XS ();

my $create = '/v1/collaboration-requests';
my $x = exchange(request => 0, hours => { high => 2, medium => 5, low => 48 }, fields => [
  ['Serial', 'STRING', { validation_rules => 'not_numeric' }], ['Colour', 'SELECT', { options => "Red\r\nGreen" }],
  ['Part', 'TIERSELECT', { selections => '[{"value":"Disk","children":[{"value":"SSD"},{"value":"HDD","children":[]}]},{"value":"Fan"}]' }],
  ['Count', 'INTEGER'], ['Mail', 'EMAIL'], ['Call', 'PHONE'], ['Trace', 'HIDDEN'],
]);
my ($serial, $colour, $part, $count, $mail, $call, $trace) = @{ $x->receiver->document->{fields} };
my ($from, $to) = map { $_->company } $x->parties;

subtest 'a new request has a full record' => sub {
  my $record = $x->submitter->post($create, $x->a_request(priority => 'HIGH'))->ok;
  is_shaped $record, SUBMITTED;
  my ($id, $token, $made, $updated, $due) = delete @{$record}{qw(id token createdAt updatedAt respondBy)};
  is $updated, $made, 'updatedAt equals createdAt';
  cmp_ok abs(seconds($made) - time), '<', 60;
  is seconds($due) - seconds($made), 2 * 3600, 'respondBy follows the receiver\'s hours for the priority';
  like delete $record->{priorityNote}, qr/HIGH.*\b2 hours/;
  my $me = $x->submitter->get('/v1/me')->ok->{user};
  is_deeply $record, {
    submitCompanyName => $from->{name}, submitCompanyId => $from->{id}, submitterCaseNumber => 'CASE-1',
    receiveCompanyName => $to->{name}, receiveCompanyId => $to->{id}, receiveDepartmentId => null, receiveDepartmentName => null, receiverCaseNumber => null,
    summary => 'Link down', description => 'Since noon', direction => 'OUTBOUND', priority => 'HIGH', status => 'OPEN', deletedAt => null,
    responded => false, feedbackRequested => false, reminderSent => false, escalationInstructions => 'Call the desk',
    contactDocumentId => $x->document, contactDocumentName => $x->receiver->document->{name}, testCase => false, customFields => [],
    submittedBy => $me, submitterContactDetails => { name => $x->submitter->name, email => $x->submitter->email, phone => "$me->{phoneCountryCode} $me->{phone}" },
    receiverContactDetails => { name => 'Support desk', email => "desk\@$to->{domain}", phone => '555 0199' }, caseNotes => [], caseResponses => [],
    internalNotes => [],
  };
};

subtest 'the phone number of the default contact keeps its country code' => sub {
  my @numbers = (['+49', '170 1234', '+49 170 1234'], [null, '170 1234', '170 1234'], ['+49', null, null], ['+49', '+41 555', '+41 555'], ['49', '0049 555', '0049 555'],
    ['+49', '1' x 46, '+49 ' . '1' x 46], ['+49', '1' x 47, '1' x 47]);
  for my $number (@numbers) {
    owner()->do('update account set phone_country_code = ?, phone = ? where id = ?', undef, @$number[0, 1], $x->submitter->id);
    my $contact = $x->open_request->{submitterContactDetails};
    is $contact->{phone}, $number->[2];
    is_deeply $x->submitter->get('/v1/forms/document/' . $x->document)->ok->{submitterContactDetails}, $contact, 'the form has the same contact';
  }
};

subtest 'respondBy depends on the priority' => sub {
  for my $case ([MEDIUM => 5], [LOW => 48]) {
    my $record = $x->open_request(priority => $case->[0]);
    is seconds($record->{respondBy}) - seconds($record->{createdAt}), $case->[1] * 3600, $case->[0];
  }
  my $y = exchange(request => 0);
  for my $case ([HIGH => 1], [MEDIUM => 4], [LOW => 24]) {
    my $record = $y->open_request(priority => $case->[0]);
    is seconds($record->{respondBy}) - seconds($record->{createdAt}), $case->[1] * 3600, "$case->[0] by default";
  }
};

subtest 'all optional members may be given' => sub {
  my $record = $x->submitter->post($create, $x->a_request(
    testSubmission => true, internalNotes => [{ note => 'ours' }, { note => 'alone', more => 1 }], receiverCompanyId => $to->{id} + 0,
      receiverDepartmentId => null,
    submitterContactDetails => { name => 'Night desk', email => 'night@desk.example', phone => '1' },
    customFields => [{ fieldId => "$colour", value => 'Green', label => 'x' }, { fieldId => $serial, value => 'SN-1' }, { fieldId => $part,
      value => 'Disk : SSD' },
      { fieldId => $count, value => '42' }, { fieldId => $mail, value => 'a@b.example' }, { fieldId => $call, value => '+41 555' },
        { fieldId => $trace, value => null }],
  ))->ok;
  is_shaped $record, SUBMITTED;
  is $record->{testCase}, true;
  is_deeply $record->{submitterContactDetails}, { name => 'Night desk', email => 'night@desk.example', phone => '1' };
  is_deeply $x->another(submitterContactDetails => { name => '', email => '', phone => '' })->record->{submitterContactDetails},
    { name => '', email => null, phone => '' }, 'an empty e-mail address is stored as null';
  my %value = map { $_->{fieldName} => $_->{value} } @{ $record->{customFields} };
  is_deeply \%value, { Serial => 'SN-1', Colour => 'Green', Part => 'Disk : SSD', Count => '42', Mail => 'a@b.example', Call => '+41 555' };
  is_deeply [map { $_->{id} } @{ $record->{customFields} }], [$serial, $colour, $part, $count, $mail, $call], 'custom fields come in the form\'s order';
  is_deeply $record->{internalNotes}, [{ note => 'ours' }, { note => 'alone' }];
  my $path = "$create/$record->{token}";
  is_deeply $x->submitter->get($path)->ok->{internalNotes}, $record->{internalNotes}, 'the submitter\'s company sees its internal notes';
  ok !exists $x->receiver->get($path)->ok->{internalNotes}, 'the receiver\'s company does not';
  ok index($x->receiver->get($path)->text, 'alone') < 0;
};

subtest 'a colleague has the same rights to a request' => sub {
  my $colleague = user($from);
  my $y = $x->another;
  is_deeply $colleague->get($y->path)->ok, $x->submitter->get($y->path)->ok;
  $colleague->post($y->closure)->ok;
};

subtest 'missing and invalid members are listed' => sub {
  my @required = qw(documentId internalCaseNumber problemSummary problemDescription priority);
  $x->submitter->post($create, {})->invalid(@required);
  $x->submitter->post($create, { map { $_ => null } @required })->invalid(@required);
  $x->submitter->post($create, { map { $_ => [] } @required, qw(testSubmission submitterContactDetails receiverCompanyId) })
    ->invalid(@required, qw(testSubmission submitterContactDetails receiverCompanyId));
  $x->submitter->post($create, $x->a_request(documentId => $_))->invalid('documentId') for '1', 1.5, -1, 0, '', true;
  $x->submitter->post($create, $x->a_request(priority => $_))->invalid('priority') for '', 'low', 'URGENT', 1;
  $x->submitter->post($create, $x->a_request(testSubmission => $_))->invalid('testSubmission') for 'true', 1, 0, '';
  $x->submitter->post($create, $x->a_request(customFields => {}, internalNotes => 'x'))->invalid(qw(customFields internalNotes));
  $x->submitter->post($create, $x->a_request(customFields => [1, { value => 7 }, { fieldId => 'x' }], internalNotes => [{}, { note => 1 }]))
    ->invalid(qw(customFields[0] customFields[1].fieldId customFields[1].value customFields[2].fieldId internalNotes[0].note internalNotes[1].note));
  $x->submitter->post($create, $x->a_request(submitterContactDetails => { name => 1, email => 'x', phone => text_of(51) }))
    ->invalid(map { "submitterContactDetails.$_" } qw(name email phone));
  my $record = $x->submitter->post($create, $x->a_request(internalCaseNumber => '', problemSummary => '',
    problemDescription => ''))->ok('an empty string is a value');
  is $record->{summary}, '';
};

subtest 'lengths count code points, and text comes back exactly' => sub {
  my %max = (internalCaseNumber => 191, problemSummary => 500, problemDescription => 10000);
  my %shown = (internalCaseNumber => 'submitterCaseNumber', problemSummary => 'summary', problemDescription => 'description');
  my %sent = map { $_ => text_of($max{$_} - 2) . "\n😀" } keys %max;
  my $record = $x->submitter->post($create, $x->a_request(%sent, submitterContactDetails => { name => text_of(191), phone => text_of(50),
    email => null }))->ok;
  is $record->{ $shown{$_} }, $sent{$_}, $_ for sort keys %max;
  is $record->{submitterContactDetails}{email}, undef;
  $x->submitter->post($create, $x->a_request(map { $_ => "$sent{$_}x" } keys %max))->invalid(keys %max);
  my $text = "  <i>\t\"\\\r\n{service} {token} %20 \x{7f}\x{301}\x{200d} ";
  is $x->open_request(problemDescription => $text)->{description}, $text;
  is $x->receiver->get($x->path)->ok->{description}, $text;
};

subtest 'custom fields must fit the form' => sub {
  my $with = sub { return $x->submitter->post($create, $x->a_request(customFields => [@_])) };
  my $a = sub { return { fieldId => $_[0], value => $_[1] } };
  $with->($a->($colour, 'Blue'), $a->($part, 'Disk'), $a->($count, '4.2'), $a->($mail, 'a@b'), $a->($call, 'none'), $a->($serial, '123'),
    $a->(999_999_999, 'x'))
    ->invalid(map({ "customFields[$_].value" } 0 .. 5), 'customFields[6].fieldId');
  $with->($a->($part, $_))->ok("a choice: $_") for 'Disk : HDD', 'Disk:HDD', 'Fan';
  $with->($a->($part, $_))->invalid('customFields[0].value') for 'HDD', 'Disk : HDD : x', 'disk : hdd', 'Fan :';
  my $told = sub { return $with->($a->(@_))->invalid('customFields[0].value')->[0]{message} };
  is $told->($colour, 'red'), 'must be one of Red, Green', 'the message lists the choices';
  is $told->($part, 'HDD'), 'must be one of Fan, Disk:SSD, Disk:HDD';
  is $told->($mail, 'a@' . 'b.' x 100 . 'example'), 'must have at most 191 characters', 'the error says that an e-mail address is too long';
  is $told->($mail, 'a' x 65 . '@b.example'), 'must have at most 64 characters before the @';
  is $told->($mail, 'a@b'), 'must be an e-mail address';
  $with->($a->($count, $_))->ok("an integer: $_") for '0', '-7', '123456789';
  $with->($a->($count, $_))->ok('an integer of ' . length($_) . ' characters') for '1' x 19, '9' x 5000, '-' . '9' x 5000;
  $with->($a->($count, $_))->invalid('customFields[0].value') for '9' x 5001, '-' . '9' x 5001, '+', '--1', '1 ', '１';
  $with->($a->($call, '5' x 50))->ok;
  $with->($a->($call, '5' x 51))->invalid('customFields[0].value');
  $with->($a->($trace, text_of(5000)))->ok;
  $with->($a->($trace, text_of(5001)))->invalid('customFields[0].value');
  $with->($a->($serial, 'a'), $a->($serial, 'b'))->invalid('customFields[1].fieldId');
  $with->(map { $a->($_, '') } $colour, $part, $count, $mail, $call)->ok('optional fields may be blank');
  my $other = form($x->stranger->company, fields => [['Other', 'STRING']]);
  $with->($a->($other->{fields}[0], 'x'))->invalid('customFields[0].fieldId');
};

subtest 'required fields of a form must be filled in' => sub {
  my $y = exchange(request => 0, fields => [['Must', 'STRING', { required => 1 }], ['Pick', 'SELECT', { required => 1,
    options => "A\r\nB" }], ['May', 'STRING']]);
  my ($must, $pick) = @{ $y->receiver->document->{fields} };
  my $list = $y->submitter->post($create, $y->a_request)->invalid(map { "customFields[fieldId=$_]" } $must, $pick);
  like join(' ', map { $_->{message} } @$list), qr/Must.*Pick|Pick.*Must/, 'the messages name the missing fields';
  my $z = exchange(request => 0, fields => [map { [$_->[0], 'STRING', { required => 1, display_order => $_->[1] }] } ['C', 3], ['A', 1], ['D', 3], ['B', 2], ['E', 10]]);
  is join(' ', map { $_->{message} =~ /: (\w)/ } @{ $z->submitter->post($create, $z->a_request)->invalid(map { "customFields[fieldId=$_]" } @{ $z->receiver->document->{fields} }) }),
    'A B C D E', 'errors come in display order';
  $y->submitter->post($create, $y->a_request(customFields => [{ fieldId => $must, value => " \t" }, { fieldId => $pick, value => null }]))
    ->invalid(qw(customFields[0].value customFields[1].value));
  $y->submitter->post($create, $y->a_request(customFields => [{ fieldId => $must, value => 'x' }, { fieldId => $pick, value => 'B' }]))->ok;
};

subtest 'the document determines the receiver' => sub {
  my $department = department($to, name => 'Labs');
  my $form = form($to, department => $department);
  my $record = $x->submitter->post($create, $x->a_request(documentId => $form->{id} + 0, receiverDepartmentId => $department->{id} + 0,
    receiverCompanyId => $to->{id} + 0))->ok;
  is $record->{receiveCompanyId}, $to->{id};
  $x->submitter->post($create, $x->a_request(receiverCompanyId => $from->{id} + 0))->invalid('receiverCompanyId');
  $x->submitter->post($create, $x->a_request(receiverDepartmentId => $department->{id} + 0))->invalid('receiverDepartmentId');
  $x->submitter->post($create, $x->a_request(documentId => $form->{id} + 0, receiverDepartmentId => 999_999_999, receiverCompanyId => 999_999_999))
    ->invalid(qw(receiverCompanyId receiverDepartmentId));
};

subtest 'every company that the caller may not deal with gives the same 403' => sub {
  for my $document ($x->stranger->document->{id}, $x->submitter->document->{id}, 999_999_999, 9_223_372_036_854_775_807) {
    my $error = $x->submitter->post($create, $x->a_request(documentId => $document + 0))->fails(403);
    is $error->{message}, 'You are not able to interact with the referenced company.';
  }
  $x->stranger->post($create, $x->a_request)->fails(403);
  nobody->post($create, $x->a_request)->fails(401);
};

subtest 'both parties can read a request' => sub {
  my $record = $x->open_request;
  is_deeply $x->submitter->get($x->path)->ok, $record, 'it is as answered at creation';
  my $theirs = $x->receiver->get($x->path)->ok;
  is_shaped $theirs, REQUEST;
  delete $record->{internalNotes};
  is_deeply $theirs, { %$record, direction => 'INBOUND' };
  is $x->receiver->head($x->path)->status, 200;
  $x->stranger->get($x->path)->fails(404);
  is $x->stranger->head($x->path)->status, 404;
  $x->submitter->get("$create/AAAAAAAAAAAAAAAAAAAA")->fails(404);
  $x->submitter->get("$create/AAAAAAAAAAAAAAAAAAAA", headers => { accept => 'application/problem+json' })->is_problem(404, 'unknown');
  nobody->get($x->path)->fails(401);
  $x->submitter->get($x->path . '?includeRemovedNotes=maybe')->invalid('includeRemovedNotes');
  $x->submitter->get($x->path . '?includeRemovedNotes=false')->ok;
  $x->submitter->get($x->path . '/')->fails(404);
};

subtest 'a record keeps the names of its creation' => sub {
  my $y = exchange();
  my ($old) = map { $_->{name} } $y->submitter->company;
  owner()->do('update company set name = ? where id = ?', undef, "Renamed $old", $y->submitter->company->{id});
  is $y->receiver->get($y->path)->ok->{submitCompanyName}, $old;
};

subtest 'the stored JSON text equals a new rendering' => sub {
  my $y = $x->another->in('ACCEPTED');
  $x->submitter->post($y->notes, a_note())->ok;
  my $before = $x->submitter->get($y->path)->text;
  owner()->do("update $_->[0] set $_->[1] = $_->[1] where $_->[2] = ?", undef, $y->record->{id}) for ['request', 'summary', 'id'], ['note',
    'summary', 'request'], ['response', 'next_steps', 'request'];
  is $x->submitter->get($y->path)->text, $before;
};

subtest 'the submitter may change case number and contact' => sub {
  my $y = $x->another;
  my $before = $y->record;
  owner()->do(q(update request set updated_at = '2025-01-01' where token = ?), undef, $y->token);
  my $record = $x->submitter->patch($y->path, { internalCaseNumber => 'CASE-2' })->ok;
  is_shaped $record, SUBMITTED;
  is $record->{submitterCaseNumber}, 'CASE-2';
  cmp_ok seconds($record->{updatedAt}), '>', seconds('2025-01-02T00:00:00Z'), 'a change updates the request';
  is_deeply $record->{submitterContactDetails}, $before->{submitterContactDetails}, 'an absent member is unchanged';
  $record = $x->submitter->patch($y->path, { submitterContactDetails => { phone => '9', email => null } })->ok;
  is_deeply $record->{submitterContactDetails}, { %{ $before->{submitterContactDetails} }, phone => '9', email => null },
    'the patch merges into the object';
  is $x->submitter->patch($y->path, { internalCaseNumber => null })->ok->{submitterCaseNumber}, undef;
  is_deeply $x->submitter->patch($y->path, { submitterContactDetails => null })->ok->{submitterContactDetails}, { name => null,
    email => null, phone => null };
  my $now = $x->submitter->get($y->path)->ok;
  $x->submitter->patch($y->path, { summary => 'no', status => 'CLOSED', unknown => 1 }, type => 'application/json')->invalid(qw(summary status unknown));
  is_deeply $x->submitter->patch($y->path, { submitterContactDetails => {}, summary => 'no', status => 'CLOSED', unknown => 1 }, type => 'application/json')->ok, $now,
    'unknown members beside a known one are ignored';
  is $x->submitter->patch($y->path, { internalCaseNumber => text_of(191) })->ok->{submitterCaseNumber}, text_of(191);
};

subtest 'a patch by others, of a closed request, or in another format is refused' => sub {
  my $y = $x->another;
  $x->receiver->patch($y->path, { internalCaseNumber => 'x' })->fails(403, qr/submitter/);
  $x->stranger->patch($y->path, { internalCaseNumber => 'x' })->fails(404);
  nobody->patch($y->path, {})->fails(401);
  $x->submitter->patch($y->path, $_)->fails(400) for '[]', '7', '{', '';
  $x->submitter->patch($y->path, { internalCaseNumber => 7, submitterContactDetails => { email => 'x', name => text_of(192), phone => text_of(51) } })
    ->invalid('internalCaseNumber', map { "submitterContactDetails.$_" } qw(email name phone));
  $x->submitter->patch($y->path, { internalCaseNumber => text_of(192),
    submitterContactDetails => 'x' })->invalid(qw(internalCaseNumber submitterContactDetails));
  $x->submitter->patch($y->path, {}, type => 'text/plain')->fails(415);
  $x->submitter->patch($y->path, ' ' x 1_100_000)->fails(413);
  $x->submitter->post($create, ' ' x 1_100_000)->fails(413);
  $x->submitter->post($create, {}, type => 'text/xml')->fails(415);
  $y->in('CLOSED');
  $x->submitter->patch($y->path, { internalCaseNumber => 'x' })->fails(409, qr/closed/);
};

subtest 'a search result can be used in a new request' => sub {
  my ($with, $without, $elsewhere) = (department($to), department($to, name => 'Kiosk of ' . $to->{name}), department($x->stranger->company));
  form($to, department => $with);
  my ($found) = grep { ($_->{departmentId} // 0) == $without->{id} } @{ $x->submitter->get('/v1/partners/' . in_path($without->{name}))->ok };
  is_deeply [owner()->selectrow_array('select company, department from document where id = ?', undef, $found->{documentId})], [$to->{id}, undef],
    'a department without a form is found with its company\'s form';
  my $record = $x->submitter->post($create, $x->a_request(documentId => 0 + $found->{documentId}, receiverDepartmentId => 0 + $found->{departmentId}, receiverCompanyId => 0 + $found->{companyId}))->ok;
  is_deeply [@$record{qw(receiveCompanyId receiveDepartmentId receiveDepartmentName)}], [$to->{id}, 0 + $without->{id}, $without->{name}], 'the record names the department';
  owner()->do(q(update department set name = 'Renamed ' || id where id = ?), undef, $without->{id});
  is $x->receiver->get("$create/$record->{token}")->ok->{receiveDepartmentName}, $without->{name}, '… by its name at creation';
  $x->submitter->post($create, $x->a_request(receiverDepartmentId => 0 + $_->{id}))->invalid('receiverDepartmentId') for $with, $elsewhere;
  owner()->do('update department set active = false where id = ?', undef, $without->{id});
  $x->submitter->post($create, $x->a_request(receiverDepartmentId => 0 + $without->{id}))->invalid('receiverDepartmentId');
};

done_testing;
