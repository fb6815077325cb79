# t/api/requests/strict-input.t: without CollabLenientInput, whatever the specification requires is required
# interface.md 9.12
# With it: lenient-input.t.
use lib qw(t/lib lab/lib);
use Collab::Test;

my $strict = exchange();
subtest 'off: what is missing is refused' => sub {
  $strict->submitter->post($strict->notes, { summary => 'alone' })->invalid(qw(description priority));
  $strict->receiver->post($strict->approval, { caseNumber => '1', nextSteps => 'n' })->invalid(qw(engineerName engineerEmail));
  $strict->receiver->post($strict->rejection, { reason => 'r' })->invalid(qw(engineerName engineerEmail));
  $strict->receiver->post($strict->information_request, { requestedInformation => 'r' })->invalid(qw(engineerName engineerEmail));
  my $approved = $strict->receiver->post($strict->approval, an_approval(engineerName => '  '))->ok;
  is $approved->{caseResponses}[-1]{engineerName}, '  ', 'a blank name is a name';
};

done_testing;
