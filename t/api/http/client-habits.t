# t/api/http/client-habits.t: habits of real clients are accepted: empty bodies, explicit nulls, unknown members, odd encodings
# interface.md 2.6 to 2.9, 3.2 and 3.7
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Form;
use Collab::Wire;

my $x = exchange();
my ($ada, $ben) = $x->parties;
my $note = '"summary":"s","description":"d","priority":"LOW"';
my $authorization = "Host: x\r\nAuthorization: Bearer " . $ada->token . "\r\n";

subtest 'a closure needs no body, whatever its Content-Type' => sub {
  my @bodies = (['no body', undef], ['an empty body', ''], ['{}', '{}'], ['unknown members', '{"reason":"done"}']);
  for my $case (@bodies) {
    my ($what, $body) = @$case;
    is $ada->post($x->another->closure, $body)->ok->{status}, 'CLOSED', $what;
  }
  my $path = $x->another->closure;
  is wire("POST $path HTTP/1.1\r\n${authorization}Content-Type: application/json\r\nContent-Length: 0\r\n\r\n")->status, 200, 'Content-Length: 0';
  $path = $x->another->closure;
  is wire("POST $path HTTP/1.1\r\n${authorization}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")->status, 200, 'an empty chunked body';
  $path = $x->another->closure;
  is wire("POST $path HTTP/1.1\r\n${authorization}Content-Type: text/plain\r\nContent-Length: 0\r\n\r\n")->status, 200, 'an empty body as text/plain';
};

subtest 'an optional member may be null' => sub {
  my $y = $x->another(testSubmission => null, customFields => null, internalNotes => null, submitterContactDetails => null, receiverCompanyId => null,
    receiverDepartmentId => null);
  is_deeply $y->record->{customFields}, [];
  is $y->record->{submitterContactDetails}{email}, $ada->email, 'null gives the default';
  $ada->post($y->notes, a_note(submittedBy => { id => 0, map { $_ => null } qw(username firstName lastName email phone phoneCountryCode city emailCheckFailData) }))->ok;
  $ben->post($y->approval, an_approval(engineerPhone => null))->ok;
  $ada->post($y->closure, { anything => null })->ok;
  my %none = map { $_ => null } qw(eventTypes callbackAuth caseDirections partnerCompanyIds contentType payloadVersion);
  my $hook = $ada->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/in', %none })->ok;
  is scalar @{ $hook->{eventTypes} }, 5, 'null gives all event types';
  is $hook->{callbackAuthType}, 'NONE';
  $ada->post('/v2/webhooks', { callbackUrl => null })->invalid('callbackUrl');
};

subtest 'unknown members and parameters are ignored' => sub {
  for my $value ('null', '[]', '{"a":{"b":[1,"",null]}}', '"\ud83d\ude00"', '1.5e300', '99999999999999999999', '-1e999', '1e999999', '0.' . '1' x 2000) {
    my $what = substr $value, 0, 30;
    $ada->post($x->notes, "{$note,\"unknown\":$value}")->ok("$what in a note");
    $ada->post($x->another->closure, "{\"unknown\":$value}")->ok("$what in a body without known members");
    $ada->patch($x->path, "{\"internalCaseNumber\":\"C\",\"unknown\":$value}")->ok("$what in a merge patch");
    $ada->post('/v1/collaboration-requests', sprintf '{"documentId":%d,"internalCaseNumber":"C","problemSummary":"s","problemDescription":"d","priority":"LOW","customFields":[],"internalNotes":[{"note":"n","unknown":%s}],"unknown":%s}',
      $x->document, $value, $value)->ok("$what in a request");
  }
  $ada->post($x->notes, "{$note,\"submittedBy\":{\"id\":$_}}")->invalid('submittedBy.id') for '99999999999999999999', '-1e999', '1.5';
  $ada->get($x->path . '?_=1795237392&callback=x&updatedAfter=now')->ok('unknown parameters are ignored');
};

