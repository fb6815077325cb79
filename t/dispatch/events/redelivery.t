# t/dispatch/events/redelivery.t: a member can redeliver one event, or all failed and missed ones; operators can stop the replay
# interface.md 16.13
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Replay qw(one shown);
use Collab::Stack;
use JSON::XS ();

my $stack = stack(timers => { replay => 100 }, extra => "CollabWebhookRetry V2 3600\n");
my $receiver = receiver();
my $NOTE = 'org.provider.core.collaboration-request.note.created';
my @LONG_AGO = (since => '2001-01-01T00:00:00Z');

sub subscribe { my ($party, $url, %with) = @_; return $party->post('/v2/webhooks', { callbackUrl => $url, eventTypes => [$NOTE], %with })->ok->{id} }
sub add_note { my ($x) = @_; return $x->submitter->post($x->notes, a_note())->ok->{token} }
sub attempts { my ($party, $id) = @_; return @{ $party->get("/v2/webhooks/$id/deliveries?size=200")->ok->{content} } }
sub attempted { my ($party, $id, $count) = @_; my @all; wait_for { @all = attempts($party, $id); @all >= $count } 20, "$count attempts"; return @all }
sub again { my ($party, $id, $delivery) = @_; return $party->post("/v2/webhooks/$id/deliveries/$delivery/redeliver") }
sub all_again { my ($party, $id, @body) = @_; return $party->post("/v2/webhooks/$id/redeliver", {@body}) }
sub switch { my ($party, $id, $active) = @_; $party->patch("/v2/webhooks/$id", { active => $active ? \1 : \0 })->ok }
sub idle { my ($id) = @_; wait_for { !one('select count(*) from replay where subscription = ? and state = ?', $id, 'running') } 20, 'no replay runs' }
my %problem = (headers => { accept => 'application/problem+json' });

subtest 'one event is sent again, whether it was delivered or given up' => sub {
  my $x = exchange();
  my $me = $x->receiver;
  my $id = subscribe($me, my $url = $receiver->url('200x1-400x1-200'));
  my @note = map { my $note = add_note($x); attempted($me, $id, $_); $note } 1, 2;
  my ($failed, $done) = attempts($me, $id);
  ok $failed->{deadLetter} && $done->{success};
  is again($me, $id, $done->{id})->ok->{eventId}, $done->{cloudEventId}, 'the response has the same event id';
  $receiver->wait($url, 3);
  is again($me, $id, $failed->{id})->ok->{eventId}, $failed->{cloudEventId};
  my @got = $receiver->wait($url, 4);
  is_deeply [map { $_->{headers}{'x-service-delivery'} } @got[2, 3]], [map { $_->{cloudEventId} } $done, $failed], 'both events arrive again';
  is $got[2]{body}, $got[0]{body}, 'it is the same byte for byte';
  is one('select count(*) from dead_letter where subscription = ?', $id), 0, 'it is no longer a dead letter';
  wait_for { attempts($me, $id) == 4 } 20, 'logged';
  my ($shown) = grep { $_->{id} == $failed->{id} } attempts($me, $id);
  is_deeply [@{$shown}{qw(success deadLetter)}], [false, false], 'its attempt does not call it a dead letter';
  is_deeply $me->get("/v2/webhooks/$id/deliveries?deadLetter=true")->ok->{content}, [], 'the dead-letter filter does not find it';
  is +(attempts($me, $id))[0]{attemptNumber}, 1, 'its attempts count from one';
  idle($id);
  my ($replay) = @{ owner()->selectcol_arrayref('select max(id) from replay where subscription = ?', undef, $id) };
  $shown = shown($replay);
  is $shown->{who}, 'account ' . $me->id . ' of ' . $me->company->{domain}, 'the operator sees who asked for it';
  is_deeply [map { $_->{act} } @{ $shown->{acts} }], [qw(begun done)];
  my ($audit) = @{ owner()->selectcol_arrayref(q(select after::text from audit where what = 'webhook.redelivered' and subscription = ? order by id desc limit 1), undef, $id) };
  is_deeply(JSON::XS->new->decode($audit), { eventId => $failed->{cloudEventId}, replay => 0 + $replay }, 'the audit has the act');
};

