# The lab's site: the database, the nodes, the receivers and the subscriptions.
#
#   my $site = Collab::Lab::Site->build(dir => $dir, nodes => 2, slots => 32, …)
#   ->pg  ->nodes  ->pairs  ->receiver_of('main'|'away'|'hostile')  ->certificate('good'|'expired')
# A pair is two companies that exchange requests: {exchange, quiet, subscriptions}. A subscription is {n, id, version, side, kind, types,
# directions, from}; the path of its callback ends in its n. All events of a subscription of the kind "ledger" must arrive; with `from`, those
# with a greater id.
# Receivers `main` and `away` keep a ledger (Collab::Lab::Ledger). The drill's site is a subclass.
package Collab::Lab::Site;
use strict;
use warnings;
use File::Copy ();
use IO::Socket::IP;
use JSON::XS ();
use Collab::Clock;
use Collab::Exchange;
use Collab::File qw(slurp write_file);
use Collab::Httpd;
use Collab::Lab::Ledger;
use Collab::Lab::Named;
use Collab::Postgres;
use Collab::Receiver;
use Collab::Server;
use Collab::Stack ();

use constant { MAIN => '127.0.0.10', HOSTILE => '127.0.0.11', FRONT => '127.0.0.12', TIMEOUT => 2, LEASE => 2 + 15 };
use constant NAME => 'front.faultlab.example';

# The answers of the hostile receivers.
my @hostile = qw(hang drip endless reset 500 429+2 401 302 garbage 503+3);
my $prefix = 'org.provider.core.collaboration-request.';

sub build {
  my ($class, %o) = @_;
  %o = (%o, clocks(%o));
  my $pg = $o{dsn} ? Collab::Lab::Named->take(%o) : Collab::Postgres->start($o{dir}, data => "$o{dir}/disk/pg", conf => "max_wal_size = 96MB\nmin_wal_size = 32MB\n",
    $o{database_clock} ? (preload => $o{database_clock}->library) : ());
  my $self = $class->on($pg, %o);
  $self->make_warnings if $o{wanted};
  $self->{receiver}{hostile} = receiver(address => HOSTILE, ledger => '/dev/null', note => sub { undef });
  $self->make_front;
  $self->{trap} = IO::Socket::IP->new(LocalAddr => '127.0.0.1', LocalPort => 0, Listen => 5, Blocking => 0) or die "trap: $@\n";
  $self->start_nodes($o{nodes});
  $self->{pairs} = [map({ $self->pair($_) } 1 .. 3), $self->quiet_pair];
  return $self;
}

# Returns the clocks that the lab sets: {clocks} of the nodes, and {database_clock}; or {no_clock}, which says why there are none. A run
# without faults uses the system's clock, which is faster to read.
sub clocks {
  my (%o) = @_;
  return (no_clock => 'this run has no faults') unless $o{wanted};
  my ($database, @nodes) = eval { map { my $dir = "$o{dir}/clock$_"; mkdir $dir or die "$dir: $!\n"; Collab::Clock->new($dir) } 0 .. $o{nodes} };
  return (no_clock => 'this system has no C compiler') unless @nodes;
  return $database->works ? (database_clock => $database, clocks => \@nodes) : (no_clock => 'this system preloads no library from /tmp');
}

# A site with keys, the schema in this database, and the receivers that keep a ledger.
sub on {
  my ($class, $pg, %o) = @_;
  my $self = bless { %o, pg => $pg }, $class;
  mkdir "$o{dir}/secrets" or die "$o{dir}/secrets: $!\n";
  Collab::Stack::make_keys($o{dir});
  Collab::Stack::migrate($pg, $o{dir}, $o{collabctl});
  @ENV{qw(COLLAB_TEST_DIR COLLAB_TEST_DBI)} = ($o{dir}, $pg->dbi);
  $self->{receiver}{$_} = receiver(address => MAIN, ledger => "$o{dir}/$_.ledger", note => Collab::Lab::Ledger::note($o{dir}, $_ eq 'main' && $o{'drop-one'}))
    for qw(main away);
  return $self;
}

