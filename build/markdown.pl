#!/usr/bin/perl
# markdown.pl: prints a document as HTML, a C string with a line for each line: docs/operations.md for the status page (?runbook), because in
# an outage the operator reads the runbooks on the node itself, in the node's version, and docs/receivers.md for /docs. Understands the
# Markdown of these: headings, tables, fences, numbered and plain items, paragraphs; code, bold and links. Links to other files become
# plain text. The file name in a fence (```js express.mjs) is its id. --below 1: all headings are one level lower.
#
#   markdown.pl docs/operations.md > mod_collab/status/runbooks.inc
use strict;
use warnings;

my (@out, $fence, $table, @paragraph);
my $below = @ARGV && $ARGV[0] eq '--below' ? (splice @ARGV, 0, 2)[1] : 0;

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
    if ($line =~ /^\s*```(?:\w+ (\w+[.]\w+)$)?/) {
        my $id = defined $1 ? qq( id="$1") : '';
        end_of_block() unless $fence;
        $fence = !$fence;
        push @out, $fence ? "<pre$id>" : '</pre>';
    }
    elsif ($fence) { push @out, escaped($line =~ s/^   (?=\S)//r) . '\n' }
    elsif ($line =~ /^(#+) (.*)/) { end_of_block(); my $level = $below + length $1; push @out, sprintf '<h%d id="%s">%s</h%d>', $level, anchor($2), inline($2), $level }
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
