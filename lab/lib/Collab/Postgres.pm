# A private PostgreSQL with its own data folder and Unix socket, without TCP. It stops with the test that started it, even if the test dies.
#
#   my $pg = Collab::Postgres->start($dir);     $dir is short: a socket's path has at most 107 bytes; options: data (the data
#                                               folder; default: below $dir), conf (more lines of postgresql.conf),
#                                               template (the data folder of a stopped cluster, which is copied),
#                                               new (as initdb makes it: no role but postgres, no database), preload (a library that
#                                               its processes load, such as Collab::Clock's)
#                                               COLLAB_TEST_MEMORY: a folder in memory for the data of clusters without `data`
#   $pg->shut_down                              stops it cleanly, so that its data folder can serve as a template
#   $pg->dsn('collab_api')                      for libpq
#   $pg->dbh                                    the owner, by DBI
#   my $standby = $pg->standby("$dir/s")        follows it synchronously; from then on every dsn names both
#   $pg->vanish; $standby->promote              a failover
#   $pg->freeze; $pg->thaw                      the cluster hangs from `freeze` to `thaw`
#   $pg->leave_transaction_ids(20_000_000)      of a stopped cluster: it comes so near to wraparound
package Collab::Postgres;
use strict;
use warnings;
use DBI;
use Scalar::Util qw(weaken);
use File::Path ();
use File::Temp ();
use Collab::Wait qw(wait_for halt slay pid_in children run);

our $NAME = 'collab';
my @running;
my $bin = $ENV{COLLAB_PG_BINDIR} || '/usr/lib/postgresql/15/bin';

sub start {
  my ($class, $dir, %option) = @_;
  my $self = bless { dir => $option{data} || "$dir/pg", socket => $dir, owner => $$, preload => $option{preload} }, $class;
  $self->into_memory unless $option{data};
  my $template = $option{new} ? undef : $option{template} // ($ENV{COLLAB_TEST_TEMPLATE} && "$ENV{COLLAB_TEST_TEMPLATE}/empty");
  if ($template) { run('cp', '-R', '--reflink=auto', "$template/.", $self->{dir}); chmod 0700, $self->{dir} }
  else           { $self->make }
  # These lines override the template's, because the last line wins.
  $self->configure("unix_socket_directories = '$dir'\n" . ($option{data} ? '' : "fsync = on\n") . ($option{conf} || ''));      # off is an alarm
  $self->up;
  $self->make_owner unless $template || $option{new};
  return $self;
}

# Makes the data folder a link to a folder in memory, where copying the template takes a tenth of the time.
sub into_memory {
  my ($self) = @_;
  my $memory = $ENV{COLLAB_TEST_MEMORY} or return;
  $self->{memory} = File::Temp::tempdir('pgXXXXXX', DIR => $memory);
  symlink $self->{memory}, $self->{dir} or die "$self->{dir}: $!\n";
}

