# t/api/http/audited-acts.t: the audit has one row for each audited act of a member, and none for other operations
# docs/operations.md#the-audit
use lib qw(t/lib lab/lib);
use Collab::Attachments;
use Collab::Logins;
use Collab::Operations;
use Collab::Test;

# The audit rows of these companies since the last call.
my %last;
sub rows {
  my (@companies) = @_;
  my $key = join ',', map { $_->{id} } @companies;
  my @rows = map { JSON::XS->new->utf8->decode($_) }
    @{ owner()->selectcol_arrayref('select audit_line(a) from audit a where id > ? and company = any (?::bigint[]) order by id', undef, $last{$key} || 0, "{$key}") };
  $last{$key} = $rows[-1]{id} if @rows;
  return @rows;
}

my $operations = operations();
my @routes = routes();
# The operations that write an act, and its name. Of all others that write, the request's history shows the change; a login is an act in
# some cases, tested below.
my %act = map { $_->{name} => $_->{act} } grep { $_->{act} =~ /\./ } @routes;

subtest 'every write is an act, or shows in the history of a request' => sub {
  is_deeply [map { $_->{name} } grep { ($_->{method} eq 'GET') != ($_->{act} eq '-') } @routes], [];
  cmp_ok scalar keys %act, '>=', 12;
  is_deeply [map { $_->{name} } grep { $_->{act} eq 'none' && $_->{template} !~ m{^/v1/collaboration-requests} } @routes], ['login', 'token'];
};

