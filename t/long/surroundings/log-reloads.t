# t/long/surroundings/log-reloads.t: graceful restarts, and kills of the logging program, lose no line of event and audit log
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::File qw(slurp write_file);
use Collab::Stack;
use File::Temp ();
use JSON::XS ();

my $dir = File::Temp::tempdir('cl-logXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $json = JSON::XS->new->utf8;

# A program whose write comes late, as that of rotatelogs does when it must first open its file.
my $program = "$dir/late";
write_file($program, <<'END');
#!/usr/bin/perl
open my $to, '>>', $ARGV[0] or die;
open my $pid, '>', "$ARGV[0].pid"; print $pid $$; close $pid;
while (sysread STDIN, my $data, 65536) { select undef, undef, undef, 0.02; syswrite $to, $data }
END
chmod 0755, $program;

my $stack = stack(orderly => 1, extra => qq(CollabEventLog "|$program $dir/events"\nCollabAuditLog "|$program $dir/audit"\n));
my $server = $stack->server;
my $x = exchange();
my $subscription = '/v2/webhooks/' . $x->submitter->post('/v2/webhooks', { callbackUrl => 'https://callback.example/' })->ok->{id};
my $changes = 0;
sub waiting { return scalar owner()->selectrow_array('select (select count(*) from outbox where channel = 3) + (select count(*) from audit_unlogged)') }

# The ids in a log. A line that a killed program has written in part is no JSON.
sub logged { return { map { my $line = eval { $json->decode($_) }; $line ? ($line->{id} => 1) : () } split /^/, slurp("$dir/$_[0]") } }

sub compare {
  my ($what) = @_;
  ok +(wait_for { !waiting() } 30), 'nothing waits';
  my ($events, $audit) = (logged('events'), logged('audit'));
  my @events = @{ owner()->selectcol_arrayref('select uid from event') };
  my @audit = @{ owner()->selectcol_arrayref('select id from audit') };
  is_deeply [grep { !$events->{$_} } @events], [], "$what: " . @events . ' events';
  is_deeply [grep { !$audit->{$_} } @audit], [], "$what: " . @audit . ' acts';
}

sub write_some {
  $x->submitter->post($x->notes, a_note())->ok for 1 .. 3;
  $x->submitter->patch($subscription, { callbackUrl => 'https://callback.example/' . ++$changes })->ok;
}

for (1 .. 40) {
  my $begun = () = $server->log =~ /AH00489/g;
  write_some();
  $server->graceful;
  write_some();
  wait_for { my $now = () = $server->log =~ /AH00489/g; $now > $begun } 20, 'the next generation';
}
compare('after forty reloads');

for my $log (('events', 'audit') x 8) {
  my $pid = slurp("$dir/$log.pid");
  write_some();
  kill 'KILL', $pid;
  write_some();
  wait_for { slurp("$dir/$log.pid") =~ /\d/ && slurp("$dir/$log.pid") != $pid } 20, 'a new program';
}
compare('after sixteen kills of a program');
like $server->log, qr/CB0699: CollabEventLog: the program has ended \(signal 9\) and is started again; it gets the last second's lines again/;

done_testing;
