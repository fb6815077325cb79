# t/ops/load/webdav-storage.t: large files reach real storages (mod_dav over TLS); a storage or client that stops harms no other
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Stack;
use Collab::Storage;
use Collab::Throttle;
use Collab::Upload;
use File::Temp ();
use Time::HiRes qw(time sleep);

my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
my ($ours, $theirs) = Collab::Storage->pair($dir);
my $patience = 2;
my $stack = stack(extra => storages() . "CollabAttachmentTimeout $patience\nCollabAttachmentSlots 2\n");
my $x = exchange();
my ($from, $to) = $x->parties;
$from->put($x->path . '/attachments/config/https', $ours->config)->ok;
$to->put($x->path . '/attachments/config/https', $theirs->config)->ok;
$ours->let('CASE-1');
$theirs->let($x->token);

# The directives that lead to both storages.
sub storages { return "CollabOutboundCA \"$dir/ca.pem\"\nCollabOutboundHost ours.storage.example 127.0.0.1\nCollabOutboundHost theirs.storage.example 127.0.0.1\n" }

sub upload { my ($name, $party) = @_; return Collab::Upload->begin($party // $from, $x->path . '/attachments', $name) }
sub statuses { return [map { [@{$_}{qw(submitterStatus receiverStatus)}] } @_] }
sub has { my ($storage, $name) = @_; return scalar grep { $_ eq $name || /^\.davfs/ } $storage->files }     # the file, or mod_dav's temporary file
sub within { my ($limit, $since, $what) = @_; cmp_ok time - $since, '<', $limit * ($ENV{COLLAB_SANITIZERS} ? 3 : 1), $what }

# Resident memory of a process, in KiB.
sub resident {
  my ($pid) = @_;
  open my $in, '<', "/proc/$pid/status" or die;
  return (map { /^VmRSS:\s+(\d+) kB$/ } <$in>)[0];
}

# The processor time that the workers have used so far, in seconds.
sub used {
  my $ticks = 0;
  for my $pid ($stack->server->children) {
    open my $in, '<', "/proc/$pid/stat" or next;
    my @stat = split ' ', (readline $in) =~ s/^.*\) //r;
    $ticks += $stat[11] + $stat[12];
  }
  return $ticks / 100;
}

subtest 'a large file reaches both storages in little memory' => sub {
  my $size = long(2 * 1024**3, 192 * 1024**2);
  plan skip_all => 'the disk has no room for it' if (split ' ', `df -Pk $dir | tail -1`)[3] < 3 * $size / 1024;
  upload('warm.bin')->more(8_000_000)->end->answer->ok;
  my ($child) = $stack->server->children;
  my $before = resident($child);
  my $most = 0;
  my $begun = time;
  my $upload = upload('large.bin', $to);
  my $block = 'x' x (1024 * 1024);
  for my $n (1 .. $size / length $block) {
    $upload->raw($block);
    my $now = $n % 16 ? 0 : resident($child);
    $most = $now if $now > $most;
  }
  my $answer = $upload->end->answer(120)->ok;
  diag sprintf '%d MiB to two storages: %.0f s, memory +%d KiB', $size >> 20, time - $begun, $most - $before;
  is_deeply statuses(@$answer), [['SUCCESS', 'SUCCESS']];
  is -s $_->path('large.bin'), $size, 'a storage has the whole file' for $ours, $theirs;
  my $limit = ($ENV{COLLAB_SANITIZERS} ? 600 : 16) * 1024;      # a sanitizer keeps freed memory
  cmp_ok $most - $before, '<', $limit, "the worker's memory grows by less than 16 MiB";
  unlink $_->path('large.bin') for $ours, $theirs;
};

subtest 'a storage that stalls within a file does not stop the other' => sub {
  my $upload = upload('stall.bin')->more(2_000_000);
  wait_for { has($theirs, 'stall.bin') } 10, 'the file that is begun';
  $theirs->hold;
  my ($begun, $used) = (time, used());
  my $answer = $upload->more(30_000_000)->end->answer->ok;
  within($patience + 4, $begun, 'it ends in time');
  cmp_ok used() - $used, '<', $ENV{COLLAB_SANITIZERS} ? 10 : 1.5, 'the worker does not spin';
  is_deeply statuses(@$answer), [['SUCCESS', 'FAILED']];
  is $answer->[0]{receiverMessage}, "The storage did not take any more within $patience seconds.";
  is -s $ours->path('stall.bin'), 32_000_000, 'the other has all of it';
  $theirs->go_on;
  ok wait_for { !has($theirs, 'stall.bin') } 10, 'the stalled storage has no part of it';
};

subtest 'a storage that has stalled is not tried again' => sub {
  $theirs->hold;
  my $begun = time;
  my $answer = upload('first.bin')->more(1_000_000)->next_file('second.bin')->more(1_000_000)->next_file('third.bin')->more(5)->end->answer->ok;
  within($patience + 3, $begun, 'three files wait for one time limit');
  is_deeply statuses(@$answer), [(['SUCCESS', 'FAILED']) x 3];
  is $_->{receiverMessage}, "The storage could not be reached within $patience seconds." for @$answer;
  $theirs->go_on;
};

subtest 'a storage that does not answer after the last byte fails' => sub {
  my $upload = upload('mute.bin')->more(100_000);
  wait_for { has($theirs, 'mute.bin') } 10, 'the file that is begun';
  $theirs->hold;
  my $begun = time;
  my $answer = $upload->end->answer->ok;
  within($patience + 3, $begun, 'it ends in time');
  is_deeply statuses(@$answer), [['SUCCESS', 'FAILED']];
  is $answer->[0]{receiverMessage}, "The storage did not answer within $patience seconds.";
  $theirs->go_on;
};

subtest 'a storage that answers late for file after file fails' => sub {
  my $late = throttle($theirs->port, 1e9, $patience / 4);
  $to->put($x->path . '/attachments/config/https', $theirs->config(httpsPort => 0 + $late->port))->ok;
  my $upload = upload('late1.bin')->more(10);
  $upload->next_file("late$_.bin")->more(10) for 2 .. 12;
  my $begun = time;
  my $answer = $upload->end->answer->ok;
  within(5 * $patience, $begun, 'it ends in time');
  is_deeply statuses($answer->[0]), [['SUCCESS', 'SUCCESS']], 'one answer may be late';
  is_deeply statuses($answer->[-1]), [['SUCCESS', 'FAILED']], 'twelve late answers are too many';
  is $answer->[-1]{receiverMessage}, 'The storage took too long in all to connect and to answer.';
  $to->put($x->path . '/attachments/config/https', $theirs->config)->ok;
};

subtest 'a storage that breaks off within a file fails' => sub {
  my $upload = upload('broken.bin')->more(2_000_000);
  wait_for { has($theirs, 'broken.bin') } 10, 'the file that is begun';
  $theirs->kill;
  my $answer = $upload->more(10_000_000)->end->answer->ok;
  is_deeply statuses(@$answer), [['SUCCESS', 'FAILED']];
  is $answer->[0]{receiverMessage}, 'The storage broke the connection off.';
  is -s $ours->path('broken.bin'), 12_000_000, 'the other has all of it';
  $answer = upload('down.bin')->more(10)->end->answer->ok;
  is $answer->[0]{receiverMessage}, 'The storage cannot be reached.';
  $theirs->up;
  is_deeply statuses(@{ upload('again.bin')->more(10)->end->answer->ok }), [['SUCCESS', 'SUCCESS']], 'it succeeds when it is up again';
};

subtest 'a client may pause for longer than the time limit of a storage' => sub {
  my $upload = upload('slow.bin')->more(300_000);
  sleep 0.5;
  my $used = used();
  sleep $patience + 1;
  $upload->more(300_000);
  sleep $patience + 1.5;
  cmp_ok used() - $used, '<', 0.5, 'waiting costs almost no processor time';
  is_deeply statuses(@{ $upload->end->answer->ok }), [['SUCCESS', 'SUCCESS']];
  is -s $theirs->path('slow.bin'), 600_000;
};

subtest 'a client that disconnects leaves no partial file' => sub {
  my $before = @{ $from->get($x->notes)->ok };
  my $upload = upload('gone.bin')->more(3_000_000);
  wait_for { has($ours, 'gone.bin') && has($theirs, 'gone.bin') } 10, 'both files that are begun';
  $upload->drop;
  ok wait_for { !grep { has($_, 'gone.bin') } $ours, $theirs } 10, 'neither storage has a partial file';
  my $torn = 'receiver FAILED, submitter FAILED (did not arrive as a whole)';
  ok wait_for { @{ $from->get($x->notes)->ok } == $before + 1 } 10, 'there is a note about it';
  is $from->get($x->notes)->ok->[-1]{description}, "gone.bin: $torn";
  $upload = upload('kept.bin')->more(10)->next_file('lost.bin')->more(3_000_000);
  wait_for { has($ours, 'lost.bin') && has($theirs, 'lost.bin') } 10, 'both files that are begun';
  $upload->drop;
  ok wait_for { @{ $from->get($x->notes)->ok } == $before + 2 } 10, 'there is a note about both files';
  is $from->get($x->notes)->ok->[-1]{description}, "kept.bin: receiver SUCCESS, submitter SUCCESS\nlost.bin: $torn";
};

subtest 'an upload without a free slot gets 503' => sub {
  my @under_way = map { Collab::Upload->admitted($from, $x->path . '/attachments', "slot$_.bin")->more(10) } 1, 2;
  my $third = upload('slot3.bin')->answer;
  $third->fails(503);
  is $third->header('retry-after'), 5;
  $from->get('/v1/me')->ok('other requests work');
  is_deeply statuses(map { @{ $_->end->answer->ok } } @under_way), [(['SUCCESS', 'SUCCESS']) x 2], 'the uploads under way succeed';
  upload('slot4.bin')->end->answer->ok('a free slot can be used again');
};

unlike $stack->server->log, qr/exit signal|pass word/, 'no worker has died, and the log has no password';
$_->stop for $ours, $theirs;
done_testing;
