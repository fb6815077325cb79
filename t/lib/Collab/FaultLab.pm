# Runs the fault lab for a test.
#
#   my ($status, $said) = faultlab('--duration', 5);
#   my ($status, $said, $report) = lab('--duration', 5);     with the report
package Collab::FaultLab;
use strict;
use warnings;
use File::Path ();
use File::Temp ();
use JSON::XS ();
use Collab::Wait qw(output);
use Exporter 'import';
our @EXPORT = qw(faultlab lab);

# A lab that does not pass leaves its folder: with these options it must not pass.
sub faultlab {
  my (@options) = @_;
  my ($status, $said) = output('./collabctl', 'faultlab', @options);
  File::Path::remove_tree($1) if $status && "@options" =~ /--drop-one|--dsn|flood/ && $said =~ m{^The logs are in (/tmp/cl\w+)$}m;
  return ($status, $said);
}

sub lab {
  my (@options) = @_;
  my $report = File::Temp->new(TEMPLATE => 'clreportXXXXXX', DIR => '/tmp');
  my ($status, $said) = faultlab('--report', "$report", @options);
  open my $in, '<:raw', "$report" or die "no report: exit $status\n$said";
  local $/;
  my $json = <$in> || die "no report: exit $status\n$said";
  return ($status, $said, JSON::XS->new->utf8->decode($json));
}

1;
