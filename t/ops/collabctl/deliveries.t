# t/ops/collabctl/deliveries.t: collabctl deliveries lists attempts, deliveries and dead letters, by every filter
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;

my $stack = stack(extra => "CollabWebhookRetry V2 3600\n");
my $receiver = receiver();
my ($x, $other) = (exchange(), exchange());
my $company = $x->submitter->company;

sub one { return scalar owner()->selectrow_array(shift, undef, @_) }
sub json { return JSON::XS->new->utf8->decode(collabctl('deliveries', @_, '--json')) }
sub subscribe { my ($party, @answers) = @_; return $party->post('/v2/webhooks', { callbackUrl => $receiver->url(@answers) })->ok->{id} }
sub uids { return sort map { $_->{event} } @_ }
sub refused {
  my $text = pop;
  local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN};
  my ($status, $said) = output('./collabctl', 'deliveries', @_);
  is $status, 1, "@_";
  like $said, $text;
}

my %at = (good => subscribe($x->submitter), refusing => subscribe($x->submitter, 401), failing => subscribe($x->submitter, 500), other => subscribe($other->submitter));
$x->submitter->post($x->notes, a_note())->ok for 1 .. 3;
$other->submitter->post($other->notes, a_note())->ok;
wait_for { one('select count(*) from attempt') == 10 } 20, 'ten attempts';
my @events = @{ owner()->selectcol_arrayref(q(select uid from event where type = 'note.created' and request_token = ?), undef, $x->token) };

subtest 'attempts are listed, newest first' => sub {
  my @all = @{ json() };
  is @all, 10;
  is_deeply [map { $_->{attempt} } @all], owner()->selectcol_arrayref('select id from attempt order by created_at desc, id desc');
  is_deeply [uids(@{ json('--subscription', $at{good}) })], [sort @events];
  is @{ json('--company', $company->{domain}) }, 9;
  is @{ json('--company', $company->{id}) }, 9;
  is @{ json('--request', $other->token) }, 1;
  is_deeply [uids(@{ json('--request', $x->token, '--subscription', $at{good}) })], [sort @events];
  is @{ json('--request', $x->token, '--state', 'failed', '--status', 500, '--since', '-1h') }, 3;
  my @all_of = map { $_->{attempt} } @{ json('--request', $x->token) };
  is_deeply [map { $_->{attempt} } @{ json('--request', $x->token, '--before', json('--request', $x->token, '--limit', 4)->[3]{cursor}) }], [@all_of[4 .. 8]];
  is @{ json('--state', 'delivered') }, 4;
  is @{ json('--state', 'failed') }, 6;
  is @{ json('--status', 401) }, 3;
  is @{ json('--status', 401, '--subscription', $at{failing}) }, 0;
  is @{ json('--since', '-1h') }, 10;
  is @{ json('--until', '-1h') }, 0;
  my ($dead) = @{ json('--status', 401, '--limit', 1) };
  is_deeply { map { $_ => $dead->{$_} } qw(subscription company number status state error type request) }, { subscription => $at{refusing}, company => $company->{domain},
    number => 1, status => 401, state => 'dead', error => 'HTTP 401', type => 'note.created', request => $x->token };
  is json('--subscription', $at{failing}, '--limit', 1)->[0]{state}, 'failed';
};

