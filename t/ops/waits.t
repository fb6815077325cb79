# t/ops/waits.t: a wait is over when its condition says so; the time in which nobody got on is not counted against it
use lib 't/lib';
use Collab::Test;
use File::Temp ();
use Time::HiRes qw(sleep time);

# A process that waits, is stopped for longer than it would wait, and goes on. What it waited for happens after that.
subtest 'who was stopped waits for as long as before' => sub {
  my $sign = File::Temp->new(TEMPLATE => 'cl-signXXXXXX', DIR => '/tmp');
  my $pid = fork // die "fork: $!\n";
  if (!$pid) {
    my $found = wait_for { open my $out, '>', "$sign.looked"; -s "$sign" } 1;
    POSIX::_exit($found ? 0 : 1);
  }
  wait_for { -e "$sign.looked" };
  kill 'STOP', $pid;
  sleep 1.5;
  kill 'CONT', $pid;
  unlink "$sign.looked";
  wait_for { -e "$sign.looked" };
  print $sign "now\n";
  $sign->flush;
  waitpid $pid, 0;
  is $? >> 8, 0, 'it has found what came after the stop';
  unlink "$sign.looked";
};

subtest 'a look that takes long is one look' => sub {
  my $looks = 0;
  ok +(wait_for { sleep 0.6; ++$looks == 3 } 1), 'the third has found it';
};

subtest 'what does not come is not waited for without end' => sub {
  my $began = time;
  is +(wait_for { 0 } 0.5), undef;
  cmp_ok time - $began, '>', 0.5;
};

done_testing;
