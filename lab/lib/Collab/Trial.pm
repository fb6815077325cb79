# Base class of the fault lab and the drill: runs an exchange of its own, judges the run at its end, and reports it.
#
#   package Collab::Drill;
#   use parent 'Collab::Trial';
#   exit Collab::Drill->new(%option, dir => $dir)->conduct;    0: passed; 1: failed; 3: could not run
#
# Methods of a class:
#   ->work            builds the exchange, runs the trial, and returns the report {wrong => [failed checks], …}
#   ->end($passed)    stops everything
#   ->show($report)   prints the report for people
#   ->passed          returns words to print after PASSED (default: none)
# The report is in report.json in the folder; with the option json, it is printed as JSON.
package Collab::Trial;
use strict;
use warnings;
use FindBin ();
use JSON::XS ();
use Time::HiRes qw(time);
use Collab::File qw(write_file);
use Exporter 'import';
our @EXPORT_OK = qw(chosen round counted);

sub new { my ($class, %option) = @_; return bless {%option}, $class }

sub say { my ($self, @words) = @_; printf { $self->{json} ? *STDERR : *STDOUT } "%7.1f  %s\n", time - ($self->{began} //= time), "@words" }

sub conduct {
  my ($self) = @_;
  $| = 1;
  $SIG{$_} = sub { exit 130 } for qw(INT TERM HUP);
  my $report = eval { $self->work };
  my $error = $@;
  my $passed = $report && !@{ $report->{wrong} };
  eval { $self->end($passed); 1 } or print STDERR "$FindBin::Script: $@";
  if (!$report) { print STDERR "$FindBin::Script: $error"; return 3 }
  my $json = JSON::XS->new->utf8->canonical->pretty->encode({ %$report, passed => $passed ? JSON::XS::true : JSON::XS::false });
  write_file("$self->{dir}/report.json", $json);
  if ($self->{json}) { print $json }
  else {
    $self->show($report);
    print "\n", $passed ? 'PASSED' . $self->passed . "\n" : map { "FAILED: $_\n" } @{ $report->{wrong} };
  }
  return $passed ? 0 : 1;
}

sub passed { return '' }

# The rows named in a comma-separated list; all rows without a list.
sub chosen {
  my ($what, $names, @rows) = @_;
  return @rows unless defined $names;
  my %row = map { $_->{name} => $_ } @rows;
  return map { $row{$_} // die "no $what: $_; there are " . join(', ', map { $_->{name} } @rows) . "\n" } split /,/, $names;
}

# ---------------------------------------------------------------- for reports
sub round { return defined $_[0] ? 0 + sprintf '%.2f', $_[0] : undef }

# Counts in one line: "47 x 503, 1 x 599".
sub counted { my ($count, $none) = @_; return join(', ', map { "$count->{$_} x $_" } sort keys %$count) || $none }

1;
