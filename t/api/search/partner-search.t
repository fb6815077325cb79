# t/api/search/partner-search.t: GET /v1/partners/search finds a partner by its business, despite typos and through synonyms
# interface.md 7.4
use lib qw(t/lib lab/lib);
use Collab::Test;

my $me = company(name => 'Seeker Ltd');
my %company = map { my ($key, %o) = @$_; $key => company(%o) }
  [cluster => name => 'Vessel Works', description => 'Runs Kubernetes clusters for software houses, day and night.', tags => ['hosting', 'Kubernetes']],
  [cpp     => name => 'Low Level Labs', description => 'Firmware in C++ for meters and pumps.', tags => ['C++', 'embedded']],
  [csharp  => name => 'Dot Workshop', description => 'Desktop programs on .NET, written in C#.'],
  [node    => name => 'Portal Makers', description => 'Web portals with node.js and React.'],
  [sap     => name => 'Ledger Moves', description => 'Brings finance departments to S/4HANA.'],
  [lan     => name => 'Cable & Air', description => 'Networks with 802.1X port security.'],
  [ml      => name => 'Scratch Finders', description => 'Artificial intelligence that sees scratches on metal.'],
  [formless => name => 'Formless Zeppelins', description => 'Zeppelins for everybody.', form => 0];
my $community = community($me, values %company);
my $far = company(name => 'Faraway Clusters', description => 'Kubernetes, Kubernetes, Kubernetes clusters.');
community($far);
my $user = user($me);

sub search {
  my ($query, %more) = @_;
  my $got = $user->get('/v1/partners/search?query=' . in_path($query) . join '', map { "&$_=$more{$_}" } sort keys %more)->ok("search for $query");
  return ref $got eq 'ARRAY' ? @$got : ();
}
sub labels { return join ' | ', map { $_->{label} } search(@_) }
sub first_is { my ($query, $key) = @_; is +(search($query))[0]{companyId}, $company{$key}{id}, "$query: $company{$key}{name}" }

subtest 'a result has the form of the name search' => sub {
  my ($row) = search('kubernetes clusters');
  is_shaped $row, PARTNER;
  is_deeply $row, { label => 'Vessel Works', companyName => 'Vessel Works', departmentName => null, companyId => $company{cluster}{id}, departmentId => null,
    documentId => $company{cluster}{document}{id}, tags => [{ tag => 'hosting' }, { tag => 'Kubernetes' }] };
};

subtest 'sentences and names with punctuation find the right partner' => sub {
  first_is 'We are looking for a company that can operate our Kubernetes clusters. It should be awake at night. Who can help?', 'cluster';
  first_is 'c++ developers', 'cpp';
  first_is 'C# or .NET', 'csharp';
  first_is $_, 'node' for 'node.js', 'nodejs', 'Node JS portals';
  first_is $_, 'sap' for 'S/4HANA', 's4hana migration', 'S/4 HANA finance';
  first_is $_, 'lan' for '802.1X', '802.1x security';
};

subtest 'hyphens do not matter' => sub {
  my @partners = map { my ($name, $text) = @$_; company(name => $name, description => $text) }
    ['Letters', 'E-mail for everybody.'], ['Molar', 'Email for dentists.'], ['Vessel Painters', 'Paints works of art, vessels and works; works on vessels.'];
  community($me, @partners);
  like labels($_), qr/^(?:Letters|Molar) \| (?:Letters|Molar)\b/, $_ for 'email', 'e-mail';
  first_is $_, 'cluster' for 'vessel works', 'Vessel-Works Ltd.', 'Vesel Works';
};
subtest 'misspelt words and synonyms find the right partner, and unknown words do no harm' => sub {
  first_is 'kubernets', 'cluster';
  first_is 'firmwrae for metres', 'cpp';
  first_is 'we are lookng for a provder of kuberentes', 'cluster';
  first_is 'artifical inteligence', 'ml';
  owner()->do(q{insert into search_synonym (phrase, meaning) values ('qxzai', 'artificial intelligence')});
  first_is 'QXZAI', 'ml';
  is labels('kubernetes qqqqqqzzz wwwwwwyyy'), labels('kubernetes'), 'unknown words change nothing';
};

