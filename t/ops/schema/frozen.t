# t/ops/schema/frozen.t: published baselines, migrations and message numbers do not change
use strict;
use warnings;
use lib qw(t/lib lab/lib);
use Collab::File qw(slurp write_file);
use Collab::Wait qw(output run);
use Cwd qw(getcwd);
use File::Temp qw(tempdir);
use Test::More;

my $top = getcwd();
my $list = 't/ops/schema/frozen.tsv';

subtest 'the published files and numbers are unchanged' => sub {
  plan skip_all => "nothing is published yet: `make freeze` writes $list" unless -e $list;
  my ($status, $said) = output('build/freeze', '--check');
  is $status, 0, 'build/freeze finds no change' or diag $said;
};

# A copy of the frozen files, to change.
my $tree = tempdir('frXXXXXX', TMPDIR => 1, CLEANUP => 1);
run('mkdir', '-p', "$tree/docs", "$tree/t/ops/schema", "$tree/sql/migrations");
run('cp', '-R', map({ "sql/$_" } qw(schema search data)), "$tree/sql");
run('cp', 'docs/messages.md', "$tree/docs");
sub freeze { my (@arguments) = @_; return output('sh', '-c', 'cd "$0" && shift && exec "$@"', $tree, '', "$top/build/freeze", @arguments) }
sub frozen { return slurp("$tree/$list") }
sub accepts { my ($what, @arguments) = @_; my ($status, $said) = freeze(@arguments); is $status, 0, $what or diag $said }
sub refuses { my ($why, $what, @arguments) = @_; my ($status, $said) = freeze(@arguments); is $status, 1, $what; like $said, $why, '… with the reason' }

# Replaces a file by `text` (undef: removes it) while the block runs.
sub with_file {
  my ($path, $text, $block) = @_;
  my $before = -e "$tree/$path" ? slurp("$tree/$path") : undef;
  defined $text ? write_file("$tree/$path", $text) : unlink "$tree/$path";
  $block->();
  defined $before ? write_file("$tree/$path", $before) : unlink "$tree/$path";
}

accepts('before the first release a check passes', '--check');
refuses(qr{^CB0101 is not pinned yet}m, 'a release without pins is refused', '--release');
accepts('the first `make freeze` pins the tree');
accepts("after it $_ passes", $_) for qw(--check --release);
my $first = frozen();
cmp_ok scalar(() = $first =~ /^sql\/\S+\t[0-9a-f]{64}$/mg), '>', 30, 'the list has the files of the baseline';
cmp_ok scalar(() = $first =~ /^CB\d{4}\tused$/mg), '>', 60, '… and the message numbers';

subtest 'a published baseline takes no change, removal or new file' => sub {
  for my $arguments (['--check'], []) {
    with_file('sql/schema/06_note.sql', slurp("$tree/sql/schema/06_note.sql") . '-- more', sub {
      refuses(qr{^sql/schema/06_note\.sql is published, and changed: write a migration}m, "a change is refused: @$arguments", @$arguments);
    });
    with_file('sql/data/search_known.tsv', undef, sub { refuses(qr{search_known\.tsv is published, and missing}, "a missing file is refused: @$arguments", @$arguments) });
    with_file('sql/schema/99_new.sql', '-- new', sub { refuses(qr{99_new\.sql is no part of the published baseline}, "a new file is refused: @$arguments", @$arguments) });
  }
  is frozen(), $first, 'none of these changes was pinned';
};

subtest 'a migration may change until its release' => sub {
  my $path = 'sql/migrations/0101_more.sql';
  with_file($path, 'select 1;', sub {
    accepts('a new one is accepted', '--check');
    write_file("$tree/$path", 'select 2;');
    accepts('so is a change before the release', '--check');
    refuses(qr{0101_more\.sql is not pinned yet}, 'a release without it is refused', '--release');
    accepts('the release pins it');
    write_file("$tree/$path", 'select 3;');
    refuses(qr{0101_more\.sql is published, and changed}, 'after that a change is refused', '--check');
  });
  refuses(qr{0101_more\.sql is published, and missing}, 'and so is removing it', '--check');
  write_file("$tree/$list", $first);
};

subtest 'a message number is neither changed nor used again' => sub {
  my $page = slurp("$tree/docs/messages.md");
  my ($row) = $page =~ /^(\| <a id="cb0102">.*\n)/m;
  my $other = $row =~ s/0102/0999/gr;
  with_file('docs/messages.md', $page =~ s/\Q$row\E/$other/r, sub {
    refuses(qr{^CB0102 is not in docs/messages\.md: restore it}m, 'another number for a message is refused', '--check');
    accepts('the release retires the number of a removed message');
    like frozen(), qr/^CB0102\tretired$/m;
    like frozen(), qr/^CB0999\tused$/m;
    accepts('a retired number may be missing', '--check');
  });
  refuses(qr{^CB0102 is retired}m, "it is not used again: @$_", @$_) for ['--check'], [];
};

done_testing;
