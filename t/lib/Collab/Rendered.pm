# The JSON text that rows keep of themselves (docs/architecture.md, "The record"), beside the text that the trigger makes now.
package Collab::Rendered;
use strict;
use warnings;
use Collab::Members;
use Test::More;
use Exporter 'import';
our @EXPORT = qw(rendered_as_now);

# A column that the trigger of each table looks at.
my %touched = (request => 'summary', note => 'summary', response => 'type', account => 'username');

# The rows of a table have the text that they would get if they were written now; only those with `value` in `column`, if it is given.
# Returns how many there are. Renders them in a transaction that is rolled back.
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
  is_deeply $kept, $made, "$table: kept = made anew";
  return scalar keys %$kept;
}

1;
