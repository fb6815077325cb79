# t/dispatch/slots/catching-up.t: new events and the backlog of a receiver that works again take turns
# The receiver records the order.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::CatchingUp;

my $OLD = long(2000, 800);
for my $per_endpoint (1, 8) {
  subtest "with $per_endpoint transfers at once, new events arrive between old ones" => sub {
    my $got = catch_up($OLD, 'hold 1', $per_endpoint);
    is $got->{old}, $OLD, 'the whole backlog arrives';
    is scalar(grep { $_ > $OLD / 5 } @{ $got->{waited} }), 0, 'no new event waits for more than a few old ones' or diag "@{ $got->{waited} }";
  };
}

done_testing;
