# t/long/surroundings/drift.t: whatever somebody drops from the schema is named, and made anew by collabctl migrate --repair
use strict;
use warnings;
use lib qw(t/lib lab/lib);
use Collab::File qw(slurp);
use Collab::Stack;
use Collab::Wait qw(output wait_for);
use File::Temp qw(tempdir);
use Test::More;

my $dir = tempdir('drXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $pg = Collab::Stack::migrated($dir);
END { local $?; $pg->stop if $pg }
$ENV{COLLAB_DSN} = $pg->dsn('collab_owner');
my $owner = $pg->dbh;
$owner->do('set search_path = collab');
my $admin = $pg->admin($Collab::Postgres::NAME);
$admin->do('set allow_system_table_mods = on');
sub migrate { my (@options) = @_; return output('./collabctl', 'migrate', @options) }
sub held { return join "\n", map { join "\t", @$_ } @{ $owner->selectall_arrayref('select kind, name, fact from schema_held order by kind, name') } }
# The rows that are not as in the beginning.
sub changed { my %before = map { $_ => 1 } split /\n/, our $whole; my %now = map { $_ => 1 } split /\n/, held(); return join '; ', grep { !$before{$_} || !$now{$_} } sort keys %{ { %before, %now } } }
# Does the statement run? Prints no error: a few objects cannot go.
sub goes { my ($statement, $by) = @_; local $owner->{PrintError} = 0; local $owner->{RaiseError} = 0; return defined(($by // $owner)->do($statement)) }

our $whole = held();
my $privileges = join "\n", sort map { "@$_" } @{ $owner->selectall_arrayref('select * from privilege_held') };
$owner->do('select make_attempt_partitions(3)');
my %list;           # kind: [name, fact] …
for (split /\n/, $whole) { my ($kind, @fact) = split /\t/; push @{ $list{$kind} }, \@fact }

# What makes an object go, by kind: the statements to try, from the name; and how many objects may stay at most.
my %gone = (
  index      => [0, sub { my ($of, $name) = split /\./, shift; "drop index $name" }],
  constraint => [0, sub { my ($of, $name) = split /\./, shift; ("alter table $of drop constraint $name cascade", "alter domain $of drop constraint $name cascade") }],
  trigger    => [0, sub { my ($of, $name) = split /\./, shift; "drop trigger $name on $of" }],
  function   => [0, sub { my ($name) = @_; ("drop function $name", "alter function $name set work_mem = '5MB'") }],
  null       => [120, sub { my ($of, $name) = split /\./, shift; "alter table $of alter column $name " . (shift eq 'null' ? 'set' : 'drop') . ' not null' }],
  default    => [120, sub {
    my ($of, $name) = split /\./, shift;
    my ($fact) = @_;
    return "alter table $of alter column $name " . ($fact =~ /identity/ ? 'drop identity' : $fact eq 'a default' ? 'drop default' : 'set default null');
  }],
);
for my $kind (sort keys %gone) {
  subtest "every $kind is named and made anew" => sub {
    my ($stay, $statements) = @{ $gone{$kind} };
    my (@gone, @stay);
    for my $object (@{ $list{$kind} }) {
      my ($name, $fact) = @$object;
      next if $kind eq 'default' && $fact =~ /generated|no default/;
      next if $kind eq 'constraint' && !($owner->selectrow_array('select exists (select from schema_held where kind = ? and name = ?)', undef, $kind, $name))[0];
      push @{ (grep { goes($_) } $statements->($name, $fact)) ? \@gone : \@stay }, $name if !grep { $_ eq $name } @gone;
    }
    cmp_ok scalar @gone, '>', 10, scalar(@gone) . ' are gone';
    cmp_ok scalar @stay, '<=', $stay, 'few cannot go' or diag "@stay";
    my ($status, $said) = migrate();
    for (@gone) { my $name = $_; like $said, qr/(?:\w+ )\Q$name\E (?:is|has) .*: collabctl migrate --repair makes it anew$/m, $name }
    ($status, $said) = migrate('--repair');
    is $status, 0, 'repaired' or diag $said;
    for (@gone) { my $name = $_; like $said, qr/^made anew: \w+ \Q$name\E /m, $name }
    is changed(), '', 'the schema is whole again';
    is +(migrate('--repair'))[1] =~ s/\d+/N/r, "nothing to do: the schema is at N\n", '… and a repair then does nothing';
  };
}

is $owner->selectrow_array(q(select count(*) from pg_index x join pg_inherits p on p.inhrelid = x.indrelid and p.inhparent = 'attempt'::regclass
  where not exists (select from pg_inherits i where i.inhrelid = x.indexrelid))), 0, 'the partitions of attempt have no index twice';

subtest 'each privilege is named and granted again' => sub {
  my @granted = @{ $owner->selectall_arrayref('select role, object, privilege from privilege_granted') };
  for (@granted) {
    my ($role, $object, $privilege) = @$_;
    my ($table, $column) = $object =~ /^(\w+)\.(\w+)$/;
    my $signature = $object =~ /^(\w+)\(\)$/ ? $owner->selectrow_array(q(select string_agg(oid::regprocedure::text, ', ') from pg_proc where proname = ?), undef, $1) : undef;
    ok goes("revoke $privilege" . ($table ? " ($column) on $table" : $signature ? " on function $signature" : " on $object") . " from $role"), "revoked: @$_" or diag $owner->errstr;
  }
  my $lost = @granted;
  my ($status, $said) = migrate();
  is $status, 0;
  like $said, qr/^granted .* and @{[$lost - 5]} more$/m, 'migrate says what it granted' or diag $said;
  unlike $said, qr/nothing to do/;
  is join("\n", sort map { "@$_" } @{ $owner->selectall_arrayref('select * from privilege_held') }), $privileges, 'all are granted again';
};

subtest 'what is there, but not as it was' => sub {
  my @changes = (
    [$owner, 'alter table note disable trigger note_render', qr/trigger note\.note_render is .* disabled, wanted/],
    [$admin, 'update pg_index set indisvalid = false where indexrelid = \'collab.delivery_due\'::regclass', qr/index delivery\.\w+ is .*invalid, wanted/],
    [$admin, q(update pg_constraint set convalidated = false where conname = 'company_name_check'), qr/constraint company\.company_name_check is not validated/],
    [$admin, q(alter table collab.note disable trigger all), qr/constraint note\.\w+ is foreign key.* disabled, wanted/],
    [$owner, q(create or replace function micros(at timestamptz) returns bigint language sql immutable as 'select 1::bigint'), qr/function micros\(.*\) is /],
    [$owner, 'grant execute on function drop_attempt_partition(int) to public', qr{function drop_attempt_partition\(integer\) is }],
    [$owner, 'drop view search_listed', qr/view search_listed is missing/],
  );
  for (@changes) {
    my ($by, $statement, $named) = @$_;
    ok goes($statement, $by), $statement or next;
    like +(migrate())[1], $named, '… is named';
    is +(migrate('--repair'))[0], 0, '… and repaired';
    is changed(), '', 'the schema is whole again';
  }
};

subtest 'rows that break a constraint are named' => sub {
  $owner->do($_) for 'alter table company drop constraint company_domain_key', 'drop index delivery_once',
    q(insert into company (name, domain) values ('One', 'twice.example'), ('Two', 'twice.example'));
  my ($status, $said) = migrate('--repair');
  is $status, 1, 'refused';
  like $said, qr/constraint company\.company_domain_key is missing: could not create unique index .*\(twice\.example\) is duplicated/, 'the rows are named';
  like $said, qr/^made anew: index delivery\.delivery_once is missing$/m, '… and the rest is made anew';
  ok $owner->selectrow_array(q(select exists (select from pg_index where indexrelid = 'company_domain_key'::regclass and not indisvalid))), 'an invalid index is left';
  $owner->do(q(update company set domain = 'once.example' where name = 'Two'));
  is +(migrate('--repair'))[0], 0, 'then all is made anew';
  is changed(), '', 'the schema is whole again';
};

subtest 'the view with the facts is made anew itself' => sub {
  $owner->do('drop view schema_held');
  my ($status, $said) = migrate();
  like $said, qr/view schema_held is missing: collabctl migrate --repair makes it anew/, 'it is named';
  ($status, $said) = migrate('--repair');
  is $status, 0, '… and made anew' or diag $said;
  is changed(), '', 'the schema is whole again';
};

subtest 'the list is made anew itself' => sub {
  $owner->do('drop table schema_fact');
  my ($status, $said) = migrate('--repair');
  is $status, 0, 'it is made anew' or diag $said;
  is changed(), '', 'the schema is whole again';
};

subtest 'what changed in a table is no lost row' => sub {
  $owner->do('alter table note enable row level security');
  like +(migrate())[1], qr/^collabctl: migrate: table note is plain, row security, wanted plain: collabctl migrate --repair makes it anew$/;
  is +(migrate('--repair'))[0], 0, 'repaired';
  is changed(), '', 'the schema is whole again';
  $owner->do('alter table canary set unlogged');
  my ($status, $said) = migrate('--repair');
  is $status, 1;
  like $said, qr/table canary is plain, not logged, wanted plain: change it back/, 'a table that is not logged is named';
  $owner->do('alter table canary set logged');
};

subtest 'two repairs at once' => sub {
  $owner->do('drop index delivery_once');
  my $writer = $pg->dbh;
  $writer->begin_work;
  $writer->do('lock table delivery in row exclusive mode');     # the first repair waits for this
  my @repair = map {
    my $pid = fork // die;
    if (!$pid) { open STDOUT, '>', "$dir/repair$_"; open STDERR, '>&', \*STDOUT; exec './collabctl', 'migrate', '--repair' }
    my $number = $_;
    my $runs = $number == 1 ? 'CREATE .*INDEX' : 'advisory_lock.*migrate';
    wait_for { $owner->selectrow_array('select count(*) from pg_stat_activity where query ~ ? and pid <> pg_backend_pid()', undef, $runs) } 20, 'it waits';
    $pid;
  } 1, 2;
  $writer->rollback;
  for (1, 2) {
    waitpid $repair[$_ - 1], 0;
    is $?, 0, "repair $_" or diag slurp("$dir/repair$_");
  }
  is changed(), '', 'the schema is whole again';
};

subtest 'what somebody added is no drift' => sub {
  $owner->do($_) for 'create index mine on note (created_at)', 'create table theirs (id int)', 'alter table note add column mine int not null default 1',
    'alter table note add constraint mine check (mine > 0)', q(create function mine() returns int language sql return 1), 'create view my_notes as select id from note';
  is +(migrate())[1], sprintf("nothing to do: the schema is at %04d\n", $owner->selectrow_array('select max(version) from schema_migration')), 'migrate finds nothing';
  $owner->do($_) for 'drop view my_notes', 'drop function mine()', 'alter table note drop column mine', 'drop table theirs', 'drop index mine';
};

subtest 'a table or column is named, and not made anew' => sub {
  $owner->do($_) for 'alter table company drop column hours_low cascade', 'drop table company_day cascade';
  my ($status, $said) = migrate('--repair');
  is $status, 1, 'refused';
  like $said, qr/column company\.hours_low is missing: cannot be made anew, because its rows are gone: restore the database/;
  like $said, qr/table company_day is missing: cannot be made anew/;
  unlike $said, qr/company_day\./, '… and nothing of it';
};

done_testing;
