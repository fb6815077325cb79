# t/ops/schema/accepted-time.t: what deletes, closes or reminds by the time goes by the accepted time, and how that time advances
use strict;
use warnings;
use lib qw(t/lib lab/lib);
use Collab::Postgres;
use Collab::Stack;
use File::Basename qw(basename);
use File::Temp qw(tempdir);
use JSON::XS ();
use Test::More;

my $dir = tempdir('atXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $pg = Collab::Stack::migrated($dir);
END { local $?; $pg->stop if $pg }
my $owner = $pg->dbh;
my $dispatch = Collab::Postgres->connect($pg->dbi =~ s/collab_owner/collab_dispatch/r);
sub slurp { my ($path) = @_; open my $in, '<', $path or die "$path: $!\n"; local $/; return scalar <$in> }

# ---------------------------------------------------------------- what uses it

my $clock = qr/\b(?:(?:clock_timestamp|statement_timestamp|transaction_timestamp|now)\(\)|(?:current|local)_(?:date|time|timestamp)\b|localtime\b)/;
my $irreversible = qr/\bdelete\s+from\b|\bdrop\s+table\b|\bset\s+(?:\w+ = [^,]*, )*(?:status\s*=\s*'CLOSED'|reminder_sent\s*=\s*true)|\binsert\s+into\s+dead_letter\b/;

# Comparisons with a clock that may stand in such a statement, each with the reason.
my %harmless = (
  'keep_previous_secret' => { 'new.previous_expires_at' => 'an overlap of 0 ends at once; the time was set in this statement' },
  'login_failed'         => { 'since' => 'a count of failed logins', 'f.since' => 'a count of failed logins' },
  'login_remember'       => { map { ($_ => 'a network of earlier logins is learnt again') } qw(seen_at n.seen_at) },
  'member_alert_next'    => { map { ($_ => 'the alert is repeated') } qw(told_at told.told_at) },
  'watch_keep'           => { 'n.seen_at' => 'an earlier start of a node takes the row of a silent one' },
  'delivery_recover'     => { 'until' => 'the end of a lease: the delivery is sent again', 'l.until' => 'a lease that lasts' },
  'delivery_settle'      => { 'd.spared_logged_at' => 'a line in the log of attempts' },
  'replay_feed'          => { 'r.next_at' => 'a pause', 'd.due_at' => 'a due time' },
);
# By name: each statement, and each function as it is after all migrations.
my %text;
{
  my $all = slurp('mod_collab/store/statements.inc');
  for my $name ($all =~ /collab_part_t (\w+)_parts\[\]/g) {
    $text{$name} = join "\n", map { $_->{text} } @{ JSON::XS->new->decode(scalar qx(bench/statement $name json))->{parts} };
  }
}
$text{ $_->[0] } = $_->[1] for @{ $owner->selectall_arrayref(q(select proname, pg_get_functiondef(oid) from pg_proc where pronamespace = 'collab'::regnamespace and prokind = 'f')) };
s/--.*//g for values %text;

my (%judged, @wrong);
for my $name (grep { $text{$_} =~ /$irreversible/i } sort keys %text) {
  while ($text{$name} =~ /([\w.]+)(?:\)|::date)*\s*(?:<=?|>=?|between)\s*(?:\(select )?(?:interval '[^']*' \+ )?$clock/gi) {
    $judged{"$name $1"}++;
    push @wrong, "$name: $1" if !$harmless{$name}{$1};
  }
}
is_deeply \@wrong, [], 'what deletes, closes, reminds or gives up compares no time with a clock, but with accepted_now()';
is_deeply [grep { !$judged{$_} } sort map { my $name = $_; map { "$name $_" } keys %{ $harmless{$name} } } keys %harmless], [], 'each exception is still needed';

my @uses = qw(audit_retire dead_letter_retire delete_closed_requests drop_attempt_partition event_retire filters_retire legacy_use_retire idempotency_claim login_remember
  keep_previous_secret replay_retire request_remind request_retire delivery_settle delivery_fan_out legacy_end);
is_deeply [grep { $text{$_} !~ /\baccepted_now\(\)/ } @uses], [], 'all of these use accepted_now()';
ok !eval { $dispatch->do('update accepted_time set accepted = now()'); 1 }, 'a dispatcher may not set the accepted time';

# ---------------------------------------------------------------- how it advances

# Makes a step in a transaction that is rolled back. `row`: the row before, its times in words; `at`: the accepted time before, relative to now.
sub step {
  my ($at, $passed, $row, $number) = @_;
  $owner->begin_work;
  $owner->do('update accepted_time set accepted = clock_timestamp() + ?::interval, step = ?, gap = ?, parted_for = ?, steady_for = ?', undef, $at, $number // 7, @{ $row || [undef, 0, 0] });
  my ($step, $counted) = $owner->selectrow_array('select * from advance_accepted_time(?, ?)', undef, $number // 7, $passed * 1e6);
  my $after = $owner->selectrow_hashref(q(select round(extract(epoch from clock_timestamp() - accepted)) as ahead, round(extract(epoch from gap)) as gap,
    extract(epoch from parted_for)::int as parted, extract(epoch from steady_for)::int as steady, accepted_now() <= clock_timestamp() as earlier, step from accepted_time));
  is "$step $counted", "$after->{step} 1", 'the step is counted';
  $owner->rollback;
  return $after;
}
sub agrees { my ($after, $what) = @_; is "$after->{ahead} " . ($after->{gap} // 'none'), '0 none', $what; return }
sub parted { my ($after, $what, %expected) = @_; is_deeply { map { $_ => $after->{$_} } keys %expected }, \%expected, $what; return }

subtest 'within an hour of the clock, the accepted time becomes the clock' => sub {
  agrees(step($_, 5), $_) for '-59 minutes', '59 minutes', '-3 seconds';
  agrees(step('-59 minutes', 5, ['59 minutes', 4000, 4000]), 'also after they have parted');
  agrees(step($_->[0], 5), $_->[1]) for ['-3606 seconds', 'a clock that is set forth by an hour'], ['3596 seconds', 'and back, although a step takes a moment'];
};

subtest 'otherwise it goes on by what has passed, a minute at most' => sub {
  parted(step('-400 days', 5), 'the clock is ahead', ahead => 34_559_995, gap => 34_559_995, parted => 0, steady => 0);
  parted(step('-400 days', 500), 'a minute at most', ahead => 34_559_940, gap => 34_559_940);
  parted(step('-400 days', -500), 'never back', ahead => 34_560_000);
  parted(step('2 hours', 5), 'the clock is behind', ahead => -7205, gap => -7205);
  parted(step('-2 hours', 30, ['7195 seconds', 4000, 3000]), 'the gap is constant within a minute', gap => 7195, parted => 4030, steady => 3030);
  parted(step('-2 hours', 30, ['7400 seconds', 4000, 3000]), 'another gap counts from now', gap => 7170, parted => 4030, steady => 0);
};

subtest 'a gap that was constant for 72 hours is accepted' => sub {
  my $almost = 72 * 3600 - 31;
  parted(step('-365 days', 30, ['365 days', $almost, $almost]), 'not before', steady => 72 * 3600 - 1);
  agrees(step('-365 days', 32, ['365 days', $almost, $almost]), 'then the clock is accepted');
  agrees(step('2 hours', 32, ['-2 hours', $almost, $almost]), '… also if it is behind');
};

subtest 'the first step accepts the clock, because nodes of 0.1.0 have made none' => sub {
  agrees(step($_, 5, undef, 0), $_) for '-2 days', '2 days';
};

subtest 'the earlier of the two counts' => sub {
  is step($_, 5)->{earlier}, 1, $_ for '-400 days', '400 days';
  $owner->begin_work;
  $owner->do('delete from accepted_time');
  is $owner->selectrow_array('select accepted_now() is null'), 1, 'without a row there is no time';
  is $owner->selectrow_array('select drop_attempt_partition(1) is null'), 1, '… and nothing is dropped';
  $owner->rollback;
};

subtest 'while the clock is ahead, a node goes on draining' => sub {
  $owner->begin_work;
  $owner->do(q(update accepted_time set accepted = clock_timestamp() - interval '2 hours'));
  $owner->do(q(insert into node (name, process, version, problems, seen_at, drain_since) values (?, 1, 'x', '[]', clock_timestamp() - interval '61 minutes', ?)), undef, @$_)
    for ['draining', '2026-01-01'], ['other', undef];
  $owner->do(JSON::XS->new->decode(scalar qx(bench/statement watch_keep json))->{parts}[0]{text}, undef, 'this', 1);        # the part that deletes
  is_deeply $owner->selectcol_arrayref('select name from node order by name'), ['draining'];
  $owner->rollback;
};

subtest 'collabctl tells that no dispatcher makes steps' => sub {
  $owner->begin_work;
  $owner->do(q(update accepted_time set accepted = clock_timestamp() - interval '2 hours', gap = null));
  is $owner->selectrow_hashref($text{ctl_clock_show})->{accepted_time}, 'stands still, because no dispatcher runs: the earlier one counts';
  $owner->rollback;
};

subtest 'a local fault is spared while there is no accepted time' => sub {
  $owner->begin_work;
  $owner->do('delete from accepted_time');
  like $text{delivery_settle}, qr/as spared\b/;
  my ($spared) = $text{delivery_settle} =~ /select (r\.put_off is not null .*?) as spared\b/;
  is $owner->selectrow_array("select $spared from (select 1.0 as put_off) r, (select clock_timestamp() as made_at) d"), 1;
  $owner->rollback;
};

subtest 'what a clock that is far behind has dated back is not old' => sub {
  $owner->begin_work;
  $owner->do(q(update accepted_time set accepted = clock_timestamp()));
  $owner->do(q(delete from day_mark where day > '-infinity'));
  $owner->do('update retention set audit = 30');
  my $made = q(clock_timestamp() - interval '400 days');
  my ($event, $audit) = map { $owner->selectrow_array($_) } qq(insert into event (type, subscription, submit_company, receive_company, created_at) values ('webhook.test', 1, 1, 1, $made) returning id),
    qq(insert into audit (at, by_system_user, what) values ($made, 'ada', 'user set') returning id);
  my $dead = $owner->selectrow_array("insert into dead_letter (event, subscription, reason, created_at) values ($event, 1, 'x', $made) returning id");
  my $retire = sub {
    my %value = (days => 40, after => '-infinity', rows => 100);
    my ($letters, $events) = map { my $part = JSON::XS->new->decode(scalar qx(bench/statement $_ json))->{parts}[-1]; [$part->{text}, undef, map { $value{s/^arg\.//r} } @{ $part->{binds} }] }
      qw(dead_letter_retire event_retire);
    $owner->do(q(select set_config('collab.retires', 'true', true)));
    return join '', map { $owner->selectrow_arrayref(@$_)->[0] } $letters, ['select audit_retire(40, 100)'], $events;
  };
  is $retire->(), '000', 'while their ids are new';
  $owner->do(q(update accepted_time set accepted = clock_timestamp() - interval '39 days 12 hours', step = 9, gap = '39 days 12 hours'));
  $owner->do('select advance_accepted_time(9, 0)');
  $owner->do(q(update accepted_time set accepted = clock_timestamp()));
  is $owner->selectrow_array(q(select count(*) from day_mark)), 2, 'a step notes the last ids of the days before';
  is $retire->(), '111', 'after as many days as other rows';
  is $owner->selectrow_array('select event is null from ids_before(null)'), 1, 'without a time, no id is old';
  $owner->rollback;
};

subtest 'of two dispatchers that know the same step, one counts' => sub {
  my $other = Collab::Postgres->connect($pg->dbi =~ s/collab_owner/collab_dispatch/r);
  my ($step) = $dispatch->selectrow_array('select now_at from advance_accepted_time(-1, 0)');
  is_deeply $dispatch->selectrow_arrayref('select * from advance_accepted_time(?, 5000000)', undef, $step), [$step + 1, 1], 'the first counts';
  is_deeply $other->selectrow_arrayref('select * from advance_accepted_time(?, 5000000)', undef, $step), [$step + 1, 0], 'the second learns the step';
  is_deeply $other->selectrow_arrayref('select * from advance_accepted_time(?, 5000000)', undef, $step + 1), [$step + 2, 1], '… and counts the next';
};

done_testing;
