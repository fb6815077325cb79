# t/ops/collabctl/command-table.t: every command and option has help, a suggestion for a slip, and JSON output
use lib qw(t/lib lab/lib);
use Collab::Stack;
use Collab::Test;

my $table = JSON::XS->new->utf8->decode(run(qw(./collabctl help --json)));
my @commands = map { my $noun = $_; map { { %$_, noun => $noun->{name}, words => [$noun->{name}, grep { length } $_->{verb}] } } @{ $noun->{commands} } } @{ $table->{nouns} };
cmp_ok @commands, '>', 50;
my $stack = stack();

sub ctl { local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN}; return output('./collabctl', @_) }
# Runs many commands in one shell: forking this process for each would cost ten times as much. Returns words => [status, output].
sub answers {
  my @asked = map { join ' ', @$_ } @_;
  my ($file, %answer) = "$ENV{COLLAB_TEST_DIR}/asked";
  Collab::Stack::write_file($file, join '', map { "./collabctl $_ 2>&1; printf '\\036%d\\036' \$?\n" } @asked);
  my @said = split /\x1e/, (output('bash', $file))[1];
  while (my ($asked, $said, $status) = (shift @asked, splice @said, 0, 2)) {
    last unless defined $asked;
    $answer{$asked} = [$status, $said];
  }
  return \%answer;
}
# A misspelt word: its last two letters change places.
sub slip { my ($word) = @_; return $word =~ s/(.)(.)\z/$2 eq $1 ? "$1x" : "$2$1"/er }

subtest 'every noun has help, and a misspelt one is suggested' => sub {
  my @names = map { $_->{name} } @{ $table->{nouns} };
  my $got = answers([], map({ [$_] } qw(help -h --help)), map { my $name = $_; (['help', $name], (map { [$name, $_] } qw(-h --help)), [slip($name)], ['help', slip($name)]) } @names);
  my $help = $got->{help}[1];
  is_deeply $got->{$_}, [0, $help], "$_: help" for qw(help -h --help);
  is_deeply $got->{''}, [2, $help], 'an empty command line prints the help';
  for my $noun (@{ $table->{nouns} }) {
    my $name = $noun->{name};
    like $help, qr/^  \Q$name\E +\S/m, "$name is listed";
    my ($status, $own) = @{ $got->{"help $name"} };
    is_deeply $got->{"$name $_"}, [0, $own], "$name $_: help" for qw(-h --help);
    for my $command (@{ $noun->{commands} }) {
      my $usage = join ' ', $name, grep { length } $command->{verb};
      like $own, qr/^(?:usage: )?collabctl \Q$usage\E(?: |$)/m, "$name: there is $usage";
    }
    for my $asked (slip($name), 'help ' . slip($name)) {
      is $got->{$asked}[0], 2, $asked;
      like $got->{$asked}[1], qr/unknown command .*did you mean "\Q$name\E"\?$/, "$name is suggested";
    }
  }
};

