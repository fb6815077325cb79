# Members at work: processes that write through the interface at a rate of their own, whatever stands or falls meanwhile. What was
# answered 200 goes into the writer's ledger at once, with the event that it promises; so does each failure. Some notes carry an
# Idempotency-Key: those are written again, at another node, until there is an answer, and must stand in the table once.
package Collab::Lab::Load;
use strict;
use warnings;
use JSON::XS ();
use POSIX ();
use Time::HiRes qw(time sleep);
use Collab::Exchange;
use Collab::Lab::Ledger;

use constant ONCE => 'once:';

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
  $x->{$_} = $x->{$_}->at($urls[0]) for qw(submitter receiver);
  while ($on && getppid == $parent) {
    my $now = time;
    if ($now < $next) { sleep($next - $now > 0.2 ? 0.2 : $next - $now); next }
    $next += 1 / $o{rate};
    $next = $now if $next < $now - 1;        # what was not written while all was down is not made up for
    my $turn = sub { $to = ($to + 1) % @urls; $x->{$_} = $x->{$_}->at($urls[$to]) for qw(submitter receiver) };
    my $entry = write_one($x, $turn);
    $turn->() if !$entry->{key};
    syswrite $out, $json->encode({ at => time, pair => $o{pair}, %$entry }) . "\n";
  }
  POSIX::_exit(0);
}

# One write: {key} of the event that was promised, or {failed}. turn goes to another node.
sub write_one {
  my ($x, $turn) = @_;
  my $what = !$x->{record} ? 'created' : rand() < 0.08 ? 'closed' : rand() < 0.06 && !$x->{decided} ? 'response.created' : 'note.created';
  my $answer = $what eq 'created'  ? $x->submitter->post('/v1/collaboration-requests', $x->a_request)
    : $what eq 'closed'            ? $x->submitter->post($x->closure)
    : $what eq 'response.created'  ? $x->receiver->post($x->approval, an_approval())
    : rand() < 0.25                ? note_once($x, $turn)
    : ($x->parties)[rand 2]->post($x->notes, a_note());
  my $record = $answer->status == 200 ? $answer->json : undef;
  my $token = $x->{record} ? $x->token : $record ? $record->{token} : undef;
  $x->{record} = $record if $what eq 'created';
  $x->{record} = undef if $what eq 'closed' || $answer->status =~ /^40[049]$/;
  $x->{decided} = $what eq 'response.created' && $record if $what =~ /^(created|response\.created)$/;
  return { failed => $answer->status, what => $what } unless $record;
  return { key => Collab::Lab::Ledger::key($what, $token, $what eq 'note.created' ? $record->{token} : $what eq 'response.created' ? $record->{caseResponses}[-1]{id} : undef) };
}

# A note under a key, and under the same key again while nobody says whether it was written.
sub note_once {
  my ($x, $turn) = @_;
  my ($path, $note) = ($x->notes, a_note(description => ONCE . " $$ " . ++$x->{once}));
  my $answer;
  for my $try (1 .. 4) {
    $answer = $x->submitter->post($path, $note, headers => { 'idempotency-key' => "$note->{description}" =~ s/ /-/gr });
    last if $answer->status !~ /^(409|5\d\d)$/;
    sleep 0.3;
    $turn->();
  }
  return $answer;
}

1;
