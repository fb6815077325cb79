# t/dispatch/database/dead-row-horizon.t: an alarm names the transaction or slot that keeps dead rows alive
# The cases are a transaction, a prepared transaction and a replication slot. Two dispatchers run.
use lib qw(t/lib lab/lib);
use Collab::Receiver;
use Collab::Postgres;
use Collab::Stack;
use Collab::Test;
use Collab::Wait qw(run);

my $extra = "CollabDutyInterval 50ms\nCollabRetention attempts=30 events=40\nCollabHorizonAlarm 1\n";
my $stack = stack(extra => $extra);
my $second = $stack->another_server('second', extra => $extra);

sub one { return scalar owner()->selectrow_array(shift, undef, @_) }
sub logged { my ($like) = @_; return $stack->server->log =~ $like }

sub pinned {
  my ($by, $what) = @_;
  ok +(wait_for { logged(qr/alarm: for \d+ s no dead row in this database could be removed.*$by/) } 20, 'the alarm'), $what;
}

subtest 'a transaction that keeps dead rows alive raises an alarm that names it' => sub {
  my $over = qr/alarm is over: dead rows can be removed again/;
  my $holder = another_connection();
  my $pid = $holder->{pg_pid};
  $holder->do("set application_name = 'forgotten report'");
  $holder->do('begin isolation level repeatable read');
  $holder->do('select 1');
  pinned(qr/session $pid of user collab_owner, application "forgotten report", state idle in transaction/, 'the alarm names a session with a snapshot');
  $holder->do('rollback');
  ok +(wait_for { logged($over) } 20, 'its end'), 'the alarm ends with the transaction';

  owner()->do('revoke pg_read_all_stats from collab_dispatch');
  my $ended = () = $stack->server->log =~ /$over/g;
  $holder->do('begin isolation level repeatable read');
  $holder->do('select 1');
  pinned(qr/session $pid of user collab_owner, application "forgotten report", state not shown/, 'without the privilege to see other sessions\' states, the alarm names what is visible');
  $holder->do('rollback');
  ok wait_for { (() = $stack->server->log =~ /$over/g) > $ended } 20, 'its end';
  owner()->do('grant pg_read_all_stats to collab_dispatch');

  my $admin = DBI->connect($stack->pg->dbi =~ s/user=collab_owner/user=postgres/r, '', '', { RaiseError => 1 });
  $admin->do('alter system set max_prepared_transactions = 2');
  $admin->disconnect;
  $stack->pg->down;
  $stack->pg->up;
  $holder = another_connection();
  $holder->do('begin');
  $holder->do(q(create table left_behind (id int)));
  $holder->do(q(prepare transaction 'left behind'));
  $holder->disconnect;
  pinned(qr/prepared transaction "left behind" of user collab_owner/, 'the alarm names a prepared transaction');
  another_connection()->do(q(rollback prepared 'left behind'));
};

subtest 'an unused replication slot that keeps dead rows alive raises an alarm that names it' => sub {
  my ($socket, $bin) = ($stack->pg->{socket}, $ENV{COLLAB_PG_BINDIR} || '/usr/lib/postgresql/15/bin');
  my $dir = "$socket/standby";
  run("$bin/pg_basebackup", '-D', "$dir/pg", '-h', $socket, '-U', 'postgres', '-R', '-C', '-S', 'gone', '-c', 'fast');
  open my $conf, '>>', "$dir/pg/postgresql.auto.conf" or die "$dir: $!\n";
  print $conf "unix_socket_directories = '$dir'\nhot_standby_feedback = on\nwal_receiver_status_interval = 1\n";
  close $conf;
  run("$bin/pg_ctl", '-D', "$dir/pg", '-l', "$dir/log", '-w', '-t', 30, 'start');
  my $report = Collab::Postgres->connect($stack->pg->dbi =~ s/host=[^;]*/host=$dir/r);     # a long query on the standby
  $report->do('begin isolation level repeatable read');
  $report->do('select count(*) from event');
  # An alarm is logged once, so the alarm about the slot must not begin while the slot is still in use.
  my @dispatchers = map { $_->dispatcher } $stack->server, $second;
  halt(@dispatchers);
  my $slot = sub { $stack->pg->admin->selectrow_array(q(select xmin::text from pg_replication_slots where slot_name = 'gone')) };
  my $held = wait_for { $slot->() } 20, 'the feedback';
  run("$bin/pg_ctl", '-D', "$dir/pg", '-m', 'immediate', '-w', '-t', 30, 'stop');              # the standby never returns
  ok $held && $slot->(), 'the slot keeps dead rows';
  kill 'CONT', @dispatchers;
  pinned(qr/replication slot "gone", not in use/, 'the alarm names a slot');
  my $over = () = $stack->server->log =~ /alarm is over: dead rows/g;
  $stack->pg->admin->do(q(select pg_drop_replication_slot('gone')));
  ok +(wait_for { (() = $stack->server->log =~ /alarm is over: dead rows/g) > $over } 20, 'its end'), 'the alarm ends when the slot is dropped';
};

done_testing;
