# t/api/webhooks/redeliver.t: a subscription gets at most ten single redeliveries a minute, and invalid redeliveries are refused
# interface.md 16.13; t/dispatch/events/redelivery.t tests what is sent.
use lib qw(t/lib lab/lib);
use Collab::Operations;
use Collab::Test;

my $me = user(company());
my %problem = (headers => { accept => 'application/problem+json' });
sub subscription { my ($version) = @_; return $me->post('/' . ($version // 'v2') . '/webhooks', { callbackUrl => 'http://127.0.0.1:9/' })->ok->{id} }
sub one { my ($id, $delivery) = @_; return "/v2/webhooks/$id/deliveries/$delivery/redeliver" }

subtest 'each subscription has ten single redeliveries a minute' => sub {
  my ($id, $other) = map { subscription($_) } qw(v2 v1);
  $me->post(one($id, given_up($id)))->ok for 1 .. 10;
  my $answer = $me->post(one($id, my $last = given_up($id)));
  $answer->fails(429, qr/^Too many requests; try again later: a subscription has ten single redeliveries a minute\.$/);
  cmp_ok $answer->header('retry-after'), '>', 0;
  cmp_ok $answer->header('retry-after'), '<=', 60;
  $me->post(one($other, given_up($other)))->ok('another subscription, of V1, has its own ten');
  is $me->post("/v2/webhooks/$id/redeliver", { since => '2001-01-01T00:00:00Z' })->ok('redelivering all failures is not limited by this')->{count}, 1;
  owner()->do(q(update replay set created_at = created_at - interval '2 minutes' where subscription = ?), undef, $id);
  owner()->do('delete from replay_item where subscription = ?', undef, $id);
  $me->post(one($id, given_up($id)))->ok('a minute later, a redelivery is accepted');
};

subtest 'each company has ten bulk redeliveries a minute, on all its subscriptions' => sub {
  my $mine = user(company());
  my @ids = map { $mine->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/' })->ok->{id} } 1 .. 2;
  my $plan = sub { my ($id) = @_; return $mine->post("/v2/webhooks/$id/redeliver", { since => '2001-01-01T00:00:00Z' }) };
  $mine->post("/v2/webhooks/$ids[0]/redeliver", {})->fails(400);
  is $plan->($ids[$_ % 2])->ok->{count}, 0, 'an empty plan' for 1 .. 10;
  my $answer = $plan->($ids[0]);
  $answer->fails(429, qr/^Too many requests; try again later: a company has ten redeliveries of all failed and missed events a minute\.$/);
  cmp_ok $answer->header('retry-after'), '>', 0;
  cmp_ok $answer->header('retry-after'), '<=', 60;
  $plan->($ids[1])->fails(429, undef, 'the company\'s other subscription shares the limit');
  $me->post('/v2/webhooks/' . subscription() . '/redeliver', { since => '2001-01-01T00:00:00Z' })->ok('another company has its own ten');
  $mine->patch("/v2/webhooks/$ids[1]", { active => false })->ok;
  $plan->($ids[1])->fails(409, undef, 'other reasons come first');
  owner()->do(q(update redelivery_plan set since = since - interval '1 minute' where company = ?), undef, $mine->company->{id});
  $plan->($ids[0])->ok('a minute later, a plan is accepted');
  is owner()->selectrow_array('select plans from redelivery_plan where company = ?', undef, $mine->company->{id}), 1, 'refused calls do not count';
};

subtest 'an invalid redelivery, and one of an inactive subscription, is refused' => sub {
  my $id = subscription();
  my $delivery = given_up($id);
  my ($path, $all) = (one($id, $delivery), "/v2/webhooks/$id/redeliver");
  $me->post($path, 'x', type => 'text/plain')->fails(415);
  $me->post($_, ' ' x 1_100_000)->fails(413) for $path, $all;
  $me->post($all, 'x', type => 'text/plain')->fails(415);
  $me->post($all, {})->invalid('since');
  $me->post($all, { since => 'yesterday', until => 5 })->invalid(qw(since until));
  $me->post($all, { since => '2026-01-02T00:00:00 01:00' })->invalid('since');      # a blank stands for "+" in a query only
  $me->post($all, { since => '2026-01-02T00:00:00Z', untill => '2026-01-03T00:00:00Z' })->invalid('untill');      # ignoring it would send more than intended
  $me->post($all, { since => '2026-01-02T00:00:00Z', until => '2026-01-02T00:00:00Z' })->invalid('until');
  $me->post(one($id, 'x'))->invalid('deliveryId');
  $me->post('/v2/webhooks/x/redeliver', { since => '2026-01-02T00:00:00Z' })->invalid('id');
  $me->post(one($id, $_))->fails(404) for 2_000_000_000, given_up(subscription());
  nobody->post($_)->fails(401) for $path, $all;
  $me->patch("/v2/webhooks/$id", { active => false })->ok;
  $me->post($path, undef, %problem)->is_problem(409, 'inactive');
  $me->post($all, { since => '2026-01-02T00:00:00Z' }, %problem)->is_problem(409, 'inactive');
  $me->patch("/v2/webhooks/$id", { active => true })->ok;
  $me->post($path)->ok;
  $me->post($path, undef, %problem)->is_problem(409, 'pending');      # nothing listens at the URL, so the delivery has not been sent yet, or waits for a retry
};

done_testing;
