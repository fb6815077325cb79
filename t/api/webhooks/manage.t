# t/api/webhooks/manage.t: members read, change and test subscriptions, rotate secrets, and list deliveries
# interface.md 14.10 to 14.12, 16.4 and 16.10
# t/dispatch/subscriptions tests what the callback receives.
use lib qw(t/lib lab/lib);
use Collab::Test;

my $prefix = 'org.provider.core.collaboration-request.';
my $company = company();
my ($user, $stranger) = (user($company), user(company()));
my $hook = sub { return { callbackUrl => 'http://127.0.0.1:9/hook', @_ } };
my $create = sub { return $user->post('/v2/webhooks', $hook->(@_))->ok };
my $SHOWN = { %{ +SUBSCRIPTION }, updatedAt => 'time' };
my $partner = company();
community($company, $partner);
my @partners = (0 + $partner->{id});
my $legacy = $user->post('/v1/webhooks', $hook->())->ok;

subtest 'a member can read a subscription of its company' => sub {
  my $made = $create->(caseDirections => ['INBOUND']);
  my $path = "/v2/webhooks/$made->{id}";
  my $shown = $user->get($path)->ok;
  is_shaped $shown, { %$SHOWN, caseDirections => ['text'], health => { pending => 'integer', deadLetters => 'integer' } };
  is $shown->{$_}, $made->{$_}, $_ for qw(id callbackUrl callbackAuthType createdAt);
  is user($company)->get($path)->ok->{id}, $made->{id}, 'a colleague sees it';
  $stranger->get($path)->fails(404);
  $user->get("/v2/webhooks/$legacy->{id}")->fails(404, undef, 'a V1 subscription is 404');
  $user->get('/v2/webhooks/999999999')->fails(404);
  $user->get('/v2/webhooks/x')->invalid('id');
  nobody->get($path)->fails(401);
};

subtest 'a change leaves absent members as they are' => sub {
  my $made = $create->(eventTypes => ["${prefix}closed"], partnerCompanyIds => \@partners, callbackAuth => { type => 'BEARER', token => 't' });
  my $path = "/v2/webhooks/$made->{id}";
  my $change = sub { return $user->patch($path, {@_})->ok };
  my $before = $user->get($path)->ok;
  owner()->do("update subscription set updated_at = updated_at - interval '1 hour', created_at = created_at - interval '1 hour' where id = ?", undef, $made->{id});
  my $after = $change->(callbackUrl => 'http://127.0.0.1:9/other');
  is_shaped $after, { %$SHOWN, partnerCompanyIds => ['integer'] };
  is $after->{callbackUrl}, 'http://127.0.0.1:9/other';
  cmp_ok seconds($after->{updatedAt}), '>', seconds($after->{createdAt});
  is_deeply [@{$after}{qw(eventTypes partnerCompanyIds callbackAuthType active)}], [@{$before}{qw(eventTypes partnerCompanyIds callbackAuthType active)}];
  is $change->(active => false)->{active}, false;
  is $change->(caseDirections => ['OUTBOUND'])->{active}, false;
  is_deeply $change->(eventTypes => ["${prefix}created"])->{eventTypes}, ["${prefix}created"];
  is $user->request('PATCH', $path, body => { active => true }, type => 'application/json')->ok->{active}, true, 'application/json is accepted, too';
  is_deeply $user->get($path)->ok->{caseDirections}, ['OUTBOUND'];
};

subtest 'switching off and deleting take effect at once, even while pending deliveries are locked' => sub {
  my $x = exchange();
  my $party = $x->submitter;
  my ($off, $gone) = map { $party->post('/v2/webhooks', $hook->())->ok } 1 .. 2;
  # due in a day, so the dispatcher does not claim them
  owner()->do(q(insert into delivery (event, queue, attempts, due_at) select e.id, s.queue, 1, now() + interval '1 day'
    from subscription s, (select id from event where request_token = ? limit 1) e where s.id = any (?)), undef, $x->token, [$off->{id}, $gone->{id}]);
  my $holder = another_connection();
  $holder->begin_work;
  is $holder->do('select from delivery d join subscription s using (queue) where s.id = any (?) for update of d', undef, [$off->{id}, $gone->{id}]), 2;
  my $version = $party->get("/v2/webhooks/$off->{id}")->header('etag');
  is $party->patch("/v2/webhooks/$off->{id}", { active => false })->ok->{active}, false;
  $party->delete("/v2/webhooks/$gone->{id}")->is_status(204);
  is_deeply [map { [$_->{id}, $_->{active}] } @{ $party->get('/v2/webhooks')->ok }], [[$off->{id}, false]];
  is $party->get("/v2/webhooks/$off->{id}", headers => { 'if-none-match' => $version })->status, 200;
  is $party->get("/v1/webhooks/$off->{id}/deliveries")->ok->{totalElements}, 0;
  $party->get($_)->fails(404) for "/v2/webhooks/$gone->{id}", "/v1/webhooks/$gone->{id}/deliveries";
  $party->patch("/v2/webhooks/$gone->{id}", { active => true })->fails(404);
  $party->delete("/v2/webhooks/$gone->{id}")->fails(404);
  $party->post("/v2/webhooks/$off->{id}/test")->fails(409);
  is $party->patch("/v2/webhooks/$off->{id}", { active => true })->ok->{active}, true;
  $party->post("/v2/webhooks/$off->{id}/test")->ok;
  is $holder->selectrow_array('select count(*) from delivery d where due_at > now() + interval \'1 hour\' and event = (select id from event where request_token = ? limit 1)', undef, $x->token), 2,
    'the locked deliveries still exist';
  $holder->rollback;
};

