# t/ops/outages/full-disk.t: PostgreSQL's disk is full for a while, and nothing acknowledged is lost
# What cannot be written is refused with 503 and not half done, what was acknowledged is delivered, and no attempt is used up. In a mount namespace
# of its own, where one is available (the fault lab does it under load).
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
  plan(skip_all => 'no mount namespace to be had here') if (output(@staged, 'true'))[0];
  local $ENV{COLLAB_TEST_DISK} = $dir;
  exit(system(@staged, $^X, $0) >> 8);
}

my $stack = stack(extra => "CollabRequestLimit notes=100000 size=67108864\nCollabWebhookRetry V2 600 600\nCollabDatabaseWait 2\n", pg => { data => "$dir/pg", conf => "max_wal_size = 64MB\nmin_wal_size = 32MB\n" });
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
kill 'CONT', $receiver->{pid};      # they end when there is no room to put it on record
wait_for { fill(); write_notes(5); @refused >= 10 } 60, 'refusals';
is_deeply [sort keys %answered], [200, 503], 'taken, or refused with 503: ' . join ', ', map { "$_ x $answered{$_}" } sort keys %answered;
$_->fails(503) for @refused[0, -1];
ok $refused[0]->header('retry-after'), 'Retry-After';
like join('', $stack->server->log), qr/SQLSTATE 53100|No space left on device|no database/, 'the log says why';
ok +(wait_for { $stack->server->log =~ /CB0701: alarm (?:disk: the database has no room on its disk|database: )/ } 20, 'the alarm'), 'and that a person is needed';
ok +(holds_for { !$stack->pg->pid || nobody->get('/health/ready')->status == 200 } 7), 'the nodes stay ready';
is_deeply [grep { !/^(?:disk|database)$/ } $stack->server->log =~ /CB0701: alarm (\S+):/g], [], 'what follows from it is not told';

unlink "$dir/ballast";
wait_for { $stack->pg->pid || eval { $stack->pg->up; 1 } } 60, 'PostgreSQL';
wait_for { $x->submitter->post($x->notes, a_note())->status == 200 } 30, 'notes to be taken again';
Collab::Members::forget();

my %there = map { $_->{token} => 1 } @{ $x->submitter->get($x->notes)->ok };      # the one that ended the wait is among them
my %count;
wait_for { %count = (); $count{ JSON::XS->new->decode($_->{body})->{data}{noteToken} }++ for $receiver->got($url); !grep { !$count{$_} } @acknowledged, keys %there } 60, 'all that was acknowledged';
is_deeply [grep { !$count{$_} } @acknowledged], [], 'each acknowledged note was delivered (' . @acknowledged . ')';
is_deeply [grep { !$there{$_} } @acknowledged, keys %count], [], 'and is there, as is each that was delivered';
is_deeply [grep { !$count{$_} } keys %there], [], 'and each that is there was delivered';
wait_for { !owner()->selectrow_array('select count(*) from delivery') } 60, 'all to be on record';
is owner()->selectrow_array('select count(*) from delivery'), 0, 'all is on record';
is owner()->selectrow_array('select count(*) from attempt where number > 1 or not success'), 0, 'no attempt was used up';
is owner()->selectrow_array('select count(*) from dead_letter'), 0;

done_testing;
