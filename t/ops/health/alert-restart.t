# t/ops/health/alert-restart.t: a restart of httpd loses no alarm: an interrupted call of CollabAlertCommand is repeated
use lib qw(t/lib lab/lib);
use Collab::Judgement;
use Collab::Test;
use File::Temp ();

my $dir = File::Temp::tempdir('clarXXXXXX', DIR => '/tmp', CLEANUP => 1);
open my $out, '>', "$dir/alert" or die;
print $out <<"END";
#!/bin/sh
echo "\$1 \$2" >> $dir/calls
test -e $dir/again && exit 0
touch $dir/again
exec sleep 600
END
close $out;
chmod 0755, "$dir/alert";

my $stack = judged(extra => qq(CollabDispatcher Off\nCollabAlertCommand "$dir/alert"\n), timers => { alert => 300, kill => 600000 });
my $server = $stack->server;
sub calls { open my $in, '<', "$dir/calls" or return (); chomp(my @calls = <$in>); return @calls }

owner()->do('revoke select on department from collab_api');
ok +(wait_for { -e "$dir/again" } 20), 'the program is called, and hangs';
my ($watcher) = $server->processes('collab-watch');
$server->graceful;
ok +(wait_for { my @now = $server->processes('collab-watch'); @now == 1 && $now[0] != $watcher } 20), 'a graceful restart starts another watcher';
ok +(wait_for { calls() == 2 } 20), 'the program is called again';
is_deeply [calls()], [('privilege began') x 2], 'with the same alarm';

owner()->do('grant select on department to collab_api');
ok +(wait_for { calls() == 3 } 20), 'the end of the alarm causes one more call';
is +(calls())[2], 'privilege ended';
my @changes = $server->log =~ /alarm privilege(?:: | is over)/g;
is_deeply [@changes], ['alarm privilege: ', 'alarm privilege is over'], 'the second watcher neither ends nor raises the alarm again';

done_testing;
