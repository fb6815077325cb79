# The classes of sql/columns.tsv: whose data each column may hold (sql/README.md, "Whose data a column holds").
package Collab::Classes;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT_OK = qw(classes columns class_faults holds_text);

my %class = map { ($_ => 1) } qw(user company submitter receiver either nobody);

# Whether a column of this type can hold somebody's data: any type but ids, numbers and times.
sub holds_text {
  my ($type) = @_;
  return $type !~ /\A(?:bigint|integer|smallint|boolean|date|interval|uuid|real|double precision|timestamp with time zone|xid8|oid)(?:\[\])?\z/;
}

# The columns that hold somebody's data, in the order of the file: { table, column, type, class }.
sub classes { return grep { $_->{class} !~ /\A(?:-|nobody|)\z/ } columns() }

# What is wrong with sql/columns.tsv, as texts. It reads two files, and needs no server.
sub class_faults {
  my @columns = columns();
  my %type = types();
  my %listed = map { ("$_->{table}.$_->{column}" => 1) } @columns;
  return (
    map({ "$_: sql/columns.tsv lacks this column; run make facts" } grep { !$listed{$_} } sort keys %type),
    map {
      my $name = "$_->{table}.$_->{column}";
      !defined $_->{type} ? "$name: there is no such column any more; run make facts"
        : !holds_text($_->{type}) ? ($_->{class} eq '-' ? () : "$name: a column of type $_->{type} has the class -")
        : $class{ $_->{class} } ? () : "$name: say whose data it may hold, in the third field of sql/columns.tsv (sql/README.md)"
    } @columns);
}

sub types { return map { /\Acolumn\t(\S+)\t([^\t]+)/ ? ($1 => $2) : () } lines('sql/facts.tsv') }

# All columns, in the same form.
sub columns {
  my %type = types();
  my (undef, @lines) = lines('sql/columns.tsv');
  return map { my ($table, $column, $class) = split /\t/; { table => $table, column => $column, type => $type{"$table.$column"}, class => $class // '' } } @lines;
}

sub lines {
  my ($file) = @_;
  open my $in, '<', $file or die "$file: $!\n";
  chomp(my @lines = <$in>);
  return @lines;
}

1;
