# The members' writes, one after the other, even while parts of the exchange fail.
#
#   my $load = load(4, sub { my ($say, $caller, $turn) = @_; write_one($x, $say, "word-$caller-$turn", …) });       of Collab::Load
#   my @attempts = attempts($load);        the attempts since the last call: {at, until, kind, key, status, retry, event}
#
# Each write has a unique key, which is also a text in the record: its summary, case number or next steps. `event` is the key of the
# event that the answer promises (Collab::Lab::Ledger).
package Collab::Lab::Load;
use strict;
use warnings;
use Time::HiRes qw(time sleep);
use Collab::Exchange;
use Collab::Lab::Ledger;
use Exporter 'import';
our @EXPORT_OK = qw(write_one told attempts);

use constant { GIVES_UP => 60, ONCE => 'once-' };        # seconds, longer than every outage; prefix of the key of a repeated write

# The writes of a request's life, repeated for the next request.
my @life = qw(create note note note question note note answer note note approval note note closure);

# One write. Options: once (sends the key as Idempotency-Key, and repeats the write until it gets a final answer or GIVES_UP seconds have
# passed), urls (of nodes, in place of the exchange's own; a failure moves on to the next node).
sub write_one {
  my ($x, $say, $key, %option) = @_;
  my $kind = $life[ $x->{step} //= 0 ];
  my $began = time;
  my ($answer, $final);
  until ($final) {
    sleep 0.05 + rand 0.15 if $answer;
    $x->{$_} = $x->{$_}->at($option{urls}[0]) for $option{urls} ? qw(submitter receiver) : ();
    my $at = time;
    $answer = attempt($x, $kind, $key, $option{once} ? (headers => { 'idempotency-key' => $key }) : ());
    told($say, $at, $kind, $key, $answer, $answer->status == 200 ? promised($x, $kind, $answer->json) : '-');
    renew($x) if $answer->status == 401;
    push @{ $option{urls} }, shift @{ $option{urls} } if $option{urls} && $answer->status != 200;
    $final = $answer->status !~ /^(?:409|429|5\d\d)$/ || $answer->status == 409 && $answer->text !~ /still being worked on/;
    last if !$option{once} || time > $began + GIVES_UP;
  }
  $x->{record} = $answer->json if $kind eq 'create' && $answer->status == 200;
  $x->{step} = $answer->status == 200 ? ($x->{step} + 1) % @life : $final ? 0 : $x->{step};
}

# Replaces the members' tokens: a node whose clock has jumped refuses the old ones. Keeps a token if the login fails.
sub renew {
  my ($x) = @_;
  for my $party ($x->parties) {
    my $old = delete $party->{token};
    eval { $party->token; 1 } or $party->{token} = $old;
  }
}

sub attempt {
  my ($x, $kind, $key, %with) = @_;
  return $x->submitter->post('/v1/collaboration-requests', $x->a_request(internalCaseNumber => $key), %with) if $kind eq 'create';
  return ($x->parties)[$x->{step} % 2]->post($x->notes, a_note(summary => $key), %with)                      if $kind eq 'note';
  return $x->receiver->post($x->information_request, a_question(requestedInformation => $key), %with)        if $kind eq 'question';
  return $x->submitter->post($x->information_response, an_answer(requestedInformation => $key), %with)       if $kind eq 'answer';
  return $x->receiver->post($x->approval, an_approval(nextSteps => $key), %with)                             if $kind eq 'approval';
  return $x->submitter->post($x->closure, undef, %with);
}

# The key of the event that an answer promises.
sub promised {
  my ($x, $kind, $record) = @_;
  return Collab::Lab::Ledger::key('created', $record->{token})                          if $kind eq 'create';
  return Collab::Lab::Ledger::key('note.created', $x->token, $record->{token})          if $kind eq 'note';
  return Collab::Lab::Ledger::key('closed', $x->token)                                  if $kind eq 'closure';
  return Collab::Lab::Ledger::key('response.created', $x->token, $record->{caseResponses}[-1]{id});
}

# Writes to the ledger an attempt that began at $at and ends now.
sub told {
  my ($say, $at, $kind, $key, $answer, $event) = @_;
  $say->(sprintf('%.4f %.4f', $at, time), $kind, $key, $answer->status, $answer->header('retry-after') // '-', $event);
}

sub attempts {
  my ($load) = @_;
  return map { my %attempt; @attempt{qw(at until kind key status retry event)} = @$_; \%attempt } $load->more;
}

1;
