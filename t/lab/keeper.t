# t/lab/keeper.t: the keeper of a program that starts servers reports the right exit status and leaves no process behind
use lib qw(t/lib lab/lib);
use Collab::Test;
use File::Temp ();

# Runs the text as a separate program, because a keeper ends all of its descendants. Returns (exit status, output).
sub program {
  my ($text) = @_;
  my $file = File::Temp->new(TEMPLATE => 'clXXXXXX', DIR => '/tmp');
  print $file "use Collab::Keeper qw(adopt keep end_all); use Collab::Wait qw(run); use POSIX (); \$| = 1;\n$text";
  close $file;
  return output($^X, '-Ilab/lib', '-w', "$file");
}

subtest 'the exit status is that of the child' => sub {
  is((program('exit keep(sub { exit 0 });'))[0], 0);
  is((program('exit keep(sub { exit 3 });'))[0], 3);
  is((program('exit keep(sub { kill "KILL", $$ });'))[0], 128 + 9, 'a killed child has the exit status that a shell gives it');
  my ($status, $said) = program('exit keep(sub { sleep 60; exit 0 }, 1);');
  is $status, 128 + 9, 'a child that takes too long has the same';
  like $said, qr/: the run exceeded its time limit and is killed$/m;
};

subtest 'a child that is asked to stop has failed' => sub {
  my $stubborn = 'exit keep(sub { my $on = 1; $SIG{TERM} = sub { $on = 0 }; kill "%s", getppid; select undef, undef, undef, 0.01 while $on; exit 0 });';
  is((program(sprintf $stubborn, $_))[0], 130, $_) for qw(TERM INT HUP);
  is((program('$SIG{TERM} = sub { exit 130 }; run("sh", "-c", q(kill -TERM $PPID)); exit 0;'))[0], 130, 'also while the keeper waits for another program');
};

subtest 'all remaining processes are asked to end, also those that start meanwhile' => sub {
  my ($status, $said) = program(<<'END');
adopt();
pipe my $ready, my $tells;
if (!fork) {
  my $asked;
  $SIG{TERM} = sub { $asked = 1 };
  syswrite $tells, '.';
  until ($asked) { select undef, undef, undef, 0.01 }
  $SIG{TERM} = sub { print "asked\n"; POSIX::_exit(0) };
  sleep 60 unless fork;
  POSIX::_exit(0);
}
sysread $ready, my $byte, 1;
my @left = end_all();
print scalar(@left), " were left, and now ", waitpid(-1, POSIX::WNOHANG()), "\n";
END
  is $status, 0;
  is $said, "asked\n2 were left, and now -1\n";
};

done_testing;
