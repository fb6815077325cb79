# t/long/attacks/honest-slow-lines.t: a hundred users on slow lines upload, read and post at once; one in 1,000 may be refused
# alone: it fills both processors
# Ten companies with ten users each, at 50 kB a second. Processes share the users by chance, so with several processes one may have more of a
# company's users than a quarter of its threads (CollabClientWait).
use lib qw(t/lib lab/lib);
use Collab::Form;
use Collab::Stack;
use Collab::Test;
use IO::Socket::INET;
use List::Util qw(sum0);
use Socket qw(SOL_SOCKET SO_RCVBUF);
use Time::HiRes qw(sleep time);

my $SECONDS = long(40, 15);
my ($TICK, $RATE) = (0.1, 50_000);
open my $conf, '<', 'conf/collab.conf' or die "conf/collab.conf: $!\n";
my $shipped = join '', grep { /^FlushMax|^AsyncRequestWorkerFactor/ } <$conf>;

my $stack = stack(extra => "CollabDispatcher Off\n");
$shipped .= "CollabRequestLimit notes=100000\nCollabDatabaseWait 20\nCollabDispatcher Off\nCollabBaseURL $ENV{COLLAB_TEST_URL}\n";
my @exchanges = map { exchange() } 1 .. 10;
for my $x (@exchanges) {
  $x->submitter->token;
  owner()->do(q(insert into request (token, submit_company, submit_company_name, submitter, receive_company, receive_company_name, summary, description, priority,
      created_at, updated_at, respond_by, document, document_name, submitted_by, submitter_contact, receiver_contact)
    select 'L' || lpad(id::text, 6, '0') || lpad(n::text, 13, 'x'), submit_company, submit_company_name, submitter, receive_company, receive_company_name, summary, repeat('語', 1500), priority,
      created_at, updated_at, respond_by, document, document_name, submitted_by, submitter_contact, receiver_contact
      from request, generate_series(1, 200) n where id = ?), undef, $x->record->{id});
}

my $note = JSON::XS->new->encode(a_note());
my $form = form_head(files => 'a.bin') . 'x' x 400_000 . "\r\n--" . BOUNDARY . "--\r\n";

# The packets of a user's next request.
sub packets {
  my ($kind, $x) = @_;
  my $head = "HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer " . $x->submitter->token . "\r\n";
  return ("GET /v2/collaboration-requests/list $head\r\n") if $kind eq 'read';
  return ('POST ' . $x->path . "/attachments ${head}Content-Type: multipart/form-data; boundary=" . BOUNDARY . "\r\nContent-Length: " . length($form) . "\r\n\r\n$form") if $kind eq 'upload';
  return ('POST ' . $x->notes . " ${head}Content-Type: application/json\r\nContent-Length: " . length($note) . "\r\n\r\n", $note);
}

sub begin {
  my ($user, $port) = @_;
  my $socket = IO::Socket::INET->new(Proto => 'tcp') or die "socket: $!\n";
  setsockopt $socket, SOL_SOCKET, SO_RCVBUF, pack 'i', 16384 or die "SO_RCVBUF: $!\n";
  connect $socket, Socket::pack_sockaddr_in($port, Socket::inet_aton('127.0.0.1')) or die "connect: $!\n";
  $socket->blocking(0);
  @$user{qw(socket sends got)} = ($socket, [packets(@$user{qw(kind x)})], '');
}

# Moves what the line carries in a tick. Returns the complete answer when the server has closed the connection.
sub turn {
  my ($user) = @_;
  local $SIG{PIPE} = 'IGNORE';
  if (@{ $user->{sends} }) {
    my $sent = syswrite $user->{socket}, substr $user->{sends}[0], 0, $RATE * $TICK;
    substr $user->{sends}[0], 0, $sent, '' if $sent;
    shift @{ $user->{sends} } if $user->{sends}[0] eq '';
  }
  my $read = sysread $user->{socket}, $user->{got}, $RATE * $TICK, length $user->{got};
  return defined $read ? $read == 0 : !$!{EAGAIN} && !$!{EWOULDBLOCK};
}

sub works {
  my ($server, $what, $most) = @_;
  my @users = map { my $n = $_; { x => $exchanges[$n % 10], kind => (qw(read upload post))[$n % 3] } } 0 .. 99;
  for (@users) { begin($_, $server->port); sleep 0.02 }      # people do not click all at the same moment
  my ($end, %answers) = (time + $SECONDS);
  while (@users) {
    my $next = time + $TICK;
    for my $user (@users) {
      turn($user) or next;
      my ($status) = $user->{got} =~ m{^HTTP/1\.1 (\d+)};
      my $whole = $user->{kind} ne 'read' || $user->{got} =~ /\r\n0\r\n\r\n\z/;
      $answers{"$user->{kind} " . ($status // 'none') . ($whole ? '' : ' broken off')}++;
      time < $end ? begin($user, $server->port) : ($user->{done} = 1);
    }
    @users = grep { !$_->{done} } @users;
    my $left = $next - time;
    sleep $left if $left > 0;
  }
  my $refused = sum0(map { $answers{$_} } grep { / 429$/ } keys %answers);
  my %wrong = map { ($_ => $answers{$_}) } grep { !/^(read 200|upload 200|post 20[01]|\w+ 429)$/ } keys %answers;
  diag "$what: ", join ', ', map { "$answers{$_} $_" } sort keys %answers;
  diag $_ for grep { /CB0(?:473|101)/ } split /\n/, $server->log;
  is_deeply \%wrong, {}, "$what: no request fails, and no response breaks off";
  cmp_ok $refused, '<=', $most * sum0(values %answers), "$what: at most @{[ 1000 * $most ]} of 1,000 requests are refused";
}

works($stack->another_server('one', extra => "${shipped}CollabAttachmentSlots 64\nThreadLimit 256\nThreadsPerChild 256\nMaxRequestWorkers 256\nMaxSpareThreads 256\n"), '256 threads in one process', 0);
works($stack->another_server('six', extra => "${shipped}ThreadsPerChild 25\nStartServers 6\nServerLimit 6\nMaxRequestWorkers 150\nMinSpareThreads 150\nMaxSpareThreads 150\n"),
  'six processes of 25 threads', 0.001);

done_testing;
