# The cases of the drill: what each does, and its limits.
#
# A case is a row:
#   name       its name, as in options and reports
#   what       its description for people
#   does       a function, called with the drill and the case; returns when everything works again
#   outage     maximum time between two acknowledged writes, in seconds
#   failed     maximum number of failed requests: 0, or 'in-flight', which is one write of each writer. If it is missing, any number may fail
#              with 503
#   requests   minimum number of requests during the case
#   through    'httpd': the load comes through mod_proxy_balancer
#   short      part of the short form
# During the run a case gets `began` (its start time). It may also get `says` (a line for the report) and `wrong` (failed checks).
package Collab::Drill::Cases;
use strict;
use warnings;
use Time::HiRes qw(time);
use Collab::Drill::Cluster;
use Collab::Stack ();
use Collab::Trial qw(chosen);
use Collab::Wait qw(wait_for slay);

my @cases = (
  { name => 'node-kill-1',      what => 'kill -9 of a data node: its keeper and its PostgreSQL',          outage => 12, does => \&kill_node, short => 1 },
  { name => 'node-kill-2',      what => 'the same with the other data node',                              outage => 12, does => \&kill_node },
  { name => 'node-kill-3',      what => 'the same again',                                                 outage => 12, does => \&kill_node },
  { name => 'postmaster-kill',  what => 'kill -9 of PostgreSQL alone, which its keeper restarts',         outage => 8,  does => \&kill_postgres },
  { name => 'switchover-1',     what => 'pg_autoctl perform switchover',                                  outage => 3,  does => \&switch_over },
  { name => 'switchover-2',     what => 'and back',                                                       outage => 3,  does => \&switch_over },
  { name => 'primary-hangs',    what => 'SIGSTOP of the primary and its keeper for 20 s',                 outage => 15, does => \&hang_primary },
  { name => 'standby-hangs',    what => 'SIGSTOP of the standby and its keeper for 3.5 s',                outage => 6.5, does => \&hang_standby },
  { name => 'wait-broken-off',  what => 'two backends, which wait for the standby, are ended and cancelled', outage => 15, does => \&break_wait },
  { name => 'httpd-kill',       what => 'kill -9 of an httpd node',                                       failed => 'in-flight', does => \&kill_httpd },
  { name => 'haproxy-reload',   what => 'HAProxy is reloaded three times',                                failed => 0, does => \&reload },
  { name => 'drain',            what => 'collabctl drain of an httpd node, then its start',               failed => 0, requests => 5000, does => \&drain, short => 1 },
  { name => 'rolling-upgrade',  what => 'upgrade: schema, then node by node; then rollback of the nodes', failed => 0, requests => 5000, does => \&upgrade },
  { name => 'httpd-drain',      what => 'drain behind mod_proxy_balancer',                                failed => 0, requests => 5000, does => \&drain, through => 'httpd' },
  { name => 'httpd-httpd-kill', what => 'kill -9 of an httpd node behind mod_proxy_balancer',             failed => 'in-flight', does => \&kill_httpd, through => 'httpd' },
);

# Returns the cases of the short form, or those named in a comma-separated list, or all.
sub cases {
  my (%option) = @_;
  return $option{short} ? grep({ $_->{short} } @cases) : chosen('case', $option{cases}, @cases);
}

# ---------------------------------------------------------------- the database
sub kill_node {
  my ($drill, $case) = @_;
  my $cluster = $drill->cluster;
  my $node = $cluster->primary;
  $drill->new_subscription;
  $cluster->kill($node);
  $drill->writes_again(time, 60);
  $drill->go_on(2);
  $cluster->again($node);
  $drill->settled;
}

sub kill_postgres {
  my ($drill, $case) = @_;
  my $cluster = $drill->cluster;
  my $node = $cluster->primary;
  $cluster->kill($node, $cluster->postgres($node));
  $drill->writes_again(time, 60);
  $drill->go_on(6);         # the new primary accepts writes at once, and then blocks them again until a standby follows
  $drill->settled;
}

