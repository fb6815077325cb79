# Runs the fault lab for a test.
#
#   my ($status, $said) = faultlab('--duration', 5);
#   my ($status, $said, $report) = lab('--duration', 5);     with the report
#   install($folder)                                         from then on the lab is the one that `make install` puts there
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

# A lab that does not pass leaves its folder: with these options it must not pass.
sub faultlab {
  my (@options) = @_;
  my ($status, $said) = output($collabctl, 'faultlab', @options);
  File::Path::remove_tree($1) if $status && "@options" =~ /--drop-one|--dsn|flood/ && $said =~ m{^The logs are in (/tmp/cl\w+)$}m;
  return ($status, $said);
}

# collabctl looks for the lab and for sql/ beside itself, before it looks where it was told at compile time that they will be.
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
