# The drill's site: the cluster with the schema, two httpd nodes with their dispatchers, the receiver, the members, the balancers.
#
#   my $site = Collab::Drill::Site->build($dir, $tools);       then, if given: the database (default: a cluster); so, collabctl: another version's
#   ->pg  ->nodes  ->balancer  ->exchanges
#   ->use_module($n, $so)                sets a node's module, from its next start on
#   my $new = $site->new_version         builds the next version, with a migration and a statement that uses it; returns the folder of its checkout
package Collab::Drill::Site;
use strict;
use warnings;
use Cwd ();
use Collab::Drill::Balancer;
use Collab::Drill::Cluster;
use Collab::Drill::Load;
use Collab::Exchange;
use Collab::File qw(slurp write_file);
use Collab::Server;
use Collab::Wait qw(run);
use parent 'Collab::Lab::Site';

my $top = Cwd::cwd();

sub build {
  my ($class, $dir, $tools, $database, %option) = @_;
  my $self = $class->on($database || Collab::Drill::Cluster->start("$dir/db", $tools), dir => $dir, %option);
  $self->start_nodes(2);
  $self->{pairs} = [map { $self->pair } 1 .. Collab::Drill::Load::WRITERS];
  $self->{balancer} = Collab::Drill::Balancer->haproxy("$dir/haproxy", $tools, $self->nodes);
  return $self;
}

sub balancer  { $_[0]{balancer} }
sub exchanges { return map { $_->{exchange} } $_[0]->pairs }

sub node {
  my ($self, $n) = @_;
  my $dir = "$self->{dir}/node$n";
  mkdir $dir or die "$dir: $!\n";
  $self->use_module($n, $self->{so} || "$top/mod_collab.so");
  return Collab::Server->start($dir, database => $self->pg, keys => $self->{dir}, so => "$dir/mod_collab.so", previous => $self->{so}, extra => <<"CONF");
CollabBaseURL http://exchange.drill.example
CollabTokenLifetime 86400
GracefulShutdownTimeout 30
LogLevel warn collab:info dbd:crit
CONF
}

sub use_module {
  my ($self, $n, $so) = @_;
  my $link = "$self->{dir}/node$n/mod_collab.so";
  unlink $link;
  symlink $so, $link or die "$link: $!\n";
}

# Two companies, a subscription of the receiving company, and a request for the readers.
sub pair {
  my ($self) = @_;
  my $pair = { exchange => exchange(request => 0), subscriptions => [] };
  $_->token for $pair->{exchange}->parties;
  $self->subscribe($pair, 'receiver', 'V2', $self->receiver_of('main')->url, kind => 'ledger');
  $pair->{exchange}->open_request;
  return $pair;
}

# ---------------------------------------------------------------- the next version
# Copies this checkout with its object files, and builds the next version there.
sub new_version {
  my ($self) = @_;
  my $new = "$self->{dir}/next";
  mkdir $new or die "$new: $!\n";
  run('sh', '-c', 'tar -C "$0" --exclude=build/obj/drill --exclude=build/unit -cf - Makefile Makefile.in config.status configure mod_collab sql build conf docs collabctl | tar -C "$1" -xf -', $top, $new);
  my ($last) = reverse 100, map { m{/(\d+)_} } sort glob "$new/sql/migrations/*.sql";
  -d "$new/sql/migrations" or mkdir "$new/sql/migrations" or die "$new/sql/migrations: $!\n";
  write_file("$new/sql/migrations/" . sprintf('%04d', $last + 1) . '_drill.sql', "alter table note add column drill text not null default 'before';\n");
  my $path = "$new/sql/queries/api/note_create.sql";
  my $text = slurp($path);
  $text =~ s/insert into note \((.*?)\n(\s+)select /insert into note (drill, $1\n$2select 'next', /s or die "note_create.sql has changed: adapt new_version\n";
  write_file($path, $text);
  run('make', '-s', '-C', $new, 'mod_collab.so', 'collabctl');
  return $new;
}

sub end {
  my ($self) = @_;
  $_->stop for grep { defined } @{$self}{qw(balancer second)};
  $self->SUPER::end;
}

1;
