# t/ops/schema/migrate.t: collabctl migrate creates the schema, applies migrations in order, and refuses another history
use strict;
use warnings;
use lib qw(t/lib lab/lib);
use Collab::Postgres;
use Collab::Wait qw(output run wait_for);
use File::Temp qw(tempdir);
use Test::More;

my $dir = tempdir('miXXXXXX', TMPDIR => 1, CLEANUP => 1);
my $pg = Collab::Postgres->start($dir);
END { local $?; $pg->stop if $pg }      # before its folder is removed
$ENV{COLLAB_DSN} = $pg->dsn('collab_owner');
my $owner = $pg->dbh;
my $sql = "$dir/sql";
run('cp', '-R', 'sql', $sql);
mkdir "$sql/migrations";        # a release without migrations has no such folder
my @shipped = map { m{([^/]+)\.sql$} } sort glob "$sql/migrations/*.sql";

sub spew { my ($path, $text) = @_; open my $out, '>', "$sql/$path" or die "$path: $!\n"; print $out $text; close $out or die "$path: $!\n" }
sub slurp { my ($path) = @_; open my $in, '<', "$sql/$path" or die "$path: $!\n"; local $/; return scalar <$in> }
sub one { return scalar $owner->selectrow_array(shift, undef, @_) }
sub versions { return join ' ', @{ $owner->selectcol_arrayref('select version from schema_migration order by 1') } }

# Replaces a file by `text` (undef: removes it) while the block runs.
sub with_file {
  my ($path, $text, $block) = @_;
  my $before = -e "$sql/$path" ? slurp($path) : undef;
  defined $text ? spew($path, $text) : unlink "$sql/$path";
  $block->();
  defined $before ? spew($path, $before) : unlink "$sql/$path";
}

# Runs the command. Returns its status and its output.
sub migrate { return output('./collabctl', 'migrate', '--sql', $sql) }
sub applies {
  my ($status, $said) = migrate();
  is $status, 0;
  return is $said, join('', map { "applied $_\n" } @_), "applies @_" if @_;
  like $said, qr/\Anothing to do: the schema is at \d{4}\n\z/, 'applies nothing';
}
sub refuses {
  my ($why, $what, @applied) = @_;
  my $before = versions();
  my ($status, $said) = migrate();
  is $status, 1, "refused: $what";
  like $said, $why, '… with the reason';
  is versions(), join(' ', $before, @applied), '… and the history is unchanged' if $before;
}

subtest 'a baseline that fails leaves nothing behind' => sub {
  my $data = slurp('data/search_known.tsv');
  for ([$data . "one\ttoo\tmany\n", qr/data\/search_known\.tsv: extra data after last expected column/, 'a row with too many columns'],
       [$data =~ s/^\w+/nonsense/r, qr/data\/search_known\.tsv: column "nonsense" .* does not exist/, 'an unknown column'],
       ['', qr/data\/search_known\.tsv: the first line must name the columns/, 'an empty file']) {
    my ($text, $why, $what) = @$_;
    with_file('data/search_known.tsv', $text, sub {
      is_deeply [(migrate())[0], one(q(select count(*) from pg_class where relnamespace = 'collab'::regnamespace and relname <> 'schema_migration' and relkind = 'r'))],
        [1, 0], $what;
      like((migrate())[1], $why);
    });
  }
  with_file('schema/05_request.sql', "create table request (id nonsense);\n",
    sub { like((migrate())[1], qr/schema\/05_request\.sql: type "nonsense" does not exist/, 'the message names the file of the schema') });
  is one('select count(*) from schema_migration'), 0;
};

