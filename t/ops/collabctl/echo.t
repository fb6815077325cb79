# t/ops/collabctl/echo.t: with the echo partner, an integrator tests alone, as submitter and as receiver
# docs/api.md#the-echo-partner
use lib qw(t/lib lab/lib);
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;
use Collab::Wait qw(background slay gone);
use IO::Handle;

my $stack = stack();
my $dir = $ENV{COLLAB_TEST_DIR};
my $requests = '/v1/collaboration-requests';
my ($company, $other) = (company(form => 0), company());
my $ada = user($company, firstName => 'Ada');
my $case = 0;
sub one { return scalar owner()->selectrow_array(shift, undef, @_) }
sub log_of { return Collab::File::slurp("$dir/echo.log") }

# Starts an echo partner as an operator does, and waits for its login.
my @playing;
sub start_echo {
  my $pid = background("$dir/echo.log", { COLLAB_DSN => $ENV{COLLAB_TEST_DSN} }, './collabctl', 'demo', 'echo', '--community', 'Trial', '--url', $ENV{COLLAB_TEST_URL} . '/');
  push @playing, $pid;
  return $pid;
}
END { local $?; slay(@playing) if @playing }

sub refused {
  my ($why, @words) = @_;
  local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN};
  my ($status, $said) = output('./collabctl', 'demo', 'echo', @words);
  is $status, 1, 'refused';
  like $said, $why;
  is one("select count(*) from company where domain = 'echo.example'"), 0, '… and nothing is added';
}
my @usual = ('--community', 'Trial', '--url', $ENV{COLLAB_TEST_URL});

subtest 'demo echo is refused if a node does not allow plain http callbacks' => sub {
  wait_for { one('select count(*) from node') } 20, 'the node';
  my $strict = $stack->another_server('strict', extra => "CollabOutboundHTTP Off\nCollabDispatcher Off\n");
  wait_for { one('select count(*) from node where not http_callbacks') } 20, 'the node that does not allow them';
  refused(qr/^collabctl: demo echo: CollabOutboundHTTP is Off/, @usual);
  $strict->stop;
  owner()->do('delete from node where not http_callbacks');
  is one('select bool_and(http_callbacks) from node'), 1, 'the other node allows them';
  refused(qr/url: must be the base URL/, '--community', 'Trial', '--url', 'ftp://127.0.0.1/');
  refused(qr/community: must not be a number/, '--community', '7', '--url', $ENV{COLLAB_TEST_URL});
};

my $echo = start_echo();
wait_for { one("select count(*) from community_member join company c on c.id = company where c.domain = 'echo.example'") } 20, 'the echo partner';
collabctl('community', 'join', 'Trial', $_->{domain}) for $company, $other;
my ($row) = @{ $ada->get('/v1/partners/echo')->ok };
is $row->{label}, 'Echo Partner', 'a partner finds it';