subtest 'subscription list has the state of each receiver' => sub {
  my $list = sub { return JSON::XS->new->utf8->decode(collabctl('subscription', 'list', @_, '--json')) };
  $x->submitter->post("/v1/webhooks/$at{refusing}/secret", {})->ok;
  my $missed = $x->submitter->post($x->notes, a_note())->ok->{token};
  wait_for { one('select count(*) from attempt') == 13 } 20, 'three more';
  my %list = map { $_->{subscription} => $_ } @{ $list->() };
  is_deeply [sort keys %list], [sort values %at];
  my ($good, $refusing, $failing) = @list{ @at{qw(good refusing failing)} };
  my $own = $x->submitter->get("/v2/webhooks/$at{good}")->ok;
  is_deeply $good, { callbackAuthType => 'NONE', eventTypes => undef, caseDirections => undef, partnerCompanyIds => undef, contentType => undef, createdAt => $own->{createdAt},
    updatedAt => $own->{updatedAt}, pausedSince => undef, pausedBy => undef, pausedWhy => undef, subscription => $at{good}, cursor => $at{good}, company => $company->{domain}, version => 'V2', state => 'active', inactiveSince => undef, inactiveReason => undef, pending => 0, leased => 0,
    oldest => undef, due => undef, deadLetters => 0, failingSince => undef, error => undef, rotated => undef, refusedSinceRotation => undef,
    callbackUrl => one('select callback_url from subscription where id = ?', $at{good}) };
  my $since = sub { return one('select stamp(min(created_at)) from attempt where subscription = ?', $_[0]) };
  is_deeply [@{$refusing}{qw(state pending deadLetters failingSince error refusedSinceRotation)}], ['active', 0, 4, $since->($at{refusing}), 'HTTP 401', 1];
  is $refusing->{rotated}, one('select stamp(rotated_at) from subscription where id = ?', $at{refusing});
  is_deeply [@{$failing}{qw(pending leased deadLetters failingSince error oldest due refusedSinceRotation)}],
    [4, 0, 0, $since->($at{failing}), 'HTTP 500', one(q(select stamp(min(e.created_at)) from delivery d join event e on e.id = d.event)), one('select stamp(min(due_at)) from delivery'), undef];

  is_deeply [map { $_->{subscription} } @{ $list->('--failing') }], [sort { $b <=> $a } @at{qw(refusing failing)}];
  is_deeply [map { $_->{subscription} } @{ $list->('--company', $other->submitter->company->{domain}) }], [$at{other}];

  my $newest = $other->submitter->post("/v1/webhooks/$at{other}/secret", {})->ok && $list->()->[0];
  is_deeply [@{$newest}{qw(subscription refusedSinceRotation)}], [$at{other}, 0], 'a rotation without refusals counts 0';
  my ($port) = $good->{callbackUrl} =~ /:(\d+)\//;
  my $page = collabctl('subscription', 'list', '--limit', 3);
  like $page, qr/^SUBSCRIPTION +COMPANY .* FAILING SINCE .*^$at{refusing} +\S+ +V2 +127\.0\.0\.1:$port +active +- +0 .* 4 .* 1 +HTTP 401\n/ms;
  my ($cursor) = $page =~ /^There may be more: --before (\d+)$/m;
  is_deeply [map { $_->{subscription} } @{ $list->('--before', $cursor) }], [(sort { $a <=> $b } values %at)[0]];
  my ($status, $said) = do { local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN}; output('./collabctl', qw(subscription list --company nobody.example)) };
  is $status, 1;
  like $said, qr/company: there is no company nobody\.example$/m;

  # failures before the last success do not count
  owner()->do('insert into attempt (subscription, event, number, success, http_status, duration_ms, created_at) select subscription, event, 1, true, 200, 1, created_at
    from attempt where subscription = ? order by created_at limit 1 offset 2', undef, $at{failing});
  is $list->('--failing')->[0]{failingSince}, one('select stamp(max(created_at)) from attempt where subscription = ?', $at{failing});
  owner()->do('delete from attempt where subscription = ? and success', undef, $at{failing});
  owner()->do('delete from delivery where event = (select id from event where note_token = ?)', undef, $missed);
  owner()->do("delete from $_ where event = (select id from event where note_token = ?)", undef, $missed) for qw(dead_letter attempt);
};

