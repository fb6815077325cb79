#!/usr/bin/perl
# recorded.pl: prints C rows of {name, text} with the texts that the page /docs and the OpenAPI descriptions show unchanged: the responses
# and deliveries that t/ops/docs/docs-page.t has recorded, and code with which receivers verify a signature.
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
