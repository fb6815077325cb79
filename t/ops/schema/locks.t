# t/ops/schema/locks.t: statements, functions and migrations lock tables in one order, and no migration works long under its locks
# sql/README.md#locks
use strict;
use warnings;
use lib qw(t/lib lab/lib);
use Collab::File qw(slurp);
use JSON::XS ();
use Test::More;

my $readme = slurp('sql/README.md');
my @order = map { split } $readme =~ /^ *```text order\n(.*?)^ *```/ms;
my @small = $readme =~ /\*\*Small tables\*\*(.*?)\./s ? $1 =~ /`(\w+)`/g : ();
my %place = map { $order[$_] => $_ } 0 .. $#order;
my %small = map { $_ => 1 } @small;
cmp_ok scalar @order, '>', 30, 'sql/README.md has the order';

# Tables and functions, as they are after all migrations, and triggers: [function, its events] by "before" or "after" and by table. Comments are gone.
my (%table, %function, %triggers);
for my $path (glob('sql/schema/*.sql sql/search/*.sql'), glob 'sql/migrations/*.sql') {
  my $text = slurp($path) =~ s/--.*//gr;
  for my $command (split /(?=^create )/m, $text) {
    $table{$1} = 1 if $command =~ /^create (?:unlogged )?table (\w+)/;
    $function{$1} = $2 if $command =~ /^create (?:or replace )?function (\w+)\(.*?\bas \$\$(.*?)\$\$/s;
    push @{ $triggers{$1}{$3} }, [$4, $2] if $command =~ /^create (?:or replace )?trigger \w+ (before|after) (.*?)\s+on (\w+).*?execute function (\w+)/s;
  }
}
is_deeply [grep { !$table{$_} } @order, @small], [], 'it names tables';
my $name = join '|', keys %table;

# The tables that one SQL command uses: 2 if it writes or locks the table, else 1. PostgreSQL locks them together, before the command's work.
sub uses {
  my ($text) = @_;
  my %uses;
  while ($text =~ /\b(from|join|using|insert into|update|delete from|lock table)\s+(?:only\s+)?(?:collab\.)?((?:$name)\b(?:(?:\s+(?:as\s+)?[a-z]\w?)?\s*,\s*(?:$name)\b)*)/gi) {
    my ($verb, $tables) = ($1, $2);
    next if $verb =~ /update/i && substr($text, 0, $-[0]) =~ /\b(?:do|for|of|key|before|after|or)\s+$/i;
    for ($tables =~ /(?:^|,)\s*(\w+)/g) { $uses{$_} = $verb =~ /from$|join|using/i && $verb !~ /delete/i ? $uses{$_} // 1 : 2 }
  }
  return \%uses;
}

# What a command uses, and then what the functions that it calls and its triggers use, in the order of their commands.
sub steps {
  my ($text, $depth) = @_;
  my $uses = uses($text);
  my @steps = ($uses);
  return @steps if $depth > 3;
  push @steps, map { steps($_, $depth + 1) } map { split /;/, $function{$_} // '' } $text =~ /\b(\w+)\s*\(/g;
  for my $when (qw(before after)) {
    for my $written (sort grep { $uses->{$_} == 2 } keys %$uses) {
      for (@{ $triggers{$when}{$written} || [] }) {
        my ($function, $events) = @$_;
        my $fires = grep { $events =~ /$_->[0]/ && $text =~ /$_->[1] $written\b/ } [qw(insert), 'insert into'], [qw(update update)], [qw(delete), 'delete from'];
        push @steps, map { steps($_, $depth + 1) } split /;/, $function{$function} // '' if $fires;
      }
    }
  }
  return @steps;
}

# What is out of order: "TABLE after TABLE …". Each table's first use, and each table's first write, must follow the order.
sub disorder {
  my (@steps) = @_;
  my (%held, %wrong);
  for my $step (@steps) {
    for my $level (1, 2) {
      my @new = grep { defined $place{$_} && $step->{$_} >= $level && !$held{$level}{$_} } keys %$step;
      for my $table (@new) {
        my @later = grep { $place{$_} > $place{$table} } keys %{ $held{$level} };
        $wrong{$table}{$_} = 1 for @later;
      }
      $held{$level}{$_} = 1 for @new;
    }
  }
  return map { "$_ after " . join ' ', sort { $place{$a} <=> $place{$b} } keys %{ $wrong{$_} } } sort keys %wrong;
}

# Statements of workers and dispatcher, by name. collabctl's are rare, and the limit of a second ends a mutual wait with them.
my %excused = (
  delivery_recover => 'dispatcher after dead_letter attempt',     # the numbers must be looked up again in a later snapshot
  webhook_change => 'audit after previous_secret dropped_queue ended_queue earlier_filters',      # its audit row needs what the change before it returns
);
my %parts;
{
  my $all = slurp('mod_collab/store/statements.inc');
  while ($all =~ /^static const collab_part_t (\w+)_parts\[\] = \{\n(.*?)^\};/msg) {
    my ($statement, $parts) = ($1, $2);
    push @{ $parts{$statement} }, join '', map { s/\\n/\n/gr =~ s/\\(.)/$1/gr } /^      "(.*)",?$/mg for $parts =~ /^    \{\n(.*?)\n      \d+, /msg;
  }
}
sub exact { my ($what, @wrong) = @_; return is join('; ', @wrong), delete($excused{$what}) // '', $what }
subtest 'statements use tables in the order' => sub {
  for my $statement (sort grep { !/^ctl_|_unconditional$/ } keys %parts) {
    my @steps = map { steps($_, 0) } @{ $parts{$statement} };
    # A POST with an Idempotency-Key is one transaction with idempotency_claim.
    unshift @steps, map { steps($_, 0) } @{ $parts{idempotency_claim} } if $statement =~ /_(?:create|redeliver|test|rotate)$/;
    exact($statement, disorder(@steps)) if @steps > 1;
  }
};
subtest 'so do functions' => sub {
  for my $function (sort keys %function) {
    my @steps = map { steps($_, 0) } split /;/, $function{$function};
    exact($function, disorder(@steps)) if @steps > 1;
  }
};
is_deeply \%excused, {}, 'each exception is still needed';
is_deeply [disorder(map { uses($_) } 'select from request join company using (id)', 'insert into note select from account a, event')], ['account after company request'],
  'a wrong order is noticed';
like join('; ', disorder(map { steps($_, 0) } 'delete from note', 'lock table request, note in row exclusive mode')), qr/^request after note/, '… and a lock that comes too late';

# ---------------------------------------------------------------- migrations

# Commands that read or write all rows of a table.
my $long = join '|', qr/\bcreate (?:unique )?index\b/, qr/\balter column \w+ (?:set data )?type\b/, qr/\bset not null\b/, qr/\bvalidate\b/, qr/\b(?:update|delete from|truncate) (?!of\b)\w/,
  qr/\badd (?:constraint|primary|unique|check|foreign)\b(?!.*\bnot valid\b)/, qr/\badd column\b.*\b(?:nextval|clock_timestamp|now|random|gen_random_uuid|\w*serial|identity|stored|unique|check|references)\b/;

# What is wrong with a migration.
sub faults {
  my ($file) = @_;
  my (@wrong, %made, %dropped);
  $made{$1} = 1 while $file =~ /^create table (?:if not exists )?(\w+)/mg;
  for my $part (split /^-- then\n/m, $file) {
    my $slow = $part =~ /^-- slow: /m;
    my $text = $part =~ s/--.*//gr;
    $text =~ s/\bas \$\$.*?\$\$//gs;            # bodies of functions
    $text =~ s/^\s+//;
    my ($names) = $text =~ /^lock table ([\w, ]+) in (?:access exclusive|share row exclusive) mode;/;
    my @locked = split /, /, $names // '';
    my %locked = map { $_ => 1 } @locked;
    my @disorder = grep { !defined $place{$locked[$_]} || !defined $place{$locked[$_ - 1]} || $place{$locked[$_]} < $place{$locked[$_ - 1]} } 1 .. $#locked;
    push @wrong, "lock table $names: not in the order of sql/README.md" if @disorder;
    push @wrong, 'a second lock table, or one that is not first' if (() = $text =~ /\block table\b/g) > (@locked ? 1 : 0);
    $dropped{$1} = 1 while $text =~ /\bdrop index concurrently if exists (\w+)/g;
    while ($text =~ /\bcreate (?:unique )?index concurrently (?:if not exists )?(\w+)/g) {
      push @wrong, "index $1: drop what an interrupted run has left, in a part before" if !$dropped{$1};
    }
    for my $command (split /;/, $text) {
      my %strong;         # tables that the command locks against writers
      $strong{$_} = 1 for $command =~ /\b(?:alter table|drop table|truncate)\s+(?:only\s+|if exists\s+)*(\w+)/g, $command =~ /\btrigger\b.*?\bon (\w+)/gs, $command =~ /\breferences (\w+)/g,
        $command =~ /\bcreate (?:unique )?index (?!concurrently).*?\bon (?:only )?(\w+)/g;
      $strong{$1} = 1 while $command =~ /(?<!for )(?<!key )\b(?:update|delete from) (?!of\b)(\w+)/g;
      for my $used (sort grep { $table{$_} && !$made{$_} } keys %strong) {
        my $batch = $slow && $text =~ /\bcommit;/ && $command !~ /\b(?:alter|drop|truncate|trigger|index)\b/ || $command =~ /\bvalidate constraint\b/ && $slow;
        push @wrong, "$used: name it in lock table" if !$locked{$used} && !$batch;
        push @wrong, "$used: a rewrite or scan under the lock" if !$small{$used} && !$batch
          && $command =~ /$long/s
          && $command !~ /\btrigger\b/;
      }
    }
  }
  push @wrong, 'its last part must not be slow' if (split /^-- then\n/m, $file)[-1] =~ /^-- slow: /m;
  return @wrong;
}

is_deeply [faults(slurp($_))], [], $_ for glob 'sql/migrations/*.sql';

my $locked = "lock table request, note in access exclusive mode;\n";
is_deeply [faults($_->[0])], $_->[1], $_->[2] for
  ["alter table note add column x int;", ['note: name it in lock table'], 'a migration without its lock'],
  ["create table x (id int);\nalter table x add column y int;", [], 'a table of the migration needs none'],
  ["alter table note add column x int;\n$locked", ['a second lock table, or one that is not first', 'note: name it in lock table'], 'a late lock'],
  ["lock table note, request in access exclusive mode;", ['lock table note, request: not in the order of sql/README.md'], 'a wrong order'],
  ["lock table note in access exclusive mode;\nlock table request in access exclusive mode;", ['a second lock table, or one that is not first'], 'two locks'],
  (map { ["$locked$_;", ['note: a rewrite or scan under the lock'], $_] } 'create index x on note (size)', 'alter table note alter column size type bigint', 'alter table note alter column author set not null',
    'alter table note add constraint x check (size > 0)', 'update note set size = 0', 'delete from note', "alter table note add column x timestamptz default clock_timestamp()",
    'do $$ begin update note set size = 0; end $$'),
  (map { ["$locked$_;", [], $_] } 'alter table note add column x int not null default 0', 'alter table note add constraint x check (size > 0) not valid', 'create table x (id int); create index y on x (id)',
    'create trigger x before update of size on note for each row execute function y()', 'create function x() returns void language sql as $$ update note set size = 0; $$'),
  ["-- slow: x\ndrop index concurrently if exists x;\n-- then\n-- slow: x\ncreate index concurrently x on note (size);\n-- then\nselect 1;", [], 'an index beside writers'],
  ["-- slow: x\ncreate index concurrently x on note (size);", ['index x: drop what an interrupted run has left, in a part before', 'its last part must not be slow'], '… that fails when it is repeated'],
  ["-- slow: x\nupdate note set size = 0;\n-- then\nselect 1;", ['note: name it in lock table', 'note: a rewrite or scan under the lock'], 'a long transaction'],
  ["-- slow: x\ndo \$\$ begin loop update note set size = 0; commit; end loop; end \$\$;\n-- then\nselect 1;", [], 'batches'];

# exchange_lock.sql keeps other changes of members out; requests, logins and searches go on.
is_deeply [grep { slurp($_) =~ s/--.*//gr =~ s/^lock table [^;]* in share row exclusive mode$//mr =~ /^\s*(?:lock|alter|drop|truncate) table\b|\breindex\b|\bcluster\b|\bvacuum\s*\(?full/m } glob 'sql/queries/*/*.sql sql/pieces/*.sql'], [], 'no statement locks a table against readers and requests';

done_testing;
