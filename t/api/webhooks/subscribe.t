# t/api/webhooks/subscribe.t: members subscribe with filters and credentials, list and delete subscriptions
# interface.md 14.1 to 14.9
# t/dispatch tests deliveries.
use lib qw(t/lib lab/lib);
use Collab::Server;
use Collab::Test;

my $path = '/v2/webhooks';
my $prefix = 'org.provider.core.collaboration-request.';
my @types = map { "$prefix$_" } qw(created closed note.created response.created response.updated);
my $company = company();
my $user = user($company);
my $hook = sub { return { callbackUrl => 'http://127.0.0.1:9/hook', @_ } };
my $create = sub { return $user->post($path, $hook->(@_)) };

subtest 'a new subscription has a secret and all event types' => sub {
  my $made = $create->()->ok;
  is_shaped $made, { %{ +SUBSCRIPTION }, secret => 'text' };
  is $made->{callbackUrl}, 'http://127.0.0.1:9/hook';
  is_deeply [sort @{ $made->{eventTypes} }], [sort @types], 'the default is all event types';
  is $made->{active}, true;
  is $made->{callbackAuthType}, 'NONE';
  like $made->{secret}, qr/^[\x21-\x7e]{32,}$/, 'the secret is printable ASCII';
  isnt $create->()->ok->{secret}, $made->{secret}, 'a URL may have several subscriptions, each with its own secret';
};

subtest 'the list has the company\'s subscriptions, without secrets' => sub {
  my $other = user(company());
  is_deeply $other->get($path)->ok, [], 'a company without subscriptions gets an empty list';
  my $made = $other->post($path, $hook->(eventTypes => [$types[1]], callbackUrl => 'http://127.0.0.1/a?b=c&d=%20'))->ok;
  my ($shown, @more) = @{ $other->get($path)->ok };
  is scalar @more, 0;
  is_shaped $shown, { %{ +SUBSCRIPTION }, updatedAt => 'time' };
  delete $made->{secret};
  is $shown->{updatedAt}, $made->{createdAt};
  delete $shown->{updatedAt};
  is_deeply $shown, $made;
  my $ours = $user->get($path);
  cmp_ok scalar @{ $ours->ok }, '>', 0;
  ok index($ours->text, 'b=c') < 0, 'the list has none of another company';
  my $colleague = user($other->company);
  is scalar @{ $colleague->get($path)->ok }, 1, 'a colleague sees it';
};

subtest 'a deleted subscription is gone' => sub {
  my $made = $create->()->ok;
  my $stranger = user(company());
  $stranger->delete("$path/$made->{id}")->fails(404);
  my $answer = $user->delete("$path/$made->{id}");
  is $answer->status, 204;
  is $answer->text, '';
  $user->delete("$path/$made->{id}")->fails(404);
  ok !grep({ $_->{id} == $made->{id} } @{ $user->get($path)->ok }), 'the list no longer has it';
  $user->delete("$path/$_")->invalid('id') for qw(x -x 1.5 9223372036854775808);
  $user->delete("$path/999999999")->fails(404);
  nobody->delete("$path/$made->{id}")->fails(401);
};

subtest 'eventTypes takes full names, and lists them in its error' => sub {
  is_deeply $create->(eventTypes => [@types[2, 0]])->ok->{eventTypes}, [@types[2, 0]];
  is scalar @{ $create->(eventTypes => null)->ok->{eventTypes} }, 5, 'null gives all event types';
  $create->(eventTypes => $_)->is_status(400) for [], ['collaboration-request.created'], ['note.created'], ["${prefix}opened"],
    [uc $types[0]], [$types[0], 'x'];
  $create->(eventTypes => 'x')->invalid('eventTypes');
  $create->(eventTypes => [])->invalid('eventTypes');
  $create->(eventTypes => [$types[0], 7])->invalid('eventTypes[1]');
  for my $wrong ('collaboration-request.created', "org.example.core.collaboration-request.created", 7) {
    is $create->(eventTypes => [$wrong])->invalid('eventTypes[0]')->[0]{message}, 'must be one of ' . join(', ', @types), "$wrong: the message lists the full names";
  }
  is $create->(eventTypes => [])->invalid('eventTypes')->[0]{message}, 'must not be empty; leave it out for all event types';
  is $create->($_ => [])->invalid($_)->[0]{message}, 'must not be empty; leave it out', $_ for qw(caseDirections partnerCompanyIds);
  is $create->(payloadVersion => 'V1')->invalid('payloadVersion')->[0]{message}, 'must be V2';
  is $create->(callbackAuth => { type => 'basic' })->invalid('callbackAuth.type')->[0]{message},
    'must be one of NONE, BASIC, BEARER, HEADER, OAUTH2_CLIENT_CREDENTIALS';
};

