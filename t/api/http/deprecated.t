# t/api/http/deprecated.t: the three deprecated operations say so in every response, and answer 410 after their sunset
# interface.md 19.2 and 19.3
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Server;

my ($v1, $v2) = ('/v1/webhooks', '/v2/webhooks');
my $user = user(company());
my $hook = sub { return { callbackUrl => 'http://127.0.0.1:9/hook', @_ } };
my $list = '/v1/collaboration-requests';
my @deprecated = (['GET', $v1], ['POST', $v1, $hook->()], ['GET', $list], ['GET', "$list?paginated=true"]);
sub successor { my ($path) = @_; return "</v2" . ($path =~ m{^/v1([^?]*)})[0] . '>; rel="successor-version"' }

subtest 'every answer of a deprecated operation has Deprecation, Sunset and Link' => sub {
  for my $answer (map({ $user->request($_->[0], $_->[1], body => $_->[2], type => 'application/json') } @deprecated), $user->post($v1, {}), nobody->get($v1), $user->head($v1), $user->get("$list?size=x")) {
    my $about = $answer->about . ' ' . $answer->status;
    is $answer->header('deprecation'), '@1767225600', "$about: Deprecation";
    is $answer->header('sunset'), 'Tue, 01 Jan 2999 00:00:00 GMT', "$about: Sunset";
    is $answer->header('link'), successor($answer->{path}) =~ s/</<$ENV{COLLAB_TEST_URL}/r, "$about: Link";
  }
  my $id = $user->post($v1, $hook->())->ok->{id};
  for my $answer ($user->get($v2), (map { ($user->post("$_/$id/secret", {}), $user->get("$_/$id/deliveries")) } $v1, $v2), $user->delete("$v1/$id"), $user->get('/v1/me'), $user->get('/v2/collaboration-requests'),
    $user->request('OPTIONS', $v1)) {
    like $answer->status, qr/^20[04]$/, $answer->about . ': a success';
    ok !defined $answer->header($_), $answer->about . ": no $_" for qw(deprecation sunset link);
  }
};

# Another httpd on the same database, with another sunset date.
sub server_with {
  my ($sunset) = @_;
  my ($api, $dispatch) = map { $ENV{COLLAB_TEST_DSN} =~ s/collab_owner/$_/r } qw(collab_api collab_dispatch);
  return Collab::Server->start("$ENV{COLLAB_TEST_DIR}/sunset-$$-" . lc($sunset =~ s/\W//gr), api_dsn => $api, dispatch_dsn => $dispatch,
    extra => "CollabDispatcher Off\nCollabLegacySunset $sunset\n");
}

subtest 'deprecated operations answer 410 after the sunset' => sub {
  my $server = server_with('2020-02-29');
  my $late = $user->at($server, token => undef);
  for my $row (@deprecated) {
    my $call = sub { return $late->request($row->[0], $row->[1], body => $row->[2], type => 'application/json', @_) };
    my $answer = $call->();
    $answer->fails(410, qr/removed/);
    is $answer->header('sunset'), 'Sat, 29 Feb 2020 00:00:00 GMT';
    is $answer->header('deprecation'), '@1582934400', 'Deprecation is not later than the sunset';
    is $answer->header('link'), successor($row->[1]) =~ s/</'<' . $server->url/er;
    $call->(headers => { accept => 'application/problem+json' })->is_problem(410, 'sunset');
    $call->(token => undef)->fails(401, undef, 'a missing token is 401, also after the sunset');
  }
  my $made = $late->post($v2, $hook->())->ok('the V2 operation still works');
  $late->get("$v1/$made->{id}/deliveries")->ok;
  is $late->delete("$v1/$made->{id}")->status, 204, 'other V1 operations still work';
  $server->stop;
};

subtest 'after the sunset, V1 subscriptions do not count towards the limit' => sub {
  my ($company, $server) = (company(), server_with('2020-02-29'));
  my $user = user($company);
  $user->post($_ ? $v2 : $v1, $hook->())->ok for (0) x 49, 1;
  $user->post($v2, $hook->())->fails(409, qr/^The company has as many webhook subscriptions as it may: 50\.$/);
  my $late = $user->at($server, token => undef);
  $late->post($v2, $hook->())->is_status(200, "V2 subscription $_") for 2 .. 50;
  $late->post($v2, $hook->())->fails(409, qr/as it may: 50\.$/);
  $server->stop;
};

subtest 'CollabLegacySunset may be Off, or a date-time' => sub {
  my $server = server_with('Off');
  my $answer = $user->at($server, token => undef)->get($v1);
  $answer->ok;
  ok !defined $answer->header('sunset');
  ok defined $answer->header('deprecation'), 'the operation stays deprecated without a sunset';
  $server->stop;
  $server = server_with('2020-01-01T00:00:00+01:00');
  $answer = $user->at($server, token => undef)->get($v1);
  $answer->fails(410);
  is $answer->header('sunset'), 'Tue, 31 Dec 2019 23:00:00 GMT';
  $server->stop;
};

done_testing;
