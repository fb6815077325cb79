# t/ops/health/legacy-use.t: doctor and the status page name who still uses what CollabLegacySunset ends
# interface.md 19.2 and 19.4
use lib qw(t/lib lab/lib);
use Collab::Doctor;
use Collab::Issuer;
use Collab::Stack;
use Collab::StatusPage;
use Collab::Test;
use DBD::Pg ();
use JSON::XS ();
use POSIX qw(strftime);

my ($list, $v1) = qw(/v1/collaboration-requests /v1/webhooks);
my $near = strftime('%Y-%m-%d', gmtime time + 30 * 86400);
my $today = qr/\d{4}-\d\d-\d\d/;
my $issuer = issuer('https://id.example', audience => 'api')->key('k1', 'ES256');
my $pages = 'CollabTrustedIssuer https://id.example api ' . $issuer->file . " principal\n" . status_page();
my $stack = stack(timers => { watch => 200, keep => 400 }, extra => "CollabDutyInterval 50ms\nCollabLegacySunset $near\n$pages");
my ($company, $other) = (company(), company());
my ($ada, $eva) = (user($company), user($other));
my $bot = 'bot@' . $company->{domain};
collabctl('principal', 'add', 'Acme Bot', '--company', $company->{id}, '--email', $bot, '--issuer', 'https://id.example', '--oid', 'o-1');
my $robot = Collab::Party->new(username => '', token => $issuer->token('k1', oid => 'o-1'));

sub one { return scalar owner()->selectrow_array(shift, undef, @_) }
# The operations that an account has used.
sub used { my ($name) = @_; return join ' ', @{ owner()->selectcol_arrayref('select operation from legacy_use where account = (select id from account where username = ?) order by 1', undef, $name) } }
# The version of the row of an account and an operation: every write changes it.
sub version { my ($name, $operation) = @_; return one('select concat(xmin, last_at) from legacy_use where operation = ? and account = (select id from account where username = ?)', $operation, $name) }
sub recorded { my ($name, $operations) = @_; wait_for { used($name) eq $operations } 20; return is used($name), $operations, "$name has used $operations" }
# Another httpd on the same database, with another end of V1.
sub server_until { my ($name, $sunset) = @_; return $stack->another_server($name, extra => "CollabDispatcher Off\nCollabLegacySunset $sunset\n$pages") }
sub findings { my ($server) = @_; return grep { $_->{check} eq 'legacy' } @{ doctor($server)->{findings} } }
sub shown { my ($like) = @_; my $page; wait_for { ($page = nobody->get('/the-status')->text) =~ $like } 30; return like $page, $like, 'the page' }

subtest 'when nobody uses it, doctor says so and the page says nothing' => sub {
  is_deeply [map { "$_->{status}: $_->{text}" } findings($stack->server)], ['ok: nobody has used deprecated operations in 60 days, and no V1 subscription is active'];
  ok +(wait_for { defined status()->{legacy}{callers} } 20), 'the watcher has looked';
  is_deeply status()->{legacy}, { ends => "${near}T00:00:00.000000Z", callers => 0, subscriptions => 0, latestCallers => [], companies => [] };
  unlike nobody->get('/the-status')->text, qr/Deprecated operations/;
};

subtest 'the use of a deprecated operation is recorded, by users and by principals' => sub {
  $ada->get($list)->ok;
  recorded($ada->username, 'request_list_v1');
  $ada->post($v1, {})->fails(400, undef, 'a refused body counts');
  $ada->head($v1)->is_status(200);
  recorded($ada->username, 'request_list_v1 webhook_create_v1 webhook_list_v1');
  $robot->get($list)->ok;
  recorded($bot, 'request_list_v1');
};

subtest 'what is not authenticated, or not deprecated, is not recorded' => sub {
  my $idle = user($other, username => 'idle@' . $other->{domain});
  $idle->get($_)->ok for qw(/v2/collaboration-requests /v2/webhooks /v1/me);
  nobody->get($list)->fails(401);
  $idle->get($list, token => 'x.y.z')->fails(401);
  collabctl('user', 'disable', $idle->username);
  $idle->get($list)->fails(401);
  $eva->get($list)->ok;
  recorded($eva->username, 'request_list_v1');
  is used($idle->username), '';
};

