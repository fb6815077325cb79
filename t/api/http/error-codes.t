# t/api/http/error-codes.t: in a ProblemDetail each validation error has a code, and one about a custom field its fieldId
# interface.md 5.2 to 5.4
use lib qw(t/lib lab/lib);
use Collab::Form;
use Collab::Test;
use JSON::XS ();

my $json = JSON::XS->new->utf8->canonical;
my $create = '/v1/collaboration-requests';
my $x = exchange();
my $me = $x->submitter;
my $y = exchange(request => 0, fields => [['Serial', 'STRING', { validation_rules => 'not_numeric' }], ['Colour', 'SELECT', { options => "Red\r\nGreen" }], ['Count', 'INTEGER'],
  ['Mail', 'EMAIL'], ['Call', 'PHONE'], ['Site', 'STRING', { required => 1 }], ['Rack', 'STRING', { required => 1 }]]);
my ($serial, $colour, $count, $mail, $call, $site, $rack) = map { 0 + $_ } @{ $y->receiver->document->{fields} };
my %seen;

# Tests the entries of a refusal, each as "field code" or "field code fieldId". An ErrorResponse has the same entries in the same order, with
# field and message alone. The call must change nothing.
sub refused {
  my ($what, $want, $call) = @_;
  local $Test::Builder::Level = $Test::Builder::Level + 1;
  my $problem = $call->(accept => 'application/problem+json')->is_problem(400, 'invalid');
  my @entries = @{ $problem->{validationErrors} || [] };
  is_deeply [map { join ' ', grep { defined } @{$_}{qw(field code fieldId)} } @entries], $want, $what;
  is_deeply [map { join ' ', grep { !/^(?:field|message|code|fieldId)$/ } sort keys %$_ } @entries], [map { '' } @$want], '… with no other members';
  is $call->()->text, $json->encode({ message => $problem->{detail}, validationErrors => [map { { field => $_->{field}, message => $_->{message} } } @entries] }),
    '… and the ErrorResponse has fields and messages alone';
  $seen{ $_->{code} } = 1 for @entries;
}

# What a method, a path, and perhaps a body and headers are refused for.
sub get_is { my ($path, @want) = @_; return refused("GET $path", \@want, sub { $me->get($path, headers => {@_}) }) }
sub body_is {
  my ($method, $path, $body, @want) = @_;
  return refused("$method $path " . substr(ref $body ? $json->encode($body) : $body, 0, 100), \@want, sub { $me->$method($path, $body, headers => {@_}) });
}
sub fields_are {
  my ($fields, @want) = @_;
  return refused('custom fields ' . substr($json->encode($fields), 0, 100), \@want, sub { $y->submitter->post($create, $y->a_request(customFields => $fields), headers => {@_}) });
}
sub header_is { my ($name, $value, @want) = @_; return refused("$name: $value", \@want, sub { $me->post($x->notes, a_note(), headers => { $name => $value, @_ }) }) }
sub form_is {
  my ($parts, @want) = @_;
  my ($form, %type) = a_form(@$parts);
  return refused("a form of @{[map { $_->[0] } @$parts]}", \@want, sub { $me->request('POST', $x->path . '/attachments', body => $form, headers => {@_}, %type) });
}

subtest 'a body' => sub {
  body_is(post => $x->notes, '[]', ' wrong-type');
  body_is(post => $x->notes, {}, map { "$_ required" } qw(summary description priority));
  body_is(post => $x->notes, { summary => 1, description => text_of(5001), priority => 'low' }, 'summary wrong-type', 'description too-long', 'priority not-a-choice');
  body_is(patch => $x->path, { submitterContactDetails => { email => 'x', phone => text_of(51) } }, 'submitterContactDetails.email not-an-email', 'submitterContactDetails.phone too-long');
  body_is(patch => $x->path, { submitterContactDetails => { email => '' } }, 'submitterContactDetails.email empty');
  body_is(patch => $x->path, { priority => 'LOW', description => 'x' }, 'description read-only', 'priority read-only');
};

