# t/model/delivery.t: the model's properties hold in all orders of its steps, and none survives without its guards
use File::Copy qw(copy);
use File::Temp qw(tempdir);
use lib qw(t/lib lab/lib);
use Collab::File qw(slurp);
use Collab::Test;

my $model = 't/model/delivery.pml';
my $text = slurp($model);
my @parts = qw(FAULTS ALONE DUE FILTERS LATE LIVENESS NUMBERS OLD SLOW);

# The properties, by what pan writes of the first one that is broken.
my %property = (
  'in one place'    => qr/assertion violated .*outbox\[.*committed/,
  'own lease'       => qr/assertion violated .*claim\[.*held\[/,
  'no second lease' => qr/assertion violated .*valid\[/,
  'accepted'        => qr/assertion violated .*accepted\[/,
  'right filter'    => qr/assertion violated .*must\[/,
  'all settled'     => qr/invalid end state|acceptance cycle/,
);

# The guards: the property that is broken without the guard, and the parts of the model that this takes.
my @guards = (
  [NO_FENCE             => 'own lease'],
  [NO_RESCAN            => 'all settled', 'ALONE'],
  [KEEP_NUMBER          => 'all settled'],
  [NO_RESCAN            => 'all settled', 'DUE'],
  [FAN_OUT_KEEPS_OUTBOX => 'in one place'],
  [SETTLE_KEEPS_ROW     => 'in one place'],
  [NO_CLAIM_NULL        => 'no second lease'],
  [NO_LOCK_CHECK        => 'no second lease'],
  [CLAIM_BEFORE_ENTER   => 'no second lease'],
  [RENEW_ENDED          => 'no second lease', 'SLOW'],
  [NO_CLAIM_CHECK       => 'no second lease', 'SLOW FAULTS=2'],
  [SILENCE_IS_SUCCESS   => 'accepted'],
  [NO_FILTER_NUMBER     => 'right filter', 'FILTERS'],
  [NO_EXPIRY            => 'all settled'],
  [FORGET_UNSETTLED     => 'all settled'],
  [RECOVER_BEFORE_ENTER => 'all settled', 'LATE'],
  [NUMBER_ENDS_EARLY    => 'all settled', 'SLOW LATE NUMBERS'],
);

# Lets spin visit all states of the model with these words defined, until it finds a fault. Returns what its program pan wrote.
sub visit {
  my ($words, @pan) = @_;       # @pan: how pan is compiled
  my @define = map { "-D$_" } split ' ', $words;
  my @kind = $words =~ /LIVENESS/ ? () : '-DSAFETY';
  my $dir = tempdir(DIR => $ENV{COLLAB_TEST_DIR}, CLEANUP => 1);
  copy($model, "$dir/delivery.pml") or die "$model: $!\n";
  my @said;
  for my $command (['spin', @define, '-a', 'delivery.pml'], ['gcc', '-w', '-DMEMLIM=900', @kind, @pan, '-o', 'pan', 'pan.c'],
                   ['./pan', '-m10000', $words =~ /FAULTS=[23]|LIVENESS/ ? '-w22' : '-w16', $words =~ /LIVENESS/ ? '-a' : ()]) {
    @said = output('sh', '-c', 'cd "$0" && exec "$@"', $dir, @$command);
    die "@$command: exit $said[0]\n$said[1]" if $said[0];
  }
  return $said[1];
}

# No order of the steps breaks a property, and each step was visited.
sub holds {
  my ($words, @pan) = @_;
  my $said = visit($words, '-O1', @pan);
  like $said, qr/errors: 0$/m, "no property is broken: $words";
  unlike $said, qr/Search not completed|too small|truncat/, 'all states were visited';
  return $said;
}

sub breaks {
  my ($guard, $property, $parts) = @_;
  my $words = join ' ', grep { defined } $guard, $parts, ($parts // '') =~ /FAULTS/ ? () : 'FAULTS=1';
  like visit($words), $property{$property}, "$words breaks: $property";
}

subtest 'no property is broken' => sub {
  my $said = holds('OLD SLOW FAULTS=2');
  my @unvisited = grep { !/-end-/ } $said =~ /^\t\S+:\d+, state \d+, .*$/mg;
  is_deeply \@unvisited, [], 'and no step was impossible';
  holds(long('OLD SLOW LATE FILTERS DUE', 'OLD SLOW LATE FILTERS') . ' FAULTS=1 LIVENESS');
};

subtest 'without a guard, a property is broken' => sub {
  breaks(@$_) for @guards[0 .. long($#guards, 2)];
  my %guard = map { $_->[0] => 1 } @guards;
  is_deeply [sort keys %guard], [without_parts($text =~ /^#ifn?def (\w+)$/mg)], 'these are all guards of the model';
  my %broken = map { $_->[1] => 1 } @guards;
  is_deeply [sort keys %broken], [sort keys %property], 'each property can be broken';
};

subtest 'the model and the code name the same steps and statements' => sub {
  my ($head) = slurp('mod_collab/dispatch/claim/claim.c') =~ m{\A(/\*.*?\*/)}s;
  my @statements = $text =~ /\b(\w+\.sql)\b/g;
  my %step = map { $_ => 1 } $text =~ /^inline ([A-Z_]+)\(/mg;
  is_deeply [sort keys %step], [sort $head =~ /^ \*   ([A-Z_]{2,})  /mg],
    'the steps of the model are those in the head of claim.c';
  cmp_ok scalar keys %step, '>=', 12, 'the model has steps';
  like $head, qr{t/model/delivery\.pml}, 'which names the model';
  my %statement = map { s{.*/}{}r => 1 } glob 'sql/queries/*/*.sql';
  cmp_ok scalar @statements, '>=', 1, 'the model names statements';
  is_deeply [grep { !$statement{$_} } @statements], [], 'each statement that the model names exists';
};

sub without_parts {
  my %word = map { $_ => 1 } @_;
  delete @word{@parts};
  return sort keys %word;
}

if (long(1, 0)) {
  subtest 'no property is broken with more faults, in larger models' => sub {
    holds('OLD SLOW FAULTS=3');
    holds('OLD SLOW LATE DUE FAULTS=2', '-DHC4');        # hash compaction: whole states would take more than 1 GB
    holds('OLD SLOW FILTERS FAULTS=2');
    holds('SLOW LATE NUMBERS FAULTS=2', '-DHC4');
    holds('OLD SLOW FAULTS=2 LIVENESS');
  };
}

done_testing;
