# t/ops/outages/backup-and-restore.t: the commands of docs/operations.md, "Backup and restore", restore a lost exchange
# Requests (10,000 in the long form) and pending deliveries are backed up, lost, and restored into a new cluster. They are served and delivered,
# and no delivery that was settled before is sent again.
use lib qw(t/lib lab/lib);
use Collab::File qw(write_file);
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;
use Collab::Wait qw(run);
use File::Path ();

my $MANY = long(10_000, 400);
my $SETTLED = 20;
my $settings = "CollabWebhookRetry V2 600 600\n";
my $stack = stack(extra => $settings);
my $dir = $ENV{COLLAB_TEST_DIR};
my $receiver = receiver();

# The keys are below "etc", as in an installation.
File::Path::make_path("$dir/etc/apache2/collab");
for my $key (qw(token.key secrets.key)) {
  rename "$dir/$key", "$dir/etc/apache2/collab/$key" or die;
  symlink "etc/apache2/collab/$key", "$dir/$key" or die;
}
run('touch', "$dir/etc/collabctl.conf");
# The configuration names these files outside of "etc".
my %named = map { $_ => "$dir/programs/$_" } qw(alert member-alert log exchange.pem exchange.key);
File::Path::make_path("$dir/programs", map { "$dir/etc/apache2/$_" } qw(sites-available sites-enabled));
write_file($named{$_}, "$_\n") for keys %named;
chmod 0700, $named{alert};
write_file("$dir/etc/apache2/collab/mine.conf", qq(CollabAlertCommand $named{alert} --now\n  CollabMemberAlertCommand "$named{'member-alert'}" x\nCollabEventLog "|$named{log} a b"\nCollabAuditLog $dir/no-program\n));
write_file("$dir/etc/apache2/sites-available/collab.conf", "  SSLCertificateFile \"$named{'exchange.pem'}\"\n  SSLCertificateKeyFile $named{'exchange.key'}\n");
symlink '../sites-available/collab.conf', "$dir/etc/apache2/sites-enabled/collab.conf" or die;

open my $in, '<:encoding(UTF-8)', 'docs/operations.md' or die "docs/operations.md: $!\n";
my $page = do { local $/; <$in> };
my %block = $page =~ /^```sh ([\w-]+)\n(.*?)^```$/msg;

# Runs the page's commands of this name, with the environment variables that they need.
sub commands {
  my ($name) = @_;
  ok $block{$name}, "$name: the page has the commands" or return '';
  local @ENV{qw(PGHOST PGUSER backup keep etc)} = ($dir, 'postgres', "$dir/backup", "$dir/configuration.tar", "$dir/etc");
  File::Path::make_path("$dir/backup");
  local $ENV{PATH} = ($ENV{COLLAB_PG_BINDIR} || '/usr/lib/postgresql/15/bin') . ":$ENV{PATH}";
  local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN};
  my ($status, $said) = output('bash', '-eu', '-c', "collabctl() { $ENV{PWD}/collabctl \"\$@\"; }\n$block{$name}");
  is $status, 0, "$name: every command works" or diag $said;
  return $said;
}

# ---------------------------------------------------------------- data to lose
my $x = exchange();
my ($ada, $notes) = ($x->submitter, ['org.provider.core.collaboration-request.note.created']);
my %hook = (
  taken   => $ada->post('/v2/webhooks', { callbackUrl => $receiver->url })->ok,
  refused => $ada->post('/v2/webhooks', { callbackUrl => $receiver->url(401), eventTypes => $notes, callbackAuth => { type => 'BEARER', token => 'bearer-of-the-callback' } },
    headers => { 'Idempotency-Key' => 'backup-0' })->ok,
  failed  => $ada->post('/v2/webhooks', { callbackUrl => $receiver->url(503, 200), eventTypes => $notes })->ok,
);
my %url = map { $_ => $hook{$_}{callbackUrl} } keys %hook;
$ada->post($x->notes, a_note())->ok for 2 .. $SETTLED;
my $once = [$x->notes, a_note(), headers => { 'Idempotency-Key' => 'backup-1' }];
my $first = $ada->post(@$once)->ok;
wait_for { owner()->selectrow_array('select count(*) from attempt') == 3 * $SETTLED } 30, 'attempts';
$stack->server->stop;
is_deeply owner()->selectrow_arrayref('select (select count(*) from dead_letter), (select count(*) from delivery), (select count(*) from outbox)'), [$SETTLED, $SETTLED, 0],
  'a third of the deliveries is delivered, a third is dead letters, a third is pending';
my %before = map { $_ => [$receiver->got($url{$_})] } keys %url;

# Adds $MANY requests with an event each. One half of the events waits for its fan-out, the other half has deliveries that wait to be sent.
owner()->do(<<'END', undef, $MANY, $x->record->{id}, $MANY / 2, $hook{taken}{id}, $MANY / 2);
with added as (
  insert into request (token, submit_company, submit_company_name, submitter, receive_company, receive_company_name, summary, description, priority,
                       respond_by, document, document_name, submitted_by, submitter_contact, receiver_contact)
  select 'Many' || lpad(n::text, 16, 'x'), submit_company, submit_company_name, submitter, receive_company, receive_company_name, 'n' || n, 'd', 'LOW',
         respond_by, document, document_name, submitted_by, submitter_contact, receiver_contact
    from request, generate_series(1, ?::int) n where id = ? order by n returning *
), happened as (
  insert into event (type, request, request_token, submit_company, receive_company) select 'created', id, token, submit_company, receive_company from added order by id returning id
), numbered as (
  select id, row_number() over (order by id) n from happened
), spread as (
  insert into delivery (event, queue) select numbered.id, queue from numbered, subscription where n <= ? and subscription.id = ?
)
insert into outbox (event, channel) select id, 1 from numbered where n > ?
END

