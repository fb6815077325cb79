# The lab: builds the site, has members write, injects faults at random moments, keeps the account, and judges.
package Collab::Lab;
use strict;
use warnings;
use FindBin ();
use List::Util qw(shuffle);
use Time::HiRes qw(time sleep);
use Collab::Lab::Account;
use Collab::Lab::Faults;
use Collab::Lab::Load qw(write_one attempts);
use Collab::Lab::Report;
use Collab::Lab::Site;
use Collab::Lab::Soak;
use Collab::Load qw(load pace);
use Collab::Port qw(connects);
use parent 'Collab::Trial';

use constant { TICK => 0.05, RECOVERED_WITHIN => 90, DRAINED_WITHIN => 120 };

sub new {
  my ($class, %o) = @_;
  my $built = -f "$FindBin::RealBin/../mod_collab.so";         # in a checkout; otherwise the installed module is used
  my $top = "$FindBin::RealBin/..";
  return $class->SUPER::new(
    so => $ENV{COLLAB_MODULE} || ($built ? "$top/mod_collab.so" : "$ENV{COLLAB_LIBEXECDIR}/mod_collab.so"),
    collabctl => $ENV{COLLAB_CTL} || "$top/collabctl",
    %o, faults => [], wanted => $o{faults}, taken => {}, keeper => getppid,
  );
}

sub server { my ($self, $n) = @_; return ($self->{site}->nodes)[$n] }

# The owner's connection, opened again when it is lost. Dies while a fault affects the database, because the lab must not wait for the database.
sub dbh {
  my ($self) = @_;
  die "a fault affects the database\n" if $self->{taken}{database};
  return $self->{dbh} if $self->{dbh} && eval { $self->{dbh}->do('select 1') };
  return $self->{dbh} = $self->{site}->pg->dbh;
}

sub answers { my ($self, $n) = @_; return connects($self->server($n)->port) }

sub passed { return ': nothing was lost' }

sub show { my ($self, $report) = @_; Collab::Lab::Report::show($report) }

sub end {
  my ($self, $well) = @_;
  delete @{$self}{qw(loads dbh)};
  $self->{site}->end($well) if $self->{site};
}

# ---------------------------------------------------------------- the run
sub work {
  my ($self) = @_;
  $self->say("seed $self->{seed}");
  Collab::Lab::Faults::kinds($self->{kinds});      # dies of an unknown name before anything is built
  $self->{site} = Collab::Lab::Site->build(%$self);
  $self->{account} = Collab::Lab::Account->new($self->{site});
  srand $self->{seed};
  if ($self->{soak}) {
    $self->{peak} = Collab::Lab::Soak::peak($self) unless $self->{rate};
    $self->{rate} ||= $self->{peak} / 2;
  }
  $self->start_load($self->{rate});
  $self->{began_at} = my $began = time;
  my @plan = $self->plan($began);
  my $deadline = $began + $self->{duration} * 1.5 + 120;
  while (time < $began + $self->{duration} || @plan || grep { !$_->{over_at} } @{ $self->{faults} }) {
    $self->tick;
    $self->inject(\@plan);
    die "the lab exceeded its time limit\n" if time > $deadline;
    die "the lab's keeper has ended\n" if getppid != $self->{keeper};
    sleep TICK;
  }
  $self->stop_load;
  $self->{ended_at} = time;
  $self->drain;
  return Collab::Lab::Report::judge($self);
}

# Starts writers for each pair, with $rate writes a second in all; the quiet pair gets 0.5 to 5 of these.
sub start_load {
  my ($self, $rate) = @_;
  my @pairs = $self->{site}->pairs;
  my $quiet = $rate / 40 < 0.5 ? 0.5 : $rate / 40 > 5 ? 5 : $rate / 40;
  for my $pair (0 .. $#pairs) {
    my $x = $pairs[$pair]{exchange};
    $_->token for $x->parties;
    my @urls = map { $_->url } $self->{site}->nodes;
    my $of_pair = $pairs[$pair]{quiet} ? $quiet : ($rate - $quiet) / (@pairs - 1);
    my $writers = $of_pair > 200 ? 4 : 1 + int $of_pair / 50;
    my $number = ++$self->{ledgers};
    push @{ $self->{loads}[$pair] }, load($writers, sub {
      my ($say, $caller, $turn) = @_;
      pace($of_pair / $writers);
      my $once = $turn % 4 == 3;
      write_one($x, $say, ($once ? Collab::Lab::Load::ONCE : 'lab-') . "$number-$caller-$turn", once => $once, urls => \@urls);
    }, ledger => "$self->{dir}/writer$number");
  }
}

sub stop_load {
  my ($self) = @_;
  $self->say('load stops');
  $_->end for map { @$_ } @{ $self->{loads} };
}

