# t/ops/health/reported.t: a stop and a start of httpd repeat no beginning of an alarm, and lose no end
# The file collab-alarms-ID keeps what CollabAlertCommand was told. Anything else in its place makes reports begin anew, with a line in the log.
use lib qw(t/lib lab/lib);
use Collab::Judgement;
use Collab::Stack;
use Collab::Test;
use File::Temp ();

my $dir = File::Temp::tempdir('clrpXXXXXX', DIR => '/tmp', CLEANUP => 1);
open my $out, '>', "$dir/alert" or die;
print $out qq(#!/bin/sh\nprintf '%s\\n' "\$1 \$2|\$COLLAB_ALARM_STATUS|\$COLLAB_ALARM_TEXT|\$COLLAB_ALARM_SECONDS" >> $dir/calls\n);
close $out;
chmod 0755, "$dir/alert";
my $stack = judged(extra => qq(CollabDispatcher Off\nCollabAlertCommand "$dir/alert"\n), timers => { alert => 300, restart => 1500 });
my $server = $stack->server;

sub calls { my @calls; if (open my $in, "<", "$dir/calls") { chomp(@calls = <$in>) } return @calls }
sub plant { owner()->do('revoke select on department from collab_api') }
sub mend { owner()->do('grant select on department to collab_api') }
sub slurp { open my $in, '<', $_[0] or die "$_[0]: $!\n"; local $/; return scalar <$in> }
sub file { my @files = glob $server->dir . '/logs/collab-alarms-*'; @files = glob $server->dir . '/collab-alarms-*' unless @files; return $files[0] }
sub look { my ($before) = nobody->get('/the-metrics')->text =~ /^collab_watch_timestamp_seconds (\S+)/m;
  for (1 .. 2) { wait_for { my ($now) = nobody->get('/the-metrics')->text =~ /^collab_watch_timestamp_seconds (\S+)/m; my $new = $now && $now ne ($before // ''); $before = $now if $new; $new } 20, 'a look of the watcher' } }

# Does something while httpd is stopped.
sub stopped {
  my ($do) = @_;
  $server->stop;
  $do->() if $do;
  $server->start;
  look();
}

plant();
# httpd's parent writes the file every ten seconds, and at a stop, which repeats a call that it cuts short.
sub kept { my ($like) = @_; return wait_for { my $path = file(); $path && -e $path && slurp($path) =~ $like } 20, 'the file' }
ok +(wait_for { calls() == 1 } 20), 'an alarm is reported';
kept(qr/^began/m);
stopped();
my $path = file();
ok $path, 'the file is there' or BAIL_OUT('no file');
like slurp($path), qr/^node [0-9a-f]{12}\nbegan privilege failing \d{4}-\S+Z collab_api lacks SELECT on department\nend\n\z/m, '… and has the alarm';
is +(stat $path)[2] & 0777, 0600, 'nobody else may read it';
ok problem('privilege'), 'the alarm is still raised after a stop and a start';
ok +(holds_for { calls() == 1 } 3), '… and not reported again';

stopped(\&mend);
ok +(wait_for { calls() == 2 } 20), 'an alarm that has ended while httpd was stopped is reported to have ended';
like +(calls())[1], qr/^privilege ended\|failing\|collab_api lacks SELECT on department\|[1-9]\d*\z/, 'with its text, and how long it lasted';
kept(qr/^node \w+\nend$/m);
stopped();
unlike slurp($path), qr/^began/m, 'the file has no alarm';

for my $case (['of another node', "node 0123456789ab\nbegan lag failing 2026-11-29T12:00:00Z late\nend\n", qr/it is of another node/],
  ['cut off', "node 0123", qr/it is of another node|it is not complete/], ['empty', '', qr/it is not complete/], ['of zeros', "\0" x 100, qr/Invalid argument/]) {
  my ($what, $text, $why) = @$case;
  my $said = length $server->log;
  stopped(sub { Collab::Stack::write_file($path, $text) });
  like substr($server->log, $said), qr/\[collab:warn\] .*CB0722: \Q$path\E: $why: reports of alarms begin anew/, "a file $what is named in the log";
  ok +(holds_for { calls() == 2 } 2), '… and causes no call';
}
{
  my $said = length $server->log;
  stopped(sub { unlink $path; symlink "$dir/elsewhere", $path or die });
  like substr($server->log, $said), qr/CB0722: \Q$path\E: /, 'a symbolic link is not followed';
  plant();
  ok +(wait_for { calls() == 3 } 20), 'the next alarm is reported';
  kept(qr/^began/m);
  stopped();
  ok !-e "$dir/elsewhere" && !-l $path, 'the file replaces the link';
  ok +(holds_for { calls() == 3 } 2), 'and keeps the alarm';
  mend();
  ok +(wait_for { calls() == 4 } 20), 'the end is reported';
}

done_testing;
