# Judges a run, and reports it for people and as JSON.
package Collab::Lab::Report;
use strict;
use warnings;
use List::Util qw(max sum0);
use Time::HiRes qw(time);
use Collab::File qw(slurp);
use Collab::Trial qw(round counted);

# Once a second: updates the maximum memory of dispatchers and workers.
sub sample {
  my ($lab) = @_;
  return if time < ($lab->{sample_at} // 0);
  $lab->{sample_at} = time + 1;
  for my $server ($lab->{site}->nodes) {
    $lab->{memory}{dispatcher} = max $lab->{memory}{dispatcher} // 0, map { resident($_) } $server->processes('collab-dispatch');
    $lab->{memory}{worker} = max $lab->{memory}{worker} // 0, map { resident($_) } $server->children;
  }
}

# Resident memory of a process, in KiB.
sub resident { return slurp("/proc/$_[0]/status") =~ /^VmRSS:\s+(\d+) kB/m ? $1 : 0 }

# The report of a run: {wrong => [failed checks], …}.
sub judge {
  my ($lab) = @_;
  my ($site, $account) = @{$lab}{qw(site account)};
  my $dbh = $lab->dbh;
  my $ledger = join ',', map { $_->{id} } $site->subscriptions('ledger');
  my $witness = $account->witness($dbh);
  my @dead = @{ $dbh->selectall_arrayref("select reason, count(*) from dead_letter where subscription in ($ledger) group by reason") };
  my ($retried, $errors) = $account->retried($dbh);
  my ($refused) = $dbh->selectrow_array(q(select count(*) from attempt where error like 'refused by the address guard%'));
  my ($twice, $once) = $dbh->selectrow_array(q(select coalesce(sum(n - 1), 0), count(*) from (select count(*) as n from note where summary like ? group by summary) o),
    undef, Collab::Lab::Load::ONCE . '%');
  my $again = $account->duplicates;
  my @lost = $account->open;
  my %committed = map { $_ => 1 } @{ $witness->{missing} };
  delete @committed{@lost};
  my $in_flight = sum0 map { $_->{in_flight} } @{ $lab->{faults} };
  my $trapped = $site->trapped;
  my $left_over = $lab->left;
  my @logs = map { $_->log =~ /^(.*(?:AddressSanitizer|LeakSanitizer|runtime error:|Segmentation fault|Aborted).*)$/mg } $site->nodes;
  my @slow = grep { !defined $_->{recovery} } @{ $lab->{faults} };

  my @wrong;
  push @wrong, @lost . ' deliveries of acknowledged writes never came' if @lost;
  push @wrong, keys(%committed) . ' deliveries of committed writes never came' if %committed;
  push @wrong, "$witness->{lost} acknowledged writes are not in the event table" if $witness->{lost};
  push @wrong, "$again deliveries were repeated: failed attempts explain $retried, and $in_flight were under way at faults" if $again - $retried > $in_flight;
  push @wrong, map { "$account->{faulty}{$_} deliveries with a fault: $_" } sort keys %{ $account->{faulty} };
  push @wrong, "$twice notes with an Idempotency-Key were written more than once" if $twice;
  push @wrong, map { "$_->[1] dead letters for receivers that work: $_->[0]" } @dead;
  push @wrong, "$trapped connections to an address that the address guard refuses" if $trapped;
  push @wrong, "$left_over rows remain in the live tables" if $left_over;
  push @wrong, map { "no recovery from: $_->{kind}" } @slow;
  push @wrong, map { "in a log: $_" } @logs;
  push @wrong, 'nothing was written' unless $account->{received} || @lost;

  my $flat = $lab->{soak} ? Collab::Lab::Soak::judge($lab) : undef;
  push @wrong, Collab::Lab::Soak::wrong($flat) if $flat;

  my $began = $lab->{began_at};
  return {
    wrong => \@wrong, seed => $lab->{seed} + 0, seconds => round($lab->{ended_at} - $began), nodes => $lab->{nodes} + 0, slots => $lab->{slots} + 0, rate => round($lab->{rate}),
    writes => { acknowledged => $account->{acknowledged} + 0, failed => $account->without_a_yes, events => $witness->{events}, withKey => $once + 0, withKeyTwice => $twice + 0 },
    published => $account->{expected} + 0, received => $account->{received} + 0, lost => scalar @lost, lostList => [@lost[0 .. ($#lost > 19 ? 19 : $#lost)]],
    lostUnacknowledged => scalar keys %committed, notInTable => $witness->{lost},
    duplicates => $again + 0, duplicatesByRetry => $retried + 0, inFlightAtFaults => $in_flight + 0, failedAttempts => $errors,
    refusedByGuard => $refused + 0, connectionsToRefusedAddresses => $trapped + 0,
    longestLag => round($account->{longest}), memoryKib => $lab->{memory} || {}, leftOut => $lab->{skipped} || {},
    $flat ? (peak => round($lab->{peak}), flat => $flat, samples => $lab->{samples}) : (),
    faults => [map { { kind => $_->{kind}, at => round($_->{at} - $began), lasted => round($_->{healing_at} - $_->{at}), inFlight => $_->{in_flight} + 0,
      recovery => round($_->{recovery}), defined $_->{node} ? (node => $_->{node} + 1) : (), defined $_->{note} ? (note => $_->{note}) : () } } @{ $lab->{faults} }],
  };
}

sub show {
  my ($report) = @_;
  my %by;
  push @{ $by{ $_->{kind} } }, $_ for @{ $report->{faults} };
  printf "\n%-22s %6s %14s %14s %10s\n", 'fault', 'times', 'recovery', 'longest', 'in flight';
  for my $kind (Collab::Lab::Faults::kinds()) {
    my @all = @{ $by{ $kind->{name} } || [] } or next;
    my @took = sort { $a <=> $b } map { $_->{recovery} // 9999 } @all;
    printf "%-22s %6d %12.2f s %12.2f s %10d\n", $kind->{name}, scalar @all, $took[$#took / 2], $took[-1], sum0 map { $_->{inFlight} } @all;
  }
  printf "%-22s %s\n", $_, "left out: $report->{leftOut}{$_}" for sort keys %{ $report->{leftOut} };
  printf "\n%d faults in %.0f s, seed %d\n", scalar @{ $report->{faults} }, $report->{seconds}, $report->{seed};
  printf "%-44s %d\n", 'writes acknowledged', $report->{writes}{acknowledged};
  printf "%-44s %s\n", 'writes not acknowledged', counted($report->{writes}{failed}, 'none');
  printf "%-44s %d (written more than once: %d)\n", 'notes with an Idempotency-Key', @{ $report->{writes} }{qw(withKey withKeyTwice)};
  printf "%-44s %d\n", 'deliveries promised by them', $report->{published};
  printf "%-44s %d\n", 'received at least once', $report->{received};
  printf "%-44s %d\n", 'lost', $report->{lost};
  printf "%-44s %d (%d after a failed attempt; %d were in flight at faults)\n", 'received again', @{$report}{qw(duplicates duplicatesByRetry inFlightAtFaults)};
  printf "%-44s %s\n", 'failed attempts', counted($report->{failedAttempts}, 'none');
  printf "%-44s %d (connections made nevertheless: %d)\n", 'refused by the address guard', @{$report}{qw(refusedByGuard connectionsToRefusedAddresses)};
  printf "%-44s %.2f s\n", 'longest time from answer to receiver', $report->{longestLag};
  printf "%-44s %s\n", 'maximum resident memory', join ', ', map { sprintf '%s %.0f MiB', $_, $report->{memoryKib}{$_} / 1024 } sort keys %{ $report->{memoryKib} };
  Collab::Lab::Soak::show($report->{flat}) if $report->{flat};
}

1;
