# t/ops/collabctl/exchange-file.t: an exchange is exported to a file, and made as a file says, in one transaction
use lib qw(t/lib lab/lib);
use Collab::Stack;
use Collab::Test;
use File::Temp ();
use JSON::XS ();
use MIME::Base64 ();
use POSIX ();

my $dir = File::Temp::tempdir('coXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $json = JSON::XS->new->utf8->canonical->pretty;
$ENV{COLLAB_SECRETS_KEY} = "$dir/one/secrets.key";

# Exchanges with databases of their own: {dir, dbh, dsn, pg}.
sub exchange_of {
  my ($name) = @_;
  mkdir "$dir/$name" or die "$dir/$name: $!\n";
  my $pg = Collab::Stack::migrated("$dir/$name");
  return { pg => $pg, dsn => $pg->dsn('collab_owner'), dbh => $pg->dbh, dir => "$dir/$name" };
}
my ($one, $two) = map { exchange_of($_) } qw(one two);
$_->{dbh}->do('set search_path = collab') for $one, $two;

sub slurp { my ($path) = @_; open my $in, '<', $path or die "$path: $!\n"; local $/; return scalar <$in> }
sub file { my ($name, $content) = @_; Collab::Stack::write_file("$dir/$name", ref $content ? $json->encode($content) : $content); return "$dir/$name" }
sub ctl { my ($at, @words) = @_; local $ENV{COLLAB_DSN} = $at->{dsn}; return output('./collabctl', @words) }
sub done { my ($at, @words) = @_; my ($status, $said) = ctl($at, @words); is $status, 0, "@words[0 .. 1]" or diag $said; return $said }
sub refused {
  my ($at, $what, $expected, @words) = @_;
  my ($status, $said) = ctl($at, @words);
  is $status, 1, $what or diag $said;
  like $said, $_, $what for ref $expected eq 'ARRAY' ? @$expected : $expected;
}
sub apply { my ($at, $document, @options) = @_; return done($at, 'exchange', 'apply', file('applied', $document), @options) }
sub exported { my ($at, @options) = @_; done($at, 'exchange', 'export', "$dir/exported", @options); return slurp("$dir/exported") }
sub one_of { my ($at, $sql, @values) = @_; return scalar $at->{dbh}->selectrow_array($sql, undef, @values) }
sub document { return { format => 1, @_ } }
sub member { my ($domain, %with) = @_; return { domain => $domain, name => "Name of $domain", %with } }

# An exchange with every kind of object, and each with all of its members.
my $hash = '$2y$10$abcdefghijklmnopqrstuuqYNLbYpVzLkwNjjTKxZzqEJsMKXgcx6';
my $full = document(
  communities => [{ name => "K\x{f6}ln 4711" }, { name => 'Alliance' }],
  companies => [
    member('zeta.example', active => $json->decode('[false]')->[0], communities => ['Alliance']),
    member('acme.example', description => "Two\nlines, \"quoted\" \\ and \x{65e5}\x{672c}", tags => ['b', 'a', 'c d'], hoursHigh => 1, hoursMedium => 8784, hoursLow => 3, rateLimit => 1000000,
      subscriptionLimit => 7, dailyRequests => 1000000000, dailyBytes => 1125899906842624, contacts => ['ops@acme.example', 'b@acme.example'],
      communities => ["K\x{f6}ln 4711", 'Alliance'],
      departments => [{ name => 'Vault', description => 'Deep', tags => ['x'], active => JSON::XS::false }, { name => "\x{c4}rzte" }],
      users => [
        { username => 'ada@acme.example', email => 'a@acme.example', firstName => "\x{c5}da", lastName => 'L', phone => '1', phoneCountryCode => '+49', city => 'Ulm', emailCheckFailData => 'full',
          role => 'reader', issuer => 'https://id.example', subject => 's-1', active => JSON::XS::false, passwordHash => $hash },
        { username => 'Bob', email => 'b@acme.example' } ],
      principals => [{ email => 'robot@acme.example', name => 'Robot', issuer => 'https://id.example', oid => 'ABCDEF00-0000-4000-8000-000000000001', role => 'member' }],
      forms => [
        { name => 'Second', department => "\x{c4}rzte", active => JSON::XS::false },
        { name => 'First', contact => { name => 'Desk', email => 'd@acme.example', phone => '2' }, adminNote => 'Short', escalationInstructions => 'Call',
          fields => [
            { section => 'PROBLEM_SECTION', label => 'Model', type => 'SELECT', options => ['B-1', 'B-2'], value => 'B-2', required => JSON::XS::true, displayOrder => 5 },
            { section => 'CONTACT_SECTION', label => 'Part', type => 'TIERSELECT', selections => [{ value => 'Drive', children => [{ value => 'SSD' }] }, { value => 'Fan' }], displayOrder => 2 },
            { section => 'COMMON_CUSTOMER_SECTION', label => 'Name', type => 'STRING', validationRules => 'not_numeric', additionalSettings => '{}', displayOrder => 2 } ] },
        { name => 'First', department => 'Vault' } ],
      attachments => { domain => 'files.acme.example', port => 8443, path => '/in/{token}', expiration => '2090-01-31T08:00:00+01:00', sameName => 'number' }) ]);

subtest 'an empty exchange becomes as the file says, which an export then gives back byte for byte' => sub {
  is exported($one), qq({\n  "format": 1,\n  "communities": [],\n  "companies": []\n}\n), 'an empty exchange';
  my $said = apply($one, $full);
  my @plan = grep { /^[+~-] / } split /\n/, $said;
  is scalar(grep { /^\+/ } @plan), 13, 'each object is a line';
  is scalar @plan, 13;
  like $said, qr/^\+ company acme\.example\n/m;
  like $said, qr/^made 13 changes\n/m;
  like $said, qr/warning: storages without a password are not used .*: acme\.example$/m;
  my $first = exported($one, '--with-password-hashes');
  done($two, 'exchange', 'apply', "$dir/exported");
  is exported($two, '--with-password-hashes'), $first, 'the export of the second exchange';
  like done($two, 'exchange', 'apply', "$dir/exported"), qr/\Anothing to do: the exchange is as \S+ says\n\z/, 'a second apply changes nothing';
  like done($one, 'exchange', 'apply', "$dir/exported"), qr/\Anothing to do: /, '… in the first exchange, too';
  my ($status, $piped) = do { local $ENV{COLLAB_DSN} = $one->{dsn}; output('bash', '-c', './collabctl exchange export - | ./collabctl exchange apply - --json') };
  is_deeply [@{ $json->decode($piped) }{qw(changes done message)}], [[], JSON::XS::false, 'nothing to do: the exchange is as standard input says'], '… and through a pipe';
  my $acme = (grep { $_->{domain} eq 'acme.example' } @{ $json->decode($first)->{companies} })[0];
  my ($wanted) = grep { $_->{domain} eq 'acme.example' } @{ $full->{companies} };
  is_deeply { map { $_ => $acme->{$_} } qw(description tags rateLimit dailyBytes contacts) }, { map { $_ => $wanted->{$_} } qw(description tags rateLimit dailyBytes contacts) }, 'the values are those given';
  is_deeply [map { [@$_{qw(name department)}] } @{ $acme->{forms} }], [['Second', "\x{c4}rzte"], ['First', undef], ['First', 'Vault']], 'forms keep their order, which decides what partners get';
  is $acme->{principals}[0]{oid}, 'abcdef00-0000-4000-8000-000000000001', 'an object id is spelt as the single command spells it';
  is one_of($one, q(select options from document_field where label = 'Model')), "B-1\r\nB-2", 'options are stored as by form add';
  is +(stat "$dir/exported")[2] & 0777, 0600, 'the file is for its owner alone';
  is one_of($one, q(select after ->> 'withPasswordHashes' from audit where what = 'exchange export' and after ->> 'file' <> '-' order by id desc limit 1)), 'true', 'the audit has a row of the export';
};

subtest 'an export has no secret' => sub {
  my $text = exported($one);
  unlike $text, qr/\$2y\$|password/i;
  Collab::Stack::write_file("$dir/password", "storage-password\n");
  done($one, 'attachment', 'set', 'acme.example', '--domain', 'files.acme.example', '--port', 8443, '--path', '/in/{token}', '--expiration', '2090-01-31T07:00:00Z', '--same-name', 'number', '--password-file', "$dir/password");
  is exported($one), $text, 'nor does a password of a storage change it';
  unlike done($one, 'exchange', 'apply', "$dir/exported"), qr/warning/, 'the password stays';
  ok one_of($one, 'select password is not null from attachment_storage');
  apply($one, document(companies => [{ domain => 'acme.example', attachments => { domain => 'elsewhere.example' } }]));
  ok one_of($one, 'select password is null from attachment_storage'), 'but it never goes to another server';
  ok !one_of($one, 'select count(*) from storage_of(null, (select id from company where domain = ?))', 'acme.example'), 'a storage without a password is not used';
  is one_of($one, q(select count(*) from audit where concat(before, after) ~ '[$]2y|storage-password')), 0, 'nor has the audit a secret';
};

subtest 'what the file leaves out stays, null clears, and each changed member is named' => sub {
  my $said = apply($one, document(companies => [{ domain => 'ACME.example', hoursLow => undef, hoursHigh => 2, users => [{ username => 'Bob', city => 'Bonn' }] }]));
  is $said, qq(~ company acme.example: hoursLow 3 -> null, hoursHigh 1 -> 2\n~ user Bob: city null -> "Bonn"\nmade 2 changes\n);
  is one_of($one, q(select concat(hours_high, hours_medium, hours_low, ' ', rate_limit) from company where domain = 'acme.example')), '28784 1000000';
  my $plan = $json->decode(apply($one, document(companies => [{ domain => 'acme.example', users => [{ username => 'Bob', city => '' }] }]), '--json', '--dry-run'));
  is_deeply $plan, { changes => [{ change => 'set', kind => 'user', name => 'Bob', before => { city => 'Bonn' }, after => { city => undef } }], done => JSON::XS::false, message => 'would make 1 change; nothing is changed' };
  is one_of($one, q(select city from account where username = 'Bob')), 'Bonn', 'a dry run changes nothing';
};

subtest 'a renamed object is found by its former name, and keeps its id' => sub {
  my $ids = sub { join ' ', map { $one->{dbh}->selectrow_array("select string_agg(id::text, ' ' order by id) from $_") } qw(community company department account document) };
  my $before = $ids->();
  my $renamed = document(
    communities => [{ name => 'League', was => 'Alliance' }],
    companies => [{ domain => 'apex.example', was => 'acme.example', communities => ['League'],
      departments => [{ name => 'Safe', was => 'Vault' }], users => [{ username => 'bob@apex.example', was => 'Bob' }],
      principals => [{ email => 'arm@apex.example', was => 'robot@acme.example', name => 'Robot', issuer => 'https://id.example', oid => 'abcdef00-0000-4000-8000-000000000001' }],
      forms => [{ name => 'Primary', was => 'First' }, { name => 'Primary', was => 'First', department => 'Safe' }] }]);
  my $said = apply($one, $renamed);
  unlike $said, qr/^[+-] /m, 'nothing is added';
  like $said, qr/^~ company apex\.example: domain "acme\.example" -> "apex\.example"$/m;
  like $said, qr/^~ user bob\@apex\.example: username "Bob" -> "bob\@apex\.example"$/m;
  is $ids->(), $before, 'the same rows';
  like apply($one, $renamed), qr/\Anothing to do/, 'applied again, the file changes nothing';
  refused($one, 'a former name that is there beside the new one', qr/: companies\[0\]\.was: both apex\.example and zeta\.example are there$/m,
    qw(exchange apply), file('was', document(companies => [{ domain => 'apex.example', was => 'zeta.example' }])));
};

subtest 'a former name stands for one object' => sub {
  refused($one, 'a name that another object takes at once', qr/: companies\[0\]\.users\[0\]\.was: bob\@apex\.example is also companies\[0\]\.users\[1\]$/m, 'exchange', 'apply',
    file('was', document(companies => [{ domain => 'apex.example', users => [{ username => 'rob@apex.example', was => 'bob@apex.example' }, { username => 'bob@apex.example' }] }])));
};

subtest 'a user can go to another company, which ends all tokens' => sub {
  my $epoch = one_of($one, q(select epoch from account where username = 'bob@apex.example'));
  like apply($one, document(companies => [{ domain => 'zeta.example', users => [{ username => 'bob@apex.example' }] }])), qr/^~ user bob\@apex\.example: company "apex\.example" -> "zeta\.example"$/m;
  is one_of($one, q(select epoch from account where username = 'bob@apex.example')), $epoch + 1;
};

subtest 'a form keeps the ids of the fields that stay' => sub {
  my $id = sub { one_of($one, 'select id from document_field where label = ? and document = (select id from document where name = ? and department is null)', shift, 'Primary') };
  my ($model, $part) = map { $id->($_) } qw(Model Part);
  my ($form) = grep { $_->{name} eq 'Primary' && !$_->{department} } map { @{ $_->{forms} } } grep { $_->{domain} eq 'apex.example' } @{ $json->decode(exported($one))->{companies} };
  $form->{fields} = [(grep { $_->{label} ne 'Part' } @{ $form->{fields} }), { section => 'PROBLEM_SECTION', label => 'New', type => 'INTEGER' }];
  like apply($one, document(companies => [{ domain => 'apex.example', forms => [$form] }])), qr/^~ form apex\.example "Primary": fields$/m;
  is $id->('Model'), $model;
  is $id->('Part'), undef;
  ok $id->('New');
};

subtest '--prune disables what the lists of the file lack, and leaves what has no list' => sub {
  my $file = document(communities => [], companies => [member('apex.example', communities => [], users => [], departments => [{ name => 'Safe' }])]);
  my $before = one_of($one, 'select count(*) from (select id from company union all select id from account union all select id from department union all select id from document) x');
  apply($one, document(companies => [{ domain => 'zeta.example', active => JSON::XS::true, users => [{ username => 'bob@apex.example', active => JSON::XS::true }] },
    { domain => 'apex.example', users => [{ username => 'ada@acme.example', active => JSON::XS::true }], departments => [map { { name => $_, active => JSON::XS::true } } "\x{c4}rzte", 'Safe'] }]));
  unlike apply($one, $file, '--dry-run'), qr/^-/m, 'without --prune nothing is disabled';
  refused($one, 'a company that loses its deliveries needs --yes', [qr/^- company zeta\.example: disabled\nwould make \d+ changes$/m, qr/nothing is changed without --yes$/m], 'exchange', 'apply', "$dir/applied", '--prune');
  my $said = apply($one, $file, '--prune', '--yes');
  like $said, qr/^- $_: disabled$/m for qr/company zeta\.example/, qr/user ada\@acme\.example/, qr/department apex\.example "\x{c3}\x{84}rzte"/;
  like $said, qr/^~ company apex\.example: .*communities/m;
  unlike $said, qr/^- (?:form|principal|community|user bob)/m, 'a list that the file does not have is not pruned';
  is one_of($one, 'select count(*) from (select id from company union all select id from account union all select id from department union all select id from document) x'), $before, 'nothing is erased';
  is one_of($one, q(select count(*) from community_member m join company c on c.id = m.company where c.domain = 'apex.example')), 0;
  like apply($one, $file, '--prune', '--yes'), qr/\Anothing to do/;
};

subtest 'an initial password is for a user without one, and is never reset' => sub {
  my $with = sub { document(companies => [{ domain => 'apex.example', users => [{ username => 'eve@apex.example', password => $_[0] }] }]) };
  apply($one, $with->('correct horse battery'));
  my $set = one_of($one, q(select password_hash from account where username = 'eve@apex.example'));
  like $set, qr/\A\$2y\$/;
  like apply($one, $with->('another horse battery')), qr/\Anothing to do/;
  is one_of($one, q(select password_hash from account where username = 'eve@apex.example')), $set;
  is one_of($one, q(select count(*) from audit where concat(before, after) ~ 'horse')), 0;
  refused($one, 'a weak one', qr/applied: line \d+: companies\[0\]\.users\[0\]\.password: must have at least 12 characters$/m, 'exchange', 'apply', file('applied', $with->('short')));
};

subtest 'each change has the audit row of the single command, in the transaction, and the file has one' => sub {
  my $last = one_of($one, 'select max(id) from audit');
  apply($one, document(companies => [{ domain => 'apex.example', hoursLow => 9, users => [{ username => 'eve@apex.example', active => JSON::XS::false }, { username => 'new@apex.example' }] }]));
  my $rows = $one->{dbh}->selectall_arrayref(q(select what, before::text, (after - 'file')::text, company = (select id from company where domain = 'apex.example'), account is not null from audit where id > ? order by what), undef, $last);
  is_deeply [map { [@$_[0, 1]] } @$rows], [['company set', '{"hoursLow": null}'], ['exchange apply', undef], ['user add', undef], ['user disable', '{"active": true}']];
  is $rows->[0][2], '{"hoursLow": 9}';
  is_deeply [map { $_->[4] } @$rows], [0, 0, 1, 1];
  is one_of($one, q(select after ->> 'file' from audit where what = 'exchange apply' order by id desc limit 1)), "$dir/applied";
  apply($one, document(companies => [{ domain => 'apex.example', hoursLow => 9 }]));
  is one_of($one, 'select max(id) - ? from audit', $last), 4, 'nothing to do: no row';
};

subtest 'all faults of a file are told at once, with their lines, and nothing is changed' => sub {
  my $count = one_of($one, 'select count(*) from company');
  my $text = <<'END';
{
  "format": 1,
  "communities": [{"name": "12"}, {"name": "A"}, {"name": "A"}],
  "companies": [
    {
      "domain": "new.example",
      "name": " ",
      "hoursHigh": 0,
      "rateLimit": 1.5,
      "colour": "red",
      "tags": ["a,b"],
      "users": [
        {"username": "x@new.example", "role": "king", "email": "nobody"},
        {"username": "X@NEW.example", "passwordHash": "$2y$31$abcdefghijklmnopqrstuuqYNLbYpVzLkwNjjTKxZzqEJsMKXgcx6"}
      ],
      "forms": [{"name": "F", "fields": [
        {"section": "PROBLEM_SECTION", "label": "L", "type": "SELECT"}]}],
      "attachments": {"domain": "no domain", "path": "x"}
    },
    {"domain": "NEW.example"}
  ]
}
END
  refused($one, 'faults', [map { qr/^collabctl: exchange apply: \S+faults: line $_/m }
    '3: communities\[0\]\.name: must not be a number', '3: communities\[2\]\.name: the community is also at communities\[1\]',
    '7: companies\[0\]\.name: must not be blank', '8: companies\[0\]\.hoursHigh: must be a whole number from 1 to 8784', '9: companies\[0\]\.rateLimit: must be a whole number from 1 to 1000000',
    '5: companies\[0\]: has a member that is none of domain, was, .*: colour$', '11: companies\[0\]\.tags: has an element with a comma',
    '13: companies\[0\]\.users\[0\]\.role: must be one of reader, member, integrator', '13: companies\[0\]\.users\[0\]\.email: must be an e-mail address',
    '14: companies\[0\]\.users\[1\]\.username: the account, ignoring case, is also at companies\[0\]\.users\[0\]', '14: companies\[0\]\.users\[1\]\.passwordHash: must be a hash',
    '17: companies\[0\]\.forms\[0\]\.fields\[0\]\.options: must list the choices', '18: companies\[0\]\.attachments\.domain: must', '18: companies\[0\]\.attachments\.path: must',
    '20: companies\[1\]\.domain: the domain is also at companies\[0\]'], 'exchange', 'apply', file('faults', $text));
  my $against = document(companies => [
    member('fresh.example', communities => ['Nowhere'], forms => [{ name => 'F', department => 'None' }], principals => [{ email => 'r@apex.example', name => 'R', issuer => 'https://id.example', oid => 'o-9' }],
      users => [{ username => 'ADA@acme.example', email => 'x@fresh.example' }, { username => 'arm@apex.example', email => 'x@fresh.example' }, { username => 'nobody' }, { username => 's@fresh.example', issuer => 'https://id.example', subject => 's-1' },
        { username => 't@fresh.example', subject => 's-2' }]),
    { domain => 'nameless.example' }, member('like.example', name => 'NAME OF apex. example')]);
  refused($one, 'faults against the exchange', [map { qr/^collabctl: exchange apply: \S+faults: line \d+: $_$/m }
    'companies\[0\]\.communities: there is no community Nowhere', 'companies\[0\]\.forms\[0\]\.department: the company has no department None', 'companies\[0\]\.principals\[0\]\.email: must be an address of fresh\.example',
    'companies\[0\]\.users\[0\]\.username: there is an account ada\@acme\.example, whose name differs by case alone', 'companies\[0\]\.users\[1\]: arm\@apex\.example is a principal',
    'companies\[0\]\.users\[2\]\.email: is missing, and the user name is no e-mail address', 'companies\[0\]\.users\[3\]\.subject: belongs to ada\@acme\.example at this issuer',
    'companies\[0\]\.users\[4\]\.issuer: must be given with a subject', 'companies\[1\]\.name: is missing, and the company is new',
    'companies\[2\]\.name: partners could confuse it with company \d+, .* use --yes to accept it'], 'exchange', 'apply', file('faults', $against));
  is one_of($one, 'select count(*) from company'), $count, 'nothing is changed';
  for my $case (["\xef\xbb\xbf" . '{"format": 1}', qr/byte order mark/], ["{\"format\": 1,\r\n \"format\": 1}", qr/duplicate object key/], ['{"format": 2}', qr/line 1: format: must be 1$/], ['[]', qr/line 1: must be an object/],
    ['{"format": 1, "companies": ' . '[' x 40, qr/nesting deeper than 32 levels/], ["{\"format\": 1}\xff", qr/is not UTF-8 text/], ['{"companies": null}', qr/line 1: format: is missing/]) {
    refused($one, "a file that is none: $case->[1]", $case->[1], 'exchange', 'apply', file('none', $case->[0]));
  }
  refused($one, 'an export into a folder that is missing', qr{^collabctl: exchange export: $dir/missing/file: No such file or directory$}, 'exchange', 'export', "$dir/missing/file");
  like apply($one, "{\r\n  \"format\": 1\r\n}\r\n"), qr/\Anothing to do/, 'CRLF is white space';
};

subtest 'forms of one name are refused by form add and by export, and form set mends them' => sub {
  my $form = file('form', { name => 'Same', company => 'apex.example' });
  my $first = done($one, 'form', 'add', $form) + 0;
  refused($one, 'a second form of the name', qr/^collabctl: form add: name: form $first has this name; rename one of them$/, 'form', 'add', $form);
  done($one, 'form', 'disable', $first);
  refused($one, '… of a disabled one', qr/: name: form $first, which is disabled, has this name/, 'form', 'add', $form);
  like done($one, 'form', 'add', file('form', { name => 'Same', company => 'apex.example', department => 'Safe' })), qr/^\d+$/, 'a department may have a form of the same name';
  my $second = one_of($one, q(insert into document (company, name) select company, name from document where id = ? returning id), $first);        # as 0.1.0 could
  refused($one, 'an export', qr/^collabctl: exchange export: forms $first, $second of apex\.example have one name, Same; rename all but one of them with form set ID --name$/, 'exchange', 'export', "$dir/exported");
  refused($one, 'an apply to either', qr/: companies\[0\]\.forms\[0\]\.name: there are several forms of this name, by id: $first, $second; rename/, 'exchange', 'apply', file('applied', document(companies => [{ domain => 'apex.example', forms => [{ name => 'Same' }] }])));
  refused($one, 'a rename to a name that is taken', qr/: name: form \d+ has this name$/, 'form', 'set', $second, '--name', 'Primary');
  done($one, 'form', 'set', $second, '--name', 'Other');
  like done($one, 'form', 'set', $second, '--name', 'Other'), qr/\Anothing to do: /;
  exported($one);
};

subtest 'an apply waits for another one, and gives up' => sub {
  my $other = DBI->connect($one->{pg}->dbi, '', '', { RaiseError => 1 });
  $other->do(q(select pg_advisory_lock(hashtext('mod_collab'), hashtext('migrate'))));
  my $pid = open my $running, '-|', 'env', "COLLAB_DSN=$one->{dsn}", './collabctl', 'exchange', 'apply', file('applied', document(companies => [{ domain => 'apex.example', hoursLow => 11 }])) or die "$!\n";
  select undef, undef, undef, 0.3;
  is one_of($one, q(select hours_low from company where domain = 'apex.example')), 9, 'it has changed nothing yet';
  $other->disconnect;
  like join('', <$running>), qr/made 1 change/, 'and goes on';
};

subtest 'nobody changes members between the comparison and the change' => sub {
  my $other = DBI->connect($one->{pg}->dbi, '', '', { RaiseError => 1, AutoCommit => 1 });
  $other->begin_work;
  $other->do(q(update collab.company set hours_low = 12 where domain = 'apex.example'));
  my $pid = open my $running, '-|', 'env', "COLLAB_DSN=$one->{dsn}", './collabctl', 'exchange', 'apply', file('applied', document(companies => [{ domain => 'apex.example', hoursHigh => 5 }])) or die "$!\n";
  wait_for { one_of($one, q(select count(*) from pg_locks where not granted and relation = 'collab.company'::regclass)) } 20, 'the apply to wait';
  $other->commit;
  like join('', <$running>), qr/made 1 change/;
  is one_of($one, q(select concat(hours_high, ' ', hours_low) from company where domain = 'apex.example')), '5 12', 'both changes are there';
};

subtest 'the example of operations.md makes a file of a spreadsheet' => sub {
  my ($example) = slurp('docs/operations.md') =~ /^ *```sh members\n(.*?)^ *```$/ms or die "docs/operations.md has no block members\n";
  # As a spreadsheet program of Windows saves it: with a byte order mark and CRLF. The first company has two users.
  my @rows = ([qw(domain company community username firstName lastName tags)],
    map { my $n = $_; map { ["member$n.example", qq(M\xc3\xbcller; "Sons", $n), 'Circle', "$_\@member$n.example", ucfirst, "N\xc3\xb8rd", $n % 2 ? 'disks, tapes' : ''] } 'ada', $n == 1 ? 'bob' : () } 1 .. 20);
  for my $separator (',', ';') {
    my $name = file('members.csv', "\xef\xbb\xbf" . join '', map { join($separator, map { /[,;"]/ ? '"' . s/"/""/gr . '"' : $_ } @$_) . "\r\n" } @rows);
    my $script = file('example', "set -eu\ncd $dir\ncollabctl() { $ENV{PWD}/collabctl \"\$@\"; }\n$example");
    local $ENV{COLLAB_DSN} = $two->{dsn};
    my ($status, $said) = output('bash', $script);
    is $status, 0, "separated by $separator" or diag $said;
    like $said, $separator eq ',' ? qr/^would make 62 changes; nothing is changed\n.*^made 62 changes\n/ms : qr/^nothing to do.*^nothing to do/ms;
  }
  is one_of($two, q(select name || '|' || tags::text from company where domain = 'member1.example')), qq(M\x{fc}ller; "Sons", 1|{disks,tapes});
  is one_of($two, q(select count(*) from account where username like '%@member1.example')), 2;
  my $first = exported($two);
  my $empty = exchange_of('three');
  done($empty, 'exchange', 'apply', "$dir/exported");
  is exported($empty), $first, 'its export makes the same exchange, byte for byte';
  like done($empty, 'exchange', 'apply', "$dir/exported"), qr/\Anothing to do/;
  $empty->{pg}->stop;
};

$_->{pg}->stop for $one, $two;
done_testing;
