# t/ops/setup/rebuild.t: after an edit of a statement, or with a new one, make compiles one file; after an edit of a comment, none
use strict;
use warnings;
use lib qw(t/lib lab/lib);
use Collab::Wait qw(run output);
use Cwd ();
use File::Temp ();
use Test::More;

my $here = Cwd::cwd();
my $copy = File::Temp::tempdir('clbuildXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $statement = "$copy/sql/queries/api/note_create.sql";
run('cp', '-a', map({ "$here/$_" } qw(Makefile Makefile.in configure configure.ac config.status mod_collab sql build conf docs mod_collab.so collabctl collabctl.bash)), $copy);

delete @ENV{qw(MAKEFLAGS MFLAGS MAKEOVERRIDES)};      # `make -s check` hands on its flags, and a silent make names no files

# Runs make. Returns the files that it compiles.
sub compiled {
  my ($status, $said) = output('make', '-C', $copy, 'all');
  is $status, 0, 'make succeeds' or diag $said;
  return $said =~ / -c -o \S+ (\S+)$/mg;
}
sub up_to_date { return (output('make', '-q', '-C', $copy, 'all'))[0] == 0 }

sub edit {
  my ($from, $to) = @_;
  my $text = do { local (@ARGV, $/) = $statement; <> };
  ok $text =~ s/$from/$to/, 'the file is edited';
  open my $out, '>', $statement or die "$statement: $!\n";
  print $out $text;
  close $out or die "$statement: $!\n";
}

compiled();
is_deeply [compiled()], [], 'a second make compiles nothing';
ok up_to_date(), 'make -q agrees';

edit(qr/^(?=-- binds:)/m, "-- one more comment\n");
ok !up_to_date(), 'make -q sees an edit';
is_deeply [compiled()], [], 'after an edit of a comment, nothing is compiled';
ok up_to_date(), 'make -q agrees';

edit(qr/\binsert into\b/, 'insert  into');
is_deeply [compiled()], ['mod_collab/store/statement.c'], "after an edit of a statement, only the table of statements is compiled";
ok up_to_date(), 'make -q agrees';

run('sh', '-c', 'sed "s/^-- note_get:/-- note_fetch:/" "$1/note_get.sql" > "$1/note_fetch.sql"', 'sh', "$copy/sql/queries/api");
is_deeply [compiled()], ['mod_collab/store/statement.c'], '… and with a new statement, too';
# The removal of a statement that is still used: nothing that uses it is compiled, but the programs do not link.
rename "$copy/sql/queries/api/note_get.sql", "$copy/kept" or die;
{
  my ($status, $said) = output('make', '-C', $copy, 'mod_collab.so');
  isnt $status, 0, 'without a statement that is used, make fails';
  like $said, qr/collab_sql_note_get/, '… and names it';
}
rename "$copy/kept", "$copy/sql/queries/api/note_get.sql" or die;
unlink "$copy/sql/queries/api/note_fetch.sql" or die;
is_deeply [compiled()], ['mod_collab/store/statement.c'];

unlink "$copy/mod_collab/store/statements.inc" or die;
is_deeply [compiled()], ['mod_collab/store/statement.c'], 'a missing table is made again';

open my $conf, '>>', "$copy/conf/collab.conf.in" or die "collab.conf.in: $!\n";
print $conf "# one more\n";
close $conf or die "collab.conf.in: $!\n";
is_deeply [compiled()], [], 'after an edit of conf/collab.conf.in, nothing is compiled';
like do { local (@ARGV, $/) = "$copy/conf/collab.conf"; <> }, qr/^# one more\Z/m, 'conf/collab.conf is made anew';
ok up_to_date(), 'make -q agrees';

# If a list of binds goes on in a second line without "-- binds:", that line is a comment, and its binds are missing. A missing bind's number must
# not silently refer to a bind of a piece.
edit(qr/^(-- binds: [^\n]*), ([^\n,]*)$/m, "\$1,\n--        \$2");
my ($status, $said) = output('make', '-C', $copy, 'all');
isnt $status, 0, 'make fails';
like $said, qr/note_create\.sql: \$\d is not among its \d binds/, '… and names the bind';

done_testing;
