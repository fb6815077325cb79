# What must be true of the dispatcher's records, whatever the receivers do (t/dispatch/outbound/wire-fuzz.t).
#
#   my $model = Collab::WireModel->new(timeout => 2);
#   $model->heard($receiver->more);         lines of the receiver's ledger (t/wire/receiver.c)
#   $model->pause($from, $to);              the dispatcher was killed: microseconds since the epoch
#   my @wrong = $model->judge(@attempts);   attempts: {uid, number, http_status, success, error, began, ended, oauth}, in microseconds
#   my @late = $model->late(@events);       events of well-behaved companies: {uid, made}; also sets ->{p99}, in seconds
#   $model->{count}                         what was counted
#
# The rules:
#   An attempt has a status only if a receiver wrote it for a request of that attempt: a request with the event's id whose first byte came
#   during the attempt. So an event is delivered only if a receiver wrote a 2xx for it.
#   An attempt has the status of its last request if that response's head was faultless and in time; an earlier one had no such response.
#   Exempt, and counted, are attempts whose status is that of stray bytes which were written less than WINDOW before the request: they may
#   have been on their way when the dispatcher last looked at the connection. So are bytes on a new connection, before its first request.
package Collab::WireModel;
use strict;
use warnings;
use List::Util qw(first);

# Microseconds. A dispatcher with sanitizers on a busy machine may pause so long between a look and the request, or before it reads an answer.
use constant WINDOW => $ENV{COLLAB_SANITIZERS} ? 500_000 : 100_000;
use constant SLACK => $ENV{COLLAB_SANITIZERS} ? 1_600_000 : 600_000;
# Microseconds. Attempts have the database's time. A new dispatcher knows it only as well as its first statement gets there.
use constant CLOCKS => 250_000;

sub new { my ($class, %option) = @_; return bless { timeout => 2, window => WINDOW, request => {}, stray => {}, early => {}, pauses => [], count => {}, %option }, $class }

sub pause { my ($self, $from, $to) = @_; push @{ $self->{pauses} }, [$from, $to] }

