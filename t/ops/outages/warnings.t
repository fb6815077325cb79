# t/ops/outages/warnings.t: warnings, settings and conflicts of PostgreSQL change nothing, nor does the end of the transaction ids
# An administrator's triggers warn at each write. Then the transaction ids come near their end, and to it.
use lib qw(t/lib lab/lib);
use Collab::Judgement;
use Collab::Receiver;
use Collab::Test;

# An autovacuum would give the transaction ids back.
my $stack = do { local $ENV{PGOPTIONS} = '-c default_transaction_read_only=on'; judged(extra => "CollabWebhookRetry V2 600 600\n", timers => { waiting => 60_000 }) };      # httpd's environment changes nothing
my ($pg, $server) = ($stack->pg, $stack->server);
my $admin = $pg->admin;
my $receiver = receiver();

# Takes a request through its whole life; every event is delivered at the first attempt.
sub whole_exchange {
  my $x = exchange(request => 0);
  my $url = $receiver->url;
  $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok('a webhook');
  $x->open_request;
  my @note = ($x->notes, a_note(), headers => { 'idempotency-key' => 'once' });
  my $note = $x->submitter->post(@note)->ok('a note')->{token};
  is $x->submitter->post(@note)->ok->{token}, $note, 'its repeat gets the stored answer';
  $x->in('ANSWERED');
  $x->in('ACCEPTED');
  $x->in('CLOSED');
  is $x->receiver->get($x->path)->ok->{status}, 'CLOSED', 'the request has gone through its life';
  ok +(wait_for { !owner()->selectrow_array('select (select count(*) from outbox where channel in (1, 2)) + (select count(*) from delivery)') } 30, 'the deliveries'), 'every delivery is done';
  my $events = owner()->selectrow_array('select count(*) from event where request_token = ?', undef, $x->token);
  is scalar($receiver->got($url)), $events, "the receiver got each of $events events once";
  is_deeply owner()->selectrow_arrayref('select (select count(*) from attempt where number > 1 or not success), (select count(*) from dead_letter)'), [0, 0], 'no attempt was wasted';
  return $x;
}

# The lines of the log about warnings, without the numbers.
sub warned { return map { s/\d+/N/gr } $server->log =~ /CB0104: PostgreSQL warns: (.*?) \(SQLSTATE/g }

sub end_sessions { $admin->do(q(select pg_terminate_backend(pid) from pg_stat_activity where usename in ('collab_api', 'collab_dispatch'))) }

# Tests the settings of the sessions that wrote.
sub pinned {
  my ($what) = @_;
  # claims and counts, which a crash may lose, commit with off; none commits with local
  my $seen = owner()->selectall_arrayref(q(select distinct role, regexp_replace(settings, ' off ([0-9]+s)$', ' on ' || substring(settings from '[0-9]+s$')) from seen where role <> 'collab_owner' order by 1));
  my $settings = 'warning 0 off 0 UTC UTF8 hex ISO, MDY read committed on';
  is_deeply $seen, [['collab_api', "$settings on 4s"], ['collab_dispatch', "$settings on 15s"]], $what or diag explain $seen;
}

subtest 'triggers that warn at each write change nothing' => sub {
  $admin->do("alter database collab set $_") for 'client_min_messages = error', 'max_parallel_workers_per_gather = 4', 'jit = on', 'log_parameter_max_length_on_error = -1', q(TimeZone = 'Asia/Tokyo'),
    q(client_encoding = 'LATIN1'), q(bytea_output = 'escape'), q(DateStyle = 'German'), q(default_transaction_isolation = 'serializable'), 'standard_conforming_strings = off',
    'synchronous_commit = local', 'statement_timeout = 10000';
  $admin->do("alter role $_ in database collab set search_path = public") for qw(collab_api collab_dispatch);
  owner()->do('create table seen (role text, settings text)');
  owner()->do(q(create function warn() returns trigger language plpgsql security definer as $$
    begin
      insert into collab.seen select session_user, string_agg(current_setting(name), ' ' order by n)
        from unnest('{client_min_messages,max_parallel_workers_per_gather,jit,log_parameter_max_length_on_error,TimeZone,client_encoding,bytea_output,DateStyle,transaction_isolation,standard_conforming_strings,synchronous_commit,statement_timeout}'::text[]) with ordinality setting (name, n);
      raise warning E'a write of %\nwith its values', tg_table_name using errcode = case tg_op when 'UPDATE' then '57P01' else '01000' end;
      return null;
    end $$));
  my $tables = owner()->selectcol_arrayref(q(select oid::regclass::text from pg_class where relnamespace = 'collab'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'seen'));
  owner()->do("create trigger warn after insert or update or delete on $_ for each statement execute function warn()") for @$tables;
  cmp_ok scalar @$tables, '>', 40, 'every table has one';
  end_sessions();
  whole_exchange();
  my ($status, $said) = do { local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN}; output(qw(./collabctl community add Warned)) };
  is $status, 0, 'a command of collabctl succeeds';
  like $said, qr/^collabctl: community add: warning: a write of community\b/m, '… and prints the warning';
  unlike $server->log, qr/with its values/, 'the log has only the first line of a warning';
  pinned('every session has its own settings, whatever role and database say');
};

