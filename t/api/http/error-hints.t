# t/api/http/error-hints.t: an error's message says what to change, because some clients show nothing else
# interface.md 5.2 and 5.4
use lib qw(t/lib lab/lib);
use Collab::Test;

my $x = exchange();
my $me = $x->submitter;

# Tests the message of an error, which is the same in both formats.
sub says {
  my ($answer, $status, $message, $what) = @_;
  local $Test::Builder::Level = $Test::Builder::Level + 1;
  $answer->fails($status, $message, $what);
}

subtest 'the message names the first bad field, and the number of others' => sub {
  says($me->post($x->notes, { summary => 's', description => 'd' }), 400, qr/^The request is not valid: priority is required\.$/, 'one missing member');
  says($me->post($x->notes, {}), 400, qr/^The request is not valid: summary is required \(and 2 more\)\.$/, 'three missing members');
  says($me->post($x->notes, '[]'), 400, qr/^The request is not valid: the body must be a JSON object\.$/, 'a body that is not an object');
  says($me->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/', partnerCompanyIds => [999999999] }), 400,
    qr/^The request is not valid: partnerCompanyIds\[0\] is neither a partner/, 'a value that the database rejects');
  says($me->get('/v2/collaboration-requests/list?updatedAfter=now'), 400, qr/^The request is not valid: updatedAfter must be a date-time/, 'a parameter of the query');
  says($me->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/', eventType => 1 }), 400, qr/did you mean eventTypes\?$/, 'a misspelt member');
  my $problem = $me->post($x->notes, {}, headers => { accept => 'application/problem+json' })->is_problem(400, 'invalid');
  like $problem->{detail}, qr/summary is required \(and 2 more\)/, 'the detail of a ProblemDetail has the same text';
};

subtest 'more than 100 faults are counted, and 100 are listed' => sub {
  my $request = sub { my @fields = @_; return $me->post('/v1/collaboration-requests', { %{ $x->a_request }, customFields => \@fields }) };
  my %many = map { ("u$_" => 1) } 1 .. 150;
  my %says = (
    'members of a body'                => [149, $request->(map { { fieldId => 'x' } } 1 .. 150)],
    'values that the database rejects' => [149, $request->(map { { fieldId => 1_000_000_000 + $_ } } 1 .. 150)],
    'unknown members'                  => [149, $me->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/', %many })],
    'members that cannot be changed'   => [149, $me->patch($x->path, \%many)],
    'parameters'                       => [149, $me->get('/v1/me?' . join '&', map { "p$_=%00" } 1 .. 150)],
    'a hundred'                        => [99, $request->(map { { fieldId => 'x' } } 1 .. 100)],
    'unknown members of a large body'  => ['at least 99', $me->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/', map { ("u$_" => 1) } 1 .. 600 })],
  );
  for my $what (sort keys %says) {
    my ($more, $answer) = @{ $says{$what} };
    says($answer, 400, qr/ \(and $more more\)\.$/, $what);
    is scalar @{ $answer->json->{validationErrors} }, 100, '… of which 100 are listed';
  }
};

subtest 'a byte order mark is named' => sub {
  says($me->post($x->notes, $_), 400, qr/^The request body is not valid JSON: it begins with a byte order mark \(BOM\), send UTF-8 without one\.$/)
    for "\xef\xbb\xbf{}", "\xff\xfe{\0}\0", "\xfe\xff\0{\0}", "\xef\xbb\xbf" . '{"x":[' . '1,' x 600 . '1]}';
};

subtest 'a number sent as a string is named as the fault' => sub {
  my $faults = $me->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/', partnerCompanyIds => ['2'] })->invalid('partnerCompanyIds[0]');
  is $faults->[0]{message}, 'must be a JSON number, not a string';
};

subtest 'a wrong path or method gets a hint' => sub {
  says($me->put('/v1/me', {}), 405, qr/^The path does not know this method: it takes GET, HEAD, OPTIONS\.$/, 'an unsupported method');
  says($me->get('/v1/me/'), 404, qr/^There is nothing at this path: leave out the slash at its end\.$/, 'a trailing slash');
  says($me->get($x->path . '/'), 404, qr/leave out the slash/, '… after a token');
  says($me->get('/v1/nothing/'), 404, qr{/docs lists the paths}, '… after an unknown path');
  says($me->get('/v1/collaboration-requests/4711'), 404, qr/addressed by its token, not by a number/, 'a number in place of a request token');
  says($me->get($x->notes . '/4711'), 404, qr/^There is no such resource: a note is addressed by its token, not by a number\.$/, '… and in place of a note token');
  says($me->get($x->notes . '/' . 'A' x 20), 404, qr/^There is no such resource\.$/, 'an unknown note token');
  says($me->get('/v1/collaboration-requests/' . 'A' x 20), 404, qr/^There is no such resource\.$/, 'an unknown request token');
};

subtest 'a body that is too large gets the limit in bytes' => sub {
  says($me->post($x->notes, ' ' x 1_048_577), 413, qr/takes: at most 1048576 bytes\.$/, 'a JSON body');
  says(nobody->post('/v1/login', ' ' x 16_385), 413, qr/at most 16384 bytes/, 'a login');
};

subtest 'a token over the limit gets the limit' => sub {
  my $get = sub { return nobody->get('/v1/me', headers => { authorization => "Bearer $_[0]" }) };
  for my $token ('x' x 8193, 'eyJhbGciOiJIUzI1NiJ9.' . 'x' x 8200 . '.x') {
    my $answer = $get->($token);
    says($answer, 401, qr/^The authorization token provided was invalid: the token is longer than 8192 bytes\.$/);
    like $answer->header('www-authenticate'), qr/error="invalid_token", error_description="The token is longer than 8192 bytes"$/, 'the challenge names it, too';
  }
  says($get->('x' x 8192), 401, qr/^The authorization token provided was invalid: the token is malformed\.$/, 'a token of 8192 bytes is malformed');
};

# What clients send in place of a token, and why it is refused. A reason names nothing that was sent, but a scheme of the list.
my $jwt = $me->token;
my $sentence = 'The authorization token provided was invalid';
subtest 'a 401 says in its body what is wrong with the header' => sub {
  my @bearer = (
    ['the word Bearer stands there twice', "Bearer Bearer $jwt", "Bearer bearer $jwt", 'Bearer Bearer'],
    ['quotation marks stand around the token', qq(Bearer "$jwt"), "Bearer '$jwt'", qq(Bearer $jwt"), "Bearer `$jwt`"],
    ['a placeholder was sent', map("Bearer $_", 'undefined', 'null', '{{token}}', '${TOKEN}', '$TOKEN', '<token>', '%TOKEN%', 'None', '[object Object]', '<your token>', '...')],
    ['a blank or a comma stands within the token', "Bearer $jwt, Bearer $jwt", 'Bearer ' . $jwt =~ s/\./. /r],
    ['the token is malformed', 'Bearer x', 'Bearer a.b.c', 'Bearer ' . $jwt =~ s/\./%2E/r],
  );
  my @other = (
    ['no token was sent', undef],
    ['no token stands behind the word Bearer', 'Bearer', 'bearer '],
    ['one blank must stand between the word Bearer and the token', "Bearer:$jwt", "Bearer$jwt", "Bearer=$jwt"],
    ['the scheme is Basic; Bearer is wanted', 'Basic eDp5', 'basic'],
    ['the scheme is Token; Bearer is wanted', "Token $jwt", 'Token token=x'],
    ['the scheme is JWT; Bearer is wanted', "JWT $jwt"],
    ['the scheme is another one; Bearer is wanted', 'Hawk id=1', 'Secretword1 x'],
    ['the scheme Bearer is missing before the token', $jwt, 'x', 'a.b.c'],
    ['quotation marks stand around the token', qq("Bearer $jwt"), qq("$jwt")],
    ['a placeholder was sent', 'undefined', '{{token}}', 'token', '${TOKEN}'],
  );
  for my $case ((map { [1, @$_] } @bearer), map { [0, @$_] } @other) {
    my ($in_challenge, $reason, @headers) = @$case;
    for my $header (@headers) {
      my $answer = nobody->get('/v1/me', headers => defined $header ? { authorization => $header } : {});
      my $what = $header // 'nothing';
      says($answer, 401, qr/^$sentence: \Q$reason\E\.$/, substr "$what: $reason", 0, 100);
      is_deeply [keys %{ $answer->json }], ['message'], '… and nothing else';
      my $challenge = $answer->header('www-authenticate');
      if ($in_challenge) { like $challenge, qr/, error="invalid_token", error_description="\Q@{[ ucfirst $reason ]}\E"$/, '… the challenge has the same reason' }
      else               { unlike $challenge, qr/error/, '… the challenge has none' }
      unlike $answer->text . $challenge, qr/Secretword1|eDp5|id=1|\Q$jwt\E|TOKEN|undefined/, '… and nothing repeats what was sent';
    }
  }
  is nobody->get('/v1/me', headers => { authorization => 'Basic eDp5', accept => 'application/problem+json' })->is_problem(401, 'unauthenticated')->{detail},
    "$sentence: the scheme is Basic; Bearer is wanted.", 'a ProblemDetail says the same';
};

done_testing;