subtest 'parameters of a query and a path' => sub {
  my $list = '/v2/collaboration-requests';
  get_is("$list?size=201", 'size out-of-range');
  get_is("$list?size=-1", 'size out-of-range');
  get_is("$list?size=99999999999999999999", 'size out-of-range');
  get_is("$list?size=1.5&page=x", 'size not-an-integer', 'page not-an-integer');
  get_is("$list?status=open&updatedAfter=now&includeRemovedNotes=yes", 'status not-a-choice', 'updatedAfter not-a-date', 'includeRemovedNotes not-a-choice');
  get_is("$list?size=1&size=2", 'size duplicate');
  get_is("$list?x=%ff&%ff=1", 'x bad-encoding', '%ff bad-encoding');
  get_is("$list?cursor=x", 'cursor bad-cursor');
  get_is('/v1/partners/search', 'query required');
  get_is('/v1/partners/search?query=%20', 'query empty');
  get_is('/v2/webhooks/x', 'id not-an-integer');
  get_is('/v1/forms/document/99999999999999999999', 'documentId out-of-range');
  get_is('/problems/%ff', 'code bad-encoding');
};

subtest 'headers' => sub {
  header_is('Idempotency-Key', 'x' x 256, 'Idempotency-Key not-allowed');
  header_is('If-Match', 'x', 'If-Match not-allowed');
  header_is('If-None-Match', 'x', 'If-None-Match not-allowed');
};

subtest 'custom fields, found by the field list' => sub {
  fields_are({}, 'customFields wrong-type');
  fields_are([map { { fieldId => $_ } } 1 .. 501], 'customFields too-many');
  fields_are([{ fieldId => $serial, value => 7 }, { fieldId => "$count", value => text_of(5002) }], "customFields[0].value wrong-type $serial", "customFields[1].value too-long $count");
  fields_are([null, { value => 7 }, { fieldId => 0 }, { fieldId => 'x' }], 'customFields[0] required', 'customFields[1].fieldId required', 'customFields[1].value wrong-type',
    'customFields[2].fieldId out-of-range', 'customFields[3].fieldId not-an-integer');
};

subtest 'custom fields, found by the statement' => sub {
  my @given = map { { fieldId => $_, value => 'x' } } $site, $rack;
  fields_are([], "customFields[fieldId=$site] required $site", "customFields[fieldId=$rack] required $rack");
  fields_are([{ fieldId => $rack, value => ' ' }], "customFields[fieldId=$site] required $site", "customFields[0].value required $rack");
  fields_are([@given, { fieldId => 999_999_999, value => 'x' }], 'customFields[2].fieldId unknown 999999999');
  fields_are([@given, $given[0]], "customFields[2].fieldId duplicate $site");
  my $value_is = sub { my ($field, $value, $code) = @_; fields_are([@given, { fieldId => $field, value => $value }], "customFields[2].value $code $field") };
  $value_is->($colour, 'Blue', 'not-a-choice');
  $value_is->($count, '4.2', 'not-an-integer');
  $value_is->($count, '9' x 5001, 'too-long');
  $value_is->($mail, 'a@b', 'not-an-email');
  $value_is->($mail, 'a' x 65 . '@b.example', 'too-long');
  $value_is->($mail, 'a@' . 'b.' x 100 . 'example', 'too-long');
  $value_is->($call, 'none', 'not-allowed');
  $value_is->($call, '5' x 51, 'too-long');
  $value_is->($serial, '123', 'not-allowed');
  $value_is->($serial, text_of(5001), 'too-long');
  refused('another receiver', ['receiverCompanyId mismatch', 'receiverDepartmentId mismatch'], sub {
    $y->submitter->post($create, $y->a_request(customFields => \@given, receiverCompanyId => 999_999_999, receiverDepartmentId => 999_999_999), headers => {@_}) });
  refused('more than a hundred', [map { "customFields[$_].fieldId unknown " . (1_000_000_000 + $_) } 2 .. 101],
    sub { $y->submitter->post($create, $y->a_request(customFields => [@given, map { { fieldId => 1_000_000_000 + $_ } } 2 .. 151]), headers => {@_}) });
};

