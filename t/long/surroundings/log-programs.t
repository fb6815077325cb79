# t/long/surroundings/log-programs.t: a logging program that is away comes back, and one that reads nothing outlives no httpd
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::File qw(slurp write_file);
use Collab::Stack;
use File::Temp ();

my $dir = File::Temp::tempdir('cl-logXXXXXX', DIR => '/tmp', CLEANUP => 1);

sub program { my ($name, $text) = @_; write_file("$dir/$name", $text); chmod 0755, "$dir/$name"; return "$dir/$name" }
sub pid_of { return -e "$dir/$_[0].pid" && slurp("$dir/$_[0].pid") =~ /^(\d+)$/m ? $1 : 0 }
sub runs { return -e "/proc/$_[0]" && slurp("/proc/$_[0]/stat") !~ /\) Z/ }

# Reads until the end of its input, and does not end then; or, if the file `deaf.now` exists, reads nothing.
my $deaf = program('deaf', "#!/bin/sh\necho \$\$ > $dir/deaf.pid\n[ -e $dir/deaf.now ] || cat > $dir/events\nexec sleep 1000\n");
my $keep = program('keep', <<'END');
#!/usr/bin/perl
open my $pid, '>', "$ARGV[1].pid"; print $pid $$; close $pid;
open my $to, '>>', $ARGV[0] or die;
while (sysread STDIN, my $data, 65536) { syswrite $to, $data }
END
my $stack = stack(orderly => 1, extra => qq(CollabEventLog "|$deaf"\nCollabAuditLog "|$keep '$dir/one \\"log' $dir/keep"\n));
my $server = $stack->server;
my $x = exchange();
my $subscription = '/v2/webhooks/' . $x->submitter->post('/v2/webhooks', { callbackUrl => 'https://callback.example/' })->ok->{id};

subtest 'a program that cannot be started again is started when it can' => sub {
  ok +(wait_for { pid_of('keep') } 10), 'it runs';
  my $first = pid_of('keep');
  rename $keep, "$keep.away" or die;
  kill 'KILL', $first;
  ok +(wait_for { $server->log =~ /CB0681: CollabAuditLog: cannot start/ } 10), 'it is away';
  $x->submitter->patch($subscription, { callbackUrl => 'https://callback.example/1' })->ok;
  rename "$keep.away", $keep or die;
  ok +(wait_for { pid_of('keep') != $first && !owner()->selectrow_array('select count(*) from audit_unlogged') } 30), 'it is back, and nothing waits';
  is scalar(() = $server->log =~ /CB0681/g), 1, 'the log has one line about that';
  my $log = slurp("$dir/one \"log");
  is_deeply [grep { $log !~ /$_/ } @{ owner()->selectcol_arrayref('select id from audit') }], [], 'every act is logged';
};

sub reload {
  my %old = map { $_ => pid_of($_) } 'deaf', 'keep';
  $server->graceful;
  ok +(wait_for { !grep { !pid_of($_) || pid_of($_) == $old{$_} } keys %old } 20), 'the next generation has programs of its own';
  return $old{deaf};
}

subtest 'after a reload, a program that does not end at the end of its input is told to' => sub {
  ok +(wait_for { !owner()->selectrow_array('select count(*) from outbox where channel = 3') } 20), 'it has read everything';
  my $old = reload();
  ok runs($old), 'the old one has not ended';
  ok +(wait_for { !runs($old) } 60), 'after half a minute, it has' or kill 'KILL', $old;
};

subtest 'httpd stops, and with it a program that reads nothing' => sub {
  write_file("$dir/deaf.now");
  kill 'KILL', reload();
  my @programs = (pid_of('deaf'), pid_of('keep'));
  $x->submitter->post($x->notes, a_note())->ok;
  ok +(wait_for { $server->log =~ /CB0683: CollabEventLog: the program does not read/ } 30), 'the pipe has an event';
  is scalar(grep { runs($_) } @programs), 2, 'both run';
  $server->stop;
  ok +(wait_for { !grep { runs($_) } @programs } 10), 'both have ended' or kill 'KILL', @programs;
};

done_testing;
