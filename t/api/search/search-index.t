# t/api/search/search-index.t: after any changes, the search index equals a rebuilt one, and callers find only their partners
# Also tests collabctl search.
use strict;
use warnings;
use utf8;
use lib qw(t/lib lab/lib);
use Collab::Postgres;
use Collab::Wait qw(long run);
use File::Temp qw(tempdir);
use JSON::XS ();
use List::Util qw(shuffle);
use Test::More;

binmode $_, ':encoding(UTF-8)' for Test::More->builder->output, Test::More->builder->failure_output;

my $dir = tempdir('seaXXXXXX', TMPDIR => 1, CLEANUP => 1);
my $pg = Collab::Postgres->start($dir);
$ENV{COLLAB_DSN} = $pg->dsn('collab_owner');
my $program = $ENV{COLLAB_CTL} || './collabctl';
my $seed = $ENV{COLLAB_TEST_SEED} // time;
srand $seed;
diag "COLLAB_TEST_SEED=$seed";

# The standard output of a command, and whether it succeeded.
sub ctl {
  my @words = map { my $word = $_; utf8::encode($word); $word } @_;
  open my $out, '-|', $program, @words or die "$program: $!\n";
  my $text = do { local $/; <$out> } // '';
  my $fine = close $out;
  utf8::decode($text);
  return ($text, $fine);
}
sub done { my ($text, $fine) = ctl(@_); ok $fine, "collabctl @_"; return $text }
sub refused {
  my ($says, @words) = @_;
  open my $err, '>&', \*STDERR;
  open STDERR, '>', "$dir/err";
  my (undef, $fine) = ctl(@words);
  open STDERR, '>&', $err;
  ok !$fine, "refused: collabctl @words";
  open my $in, '<', "$dir/err" or die "$dir/err: $!\n";
  like join('', <$in>), qr/^collabctl: \Q$words[0] $words[1]\E: $says/, '… with the reason';
}

run('cp', '-R', 'sql', "$dir/sql");
unlink grep { m{/(\d+)_} && $1 >= 120 } glob "$dir/sql/migrations/*.sql";
run($^X, '-pi', '-e', 's/^grant .* on (?:redelivery|legacy_use|function has_event_since.*) to .*\n//; s/ content_type,//', "$dir/sql/roles.sql");      # what later migrations add
done('migrate', '--sql', "$dir/sql");       # the schema before the ranked search changed
my $db = $pg->dbh;
$db->do('select setseed(?)', undef, rand);
sub one { return scalar $db->selectrow_array(shift, undef, @_) }