subtest 'null removes filters and credentials' => sub {
  my $made = $create->(eventTypes => ["${prefix}closed"], partnerCompanyIds => \@partners, caseDirections => ['INBOUND'], callbackAuth => { type => 'BEARER', token => 't' });
  my $path = "/v2/webhooks/$made->{id}";
  my $after = $user->patch($path, { eventTypes => null, partnerCompanyIds => null, caseDirections => null, callbackAuth => null })->ok;
  is_shaped $after, $SHOWN;
  is scalar @{ $after->{eventTypes} }, 5;
  is $after->{callbackAuthType}, 'NONE';
  is owner()->selectrow_array('select auth from subscription where id = ?', undef, $made->{id}), undef;
  $user->patch($path, { active => null, callbackUrl => null })->invalid(qw(active callbackUrl));
};

subtest 'credentials are replaced as a whole' => sub {
  my $made = $create->(callbackAuth => { type => 'BASIC', username => 'u', password => 'p' });
  my $path = "/v2/webhooks/$made->{id}";
  is $user->patch($path, { callbackAuth => { type => 'HEADER', headerName => 'X-Key', headerValue => 'v' } })->ok->{callbackAuthType}, 'HEADER';
  $user->patch($path, { callbackAuth => { password => 'new' } })->invalid('callbackAuth.type');
  $user->patch($path, { callbackAuth => { type => 'BASIC', password => 'new' } })->invalid('callbackAuth.username');
  is $user->patch($path, { callbackAuth => { type => 'NONE' } })->ok->{callbackAuthType}, 'NONE';
  $user->patch("/v2/webhooks/$_", { callbackAuth => { type => 'BEARER', token => 'x' } })->fails(404) for 999999999, $legacy->{id};
};

subtest 'a callback URL of another origin needs new credentials' => sub {
  my $made = $create->(callbackUrl => 'http://127.0.0.1/in', callbackAuth => { type => 'BEARER', token => 't' });
  my $path = "/v2/webhooks/$made->{id}";
  my $before = $user->get($path)->ok;
  for my $url ('https://127.0.0.1/in', 'http://127.0.0.2/in', 'http://127.0.0.1:81/in', 'http://localhost/in', 'http://[2001:4860:4860::8888]/in', 'https://127.0.0.1:80/in', 'http://127.0.0.1:443/in') {
    like $user->patch($path, { callbackUrl => $url, active => false })->invalid('callbackAuth')->[0]{message}, qr/^is required when callbackUrl changes /, $url;
  }
  $user->patch($path, { callbackUrl => 'http://127.0.0.2/in', partnerCompanyIds => [999_999_999] })->invalid(qw(callbackAuth partnerCompanyIds[0]));
  is_deeply $user->get($path)->ok, $before, 'nothing is changed';
  for my $url ('http://127.0.0.1:80/other', 'http://127.0.0.1:/?x=1', 'HTTP://127.0.0.1:00080?y', 'http://127.0.0.1') {
    is $user->patch($path, { callbackUrl => $url })->ok->{callbackUrl}, $url, "$url is the same origin";
  }
  $user->patch($path, { callbackUrl => 'http://127.0.0.1/#y' })->invalid('callbackUrl');
  is $user->patch($path, { callbackUrl => 'https://127.0.0.1/', callbackAuth => { type => 'BASIC', username => 'u', password => 'p' } })->ok->{callbackAuthType}, 'BASIC', 'another origin with new credentials is accepted';
  $user->patch($path, { callbackUrl => 'https://127.0.0.1:443' })->ok('the default port of https');
  is $user->patch($path, { callbackUrl => 'http://127.0.0.2/', callbackAuth => null })->ok->{callbackAuthType}, 'NONE', 'null counts as new credentials';
  $user->patch($path, { callbackUrl => 'http://127.0.0.3/' })->ok('a subscription without credentials may change its origin');
  $stranger->patch($path, { callbackUrl => 'http://127.0.0.4/' })->fails(404);

  # once the statement gets the lock, it decides by the row's new state
  my $other = $create->();
  my $holder = another_connection();
  $holder->begin_work;
  $holder->do(q(update subscription set auth_type = 'BEARER' where id = ?), undef, $other->{id});
  my $call = later { $user->patch("/v2/webhooks/$other->{id}", { callbackUrl => 'http://127.0.0.5/' }) };
  blocked($holder, 1);
  $holder->commit;
  $call->answer->invalid('callbackAuth');
};

