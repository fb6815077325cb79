# t/ops/health/silent-nodes.t: a stopped node deletes its row; a dead node, a hung watcher and the lack of any node raise alarms
# Another node's watcher runs the alert command.
use lib qw(t/lib lab/lib);
use Collab::Doctor;
use Collab::Judgement;
use Collab::Test;
use File::Temp ();

my $dir = File::Temp::tempdir('clsnXXXXXX', DIR => '/tmp', CLEANUP => 1);
open my $out, '>', "$dir/alert" or die;
print $out qq(#!/bin/sh\nprintf '%s\\n' "\$1 \$2 \$3|\$COLLAB_ALARM_TEXT" >> $dir/calls\n);
close $out;
chmod 0755, "$dir/alert";
sub calls { open my $in, '<', "$dir/calls" or return (); chomp(my @calls = <$in>); return @calls }

my $stack = judged(extra => qq(CollabAlertCommand "$dir/alert" first\n), timers => { alert => 300, again => 1000 });
my $server = $stack->server;
my $node = $stack->another_server('node', judging(extra => qq(CollabAlertCommand "$dir/alert" second\n), timers => { alert => 300, again => 1000 }));
sub rows { return scalar owner()->selectrow_array('select count(*) from node') }
sub identity { return owner()->selectrow_array('select id, start from node where process = ?', undef, $node->pid) }
sub silenced { owner()->do(q(update node set seen_at = seen_at - interval '15 seconds' where process = ?), undef, $_[0]) }
wait_for { rows() == 2 } 20, 'both nodes';
over();

subtest 'a graceful restart keeps the row, a stop deletes it' => sub {
  my ($watcher) = $node->processes('collab-watch');
  $node->graceful;
  ok +(wait_for { my @now = $node->processes('collab-watch'); @now == 1 && $now[0] != $watcher } 20), 'a restart starts another watcher';
  is rows(), 2, 'the row stays (and with it the draining: t/ops/collabctl/drain.t)';
  my ($id, $start) = identity();
  like $id, qr/^[0-9a-f]{12}$/, 'the node has an id';
  cmp_ok $start, '>', 0, 'and its start a number';
  owner()->do('revoke select on department from collab_api');
  ok +(wait_for { owner()->selectrow_array(q(select problems::text from node where process = ?), undef, $node->pid) =~ /privilege/ } 20), 'the row has an alarm';
  owner()->do('grant select on department to collab_api');
  $node->stop;
  is rows(), 1, 'a stop deletes the row with its alarms';
  wait_for { reasons() eq '' } 20, 'the end of the alarm';
  $node->start;
  wait_for { rows() == 2 } 20, 'both nodes';
  is_deeply [identity()], [$id, $start + 1], 'a new start has the id, and the next number';
};

subtest 'a hung watcher raises the alarm silent-node' => sub {
  my ($pid, $watcher) = ($node->pid, $node->processes('collab-watch'));
  halt($watcher);
  silenced($pid);
  told('silent-node', qr/not seen in the database: \S+ \(process $pid\) for \d+ s/);
  ok +(wait_for { grep { /^first silent-node began\|.*process $pid/ } calls() } 20), 'the watcher of another node runs the alert command' or diag join "\n", calls();
  my ($status, $said) = output('env', "COLLAB_DSN=$ENV{COLLAB_TEST_DSN}", './collabctl', 'status');
  is $status, 1, 'collabctl status';
  like $said, qr/^nodes: 1\nhealth: failing\nproblem: silent-node, failing: .*process $pid.*\n  Start httpd there again/m;
  ok names(doctor($server), qr/alarms: silent-node: .*process $pid.* -> Start httpd there again, .*#a-node-is-silent/), 'doctor' or diag explain doctor($server)->{findings};
  kill 'CONT', $watcher;
  over();
};

subtest 'a dead node raises the alarm silent-node until a new one takes its place' => sub {
  my $pid = $node->pid;
  local $ENV{COLLAB_TEST_ORDERLY}; # a build with sanitizers sets it
  $node->{orderly} = 0;
  $node->stop;
  is rows(), 2, 'the row of the dead node stays';
  silenced($pid);
  told('silent-node', qr/not seen in the database: \S+ \(process $pid\) for \d+ s/);
  $node->start;
  ok +(wait_for { !owner()->selectrow_array('select count(*) from node where process = ?', undef, $pid) } 20), 'the new node deletes that row';
  over();
  $node->{orderly} = 1;
};

subtest 'the lack of any node raises the alarm no-node' => sub {
  $_->stop for $node, $server;
  is rows(), 0;
  my ($status, $said) = output('env', "COLLAB_DSN=$ENV{COLLAB_TEST_DSN}", './collabctl', 'status');
  is $status, 1, 'collabctl status';
  like $said, qr/^nodes: 0\nhealth: failing\nproblem: no-node, failing: no node has been seen in the database for 15 s\n  Start httpd on a node/m;
  ok names(doctor($server), qr/alarms: no-node: .* -> Start httpd on a node/), 'doctor' or diag explain doctor($server)->{findings};
};

done_testing;