subtest 'one event of V1 is sent again until the sunset' => sub {
  my $x = exchange();
  my $me = $x->submitter;
  my $id = $me->post('/v1/webhooks', { callbackUrl => my $url = $receiver->url, eventTypes => ['note.created'] })->ok->{id};
  add_note($x);
  my ($done) = attempted($me, $id, 1);
  is again($me, $id, $done->{id})->ok->{eventId}, $done->{cloudEventId};
  my @got = $receiver->wait($url, 2);
  is $got[1]{body}, $got[0]{body}, 'it is the same byte for byte';
  idle($id);
  my $after = $stack->another_server('after', extra => "CollabDispatcher Off\nCollabLegacySunset 2026-01-02\n");
  my $then = $me->at($after, token => undef);
  $then->post("/v2/webhooks/$id/deliveries/$done->{id}/redeliver", undef, %problem)->is_problem(409, 'inactive');
  $then->post("/v2/webhooks/$id/redeliver", {@LONG_AGO}, %problem)->is_problem(409, 'inactive');
};

subtest 'one event is refused when it cannot be sent again' => sub {
  my $x = exchange();
  my $me = $x->submitter;
  my $id = subscribe($me, $receiver->url('200x1-503'));
  add_note($x);
  my ($done) = attempted($me, $id, 1);
  add_note($x);
  my ($retried) = attempted($me, $id, 2);
  $me->post("/v2/webhooks/$id/deliveries/$retried->{id}/redeliver", undef, %problem)->is_problem(409, 'pending');
  again($x->receiver, $id, $done->{id})->fails(404, undef, 'not of a stranger');
  again($me, $id, $_)->fails(404) for 2_000_000_000, one('select max(id) from attempt where subscription <> ?', $id) // 1;
  $me->patch("/v2/webhooks/$id", { eventTypes => ['org.provider.core.collaboration-request.closed'] })->ok;
  $me->post("/v2/webhooks/$id/deliveries/$done->{id}/redeliver", undef, %problem)->is_problem(409, 'filtered');
  switch($me, $id, 0);
  $me->post("/v2/webhooks/$id/deliveries/$done->{id}/redeliver", undef, %problem)->is_problem(409, 'inactive');
  $me->post("/v2/webhooks/$id/redeliver", {@LONG_AGO}, %problem)->is_problem(409, 'inactive');
  switch($me, $id, 1);
  $me->patch("/v2/webhooks/$id", { eventTypes => undef })->ok;
  my $reader = user($me->company);
  owner()->do(q(update account set role = 'reader' where id = ?), undef, $reader->id);
  $reader->token;
  again($reader, $id, $done->{id})->fails(403);
  all_again($reader, $id, @LONG_AGO)->fails(403);
  owner()->do('delete from event where uid = ?', undef, $done->{cloudEventId});
  again($me, $id, $done->{id})->fails(404, undef, 'the event is no longer kept');
  is one('select count(*) from replay where subscription = ?', $id), 0, 'no replay begins';
};

