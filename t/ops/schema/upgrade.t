# t/ops/schema/upgrade.t: a database can be migrated while nodes of the previous version use it
# Rows and leases stay, and nodes continue. A statement that no longer fits the schema fails as a whole. t/ops/schema/migrate.t tests
# what collabctl migrate refuses.
use lib qw(t/lib lab/lib);
use Collab::Receiver;
use Collab::Rendered;
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

# write_migration writes a migration that the nodes do not know. migrate also applies it.
sub write_migration { my ($name, $text) = @_; Collab::Stack::write_file("$sql/migrations/$name.sql", $text) }
sub migrate {
  my ($name, $text) = @_;
  write_migration($name, $text);
  is collabctl('migrate', '--sql', $sql), "applied $name\n", "applied $name";
}

sub all { return owner()->selectall_arrayref(@_) }
sub leased { return all('select d.id, d.claim, d.attempts, l.until, l.deliveries from delivery d join lease l using (claim)') }
sub rows { return { map { $_ => all("select t.id, t.created_at from $_ t order by 1")} qw(company request note event) } }
sub attempts { return all('select number, http_status, success from attempt order by id') }

# A delivery is under way: its request has been sent, and the receiver has not responded yet.
halt($receiver->{pid});
my $first = $x->submitter->post($x->notes, a_note())->ok;
wait_for { @{ leased() } } 20, 'a lease';
my ($rows, $lease) = (rows(), leased());

subtest 'a migration leaves rows and a current lease unchanged' => sub {
  migrate('9001_seen', <<~'END');
    alter table delivery add column seen boolean not null default false;
    alter table request add column seen int not null default 7;
    update request set summary = summary || ' (seen)';
    END
  is_deeply rows(), $rows, 'every row is still there';
  is_deeply leased(), $lease, 'leased deliveries stay leased, for the same time';
  is_deeply all('select distinct seen from request'), [[7]];
};

subtest 'nodes of the previous version continue to work' => sub {
  nobody->get('/health/ready')->ok('they are ready');
  my $got = $x->submitter->get($x->path)->ok;
  is $got->{summary} // $got->{problemSummary}, 'Link down (seen)', 'they show the data that the migration changed';
  kill 'CONT', $receiver->{pid};
  $receiver->wait($url, 1);
  ok +(wait_for { @{ attempts() } } 20), 'the dispatcher records the delivery that was under way';
  $x->submitter->post($x->notes, a_note())->ok;
  $receiver->wait($url, 2);
  ok +(wait_for { @{ attempts() } == 2 } 20), 'it delivers new events';
  is_deeply attempts(), [[1, 200, 1], [1, 200, 1]], 'each delivery succeeds at the first attempt';
};

subtest 'statements that no longer fit the schema fail as a whole, and nothing is lost' => sub {
  migrate('9002_renamed', "alter table note rename author to writer;\nalter table delivery rename queue to line;\n");
  my $count = sub { return all('select (select count(*) from note), (select count(*) from event), (select count(*) from outbox)') };
  my $before = $count->();
  $x->submitter->post($x->notes, a_note())->fails(503);
  is_deeply $count->(), $before, 'a worker changes nothing';
  $x->submitter->get($x->path)->ok('it serves requests whose statements still fit');
  $x->receiver->post($x->approval, an_approval())->ok;
  owner()->do(q(with e as (insert into event (type, request, request_token, submit_company, receive_company)
      select 'note.created', request, request_token, submit_company, receive_company from event where type = 'note.created' limit 1 returning id)
    insert into outbox (channel, event) select 1, id from e));
  ok +(wait_for { $server->log =~ /CB0603: .*42703/ } 20), 'the dispatcher logs the failure';
  is scalar(() = $receiver->got($url)), 2, 'it sends nothing';
  migrate('9003_named_back', "alter table note rename writer to author;\nalter table delivery rename line to queue;\n");
  $x->submitter->post($x->notes, a_note())->ok;
  $receiver->wait($url, 4);
  is scalar(() = $receiver->got($url)), 4, 'once the schema fits again, all waiting deliveries arrive';
  ok +(wait_for { @{ attempts() } == 4 } 20, 'the record') && !grep({ !$_->[2] } @{ attempts() }), '… without a failed attempt';
};

# Makes copies of the request, each with a note. Returns the copies in the order of their ids.
sub copy_request {
  my ($copies) = @_;
  my $rows = owner()->selectcol_arrayref(q(
    with copied as (
      insert into request
      select (jsonb_populate_record(r, jsonb_build_object('id', nextval('request_id_seq'), 'token', 'Copy' || lpad(n::text, 12, '0'), 'updated_at', '2026-01-01T00:00:00Z'))).*
        from request r, generate_series(1, ?) n where r.token = ?
      returning id, token
    ), noted as (
      insert into note
      select (jsonb_populate_record(t, jsonb_build_object('id', nextval('note_id_seq'), 'request', copied.id, 'token', copied.token))).*
        from copied, note t where t.token = ?
    )
    select id, token from copied order by id), { Columns => [1, 2] }, $copies, $x->token, $first->{token});
  my %token = @$rows;
  return map { { id => $_, path => "/v1/collaboration-requests/$token{$_}" } } sort { $a <=> $b } keys %token;
}