subtest 'a connection that mod_dbd opens again has its settings, too' => sub {
  owner()->do('delete from seen');
  my $x = exchange();
  end_sessions();
  wait_for { $x->submitter->post($x->notes, a_note())->status == 200 } 20, 'a note';
  wait_for { owner()->selectrow_array(q(select count(distinct role) from seen where role <> 'collab_owner')) == 2 } 20, 'a delivery';
  pinned('the settings are the same');
};

subtest 'each warning is logged once a minute' => sub {
  my %times;
  ok +(wait_for { %times = (); $times{$_}++ for warned(); $times{'a write of node'} && keys %times > 2 } 20), "the watcher's warning is logged, and others" or diag explain \%times;
  is_deeply [grep { $times{$_} > 1 + (time - $^T) / 60 } keys %times], [], 'none more often' or diag explain \%times;
};
wait_for { eval { owner()->do('drop function warn() cascade') } } 20, 'the triggers to be dropped, whose locks may deadlock with a statement that reads several tables';

subtest 'a transaction that conflicts with another one is repeated once' => sub {
  my $x = exchange();
  owner()->do('create sequence tries');
  owner()->do(q(create table conflict (code text, times int)));
  owner()->do(q(create function conflict() returns trigger language plpgsql security definer as $$
    declare tried int := nextval('collab.tries'); wanted record;
    begin
      select * into wanted from collab.conflict;
      if tried <= wanted.times then raise 'a conflict' using errcode = wanted.code; end if;
      return new;
    end $$));
  owner()->do('create trigger conflict before insert on note for each row execute function conflict()');
  for my $code (qw(40001 40P01)) {
    for my $key (undef, "key-$code") {
      my $what = $code . ($key ? ' with an idempotency key' : '');
      for my $case ([1, 200, 2], [2, 503, 2]) {
        my ($times, $status, $tries) = @$case;
        owner()->do(q(select setval('tries', 1, false)));
        owner()->do($_) for 'delete from conflict', "insert into conflict values ('$code', $times)";
        my $before = @{ $x->submitter->get($x->notes)->ok };
        my @header = $key ? (headers => { 'idempotency-key' => "$key-$times" }) : ();
        is $x->submitter->post($x->notes, a_note(), @header)->status, $status, "$what: $times of them";
        is @{ $x->submitter->get($x->notes)->ok } - $before, $status == 200 ? 1 : 0, '… and the notes';
        is owner()->selectrow_array('select last_value from tries'), $tries, '… and the number of tries';
      }
    }
  }
  wait_for { eval { owner()->do('drop function conflict() cascade') } } 20, 'the trigger to be dropped';
};

subtest 'a session that must not have a setting does not serve' => sub {
  $admin->do("alter role $_ in database collab set session_replication_role = replica") for qw(collab_api collab_dispatch);
  end_sessions();
  told('database', qr/.*the session has session_replication_role = replica, and needs origin: reset it for the database, the role and the server/, ready => 503, unlogged => 1);
  is nobody->post('/v1/login', { username => 'nobody', password => 'x' })->status, 503, 'no statement runs without its triggers';
  my $sent = owner()->selectrow_array('select count(*) from attempt');
  $admin->do("alter role $_ in database collab reset session_replication_role") for qw(collab_api collab_dispatch);
  over();
  is owner()->selectrow_array('select count(*) from attempt'), $sent, 'nothing was sent meanwhile';
};

# Restarts PostgreSQL with so many transaction ids left before wraparound.
sub leave {
  my ($left) = @_;
  $_->disconnect for $admin, owner();
  Collab::Members::forget();
  $pg->down;
  $pg->leave_transaction_ids($left);
  $pg->up;
  $admin = $pg->admin;
}

my $x;
subtest 'PostgreSQL warns of wraparound at each write' => sub {
  leave(20_000_000);
  ok +(wait_for { reasons() eq '' && ready() == 200 } 30, 'the node'), 'the node is fine after the restart of PostgreSQL';
  $x = whole_exchange();
  ok +(wait_for { grep { /^database .* must be vacuumed within N transactions/ } warned() } 20), 'the warning is logged' or diag explain [warned()];
  $x->open_request;
};

subtest 'without transaction ids, writes get 503, reads work, and an alarm tells the reason' => sub {
  $x->submitter->token;
  leave(2_000_000);
  told('no-writes', qr/the database accepts no writes: database is not accepting commands/);
  my $answer = $x->submitter->post($x->notes, a_note());
  $answer->fails(503, undef, 'a write gets 503');
  like $answer->header('retry-after'), qr/^\d+$/, '… with Retry-After';
  $x->submitter->get($x->notes)->ok('reads work');
};

done_testing;