subtest 'an empty database gets the baseline, all migrations and the rights' => sub {
  applies('0100_baseline', @shipped);
  is versions(), join(' ', 100, map { 0 + substr $_, 0, 4 } @shipped), 'each version is recorded';
  for my $file (glob "$sql/data/*.tsv") {
    my ($table) = $file =~ m{([^/]+)\.tsv$};
    my $rows = (() = slurp("data/$table.tsv") =~ /\n/g) - 1;
    is one("select count(*) from $table"), $rows, "$table has its $rows rows";
    is one('select reltuples from pg_class where oid = ?::regclass', $table), $rows, '… and statistics';
  }
  is one('select checksum from schema_migration where version = 100'), (run('sh', '-c', "cd $sql && export LC_ALL=C && sha256sum schema/*.sql search/*.sql data/*.tsv | sha256sum") =~ /^(\w+)/)[0],
    'one checksum covers all files of the baseline';
  ok one("select has_table_privilege('collab_api', 'request', 'insert')"), 'the rights are granted';
  ok !one("select has_column_privilege('collab_api', 'subscription', 'secret', 'select')"), 'and no others';
  applies();
};

subtest 'files with a wrong or duplicate number are refused' => sub {
  for (['schema/0102_new.sql', qr{schema/0102_new\.sql: the name of a file in schema must begin with 2 digits}], ['search/new.sql', qr{search/new\.sql: .* must begin with 2 digits}],
       ['migrations/102_new.sql', qr{migrations/102_new\.sql: .* must begin with 4 digits}], ['migrations/0067_old.sql', qr{migrations/0067_old\.sql: 0100_baseline has a higher number already}]) {
    with_file($_->[0], "select 1;\n", sub { refuses($_->[1], $_->[0]) });
  }
  with_file('migrations/9001_one.sql', "select 1;\n", sub {
    with_file('migrations/9001_twin.sql', "select 1;\n", sub { refuses(qr/9001_twin\.sql: 9001_one has the same number already/, 'two with one number') });
  });
};

subtest 'a failed migration leaves the version before it' => sub {
  spew('migrations/9001_fresh.sql', "create table fresh (id int)");
  spew('migrations/9003_broken.sql', "create table more (id int);\ncreate table broken (id nonsense);\n");
  spew('migrations/9004_after.sql', "create table after (id int)");
  refuses(qr/^applied 9001_fresh\n.*9003_broken\.sql: type "nonsense" does not exist/s, 'the second of three', 9001);
  is one("select to_regclass('fresh')::text"), 'fresh', 'the first migration is applied, in the schema collab';
  is one("select to_regclass('$_')"), undef, "nothing of $_" for qw(more broken after);
  spew('migrations/9003_broken.sql', "create table more (id int);\n");
  applies('9003_broken', '9004_after');
};

subtest 'a history that differs from the files is refused' => sub {
  with_file('migrations/9001_fresh.sql', "create table fresh (id bigint)", sub { refuses(qr/9001_fresh\.sql: has changed since it was applied/, 'a changed migration') });
  with_file('migrations/9001_fresh.sql', undef, sub { refuses(qr/9001_fresh\.sql: was applied to this database, but the file is missing/, 'a missing file') });
  with_file('migrations/9002_late.sql', "create table late (id int)", sub { refuses(qr/9002_late\.sql: is older than 9004/, 'a new one with a number below the newest') });
  for my $file ('schema/05_request.sql', 'search/20_tables.sql', 'data/search_known.tsv') {
    with_file($file, slurp($file) . "\n", sub { refuses(qr/\Acollabctl: migrate: this database was made by a development version \(schema 9004\), .* empty database\. If files of sql\/schema, .* restore them/, "a baseline whose $file has changed") });
  }
  applies();
};