subtest 'CollabEventTypePrefix changes the accepted and listed names' => sub {
  my $server = Collab::Server->start("$ENV{COLLAB_TEST_DIR}/prefix$$", api_dsn => $ENV{COLLAB_TEST_DSN} =~ s/user=\S+/user=collab_api/r,
    dispatch_dsn => 'host=/nowhere', extra => "CollabBaseURL $ENV{COLLAB_TEST_URL}\nCollabEventTypePrefix com.acme.\nCollabDispatcher Off\n");
  my $there = $user->at($server);
  my $own = join ', ', map { s/^org\.provider\.core\./com.acme./r } @types;
  is $there->post($path, $hook->(eventTypes => [$types[0]]))->invalid('eventTypes[0]')->[0]{message}, "must be one of $own";
  is_deeply $there->post($path, $hook->(eventTypes => ['com.acme.collaboration-request.created']))->ok->{eventTypes}, ['com.acme.collaboration-request.created'];
};

subtest 'filters are kept and checked' => sub {
  my @partners = map { company() } 1, 2;
  community($company, @partners);
  my @ids = map { 0 + $_->{id} } @partners;
  my $made = $create->(caseDirections => ['INBOUND'], partnerCompanyIds => \@ids)->ok;
  is_shaped $made, { %{ +SUBSCRIPTION }, secret => 'text', caseDirections => ['text'], partnerCompanyIds => ['integer'] };
  is_deeply $made->{caseDirections}, ['INBOUND'];
  is_deeply $made->{partnerCompanyIds}, \@ids;
  my ($shown) = grep { $_->{id} == $made->{id} } @{ $user->get($path)->ok };
  is_deeply $shown->{caseDirections}, ['INBOUND'];
  my $bare = $create->(caseDirections => null, partnerCompanyIds => null)->ok;
  is_shaped $bare, { %{ +SUBSCRIPTION }, secret => 'text' };
  $create->(caseDirections => ['INBOUND', 'SIDEWAYS'], partnerCompanyIds => [1, 'x', 0])
    ->invalid(qw(caseDirections[1] partnerCompanyIds[1] partnerCompanyIds[2]));
  $create->(caseDirections => 'INBOUND', partnerCompanyIds => 3)->invalid(qw(caseDirections partnerCompanyIds));
  $create->(partnerCompanyIds => [1 .. 1001])->invalid('partnerCompanyIds');
  $create->(payloadVersion => 'V2')->ok('payloadVersion may be V2');
  my $made_of = $create->()->ok;
  for my $call (sub { $create->(@_) }, sub { $user->patch("$path/$made_of->{id}", {@_}) }) {
    $call->(payloadVersion => $_)->invalid('payloadVersion') for 'V1', 'V3', 2;
    $call->(payloadVersion => 'V2')->ok;
  }
};

subtest 'partnerCompanyIds takes partners and other parties of requests only' => sub {
  my $x = exchange();
  my ($party, $left) = ($x->submitter, $x->receiver->company);
  owner()->do('delete from community_member where company = ?', undef, $left->{id});
  my $partner = company();
  community($party->company, $partner);
  my ($off, $stranger, $self) = (company(), $x->stranger->company, $party->company);
  community($party->company, $off);
  owner()->do('update company set active = false where id = ?', undef, $off->{id});
  my @good = map { 0 + $_->{id} } $partner, $left;
  my $made = $party->post($path, $hook->(partnerCompanyIds => \@good))->ok('a partner and the receiver of a request are accepted');
  $x->receiver->post($path, $hook->(partnerCompanyIds => [0 + $self->{id}]))->ok('the submitter of a request is accepted');
  for my $call (sub { $party->post($path, $hook->(@_)) }, sub { $party->patch("$path/$made->{id}", {@_}) }) {
    my @faults = @{ $call->(partnerCompanyIds => [$good[0], (map { 0 + $_->{id} } $off, $stranger, $self), 999_999_999], active => false)->invalid(map { "partnerCompanyIds[$_]" } 1 .. 4) };
    is_deeply { map { $_->{message} => 1 } @faults }, { 'is neither a partner nor the other side of one of your requests' => 1 }, 'every other company gives the same message';
  }
  my $shown = $party->get("$path/$made->{id}")->ok;
  is_deeply [sort { $a <=> $b } @{ $shown->{partnerCompanyIds} }], [sort { $a <=> $b } @good], 'nothing is changed';
  is $shown->{active}, true;
  is scalar @{ $party->get($path)->ok }, 1, 'no subscription is made';
  my $auth = { callbackAuth => { type => 'BEARER', token => 't' }, partnerCompanyIds => [999_999_999] };
  $party->patch("$path/$made->{id}", $auth)->invalid('partnerCompanyIds[0]');
  is $party->get("$path/$made->{id}")->ok->{callbackAuthType}, 'NONE';
  $party->patch("$path/999999999", $auth)->fails(404);
  $x->stranger->patch("$path/$made->{id}", $auth)->fails(404);
};