sub start_nodes {
  my ($self, $count) = @_;
  $self->{nodes} = [map { $self->node($_) } 1 .. $count];
  $ENV{COLLAB_TEST_URL} = $self->{nodes}[0]->url;
}

sub pg       { $_[0]{pg} }
sub nodes    { @{ $_[0]{nodes} } }
sub pairs    { @{ $_[0]{pairs} } }
sub receiver_of { $_[0]{receiver}{ $_[1] } }

sub node {
  my ($self, $n) = @_;
  my $name = "node$n";
  local $ENV{COLLAB_PRELOAD} = $self->{clocks} ? $self->{clocks}[$n - 1]->library : '';
  return Collab::Server->start("$self->{dir}/$name", database => $self->{pg}, keys => $self->{dir}, so => $self->{so},
    dispatch_dsn => $self->{pg}->dsn('collab_dispatch') . " application_name=$name", extra => <<"END");
CollabBaseURL http://exchange.faultlab.example
CollabTokenLifetime 86400
CollabDispatcher On slots=$self->{slots} per-endpoint=@{[ $self->per_endpoint ]}
CollabWebhookTimeout @{[ TIMEOUT ]}
CollabWebhookRetry V1 1 1 2 3 5 8 13 20
CollabWebhookRetry V2 1 1 2 3 5 8 13 20
CollabOutboundAllow None
CollabOutboundAllow @{[ MAIN, HOSTILE, FRONT ]}
CollabOutboundCA "$self->{dir}/front/good.pem"
CollabOutboundHost @{[ NAME, FRONT ]}
END
}

# At most half of the slots, so that a hanging endpoint leaves some to the others.
sub per_endpoint { my ($self) = @_; my $half = int $self->{slots} / 2; return $half > 16 ? 16 : $half || 1 }

# ---------------------------------------------------------------- warnings
# Gives each table a trigger, which does nothing until `warnings` is called. The function alone changes then: a trigger that came and went
# would need locks on the tables.
sub make_warnings {
  my ($self) = @_;
  $self->warnings(0);
  my $dbh = $self->{pg}->dbh;
  my $tables = $dbh->selectcol_arrayref(q(select oid::regclass::text from pg_class where relnamespace = 'collab'::regnamespace and relkind in ('r', 'p') and not relispartition));
  $dbh->do("create trigger faultlab after insert or update or delete on $_ for each statement execute function faultlab_warning()") for @$tables;
}

sub warnings {
  my ($self, $on) = @_;
  my $warning = $on ? q(raise warning 'a write of %', tg_table_name;) : '';
  $self->{pg}->dbh->do(qq(create or replace function collab.faultlab_warning() returns trigger language plpgsql as \$\$ begin $warning return null; end \$\$));
}

# ---------------------------------------------------------------- https in front of the main receiver
sub make_front {
  my ($self) = @_;
  my $dir = "$self->{dir}/front";
  my ($good, $key) = Collab::Httpd::certificate($dir, NAME, 365);
  Collab::Httpd::sign($dir, 'expired', -1);
  File::Copy::copy($good, "$dir/$_.pem") or die "$dir: $!\n" for qw(good now);
  $self->{front} = Collab::Httpd->start($dir, address => FRONT, modules => [qw(http2 proxy proxy_http socache_shmcb ssl)], config => <<"END");
ServerLimit 4
ThreadsPerChild 32
MaxRequestWorkers 128
Protocols h2 http/1.1
SSLEngine On
SSLCertificateFile "$dir/now.pem"
SSLCertificateKeyFile "$key"
ProxyPass "/" "http://@{[ MAIN ]}:@{[ $self->{receiver}{main}->port ]}/" retry=0
END
}