subtest 'subscriptions' => sub {
  my $hook = '/v2/webhooks';
  my $url = 'http://127.0.0.1:9/';
  my $auth_is = sub { my ($auth, @want) = @_; body_is(post => $hook, { callbackUrl => $url, callbackAuth => $auth }, map { "callbackAuth.$_" } @want) };
  body_is(post => $hook, { callbackUrl => 'ftp://a/', eventTypes => ['x', 1], caseDirections => [], eventType => 1 }, 'callbackUrl not-a-url', 'eventTypes[0] not-a-choice',
    'eventTypes[1] wrong-type', 'caseDirections empty', 'eventType unknown');
  body_is(post => $hook, { callbackUrl => "https://a.example/#b" }, 'callbackUrl not-a-url');
  body_is(post => $hook, { callbackUrl => 'https://a.example/' . 'x' x 2048 }, 'callbackUrl too-long');
  body_is(post => $hook, { callbackUrl => 'http://169.254.1.1/' }, 'callbackUrl refused-address');
  body_is(post => $hook, { callbackUrl => $url, partnerCompanyIds => [999_999_999, 999_999_998] }, 'partnerCompanyIds[0] unknown', 'partnerCompanyIds[1] unknown');
  body_is(post => '/v1/webhooks', { callbackUrl => $url, caseDirections => ['INBOUND'] }, 'caseDirections unknown');
  $auth_is->({ type => 'BASIC', username => 'a:b', password => null }, 'username not-allowed', 'password required');
  $auth_is->({ type => 'HEADER', headerName => 'Host', headerValue => 'x' }, 'headerName not-allowed');
  $auth_is->({ type => 'OAUTH2_CLIENT_CREDENTIALS', oauth2TokenUrl => $url, oauth2ClientId => 'a', oauth2ClientSecret => 'b', oauth2Scope => '' }, 'oauth2Scope empty');
  my $mine = "$hook/" . $me->post($hook, { callbackUrl => $url, callbackAuth => { type => 'BEARER', token => 't' } })->ok->{id};
  body_is(patch => $mine, { active => null, callbackAuth => { type => null } }, 'active required', 'callbackAuth.type required');
  body_is(patch => $mine, { callbackUrl => 'http://127.0.0.1:10/', partnerCompanyIds => [999_999_999] }, 'callbackAuth required', 'partnerCompanyIds[0] unknown');
  body_is(post => "$mine/secret", { overlapSeconds => 999_999_999 }, 'overlapSeconds out-of-range');
  body_is(post => "$mine/redeliver", { since => '2026-01-02T00:00:00Z', until => '2026-01-01T00:00:00Z' }, 'until mismatch');
  get_is("$mine/deliveries?eventId=x&eventType=y", 'eventId not-allowed', 'eventType not-a-choice');
};

subtest 'storages and uploads' => sub {
  my $with = sub { return { domain => 'files.partner.example', password => 'p', expiration => '2099-01-01T00:00:00Z', httpsPath => '/in', httpsPort => 8443, @_ } };
  my $is = sub { my ($body, @want) = @_; body_is(put => $x->path . '/attachments/config/https', $body, @want) };
  $is->($with->(domain => 'x', httpsPath => 'in', httpsPort => 0), 'httpsPort out-of-range', 'domain not-allowed', 'httpsPath not-allowed');
  $is->($with->(expiration => '2001-01-01T00:00:00Z'), 'expiration in-the-past');
  $is->($with->(expiration => true), 'expiration wrong-type');
  $is->($with->(expiration => -1e12), 'expiration out-of-range');
  $is->($with->(password => ''), 'password required');
  $is->($with->(password => "\n"), 'password not-allowed');
  form_is([[description => undef, 'x']], 'files required');
  form_is([[files => 'a/b', 'x']], 'files not-allowed');
  form_is([[files => undef, 'x']], 'files required');
  form_is([[description => undef, "\xff"]], 'description bad-encoding');
  form_is([[description => undef, 'x' x 501]], 'description too-long');
  form_is([([description => undef, 'x']) x 2], 'description duplicate');
};

