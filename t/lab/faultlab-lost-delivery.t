# t/lab/faultlab-lost-delivery.t: the fault lab (collabctl faultlab) notices a lost delivery
use lib qw(t/lib lab/lib);
use Collab::FaultLab;
use Collab::Test;

subtest 'it fails when one delivery is dropped, and for nothing else, with the fewest slots, too' => sub {
  my ($status, $said, $report) = lab('--duration', 4, '--faults', 0, '--rate', 20, '--slots', 8, '--drop-one');
  is $status, 1, 'exit status';
  is $report->{lost}, 1, 'one is lost' or diag $said;
  is_deeply $report->{wrong}, ['1 deliveries of acknowledged writes never came'], 'that is all that is wrong';
  like $said, qr/^FAILED: 1 deliveries/m;
  is $report->{slots}, 8;
};

done_testing;
