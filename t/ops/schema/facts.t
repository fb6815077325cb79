# t/ops/schema/facts.t: sql/facts.tsv lists the facts of a new schema, sql/columns.tsv its columns and whose data each may hold
use strict;
use warnings;
use lib qw(t/lib lab/lib);
use Collab::Classes qw(class_faults holds_text);
use Collab::File qw(slurp write_file);
use Collab::Postgres;
use Collab::Stack;
use File::Temp qw(tempdir);
use Test::More;

my $dir = tempdir('faXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $pg = Collab::Stack::migrated($dir);
END { local $?; $pg->stop if $pg }
my $owner = $pg->dbh;

# The schema as it is, in the form of the file.
my $facts = "kind\tname\tfact\tremake\n";
$owner->{pg_enable_utf8} = 0;
$owner->do('set search_path = collab');
$owner->do('copy (select * from schema_held order by kind collate "C", name collate "C") to stdout');
my $row = '';
$facts .= $row while $owner->pg_getcopydata($row) >= 0;

# sql/columns.tsv has a line for each column. Its class, the third field, stays; a person gives it to a new column that holds text.
sub columns {
  my ($have) = @_;
  my %class = map { m{^(\w+)\t(\w+)\t(\S+)} ? ("$1.$2" => $3) : () } split /\n/, $have;
  my @columns = $facts =~ /^column\t(\w+\.\w+\t[^\t]+)/mg;
  return join '', "table\tcolumn\tholds\n",
    map { my ($name, $type) = split /\t/; ($name =~ s/\./\t/r) . "\t" . (holds_text($type) ? $class{$name} // '' : '-') . "\n" } @columns;
}

if (my $out = $ENV{COLLAB_FACTS}) {
  write_file("$out/facts.tsv", $facts);
  write_file("$out/columns.tsv", columns(-e "$out/columns.tsv" ? slurp("$out/columns.tsv") : ''));
}

# The commands of the list may differ in another version of PostgreSQL, which prints expressions in another way.
sub comparable { my ($list) = @_; return [map { s/\A(\w+\t[^\t]*\t[^\t]*)\t.*\z/$1/sr } split /\n/, $list] }
my $file = slurp('sql/facts.tsv');
is_deeply comparable($file), comparable($facts), 'sql/facts.tsv has the facts; else: make facts';
SKIP: {
  skip 'another version of PostgreSQL prints other commands', 1 if $owner->{pg_server_version} >= 160000;
  is $file, $facts, '… and the commands';
}
is slurp('sql/columns.tsv'), columns(slurp('sql/columns.tsv')), 'sql/columns.tsv has the columns; else: make facts';
is_deeply [class_faults()], [], '… and the class of each that holds text';
cmp_ok scalar(() = $file =~ /^$_\t/mg), '>', 10, "the list has kind $_" for qw(table column null default index constraint validated trigger function type);

# Without these, the rows of the list would be fewer than what a new schema has.
is_deeply $owner->selectcol_arrayref(q(select conrelid::regclass || '.' || conname from pg_constraint
  where connamespace = 'collab'::regnamespace and contype in ('c', 'f', 'p', 'u', 'x') and conparentid = 0 and conrelid <> 0
    and not exists (select from pg_class where oid = conrelid and relispartition)
  except select name from schema_held where kind = 'constraint')), [], 'each constraint is in the list';

done_testing;
