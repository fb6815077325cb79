# t/ops/load/login-flood.t: 300 simultaneous logins with invented names do not slow other requests down
# interface.md 6.3
# alone: it measures the duration of requests
use lib qw(t/lib lab/lib);
use Collab::Stack;
use Collab::Test;
use IO::Select;
use IO::Socket::IP;
use POSIX ();
use Time::HiRes qw(time);

my $LOGINS = 300;
my $LIMIT = 1;        # seconds: limit of the p99; a flood that is not held back makes them wait for several seconds
my $EVERY = 0.01;     # seconds between the scheduled starts of requests, however long the earlier ones take
my $OTHERS = 0.2;     # share of the processors; when other programs use more, durations prove nothing
my $stack = stack(extra => "CollabDispatcher Off\n");
my $x = exchange();
my $user = $x->submitter;
$user->get($x->path)->ok;

# Sends all logins at once, from one process that does little else. Returns the number of answers by status.
sub flood {
  my $port = $stack->server->port;
  my %request;
  for my $number (1 .. $LOGINS) {
    my $socket = IO::Socket::IP->new(PeerAddr => '127.0.0.1', PeerPort => $port) or die "connect: $@\n";
    my $body = qq({"username":"invented-$$-$number","password":"wrong"});
    $request{$socket} = [$socket, "POST /v1/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: " . length($body) . "\r\n\r\n$body"];
  }
  syswrite $_->[0], $_->[1] for values %request;
  my $waits = IO::Select->new(map { $_->[0] } values %request);
  my (%got, %status);
  while ($waits->count) {
    my @ready = $waits->can_read(30) or last;
    for my $socket (@ready) {
      next if sysread $socket, $got{$socket}, 4096, length($got{$socket} // '');
      $status{ ($got{$socket} // '') =~ m{^HTTP/1\.1 (\d+)} ? $1 : 'none' }++;
      $waits->remove($socket);
    }
  }
  return \%status;
}

# Returns processor time in seconds, divided by the number of processors: that of all programs so far, and that of this test with its servers.
sub worked {
  open my $in, '<', '/proc/stat' or die "/proc/stat: $!\n";
  my ($all, @each) = grep { /^cpu/ } <$in>;
  my (undef, $user, $nice, $system, undef, undef, $irq, $softirq, $steal) = split ' ', $all;
  my @ours = ($$, map { ($_, Collab::Wait::children($_)) } $stack->server->pid, $stack->pg->pid);
  my $ours = 0;
  for my $pid (@ours) {
    open my $stat, '<', "/proc/$pid/stat" or next;
    my @time = (split ' ', (readline($stat) // '') =~ s/^.*\) //r)[11 .. 14];      # the time of the process, and that of its ended children
    $ours += $_ for @time;
  }
  return map { $_ / @each / POSIX::sysconf(POSIX::_SC_CLK_TCK()) } $user + $nice + $system + $irq + $softirq + $steal, $ours;
}

# Measures the duration of requests during a flood. Returns the durations and the answers to the flood.
sub during_flood {
  my ($began, $all, $ours) = (time, worked());
  pipe my $read, my $write or die "pipe: $!\n";
  my $pid = fork // die "fork: $!\n";
  if (!$pid) {
    close $read;
    my $status = eval { flood() } || { error => "$@" };
    syswrite $write, JSON::XS->new->encode($status);
    POSIX::_exit(0);
  }
  close $write;
  my (%took, $answers);
  my $ends = IO::Select->new($read);
  for (my $due = time; !$ends->can_read(0); $due += $EVERY) {
    my $early = $due - time;
    select undef, undef, undef, $early if $early > 0;
    for my $path ('/health/live', $x->path) {
      $answers++ if $user->get($path)->status == 200;
      push @{ $took{$path} }, time - $due;        # a late start counts as waiting
    }
  }
  my $got = JSON::XS->new->decode(do { local $/; <$read> });
  waitpid $pid, 0;
  my ($all_then, $ours_then) = worked();
  my $others = (($all_then - $all) - ($ours_then - $ours)) / (time - $began);
  diag sprintf 'other programs: %.0f %% of the processors', 100 * $others;
  my $most = 0;
  for my $path (keys %took) {
    my @sorted = sort { $a <=> $b } @{ $took{$path} };
    my $p99 = $sorted[int 0.99 * $#sorted];
    diag sprintf '%s: %d requests, p50 %.1f ms, p99 %.1f ms, longest %.1f ms', $path =~ s/\w{20}/{token}/r, scalar @sorted, 1000 * $sorted[@sorted / 2], 1000 * $p99, 1000 * $sorted[-1];
    $most = $p99 if $p99 > $most;
  }
  return { flood => $got, answers => $answers, asked => 2 * @{ $took{'/health/live'} }, p99 => $most, others => $others };
}

# The best of three rounds counts, because other programs may use the machine.
my @rounds;
for (1 .. 3) {
  push @rounds, during_flood();
  last if $rounds[-1]{p99} < $LIMIT;
}
for my $round (@rounds) {
  is $round->{answers}, $round->{asked}, 'every other request is answered';
  my %status = %{ $round->{flood} };
  is_deeply [sort keys %status], [401, 429], 'each login is refused, after its password was checked (401) or because there is no room (429)';
  is $status{401} + $status{429}, $LOGINS, "all $LOGINS logins are answered";
}
SKIP: {
  my ($best) = sort { $a->{p99} <=> $b->{p99} } @rounds;
  skip 'the machine is busy with other programs' if $best->{p99} >= $LIMIT && !grep { $_->{others} < $OTHERS } @rounds;
  cmp_ok $best->{p99}, '<', $LIMIT, '99 % of the other requests take less than a second';
}

done_testing;
