# The control: the same load and the same account on a standby that is asynchronous and behind. Its losses must show: a drill that does
# not see them is blind.
package Collab::Drill::Control;
use strict;
use warnings;
use Time::HiRes qw(time sleep);
use Collab::Drill::Account;
use Collab::Drill::Load;
use Collab::Drill::Site;
use Collab::Postgres;
use Collab::Wait qw(wait_for);

sub run {
  my ($dir, $tools) = @_;
  mkdir "$dir/control" or die "$dir/control: $!\n";
  my $pg = Collab::Postgres->start("$dir/control");
  my $standby = $pg->standby("$dir/control/s");
  my $admin = $pg->admin;
  $admin->do('alter system reset synchronous_standby_names');
  $admin->do('select pg_reload_conf()');
  my $site = Collab::Drill::Site->build("$dir/control", $tools, $pg);
  my $account = Collab::Drill::Account->new;
  my $load = Collab::Drill::Load->start("$dir/control", $site->balancer->url, $site->exchanges);
  my $reached = sub { my ($count) = @_; wait_for { $account->add($load->attempts); $account->writes > $count } 60 or die "the control's load does not get on\n" };
  $reached->(200);
  # What the standby has not got when its primary goes: whatever is acknowledged from now on.
  my ($sender) = $admin->selectrow_array('select pid from pg_stat_replication');
  kill 'STOP', $sender;
  $reached->(50 + $account->writes);
  $pg->vanish;
  $standby->promote;
  $reached->(50 + $account->writes);
  $load->end;
  $account->add($load->attempts);
  $account->settle($standby->dbh);
  $site->end;
  $_->stop for $standby, $pg;
  return { acknowledged => scalar $account->writes, lost => scalar grep { $_->{lost} } $account->writes };
}

1;