# ---------------------------------------------------------------- backup and loss
commands('backup');
my $late = user(company());         # the backup lacks this account
my $its_token = collabctl('token', $late->username, '--issuer', $stack->server->url, '--token-key', "$dir/token.key") =~ s/\s+$//r;
subtest 'the dump contains records, but no secret' => sub {
  my $pg_bin = $ENV{COLLAB_PG_BINDIR} || '/usr/lib/postgresql/15/bin';
  my $dump = run("$pg_bin/pg_restore", '--file=-', "$dir/backup/collab.dump");
  like $dump, qr/\Q@{[ $ada->email ]}\E/, 'the dump has unsealed data';
  for my $secret ((map { $_->{secret} } values %hook), 'bearer-of-the-callback', PASSWORD, $ada->token) {
    my $hex = unpack 'H*', $secret;         # as a dump shows bytes
    unlike $dump, qr/\Q$secret\E|$hex/, "the dump does not contain $secret";
  }
};
commands('configuration');
is +(stat "$dir/configuration.tar")[2] & 077, 0, 'only its owner can read the archive of keys';
File::Path::remove_tree("$dir/etc/apache2", "$dir/etc/collabctl.conf", "$dir/programs");
$stack->new_cluster;
Collab::Members::forget();

# ---------------------------------------------------------------- restore
is commands('restore') =~ s/^psql:.*ERROR:  role "postgres" already exists\n//mr, '', 'psql reports one error alone';
commands('restore-configuration');
is_deeply [map { -s $named{$_} } sort keys %named], [map { 1 + length } sort keys %named], 'the programs and certificates that the configuration names are back';
is +(stat $named{alert})[2] & 0777, 0700, '… with their modes';
commands('restored');
is owner()->selectrow_array('select count(*) from node'), 0, 'the dump has no row of the node that was there: in a cluster made anew, its oid could be right again';
is collabctl('nodes'), "none\n", 'the restored database knows no nodes';
$stack->server->start;
ok +(wait_for { nobody->get('/health/ready')->status == 200 } 15), 'the node is ready, so schema, privileges and keys fit';

subtest 'all data are served' => sub {
  is $ada->get($x->path)->ok->{token}, $x->token, 'a token from before the backup is valid';
  ok $ada->at($stack->server, token => undef)->get($x->path)->ok, 'a new login works';
  is scalar @{ $ada->get('/v2/collaboration-requests/list')->ok }, $MANY + 1, 'every request is listed';
  is scalar @{ $ada->get($x->notes)->ok }, $SETTLED, 'every note is listed';
  is $ada->post(@$once)->ok->{token}, $first->{token}, 'a repeat gets the stored response';
};

subtest 'a token of an account that the restore took away opens no other' => sub {
  my $next = user(company());
  is $next->id, $late->id, 'a new account gets its id';
  is nobody->get('/v1/me', token => $its_token)->status, 401, 'its token is refused';
  ok $next->get('/v1/me')->ok, "the new account's is not";
};

subtest 'pending deliveries are sent once, signed' => sub {
  my @got = grep { $_->{body} =~ /Manyx/ } $receiver->wait($url{taken}, @{ $before{taken} } + $MANY, 120);
  my %token = map { $_->{body} =~ /(Manyx*\d+)/ ? ($1 => 1) : () } @got;
  is scalar keys %token, $MANY, 'the events of all requests arrive';
  is scalar @got, $MANY, 'each arrives once';
  is scalar(grep { !Collab::Receiver::signed($_, $hook{taken}{secret}) } @got), 0, "all are signed with the subscription's secret";
};

subtest 'deliveries that wait for a retry keep their number of attempts' => sub {
  is scalar $receiver->got($url{failed}), $SETTLED, 'none is sent early';
  is collabctl('deliveries', 'retry', '--subscription', $hook{failed}{id}), "$SETTLED deliveries to 1 subscription are sent now\n";
  my @got = $receiver->wait($url{failed}, 2 * $SETTLED);
  ok +(wait_for { !owner()->selectrow_array('select count(*) from delivery') } 15), 'no delivery is left';
  is_deeply owner()->selectcol_arrayref('select distinct number from attempt where subscription = ? and success', undef, $hook{failed}{id}), [2], 'the second attempt succeeds';
};

subtest 'new events are delivered' => sub {
  my $note = $ada->post($x->notes, a_note())->ok;
  ok +(wait_for { grep { $_->{body} =~ /\Q$note->{token}\E/ } $receiver->got($url{taken}) } 15), 'a new note is delivered';
};

subtest 'settled deliveries are not sent again' => sub {
  for my $kind (qw(taken refused)) {
    my %times;
    $times{ $_->{event} }++ for $receiver->got($url{$kind});
    is_deeply [grep { $times{ $_->{event} } != 1 } @{ $before{$kind} }], [], "$kind: each has arrived once";
  }
  ok +(wait_for { owner()->selectrow_array('select count(*) from dead_letter') == $SETTLED + 1 } 15), 'the dead letters are there, with one for the new note';
};

done_testing;
