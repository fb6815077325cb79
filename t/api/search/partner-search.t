# t/api/search/partner-search.t: finding a partner by what it does
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

subtest 'a result is a partner as the name search shows it' => sub {
  my ($row) = search('kubernetes clusters');
  is_shaped $row, PARTNER;
  is_deeply $row, { label => 'Vessel Works', companyName => 'Vessel Works', departmentName => null, companyId => $company{cluster}{id}, departmentId => null,
    documentId => $company{cluster}{document}{id}, tags => [{ tag => 'hosting' }, { tag => 'Kubernetes' }] };
};

subtest 'sentences, and names that are half punctuation' => sub {
  first_is 'We are looking for a company that can operate our Kubernetes clusters. It should be awake at night. Who can help?', 'cluster';
  first_is 'c++ developers', 'cpp';
  first_is 'C# or .NET', 'csharp';
  first_is $_, 'node' for 'node.js', 'nodejs', 'Node JS portals';
  first_is $_, 'sap' for 'S/4HANA', 's4hana migration', 'S/4 HANA finance';
  first_is $_, 'lan' for '802.1X', '802.1x security';
};

subtest 'with a hyphen or without' => sub {
  my @partners = map { my ($name, $text) = @$_; company(name => $name, description => $text) }
    ['Letters', 'E-mail for everybody.'], ['Molar', 'Email for dentists.'], ['Vessel Painters', 'Paints works of art, vessels and works; works on vessels.'];
  community($me, @partners);
  like labels($_), qr/^(?:Letters|Molar) \| (?:Letters|Molar)\b/, $_ for 'email', 'e-mail';
  first_is $_, 'cluster' for 'vessel works', 'Vessel-Works Ltd.', 'Vesel Works';
};
subtest 'mistakes, synonyms, unknown words' => sub {
  first_is 'kubernets', 'cluster';
  first_is 'firmwrae for metres', 'cpp';
  first_is 'we are lookng for a provder of kuberentes', 'cluster';
  first_is 'artifical inteligence', 'ml';
  owner()->do(q{insert into search_synonym (phrase, meaning) values ('qxzai', 'artificial intelligence')});
  first_is 'QXZAI', 'ml';
  is labels('kubernetes qqqqqqzzz wwwwwwyyy'), labels('kubernetes'), 'unknown words harm nothing';
};

subtest 'nothing but stop words and role words: a name' => sub {
  my $odd = company(name => 'The Company', description => 'Bells.');
  community($me, $odd);
  like labels('the company'), qr/^The Company/;
  is labels('of the'), '', 'which may find nothing';
};

subtest 'who is found' => sub {
  unlike labels('kubernetes clusters', limit => 50), qr/Faraway/, 'nobody outside the caller\'s communities';
  is labels('zeppelins'), '', 'nobody without a form';
  form($company{formless});
  is labels('zeppelins'), 'Formless Zeppelins', '… but who has one';
  owner()->do('update company set description = ? where id = ?', undef, 'Seeks xylophones', $me->{id});
  form($me);
  is labels('xylophones'), '', 'not oneself';
  is_deeply [map { $_->{label} } @{ user($company{cpp})->get('/v1/partners/search?query=xylophones')->ok }], ['Seeker Ltd'], '… but one\'s partners find one';
};

subtest 'departments are results too' => sub {
  my $own = department($company{sap}, name => 'Harpsichords', description => 'Tunes quills and jacks', tags => ['baroque']);
  my ($row) = search('who tunes quills');
  is_shaped $row, PARTNER;
  is_deeply [@$row{qw(label departmentId documentId tags)}], ['Ledger Moves – Harpsichords', $own->{id}, $company{sap}{document}{id}, [{ tag => 'baroque' }]];
};

subtest 'changes are found at once' => sub {
  my $id = $company{lan}{id};
  my $change = sub { my ($sql, @values) = @_; owner()->do($sql, undef, @values) };
  $change->('update company set description = ? where id = ?', 'Theodolites and sextants', $id);
  is labels('theodolites'), 'Cable & Air';
  is labels('802.1X'), '', 'what is no longer said';
  $change->('update company set tags = ? where id = ?', ['astrolabes'], $id);
  is labels('astrolabe'), 'Cable & Air', 'a tag';
  $change->('update company set active = false where id = ?', $id);
  is labels('theodolites'), '', 'disabled';
  $change->('update company set active = true where id = ?', $id);
  is labels('theodolites'), 'Cable & Air', 'enabled';
  $change->('delete from community_member where company = ? and community = ?', $id, $community);
  is labels('theodolites'), '', 'left the community';
  $change->('insert into community_member (community, company) values (?, ?)', $community, $id);
  is labels('theodolites'), 'Cable & Air', 'joined again';
  $change->('update document set active = false where company = ?', $id);
  is labels('theodolites'), '', 'its form taken away';
};

subtest 'the parameters' => sub {
  my $path = '/v1/partners/search';
  $user->get($path)->invalid('query');
  $user->get("$path?query=")->invalid('query');
  $user->get("$path?query=%20%20")->invalid('query');
  $user->get("$path?query=" . in_path(text_of(500)))->ok('500 code points');
  $user->get("$path?query=" . in_path(text_of(501)))->invalid('query');
  $user->get("$path?query=x&limit=$_")->invalid('limit') for 0, 51, 'many', -1;
  my @many = map { company(name => "Piccolo $_", description => 'Piccolos') } 1 .. 12;
  community($me, @many);
  is scalar search('piccolo'), 10, 'ten when nothing is said';
  is scalar search('piccolo', limit => 50), 12;
  is scalar search('piccolo', limit => 1), 1;
  is_deeply [map { $_->{label} } (search('piccolo', limit => 50))[0 .. 4]], [map { $_->{label} } search('piccolo', limit => 5)], 'a shorter page begins the longer one';
  revalidates($user, "$path?query=piccolo");
  $user->post($path, {})->fails(405);
  nobody->get("$path?query=x")->fails(401);
  $user->get("$path?query=" . in_path("'; drop table company; -- \\ % _ \" <b> \x{1F600}"))->ok('no word of SQL');
};

done_testing;
