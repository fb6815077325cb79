# t/api/requests/strict-input.t: without CollabLenientInput, every required member must be present
# interface.md 9.12
# lenient-input.t tests the service with CollabLenientInput On.
use lib qw(t/lib lab/lib);
use Collab::Test;

my $strict = exchange();
subtest 'missing members are 400' => sub {
  $strict->submitter->post($strict->notes, { summary => 'alone' })->invalid(qw(description priority));
  $strict->receiver->post($strict->approval, { caseNumber => '1', nextSteps => 'n' })->invalid(qw(engineerName engineerEmail));
  $strict->receiver->post($strict->rejection, { reason => 'r' })->invalid(qw(engineerName engineerEmail));
  $strict->receiver->post($strict->information_request, { requestedInformation => 'r' })->invalid(qw(engineerName engineerEmail));
  my $approved = $strict->receiver->post($strict->approval, an_approval(engineerName => '  '))->ok;
  is $approved->{caseResponses}[-1]{engineerName}, '  ', 'a blank name is accepted';
};

done_testing;
