# The drill: builds the site, lets members write and read through the load balancer, does the cases one after the other, and judges.
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
use Collab::Wait qw(gone run);

use constant { LOOK => 0.05, STEADY => 3, BACKLOG_WITHIN => 60 };

# Options: dir, tools, short, cases (names with commas).
sub new { my ($class, %o) = @_; return bless { %o, so => Cwd::cwd() . '/mod_collab.so', account => Collab::Drill::Account->new, results => [] }, $class }

sub site     { $_[0]{site} }
sub cluster  { $_[0]{site}->cluster }
sub nodes    { $_[0]{site}->nodes }
sub account  { $_[0]{account} }
sub balancer { $_[0]{site}->balancer }
sub say { my ($self, @words) = @_; printf "%7.1f  %s\n", time - ($self->{began} //= time), "@words" }

# 0: every measure holds; 1: one does not; 3: the drill could not be run.
sub run_all {
  my ($self) = @_;
  $| = 1;
  $SIG{$_} = sub { exit 130 } for qw(INT TERM HUP);
  my $judged = eval {
    my @cases = Collab::Drill::Cases::cases(%$self);
    $self->say('set-up');
    $self->{site} = Collab::Drill::Site->build($self->{dir}, $self->{tools});
    if (grep { $_->{name} eq 'rolling-upgrade' } @cases) { $self->say('build of the next version'); $self->{next} = $self->site->new_version }
    for my $through ('haproxy', 'httpd') {
      my @here = grep { ($_->{through} || 'haproxy') eq $through } @cases or next;
      $self->{second} = $self->{site}{second} = Collab::Drill::Balancer->httpd("$self->{dir}/balancer", $self->nodes) if $through eq 'httpd';
      $self->load(@here);
    }
    $self->{found} = $self->account->settle($self->cluster->dbh, $self->site->receiver);
    $self->{site}->end;
    $self->say('control: an asynchronous standby');
    $self->{control} = Collab::Drill::Control::run($self->{dir}, $self->{tools}) unless $self->{without_control};
    Collab::Drill::Report::judge($self);
  };
  my $error = $@;
  eval { $self->{site}->end } if $self->{site};
  if (!$judged) { print STDERR "drill: $error"; return 3 }
  Collab::Drill::Report::show($self, $judged);
  return $judged->{passed} ? 0 : 1;
}

# Cases under one load.
sub load {
  my ($self, @cases) = @_;
  my $url = ($self->{second} || $self->balancer)->url;
  $self->{load} = Collab::Drill::Load->start($self->{dir}, $url, $self->site->exchanges);
  for my $case (@cases) {
    $self->go_on(STEADY);
    $self->do_case($case);
  }
  $self->go_on(STEADY);
  $self->{load}->end;
  $self->look;
  my $last = time;
  $self->{drained} = $self->backlog_gone($last);
}

sub do_case {
  my ($self, $case) = @_;
  my %case = %$case;
  $self->say("$case{name}: $case{what}");
  my %log = map { $_ => -s "$_->{dir}/error_log" } $self->nodes;
  my $began = time;
  $case->{does}->($self, \%case);
  $self->{drained_after} = $self->backlog_gone(time) if defined $case{outage};
  $self->look;
  @case{qw(began ended)} = ($began, time);
  $case{from} //= $began;
  $case{drained} = $self->{drained_after} if defined $case{outage};
  $case{logs} = [map { new_lines("$_->{dir}/error_log", $log{$_}) } $self->nodes];
  delete $case{does};
  push @{ $self->{results} }, \%case;
}

# What a node's log got since: {code or first words => how often}, and the lines.
sub new_lines {
  my ($path, $from) = @_;
  open my $in, '<', $path or return {};
  seek $in, $from, 0;
  my (%count, @lines);
  while (<$in>) {
    push @lines, $_;
    $count{ /\b((?:CB|AH)\d+)/ ? $1 : substr s/^(?:\[[^\]]*\] )*//r, 0, 40 }++;
  }
  return { count => \%count, lines => \@lines };
}

# ---------------------------------------------------------------- what the cases say
sub look { my ($self) = @_; $self->account->add($self->{load}->attempts) }

# Lets the load go on for so long.
sub go_on { my ($self, $seconds) = @_; sleep $seconds if $seconds > 0; $self->look }

sub wait_until {
  my ($self, $condition, $seconds) = @_;
  my $end = time + $seconds;
  while (time < $end) {
    $self->look;
    return 1 if $condition->();
    sleep LOOK;
  }
  return 0;
}

# Until a write that began after that moment is acknowledged.
sub writes_again {
  my ($self, $since, $seconds) = @_;
  $self->wait_until(sub { my $last = $self->account->last_write; $last && $last->{at} > $since }, $seconds) or die "no write was acknowledged within $seconds s\n";
}

sub settled { my ($self) = @_; $self->wait_until(sub { $self->cluster->settled_now }, 90) or die 'the nodes did not find their places: ' . $self->cluster->states . "\n" }

sub requests_since { my ($self, $since) = @_; return scalar grep { $_->{until} > $since } @{ $self->account->{attempts} } }

# Something that takes a while, in a process of its own; dies when it fails.
sub meanwhile {
  my ($self, $do) = @_;
  my $pid = fork // die "fork: $!\n";
  if (!$pid) { my $fine = eval { $do->(); 1 }; print STDERR $@ if !$fine; require POSIX; POSIX::_exit($fine ? 0 : 1) }
  my $status;
  $self->wait_until(sub { $status = $? if waitpid($pid, 1) == $pid; defined $status }, 120) or do { kill 'KILL', $pid; waitpid $pid, 0; die "it has not come to its end in time\n" };
  die "it failed\n" if $status;
}

sub none_acknowledged {
  my ($self, $case, $from, $until) = @_;
  $self->look;
  my @early = grep { $_->{at} > $from && $_->{until} < $until } $self->account->writes;
  push @{ $case->{wrong} }, @early . ' writes were acknowledged while only the primary had them' if @early;
}

# Takes a node out of service as an operator does, and waits until it is gone.
sub drain {
  my ($self, $node) = @_;
  my $pid = $node->pid or die "the node does not run\n";
  my @all = ($pid, $node->processes(undef));
  my $dsn = $self->cluster->dsn('collab_owner');
  $self->meanwhile(sub { local $ENV{COLLAB_DSN} = $dsn; run('./collabctl', 'drain', '--process', $pid, '--idle', 2) });
  $self->wait_until(sub { gone(@all) }, 40) or die "the node does not end\n";
}

sub start {
  my ($self, $node) = @_;
  $self->meanwhile(sub { $node->{owner} = 0; $node->start; 1 });
}

# Seconds until nothing is left to deliver of what was committed before that moment.
sub backlog_gone {
  my ($self, $before) = @_;
  my $began = time;
  my $left = 'select (select count(*) from outbox o join event e on e.id = o.event where e.created_at < to_timestamp($1) and o.channel <> 3)
    + (select count(*) from delivery d join event e on e.id = d.event where e.created_at < to_timestamp($1))';
  my $dbh;
  my $gone = $self->wait_until(sub { $dbh ||= eval { $self->cluster->dbh }; my ($n) = eval { $dbh->selectrow_array($left, undef, $before) }; $dbh = undef if !defined $n; defined $n && $n == 0 }, BACKLOG_WITHIN);
  return $gone ? time - $began : undef;
}

1;
