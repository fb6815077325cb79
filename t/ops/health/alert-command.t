# t/ops/health/alert-command.t: CollabAlertCommand runs when an alarm begins and when it ends
# It runs without a shell, as httpd's user, and is killed when it takes too long. Only one call runs at a time.
# t/unit/test_damping.c has the rules by which changes of an alarm cause calls, flapping.t and reported.t try them.
use lib qw(t/lib lab/lib);
use Collab::Judgement;
use Collab::Test;
use File::Temp ();

my $dir = File::Temp::tempdir('clalXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $evil = "\$(touch $dir/evil); touch $dir/evil";
open my $out, '>', "$dir/alert" or die;
print $out <<"END";
#!/bin/sh
echo "start \$\$" >> $dir/runs
printf '%s\\n' "\$1|\$2|\$3|\$(id -u)|\$COLLAB_ALARM_TEXT|\$COLLAB_ALARM_STATUS|\$COLLAB_NODE|\$COLLAB_ALARM_SECONDS" >> $dir/calls
echo "said \$2 \$3"
if test -e $dir/hang; then
  sleep 600 & echo \$! > $dir/pid
  wait
fi
test ! -e $dir/fail || exit 3
echo "end \$\$" >> $dir/runs
END
close $out;
chmod 0755, "$dir/alert";

my $stack = judged(extra => qq(CollabDispatcher Off\nCollabAlertCommand "$dir/alert" "$evil"\n), timers => { alert => 300, kill => 1500 });
my $server = $stack->server;
sub slurp { open my $in, '<', "$dir/$_[0]" or return ''; local $/; return scalar <$in> }
sub calls { my ($name) = @_; return grep { !$name || /\|$name\|/ } split /\n/, slurp('calls') }
sub looked { return Collab::Test::nobody()->at($server)->get('/the-metrics')->text =~ /^collab_watch_timestamp_seconds (\S+)/m ? $1 : '' }
sub touch { open my $file, '>', "$dir/$_[0]" or die }

sub plant { owner()->do('revoke select on department from collab_api') }
sub mend { owner()->do('grant select on department to collab_api') }

over();
is_deeply [calls()], [], 'without an alarm there is no call';

subtest 'the program is called when an alarm begins, and when it ends' => sub {
  plant();
  ok +(wait_for { calls() == 1 } 15), 'the program is called';
  my ($argument, $name, $word, $uid, $text, $status, $node, $seconds) = split /\|/, (calls())[0], -1;
  is $argument, $evil, "the directive's argument arrives unchanged, without a shell";
  is "$name $word", 'privilege began';
  is $uid, $>, "it runs as httpd's user";
  like $text, qr/collab_api lacks SELECT on department/;
  is $status, 'failing';
  ok length $node, 'it gets the name of the node';
  like $seconds, qr/^\d\z/, 'and how long the alarm has lasted';
  ok +(wait_for { $server->log =~ /^said privilege began$/m } 10), 'its output goes to the error log';
  mend();
  ok +(wait_for { calls() == 2 } 15), 'the end of the alarm causes a second call';
  like((calls())[1], qr/\|privilege\|ended\|\d+\|\Q$text\E\|failing\|\Q$node\E\|\d+\z/, 'with the text of the beginning, and how long it lasted');
  ok !-e "$dir/evil", 'no shell has run the argument';
};

subtest 'a second outage is reported, too' => sub {
  plant();
  ok +(wait_for { calls() == 3 } 15), 'its beginning causes a call';
  like((calls())[2], qr/\|privilege\|began\|/);
};

subtest 'a graceful restart repeats no call' => sub {
  my ($pid) = slurp('runs') =~ /start (\d+)(?!.*start)/s;
  ok +(wait_for { !-e "/proc/$pid" } 10), 'the last program has ended';
  for (1 .. 2) {
    my $last = looked();
    ok +(wait_for { looked() ne $last } 10), 'the watcher has seen its end';
  }
  my ($watcher) = $server->processes('collab-watch');
  $server->graceful;
  wait_for { my @now = $server->processes('collab-watch'); @now == 1 && $now[0] != $watcher } 20, 'another watcher';
  ok +(wait_for { problem('privilege') } 15), 'the alarm stays raised';
  is scalar(calls('privilege\|began')), 2, 'there is no further call';
};

subtest 'a program that hangs is killed with its children; one that fails is logged' => sub {
  touch('hang');
  mend();
  ok +(wait_for { slurp('pid') =~ /\n/ } 20), 'the program hangs';
  my ($pid) = slurp('pid') =~ /(\d+)/;
  ok +(wait_for { $server->log =~ /CB0704: CollabAlertCommand: killed after \d+ s/ } 10), 'the program is killed';
  ok +(wait_for { Collab::Wait::gone($pid) } 10), 'its child is killed, too';
  touch('fail');
  unlink "$dir/hang";
  ok +(wait_for { $server->log =~ /CB0705: CollabAlertCommand: \Q$dir\E\/alert: ended with exit code 3/ } 20), 'the log has the exit code of one that fails';
  my $before = calls();
  ok +(wait_for { calls() > $before } 20), 'a call that fails is repeated';
  unlink "$dir/fail";
  ok +(wait_for { (split /\n/, slurp('runs'))[-1] =~ /^end/ } 20), '… until it succeeds';
};

subtest 'one program runs at a time' => sub {
  wait_for { (calls())[-1] =~ /privilege\|ended/ } 20, 'quiet';
  wait_for { slurp('runs') =~ /end \d+\n\z/ } 10, 'the end of the last one';
  my @runs = split /\n/, slurp('runs');
  my @overlapping = grep { $runs[$_] =~ /^end (\d+)/ && $runs[$_ - 1] ne "start $1" } 1 .. $#runs;
  is_deeply \@overlapping, [], 'no two runs overlap';
};

subtest 'configtest refuses a command that is not a program, and warns of a missing one' => sub {
  for (['relative/path', qr/takes the absolute path of a program/], ["$dir/calls", qr/calls is not a program/],
       ["$dir/none", qr/CB0310: \Q$dir\E\/wrong\.conf:1: CollabAlertCommand: the program \Q$dir\E\/none is missing: nobody is told of alarms/, 0]) {
    my ($value, $why, $expected) = @$_;
    open my $conf, '>', "$dir/wrong.conf" or die;
    print $conf "CollabAlertCommand $value\n";
    close $conf;
    my ($status, $said) = $server->control('-t', '-c', "Include $dir/wrong.conf");
    is $status == 0 ? 0 : 1, $expected // 1, $value;
    like $said, $why;
  }
};

done_testing;
