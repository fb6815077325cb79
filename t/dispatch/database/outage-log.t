# t/dispatch/database/outage-log.t: the error log reports an outage of the dispatcher's database once for all connections
use lib qw(t/lib lab/lib);
use Collab::Postponed;
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;

my $receiver = receiver();
my $stack = stack(extra => "CollabDutyInterval 100ms\nCollabEventLog $ENV{COLLAB_TEST_DIR}/events.log\n");
my ($server, $pg, $admin) = ($stack->server, $stack->pg, $stack->pg->admin);

sub lines { my ($text) = @_; return scalar(() = $server->log =~ /$text/g) }
sub refused { open my $in, '<', "$pg->{dir}.log" or die "$pg->{dir}.log: $!\n"; local $/; return scalar(() = <$in> =~ /role "collab_dispatch" is not permitted to log in/g) }

for my $outage (1, 2) {
  ok delivered(speak(subscribed($receiver->url))), 'before the outage, events are delivered';
  my $before = refused();
  $admin->do('alter role collab_dispatch nologin');
  $admin->do(q(select pg_terminate_backend(pid) from pg_stat_activity where usename = 'collab_dispatch'));
  ok +(wait_for { refused() - $before >= 20 } 30), 'all connections of the dispatcher are refused repeatedly';
  ok +(wait_for { lines('CB0602') >= $outage } 20), 'the error log reports the outage';
  $admin->do('alter role collab_dispatch login');
  ok +(wait_for { lines('CB0601: dispatcher: the database is back') >= $outage } 30), 'the error log reports its end';
  ok delivered(speak(subscribed($receiver->url))), 'after the outage, events are delivered';
  is lines('CB0602'), $outage, 'one line reports its beginning';
  is lines('CB0601'), $outage, 'one line reports its end';
}

done_testing;