# In a pause, or up to $after microseconds later?
sub paused { my ($self, $at, $after) = @_; return !!grep { $at >= $_->[0] - 1e6 && $at <= $_->[1] + ($after // 0) } @{ $self->{pauses} } }

sub heard {
  my ($self, @lines) = @_;
  for (@lines) {
    my ($at, $kind, $line, @words) = @$_;
    $self->{count}{$kind}++;
    if ($kind eq 'request') {
      push @{ $self->{request}{ $words[1] } }, { at => $at, line => $line, nth => $words[0], door => $words[2], path => $words[3] };
      $self->{count}{connections} += !$self->{seen}{$line}++;
    } elsif ($kind eq 'status') {
      my $request = first { $_->{line} == $line } reverse @{ $self->{request}{ $words[0] } || [] } or next;
      @{$request}{qw(status rule said how)} = (@words[1, 2], $at, $words[3] // '');
      $request->{rule} = 'may' if $request->{rule} eq 'must' && $self->{noise}{$line};      # TLS may have ended the connection
    } elsif ($kind eq 'unsaid') {
      my $request = first { $_->{line} == $line } reverse @{ $self->{request}{ $words[0] } || [] } or next;
      $request->{rule} = 'may' if ($request->{rule} // '') eq 'must';
    } elsif ($kind eq 'noise') {
      $self->{noise}{$line} = 1;
    } else {
      push @{ $self->{ $kind eq 'strayed' ? 'stray' : $kind }{$line} }, [$at, $words[0]];
    }
  }
}

# The ledger has a request when it was read, which may be later than another one that came after it.
sub in_order { return sort { $a->{at} <=> $b->{at} } @_ }

sub judge {
  my ($self, @attempts) = @_;
  my @wrong;
  for my $a (@attempts) {
    $self->{count}{attempts}++;
    $self->{count}{ $a->{success} ? 'delivered' : $a->{http_status} ? 'answered otherwise' : 'not answered' }++;
    my @requests = in_order(grep { $_->{at} >= $a->{began} - CLOCKS && $_->{at} <= $a->{ended} + CLOCKS } @{ $self->{request}{ $a->{uid} } || [] });
    my $why = $a->{http_status} ? $self->invented($a, @requests) : undef;
    $why //= $self->overlooked($a, @requests) // $self->repeated($a, @requests);
    $why //= 'success does not fit the status' if !!$a->{success} != ($a->{http_status} =~ /^2/);
    push @wrong, "$why: " . $self->told($a, @requests) if $why;
  }
  return @wrong;
}

# Why the recorded status cannot be; undef: it can.
sub invented {
  my ($self, $a, @requests) = @_;
  return undef if grep { defined $_->{status} && $_->{status} == $a->{http_status} && $_->{rule} ne 'not' } @requests;
  for my $request (@requests) {
    my $since = $request->{at} - $self->{window};
    if (grep { $_->[0] >= $since && $_->[0] <= $a->{ended} + CLOCKS && $_->[1] == $a->{http_status} } @{ $self->{stray}{ $request->{line} } || [] }) {
      $self->{count}{'stray on its way'}++;
      return undef;
    }
    if (grep { $_->[1] == $a->{http_status} } @{ $self->{early}{ $request->{line} } || [] }) {
      $self->{count}{'early on a new connection'}++;
      return undef;
    }
  }
  # A connection that the dispatcher closed before its request was read; for bytes on a new one, it may be the second of the attempt.
  for my $kind ('early', @requests ? () : 'stray') {
    next if !grep { $_->[1] == $a->{http_status} && $_->[0] >= $a->{began} - $self->{window} && $_->[0] <= $a->{ended} + CLOCKS } map { @$_ } values %{ $self->{$kind} };
    $self->{count}{"$kind, request unread"}++;
    return undef;
  }
  $self->{count}{invented}++;
  return $a->{success} ? 'delivered, but no receiver accepted it' : 'no receiver wrote this status';
}

# Why the attempt should have a status of its last request; undef: it need not.
sub overlooked {
  my ($self, $a, @requests) = @_;
  my $last = $requests[-1];
  return undef if !$last || !defined $last->{status} || $last->{rule} ne 'must' || $last->{status} == $a->{http_status};
  return undef if $a->{oauth} && $last->{status} == 401;      # the second token may have failed
  return undef if $last->{said} > $a->{began} + 1e6 * $self->{timeout} - SLACK || $last->{said} > $a->{ended} - CLOCKS || $self->paused($last->{at}, 3e6);
  return undef if $self->{early}{ $last->{line} } || grep { $_->[0] >= $last->{at} - $self->{window} && $_->[0] <= $a->{ended} } @{ $self->{stray}{ $last->{line} } || [] };
  $self->{count}{overlooked}++;
  return "the receiver's $last->{status} was overlooked";
}

# Why a request should not have been sent once more in the same attempt; undef: it was not, or might be. A new dispatcher may repeat at once
# what the killed one had not recorded.
sub repeated {
  my ($self, $a, @requests) = @_;
  pop @requests;
  for my $request (@requests) {
    next if ($request->{rule} // '') ne 'must' || $a->{oauth} && $request->{status} == 401 || $self->{early}{ $request->{line} } || $self->{stray}{ $request->{line} };
    next if $self->paused($request->{at});
    $self->{count}{repeated}++;
    return "the receiver's $request->{status} was overlooked, and the request repeated";
  }
  return undef;
}

sub told {
  my ($self, $a, @requests) = @_;
  my %line = map { $_->{line} => 1 } @requests;
  my @other = map { my $line = $_; map { my $kind = $_; map { sprintf '%s %s at %+.1f ms on line %d', $kind, $_->[1], ($_->[0] - $a->{began}) / 1000, $line } @{ $self->{$kind}{$line} || [] } } qw(stray early) } sort keys %line;
  return join '; ', sprintf('event %s, attempt %d: %s (%s) after %d ms; %s', @{$a}{qw(uid number http_status)}, $a->{error} // 'delivered', ($a->{ended} - $a->{began}) / 1000,
    join('; ', map { sprintf 'request at %+.1f ms on line %d, %s, %s', ($_->{at} - $a->{began}) / 1000, $_->{line}, $_->{door},
      defined $_->{status} ? sprintf('%s (%s %s) at %+.1f ms', @{$_}{qw(status rule how)}, ($_->{said} - $a->{began}) / 1000) : 'no answer' } @requests) || 'no request'), @other;
}

# Events that came later than a second after their commit, but for three seconds after a kill.
sub late {
  my ($self, @events) = @_;
  my (@took, @late);
  for my $event (grep { !$self->paused($_->{made}, 3e6) } @events) {
    my $request = ($self->{request}{ $event->{uid} } || [])->[0];
    my $took = $request ? ($request->{at} - $event->{made}) / 1e6 : 1e9;
    push @took, $took;
    push @late, "$event->{uid} after $took s" if $took > 1;
  }
  @took = sort { $a <=> $b } @took;
  @{$self}{qw(p50 p99 most)} = @took[$#took * 0.5, $#took * 0.99, $#took];
  return @late;
}

1;
