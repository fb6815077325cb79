# t/api/search/partners-by-name.t: finding a partner by name
# interface.md 7.1 to 7.3
use lib qw(t/lib lab/lib);
use Collab::Test;

# Names are made of words that no other test uses; one community for all.
my $me = company(name => 'Quexit Searchers', domain => 'quexit.example');
my %company = map { my ($key, $name, @more) = @$_; $key => company(name => $name, @more) }
  [exact => 'Zorblat'], [prefix => 'Zorblat Networks', tags => ['fibre', 'läb & <co>']], [word => 'Grand Zorblat'], [substring => 'Megazorblat'],
  [close => 'Zorblot'], [slash => 'Quux/Plugh GmbH'], [ampersand => 'Xyzzy & Søhne'], [percent => '100% Frobnitz'], [plain => '1005 Frobnitz'],
  [underscore => 'Wibble_Wobble'], [letter => 'WibbleXWobble'], [backslash => 'Spam\\Eggs'], [formless => 'Thudformless', form => 0];
community($me, values %company);
my $far = company(name => 'Zorblat Far Away');
community($far);
my $user = user($me);

my $find = sub { my ($term) = @_; my $got = $user->get('/v1/partners/' . in_path($term))->ok("search for $term"); return @{ ref $got eq 'ARRAY' ? $got : [] } };
my $labels = sub { return join ' | ', map { $_->{label} } $find->(@_) };

subtest 'a result' => sub {
  my ($row) = grep { $_->{companyId} == $company{prefix}{id} } $find->('Zorblat Networks');
  is_shaped $row, PARTNER;
  is_deeply $row, { label => 'Zorblat Networks', companyName => 'Zorblat Networks', departmentName => null, companyId => $company{prefix}{id},
    departmentId => null, documentId => $company{prefix}{document}{id}, tags => [{ tag => 'fibre' }, { tag => 'läb & <co>' }] };
};

subtest 'a label is at most 191 characters long, whatever the names are' => sub {
  my $long = company(name => 'Longname' . 'é' x 183, form => 0);
  form($long, name => 'Short');
  community($me, $long);
  department($long, name => 'D' x 191);
  my @rows = $find->('longname');
  is scalar @rows, 2;
  my ($company) = grep { !defined $_->{departmentId} } @rows;
  my ($department) = grep { defined $_->{departmentId} } @rows;
  is $company->{label}, $long->{name}, 'a company\'s name fits';
  is $department->{label}, 'Longname' . 'é' x 183, 'the rest is left out';
  is length $_->{label}, 191 for @rows;
  is $department->{departmentName}, 'D' x 191, 'the names are whole';
};

subtest 'exact, prefix, word, substring, close spelling' => sub {
  is $labels->('zorblat'), 'Zorblat | Zorblat Networks | Grand Zorblat | Megazorblat | Zorblot';
  is $labels->('ZORBLAT'), $labels->('zorblat'), 'in any case';
  is +($find->('Zorblta'))[0]{label}, 'Zorblat', 'two letters swapped';
  like $labels->('zorb'), qr/Zorblat Networks/, 'a prefix of four letters';
  unlike $labels->('zox'), qr/Zorblat/, 'no close spelling for three letters';
};

subtest 'every word must match' => sub {
  is $labels->('grand zorblat'), 'Grand Zorblat';
  is $labels->('zorblat grand'), 'Grand Zorblat', 'in any order';
  is $labels->('zorblat nothingofthekind'), '';
  is $labels->('  zorblat   networks '), 'Zorblat Networks', 'blanks do not count';
};

subtest 'every word must match, however close the whole term is' => sub {
  my %named = map { $_ => company(name => $_) } 'Ab Morvanix', 'Xy Morvanix', 'Hangar 12 Drelbin', 'Hangar 13 Drelbin', 'Brillig Tove', 'Brillig Take', 'A B Snarkle', 'Snarkle & Jubjub';
  community($me, values %named);
  is $labels->('xy morvanix'), 'Xy Morvanix', 'a short word is not another';
  is $labels->('xy morvanik'), 'Xy Morvanix', '… beside a word with a mistake, either';
  is $labels->('hangar 12 drelbni'), 'Hangar 12 Drelbin', 'nor is a number';
  is $labels->('brillig tove'), 'Brillig Tove', 'two mistakes in four letters make another word';
  is $labels->('brillig tve'), 'Brillig Tove', 'a letter left out of four';
  is $labels->('brilig tovve'), 'Brillig Tove', 'one mistake in each word is forgiven';
  is $labels->('brlilgi tove'), 'Brillig Tove', 'and two in a long one';
  is $labels->('ab snarkle'), 'A B Snarkle', 'a name may divide its words otherwise';
  is $labels->('snarkle + jubjub'), '', 'punctuation is a word, too';
};

subtest 'two mistakes in a short word count when nothing else matches' => sub {
  community($me, map { company(name => $_) } 'Snufkin Thrub', 'Snufkin Thrab', 'Moomin X47B', 'Moominpapa');
  is $labels->('snufkin thxux'), 'Snufkin Thrub', 'of five letters';
  is $labels->('snufkin thruv'), 'Snufkin Thrub', '… and not when one has one mistake';
  is $labels->('moomin z48b'), '', 'nor with digits';
};

