# t/lab/wait-for.t: wait_for ends when its condition holds, and does not count time in which the process was stopped
# By a clock of its own: only the last subtest waits for the real one.
use lib qw(t/lib lab/lib);
use Collab::Receiver;
use Collab::Test;
use Collab::Wait ();
use Time::HiRes qw(time);

# Calls wait_for with a clock that its condition moves.
sub waits {
  my ($look, $seconds) = @_;
  my $now = 1000;
  no warnings 'redefine';
  local *Collab::Wait::time = sub () { return $now };
  return Collab::Wait::wait_for(sub { $look->(\$now) }, $seconds);
}

subtest 'who was stopped waits for as long as before' => sub {
  my $looks = 0;
  ok waits(sub { my ($now) = @_; $$now += 15 if $looks == 1; return ++$looks == 4 }, 1), 'it has found what came after the stop';
};

subtest 'a look that takes long is one look' => sub {
  my $looks = 0;
  ok waits(sub { my ($now) = @_; $$now += 0.6; return ++$looks == 3 }, 1), 'the third has found it';
};

subtest 'looks that find nothing come to an end' => sub {
  my $looks = 0;
  is waits(sub { my ($now) = @_; $$now += 0.6; $looks++; return 0 }, 1), undef;
  cmp_ok $looks, '>', 9, 'after a good many';
};

subtest 'what does not come is not waited for without end' => sub {
  my $began = time;
  is +(wait_for { 0 } 0.5), undef;
  cmp_ok time - $began, '>', 0.5;
};

subtest 'a wait that has a name dies in vain when nobody takes its result' => sub {
  ok !eval { wait_for { 0 } 0.1, 'Godot'; 1 };
  is $@, "waited in vain for Godot\n";
  ok eval { wait_for { 0 } 0.1; wait_for { 1 } 0.1, 'what is there'; 1 }, 'without a name, or when it comes, it does not';
  is +(wait_for { 0 } 0.1, 'Godot (as meant)'), undef, 'nor when somebody takes it';
};

subtest 'a receiver that nothing comes to is not waited for in silence' => sub {
  my $receiver = receiver();
  my $url = $receiver->url;
  ok !eval { my @got = $receiver->wait($url, 1, 0.1); 1 };
  like $@, qr/^waited in vain for 1 deliveries to \Q$url\E$/;
};

done_testing;
