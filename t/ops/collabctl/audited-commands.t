# t/ops/collabctl/audited-commands.t: each command that changes something, and export, writes an audit row; others write none
# docs/operations.md#the-audit
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;

my $stack = stack(extra => "CollabDispatcher Off\n");
my $dir = $ENV{COLLAB_TEST_DIR};
my $json = JSON::XS->new->utf8;
$ENV{COLLAB_SECRETS_KEY} = "$dir/secrets.key";

# The rows since the last call.
my $last = 0;
sub rows {
  my @rows = map { $json->decode($_) } @{ owner()->selectcol_arrayref('select audit_line(a) from audit a where id > ? order by id', undef, $last) };
  $last = $rows[-1]{id} if @rows;
  return @rows;
}
sub row_of {
  my @words = @_;
  rows();
  collabctl(@words);
  my @rows = rows();
  is scalar @rows, 1, "one row: @words";
  return $rows[0];
}
sub one { return scalar owner()->selectrow_array(shift, undef, @_) }
sub slurp { my ($path) = @_; open my $in, '<', $path or die "$path: $!\n"; local $/; return scalar <$in> }
sub file { my ($name, $text) = @_; Collab::Stack::write_file("$dir/$name", $text); return "$dir/$name" }

# The rows of collabctl's tables, in the source: by the command's name, whether the row says that it only reads, and its statement.
my $table = $json->decode(run(qw(./collabctl help --json)));
my @commands = map { my $noun = $_->{name}; map { join ' ', $noun, grep { length } $_->{verb} } @{ $_->{commands} } } @{ $table->{nouns} };
my $source = join '', map { slurp($_) } glob 'mod_collab/ctl/*.c mod_collab/ctl/*/*.c';
my %noun = map { $_ => 1 } map { $_->{name} } @{ $table->{nouns} };
my %noun_of = reverse map { /^  \{ "([\w-]+)",.*\b(collab_ctl_\w+) *\},?$/ && $noun{$1} ? ($1 => $2) : () } split /\n/, $source;
my %row;
while ($source =~ /^const collab_ctl_command_t (\w+)\[\] = \{\n(.*?)^\};/msg) {
  my ($noun, $rows) = ($noun_of{$1}, $2);
  while ($rows =~ /^  \{ "([\w-]*)",(.*?) \},$/msg) {
    my ($name, $rest) = (join(' ', $noun, length $1 ? $1 : ()), $2);
    $row{$name} = { reads => scalar($rest =~ /\bREADS\b/), statement => $rest =~ /STATEMENT\(ctl_(\w+)\)/ ? $1 : undef };
  }
}
my %reads = map { $_ => 1 } grep { $row{$_}{reads} } keys %row;
# Commands that @cases leaves out. migrate, demo and exchange adopt have a subtest below, and demo echo has one in echo.t. setup and blocker end need PostgreSQL's
# superuser: setup.t and blocker.t test them. faultlab uses an exchange of its own. exchange apply has a row for each object, too: exchange-file.t.
my %apart = map { $_ => 1 } (qw(setup migrate demo faultlab), 'blocker end', 'demo echo', 'exchange adopt', 'exchange apply');

my $x = exchange();
my ($company, $other) = map { company() } 1 .. 2;
my $domain = $company->{domain};
my ($user, $second) = map { user($company) } 1 .. 2;
my $hook = $x->receiver->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/in?key=hidden-query' })->ok->{id};
owner()->do('update account set epoch = 2 where id in (?, ?)', undef, $user->id, $second->id);
my $password = file('password', "hidden-password-of-25-letters\n");
my $form = form($company)->{id};
my $department = department($company)->{id};
my $note = $x->submitter->post($x->notes, a_note())->ok->{token};
my $replays = 0;
sub replay { return owner()->selectrow_array(q(insert into replay (wanted, who, rate, total, state) values ('{}', 'me', 1, 1, ?) returning id), undef, shift) }
sub dead_letter {
  my $event = one('select max(id) from event where request_token = ?', $x->token);
  return one('insert into dead_letter (event, subscription, reason) values (?, ?, ?) returning id', $event, $hook, 'x');
}
my $gone = company();
my %erased = (x => exchange(), company => $gone, user => user($gone));
$erased{note} = $erased{x}->submitter->post($erased{x}->notes, a_note())->ok->{token};
my @members = map { "audited$_.example" } 1 .. 2;

