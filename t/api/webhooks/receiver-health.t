# t/api/webhooks/receiver-health.t: a subscription shows whether its deliveries succeed, and its ETag does not depend on that
# interface.md 14.1
use lib qw(t/lib lab/lib);
use Collab::Test;
use JSON::XS ();

my $me = user(company());
my $company = $me->company->{id};
sub subscription { return $me->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/' })->ok->{id} }
sub health { my ($id) = @_; return $me->get("/v2/webhooks/$id")->ok->{health} }

# Inserts attempts, oldest first: [seconds ago, error (undef: success)].
sub attempts {
  my ($id, @attempts) = @_;
  owner()->do(q(insert into attempt (subscription, event, number, http_status, success, error, duration_ms, created_at)
    select ?, 1, 1, case when error is null then 200 else 500 end, error is null, error, 1, date_trunc('second', now()) - ago * interval '1 second'
      from unnest(?::int[], ?::text[]) a (ago, error)), undef, $id, [map { $_->[0] } @attempts], [map { $_->[1] } @attempts]);
}
sub ago { my ($time) = @_; return time - seconds($time) }

subtest 'a new subscription has no deliveries and no dead letters' => sub {
  is_deeply health(subscription()), { pending => 0, deadLetters => 0 };
};

subtest 'health follows a receiver that works, fails, and works again' => sub {
  my $id = subscription();
  attempts($id, [3000, 'HTTP 503'], [2000]);
  my $health = health($id);
  cmp_ok abs(ago($health->{lastSuccessAt}) - 2000), '<', 60;
  is $health->{lastError}, 'HTTP 503', 'lastError is the error before the success';
  ok !exists $health->{failingSince}, 'the subscription is not failing';
  attempts($id, [1000, 'HTTP 500'], [500, 'timeout']);
  $health = health($id);
  cmp_ok abs(ago($health->{lastSuccessAt}) - 2000), '<', 60;
  cmp_ok abs(ago($health->{failingSince}) - 1000), '<', 60, 'failingSince is the first failure after the last success';
  is $health->{lastError}, 'timeout', 'lastError is the newest error';
  attempts($id, [100]);
  $health = health($id);
  cmp_ok abs(ago($health->{lastSuccessAt}) - 100), '<', 60;
  ok !exists $health->{failingSince};
};

subtest 'health covers the last 1,000 attempts' => sub {
  my $id = subscription();
  attempts($id, [5000], map { [4000 - $_, 'HTTP 500'] } 1 .. 999);
  my $health = health($id);
  cmp_ok abs(ago($health->{lastSuccessAt}) - 5000), '<', 60, 'a success 1,000 attempts ago counts';
  cmp_ok abs(ago($health->{failingSince}) - 3999), '<', 60;
  attempts($id, [100, 'HTTP 500']);
  $health = health($id);
  ok !exists $health->{lastSuccessAt}, 'an older success does not count';
  cmp_ok abs(ago($health->{failingSince}) - 3999), '<', 60, 'failingSince is the oldest of the 1,000 attempts';
};

subtest 'health ignores tries that are not counted' => sub {
  my $id = subscription();
  my $spared = sub {
    owner()->do(q(insert into attempt (subscription, event, number, success, error, duration_ms, created_at, counted)
      select ?, 1, 1, false, 'not counted', 1, now() - n * interval '1 second', false from generate_series(1, 1100) n), undef, $id);
  };
  $spared->();
  is_deeply health($id), { pending => 0, deadLetters => 0 }, 'of a subscription without attempts';
  attempts($id, [3000, 'HTTP 503'], [2000]);
  my $health = health($id);
  cmp_ok abs(ago($health->{lastSuccessAt}) - 2000), '<', 60;
  is $health->{lastError}, 'HTTP 503';
  ok !exists $health->{failingSince};
};

subtest 'pending deliveries and dead letters are counted up to 1,000 each' => sub {
  my $id = subscription();
  my $tag = $me->get("/v2/webhooks/$id")->header('etag');
  my $add = sub {
    my ($into, $count) = @_;
    my $queue = $into eq 'delivery';
    owner()->do(q(with made as (insert into event (type, request, request_token, note_token, submit_company, receive_company)
      select 'note.created', 1, 'T' || n, 'N' || n, ?::bigint, ?::bigint from generate_series(1, ?::int) n returning id) ) . ($queue
        ? q(insert into delivery (event, queue, due_at) select id, (select queue from subscription where id = ?), now() + interval '1 day' from made)
        : q(insert into dead_letter (event, subscription, reason) select id, ?, 'HTTP 400' from made)), undef, $company, $company, $count, $id);
  };
  $add->(delivery => 3);
  is_deeply health($id), { pending => 3, deadLetters => 0 };
  $add->(dead_letter => 2);
  is_deeply health($id), { pending => 3, deadLetters => 2 };
  is $me->get("/v2/webhooks/$id")->header('etag'), $tag, 'another health has the same ETag';
  $me->get("/v2/webhooks/$id", headers => { 'if-none-match' => $tag })->is_status(304, 'so a 304 hides it');
  $me->patch("/v2/webhooks/$id", {}, headers => { 'if-match' => $tag })->ok('and deliveries make no condition false');
  $add->($_ => 1100) for qw(delivery dead_letter);
  is_deeply health($id), { pending => 1000, deadLetters => 1000 };
  $me->patch("/v2/webhooks/$id", { active => \0 })->ok;
  is health($id)->{pending}, 0, 'dropped deliveries are not pending';
  my $record = $me->get("/v2/webhooks/$id")->ok;
  ok !exists $me->patch("/v2/webhooks/$id", $record)->ok('the record can be sent back by PATCH')->{health}, 'only GET of one subscription shows health';
};

subtest 'each part of health uses its index' => sub {
  my $api = DBI->connect($ENV{COLLAB_TEST_DBI} =~ s/collab_owner/collab_api/r, '', '', { RaiseError => 1, PrintError => 0 });
  my ($part) = @{ JSON::XS->new->decode(scalar `bench/statement webhook_get json`)->{parts} };
  $api->do("set $_") for 'plan_cache_mode = force_generic_plan', 'enable_seqscan = off', 'enable_sort = off';      # these tables are small
  $api->do('prepare planned (' . join(', ', map { 'text' } @{ $part->{binds} }) . ") as $part->{text}");
  my ($plan) = $api->selectrow_array('explain (format json) execute planned (' . join(', ', ('null') x @{ $part->{binds} }) . ')');
  unlike $plan, qr/"Node Type": "Seq Scan",[^{}]*"Relation Name": "(?:attempt|delivery|dead_letter)/, 'no growing table is scanned';
  unlike $plan, qr/"Node Type": "(?:Incremental )?Sort",[^{}]*"Sort Key": \["attempt/, 'no part of the log is sorted';
  # If one of these indexes were missing, the planner would read another index from end to end.
  like $plan, qr/"Index Name": "$_"/, "$_ is used" for 'attempt_\d+_pkey', 'attempt_\d+_subscription_created_at_id_http_status_idx', 'delivery_due', 'dead_letter_(?:subscription|event)';
};

done_testing;
