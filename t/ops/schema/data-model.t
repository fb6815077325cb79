# t/ops/schema/data-model.t: docs/data-model.md states for each table what removes its rows, and sql/ agrees
use strict;
use warnings;
use Test::More;

sub slurp { my ($path) = @_; open my $in, '<', $path or die "$path: $!\n"; local $/; return scalar <$in> =~ s/--.*//gr }

my ($schema, $all) = ('', '');
$schema .= slurp($_) for glob 'sql/schema/*.sql sql/search/*.sql sql/migrations/*.sql';
$all = join '', $schema, map { slurp($_) } 'sql/roles.sql', glob 'sql/queries/*/*.sql sql/pieces/*.sql';
my %table = map { $_ => 1 } $all =~ /^create table (?:if not exists )?(?:collab\.)?(\w+)/mg;
cmp_ok scalar keys %table, '>', 40, 'the tables';

# For each table, the last cell of its row on the page: what removes the table's rows.
my %goes;
for my $row (grep { /^\| `/ } split /\n/, do { open my $in, '<', 'docs/data-model.md' or die; local $/; <$in> }) {
  my @cells = split /(?<!\\)\|/, $row =~ s/^\|\s*|\s*\|$//gr;
  for my $name ($cells[0] =~ /`(\w+\*?)`/g) {
    my ($start, $many) = $name =~ /^(\w+)(\*?)/;
    for my $table ($many ? grep({ index($_, $start) == 0 } sort keys %table) : $start) {
      ok !exists $goes{$table}, "$table: the page has one row";
      $goes{$table} = $cells[-1] =~ s/^\s+|\s+$//gr;
    }
  }
}
is_deeply [sort keys %goes], [sort keys %table], 'each table has a row, and each row a table';
is_deeply [grep { $goes{$_} eq '' } sort keys %goes], [], 'no last cell is empty';

# The tables from which sql/ deletes: directly, by cascade, and by dropping partitions of attempt.
my %deleted = map { $_ => 1 } $all =~ /\bdelete from (\w+)/g;
$deleted{attempt} = 1 if $all =~ /'drop table collab\.%I'/;
while ($schema =~ /^create table (\w+) \((.*?)^\)/msg) {
  my ($table, $columns) = ($1, $2);
  $deleted{$table} = 1 if grep { $deleted{$_} } $columns =~ /references (\w+)[^,\n]* on delete cascade/g;
}
for my $table (grep { !/^search_/ } sort keys %goes) {
  my $stays = $goes{$table} =~ /^(?:never\b|–|replaced\b)/;
  is !!$deleted{$table}, !$stays, "$table: " . ($stays ? 'nothing deletes it' : 'something deletes it') . " ($goes{$table})";
}

done_testing;
