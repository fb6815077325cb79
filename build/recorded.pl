#!/usr/bin/perl
# recorded.pl: what the page /docs and the OpenAPI descriptions show as it is: the responses and deliveries that
# t/ops/docs/docs-page.t has recorded, and how receivers verify a signature. Prints rows of {name, text}, as C.
#
#   recorded.pl mod_collab/api/describe/recorded.txt mod_collab/api/describe/verify/* > mod_collab/api/describe/recorded.inc
use strict;
use warnings;

sub row {
  my ($name, $text) = @_;
  my @lines = map { s/\\/\\\\/gr =~ s/"/\\"/gr =~ s/\t/\\t/gr =~ s/\n/\\n/gr } split /(?<=\n)/, $text =~ s/\n+\z//r;
  print qq({"$name",\n), join("\n", map { qq("$_") } @lines), "},\n";
}

my ($recorded, @samples) = @ARGV;
local $/;
for my $file ($recorded, @samples) {
  open my $in, '<', $file or die "$file: $!\n";
  my $text = <$in>;
  if ($file ne $recorded) { row($file =~ s{.*/}{}r, $text); next }
  my (undef, @parts) = split /^> (\S+)\n/m, $text;
  while (my ($name, $body) = splice @parts, 0, 2) { row($name, $body) }
}
