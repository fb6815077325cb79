# t/ops/collabctl/completion.t: bash completes every command and option of collabctl's table (build/completion)
use strict;
use warnings;
use JSON::PP;
use Test::More;

my $program = $ENV{COLLAB_CTL} || './collabctl';
my $table = decode_json(scalar `$program help --json`);

# What bash offers where the last of these words ends.
sub offered {
  my @words = ('collabctl', @_);
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
is_deeply offered('setup', '--write-hba', '--base'), ['--base-url'], 'a flag has no value';
done_testing;
