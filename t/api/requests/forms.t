# t/api/requests/forms.t: the form of a company, department or document is the body of a new request with blanks
# interface.md 8.1 to 8.3
use lib qw(t/lib lab/lib);
use Collab::Test;
use JSON::XS ();

my ($me, $partner, $far) = (company(), company(form => 0), company());
community($me, $partner);
community($far);
my $user = user($me);
my $tree = [{ value => 'Disk', children => [{ value => 'SSD', children => [] }, { value => 'HDD', children => [] }] }, { value => 'Fan',
  children => [] }];
my $form = form($partner, name => 'How can we help?', fields => [
  ['Serial', 'STRING', { section => 'CONTACT_SECTION', validation_rules => 'not_numeric', value => 'SN-', display_order => 2 }],
  ['Colour', 'SELECT', { options => "Red\r\nGreen", required => 1, additional_settings => 'wide', display_order => 1 }],
  ['Part', 'TIERSELECT', { section => 'COMMON_CUSTOMER_SECTION', selections => JSON::XS->new->encode($tree), display_order => 3 }],
  ['Count', 'INTEGER'], ['Mail', 'EMAIL'], ['Call', 'PHONE'], ['Trace', 'HIDDEN'],
]);
my $department = department($partner, name => 'Night shift');
my $night = form($partner, department => $department, name => 'Night form');

subtest 'the form of a document has all its fields' => sub {
  my $got = $user->get("/v1/forms/document/$form->{id}")->ok;
  is_shaped $got, FORM;
  is $got->{documentId}, $form->{id};
  is $got->{priority}, 'MEDIUM', 'the priority is never blank, because clients read it as an enumeration';
  is $got->{testSubmission}, JSON::XS::false;
  is $got->{adminNote}, 'Be brief';
  is $got->{escalationInstructions}, 'Call the desk';
  is_deeply $got->{internalNotes}, [];
  my @fields = @{ $got->{customFields} };
  is scalar @fields, 7;
  is_deeply [map { $_->{displayOrder} } @fields], [sort { $a <=> $b } map { $_->{displayOrder} } @fields], 'fields are in display order';
  my %by = map { $_->{label} => $_ } @fields;
  is_deeply $by{Colour}, { fieldId => $form->{fields}[1], section => 'PROBLEM_SECTION', label => 'Colour', options => "Red\r\nGreen",
    additionalSettings => 'wide', type => 'SELECT', displayOrder => 1, validationRules => null, value => null, selections => [], required => true };
  is_deeply $by{Part}{selections}, $tree;
  is_deeply [@{ $by{Serial} }{qw(section value validationRules required)}], ['CONTACT_SECTION', 'SN-', 'not_numeric', false];
};

subtest 'a company and a department have a form' => sub {
  is_deeply $user->get("/v1/forms/company/$partner->{id}")->ok, $user->get("/v1/forms/document/$form->{id}")->ok;
  is $user->get("/v1/forms/department/$department->{id}")->ok->{documentId}, $night->{id};
  my $plain = department($partner);
  is $user->get("/v1/forms/department/$plain->{id}")->ok->{documentId}, $form->{id}, 'a department without a form has the company\'s';
};

subtest 'the completed form creates a request' => sub {
  my $got = $user->get("/v1/forms/document/$night->{id}")->ok;
  my $record = $user->post('/v1/collaboration-requests', { %$got, internalCaseNumber => 'F-1', problemSummary => 's',
    problemDescription => 'd' })->ok;
  is $record->{priority}, 'MEDIUM', 'the priority of the form is valid';
  is $record->{contactDocumentId}, $night->{id};
  is $record->{contactDocumentName}, 'Night form';
};

subtest 'every company that the caller may not deal with gives the same 403' => sub {
  my $own = company();
  my $mine = user($own);
  community($own);
  my $bare = company(form => 0);
  community($me, $bare);
  my $there = department($far);
  my %path = ('no partner' => "/v1/forms/company/$far->{id}", 'its document' => "/v1/forms/document/$far->{document}{id}",
    'its department' => "/v1/forms/department/$there->{id}", 'oneself' => "/v1/forms/company/$me->{id}",
      'one\'s own document' => "/v1/forms/document/$me->{document}{id}",
    'nobody' => '/v1/forms/company/999999999', 'no department' => '/v1/forms/department/999999999',
      'no document' => '/v1/forms/document/9223372036854775807',
    'without a form' => "/v1/forms/company/$bare->{id}");
  for my $what (sort keys %path) {
    my $error = $user->get($path{$what})->fails(403, undef, $what);
    is $error->{message}, 'You are not able to interact with the referenced company.';
  }
  $user->get("/v1/forms/company/$far->{id}", headers => { accept => 'application/problem+json' })->is_problem(403, 'no-interaction');
  owner()->do('update document set active = false where id = ?', undef, $night->{id});
  $user->get("/v1/forms/document/$night->{id}")->fails(403);
};

subtest 'the form of a disabled department does not exist' => sub {
  my ($off, $bare) = map { department($partner) } 1 .. 2;
  my $own = form($partner, department => $off, name => 'Form of a disabled department');
  my $ask = sub { my ($form, $who) = @_; return $user->post('/v1/collaboration-requests', { documentId => 0 + $form->{id}, internalCaseNumber => 'F-2', problemSummary => 's',
    problemDescription => 'd', priority => 'LOW', customFields => $form == $own ? [] : [{ fieldId => 0 + $form->{fields}[1], value => 'Red' }], $who ? (receiverDepartmentId => 0 + $who->{id}) : () }) };
  $_->ok for $user->get("/v1/forms/document/$own->{id}"), $ask->($own), $ask->($own, $off), $ask->($form, $bare);
  my $tag = $user->get("/v1/forms/document/$own->{id}")->header('etag');
  collabctl('department', 'disable', $_->{id}) for $off, $bare;
  my %refused = ('the department\'s form' => $user->get("/v1/forms/department/$off->{id}"), 'the same by its documentId' => $user->get("/v1/forms/document/$own->{id}"),
    'with the tag of before' => $user->get("/v1/forms/document/$own->{id}", headers => { 'if-none-match' => $tag }), 'a new request with it' => $ask->($own),
    'a new request that names the department' => $ask->($own, $off), 'the form of one that uses the company\'s' => $user->get("/v1/forms/department/$bare->{id}"));
  is $refused{$_}->fails(403, undef, $_)->{message}, 'You are not able to interact with the referenced company.' for sort keys %refused;
  $ask->($form, $bare)->invalid('receiverDepartmentId');
  is_deeply [grep { ($_->{departmentId} // 0) == $off->{id} } @{ $user->get('/v1/partners/' . in_path($off->{name}))->ok }], [], 'nor is it found';
  $user->get("/v1/forms/document/$form->{id}")->ok('the company\'s form stays');
  collabctl('department', 'enable', $off->{id});
  $_->ok for $user->get("/v1/forms/document/$own->{id}"), $ask->($own, $off);
};

subtest 'a malformed id is 400' => sub {
  for my $case (['company', 'companyId'], ['department', 'departmentId'], ['document', 'documentId']) {
    my ($kind, $name) = @$case;
    $user->get("/v1/forms/$kind/$_")->invalid($name) for qw(x 1x -x 1.0 +1 9223372036854775808 %20 0x1), '1%2F2';
    nobody->get("/v1/forms/$kind/1")->fails(401);
    $user->get("/v1/forms/$kind/")->fails(404);
  }
};

done_testing;
