# Checks deliveries that a local fault postpones. Exports all of Collab::Subscription, and:
#   postponed($s);                       waits until its delivery has been postponed; true when no attempt has been counted
#   all_fail($server, qr/text/, @s);     sends events to these subscriptions, of two companies, until the log has the alarm. Every transfer
#                                        must fail at the same stage. Failures before the alarm count as attempts.
#   delivered($s);                       waits for an attempt on record; true when it is the only one, number 1, and a success
#   breaker($stack, $s);                 true when the circuit breaker of its receiver has opened
package Collab::Postponed;
use strict;
use warnings;
use Collab::Subscription;
use Collab::Wait qw(wait_for);
use Exporter 'import';
our @EXPORT = (@Collab::Subscription::EXPORT, qw(postponed all_fail delivered breaker));

# A postponed delivery is unclaimed and due later than it was made.
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

sub breaker { my ($stack, $s) = @_; return $stack->server->log =~ /CB0671: subscription $s->{id}:/ }

1;
