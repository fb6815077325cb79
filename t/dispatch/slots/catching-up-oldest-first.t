# t/dispatch/slots/catching-up-oldest-first.t: CollabWebhookBreaker can send a receiver's backlog before new events
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::CatchingUp;

subtest 'oldest first, where the operator says so' => sub {
  my $old = long(2000, 800);
  my $got = catch_up($old, 'hold 1 oldest-first', 8);
  is $got->{old}, $old, 'all of the old ones came';
  cmp_ok $got->{after}, '<', 8, 'new ones come when the old ones have come';
};

done_testing;