subtest 'in both versions, all events that failed, or were missed while inactive, are sent again' => sub {
  my $x = exchange();
  my $me = $x->submitter;
  my $before = add_note($x);
  for my $version (qw(v2 v1)) {
    my $types = $version eq 'v1' ? ['note.created'] : [$NOTE];
    my $url = $receiver->url('200x1-400x1-200');
    my $id = $me->post("/$version/webhooks", { callbackUrl => $url, eventTypes => $types })->ok->{id};
    my @note = (add_note($x));
    attempted($me, $id, 1);
    push @note, add_note($x);
    attempted($me, $id, 2);
    switch_any($id, 0);
    push @note, add_note($x);
    $x->another;            # an event that the subscription's filter excludes
    switch_any($id, 1);
    push @note, add_note($x);
    attempted($me, $id, 3);
    my $plan = all_again($me, $id, @LONG_AGO)->ok;
    is $plan->{count}, 2, "$version: the plan counts the dead letter and the missed event";
    cmp_ok abs(seconds($plan->{oldest}) - time), '<', 60;
    cmp_ok abs(seconds($plan->{until}) - time), '<', 60, 'the plan extends until now';
    my @got = $receiver->wait($url, 5);
    my %count;
    $count{ $version eq 'v1' ? $_->{noteToken} : $_->{data}{noteToken} }++ for map { JSON::XS->new->decode($_->{body}) } @got;
    is_deeply [map { $count{$_} } @note], [1, 2, 1, 1], "$version: exactly the events that had not arrived are sent";
    ok !$count{$before}, "$version: no event from before the subscription is sent";
    wait_for { attempts($me, $id) == 5 } 20, 'logged';
    idle($id);
    is_deeply [@{ all_again($me, $id, @LONG_AGO)->ok }{qw(count oldest)}], [0, undef], "$version: then no event is left";
  }
};
# Switches a subscription of either version on or off, as PATCH does for V2.
sub switch_any { my ($id, $active) = @_; owner()->do('update subscription set active = ?, ' . ($active ? 'active_since = clock_timestamp(), inactive_since = null' : 'inactive_since = clock_timestamp()') . ' where id = ?', undef, $active, $id) }

subtest 'an event that fanned out before an activation was committed was missed' => sub {
  my $x = exchange();
  my $me = $x->submitter;
  my $id = subscribe($me, my $url = $receiver->url);
  switch($me, $id, 0);
  my $other = another_connection();
  $other->begin_work;
  $other->do('update subscription set active = true, active_since = clock_timestamp(), inactive_since = null where id = ?', undef, $id);
  my @note = (add_note($x));
  wait_for { !one('select count(*) from outbox o join event e on e.id = o.event where e.note_token = ?', $note[0]) } 20, 'its fan-out';
  $other->commit;
  push @note, add_note($x);
  attempted($me, $id, 1);
  my $plan = JSON::XS->new->utf8->decode(collabctl_plan('replay', '--missed', '--subscription', $id, '--json'));
  is $plan->{missed}, 1, 'the operator finds it';
  is all_again($me, $id, @LONG_AGO)->ok->{count}, 1, '… and so does a redelivery';
  is_deeply [map { JSON::XS->new->decode($_->{body})->{data}{noteToken} } $receiver->wait($url, 2)], [reverse @note], 'it arrives, and no other';
  idle($id);
  attempted($me, $id, 2);
  is all_again($me, $id, @LONG_AGO)->ok->{count}, 0, 'then nothing is missed';
};

