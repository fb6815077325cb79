# t/dispatch/slots/catching-up-oldest-first.t: CollabWebhookBreaker can make a receiver's backlog go before new events
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::CatchingUp;

subtest 'the backlog goes first if the operator wants it' => sub {
  my $old = long(2000, 800);
  my $got = catch_up($old, 'hold 1 oldest-first', 8);
  is $got->{old}, $old, 'the whole backlog arrives';
  cmp_ok $got->{after}, '<', 8, 'new events arrive after the backlog';
};

done_testing;
