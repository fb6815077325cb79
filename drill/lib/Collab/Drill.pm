# The drill: builds the site, has members write and read through the load balancer, runs the cases in order, and judges.
package Collab::Drill;
use strict;
use warnings;
use Cwd ();
use Time::HiRes qw(time sleep);
use Collab::Drill::Account;
use Collab::Drill::Balancer;
use Collab::Drill::Cases;
use Collab::Drill::Control;
use Collab::Drill::Load;
use Collab::Drill::Report;
use Collab::Drill::Site;
use Collab::File qw(lines_from);
use Collab::Lab::Account;
use Collab::Lab::Load qw(attempts);
use Collab::Wait qw(wait_for gone run);
use parent 'Collab::Trial';

use constant { STEADY => 3, BACKLOG_WITHIN => 60 };

# Options: dir, tools, short, cases (a comma-separated list of names).
sub new { my ($class, %o) = @_; return $class->SUPER::new(%o, so => Cwd::cwd() . '/mod_collab.so', account => Collab::Drill::Account->new, results => []) }

sub site     { $_[0]{site} }
sub cluster  { $_[0]{site}->pg }
sub nodes    { $_[0]{site}->nodes }
sub account  { $_[0]{account} }
sub balancer { $_[0]{site}->balancer }
sub work {
  my ($self) = @_;
  my @cases = Collab::Drill::Cases::cases(%$self);
  $self->say('set-up');
  my $site = $self->{site} = Collab::Drill::Site->build($self->{dir}, $self->{tools});
  if (grep { $_->{name} eq 'rolling-upgrade' } @cases) { $self->say('build of the next version'); $self->{next} = $site->new_version }
  for my $through ('haproxy', 'httpd') {
    my @here = grep { ($_->{through} || 'haproxy') eq $through } @cases or next;
    $self->{second} = $site->{second} = Collab::Drill::Balancer->httpd("$self->{dir}/balancer", $self->nodes) if $through eq 'httpd';
    $self->load(@here);
  }
  my $dbh = $self->cluster->dbh;
  $self->account->settle($dbh);
  $self->{behind} = $self->cluster->behind;
  $self->{deliveries} = Collab::Lab::Account->new($site);
  $self->{deliveries}->read;
  $self->{witness} = $self->{deliveries}->witness($dbh);
  $site->end;
  $self->say('control: an asynchronous standby');
  $self->{control} = Collab::Drill::Control::run($self->{dir}, $self->{tools});
  return Collab::Drill::Report::judge($self);
}

sub end { my ($self) = @_; $self->{site}->end if $self->{site} }

sub show { my ($self, $report) = @_; Collab::Drill::Report::show($report) }

# Runs cases under one load.
sub load {
  my ($self, @cases) = @_;
  my $balancer = $self->{second} || $self->balancer;
  $self->{load} = Collab::Drill::Load::start("$balancer->{dir}/load", $balancer->url, $self->site->exchanges);
  for my $case (@cases) {
    $self->go_on(STEADY);
    $self->do_case($case);
  }
  $self->go_on(STEADY);
  $self->{load}->end;
  $self->look;
  $self->{drained} = $self->backlog_gone;
}

sub do_case {
  my ($self, $case) = @_;
  my %log = map { $_ => -s "$_->{dir}/error_log" } $self->nodes;
  my %case = (%$case, began => time);
  $self->say("$case{name}: $case{what}");
  $case->{does}->($self, \%case);
  $case{drained} = $self->backlog_gone if defined $case{outage};
  $self->look;
  $case{ended} = time;
  $case{logs} = [map { new_lines("$_->{dir}/error_log", $log{$_}) } $self->nodes];
  push @{ $self->{results} }, \%case;
}

# Returns {lines => [the lines of a log after this position], count => {message number or first characters => number of such lines}}.
sub new_lines {
  my ($path, $from) = @_;
  my @lines = lines_from($path, \$from);
  my %count;
  $count{ /\b((?:CB|AH)\d+)/ ? $1 : substr s/^(?:\[[^\]]*\] )*//r, 0, 40 }++ for @lines;
  return { count => \%count, lines => \@lines };
}

# ---------------------------------------------------------------- methods for the cases
sub look { my ($self) = @_; $self->account->add(attempts($self->{load})) }

# Lets the load run for these seconds.
sub go_on { my ($self, $seconds) = @_; sleep $seconds if $seconds > 0; $self->look }

# Waits until a write that began after $since is acknowledged.
sub writes_again {
  my ($self, $since, $seconds) = @_;
  wait_for { $self->look; my $last = $self->account->last_write; $last && $last->{at} > $since } $seconds or die "no write was acknowledged within $seconds s\n";
}

# Waits until the case has seen $count requests.
sub requests {
  my ($self, $case, $count) = @_;
  wait_for { $self->look; $count < grep { $_->{until} > $case->{began} } @{ $self->account->{attempts} } } 60;
}

sub settled { my ($self) = @_; wait_for { $self->cluster->settled } 90 or die 'the cluster did not get a primary with a synchronous standby: ' . $self->cluster->states . "\n" }

# Makes a subscription just before a failover. It must get all later events, although the new primary's clock may be behind.
sub new_subscription {
  my ($self) = @_;
  my @pairs = $self->site->pairs;
  my $pair = $pairs[ $self->{subscribed}++ % @pairs ];
  my $made = $self->site->subscribe($pair, 'receiver', 'V2', $self->site->receiver_of('main')->url, kind => 'ledger');
  $made->{from} = $self->cluster->dbh->selectrow_array('select last_value from event_id_seq');
}

# Continues the standby, which was stopped at $since. Checks that no write that began while the standby was stopped has been acknowledged,
# because the stopped standby could not have received such a write.
sub standby_again {
  my ($self, $case, $since, @processes) = @_;
  my $until = time;
  kill 'CONT', @processes;
  $self->look;
  my @early = grep { $_->{at} > $since + 0.2 && $_->{until} < $until } $self->account->writes;
  push @{ $case->{wrong} }, @early . ' writes were acknowledged while only the primary had them' if @early;
  $self->writes_again($until, 30);
  $self->settled;
}

# Drains a node as an operator does, and waits until its processes have ended.
sub drain {
  my ($self, $node) = @_;
  my $pid = $node->pid or die "the node does not run\n";
  my @all = ($pid, $node->processes(undef));
  local $ENV{COLLAB_DSN} = $self->cluster->dsn('collab_owner');
  run('./collabctl', 'drain', '--process', $pid, '--idle', 2);
  wait_for { gone(@all) } 40 or die "the drained node did not end within 40 s\n";
}

# Seconds until every event that has been committed is delivered; undef: not within BACKLOG_WITHIN seconds. Compares ids, because the
# data nodes' clocks differ.
sub backlog_gone {
  my ($self) = @_;
  my $began = time;
  my $last;
  my $left = 'select (select count(*) from outbox where event <= $1 and channel <> 3) + (select count(*) from delivery where event <= $1)';
  my $gone = wait_for { eval {
    my $dbh = $self->cluster->dbh;
    $last //= $dbh->selectrow_array('select max(id) from event');
    !$dbh->selectrow_array($left, undef, $last);
  } } BACKLOG_WITHIN;
  return $gone ? time - $began : undef;
}

1;
