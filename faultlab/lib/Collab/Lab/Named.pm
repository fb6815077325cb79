# A database that the operator names (--dsn). It must be empty, and is emptied again after a passed run. The only database fault here
# ends sessions, if the owner may do that.
package Collab::Lab::Named;
use strict;
use warnings;
use DBI;
use Collab::Postgres;

sub take {
  my ($class, %o) = @_;
  my $self = bless { owner => $o{dsn}, api => $o{'api-dsn'}, dispatch => $o{'dispatch-dsn'} }, $class;
  $self->{owner} =~ m{^\s*\w+\s*=} or die "--dsn: write it as \"host=… dbname=… user=…\"\n";
  $self->{owner} =~ /\bdbname\s*=/ or die "--dsn: must name a database (dbname=…)\n";
  my ($tables) = DBI->connect($self->dbi, '', '', { RaiseError => 1, PrintError => 0 })->selectrow_array(q(
    select (select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace
             where n.nspname not like 'pg\_%' and n.nspname <> 'information_schema'
               and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e'))
         + (select count(*) from pg_namespace where nspname not like 'pg\_%' and nspname not in ('information_schema', 'public'))));
  die "--dsn: this database is not empty; the lab uses an empty one or makes its own\n" if $tables;
  return $self;
}

sub dbi { "dbi:Pg:$_[0]{owner}" }
sub dbh { return Collab::Postgres->connect($_[0]->dbi) }
sub admin { return $_[0]->dbh }
sub pid { undef }

# A libpq string for a role: the option for that role if given, else the owner's string with this role as user, without password.
sub dsn {
  my ($self, $user) = @_;
  my %own = (collab_owner => $self->{owner}, collab_api => $self->{api}, collab_dispatch => $self->{dispatch});
  return $own{$user} if defined $own{$user};
  (my $dsn = $self->{owner}) =~ s/\b(user|password)\s*=\s*('(?:[^'\\]|\\.)*'|\S+)//g;
  return "$dsn user=$user connect_timeout=2";
}

# Empties the database, after a passed run.
sub clean {
  my ($self) = @_;
  my $dbh = $self->dbh;
  $dbh->do('drop schema collab cascade');
}

sub stop { }

1;
