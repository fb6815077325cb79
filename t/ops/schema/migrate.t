# t/ops/schema/migrate.t: collabctl migrate creates the schema, applies migrations in order, and refuses another history
use strict;
use warnings;
use lib qw(t/lib lab/lib);
use Collab::File ();
use Collab::Postgres;
use Collab::Wait qw(output run wait_for);
use Digest::SHA ();
use Encode ();
use File::Temp qw(tempdir);
use Test::More;

my $dir = tempdir('miXXXXXX', TMPDIR => 1, CLEANUP => 1);
my $pg = Collab::Postgres->start($dir, conf => 'autovacuum_naptime = 1h');      # which would estimate the rows anew
END { local $?; $pg->stop if $pg }      # before its folder is removed
$ENV{COLLAB_DSN} = $pg->dsn('collab_owner');
my $owner = $pg->dbh;
my $sql = "$dir/sql";
run('cp', '-R', 'sql', $sql);
mkdir "$sql/migrations";        # a release without migrations has no such folder
# One of the migrations changes the text of records, as a shipped one may.
spew('migrations/9000_render.sql', "lock table request, response, note in access exclusive mode;\nselect rewrite_rendered();\n");
my @shipped = map { m{([^/]+)\.sql$} } sort glob "$sql/migrations/*.sql";

sub spew { my ($path, $text) = @_; open my $out, '>', "$sql/$path" or die "$path: $!\n"; print $out $text; close $out or die "$path: $!\n" }
sub slurp { my ($path) = @_; open my $in, '<', "$sql/$path" or die "$path: $!\n"; local $/; return scalar <$in> }
sub one { return scalar $owner->selectrow_array(shift, undef, @_) }
sub versions { return join ' ', @{ $owner->selectcol_arrayref('select version from schema_migration order by 1') } }