subtest 'a client may send a whole form back, with its trees of choices' => sub {
  my $tree = sub { my ($here, $levels, $wide) = @_; return [map { { id => $_, name => "choice $_", children => $levels ? $here->($here, $levels - 1, $wide) : [] } } 1 .. $wide] };
  my @fields = map { { fieldId => $_, value => '', fieldType => 'TIERSELECT', required => JSON::XS::false, selections => $tree->($tree, 2, 10) } } 1 .. 5;
  my %form = (%{ $x->a_request }, %{ $ada->get('/v1/forms/document/' . $x->document)->ok }, customFields => [], form => \@fields, documentId => $x->document);
  $ada->post('/v1/collaboration-requests', \%form)->ok('in a member that the operation does not know');
  my @faults = map { $_->{field} } @{ $ada->post('/v1/collaboration-requests', { %form, customFields => \@fields, customerSection => [{}, 1] })->fails(400)->{validationErrors} };
  is scalar(grep { !/^customFields\[\d\]/ } @faults), 0, 'in customFields: only unknown fields of the form are faults' or diag "@faults";
};

subtest 'a PATCH may be application/json' => sub {
  my $y = $x->another;
  my %type = (type => 'application/json; charset=utf-8');
  is $ada->request('PATCH', $y->path, body => { internalCaseNumber => 'C-2' }, %type)->ok->{submitterCaseNumber}, 'C-2';
  $ben->post($y->approval, an_approval())->ok;
  is $ben->request('PATCH', $y->approval, body => { engineerPhone => null }, %type)->ok->{caseResponses}[-1]{engineerPhone}, undef, 'null removes a member, as in a merge patch';
  my $hook = $ada->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/in' })->ok;
  ok !$ada->request('PATCH', "/v2/webhooks/$hook->{id}", body => { active => false }, %type)->ok->{active};
};

subtest 'file parts need no Content-Type, and the description may be in the query or the form' => sub {
  my $y = $x->another;
  my $said = sub {
    my ($path, $body) = @_;
    my $answer = $ada->request('POST', $path, body => $body, type => 'multipart/form-data; boundary=b');
    is $answer->ok->[0]{fileName}, 'a b.txt';
    return $ada->get($y->notes)->ok->[-1]{description};
  };
  my $file = qq(--b\r\nContent-Disposition: form-data; name="files"; filename="a b.txt"\r\n\r\nhello\r\n);
  my $described = sub { return qq(--b\r\nContent-Disposition: form-data; name="description"\r\n\r\n$_[0]\r\n) };
  my $path = $y->path . '/attachments';
  like $said->("$path?description=two%20words", "$file--b--\r\n"), qr/^two words\n/, 'in the query, with a blank as %20';
  like $said->("$path?description=two+words", "$file--b--\r\n"), qr/^two words\n/, 'in the query, with a blank as +';
  like $said->($path, $described->('in the form') . "$file--b--\r\n"), qr/^in the form\n/, 'in the form, before the file';
  like $said->($path, $file . $described->('behind it') . "--b--\r\n"), qr/^behind it\n/, 'in the form, after the file';
  like $said->("$path?description=", "$file--b--\r\n"), qr/^a b\.txt: /, 'an empty description gives the default text';
  like $said->($path, $described->('') . "$file--b--\r\n"), qr/^a b\.txt: /;
};

subtest 'blanks may be %20, and colons need no escape' => sub {
  my $name = $ben->company->{name};       # two words
  my $found = sub { return [map { $_->{companyId} } @{ $ada->get($_[0])->ok }] };
  ok +(grep { $_ == $ben->company->{id} } @{ $found->('/v1/partners/' . $name =~ s/ /%20/gr) }), 'a blank as %20 in a path';
  $ada->get('/v1/partners/search?query=who%20repairs%20disks')->ok('a blank as %20 in a query');
  for my $date ('2020-01-01T00:00:00Z', '2020-01-01T00:00:00.123Z', '2020-01-01T01:00:00+01:00', '2020-01-01T01:00:00%2B01:00', '2020-01-01T01:00:00%2b01%3A00', '2020-01-01T01:00:00%2001:00', '2020-01-01T01:00:00.5+01:00',
    '2020-01-01T00%3A00%3A00Z', '2019-12-31T23:00:00-01:00') {
    is scalar @{ $ada->get($x->notes . "?createdAfter=$date")->ok }, scalar @{ $ada->get($x->notes)->ok }, "createdAfter=$date";
    ok scalar @{ $ada->get("/v2/collaboration-requests/list?updatedAfter=$date")->ok }, "updatedAfter=$date";
  }
  is_deeply $ada->get($x->notes . '?createdAfter=2999-01-01T00:00:00Z')->ok, [];
};

done_testing;
