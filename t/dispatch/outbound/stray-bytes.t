# t/dispatch/outbound/stray-bytes.t: what a receiver writes after its response does not answer the next delivery
# Two companies call the same host and port, so their deliveries share connections.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;
use Collab::Subscription;
use IO::Select;
use IO::Socket::IP;
use Time::HiRes qw(time);
use parent -norequire, 'Collab::Process';

# A receiver that answers 204, and 0.2 s later writes $stray on the same connection. Its ledger is Collab::Receiver's.
sub serve {
  my ($listener, $stray, $ledger, $parent) = @_;
  my (%buffer, %late);
  my $select = IO::Select->new($listener);
  open my $out, '>>', $ledger or die "$ledger: $!\n";
  $out->autoflush(1);
  while (getppid == $parent) {
    for my $socket ($select->can_read(0.02)) {
      Collab::Receiver::hear($select, $listener, $socket, \%buffer, \%late) or next;
      while (my $request = Collab::Receiver::take(\$buffer{$socket})) {
        print $out "$request->{headers}{'x-service-delivery'}\n";
        Collab::Receiver::reply($socket, 204, '');
        $late{$socket} = [time + 0.2, $socket];
      }
    }
    for my $socket (map { $_->[0] < time ? $_->[1] : () } values %late) {
      syswrite $socket, $stray;
      print $out "stray\n";
      delete $late{$socket};
    }
  }
}

sub lines { my ($path) = @_; open my $in, '<', $path or return (); chomp(my @lines = <$in>); return @lines }

my %stray = (
  'a 408, as some proxies write to an idle connection' => "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
  'a second 204'      => "HTTP/1.1 204 No Content\r\n\r\n",
  'a byte'            => 'x',
  'more than is read away' => "HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\r\n" . 'x' x 200_000,
);
my $stack = stack(extra => "CollabWebhookRetry V2 600 600\n<Location \"/the-metrics\">\n  SetHandler collab-metrics\n  Require all granted\n</Location>\n");
my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);

for my $what (sort keys %stray) {
  subtest $what => sub {
    my $listener = IO::Socket::IP->new(LocalAddr => '127.0.0.1', LocalPort => 0, Listen => 16) or die "listen: $@\n";
    my $ledger = "$dir/" . $listener->sockport;
    my $receiver = bless({}, __PACKAGE__)->begin(sub { serve($listener, $stray{$what}, $ledger, @_) });
    my $url = 'http://127.0.0.1:' . $listener->sockport . '/';
    my @s = map { subscribed($url) } 1 .. 2;
    my (%sent, $strays);
    for my $n (1 .. 3) {
      for my $s (@s) {
        speak($s);
        my ($attempt) = (attempts($s, $n))[-1];
        ok $attempt->{success} && $attempt->{http_status} == 204 && $attempt->{number} == 1, 'the answer to the delivery itself counts, at its first attempt';
        $sent{ $attempt->{uid} } = 1;
        $strays++;
        wait_for { grep({ $_ eq 'stray' } lines($ledger)) == $strays } 10, 'the stray bytes';
      }
    }
    is_deeply { map { $_ ne 'stray' ? ($_ => 1) : () } lines($ledger) }, \%sent, 'the receiver has read each delivery that is on record as delivered';
  };
}

like nobody()->get('/the-metrics')->text, qr/^collab_dispatch_connections_unclean_total [1-9]/m, 'the metrics count such connections';

done_testing;
