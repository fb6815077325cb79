# t/long/attacks/memory.t: 100 bodies of unknown members at once take little memory, and none of it for long
# alone: it measures the memory of the worker, and delays
# interface.md 3.1 and 18.3
use lib qw(t/lib lab/lib);
use Collab::Stack;
use Collab::Test;
use Collab::Victim;
use Collab::Wire;

my $CONNECTIONS = 100;
# A slow machine takes long to send 52 MB.
my $stack = stack(extra => "CollabDispatcher Off\nCollabBodyTimeout 120\n", body_timeout => '120,MinRate=500');
my @attackers = map { exchange() } 1 .. 4;      # the threads that wait for one company's bodies are limited
my $x = exchange();
my ($worker) = $stack->server->children;

# A figure of the worker's memory, in KiB: VmRSS now, or VmHWM, its maximum since the last call of forget_peak.
sub memory { my ($name) = @_; return (Collab::File::slurp("/proc/$worker/status") =~ /^$name:\s+(\d+)/m)[0] }
sub forget_peak { Collab::Stack::write_file("/proc/$worker/clear_refs", '5'); return }

# Sends a PATCH on each connection, all but its last byte, and then the last bytes. Returns the number of answers by status.
sub attack {
  my ($body) = @_;
  local $SIG{PIPE} = 'IGNORE';
  my @sockets = map { wire_socket($stack->server->url) } 1 .. $CONNECTIONS;
  for my $i (0 .. $#sockets) {
    my $from = $attackers[$i % @attackers];
    print { $sockets[$i] } "PATCH @{[ $from->path ]} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer @{[ $from->submitter->token ]}\r\nContent-Type: application/json\r\nContent-Length: " . length($body) . "\r\n\r\n" . substr $body, 0, -1;
  }
  print $_ substr $body, -1 for @sockets;
  my %status;
  for my $socket (@sockets) { my $answer = read_answer($socket, undef, timeout => 100); $status{ $answer ? $answer->status : 'none' }++ }
  return \%status;
}

my $unknown = sub { my ($end) = @_; return '{"internalCaseNumber":"C","unknown":[{"a":1}' . ',{"a":1}' x 65_000 . $end };
my %bodies = (
  'unknown members' => [200, $unknown->(']}')],
  'unknown members with a fault at their end' => [400, $unknown->(',]}')],
  'many names' => [200, '{"internalCaseNumber":"C"' . join('', map { qq(,"$_":0) } 1 .. 50_000) . '}'],
  'values of the wrong kind' => [400, '{"internalCaseNumber":[{"a":1}' . ',{"a":1}' x 65_000 . ']}'],
);
attack('{"internalCaseNumber":"C"}') for 1 .. 3;      # each thread has worked
my $before = memory('VmRSS');
my $calm = victim($stack->server, $x->submitter, $x->notes)->end(200);

for my $what (sort keys %bodies) {
  my ($wanted, $body) = @{ $bodies{$what} };
  forget_peak();
  my $victim = victim($stack->server, $x->submitter, $x->notes);
  my $status = eval { attack($body) } // { died => $@ };
  unharmed($calm, $victim->end(200), $what);
  cmp_ok $status->{$wanted} // 0, '>', $CONNECTIONS / 2, "$what: most bodies are read: " . join ', ', map { "$_ x $status->{$_}" } sort keys %$status;
  my $peak = memory('VmHWM') - $before;
  cmp_ok $peak, '<', $CONNECTIONS * 4 * 1024, sprintf '%s: at most 4 MiB for each connection (%.1f MiB)', $what, $peak / $CONNECTIONS / 1024;
  wait_for { memory('VmRSS') <= 1.5 * $before } 60;
  cmp_ok memory('VmRSS'), '<=', 1.5 * $before, "$what: the memory is returned, $before KiB before";
}

done_testing;