subtest 'no other statement writes to the audit' => sub {
  my @audited = map { m{(\w+)\.sql$} } grep { open my $sql, '<', $_ or die "$_: $!\n"; (join '', <$sql>) =~ /^-- piece: [^\n]*\baudit_row\b|insert into audit\b/m } glob 'sql/queries/api/*.sql';
  my %of = map { s/_v\d\z//r => 1 } keys %act, qw(login_failed login_remember);     # an operation has its statement's name
  is_deeply [sort @audited], [sort keys %of];
};

subtest 'docs/operations.md lists all acts, and no others' => sub {
  open my $in, '<', 'docs/operations.md' or die "docs/operations.md: $!\n";
  my ($section) = (join '', <$in>) =~ /^## The audit\n(.*?)^## /ms;
  my %listed = map { $_ => 1 } map { /`(\w+\.\w+)`/g } map { (split / \| /)[0] } grep { /^\| `/ } split /\n/, $section;
  my %made = map { $_ => 1 } map { open my $sql, '<', $_ or die "$_: $!\n"; (join '', <$sql>) =~ /'((?:webhook|attachments|login|password)\.(?!test')\w+)'/g } glob 'sql/queries/api/*.sql';
  is_deeply [sort keys %listed], [sort keys %made];
};

subtest 'each act makes one row, and other operations none' => sub {
  for my $row (@routes) {
    my ($name, $x) = ($row->{name}, exchange());
    my $party = $operations->party($x, $name);
    my %with = $operations->prepared($x, $name);
    $_->token for $x->parties;
    rows(map { $_->company } $x->parties);
    my $answer = $operations->call($party, $name, %with);
    my @rows = grep { $_->{what} !~ /^login/ } rows(map { $_->company } $x->parties);
    is_deeply [map { $_->{what} } @rows], [$act{$name} // ()], "$name: " . ($act{$name} // 'none');
    next if !@rows;
    cmp_ok $answer->status, '<', 300, "$name succeeds";
    is $rows[0]{by}{username}, $party->username, 'the row names the caller';
    is $rows[0]{by}{address}, '127.0.0.1', 'the row has the address of the caller';
    is $rows[0]{company}{id}, $party->company->{id};
    is $rows[0]{requestId}, $answer->header('x-request-id'), 'the row has the X-Request-Id';
    is $rows[0]{subscriptionId}, $with{id} // $answer->ok->{id}, 'the row names the subscription' if $name =~ /^(?:webhook|delivery)/;
    is $rows[0]{requestToken}, $with{token} if $name =~ /^attachment/;
  }
};

subtest 'a refused operation makes no row' => sub {
  my $x = exchange();
  $x->submitter->token;
  rows($x->submitter->company);
  $x->submitter->post('/v2/webhooks', { callbackUrl => 'nowhere' })->fails(400);
  $x->submitter->delete('/v2/webhooks/999999999')->fails(404);
  $x->submitter->post('/v2/webhooks/999999999/test', {})->fails(404);
  $x->stranger->put(Collab::Attachments::https($x), Collab::Attachments::a_config())->fails(404);
  is_deeply [grep { $_->{what} !~ /^login/ } rows($x->submitter->company)], [];
};

subtest 'a row has the values before and after, and no secret' => sub {
  my $x = exchange();
  my $party = $x->submitter;
  my $auth = { type => 'BASIC', username => 'hidden-name', password => 'hidden-password' };
  my $hook = $party->post('/v2/webhooks', { callbackUrl => 'https://callback.example/in?key=hidden-query', callbackAuth => $auth })->ok;
  my ($created) = grep { $_->{what} eq 'webhook.created' } rows($party->company);
  is $created->{after}{callbackUrl}, 'https://callback.example/in', 'the URL is recorded without its query';
  is $created->{before}, undef;
  $party->patch("/v2/webhooks/$hook->{id}", { callbackUrl => 'https://callback.example/there?key=hidden-query', caseDirections => ['INBOUND'] })->ok;
  my ($changed) = rows($party->company);
  is_deeply $changed->{before}, { callbackUrl => 'https://callback.example/in' };
  is_deeply $changed->{after}, { callbackUrl => 'https://callback.example/there', caseDirections => ['INBOUND'] };
  $party->patch("/v2/webhooks/$hook->{id}", { callbackAuth => { type => 'BEARER', token => 'hidden-token' } })->ok;
  is +(rows($party->company))[0]{after}{newCredentials}, 'BEARER';
  $party->patch("/v2/webhooks/$hook->{id}", { active => false })->ok;
  my ($off) = rows($party->company);
  is $off->{what}, 'webhook.switched_off';
  is_deeply [$off->{before}, $off->{after}], [{ active => true }, { active => false }];
  $party->patch("/v2/webhooks/$hook->{id}", { active => true })->ok;
  is +(rows($party->company))[0]{what}, 'webhook.changed';
  my $rotated = $party->post("/v2/webhooks/$hook->{id}/secret", {})->ok;
  $party->put(Collab::Attachments::https($x), Collab::Attachments::a_config(password => 'hidden:pass', domain => $_))->ok for 'files.example.com', 'other.example.com';
  my $configured = (rows($party->company))[-1];
  is_deeply [map { $_->{domain} } @{$configured}{qw(before after)}], ['files.example.com', 'other.example.com'];
  my $all = owner()->selectrow_array('select string_agg(a::text, chr(10)) from audit a where company = ?', undef, $party->company->{id});
  unlike $all, qr/hidden/, 'no row has credentials or queries';
  unlike $all, qr/\Q$_\E/, 'no row has a secret' for $hook->{secret}, $rotated->{secret};
};

subtest 'the first login from a network makes a row' => sub {
  my $server = server("CollabLoginAddressLimit Off\n$proxy");
  my $user = user(my $company = company());
  my $login = sub { login_at($server, shift, $user->username, PASSWORD)->ok; return rows($company) };
  my @first = $login->('203.0.113.1');
  is_deeply [map { $_->{what} } @first], ['login.new_network'];
  is $first[0]{by}{username}, $user->username;
  is $first[0]{by}{address}, '203.0.113.1';
  is_deeply $first[0]{after}, { network => '203.0.113.0/24' };
  is_deeply [$login->('203.0.113.2')], [], 'a second login from the network makes none';
  owner()->do(q(update login_network set seen_at = seen_at - interval '2 days' where account = ?), undef, $user->id);
  is_deeply [$login->('203.0.113.2')], [], 'a login two days later makes none';
  owner()->do(q(update login_network set seen_at = seen_at - interval '91 days' where account = ?), undef, $user->id);
  is scalar $login->('203.0.113.2'), 1, 'a login 91 days later makes a row again';
};

subtest 'lockouts make one row per name and hour' => sub {
  my $server = server("CollabLoginLimit 3 900\nCollabLoginNameLimit 5 900\nCollabLoginAddressLimit Off\n$proxy");
  my $user = user(my $company = company());
  my $fail = sub { my ($name, $from, $times) = @_; login_at($server, $from, $name, 'wrong') for 1 .. $times };
  $fail->($user->username, '203.0.113.5', 2);
  is_deeply [rows($company)], [], 'two failures are no lockout';
  $fail->($user->username, '203.0.113.5', 3);
  $fail->($user->username, '203.0.114.5', 3);
  # there are two rows if a new hour began during the failed logins
  my @rows = rows($company);
  my %hours = map { substr($_->{at}, 0, 13) => 1 } @rows;
  is scalar @rows, scalar keys %hours, 'one row per hour';
  is_deeply [@{ $rows[0] }{qw(what)}, $rows[0]{user}{username}, $rows[0]{by}{address}], ['login.locked', $user->username, '203.0.113.5'];
  is $rows[0]{by}{username}, undef, 'the row of a failed login has no caller';
  my $name = 'no-such-user-' . $user->id;
  $fail->($name, '203.0.115.5', 4);
  my ($count, $hmac) = owner()->selectrow_array(q(select count(*), max(after ->> 'unknownName') from audit where by_address = '203.0.115.5'));
  is $count, 1, 'an unknown name makes one row';
  like $hmac, qr/^[0-9a-f]{64}$/, '… with the HMAC of the name';
  unlike owner()->selectrow_array('select string_agg(a::text, chr(10)) from audit a'), qr/\Q$name\E/;
};

done_testing;
