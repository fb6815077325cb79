# t/long/migration-under-load.t: a migration that must lock note and request, behind a long reader, holds back no request for long
# alone: it measures times
use lib qw(t/lib lab/lib);
use Collab::Load qw(load pace WIDE);
use Collab::Stack;
use Collab::Test;
use Time::HiRes qw(time);

my ($CALLERS, $RATE, $TRIES) = (4, 5, 4);
my $stack = stack(extra => "CollabDispatcher Off\n" . WIDE);
my $x = exchange();
my $sql = "$ENV{COLLAB_TEST_DIR}/sql";
run('cp', '-R', 'sql', $sql);
Collab::Stack::write_file("$sql/migrations/9001_both.sql",
  "lock table request, note in access exclusive mode;\nalter table request add column seen int;\nalter table note add column seen int;\n");
$x->submitter->post($x->notes, a_note())->ok;

# Each caller reads and adds notes. A line has the status and the milliseconds.
my $load = load($CALLERS, sub {
  my ($say, $caller, $turn) = @_;
  pace($RATE);
  my $began = time;
  my $answer = $turn % 2 ? $x->submitter->post($x->notes, a_note()) : $x->receiver->get($x->path);
  $say->($answer->status, int 1000 * (time - $began));
});
wait_for { $load->lines >= 2 * $CALLERS } 20, 'the load';

my $reader = another_connection();
$reader->begin_work;
$reader->do('select count(*) from note');
my $pid = fork // die "fork: $!\n";
if (!$pid) {
  $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN};
  open STDOUT, '>', "$sql/said";
  open STDERR, '>&', \*STDOUT;
  exec './collabctl', 'migrate', '--sql', $sql or POSIX::_exit(127);
}
sub waits { return owner()->selectrow_array(q(select count(*) from pg_locks where not granted and mode = 'AccessExclusiveLock' and relation = 'note'::regclass)) }
for my $try (1 .. $TRIES) {
  ok +(wait_for { waits() } 20), "try $try waits behind the reader";
  ok +(wait_for { !waits() } 20), '… and is rolled back';
}
$reader->rollback;
waitpid $pid, 0;
is $?, 0, 'when the reader has ended, the migration is applied';
is owner()->selectrow_array(q(select count(*) from pg_attribute where attname = 'seen' and attrelid in ('request'::regclass, 'note'::regclass))), 2;

my @lines = $load->end;
my ($longest) = sort { $b <=> $a } map { $_->[1] } @lines;
diag sprintf '%d requests, the longest took %d ms', scalar @lines, $longest;
is_deeply [grep { $_->[0] !~ /^20[01]$/ } @lines], [], 'no request fails';
cmp_ok scalar(grep { $_->[1] > 300 } @lines), '>=', $TRIES, 'requests have met the lock';
cmp_ok $longest, '<', 1500, 'no request waits longer than 1.5 s';

done_testing;