subtest 'pages have each row once' => sub {
  for my $list ([], ['--state', 'dead'], ['--state', 'pending']) {
    my @all = map { $_->{cursor} } @{ json(@$list) };
    my (@pages, @before);
    while (my @page = @{ json(@$list, '--limit', 2, @before) }) {
      push @pages, map { $_->{cursor} } @page;
      @before = ('--before', $page[-1]{cursor});
    }
    is_deeply \@pages, \@all, "@$list";
    cmp_ok scalar @all, '>', 2;
  }
  my $page = collabctl(qw(deliveries --limit 3));
  my ($cursor) = $page =~ /^There may be more: --before (\S+)$/m;
  is json('--before', $cursor)->[0]{attempt}, json()->[3]{attempt};
  unlike collabctl(qw(deliveries --limit 11)), qr/more/;
};

subtest 'pending and leased deliveries and dead letters are listed' => sub {
  my @pending = @{ json('--state', 'pending') };
  is_deeply [map { $_->{subscription} } @pending], [($at{failing}) x 3];
  is_deeply [uids(@pending)], [sort @events];
  is $pending[0]{attempts}, 1;
  is @{ json('--state', 'leased') }, 0;
  is @{ json('--state', 'pending', '--subscription', $at{good}) }, 0;
  is @{ json('--state', 'pending', '--request', $x->token, '--company', $company->{domain}, '--since', '-1h') }, 3;
  my @dead = @{ json('--state', 'dead') };
  is_deeply [map { [@$_{qw(subscription reason)}] } @dead], [([$at{refusing}, 'HTTP 401']) x 3];
  is @{ json('--state', 'dead', '--status', 401, '--request', $x->token) }, 3;
  is @{ json('--state', 'dead', '--status', 403) }, 0;
  is @{ json('--state', 'dead', '--until', '-1h') }, 0;
  like collabctl('deliveries', '--state', 'dead'), qr/^DEAD LETTER +GIVEN UP .*^$dead[0]{deadLetter} .* HTTP 401$/ms;
  like collabctl('deliveries', '--state', 'pending'), qr/^DELIVERY .*^$pending[0]{delivery} /ms;
};

subtest '--event shows an event and the phases of its attempts' => sub {
  owner()->do('update attempt set outbox_us = 1500, dns_us = 250, first_byte_us = 12345, remote_address = ? where event = (select id from event where uid = ?)',
    undef, '192.0.2.7', $events[0]);
  my $event = json('--event', $events[0]);
  is $event->{request}, $x->token;
  is $event->{fannedOut}, true;
  is_deeply { map { $_->{subscription} => $_->{state} } @{ $event->{subscriptions} } }, { $at{good} => 'delivered', $at{refusing} => 'dead', $at{failing} => 'pending' };
  is @{ $event->{attempts} }, 3;
  is_deeply { map { $_ => $event->{attempts}[0]{phasesUs}{$_} } qw(outbox dns firstByte) }, { outbox => 1500, dns => 250, firstByte => 12345 };
  is $event->{attempts}[0]{remoteAddress}, '192.0.2.7';
  is @{ json('--event', $events[0], '--subscription', $at{good})->{attempts} }, 1;
  my $said = collabctl('deliveries', '--event', uc $events[0]);
  like $said, qr/^event: $events[0]$/m;
  like $said, qr/^$at{refusing} +\S+ +dead +1 /m;
  like $said, qr/ 1\.500 .* 0\.250 .* 12\.345 +192\.0\.2\.7 /;
};

subtest '--attempt shows an attempt with its response' => sub {
  my $id = one('select id from attempt where subscription = ? order by id limit 1', $at{refusing});
  my $attempt = json('--attempt', $id);
  is $attempt->{attempt}{status}, 401;
  is $attempt->{request}, $x->token;
  like $attempt->{attempt}{responseBody}, qr/^no: /;
  my $said = collabctl('deliveries', '--attempt', $id);
  like $said, qr/^status: 401$/m;
  like $said, qr/^response: no: /m;
  like $said, qr/^url: http:/m;
  my $called = one('select callback_url from subscription where id = ?', $at{refusing});
  $x->submitter->patch("/v2/webhooks/$at{refusing}", { callbackUrl => $receiver->url(401) })->ok;
  is json('--attempt', $id)->{callbackUrl}, $called, 'the URL of that time, also after a change';
  like collabctl('deliveries', '--attempt', $id), qr/^url: \Q$called\E$/m;
};