# A case of each command that changes something: its words, and the expected values of its row. Later cases use what earlier ones made.
my @cases = (
  [[qw(company add New --domain), $members[0]], company => $members[0], after => { name => 'New' }],
  [['company', 'set', $domain, '--description', 'Disks', '--hours-high', 3], company => $domain, after => { description => 'Disks', hoursHigh => 3 }],
  [['company', 'rename', $domain, 'Renamed'], company => $domain, after => { name => 'Renamed' }],
  [['company', 'logout', $domain], company => $domain],
  [['company', 'disable', $members[0], '--yes'], company => $members[0], before => { active => true }, after => { active => false }],
  [['company', 'enable', $members[0]], company => $members[0], before => { active => false }, after => { active => true }],
  [['member', 'add', 'Newer', '--domain', $members[1], '--community', 'Audited', '--user', "ada\@$members[1]", '--password-file', $password],
    company => $members[1], user => "ada\@$members[1]", after => { community => 'Audited' }],
  [['department', 'add', $domain, 'Vault'], company => $domain, after => { name => 'Vault' }],
  [['department', 'disable', $department], company => $domain, after => { active => false }],
  [['department', 'enable', $department], company => $domain, after => { active => true }],
  [['department', 'set', $department, '--name', 'Cellar', '--tags', 'deep,dry'], company => $domain, after => { name => 'Cellar', tags => ['deep', 'dry'] }],
  [['community', 'add', 'Ring'], after => { name => 'Ring' }],
  [['community', 'rename', 'Ring', 'Circle'], before => { name => 'Ring' }, after => { name => 'Circle' }],
  [['community', 'join', 'Circle', $domain], company => $domain, after => { community => 'Circle' }],
  [['community', 'leave', 'Circle', $domain], company => $domain, after => { community => 'Circle' }],
  [['community', 'remove', 'Circle'], before => { name => 'Circle' }, after => { community => 'Circle' }],
  [['user', 'add', "bob\@$domain", '--company', $domain, '--password-file', $password], company => $domain, user => "bob\@$domain", after => { email => "bob\@$domain" }],
  [['user', 'set', $user->username, '--first-name', 'Ada', '--city', 'Ulm'], company => $domain, user => $user->username, after => { firstName => 'Ada', city => 'Ulm' }],
  [['user', 'set', $second->username, '--username', "new\@$domain"], company => $domain, user => "new\@$domain", before => { username => $second->username }, after => { username => "new\@$domain" }],
  [['user', 'move', "new\@$domain", '--company', $members[0]], company => $members[0], user => "new\@$domain", before => { company => $company->{id} }, after => { epoch => 4 }],
  [['user', 'password', $user->username, '--password', 'hidden-password-of-25-letters'], user => $user->username, before => { epoch => 3 }, after => { epoch => 4 }],
  [['user', 'disable', $user->username], user => $user->username, before => { active => true }, after => { active => false }],
  [['user', 'enable', $user->username], user => $user->username, after => { active => true }],
  [['user', 'unlock', $user->username, '--address', '192.0.2.1'], user => $user->username, after => { address => '192.0.2.1' }],
  [['principal', 'add', 'Robot', '--company', $domain, '--email', "robot\@$domain", '--issuer', 'https://id.example', '--oid', 'robot-7'],
    company => $domain, user => "robot\@$domain", after => { subject => 'robot-7' }],
  [['principal', 'disable', 'robot-7'], company => $domain, user => "robot\@$domain", after => { active => false }],
  [['principal', 'enable', 'robot-7'], company => $domain, after => { active => true }],
  [['principal', 'set', 'robot-7', '--role', 'reader'], company => $domain, after => { role => 'reader' }],
  [['principal', 'remove', 'robot-7'], company => $domain, before => { subject => 'robot-7' }, after => { principal => 'robot-7' }],
  [['form', 'add', file('form', $json->encode({ company => $domain, name => 'F', fields => [] }))], company => $domain, after => { file => "$dir/form" }],
  [['form', 'set', $form, '--name', 'Renamed form'], company => $domain, after => { name => 'Renamed form' }],
  [['form', 'disable', $form], company => $domain, after => { active => false }],
  [['form', 'enable', $form], company => $domain, after => { active => true }],
  [['note', 'remove', $note], request => $x->token, before => { status => 'ENTERED' }, after => { status => 'REMOVED' }],
  [['attachment', 'set', $domain, '--domain', 'files.example.com', '--password-file', $password], company => $domain, after => { domain => 'files.example.com' }],
  [['attachment', 'remove', $domain], company => $domain],
  [[qw(search rebuild)]],
  [[qw(search synonym hautbois --means), 'double reed'], after => { phrase => 'hautbois', means => 'double reed' }],
  [[qw(search role-word reed)], after => { word => 'reed' }],
  [[qw(drain --keep-running)], after => undef],
  [[qw(drain end)]],
  [[qw(nodes forget gone/1)], after => { node => 'gone/1' }],
  [[qw(maintenance on --message), 'Back at eight'], after => { message => 'Back at eight' }],
  [[qw(maintenance off)]],
  [[qw(clock accept)]],
  [[qw(retention set --requests 40)], after => { requests => '40' }],
  [[qw(channel off event-log)], after => { name => 'event-log' }],
  [['subscription', 'pause', $hook, '--why', 'A test'], subscription => $hook, company => $x->receiver->company->{domain}, after => { pausedWhy => 'A test' }],
  [['subscription', 'resume', $hook], subscription => $hook, before => { pausedWhy => 'A test' }],
  [['subscription', 'test', $hook], subscription => $hook],
  [['deliveries', 'retry', '--subscription', sub { a_delivery() }], subscription => $hook],
  [['replay', '--dead-letter', sub { dead_letter() }, '--yes']],
  [['replay', 'pause', sub { replay('running') }]],
  [['replay', 'resume', sub { replay('paused') }]],
  [['replay', 'cancel', sub { replay('paused') }]],
  [['subscription', 'delete', $hook, '--yes'], subscription => $hook, company => $x->receiver->company->{domain}, before => { callbackUrl => 'http://127.0.0.1:9/in' }],
  [['request', 'close', $x->token, '--reason', 'Over'], request => $x->token, before => { status => 'OPEN' }, after => { status => 'CLOSED', reason => 'Over' }],
  [['request', 'reopen', $x->token, '--why', 'Too early'], request => $x->token, before => { status => 'CLOSED' }, after => { status => 'OPEN', why => 'Too early' }],
  [['token', $x->submitter->username, '--token-key', "$dir/token.key", '--issuer', 'https://exchange.example'], user => $x->submitter->username],
  [['token-key', 'add', "$dir/ring.key"], after => { file => "$dir/ring.key" }],
  [['token-key', 'use', "$dir/ring.key", 2], after => { key => '2' }],
  [['token-key', 'remove', "$dir/ring.key", 1], after => { key => '1' }],
  [[qw(rotate-key)]],
  [['note', 'erase', $erased{note}, '--yes'], request => $erased{x}->token],
  [['user', 'erase', $erased{user}->username, '--yes'], company => $erased{company}{domain}, user => 'erased user ' . $erased{user}->id],
  [['company', 'erase', $erased{company}{domain}, '--yes']],
);
sub a_delivery { owner()->do('insert into delivery (event, queue, due_at) select min(e.id), max(s.queue), now() + interval \'1 hour\' from event e, subscription s where e.request_token = ? and s.id = ?', undef, $x->token, $hook); return $hook }
collabctl('token-key', 'add', "$dir/ring.key");

