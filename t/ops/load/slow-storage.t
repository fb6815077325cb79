# t/ops/load/slow-storage.t: a storage that transfers too slowly fails and releases its upload slot (CollabAttachmentMinRate)
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Server;
use Collab::Stack;
use Collab::Storage;
use Collab::Throttle;
use Collab::Upload;
use File::Temp ();
use Time::HiRes qw(time sleep);

my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
my ($ours, $theirs) = Collab::Storage->pair($dir);
my ($rate, $window) = (200_000, 1);
my $stack = stack(extra => <<"END");
CollabDispatcher Off
CollabOutboundCA "$dir/ca.pem"
CollabOutboundHost ours.storage.example 127.0.0.1
CollabOutboundHost theirs.storage.example 127.0.0.1
CollabAttachmentTimeout 60
CollabAttachmentMinRate $rate $window
CollabAttachmentSlots 1
END
my $x = exchange();
my ($from, $to) = $x->parties;
$from->put($x->path . '/attachments/config/https', $ours->config)->ok;
$ours->let('CASE-1');
$theirs->let($x->token);
sub receiver_takes_files_at { my ($port) = @_; $to->put($x->path . '/attachments/config/https', $theirs->config(httpsPort => 0 + $port))->ok }
sub upload { my ($name, $size) = @_; return Collab::Upload->begin($from, $x->path . '/attachments', $name)->more($size) }
sub admitted { my ($name, $size) = @_; return Collab::Upload->admitted($from, $x->path . '/attachments', $name)->more($size) }
sub statuses { return [map { [@{$_}{qw(submitterStatus receiverStatus)}] } @_] }

subtest 'a fast enough storage succeeds' => sub {
  my $fine = throttle($theirs->port, $rate * 5);
  receiver_takes_files_at($fine->port);
  is_deeply statuses(@{ upload('fine.bin', 1_500_000)->end->answer->ok }), [['SUCCESS', 'SUCCESS']];
};

subtest 'a storage that is too slow fails, and the other side gets the file' => sub {
  my $slow = throttle($theirs->port, $rate / 5);
  receiver_takes_files_at($slow->port);
  my $size = 6_000_000;
  my $begun = time;
  my $answer = upload('crawl.bin', $size)->next_file('after.bin')->more(10)->end->answer->ok;
  cmp_ok time - $begun, '<', $size / $rate / 2 * ($ENV{COLLAB_SANITIZERS} ? 3 : 1), 'it fails long before it would have the whole file';
  is_deeply statuses(@$answer), [(['SUCCESS', 'FAILED']) x 2];
  is $_->{receiverMessage}, "The storage took less than $rate bytes a second over $window seconds." for @$answer;
  is -s $ours->path('crawl.bin'), $size, 'the other side has the whole file';
};

subtest 'the upload slot is free after the failure' => sub {
  my $slow = throttle($theirs->port, $rate / 5);
  receiver_takes_files_at($slow->port);
  my $held = admitted('held.bin', 3_000_000);
  my $busy = upload('busy.bin', 10)->answer;
  $busy->fails(503);
  is_deeply statuses(@{ $held->end->answer->ok }), [['SUCCESS', 'FAILED']];
  receiver_takes_files_at($theirs->port);
  is_deeply statuses(@{ upload('next.bin', 10)->end->answer->ok }), [['SUCCESS', 'SUCCESS']];
};

subtest 'when no storage takes the file any more, the slot is free although the client goes on sending' => sub {
  my $closed = Collab::Server::free_port();
  $from->put($x->path . '/attachments/config/https', $ours->config(httpsPort => 0 + $closed))->ok;
  receiver_takes_files_at($closed);
  my $held = admitted('nowhere.bin', 3_000_000);
  ok wait_for { upload('beside.bin', 10)->end->answer->status == 200 } 10, 'another upload gets the slot';
  my $also = admitted('also.bin', 3_000_000);
  upload('third.bin', 10)->answer->fails(503, undef, 'a second such upload keeps its slot, so their number is limited');
  $also->end->answer->ok;
  is_deeply statuses(@{ $held->next_file('second.bin')->more(10)->end->answer->ok }), [(['FAILED', 'FAILED']) x 2], 'the answer to the first upload names each file';
  $from->put($x->path . '/attachments/config/https', $ours->config)->ok;
};

subtest 'a slow client does not make a storage fail' => sub {
  receiver_takes_files_at($theirs->port);
  my $upload = upload('pauses.bin', 100_000);
  sleep 2.5 * $window;
  is_deeply statuses(@{ $upload->more(100_000)->end->answer->ok }), [['SUCCESS', 'SUCCESS']];
};

$_->stop for $ours, $theirs;
done_testing;
