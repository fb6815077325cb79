# A monitor and two data nodes of pg_auto_failover, on loopback ports, with short timers. It has the methods of Collab::Postgres that the
# lab uses; every DSN names both data nodes. The clock of n2, at first the standby, is BEHIND seconds behind. Nodes stay ready until 30 s, so
# nothing announces that a failover to n2 sets the database's clock back.
#
#   my $cluster = Collab::Drill::Cluster->start($dir, $tools);       tools: the folder of drill/tools
#   ->dsn($role)  ->dbi  ->admin($node)                              admin: the superuser, on one node
#   ->primary  ->standby  ->state                                    names of nodes; both nodes' states, "primary secondary"
#   ->behind                                                         seconds by which n2's clock is behind that of n1
#   ->settled                                                        is one node primary, and does the other follow synchronously?
#   ->kill($node)  ->again($node)                                    kill -9 of its keeper and its PostgreSQL; restarts the node
#   ->processes($node)  ->postgres($node)                            process ids: keeper and PostgreSQL; PostgreSQL alone
package Collab::Drill::Cluster;
use strict;
use warnings;
use DBI;
use Collab::Clock;
use Collab::File qw(slurp);
use Collab::Port qw(free_port);
use Collab::Postgres;
use Collab::Wait qw(wait_for background below gone slay pid_in run);

# The monitor notices a lost primary after 4 s and replaces it 4 s later. By then a primary that is cut off, but still runs, has
# stopped itself, so that two primaries never accept writes at once. For that, the nodes' network_partition_timeout (below) must be less than
# primary_demote_timeout.
my %monitor = (health_check_period => 1000, health_check_retry_delay => 300, health_check_timeout => 1000, health_check_max_retries => 2,
  node_considered_unhealthy_timeout => 4000, primary_demote_timeout => 4000, startup_grace_period => 3000);
my $partition = 3;
use constant BEHIND => 25;
my @nodes = qw(n1 n2);
my $name = $Collab::Postgres::NAME;

sub start {
  my ($class, $dir, $tools) = @_;
  for ($dir, "$dir/run") { mkdir $_ or die "$_: $!\n" }
  my ($bin) = glob "$tools/usr/lib/postgresql/*/bin" or die "the drill's tools are missing: `make drill-tools` fetches them\n";
  my $self = bless { dir => $dir, bin => $bin, owner => $$, port => { map { $_ => free_port() } 'mon', @nodes } }, $class;
  # PG_REGRESS_SOCK_DIR and PGHOST replace Debian's folder of sockets.
  $self->{environment} = { PATH => "$bin:$tools/usr/bin:/usr/bin", PG_CONFIG => "$bin/pg_config", PG_REGRESS_SOCK_DIR => $dir, PGHOST => $dir, HOME => $dir,
    XDG_DATA_HOME => "$dir/.local", XDG_CONFIG_HOME => "$dir/.config", XDG_RUNTIME_DIR => "$dir/run", LD_LIBRARY_PATH => join ':', glob "$tools/usr/lib/*-linux-gnu" };
  ($self->{clock} = Collab::Clock->new($dir))->set(-BEHIND);
  $self->make_monitor;
  $self->make_node('n1');
  wait_for { $self->states =~ /single/ } 60 or die "n1 did not come up\n" . $self->said('n1');
  $self->make_node('n2');
  # The base backup of n2 waits for a checkpoint; this loop forces one.
  wait_for { eval { $self->admin('n1', 'postgres')->do('checkpoint') }; $self->settled } 90 or die "n2 does not follow\n" . $self->said('n2');
  $self->autoctl('config', 'set', '--pgdata', "$dir/$_", 'timeout.network_partition_timeout', $partition), $self->autoctl('reload', '--pgdata', "$dir/$_") for @nodes;
  $self->make_owner;
  return $self;
}

sub make_monitor {
  my ($self) = @_;
  $self->autoctl('create', 'monitor', '--pgdata', "$self->{dir}/mon", '--pgport', $self->{port}{mon}, '--hostname', '127.0.0.1', '--auth', 'trust', '--no-ssl');
  $self->again('mon');
  my $monitor = wait_for { eval { $self->monitor((getpwuid $>)[0]) } } 30 or die "no monitor\n" . $self->said('mon');
  $monitor->do("alter system set pgautofailover.$_ = $monitor{$_}") for keys %monitor;
  $monitor->do('select pg_reload_conf()');
}

sub make_node {
  my ($self, $node) = @_;
  $self->spawn($node, 'create', 'postgres', '--run', '--pgdata', "$self->{dir}/$node", '--pgport', $self->{port}{$node}, '--pghost', $self->{dir},
    '--hostname', '127.0.0.1', '--listen', '127.0.0.1', '--name', $node, '--dbname', $name, '--username', 'postgres', '--auth', 'trust', '--no-ssl',
    '--monitor', "postgres://autoctl_node\@127.0.0.1:$self->{port}{mon}/pg_auto_failover");
}

# Makes what an operator makes: an owner that may create roles, and a database of that owner. The database has a default that the exchange's
# sessions do not take.
sub make_owner {
  my ($self) = @_;
  my $admin = $self->admin('n1');
  $admin->do($_) for 'create role collab_owner login createrole', 'grant pg_read_all_stats to collab_owner with admin option', "alter database $name owner to collab_owner",
    "alter database $name set default_transaction_isolation = 'repeatable read'";
}

