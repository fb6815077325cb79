# t/dispatch/slots/catching-up-oldest-first.t: CollabWebhookBreaker can send a receiver's backlog before new events
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::CatchingUp;

subtest 'oldest first, where the operator says so' => sub {
  my $got = catch_up(long(2000, 800), 'hold 1 oldest-first', 8);
  cmp_ok $got->{after}, '<', 8, 'new ones come when the old ones have come';
};

done_testing;
