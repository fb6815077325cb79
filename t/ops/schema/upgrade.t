# t/ops/schema/upgrade.t: a database in use is migrated while nodes of the previous version run on it
# Rows and leases stay, what still fits goes on, and what no longer fits is refused with nothing half done. What collabctl migrate itself refuses is in
# t/ops/schema/migrate.t.
use lib qw(t/lib lab/lib);
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;

my $receiver = receiver();
my $stack = stack(extra => "CollabDispatcher On slots=8 per-endpoint=4\nCollabWebhookTimeout 100\n");
my $server = $stack->server;
my $sql = "$ENV{COLLAB_TEST_DIR}/sql";
run('cp', '-R', 'sql', $sql);
mkdir "$sql/migrations";        # a release without migrations has no such folder

my $x = exchange();
my $url = $receiver->url;
my $note = 'org.provider.core.collaboration-request.note.created';
$x->submitter->post('/v2/webhooks', { callbackUrl => $url, eventTypes => [$note] })->ok;

# Applies a made-up migration, which the nodes do not know.
sub migrate {
  my ($name, $text) = @_;
  Collab::Stack::write_file("$sql/migrations/$name.sql", $text);
  is collabctl('migrate', '--sql', $sql), "applied $name\n", "applied $name";
}

sub all { return owner()->selectall_arrayref(@_) }
sub leased { return all('select d.id, d.claim, d.attempts, l.until, l.deliveries from delivery d join lease l using (claim)') }
sub rows { return { map { $_ => all("select t.id, t.created_at from $_ t order by 1")} qw(company request note event) } }
sub attempts { return all('select number, http_status, success from attempt order by id') }

# A delivery is under way: its request has been sent, and its receiver says nothing yet.
halt($receiver->{pid});
my $first = $x->submitter->post($x->notes, a_note())->ok;
wait_for { @{ leased() } } 20, 'a lease';
my ($rows, $lease) = (rows(), leased());

subtest 'rows, and a lease that is out, are as they were' => sub {
  migrate('9001_seen', <<~'END');
    alter table delivery add column seen boolean not null default false;
    alter table request add column seen int not null default 7;
    update request set summary = summary || ' (seen)';
    END
  is_deeply rows(), $rows, 'every row is there';
  is_deeply leased(), $lease, 'and what is leased stays leased, for as long';
  is_deeply all('select distinct seen from request'), [[7]];
};

subtest 'nodes of the version before go on' => sub {
  nobody->get('/health/ready')->ok('they are ready');
  my $got = $x->submitter->get($x->path)->ok;
  is $got->{summary} // $got->{problemSummary}, 'Link down (seen)', 'and show what the migration has changed';
  kill 'CONT', $receiver->{pid};
  $receiver->wait($url, 1);
  ok +(wait_for { @{ attempts() } } 20), 'the dispatcher puts on record what was under way';
  $x->submitter->post($x->notes, a_note())->ok;
  $receiver->wait($url, 2);
  ok +(wait_for { @{ attempts() } == 2 } 20), 'and delivers what comes';
  is_deeply attempts(), [[1, 200, 1], [1, 200, 1]], 'each at its first attempt';
};

subtest 'what no longer fits is refused, and nothing is half done or lost' => sub {
  migrate('9002_renamed', "alter table note rename author to writer;\nalter table delivery rename queue to line;\n");
  my $count = sub { return all('select (select count(*) from note), (select count(*) from event), (select count(*) from outbox)') };
  my $before = $count->();
  $x->submitter->post($x->notes, a_note())->fails(503);
  is_deeply $count->(), $before, 'a worker';
  $x->submitter->get($x->path)->ok('which answers what it can');
  $x->receiver->post($x->approval, an_approval())->ok;
  owner()->do(q(with e as (insert into event (type, request, request_token, submit_company, receive_company)
      select 'note.created', request, request_token, submit_company, receive_company from event where type = 'note.created' limit 1 returning id)
    insert into outbox (channel, event) select 1, id from e));
  ok +(wait_for { $server->log =~ /CB0603: .*42703/ } 20), 'the dispatcher, which says so';
  is scalar(() = $receiver->got($url)), 2, 'sends nothing';
  migrate('9003_named_back', "alter table note rename writer to author;\nalter table delivery rename line to queue;\n");
  $x->submitter->post($x->notes, a_note())->ok;
  $receiver->wait($url, 4);
  is scalar(() = $receiver->got($url)), 4, 'once it fits again, all that waited arrives';
  ok +(wait_for { @{ attempts() } == 4 } 20, 'the record') && !grep({ !$_->[2] } @{ attempts() }), '… with no attempt used up';
};

done_testing;
