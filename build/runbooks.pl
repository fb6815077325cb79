#!/usr/bin/perl
# runbooks.pl: prints docs/operations.md as HTML, a C string with a line for each line, for the status page (?runbook). In an outage the operator reads
# the runbooks on the node itself, in the node's version. Understands the Markdown of that page: headings, tables, fences, numbered and
# plain items, paragraphs; code, bold and links. Links to other files become plain text.
#
#   runbooks.pl docs/operations.md > mod_collab/status/runbooks.inc
use strict;
use warnings;

my (@out, $fence, $table, @paragraph);

sub escaped { return $_[0] =~ s/&/&amp;/gr =~ s/</&lt;/gr =~ s/>/&gt;/gr =~ s/"/&quot;/gr }
sub anchor  { return lc($_[0] =~ s/[^\w -]//gr =~ tr/ /-/r) }

sub inline {
    my ($text) = @_;
    my @code;
    $text =~ s/`([^`]+)`/push @code, $1; "\0" . $#code . "\0"/ge;
    $text = escaped($text);
    $text =~ s/\*\*(.+?)\*\*/<b>$1<\/b>/g;
    $text =~ s/\[([^\]]+)\]\((#[\w-]+)\)/<a href="$2">$1<\/a>/g;
    $text =~ s/\[([^\]]+)\]\([^)]+\)/$1/g;
    $text =~ s/\0(\d+)\0/'<code>' . escaped($code[$1]) . '<\/code>'/ge;
    return $text;
}

sub end_of_block {
    push @out, '<p>' . inline(join ' ', splice @paragraph) . '</p>' if @paragraph;
    push @out, '</tbody></table>' if $table;
    $table = 0;
}

while (my $line = <>) {
    chomp $line;
    $line =~ s/^\s+// unless $fence;
    if ($line =~ /^\s*```/) { end_of_block() unless $fence; $fence = !$fence; push @out, $fence ? '<pre>' : '</pre>' }
    elsif ($fence) { push @out, escaped($line =~ s/^   (?=\S)//r) . '\n' }
    elsif ($line =~ /^(#+) (.*)/) { end_of_block(); my $level = length $1; push @out, sprintf '<h%d id="%s">%s</h%d>', $level, anchor($2), inline($2), $level }
    elsif ($line =~ /^\|[-|]+\|$/) { }
    elsif ($line =~ /^\|(.*)\|$/) {
        my @cells = map { s/^\s+|\s+$//gr } split / \| /, $1;
        end_of_block() unless $table;
        my $cell = $table ? 'td' : 'th';
        push @out, '<table class="text"><tbody>' unless $table;
        $table = 1;
        push @out, '<tr>' . join('', map { "<$cell>" . inline($_) . "</$cell>" } @cells) . '</tr>';
    }
    elsif ($line eq '') { end_of_block() }
    else {
        end_of_block() if $table || $line =~ /^(?:\d+\.|\*) /;
        push @paragraph, $line =~ s/^\* /• /r;
    }
}
end_of_block();
print '"', s/\\(?!n\z)/\\\\/gr =~ s/"/\\"/gr, "\"\n" for @out;