sub switch_over {
  my ($drill, $case) = @_;
  my $cluster = $drill->cluster;
  my $primary = $cluster->primary;
  $drill->new_subscription;
  $cluster->switch_over;
  $drill->settled;
  push @{ $case->{wrong} }, 'the primary is still the same' if $cluster->primary eq $primary;
}

sub hang_primary {
  my ($drill, $case) = @_;
  my $cluster = $drill->cluster;
  my $node = $cluster->primary;
  my @all = $cluster->processes($node);
  kill 'STOP', @all;
  $drill->writes_again(time, 60);
  $drill->go_on($case->{began} + 20 - time);
  kill 'CONT', @all;
  $drill->settled;
  push @{ $case->{wrong} }, 'the primary is still the same' if $cluster->primary eq $node;
}

sub hang_standby {
  my ($drill, $case) = @_;
  my $cluster = $drill->cluster;
  my @all = $cluster->processes($cluster->standby);
  my $since = time;
  kill 'STOP', @all;
  $drill->go_on(3.5);         # less than 4 s: after 4 s the monitor would remove the standby, and writes would go on without it
  $drill->standby_again($case, $since, @all);
}

# A trap of PostgreSQL: a commit reports success if its wait for the standby is cancelled, although only one machine has the row.
sub break_wait {
  my ($drill, $case) = @_;
  my $cluster = $drill->cluster;
  my ($primary, $standby) = ($cluster->primary, $cluster->standby);
  my $admin = $cluster->admin($primary);
  my @all = $cluster->postgres($standby);
  my $since = time;
  kill 'STOP', @all;
  my $waits = q(select pid from pg_stat_activity where usename = 'collab_api' and wait_event = 'SyncRep' order by pid);
  my $waiting;
  wait_for { $waiting = $admin->selectcol_arrayref($waits); @$waiting >= 2 } 5;
  if (@$waiting >= 2) {
    $admin->do('select pg_terminate_backend(?)', undef, $waiting->[0]);
    $admin->do('select pg_cancel_backend(?)', undef, $waiting->[1]);
  } else { push @{ $case->{wrong} }, 'no backend waited for the standby' }
  $drill->go_on(1.5);
  $drill->standby_again($case, $since, @all);
}

# ---------------------------------------------------------------- the nodes
sub kill_httpd {
  my ($drill, $case) = @_;
  my $node = ($drill->nodes)[1];
  my @all = ($node->pid, $node->processes(undef));
  kill 'STOP', $all[0];         # so that httpd's parent starts no other processes
  slay(@all, $node->processes(undef));
  $drill->go_on(4);
  $node->start;
  $drill->go_on(4);
}

sub reload {
  my ($drill, $case) = @_;
  for (1 .. 3) { $drill->balancer->reload; $drill->go_on(1.5) }
}

sub drain {
  my ($drill, $case) = @_;
  my $node = ($drill->nodes)[1];
  $drill->drain($node);
  $drill->go_on(1);
  $node->start;
  $drill->go_on(3);
  $drill->requests($case, $case->{requests});
}

# Upgrades the schema, then one node after the other. Then returns the nodes to the old version one by one; the new schema stays.
sub upgrade {
  my ($drill, $case) = @_;
  my $new = $drill->{next};
  Collab::Stack::migrate($drill->cluster, $drill->{dir}, "$new/collabctl");
  $drill->go_on(1);
  for my $so ("$new/mod_collab.so", $drill->{so}) {
    for my $n (1 .. $drill->nodes) {
      my $node = ($drill->nodes)[$n - 1];
      $drill->drain($node);
      $drill->site->use_module($n, $so);
      $node->start;
      $drill->go_on(2.5);
    }
    $drill->requests($case, $case->{requests} / 2);
  }
  $drill->requests($case, $case->{requests});
  my %by = map { @$_ } @{ $drill->cluster->dbh->selectall_arrayref(q(select drill, count(*) from note where created_at > to_timestamp(?) group by 1), undef, $case->{began}) };
  $case->{says} = join ', ', map { "$by{$_} notes by the " . ($_ eq 'next' ? 'next' : 'old') . ' version' } sort keys %by;
  push @{ $case->{wrong} }, 'one of the two versions wrote nothing' unless $by{next} && $by{before};
}

1;
