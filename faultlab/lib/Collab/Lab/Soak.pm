# The long run (--soak MINUTES): half of this machine's peak rate for MINUTES. Nothing may grow between the first and the last quarter of
# the samples: dead rows and size of the live tables, memory of dispatchers and workers, age of the oldest pending delivery. Some
# receivers accept no delivery, so their deliveries pile up. The size of the live tables may grow by the rows of these deliveries.
package Collab::Lab::Soak;
use strict;
use warnings;
use List::Util qw(max sum0);
use Time::HiRes qw(time sleep);
use Collab::Lab::Report;
use Collab::Trial qw(round);

# Name, words and unit of each measure, and its tolerance: the last quarter may exceed the first by a fifth plus this number.
my @measures = (
  ['outboxDead',     'dead rows of outbox',      'rows',    2000],
  ['deliveryDead',   'dead rows of delivery',    'rows',    2000],
  ['waiting',         'rows of delivery that wait', 'rows'],
  ['liveSize',       'size of the live tables',  'KiB',     8192],
  ['dispatcher',      'memory of dispatchers',    'KiB',     4096],
  ['worker',          'memory of workers',        'KiB',     8192],
  ['lag',             'oldest pending delivery',  's',       0.5],
);

use constant { PEAK_FOR => 20, SAMPLES => 240, SETTLE => 120, ROW => 1.5 };      # seconds, number, seconds; ROW: maximum KiB of a row with its entries in four indexes

# The peak rate while all writers write as fast as they can: the number of writes a second that are acknowledged and delivered.
sub peak {
  my ($lab) = @_;
  $lab->say('finding the peak');
  $lab->start_load(2000);
  my $account = $lab->{account};
  my $look = sub { my ($seconds) = @_; my $until = time + $seconds; while (time < $until) { $lab->tick; sleep 0.05 } };
  $look->(PEAK_FOR / 4);
  my ($at, $acknowledged, $received, $expected) = (time, @{$account}{qw(acknowledged received expected)});
  $look->(PEAK_FOR);
  my $took = time - $at;
  my $writes = ($account->{acknowledged} - $acknowledged) / $took;
  my $deliveries = ($account->{received} - $received) / $took;
  my $each = max 1, ($account->{expected} - $expected) / max 1, $account->{acknowledged} - $acknowledged;
  $lab->stop_load;
  $lab->drain;
  my $peak = $writes < $deliveries / $each ? $writes : $deliveries / $each;
  $lab->say(sprintf 'peak: %.0f writes a second, %.0f deliveries', $peak, $peak * $each);
  die "the peak is below one write a second\n" if $peak < 1;
  return $peak;
}

# Called at each tick: takes SAMPLES samples, spread evenly over the run.
sub sample {
  my ($lab) = @_;
  my $now = time;
  my $settled = $lab->{began_at} + ($lab->{duration} < 1200 ? $lab->{duration} / 10 : SETTLE);    # after that, the effects of the search for the peak are gone
  return if $lab->{taken}{database} || $now < $settled || $now < ($lab->{soak_at} // 0);
  $lab->{soak_at} = $now + max 1, $lab->{duration} / SAMPLES;
  my %dead = map { $_->[0] => $_->[1] } @{ $lab->dbh->selectall_arrayref(q(select relname, n_dead_tup from pg_stat_user_tables where relname in ('outbox', 'delivery'))) };
  my ($size, $waiting) = $lab->dbh->selectrow_array(q(select (select sum(pg_total_relation_size(live)) from unnest('{outbox,delivery,lease}'::regclass[]) live) / 1024, count(*) from delivery where claim is null));
  my @servers = $lab->{site}->nodes;
  push @{ $lab->{samples} }, {
    at => round($now - $lab->{began_at}), outboxDead => $dead{outbox} // 0, deliveryDead => $dead{delivery} // 0, liveSize => $size, waiting => $waiting,
    dispatcher => sum0(map { Collab::Lab::Report::resident($_) } map { $_->processes('collab-dispatch') } @servers),
    worker => sum0(map { Collab::Lab::Report::resident($_) } map { $_->children } @servers),
    lag => round($lab->{account}->lag($now)), received => $lab->{account}{received},
  };
}

# {measure => {first, last, most, flat}, …}
sub judge {
  my ($lab) = @_;
  my @samples = @{ $lab->{samples} || [] };
  my $quarter = max 1, int @samples / 4;
  my %flat;
  for my $measure (@measures) {
    my ($name, undef, $unit, $more) = @$measure;
    my @all = map { $_->{$name} } @samples;
    my ($first, $last) = (mean(@all[0 .. $quarter - 1]), mean(@all[-$quarter .. -1]));
    $more = $last if $name eq 'waiting';      # reported, not judged
    $more += ROW * max 0, $flat{waiting}{last} - $flat{waiting}{first} if $name eq 'liveSize';
    $flat{$name} = { first => round($first), last => round($last), most => max(@all), unit => $unit,
      flat => $last <= $first * 1.2 + $more ? JSON::XS::true : JSON::XS::false };
  }
  return \%flat;
}

sub mean { return sum0(@_) / (@_ || 1) }

sub wrong { my ($flat) = @_; return map { "not flat: $_->[1], $flat->{$_->[0]}{first} $_->[2] in the first quarter, $flat->{$_->[0]}{last} in the last" } grep { !$flat->{ $_->[0] }{flat} } @measures }

sub show {
  my ($flat) = @_;
  printf "\n%-33s %14s %14s %14s\n", '', 'first quarter', 'last quarter', 'most';
  for my $measure (@measures) {
    my ($name, $what, $unit) = @$measure;
    my $one = $flat->{$name};
    printf "%-33s %14s %14s %14s  %s\n", "$what, $unit", @{$one}{qw(first last most)}, $name eq 'waiting' ? '' : $one->{flat} ? 'flat' : 'NOT FLAT';
  }
}

1;