subtest 'a query of stop words and role words alone is a name' => sub {
  my $odd = company(name => 'The Company', description => 'Bells.');
  community($me, $odd);
  like labels('the company'), qr/^The Company/;
  is labels('of the'), '', '… and may find nothing';
};

subtest 'only active partners with a form are found' => sub {
  unlike labels('kubernetes clusters', limit => 50), qr/Faraway/, 'a company outside the caller\'s communities is not found';
  is labels('zeppelins'), '', 'a company without a form is not found';
  form($company{formless});
  is labels('zeppelins'), 'Formless Zeppelins', '… but is with one';
  owner()->do('update company set description = ? where id = ?', undef, 'Seeks xylophones', $me->{id});
  form($me);
  is labels('xylophones'), '', 'the caller\'s own company is not found';
  is_deeply [map { $_->{label} } @{ user($company{cpp})->get('/v1/partners/search?query=xylophones')->ok }], ['Seeker Ltd'], '… except by its partners';
};

subtest 'a department is a result of its own' => sub {
  my $own = department($company{sap}, name => 'Harpsichords', description => 'Tunes quills and jacks', tags => ['baroque']);
  my ($row) = search('who tunes quills');
  is_shaped $row, PARTNER;
  is_deeply [@$row{qw(label departmentId documentId tags)}], ['Ledger Moves – Harpsichords', $own->{id}, $company{sap}{document}{id}, [{ tag => 'baroque' }]];
};

subtest 'a change takes effect at once' => sub {
  my $id = $company{lan}{id};
  my $change = sub { my ($sql, @values) = @_; owner()->do($sql, undef, @values) };
  $change->('update company set description = ? where id = ?', 'Theodolites and sextants', $id);
  is labels('theodolites'), 'Cable & Air';
  is labels('802.1X'), '', 'a removed word finds nothing';
  $change->('update company set tags = ? where id = ?', ['astrolabes'], $id);
  is labels('astrolabe'), 'Cable & Air', 'a new tag is found';
  $change->('update company set active = false where id = ?', $id);
  is labels('theodolites'), '', 'a disabled company is not found';
  $change->('update company set active = true where id = ?', $id);
  is labels('theodolites'), 'Cable & Air', 'an enabled company is found again';
  $change->('delete from community_member where company = ? and community = ?', $id, $community);
  is labels('theodolites'), '', 'a company that left the community is not found';
  $change->('insert into community_member (community, company) values (?, ?)', $community, $id);
  is labels('theodolites'), 'Cable & Air', 'a company that joined again is found';
  $change->('update document set active = false where company = ?', $id);
  is labels('theodolites'), '', 'a company whose form is inactive is not found';
};

subtest 'query and limit are checked' => sub {
  my $path = '/v1/partners/search';
  $user->get($path)->invalid('query');
  $user->get("$path?query=")->invalid('query');
  $user->get("$path?query=%20%20")->invalid('query');
  $user->get("$path?query=" . in_path(text_of(500)))->ok('500 code points');
  $user->get("$path?query=" . in_path(text_of(501)))->invalid('query');
  $user->get("$path?query=x&limit=$_")->invalid('limit') for 0, 51, 'many', -1;
  my @many = map { company(name => "Piccolo $_", description => 'Piccolos') } 1 .. 12;
  community($me, @many);
  is scalar search('piccolo'), 10, 'the default limit is 10';
  is scalar search('piccolo', limit => 50), 12;
  is scalar search('piccolo', limit => 1), 1;
  is_deeply [map { $_->{label} } (search('piccolo', limit => 50))[0 .. 4]], [map { $_->{label} } search('piccolo', limit => 5)], 'a smaller limit gives the first results of a larger one';
  revalidates($user, "$path?query=piccolo");
  $user->post($path, {})->fails(405);
  nobody->get("$path?query=x")->fails(401);
  $user->get("$path?query=" . in_path("'; drop table company; -- \\ % _ \" <b> \x{1F600}"))->ok('SQL in a query is text');
};

done_testing;
