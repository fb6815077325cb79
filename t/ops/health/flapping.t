# t/ops/health/flapping.t: an alarm that changes four times within ten minutes stays raised and says so, until it is quiet
# A second outage is reported at once: no hour passes. Ten minutes and five quiet minutes are 60 s and 4 s here; t/unit/test_damping.c tries
# the real times.
use lib qw(t/lib lab/lib);
use Collab::Judgement;
use Collab::Test;
use File::Temp ();

my $dir = File::Temp::tempdir('clflXXXXXX', DIR => '/tmp', CLEANUP => 1);
open my $out, '>', "$dir/alert" or die;
print $out qq(#!/bin/sh\nprintf '%s\\n' "\$1 \$2|\$COLLAB_ALARM_STATUS|\$COLLAB_ALARM_TEXT|\$COLLAB_ALARM_SECONDS" >> $dir/calls\n);
close $out;
chmod 0755, "$dir/alert";
my $stack = judged(extra => qq(CollabDispatcher Off\nCollabAlertCommand "$dir/alert"\n), timers => { alert => 1000, flaps => 60_000, quiet => 4000 });
my $server = $stack->server;

sub calls { my @calls; if (open my $in, "<", "$dir/calls") { chomp(@calls = <$in>) } return @calls }
sub plant { owner()->do('revoke select on department from collab_api') }
sub mend { owner()->do('grant select on department to collab_api') }
sub metric { my ($name) = @_; return nobody->get('/the-metrics')->text =~ /^\Q$name\E\{reason="privilege"\} (\d)$/m ? $1 : '' }
sub called { my ($count, $like, $what) = @_; ok +(wait_for { calls() >= $count } 20), $what; like +(calls())[$count - 1], $like }

over();
plant();
called(1, qr/^privilege began\|failing\|collab_api lacks SELECT on department\|\d/, 'the first outage begins');
mend();
called(2, qr/^privilege ended\|failing\|collab_api lacks SELECT on department\|\d/, '… and ends, with its text');
plant();
called(3, qr/^privilege began\|failing\|collab_api lacks SELECT on department\|0$/, 'the second outage begins, and is reported at once');
mend();
called(4, qr/^privilege began\|failing\|flapping: at present over; before: collab_api lacks SELECT on department\|/, 'its end is the fourth change: the alarm flaps');
is problem('privilege')->{status}, 'failing', 'the page still shows it' if ok problem('privilege'), 'the page still has it';
is "@{[ metric('collab_health'), metric('collab_health_failing') ]}", '1 1', 'so have the metrics';
is ready(), 200, 'the node is ready, because the fault is gone';
called(5, qr/^privilege ended\|failing\|flapping: /, 'it ends when it has been quiet');
over();
ok +(wait_for { $server->log =~ /CB0720: the alarm privilege begins and ends again and again: flapping/ } 10), 'the log says that it flaps';
is_deeply [$server->log =~ /(CB0701: alarm privilege|CB0702: the alarm privilege is over)/g],
  ['CB0701: alarm privilege', 'CB0702: the alarm privilege is over', 'CB0701: alarm privilege', 'CB0702: the alarm privilege is over'], '… and has its beginnings and ends';
like $server->log, qr/\[collab:error\] .*CB0701: alarm privilege/, 'what the page calls failing is an error';
is scalar(my @all = calls()), 5, 'there is no further call';

done_testing;
