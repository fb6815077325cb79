# The account: compares deliveries that the interface has promised with those that receivers got, while both ledgers grow.
#
#   my $account = Collab::Lab::Account->new($site);
#   $account->promise($pair, @attempts)  reads the writers' attempts (Collab::Lab::Load)
#   $account->read;                      reads the receivers' ledgers
#   $account->lag($now)                  age in seconds of the oldest open promise; 0: none is open
#   $account->open_since($time, $now)    is a promise from before $time open? Ignores promises older than LOST_AFTER seconds, which are lost
#
# An hour has millions of deliveries, so the account keeps one short string for each event (`state`).
package Collab::Lab::Account;
use strict;
use warnings;
use Digest::MD5 qw(md5);
use List::Util qw(min sum0);
use Collab::Lab::Ledger;

use constant LOST_AFTER => 60;

sub new {
  my ($class, $site) = @_;
  my $self = bless { site => $site, known => {}, open => {}, acknowledged => 0, expected => 0, newest => 0, longest => 0, received => 0, faulty => {}, failed => {} }, $class;
  $self->{ledger}{ $_->{n} } = $_ for $site->subscriptions('ledger');
  return $self;
}

# The subscriptions that must get an event of this type.
sub wanted {
  my ($self, $pair, $type) = @_;
  return @{ $self->{wanted}{"$pair $type"} //= [map { $_->{n} } grep {
    my $s = $_;
    $s->{kind} eq 'ledger' && (!$s->{types} || grep { $_ eq $type } @{ $s->{types} });
  } @{ $self->{site}{pairs}[$pair]{subscriptions} }] };
}

# The state of an event: whether it was acknowledged (1 byte), and the first 4 bytes of the digest of its id. Then, for each subscription
# that got the event: the subscription's n, and the first 4 bytes of the digest of the body.
use constant { ACKNOWLEDGED => 0, ID => 1, FIRST => 5, STEP => 8 };

