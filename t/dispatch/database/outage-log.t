# t/dispatch/database/outage-log.t: the log tells an outage of the dispatcher's database once, however many connections it needs
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
  ok delivered(speak(subscribed($receiver->url))), 'all is well';
  my $before = refused();
  $admin->do('alter role collab_dispatch nologin');
  $admin->do(q(select pg_terminate_backend(pid) from pg_stat_activity where usename = 'collab_dispatch'));
  ok +(wait_for { refused() - $before >= 20 } 30), 'all connections of the dispatcher are refused, again and again';
  ok +(wait_for { lines('CB0602') >= $outage } 20), 'the log says so';
  $admin->do('alter role collab_dispatch login');
  ok +(wait_for { lines('CB0601: dispatcher: the database is back') >= $outage } 30), 'and that it is over';
  ok delivered(speak(subscribed($receiver->url))), 'deliveries go on';
  is lines('CB0602'), $outage, 'one line for its beginning';
  is lines('CB0601'), $outage, 'and one for its end';
}

done_testing;
