#!/usr/bin/perl
# embed.pl: prints C rows of {name, text} with the texts of files, which the program then contains (base/embedded.h).
#
#   embed.pl [--fold] FILE … > FILE.inc
#
#   *.txt     a text below each line `> name`. With --fold, a line that begins with blanks goes on with the line before, and each text must
#             then have two lines
#   *.html    a text for each part, which begins with a line `<!-- part: name -->`; its name is FILE.name. Outside of <pre>, a line that begins
#             with blanks goes on with the line before, and a backslash at the end of a line removes the end of the line
#   *.css     the lines without what indents them and ends them, as short as the browser gets them
#   *.list    C strings, one for each line, instead of a row
#   others    the file, without empty lines at its end
use strict;
use warnings;

my $fold = @ARGV && $ARGV[0] eq '--fold' && shift;
for my $file (@ARGV) {
  open my $in, '<', $file or die "$file: $!\n";
  my $text = do { local $/; <$in> };
  my ($name, $stem) = $file =~ m{(([^/.]+)[^/]*)$};
  if ($file =~ /\.txt$/) { parts(qr/^> (\S+)\n/m, '', $fold ? \&two_lines : sub { $_[0] =~ s/\n+\z//r }, $text) }
  elsif ($file =~ /\.html$/) { parts(qr/^<!-- part: (\S+) -->\n/m, "$stem.", \&html, $text) }
  elsif ($file =~ /\.css$/) { row($name, $text =~ s{/\*.*?\*/}{}gsr =~ s/\n\s*//gr) }
  elsif ($file =~ /\.list$/) { print map { qq("$_",\n) } map { s/\\/\\\\/gr =~ s/"/\\"/gr } split /\n/, $text }
  else { row($name, $text =~ s/\n+\z//r) }
}

sub parts {
  my ($begin, $before, $made, $text) = @_;
  my (undef, @parts) = split $begin, $text;
  while (my ($name, $body) = splice @parts, 0, 2) { row($before . $name, $made->($body)) }
}

sub folded { my ($text) = @_; return $text =~ s/\n +/ /gr }

sub two_lines {
  my $text = folded($_[0]) =~ s/\n+\z//r;
  $text =~ /\A.+\n.+\z/ or die "embed.pl: not two lines: $text\n";
  return $text;
}

sub html {
  my ($text) = @_;
  return join '', map { /^<pre/ ? $_ : folded(s/\\\n//gr) } split m{(<pre.*?</pre>)}s, $text;
}

sub row {
  my ($name, $text) = @_;
  my @lines = map { s/\\/\\\\/gr =~ s/"/\\"/gr =~ s/\t/\\t/gr =~ s/\n/\\n/gr } split /(?<=\n)/, $text;
  print qq({"$name",\n), join("\n", map { qq("$_") } @lines), "},\n";
}
