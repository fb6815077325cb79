# t/dispatch/events/audit-log.t: CollabAuditLog writes every row of the audit as a line of JSON; retention deletes old rows
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Stack;
use Digest::SHA qw(sha256_hex);
use File::Temp ();

my $dir = File::Temp::tempdir('cl-logXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $json = JSON::XS->new->utf8;
my $stack = stack(extra => "CollabAuditLog $dir/audit\nCollabEventLog $dir/events\nCollabDutyInterval 50ms\nCollabRetention audit=400\n");
aged();
my $server = $stack->server;

# The rows of a file, without an incomplete last line. Dies if a line is not JSON.
sub logged { my ($file) = @_; open my $in, '<', $file // "$dir/audit" or return; return map { $json->decode($_) } grep { /\n\z/ } <$in> }
sub waiting { return scalar owner()->selectrow_array('select count(*) from audit_unlogged') }
sub listed { return reverse @{ $json->decode(collabctl('audit', '--limit', 1000, '--json')) } }
sub written { return wait_for { !waiting() } 15, 'every row is written' }

# The session of the dispatcher that writes the log; undef if none writes it now.
sub writer { return scalar owner()->selectrow_array(q(select pid from pg_locks where locktype = 'advisory' and classid = 27761 and granted)) }

# Ends that session, and returns its process id.
sub end_writer { my $pid = writer() or return 0; $stack->pg->admin->do('select pg_terminate_backend(?)', undef, $pid); return $pid }

my $user = user(my $company = company());
my $name = $user->username;

subtest 'the log has the rows that collabctl audit shows' => sub {
  collabctl('user', 'set', $name, '--city', $_) for qw(Ulm Bonn Kiel);
  $user->post('/v2/webhooks', { callbackUrl => 'https://callback.example/' })->ok;
  written();
  my @lines = logged();
  is_deeply \@lines, [listed()], 'the log also has the rows from before it began';
  is scalar(grep { $_->{what} eq 'migrate' } @lines), 1;
  is scalar(grep { $_->{what} eq 'webhook.created' } @lines), 1;
};

subtest 'a row that commits late is written' => sub {
  my $late = Collab::Postgres->connect($ENV{COLLAB_TEST_DBI});
  $late->begin_work;
  $late->do(q(insert into audit (what) values ('late')));
  collabctl('user', 'set', $name, '--city', 'Rom');
  wait_for { grep { ($_->{after}{city} // '') eq 'Rom' } logged() } 15, 'a row with a greater id';
  $late->commit;
  ok wait_for { grep { $_->{what} eq 'late' } logged() } 15, 'the late row is written';
};

subtest 'a line that is too long for a pipe has hashes' => sub {
  my $hashes = sub { my ($id) = @_; return map { defined ? sha256_hex($_) : undef } owner()->selectrow_array('select before::text, after::text from audit where id = ?', undef, $id) };
  collabctl('company', 'set', $company->{domain}, '--description', 'x' x 4500);
  my $path = '/v2/webhooks/' . $user->post('/v2/webhooks', { callbackUrl => 'https://callback.example/' . 'x' x 2000 })->ok->{id};
  $user->patch($path, { callbackUrl => 'https://callback.example/' . 'y' x 2000 })->ok;
  written();
  my ($operators, $members) = grep { $_->{cut} } logged();
  is_deeply [map { $_->{what} } $operators, $members], ['company set', 'webhook.changed'], "an operator's and a member's";
  for my $line ($operators, $members) {
    is_deeply [@{$line}{qw(before after)}], [undef, undef], "$line->{what}: the line omits before and after";
    is_deeply [@{$line}{qw(beforeSha256 afterSha256)}], [$hashes->($line->{id})], '… and has the hashes of both';
  }
  is $operators->{company}{id}, $company->{id};
  is $members->{by}{username}, $name;
  is length((listed())[-3]{after}{description}), 4500, 'the database keeps the whole row';
  my $id = owner()->selectrow_array(q(insert into audit (what, after) values (repeat('x', 5000), '{"a": 1}') returning id));
  written();
  my ($rest) = grep { $_->{id} == $id } logged();
  is_deeply [@{$rest}{qw(what cut afterSha256)}], ['x' x 100, JSON::XS::true, ($hashes->($id))[1]], 'a line that is too long without them still has id and hashes';
};

subtest 'each row is written at least once when dispatchers and sessions end' => sub {
  my ($ended, @cities) = 0;
  for my $round (1 .. 4) {
    for (1 .. 3) { push @cities, my $city = "City $round-$_"; collabctl('user', 'set', $name, '--city', $city) }
    if ($round % 2) {
      my $old = $server->dispatcher;
      kill 'KILL', $old;
      wait_for { my $new = $server->dispatcher; $new && $new != $old } 10, 'a new dispatcher';
    } else {
      $ended = end_writer();
    }
  }
  written();
  wait_for { (writer() // $ended) != $ended } 15, 'a new session that writes';        # before the next subtest starts a second node
  my %there = map { ($_->{after}{city} // '') => 1 } logged();
  is_deeply [grep { !$there{$_} } @cities], [], 'every change is in the log';
};

subtest 'of two nodes one writes, and the other takes over' => sub {
  my $other = $stack->another_server('other', extra => "CollabAuditLog $dir/other\n");
  wait_for { $other->dispatcher } 15, 'its dispatcher';
  collabctl('user', 'set', $name, '--city', 'Linz');
  written();
  is_deeply [logged("$dir/other")], [], 'the second node writes nothing yet';
  my $old = $server->dispatcher;
  halt($old);
  end_writer();
  collabctl('user', 'set', $name, '--city', 'Graz');
  ok wait_for { grep { ($_->{after}{city} // '') eq 'Graz' } logged("$dir/other") } 20, 'the second node writes';
  kill 'CONT', $old;
  $other->stop;
};

subtest 'a full disk raises an alarm, and the rows wait' => sub {
  my $full = stack(extra => "CollabAuditLog /dev/full\nCollabDutyInterval 50ms\n");
  my $company = company();
  ok wait_for { $full->server->log =~ /CB0687: CollabAuditLog: No space left on device; the write is tried again, and its rows wait/ } 15, 'the error log says so';
  cmp_ok waiting(), '>', 0, 'the rows wait';
  ok wait_for { owner()->selectrow_array(q(select count(*) from node where problems::text like '%audit-log%')) } 15, 'the alarm is raised';
  $full->end;
};

$ENV{COLLAB_TEST_URL} = $server->url;
@ENV{qw(COLLAB_TEST_DBI COLLAB_TEST_DSN)} = ($stack->pg->dbi, $stack->pg->dsn('collab_owner'));

subtest 'retention deletes old rows, and nobody else may' => sub {
  my $old = sub { return owner()->selectrow_array(q(insert into audit (what, at) values ('old', now() - ? * interval '1 day') returning id), undef, shift) };
  my ($gone, $kept) = map { $old->($_) } 401, 399;
  my $there = sub { return scalar owner()->selectrow_array('select count(*) from audit where id = ?', undef, shift) };
  # The duty runs every 60 intervals: every five minutes by default, here every three seconds.
  ok wait_for { !$there->($gone) } 20, 'a row of 401 days is deleted';
  ok $there->($kept), 'a row of 399 days stays';
  like $server->log, qr/CB0664: 1 rows of the audit deleted: older than 400 days/;
  my $as = DBI->connect($stack->pg->dbi =~ s/collab_owner/collab_dispatch/r, '', '', { RaiseError => 1, PrintError => 0 });
  ok !eval { $as->do('select audit_retire(29, 1000)'); 1 }, 'the function refuses less than 30 days';
  like $@, qr/30 days at least/;
  my $recent = $old->(300);
  is $as->selectrow_array('select audit_retire(30, 1000)'), 1, 'of a dispatcher that asks for 30 days';
  ok $there->($recent) && !$there->($kept), 'it deletes none before the 365 that the owner allows';
  ok !eval { $as->do($_); 1 }, "the dispatcher may not: $_" for 'delete from audit', "update audit set what = 'x'", 'truncate audit', 'select from audit',
    "insert into audit (what, at) values ('x', now())", "insert into audit (what, by_system_user) values ('x', 'root')";
  my $worker = DBI->connect($stack->pg->dbi =~ s/collab_owner/collab_api/r, '', '', { RaiseError => 1, PrintError => 0 });
  ok !eval { $worker->do($_); 1 }, "a worker may not: $_" for 'delete from audit', "update audit set what = 'x'", 'select from audit', 'select audit_retire(400, 1)', 'delete from audit_unlogged',
    'select audit_log_lines(1)', "insert into audit (what, at) values ('x', now())", "insert into audit (what, by_system_user) values ('x', 'root')";
};

done_testing;
