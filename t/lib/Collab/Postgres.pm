# A private PostgreSQL: its own data folder and its own unix socket, no TCP. What a test starts with it stops with it, also when it dies.
#
#   my $pg = Collab::Postgres->start($dir);     $dir is short: a socket's path has at most 107 bytes; options: data (the
#                                               data's folder, else below $dir), conf (more lines of postgresql.conf)
#   $pg->dsn('collab_api')                      for libpq
#   $pg->dbh                                    the owner, by DBI
package Collab::Postgres;
use strict;
use warnings;
use DBI;
use Scalar::Util qw(weaken);
use Collab::Wait qw(wait_for run);

our $NAME = 'collab';
my @running;
my $bin = $ENV{COLLAB_PG_BINDIR} || '/usr/lib/postgresql/15/bin';

sub start {
  my ($class, $dir, %option) = @_;
  my $self = bless { dir => $option{data} || "$dir/pg", socket => $dir, owner => $$ }, $class;
  run("$bin/initdb", '-D', $self->{dir}, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N', '--no-instructions');
  open my $conf, '>>', "$self->{dir}/postgresql.conf" or die "$self->{dir}: $!\n";
  # fsync stays off, these clusters survive no power cut; a commit still means what it says when a process is killed
  print $conf <<"END";
listen_addresses = ''
unix_socket_directories = '$dir'
fsync = off
max_connections = 100
shared_buffers = 32MB
log_min_duration_statement = 2000
deadlock_timeout = 500ms
@{[ $option{conf} || '' ]}
END
  close $conf;
  $self->up;
  # what an operator has: an owner who may create roles, and a database of his
  my $admin = $self->admin('postgres');
  $admin->do('create role collab_owner login createrole');
  $admin->do("create database $NAME owner collab_owner");
  $admin->disconnect;
  return $self;
}

sub dsn {
  my ($self, $user) = @_;
  return "host=$self->{socket} dbname=$NAME user=$user connect_timeout=2";
}

sub name { return $NAME }
sub path { return "$_[0]{socket}/.s.PGSQL.5432" }      # its socket

sub dbi { "dbi:Pg:dbname=$NAME;host=$_[0]{socket};user=collab_owner" }

# A connection of the owner, who sees the schema without naming it.
sub connect {
  my ($class, $dbi) = @_;
  my $dbh = DBI->connect($dbi, '', '', { RaiseError => 1, PrintError => 0, PrintWarn => 0, AutoCommit => 1, pg_enable_utf8 => 1, AutoInactiveDestroy => 1 });
  $dbh->do('set client_min_messages = warning');
  $dbh->do("set search_path = collab, public");
  $dbh->do("set timezone = 'UTC'");
  return $dbh;
}

# The superuser's, who may end other people's sessions.
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
  run("$bin/pg_ctl", '-D', $self->{dir}, '-l', "$self->{socket}/pg.log", '-w', '-t', 30, 'start');
}

# mode: fast (clients are told), immediate (as a crash)
sub down {
  my ($self, $mode) = @_;
  run("$bin/pg_ctl", '-D', $self->{dir}, '-m', $mode || 'fast', '-w', '-t', 30, 'stop');
}

sub pid {
  my ($self) = @_;
  open my $in, '<', "$self->{dir}/postmaster.pid" or return;
  chomp(my $pid = <$in> || '');
  return $pid =~ /^\d+$/ && kill(0, $pid) ? $pid : undef;
}

sub stop {
  my ($self) = @_;
  return if $self->{owner} != $$;
  $self->down('immediate') if $self->pid;
}

sub DESTROY { local ($?, $@, $!); eval { $_[0]->stop } }

# When the program ends, in whatever way: at global destruction it would be too late.
END { local ($?, $@, $!); for (grep { defined } @running) { eval { $_->stop } } }

1;
