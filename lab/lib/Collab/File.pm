# Reading and writing files.
#
#   my $text = slurp($path);        '' when there is no such file: its writer may not have begun yet
#   write_file($path, $text);       dies on failure
#   my @lines = lines_from($path, \$at);     the complete lines after position $at; moves $at to the end of the last complete line
package Collab::File;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT_OK = qw(slurp write_file lines_from);

sub slurp {
  my ($path) = @_;
  open my $in, '<:raw', $path or return '';
  local $/;
  return scalar(<$in>) // '';
}

sub write_file {
  my ($path, @text) = @_;
  open my $out, '>:raw', $path or die "$path: $!\n";
  print $out @text;
  close $out or die "$path: $!\n";
}

sub lines_from {
  my ($path, $at) = @_;
  open my $in, '<:raw', $path or die "$path: $!\n";
  seek $in, $$at //= 0, 0;
  my @lines;
  while (my $line = <$in>) {
    last unless $line =~ /\n\z/;
    push @lines, $line;
    $$at += length $line;
  }
  return @lines;
}

1;