# Starts the command with its output in a file.
sub in_background {
  my (@options) = @_;
  my $said = File::Temp->new(DIR => $dir);
  my $pid = fork // die "fork: $!\n";
  if (!$pid) { open STDOUT, '>&', $said; open STDERR, '>&', $said; exec './collabctl', 'migrate', '--sql', $sql, @options }
  return ($pid, $said);
}
sub content { my ($file) = @_; local $/; seek $file, 0, 0; return readline($file) // '' }

# Replaces a file by `text` (undef: removes it) while the block runs.
sub with_file {
  my ($path, $text, $block) = @_;
  my $before = -e "$sql/$path" ? slurp($path) : undef;
  defined $text ? spew($path, $text) : unlink "$sql/$path";
  $block->();
  defined $before ? spew($path, $before) : unlink "$sql/$path";
}

# Runs the command. Returns its status and its output.
sub migrate { my (@options) = @_; return output('./collabctl', 'migrate', '--sql', $sql, @options) }
sub applies {
  my ($status, $said) = migrate();
  is $status, 0;
  my $rewritten = $said =~ s/^rewriting the stored text of \d+ requests; .*\nrewrote the stored text of \d+ requests\n//m;
  is !!$rewritten, !!grep({ slurp("migrations/$_.sql") =~ /\brewrite_rendered\(\)/ } grep { -e "$sql/migrations/$_.sql" } @_), 'says whether it rewrites records';
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
    my $loaded = one('select reltuples from pg_class where oid = to_regclass(?)', $table) // next;      # a migration has removed it
    is $loaded, $rows, "$table got its $rows rows, and statistics of them";
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
  my ($first, $said) = in_background();
  my ($second, $more) = in_background();
  my $waits = q(select (select count(*) from pg_locks where not granted and locktype = 'relation') > 0
    and exists (select from pg_stat_activity where state = 'idle' and query like 'select pg_try_advisory_lock%'));
  ok wait_for { one($waits) }, 'one waits for the table, the other for the first';
  $holder->rollback;
  is_deeply [map { waitpid $_, 0; $? } $first, $second], [0, 0];
  is_deeply [sort map { content($_) =~ s/^.*: not applied yet, .*\n//r } $said, $more], ["applied 9005_slow\n", "nothing to do: the schema is at 9005\n"];
};

subtest 'a connection lost during a migration leaves nothing of it' => sub {
  spew('migrations/9006_lost.sql', "create table lost (id int); lock table company; create table never (id int)");
  my $holder = $pg->dbh;
  $holder->begin_work;
  $holder->do('lock table company in access share mode');
  my ($pid) = in_background();
  my $backend = wait_for { one(q(select pid from pg_locks where not granted and relation = 'company'::regclass)) };
  $pg->admin->do('select pg_terminate_backend(?)', undef, $backend);
  waitpid $pid, 0;
  is $? >> 8, 3, 'the exit status is 3';
  is one("select coalesce(to_regclass('lost'), to_regclass('never'))"), undef, 'no table of it exists';
  $holder->rollback;
  applies('9006_lost');
};

subtest 'a migration waits for a reader without holding back others, and names it' => sub {
  spew('migrations/9007_locked.sql', "lock table company, request in access exclusive mode;\nalter table company add column locked int;\n");
  my $reader = $pg->dbh;
  $reader->do(q(set application_name = 'nightly report'));
  $reader->begin_work;
  $reader->do('select from request');
  my $named = qr/9007_locked\.sql: not applied yet, and tried again: a lock is held by session $reader->{pg_pid} \(collab_owner, nightly report, idle in transaction, \d+ s in its transaction\)\n/;
  my $before = versions();
  my ($status, $said) = migrate('--wait', 1);
  is $status, 3, 'in the end it gives up with status 3';
  like $said, qr/\A\S+: migrate: migrations\/$named\S+: migrate: migrations\/9007_locked\.sql: not applied: .* Nothing of it was done; repeat collabctl migrate\n\z/, '… and names the session';
  is_deeply [versions(), one(q(select count(*) from pg_attribute where attrelid = 'company'::regclass and attname = 'locked'))], [$before, 0], 'nothing is done';

  my ($pid, $output) = in_background();
  $owner->do(q(set lock_timeout = '20s'));
  for my $try (1, 2) {
    ok +(wait_for { one(q(select count(*) from pg_locks where not granted and relation = 'request'::regclass)) } 20), "try $try waits for the table that is read, with a lock on the other";
    ok defined one('select count(*) from company'), '… but not for long: a reader of it goes on';
    is one(q(select count(*) from pg_locks where mode = 'AccessExclusiveLock' and relation in ('request'::regclass, 'company'::regclass))), 0, '… and neither table is locked any more';
  }
  $owner->do('reset lock_timeout');
  $reader->rollback;
  waitpid $pid, 0;
  is $?, 0, 'when the reader has ended, the migration is applied';
  like content($output), qr/\A\S+: migrate: migrations\/${named}applied 9007_locked\n\z/, '… and it has named the session once';
};

subtest 'a migration that works too long is rolled back' => sub {
  with_file('migrations/9008_long.sql', "lock table request in access exclusive mode;\nselect pg_sleep(30);\n", sub {
    my ($status, $said) = migrate('--wait', 1);
    is $status, 3;
    like $said, qr/9008_long\.sql: not applied yet, and tried again: it was not done within a second\n/;
  });
};

subtest 'parts' => sub {
  my $parts = "-- slow: no lock\ndrop index concurrently if exists note_size;\n-- then\n-- slow: no lock\ncreate index concurrently note_size on note (size);\n-- then\nlock table note in access exclusive mode;\n";
  spew('migrations/9009_parts.sql', "${parts}alter table note add constraint sized check (size / 0 > 0);\nselect 1 / 0;\n");
  my ($status, $said) = migrate();
  is $status, 1, 'a later part fails';
  like $said, qr/\A\S+: migrate: migrations\/9009_parts\.sql: division by zero\n\z/, 'the message names the file';
  is one("select to_regclass('note_size')::text"), 'note_size', '… the parts before it are done';
  spew('migrations/9009_parts.sql', "${parts}alter table note add constraint sized check (size >= 0) not valid;\n");
  applies('9009_parts');
  with_file('migrations/9010_slow.sql', "-- slow: x\nselect 1;\n", sub { refuses(qr/9010_slow\.sql: its last part records the version, and must not be slow/, 'a last part without a limit') });
};

subtest 'an index that waits for an older transaction names it' => sub {
  spew('migrations/9010_index.sql', "-- slow: waits for transactions\ndrop index concurrently if exists note_kept;\n-- then\n-- slow: reads the table\ncreate index concurrently note_kept on note (size);\n-- then\nselect 1;\n");
  my $backup = $pg->dbh;
  $backup->do(q(set application_name = 'backup'));
  $backup->begin_work;
  $backup->do('set transaction isolation level repeatable read');
  $backup->do('select from pg_class limit 1');       # a snapshot, without a lock on a table of the exchange
  ok +(wait_for { one(q(select xact_start < clock_timestamp() - interval '2 seconds' from pg_stat_activity where pid = ?), $backup->{pg_pid}) } 20), 'a transaction runs for a while';
  my ($pid, $output) = in_background();
  ok +(wait_for { one(q(select count(*) from pg_locks where not granted and locktype = 'virtualxid')) } 20), 'the index waits for it';
  my $named = qr/\A\S+: migrate: migrations\/9010_index\.sql: may wait for the end of session $backup->{pg_pid} \(collab_owner, backup, idle in transaction, \d+ s in its transaction\)\n/;
  like content($output), qr/$named\z/, '… and names it';
  kill 'KILL', $pid;
  waitpid $pid, 0;
  ok +(wait_for { !one(q(select count(*) from pg_locks where locktype = 'advisory' and granted)) } 20), 'when the command is killed, its session ends, and frees the lock for the next run';
  ($pid, $output) = in_background();
  ok +(wait_for { content($output) =~ $named } 20), 'it waits again';
  $backup->rollback;
  waitpid $pid, 0;
  is $?, 0, 'when it has ended, the index is made';
  like content($output), qr/${named}applied 9010_index\n\z/, '… and it was named once';
};

subtest 'a login of another role than the owner is refused' => sub {
  with_file('migrations/9011_other.sql', "create table other (id int);\n", sub {
    for my $role (qw(postgres someone)) {
      $pg->admin->do("create role $role login createrole in role collab_owner") if $role ne 'postgres';
      local $ENV{COLLAB_DSN} = $pg->dsn($role);
      refuses(qr/\Acollabctl: migrate: the tables of the exchange belong to the role collab_owner, and this is a login of $role, .* log in as collab_owner, or restore the database with its owners\n\z/, $role);
    }
    is one("select to_regclass('other')"), undef, 'nothing is made';
  });
};

# An interrupted migration begins again with its first part (mod_collab/ctl/schema/migration.c).
subtest 'a shipped migration that was interrupted after any of its parts can be repeated' => sub {
  $pg->admin->do('create database again owner collab_owner');
  my $dbi = $pg->dbi =~ s/dbname=\w+/dbname=again/r;
  run('cp', '-R', 'sql', "$dir/again");
  run('rm', '-r', "$dir/again/migrations");
  local $ENV{COLLAB_DSN} = $ENV{COLLAB_DSN} =~ s/dbname=\w+/dbname=again/r;
  my (undef, $baseline) = output('./collabctl', 'migrate', '--sql', "$dir/again");     # without the migrations, the rights cannot be granted
  like $baseline, qr/^applied 0100_baseline$/m;
  my $interrupted = 0;
  for my $path (sort glob 'sql/migrations/*.sql') {
    my $text = Collab::File::slurp($path);
    my @parts = split /\n-- then\n/, Encode::decode('UTF-8', $text);
    for my $done (1 .. $#parts, scalar @parts) {
      my $dbh = Collab::Postgres->connect($dbi);        # another session, as after a kill
      my $fine = eval { $dbh->do($_) for @parts[0 .. $done - 1]; 1 };
      is $fine ? '' : "$@", '', "$path: $done of " . @parts . ' parts' if @parts > 1 || !$fine;
      $interrupted++ if $done < @parts;
      my ($version, $name) = $path =~ m{(\d{4})_(\w+)\.sql$};
      $dbh->do('insert into schema_migration (version, name, checksum) values (?, ?, ?)', undef, $version, $name, Digest::SHA::sha256_hex($text)) if $done == @parts;
    }
  }
  cmp_ok $interrupted, '>', 8, "$interrupted interruptions";
  my ($status, $said) = output('./collabctl', 'migrate');
  is_deeply [$status, grep { !/^granted / } split /\n/, $said], [0], 'the schema is the same';
};

subtest 'the rights are granted without a lock on a table' => sub {
  $owner->begin_work;
  $owner->do(slurp('roles.sql'));
  is_deeply $owner->selectcol_arrayref(q(select c.relname || ' ' || l.mode from pg_locks l join pg_class c on c.oid = l.relation
    where l.pid = pg_backend_pid() and c.relnamespace = 'collab'::regnamespace and c.relkind in ('r', 'p') and l.mode <> 'AccessShareLock' and c.relname <> 'privilege_granted')), [];
  $owner->rollback;
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