subtest 'every command and option has help, and a misspelt one is suggested' => sub {
  my $global = $commands[0];
  # Starting collabctl is slow on some machines: the short form takes one option of each command.
  my @options = map { my $command = $_; my @of = (@{ $command->{options} }, $command == $global ? @{ $table->{options} } : ()); map { [$command, $_] } @of[0 .. long($#of, @of ? 0 : -1)] } @commands;
  my $got = answers((map { (['help', @{ $_->{words} }], [@{ $_->{words} }, '-h'], length $_->{verb} ? [$_->{noun}, slip($_->{verb})] : ()) } @commands),
    map { [@{ $_->[0]{words} }, '--' . slip($_->[1]{name})] } @options);
  for my $command (@commands) {
    my ($noun, $verb, $words) = (@{$command}{qw(noun verb)}, "@{ $command->{words} }");
    my ($status, $help) = @{ $got->{"help $words"} };
    is $status, 0, "help $words";
    is_deeply $got->{"$words -h"}, [0, $help], "$words -h: help";
    like $help, qr/^ {0,4}\Q$command->{help}\E$/m, "$words has a description";
    like $help, qr/--\Q$_->{name}\E/, "$words has --$_->{name}" for @{ $command->{options} };
    like $help, qr/ \Q$_->{name}\E\b/, "$words has $_->{name}" for @{ $command->{arguments} };
    next unless length $verb;
    my $slip = "$noun " . slip($verb);
    is $got->{$slip}[0], 2, $slip;
    like $got->{$slip}[1], qr/unknown command "\Q$slip\E"; did you mean "\Q$words\E"\?$/, "$words is suggested";
  }
  for my $one (@options) {
    my ($words, $option) = ("@{ $one->[0]{words} }", $one->[1]);
    my $asked = "$words --" . slip($option->{name});
    is $got->{$asked}[0], 2, $asked;
    like $got->{$asked}[1], qr/did you mean --\Q$option->{name}\E\?/, "--$option->{name} is suggested";
    like $option->{help}, qr/\S/, "$words: --$option->{name} has a description";
  }
};

# All names of members, at any depth.
sub members {
  my ($value) = @_;
  return map { members($_) } @$value if ref $value eq 'ARRAY';
  return ref $value eq 'HASH' ? map { ($_, members($value->{$_})) } keys %$value : ();
}

# A case of every command that shows something and changes nothing.
my $x = exchange();
my $subscription = $x->receiver->post('/v2/webhooks', { callbackUrl => 'https://callback.example/' })->ok;
$x->submitter->post($x->notes, a_note(), headers => { 'x-request-id' => 'of-the-note' })->ok;
my $domain = $x->receiver->company->{domain};
my $event = owner()->selectrow_array('select max(uid::text) from event where request_token = ?', undef, $x->token);
# Each command that lists something needs a row, because an empty JSON list shows no member names.
Collab::Stack::write_file("$ENV{COLLAB_TEST_DIR}/storage", "hush\n");
collabctl('attachment', 'set', $domain, '--domain', 'files.example.com', '--password-file', "$ENV{COLLAB_TEST_DIR}/storage");
collabctl('department', 'add', $domain, 'Vault');
$stack->pg->admin->do(q(select pg_create_physical_replication_slot('standby', true)));      # a blocker
collabctl('principal', 'add', 'Robot', '--company', $domain, '--email', "robot\@$domain", '--issuer', 'https://id.example', '--oid', 'robot-1');
collabctl('search', 'synonym', 'hautbois', '--means', 'double reed');
collabctl('search', 'role-word', 'reed');
owner()->do(q(insert into replay (wanted, who, rate, total, state) values ('{}', 'me', 1, 1, 'done')));
my %case = (
  'department list' => ['--company', $domain], 'user list' => ['--company', $domain], 'principal list' => ['--company', $domain],
  'form list' => ['--company', $domain], 'form show' => [$x->document], 'search explain' => ['disk', '--as', $x->submitter->username],
  'company show' => [$domain], 'user show' => [$x->receiver->username], 'request show' => [$x->token], 'subscription show' => [$subscription->{id}],
  'clock' => [], 'retention' => [], 'deliveries' => ['--event', $event], 'replay' => ['--event', $event], 'request find' => ['--request-id', 'of-the-note'], 'check-url' => ['https://192.0.2.1/'],
);
for my $command (@commands) {
  my $name = "@{ $command->{words} }";
  $case{$name} //= [] if $command->{list} && !@{ $command->{arguments} };
}

subtest '--json is JSON, with names in camelCase' => sub {
  my %status = ('check-url' => 1);      # the address is refused
  for my $name (sort keys %case) {
    my @words = split / /, $name;
    ok +(grep { "@{ $_->{words} }" eq $name } @commands), "there is $name" or next;
    my ($status, $said) = ctl(@words, @{ $case{$name} }, '--json');
    is $status, $status{$name} // 0, "$name: exit status";
    my $value = eval { JSON::XS->new->utf8->allow_nonref->decode($said) };
    ok defined $value, "$name: is JSON" or diag "exit $status: $said";
    ok +(ref $value eq 'ARRAY' ? @$value : %$value), "$name: is not empty";
    is_deeply [grep { !/\A[a-z][a-zA-Z0-9]*\z/ } members($value)], [], "$name: camelCase";
  }
};

subtest 'a message is JSON with --json' => sub {
  my @token = ($x->submitter->username, '--token-key', "$ENV{COLLAB_TEST_DIR}/token.key", '--issuer', 'https://exchange.example');
  for my $words ([qw(search rebuild)], ['rotate-key'], ['token', @token], ['token-key', 'add', "$ENV{COLLAB_TEST_DIR}/another.key"], ['migrate'],
    ['subscription', 'pause', $subscription->{id}], ['subscription', 'resume', $subscription->{id}], ['subscription', 'test', $subscription->{id}]) {
    my $value = eval { JSON::XS->new->utf8->decode(collabctl(@$words, '--json')) };
    ok $value, "@{$words}[0 .. ($#$words > 1 ? 1 : $#$words)]" or diag $@;
    is_deeply [grep { !/\A[a-z][a-zA-Z0-9]*\z/ } members($value)], [], '… with names in camelCase';
  }
};

subtest 'an empty list prints "none"' => sub {
  my $nobody = company(form => 0);
  for my $command (grep { $_->{list} && grep { $_->{name} eq 'company' } @{ $_->{options} } } @commands) {
    my @words = @{ $command->{words} };
    my ($status, $said) = ctl(@words, '--company', $nobody->{domain});
    is "$status $said", "0 none\n", "@words";
    is +(ctl(@words, '--company', $nobody->{domain}, '--json'))[1], "[]\n";
  }
};

subtest 'a repeated change says that there is nothing to do' => sub {
  my $user = user(my $company = company());
  my $department = department($company)->{id};
  my $form = form($company)->{id};
  collabctl('community', 'add', my $community = "Idle $company->{name}");
  my $note = $x->submitter->post($x->notes, a_note())->ok->{token};
  for my $words (
    ['user', 'enable', $user->username], ['user', 'unlock', $user->username], ['company', 'enable', $company->{domain}], ['department', 'enable', $department],
    ['form', 'enable', $form], ['community', 'join', $community, $company->{domain}], ['note', 'remove', $note], ['form', 'disable', $form],
    ['department', 'disable', $department], ['user', 'disable', $user->username], ['user', 'move', $user->username, '--company', $company->{domain}],
    ['community', 'rename', $community, $community], ['attachment', 'remove', $company->{domain}], ['request', 'reopen', $x->token, '--why', 'again'], ['company', 'disable', $company->{domain}, '--yes'],
  ) {
    ctl(@$words);
    my ($status, $said) = ctl(@$words);
    is $status, 0, "@$words";
    like $said, qr/\Anothing to do: .*\S\n\z/, '… the second time';
    like +(ctl(@$words, '--json'))[1], qr/\A\{"message":"nothing to do: .*"\}\n\z/, '… and as JSON';
  }
};

done_testing;
