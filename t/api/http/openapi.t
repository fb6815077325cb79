# t/api/http/openapi.t: /openapi.json and /openapi-3.0.json describe every operation, and what it answers
# interface.md 20.1
# They are valid OpenAPI 3.1 and 3.0.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Operations;
use JSON::XS ();
use IPC::Open2 qw(open2);

my $answer = nobody->get('/openapi.json');
my $description = $answer->ok('the description needs no token');
my (%called, @answers);

# Keeps an operation's answer, to validate it against its schema. `at` is the schema's path in the description.
sub kept {
  my ($name, $answer) = @_;
  my $status = $answer->status;
  diag "$name: " . $answer->text if $status >= 500;
  my $operation = operation($name);
  my $response = resolved($operation->{responses}{$status}) or return fail "$name: $status is not described";
  $called{$name}{$status} = 1;
  my ($type) = ($answer->header('content-type') // '') =~ /^([^;]+)/;
  $response->{content}{ $type // '' }{schema} or return fail "$name: $status has no " . ($type // 'content');
  push @answers, { about => "$name $status", at => [@{ $operation->{at} }, 'responses', $status, 'content', $type, 'schema'], value => $answer->json };
  header_is_described($name, $answer, $response, $_) for qw(ETag Deprecation Sunset Link WWW-Authenticate Retry-After X-Request-Id Accept-Patch);
  return $answer;
}

my @ANYWHERE = qw(400 403 408 413 414 417 429 431 500 501 502 503 504 505);      # from httpd, or from the checks before every operation

# Tests that a header is sent exactly where it is described. Two described headers may be absent: Retry-After of an error, and the ETag of
# request_page, which is streamed unless a cursor is given.
sub header_is_described {
  my ($name, $answer, $response, $header) = @_;
  my ($sent, $described) = (defined $answer->header($header), !!$response->{headers}{$header});
  return if $sent eq $described || !$sent && ($header eq 'Retry-After' || $header eq 'ETag' && $name eq 'request_page');
  fail "$name " . $answer->status . ": $header is " . ($sent ? 'sent, not described' : 'described, not sent');
}

sub resolved {
  my ($node) = @_;
  return $node unless ref $node eq 'HASH' && $node->{'$ref'};
  my $at = $description;
  $at = $at->{$_} for grep { length && $_ ne '#' } split m{/}, $node->{'$ref'};
  return $at;
}

my %operation;
for my $path (keys %{ $description->{paths} }) {
  for my $method (keys %{ $description->{paths}{$path} }) {
    my $operation = $description->{paths}{$path}{$method};
    ok !$operation{ $operation->{operationId} }++, "the operationId $operation->{operationId} is unique" or next;
    $operation{ $operation->{operationId} } = { %$operation, method => uc $method, path => $path, at => ['paths', $path, $method] };
  }
}
sub operation { return $operation{ $_[0] } || die "no operation $_[0]\n" }

subtest 'the description has every row of the route table, and no others' => sub {
  is_deeply [sort map { "$_->{method} $_->{path} $_->{operationId}" } values %operation], [sort map { "$_->{method} $_->{template} $_->{name}" } routes()];
  for my $row (routes()) {
    my $operation = operation($row->{name});
    my %status = map { $_ => 1 } @{ $row->{statuses} }, @ANYWHERE;
    is_deeply [sort keys %{ $operation->{responses} }], [sort keys %status], "$row->{name}: its statuses, and those of any request";
    like $operation->{summary}, qr/\S/, "$row->{name}: has a summary";
    is_deeply [map { $_->{name} } grep { ($_->{in} // '') eq 'path' } @{ $operation->{parameters} }], [$row->{template} =~ /\{(\w+)\}/g], "$row->{name}: the parameters of its path";
    is !!$operation->{deprecated}, !!grep({ $_ == 410 } @{ $row->{statuses} }), "$row->{name}: deprecated exactly if it can answer 410";
    is ref $operation->{security}, $row->{who} eq 'public' ? 'ARRAY' : '', "$row->{name}: needs a token unless public";
  }
};

subtest 'the description follows the configuration' => sub {
  is $description->{servers}[0]{url}, $ENV{COLLAB_TEST_URL};
  is $description->{info}{title}, 'Test Exchange';
  is $description->{info}{version}, '1.0.0';
  is_deeply [sort keys %{ $description->{webhooks} }], [sort 'org.provider.core.webhook.test', qw(collaboration-request.created note.created),
    map { "org.provider.core.collaboration-request.$_" } qw(closed created note.created response.created response.updated)];
  is !!$description->{webhooks}{$_}{post}{deprecated}, !/^org/, "$_: deprecated exactly if of V1" for keys %{ $description->{webhooks} };
  is resolved(operation('me')->{responses}{403})->{description} =~ s/: .*//sr, '- `forbidden`', 'reading the own account has only the 403 of any request';
  unlike operation('closure_create')->{responses}{403}{description}, qr/tls/, 'without CollabRequireTLS, no 403 names TLS';
  is operation('note_create')->{requestBody}{content}{'application/json'}{schema}{properties}{description}{maxLength}, 5000, 'a text has its maximal length';
  is_deeply operation('note_create')->{requestBody}{content}{'application/json'}{schema}{required}, [qw(summary description priority)], 'a body has its required members';
  is_deeply operation('attachment_config_set')->{requestBody}{content}{'application/json'}{schema}{properties}{expiration}{type}, [qw(string number)], 'a date-time may be a number';
  ok operation('approval_change')->{requestBody}{content}{'application/merge-patch+json'}, 'a PATCH takes a merge patch';
};

subtest 'the error for a number out of range names the described range' => sub {
  my ($user, %seen) = (user(company()));
  for my $operation (sort { $a->{operationId} cmp $b->{operationId} } values %operation) {
    for my $parameter (grep { $_->{schema}{type} eq 'integer' } map { resolved($_) } @{ $operation->{parameters} || [] }) {
      my ($name, $in, $schema) = @{$parameter}{qw(name in schema)};
      my ($min, $max) = ($schema->{minimum} // 0, $schema->{maximum} // '9223372036854775807');
      my $path = $operation->{path};
      my @below = $in eq 'query' ? (-1, $min ? $min - 1 : ()) : ();      # in a path, an id below 1 is 404
      for my $wrong (@below, $schema->{maximum} ? $max + 1 : '9223372036854775808', '1.5', 'x') {
        (my $filled = $path) =~ s/\{\Q$name\E\}/$wrong/;
        $filled =~ s/\{\w+\}/1/g;
        my $errors = $user->request($operation->{method}, $filled . ($in eq 'query' ? "?$name=$wrong" : ''),
          $operation->{requestBody} ? (body => {}, type => 'application/json') : ())->json->{validationErrors};
        my ($error) = grep { $_->{field} eq $name } @{ $errors || [] };
        is $error->{message}, "must be a whole number from $min to $max", "$operation->{operationId}: $name=$wrong";
      }
      $seen{$in}{$name} = 1;
    }
  }
  is_deeply [grep { !$seen{query}{$_} } qw(limit page size)], [], 'these parameters of the query are tried';
  is_deeply [grep { !$seen{path}{$_} } qw(companyId departmentId documentId id)], [], 'these parameters of the path are tried';
};

# Calls every operation by its example. If its answers have several forms, calls it for each form.
my $operations = operations();
sub accepting { my ($type) = @_; return (headers => { accept => $type }) }
{
  my $x = exchange();
  for my $row (grep { $_->{name} ne 'docs' } routes()) {
    my $answer = $operations->example($x, $row->{name});
    if (grep { $_ == 200 } @{ $row->{statuses} }) { kept($row->{name} => $answer) } else { is $answer->status, 204, "$row->{name}: 204" }
  }
}
my $x = exchange(fields => [['Serial', 'STRING'], ['Model', 'SELECT', { options => "A\r\nB" }]]);
my ($ada, $ben) = $x->parties;
department($ben->company);
kept(partner_find => $ada->get('/v1/partners/' . in_path($ben->company->{name})));
kept(partner_search => $ada->get('/v1/partners/search?query=' . in_path("What $ben->{company}{name} does")));
kept(form_company => $ada->get('/v1/forms/company/' . $ben->company->{id}));
kept(form_document => $ada->get('/v1/forms/document/' . $x->document));
my $department = department($ben->company);
form($ben->company, department => $department, fields => [['Tier', 'TIERSELECT', { selections => '[{"value":"a","children":[{"value":"b","children":[]}]}]' }]]);
kept(form_department => $ada->get("/v1/forms/department/$department->{id}"));
kept(request_create => $ada->post('/v1/collaboration-requests', $x->a_request(internalNotes => [{ note => 'mine' }],
  customFields => [{ fieldId => $ben->company->{document}{fields}[0], value => 'S1' }])));
kept(approval_create => $ben->post($x->approval, an_approval()));
kept(approval_change => $ben->patch($x->approval, { engineerPhone => null }));
kept(note_create => $ben->post($x->notes, a_note()));
kept(request_get => $_->get($x->path)) for $ada, $ben;
kept(request_page => $ada->get('/v2/collaboration-requests'));
kept(request_page => $ada->get('/v2/collaboration-requests?cursor=&size=1'));
kept(request_batch => $ben->get('/v2/collaboration-requests/list'));
kept(request_list_v1 => $ada->get("/v1/collaboration-requests$_")) for '', '?paginated=true';
my $receiver = receiver();
my $in = $receiver->url('500');
my $hook = kept(webhook_create => $ada->post('/v2/webhooks', { callbackUrl => $in, caseDirections => ['INBOUND'], partnerCompanyIds => [0 + $ben->company->{id}] }))->json;
$ada->post('/v2/webhooks', { callbackUrl => $in })->ok;
kept(webhook_get => $ada->get("/v2/webhooks/$hook->{id}"));
kept(webhook_change => $ada->patch("/v2/webhooks/$hook->{id}", { caseDirections => null, eventTypes => ['org.provider.core.collaboration-request.note.created'] }));
kept(webhook_test => $ada->post("/v2/webhooks/$hook->{id}/test"));
my $attempts;
wait_for { $attempts = $ada->get("/v1/webhooks/$hook->{id}/deliveries"); @{ $attempts->json->{content} || [] } } 15, 'an attempt';
kept(webhook_deliveries => $attempts);
kept(webhook_deliveries_v2 => $ada->get("/v2/webhooks/$hook->{id}/deliveries"));
my $legacy = kept(webhook_create_v1 => $ada->post('/v1/webhooks', { callbackUrl => $in }))->json;
kept(webhook_list_v1 => $ada->get('/v1/webhooks'));
# events for both subscriptions
$ada->post($x->notes, a_note())->ok;
$x->another;
kept(webhook_rotate => $ada->post("/v1/webhooks/$legacy->{id}/secret"));
kept(closure_create => $ada->post($x->closure));
# Deliveries of both versions, to validate against their schemas under `webhooks`.
my %delivered;
for my $id ($hook->{id}, $legacy->{id}) {
  my $content;
  wait_for { $content = $ada->get("/v1/webhooks/$id/deliveries")->json->{content}; @$content >= 2 } 15, 'two attempts';
  for my $attempt (@$content) {
    my ($type, $body) = @{$attempt}{qw(eventType requestBody)};
    my @media = sort keys %{ $description->{webhooks}{$type}{post}{requestBody}{content} };
    is_deeply \@media, [$type =~ /^org/ ? 'application/cloudevents+json' : (), 'application/json'], "media types of $type";
    push @answers, map { { about => "delivery of $type as $_", at => ['webhooks', $type, 'post', 'requestBody', 'content', $_, 'schema'], value => JSON::XS->new->decode($body) } } @media;
    $delivered{$type} = 1;
  }
}
is_deeply [sort keys %delivered], [qw(collaboration-request.created note.created org.provider.core.collaboration-request.note.created org.provider.core.webhook.test)], 'these types are delivered';

# Two operations answer HTML, one of them as well as JSON.
for my $of ([docs => '/docs'], [problem => '/problems/closed']) {
  my ($name, $path) = @$of;
  my $page = nobody->get($path, accepting('text/html'));
  is $page->header('content-type'), 'text/html; charset=utf-8', "$path is a page";
  is operation($name)->{responses}{ $page->status }{content}{'text/html'}{schema}{type}, 'string', '… and is described as one';
  header_is_described($name, $page, operation($name)->{responses}{ $page->status }, $_) for qw(ETag Deprecation Sunset Link WWW-Authenticate Retry-After X-Request-Id);
  $called{$name}{ $page->status } = 1;
}

# Errors, in both forms.
for my $accept ('*/*', 'application/problem+json') {
  my %as = (headers => { accept => $accept });
  kept(me => nobody->get('/v1/me', %as));
  kept(note_create => $ada->post($x->notes, $_, %as)) for {}, a_note(), '{';
  kept(request_get => $x->stranger->get($x->path, %as));
  kept(closure_create => $ben->post($x->closure, undef, %as));
  kept(form_company => $ada->get('/v1/forms/company/' . $x->stranger->company->{id}, %as));
  kept(note_create => $ada->post($x->notes, 'x', type => 'text/plain', %as));
  kept(webhook_change => $ada->patch("/v2/webhooks/$hook->{id}", 'x', type => 'text/plain', %as));
  kept(problem => nobody->get('/problems/nothing', %as));
}

for my $row (sort { $a->{name} cmp $b->{name} } routes()) {
  next unless grep { $_ == 200 } @{ $row->{statuses} };
  ok $called{ $row->{name} }{200}, "$row->{name}: a success is checked";
}

# Examples must match their own schemas.
for my $name (sort keys %operation) {
  my $content = $operation{$name}{requestBody}{content} || {};
  push @answers, map { { about => "$name: example as $_", at => [@{ $operation{$name}{at} }, 'requestBody', 'content', $_, 'schema'],
    value => $content->{$_}{example} } } grep { $content->{$_}{example} } sort keys %$content;
}

for my $of (map({ [$_, $operation{$_}, @{ $operation{$_}{at} }, 'responses', 200] } sort keys %operation), map({ [$_, $description->{webhooks}{$_}{post}, 'webhooks', $_, 'post', 'requestBody'] } sort keys %{ $description->{webhooks} })) {
  my ($name, $described, @at) = @$of;
  my $content = ($at[-1] eq 'requestBody' ? $described->{requestBody} : $described->{responses}{200} || {})->{content} || {};
  push @answers, map { { about => "$name: example", at => [@at, 'content', $_, 'schema'], value => $content->{$_}{example} } } grep { $content->{$_}{example} } sort keys %$content;
}

# Validates both versions against their metaschemas.
my $older = nobody->get('/openapi-3.0.json')->ok('the description as OpenAPI 3.0');
for my $version ([3.1 => $description, '3.1.0'], ['3.0' => $older, '3.0.3']) {
  my ($short, $document, $full) = @$version;
  is $document->{openapi}, $full;
  my $pid = open2(my $out, my $in, '/usr/bin/python3', 't/lib/validate-openapi', "t/schemas/openapi-$short.json");
  print $in JSON::XS->new->utf8->canonical->encode({ description => $document, answers => \@answers });
  close $in;
  my @said = <$out>;
  waitpid $pid, 0;
  is $?, 0, 'the validator exits with 0';
  is_deeply \@said, ['checked ' . @answers . "\n"], "the description is OpenAPI $short, and " . @answers . ' answers and examples match it';
}

# ---------------------------------------------------------------- what is described

# Calls $call with the schema of each property and that schema's path.
sub each_schema {
  my ($call, $node, @way) = @_;
  if (ref $node eq 'ARRAY') { each_schema($call, $node->[$_], @way, $_) for 0 .. $#$node }
  return if ref $node ne 'HASH';
  $call->($node, @way) if @way > 1 && $way[-2] eq 'properties';
  each_schema($call, $node->{$_}, @way, $_) for grep { !/^examples?$/ } sort keys %$node;
}

subtest 'every parameter and every field has a description' => sub {
  my $count = 0;
  each_schema(sub { my ($field, @way) = @_; $count++; like $field->{description}, qr/\S/, join '/', @way unless $field->{description} }, $description);
  for my $operation (values %operation) {
    for my $parameter (map { resolved($_) } @{ $operation->{parameters} || [] }) {
      $count++;
      like $parameter->{description}, qr/\S/, "$operation->{operationId}: $parameter->{name}" unless $parameter->{description};
    }
    like $operation->{description}, qr/\.$/, "$operation->{operationId}: a description";
  }
  cmp_ok $count, '>', 400, 'over 400 parameters and fields are checked';
};

subtest 'a described default is the server\'s default' => sub {
  my %seen;
  for my $operation (sort { $a->{operationId} cmp $b->{operationId} } grep { $_->{method} eq 'GET' } values %operation) {
    for my $parameter (grep { exists $_->{schema}{default} } map { resolved($_) } @{ $operation->{parameters} || [] }) {
      my ($name, $default) = ($parameter->{name}, $parameter->{schema}{default});
      my $path = $operations->path($operation->{operationId}, $operations->prepared($x, $operation->{operationId}), query => "What $ben->{company}{name} does");
      $path .= '?' unless $path =~ /\?/;
      my $without = $ada->get($path)->ok;
      $default = $default ? 'true' : 'false' if ref $default;
      is_deeply $ada->get("$path&$name=$default")->ok, $without, "$operation->{operationId}: without $name, the answer is that of $name=$default";
      is $without->{$name eq 'page' ? 'number' : $name}, $default, "… and the page has $name $default" if $name =~ /^(?:page|size)$/ && ref $without eq 'HASH';
      $seen{$name} = 1;
    }
  }
  is_deeply [grep { !$seen{$_} } qw(includeRemoved includeRemovedNotes limit page paginated size status type)], [], 'these parameters with defaults are tried';
  my $made = $ada->post('/v1/collaboration-requests', $x->a_request)->ok;
  is $made->{testCase}, operation('request_create')->{requestBody}{content}{'application/json'}{schema}{properties}{testSubmission}{default}, 'testSubmission has the described default';
  my $overlap = operation('webhook_rotate')->{requestBody}{content}{'application/json'}{schema}{properties}{overlapSeconds};
  my $rotated = $ada->post("/v1/webhooks/$hook->{id}/secret")->ok;
  cmp_ok abs(seconds($rotated->{previousSecretExpiresAt}) - time - $overlap->{default}), '<', 60, 'overlapSeconds has the described default';
  $ada->post("/v1/webhooks/$hook->{id}/secret", { overlapSeconds => 1 + $overlap->{maximum} })->invalid('overlapSeconds');
};

# The schema of an operation's JSON body.
sub body_of { my ($name) = @_; return operation($name)->{requestBody}{content}{'application/json'}{schema} }
sub may_be_null {
  my ($schema) = @_;
  return !!grep { !ref && $_ eq 'null' } ref $schema->{type} ? @{ $schema->{type} } : (), map { $_->{type} // () } @{ $schema->{anyOf} || [] };
}

subtest 'a member may be null exactly where the server accepts null' => sub {
  my %tried;
  my $call = sub { my ($name, $body) = @_; my ($method, $path) = $name eq 'webhook_change' ? ('patch', "/v2/webhooks/$hook->{id}") : ('post', '/v2/webhooks'); $ada->$method($path, $body) };
  for my $of ([webhook_change => {}], [webhook_create => { callbackUrl => $in, active => false }]) {
    my ($name, $whole) = @$of;
    for my $member (grep { exists body_of($name)->{properties}{$_}{type} || exists body_of($name)->{properties}{$_}{anyOf} } sort keys %{ body_of($name)->{properties} }) {
      my $answer = $call->($name, { %$whole, $member => null });
      my $nullable = may_be_null(body_of($name)->{properties}{$member});
      is $answer->status, $nullable ? 200 : 400, "$name: $member: null";
      push @{ $tried{$name}{ $nullable ? 'null' : 'none' } }, $member;
      $ada->delete("/v2/webhooks/" . $answer->json->{id}) if $name eq 'webhook_create' && $nullable;
    }
  }
  is_deeply $tried{webhook_change}, { none => [qw(active callbackUrl)], null => [qw(callbackAuth caseDirections contentType eventTypes partnerCompanyIds payloadVersion)] };
  for my $name (qw(approval_change request_change)) {
    my ($of, $path) = $name eq 'request_change' ? ($ada, $x->another->path) : do { my $y = $x->another; $y->in('ACCEPTED'); ($ben, $y->approval) };
    for my $member (sort keys %{ body_of($name)->{properties} }) {
      is $of->patch($path, { $member => null })->status, may_be_null(body_of($name)->{properties}{$member}) ? 200 : 400, "$name: $member: null";
    }
  }
};

subtest 'a body that refuses unknown members is described so, with every member that it accepts' => sub {
  my $good = { webhook_create => { callbackUrl => $in, active => false }, webhook_change => { active => true }, webhook_redeliver => { since => '2026-01-01T00:00:00Z' },
    webhook_create_v1 => { callbackUrl => $in, active => false }, webhook_rotate_v2 => {} };
  my $user = user(company());
  my %id = map { $_ => $user->post("/$_/webhooks", { callbackUrl => $in })->ok->{id} } qw(v1 v2);
  my $call = sub {
    my ($name, $body) = @_;
    my $operation = operation($name);
    my $path = $operation->{path} =~ s/\{id\}/$id{v2}/r;
    return $user->request($operation->{method}, $path, body => $body, type => 'application/json');
  };
  for my $name (sort keys %$good) {
    my $closed = defined body_of($name)->{additionalProperties};
    my $answer = $call->($name, { %{ $good->{$name} }, unheardOf => 1 });
    if (!$closed) { $answer->ok("$name: an unknown member is ignored"); next }
    ok !body_of($name)->{additionalProperties}, "$name: no further members";
    $answer->invalid('unheardOf');
    like body_of($name)->{description}, qr/refused/, '… which its description says';
    for my $member (grep { keys %{ body_of($name)->{properties}{$_} } == 1 } sort keys %{ body_of($name)->{properties} }) {
      my $value = $member =~ /^(?:caseDirections|partnerCompanyIds)$/ ? [] : $member eq 'contentType' ? undef : 'x';      # V1 has one type
      my $echoed = $call->($name, { %{ $good->{$name} }, $member => $value });
      my $made = $echoed->ok("$name: $member is accepted");
      $user->delete("/v1/webhooks/$made->{id}") if $name =~ /create/;
    }
  }
  is_deeply [grep { defined body_of($_)->{additionalProperties} } sort grep { operation($_)->{requestBody}{content}{'application/json'} } keys %operation],
    [qw(webhook_change webhook_create webhook_create_v1 webhook_redeliver)], 'these refuse unknown members';
};

subtest 'the described limits of ids, event ids and event types are the server\'s' => sub {
  my $deliveries = "/v2/webhooks/$hook->{id}/deliveries";
  my %query = map { $_->{name} => $_->{schema} } map { resolved($_) } @{ operation('webhook_deliveries_v2')->{parameters} };
  is $query{eventId}{format}, 'uuid';
  $ada->get("$deliveries?eventId=x")->invalid('eventId');
  is @{ $query{eventType}{enum} }, 8, 'eventType has the types of both versions';
  $ada->get("$deliveries?eventType=$_")->ok("eventType $_") for @{ $query{eventType}{enum} };
  $ada->get("$deliveries?eventType=x")->invalid('eventType');
  for my $of ([webhook_change => patch => "/v2/webhooks/$hook->{id}"], [webhook_create_v1 => post => '/v1/webhooks']) {
    my ($name, $method, $path) = @$of;
    my $types = body_of($name)->{properties}{eventTypes};
    my $many = sub { [($types->{items}{enum}[0]) x $_[0]] };
    my $made = $ada->$method($path, { callbackUrl => $in, eventTypes => $many->($types->{maxItems}) })->ok("$name: as many event types as described");
    $ada->$method($path, { callbackUrl => $in, eventTypes => $many->($types->{maxItems} + 1) })->invalid('eventTypes');
    $ada->delete("/v1/webhooks/$made->{id}") if $method eq 'post';
  }
  my @loose;
  each_schema(sub {
    my ($field, @way) = @_;
    push @loose, join '/', @way if $way[-1] =~ /(?:^i|I)d$/ && ($field->{format} // '') eq 'int64' && ($field->{minimum} // 0) != 1 && $field->{description} ne 'Not used';
  }, $description);
  for my $name (sort keys %operation) {
    push @loose, map { "$name: $_->{name}" } grep { $_->{in} eq 'path' && $_->{schema}{type} eq 'integer' && $_->{schema}{minimum} != 1 } map { resolved($_) } @{ operation($name)->{parameters} };
  }
  is_deeply \@loose, [], 'every id is 1 or more';
  my $field = operation('request_create')->{requestBody}{content}{'application/json'}{schema}{properties}{customFields}{items}{properties}{fieldId};
  is_deeply [$field->{type}, $field->{pattern}], [[qw(integer string)], undef], 'a fieldId has no pattern';
};

subtest 'every problem code is described, and each error of this test by its own operation' => sub {
  my ($text, @words) = ($answer->text, split ' ', run($^X, '-ne', 'print "$1 " if /OUTCOME\(\w+, "([a-z-]+)", [45]/', 'mod_collab/domain/outcome.h'));
  cmp_ok scalar @words, '>', 40, 'the codes';
  is_deeply [grep { $text !~ /`\Q$_\E`/ } @words], ['tls-required'], 'all are described, except for the one that this server never sends';
  my $stranger = $x->stranger;
  my %problem = (headers => { accept => 'application/problem+json' });
  for my $of ([note_create => $ada->post($x->notes, '{', %problem)], [note_create => $ada->post($x->notes, {}, %problem)], [note_create => $stranger->post($x->notes, a_note(), %problem)],
    [me => nobody->get('/v1/me', %problem)], [me => $ada->get('/v1/me?x=%ff', %problem)], [webhook_get => $ada->get('/v2/webhooks/0', %problem)],
    [request_get => $ada->request('GET', $x->path, headers => { %{ $problem{headers} }, 'if-match' => '"x"' })]) {
    my ($name, $failed) = @$of;
    my ($code) = $failed->json->{type} =~ m{/problems/([a-z-]+)$};
    like resolved(operation($name)->{responses}{ $failed->status })->{description}, qr/^- `\Q$code\E`: /m, "$name: $code";
  }
};

subtest 'each type of callbackAuth has a schema with what it needs' => sub {
  my $auth = resolved({ '$ref' => '#/components/schemas/CallbackAuth' });
  is $auth->{discriminator}{propertyName}, 'type';
  is_deeply [sort keys %{ $auth->{discriminator}{mapping} }], [qw(BASIC BEARER HEADER NONE OAUTH2_CLIENT_CREDENTIALS)];
  is_deeply [sort values %{ $auth->{discriminator}{mapping} }], [sort map { $_->{'$ref'} } @{ $auth->{oneOf} }], 'each type has a schema of its own';
  my %needs;
  for my $type (sort keys %{ $auth->{discriminator}{mapping} }) {
    my $one = resolved({ '$ref' => $auth->{discriminator}{mapping}{$type} });
    is_deeply $one->{properties}{type}{enum}, [$type];
    my %whole = (type => $type, map { $_ => $_ eq 'oauth2TokenUrl' ? 'http://127.0.0.1:9/token' : 'x' } grep { $_ ne 'type' } @{ $one->{required} });
    my $user = user(company());
    $user->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/in', callbackAuth => \%whole })->ok("$type: accepted with its required members");
    for my $member (grep { $_ ne 'type' } @{ $one->{required} }) {
      my %part = %whole;
      delete $part{$member};
      $user->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/in', callbackAuth => \%part })->invalid("callbackAuth.$member");
    }
    $needs{$type} = [sort @{ $one->{required} }];
  }
  is_deeply \%needs, { NONE => ['type'], BASIC => [qw(password type username)], BEARER => [qw(token type)], HEADER => [qw(headerName headerValue type)],
    OAUTH2_CLIENT_CREDENTIALS => [qw(oauth2ClientId oauth2ClientSecret oauth2TokenUrl type)] };
};

subtest 'a 304 and every answer of a deprecated operation have the described headers' => sub {
  my $tag = $ada->get('/v1/webhooks')->header('etag');
  my %got = (200 => $ada->get('/v1/webhooks'), 304 => $ada->get('/v1/webhooks', headers => { 'if-none-match' => $tag }),
    400 => $ada->get('/v1/webhooks?x=%ff'), 401 => nobody->get('/v1/webhooks'));
  for my $status (sort keys %got) {
    is $got{$status}->status, $status;
    header_is_described('webhook_list_v1', $got{$status}, operation('webhook_list_v1')->{responses}{$status}, $_) for qw(ETag Deprecation Sunset Link);
  }
  ok $got{304}->header('etag'), 'a 304 has an ETag';
  ok resolved(operation('webhook_list_v1')->{responses}{414})->{headers}{Sunset}, 'any error of a deprecated operation has Sunset';
  ok !resolved(operation('me')->{responses}{414})->{headers}{Sunset}, '… and none of another operation';
};

subtest 'the default error format comes first, and tags, contact and license are complete' => sub {
  for my $text ($answer->text, nobody->get('/openapi-3.0.json')->text) {
    my @orders = $text =~ /"content":\{"(application\/(?:problem\+)?json)":\{"schema":\{"\$ref":"#\/components\/schemas\/(?:ProblemDetail|ErrorResponse)"/g;
    cmp_ok scalar @orders, '>', 100, 'over 100 errors have two types';
    is_deeply [grep { $_ ne 'application/json' } @orders], [], 'ErrorResponse comes first in each';
  }
  my %tag = map { $_->{name} => $_ } @{ $description->{tags} };
  is_deeply [grep { !$tag{$_} } map { @{ $_->{tags} } } values %operation], [], 'every tag is declared';
  is_deeply [grep { !$_->{description} } values %tag], [], '… and described';
  like $description->{info}{$_}{name}, qr/\S/, $_ for qw(contact license);
  my ($file) = map { $_->{schema}{properties}{files}{items} } values %{ operation('attachment_create')->{requestBody}{content} };
  is_deeply [@{$file}{qw(format contentMediaType)}], ['binary', 'application/octet-stream'], 'a file has a format, for viewers, and a media type';
  my ($part) = map { $_->{schema}{properties}{description} } values %{ operation('attachment_create')->{requestBody}{content} };
  my ($parameter) = grep { ($_->{name} // '') eq 'description' } @{ operation('attachment_create')->{parameters} };
  is $parameter->{description}, $part->{description}, 'the parameter and the form part `description` are described alike';
};

subtest 'the OpenAPI 3.0 description uses nothing of 3.1' => sub {
  my @wrong;
  my $walk; $walk = sub {
    my ($node, @way) = @_;
    if (ref $node eq 'ARRAY') { $walk->($node->[$_], @way, $_) for 0 .. $#$node }
    return if ref $node ne 'HASH';
    push @wrong, join '/', @way if ref $node->{type} eq 'ARRAY' || !ref($node->{type} // {}) && $node->{type} eq 'null' || exists $node->{const} || exists $node->{contentMediaType} || exists $node->{examples};
    push @wrong, join '/', @way, '$ref' if $node->{'$ref'} && keys %$node > 1;
    $walk->($node->{$_}, @way, $_) for sort keys %$node;
  };
  $walk->($older);
  is_deeply \@wrong, [];
  ok !$older->{webhooks}, '3.0 has no webhooks';
  is_deeply [sort keys %{ $older->{'x-webhooks'} }], [sort keys %{ $description->{webhooks} }], 'x-webhooks has the same types';
  is_deeply [sort keys %{ $older->{paths} }], [sort keys %{ $description->{paths} }], '3.0 has every path';
  ok $older->{components}{schemas}{CollaborationRequest}{properties}{deletedAt}{nullable}, 'a member that may be null is nullable';
};

done_testing;