subtest 'each type of callback authentication needs its members, which are never shown' => sub {
  my $auth = sub { return $create->(callbackAuth => {@_}) };
  my %good = (
    NONE => {}, BASIC => { username => 'u', password => "p:ä \"" }, BEARER => { token => 'abc.def' },
    HEADER => { headerName => 'X-Key', headerValue => 'k e y' },
  );
  for my $type (sort keys %good) {
    my $answer = $auth->(type => $type, %{ $good{$type} });
    my $made = $answer->ok($type);
    is $made->{callbackAuthType}, $type;
    is_shaped $made, { %{ +SUBSCRIPTION }, secret => 'text' }, 'the answer has no credentials';
  }
  is $create->(callbackAuth => null)->ok->{callbackAuthType}, 'NONE';
  $create->(callbackAuth => 'BASIC')->invalid('callbackAuth');
  $auth->()->invalid('callbackAuth.type');
  $auth->(type => $_)->invalid('callbackAuth.type') for 'DIGEST', 'basic', '', 1;
  $auth->(type => 'BASIC')->invalid(qw(callbackAuth.username callbackAuth.password));
  $auth->(type => 'BASIC', username => '', password => '')->invalid('callbackAuth.username');
  $auth->(type => 'BASIC', username => 'key', password => undef)->invalid('callbackAuth.password');
  $auth->(type => 'BASIC', username => 'a:b', password => 'x')->invalid('callbackAuth.username');
  $auth->(type => 'BASIC', username => text_of(192, 'u'), password => text_of(1001, 'p'))->invalid(qw(callbackAuth.username callbackAuth.password));
  $auth->(type => 'BEARER')->invalid('callbackAuth.token');
  $auth->(type => 'BEARER', token => "a\r\nb")->invalid('callbackAuth.token');
  $auth->(type => 'BEARER', token => 'x' x 8001)->invalid('callbackAuth.token');
  $auth->(type => 'HEADER')->invalid(qw(callbackAuth.headerName callbackAuth.headerValue));
  $auth->(type => 'HEADER', headerName => $_, headerValue => 'x')->invalid('callbackAuth.headerName')
    for 'Host', 'connection', 'Content-Type', 'content-length', 'Transfer-Encoding', 'X-Hub-Signature-256', 'x-service-delivery',
      'X-Service-Event', 'a b', "a\n", 'é', 'a:';
  $auth->(type => 'HEADER', headerName => 'X-Key', headerValue => $_)->invalid('callbackAuth.headerValue') for "a\r\nb", "a\n", ' x', 'x ',
    'é', "\x{1}", "a\tb", "\x7f";
  my $list = $user->get($path);
  ok +(grep { $_->{callbackAuthType} eq 'BEARER' } @{ $list->ok });
  ok index($list->text, 'abc.def') < 0, 'the list has no credentials';
};

