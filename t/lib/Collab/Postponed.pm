# Deliveries that a local fault postpones: what tests of such faults ask of a subscription.
#
#   my $s = subscribed($url);            of an exchange of its own: {id, url, exchange}
#   speak($s);                           an event for it
#   postponed($stack, $s);               waits until its delivery has been postponed; true when that used up nothing
#   delivered($s, 1);                    waits for an attempt on record; true when it is the first and a success
package Collab::Postponed;
use strict;
use warnings;
use Collab::Exchange;
use Collab::Members;
use Collab::Shape;
use Collab::Wait qw(wait_for);
use Exporter 'import';
our @EXPORT = qw(subscribed speak pending attempts postponed delivered breaker);

my $type = 'org.provider.core.collaboration-request.note.created';

sub subscribed {
  my ($url, %more) = @_;
  my $x = exchange();
  return { %{ $x->submitter->post('/v2/webhooks', { callbackUrl => $url, eventTypes => [$type], %more })->ok }, url => $url, exchange => $x };
}

sub speak { my ($s) = @_; $s->{exchange}->submitter->post($s->{exchange}->notes, a_note())->ok; return $s }
sub pending { my ($s) = @_; return owner()->selectrow_hashref(q(select *, due_at > made_at + interval '50 ms' as later from delivery where queue = ?), undef, $s->{id}) }
sub attempts { my ($s) = @_; return @{ owner()->selectall_arrayref('select * from attempt where subscription = ? order by id', { Slice => {} }, $s->{id}) } }

# Postponed at least once: nobody has it, and it is due later than it was made.
sub postponed {
  my ($s) = @_;
  my $row;
  wait_for { $row = pending($s); $row && !$row->{claim} && $row->{later} } 30, 'a delivery that was postponed';
  return $row->{attempts} == 0 && !attempts($s);
}

sub delivered {
  my ($s) = @_;
  wait_for { attempts($s) && !pending($s) } 40, 'a delivery';
  my @log = attempts($s);
  return @log == 1 && $log[0]{success} && $log[0]{number} == 1;
}

# Has the breaker of its receiver opened?
sub breaker { my ($stack, $s) = @_; return $stack->server->log =~ /CB0671: subscription $s->{id}:/ }

1;
