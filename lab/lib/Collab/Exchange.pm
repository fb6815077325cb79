# Two new partner companies, a third company that is not their partner, and by default an open request between the partners.
package Collab::Exchange;
use strict;
use warnings;
use Collab::Members;
use Exporter 'import';
our @EXPORT = qw(exchange a_request a_note an_approval a_rejection a_question an_answer);

# Options: request => 0 (opens none), fields => [...] (of the receiver's form), hours => {...} (of the receiver).
sub exchange {
  my (%o) = @_;
  my ($from, $to, $other) = (company(), company(hours => $o{hours}), company());
  community($from, $to);
  community($other);
  form($to, fields => $o{fields}) if $o{fields};
  my $self = bless {
    submitter => user($from, firstName => 'Sam'), receiver => user($to, firstName => 'Rita'), stranger => user($other, firstName => 'Sol'),
  }, __PACKAGE__;
  $self->open_request unless defined $o{request} && !$o{request};
  return $self;
}

sub submitter { $_[0]{submitter} }
sub receiver  { $_[0]{receiver} }
sub stranger  { $_[0]{stranger} }
sub parties   { @{ $_[0] }{qw(submitter receiver)} }
sub document  { $_[0]{receiver}{company}{document}{id} }
sub token     { $_[0]{record}{token} }
sub record    { $_[0]{record} }     # as it was at creation

# Makes a request, which becomes the exchange's own, and returns its record.
sub open_request {
  my ($self, %with) = @_;
  my $answer = $self->{submitter}->post('/v1/collaboration-requests', $self->a_request(%with));
  die 'no request: ' . $answer->status . ' ' . $answer->text . "\n" unless $answer->status == 200;
  return $self->{record} = $answer->json;
}

# An exchange with another request of the same companies.
sub another { my ($self, %with) = @_; my $copy = bless {%$self}, ref $self; $copy->open_request(%with); return $copy }

sub a_request {
  my ($self, %with) = @_;
  return { documentId => $self->document, internalCaseNumber => 'CASE-1', problemSummary => 'Link down', problemDescription => 'Since noon',
    priority => 'MEDIUM', %with };
}

# Takes the request to this state through the interface.
sub in {
  my ($self, $status) = @_;
  my %way = (
    OPEN => [], INFORMATION => ['asked'], ANSWERED => [qw(asked answered)], ACCEPTED => ['approved'], REJECTED => ['rejected'], CLOSED => ['closed'],
  );
  for my $step (@{ $way{$status} || die "no such status: $status\n" }) {
    my $answer = $step eq 'asked' ? $self->{receiver}->post($self->information_request, a_question())
      : $step eq 'answered'       ? $self->{submitter}->post($self->information_response, an_answer())
      : $step eq 'approved'       ? $self->{receiver}->post($self->approval, an_approval())
      : $step eq 'rejected'       ? $self->{receiver}->post($self->rejection, a_rejection())
      :                             $self->{submitter}->post($self->closure);
    die "$step: " . $answer->status . ' ' . $answer->text . "\n" unless $answer->status == 200;
  }
  return $self;
}

# ---------------------------------------------------------------- paths
sub path { '/v1/collaboration-requests/' . $_[0]->token }
sub notes { $_[0]->path . '/notes' }
sub approval { $_[0]->path . '/approval' }
sub information_request { $_[0]->path . '/information-request' }
sub information_response { $_[0]->path . '/information-response' }
sub rejection { $_[0]->path . '/rejection' }
sub closure { $_[0]->path . '/closure' }

# ---------------------------------------------------------------- bodies
sub a_note      { return { summary => 'Disk', description => 'Bay 3', priority => 'HIGH', @_ } }
sub an_approval { return { caseNumber => 'R-77', engineerName => 'Eva', engineerPhone => '555 0123', engineerEmail => 'eva@help.example',
  nextSteps => 'We look', @_ } }
sub a_rejection { return { engineerName => 'Eva', engineerPhone => '555 0123', engineerEmail => 'eva@help.example', reason => 'Not ours', @_ } }
sub a_question  { return { engineerName => 'Eva', engineerPhone => '555 0123', engineerEmail => 'eva@help.example',
  requestedInformation => 'Which bay?', @_ } }
sub an_answer   { return { requestedInformation => 'Bay 3', @_ } }

1;
