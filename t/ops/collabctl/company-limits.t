# t/ops/collabctl/company-limits.t: a company's own rate and number of subscriptions override the directives
# interface.md 14.9, 18.2
use lib qw(t/lib lab/lib);
use Collab::Issuer;
use Collab::Party;
use Collab::Stack;
use Collab::Test;
use JSON::XS ();

my $id = issuer('https://id.example', audience => 'api://exchange')->key('u1', 'ES256');
my $stack = stack(timers => { keep => 300 },
  extra => "CollabRateLimit 5 3600\nCollabSubscriptionLimit 2\nServerLimit 1\nStartServers 1\nCollabTrustedIssuer https://id.example api://exchange " . $id->file . " user\n");

sub callers { return map { my $one = user($_[0]); $one->token; $one } 1 .. $_[1] }
sub show { return collabctl('company', 'show', $_[0]{domain}) }
sub json { return JSON::XS->new->utf8->decode(collabctl('company', 'show', $_[0]{domain}, '--json')) }
sub subscribe { return $_[0]->post('/v2/webhooks', { callbackUrl => 'https://hooks.example/' . rand }) }
sub policy { return $_[0]->header('ratelimit-policy') }

# Sets the rate, and waits until the node knows it. Each try uses a new caller, because earlier ones may have reached their limit.
sub rate {
  my ($company, $rate, $policy) = @_;
  collabctl('company', 'set', $company->{domain}, '--rate', $rate);
  return ok +(wait_for { my ($one) = callers($company, 1); policy($one->get("/v1/me")) eq $policy } 10), "the node knows \"$rate\"";
}

subtest "a company's own rate overrides CollabRateLimit" => sub {
  my $company = company();
  my ($ada, $ben) = callers($company, 2);
  my ($other) = callers(company(), 1);
  rate($company, 20, '"requests";q=20;w=60');
  $ada->get('/v1/me')->ok("$_ of 20") for 1 .. 20;
  my $refused = $ada->get('/v1/me');
  $refused->fails(429, qr/Too many/);
  cmp_ok $refused->header('retry-after'), '<=', 3, '20 a minute: a request every 3 s';
  $ben->get('/v1/me')->ok('another caller of the company has requests of its own');
  $other->get('/v1/me')->ok("$_ of 5") for 1 .. 5;
  $other->get('/v1/me')->fails(429, qr/Too many/);
};

subtest 'a cleared rate gives way to CollabRateLimit' => sub {
  my $company = company();
  rate($company, 20, '"requests";q=20;w=60');
  my ($cleo) = callers($company, 1);
  $cleo->get('/v1/me')->ok('by the own limit') for 1 .. 6;
  rate($company, '', '"requests";q=5;w=3600');
  $cleo->get('/v1/me')->ok("$_ of 5") for 1 .. 5;
  $cleo->get('/v1/me')->fails(429, qr/Too many/);
};

subtest "the rate holds for many companies, and for callers with another issuer's tokens" => sub {
  my @companies = map { company() } 1 .. 40;
  my %rate = map { $companies[$_]{id} => 10 + $_ } 0 .. $#companies;
  owner()->begin_work;         # one transaction, so that the node learns all rates at once
  owner()->do('update company set rate_limit = ? where id = ?', undef, $rate{$_}, $_) for keys %rate;
  owner()->commit;
  ok +(wait_for { my ($one) = callers($companies[-1], 1); policy($one->get('/v1/me')) =~ /q=49;/ } 10), 'the node knows';
  is policy((callers($_, 1))[0]->get('/v1/me')), "\"requests\";q=$rate{ $_->{id} };w=60" for @companies;
  my $ada = user($companies[7]);
  collabctl('user', 'set', $ada->username, '--issuer', $id->name, '--subject', 'ada|7');
  my $there = Collab::Party->new(username => '', token => $id->token('u1', sub => 'ada|7'));
  $there->get('/v1/me')->ok('the first request, by which the process learns the company');
  is policy($there->get('/v1/me')), '"requests";q=17;w=60', 'the company\'s';
  owner()->do('update company set rate_limit = null where id = any (?)', undef, [keys %rate]);
};