subtest 'a callback URL must be an absolute http or https URL' => sub {
  for my $wrong ('x', 'ftp://example.org/', 'http://', 'http:///x', '//example.org/', '/hook', 'http://user@127.0.0.1/',
    'http://u:p@127.0.0.1/', 'http://127.0.0.1/ä',
    'http://127.0.0.1/ x', "http://127.0.0.1/\n", 'http://127.0.0.1:99999/', 'http://127.0.0.1:x/', 'http://127.0.0.1/%zz',
      'http://exa mple.org/', 'javascript:1', '') {
    $create->(callbackUrl => $wrong)->invalid('callbackUrl');
  }
  my %why = (
    'http://u:p@127.0.0.1/' => 'must not contain user information', 'http:///x' => 'must have a host', 'x' => 'must be an absolute http or https URL',
    'http://127.0.0.1:99999/' => 'must have a port from 1 to 65535', "http://127.0.0.1/\n" => 'must not contain blanks or control characters',
    'http://127.0.0.1/ä' => 'must be ASCII: the name of a host in its xn-- form, all else percent-encoded',
    'http://127.0.0.1/%zz' => 'must have two hexadecimal digits behind each percent sign', 'http://127.0.0.1/{id}' => 'contains a character that must be percent-encoded',
    'http://[127.0.0.1]/' => 'must have an IPv6 address between the brackets of its host', 'http://127.0.0.1/' . 'x' x 2032 => 'must be at most 2048 characters',
    'http://a%20b/' => 'leads to an address that may not be called (its host is neither a name nor an address)',
  );
  is $create->(callbackUrl => $_)->invalid('callbackUrl')->[0]{message}, $why{$_}, $why{$_} for sort keys %why;
  is $create->(callbackAuth => { type => 'OAUTH2_CLIENT_CREDENTIALS', oauth2TokenUrl => 'http://u:p@127.0.0.1/', oauth2ClientId => 'i', oauth2ClientSecret => 's',
    oauth2ClientAuthenticationMethod => 'CLIENT_SECRET_BASIC' })->invalid('callbackAuth.oauth2TokenUrl')->[0]{message}, 'must not contain user information', 'a token URL has the same rules';
  is $create->(callbackUrl => "http://127.0.0.1:9/in$_")->invalid('callbackUrl')->[0]{message}, 'must have no fragment (#...)', "a fragment: $_" for '#part', '#', '?a=b#c';
  is $create->(callbackAuth => { type => 'OAUTH2_CLIENT_CREDENTIALS', oauth2TokenUrl => 'http://127.0.0.1:9/token#x', oauth2ClientId => 'i', oauth2ClientSecret => 's',
    oauth2ClientAuthenticationMethod => 'CLIENT_SECRET_BASIC' })->invalid('callbackAuth.oauth2TokenUrl')->[0]{message}, 'must have no fragment (#...)', '… of a token URL';
  $create->(callbackUrl => $_)->invalid('callbackUrl') for 7, null, [];
  my $long = 'http://127.0.0.1/' . 'x' x (2048 - 17);
  is $create->(callbackUrl => $long)->ok->{callbackUrl}, $long, 'a URL may have 2,048 characters';
  $create->(callbackUrl => "${long}x")->invalid('callbackUrl');
  $create->(callbackUrl => 'https://does-not-resolve.invalid/hook')->ok('a name that does not resolve yet is accepted');
};

# The tests' servers allow loopback addresses. A name may have addresses of both families, as localhost has.
subtest 'addresses in CollabOutboundAllow are accepted' => sub {
  is $create->(callbackUrl => $_)->ok->{callbackUrl}, $_ for 'http://127.0.0.2:9/hook', 'http://[::1]:9/hook', 'http://localhost:9/hook';
};

subtest 'other internal addresses are refused' => sub {
  for my $wrong ('http://10.0.0.1/', 'http://192.168.1.1/', 'http://169.254.169.254/latest', 'http://[::2]/', 'http://[::ffff:10.0.0.1]/',
    'http://0.0.0.0/', 'http://224.0.0.1/',
    'http://172.16.0.1/', 'http://100.64.0.1/', 'http://[fe80::1]/', 'http://[fd00::1]/', 'http://255.255.255.255/') {
    my $list = $create->(callbackUrl => $wrong)->invalid('callbackUrl');
    unlike $list->[0]{message} // '', qr/10\.0\.0\.1|169\.254/, 'the message shows no address';
  }
};

subtest 'all invalid members are listed at once' => sub {
  $user->post($path, { callbackUrl => 'x', eventTypes => [], callbackAuth => { type => 'BASIC' }, caseDirections => 'x', partnerCompanyIds => {} })
    ->invalid(qw(callbackUrl eventTypes callbackAuth.username callbackAuth.password caseDirections partnerCompanyIds));
  $user->post($path, {})->invalid('callbackUrl');
  $user->post($path, '[')->fails(400);
  $user->post($path, $hook->(), type => 'text/plain')->fails(415);
  $user->post($path, ' ' x 1_100_000)->fails(413);
  nobody->post($path, $hook->())->fails(401);
  nobody->get($path)->fails(401);
};

subtest 'a company may have 50 subscriptions' => sub {
  my $many = user(company());
  $many->post($path, $hook->())->is_status(200, "subscription $_") for 1 .. 49;
  $many->token;
  # the two calls below wait for this lock on the company's row
  my $holder = another_connection();
  $holder->begin_work;
  $holder->do('select from company where id = ? for update', undef, $many->company->{id});
  my @calls = map { later { $many->post($path, $hook->()) } } 1, 2;
  blocked($holder, 2);
  $holder->commit;
  my @answers = map { $_->answer } @calls;
  is join(' ', sort map { $_->status } @answers), '200 409', 'of two simultaneous calls one gets the last place';
  $many->post($path, $hook->())->fails(409, qr/as many webhook subscriptions as it may: 50\./);
  $many->post($path, $hook->(), headers => { accept => 'application/problem+json' })->is_problem(409, 'subscription-limit');
  my ($first) = @{ $many->get($path)->ok };
  is $many->delete("$path/$first->{id}")->status, 204;
  $many->post($path, $hook->())->ok('a deleted subscription makes room');
};

done_testing;