# Commands that add something. Their rows have no earlier state.
my %adds = map { $_ => 1 } 'user add', 'principal add', 'department add', 'form add', 'member add', 'company add', 'community add';

my %tried;
wait_for { one('select count(*) from node') } 20, 'the node';
owner()->do(q(insert into node (name, process, version, problems, seen_at) values ('gone', 1, 'x', '[]', clock_timestamp() - interval '1 minute')));     # for `nodes forget`
owner()->do(q(update accepted_time set accepted = accepted - interval '2 days'));       # for `clock accept`
for my $case (@cases) {
  my ($words, %expected) = @$case;
  my $row = row_of(map { ref ? $_->() : $_ } @$words);
  my $what = $row->{what};
  $tried{$what}++;
  like "@$words", qr/^\Q$what\E\b/, "$what";
  is $row->{company}{domain}, $expected{company}, "$what: the company" if $expected{company};
  is $row->{user}{username}, $expected{user}, "$what: the user" if $expected{user};
  is $row->{subscriptionId}, $expected{subscription}, "$what: the subscription" if $expected{subscription};
  is $row->{requestToken}, $expected{request}, "$what: the request" if $expected{request};
  is $row->{before}, undef, "$what: nothing was there before" if $adds{$what};
  for my $side (qw(before after)) {
    is_deeply { map { $_ => $row->{$side}{$_} } keys %{ $expected{$side} } }, $expected{$side}, "$what: what it was given or has changed ($side)" if $expected{$side};
  }
}

