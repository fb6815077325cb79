# A subscription and its deliveries, as tests look at them.
#
#   my $s = subscribed($url);                      subscribes the submitter of a new exchange(): {id, url, exchange …}
#   subscribed($url, exchange => $x, %more)        subscribes the submitter of $x; %more are members of the subscription
#   speak($s);                                     causes an event for it; returns $s
#   pending($s)                                    the row of its delivery; undef: none pending. The row's member `later` says whether the
#                                                  delivery is due more than 50 ms after it was made
#   not_counted($s)                                the tries on record that a local fault spared, oldest first
#   attempts($s, 2)                                waits for 2 attempts on record and returns all, oldest first, each with the event's `uid`
#                                                  and `wait`, the seconds until the next attempt
package Collab::Subscription;
use strict;
use warnings;
use Collab::Exchange;
use Collab::Members;
use Collab::Shape;
use Collab::Wait qw(wait_for);
use Exporter 'import';
our @EXPORT = qw(subscribed speak pending attempts not_counted);

sub subscribed {
  my ($url, %more) = @_;
  my $x = delete $more{exchange} || exchange();
  return { %{ $x->submitter->post('/v2/webhooks', { callbackUrl => $url, %more })->ok }, url => $url, exchange => $x };
}

sub speak { my ($s) = @_; $s->{exchange}->submitter->post($s->{exchange}->notes, a_note())->ok; return $s }

sub pending { my ($s) = @_; return owner()->selectrow_hashref(q(select *, due_at > made_at + interval '50 ms' as later from delivery where queue = ?), undef, $s->{id}) }

sub not_counted { my ($s) = @_; return @{ owner()->selectall_arrayref('select * from attempt where subscription = ? and not counted order by id', { Slice => {} }, $s->{id}) } }

sub attempts {
  my ($s, $count) = @_;
  my $on_record = sub {
    return @{ owner()->selectall_arrayref('select a.*, e.uid, extract(epoch from a.next_attempt_at - a.created_at) as wait from attempt a left join event e on e.id = a.event
      where a.subscription = ? and a.counted order by a.id', { Slice => {} }, $s->{id}) };
  };
  wait_for { $on_record->() >= $count } 60, "$count attempts on record" if $count;
  return $on_record->();
}

1;