subtest 'a term of one or two letters: exact names, prefixes and whole words' => sub {
  community($me, map { company(name => $_) } 'Jq', 'Jqville', 'Mount Jq', 'Mount Jqer', 'Hajqer');
  is $labels->('jq'), 'Jq | Jqville | Mount Jq';
  is $labels->('JQ'), 'Jq | Jqville | Mount Jq';
  is $labels->('jqe'), 'Mount Jqer | Hajqer', 'three letters find more';
};

subtest 'a term in very many names finds the best of them' => sub {
  my ($community) = community($me);
  owner()->do(q{insert into company (name, domain) select 'Yx Gnarf ' || i || repeat('x', 40), 'yx' || i || '.example' from generate_series(1, 1200) i});
  owner()->do(q{insert into company (name, domain) values ('Gnarf Yx', 'gnarf.yx.example'), ('Yx', 'just.yx.example')});
  owner()->do(q{insert into community_member (community, company) select ?, id from company where domain like '%yx%.example'}, undef, $community);
  owner()->do(q{insert into document (company, name) select id, 'form' from company where domain like '%yx%.example'});
  is +($find->('yx'))[0]{label}, 'Yx';
  is scalar(my @rows = $find->('gnarf')), 200;
  is +($find->('gnarf'))[0]{label}, 'Gnarf Yx';
};

subtest 'punctuation is literal' => sub {
  is $labels->('Quux/Plugh'), 'Quux/Plugh GmbH', 'a slash';
  is $labels->('Xyzzy & Søhne'), 'Xyzzy & Søhne', 'an ampersand and an accent';
  is $labels->('SØHNE'), 'Xyzzy & Søhne', 'an accent in any case';
  like $labels->('100%'), qr{^100% Frobnitz}, 'a percent sign is no wildcard';
  is $labels->('0% F'), '100% Frobnitz';
  is $labels->('Wibble_Wobble'), $labels->('wibble_wobble');
  like $labels->('Wibble_Wobble'), qr/^Wibble_Wobble/, 'an underscore is no wildcard';
  is $labels->('e_W'), 'Wibble_Wobble';
  is $labels->('Spam\\Eggs'), 'Spam\\Eggs', 'a backslash';
  is $labels->('%'), '100% Frobnitz';
  is $labels->("'"), '';
  is $labels->('.*'), '';
};

subtest 'departments have rows of their own' => sub {
  my $corp = company(name => 'Blorgcorp Holdings', tags => ['corp']);
  community($me, $corp);
  my $own = department($corp, name => 'Vaults', tags => ['safe']);
  my $without = department($corp, name => 'Lifts');
  form($corp, department => $own, name => 'Form of the vaults');
  my @rows = $find->('blorgcorp');
  is_deeply [map { $_->{label} } @rows], ['Blorgcorp Holdings', 'Blorgcorp Holdings – Lifts', 'Blorgcorp Holdings – Vaults'];
  is_shaped $_, PARTNER for @rows;
  is_deeply [@{ $rows[2] }{qw(departmentName departmentId companyId tags)}], ['Vaults', $own->{id}, $corp->{id}, [{ tag => 'safe' }]];
  is $rows[1]{documentId}, $corp->{document}{id}, 'no form of its own: the company\'s';
  isnt $rows[2]{documentId}, $corp->{document}{id}, 'a form of its own';
  like $labels->('vaults'), qr/^Blorgcorp Holdings – Vaults/, 'by the department\'s name';
  is $labels->('vaults blorgcorp'), 'Blorgcorp Holdings – Vaults', 'words of both names';
};

subtest 'who is not listed' => sub {
  unlike $labels->('zorblat'), qr/Far Away/, 'no community in common';
  is $labels->('quexit'), '', 'oneself is no partner';
  is_deeply [map { $_->{label} } @{ user($company{exact})->get('/v1/partners/quexit')->ok }], ['Quexit Searchers'], '… but one\'s partners\'';
  is $labels->('thudformless'), '', 'who has no form';
  form($company{formless});
  is $labels->('thudformless'), 'Thudformless', '… but who has one';
  owner()->do('update company set active = false where id = ?', undef, $company{substring}{id});
  unlike $labels->('megazorblat'), qr/Megazorblat/, 'who is disabled';
  is $labels->('nothing at all like it'), '';
};

subtest 'the term' => sub {
  $user->get('/v1/partners/' . in_path(text_of(100)))->ok('100 code points');
  $user->get('/v1/partners/' . in_path(text_of(101)))->invalid('searchTerm');
  $user->get('/v1/partners/%ff%fe')->fails(400);
  $user->get('/v1/partners/a%00b')->is_status(400);
  is_deeply $user->get('/v1/partners/%20')->ok, [], 'a blank finds nothing';
  $user->get('/v1/partners/')->fails(404);
  $user->get('/v1/partners')->fails(404);
  $user->get('/v1/partners/a/b')->fails(404);
};

subtest 'the literal path wins' => sub {
  $user->get('/v1/partners/search')->invalid('query');
  nobody->get('/v1/partners/search')->fails(401);
};

subtest 'without a token' => sub { nobody->get('/v1/partners/zorblat')->fails(401, qr/The authorization token provided was invalid/) };

done_testing;
