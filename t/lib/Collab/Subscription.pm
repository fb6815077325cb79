# A subscription as a test of deliveries looks at it.
#
#   my $s = subscribed($url);                      of an exchange of its own: {id, url, exchange …}
#   subscribed($url, exchange => $x, %more)        of the submitter of this one; the rest are members of the subscription
#   speak($s);                                     an event for it; returns $s
#   pending($s)                                    the row of its delivery, undef when nothing waits; `later`: it is due later than it was made
#   attempts($s, 2)                                its attempts on record, the first one first, once there are so many. With the event's `uid`,
#                                                  and `wait`, the seconds until the next attempt
package Collab::Subscription;
use strict;
use warnings;
use Collab::Exchange;
use Collab::Members;
use Collab::Shape;
use Collab::Wait qw(wait_for);
use Exporter 'import';
our @EXPORT = qw(subscribed speak pending attempts);

sub subscribed {
  my ($url, %more) = @_;
  my $x = delete $more{exchange} || exchange();
  return { %{ $x->submitter->post('/v2/webhooks', { callbackUrl => $url, %more })->ok }, url => $url, exchange => $x };
}

sub speak { my ($s) = @_; $s->{exchange}->submitter->post($s->{exchange}->notes, a_note())->ok; return $s }

sub pending { my ($s) = @_; return owner()->selectrow_hashref(q(select *, due_at > made_at + interval '50 ms' as later from delivery where queue = ?), undef, $s->{id}) }

sub attempts {
  my ($s, $count) = @_;
  my $on_record = sub {
    return @{ owner()->selectall_arrayref('select a.*, e.uid, extract(epoch from a.next_attempt_at - a.created_at) as wait from attempt a left join event e on e.id = a.event
      where a.subscription = ? order by a.id', { Slice => {} }, $s->{id}) };
  };
  wait_for { $on_record->() >= $count } 60, "$count attempts on record" if $count;
  return $on_record->();
}

1;