subtest 'an invalid change is refused' => sub {
  my $path = '/v2/webhooks/' . $create->()->{id};
  $user->patch($path, { active => 'yes', callbackUrl => 'x', eventTypes => [], caseDirections => ['UP'], partnerCompanyIds => [], callbackAuth => 1 })
    ->invalid(qw(active callbackUrl eventTypes caseDirections[0] partnerCompanyIds callbackAuth));
  is $user->patch($path, { eventTypes => [] })->invalid('eventTypes')->[0]{message}, 'must not be empty; send null for all event types';
  is $user->patch($path, { $_ => [] })->invalid($_)->[0]{message}, 'must not be empty; send null to remove it', $_ for qw(caseDirections partnerCompanyIds);
  $user->patch($path, { callbackUrl => 'http://10.0.0.1/' })->invalid('callbackUrl');
  $user->patch($path, { callbackUrl => '' })->invalid('callbackUrl');
  $user->patch($path, [])->is_status(400);
  $user->patch($path, '{}', type => 'text/plain')->fails(415);
  $user->patch($path, ' ' x 1_100_000)->fails(413);
  $stranger->patch($path, { active => false })->fails(404);
  $user->patch("/v2/webhooks/$legacy->{id}", { active => false })->fails(404, undef, 'a V1 subscription is 404');
  $user->patch('/v2/webhooks/x', {})->invalid('id');
  nobody->patch($path, {})->fails(401);
  is $user->get($path)->ok->{active}, true;
};

subtest 'a test event needs an active V2 subscription' => sub {
  my $made = $create->();
  my $path = "/v2/webhooks/$made->{id}";
  my $answer = $user->post("$path/test")->ok;
  is_shaped $answer, { eventId => 'text' };
  like $answer->{eventId}, qr/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  $user->post("$path/test", {})->ok;
  $user->post("$path/test", 'x', type => 'text/plain')->fails(415);
  $user->post("$path/test", ' ' x 1_100_000)->fails(413);
  $user->patch($path, { active => false })->ok;
  $user->post("$path/test")->fails(409, qr/not active/);
  $user->post("$path/test", undef, headers => { accept => 'application/problem+json' })->is_problem(409, 'inactive');
  $stranger->post("$path/test")->fails(404);
  $user->post("/v2/webhooks/$legacy->{id}/test")->fails(404, undef, 'a V1 subscription has no test event');
  $user->post('/v2/webhooks/x/test')->invalid('id');
  nobody->post("$path/test")->fails(401);
};

