# t/ops/collabctl/completion.t: bash completes every command and option of collabctl's table, and names of the exchange
use lib qw(t/lib lab/lib);
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;
use JSON::PP;

my $program = $ENV{COLLAB_CTL} || './collabctl';
$ENV{COLLAB_DSN} = 'host=/nowhere';       # the words of the table need no database
my $table = decode_json(scalar `$program help --json`);

# What bash offers where the last of these words ends.
sub offered {
  my @words = ($program, @_);
  open my $bash, '-|', 'bash', '-c', 'source ./collabctl.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _collabctl; printf "%s\n" "${COMPREPLY[@]}"', 'bash', @words
    or die "bash: $!\n";
  chomp(my @got = <$bash>);
  return [sort grep { length } @got];
}
sub options { return map {"--$_->{name}"} @{ $_[0] } }

my @nouns = @{ $table->{nouns} };
cmp_ok scalar @nouns, '>', 15, 'the table';
is_deeply offered(''), [sort 'help', map { $_->{name} } @nouns], 'every noun';
is_deeply offered('help', ''), offered(''), '… also after help';
for my $noun (@nouns) {
  my %verb = map { $_->{verb} => $_ } @{ $noun->{commands} };
  my $own = delete $verb{''};
  my $words = offered($noun->{name}, '');
  is_deeply [grep { !/^--/ } @$words], [sort keys %verb], "$noun->{name}: its verbs";
  for my $command (values %verb, $own // ()) {
    my @words = ($noun->{name}, grep { length } $command->{verb});
    is_deeply offered(@words, '--'), [sort(options($command->{options}), options($table->{options}))], "@words: its options";
  }
}
is_deeply offered('company', 'a'), ['add'], 'a beginning';
is_deeply offered('company', 'add', 'Acme', '--dom'), ['--domain'], '… behind an argument';
is_deeply offered('user', 'add', '--password-file', ''), [], 'the value of an option is a file: bash\'s own business';
is_deeply offered('user', 'set', 'ada', '--role', 'm'), ['member'], 'a role';
is_deeply offered('setup', '--write-hba', '--base'), ['--base-url'], 'a flag has no value';

subtest 'names of the exchange' => sub {
  my $stack = stack();
  my $x = exchange();
  my ($domain, $username) = ($x->submitter->company->{domain}, $x->submitter->username);
  my $id = $x->submitter->post('/v2/webhooks', { callbackUrl => receiver()->url })->ok->{id};
  is_deeply offered('company', 'show', $domain), [], 'no database, no name';
  local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN};
  is_deeply offered('company', 'show', substr $domain, 0, -1), [$domain], 'a company, by its domain';
  is_deeply offered('user', 'show', substr $username, 0, -1), [$username], 'a user';
  collabctl('user', 'erase', user(company())->username, '--yes');
  is_deeply offered('user', 'show', 'erased'), [], 'an erased user, whose name has spaces, is not offered in pieces';
  ok +(grep { $_ eq $id } @{ offered('subscription', 'pause', '') }), 'a subscription';
  is_deeply offered('community', 'join', 'Storage', $domain), [$domain], 'the second argument';
  is_deeply offered('community', 'join', $domain), [], '… and not the first';
  is_deeply offered('deliveries', 'retry', '--dry-run', '--company', $domain), [$domain], 'the value of an option';
  is_deeply offered('user', 'password', '--password-file', 'file', $username), [$username], 'behind an option and its value';
};
done_testing;
