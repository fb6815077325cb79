# t/dispatch/slots/catching-up.t: new events do not wait behind the backlog of a receiver that works again: half of its turns each
# Judged by order, which the receiver records.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::CatchingUp;

my $OLD = long(2000, 800);
for my $per_endpoint (1, 8) {
  subtest "$per_endpoint at once: new ones come in between" => sub {
    my $got = catch_up($OLD, 'hold 1', $per_endpoint);
    is $got->{old}, $OLD, 'all of the old ones came';
    is scalar(grep { $_ > $OLD / 5 } @{ $got->{waited} }), 0, 'no new one waited for more than a few of them' or diag "@{ $got->{waited} }";
  };
}

done_testing;
