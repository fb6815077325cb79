# t/ops/docs/collabctl-docs.t: docs/collabctl.8 documents every command and option of collabctl, and no others
# t/ops/setup/directives.t tests docs/directives.md.
use strict;
use warnings;
use JSON::PP;
use Test::More;

sub slurp { my ($path) = @_; open my $in, '<:encoding(UTF-8)', $path or die "$path: $!\n"; local $/; return scalar <$in> }

# The manual by noun, and the synopsis lines (.It Cm) by command. `Op Fl -name | -domain` names two options.
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

subtest 'every command has a line in the manual, and no others' => sub {
  my %nouns = map { $_->{name} => 1 } @{ $table->{nouns} };
  is_deeply [sort keys %section], [sort keys %nouns], 'each noun has a section, and there are no others';
  my @without = grep { !defined $synopsis{$_} && !($command{$_}{verb} eq '' && !@{ $command{$_}{arguments} } && !@{ $command{$_}{options} }) } sort keys %command;
  is_deeply \@without, [], 'each command has a line, unless it takes no arguments and options';
  is_deeply [grep { !$command{$_} } sort keys %synopsis], [], 'every line is for an existing command';
};

subtest 'every option and argument is explained, and no others' => sub {
  for my $name (sort keys %command) {
    my $command = $command{$name};
    my $lines = $synopsis{$name} || [];
    my $line = join ' ', @$lines;
    my %shown = map { $_ => 1 } $line =~ /(?<![\w-])-([a-z][a-z0-9-]+)/g;
    my %options = map { $_->{name} => 1 } @{ $command->{options} };
    my %everywhere = map { $_->{name} => 1 } @{ $table->{options} };
    my @explained = grep { $section{ $command->{noun} } =~ /^\.(?:It )?(?:.*\s)?Fl -\Q$_\E(?![\w-])|\| -\Q$_\E(?![\w-])/m } sort keys %options;
    is_deeply \@explained, [sort keys %options], "$name: every option is explained";
    is_deeply [grep { !$options{$_} && !$everywhere{$_} } sort keys %shown], [], "$name: every option shown exists";
    for my $each (@$lines) {
      my ($arguments) = $each =~ /\A *Ar ([A-Z]+(?: [A-Z]+)*)(?= |\z)/;
      is_deeply [split / /, $arguments // ''], [map { $_->{name} } @{ $command->{arguments} }], "$name: its arguments come in order";
    }
  }
  for my $option (@{ $table->{options} }) {
    like $manual, qr/^\.It Fl -\Q$option->{name}\E\b/m, "the common option --$option->{name} is explained";
  }
};

done_testing;
