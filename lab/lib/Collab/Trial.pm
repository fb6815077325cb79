# What the fault lab and the drill are: a run of an exchange of their own that is judged at its end, and a report of it.
#
#   package Collab::Drill;
#   use parent 'Collab::Trial';
#   exit Collab::Drill->new(%option, dir => $dir)->conduct;    0: all holds; 1: something does not; 3: it could not be run
#
# A class has three methods: work builds the exchange, does what is to be done, and returns the report {wrong => [what does not hold], …};
# end($well) stops all; show($report) prints the report for people. passed() says what holds then. The report stays as report.json in the folder; option json prints that.
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

# The rows whose names stand in a list with commas; all of them without a list.
sub chosen {
  my ($what, $names, @rows) = @_;
  return @rows unless defined $names;
  my %row = map { $_->{name} => $_ } @rows;
  return map { $row{$_} // die "no $what: $_; there are " . join(', ', map { $_->{name} } @rows) . "\n" } split /,/, $names;
}

# ---------------------------------------------------------------- for reports
sub round { return defined $_[0] ? 0 + sprintf '%.2f', $_[0] : undef }

# What happened how often, in one line: "47 x 503, 1 x 599".
sub counted { my ($count, $none) = @_; return join(', ', map { "$count->{$_} x $_" } sort keys %$count) || $none }

1;
