# t/ops/collabctl/company-limits.t: a company's own rate and number of subscriptions win over the directives
# interface.md 14.9, 18.2
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Stack;

my $stack = stack(extra => "CollabRateLimit 5 3600\nCollabSubscriptionLimit 2\nServerLimit 1\nStartServers 1\n");

sub callers { return map { my $one = user($_[0]); $one->token; $one } 1 .. $_[1] }
sub show { return collabctl('company', 'show', $_[0]{domain}) }
sub json { return JSON::XS->new->utf8->decode(collabctl('company', 'show', $_[0]{domain}, '--json')) }
sub subscribe { return $_[0]->post('/v2/webhooks', { callbackUrl => 'https://hooks.example/' . rand }) }

subtest 'its own rate' => sub {
  my $company = company();
  my ($ada, $ben) = callers($company, 2);
  my ($other) = callers(company(), 1);
  collabctl('company', 'set', $company->{domain}, '--rate', 20);
  $ada->get('/v1/me')->ok("$_ of 20 and the first, which has brought the limit") for 1 .. 21;
  my $refused = $ada->get('/v1/me');
  $refused->fails(429, qr/Too many/);
  cmp_ok $refused->header('retry-after'), '<=', 3, 'a twentieth of a minute';
  $ben->get('/v1/me')->ok('another caller of the company has requests of its own');
  $other->get('/v1/me')->ok("$_ of 5") for 1 .. 5;
  $other->get('/v1/me')->fails(429, qr/Too many/);

  my ($cleo) = callers($company, 1);
  $cleo->get('/v1/me')->ok('by the own limit') for 1 .. 6;
  collabctl('company', 'set', $company->{domain}, '--rate', '');
  $cleo->get('/v1/me')->ok("what counts now is the directive's: the one that brings it, and $_ of 5") for 0 .. 5;
  $cleo->get('/v1/me')->fails(429, qr/Too many/);
};

subtest 'whatever operation brings it' => sub {
  my $x = exchange();
  my $company = $x->submitter->company;
  collabctl('company', 'set', $company->{domain}, '--rate', 1);
  my $get = sub { my ($path) = @_; return ["GET $path", sub { $_[0]->get($path) }] };
  my $post = sub { my ($path, $body) = @_; return ["POST $path", sub { $_[0]->post($path, $body) }] };
  for my $call ((map { $get->($_) } $x->notes, $x->path, '/v2/collaboration-requests', '/v2/collaboration-requests/list', '/v1/collaboration-requests',
    '/v1/partners/none', '/v1/partners/search?query=none', '/v2/webhooks', '/v1/webhooks', '/v2/webhooks/1/deliveries'), $post->($x->notes, a_note())) {
    my ($name, $do) = @$call;
    my ($caller) = callers($company, 1);
    $do->($caller);
    isnt $do->($caller)->status, 429, $name;
    is $do->($caller)->status, 429, "… $name has brought the limit";
  }
};

subtest 'its own number of subscriptions' => sub {
  my ($many, $few) = (company(), company());
  my ($ada) = callers($many, 1);
  my ($ben) = callers($few, 1);
  collabctl('company', 'set', $many->{domain}, '--subscriptions', 3, '--rate', 1000);
  collabctl('company', 'set', $few->{domain}, '--subscriptions', 1, '--rate', 1000);
  subscribe($ada)->ok for 1 .. 3;
  subscribe($ada)->fails(409, qr/as many webhook subscriptions as it may: 3\.$/);
  subscribe($ben)->ok;
  subscribe($ben)->fails(409, qr/as many webhook subscriptions as it may: 1\.$/);
  collabctl('company', 'set', $few->{domain}, '--subscriptions', '');
  subscribe($ben)->ok;
  subscribe($ben)->fails(409, qr/as many webhook subscriptions as it may: 2\.$/);
};

subtest 'both are shown' => sub {
  my $company = company();
  wait_for { show($company) =~ /^rate limit: CollabRateLimit: 5 in 3600 s$/m } 20, 'a watcher has written what the directives say';
  like show($company), qr/^subscription limit: CollabSubscriptionLimit: 2$/m;
  is_deeply [@{ json($company) }{qw(rateLimit rateLimitDirective subscriptionLimit subscriptionLimitDirective)}], [undef, '5 in 3600 s', undef, 2];
  collabctl('company', 'set', $company->{domain}, '--rate', 100, '--subscriptions', 7);
  like show($company), qr/^rate limit: 100 a minute, CollabRateLimit: 5 in 3600 s$/m;
  like show($company), qr/^subscription limit: 7, CollabSubscriptionLimit: 2$/m;
  is_deeply [@{ json($company) }{qw(rateLimit subscriptionLimit)}], [100, 7];
};

done_testing;
