# Judges a drill, and reports it for people and as JSON.
package Collab::Drill::Report;
use strict;
use warnings;
use List::Util qw(max sum0);
use Collab::Drill::Load;
use Collab::Trial qw(round counted);

# The limits. DEADLINE (of a request, in httpd), SLACK (for the balancer and a busy machine) and BACKLOG are in seconds.
use constant { DEADLINE => 5, SLACK => 0.5, WRITES => 10_000, BACKLOG => 10, LOG_LINES => 60 };

sub judge {
  my ($drill) = @_;
  my @rows = map { row($drill, $_) } @{ $drill->{results} };
  my $all = $drill->account->within(0, 9e9);
  my ($deliveries, $witness, $control) = @{$drill}{qw(deliveries witness control)};
  my $found = { events => $witness->{events}, missing => scalar @{ $witness->{missing} }, unknown => $witness->{unknown}, again => scalar keys %{ $deliveries->{again} }, new => $witness->{new} };
  my @wrong = map { my $row = $_; map { "$row->{name}: $_" } @{ $row->{wrong} } } @rows;
  push @wrong, "$all->{lost} acknowledged writes are lost" if $all->{lost};
  push @wrong, "$all->{twice} writes were made twice" if $all->{twice};
  push @wrong, sprintf '%d acknowledged writes, fewer than %d', $all->{acknowledged}, WRITES if !$drill->{short} && !defined $drill->{cases} && $all->{acknowledged} < WRITES;
  push @wrong, "$found->{missing} events were not delivered" if $found->{missing};
  push @wrong, "$found->{unknown} deliveries have events that are not in the table" if $found->{unknown};
  push @wrong, map { "$deliveries->{faulty}{$_} deliveries with a fault: $_" } sort keys %{ $deliveries->{faulty} };
  push @wrong, 'not every event was delivered after the end of the load' unless defined $drill->{drained};
  push @wrong, 'the control lost nothing: the drill does not detect losses' unless $control->{lost};
  return {
    behind => round($drill->{behind}), wrong => \@wrong, cases => \@rows, deliveries => $found, control => $control,
    (map { $_ => 0 + $all->{$_} } qw(requests acknowledged lost twice late)), errors => $all->{errors}, longestWait => round($all->{longest_wait}),
  };
}

# One case: its figures and its failed checks.
sub row {
  my ($drill, $case) = @_;
  my $account = $drill->account;
  my $got = $account->within($case->{began}, $case->{ended});
  my $failed = sum0 values %{ $got->{errors} };
  my @wrong = @{ $case->{wrong} || [] };
  push @wrong, sprintf 'no write for %.1f s; the limit is %g s', $got->{longest_gap}, $case->{outage} if defined $case->{outage} && $got->{longest_gap} > $case->{outage};
  push @wrong, sprintf 'a caller waited for %.2f s', $got->{longest_wait} if $got->{longest_wait} > DEADLINE + SLACK;
  push @wrong, 'unexpected answers: ' . join ', ', @{ $got->{strange} }[0 .. max 0, $#{ $got->{strange} } < 4 ? $#{ $got->{strange} } : 4] if @{ $got->{strange} };
  push @wrong, "$got->{without_retry_after} answers of 503 have no Retry-After" if $got->{without_retry_after};
  if (defined $case->{failed}) {
    my $may = $case->{failed} eq 'in-flight' ? Collab::Drill::Load::WRITERS : $case->{failed};
    push @wrong, "$failed requests failed" if $failed > $may;
    push @wrong, "$got->{failed_reads} reads failed" if $case->{failed} eq 'in-flight' && $got->{failed_reads} && !$case->{through};
  }
  push @wrong, "$got->{requests} requests, fewer than $case->{requests}" if $case->{requests} && $got->{requests} < $case->{requests};
  push @wrong, sprintf 'the backlog was not delivered within %d s', BACKLOG if defined $case->{outage} && (!defined $case->{drained} || $case->{drained} > BACKLOG);
  my @lines = map { scalar @{ $_->{lines} } } @{ $case->{logs} };
  push @wrong, "a node's log got " . max(@lines) . ' lines' if @lines && max(@lines) > LOG_LINES;
  return {
    name => $case->{name}, what => $case->{what}, seconds => round($case->{ended} - $case->{began}), requests => $got->{requests}, acknowledged => $got->{acknowledged},
    lost => $got->{lost}, twice => $got->{twice}, late => $got->{late}, outage => defined $case->{outage} ? round($got->{longest_gap}) : undef, longestWait => round($got->{longest_wait}),
    backlog => round($case->{drained}), errors => $got->{errors}, wrong => \@wrong, says => $case->{says}, logs => [map { $_->{count} } @{ $case->{logs} }],
    logLines => [map { [map { s/\s+\z//r } @{ $_->{lines} }] } @{ $case->{logs} }],
    bySecond => $account->by_second($case->{began}, $case->{ended}),
  };
}

sub show {
  my ($report) = @_;
  my $format = "%-17s %8s %7s %5s %6s %6s %8s %8s %8s  %s\n";
  print "\n";
  printf $format, 'case', 'requests', 'writes', 'lost', 'twice', 'late', 'outage', 'longest', 'backlog', 'not 200';
  for my $row (@{ $report->{cases} }) {
    my %errors = map { ($_ == 599 ? 'broken' : $_) => $row->{errors}{$_} } keys %{ $row->{errors} };
    printf $format, $row->{name}, @{$row}{qw(requests acknowledged lost twice late)}, (map { defined $_ ? sprintf '%.2f s', $_ : '-' } @{$row}{qw(outage longestWait backlog)}),
      counted(\%errors, '-');
    print ' ' x 18, "$row->{says}\n" if defined $row->{says};
  }
  printf $format, 'all', @{$report}{qw(requests acknowledged lost twice late)}, '', sprintf('%.2f s', $report->{longestWait}), '', '';
  my ($found, $control) = @{$report}{qw(deliveries control)};
  print "\nwrites: acknowledged; late: committed without an acknowledgement, and acknowledged when repeated; outage: the longest time without an acknowledged write\n";
  print "deliveries: $found->{events} events, $found->{missing} missing, $found->{again} repeated, $found->{unknown} unknown; $found->{new} to subscriptions that were made just before a failover\n";
  print "control (asynchronous standby): $control->{lost} of $control->{acknowledged} acknowledged writes lost, as expected\n" if $control->{lost};
  print "log lines by case and node:\n";
  for my $row (@{ $report->{cases} }) {
    printf "  %-17s %s\n", $row->{name}, join '   ', map { my %count = %$_; join(' ', map { "$_ x$count{$_}" } sort keys %count) || 'nothing' } @{ $row->{logs} };
  }
}

1;
