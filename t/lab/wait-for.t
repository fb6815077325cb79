# t/lab/wait-for.t: wait_for ends when its condition holds, and does not count the time in which its process was stopped
# The subtests that call waits() have a fake clock.
use lib qw(t/lib lab/lib);
use Collab::Receiver;
use Collab::Test;
use Collab::Wait ();
use Time::HiRes qw(time);

# Calls wait_for with a fake clock, which the condition moves.
sub waits {
  my ($look, $seconds) = @_;
  my $now = 1000;
  no warnings 'redefine';
  local *Collab::Wait::time = sub () { return $now };
  return Collab::Wait::wait_for(sub { $look->(\$now) }, $seconds);
}

subtest 'the time in which the process was stopped does not count' => sub {
  my $looks = 0;
  ok waits(sub { my ($now) = @_; $$now += 15 if $looks == 1; return ++$looks == 4 }, 1), 'it finds what comes after the stop';
};

subtest 'a slow condition gets as many looks as a fast one' => sub {
  my $looks = 0;
  ok waits(sub { my ($now) = @_; $$now += 0.6; return ++$looks == 3 }, 1), 'the third look finds it';
};

subtest 'looks that find nothing end' => sub {
  my $looks = 0;
  is waits(sub { my ($now) = @_; $$now += 0.6; $looks++; return 0 }, 1), undef;
  cmp_ok $looks, '>', 9, 'it looks at least ten times';
};

subtest 'a wait ends at its time limit' => sub {
  my $began = time;
  is +(wait_for { 0 } 0.5), undef;
  cmp_ok time - $began, '>', 0.5;
};

subtest 'a wait with a name dies at its time limit if its result is not used' => sub {
  ok !eval { wait_for { 0 } 0.1, 'Godot'; 1 };
  is $@, "waited in vain for Godot\n";
  ok eval { wait_for { 0 } 0.1; wait_for { 1 } 0.1, 'what is there'; 1 }, 'it does not die without a name, or when the condition holds';
  is +(wait_for { 0 } 0.1, 'Godot (as meant)'), undef, '… or when its result is used';
};

subtest 'waiting for deliveries that do not come dies with a message' => sub {
  my $receiver = receiver();
  my $url = $receiver->url;
  ok !eval { my @got = $receiver->wait($url, 1, 0.1); 1 };
  like $@, qr/^waited in vain for 1 deliveries to \Q$url\E$/;
};

done_testing;
