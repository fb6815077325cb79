# t/ops/setup/rebuild.t: after an edit of a statement's file, make compiles nothing (a comment) or one file (the text)
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

# The files that make compiles.
sub compiled {
  my ($status, $said) = output('make', '-C', $copy, 'all');
  is $status, 0, 'it builds' or diag $said;
  return $said =~ / -c -o \S+ (\S+)$/mg;
}
sub up_to_date { return (output('make', '-q', '-C', $copy, 'all'))[0] == 0 }

sub edit {
  my ($from, $to) = @_;
  my $text = do { local (@ARGV, $/) = $statement; <> };
  ok $text =~ s/$from/$to/, 'an edit';
  open my $out, '>', $statement or die "$statement: $!\n";
  print $out $text;
  close $out or die "$statement: $!\n";
}

compiled();
is_deeply [compiled()], [], 'nothing is compiled twice';
ok up_to_date(), '… and make -q says so';

edit(qr/^(?=-- binds:)/m, "-- one more comment\n");
ok !up_to_date(), 'make -q sees an edit';
is_deeply [compiled()], [], 'after a comment nothing is compiled';
ok up_to_date(), '… and make -q says so';

edit(qr/\binsert into\b/, 'insert  into');
is_deeply [compiled()], ['mod_collab/store/statement.c'], "after a change of a statement's text, the table alone";
ok up_to_date(), '… and make -q says so';

unlink "$copy/mod_collab/store/statements.inc" or die;
is_deeply [compiled()], ['mod_collab/store/statement.c'], 'a table that is missing is made again';

open my $conf, '>>', "$copy/conf/collab.conf.in" or die "collab.conf.in: $!\n";
print $conf "# one more\n";
close $conf or die "collab.conf.in: $!\n";
is_deeply [compiled()], [], 'after an edit of conf/collab.conf.in nothing is compiled';
like do { local (@ARGV, $/) = "$copy/conf/collab.conf"; <> }, qr/^# one more\Z/m, 'conf/collab.conf is made anew';
ok up_to_date(), '… and make -q says so';

# A second line of binds without its "-- binds:" is a comment; its bind must not silently become one of a piece.
edit(qr/^(-- binds: [^\n]*), ([^\n,]*)$/m, "\$1,\n--        \$2");
my ($status, $said) = output('make', '-C', $copy, 'all');
isnt $status, 0, 'it does not build';
like $said, qr/note_create\.sql: \$\d is not among its \d binds/, '… and says why';

done_testing;
