# t/ops/collabctl/show.t: collabctl company show, user show and request show answer an operator's questions without SQL
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;

my $stack = stack(extra => "CollabWebhookRetry V2 3600\n");
my $receiver = receiver();

sub one { return scalar owner()->selectrow_array(shift, undef, @_) }
sub ctl { return collabctl(@_) }
sub json { return JSON::XS->new->utf8->decode(collabctl(@_, '--json')) }
sub refused { my $text = pop; local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN}; my ($status, $said) = output('./collabctl', @_); is $status, 1, "@_"; like $said, $text }

subtest 'company show has all facts of a company' => sub {
  my $x = exchange();
  my $company = $x->receiver->company;
  my $domain = $company->{domain};
  collabctl('company', 'set', $domain, '--tags', 'tape,disk', '--hours-high', 2);
  collabctl('department', 'add', $domain, $_) for qw(Vault Attic);
  collabctl('department', 'disable', one(q(select id from department where name = 'Attic' and company = ?), $company->{id}));
  collabctl('principal', 'add', 'Robot', '--company', $domain, '--email', "robot\@$domain", '--issuer', 'https://id.example', '--oid', 'robot-1');
  collabctl('user', 'disable', user($company)->username);
  my @hooks = map { $x->receiver->post('/v2/webhooks', { callbackUrl => $receiver->url })->ok->{id} } 1 .. 4;
  $x->receiver->patch("/v2/webhooks/$hooks[0]", { active => false })->ok;
  collabctl('subscription', 'pause', $hooks[1]);

  my $shown = ctl('company', 'show', $domain);
  for my $line ("id: $company->{id}", "domain: $domain", 'active: yes', 'tags: tape, disk', 'hours to answer: HIGH 2', 'departments: Vault, Attic (disabled)',
    "forms: $company->{document}{id} $company->{document}{name}", 'users: 2 (1 disabled)', 'principals: 1', 'subscriptions: 2 active, 1 inactive, 1 paused',
    'open requests: 0 submitted, 1 received') {
    like $shown, qr/^\Q$line\E$/m, $line;
  }
  unlike $shown, qr/^attachments/m, 'missing values have no line';
  my $json = json('company', 'show', $company->{id});
  is_deeply $json->{subscriptions}, { active => 2, inactive => 1, paused => 1 };
  is_deeply [@{$json}{qw(users usersActive principals openReceived hoursHigh active)}], [2, 1, 1, 1, 2, true];
  is_deeply $json->{departments}, [{ name => 'Vault', active => true }, { name => 'Attic', active => false }];
  refused('company', 'show', 'nobody.example', qr/company: there is no company nobody\.example/);
};

subtest 'user show has all facts of a user' => sub {
  my $user = user(my $company = company());
  my $name = $user->username;
  my $says = sub { my ($line) = @_; like ctl('user', 'show', $name), qr/^\Q$line\E$/m, $line };
  $says->($_) for "username: $name", "company: $company->{domain}", 'active: yes', 'password: yes', 'can log in: yes';
  nobody->post('/v1/login', { username => $name, password => 'wrong' })->is_status(401) for 1 .. 2;
  like ctl('user', 'show', $name), qr/^failed logins: 2 from 127\.0\.0\.1 since \d{4}-\S+Z$/m;
  is_deeply [map { [@{$_}{qw(address failures)}] } @{ json('user', 'show', $name)->{failedLogins} }], [['127.0.0.1', 2]];
  collabctl('company', 'disable', $company->{domain}, '--yes');
  $says->('can log in: no: the company is disabled');
  collabctl('user', 'disable', $name);
  $says->('can log in: no: the user is disabled');
  is_deeply [@{ json('user', 'show', $name) }{qw(canLogIn obstacle active companyActive)}], [false, 'the user is disabled', false, false];
  collabctl('company', 'enable', $company->{domain});
  collabctl('user', 'add', "bare\@$company->{domain}", '--company', $company->{domain}, '--no-password');
  like ctl('user', 'show', "bare\@$company->{domain}"), qr/^can log in: no: no password is set$/m;
  unlike ctl('user', 'show', $name) . ctl('user', 'show', $name, '--json'), qr/\$2y\$/, 'no password hash';
  refused('user', 'show', 'nobody@nowhere.example', qr/username: there is no user/);
};