subtest 'the row is right whatever name the object was given by, and whatever the command makes of the name' => sub {
  my $changes = sub { my $row = row_of(@_); return [$row->{company}{domain}, $row->{user}{username}, @$row{qw(before after)}] };
  my $company = company();
  my ($id, $old) = @$company{qw(id domain)};
  my $new = "new.$old";
  is_deeply $changes->('company', 'set', uc $old, '--domain', $new), [$new, undef, { domain => $old }, { company => uc $old, domain => $new }], 'a company by its domain, which changes';
  is_deeply $changes->('company', 'set', $id, '--domain', $old, '--hours-low', 9), [$old, undef, { domain => $new }, { company => $id, domain => $old, hoursLow => 9 }], '… and by its id';
  my $name = one('select name from company where id = ?', $id);
  collabctl('department', 'add', $id, 'Vault');
  is_deeply $changes->('company', 'rename', $old, 'Vault'), [$old, undef, { name => $name }, { company => $old, name => 'Vault' }], 'a new name that is also the name of its department';
  my $user = user($company);
  collabctl('principal', 'add', 'Arm', '--company', $id, '--email', "arm\@$old", '--issuer', 'https://id.example', '--oid', $user->id);
  my $epoch = one('select epoch from account where username = ?', "arm\@$old");
  is_deeply $changes->('principal', 'disable', $user->id), [$old, "arm\@$old", { active => true, epoch => $epoch }, { principal => $user->id, active => false, epoch => $epoch + 1 }],
    q(a principal by its object id, which is another user's number);
};

subtest 'every command has a case, or only reads' => sub {
  is_deeply [sort keys %row], [sort @commands], 'the rows of the source are the commands';
  is_deeply [grep { !$reads{$_} && !$apart{$_} && !$tried{$_} } @commands], [], 'each command that changes something has a case here';
  my %there = map { $_ => 1 } @commands;
  is_deeply [grep { !$there{$_} } sort(keys %apart, keys %tried)], [];
  is_deeply [grep { $reads{$_} } sort keys %tried, keys %apart], [], 'no command with a case says that it only reads';
  my %writes = map { $_ => 1 } slurp('mod_collab/store/statements.inc') =~ /^const collab_statement_t collab_sql_ctl_\w+ = \{"ctl_(\w+)", \d+, true,/mg;
  cmp_ok scalar keys %writes, '>=', 40;
  is_deeply [grep { $writes{ $row{$_}{statement} // '' } } sort keys %reads], [], 'the statement of no command that only reads writes';
  # These options look secret by their names, but their values are not. arg_values.c must leave out all other options with such names.
  my %plain = map { $_ => 1 } qw(password-file token-key key-lost certificate-key no-password new-passwords api-password secrets-key with-password-hashes);
  my @secret = grep { /pass|secret|dsn|key|token/ && !$plain{$_} } map { map { $_->{name} } @{ $_->{options} } } map { @{ $_->{commands} } } grep { $_->{name} ne 'faultlab' } @{ $table->{nouns} };
  my %secret = map { $_ => 1 } @secret;
  is_deeply [sort keys %secret], [qw(admin-dsn password)], 'arg_values.c leaves out these options';
};

subtest 'a row names the system user, and the user who called sudo' => sub {
  my $row = row_of('user', 'set', $user->username, '--city', 'Bonn');
  is_deeply [sort keys %{ $row->{by} }], [qw(host systemUser)];
  is $row->{by}{systemUser}, getpwuid $>;
  is_deeply [$row->{before}, $row->{after}], [{ city => 'Ulm' }, { city => 'Bonn', username => $user->username }], 'the old and the new value';
  local $ENV{SUDO_USER} = 'grace';
  is row_of('user', 'set', $user->username, '--city', 'Kiel')->{by}{sudoUser}, 'grace', 'the user who called sudo';
};

subtest 'a changed limit appears once' => sub {
  my @set = ('company', 'set', $domain, '--rate');
  is_deeply row_of(@set, 5, '--subscriptions', 6, '--contact', 'ops@acme.example')->{after},
    { company => $domain, rateLimit => 5, subscriptionLimit => 6, contacts => ['ops@acme.example'] };
  my $row = row_of(@set, 7);
  is_deeply [$row->{before}, $row->{after}], [{ rateLimit => 5 }, { company => $domain, rateLimit => 7 }], 'the old and the new value';
  is_deeply row_of(@set, 7)->{after}, { company => $domain, rate => '7' }, 'the given option, if the value was the same before';
};

subtest 'the reason of a pause appears once' => sub {
  my $subscription = $x->receiver->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/in' })->ok->{id};
  my $after = row_of('subscription', 'pause', $subscription, '--why', 'It moves')->{after};
  is_deeply { map { $_ => $after->{$_} } grep { /why/i } keys %$after }, { pausedWhy => 'It moves' };
};

subtest 'a command that changes nothing has no row' => sub {
  rows();
  my $event = one('select max(uid::text) from event where request_token = ?', $x->token);
  my $refused = sub { local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN}; my ($status) = output('./collabctl', @_); is $status, 1, "refused: @_" };
  $refused->(@$_) for [qw(user set nobody --city Bonn)], ['company', 'disable', $domain], ['subscription', 'delete', 999_999], [qw(replay --dead-letter 999999 --yes)],
    ['user', 'set', $user->username, '--username', $x->submitter->username], ['user', 'move', 'nobody', '--company', $domain], ['department', 'set', $department, '--name', 'Vault'];
  collabctl('user', 'enable', $user->username);                         # nothing to do
  collabctl('deliveries', 'retry', '--company', $domain, '--dry-run');
  collabctl(@$_) for ['company', 'list'], ['company', 'show', $domain], ['user', 'show', $user->username], ['request', 'show', $x->token], ['nodes'], ['audit'],
    ['deliveries', '--event', $event], ['replay', 'list'], ['form', 'show', $form], ['search', 'explain', 'disk', '--as', $x->submitter->username], ['channel', 'list'];
  collabctl_status();     # no dispatcher runs here: the health depends on how long the test takes
  is_deeply [rows()], [];
};

subtest 'no row has a secret' => sub {
  my $all = one('select string_agg(a::text, chr(10)) from audit a');
  unlike $all, qr/hidden/;
  unlike $all, qr/\$2[aby]\$/, 'no password hash';
  unlike $all, qr/\Q$ENV{COLLAB_TEST_DSN}\E/;
};

subtest 'an erased user is in no row of the audit' => sub {
  my ($user, $service) = (user(my $company = company()), 'Wanda');
  my $name = $user->username;
  $user->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/erased' })->ok;
  collabctl('user', 'set', $name, '--first-name', 'Ottokar', '--last-name', 'Vierling', '--phone', '555 0177', '--city', 'Ulm');
  collabctl('user', 'set', $name, '--first-name', 'Otto', '--email', "otto\@$company->{domain}");
  collabctl('principal', 'add', $service, '--company', $company->{domain}, '--email', "wanda\@$company->{domain}", '--issuer', 'https://id.example', '--oid', 'robot-8');
  collabctl('user', 'erase', $name, '--yes');
  my $rows = join "\n", map { $json->encode($_) } @{ $json->decode(collabctl('audit', '--json', '--limit', 10_000, '--company', $company->{id})) };
  unlike $rows, qr/\Q$_\E/, "nothing says $_" for $name, 'Otto', 'Vierling', '0177', 'otto@';
  like $rows, qr/"user erase"/;
  like $rows, qr/Wanda/, 'other accounts stay';
  my ($made) = @{ $json->decode(collabctl('audit', '--json', '--what', 'webhook.created', '--company', $company->{id})) };
  is $made->{after}{callbackUrl}, 'http://127.0.0.1:9/erased', "the user's changes of the company's subscription stay";
  like collabctl('audit', '--what', 'webhook.created', '--company', $company->{id}), qr/Z  erased user @{[ $user->id ]}  webhook\.created/, 'and name the user by id';
};

subtest 'a change and its row are one transaction' => sub {
  owner()->do('alter table audit add constraint full_disk check (false) not valid');
  local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN};
  my ($status) = output('./collabctl', 'user', 'set', $user->username, '--city', 'Rom');
  owner()->do('alter table audit drop constraint full_disk');
  isnt $status, 0, 'a command whose row cannot be written is refused';
  is one('select city from account where id = ?', $user->id), 'Kiel', 'and changes nothing';
};

subtest 'a key can be replaced while the database is away' => sub {
  local $ENV{COLLAB_DSN} = 'host=/nowhere dbname=x';
  my ($status, $said) = output('./collabctl', 'token-key', 'add', "$dir/ring.key");
  is $status, 0;
  like $said, qr/the database does not answer.*\n.*token-key add: the audit has no row of this change\n.*is added/, 'and the operator is told that the audit has no row';
};

subtest 'migrate and demo have a row each' => sub {
  is one(q(select count(*) from audit where what = 'migrate')), 1, 'the first migrate has a row';
  rows();
  collabctl('migrate');
  is_deeply [rows()], [], 'a migrate with nothing to do has none';
  my $new = Collab::Stack::migrated(File::Temp::tempdir('coXXXXXX', DIR => '/tmp', CLEANUP => 1));
  local $ENV{COLLAB_TEST_DSN} = $new->dsn('collab_owner');
  collabctl('demo');
  is_deeply(DBI->connect($new->dbi)->selectcol_arrayref('select what from collab.audit order by id'), ['migrate', 'demo']);
  $new->stop;
};

subtest 'exchange adopt, which ends all tokens, has a row' => sub {
  my $row = row_of(qw(exchange adopt --yes));
  is $row->{what}, 'exchange adopt';
  is one('select count(*) from subscription where active'), 0, 'it is done';
};

done_testing;
