# t/api/requests/lenient-input.t: with CollabLenientInput On, defaults replace required members that real clients omit
# interface.md 9.12
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Stack;

my $stack = stack(extra => "CollabLenientInput On\n");
my $x = exchange();

subtest 'a note needs only a summary' => sub {
  for my $body ({ summary => 'alone' }, { summary => 'alone', description => undef, priority => undef }, { summary => 'alone', priority => '' }, { summary => 'alone', priority => '  ' }) {
    my $note = $x->submitter->post($x->notes, $body)->ok;
    is_deeply [@$note{qw(summary description priority)}], ['alone', '', 'LOW'];
  }
  is $x->submitter->post($x->notes, a_note())->ok->{priority}, a_note()->{priority}, 'a given priority is kept';
  $x->submitter->post($x->notes, { description => 'd' })->invalid('summary');
  $x->submitter->post($x->notes, { summary => 's', priority => 'URGENT', description => 5 })->invalid(qw(priority description));
};

subtest 'the caller becomes the engineer if none is named' => sub {
  my ($name, $email) = ($x->receiver->name, $x->receiver->email);
  my %answer = (approval => { caseNumber => 'R', nextSteps => 'n' }, rejection => { reason => 'r' }, information_request => { requestedInformation => 'q' });
  for my $operation (sort keys %answer) {
    for my $blank ({}, { engineerName => '', engineerEmail => '' }, { engineerName => '  ', engineerEmail => ' ', engineerPhone => '' }, { engineerName => undef, engineerEmail => undef }) {
      my $one = $x->another;
      my $response = $one->receiver->post($one->$operation, { %{ $answer{$operation} }, %$blank })->ok->{caseResponses}[-1];
      is_deeply [@$response{qw(engineerName engineerEmail)}], [$name, $email], $operation;
    }
  }
  for my $none ({}, { nextSteps => undef }, { nextSteps => '' }) {
    my $one = $x->another;
    my $response = $one->receiver->post($one->approval, { caseNumber => 'R', %$none })->ok->{caseResponses}[-1];
    is_deeply [@$response{qw(engineerName nextSteps)}], [$name, ''], 'the next steps of an approval become empty';
  }
  for my $operation (qw(rejection information_request)) {
    my $one = $x->another;
    $one->receiver->post($one->$operation, {})->invalid($operation eq 'rejection' ? 'reason' : 'requestedInformation');
  }
  my $one = $x->another;
  my $approved = $one->receiver->post($one->approval, an_approval())->ok;
  is $approved->{caseResponses}[-1]{engineerName}, an_approval()->{engineerName}, 'a given engineer is kept';
  $one = $x->another;
  $one->receiver->post($one->approval, { nextSteps => 'n', engineerEmail => 'nobody' })->invalid(qw(caseNumber engineerEmail));
};

done_testing;