subtest 'a use is written once an hour' => sub {
  my $before = version($ada->username, 'request_list_v1');
  owner()->do('delete from legacy_use where account = ? and operation = ?', undef, $ada->id, 'webhook_list_v1');
  my $second = server_until(second => $near);
  $ada->at($second, token => undef)->get($list)->ok for 1 .. 3;
  $ada->at($second, token => undef)->get($v1)->ok;
  recorded($ada->username, 'request_list_v1 webhook_create_v1 webhook_list_v1');
  is version($ada->username, 'request_list_v1'), $before, 'another process writes nothing within the hour';
  owner()->do(q(update legacy_use set first_at = first_at - interval '2 hours', last_at = last_at - interval '2 hours' where account = ?), undef, $ada->id);
  $before = version($ada->username, 'request_list_v1');
  $ada->get($list)->ok for 1 .. 3;
  $robot->get($v1)->ok;
  recorded($bot, 'request_list_v1 webhook_list_v1');
  is version($ada->username, 'request_list_v1'), $before, 'a process that has recorded the use does not look again';
  my $third = server_until(third => $near);
  $ada->at($third, token => undef)->get($list)->ok;
  ok +(wait_for { version($ada->username, 'request_list_v1') ne $before } 20), 'later, another process writes';
  is one(q(select last_at - first_at > interval '1 hour' from legacy_use where account = ? and operation = 'request_list_v1'), $ada->id), 1, 'the first use stays';
  owner()->do(q(update legacy_use set last_at = last_at + interval '9 days' where account = ?), undef, $eva->id);
  $eva->at($third, token => undef)->get($list)->ok;
  ok +(wait_for { one('select last_at < clock_timestamp() from legacy_use where account = ?', $eva->id) } 20), 'a time of a wrong clock is corrected';
  $_->stop for $second, $third;
};

$eva->post($v1, { callbackUrl => "http://127.0.0.1:9/$_" })->ok for 1 .. 2;
recorded($eva->username, 'request_list_v1 webhook_create_v1');
my $of = sub { my ($who, $company, $uses) = @_; return qr/\Q$who\E of \Q$company->{name}\E \($company->{id}\): $uses since $today, last $today/ };