subtest 'a rotation gives a new secret, and the old one signs for the overlap' => sub {
  for (['v1', $create->(callbackAuth => { type => 'BEARER', token => 't' })], ['v1', $legacy], ['v2', $create->()], ['v2', $user->post('/v1/webhooks', $hook->())->ok]) {
    my ($version, $made) = @$_;
    my $path = "/$version/webhooks/$made->{id}/secret";
    my $rotate = sub { return $user->post($path, @_) };
    my $answer = $rotate->()->ok;
    is_shaped $answer, { %$SHOWN, secret => 'text', previousSecretExpiresAt => 'time', $made->{payloadVersion} ? (payloadVersion => 'text') : () };
    like $answer->{secret}, qr/^[\x21-\x7e]{32,}$/;
    isnt $answer->{secret}, $made->{secret};
    cmp_ok abs(seconds($answer->{previousSecretExpiresAt}) - time - 86400), '<', 60, 'the default overlap is a day';
    my $again = $rotate->({ overlapSeconds => 60 })->ok;
    isnt $again->{secret}, $answer->{secret};
    cmp_ok abs(seconds($again->{previousSecretExpiresAt}) - time - 60), '<', 30;
    cmp_ok abs(seconds($rotate->({ overlapSeconds => 0 })->ok->{previousSecretExpiresAt}) - time), '<', 30;
    is owner()->selectrow_array('select count(*) from previous_secret where subscription = ?', undef, $made->{id}), 0, 'without an overlap, no replaced secret is kept';
    $rotate->({ overlapSeconds => 604800 })->ok('the overlap may be a week');
    like $rotate->({ overlapSeconds => 0 + $_ })->invalid('overlapSeconds')->[0]{message}, qr/^must be a whole number /, "overlapSeconds: $_" for 604801, -1, 1.5, 1e12;
    is $rotate->({ overlapSeconds => '60' })->invalid('overlapSeconds')->[0]{message}, 'must be a JSON number, not a string';
    $rotate->({ overlapSeconds => null })->ok;
    $rotate->('{')->fails(400);
    $rotate->({}, type => 'text/plain')->fails(415);
    $rotate->(' ' x 1_100_000)->fails(413);
    $stranger->post($path)->fails(404);
    nobody->post($path)->fails(401);
    for my $list (map { $user->get("/$_/webhooks") } qw(v1 v2)) {
      cmp_ok scalar @{ $list->ok }, '>', 0;
      unlike $list->text, qr/secret/i, 'lists show no secret';
    }
  }
  for my $version (qw(v1 v2)) {
    $user->post("/$version/webhooks/999999999/secret")->fails(404);
    $user->post("/$version/webhooks/x/secret")->invalid('id');
  }
};

for my $version (qw(v1 v2)) {
subtest "at most three replaced secrets sign ($version)" => sub {
  my $path = "/$version/webhooks/" . $create->()->{id} . '/secret';
  my $rotate = sub { return $user->post($path, { overlapSeconds => $_[0] }) };
  $rotate->(60)->ok for 1 .. 3;
  $user->post($path)->fails(409, qr/^Three replaced secrets still sign/);
  $user->post($path, undef, headers => { accept => 'application/problem+json' })->is_problem(409, 'secret-limit');
  $stranger->post($path)->fails(404);
  $rotate->(0)->ok('a leaked secret can always be ended');
  $rotate->(60)->ok('the next rotation has room again');
};
}

subtest 'workers cannot read secrets' => sub {
  my $api = DBI->connect($ENV{COLLAB_TEST_DBI} =~ s/collab_owner/collab_api/r, '', '', { RaiseError => 1, PrintError => 0 });
  for my $sql ('select secret from collab.subscription', 'select auth from collab.subscription', 'select secret from collab.previous_secret',
    'update collab.subscription set callback_url = secret::text') {
    ok !eval { $api->do($sql); 1 }, $sql;
    is $api->state, '42501', '… permission is denied';
  }
  $api->do('select id from collab.subscription');
};

subtest 'callback authentication may be OAuth 2 client credentials' => sub {
  my %good = (type => 'OAUTH2_CLIENT_CREDENTIALS', oauth2TokenUrl => 'http://127.0.0.1:9/token', oauth2ClientId => 'me', oauth2ClientSecret => "s:\x{e9} +");
  my $auth = sub { return $user->post('/v2/webhooks', $hook->(callbackAuth => { %good, @_ })) };
  is $auth->()->ok->{callbackAuthType}, 'OAUTH2_CLIENT_CREDENTIALS';
  my $made = $auth->(oauth2ClientAuthenticationMethod => 'CLIENT_SECRET_BASIC', oauth2Scope => 'a b:c')->ok;
  is_shaped $made, { %{ +SUBSCRIPTION }, secret => 'text' }, 'the answer has no credentials';
  $auth->(map { $_ => null } qw(oauth2TokenUrl oauth2ClientId oauth2ClientSecret))->invalid(map { "callbackAuth.oauth2$_" } qw(TokenUrl ClientId ClientSecret));
  $auth->(oauth2ClientId => '', oauth2ClientSecret => "a\nb")->invalid(map { "callbackAuth.oauth2$_" } qw(ClientId ClientSecret));
  $auth->(oauth2ClientAuthenticationMethod => 'PRIVATE_KEY_JWT')->invalid('callbackAuth.oauth2ClientAuthenticationMethod');
  $auth->(oauth2Scope => $_)->invalid('callbackAuth.oauth2Scope') for '', "a\"b", "a\nb", "é";
  $auth->(oauth2TokenUrl => 'ftp://x/')->invalid('callbackAuth.oauth2TokenUrl');
  $auth->(oauth2TokenUrl => 'http://169.254.169.254/token')->invalid('callbackAuth.oauth2TokenUrl');
};