subtest 'request show has the whole history of a request' => sub {
  my $x = exchange();
  my $good = $x->submitter->post('/v2/webhooks', { callbackUrl => $receiver->url })->ok->{id};
  my $bad = $x->receiver->post('/v2/webhooks', { callbackUrl => $receiver->url(401) })->ok->{id};
  my $late = $x->receiver->post('/v2/webhooks', { callbackUrl => $receiver->url(500) })->ok->{id};
  my $sent = sub { my ($events) = @_; wait_for { one('select count(*) from attempt where subscription = any (?)', [$good, $bad, $late]) == 3 * $events } 20, "$events events sent" };
  $x->receiver->post($x->information_request, a_question())->ok;
  $x->submitter->post($x->information_response, an_answer())->ok;
  my $note = $x->submitter->post($x->notes, a_note(summary => 'Fan too'), headers => { 'x-request-id' => 'of-the-note' })->ok->{token};
  my $gone = $x->receiver->post($x->notes, a_note(summary => 'Oops'))->ok->{token};
  collabctl('note', 'remove', $gone);
  $x->receiver->post($x->approval, an_approval())->ok;
  $x->submitter->post($x->closure)->ok;
  $sent->(6);

  my ($head, $history) = split /\n\n/, ctl('request', 'show', $x->token), 2;
  like $head, qr/^token: @{[$x->token]}\nstatus: CLOSED\npriority: /;
  like $head, qr/^receiver: \Q@{[$x->receiver->company->{name}]}\E, case R-77$/m;
  my @lines = split /\n/, $history;
  like shift @lines, qr/^AT +WHAT +WHO +DETAIL$/;
  my @what = map { (split / {2,}/)[1] } @lines;
  is_deeply [grep { /^[A-Z]+$/ || $_ eq 'note' } @what], [qw(OPEN INFORMATION INFORMATION note note ACCEPTED CLOSED)], 'the transitions and notes, in order';
  is_deeply [map { my $kind = $_; scalar grep { $_ eq $kind } @what } 'event', 'attempt', 'dead letter', 'pending'], [7, 18, 6, 6], 'events, attempts, dead letters and pending deliveries';
  like $history, qr/ note +\Q@{[$x->submitter->username]}\E +$note: Fan too$/m;
  like $history, qr/ note +\Q@{[$x->receiver->username]}\E +$gone: Oops \(removed\)$/m;
  like $history, qr/ event +- +note\.created \S{36}, X-Request-Id of-the-note$/m;
  like $history, qr/ attempt +\Q@{[$x->receiver->company->{domain}]}\E +\d+: closed, number 1 to subscription $bad dead \(401\)/m;
  like $history, qr/ attempt +\Q@{[$x->submitter->company->{domain}]}\E +\d+: closed, number 1 to subscription $good delivered \(200\)$/m;
  like $history, qr/ pending +\Q@{[$x->receiver->company->{domain}]}\E +closed, to subscription $late, attempts 1$/m;

  my $json = json('request', 'show', $x->token);
  is_deeply [@{$json}{qw(status receiverCaseNumber submittedBy)}], ['CLOSED', 'R-77', $x->submitter->username];
  is_deeply [map { $_->{status} } grep { $_->{kind} eq 'transition' } @{ $json->{history} }], [qw(OPEN INFORMATION INFORMATION ACCEPTED CLOSED)];
  is scalar @{ $json->{history} }, scalar @lines;
  is_deeply [sort { $a cmp $b } map { $_->{at} } grep { $_->{kind} ne 'pending' } @{ $json->{history} }], [map { $_->{at} } grep { $_->{kind} ne 'pending' } @{ $json->{history} }], 'oldest first';
  my ($attempt) = grep { $_->{kind} eq 'attempt' && $_->{subscription} == $bad } @{ $json->{history} };
  is_deeply [@{$attempt}{qw(httpStatus state number)}], [401, 'dead', 1];
  refused('request', 'show', 'AbCdEfGhIjKlMnOpQrSt', qr/token: there is no request AbCdEfGhIjKlMnOpQrSt/);
};

done_testing;
