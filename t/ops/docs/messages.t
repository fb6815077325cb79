# t/ops/docs/messages.t: docs/messages.md explains every numbered message of the error log, in the source's words
use strict;
use warnings;
use utf8;
use Test::More;

sub slurp { my ($path) = @_; open my $in, '<:encoding(UTF-8)', $path or die "$path: $!\n"; local $/; return scalar <$in> }

# Joins the pieces of a C string; each format specification becomes "…".
sub words {
  my ($pieces) = @_;
  my $text = '';
  $text .= $1 // 'd' while $pieces =~ /\G\s*(?:"((?:\\.|[^"\\])*)"|[A-Z]+_\w*FMT)/gc;
  return $text =~ s/\\"/"/gr =~ s/%(?:[-+ #0-9.*]*(?:h|l|z)*[a-zA-Z])?/…/gr =~ s/…(?:…)+/…/gr;
}

my %said;
for my $file (grep { $_ ne 'mod_collab/collab.h' } split /\n/, qx(find mod_collab -name '*.[ch]')) {     # collab.h defines COLLABNO and has an example
  my $source = slurp($file);
  my $calls = () = $source =~ /\bCOLLABNO\(\d/g;
  while ($source =~ /\b(?:APLOG|COLLAB_HEALTH)_(CRIT|ERR|WARNING|NOTICE|INFO|LEVEL)\b[^;]*?\bCOLLABNO\((\d+)\)((?:\s*(?:"(?:\\.|[^"\\])*"|[A-Z]+_\w*FMT))+)/g) {
    $said{"CB$2"} = { level => { ERR => 'error', LEVEL => 'error' }->{$1} // lc $1, words => words($3), file => $file };
    $calls--;
  }
  is $calls, 0, "$file: every message is parsed" if $calls;
}
cmp_ok scalar keys %said, '>', 60;

my $page = slurp('docs/messages.md');
my @order = $page =~ /^\| <a id="(cb\d+)">/mg;
my %row;
for my $line (grep { /^\| <a/ } split /\n/, $page) {
  my ($anchor, $number, $level, $words, $cause, $remedy) = $line =~ /^\| <a id="(\w+)"><\/a>(CB\d{4}) \| (\w+) \| `(.+?)` \| (.+?) \| (.+?) \|$/ or do { fail $line; next };
  ok !$row{$number}, "$number has one line";
  is $anchor, lc $number, "$number has its anchor";
  $row{$number} = { level => $level, words => $words, cause => $cause, remedy => $remedy };
}
is_deeply [sort keys %row], [sort keys %said], 'every message has a line, and there are no others';
is_deeply \@order, [sort @order], 'lines are in numerical order';
for my $number (sort keys %row) {
  next unless $said{$number};
  is $row{$number}{level}, $said{$number}{level}, "$number has the level of the source";
  is $row{$number}{words}, $said{$number}{words}, "$number has the words of the source";
  like $row{$number}{$_}, qr/\w.*\.\z/, "$number has a $_" for qw(cause remedy);
}

# Message numbers and links in the documents.
for my $path (glob('docs/*.md docs/*.8'), 'README.md', 'CHANGES') {
  my $text = slurp($path);
  ok $said{$_}, "$path: $_ exists" for grep { !/\ACB0[0-9]\z/ } $text =~ /\b(CB\d{4})\b/g;
  for my $link ($text =~ /\]\(((?:[\w.\/-]+\.md)?#[\w-]+|[\w-]+\.md)\)/g) {
    my ($file, $heading) = split /#/, $link;
    my $to = $file eq '' ? $path : $path =~ /\//  ? 'docs/' . $file : $file;
    ok -f $to, "$path: the file of $link exists" or next;
    next unless defined $heading;
    my $target = slurp($to);
    my %there = map { lc(s/[^\w -]//gr =~ tr/ /-/r) => 1 } $target =~ /^#+ (.*)$/mg;
    ok $there{$heading} || $target =~ /<a id="\Q$heading\E">/, "$path: the heading of $link exists";
  }
}

# Each alarm's runbook is a heading of docs/operations.md.
my %heading = map { lc(s/[^\w -]//gr =~ tr/ /-/r) => 1 } slurp('docs/operations.md') =~ /^## (.*)$/mg;
my @anchors = map { (/"([a-z-]+)"\)\s*\\?\s*$/) } grep { /"\)/ } split /\n/, slurp('mod_collab/node/alarms.def');
cmp_ok scalar @anchors, '>', 20;
ok $heading{$_}, "the runbook \"$_\" exists" for sort keys %{ { map { $_ => 1 } @anchors } };

done_testing;