# ---------------------------------------------------------------- pg_autoctl
# Runs a command of pg_autoctl and returns its output; dies when it fails.
sub autoctl { my ($self, @words) = @_; local %ENV = (%ENV, %{ $self->{environment} }); return run('pg_autoctl', @words) }

# In pg_auto_failover 2.0 the monitor's own transactions can deadlock with a switchover. The switchover then has no effect and can be repeated.
sub switch_over {
  my ($self) = @_;
  for my $try (1 .. 5) {
    return if eval { $self->autoctl('perform', 'switchover', '--pgdata', "$self->{dir}/mon"); 1 };
    die $@ if $@ !~ /deadlock detected/ || $try == 5;
  }
}

# Runs a command of pg_autoctl in the background.
sub spawn {
  my ($self, $node, @words) = @_;
  my %environment = (%{ $self->{environment} }, $node eq 'n2' ? (LD_PRELOAD => $self->{clock}->library) : ());
  $self->{pid}{$node} = background("$self->{dir}/$node.log", \%environment, 'pg_autoctl', @words);
}

sub again { my ($self, $node) = @_; $self->spawn($node, 'run', '--pgdata', "$self->{dir}/$node") }

sub said { my ($self, $node) = @_; return slurp("$self->{dir}/$node.log") =~ /((?:.*\n){0,40})\z/ ? $1 : '' }

# ---------------------------------------------------------------- states of the nodes
sub monitor {
  my ($self, $user) = @_;
  return DBI->connect("dbi:Pg:dbname=pg_auto_failover;host=127.0.0.1;port=$self->{port}{mon};user=$user", '', '', { RaiseError => 1, PrintError => 0, AutoInactiveDestroy => 1 }) if $user;
  return $self->{monitor} ||= $self->monitor('autoctl_node');
}

# Returns (node => [reported state, assigned state]).
sub all_states {
  my ($self) = @_;
  my $rows = eval { $self->monitor->selectall_arrayref('select nodename, reportedstate, goalstate from pgautofailover.node order by nodename') };
  delete $self->{monitor}, return () unless $rows;
  return map { $_->[0] => [@$_[1, 2]] } @$rows;
}

sub states { my ($self) = @_; my %is = $self->all_states; return join ' ', map { "$_:$is{$_}[0]/$is{$_}[1]" } sort keys %is }

sub primary { my ($self) = @_; my %is = $self->all_states; my ($found) = grep { $is{$_}[1] =~ /^(?:primary|wait_primary|single)$/ } sort keys %is; return $found }
sub standby { my ($self) = @_; my $primary = $self->primary // ''; return $primary eq 'n1' ? 'n2' : 'n1' }

sub settled {
  my ($self) = @_;
  my %is = $self->all_states;
  return 0 unless 2 == grep { $_->[0] eq $_->[1] && $_->[0] =~ /^(?:primary|secondary)$/ } values %is;
  my $admin = eval { $self->admin($self->primary) } or return 0;
  return $admin->selectrow_array(q(select count(*) from pg_stat_replication where sync_state in ('sync', 'quorum') and state = 'streaming'));
}

# ---------------------------------------------------------------- connections
sub hosts {
  my ($self) = @_;
  return ('host=127.0.0.1,127.0.0.1', 'port=' . join(',', @{ $self->{port} }{@nodes}), 'target_session_attrs=read-write', 'connect_timeout=2');
}

# The connection string that docs/scaling.md recommends.
sub dsn {
  my ($self, $user) = @_;
  return join ' ', $self->hosts, "dbname=$name user=$user", 'tcp_user_timeout=3000 keepalives_idle=2 keepalives_interval=1 keepalives_count=3';
}

sub dbi { my ($self) = @_; return 'dbi:Pg:' . join ';', $self->hosts, "dbname=$name", 'user=collab_owner' }
sub dbh { my ($self) = @_; return Collab::Postgres->connect($self->dbi) }

sub admin {
  my ($self, $node, $database) = @_;
  return DBI->connect("dbi:Pg:dbname=@{[ $database || $name ]};host=127.0.0.1;port=$self->{port}{$node};user=postgres;connect_timeout=2", '', '',
    { RaiseError => 1, PrintError => 0, AutoInactiveDestroy => 1 });
}

sub behind {
  my ($self) = @_;
  my ($first, $second) = map { $self->admin($_)->selectrow_array('select extract(epoch from clock_timestamp())') } @nodes;
  return $first - $second;
}

# ---------------------------------------------------------------- processes
sub postgres { my ($self, $node) = @_; my $pid = pid_in("$self->{dir}/$node/postmaster.pid", "$self->{dir}/$node") or return; return ($pid, below($pid)) }
sub processes { my ($self, $node) = @_; my $pid = $self->{pid}{$node}; return grep { !gone($_) } $pid, below($pid) }

# Simulates the loss of the machine: stops all processes, so that they start no others, then kills them.
sub kill {
  my ($self, $node, @which) = @_;
  my @all = @which ? @which : $self->processes($node);
  CORE::kill 'STOP', @all;
  push @all, grep { my $new = $_; !grep { $_ == $new } @all } $self->processes($node) unless @which;
  slay(@all) or die "$node does not die\n";
}

sub stop {
  my ($self) = @_;
  return if $self->{owner} != $$;
  delete $self->{monitor};
  for my $node (grep { $self->{pid}{$_} } 'mon', @nodes) {        # the monitor first, so that it promotes no node
    $self->kill($node);
    delete $self->{pid}{$node};
  }
}

sub DESTROY { local ($?, $@, $!); eval { $_[0]->stop } }

1;
