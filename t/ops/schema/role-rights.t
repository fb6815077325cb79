# t/ops/schema/role-rights.t: sql/roles.sql gives each program's role what its statements need
# The folders of sql/queries say which program a statement belongs to.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Stack;
use JSON::XS ();

my $stack = stack(extra => "CollabDispatcher Off\n");
my $json = JSON::XS->new;
my $compiled = do { local (@ARGV, $/) = 'mod_collab/store/statements.inc'; <> };
my @unconditional = $compiled =~ /collab_part_t (\w+_unconditional)_parts/g;     # second forms (build/statements.pl)

# The statements of a folder that its role may not run. EXPLAIN checks the rights to all objects that a plan names.
sub refused {
  my ($program) = @_;
  my $role = $program eq 'ctl' ? 'owner' : $program;
  my $dbh = DBI->connect($stack->pg->dbi =~ s/user=\w+/user=collab_$role/r, '', '', { RaiseError => 1, PrintError => 0 });
  $dbh->do('set search_path = collab') if $program eq 'ctl';        # as collabctl does
  my ($looked, @refused) = (0);
  for my $name ($program eq 'api' ? @unconditional : (), grep { !/^setup_/ } map { /(\w+)\.sql$/ } glob "sql/queries/$program/*.sql") {        # the statements of setup run as PostgreSQL's superuser
    $name = "ctl_$name" if $program eq 'ctl';
    for my $part (@{ $json->decode(scalar `bench/statement $name json`)->{parts} }) {
      next if $part->{text} =~ /^\s*(?:begin|commit|rollback|listen|vacuum|create|drop|alter|set|reset|lock|reindex|analyze|grant|do)\b/;      # commands without a plan
      my $count = @{ $part->{binds} };
      my $list = sub { $count ? '(' . join(', ', ($_[0]) x $count) . ')' : '' };
      eval { $dbh->do('prepare part ' . $list->('text') . " as $part->{text}"); $dbh->do('explain execute part ' . $list->('null')); 1 } or push @refused, "$name: $@";
      $dbh->do('deallocate all');
      $looked++;
    }
  }
  return ($looked, @refused);
}

for my $program (qw(api dispatch ctl)) {
  subtest "the role of $program may run all statements of $program" => sub {
    my ($looked, @refused) = refused($program);
    is_deeply \@refused, [], "none is refused" or diag join "", map { (split /\n/)[0] . "\n" } @refused;
    cmp_ok $looked, '>', 20, "$looked statements were tried";
  };
}

