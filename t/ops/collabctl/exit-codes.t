# t/ops/collabctl/exit-codes.t: each command exits with 0 (done), 1 (refused), 2 (usage) or 3 (not possible now)
use lib qw(t/lib lab/lib);
use Collab::Stack;
use Collab::Test;

my $stack = stack(extra => "CollabDispatcher Off\n");
my $dir = $ENV{COLLAB_TEST_DIR};
$ENV{COLLAB_SECRETS_KEY} = "$dir/secrets.key";
$ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN};

sub one { return scalar owner()->selectrow_array(shift, undef, @_) }
sub file { my ($name, $text) = @_; Collab::Stack::write_file("$dir/$name", $text); return "$dir/$name" }

# Runs many commands in one shell (starting collabctl from this process would cost more than its run). Returns their exit codes and outputs.
sub answers {
  my $script = file('asked', join '', map { './collabctl ' . join(' ', map { "'" . s/'/'\\''/gr . "'" } @$_) . " </dev/null 2>&1; printf '\\036%d\\036' \$?\n" } @_);
  my @said = split /\x1e/, (output('bash', $script))[1];
  return map { my ($text, $code) = splice @said, 0, 2; [$code, $text] } @_;
}
# Tests cases: [code, words …], with the text that the output has in the last place.
sub cases {
  my @cases = @_;
  my @texts = map { pop @$_ } @cases;
  my @codes = map { shift @$_ } @cases;
  for my $got (answers(@cases)) {
    my ($words, $code, $text) = (shift @cases, shift @codes, shift @texts);
    is $got->[0], $code, "$code: @$words" or diag $got->[1];
    like $got->[1], $text, '… and says why';
  }
}

my $x = exchange();
my $domain = $x->receiver->company->{domain};
my $user = $x->receiver->username;
my $hook = $x->receiver->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/in' })->ok->{id};
my $form = $x->document;
my $note = $x->submitter->post($x->notes, a_note())->ok->{token};
my $letter = one('insert into dead_letter (event, subscription, reason) select min(id), ?, $$x$$ from event where request_token = ? returning id', $hook, $x->token);
owner()->do(q(insert into delivery (event, queue, due_at) select max(e.id), max(s.queue), now() + interval '1 hour' from event e, subscription s where e.request_token = ? and s.id = ?), undef, $x->token, $hook);
my $idle = exchange(request => 0);
my $key = file('new.key', "collab-token-keys\n1 " . 'ab' x 32 . "\n");

subtest '0: done, or nothing to do' => sub {
  cases(
    [0, qw(company list), qr/DOMAIN/], [0, 'user', 'show', $user, qr/^username: /m], [0, 'user', 'set', $user, '--city', 'Ulm', qr/\A\z/],
    [0, 'user', 'enable', $user, qr/^nothing to do: /], [0, 'form', 'enable', $form, qr/^nothing to do: /], [0, 'community', 'list', qr/MEMBERS/],
    [0, qw(audit --what nothing), qr/^none$/], [0, qw(migrate), qr/^nothing to do: /], [0, qw(--version), qr/^collabctl /], [0, qw(help company), qr/company add/],
    [0, 'replay', '--subscription', $hook, '--since', '2000-01-01T00:00:00Z', '--until', '2000-01-02T00:00:00Z', qr/^deliveries: 0,/],
    [0, qw(request find --request-id nothing), qr/^none$/], [0, 'attachment', 'remove', $domain, qr/^nothing to do: /],
    [0, 'community', 'leave', one('select min(id) from community'), $idle->stranger->company->{domain}, qr/^nothing to do: /],
  );
};

subtest '0: an explicit --dry-run' => sub {
  cases([0, 'deliveries', 'retry', '--subscription', $hook, '--dry-run', qr/would|deliver/], [0, 'deliveries', 'retry', '--company', $domain, '--dry-run', qr/would|deliver/]);
};

