# t/ops/outages/full-disk.t: a full disk of PostgreSQL loses nothing acknowledged and uses up no attempt
# A write without room is refused with 503 and leaves nothing behind; an acknowledged write is delivered. The test needs a mount namespace, and
# is skipped without one. The fault lab also fills PostgreSQL's disk, under load.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;
use File::Temp ();

my $dir = $ENV{COLLAB_TEST_DISK};
if (!$dir) {
  $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
  my @staged = ('unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', 'mount -t tmpfs -o size=160m,mode=700 test "$0" && exec "$@"', $dir,
    'unshare', '--user', "--map-user=$>", '--map-group=' . (split ' ', $))[0], '--');
  plan(skip_all => 'no mount namespace is available here') if (output(@staged, 'true'))[0];
  local $ENV{COLLAB_TEST_DISK} = $dir;
  exit(system(@staged, $^X, $0) >> 8);
}

my $stack = stack(extra => "CollabRequestLimit notes=100000 size=67108864\nCollabWebhookRetry V2 600 600\nCollabDatabaseWait 2\n", pg => { data => "$dir/pg", conf => "fsync = on\nmax_wal_size = 64MB\nmin_wal_size = 32MB\n" });
my $receiver = receiver();
my $x = exchange();
my $url = $receiver->url;
my $id = $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok->{id};

sub fill {
  open my $out, '>>:raw', "$dir/ballast" or return;
  my $some = "\0" x 65536;
  1 while syswrite $out, $some;
}

my (%answered, @acknowledged, @refused);
sub write_notes {
  my ($count) = @_;
  for (1 .. $count) {
    my $answer = $x->submitter->post($x->notes, { %{ a_note() }, description => join '', map { chr 33 + rand 90 } 1 .. 4000 });
    $answered{ $answer->status }++;
    push @acknowledged, $answer->json->{token} if $answer->status == 200;
    push @refused, $answer if $answer->status != 200;
  }
}

write_notes(5);
halt($receiver->{pid});
write_notes(20);
wait_for { owner()->selectrow_array('select count(*) from delivery where claim is not null') } 20, 'deliveries under way';
fill();
kill 'CONT', $receiver->{pid};      # the receiver answers now, when there is no room left to record the results
wait_for { fill(); write_notes(5); @refused >= 10 } 60, 'refusals';
is_deeply [sort keys %answered], [200, 503], 'each note is taken, or refused with 503: ' . join ', ', map { "$_ x $answered{$_}" } sort keys %answered;
$_->fails(503) for @refused[0, -1];
ok $refused[0]->header('retry-after'), 'a refusal has Retry-After';
like join('', $stack->server->log), qr/SQLSTATE 53100|No space left on device|no database/, 'the log says why';
ok +(wait_for { $stack->server->log =~ /CB0701: alarm (?:disk: the database has no room on its disk|database: )/ } 20, 'the alarm'), 'there is an alarm';
ok +(holds_for { !$stack->pg->pid || nobody->get('/health/ready')->status == 200 } 7), 'the nodes stay ready';
is_deeply [grep { !/^(?:disk|database)$/ } $stack->server->log =~ /CB0701: alarm (\S+):/g], [], 'its consequences raise no alarms';

unlink "$dir/ballast";
wait_for { $stack->pg->pid || eval { $stack->pg->up; 1 } } 60, 'PostgreSQL';
wait_for { $x->submitter->post($x->notes, a_note())->status == 200 } 30, 'notes to be taken again';
Collab::Members::forget();

my %there = map { $_->{token} => 1 } @{ $x->submitter->get($x->notes)->ok };      # including the note that ended the wait above
my %count;
wait_for { %count = (); $count{ JSON::XS->new->decode($_->{body})->{data}{noteToken} }++ for $receiver->got($url); !grep { !$count{$_} } @acknowledged, keys %there } 60, 'all acknowledged notes';
is_deeply [grep { !$count{$_} } @acknowledged], [], 'each acknowledged note is delivered (' . @acknowledged . ')';
is_deeply [grep { !$there{$_} } @acknowledged, keys %count], [], 'each acknowledged or delivered note exists';
is_deeply [grep { !$count{$_} } keys %there], [], 'each note that exists is delivered';
wait_for { !owner()->selectrow_array('select count(*) from delivery') } 60, 'all results to be recorded';
is owner()->selectrow_array('select count(*) from delivery'), 0, 'all results are recorded';
is owner()->selectrow_array('select count(*) from attempt where number > 1 or not success'), 0, 'no attempt is used up';
is owner()->selectrow_array('select count(*) from dead_letter'), 0, 'there is no dead letter';

done_testing;