subtest 'the forms for requests without conditions compare none' => sub {
  my $dbh = DBI->connect($stack->pg->dbi =~ s/user=\w+/user=collab_api/r, '', '', { RaiseError => 1, PrintError => 0 });
  $dbh->do('set plan_cache_mode = force_generic_plan');
  my $compares = sub {
    my ($part) = @_;
    my $list = sub { '(' . join(', ', ($_[0]) x @{ $part->{binds} }) . ')' };
    $dbh->do('prepare part ' . $list->('text') . " as $part->{text}");
    my @plan = map { $_->[0] } @{ $dbh->selectall_arrayref('explain (verbose) execute part ' . $list->('null')) };
    $dbh->do('deallocate part');
    return scalar grep { /fits\(|string_to_array\(/ } @plan;
  };
  my %compared = map { my $name = $_; ($name => scalar grep { $compares->($_) } @{ $json->decode(scalar `bench/statement $name json`)->{parts} }) }
    map { ($_, s/_unconditional$//r) } grep { /^(?:note|approval|closure|webhook)_/ } @unconditional;
  is_deeply [grep { $compared{$_} } sort grep { /_unconditional$/ } keys %compared], [], 'no second form';
  is $compared{$_}, 1, "$_ compares" for qw(note_create approval_create closure_create webhook_change);
};

subtest 'a missing right is found' => sub {
  owner()->do('revoke select on note from collab_api');
  my (undef, @refused) = refused('api');
  owner()->do('grant select on note to collab_api');
  is_deeply [grep { !/permission denied for table note\b/ } @refused], [];
  ok scalar(grep { /^note_list:/ } @refused), 'note_list';
};

# Commands that only an object's owner may run, by kind of object. If the role has some privilege of its own, a refused GRANT is only a
# warning. So the test checks that no privilege was granted.
my %deed = (
  r => ['alter table %s add column planted int default 1', 'alter table %s alter column %c set default null', 'alter table %s disable trigger all',
        'create trigger planted before insert on %s for each row execute function touch()', 'create index planted on %s ((1))',
        'create rule planted as on insert to %s do also select 1', 'alter table %s owner to current_user', 'truncate %s', 'drop table %s'],
  S => ['alter sequence %s increment 2', 'drop sequence %s'],
  v => ['create or replace view %s as select 1', 'drop view %s'],
  f => ['alter function %s owner to current_user', 'alter function %s reset all', 'drop function %s'],
  t => ['alter type %s owner to current_user', 'drop type %s'],
  n => ['create table collab.planted (id int)', 'create function collab.planted() returns int language sql return 1', 'create type collab.planted as (id int)',
        'create table public.planted (id int)', 'drop schema collab cascade', 'alter schema collab rename to planted', 'set role collab_owner',
        'alter role collab_owner nologin', 'alter default privileges for role collab_owner grant all on tables to public'],
);
my $objects = owner()->selectall_arrayref(q(
  select case when c.relkind in ('r', 'p') then 'r' else c.relkind::text end, c.oid::regclass::text,
         (select quote_ident(attname) from pg_attribute where attrelid = c.oid and attnum = 1)
    from pg_class c where c.relnamespace = 'collab'::regnamespace and c.relkind in ('r', 'p', 'S', 'v')
  union all select 'f', p.oid::regprocedure::text, null from pg_proc p where p.pronamespace = 'collab'::regnamespace and p.proowner = 'collab_owner'::regrole and p.prokind = 'f'
  union all select 't', t.oid::regtype::text, null from pg_type t left join pg_class c on c.oid = t.typrelid
             where t.typnamespace = 'collab'::regnamespace and t.typowner = 'collab_owner'::regrole and t.typtype in ('c', 'd', 'e') and coalesce(c.relkind, 'c') = 'c'
  union all select 'n', 'collab', null));
my $granted = q(select count(*) from privilege_held);

for my $program (qw(api dispatch)) {
  subtest "collab_$program can alter, drop and grant nothing" => sub {
    my $dbh = DBI->connect($stack->pg->dbi =~ s/user=\w+/user=collab_$program/r, '', '', { RaiseError => 1, PrintError => 0, PrintWarn => 0 });
    my $before = owner()->selectrow_array($granted);
    my (@done, $tried);
    for my $object (@$objects) {
      my ($kind, $name, $column) = @$object;
      for my $deed (@{ $deed{$kind} }) {
        $dbh->begin_work;
        my $did = eval { $dbh->do($deed =~ s/%s/$name/r =~ s/%c/$column/r); 1 };
        push @done, ($deed =~ s/%s/$name/r) . ' ' . ($dbh->state || '') unless !$did && $dbh->state eq '42501';
        $dbh->rollback;
        $tried++;
      }
      my $what = { r => 'table', S => 'sequence', v => 'table', f => 'function', t => 'type', n => 'schema' }->{$kind};
      eval { $dbh->do("grant all on $what $name to public") };
    }
    is_deeply \@done, [], 'all are refused with 42501';
    is +owner()->selectrow_array($granted), $before, 'no privilege was granted';
    cmp_ok $tried, '>', 300, "$tried commands were tried";
  };
}

# docs/security.md lists what a compromised worker can do; this test shows what it cannot do.
subtest 'collab_api erases no trace and reads no secret of a delivery' => sub {
  my $api = DBI->connect($stack->pg->dbi =~ s/user=\w+/user=collab_api/r, '', '', { RaiseError => 1, PrintError => 0 });
  for my $sql ((map { "delete from $_" } qw(request note response event outbox attachment audit attempt dead_letter account company)),
    (map { "update $_" } 'audit set what = what', 'event set type = type', 'note set description = description', 'request set description = description',
      'account set role = role', 'account set company = company', 'company set name = name'), 'select * from audit', 'select secret, auth from subscription', 'select secret from previous_secret') {
    ok !eval { $api->do($sql); 1 }, $sql;
    is $api->state, '42501', '… because the privilege is missing';
  }
};

subtest 'collab_api cannot send credentials to another origin' => sub {
  my $api = DBI->connect($stack->pg->dbi =~ s/user=\w+/user=collab_api/r, '', '', { RaiseError => 1, PrintError => 0 });
  my $hook = sub { user(company())->post('/v2/webhooks', { callbackUrl => 'https://hooks.example/in', @_ })->ok->{id} };
  my ($with, $without) = ($hook->(callbackAuth => { type => 'BEARER', token => 't' }), $hook->());
  my $change = sub { my ($id, $url) = @_; eval { $api->do('update subscription set callback_url = ? where id = ?', undef, $url, $id) } ? 'done' : $api->state };
  for my $url (map({ "https://$_" } qw(other.example/in hooks.example:444/in hooks.example.other.example/), 'hooks.example@other.example/', 'hooks.example:443@other.example/',
    'hooks.example\@other.example/'), 'http://hooks.example/in', 'hooks.example', '') {
    is $change->($with, $url), '23514', "'$url'";
  }
  is $change->($with, $_), 'done', $_ for 'https://hooks.example/in?x=1', 'HTTPS://HOOKS.example:443', 'https://hooks.example/a@b';
  is $change->($without, 'https://other.example/in'), 'done', 'without credentials any origin is accepted';
  eval { $api->do('alter table subscription disable trigger keep_credentials') };
  is $api->state, '42501', 'it cannot disable the trigger';
};

subtest 'everything in the schema belongs to its owner' => sub {
  is_deeply owner()->selectcol_arrayref(q(select c.oid::regclass::text from pg_class c where c.relnamespace = 'collab'::regnamespace and c.relowner <> 'collab_owner'::regrole)), [];
};

done_testing;
