# t/ops/outages/postgres-restart.t: a PostgreSQL restart under load fails only requests in flight; later ones wait, none hangs
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Load;
use Collab::Stack;

my $CALLERS = 6;
my $stack = stack(extra => WIDE . "CollabDatabaseWait 30s\n");
my $pg = $stack->pg;
my $x = exchange();
$x->submitter->token;

subtest 'a wait for a place and then for the database counts as one wait' => sub {
  my $modules = $ENV{COLLAB_LIBEXECDIR} || '/usr/lib/apache2/modules';
  my $narrow = $stack->another_server('narrow', extra => "CollabDispatcher Off\nCollabDatabaseWait 30s\nDBDKeep 1\nDBDMax 1\nLoadModule status_module $modules/mod_status.so\n" .
    join '', map { "<Location /$_>\nSetHandler $_\nRequire all granted\n</Location>\n" } qw(collab-metrics server-status));
  my $caller = $x->submitter->at($narrow, token => undef);
  # A place is given back after the answer, so the next request might wait for it, and be counted.
  my $idle = sub { wait_for { $caller->get('/server-status?auto')->text =~ /^BusyWorkers: 1$/m } 10, 'the end of all other requests' };
  $caller->get('/v1/me')->ok;
  $idle->();
  my $waits = sub { $caller->get('/collab-metrics')->text =~ /^collab_database_wait_seconds_count (\d+)/m ? $1 : undef };
  my $holder = another_connection();
  $holder->begin_work;
  $holder->do('select from request where token = ? for update', undef, $x->token);
  my $first = later { $caller->post($x->notes, a_note()) };
  blocked($holder, 1);
  my $before = $waits->();
  my $second = later { $caller->post($x->notes, a_note()) };
  wait_for { $caller->get('/server-status?auto')->text =~ /^BusyWorkers: 3$/m } 10, 'the second request in line';
  $pg->down('immediate');
  $holder->{RaiseError} = 0;      # its server is gone, so a rollback would fail
  $holder->disconnect;
  $first->answer->fails(503, undef, 'the first request loses its connection');
  $pg->up;
  is $second->answer->status, 200, 'the second request waits for a place, then for the database';
  is $waits->(), $before + 1, 'these count as one wait';

  Collab::Members::forget();
  $idle->();

  # a read waits in line, loses its connection, waits for the database and is repeated
  my ($row, $table) = map { another_connection() } 1 .. 2;
  $_->begin_work for $row, $table;
  $row->do('select from request where token = ? for update', undef, $x->token);
  my $write = later { $caller->post($x->notes, a_note()) };
  blocked($row, 1);
  $before = $waits->();
  my $read = later { $caller->get($x->path) };
  wait_for { $caller->get('/server-status?auto')->text =~ /^BusyWorkers: 3$/m } 10, 'the read in line';
  $table->do('lock table response in access exclusive mode');
  $row->rollback;
  is $write->answer->status, 200;
  wait_for { $table->selectrow_array('select count(*) from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))') } 10, 'the read at its table';
  $pg->down('immediate');
  for ($row, $table) { $_->{RaiseError} = 0; $_->disconnect }
  $pg->up;
  is $read->answer->status, 200, 'the read is repeated';
  is $waits->(), $before + 1, 'its waits count as one wait';
};

# One request of a caller: reads and writes alternate. Writes one line for each request: status, seconds, token of the note, Retry-After.
sub call {
  my ($say, undef, $turn) = @_;
  my $at = Time::HiRes::time();
  my $answer = $turn % 2 ? $x->submitter->post($x->notes, a_note()) : $x->submitter->get($x->path);
  my $token = $turn % 2 && $answer->status == 200 ? $answer->json->{token} : '-';
  $say->($answer->status, Time::HiRes::time() - $at, $token, $answer->header('retry-after') // '-');
}

for my $mode (qw(fast immediate)) {
  subtest "a restart ($mode) fails only requests in flight" => sub {
    my $load = load($CALLERS, \&call);
    wait_for { $load->lines > 50 } 20, 'load';
    $pg->down($mode);
    my $then = $load->lines;
    $pg->up;
    wait_for { grep({ $_->[0] == 200 } $load->lines) > $then + 50 } 30, 'load after the restart';
    my @all = $load->end;
    my @failed = grep { $_->[0] != 200 } @all;
    cmp_ok scalar @failed, '<=', $CALLERS, scalar(@failed) . " of " . scalar(@all) . ' failed: those in flight, at most one per caller';
    is_deeply [grep { $_->[0] != 503 || $_->[3] !~ /^\d+$/ } @failed], [], 'each fails with 503 and Retry-After';
    my ($slowest) = sort { $b <=> $a } map { $_->[1] } @all;
    cmp_ok $slowest, '<', 40, sprintf 'no request hangs (slowest %.2f s)', $slowest;
    my %kept = map { $_ => 1 } @{ $stack->pg->dbh->selectcol_arrayref('select token from note') };
    is_deeply [grep { $_ ne '-' && !$kept{$_} } map { $_->[2] } @all], [], 'every acknowledged note exists';
  };
}

subtest 'while PostgreSQL is down, requests get 503 with Retry-After after CollabDatabaseWait' => sub {
  my $short = $stack->another_server('short', extra => "CollabDatabaseWait 500ms\nCollabDispatcher Off\n<Location /the-metrics>\nSetHandler collab-metrics\nRequire all granted\n</Location>\n");
  my $caller = $x->submitter->at($short, token => undef);      # logs in there, because a token is valid only for the base URL that issued it
  $caller->get('/v1/me')->ok;
  $pg->down('fast');
  my $at = Time::HiRes::time();
  my $answer = $caller->get('/v1/me');
  $answer->fails(503);
  like $answer->header('retry-after'), qr/^\d+$/;
  cmp_ok Time::HiRes::time() - $at, '<', 6, 'the request does not hang';
  my $lines = () = $short->log =~ /^.*\[dbd:error\].*$/mg;
  cmp_ok $lines, '<=', 12, 'it tries again after 50, 150 and 350 ms and at the end: mod_dbd logs two lines for each';
  like $caller->get('/the-metrics')->text, qr/^collab_database_wait_seconds_count [1-9]/m, 'the metrics count the wait';
  $pg->up;
  ok wait_for { $caller->get('/v1/me')->status == 200 } 10, 'requests succeed when PostgreSQL is back';
};

unlike $stack->server->log, qr/\bCB\d{4}:.*\\n(?: \(SQLSTATE|$)/m, 'the log has no line ends from messages of libpq';

subtest 'a terminated backend fails no read' => sub {
  $x->submitter->get($x->path)->ok;
  my $ended = $pg->admin->selectcol_arrayref(q(select pid, pg_terminate_backend(pid) from pg_stat_activity where usename = 'collab_api'));
  $x->submitter->get($x->path)->ok for 1 .. 20;
  # a write survives a connection that is already closed, but not one that is closing
  wait_for { !$pg->admin->selectrow_array('select count(*) from pg_stat_activity where pid = any (?)', undef, $ended) } 10, 'the end of each backend';
  $x->submitter->post($x->notes, a_note())->ok for 1 .. 10;
};

done_testing;
