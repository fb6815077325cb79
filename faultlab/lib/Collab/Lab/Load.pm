# Members at work: processes that write through the interface at a rate of their own, whatever stands or falls meanwhile. What was
# answered 200 goes into the writer's ledger at once, with the event that it promises; so does each failure.
package Collab::Lab::Load;
use strict;
use warnings;
use JSON::XS ();
use POSIX ();
use Time::HiRes qw(time sleep);
use Collab::Exchange;
use Collab::Lab::Ledger;

my $json = JSON::XS->new->utf8->canonical;

# Options: site, pair (its number), rate (a second), ledger, seed. The writer's process id.
sub start {
  my (%o) = @_;
  my $x = $o{site}{pairs}[$o{pair}]{exchange};
  $_->token for $x->submitter, $x->receiver;
  my @urls = map { $_->url } $o{site}->nodes;
  my $pid = fork // die "fork: $!\n";
  return $pid if $pid;
  my $parent = getppid;
  my $on = 1;
  local $SIG{TERM} = sub { $on = 0 };
  local $SIG{INT} = 'IGNORE';
  srand $o{seed};
  open my $out, '>>:raw', $o{ledger} or POSIX::_exit(1);
  my $next = time + rand 1 / $o{rate};
  my $to = 0;
  while ($on && getppid == $parent) {
    my $now = time;
    if ($now < $next) { sleep($next - $now > 0.2 ? 0.2 : $next - $now); next }
    $next += 1 / $o{rate};
    $next = $now if $next < $now - 1;        # what was not written while all was down is not made up for
    $x->{$_} = $x->{$_}->at($urls[$to]) for qw(submitter receiver);
    my $entry = write_one($x);
    $to = ($to + 1) % @urls if !$entry->{key};
    syswrite $out, $json->encode({ at => time, pair => $o{pair}, %$entry }) . "\n";
  }
  POSIX::_exit(0);
}

# One write: {key} of the event that was promised, or {failed}.
sub write_one {
  my ($x) = @_;
  my $what = !$x->{record} ? 'created' : rand() < 0.08 ? 'closed' : rand() < 0.06 && !$x->{decided} ? 'response.created' : 'note.created';
  my $answer = $what eq 'created'  ? $x->submitter->post('/v1/collaboration-requests', $x->a_request)
    : $what eq 'closed'            ? $x->submitter->post($x->closure)
    : $what eq 'response.created'  ? $x->receiver->post($x->approval, an_approval())
    : ($x->parties)[rand 2]->post($x->notes, a_note());
  my $record = $answer->status == 200 ? $answer->json : undef;
  my $token = $x->{record} ? $x->token : $record ? $record->{token} : undef;
  $x->{record} = $record if $what eq 'created';
  $x->{record} = undef if $what eq 'closed' || $answer->status =~ /^40[049]$/;
  $x->{decided} = $what eq 'response.created' && $record if $what =~ /^(created|response\.created)$/;
  return { failed => $answer->status, what => $what } unless $record;
  return { key => Collab::Lab::Ledger::key($what, $token, $what eq 'note.created' ? $record->{token} : $what eq 'response.created' ? $record->{caseResponses}[-1]{id} : undef) };
}

1;