sub state { my ($self, $key) = @_; return \($self->{known}{$key} //= "\0" x FIRST) }
sub short { my ($text) = @_; return substr md5($text), 0, 4 }

# The digest of the body that this subscription got; undef: it got none.
sub got {
  my ($state, $n) = @_;
  for (my $at = FIRST; $at < length $$state; $at += STEP) { return substr $$state, $at + 4, 4 if unpack('N', substr $$state, $at, 4) == $n }
  return undef;
}

sub promise {
  my ($self, $pair, @attempts) = @_;
  for my $attempt (@attempts) {
    my ($at, $event) = @{$attempt}{qw(until event)};
    if ($attempt->{status} != 200) { $self->{failed}{ $attempt->{key} } = $attempt->{status}; next }
    delete $self->{failed}{ $attempt->{key} };      # a repeat was acknowledged
    my $state = $self->state($event);
    substr $$state, ACKNOWLEDGED, 1, "\1";
    $self->{acknowledged}++;
    for my $n ($self->wanted($pair, $event =~ /^(.*?)\|/)) {
      $self->{expected}++;
      if (defined got($state, $n)) { $self->arrived($at, $at) } else { $self->{open}{"$n $event"} = $at }
    }
  }
}

sub read {
  my ($self) = @_;
  for my $receiver (@{ $self->{site}{receiver} }{qw(main away)}) { $self->arrival($_) for $receiver->more }
}

sub arrival {
  my ($self, $entry) = @_;
  $self->{faulty}{ $entry->{fault} }++ if $entry->{fault};
  $self->{faulty}{'not subscribed'}++ unless $self->{ledger}{ $entry->{n} };
  my $state = $self->state($entry->{key});
  my $id = short($entry->{event});
  substr $$state, ID, 4, $id if length $$state == FIRST;
  $self->{faulty}{'another id for the same event'}++ if substr($$state, ID, 4) ne $id;
  my $before = got($state, $entry->{n});
  if (defined $before) {
    $self->{again}{"$entry->{n} $entry->{key}"}++;
    $self->{faulty}{'another body the second time'}++ if $before ne short($entry->{digest});
    return;
  }
  $$state .= pack('N', $entry->{n}) . short($entry->{digest});
  my $at = delete $self->{open}{"$entry->{n} $entry->{key}"};
  $self->arrived($at, $entry->{at}) if defined $at;
}

sub arrived {
  my ($self, $promised, $came) = @_;
  $self->{received}++;
  $self->{newest} = $promised if $promised > $self->{newest};
  $self->{longest} = $came - $promised if $came - $promised > $self->{longest};
}

sub duplicates { return sum0 values %{ $_[0]{again} } }

# Writes that were not acknowledged, by the status of their last answer: {status => count}.
sub without_a_yes { my ($self) = @_; my %count; $count{$_}++ for values %{ $self->{failed} }; return \%count }

sub lag { my ($self, $now) = @_; my $oldest = min values %{ $self->{open} }; return defined $oldest && $oldest < $now ? $now - $oldest : 0 }
sub open_since { my ($self, $time, $now) = @_; my $oldest = min grep { $_ > $now - LOST_AFTER } values %{ $self->{open} }; return defined $oldest && $oldest <= $time }
sub open { my @open = sort keys %{ $_[0]{open} }; return @open }

# ---------------------------------------------------------------- the second witness: the event table
# Returns {events => number of events of requests, lost => number of promised events that are not in the table,
# missing => [committed deliveries that were not received], unknown => number of received events that are not in the table, new => number
# of events that subscriptions with a `from` must get}.
sub witness {
  my ($self, $dbh) = @_;
  my (%pair_of, @missing);
  my @pairs = $self->{site}->pairs;
  $pair_of{ $pairs[$_]{exchange}{submitter}{company}{id} } = $_ for 0 .. $#pairs;
  my ($events, $acknowledged, $received, $new, $last) = (0) x 5;
  while (1) {
    my $rows = $dbh->selectall_arrayref(q(select id, type, request_token, coalesce(note_token, response::text), submit_company
      from event where id > ? and request is not null order by id limit 10000), undef, $last);
    last unless @$rows;
    for my $row (@$rows) {
      my ($id, $type, $request, $part, $company) = @$row;
      my $key = Collab::Lab::Ledger::key($type, $request, $part);
      my $state = $self->state($key);
      $events++;
      $acknowledged += ord substr $$state, ACKNOWLEDGED, 1;
      $received++ if length $$state > FIRST;
      my @wanted = grep { $id > ($self->{ledger}{$_}{from} // 0) } $self->wanted($pair_of{$company}, $type);
      $new += grep { $self->{ledger}{$_}{from} } @wanted;
      push @missing, map { "$_ $key" } grep { !defined got($state, $_) } @wanted;
      $last = $id;
    }
  }
  my $unknown = grep({ length > FIRST } values %{ $self->{known} }) - $received;
  return { events => $events, lost => $self->{acknowledged} - $acknowledged, missing => \@missing, unknown => $unknown, new => $new };
}

# Returns the number of repeated deliveries that failed attempts explain, and the number of failed attempts by error. A failed attempt
# explains one repeat if it may have reached the receiver. Only a fault explains the other repeats.
sub retried {
  my ($self, $dbh) = @_;
  my %n = map { $_->{id} => $_->{n} } values %{ $self->{ledger} };
  my ($explained, %error, %failed) = (0);
  for my $row (@{ $dbh->selectall_arrayref(q(select a.subscription, e.type, e.request_token, coalesce(e.note_token, e.response::text),
      case when a.http_status > 0 then 'HTTP ' || a.http_status else coalesce(a.error, '') end
    from attempt a join event e on e.id = a.event where a.counted and not a.success and a.subscription = any (?)), undef, [map { $_->{id} } values %{ $self->{ledger} }]) }) {
    my ($subscription, $type, $request, $part, $error) = @$row;
    $error{$error}++;
    $failed{"$n{$subscription} " . Collab::Lab::Ledger::key($type, $request, $part)}++ unless $error =~ /connect to server|SSL peer certificate|SSL connect/;
  }
  for my $one (keys %{ $self->{again} }) { $explained += min($self->{again}{$one}, $failed{$one} // 0) }
  return ($explained, \%error);
}

1;
