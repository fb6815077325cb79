# t/api/http/preconditions.t: If-Match and If-None-Match decide whether an operation is performed, and of two writers one gets 412
# interface.md 2.10
use lib qw(t/lib lab/lib);
use Collab::Operations;
use Collab::Server;
use Collab::Test;

my $operations = operations();
my @writes = grep { $_->{method} ne 'GET' && $_->{who} ne 'public' } routes();
my %written_v1 = map { $_ => 1 } qw(webhook_rotate webhook_delete_v1);      # their example is a V1 subscription, which no GET shows alone

# The path of the GET that gives the tag of the record that a write changes.
sub record_path {
  my ($row, %with) = @_;
  my $request = "/v1/collaboration-requests/" . ($with{token} // '');
  return $row->{template} =~ /config/ ? "$request/attachments/config" : $row->{template} =~ /\{token\}/ ? $request : "/v2/webhooks/$with{id}";
}

sub tag { my ($party, $path) = @_; my $answer = $party->get($path); $answer->ok; return $answer->header('etag') }

# An operation's example, as a function of the headers; the party that calls it; the values that it needs.
sub example {
  my ($row) = @_;
  my $x = exchange();
  my $name = $row->{name};
  my $party = $operations->party($x, $name);
  my %with = $operations->prepared($x, $name);
  my $path = $operations->path($name, %with);
  my %option = $operations->body($name, %with);
  return (sub { return $party->request($row->{method}, $path, %option, headers => { %{ $_[0] } }) }, $party, %with);
}

subtest 'every write obeys its conditions, and a false one changes nothing' => sub {
  cmp_ok scalar(grep { $_->{template} =~ /\{/ } @writes), '>', 15;
  for my $row (grep { $_->{template} =~ /\{/ } @writes) {
    my $name = $row->{name};
    my ($call, $party, %with) = example($row);
    my $path = record_path($row, %with);
    my $read = sub { return $written_v1{$name} ? '' : tag($party, $path) };
    my $before = $read->();
    my ($current) = $written_v1{$name} ? owner()->selectrow_array(q(select '"' || subscription_tag(id, updated_at, 'org.provider.core.') || '"' from subscription where id = ?), undef, $with{id}) : $before;
    my $marked = $current =~ s/"$/-gzip"/r;
    for my $false ({ 'if-match' => '"other"' }, { 'if-match' => "W/$current" }, { 'if-match' => $marked }, { 'if-match' => '""' }, { 'if-none-match' => $current },
      { 'if-none-match' => "W/$marked" }, { 'if-none-match' => '*' }, { 'if-match' => $current, 'if-none-match' => $current }, { 'if-match' => '*', 'if-none-match' => '*' }) {
      $call->($false)->fails(412, qr/^The condition of If-Match or If-None-Match is false: /, "$name: " . join ' ', %$false);
    }
    is $read->(), $before, "$name: nothing has changed";
    my $done = $call->({ 'if-match' => [qq("other" ,, W/"more"), $current], 'if-none-match' => '"other", "b,c"' });
    like $done->status, qr/^20[04]$/, "$name: with conditions that hold, in lists and in several lines";
    my $tag = $done->header('etag');
    if ($name =~ /^(?:webhook_delete|webhook_delete_v1|webhook_test|webhook_redeliver|delivery_redeliver|attachment_create)$/) {
      is $tag, undef, "$name: its response holds no record";
      next;
    }
    my $holder = $name eq 'note_create' ? $operations->path('note_get', %with, noteToken => $done->json->{token}) : $path;
    is $tag, tag($party, $holder), "$name: the ETag is that of its record" unless $written_v1{$name};
    next if $name eq 'note_create';
    isnt $tag, $current, "$name: … and another one";
    $call->({ 'if-match' => $current })->fails(412, undef, "$name: the former tag is false, whatever the state");
  }
};

subtest 'an operation that makes a record: If-Match is false, If-None-Match holds' => sub {
  my @rows = grep { $_->{template} !~ /\{/ } @writes;
  is_deeply [sort map { $_->{name} } @rows], [qw(password_change request_create webhook_create webhook_create_v1)];
  for my $row (@rows) {
    my ($call, $party) = example($row);
    my $count = sub { return scalar @{ $party->get($_[0])->ok } };
    my $list = { request_create => '/v2/collaboration-requests/list', webhook_create => '/v2/webhooks', webhook_create_v1 => '/v1/webhooks' }->{ $row->{name} };
    my $before = $list && $count->($list);
    $call->({ 'if-match' => $_ })->fails(412, qr/there is no record yet that If-Match could name/, "$row->{name}: $_") for '*', '"a"';
    is $count->($list), $before, "$row->{name}: nothing was made" if $list;
    my $made = $call->({ 'if-none-match' => '*' });
    $made->ok("$row->{name}: If-None-Match: *");
    next if !$list;
    is $made->header('etag'), tag($party, "/v1/collaboration-requests/" . $made->json->{token}), 'its ETag is the record\'s' if $row->{name} eq 'request_create';
    is $made->header('etag'), tag($party, '/v2/webhooks/' . $made->json->{id}), 'its ETag is the record\'s' if $row->{name} eq 'webhook_create';
    if ($row->{name} eq 'webhook_create_v1') {
      my $path = '/v1/webhooks/' . $made->json->{id};
      $party->delete($path, headers => { 'if-match' => '"other"' })->fails(412);
      is $party->delete($path, headers => { 'if-match' => $made->header('etag') })->status, 204, 'a V1 subscription has a tag, too';
    }
  }
};

subtest 'every response with an ETag that the description promises has it' => sub {
  my $description = $operations->{description};
  for my $row (@writes) {
    my $answers = $operations->described($row)->{responses};
    next if !$answers->{200};
    my $answer = $operations->example(exchange(), $row->{name});
    is !!$answers->{200}{headers}{ETag}, !!$answer->header('etag'), $row->{name};
    ok $answers->{412}, '… and 412 is described';
  }
};

subtest 'reading: a false If-Match is 412, before a 304' => sub {
  my $x = exchange();
  $x->receiver->post($x->notes, a_note())->ok;
  my $me = $x->submitter;
  my @rows = grep { $_->{method} eq 'GET' && $_->{name} ne 'request_page' && grep { $_ == 304 } @{ $_->{statuses} } } routes();
  cmp_ok scalar @rows, '>', 15;
  for my $path ('/v2/collaboration-requests?cursor=', map { $operations->path($_->{name}, $operations->at_rest($x, $_->{name})) } @rows) {
    my $tag = $me->get($path)->header('etag');
    my $status = sub { return $me->get($path, headers => {@_})->status };
    is $status->('if-match' => $tag), 200, "$path: the current tag";
    is $status->('if-match' => '*'), 200, '… *';
    is $status->('if-match' => $tag, 'if-none-match' => $tag), 304, '… both';
    is $status->('if-match' => '"other"', 'if-none-match' => $tag), 412, '… a false If-Match comes first';
    my $false = $me->get($path, headers => { 'if-match' => "W/$tag" });
    $false->fails(412, qr/without W\//, '… a weak tag is false');
    is $false->header('etag'), undef, '… the error has no ETag';
    is $me->head($path, headers => { 'if-match' => '"other"' })->status, 412, '… HEAD, too';
    is $status->('if-unmodified-since' => 'Thu, 01 Jan 1970 00:00:00 GMT', 'if-modified-since' => 'Fri, 01 Jan 2100 00:00:00 GMT'), 200, '… dates are ignored';
    is $status->('if-match' => '"other"', range => 'bytes=0-1'), 412, '… a range changes nothing';
  }
  is $me->get('/v2/collaboration-requests/list', headers => { 'if-match' => '"other"' })->status, 200, 'a stream has no tag, and ignores conditions';
  $me->get('/v1/me', headers => { 'if-match' => '"other"', accept => 'application/problem+json' })->is_problem(412, 'precondition-failed');
};

subtest 'a tag that a proxy has marked still gives 304' => sub {
  my $x = exchange();
  my $me = $x->submitter;
  for my $path ($x->path, $x->path . '/attachments/config', '/v2/webhooks', '/v1/partners/' . in_path($x->receiver->company->{name})) {
    my $tag = $me->get($path)->header('etag');
    for my $mark (qw(-gzip -br -zstd -deflate --gzip)) {
      my $marked = $tag =~ s/"$/$mark"/r;
      is $me->get($path, headers => { 'if-none-match' => $_ })->status, 304, "$path: $_" for $marked, "W/$marked", qq("a", $marked);
    }
    is $me->get($path, headers => { 'if-none-match' => $_ })->status, 200, "$path: $_" for '"-gzip"', $tag =~ s/"$/-other"/r, $tag =~ s/"$/-gzipped"/r;
  }
};

subtest 'a malformed condition is 400, which names the header' => sub {
  my $x = exchange();
  my $me = $x->submitter;
  my $tag = tag($me, $x->path);
  my $bare = $tag =~ s/"//gr;
  for my $bad ('abc', $bare, '', ' ', ',', '*, "a"', '"a", *', '* *', '"a', 'W/', 'w/"a"', 'W/ "a"', '"a" "b"', '"a""b"', '"a b"', "\"a\tb\"", '\\"a\\"', "'a'", "$tag more") {
    $me->patch($x->path, { internalCaseNumber => 'C' }, headers => { 'if-match' => $bad })->invalid('If-Match');
    $me->patch($x->path, { internalCaseNumber => 'C' }, headers => { 'if-none-match' => $bad })->invalid('If-None-Match');
    $me->get($x->path, headers => { 'if-match' => $bad })->invalid('If-Match');
  }
  $me->patch($x->path, { internalCaseNumber => 7 }, headers => { 'if-match' => 'a', 'if-none-match' => 'b' })->invalid(qw(If-Match If-None-Match internalCaseNumber));
  is tag($me, $x->path), $tag, 'nothing has changed';
  my $long = join ',', map { qq("$_") } 1 .. 900;
  $me->patch($x->path, { internalCaseNumber => 'C' }, headers => { 'if-match' => $long })->fails(412);
  $me->patch($x->path, { internalCaseNumber => 'C' }, headers => { 'if-match' => "$long,$tag", 'if-none-match' => $long })->ok('the last of 901 tags counts');
  nobody->post('/v1/login', { username => $me->username, password => $me->password }, headers => { 'if-match' => 'abc' })->ok('a login ignores conditions');
};

subtest 'the order: existence, role, party, condition, state' => sub {
  my $x = exchange();
  my %other = (headers => { 'if-match' => '"other"' });
  $x->stranger->post($x->closure, undef, %other)->fails(404);
  $x->submitter->post($x->closure . 'x', undef, %other)->fails(404);
  my $reader = user($x->submitter->company);
  owner()->do(q(update account set role = 'reader' where id = ?), undef, $reader->id);
  $reader->post($x->closure, undef, %other)->fails(403);
  $x->receiver->post($x->closure, undef, %other)->fails(403);
  $x->submitter->post($x->approval, an_approval(), %other)->fails(403);
  $x->submitter->post('/v1/collaboration-requests', $x->a_request(documentId => 1 << 40), %other)->fails(403);
  my $tag = tag($x->submitter, $x->path);
  $x->submitter->post($x->closure)->ok;
  for my $header (\%other, { headers => { 'if-match' => $tag } }, { headers => { 'if-none-match' => '*' } }) {
    $x->submitter->post($x->closure, undef, %$header)->fails(412);
    $x->submitter->patch($x->path, { internalCaseNumber => 'C' }, %$header)->fails(412);
    $x->submitter->post($x->notes, a_note(), %$header)->fails(412);
    $x->receiver->post($x->approval, an_approval(), %$header)->fails(412);
    $x->receiver->patch($x->approval, { nextSteps => 'n' }, %$header)->fails(412);
  }
  $x->submitter->post($x->closure, undef, headers => { 'if-match' => tag($x->submitter, $x->path) })->fails(409, undef, 'a condition that holds leaves the state to decide');
  $x->submitter->post($x->notes, a_note(), headers => { 'if-match' => '*' })->fails(400, qr/^Rejected/);
  isnt tag($x->submitter, $x->path), tag($x->receiver, $x->path);
  $x->submitter->get($x->path, headers => { 'if-match' => tag($x->receiver, $x->path) })->fails(412, undef, 'each party has its own tag');
};

subtest 'an Idempotency-Key comes before the condition, and does not keep a 412' => sub {
  my $x = exchange();
  my $me = $x->submitter;
  my %key = ('idempotency-key' => "precondition-$$");
  my $tag = tag($me, $x->path);
  $me->post($x->notes, a_note(), headers => { %key, 'if-match' => '"other"' })->fails(412);
  my $first = $me->post($x->notes, a_note(), headers => { %key, 'if-match' => $tag });
  my $note = $first->ok('the key is still free');
  my $again = $me->post($x->notes, a_note(), headers => { %key, 'if-match' => $tag });
  is_deeply $again->ok('the repeat is answered, although the tag is no longer current'), $note;
  is $again->header('etag'), $first->header('etag'), '… with the ETag of the first response';
  is $again->header('idempotent-replayed'), 'true';
  $me->post($x->notes, a_note(), headers => { %key, 'if-match' => 'abc' })->invalid('If-Match');
  for my $version (qw(v1 v2)) {
    my $made = $me->post("/$version/webhooks", { callbackUrl => 'http://127.0.0.1:9/' }, headers => { 'idempotency-key' => "$version-$$" });
    like $made->header('etag'), qr/^"[a-z0-9-]+"$/;
    is $me->post("/$version/webhooks", { callbackUrl => 'http://127.0.0.1:9/' }, headers => { 'idempotency-key' => "$version-$$" })->header('etag'), $made->header('etag');
  }
};

subtest 'a chain of changes needs no reading' => sub {
  my $x = exchange();
  my $me = $x->submitter;
  my $answer = $me->post('/v1/collaboration-requests', $x->a_request);
  my $path = "/v1/collaboration-requests/" . $answer->ok->{token};
  my $next = sub { my ($method, @call) = @_; $answer = $me->$method(@call, headers => { 'if-match' => $answer->header('etag') }); $answer->ok };
  $next->(patch => $path, { internalCaseNumber => "C$_" }) for 1 .. 3;
  $next->(patch => $path, { internalCaseNumber => 'C3' });
  $next->(post => "$path/closure", undef);
  $answer = $me->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/' });
  my $webhook = '/v2/webhooks/' . $answer->ok->{id};
  $next->(patch => $webhook, { active => $_ ? true : false }) for 0, 1;
  $next->(post => "$webhook/secret", {});
  $next->(patch => $webhook, {});
  is $me->delete($webhook, headers => { 'if-match' => $answer->header('etag') })->status, 204;
  $me->delete($webhook, headers => { 'if-match' => $answer->header('etag') })->fails(404);
};

# ---------------------------------------------------------------- races
my $second = Collab::Server->start("$ENV{COLLAB_TEST_DIR}/second$$", api_dsn => $ENV{COLLAB_TEST_DSN} =~ s/collab_owner/collab_api/r,
  dispatch_dsn => 'host=/nowhere', extra => "CollabBaseURL $ENV{COLLAB_TEST_URL}\nCollabDispatcher Off\n");
my $race = exchange();
my ($ada, $ben) = $race->parties;
my ($ada_there, $ben_there) = map { $_->at($second, token => $_->token) } $ada, $ben;      # the same users at the second node
my $storage = { domain => 'files.partner.example', password => 'p', expiration => '2099-01-01T00:00:00Z', httpsPath => '/in', httpsPort => 443 };

sub match { my ($party, $path) = @_; return (headers => { 'if-match' => tag($party, $path) }) }

# Each function makes a record, and returns the lock that both writers wait for, and the writers.
my @pairs = (
  sub { my ($x) = @_; my %tag = match($ada, $x->path); my $n = 0; return map { my $at = $_; sub { $at->patch($x->path, { internalCaseNumber => "C" . ++$n . $at->{url} }, %tag) } } $ada, $ada_there },
  sub { my ($x) = @_; my @tags = ([match($ada, $x->path)], [match($ben, $x->path)]); return (sub { $ada->post($x->notes, a_note(), @{ $tags[0] }) }, sub { $ben_there->post($x->notes, a_note(), @{ $tags[1] }) }) },
  sub { my ($x) = @_; my %tag = match($ben, $x->path); return (sub { $ben->post($x->approval, an_approval(), %tag) }, sub { $ben_there->post($x->rejection, a_rejection(), %tag) }) },
  sub { my ($x) = @_; my @tags = ([match($ada, $x->path)], [match($ben, $x->path)]); return (sub { $ada->post($x->closure, undef, @{ $tags[0] }) }, sub { $ben_there->post($x->approval, an_approval(), @{ $tags[1] }) }) },
  sub { my ($x) = @_; my %tag = match($ben, $x->path); return (sub { $ben->post($x->information_request, a_question(), %tag) }, sub { $ben_there->post($x->information_request, a_question(), %tag) }) },
  sub {
    my ($x) = @_;
    $ben->post($x->approval, an_approval())->ok;
    my %tag = match($ben, $x->path);
    return (sub { $ben->patch($x->approval, { nextSteps => 'one' }, %tag) }, sub { $ben_there->patch($x->approval, { nextSteps => 'two' }, %tag) });
  },
  sub {
    my ($x) = @_;
    my %tag = match($ada, $x->path . '/attachments/config');
    return (sub { $ada->put($x->path . '/attachments/config/https', $storage, %tag) }, sub { $ada_there->put($x->path . '/attachments/config/https', $storage, %tag) });
  },
);
my @webhook_pairs = map { my ($one, $two) = @$_; sub { my ($path) = @_; my %tag = match($ada, $path); return (sub { $one->($ada, $path, %tag) }, sub { $two->($ada_there, $path, %tag) }) } } (
  [(sub { my ($at, $path, %tag) = @_; return $at->patch($path, { active => false }, %tag) }) x 2],
  [(sub { my ($at, $path, %tag) = @_; return $at->post("$path/secret", {}, %tag) }) x 2],
  [sub { my ($at, $path, %tag) = @_; return $at->patch($path, { caseDirections => ['INBOUND'] }, %tag) }, sub { my ($at, $path, %tag) = @_; return $at->delete($path, %tag) }],
);

subtest 'of two writers with the same tag, at two nodes, one gets 412' => sub {
  my $kinds = @pairs + @webhook_pairs;
  my ($webhook, %ways);
  for my $n (0 .. long(200, 2 * $kinds) - 1) {
    my $kind = $n % $kinds;
    my $holder = $n / $kinds % 2 ? undef : another_connection();     # in every other round, both wait for the record's lock first
    my @writers;
    if ($kind < @pairs) {
      my $x = $race->another;
      @writers = $pairs[$kind]->($x);
      $holder and $holder->begin_work, $holder->do('select from request where token = ? for update', undef, $x->token);
    } else {
      my $id = $ada->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/' })->ok->{id};
      @writers = $webhook_pairs[ $kind - @pairs ]->("/v2/webhooks/$id");
      $holder and $holder->begin_work, $holder->do('select from subscription where id = ? for update', undef, $id);
      $webhook = "/v2/webhooks/$id";
    }
    my @answers = map { my $writer = $_; later { $writer->() } } $n % 2 ? reverse @writers : @writers;
    if ($holder) { blocked($holder, 2); $holder->rollback; $holder->disconnect }
    my $statuses = join ' ', sort map { $_->answer->status } @answers;
    $ways{"$kind: $statuses"}++;
    like $statuses, $kind == $kinds - 1 ? qr/^(?:200 412|204 404)$/ : qr/^200 412$/, "pair $n of kind $kind";
    like $ada->delete($webhook)->status, qr/^(?:204|404)$/ if $kind >= @pairs;
  }
  note "$_: $ways{$_}" for sort keys %ways;
};

done_testing;
