# t/ops/schema/frozen.t: the baseline, migrations and message numbers that a release has published do not change
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

subtest 'what is published is as it was' => sub {
  plan skip_all => "nothing is published yet: `make freeze` writes $list" unless -e $list;
  my ($status, $said) = output('build/freeze', '--check');
  is $status, 0, 'build/freeze finds no change' or diag $said;
};

# A tree with only what is frozen, to change.
my $tree = tempdir('frXXXXXX', TMPDIR => 1, CLEANUP => 1);
run('mkdir', '-p', "$tree/docs", "$tree/t/ops/schema", "$tree/sql/migrations");
run('cp', '-R', map({ "sql/$_" } qw(schema search data)), "$tree/sql");
run('cp', 'docs/messages.md', "$tree/docs");
sub freeze { my (@arguments) = @_; return output('sh', '-c', 'cd "$0" && shift && exec "$@"', $tree, '', "$top/build/freeze", @arguments) }
sub frozen { return slurp("$tree/$list") }
sub accepts { my ($what, @arguments) = @_; my ($status, $said) = freeze(@arguments); is $status, 0, $what or diag $said }
sub refuses { my ($why, $what, @arguments) = @_; my ($status, $said) = freeze(@arguments); is $status, 1, $what; like $said, $why, '… and says why' }

# Changes a file for as long as the block runs; without a text the file is missing.
sub with_file {
  my ($path, $text, $block) = @_;
  my $before = -e "$tree/$path" ? slurp("$tree/$path") : undef;
  defined $text ? write_file("$tree/$path", $text) : unlink "$tree/$path";
  $block->();
  defined $before ? write_file("$tree/$path", $before) : unlink "$tree/$path";
}

accepts('before the first release nothing is refused', '--check');
refuses(qr{^CB0101 is not pinned yet}m, 'but a release is', '--release');
accepts('the first `make freeze` pins what is there');
accepts('which is then as it was', $_) for qw(--check --release);
my $first = frozen();
cmp_ok scalar(() = $first =~ /^sql\/\S+\t[0-9a-f]{64}$/mg), '>', 30, 'it has the files of the baseline';
cmp_ok scalar(() = $first =~ /^CB\d{4}\tused$/mg), '>', 60, '… and the message numbers';

subtest 'the baseline' => sub {
  for my $arguments (['--check'], []) {
    with_file('sql/schema/06_note.sql', slurp("$tree/sql/schema/06_note.sql") . '-- more', sub {
      refuses(qr{^sql/schema/06_note\.sql is published, and changed: write a migration}m, "a change is refused: @$arguments", @$arguments);
    });
    with_file('sql/data/search_known.tsv', undef, sub { refuses(qr{search_known\.tsv is published, and missing}, "a file that is missing: @$arguments", @$arguments) });
    with_file('sql/schema/99_new.sql', '-- new', sub { refuses(qr{99_new\.sql is no part of the published baseline}, "a new file: @$arguments", @$arguments) });
  }
  is frozen(), $first, 'nothing of that was pinned';
};

subtest 'migrations' => sub {
  my $path = 'sql/migrations/0101_more.sql';
  with_file($path, 'select 1;', sub {
    accepts('a new one is fine', '--check');
    write_file("$tree/$path", 'select 2;');
    accepts('so is a change before the release', '--check');
    refuses(qr{0101_more\.sql is not pinned yet}, 'a release without it is refused', '--release');
    accepts('the release pins it');
    write_file("$tree/$path", 'select 3;');
    refuses(qr{0101_more\.sql is published, and changed}, 'from then on a change is refused', '--check');
  });
  refuses(qr{0101_more\.sql is published, and missing}, 'and so is removing it', '--check');
  write_file("$tree/$list", $first);
};

subtest 'message numbers' => sub {
  my $page = slurp("$tree/docs/messages.md");
  my ($row) = $page =~ /^(\| <a id="cb0102">.*\n)/m;
  my $other = $row =~ s/0102/0999/gr;
  with_file('docs/messages.md', $page =~ s/\Q$row\E/$other/r, sub {
    refuses(qr{^CB0102 is not in docs/messages\.md}m, 'another number for a message is refused', '--check');
    accepts('the release retires the number of a message that is gone');
    like frozen(), qr/^CB0102\tretired$/m;
    like frozen(), qr/^CB0999\tused$/m;
    accepts('a retired number may be missing', '--check');
  });
  refuses(qr{^CB0102 is retired}m, "it is not used again: @$_", @$_) for ['--check'], [];
};

done_testing;