subtest 'passwords' => sub {
  my $is = sub { my ($current, $new, @want) = @_; body_is(post => '/v1/me/password', { currentPassword => $current, newPassword => $new }, @want) };
  $is->(PASSWORD, 'elevenchars', 'newPassword too-short');
  $is->(PASSWORD, 'qwertyuiop123', 'newPassword weak-password');
  $is->(PASSWORD, 'I am ' . $me->username, 'newPassword weak-password');
  $is->('wrong', 'a better battery', 'currentPassword wrong-password');
};

subtest 'the repeat with an Idempotency-Key has the codes, too' => sub {
  my $body = $y->a_request;
  my @answers = map { $y->submitter->post($create, $body, headers => { 'Idempotency-Key' => "codes-$$", accept => 'application/problem+json' }) } 1, 2;
  is $answers[1]->header('idempotent-replayed'), 'true';
  is $answers[1]->text, $answers[0]->text;
  like $answers[1]->text, qr/"code":"required","fieldId":$site\}/;
};

subtest 'the codes are a table, an enumeration, a page and a section' => sub {
  my $table = do { open my $in, '<', 'mod_collab/domain/faults.def' or die "faults.def: $!\n"; local $/; <$in> };
  my @rows = map { { code => $_->[0], meaning => $_->[1] } } map { [/"([a-z-]+)", "(.*)"\)$/] } $table =~ /^FAULT\(.*$/mg;
  my @codes = map { $_->{code} } @rows;
  is_deeply [sort keys %seen], [sort @codes], 'the answers above have every code of the table';
  for my $version ('', '-3.0') {
    my $schemas = nobody->get("/openapi$version.json")->ok->{components}{schemas};
    is $schemas->{ProblemDetail}{properties}{validationErrors}{items}{'$ref'}, '#/components/schemas/ValidationProblem', "openapi$version.json: the entries of a ProblemDetail";
    is_deeply $schemas->{ValidationProblem}{properties}{code}{enum}, \@codes, '… have an enumeration of the codes';
    is_deeply [sort @{ $schemas->{ValidationProblem}{required} }], [qw(code field message)], '… and always a code';
    is_deeply [sort keys %{ $schemas->{ValidationError}{properties} }], [qw(field message)], '… and those of an ErrorResponse have none';
  }
  is_deeply nobody->get('/problems/invalid')->ok->{codes}, \@rows, '/problems/invalid has the codes';
  my $page = nobody->get('/problems/invalid', headers => { accept => 'text/html' })->text;
  is_deeply [map { { code => $_->[0], meaning => $_->[1] } } map { [m{<dt id="(.*?)"><code>\1</code></dt><dd>(.*?)</dd>}] } grep { /<dt id=/ } split /\n/, $page], \@rows,
    '… its page has an anchor for each';
  ok !exists nobody->get('/problems/closed')->ok->{codes}, 'another problem has none';
  my ($section) = do { open my $in, '<:encoding(UTF-8)', 'docs/interface.md' or die "interface.md: $!\n"; local $/; <$in> } =~ /^### 5\.4 .*?\n(.*?)^### /ms;
  is_deeply [map { { code => $_->[0], meaning => $_->[1] } } map { [/^\| `([a-z-]+)` \| (.*) \|$/] } grep { /^\| `/ } split /\n/, $section], \@rows, 'interface.md 5.4 has the table';
};

done_testing;
