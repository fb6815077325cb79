# A whole installation for one test: PostgreSQL, schema, keys, httpd; for tests that restart or kill servers.
#
#   my $stack = stack(extra => "CollabWebhookRetry V2 1 1\n");     options of Collab::Server, such as directives; pg: options of Collab::Postgres;
#                                                                  vacuums: PostgreSQL vacuums by itself, as collabctl doctor wants it
#   $stack->pg  ->server
# From then on the functions of Collab::Test use this stack.
package Collab::Stack;
use strict;
use warnings;
use File::Path ();
use File::Temp ();
use Scalar::Util qw(weaken);
use Collab::File qw(write_file);        # tests call it as Collab::Stack::write_file, too
use Collab::Postgres;
use Collab::Server;
use Collab::Wait qw(run);
use Exporter 'import';
our @EXPORT = qw(stack);
my @running;

# In a test with one company, its failures are to count as attempts at once. A test of local faults passes another `undecided`; undef: the
# module's default.
sub at_once {
  my (%option) = @_;
  my %timers = (undecided => 1, %{ $option{timers} || {} });
  return (%option, timers => { map { ($_ => $timers{$_}) } grep { defined $timers{$_} } keys %timers });
}

sub stack {
  my (%option) = @_;
  my $pg = delete $option{pg} || {};
  # Each look for tables to vacuum starts processes; on two processors, those of eight stacks take a tenth of the time.
  $pg = { %$pg, conf => "autovacuum_naptime = 1h\n" . ($pg->{conf} || '') } unless delete $option{vacuums};
  my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp');
  my $self = bless { dir => $dir, owner => $$ }, __PACKAGE__;
  push @running, $self;
  weaken($running[-1]);
  $ENV{COLLAB_TEST_DIR} = $dir;
  $self->{pg} = migrated($dir, %$pg);
  $self->{server} = Collab::Server->start("$dir/main", database => $self->{pg}, at_once(%option));
  @ENV{qw(COLLAB_TEST_URL COLLAB_TEST_DBI COLLAB_TEST_DSN)} = ($self->{server}->url, $self->{pg}->dbi, $self->{pg}->dsn('collab_owner'));
  return $self;
}

sub pg     { $_[0]{pg} }
sub server { $_[0]{server} }

# Another httpd, on the same database.
sub another_server {
  my ($self, $name, %option) = @_;
  my $server = Collab::Server->start("$self->{dir}/$name", database => $self->{pg}, keys => $self->{dir}, at_once(%option));
  push @{ $self->{others} }, $server;
  weaken($self->{others}[-1]);
  return $server;
}

# Simulates the loss of the database: replaces it by a new, empty cluster.
sub new_cluster {
  my ($self) = @_;
  delete $self->{pg};       # which stops it
  File::Path::remove_tree("$self->{dir}/pg");
  return $self->{pg} = Collab::Postgres->start($self->{dir}, new => 1);
}

# Makes a PostgreSQL with the schema, and keys. Copies both from the run's template if there is one (make_template).
sub migrated {
  my ($dir, %option) = @_;
  if (my $template = $ENV{COLLAB_TEST_TEMPLATE}) {
    copy_keys($dir);
    return Collab::Postgres->start($dir, %option, template => "$template/migrated");
  }
  make_keys($dir);
  my $pg = Collab::Postgres->start($dir, %option);
  migrate($pg, $dir);
  return $pg;
}

sub copy_keys { my ($dir) = @_; run('cp', '-p', map({ "$ENV{COLLAB_TEST_TEMPLATE}/$_.key" } qw(token secrets)), $dir) }

# Makes the templates of all later clusters of this run: `empty` has the owner and an empty database, `migrated` also has the schema.
# `initdb` and `migrate` take four seconds; a copy takes a tenth of that.
sub make_template {
  my ($dir) = @_;
  mkdir $dir or die "$dir: $!\n";
  make_keys($dir);
  my $empty = Collab::Postgres->start($dir, data => "$dir/empty");
  $empty->shut_down;
  my $migrated = Collab::Postgres->start($dir, data => "$dir/migrated", template => "$dir/empty");
  migrate($migrated, $dir);
  $migrated->shut_down;
  $ENV{COLLAB_TEST_TEMPLATE} = $dir;
}

sub make_keys {
  my ($dir) = @_;
  umask 077;
  open my $random, '<:raw', '/dev/urandom' or die "/dev/urandom: $!\n";
  read $random, my $bytes, 64;
  write_file("$dir/token.key", substr $bytes, 0, 32);
  write_file("$dir/secrets.key", '1 ' . unpack('H*', substr $bytes, 32) . "\n");
  chmod 0600, "$dir/token.key", "$dir/secrets.key";
}

sub migrate {
  my ($pg, $dir, $collabctl) = @_;
  local $ENV{COLLAB_DSN} = $pg->dsn('collab_owner');
  local $ENV{COLLAB_SECRETS_KEY} = "$dir/secrets.key";
  run($collabctl || './collabctl', 'migrate');
}

# Stops everything. END calls it, too, even in a program that dies; global destruction would be too late.
sub end {
  my ($self) = @_;
  return if $self->{owner} != $$ || $self->{ended}++;
  my $status = $?;
  local ($?, $@, $!);
  eval { $_->stop } for grep { defined } @{ $self->{others} || [] }, $self->{server};       # while the folder has their pid files
  eval { $self->{pg}->stop } if $self->{pg};
  Test::More::fail("a clean log: $_") for splice @Collab::Server::faults;
  delete @{$self}{qw(server pg)};
  $self->keep_logs if $ENV{COLLAB_TEST_LOGS} && ($status || $INC{'Test/More.pm'} && !Test::More->builder->is_passing);
  File::Path::remove_tree($self->{dir}) unless $ENV{COLLAB_TEST_KEEP};
}

# After a failure, copies the stack's folder without its databases, so that t/TEST can keep the copy.
sub keep_logs {
  my ($self) = @_;
  my ($file) = $0 =~ m{([^/]+)\.t$};
  my $kept = "$ENV{COLLAB_TEST_LOGS}/" . ($file // 'stack') . '-' . $self->{dir} =~ s{.*/}{}r;
  File::Path::remove_tree(glob "$self->{dir}/{pg,*/pg}");
  eval { run('cp', '-R', $self->{dir}, $kept) };
}

sub DESTROY { $_[0]->end }
END { $_->end for grep { defined } @running }

1;
