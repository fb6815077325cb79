# t/api/search/partners-by-name.t: GET /v1/partners/{searchTerm} finds a partner by its name, also misspelt, best match first
# interface.md 7.1 to 7.3
use lib qw(t/lib lab/lib);
use Collab::Test;

# The names use words that no other test uses. All companies are in one community.
my $me = company(name => 'Quexit Searchers', domain => 'quexit.example');
my %company = map { my ($key, $name, @more) = @$_; $key => company(name => $name, @more) }
  [exact => 'Zorblat'], [prefix => 'Zorblat Networks', tags => ['fibre', 'läb & <co>']], [word => 'Grand Zorblat'], [substring => 'Megazorblat'],
  [close => 'Zorblot'], [slash => 'Quux/Plugh GmbH'], [ampersand => 'Xyzzy & Søhne'], [percent => '100% Frobnitz'], [plain => '1005 Frobnitz'],
  [underscore => 'Wibble_Wobble'], [letter => 'WibbleXWobble'], [backslash => 'Spam\\Eggs'], [formless => 'Vemqorble', form => 0];
community($me, values %company);
my $far = company(name => 'Zorblat Far Away');
community($far);
my $user = user($me);

my $find = sub { my ($term) = @_; my $got = $user->get('/v1/partners/' . in_path($term))->ok("search for $term"); return @{ ref $got eq 'ARRAY' ? $got : [] } };
my $labels = sub { return join ' | ', map { $_->{label} } $find->(@_) };

subtest 'a result names company, form and tags' => sub {
  my ($row) = grep { $_->{companyId} == $company{prefix}{id} } $find->('Zorblat Networks');
  is_shaped $row, PARTNER;
  is_deeply $row, { label => 'Zorblat Networks', companyName => 'Zorblat Networks', departmentName => null, companyId => $company{prefix}{id},
    departmentId => null, documentId => $company{prefix}{document}{id}, tags => [{ tag => 'fibre' }, { tag => 'läb & <co>' }] };
};

subtest 'a label is cut to 191 characters' => sub {
  my $long = company(name => 'Longname' . 'é' x 183, form => 0);
  form($long, name => 'Short');
  community($me, $long);
  department($long, name => 'D' x 191);
  my @rows = $find->('longname');
  is scalar @rows, 2;
  my ($company) = grep { !defined $_->{departmentId} } @rows;
  my ($department) = grep { defined $_->{departmentId} } @rows;
  is $company->{label}, $long->{name}, 'the label of the company is whole';
  is $department->{label}, 'Longname' . 'é' x 183, 'the label of the department is cut';
  is length $_->{label}, 191 for @rows;
  is $department->{departmentName}, 'D' x 191, 'departmentName is whole';
};

subtest 'results come in this order: exact name, prefix, word, substring, close spelling' => sub {
  is $labels->('zorblat'), 'Zorblat | Zorblat Networks | Grand Zorblat | Megazorblat | Zorblot';
  is $labels->('ZORBLAT'), $labels->('zorblat'), 'case does not matter';
  is +($find->('Zorblta'))[0]{label}, 'Zorblat', 'two letters swapped';
  like $labels->('zorb'), qr/Zorblat Networks/, 'a prefix of four letters';
  unlike $labels->('zox'), qr/Zorblat/, 'three letters match no close spelling';
};

subtest 'every word must match' => sub {
  is $labels->('grand zorblat'), 'Grand Zorblat';
  is $labels->('zorblat grand'), 'Grand Zorblat', 'the order does not matter';
  is $labels->('zorblat nothingofthekind'), '';
  is $labels->('  zorblat   networks '), 'Zorblat Networks', 'extra blanks do not matter';
};

subtest 'every word must match, even if the whole term is close' => sub {
  my %named = map { $_ => company(name => $_) } 'Ab Morvanix', 'Xy Morvanix', 'Hangar 12 Drelbin', 'Hangar 13 Drelbin', 'Brillig Tove', 'Brillig Take', 'A B Snarkle', 'Snarkle & Jubjub';
  community($me, values %named);
  is $labels->('xy morvanix'), 'Xy Morvanix', 'a short word matches no other word';
  is $labels->('xy morvanik'), 'Xy Morvanix', '… also beside a misspelt word';
  is $labels->('hangar 12 drelbni'), 'Hangar 12 Drelbin', 'a number matches no other number';
  is $labels->('brillig tove'), 'Brillig Tove', 'two mistakes in four letters are not forgiven';
  is $labels->('brillig tve'), 'Brillig Tove', 'one missing letter of four is forgiven';
  is $labels->('brilig tovve'), 'Brillig Tove', 'one mistake in each word is forgiven';
  is $labels->('brlilgi tove'), 'Brillig Tove', 'two mistakes in a long word are forgiven';
  is $labels->('ab snarkle'), 'A B Snarkle', 'a word may match two words of a name';
  is $labels->('snarkle + jubjub'), '', 'punctuation between blanks is a word';
};

