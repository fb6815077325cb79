# t/long/surroundings/own-exchange.t: a node serves, and collabctl changes, only the database of its own exchange (CollabExchange)
# Beta's node gets production's dump, adopts it, then loses it while it runs: to another dump, and to an empty database.
# docs/operations.md#another-exchanges-database
use lib qw(t/lib lab/lib);
use Collab::Doctor;
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;

# The main server serves any exchange and sends nothing, so all deliveries are those of beta's node.
my $stack = stack(vacuums => 1, extra => "CollabDispatcher Off\n");
my $dir = $ENV{COLLAB_TEST_DIR};
my $receiver = receiver();
my ($production, $beta) = (one('select identity::text from exchange'), 'be7abe7a-0000-4000-8000-00000000be7a');
my $x = exchange();
my $member = $x->receiver;
my $hook = $member->post('/v2/webhooks', { callbackUrl => $receiver->url })->ok;
$x->submitter->post($x->notes, a_note())->ok;

# From here on, the database is a restored copy of production's: an event waits for its delivery.
my $node = $stack->another_server('beta', extra => 'CollabExchange ' . uc($beta) . "\n");

sub one { return scalar owner()->selectrow_array(shift, undef, @_) }
sub asks { my ($method, @more) = @_; return nobody->at($node)->$method(@more) }
sub ready { return asks(get => '/health/ready') }
sub login { return asks(post => '/v1/login', { username => $member->username, password => PASSWORD }) }
sub ctl { local @ENV{qw(COLLAB_DSN COLLAB_EXCHANGE)} = ($ENV{COLLAB_TEST_DSN}, $beta); return output('./collabctl', @_) }
sub token { return collabctl('token', $member->username, '--issuer', $node->url, '--token-key', "$dir/token.key") =~ s/\s+$//r }
sub named { my ($identity) = @_; owner()->do('update exchange set identity = ?', undef, $identity) }
sub sessions { return one(q(select count(*) from pg_stat_activity where usename = 'collab_dispatch' and state <> 'active')) }

my $old = token();

# The node serves nothing, writes nothing and sends nothing.
sub refuses {
  my ($why, $token) = @_;
  ok +(wait_for { ready()->status == 503 } 10), 'the node is not ready';
  like ready()->text, qr/the database is not that of this node's exchange/;
  is login()->status, 503, 'no login';
  is asks(get => '/v2/webhooks', token => $token)->status, 503, 'no operation';
  is asks(post => $x->notes, a_note(), token => $token)->status, 503, 'of any kind';
  ok asks(get => '/health/live')->ok, 'it lives';
  ok +(wait_for { $node->log =~ /CB0701: alarm exchange: $why/ } 10), 'the alarm says why';
  unlike +(split /CB0701: alarm exchange/, $node->log)[-1], qr/CB0701/, 'and no other alarm follows';
  my ($status, $said) = ctl('company', 'list');
  is $status, 1, 'collabctl refuses';
  like $said, qr/^collabctl: company list: $why.*Mount or restore the exchange's database/;
}

subtest "a node does not serve production's dump" => sub {
  my $outbox = one('select count(*) from outbox');
  cmp_ok $outbox, '>', 0, 'an event waits';
  refuses(qr/this is another exchange's database: its identity is $production, not $beta/, $old);
  ok +(wait_for { $node->log =~ /CB0602: dispatcher: no database: this is another exchange's database/ } 10), 'the dispatcher stays away';
  is one('select count(*) from outbox'), $outbox, 'no event is taken';
  is_deeply [$receiver->got($hook->{callbackUrl})], [], 'none is sent';
  is one('select count(*) from node'), 1, 'the node leaves no row there';
  my $report = doctor($node);
  ok scalar(grep { $_->{check} eq 'exchange' && $_->{text} =~ /another exchange's database/ && $_->{remedy} =~ /Mount or restore/ } @{ $report->{findings} }), 'doctor names it';
  like((ctl('status'))[1], qr/another exchange's database/);
  like((ctl('migrate'))[1], qr/another exchange's database/);
};

subtest 'adopt makes the copy an exchange of its own' => sub {
  my ($shows, $shown) = ctl('exchange', 'show', '--json');
  is_deeply [@{ JSON::XS->new->decode($shown) }{qw(identity expectedHere)}], [$production, $beta], 'show names both';
  my ($status, $said) = ctl('exchange', 'adopt');
  is $status, 1;
  like $said, qr/would give the exchange another identity, end the tokens of \d+ users and principals, and switch off 1 subscriptions.*without --yes/;
  is one('select identity::text from exchange'), $production, '… and changes nothing';
  ($status, $said) = do { local @ENV{qw(COLLAB_DSN COLLAB_EXCHANGE)} = ($ENV{COLLAB_TEST_DSN}, 'beta'); output('./collabctl', 'exchange', 'adopt', '--yes') };
  is "$status $said", "2 collabctl: exchange adopt: COLLAB_EXCHANGE: must be a UUID, as CollabExchange\n";
  ($status, $said) = ctl('exchange', 'adopt', '--yes');
  is $status, 0;
  like $said, qr/^the exchange is now $beta; all tokens have ended, and 1 subscriptions are switched off\. On each node: CollabExchange $beta$/;
  ok +(wait_for { ready()->status == 200 } 10), 'the node serves';
  ok +(wait_for { login()->status == 200 } 10), 'its members log in';
  is asks(get => '/v2/webhooks', token => $old)->status, 401, "a token of production's is refused";
  is one('select active from subscription'), 0, 'the subscription is off';
  is_deeply [$receiver->got($hook->{callbackUrl})], [], "production's event is not sent";
  is one(q(select count(*) from audit where what = 'exchange adopt')), 1, 'the audit has it';
  ok +(wait_for { $node->log =~ /CB0702: the alarm exchange is over/ } 10), 'the alarm ends';
};

subtest 'a node that may not read the identity is not ready' => sub {
  owner()->do('revoke select on exchange from collab_api');
  ok +(wait_for { ready()->status == 503 } 10), 'the node is not ready';
  ok +(wait_for { $node->log =~ /alarm database: the identity of the exchange cannot be read; collabctl migrate grants it: / } 10), 'the alarm names the way';
  is +(ctl('migrate'))[0], 0;
  ok +(wait_for { ready()->status == 200 && login()->status == 200 } 15), 'then it serves';
};

subtest 'a dump restored below a running node' => sub {
  my $note = sub { $x->submitter->at($stack->server, token => undef)->post($x->notes, a_note())->ok };
  asks(patch => "/v2/webhooks/$hook->{id}", { active => true }, token => login()->ok->{accessToken})->ok;
  $note->();
  is scalar(my @first = $receiver->wait($hook->{callbackUrl}, 1)), 1, 'deliveries are sent';
  my $current = token();
  named($production);       # under open sessions, as `pg_restore --clean` does
  refuses(qr/this is another exchange's database/, $current);
  ok +(wait_for { sessions() == 0 } 15), "the dispatcher's sessions end";
  $note->();
  named($beta);
  ok +(wait_for { ready()->status == 200 } 10), 'back in its own database, the node serves';
  is scalar(my @got = $receiver->wait($hook->{callbackUrl}, 2)), 2, 'and sends the event that came meanwhile';
};

subtest 'an empty database' => sub {
  my $admin = $stack->pg->admin('postgres');
  my $away = sub {
    my ($from, $to) = @_;
    $admin->do("alter database $from allow_connections off");
    $admin->do('select pg_terminate_backend(pid) from pg_stat_activity where datname = ?', undef, $from);
    wait_for { eval { $admin->do("alter database $from rename to $to"); 1 } } 10, 'the rename';
    $admin->do("alter database $to allow_connections on");
  };
  my $current = token();
  owner()->disconnect;
  Collab::Members::forget();
  $away->('collab', 'kept');
  $admin->do('create database collab owner collab_owner template template0 encoding UTF8');
  my $why = qr/this database is empty, or has no identity; this node's exchange is $beta/;
  refuses($why, $current);
  my ($status, $said) = ctl('migrate');
  is $status, 1, 'migrate makes no schema there';
  like $said, $why;
  my $empty = $stack->pg->admin('collab');
  is $empty->selectrow_array(q(select to_regclass('collab.schema_migration'))), undef;
  ok scalar(grep { $_->{check} eq 'exchange' && $_->{text} =~ $why && $_->{remedy} =~ /Mount or restore/ } @{ doctor($node)->{findings} }), 'doctor names it';
  $empty->disconnect;
  $away->('collab', 'gone');
  $away->('kept', 'collab');
  ok +(wait_for { ready()->status == 200 && login()->status == 200 } 15), 'mounted again, it serves';
};

done_testing;
