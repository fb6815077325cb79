# t/api/webhooks/subscribe-v1.t: V1 subscriptions have two event types and no filters; either version's path deletes them
# interface.md 14.7; t/api/http/deprecated.t tests their deprecation.
use lib qw(t/lib lab/lib);
use Collab::Test;

my ($v1, $v2) = ('/v1/webhooks', '/v2/webhooks');
my $user = user(company());
my $hook = sub { return { callbackUrl => 'http://127.0.0.1:9/hook', @_ } };
my %LEGACY = (%{ +SUBSCRIPTION }, payloadVersion => 'text');

subtest 'a V1 subscription may have both event types of V1' => sub {
  my $made = $user->post($v1, $hook->())->ok;
  is_shaped $made, { %LEGACY, secret => 'text' };
  is $made->{payloadVersion}, 'V1';
  is_deeply [sort @{ $made->{eventTypes} }], ['collaboration-request.created', 'note.created'], 'the default is both event types';
  is_deeply $user->post($v1, $hook->(eventTypes => ['note.created']))->ok->{eventTypes}, ['note.created'];
  is $user->post($v1, $hook->(eventTypes => null, payloadVersion => 'V1', callbackAuth => { type => 'BEARER', token => 't' }))->ok->{callbackAuthType}, 'BEARER';
};

subtest 'invalid members and filters are refused' => sub {
  $user->post($v1, {})->invalid('callbackUrl');
  $user->post($v1, $hook->(eventTypes => ['org.provider.core.collaboration-request.created']))->invalid('eventTypes[0]');
  is $user->post($v1, $hook->(eventTypes => ['collaboration-request.closed']))->invalid('eventTypes[0]')->[0]{message},
    'must be one of collaboration-request.created, note.created', 'the message lists the names of V1';
  $user->post($v1, $hook->(eventTypes => []))->invalid('eventTypes');
  $user->post($v1, $hook->(payloadVersion => $_, callbackAuth => { type => 'BASIC' }))->invalid(qw(payloadVersion callbackAuth.username callbackAuth.password)) for qw(V2 V3);
  $user->post($v1, $hook->(callbackUrl => 'http://10.0.0.1/'))->invalid('callbackUrl');
  $user->post($v1, $hook->(), type => 'text/plain')->fails(415);
  $user->post($v1, ' ' x 1_100_000)->fails(413);
  nobody->post($v1, $hook->())->fails(401);
  nobody->get($v1)->fails(401);
  for my $filter ({ caseDirections => ['INBOUND'] }, { partnerCompanyIds => [1] }, { partnerCompanyIds => 1 }, { caseDirections => 'x' }) {
    my ($fault) = @{ $user->post($v1, $hook->(%$filter))->invalid(keys %$filter) };
    like $fault->{message}, qr{POST /v2/webhooks}, 'a filter is refused, because V1 would send more than asked for';
  }
  $user->post($v1, $hook->(caseDirections => [], partnerCompanyIds => null))->ok('an empty filter is accepted');
};

subtest 'each version lists its own subscriptions, and deletes either' => sub {
  my $other = user(company());
  is_deeply $other->get($v1)->ok, [];
  my ($old, $new) = map { $other->post($_, $hook->())->ok } $v1, $v2;
  my ($shown, @more) = @{ $other->get($v1)->ok };
  is scalar @more, 0;
  is_shaped $shown, { %LEGACY, updatedAt => 'time' };
  is $shown->{id}, $old->{id};
  is_deeply [map { $_->{id} } @{ $other->get($v2)->ok }], [$new->{id}];
  $user->delete("$v1/$old->{id}")->fails(404, undef, 'another company\'s subscription is 404');
  nobody->delete("$v1/$old->{id}")->fails(401);
  $other->delete("$v1/x")->invalid('id');
  is $other->delete("$v1/$new->{id}")->status, 204, '/v1 deletes a V2 subscription';
  is $other->delete("$v2/$old->{id}")->status, 204, '/v2 deletes a V1 subscription';
  $other->delete("$v1/$old->{id}")->fails(404);
};

subtest 'the limit counts both versions' => sub {
  my $many = user(company());
  $many->post($_ % 2 ? $v1 : $v2, $hook->())->is_status(200, "subscription $_") for 1 .. 50;
  $many->post($v1, $hook->())->fails(409, qr/as many webhook subscriptions/);
};

done_testing;