subtest 'doctor names callers and V1 subscriptions, the day and the directive' => sub {
  my ($callers, $subscriptions) = findings($stack->server);
  is "$_->{status}", 'attention', 'the end is near' for $callers, $subscriptions;
  like $callers->{text}, qr/^callers of deprecated operations, which end at ${near}T00:00:00Z \(CollabLegacySunset\): 3 \(/;
  like $callers->{text}, $of->(@$_) for [$ada->username, $company, 'request_list_v1, webhook_create_v1, webhook_list_v1'], [$bot, $company, 'request_list_v1, webhook_list_v1'],
    [$eva->username, $other, 'request_list_v1, webhook_create_v1'];
  like $subscriptions->{text}, qr/^active V1 subscriptions, whose deliveries end at ${near}T00:00:00Z \(CollabLegacySunset\): 2 \(\Q$other->{name}\E \($other->{id}\): 2 since $today\)$/;
  like $_->{remedy}, qr/V2, or move the day: CollabLegacySunset\. docs\/operations\.md, "The end of V1"/ for $callers, $subscriptions;
};

subtest 'doctor judges by the time that is left' => sub {
  my %expected = (far => ['2999-01-01', ok => 'end at 2999-01-01T00:00:00Z (CollabLegacySunset)'], off => ['Off', ok => 'do not end (CollabLegacySunset Off)'],
    past => ['2020-02-29', attention => 'ended at 2020-02-29T00:00:00Z (CollabLegacySunset)']);
  for my $case (sort keys %expected) {
    my ($sunset, $status, $words) = @{ $expected{$case} };
    my $server = server_until($case => $sunset);
    my ($callers, $subscriptions) = findings($server);
    is "$callers->{status} $subscriptions->{status}", "$status $status", $sunset;
    like $callers->{text}, qr/^callers of deprecated operations, which \Q$words\E: 3 \(/;
    like $subscriptions->{text}, qr/^active V1 subscriptions, whose deliveries \Q$words\E: 2 \(/;
    if ($case eq 'past') {
      my $late = user($other, username => 'late@' . $other->{domain});
      $late->at($server)->get($list)->fails(410);
      recorded($late->username, 'request_list_v1');
    }
    $server->stop;
  }
};

subtest 'the status page and the metrics show the same' => sub {
  shown(qr/<h2>Deprecated operations and V1 webhooks<\/h2>\n<p class="soft">They end at ${near}T00:00:00Z \(CollabLegacySunset\)\. Callers: 4\. Active V1 subscriptions: 2\./);
  my $row = sub { my ($who, $soft, $uses, $last) = @_; shown(qr{<tr><td>\Q$who\E <span class="soft">\Q$soft\E</span></td><td class="left">$uses</td><td class="left">$today</td><td class="left">$last</td></tr>}) };
  $row->($bot, "$company->{name}, company $company->{id}", 'request_list_v1, webhook_list_v1', $today);
  $row->($other->{name}, "company $other->{id}", '2 V1 webhooks', '[^<]+');
  my $legacy = status()->{legacy};
  is_deeply [@{$legacy}{qw(ends callers subscriptions)}], ["${near}T00:00:00.000000Z", 4, 2];
  my ($of_bot) = grep { $_->{name} eq $bot } @{ $legacy->{latestCallers} };
  is_deeply [@{$of_bot}{qw(company companyName operations)}], [$company->{id}, $company->{name}, [qw(request_list_v1 webhook_list_v1)]];
  like $of_bot->{$_}, qr/^${today}T/, $_ for qw(since last);
  is_deeply [map { [@{$_}{qw(company companyName subscriptions)}] } @{ $legacy->{companies} }], [[$other->{id}, $other->{name}, 2]];
  is status()->{gauges}{collab_legacy_callers}, 4;
};

subtest 'a failure to record changes nothing for the client' => sub {
  my $max = user($other, username => 'max@' . $other->{domain});
  owner()->do('revoke insert on legacy_use from collab_api');
  $max->get($list)->ok;
  ok +(wait_for { status()->{gauges}{collab_database_denied_timestamp_seconds} } 20), 'the database has refused the record';
  owner()->do('grant insert on legacy_use to collab_api');
  is used($max->username), '';
  my $holder = another_connection();
  $holder->begin_work;
  $holder->do('lock table legacy_use in access exclusive mode');
  $max->get($v1)->ok('while the table is locked');
  $holder->rollback;
  $holder->disconnect;
  $max->get('/v2/webhooks')->ok('the node goes on');
};

subtest 'an export has the uses of a user; an erasure deletes them' => sub {
  my ($user) = map { JSON::XS->new->utf8->decode($_) } grep { /"type":"user"/ } split /\n/, collabctl('user', 'export', $eva->username);
  is_deeply [map { $_->{operation} } @{ $user->{record}{deprecatedUse} }], [qw(request_list_v1 webhook_create_v1)];
  like $user->{record}{deprecatedUse}[0]{$_}, qr/^${today}T/, $_ for qw(firstAt lastAt);
  collabctl('user', 'erase', $eva->username, '--yes');
  is one('select count(*) from legacy_use where account = ?', $eva->id), 0, 'no row of the user';
  my ($callers) = findings($stack->server);
  unlike $callers->{text}, qr/\Q@{[$eva->username]}\E|erased/;
  ok +(wait_for { nobody->get('/the-status')->text !~ /\Q@{[$eva->username]}\E/ } 30), 'nor on the page';
  collabctl('company', 'erase', $company->{id}, '--yes');
  is one('select count(*) from legacy_use where account in (select id from account where company = ?)', $company->{id}), 0, 'no row of the company';
};

subtest 'a use that waits for an erasure is not recorded' => sub {
  my $max = user(company());
  my ($part) = @{ JSON::XS->new->decode(scalar `bench/statement legacy_use_record json`)->{parts} };
  my %value = ('caller.user' => $max->id, 'arg.operation' => 'request_list_v1');
  my ($holder, $worker) = (another_connection(), DBI->connect($stack->pg->dbi =~ s/user=\w+/user=collab_api/r, '', '', { RaiseError => 1, PrintError => 0 }));
  $holder->begin_work;
  $holder->do('update account set username = erased_user(id), active = false where id = ?', undef, $max->id);
  my $record = $worker->prepare($part->{text} =~ s/\$(\d+)/"\$$1"/ger, { pg_async => DBD::Pg::PG_ASYNC() });
  $record->execute(map { $value{$_} } @{ $part->{binds} });
  blocked($holder, 1);
  $holder->commit;
  $worker->pg_result;
  $record->finish;
  is one('select count(*) from legacy_use where account = ?', $max->id), 0;
  $_->disconnect for $holder, $worker;
};

subtest 'at most 20 callers are named; uses that ended 60 days ago are forgotten' => sub {
  my $many = company();
  user($many, username => sprintf 'u%02d@%s', $_, $many->{domain}) for 1 .. 25;
  owner()->do('delete from legacy_use');
  owner()->do(q(insert into legacy_use select id, 'request_list_v1', now() - interval '90 days', now() - interval '1 day' * right(split_part(username, '@', 1), 2)::int from account where company = ?), undef, $many->{id});
  my ($callers) = findings($stack->server);
  like $callers->{text}, qr/: 25 \(u01\@.* u20\@\S+ of [^;]*; and 5 more\)$/, 'the latest';
  shown(qr/u20\@.*<p class="soft">and 5 more<\/p>/s);
  is scalar @{ status()->{legacy}{latestCallers} }, 20;
  owner()->do(q(update legacy_use set last_at = now() - case when account % 2 = 0 then interval '61 days' else interval '59 days' end));
  my $kept = one('select count(*) from legacy_use where account % 2 = 1');
  ok +(wait_for { one('select count(*) from legacy_use') == $kept } 30), 'the dispatcher deletes the older ones';
  is one('select count(*) from legacy_use where account % 2 = 0'), 0;
};

done_testing;
