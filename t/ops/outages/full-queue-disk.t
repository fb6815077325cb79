# t/ops/outages/full-queue-disk.t: a full disk of the queue leaves nodes ready; the alarm names the disk
# The dispatcher's claims are refused; all else works. Runs in its own mount namespace, where one is available.
use lib qw(t/lib lab/lib);
use Collab::Judgement;
use Collab::Receiver;
use Collab::Test;
use File::Temp ();

my $dir = $ENV{COLLAB_TEST_DISK};
if (!$dir) {
  $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
  my @staged = ('unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', 'mount -t tmpfs -o size=1m,mode=700 test "$0" && exec "$@"', $dir,
    'unshare', '--user', "--map-user=$>", '--map-group=' . (split ' ', $))[0], '--');
  plan(skip_all => 'no mount namespace is available here') if (output(@staged, 'true'))[0];
  local $ENV{COLLAB_TEST_DISK} = $dir;
  exit(system(@staged, $^X, $0) >> 8);
}

my $stack = judged(extra => "CollabWebhookRetry V2 600 600\n", timers => { waiting => 3000 });
mkdir "$dir/space" or die;
my $admin = $stack->pg->admin;
$admin->do($_) for "create tablespace small location '$dir/space'", 'alter table collab.delivery set tablespace small';
my $receiver = receiver();
my $x = exchange();
my $url = $receiver->url;
$x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok;
wait_for { ready() == 200 && reasons() eq '' } 20, 'readiness';
wait_for { !(owner()->selectrow_array('select count(*) from outbox where channel = 2'))[0] } 20, 'the earlier events taken from the outbox';

open my $out, '>:raw', "$dir/ballast" or die;
1 while syswrite $out, "\0" x 4096;
close $out;
my $note = $x->submitter->post($x->notes, a_note())->ok->{token};
ok +(wait_for { $stack->server->log =~ /CB0603: dispatcher \(claims\): .*SQLSTATE 53100/ } 20), 'the claim is refused';
told('disk', qr/the database has no room on its disk \(SQLSTATE 53100\)/);
ok +(holds_for { ready() == 200 && reasons() eq 'disk' } 8), 'the node stays ready, and consequences raise no alarms' or diag reasons();
$x->submitter->get($x->notes)->ok('reads work');
is owner()->selectrow_array('select count(*) from outbox where channel = 2'), 1, 'the event waits in the outbox';

unlink "$dir/ballast";
ok +(wait_for { scalar $receiver->got($url) } 30), 'the event is delivered when there is room';
is owner()->selectrow_array('select count(*) from attempt where number > 1 or not success'), 0, 'no attempt is used up';
unlike $stack->server->log, qr/CB0701: alarm (?!disk)/, 'there is no other alarm';

done_testing;