subtest 'a deleted subscription still has its attempts' => sub {
  $other->submitter->delete("/v2/webhooks/$at{other}");
  is @{ json('--subscription', $at{other}) }, 1;
  is @{ json() }, 9;
  my $gone = subscribe($other->submitter, 500);
  $other->submitter->post($other->notes, a_note())->ok;
  wait_for { one('select count(*) from attempt where subscription = ?', $gone) } 20, 'an attempt';
  my ($attempt) = @{ json('--subscription', $gone) };
  ok defined $attempt->{next};
  is $attempt->{error}, 'HTTP 500';
  $other->submitter->delete("/v2/webhooks/$gone")->is_status(204);
  is_deeply [map { @{$_}{qw(error next state)} } @{ json('--subscription', $gone) }], ['HTTP 500; dropped: the subscription was deleted', undef, 'failed'], 'a dropped delivery has its reason';
  is_deeply [@{ json('--attempt', $attempt->{attempt})->{attempt} }{qw(error next)}], ['HTTP 500; dropped: the subscription was deleted', undef];
  like collabctl('deliveries', '--event', $attempt->{event}, '--subscription', $gone), qr/HTTP 500; dropped: the subscription was deleted$/m;
};

subtest 'a disabled company receives nothing' => sub {
  my $x = exchange();
  my $domain = $x->receiver->company->{domain};
  my %hook = map { my $url = $receiver->url($_ eq 'failing' ? 500 : 200); $_ => { url => $url, id => $x->receiver->post('/v2/webhooks', { callbackUrl => $url })->ok->{id} } } qw(failing good off);
  my $state = sub { return { map { $_->{subscription} => [@{$_}{qw(state inactiveReason pending)}] } @{ JSON::XS->new->utf8->decode(collabctl('subscription', 'list', '--company', $domain, '--json')) } } };
  my $note = sub { return $x->submitter->post($x->notes, a_note())->ok->{token} };
  my $to = sub { my ($which) = @_; return map { $_->{body} =~ /"noteToken":"(\w+)"/ } $receiver->got($hook{$which}{url}) };
  my @notes = $note->();
  $receiver->wait($hook{$_}{url}, 1) for keys %hook;
  wait_for { one('select count(*) from attempt where subscription = any (?)', [map { $_->{id} } values %hook]) == 3 } 20, 'three attempts';
  $x->receiver->patch("/v2/webhooks/$hook{off}{id}", { active => false })->ok;

  local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN};
  my ($status, $said) = output('./collabctl', 'company', 'disable', $domain);
  is $status, 1, 'the plan comes first';
  like $said, qr/would make 2 subscriptions inactive and drop 1 pending deliveries; nothing is changed without --yes/;
  is_deeply $state->(), { $hook{failing}{id} => ['active', undef, 1], $hook{good}{id} => ['active', undef, 0], $hook{off}{id} => ['inactive', undef, 0] };
  is collabctl('company', 'disable', $domain, '--yes'), "subscriptions made inactive: 2, deliveries dropped: 1\n";
  is collabctl('company', 'disable', $domain, '--yes'), "nothing to do: company $domain is disabled already\n", 'the second time there is nothing to do';
  my $disabled = { $hook{failing}{id} => ['disabled', 'company', 0], $hook{good}{id} => ['disabled', 'company', 0], $hook{off}{id} => ['inactive', undef, 0] };
  is_deeply $state->(), $disabled;
  is_deeply [map { @{$_}{qw(error next)} } @{ json('--subscription', $hook{failing}{id}) }], ['HTTP 500; dropped: the company was disabled', undef], 'a dropped delivery has its reason';

  push @notes, $note->();
  wait_for { !one('select count(*) from outbox') } 20, 'the fan-out';
  is one('select count(*) from delivery join subscription s using (queue) where s.id = any (?)', [map { $_->{id} } values %hook]), 0, 'nothing is queued';
  is collabctl('company', 'enable', $domain), "subscriptions made active again: 2\n";
  is_deeply $state->(), { $hook{failing}{id} => ['active', undef, 0], $hook{good}{id} => ['active', undef, 0], $hook{off}{id} => ['inactive', undef, 0] }, 'only the subscriptions that disable made inactive are active again';
  push @notes, $note->();
  $receiver->wait($hook{good}{url}, 2);
  is_deeply [$to->('good')], [@notes[0, 2]], 'events of that time are not delivered later';
  is_deeply [$to->('off')], [$notes[0]];
};