subtest 'two mistakes in a word of five letters are forgiven when nothing else matches' => sub {
  community($me, map { company(name => $_) } 'Snufkin Thrub', 'Snufkin Thrab', 'Moomin X47B', 'Moominpapa');
  is $labels->('snufkin thxux'), 'Snufkin Thrub', 'two mistakes in five letters';
  is $labels->('snufkin thruv'), 'Snufkin Thrub', '… not when a name has only one mistake';
  is $labels->('moomin z48b'), '', '… not in a word with digits';
};

subtest 'a term of one or two letters matches exact names, prefixes and whole words' => sub {
  community($me, map { company(name => $_) } 'Jq', 'Jqville', 'Mount Jq', 'Mount Jqer', 'Hajqer');
  is $labels->('jq'), 'Jq | Jqville | Mount Jq';
  is $labels->('JQ'), 'Jq | Jqville | Mount Jq';
  is $labels->('jqe'), 'Mount Jqer | Hajqer', 'three letters match substrings, too';
  community($me, map { company(name => $_) } 'Vorlox 9q-Druck', 'Grelm (9q)', 'Grelm 9qx');
  is $labels->('9q'), 'Grelm (9q) | Vorlox 9q-Druck', 'punctuation ends a word, too';
};

subtest 'in a script without blanks between words, one or two characters match substrings' => sub {
  community($me, map { company(name => $_) } '株式会社嶋鷺', '嶋鷺商事', 'บริษัทฎฐ');
  is $labels->('鷺'), '嶋鷺商事 | 株式会社嶋鷺';
  is $labels->('嶋鷺'), '嶋鷺商事 | 株式会社嶋鷺';
  is $labels->('ฎ'), 'บริษัทฎฐ';
};

subtest 'a long word may have two mistakes' => sub {
  community($me, map { company(name => $_) } 'Diligencesquared', 'Kwibblefrotzenhagen');
  is $labels->('diligencesquard'), 'Diligencesquared';
  is $labels->('kwibbelfrotzenhagn'), 'Kwibblefrotzenhagen';
  is $labels->('kwibblefrotzenhagen'), 'Kwibblefrotzenhagen';
};

subtest 'a term in over 1,000 names finds the best 200' => sub {
  my ($community) = community($me);
  owner()->do(q{insert into company (name, domain) select 'Yx Gnarf ' || i || repeat('x', 40), 'yx' || i || '.example' from generate_series(1, 1200) i});
  owner()->do(q{insert into company (name, domain) values ('Gnarf Yx', 'gnarf.yx.example'), ('Yx', 'just.yx.example')});
  owner()->do(q{insert into community_member (community, company) select ?, id from company where domain like '%yx%.example'}, undef, $community);
  owner()->do(q{insert into document (company, name) select id, 'form' from company where domain like '%yx%.example'});
  is +($find->('yx'))[0]{label}, 'Yx';
  is scalar(my @rows = $find->('gnarf')), 200;
  is +($find->('gnarf'))[0]{label}, 'Gnarf Yx';
};

subtest 'of many names with a word in common, the one with the rare word is found' => sub {
  my ($community) = community($me);
  owner()->do(q{insert into company (name, domain) select 'Grobnak Hoovel Vleerick Zz' || i, 'gr' || i || '.gr.example' from generate_series(1, 300) i});
  owner()->do(q{insert into company (name, domain) values ('Zwick Grobnak Hoovel Vleerick', 'zwick.gr.example')});
  owner()->do(q{insert into community_member (community, company) select ?, id from company where domain like '%gr.example'}, undef, $community);
  owner()->do(q{insert into document (company, name) select id, 'form' from company where domain like '%gr.example'});
  is $labels->('grobnak hoovel zwick vleerick'), 'Zwick Grobnak Hoovel Vleerick';
  is $labels->('grobnak hoovel vleerick zwikc'), 'Zwick Grobnak Hoovel Vleerick', 'a mistake in the rare word';
  is +($find->('grobnak hoovel vleerick zz277'))[0]{label}, 'Grobnak Hoovel Vleerick Zz277';
  is $labels->('grobnak hoovel vleerick qqqqq'), '';
  is scalar(my @rows = $find->('hoovel')), 200;
  my ($plan) = owner()->selectrow_array(q(select array_to_string(proconfig, ' ') from pg_proc where proname = 'search_names'));
  like $plan, qr/enable_seqscan=off/, 'no plan computes the keys of every name';
};