# Waits until every delivery has come. Gives up when no delivery is pending any more, because the missing ones will then never come.
sub drain {
  my ($self) = @_;
  my $until = time + DRAINED_WITHIN;
  my $idle_since;
  while (time < $until) {
    $self->tick;
    my $left = eval { $self->left } // 1;
    $idle_since = $left ? undef : $idle_since // time;
    last if defined $idle_since && (!$self->{account}->open || time > $idle_since + 3);
    sleep TICK;
  }
}

# The number of rows that the dispatcher must still work off: outbox rows, and pending deliveries to receivers that work.
sub left {
  my ($self) = @_;
  my $ledger = join ',', map { $_->{id} } $self->{site}->subscriptions('ledger');
  return $self->dbh->selectrow_array("select (select count(*) from outbox) + (select count(*) from delivery where queue in ($ledger))");
}

# The plan of faults: each kind once, in random order, then again. The duration has as many equal parts as faults; each fault begins at a
# random moment of its part.
sub plan {
  my ($self, $began) = @_;
  return () unless $self->{wanted};
  my @kinds;
  for my $kind (Collab::Lab::Faults::kinds($self->{kinds})) {
    my $why = $kind->{without} && $kind->{without}->($self);
    if (defined $why) { $self->{skipped}{ $kind->{name} } = $why; $self->say("left out: $kind->{name}: $why") }
    else { push @kinds, $kind }
  }
  my @plan;
  push @plan, shuffle @kinds while @plan < $self->{wanted};
  my $part = $self->{duration} / $self->{wanted};
  return map { { kind => $plan[$_], at => $began + 0.5 + ($_ + rand) * $part } } 0 .. $self->{wanted} - 1;
}

# Begins the first fault of the plan that is due and whose victim is free.
sub inject {
  my ($self, $plan) = @_;
  my $now = time;
  for my $i (0 .. $#$plan) {
    last if $plan->[$i]{at} > $now;
    my $kind = $plan->[$i]{kind};
    my @free = $kind->{takes} eq 'node' ? grep({ !$self->{taken}{"node$_"} } 0 .. $self->{nodes} - 1) : grep { !$self->{taken}{$_} } $kind->{takes};
    next unless @free;
    my $victim = $free[rand @free];
    my $fault = { kind => $kind->{name}, at => $now, in_flight => 0, $kind->{takes} eq 'node' ? (node => $victim) : () };
    $fault->{takes} = $kind->{takes} eq 'node' ? "node$victim" : $victim;
    # a fault that is impossible now, for example while its victim restarts, is tried again a second later
    if (!$kind->{begin}->($self, $fault)) { $plan->[$i]{at} = $now + 1; next }
    splice @$plan, $i, 1;
    $fault->{for} //= 0;
    $self->{taken}{ $fault->{takes} } = $fault;
    push @{ $self->{faults} }, $fault;
    $self->say(join ' ', grep { defined } "fault " . @{ $self->{faults} } . ": $kind->{name}", defined $fault->{node} ? 'node' . ($fault->{node} + 1) : undef, $fault->{note});
    return;
  }
}

# Reads the ledgers, and advances the faults: begun -> ended -> up -> recovered.
sub tick {
  my ($self) = @_;
  my $account = $self->{account};
  # promises first, so that few deliveries come before their promise
  for my $pair (0 .. $#{ $self->{loads} }) { $account->promise($pair, attempts($_)) for @{ $self->{loads}[$pair] } }
  $account->read;
  $self->{site}->trapped;
  for my $fault (grep { !$_->{over_at} } @{ $self->{faults} }) {
    if (!$fault->{ended_at}) {
      if (time < $fault->{at} + $fault->{for}) { $fault->{meanwhile}->() if $fault->{meanwhile}; next }
      $fault->{healing_at} = time;
      $fault->{end}->() if $fault->{end};
      $fault->{ended_at} = time;
    }
    if (!$fault->{up_at}) {
      $fault->{up_at} = time if !$fault->{up} || $fault->{up}->();
      delete $self->{taken}{ $fault->{takes} } if $fault->{up_at};
    }
    # recovered: every delivery promised before the fault ended has arrived, and so has one that was promised afterwards
    if ($fault->{up_at} && $account->{newest} > $fault->{ended_at} && !$account->open_since($fault->{ended_at}, time)) {
      $fault->{over_at} = time;
      $fault->{recovery} = $fault->{over_at} - $fault->{healing_at};
    } elsif (time > $fault->{ended_at} + RECOVERED_WITHIN) {
      $fault->{over_at} = time;
      delete $self->{taken}{ $fault->{takes} };
      $self->say("$fault->{kind}: no recovery within " . RECOVERED_WITHIN . ' s');
    }
  }
  Collab::Lab::Report::sample($self);
  Collab::Lab::Soak::sample($self) if $self->{soak} && $self->{began_at} && !$self->{ended_at};
}

1;
