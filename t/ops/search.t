# t/ops/search.t: the index of partner search: after any changes it is what a rebuild makes, and nobody sees beyond his communities; collabctl search
use strict;
use warnings;
use utf8;
use lib 't/lib';
use Collab::Postgres;
use Collab::Wait qw(long);
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

# Standard output of a command and whether it went well.
sub ctl {
  my @words = map { my $word = $_; utf8::encode($word); $word } @_;
  open my $out, '-|', $program, @words or die "$program: $!\n";
  my $text = do { local $/; <$out> } // '';
  my $fine = close $out;
  utf8::decode($text);
  return ($text, $fine);
}
sub done { my ($text, $fine) = ctl(@_); ok $fine, "collabctl @_"; return $text }
sub refused { open my $err, '>&', \*STDERR; open STDERR, '>', "$dir/err"; my (undef, $fine) = ctl(@_); open STDERR, '>&', $err; ok !$fine, "refused: collabctl @_" }

done('migrate');
my $db = $pg->dbh;
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

# Everything the index says, by names instead of its own numbers.
sub index_of {
  my @parts = (
    q{select company, department, communities from search_doc},
    q{select d.company, d.department, s.label, s.words, s.surface, s.names, s.tags, s.texts, s.pieces from search_source s join search_doc d on d.id = s.doc},
    q{select term, df from search_term},
    q{select b.community, t.term, b.level, d.company, d.department from search_block b cross join unnest(b.docs) doc join search_term t on t.id = b.term join search_doc d on d.id = doc},
    q{select l.community, t.term, l.level, l.docs from search_level l join search_term t on t.id = l.term},
    q{select d.company, d.department, t.term, u.impact from search_doc d cross join unnest(d.terms, d.impacts) u (term, impact) join search_term t on t.id = u.term},
    q{select word, df, fixed from search_word}, q{select key, word from search_deletion}, q{select key, term from search_stem},
    q{select company, department, label, whole, part, tight from search_name},
    q{select d.company, d.department, k.key from search_name_deletion k join search_doc d on d.id = k.doc},
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
  ok $fine && $said =~ /^\d+ companies and departments can be found$/, "round $round: rebuild";
  is_deeply index_of(), $index, '… makes the index that was there';
  is_deeply answers_of(), $answers, '… and the same answers';
}
is $beyond, 0, "none of $seen results is beyond its caller's communities";
cmp_ok $seen, '>', 100, '… and there were results to look at';

subtest 'a caller with one small community gets a full page' => sub {
  my $caller = one(q{insert into company (name, domain) values ('Small', 'small.example') returning id});
  my $small = one(q{insert into community (name) values ('Small') returning id});
  my $large = one(q{insert into community (name) values ('Large') returning id});
  $db->do(q{insert into company (name, domain, description) select 'Zither ' || i, 'z' || i || '.example', 'zithers zithers' from generate_series(1, 600) i});
  $db->do(q{insert into document (company, name) select id, 'form' from company where name like 'Zither %'});
  $db->do(q{insert into community_member (community, company) select ?, id from company where name like 'Zither %'}, undef, $large);
  $db->do(q{insert into community_member (community, company) select ?, id from company where name in ('Zither 590', 'Zither 591', 'Zither 592', 'Zither 593') or id = ?}, undef, $small, $caller);
  is one('select count(*) from search_partners(?, ?, 10)', $caller, 'zither'), 4;
  is one('select count(distinct company) from search_partners(?, ?, 50)', $caller, 'zithers'), 4, 'each once';
  $db->do('insert into community_member (community, company) values (?, ?)', undef, $large, $caller);
  is one('select count(distinct company) from search_partners(?, ?, 50)', $caller, 'zithers'), 50, 'each once, in two communities too';
};

subtest 'a long text is kept in one piece' => sub {
  $db->do(q{insert into company (name, domain, description)
            select 'Bittern', 'bittern.example', string_agg(left(translate(md5(i::text), '0123456789', 'ghijklmnop'), 8), ' ') from generate_series(1, 600) i});
  $db->do(q{insert into document (company, name) select id, 'form' from company where domain = 'bittern.example'});
  cmp_ok one(q{select cardinality(d.terms) from search_doc d join company c on c.id = d.company where c.domain = 'bittern.example'}), '>', 500;
  is one(q{select pg_relation_size(reltoastrelid) from pg_class where oid = 'search_doc'::regclass}), 0, 'not in pieces elsewhere, to be fetched at each look';
};

subtest 'a word as two, two as one' => sub {
  $db->do(q{insert into company (name, domain, description) values ('Curlew', 'curlew.example', 'Trains a birdwatcher, because a whaler is watcher of whales, with ewhaler')});
  $db->do(q{insert into document (company, name) select id, 'form' from company where domain = 'curlew.example'});
  $db->do(q{insert into community_member (community, company) select 1, id from company where domain = 'curlew.example'});
  my $says = sub { return join ', ', map { "$_->[0]: $_->[1], $_->[2]" } @{ $db->selectall_arrayref('select lexeme, origin, means from search_understand(?) where lexeme = any (?) order by 1', undef, @_) } };
  is $says->('bird watcher', ['birdwatch']), 'birdwatch: bird watcher as one word, watcher';
  is $says->('whalerwatcher', ['watcher', 'whaler']), 'watcher: part of whalerwatch, whalerwatch, whaler: part of whalerwatch, whalerwatch';
  is $says->('becausewatcher', ['watcher']), '', 'a stop word is no part';
  is $says->('e-whaler', ['ewhal', 'whaler']), 'ewhal: word, ewhal, whaler: word, ewhal', 'the parts of what is written as one mean that';
  is $says->('an e-whaler, a whaler', ['whaler']), 'whaler: word, whaler', '… but not what is said by itself, too';
};

subtest 'synonyms and role words' => sub {
  is one(q(select count(*) from search_synonym where (phrase || ' ' || meaning) ~ '[^ [:alnum:]]|  ')), 0, 'what is there is as `synonym` writes it';
  is one(q(select count(*) from search_word where word ~ '[[:space:]]')), 0, 'words are words';
  done(qw(company add Oboist --domain oboe.example --description), 'Plays the double reed');
  done(qw(user add oboe --company small.example --no-password --email oboe@small.example));
  $db->do(q{insert into document (company, name) select id, 'form' from company where domain = 'oboe.example'});
  done(qw(community join Small oboe.example));
  my $finds = sub { return one('select count(*) from search_partners((select id from company where domain = ?), ?, 10)', 'small.example', $_[0]) };
  is $finds->('hautbois'), 0;
  done('search', 'synonym', 'hautbois', '--means', 'Double-Reed', '--weight', '0.5');
  is $finds->('hautbois'), 1;
  like done(qw(search synonyms)), qr/^hautbois +double reed +0\.5$/m;
  like done('search', 'explain', 'who plays the hautbois? xqxqxq', '--as', 'oboe'), qr/synonym of hautbois.*nobody uses.*^1 +Oboist +[\d.]+ .*reed [\d.]+/ms;
  is ref JSON::XS->new->decode(done('search', 'explain', 'reed', '--as', 'oboe', '--json')), 'ARRAY';
  done('search', 'synonym', 'hautbois', '--means', 'double reed', '--remove');
  is $finds->('hautbois'), 0;
  refused('search', 'synonym', 'hautbois', '--means', 'double reed', '--remove');
  refused('search', 'synonym', 'a', '--means', 'b', '--weight', $_) for '0', '1.5', 'much';
  refused('search', 'synonym', '%%', '--means', 'b');
  done('search', 'role-word', 'reed');
  is one(q{select count(*) from search_understand('reed')}), 0;
  like done('search', 'explain', 'double reed', '--as', 'oboe'), qr/\breed \(role word\) in 1\b/, 'explain says what a word was taken for';
  like done(qw(search role-words)), qr/^reed$/m;
  done('search', 'role-word', 'reed', '--remove');
  is one(q{select count(*) from search_understand('reed')}), 1;
  unlike done('search', 'explain', 'double reed', '--as', 'oboe'), qr/role word/;
  refused('search', 'role-word', 'reed', '--remove');
  refused('search', 'explain', 'reed', '--as', 'nobody');
  refused('search', 'explain', 'reed', '--as', 'oboe', '--limit', $_) for 0, 51;
  done('search', 'explain', 'reed', '--as', 'oboe', '--limit', 50);
  refused('search', 'synonym', 'ERP', '--means', $_) for 'ERP', 'erp!';
  is one(q{select count(*) from search_synonym where phrase = meaning}), 0, 'nothing is a synonym of itself';
  refused('search', 'synonym', 'hautbois', '--means', 'double reed', '--weight', '0.5', '--remove');
};

subtest 'a mistyped word may mean several; a real one is left alone' => sub {
  my $caller = one(q{select id from company where domain = 'small.example'});
  $db->do(q{insert into company (name, domain, description) values ('Quarry', 'quarry.example', 'desk and mailing and making, interactive maintenance of xylophones')});
  $db->do(q{insert into document (company, name) select id, 'form' from company where domain = 'quarry.example'});
  done('community', 'join', 'Small', 'quarry.example');
  my $says = sub { return join ' ', map { "$_->[0]:$_->[1]" } @{ $db->selectall_arrayref('select lexeme, origin from search_understand(?) where df > 0 order by lexeme', undef, $_[0]) } };
  is join(' ', sort $says->('maiing') =~ /(\w+):(?!trade)/g), 'mail make', 'both of two that are as near';
  unlike $says->('disks'), qr{desk}, 'an English word that nobody uses is no other that somebody uses';
  is $says->('xylophnely'), 'xylophon:repaired', 'a form of a word that only stands in another';
  is $says->('xylophonistics'), 'xylophon:family of xylophonist', 'words of a family widen';
  is $says->('dek'), 'desk:repaired', 'a word of four letters that lost one';
  is $says->('office'), 'desk:related to offic', 'words that belong to what was asked for';
  is $says->('maintain'), 'mainten:same as maintain', 'another form that stemming keeps apart';
  is join(' ', map { $_->[0] } @{ $db->selectall_arrayref('select company from search_partners(?, ?, 10)', undef, $caller, 'repairs') }),
    one(q{select id from company where domain = 'quarry.example'}), '… find what does not say the word';
};

subtest 'what counts more' => sub {
  my $caller = one(q{select id from company where domain = 'small.example'});
  my $quarry = sub { return one('select score from search_partners(?, ?, 10) where company = (select id from company where domain = ?)', $caller, $_[0], 'quarry.example') };
  my $near = one('select weight from search_understand(?) where near is not null', 'interactive maintenance');
  my $more = $quarry->('interactive maintenance') - $quarry->('interactive') - $quarry->('maintenance');
  cmp_ok $more, '>', 0.5 * $near, 'words that stand together in the text';
  cmp_ok $more, '<', $near;
  cmp_ok $quarry->('desk xylophones') - $quarry->('desk') - $quarry->('xylophones'), '<', 0.8 * $more, '… less when others stand between';
  like done('search', 'explain', 'interactive maintenance', '--as', 'oboe'), qr/near each other [\d.]+/, '… and explain says so';
  cmp_ok abs($quarry->('xylophones') / $quarry->('xylophone') - 1.25), '<', 0.001, 'a word in the form that was asked for';

  $db->begin_work;
  $db->do(q{update company set active = false});
  my $filler = join ' ', map { "filler$_" } 1 .. 80;
  my %said = (early => "also pyrite $filler also", late => "$filler pyrite", between => "$filler $filler");
  for my $name (sort keys %said) {
    my $id = one('insert into company (name, domain, description) values (?, ?, ?) returning id', $name, "$name.example", $said{$name});
    $db->do('insert into document (company, name) values (?, ?)', undef, $id, 'form');
    $db->do(q{insert into community_member select id, ? from community where name = 'Small'}, undef, $id);
  }
  is_deeply $db->selectcol_arrayref('select c.name from search_partners(?, ?, 10) f join company c on c.id = f.company order by f.place', undef, $caller, 'pyrite'), ['early', 'late'],
    'a word at the beginning of a long text';
  my %idf = map { @$_ } @{ $db->selectall_arrayref(q{select lexeme, idf from search_understand('also filler81 filler80')}) };
  cmp_ok $idf{also}, '<', 0.5 * $idf{filler81}, 'a word of everyday English counts little though one partner says it';
  $db->rollback;
};

subtest 'ways of saying one thing, words of asking, names of their own' => sub {
  my $caller = one(q{select id from company where domain = 'small.example'});
  $db->begin_work;
  $db->do(q{update company set active = false});
  my %said = ('Meadow Zyqqor' => 'offices lawn kerb', Bee => 'desks lawn kerb', Cee => 'offices desks lawn', Dee => 'search', Eee => 'meadow search');
  for my $name (sort keys %said) {
    my $id = one('insert into company (name, domain, description) values (?, ?, ?) returning id', $name, lc(substr $name, 0, 3) . '.example', $said{$name});
    $db->do('insert into document (company, name) values (?, ?)', undef, $id, 'form');
    $db->do(q{insert into community_member select id, ? from community where name = 'Small'}, undef, $id);
  }
  my $scores = sub { return map { @$_ } @{ $db->selectall_arrayref('select c.name, f.score from search_partners(?, ?, 10) f join company c on c.id = f.company', undef, $caller, $_[0]) } };
  my %office = $scores->('offices');
  cmp_ok $office{Cee}, '>', $office{'Meadow Zyqqor'}, 'a word and one related to it are more than the word';
  cmp_ok $office{Cee}, '<', $office{'Meadow Zyqqor'} + $office{Bee}, '… and less than two words';
  my %search = $scores->('search for a meadow');
  is join(' ', sort keys %search), 'Eee Meadow Zyqqor', 'a word of asking finds nobody';
  my %meadow = $scores->('meadow');
  cmp_ok $search{Eee}, '>', $meadow{Eee}, '… and counts where something else is found';
  cmp_ok abs($search{'Meadow Zyqqor'} - $meadow{'Meadow Zyqqor'}), '<', 1e-6;
  my %gives = map { @$_ } @{ $db->selectall_arrayref(q{select t.term, d.impacts[idx(d.terms, t.id)] from search_term t join search_doc d on t.id = any (d.terms)
    join company c on c.id = d.company where c.domain = 'mea.example'}) };
  cmp_ok $gives{zyqqor}, '>', 1.5 * $gives{meadow}, 'a name that is no English word counts more than one that is';
  $db->rollback;
};

subtest 'what a need speaks of' => sub {
  my $caller = one(q{select id from company where domain = 'small.example'});
  $db->begin_work;
  $db->do(q{update company set active = false});
  my %said = (Mondays => 'gutters every monday', Gutters => 'gutters and monuments', Collectors => 'debt recovery', Catchers => 'pest control', Carpets => 'rugs');
  for my $name (sort keys %said) {
    my $id = one('insert into company (name, domain, description) values (?, ?, ?) returning id', $name, lc "$name.example", $said{$name});
    $db->do('insert into document (company, name) values (?, ?)', undef, $id, 'form');
    $db->do(q{insert into community_member select id, ? from community where name = 'Small'}, undef, $id);
  }
  my %word = map { $_->{lexeme} => $_ } @{ $db->selectall_arrayref('select * from search_understand(?)', { Slice => {} }, 'monuments on monday') };
  is_deeply [map { @{ $word{$_} }{qw(weight origin)} } qw(monument monday)], [1, 'word', 0.5, 'circumstance'], 'a word of how things stand counts half';
  my $found = sub { return join ' ', @{ $db->selectcol_arrayref('select c.name from search_partners(?, ?, 10) f join company c on c.id = f.company order by f.place', undef, $caller, $_[0]) } };
  is $found->('monday'), 'Mondays', '… and finds who says it';
  is $found->('several clients have not paid for months'), 'Collectors', 'the trade that a word points to';
  is $found->('droppings of mice in the store'), 'Catchers';
  $db->do(q{insert into search_trade values ('zyqqor', 99999, false), ('rug', 99999, true)});
  my ($alone, $among) = map { one(q{select weight from search_understand(?) where lexeme = 'rug' and origin = 'trade of zyqqor'}, $_) } 'zyqqor x77', 'zyqqor x77 x78 x79';
  is $found->('zyqqor'), 'Carpets', 'what a trade offers';
  cmp_ok abs($among / $alone - 0.5), '<', 1e-6, '… the less of the query speaks of it, the less that counts';
  $db->rollback;
};

subtest 'what a company lists as its tags says more than its text' => sub {
  my $caller = one(q{select id from company where domain = 'small.example'});
  $db->begin_work;
  $db->do(q{update company set active = false});
  for (['Passing', 'Ballast: sandbag filling, sandbag delivery.', 'stones'], ['Listing', 'Stones and earth for dikes, by the cartload, where the water comes.', 'sandbag']) {
    my ($name, $text, $tag) = @$_;
    my $id = one('insert into company (name, domain, description, tags) values (?, ?, ?, ?) returning id', $name, lc "$name.example", $text, [$tag]);
    $db->do('insert into document (company, name) values (?, ?)', undef, $id, 'form');
    $db->do(q{insert into community_member select id, ? from community where name = 'Small'}, undef, $id);
  }
  is_deeply $db->selectcol_arrayref('select c.name from search_partners(?, ?, 10) f join company c on c.id = f.company order by f.place', undef, $caller, 'sandbag'),
    [qw(Listing Passing)];
  $db->rollback;
};

subtest 'of two that say the same words, who is spelled like the query comes first' => sub {
  my $caller = one(q{select id from company where domain = 'small.example'});
  for my $length (80, 3) {
    $db->begin_work;
    $db->do(q{update company set active = false});
    my $filler = join ' ', map { "filler$_" } 1 .. $length;
    for (['Brakes', 'bearings grease axle'], ['Chains', 'axle grease bearings'], ['Kettles', 'whistling']) {
      my ($name, $text) = @$_;
      my $id = one('insert into company (name, domain, description) values (?, ?, ?) returning id', $name, lc "$name.example", "$text $filler");
      $db->do('insert into document (company, name) values (?, ?)', undef, $id, 'form');
      $db->do(q{insert into community_member select id, ? from community where name = 'Small'}, undef, $id);
    }
    my $found = $db->selectall_arrayref('select c.name, f.score - f.own - f.alike as shared, f.alike from search_partners(?, ?, 10) f
      join company c on c.id = f.company order by f.place', { Slice => {} }, $caller, 'axle grease bearings');
    my @letters = map { $_->{alike} } @$found;
    if ($length > 10) {
      is_deeply [map { $_->{name} } @$found], ['Chains', 'Brakes'], 'by the pieces of four letters that both begin with';
      cmp_ok $letters[0], '>', $letters[1], '… which is what makes the difference';
      cmp_ok abs($_->{shared}), '<', 1e-5, '… and all that the score has besides' for @$found;
    } else {
      is_deeply [map { $_->{name} } @$found], ['Brakes', 'Chains'], 'among one-liners words have said it';
      is_deeply \@letters, [0, 0];
    }
    $db->rollback;
  }
};

subtest 'among few partners likeness says less' => sub {
  my $caller = one(q{select id from company where domain = 'small.example'});
  my %alike;
  for my $others (10, 190) {
    $db->begin_work;
    $db->do(q{update company set active = false});
    my $filler = join ' ', map { "filler$_" } 1 .. 30;
    $db->do(q{insert into company (name, domain, description) select 'Mill ' || i, 'mill' || i || '.example', case i when 1 then 'axle grease ' else 'flour ' end || $2
              from generate_series(1, $1::int) i}, undef, $others, $filler);
    $db->do(q{insert into document (company, name) select id, 'form' from company where domain like 'mill%'});
    $db->do(q{insert into community_member (community, company) select y.id, c.id from company c, community y where c.domain like 'mill%' and y.name = 'Small'});
    my ($own, $alike) = $db->selectrow_array('select own, alike from search_partners(?, ?, 10) where place = 1', undef, $caller, 'axle grease');
    $alike{$others} = $alike / $own;
    $db->rollback;
  }
  cmp_ok abs($alike{190} / $alike{10} - (190 / 290) / (10 / 110)), '<', 0.1, 'by the number of partners';
};

subtest 'a tag counts as much where hardly anybody lists any' => sub {
  my $caller = one(q{select id from company where domain = 'small.example'});
  $db->begin_work;
  $db->do(q{update company set active = false});
  $db->do(q{insert into company (name, domain, description, tags)
            select 'Crowd ' || i, 'crowd' || i || '.example', case when i = 1 then 'ballast: sandbag filling, sandbag delivery' else 'stones and earth for dikes' end,
                   case when i = 60 then array['sandbag'] else '{}' end from generate_series(1, 60) i});
  $db->do(q{insert into document (company, name) select id, 'form' from company where domain like 'crowd%'});
  $db->do(q{insert into community_member (community, company) select y.id, c.id from company c, community y where c.domain like 'crowd%' and y.name = 'Small'});
  is_deeply $db->selectcol_arrayref('select c.name from search_partners(?, ?, 10) f join company c on c.id = f.company order by f.place', undef, $caller, 'sandbag'),
    ['Crowd 60', 'Crowd 1'];
  $db->rollback;
};

subtest 'a typo finds the right name' => sub {
  my $small = one(q{select id from company where domain = 'small.example'});
  my $find = sub { return $db->selectall_arrayref('select n.label from search_names(?, ?, 10) f join search_name n on n.company = f.company order by place', undef, $small, $_[0])->[0][0] // '' };
  is $find->($_), 'Oboist', $_ for qw(oboist oboits obist obooist abouist);
};

done_testing;
