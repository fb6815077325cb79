# t/ops/collabctl/completion.t: bash completes every command and option of collabctl, and names from the database
use lib qw(t/lib lab/lib);
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;
use JSON::PP;

my $program = $ENV{COLLAB_CTL} || './collabctl';
$ENV{COLLAB_DSN} = 'host=/nowhere';       # commands and options need no database
my $table = decode_json(scalar `$program help --json`);

# The completions that bash offers at the end of these words.
sub offered {
  my @words = ($program, @_);
  open my $bash, '-|', 'bash', '-c', 'source ./collabctl.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _collabctl; printf "%s\n" "${COMPREPLY[@]}"', 'bash', @words
    or die "bash: $!\n";
  chomp(my @got = <$bash>);
  return [sort grep { length } @got];
}
sub options { return map {"--$_->{name}"} @{ $_[0] } }

my @nouns = @{ $table->{nouns} };
cmp_ok scalar @nouns, '>', 15, 'collabctl has more than 15 nouns';
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
is_deeply offered('company', 'a'), ['add'], 'the beginning of a verb is completed';
is_deeply offered('company', 'add', 'Acme', '--dom'), ['--domain'], 'an option is completed after an argument';
is_deeply offered('user', 'add', '--password-file', ''), [], 'the value of a file option is left to bash';
is_deeply offered('user', 'set', 'ada', '--role', 'm'), ['member'], 'a role is completed';
is_deeply offered('setup', '--write-hba', '--base'), ['--base-url'], 'a flag has no value';
is_deeply offered('--instance', 'beta', @$_), offered(@$_), "the same after --instance: @$_" for ['comp'], ['help', 'comp'], ['company', 'a'], ['company', 'add', 'Acme', '--dom'];

subtest 'names from the database are completed' => sub {
  my $stack = stack();
  my $x = exchange();
  my ($domain, $username) = ($x->submitter->company->{domain}, $x->submitter->username);
  my $id = $x->submitter->post('/v2/webhooks', { callbackUrl => receiver()->url })->ok->{id};
  is_deeply offered('company', 'show', $domain), [], 'without a database there are no names';
  local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN};
  is_deeply offered('company', 'show', substr $domain, 0, -1), [$domain], 'the domain of a company';
  is_deeply offered('--instance', 'beta', 'company', 'show', $domain), [], '… but not of another instance';
  is_deeply offered('user', 'show', substr $username, 0, -1), [$username], 'the name of a user';
  collabctl('user', 'erase', user(company())->username, '--yes');
  is_deeply offered('user', 'show', 'erased'), [], 'an erased user, whose name has spaces, is not offered in pieces';
  ok +(grep { $_ eq $id } @{ offered('subscription', 'pause', '') }), 'the id of a subscription';
  is_deeply offered('community', 'join', 'Storage', $domain), [$domain], 'the second argument';
  is_deeply offered('community', 'join', $domain), [], 'the first argument is not a company';
  is_deeply offered('deliveries', 'retry', '--dry-run', '--company', $domain), [$domain], 'the value of an option';
  is_deeply offered('user', 'password', '--password-file', 'file', $username), [$username], 'an argument after an option and its value';
};
done_testing;