subtest 'punctuation is literal' => sub {
  is $labels->('Quux/Plugh'), 'Quux/Plugh GmbH', 'a slash is literal';
  is $labels->('Xyzzy & Søhne'), 'Xyzzy & Søhne', 'an ampersand and an accent are literal';
  is $labels->('SØHNE'), 'Xyzzy & Søhne', 'case does not matter with accents';
  like $labels->('100%'), qr{^100% Frobnitz}, 'a percent sign is not a wildcard';
  is $labels->('0% F'), '100% Frobnitz';
  is $labels->('Wibble_Wobble'), $labels->('wibble_wobble');
  like $labels->('Wibble_Wobble'), qr/^Wibble_Wobble/, 'an underscore is not a wildcard';
  is $labels->('e_W'), 'Wibble_Wobble';
  is $labels->('Spam\\Eggs'), 'Spam\\Eggs', 'a backslash is literal';
  is $labels->('%'), '100% Frobnitz';
  is $labels->("'"), '';
  is $labels->('.*'), '';
};

subtest 'a department is a result of its own' => sub {
  my $corp = company(name => 'Blorgcorp Holdings', tags => ['corp']);
  community($me, $corp);
  my $own = department($corp, name => 'Vaults', tags => ['safe']);
  my $without = department($corp, name => 'Lifts');
  form($corp, department => $own, name => 'Form of the vaults');
  my @rows = $find->('blorgcorp');
  is_deeply [map { $_->{label} } @rows], ['Blorgcorp Holdings', 'Blorgcorp Holdings – Lifts', 'Blorgcorp Holdings – Vaults'];
  is_shaped $_, PARTNER for @rows;
  is_deeply [@{ $rows[2] }{qw(departmentName departmentId companyId tags)}], ['Vaults', $own->{id}, $corp->{id}, [{ tag => 'safe' }]];
  is $rows[1]{documentId}, $corp->{document}{id}, 'a department without a form has the company\'s';
  isnt $rows[2]{documentId}, $corp->{document}{id}, 'a department may have a form of its own';
  like $labels->('vaults'), qr/^Blorgcorp Holdings – Vaults/, 'the department\'s name is found';
  is $labels->('vaults blorgcorp'), 'Blorgcorp Holdings – Vaults', 'words of both names match together';
};

subtest 'only active partners with a form are found' => sub {
  unlike $labels->('zorblat'), qr/Far Away/, 'a company outside the caller\'s communities is not found';
  is $labels->('quexit'), '', 'the caller\'s own company is not found';
  is_deeply [map { $_->{label} } @{ user($company{exact})->get('/v1/partners/quexit')->ok }], ['Quexit Searchers'], '… except by its partners';
  is $labels->('vemqorble'), '', 'a company without a form is not found';
  form($company{formless});
  is $labels->('vemqorble'), 'Vemqorble', '… but is with one';
  owner()->do('update company set active = false where id = ?', undef, $company{substring}{id});
  unlike $labels->('megazorblat'), qr/Megazorblat/, 'a disabled company is not found';
  is $labels->('nothing at all like it'), '';
};

subtest 'the search term is checked' => sub {
  $user->get('/v1/partners/' . in_path(text_of(100)))->ok('100 code points');
  $user->get('/v1/partners/' . in_path(text_of(101)))->invalid('searchTerm');
  $user->get('/v1/partners/%ff%fe')->fails(400);
  $user->get('/v1/partners/a%00b')->is_status(400);
  is_deeply $user->get('/v1/partners/%20')->ok, [], 'a blank finds nothing';
  $user->get('/v1/partners/')->fails(404);
  $user->get('/v1/partners')->fails(404);
  $user->get('/v1/partners/a/b')->fails(404);
};

subtest '/v1/partners/search is not a search term' => sub {
  $user->get('/v1/partners/search')->invalid('query');
  nobody->get('/v1/partners/search')->fails(401);
};

subtest 'the search needs a token' => sub { nobody->get('/v1/partners/zorblat')->fails(401, qr/The authorization token provided was invalid/) };

done_testing;
