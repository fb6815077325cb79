# t/ops/health/watcher-gone.t: on a single node, the alert program is told when the watcher is gone or stands still
# The watcher's helper outlives it and runs CollabAlertCommand; the watcher that looks again reports the end.
use lib qw(t/lib lab/lib);
use Collab::Judgement;
use Collab::Test;
use File::Temp ();

my $dir = File::Temp::tempdir('clwgXXXXXX', DIR => '/tmp', CLEANUP => 1);
open my $out, '>', "$dir/alert" or die;
print $out <<"END";
#!/bin/sh
test ! -e $dir/down
code=\$?
printf '%s\\n' "\$1|\$2 \$3|\$COLLAB_ALARM_STATUS|\$COLLAB_ALARM_TEXT|\$COLLAB_ALARM_SECONDS|\$code" >> $dir/calls
exit \$code
END
close $out;
chmod 0755, "$dir/alert";
my $stack = judged(extra => qq(CollabDispatcher Off\nCollabAlertCommand "$dir/alert" "my argument"\n), timers => { alert => 500, restart => 500 });
my $server = $stack->server;

sub calls { my @calls; if (open my $in, "<", "$dir/calls") { chomp(@calls = <$in>) } return @calls }
sub helpers { return grep { my $name = eval { open my $in, '<', "/proc/$_/comm" or die; <$in> } // ''; $name eq "collab-programs\n" && descends($_) } map { m{/(\d+)$} ? $1 : () } glob '/proc/[0-9]*' }

# A helper of this server has its configuration's path in the command line that it inherits.
sub descends { open my $in, '<', "/proc/$_[0]/cmdline" or return 0; local $/; return (<$in> // '') =~ /\Q@{[ $server->dir ]}\E/ }

my ($watcher) = $server->processes('collab-watch');
Collab::Stack::write_file("$dir/down", '');
halt($watcher);
ok +(wait_for { calls() >= 2 } 40), 'the program is called while the watcher stands still, and again when it has failed';
unlink "$dir/down";
ok +(wait_for { (calls())[-1] =~ /[|]0\z/ } 20), 'until it succeeds';
my $told = calls();
ok +(holds_for { calls() == $told } 2), 'but not after that';
like +(calls())[-1], qr/^my argument[|]watch began\|failing\|the watcher has not looked for [12]\d s, so the alarms that it judges are not known\|[12]\d\|0\z/;
ok +(wait_for { $server->log =~ /\[collab:error\] .*CB0724: alarm watch: the watcher has not looked/ } 20), 'the log says so';
kill 'CONT', $watcher;
ok +(wait_for { calls() == $told + 1 } 20), 'and when it goes on';
like +(calls())[-1], qr/^my argument[|]watch ended\|failing\|the watcher has not looked for/;
ok +(wait_for { $server->log =~ /CB0725: the alarm watch is over/ } 20), 'the log says so';

subtest 'a watcher that is killed is started again, and its helper ends' => sub {
  my @before = helpers();
  is scalar @before, 1, 'there is one helper';
  kill 'KILL', $watcher;
  ok +(wait_for { my ($now) = $server->processes('collab-watch'); $now && $now != $watcher } 20), 'another watcher runs';
  ok +(wait_for { my @now = helpers(); @now == 1 && $now[0] != $before[0] } 20), 'with a helper of its own';
  is scalar(my @all = calls()), $told + 1, 'there is no call';
};

subtest 'a graceful restart and a stop leave no helper behind' => sub {
  my ($old) = helpers();
  $server->graceful;
  ok +(wait_for { my @now = helpers(); @now == 1 && $now[0] != $old } 20), 'the next generation has its own';
  $server->stop;
  ok +(wait_for { !helpers() } 10), 'none is left after a stop';
  is scalar(my @all = calls()), $told + 1, 'there is no call';
};

subtest 'when httpd is killed, its helper ends with it' => sub {
  $server->start;
  ok +(wait_for { helpers() } 20), 'there is a helper';
  kill 'KILL', $server->pid;
  ok +(wait_for { !helpers() } 10), 'it ends';
};

done_testing;