# Starts collabctl migrate, with its output in a file.
sub migrate_in_background {
  my ($said) = @_;
  my $pid = fork // die "fork: $!\n";
  if (!$pid) {
    $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN};
    open STDOUT, '>', $said;
    open STDERR, '>&', \*STDOUT;
    exec './collabctl', 'migrate', '--sql', $sql or POSIX::_exit(127);
  }
  return $pid;
}

sub number { return scalar owner()->selectrow_array(@_) }
sub left { return number('select (select count(*) from request where request.id > rewrite.after) from rewrite') }
sub old_notes { return number(q(select count(*) from note where rendered not like '%"source":"API"%')) }

subtest 'a migration of the records\' text rewrites old rows while nodes of the previous version work' => sub {
  my $me = $x->submitter;
  $x->receiver->post($x->approval, an_approval())->ok if !number('select count(*) from response');
  my @requests = copy_request(200);
  my ($early, $held, $late) = @requests[0, 99, 199];
  my %tag = map { ($_ => revalidates($me, $_)) } map { ($_->{path}, "$_->{path}/notes") } $early, $late;
  my $updated = $me->get($early->{path})->ok->{updatedAt};
  my $render = number(q(select pg_get_functiondef('note_render'::regproc)));
  $render =~ s/stamp\(new\.updated_at\)\K/, new.source/ or die "another note_render than this test knows: $render\n";
  migrate('9004_note_source', "alter table note add column source text not null default 'API'");
  write_migration('9005_note_source_shown', <<~"END");
    select rewrite_rendered();
    alter type note_shown add attribute "source" text;
    $render;
    END

  # A transaction that has written the old text commits while the migration waits for it. The rewrite is killed while a batch waits for a
  # locked row.
  my $holder = another_connection();
  $holder->begin_work;
  $holder->do('select from request where id = ? for update', undef, $held->{id});
  my $waits = sub { number(q(select count(*) from pg_locks where not granted and pid in (select pid from pg_locks where locktype = 'advisory' and classid = hashtext('mod_collab')::oid))) };
  my $said = "$ENV{COLLAB_TEST_DIR}/said";
  my $writer = another_connection();
  $writer->begin_work;
  $writer->do(q(insert into note select (jsonb_populate_record(t, jsonb_build_object('id', nextval('note_id_seq'), 'request', ?::bigint, 'token', 'WrittenMeanwhile'))).*
    from note t where t.token = ?), undef, $early->{id}, $first->{token});
  my $pid = migrate_in_background($said);
  blocked($writer, 1);
  $writer->commit;
  blocked($holder, 1);
  my $old = old_notes();
  cmp_ok left(), '<', number('select count(*) from request'), 'some requests are rewritten';
  cmp_ok $old, '>', 0, 'others are not';
  my $source = sub { my ($request) = @_; return [map { $_->{source} } @{ $me->get($request->{path})->ok->{caseNotes} }] };
  is_deeply [$source->($early), $source->($late)], [['API', 'API'], [undef]], 'readers accept both forms';
  ok +(wait_for { !$waits->() } 20), 'a batch that waits for a row is rolled back: others wait for the rows that it has locked';
  ok +(wait_for { $waits->() } 20), '… and is taken again';
  for my $path (sort keys %tag) {
    my $again = $me->get($path, headers => { 'if-none-match' => $tag{$path} });
    $again->is_status($path =~ /^\Q$early->{path}\E/ ? 200 : 304, "$path: a client with the old text gets the new one only after the rewrite");
  }
  is $me->post("$late->{path}/notes", a_note())->ok->{source}, 'API', 'a note added by an old node has the new text';
  kill 'KILL', $pid;
  waitpid $pid, 0;
  is $? & 127, 9, 'the rewrite is killed';
  cmp_ok old_notes(), '<=', $old, 'the batches before stay rewritten';
  $holder->rollback;
  wait_for { !number(q(select count(*) from pg_locks where locktype = 'advisory' and classid = hashtext('mod_collab')::oid)) } 20, 'the end of its session';

  my $left = left();
  cmp_ok $left, '>', 0, "$left requests are left";
  is collabctl('migrate', '--sql', $sql), "rewriting the stored text of $left requests; nodes may be restarted meanwhile\nrewrote the stored text of $left requests\n", 'the next run continues there';
  is old_notes(), 0, 'no row has the old text';
  ok rendered_as_now($_), "$_: all rows have the current text" for qw(request note response);
  is_deeply [$source->($early), $source->($late)], [['API', 'API'], ['API', 'API']];
  is $me->get($early->{path})->ok->{updatedAt}, $updated, 'updatedAt is unchanged';
  for my $path (sort keys %tag) {
    isnt revalidates($me, $path), $tag{$path}, '… and the entity tag is new';
  }
  is collabctl('migrate', '--sql', $sql), "nothing to do: the schema is at 9005\n", 'a further run finds nothing to do';
};

done_testing;