subtest 'no subscription slips through while a company is disabled' => sub {
  my $x = exchange();
  my ($party, $domain) = ($x->submitter, $x->submitter->company->{domain});
  $party->token;
  my $holder = another_connection();      # makes the change wait
  $holder->begin_work;
  my $id = $party->post('/v2/webhooks', { callbackUrl => $receiver->url })->ok->{id};
  $holder->do('select from subscription where id = ? for no key update', undef, $id);
  my $switch = later { local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN}; output('./collabctl', 'company', 'disable', $domain, '--yes') };
  blocked($holder, 1);
  my $late = later { $party->post('/v2/webhooks', { callbackUrl => $receiver->url }) };
  blocked($holder, 2);
  $holder->commit;
  $switch->answer;
  $late->answer->fails(401, undef, 'who comes while it is disabled is too late');
  is one('select count(*) from subscription where company = ? and active', $x->submitter->company->{id}), 0;
};

subtest 'faulty and contradictory options are refused' => sub {
  refused('--state', 'lost', qr/state: must be/);
  refused('--state', 'pending', '--status', 500, qr/status: does not go with --state pending or leased/);
  refused('--status', 5, qr/status: must be an HTTP status/);
  refused('--state', 'delivered', '--status', 401, qr/status: must begin with 2 for --state delivered/);
  refused('--state', 'failed', '--status', 200, qr/status: must begin with 2 for --state delivered/);
  refused('--limit', 10_001, qr/limit: must be a number from 1 to 10000/);
  refused('--since', '-1h', '--until', '-2h', qr/until: must be later than since/);
  refused('--status', '099', qr/status: must be an HTTP status/);
  refused('--before', '17', qr/before: must be/);
  refused('--state', 'dead', '--before', '1-7', qr/before: must be/);
  refused('--event', '00000000-0000-0000-0000-000000000000', qr/there is no event/);
  refused('--attempt', '999999999999', qr/there is no attempt/);
  refused('--company', 'nobody.example', qr/company: there is no company nobody\.example$/m);
  refused('--event', $events[0], '--state', 'dead', qr/state: does not go with --event/);
  refused('--event', $events[0], '--limit', 5, qr/limit: does not go with --event/);
  refused('--attempt', 1, '--event', $events[0], qr/event: does not go with --attempt/);
  refused('--attempt', 1, '--subscription', $at{good}, qr/subscription: does not go with --attempt/);
  refused('--limit', 0, qr/limit: must be a number from 1 to 10000/);
};

subtest 'dead letters are found by HTTP status, also with another reason' => sub {
  my $moved = subscribe($x->submitter, 302);
  $x->submitter->post($x->notes, a_note())->ok;
  wait_for { one('select count(*) from dead_letter where subscription = ?', $moved) } 20, 'a redirect';
  is_deeply [map { $_->{reason} } @{ json('--state', 'dead', '--status', 302) }], ['HTTP 302: redirects are not followed'];
  is @{ json('--state', 'dead', '--status', 303) }, 0;
  owner()->do(q(update dead_letter set reason = 'HTTP 403: possible secret mismatch' where subscription = ?), undef, $moved);
  is @{ json('--state', 'dead', '--status', 403) }, 1, 'a dead letter after CollabSecretHold';
};

done_testing;