subtest '1: a plan without --yes' => sub {
  my $before = one('select count(*) from audit');
  cases(
    [1, 'company', 'disable', $domain, qr/nothing is changed without --yes/], [1, 'company', 'erase', $idle->submitter->company->{domain}, qr/nothing is changed without --yes/],
    [1, 'user', 'erase', $user, qr/nothing is changed without --yes/], [1, 'note', 'erase', $note, qr/nothing is changed without --yes/],
    [1, 'subscription', 'delete', $hook, qr/nothing is changed without --yes/], [1, qw(exchange adopt), qr/nothing is changed without --yes/],
    [1, 'replay', '--dead-letter', $letter, qr/Nothing was changed\. Add --yes/], [1, 'replay', '--dead-letter', $letter, '--json', qr/"dryRun" ?: ?true/],
  );
  is one('select count(*) from audit'), $before, 'none of them changes anything';
};

subtest '1: refused' => sub {
  cases(
    [1, qw(company show nobody.example), qr/there is no company/], [1, qw(user disable nobody), qr/there is no user/], [1, qw(request close AAAAAAAAAAAAAAAAAAAA --reason x), qr/there is no request/],
    [1, 'department', 'set', 999_999, '--name', 'x', qr/there is no department/], [1, qw(community remove nothing), qr/there is no community/],
    [1, 'company', 'add', 'Again', '--domain', $domain, qr/domain: /], [1, 'user', 'set', $user, '--email', 'nobody', qr/email: must be an e-mail address/],
    [1, qw(company add x --domain y --hours-high none), qr/hours-high: must be a number/], [1, qw(request list --status lost), qr/status: must be one of/],
    [1, 'user', 'set', $user, qr/there is nothing to set/], [1, 'form', 'add', "$dir/nowhere.json", qr/nowhere\.json/],
    [1, qw(check-url http://192.0.2.1/), qr/refused/], [1, qw(token-key use), $key, 7, qr/there is no key 7/],
    [1, qw(drain --process 1), qr/this machine/],
  );
};

subtest '1: somebody must act' => sub {
  cases([1, qw(doctor), qr/\S/], [1, qw(company list --dsn), $ENV{COLLAB_TEST_DSN} =~ s/dbname=\S+/dbname=nothing/r, qr/the database refuses the login: .*does not exist/],
    [1, qw(user list --dsn), $ENV{COLLAB_TEST_DSN} =~ s/user=\S+/user=nobody_here/r, qr/the database refuses the login: /]);
  local $ENV{COLLAB_EXCHANGE} = '00000000-0000-4000-8000-000000000000';
  cases([1, qw(company list), qr/COLLAB_EXCHANGE/], [1, 'user', 'disable', $user, qr/COLLAB_EXCHANGE/]);
};

subtest '2: the command line lacks something or has too much' => sub {
  cases(
    [2, qw(company), qr/which command\?/], [2, qw(compny list), qr/did you mean "company"/], [2, qw(company ad), qr/did you mean "company add"/],
    [2, qw(user disable), qr/missing: USERNAME; usage: /], [2, 'user', 'move', $user, qr/missing: --company; usage: /], [2, 'user', 'disable', $user, 'x', qr/too many arguments; usage: /],
    [2, qw(request reopen AAAA), qr/missing: --why/], [2, qw(company list --dom x), qr/unknown option --dom/], [2, qw(migrate --wait), qr/no value for --wait/],
    [2, qw(company list --json --json), qr/given twice: --json/], [2, qw(company list --json=x), qr/takes no value: --json/], [2, qw(setup --dsn x), qr/--dsn: setup/],
    [2, 'user', 'set', $user, '--username', 'a', '--username', 'b', qr/given twice: --username/],
  );
  local $ENV{COLLAB_DSN};
  local $ENV{COLLAB_SETTINGS} = '/dev/null';
  cases([2, qw(company list), qr/no database is named/], [2, qw(migrate), qr/no database is named/]);
};

subtest '3: another session holds the lock' => sub {
  my $other = another_connection();
  my $admin = $stack->pg->admin;
  my $waiting = q(select pid from pg_stat_activity where wait_event_type = 'Lock' and usename = 'collab_owner');
  for my $end (['pg_cancel_backend', qr/the database refuses for now, repeat the command: .*cancel/], ['pg_terminate_backend', qr/terminat|connection to the database was lost/]) {
    $other->begin_work;
    $other->do('select from account where username = ? for update', undef, $user);
    open my $ctl, '-|', "./collabctl user set '$user' --city Rom 2>&1" or die "collabctl: $!\n";
    my $pid;
    ok +(wait_for { ($pid) = $admin->selectrow_array($waiting) } 20), 'the command waits for the lock';
    $admin->do("select $end->[0](?)", undef, $pid);
    my $said = do { local $/; <$ctl> };
    close $ctl;
    is $? >> 8, 3, "3: $end->[0]";
    like $said, $end->[1], '… and says why';
    $other->rollback;
  }
  is one('select city from account where username = ?', $user), 'Ulm', 'nothing is done';
};

subtest '3: the server takes no connection now' => sub {
  $stack->pg->admin->do('alter role collab_owner connection limit 0');
  cases([3, qw(company list), qr/the database does not answer: .*too many connections/], [3, 'user', 'disable', $user, qr/does not answer/]);
  $stack->pg->admin->do('alter role collab_owner connection limit -1');
};

# ---------------------------------------------------------------- last: the database is away
my $table = JSON::XS->new->utf8->decode(run(qw(./collabctl help --json)));
my %word = (text => 'x', email => 'a@b.example', emails => 'a@b.example', domain => 'b.example', number => 1, time => '-1h', uuid => '00000000-0000-4000-8000-000000000000', tags => 'a', role => 'reader');
my %given = (     # what a command needs beyond its required words, so that it comes to the database
  'user add' => ['--email', 'a@b.example', '--no-password'], 'user set' => [qw(--city Ulm)], 'user password' => [qw(--password a-password-of-25-letters)], 'company set' => [qw(--description x)],
  'department set' => [qw(--name x)], 'principal set' => [qw(--role reader)], 'retention set' => [qw(--requests 4)], 'replay' => [qw(--since -1h)], 'deliveries retry' => [qw(--company x)],
  'member add' => ['--password-file', file('password', "a-password-of-25-letters\n")], 'attachment set' => ['--password-file', "$dir/password", '--domain', 'files.example.com'],
  'exchange adopt' => [], 'demo echo' => [],
);
my %argument = ('form add FILE' => file('form.json', '{"company": "x", "name": "F", "fields": []}'), 'exchange apply FILE' => file('exchange.json', '{"format": 1}'), 'token token-key' => "$dir/token.key", 'token issuer' => 'https://exchange.example',
  'demo echo URL' => 'http://127.0.0.1:1', 'demo echo url' => 'http://127.0.0.1:1');
# These need no database, or find out by themselves what is wrong with it; or they need PostgreSQL's superuser.
my %apart = map { $_ => 1 } qw(setup doctor check-url faultlab), 'token-key list', 'token-key add', 'token-key use', 'token-key remove', 'blocker end';

subtest '3: the database is away, for every command' => sub {
  my @asked;
  for my $noun (@{ $table->{nouns} }) {
    for my $command (@{ $noun->{commands} }) {
      my $name = join ' ', $noun->{name}, grep { length } $command->{verb};
      next if $apart{$name};
      my $word = sub { my ($param) = @_; return $argument{"$name $param->{name}"} // $word{ $param->{kind} } };
      my %has = map { $_ => 1 } grep { /^--/ } @{ $given{$name} // [] };
      push @asked, [split(/ /, $name), (map { $word->($_) } @{ $command->{arguments} }),
        (map { ("--$_->{name}", $word->($_)) } grep { $_->{required} && !$has{"--$_->{name}"} } @{ $command->{options} }), @{ $given{$name} // [] }];
    }
  }
  cmp_ok scalar @asked, '>', 70, 'commands';
  $stack->pg->down('immediate');
  my @got = answers(@asked);
  for my $asked (@asked) {
    my $got = shift @got;
    is $got->[0], 3, "3: @$asked" or diag $got->[1];
    like $got->[1], qr/the database does not answer: /, '… and says why';
  }
};

done_testing;