subtest 'of two concurrent runs one applies, and the other waits and finds nothing to do' => sub {
  spew('migrations/9005_slow.sql', "lock table company; create table slow (id int)");
  my $holder = $pg->dbh;
  $holder->begin_work;
  $holder->do('lock table company in access share mode');
  my @said = map { File::Temp->new(DIR => $dir) } 1 .. 2;
  my @child = map {
    my $pid = fork // die "fork: $!\n";
    if (!$pid) { open STDOUT, '>&', $_; open STDERR, '>&', $_; exec './collabctl', 'migrate', '--sql', $sql }
    $pid
  } @said;
  ok wait_for { one(q(select count(distinct locktype) from pg_locks where not granted and locktype in ('relation', 'advisory'))) == 2 }, 'one waits for the table, the other for the first';
  $holder->rollback;
  is_deeply [map { waitpid $_, 0; $? } @child], [0, 0];
  is_deeply [sort map { local $/; seek $_, 0, 0; readline($_) // '' } @said], ["applied 9005_slow\n", "nothing to do: the schema is at 9005\n"];
};

subtest 'a connection lost during a migration leaves nothing of it' => sub {
  spew('migrations/9006_lost.sql', "create table lost (id int); lock table company; create table never (id int)");
  my $holder = $pg->dbh;
  $holder->begin_work;
  $holder->do('lock table company in access share mode');
  my $said = File::Temp->new(DIR => $dir);
  my $pid = fork // die "fork: $!\n";
  if (!$pid) { open STDOUT, '>&', $said; open STDERR, '>&', $said; exec './collabctl', 'migrate', '--sql', $sql }
  my $backend = wait_for { one(q(select pid from pg_locks where not granted and relation = 'company'::regclass)) };
  $pg->admin->do('select pg_terminate_backend(?)', undef, $backend);
  waitpid $pid, 0;
  is $? >> 8, 3, 'the exit status is 3';
  is one("select coalesce(to_regclass('lost'), to_regclass('never'))"), undef, 'no table of it exists';
  $holder->rollback;
  applies('9006_lost');
};

subtest 'a database of a development version is refused' => sub {
  $owner->do('create temporary table kept as select * from schema_migration');
  $owner->do('delete from schema_migration');
  $owner->do(q(insert into schema_migration (version, name, checksum) select n, 'old', 'x' from generate_series(1, 67) n));
  refuses(qr/\Acollabctl: migrate: this database was made by a development version \(schema 67\), which cannot be migrated; give this version an empty database\n\z/, 'versions 1 to 67');
  $owner->do('delete from schema_migration');
  $owner->do(q(insert into schema_migration (version, name, checksum) select n, 'old', 'x' from generate_series(100, 106) n));
  refuses(qr/\Acollabctl: migrate: this database was made by a development version \(schema 106\), .*restore them instead\n\z/, 'versions 100 to 106');
  $owner->do('delete from schema_migration');
  $owner->do('insert into schema_migration select * from kept');
  applies();
};

subtest 'an owner that may not change roles, as after an upgrade of the cluster, can migrate' => sub {
  my $admin = $pg->admin;
  my $version = $admin->{pg_server_version};
  if ($version >= 160000) {     # like roles that pg_dumpall copied from an older version: without the ADMIN option
    $admin->do("revoke $_ from collab_owner cascade") for qw(collab_api collab_dispatch);
    $admin->do('revoke pg_read_all_stats from collab_owner cascade');
  }
  $admin->do('revoke maintain on collab.outbox, collab.delivery, collab.lease from collab_dispatch') if $version >= 170000;
  $admin->do('alter role collab_owner nocreaterole');
  my ($status, $said) = migrate();
  is $status, 0 or diag $said;
  if ($version >= 170000) {
    ok $admin->selectrow_array(q(select has_table_privilege('collab_dispatch', ?, 'maintain')), undef, "collab.$_"), "the dispatcher may vacuum $_" for qw(outbox delivery lease);
  }
  my @warnings = $said =~ /^.*warning.*$/mg;
  is_deeply [grep { !/collab_dispatch lacks pg_read_all_stats: .* Run collabctl setup as root/ } @warnings], [];
  is scalar @warnings, $version >= 160000 ? 1 : 0, 'a warning names a missing right that only a superuser can grant';
  $admin->do('set client_min_messages = warning');
  $admin->do('grant pg_read_all_stats to collab_dispatch');
  ($status, $said) = migrate();
  is_deeply [$status, $said =~ /^.*warning.*$/mg], [0], 'once it is granted, there is no warning';
};

done_testing;