sub certificate {
  my ($self, $which) = @_;
  my $dir = "$self->{dir}/front";
  File::Copy::copy("$dir/$which.pem", "$dir/now.pem") or die "$dir: $!\n";
  $self->{front}->graceful;
}

# ---------------------------------------------------------------- members
sub pair {
  my ($self, $n) = @_;
  my $pair = { exchange => exchange(request => 0), subscriptions => [] };
  my ($main, $away) = @{ $self->{receiver} }{qw(main away)};
  (my $secure = $main->url) =~ s{^http://[^/]+}{"https://" . NAME . ":" . $self->{front}->port}e;
  $self->subscribe($pair, 'receiver', 'V2', $main->url, kind => 'ledger');
  $self->subscribe($pair, 'receiver', 'V1', $main->url, kind => 'ledger');
  $self->subscribe($pair, 'submitter', 'V2', $away->url, kind => 'ledger', types => ['note.created', 'closed'], caseDirections => ['OUTBOUND']);
  $self->subscribe($pair, 'submitter', 'V2', $away->url, kind => 'other', caseDirections => ['INBOUND']);     # gets nothing: the submitter has no INBOUND requests
  $self->subscribe($pair, 'submitter', 'V2', $secure, kind => 'ledger') if $n == 1;
  return $pair;
}

# A pair with fewer writes, because the hostile receivers get its events, too.
sub quiet_pair {
  my ($self) = @_;
  my $pair = { exchange => exchange(request => 0), subscriptions => [], quiet => 1 };
  $self->subscribe($pair, 'receiver', 'V2', $self->{receiver}{main}->url, kind => 'ledger');
  $self->subscribe($pair, 'submitter', 'V2', $self->{receiver}{hostile}->url($_), kind => 'hostile', types => ['note.created']) for @hostile;
  return $pair;
}

sub subscribe {
  my ($self, $pair, $side, $version, $url, %with) = @_;
  my ($kind, $types) = delete @with{qw(kind types)};
  my $answer = $pair->{exchange}{$side}->post('/' . lc($version) . '/webhooks',
    { callbackUrl => $url, %with, $types ? (eventTypes => [map { "$prefix$_" } @$types]) : () });
  die "subscription to $url: " . $answer->status . ' ' . $answer->text . "\n" unless $answer->status == 200;
  my ($n) = $url =~ m{/(\d+)$};
  my $subscription = { n => $n, id => $answer->json->{id}, version => $version, side => $side, kind => $kind, types => $types || ($version eq 'V1' ? ['created', 'note.created'] : undef),
    directions => $with{caseDirections} };
  write_file("$self->{dir}/secrets/$n", JSON::XS->new->encode({ id => $answer->json->{id}, secret => $answer->json->{secret} }));
  push @{ $pair->{subscriptions} }, $subscription;
  return $subscription;
}

# All subscriptions of a kind.
sub subscriptions { my ($self, $kind) = @_; return grep { $_->{kind} eq $kind } map { @{ $_->{subscriptions} } } $self->pairs }

# Points a host name to this address in the lab's own /etc/hosts, and removes the name's earlier addresses.
sub name {
  my ($self, $name, $address) = @_;
  write_file('/etc/hosts', grep({ !/\s\Q$name\E$/ } split /^/m, slurp('/etc/hosts')), "$address $name\n");
}

# The number of connections to the trap, which must get none.
sub trapped {
  my ($self) = @_;
  while (my $came = $self->{trap}->accept) { $self->{trapped}++; close $came }
  return $self->{trapped} || 0;
}

# After a passed run ($well), empties a named database; after a failure it stays, to be examined.
sub end {
  my ($self, $well) = @_;
  $_->stop for grep { defined } @{ $self->{nodes} || [] };
  $_->stop for values %{ $self->{receiver} || {} };
  $self->{front}->stop if $self->{front};
  $self->{pg}->clean if $well && $self->{pg}->can('clean');
  $self->{pg}->stop if $self->{pg};
}

1;