subtest 'a redelivery obeys its time range and the present filters' => sub {
  my $x = exchange();
  my $me = $x->submitter;
  my $at = Collab::Replay::buried($me, $receiver->url, 6);
  owner()->do(q(update event e set created_at = clock_timestamp() - (select count(*) from event o join dead_letter l on l.event = o.id where l.subscription = d.subscription and o.id >= e.id) * interval '1 hour'
    from dead_letter d where d.event = e.id and d.subscription = ?), undef, $at->{id});
  my @time = map { one(q(select to_char(clock_timestamp() at time zone 'UTC' - ?::interval, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')), $_) } '3 hours 30 minutes', '1 hour 30 minutes';
  my $plan = all_again($me, $at->{id}, since => $time[0], until => $time[1])->ok;
  is $plan->{count}, 2;
  is $plan->{until}, $time[1];
  $receiver->wait($at->{url}, 2);
  idle($at->{id});
  $me->patch("/v2/webhooks/$at->{id}", { eventTypes => ['org.provider.core.collaboration-request.closed'] })->ok;
  is all_again($me, $at->{id}, @LONG_AGO)->ok->{count}, 0, 'the present filter excludes notes';
};

subtest 'a subscription has one redelivery at a time, and the operator can stop it' => sub {
  my $me = exchange()->submitter;
  my $many = Collab::Replay::buried($me, $receiver->url, 400);
  my $theirs = JSON::XS->new->utf8->decode(collabctl('replay', '--subscription', $many->{id}, '--rate', 1, '--yes', '--json'))->{id};
  $me->post("/v2/webhooks/$many->{id}/redeliver", {@LONG_AGO}, %problem)->is_problem(409, 'redelivering');
  collabctl('replay', 'cancel', $theirs);
  cmp_ok all_again($me, $many->{id}, @LONG_AGO)->ok->{count}, '>', 200, 'a new plan counts what is not made yet';
  $me->post("/v2/webhooks/$many->{id}/redeliver", {@LONG_AGO}, %problem)->is_problem(409, 'redelivering');
  my $mine = one('select max(id) from replay where subscription = ?', $many->{id});
  is shown($mine)->{state}, 'running';
  is_deeply shown($mine)->{wanted}, { subscription => 0 + $many->{id}, since => '2001-01-01T00:00:00Z', missed => JSON::XS::true };
  collabctl('replay', 'cancel', $mine);
  cmp_ok one('select count(*) from dead_letter where subscription = ?', $many->{id}), '>', 0, 'the remaining dead letters stay';
  all_again($me, $many->{id}, @LONG_AGO)->ok('the member may ask again after a stop');
};

subtest 'a failing receiver ends a redelivery' => sub {
  my $me = exchange()->submitter;
  my $at = Collab::Replay::buried($me, $receiver->url('400'), 40);
  all_again($me, $at->{id}, @LONG_AGO)->ok;
  idle($at->{id});
  my $replay = shown(one('select max(id) from replay where subscription = ?', $at->{id}));
  is $replay->{state}, 'cancelled';
  is $replay->{reason}, "subscription $at->{id} fails (HTTP 400)";
  is one('select count(*) from replay_item where subscription = ?', $at->{id}), 0, 'no item waits for an operator';
  cmp_ok one('select count(*) from dead_letter where subscription = ?', $at->{id}), '>', 20, 'unsent events are still dead letters';
  all_again($me, $at->{id}, @LONG_AGO)->ok('the member may ask again');
  idle($at->{id});
  my ($failed) = attempts($me, $at->{id});
  my $before = $receiver->got($at->{url});
  again($me, $at->{id}, $failed->{id})->ok;
  ok +(wait_for { $receiver->got($at->{url}) > $before } 20), 'a single event is sent nevertheless';
};

sub progress { my ($party, $id) = @_; return $party->get("/v2/webhooks/$id/redeliver")->ok }
sub counts { my ($party, $id) = @_; my $shown = progress($party, $id); return join ' ', map { "$_ $shown->{$_}" } qw(planned done failed pending) }

subtest 'a job shows its plan, and then what became of its events' => sub {
  my $x = exchange();
  my $me = $x->submitter;
  my $at = Collab::Replay::buried($me, my $url = $receiver->url('200x3-400x1-503x1-200'), 5);
  my ($path, $before) = ("/v2/webhooks/$at->{id}/redeliver", time);
  $me->get($path, %problem)->is_problem(404, 'no-redelivery');
  is all_again($me, $at->{id}, since => '2001-01-01T00:00:00Z', until => '2001-01-02T00:00:00Z')->ok->{count}, 0;
  $me->get($path, %problem)->is_problem(404, 'no-redelivery');
  owner()->do(q(create function hold_job() returns trigger language plpgsql as 'begin new.next_at = clock_timestamp() + interval ''1 hour''; return new; end'));
  owner()->do("create trigger hold_job before insert on replay for each row when (new.subscription = $at->{id}) execute function hold_job()");
  my $plan = all_again($me, $at->{id}, @LONG_AGO)->ok;
  my $shown = progress($me, $at->{id});
  cmp_ok abs(seconds(delete $shown->{startedAt}) - $before), '<', 60;
  is_deeply $shown, { state => 'RUNNING', planned => $plan->{count}, done => 0, failed => 0, pending => $plan->{count}, reason => undef, endedAt => undef }, 'nothing has been sent';
  my $job = one('select max(id) from replay where subscription = ?', $at->{id});
  collabctl('replay', 'pause', $job);
  is_deeply [@{ progress($me, $at->{id}) }{qw(state reason)}], ['PAUSED', 'the operator has paused it'];
  collabctl('replay', 'resume', $job);
  attempted($me, $at->{id}, 5);
  idle($at->{id});
  is counts($me, $at->{id}), 'planned 5 done 3 failed 1 pending 1', 'three arrived, one was refused, one waits for a retry';
  $shown = progress($me, $at->{id});
  is_deeply [@{$shown}{qw(state reason)}], ['DONE', undef];
  cmp_ok abs(seconds($shown->{endedAt}) - time), '<', 60;
  my $reader = user($me->company);
  owner()->do(q(update account set role = 'reader' where id = ?), undef, $reader->id);
  is counts($reader, $at->{id}), counts($me, $at->{id}), 'a reader of the company sees it';
  $x->stranger->get($path, %problem)->is_problem(404, 'unknown');
  $x->receiver->get($path, %problem)->is_problem(404, 'unknown');
  add_note($x);
  attempted($me, $at->{id}, 6);
  is counts($me, $at->{id}), 'planned 5 done 3 failed 1 pending 1', 'another event does not count';
  my ($failed) = grep { $_->{deadLetter} } attempts($me, $at->{id});
  again($me, $at->{id}, $failed->{id})->ok;
  ok +(wait_for { counts($me, $at->{id}) eq 'planned 5 done 4 failed 0 pending 1' } 20), 'an event that is sent once more counts as done';
  $me->patch("/v2/webhooks/$at->{id}", { active => \0 })->ok;
  is counts($me, $at->{id}), 'planned 5 done 4 failed 0 pending 0', 'a retry that is dropped is neither done nor pending';
  $me->delete("/v2/webhooks/$at->{id}")->is_status(204);
  $me->get($path, %problem)->is_problem(404, 'unknown');
};

subtest 'a job that ended early says why, and a new one takes its place' => sub {
  my $me = exchange()->submitter;
  my $at = Collab::Replay::buried($me, $receiver->url('400'), 40);
  all_again($me, $at->{id}, @LONG_AGO)->ok;
  idle($at->{id});
  wait_for { progress($me, $at->{id})->{pending} == 0 } 20, 'its last attempts';
  my $shown = progress($me, $at->{id});
  is_deeply [@{$shown}{qw(state planned reason)}], ['CANCELLED', 40, "subscription $at->{id} fails (HTTP 400)"];
  is $shown->{failed}, scalar(attempts($me, $at->{id})), 'what was not sent has not failed';
  is $shown->{done}, 0;
  cmp_ok $shown->{failed}, '<', 40;
  $me->patch("/v2/webhooks/$at->{id}", { callbackUrl => $receiver->url })->ok;
  my $left = one('select count(*) from dead_letter where subscription = ?', $at->{id});
  my $many = all_again($me, $at->{id}, @LONG_AGO)->ok->{count};
  is $many, $left;
  is progress($me, $at->{id})->{planned}, $many, 'the new job is shown';
  wait_for { progress($me, $at->{id})->{done} == $many } 30, 'all arrive';
  idle($at->{id});
  is counts($me, $at->{id}), "planned $many done $many failed 0 pending 0";
};

subtest 'a job that the operator has ended, and one of an inactive subscription, say so' => sub {
  my $me = exchange()->submitter;
  my $at = Collab::Replay::buried($me, $receiver->url, 300);
  all_again($me, $at->{id}, @LONG_AGO)->ok;
  collabctl('replay', 'cancel', one('select max(id) from replay where subscription = ?', $at->{id}));
  is_deeply [@{ progress($me, $at->{id}) }{qw(state reason)}], ['CANCELLED', 'the operator has ended it'];
  all_again($me, $at->{id}, @LONG_AGO)->ok;
  switch($me, $at->{id}, 0);
  ok +(wait_for { progress($me, $at->{id})->{state} eq 'DONE' } 60), 'the job ends';
  like progress($me, $at->{id})->{reason}, qr/^left out \d+: the subscription was inactive, or /;
};

subtest 'the statement uses indexes, whatever the tables\' size at planning' => sub {
  my $api = DBI->connect($stack->pg->dbi =~ s/user=\w+/user=collab_api/r, '', '', { RaiseError => 1, PrintError => 0 });
  $api->do('set enable_seqscan = off');     # the statement's first part does the same
  $api->do('set plan_cache_mode = force_generic_plan');
  my $part = (@{ JSON::XS->new->decode(scalar `bench/statement webhook_redeliver json`)->{parts} })[-1];
  like scalar(`bench/statement webhook_redeliver json`), qr/enable_seqscan/, "the statement switches sequential scans off";
  $api->do('prepare planned (' . join(', ', map { 'text' } @{ $part->{binds} }) . ") as $part->{text}");
  my ($plan) = $api->selectrow_array('explain (format json) execute planned (' . join(', ', ('null') x @{ $part->{binds} }) . ')');
  unlike $plan, qr/"Node Type": "Seq Scan",[^{}]*"Relation Name": "(?:attempt|delivery|dead_letter|event|replay)/, 'no growing table is read whole';
  $api->do('set enable_sort = off');
  ($part) = @{ JSON::XS->new->decode(scalar `bench/statement webhook_redelivery json`)->{parts} };
  $api->do('prepare shown (' . join(', ', map { 'text' } @{ $part->{binds} }) . ") as $part->{text}");
  ($plan) = $api->selectrow_array('explain (format json) execute shown (' . join(', ', ('null') x @{ $part->{binds} }) . ')');
  unlike $plan, qr/"Node Type": "Seq Scan",[^{}]*"Relation Name": "(?:attempt|delivery|dead_letter|replay|redelivery)/, 'nor does the state of a job need that';
  unlike $plan, qr/"Node Type": "(?:Incremental )?Sort",[^{}]*"Sort Key": \["attempt/, '… or sort the log';
  like $plan, qr/"Index Name": "$_"/, "… $_ is used" for 'attempt_\d+_pkey', 'delivery_due', 'dead_letter_(?:subscription|event)', 'replay_item_endpoint', 'redelivery_pkey';
};

subtest 'a redelivery has at most ten thousand events, and the plan says how far it goes' => sub {
  my $me = exchange()->submitter;
  my $at = Collab::Replay::buried($me, $receiver->url, 10_050);
  owner()->do(q(update event e set created_at = '2026-02-01Z'::timestamptz + (e.id - (select min(event) from dead_letter where subscription = d.subscription)) * interval '1 second'
    from dead_letter d where d.event = e.id and d.subscription = ?), undef, $at->{id});
  my $plan = all_again($me, $at->{id}, @LONG_AGO)->ok;
  is_deeply $plan, { count => 10_000, oldest => '2026-02-01T00:00:00Z', until => '2026-02-01T02:46:39Z' };
  collabctl('replay', 'cancel', one('select max(id) from replay where subscription = ?', $at->{id}));
  is all_again($me, $at->{id}, since => '2026-02-01T02:46:40Z')->ok->{count}, 50, 'a second one covers the rest';
};

subtest 'a member\'s replay is deleted when old attempts are' => sub {
  my $id = one('select max(id) from replay where subscription is not null and finished_at is not null');
  owner()->do(q(update replay set finished_at = now() - interval '31 days' where id = ?), undef, $id);
  my $dispatch = DBI->connect($stack->pg->dbi =~ s/user=\w+/user=collab_dispatch/r, '', '', { RaiseError => 1, PrintError => 0 });
  my ($part) = @{ JSON::XS->new->decode(scalar `bench/statement replay_retire json`)->{parts} };
  is $dispatch->selectrow_array($part->{text} =~ s/\$1/?/gr, undef, 30), 1;
  is one('select count(*) from replay where id = ?', $id), 0;
  cmp_ok one('select count(*) from replay where subscription is not null'), '>', 5, 'the other replays stay';
};

unlike $stack->server->log, qr/replays\): /, 'no statement fails';

done_testing;