subtest 'the log of deliveries says which attempt was dropped, and why' => sub {
  my $made = $create->();
  my $event = owner()->selectrow_array("insert into event (type, subscription, submit_company, receive_company) values ('webhook.test', ?, ?, ?) returning id",
    undef, $made->{id}, ($company->{id}) x 2);
  my $log = sub { return map { [@{$_}{qw(attemptNumber error)}, defined $_->{nextAttemptAt} ? 1 : 0] } @{ $user->get("/v2/webhooks/$made->{id}/deliveries")->ok->{content} } };
  my $attempt = sub {
    my ($number, $next) = @_;
    owner()->do(q(insert into attempt (subscription, event, number, http_status, success, error, duration_ms, created_at, next_attempt_at, delivery_queue)
      select id, ?, ?, 500, false, 'HTTP 500', 1, clock_timestamp(), clock_timestamp() + ?::interval, queue from subscription where id = ?), undef, $event, $number, $next, $made->{id});
  };
  my $switch = sub { $user->patch("/v2/webhooks/$made->{id}", { active => $_[0] })->ok };
  $attempt->(1, '0 s');
  $attempt->(2, '1 hour');
  is_deeply [$log->()], [[2, 'HTTP 500', 1], [1, 'HTTP 500', 1]], 'while active, the second attempt has a next one';
  my $before = owner()->selectall_arrayref('select * from attempt where subscription = ? order by id', undef, $made->{id});
  $switch->(false);
  my $dropped = 'HTTP 500; dropped: the subscription was switched off';
  is_deeply [$log->()], [[2, $dropped, 0], [1, 'HTTP 500', 1]], 'switched off, the second attempt is the last';
  is_deeply owner()->selectall_arrayref('select * from attempt where subscription = ? order by id', undef, $made->{id}), $before, 'no row of the log is changed';
  $switch->(true);
  $attempt->(1, '1 hour');
  is_deeply [$log->()], [[1, 'HTTP 500', 1], [2, $dropped, 0], [1, 'HTTP 500', 1]], 'after a replay, the earlier attempt is still shown as dropped';
  $switch->(false);
  is_deeply [$log->()], [[1, $dropped, 0], [2, $dropped, 0], [1, 'HTTP 500', 1]];
};

for my $version (qw(v1 v2)) {
subtest "the log of deliveries has pages, newest first ($version)" => sub {
  my $made = $create->();
  my $path = "/$version/webhooks/$made->{id}/deliveries";
  is_deeply $user->get($path)->ok, { content => [], totalElements => 0, totalPages => 0, size => 20, number => 0 };
  my $event = owner()->selectrow_array("insert into event (type, subscription, submit_company, receive_company) values ('webhook.test', ?, ?, ?) returning id",
    undef, $made->{id}, ($company->{id}) x 2);
  owner()->do(q(insert into attempt (subscription, event, number, http_status, success, error, response_body, duration_ms, created_at, next_attempt_at)
    select ?, ?, n, 503, false, 'HTTP 503', 'no "time"', 12, clock_timestamp(), clock_timestamp() from generate_series(1, 45) n), undef, $made->{id}, $event);
  my $page = $user->get($path)->ok;
  is_deeply [@{$page}{qw(totalElements totalPages size number)}], [45, 3, 20, 0];
  is_deeply [map { $_->{attemptNumber} } @{ $page->{content} }], [reverse 26 .. 45], 'newest first';
  is_shaped $page->{content}[0], { id => 'id', cloudEventId => 'text', eventType => 'text', httpStatus => 'integer', attemptNumber => 'integer', success => 'boolean',
    requestBody => 'text', responseBody => 'text?', createdAt => 'time', durationMs => 'integer', error => 'text?', nextAttemptAt => 'time', deadLetter => 'boolean' };
  is scalar @{ $user->get("$path?page=2&size=20")->ok->{content} }, 5;
  is_deeply $user->get("$path?page=9&size=1")->ok->{content}[0]{attemptNumber}, 36;
  is_deeply $user->get("$path?page=99")->ok->{content}, [], 'a page past the end is empty';
  $user->get("$path?$_")->invalid('page') for 'page=-1', 'page=x', 'page=99999999999';
  $user->get("$path?$_")->invalid('size') for 'size=0', 'size=201';
  $stranger->get($path)->fails(404);
  $user->get("/$version/webhooks/$legacy->{id}/deliveries")->ok('a V1 subscription has a log, too');
  $user->get("/$version/webhooks/x/deliveries")->invalid('id');
  nobody->get($path)->fails(401);
};
}

done_testing;
