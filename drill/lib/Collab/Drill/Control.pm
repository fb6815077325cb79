# The control: the same load, and the same record of acknowledged writes (Account.pm), with an asynchronous standby that lags. This
# site loses writes, and the drill must detect that.
package Collab::Drill::Control;
use strict;
use warnings;
use Time::HiRes qw(time sleep);
use Collab::Drill::Account;
use Collab::Drill::Load;
use Collab::Drill::Site;
use Collab::Lab::Load qw(attempts);
use Collab::Postgres;
use Collab::Wait qw(wait_for);

sub run {
  my ($dir, $tools) = @_;
  mkdir "$dir/control" or die "$dir/control: $!\n";
  my $pg = Collab::Postgres->start("$dir/control");
  my $standby = $pg->standby("$dir/control/s");
  $pg->asynchronous;
  my $site = Collab::Drill::Site->build("$dir/control", $tools, $pg);
  my $account = Collab::Drill::Account->new;
  my $load = Collab::Drill::Load::start("$dir/control/load", $site->balancer->url, $site->exchanges);
  my $reached = sub { my ($count) = @_; wait_for { $account->add(attempts($load)); $account->writes > $count } 60 or die "the control: fewer than $count writes within 60 s\n" };
  $reached->(200);
  # The standby gets no write that is acknowledged from now on.
  my ($sender) = $pg->admin->selectrow_array('select pid from pg_stat_replication');
  kill 'STOP', $sender;
  $reached->(50 + $account->writes);
  $pg->vanish;
  $standby->promote;
  $reached->(50 + $account->writes);
  $load->end;
  $account->add(attempts($load));
  $account->settle($standby->dbh);
  $site->end;
  $standby->stop;
  return { acknowledged => scalar $account->writes, lost => scalar grep { $_->{lost} } $account->writes };
}

1;