subtest 'at most 2048 companies can have a rate of their own' => sub {
  my $company = company();
  owner()->do('update company set rate_limit = null');
  owner()->do(q(insert into company (name, domain, rate_limit) select 'Rate ' || n, 'rate' || n || '.example', 10 from generate_series(1, 2048) n));
  local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN};
  my ($status, $said) = output('./collabctl', 'company', 'set', $company->{domain}, '--rate', 5);
  is $status, 1;
  like $said, qr/rate: 2048 companies already have their own rate, which is the maximum$/;
  collabctl('company', 'set', 'rate7.example', '--rate', 11);
  my ($id) = owner()->selectrow_array(q(select id from company where domain = 'rate2048.example'));
  my $last = { id => $id, domain => 'rate2048.example' };
  ok +(wait_for { my ($one) = callers($last, 1); policy($one->get('/v1/me')) eq '"requests";q=10;w=60' } 10), 'the rate of the last one holds';
  owner()->do(q(update company set rate_limit = null where domain ~ '^rate[0-9]+\.example$'));
};

subtest "a company's own number of subscriptions overrides CollabSubscriptionLimit" => sub {
  my ($many, $few) = (company(), company());
  my ($ada) = callers($many, 1);
  my ($ben) = callers($few, 1);
  collabctl('company', 'set', $many->{domain}, '--subscriptions', 3);
  collabctl('company', 'set', $few->{domain}, '--subscriptions', 1);
  subscribe($ada)->ok for 1 .. 3;
  subscribe($ada)->fails(409, qr/as many webhook subscriptions as it may: 3\.$/);
  subscribe($ben)->ok;
  subscribe($ben)->fails(409, qr/as many webhook subscriptions as it may: 1\.$/);
  collabctl('company', 'set', $few->{domain}, '--subscriptions', '');
  subscribe($ben)->ok;
  subscribe($ben)->fails(409, qr/as many webhook subscriptions as it may: 2\.$/);
};

subtest 'company show has both limits, beside the directives' => sub {
  my $company = company();
  wait_for { show($company) =~ /^rate limit: CollabRateLimit: 5 in 3600 s$/m } 20, 'a watcher has written the values of the directives';
  like show($company), qr/^subscription limit: CollabSubscriptionLimit: 2$/m;
  is_deeply [@{ json($company) }{qw(rateLimit rateLimitDirective subscriptionLimit subscriptionLimitDirective)}], [undef, '5 in 3600 s', undef, 2];
  collabctl('company', 'set', $company->{domain}, '--rate', 100, '--subscriptions', 7);
  like show($company), qr/^rate limit: 100 a minute, CollabRateLimit: 5 in 3600 s$/m;
  like show($company), qr/^subscription limit: 7, CollabSubscriptionLimit: 2$/m;
  is_deeply [@{ json($company) }{qw(rateLimit subscriptionLimit)}], [100, 7];
};

subtest 'without CollabDailyLimit no company has a limit for a day, whatever its own values are' => sub {
  my $x = exchange();
  my ($ada) = $x->parties;
  collabctl('company', 'set', $ada->company->{domain}, '--daily-requests', 1, '--daily-bytes', 1);
  ok +(wait_for { show($ada->company) =~ /^daily limit: 1 requests, 1 bytes; today 1 request, \d+ bytes$/m } 20), 'the watcher counts';
  $ada->post($x->notes, a_note())->ok;
  collabctl('company', 'set', $ada->company->{domain}, '--daily-requests', '', '--daily-bytes', '');
  like show($ada->company), qr/^daily limit: CollabDailyLimit; today 1 request, \d+ bytes$/m;
};

subtest 'contacts are set, checked and cleared' => sub {
  my $domain = company()->{domain};
  my $contacts = sub { return JSON::XS->new->utf8->decode(collabctl('company', 'show', $domain, '--json'))->{contacts} };
  is_deeply $contacts->(), [];
  collabctl('company', 'set', $domain, '--contact', 'ops@acme.example, desk@acme.example');
  is_deeply $contacts->(), ['ops@acme.example', 'desk@acme.example'];
  like collabctl('company', 'show', $domain), qr/^contact: ops\@acme\.example, desk\@acme\.example$/m;
  local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN};
  for my $wrong ('ops', 'ops@acme.example,desk', "ops\@acme.example\nBcc: all\@evil.example", ',') {
    my ($status, $said) = output('./collabctl', 'company', 'set', $domain, '--contact', $wrong);
    is $status, 1, $wrong =~ s/\n/\\n/r;
    like $said, qr/contact: /;
  }
  is scalar @{ $contacts->() }, 2, 'nothing changes';
  collabctl('company', 'set', $domain, '--contact', '');
  is_deeply $contacts->(), [], 'they are cleared';
};

done_testing;