# An integrator's test request, whose summary chooses the responses.
sub ask {
  my ($summary, $who) = @_;
  $who //= $ada;
  return $who->post($requests, { documentId => $row->{documentId}, internalCaseNumber => 'CASE-' . ++$case, problemSummary => $summary,
    problemDescription => 'Größe: 5 µm', priority => 'LOW', testSubmission => true })->ok;
}
sub came_back { my ($request) = @_; return (wait_for { my $all = sent_back($request); @$all && $all } 30, 'what comes back')->[0] }
sub seen { my ($request, $who) = @_; return ($who // $ada)->get("$requests/$request->{token}")->ok }
sub wait_until { my ($request, $what, $is) = @_; wait_for { $is->() } 30, "$what of $request->{summary}"; return seen($request) }
sub status_is { my ($request, $status) = @_; return wait_until($request, $status, sub { one('select status from request where token = ?', $request->{token}) eq $status }) }
sub types { return [map { $_->{type} } @{ $_[0]{caseResponses} }] }
# The requests that the echo partner sent back for this one, oldest first.
sub sent_back { my ($request) = @_; return [map { seen({ token => $_ }) } @{ owner()->selectcol_arrayref('select token from request where submitter_case_number = ? order by id', undef, "ECHO-$request->{token}") }] }

subtest 'a submitter gets an approval and a note, and closes' => sub {
  my $request = status_is(ask('Array offline'), 'ACCEPTED');
  is_deeply types($request), ['APPROVAL'];
  is $request->{receiverCaseNumber}, "ECHO-$request->{token}";
  $ada->post("$requests/$request->{token}/notes", a_note())->ok;
  $request = wait_until($request, 'the note', sub { 2 == @{ seen($request)->{caseNotes} } });
  is $request->{caseNotes}[1]{creatorEmail}, 'echo@echo.example', 'it answers a note';
  $ada->post("$requests/$request->{token}/notes", a_note())->ok;
  is $ada->post("$requests/$request->{token}/closure")->ok->{status}, 'CLOSED';
};

subtest 'a submitter gets a question, answers it, and gets an approval' => sub {
  my $request = status_is(ask('Please ask me, then approve'), 'INFORMATION');
  is_deeply types($request), ['INFORMATION_REQUEST'];
  $ada->post("$requests/$request->{token}/information-response", an_answer())->ok;
  is_deeply types(status_is($request, 'ACCEPTED')), [qw(INFORMATION_REQUEST INFORMATION_RESPONSE APPROVAL)];
};

subtest 'a submitter gets a rejection' => sub {
  my $request = status_is(ask('REJECT this'), 'REJECTED');
  is_deeply types($request), ['REJECTION'];
  is $ada->post("$requests/$request->{token}/closure")->ok->{status}, 'CLOSED';
  is_deeply sent_back($request), [], 'a company without a form gets no request back';
};

# The echo partner fills in the integrator's own form by the form's rules. The integrator's webhook receiver gets the events.
subtest 'a receiver gets a request that fills in its form, and all kinds of events' => sub {
  form($company, fields => [['Name', 'STRING', { required => 1, validation_rules => 'not_numeric' }], ['Kind', 'SELECT', { required => 1, options => "Disk\r\nFan" }],
    ['Part', 'TIERSELECT', { required => 1, selections => '[{"value":"A","children":[{"value":"B","children":[]}]},{"value":"C","children":[]}]' }],
    ['Count', 'INTEGER', { required => 1 }], ['Mail', 'EMAIL', { required => 1 }], ['Phone', 'PHONE', { required => 1 }], ['Any', 'STRING', {}]]);
  my $receiver = receiver();
  $ada->post('/v2/webhooks', { callbackUrl => $receiver->url, caseDirections => ['INBOUND'] })->ok;
  my $first = ask('A whole part');
  my $request = came_back($first);
  is_deeply { map { $_ => $request->{$_} } qw(direction summary description priority testCase status) },
    { direction => 'INBOUND', summary => 'Echo: A whole part', description => 'Größe: 5 µm', priority => 'LOW', testCase => true, status => 'OPEN' };
  is_deeply { map { $_->{fieldName} => $_->{value} } @{ $request->{customFields} } },
    { Name => 'Echo', Kind => 'Disk', Part => 'A : B', Count => '1', Mail => 'echo@echo.example', Phone => '555 0100' }, 'the form is complete';
  my $path = "$requests/$request->{token}";
  $ada->post("$path/information-request", a_question())->ok;
  $request = wait_until($request, 'the answer', sub { 2 == @{ seen($request)->{caseResponses} } });
  is_deeply types($request), [qw(INFORMATION_REQUEST INFORMATION_RESPONSE)];
  $ada->post("$path/approval", an_approval())->ok;
  $ada->patch("$path/approval", { engineerName => 'Eve' })->ok;
  is seen($request)->{status}, 'ACCEPTED', 'the request waits for a note';
  $ada->post("$path/notes", a_note())->ok;
  $request = status_is($request, 'CLOSED');
  is_deeply [map { $_->{creatorEmail} } @{ $request->{caseNotes} }], [$ada->email, 'echo@echo.example'];
  is scalar @{ sent_back($first) }, 1, 'one request came back';
  my %kind;
  wait_for { $kind{$_} = 1 for map { $_->{headers}{'x-service-event'} =~ /collaboration-request\.(.*)/ } grep { $_->{body} =~ /$request->{token}/ } $receiver->got; $kind{closed} } 20, 'the closure';
  is_deeply [sort keys %kind], [qw(closed created note.created response.created response.updated)], 'all kinds of events are delivered';

  my $second = ask('And a rejection');
  $request = came_back($second);
  $ada->post("$requests/$request->{token}/rejection", a_rejection())->ok;
  status_is($request, 'CLOSED');
};

subtest 'the example of docs/api.md works' => sub {
  my $page = Collab::File::slurp('docs/api.md');
  my ($words) = $page =~ /^(json=.*?)^```$/ms;
  my ($example) = $page =~ /^## The echo partner\n.*?^```sh\n(.*?)^```$/ms;
  my $said = run('bash', '-euc', "url=$ENV{COLLAB_TEST_URL}; ada='Authorization: Bearer ${\ $ada->token}'\n$words$example");
  my ($token) = $said =~ /"token":"(\w+)"/ or diag $said;
  status_is({ token => $token, summary => 'the example' }, 'INFORMATION');
  is_deeply [map { $_->{summary} } @{ sent_back({ token => $token }) }], ['Echo: Please ask me'];
};

subtest 'the echo partner answers a request that comes back, and does not return it' => sub {
  my $request = status_is(ask('[T-1] Echo: an old one'), 'ACCEPTED');
  is_deeply sent_back($request), [];
};

subtest 'after a restart, the echo partner answers what it missed, once' => sub {
  slay($echo);
  my @late = (ask('late'), ask('late, please ask'));
  my $before = one('select count(*) from response') + one('select count(*) from note');
  my $password = one("select password_hash from account where username = 'echo\@echo.example'");
  $echo = start_echo();
  status_is($late[0], 'ACCEPTED');
  status_is($late[1], 'INFORMATION');
  isnt one("select password_hash from account where username = 'echo\@echo.example'"), $password, 'each start has a password of its own';
  is scalar @{ sent_back($_) }, 1 for @late;
  is one('select count(*) from response') + one('select count(*) from note'), $before + 2, 'it repeats no earlier response';
};

subtest 'a second echo partner replaces the first' => sub {
  my $second = start_echo();
  ok wait_for(sub { gone($echo) }, 30), 'the first ends';
  waitpid $echo, 0;
  like log_of(), qr/^\S+ echo\@echo\.example cannot log in \(401\): another echo partner was started/m, '… and says why';
  status_is(ask('Who answers?'), 'ACCEPTED');
  ok !gone($second);
  is one("select count(*) from company where domain = 'echo.example'"), 1;
};

subtest 'two echo partners do not answer each other for ever' => sub {
  my $bert = user($other);
  my $pid = open my $password, '|-', 'exec conf/demo/echo "$COLLAB_TEST_URL" ' . $bert->username . " 2>>$dir/other.log" or die "conf/demo/echo: $!\n";
  push @playing, $pid;
  say $password $bert->password;
  $password->flush;
  my $request = ask('Please ask', $bert);
  my $count = sub { one('select count(*) from request where ? in (submit_company, receive_company)', $other->{id}) };
  my $responses = sub { one('select count(*) from response s join request r on r.id = s.request where ? in (r.submit_company, r.receive_company)', $other->{id}) };
  # Each echo partner answers the other's question, and approves: three responses to each request.
  wait_for { $responses->() == 6 } 30, 'both to have asked, answered and approved';
  is $count->(), 2, 'the request, and the one that came back';
  # Each echo partner accepts two more requests, one after the other. When it accepts the second, it has polled again and seen everything.
  status_is(ask('Echo: a barrier'), 'ACCEPTED') for 1 .. 2;
  my $form = $ada->get("/v1/forms/company/$other->{id}")->ok;
  for (1 .. 2) {
    my $barrier = $ada->post($requests, { %$form, internalCaseNumber => 'B', problemSummary => 'Echo: a barrier', problemDescription => 'x', customFields => [] })->ok;
    wait_for { seen($barrier)->{status} eq 'ACCEPTED' } 30, 'the barrier';
  }
  is $count->(), 4, 'no further request';
  is one('select count(*) from note n join request r on r.id = n.request where ? in (r.submit_company, r.receive_company)', $other->{id}), 0, 'and no note';
  slay($pid);
};

subtest 'the audit has each start; nothing has the password' => sub {
  my @starts = grep { $_->{what} eq 'demo echo' } @{ JSON::XS->new->utf8->decode(collabctl('audit', '--json')) };
  is scalar @starts, 3;
  is_deeply [$starts[0]{user}{username}, $starts[0]{company}{domain}, $starts[0]{after}{community}], ['echo@echo.example', 'echo.example', 'Trial'];
  unlike Collab::File::slurp("/proc/$playing[-2]/cmdline") . log_of() . JSON::XS->new->encode(\@starts), qr/\$2[aby]\$|[A-Za-z0-9_-]{43}/;
};
done_testing;
