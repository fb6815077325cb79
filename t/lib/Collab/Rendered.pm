# Compares the JSON text that rows keep of themselves (docs/architecture.md, "The record") with the text that the trigger makes now.
package Collab::Rendered;
use strict;
use warnings;
use Collab::Members;
use Test::More;
use Exporter 'import';
our @EXPORT = qw(rendered_as_now);

# For each table, a column that its trigger reads.
my %touched = (request => 'summary', note => 'summary', response => 'type', account => 'username');

# Tests that each row's kept text is what the trigger would write now. With $column: only rows with $value in that
# column. Renders the rows in a transaction that it rolls back. Returns the number of rows.
sub rendered_as_now {
  my ($table, $column, $value) = @_;
  local $Test::Builder::Level = $Test::Builder::Level + 1;
  my $where = $column ? "where $column = ?" : '';
  my @value = $column ? $value : ();
  my $texts = sub { owner()->selectall_hashref("select id, rendered from $table $where", 'id', undef, @value) };
  owner()->begin_work;
  my $kept = $texts->();
  owner()->do("update $table set $touched{$table} = $touched{$table} $where", undef, @value);
  my $made = $texts->();
  owner()->rollback;
  is_deeply $kept, $made, "$table: the kept text is what the trigger makes now";
  return scalar keys %$kept;
}

1;
