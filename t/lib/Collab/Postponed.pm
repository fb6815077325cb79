# Deliveries that a local fault postpones: what tests of such faults ask of a subscription.
# The words of Collab::Subscription, and:
#   postponed($stack, $s);               waits until its delivery has been postponed; true when that used up nothing
#   all_fail($server, $text, @s);        sends to these of two companies, where nobody passes a stage, until the log has the alarm: what
#                                        failed before is not spared
#   delivered($s, 1);                    waits for an attempt on record; true when it is the first and a success
package Collab::Postponed;
use strict;
use warnings;
use Collab::Subscription;
use Collab::Wait qw(wait_for);
use Exporter 'import';
our @EXPORT = (@Collab::Subscription::EXPORT, qw(postponed all_fail delivered breaker));

# Postponed at least once: nobody has it, and it is due later than it was made.
sub postponed {
  my ($s) = @_;
  my $row;
  wait_for { $row = pending($s); $row && !$row->{claim} && $row->{later} } 30, 'a delivery that was postponed';
  return $row->{attempts} == 0 && !attempts($s);
}

sub all_fail {
  my ($server, $text, @s) = @_;
  return wait_for { speak($_) for @s; $server->log =~ $text } 30, 'the alarm';
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