sub make {
  my ($self) = @_;
  run("$bin/initdb", '-D', $self->{dir}, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--wal-segsize=1', '-N', '--no-instructions');
  # a template needs no fsync; where its copies lie in memory, fsync costs nothing
  $self->configure(<<"END");
listen_addresses = ''
fsync = off
max_connections = 100
shared_buffers = 32MB
log_min_duration_statement = 2000
deadlock_timeout = 500ms
autovacuum_naptime = 5s
jit = off
max_logical_replication_workers = 0
END
}

sub configure {
  my ($self, $lines) = @_;
  open my $conf, '>>', "$self->{dir}/postgresql.conf" or die "$self->{dir}: $!\n";
  print $conf "$lines\n";
  close $conf or die "$self->{dir}: $!\n";
}

# Makes what an operator makes: an owner that may create roles, and a database of that owner.
sub make_owner {
  my ($self) = @_;
  my $admin = $self->admin('postgres');
  $admin->do('create role collab_owner login createrole');
  $admin->do('grant pg_read_all_stats to collab_owner with admin option');
  $admin->do("create database $NAME owner collab_owner");
  $admin->disconnect;
}

# connect_timeout: httpd's processes try again soon, so 2 s suffice. collabctl, which connects as the owner, tries once: with 60 s it survives
# a machine that stalls for a moment.
sub dsn {
  my ($self, $user) = @_;
  return 'host=' . $self->hosts . " dbname=$NAME user=$user connect_timeout=" . ($user eq 'collab_owner' ? 60 : 2);
}

# With a standby: both hosts; a client connects to the one that accepts writes.
sub hosts {
  my ($self) = @_;
  return $self->{standby} ? "$self->{socket},$self->{standby}{socket} target_session_attrs=read-write" : $self->{socket};
}

sub name { return $NAME }
sub path { return "$_[0]{socket}/.s.PGSQL.5432" }      # its socket

sub dbi { "dbi:Pg:dbname=$NAME;host=@{[ $_[0]->hosts =~ s/ /;/r ]};user=collab_owner" }

# A connection of the owner, with the schema in its search_path.
sub connect {
  my ($class, $dbi) = @_;
  my $dbh = DBI->connect($dbi, '', '', { RaiseError => 1, PrintError => 0, PrintWarn => 0, AutoCommit => 1, pg_enable_utf8 => 1, AutoInactiveDestroy => 1 });
  $dbh->do('set client_min_messages = warning');
  $dbh->do("set search_path = collab, public");
  $dbh->do("set timezone = 'UTC'");
  return $dbh;
}

# A connection of the superuser, which may end other roles' sessions.
sub admin {
  my ($self, $database) = @_;
  return DBI->connect("dbi:Pg:dbname=@{[ $database || $NAME ]};host=$self->{socket};user=postgres", '', '',
    { RaiseError => 1, PrintError => 0, AutoInactiveDestroy => 1 });
}

sub dbh { my ($self) = @_; return __PACKAGE__->connect($self->dbi) }

sub up {
  my ($self) = @_;
  push @running, $self;
  weaken($running[-1]);
  local %ENV = (%ENV, $self->{preload} ? (LD_PRELOAD => $self->{preload}) : ());
  run("$bin/pg_ctl", '-D', $self->{dir}, '-l', "$self->{socket}/pg.log", '-w', '-t', 30, 'start');
}

# mode: fast (a clean shutdown), immediate (as a crash)
sub down {
  my ($self, $mode) = @_;
  run("$bin/pg_ctl", '-D', $self->{dir}, '-m', $mode || 'fast', '-w', '-t', 30, 'stop');
}

sub shut_down { my ($self) = @_; $self->down('fast') }

# Sets the next transaction id of a stopped cluster, so that about $left ids are left before wraparound. It is the first of a page of the
# commit log, because PostgreSQL makes such a page itself.
sub leave_transaction_ids {
  my ($self, $left) = @_;
  local $ENV{LC_ALL} = 'C';
  my ($oldest) = run("$bin/pg_controldata", $self->{dir}) =~ /^Latest checkpoint's oldestXID: +(\d+)$/m or die "pg_controldata: no oldestXID\n";
  my $next = $oldest + 2**31 - $left;
  run("$bin/pg_resetwal", '-x', $next - $next % 32768, '-D', $self->{dir});
}

# A synchronous standby in a folder of its own: a commit ends only when the standby has it.
sub standby {
  my ($self, $dir) = @_;
  mkdir $dir or die "$dir: $!\n";
  my $standby = bless { dir => "$dir/pg", socket => $dir, owner => $$ }, ref $self;
  $standby->into_memory;
  run("$bin/pg_basebackup", '-D', $standby->{dir}, '-d', "host=$self->{socket} user=postgres", '-R', '-c', 'fast');
  $standby->configure("unix_socket_directories = '$dir'\nwal_retrieve_retry_interval = 300");
  $standby->up;
  my $admin = $self->admin;
  $admin->do(q(alter system set synchronous_standby_names = '*'));
  $admin->do('select pg_reload_conf()');
  wait_for { $admin->selectrow_array(q(select count(*) from pg_stat_replication where sync_state = 'sync')) } 30 or die "the standby does not follow\n";
  $admin->disconnect;
  return $self->{standby} = $standby;
}

sub promote {
  my ($self) = @_;
  run("$bin/pg_ctl", '-D', $self->{dir}, '-w', '-t', 30, 'promote');
  $self->asynchronous;       # it was copied with its primary's settings
}

# From now on no commit waits for a standby.
sub asynchronous { my ($self) = @_; $self->admin->do($_) for 'alter system reset synchronous_standby_names', 'select pg_reload_conf()' }

# Simulates the loss of the machine: kill -9 of every process.
sub vanish {
  my ($self) = @_;
  my $pid = $self->pid or return;
  halt($pid);                       # so that the postmaster starts no other processes
  slay($pid, children($pid)) or die "PostgreSQL does not die\n";
}

# `freeze` stops every process (SIGSTOP); `thaw` continues them.
sub freeze { my ($self) = @_; my $pid = $self->pid or return; halt($pid); halt(children($pid)) }
sub thaw   { my ($self) = @_; my $pid = $self->pid or return; kill 'CONT', $pid, children($pid) }

# The postmaster's process id while it lives. After a kill the file remains, and another process may have the id by now: pg_ctl would stop
# that process.
sub pid { my ($self) = @_; return pid_in("$self->{dir}/postmaster.pid", $self->{dir}) }

sub stop {
  my ($self) = @_;
  return if $self->{owner} != $$;
  my $pid = $self->pid;
  if ($pid) {
    kill 'CONT', $pid;      # the postmaster must run to end its children, and a test that died may have stopped it
    $self->down('immediate');
  }
  File::Path::remove_tree(delete $self->{memory}) if $self->{memory};
}

sub DESTROY { local ($?, $@, $!); eval { $_[0]->stop } }

# Stops all clusters when the program ends, even when it dies. Global destruction would be too late.
END { local ($?, $@, $!); for (grep { defined } @running) { eval { $_->stop } } }

1;