no warnings 'qw';
my @words = qw(kubernetes storage routing C++ C# node.js .NET S/4HANA 802.1X hospital robots freight Märkte payroll sensors 東京 linux the and company);
sub some { my ($n) = @_; return join ' ', map { $words[rand @words] } 1 .. $n }
sub any { my ($sql) = @_; return one("$sql order by random() limit 1") }

my @communities = map { one('insert into community (name) values (?) returning id', "Community $_") } 1 .. 4;
my $number = 0;
my @edits = (
  sub { one('insert into company (name, domain, description, tags) values (?, ?, ?, ?) returning id', 'Firm ' . some(1), 'd' . ++$number . '.example', some(8), [map { some(1) } 1 .. 2]) } ,
  sub { my $c = any('select id from company') // return; $db->do('insert into document (company, name) values (?, ?)', undef, $c, 'form') },
  sub { my $c = any('select id from company') // return; $db->do('insert into community_member (company, community) values (?, ?) on conflict do nothing', undef, $c, $communities[rand 4]) },
  sub { $db->do('delete from community_member where (company, community) in (select company, community from community_member order by random() limit 1)') },
  sub { $db->do('update company set description = ? where id in (select id from company order by random() limit 2)', undef, some(1 + rand 20)) },
  sub { $db->do('update company set tags = ?, name = ? where id in (select id from company order by random() limit 1)', undef, [map { some(1) } 1 .. rand 4], 'Name ' . some(2)) },
  sub { $db->do('update company set active = not active where id in (select id from company order by random() limit 1)') },
  sub { my $c = any('select id from company') // return; $db->do('insert into department (company, name, description) values (?, ?, ?) on conflict do nothing', undef, $c, some(2), some(6)) },
  sub { $db->do('update department set active = not active, tags = ? where id in (select id from department order by random() limit 1)', undef, [some(1)]) },
  sub { $db->do('update document set active = not active where id in (select id from document order by random() limit 1)') },
  sub { $db->do('delete from document where id in (select id from document order by random() limit 1)') if rand() < 0.2 },
);

# The contents of the index, with names instead of its internal numbers.
sub index_of {
  my @parts = (
    q{select company, department, communities from search_doc},
    q{select d.company, d.department, s.words, s.surface, s.names, s.tags, s.texts from search_source s join search_doc d on d.id = s.doc},
    q{select term, df from search_term},
    q{select p.community, t.term, p.impact, d.company, d.department from search_posting p join search_term t on t.id = p.term join search_doc d on d.id = p.doc},
    q{select d.company, d.department, t.term, u.impact from search_doc d cross join unnest(d.terms, d.impacts) u (term, impact) join search_term t on t.id = u.term},
    q{select word, df, fixed from search_word},
    q{select company, department, label, whole, part, tight from search_name},
    q{select * from search_state},
  );
  return [map { [sort map { join "\t", map { $_ // 'null' } @$_ } @{ $db->selectall_arrayref("select x::text from ($_) x") }] } @parts];
}

my @queries = ('kubernetes storage', 'freight for hospitals', 'kubernets', 'C++', 'c# or node.js', '802.1X', 'marktte', '東京', 'the company', 'firm', 'payrol in linux');
sub answers_of {
  my %all;
  for my $caller (map { $_->[0] } @{ $db->selectall_arrayref('select id from company order by id') }) {
    for my $query (@queries) {
      $all{"$caller $query"} = join ' ', map { join '/', map { $_ // '-' } @$_ } @{ $db->selectall_arrayref('select company, department, score from search_partners(?, ?, 50) order by place', undef, $caller, $query) };
      $all{"$caller name $query"} = join ' ', map { join '/', map { $_ // '-' } @$_ } @{ $db->selectall_arrayref('select company, department from search_names(?, ?, 200) order by place', undef, $caller, $query) };
    }
  }
  return \%all;
}

for (1 .. 25) {
  my $company = $edits[0]->();
  $db->do('insert into document (company, name) values (?, ?)', undef, $company, 'form');
  $db->do('insert into community_member (company, community) values (?, ?)', undef, $company, $communities[rand 4]);
}
done('migrate');
subtest 'a migration weighs all documents anew' => sub {
  my $migrated = index_of();
  done('search', 'rebuild');
  is_deeply index_of(), $migrated, 'the rebuilt index equals the migrated one';
};
my ($rounds, $beyond, $seen) = (long(5, 1), 0, 0);
for my $round (1 .. $rounds) {
  for (1 .. 60) { $edits[rand @edits]->() }
  my ($index, $answers) = (index_of(), answers_of());
  my %partner = map { ("$_->[0] $_->[1]" => 1) } @{ $db->selectall_arrayref(q{select distinct a.company, b.company from community_member a join community_member b using (community)
      join company on company.id = b.company where a.company <> b.company and company.active}) };
  for my $key (keys %$answers) {
    my ($caller) = split / /, $key;
    for (split / /, $answers->{$key}) { my ($company) = split m{/}; $seen++; $beyond++ unless $partner{"$caller $company"} }
  }
  my ($said, $fine) = ctl('search', 'rebuild');
  ok $fine && $said =~ /^\d+ companies and departments can be found$/, "round $round: the index is rebuilt";
  is_deeply index_of(), $index, '… the rebuilt index equals the maintained one';
  is_deeply answers_of(), $answers, '… and gives the same answers';
}
is $beyond, 0, "none of $seen results is outside its caller's communities";
cmp_ok $seen, '>', 100, 'over 100 results are checked';

subtest 'a caller with one small community gets a full page' => sub {
  my $caller = one(q{insert into company (name, domain) values ('Small', 'small.example') returning id});
  my $small = one(q{insert into community (name) values ('Small') returning id});
  my $large = one(q{insert into community (name) values ('Large') returning id});
  $db->do(q{insert into company (name, domain, description) select 'Zither ' || i, 'z' || i || '.example', 'zithers zithers' from generate_series(1, 600) i});
  $db->do(q{insert into document (company, name) select id, 'form' from company where name like 'Zither %'});
  $db->do(q{insert into community_member (community, company) select ?, id from company where name like 'Zither %'}, undef, $large);
  $db->do(q{insert into community_member (community, company) select ?, id from company where name in ('Zither 590', 'Zither 591', 'Zither 592', 'Zither 593') or id = ?}, undef, $small, $caller);
  is one('select count(*) from search_partners(?, ?, 10)', $caller, 'zither'), 4;
  is one('select count(distinct company) from search_partners(?, ?, 50)', $caller, 'zithers'), 4, 'each partner is found once';
  $db->do('insert into community_member (community, company) values (?, ?)', undef, $large, $caller);
  is one('select count(distinct company) from search_partners(?, ?, 50)', $caller, 'zithers'), 50, 'each partner in two communities is found once';
};

subtest 'a change reads only its own words from the vocabulary' => sub {
  my $id = one(q(select company from search_doc order by id limit 1));
  my $scans = sub { return $db->selectall_arrayref(q(select relname, seq_scan from pg_stat_xact_user_tables where relname in ('search_word', 'search_term') order by 1)) };
  $db->do('update company set description = ? where id = ?', undef, 'halyard', $id);
  is one(q(select count(*) from search_word where word = 'halyard')), 1;
  $db->begin_work;
  $db->do('set local enable_seqscan = off');
  $db->do('discard plans');
  my $before = $scans->();
  $db->do('update company set description = ? where id = ?', undef, 'mainsail', $id);
  is_deeply $scans->(), $before, 'the vocabulary is not scanned';
  $db->commit;
  is one(q(select count(*) from search_word where word = 'halyard')), 0, 'an unused word is removed';
  is one(q(select count(*) from search_term where df = 0)), 0, 'an unused stem is removed';
};

subtest 'a long text is stored in the row itself' => sub {
  $db->do(q{insert into company (name, domain, description)
            select 'Bittern', 'bittern.example', string_agg(left(translate(md5(i::text), '0123456789', 'ghijklmnop'), 8), ' ') from generate_series(1, 600) i});
  $db->do(q{insert into document (company, name) select id, 'form' from company where domain = 'bittern.example'});
  cmp_ok one(q{select cardinality(d.terms) from search_doc d join company c on c.id = d.company where c.domain = 'bittern.example'}), '>', 500;
  is one(q{select pg_relation_size(reltoastrelid) from pg_class where oid = 'search_doc'::regclass}), 0, 'the TOAST table, which each search would have to read, is empty';
};

subtest 'the operator manages synonyms and role words' => sub {
  is one(q(select weight from search_synonym where (phrase, meaning) = ('k8s', 'kubernetes'))), 0.4, 'the installation includes abbreviations of support';
  is one(q(select count(*) from search_synonym where phrase <> btrim(search_text(phrase)) or meaning <> btrim(search_text(meaning)))), 0, '… in the form of search_text';
  is one(q(select count(*) from search_word where word ~ '[[:space:]]')), 0, 'a word has no blank';
  done(qw(company add Oboist --domain oboe.example --description), 'Plays the double reed');
  done(qw(user add oboe --company small.example --no-password --email oboe@small.example));
  $db->do(q{insert into document (company, name) select id, 'form' from company where domain = 'oboe.example'});
  done(qw(community join Small oboe.example));
  my $finds = sub { return one('select count(*) from search_partners((select id from company where domain = ?), ?, 10)', 'small.example', $_[0]) };
  is $finds->('hautbois'), 0;
  done('search', 'synonym', 'hautbois', '--means', 'Double-Reed', '--weight', '0.5');
  is $finds->('hautbois'), 1;
  like done(qw(search synonyms)), qr/^hautbois +double reed +0\.5$/m;
  like done('search', 'explain', 'who plays the hautbois? xqxqxq', '--as', 'oboe'), qr/reed \(synonym of hautbois\) in 1.*nobody uses.*^1 +Oboist +[\d.]+ .*reed [\d.]+/ms;
  is ref JSON::XS->new->decode(done('search', 'explain', 'reed', '--as', 'oboe', '--json')), 'ARRAY';
  done('search', 'synonym', 'hautbois', '--means', 'double reed', '--remove');
  is $finds->('hautbois'), 0;
  refused(qr/phrase: there is no such synonym/, 'search', 'synonym', 'hautbois', '--means', 'double reed', '--remove');
  refused(qr/weight: must be a number/, 'search', 'synonym', 'a', '--means', 'b', '--weight', $_) for '0', '1.5', 'much';
  refused(qr/phrase: has no letter/, 'search', 'synonym', '%%', '--means', 'b');
  done('search', 'role-word', 'reed');
  is one(q{select count(*) from search_terms('reed')}), 0;
  unlike done('search', 'explain', 'double reed', '--as', 'oboe'), qr/\breed\b/, 'a role word does not count';
  like done(qw(search role-words)), qr/^reed$/m;
  done('search', 'role-word', 'reed', '--remove');
  is one(q{select count(*) from search_terms('reed')}), 1;
  like done('search', 'explain', 'double reed', '--as', 'oboe'), qr/\breed in 1\b/, '… until it is removed';
  refused(qr/word: is not a role word/, 'search', 'role-word', 'reed', '--remove');
  $db->do(q{delete from search_role_word where word <> 'vendor'});
  done('search', 'role-word', 'vendor', '--remove');
  is $finds->('reed'), 1, 'without role words, all words count';
  refused(qr/as: there is no user/, 'search', 'explain', 'reed', '--as', 'nobody');
  refused(qr/limit: must be a number from 1 to 50/, 'search', 'explain', 'reed', '--as', 'oboe', '--limit', $_) for 0, 51;
  done('search', 'explain', 'reed', '--as', 'oboe', '--limit', 50);
  refused(qr/means: must not be the phrase itself/, 'search', 'synonym', 'ERP', '--means', $_) for 'ERP', 'erp!';
  is one(q{select count(*) from search_synonym where phrase = meaning}), 0, 'no phrase is a synonym of itself';
  refused(qr/weight: cannot be given with --remove/, 'search', 'synonym', 'hautbois', '--means', 'double reed', '--weight', '0.5', '--remove');
};

subtest 'a typo finds the right name' => sub {
  my $small = one(q{select id from company where domain = 'small.example'});
  my $find = sub { return $db->selectall_arrayref('select n.label from search_names(?, ?, 10) f join search_name n on n.company = f.company order by place', undef, $small, $_[0])->[0][0] // '' };
  is $find->($_), 'Oboist', $_ for qw(oboist oboits obist obooist abouist);
};

done_testing;
