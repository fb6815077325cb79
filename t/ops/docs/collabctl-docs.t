# t/ops/docs/collabctl-docs.t: every command and option of collabctl is documented, and nothing else is
# t/ops/setup/directives.t checks docs/directives.md.
use strict;
use warnings;
use JSON::PP;
use Test::More;

sub slurp { my ($path) = @_; open my $in, '<:encoding(UTF-8)', $path or die "$path: $!\n"; local $/; return scalar <$in> }

# The manual by noun: the lines of synopsis (.It Cm), each with what stands below it. `Op Fl -name | -domain` names two options.
my $manual = slurp('docs/collabctl.8');
my %section = $manual =~ /^\.Ss (\S+)\n(.*?)(?=^\.Ss |^\.Sh |\z)/msg;
my %synopsis;
for my $noun (keys %section) {
  for my $line ($section{$noun} =~ /^\.It (Cm .*)$/mg) {
    for my $one (split / , (?=Cm )/, $line) {
      my ($words, $rest) = $one =~ /\ACm ((?:[a-z-]+ ?)+?)(?= ?(?:Ar|Fl|Op|Oo|\z))(.*)/;
      push @{ $synopsis{ $words =~ s/ \z//r } }, $rest;
    }
  }
}
my $table = decode_json(scalar qx(./collabctl help --json));
my %command;
for my $noun (@{ $table->{nouns} }) {
  $command{ join ' ', $noun->{name}, grep { length } $_->{verb} } = { %$_, noun => $noun->{name} } for @{ $noun->{commands} };
}

subtest 'commands' => sub {
  my %nouns = map { $_->{name} => 1 } @{ $table->{nouns} };
  is_deeply [sort keys %section], [sort keys %nouns], 'each noun has a section, and no other';
  my @without = grep { !defined $synopsis{$_} && !($command{$_}{verb} eq '' && !@{ $command{$_}{arguments} } && !@{ $command{$_}{options} }) } sort keys %command;
  is_deeply \@without, [], 'each command has its line; one that takes nothing may do with its section';
  is_deeply [grep { !$command{$_} } sort keys %synopsis], [], 'there is no line of a command that there is not';
};

subtest 'options and arguments' => sub {
  for my $name (sort keys %command) {
    my $command = $command{$name};
    my $lines = $synopsis{$name} || [];
    my $line = join ' ', @$lines;
    my %shown = map { $_ => 1 } $line =~ /(?<![\w-])-([a-z][a-z0-9-]+)/g;
    my %options = map { $_->{name} => 1 } @{ $command->{options} };
    my %everywhere = map { $_->{name} => 1 } @{ $table->{options} };
    my @explained = grep { $section{ $command->{noun} } =~ /^\.(?:It )?(?:.*\s)?Fl -\Q$_\E(?![\w-])|\| -\Q$_\E(?![\w-])/m } sort keys %options;
    is_deeply \@explained, [sort keys %options], "$name: every option";
    is_deeply [grep { !$options{$_} && !$everywhere{$_} } sort keys %shown], [], "$name: no option that there is not";
    for my $each (@$lines) {
      my ($arguments) = $each =~ /\A *Ar ([A-Z]+(?: [A-Z]+)*)(?= |\z)/;
      is_deeply [split / /, $arguments // ''], [map { $_->{name} } @{ $command->{arguments} }], "$name: its arguments, in their order";
    }
  }
  for my $option (@{ $table->{options} }) {
    like $manual, qr/^\.It Fl -\Q$option->{name}\E\b/m, "--$option->{name} of all commands";
  }
};

done_testing;
