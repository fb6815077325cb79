# Runs the fault lab for a test.
#
#   my ($status, $said) = faultlab('--duration', 5);
#   my ($status, $said, $report) = lab('--duration', 5);     and the parsed report
#   install($folder)                                         installs the project there; later calls run that lab
package Collab::FaultLab;
use strict;
use warnings;
use File::Path ();
use File::Temp ();
use JSON::XS ();
use Collab::File qw(slurp);
use Collab::Wait qw(run output);
use Exporter 'import';
our @EXPORT = qw(faultlab lab install);
my $collabctl = './collabctl';

# A run that fails keeps its folder. Removes the folder when the options make the run fail on purpose.
sub faultlab {
  my (@options) = @_;
  my ($status, $said) = output($collabctl, 'faultlab', @options);
  File::Path::remove_tree($1) if $status && "@options" =~ /--drop-one|--dsn|flood/ && $said =~ m{^The logs are in (/tmp/cl\w+)$}m;
  return ($status, $said);
}

# collabctl looks for the lab and for sql/ beside itself first, then in the folders that were compiled in.
sub install {
  my ($folder) = @_;
  run('make', '-s', '-o', 'all', 'install', "DESTDIR=$folder", qw(sbindir=/sbin datadir=/share libexecdir=/modules));
  $collabctl = "$folder/sbin/collabctl";
  $ENV{COLLAB_MODULE} = "$folder/modules/mod_collab.so";
  symlink "../share/mod_collab/$_", "$folder/sbin/$_" or die "$folder/sbin/$_: $!\n" for qw(faultlab sql);
}

sub lab {
  my (@options) = @_;
  my $report = File::Temp->new(TEMPLATE => 'clreportXXXXXX', DIR => '/tmp');
  my ($status, $said) = faultlab('--report', "$report", @options);
  my $json = slurp("$report") || die "no report: exit $status\n$said";
  return ($status, $said, JSON::XS->new->utf8->decode($json));
}

1;
