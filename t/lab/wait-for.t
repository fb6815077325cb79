# t/lab/wait-for.t: wait_for ends when its condition holds, and does not count time in which the process was stopped
# By a clock of its own: only the last subtest waits for the real one.
use lib qw(t/lib lab/lib);
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

done_testing;
