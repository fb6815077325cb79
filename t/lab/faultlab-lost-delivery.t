# t/lab/faultlab-lost-delivery.t: the fault lab (collabctl faultlab) notices a lost delivery
use lib qw(t/lib lab/lib);
use Collab::FaultLab;
use Collab::Test;

subtest 'with the fewest slots, a dropped delivery fails the run, and nothing else does' => sub {
  my ($status, $said, $report) = lab('--duration', 4, '--faults', 0, '--rate', 20, '--slots', 8, '--drop-one');
  is $status, 1, 'the exit status is 1';
  is $report->{lost}, 1, 'one delivery is lost' or diag $said;
  is_deeply $report->{wrong}, ['1 deliveries of acknowledged writes never came'], 'nothing else is wrong';
  like $said, qr/^FAILED: 1 deliveries/m;
  is $report->{slots}, 8;
};

done_testing;
