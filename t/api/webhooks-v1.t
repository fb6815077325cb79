# t/api/webhooks-v1.t: V1 subscriptions, and how deprecated operations take their leave (service-api.md, "Versioning"; contract.md 1 and 8)
use lib 't/lib';
use Collab::Test;
use Collab::Server;

my ($v1, $v2) = ('/v1/webhooks', '/v2/webhooks');
my $user = user(company());
my $hook = sub { return { callbackUrl => 'http://127.0.0.1:9/hook', @_ } };
my @deprecated = (['GET', $v1], ['POST', $v1, $hook->()]);
my %LEGACY = (%{ +SUBSCRIPTION }, payloadVersion => 'text');

subtest 'a V1 subscription' => sub {
  my $made = $user->post($v1, $hook->())->ok;
  is_shaped $made, { %LEGACY, secret => 'text' };
  is $made->{payloadVersion}, 'V1';
  is_deeply [sort @{ $made->{eventTypes} }], ['collaboration-request.created', 'note.created'], 'no types are both types';
  is_deeply $user->post($v1, $hook->(eventTypes => ['note.created']))->ok->{eventTypes}, ['note.created'];
  is $user->post($v1, $hook->(eventTypes => null, payloadVersion => 'V1', callbackAuth => { type => 'BEARER', token => 't' }))->ok->{callbackAuthType}, 'BEARER';
};

subtest 'what it refuses' => sub {
  $user->post($v1, {})->invalid('callbackUrl');
  $user->post($v1, $hook->(eventTypes => ['org.provider.core.collaboration-request.created']))->invalid('eventTypes[0]');
  $user->post($v1, $hook->(eventTypes => ['collaboration-request.closed']))->invalid('eventTypes[0]');
  $user->post($v1, $hook->(eventTypes => []))->invalid('eventTypes');
  $user->post($v1, $hook->(payloadVersion => 'V3', callbackAuth => { type => 'BASIC' }))->invalid(qw(payloadVersion callbackAuth.username callbackAuth.password));
  $user->post($v1, $hook->(callbackUrl => 'http://10.0.0.1/'))->invalid('callbackUrl');
  $user->post($v1, $hook->(), type => 'text/plain')->fails(415);
  $user->post($v1, ' ' x 1_100_000)->fails(413);
  nobody->post($v1, $hook->())->fails(401);
  nobody->get($v1)->fails(401);
  is $user->post($v1, $hook->(caseDirections => ['INBOUND'], unknown => 1))->ok->{caseDirections}, undef, 'the filters are V2\'s: unknown members';
};

subtest 'the lists are disjoint, deleting takes either' => sub {
  my $other = user(company());
  is_deeply $other->get($v1)->ok, [];
  my ($old, $new) = map { $other->post($_, $hook->())->ok } $v1, $v2;
  my ($shown, @more) = @{ $other->get($v1)->ok };
  is scalar @more, 0;
  is_shaped $shown, { %LEGACY, updatedAt => 'time' };
  is $shown->{id}, $old->{id};
  is_deeply [map { $_->{id} } @{ $other->get($v2)->ok }], [$new->{id}];
  $user->delete("$v1/$old->{id}")->fails(404, undef, 'another company\'s');
  nobody->delete("$v1/$old->{id}")->fails(401);
  $other->delete("$v1/x")->invalid('id');
  is $other->delete("$v1/$new->{id}")->status, 204, 'V2 by /v1';
  is $other->delete("$v2/$old->{id}")->status, 204, 'V1 by /v2';
  $other->delete("$v1/$old->{id}")->fails(404);
};

subtest 'both versions count' => sub {
  my $many = user(company());
  $many->post($_ % 2 ? $v1 : $v2, $hook->())->is_status(200, "subscription $_") for 1 .. 50;
  $many->post($v1, $hook->())->fails(409, qr/as many webhook subscriptions/);
};

subtest 'deprecated operations say so in every answer' => sub {
  for my $answer (map({ $user->request($_->[0], $_->[1], body => $_->[2], type => 'application/json') } @deprecated), $user->post($v1, {}), nobody->get($v1), $user->head($v1)) {
    my $about = $answer->about . ' ' . $answer->status;
    is $answer->header('deprecation'), '@1767225600', "$about: Deprecation";
    is $answer->header('sunset'), 'Tue, 01 Jan 2999 00:00:00 GMT', "$about: Sunset";
    is $answer->header('link'), "<$ENV{COLLAB_TEST_URL}$v2>; rel=\"successor-version\"", "$about: Link";
  }
  my $id = $user->post($v1, $hook->())->ok->{id};
  for my $answer ($user->get($v2), $user->post("$v1/$id/secret", {}), $user->get("$v1/$id/deliveries"), $user->delete("$v1/$id"), $user->get('/v1/me')) {
    ok !defined $answer->header($_), $answer->about . ": no $_" for qw(deprecation sunset link);
  }
};

# Another httpd on the same database, with another date.
sub server_with {
  my ($sunset) = @_;
  my ($api, $dispatch) = map { $ENV{COLLAB_TEST_DSN} =~ s/collab_owner/$_/r } qw(collab_api collab_dispatch);
  return Collab::Server->start("$ENV{COLLAB_TEST_DIR}/sunset-$$-" . lc($sunset =~ s/\W//gr), api_dsn => $api, dispatch_dsn => $dispatch,
    extra => "CollabDispatcher Off\nCollabLegacySunset $sunset\n");
}

subtest 'after the sunset: 410' => sub {
  my $server = server_with('2020-02-29');
  my $late = $user->at($server, token => undef);
  for my $row (@deprecated) {
    my $call = sub { return $late->request($row->[0], $row->[1], body => $row->[2], type => 'application/json', @_) };
    my $answer = $call->();
    $answer->fails(410, qr/removed/);
    is $answer->header('sunset'), 'Sat, 29 Feb 2020 00:00:00 GMT';
    is $answer->header('deprecation'), '@1582934400', 'not later than the sunset';
    like $answer->header('link'), qr{/v2/webhooks>; rel="successor-version"};
    $call->(headers => { accept => 'application/problem+json' })->is_problem(410, 'sunset');
    $call->(token => undef)->fails(401, undef, 'who has no token learns nothing');
  }
  my $made = $late->post($v2, $hook->())->ok('V2 goes on');
  $late->get("$v1/$made->{id}/deliveries")->ok;
  is $late->delete("$v1/$made->{id}")->status, 204, 'what is not deprecated stays';
  $server->stop;
};

subtest 'lifted, or at a minute' => sub {
  my $server = server_with('Off');
  my $answer = $user->at($server, token => undef)->get($v1);
  $answer->ok;
  ok !defined $answer->header('sunset');
  ok defined $answer->header('deprecation'), 'it stays deprecated';
  $server->stop;
  $server = server_with('2020-01-01T00:00:00+01:00');
  $answer = $user->at($server, token => undef)->get($v1);
  $answer->fails(410);
  is $answer->header('sunset'), 'Tue, 31 Dec 2019 23:00:00 GMT';
  $server->stop;
};

done_testing;
