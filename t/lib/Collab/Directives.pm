# Prints the tables of docs/directives.md from the directives' rows. Keeps the prose below each table.
package Collab::Directives;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT_OK = qw(page);

# The page with its tables printed anew: the list, then a section for each directive, in the order of the rows. A new directive gets a
# section without prose; the section of a removed directive is left out.
sub page {
  my ($page, $rows) = @_;
  my ($head, $sections, $tail) = $page =~ /\A(.*?\n)\| directive \| what it is \|\n.*?\n\n(## Collab.*?)(^# .*)\z/ms or die "docs/directives.md has another form\n";
  my %prose = $sections =~ /^## (Collab\w+)\n\n\| \| \|\n(?:\|[^\n]*\n)+\n(.*?)\n*(?=^## |\z)/msg;
  my $list = join '', map { "| [$_->{name}](#\L$_->{name}\E) | $_->{says} |\n" } @$rows;
  my $text = join '', map { section($_) . (length($prose{ $_->{name} } // '') ? "$prose{ $_->{name} }\n\n" : '') } @$rows;
  return "$head| directive | what it is |\n|---|---|\n$list\n$text$tail";
}

sub section {
  my ($row) = @_;
  my ($name, $default) = ($row->{name}, $row->{otherwise});
  my $syntax = $row->{syntax} =~ s/\|/\\|/gr;
  $default = join '<br>', map { "`$name $_`" } split /\n/, $row->{default} if defined $row->{default};
  my @range = defined $row->{range} ? ['Range', $row->{range}] : ();
  my $table = join '', map { "| $_->[0] | $_->[1] |\n" } ['Description', $row->{says}], ['Syntax', "$name $syntax"], ['Default', $default], @range,
    ['Context', $row->{mainOnly} ? 'server config' : 'server config, virtual host'];
  return "## $name\n\n| | |\n|---|---|\n$table\n";
}

1;
