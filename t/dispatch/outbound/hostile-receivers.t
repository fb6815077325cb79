# t/dispatch/outbound/hostile-receivers.t: malicious or broken receivers cost bounded memory and time, and delay no other receiver
# alone: its receivers flood both cores, and it measures its transfers' memory and time
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Httpd;
use Collab::Receiver;
use Collab::Stack;
use Collab::Subscription;
use File::Temp ();
use IO::Socket::IP;
use POSIX ();
use Socket qw(SOL_SOCKET SO_LINGER);
use Time::HiRes ();

my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $timeout = 3;

# ---------------------------------------------------------------- the receivers: what each writes after the request
my $block = 'x' x 65536;
my %answer = (
  'endless body'       => sub { my ($say) = @_; $say->("HTTP/1.1 200 OK\r\n\r\n"); 1 while $say->($block) },
  'endless failure'    => sub { my ($say) = @_; $say->("HTTP/1.1 500 No\r\n\r\n"); 1 while $say->($block) },
  'huge'               => sub { my ($say) = @_; $say->("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n"); 1 while $say->($block) },
  'endless chunks'     => sub { my ($say) = @_; $say->("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"); 1 while $say->("10000\r\n$block\r\n") },
  'endless extensions' => sub { my ($say) = @_; $say->("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;"); 1 while $say->($block) },
  'endless headers'    => sub { my ($say) = @_; $say->("HTTP/1.1 200 OK\r\n"); 1 while $say->("X-More: more\r\n" x 1000) },
  'endless line'       => sub { my ($say) = @_; $say->("HTTP/1.1 200 OK\r\nX-Long: "); 1 while $say->($block) },
  'endless status'     => sub { my ($say) = @_; $say->('HTTP/1.1 200 '); 1 while $say->($block) },
  'endless trailers'   => sub { my ($say) = @_; $say->("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"); 1 while $say->("X-More: more\r\n" x 1000) },
  'never final'        => sub { my ($say) = @_; 1 while $say->("HTTP/1.1 103 Wait\r\nLink: </>\r\n\r\n" x 1000) },
  'dripping headers'   => sub { my ($say) = @_; for (split //, "HTTP/1.1 200 OK\r\n" . 'X: ' . $block) { $say->($_) or last; sleep 1 } },
  'dripping body'      => sub { my ($say) = @_; $say->("HTTP/1.1 200 OK\r\nContent-Length: 65536\r\n\r\n"); 1 while $say->('x') && sleep 1 },
  'silent'             => sub { my (undef, $socket) = @_; sysread $socket, my $more, 1 },
  'cut in the headers' => sub { my ($say) = @_; $say->("HTTP/1.1 200 OK\r\nContent-Le") },
  'cut in the body'    => sub { my ($say) = @_; $say->("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nonly so much") },
  'reset in the body'  => sub { my ($say, $socket) = @_; $say->("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nonly so much"); setsockopt $socket, SOL_SOCKET, SO_LINGER, pack 'ii', 1, 0 },
  'no chunks'          => sub { my ($say) = @_; $say->("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnot a number\r\n") },
  'another protocol'   => sub { my ($say) = @_; $say->("HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\nHTTP/1.1 200 OK\r\n\r\n") },
  'only HTTP/2'        => sub { my ($say) = @_; $say->("\0\0\0\4\0\0\0\0\0") },
  'compressed'         => sub { my ($say) = @_; $say->("HTTP/1.1 500 No\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x08\x00") },
  'no HTTP'            => sub { my ($say) = @_; $say->("SSH-2.0-OpenSSH_9.2\r\n") },
  'no number'          => sub { my ($say) = @_; $say->("HTTP/1.1 fine OK\r\n\r\n") },
  'two lengths'        => sub { my ($say) = @_; $say->("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 7\r\n\r\nhello") },
);

# The recorded status by receiver: the headers of these answers are complete, so the status counts, whatever becomes of the body. The other receivers count
# as not answering.
my %status = ((map { ($_ => 200) } 'endless body', 'huge', 'endless chunks', 'endless extensions', 'endless trailers', 'dripping body', 'cut in the body',
  'reset in the body', 'no chunks', 'two lengths'), 'endless failure' => 500, compressed => 500);

my %error = (
  'compressed'       => 'HTTP 500; the answer is compressed',
  'another protocol' => 'HTTP 101, but the request asked for no other protocol',
  'only HTTP/2'      => 'the receiver speaks only HTTP/2; deliveries use HTTP/1.1',
  'no HTTP'          => 'the answer is not HTTP',
  'endless headers'  => 'the headers of the answer are longer than 64 KiB',
  'endless line'     => 'the headers of the answer are longer than 64 KiB',
  'never final'      => 'the headers of the answer are longer than 64 KiB',
);

# A hundred processes wait for connections, so that a connection costs no fork. The number in the request's path selects the receiver.
my @kinds = sort keys %answer;
my $listener = IO::Socket::IP->new(LocalAddr => '127.0.0.1', LocalPort => 0, Listen => 128) or die "listen: $@\n";
my $port = $listener->sockport;
my $top = $$;

sub serve {
  $SIG{PIPE} = 'IGNORE';
  while (my $socket = $listener->accept) {
    my $request = '';
    1 while $request !~ /\r\n\r\n.*\}\z/s && sysread $socket, $request, 65536, length $request;
    my ($kind) = $request =~ m{^POST /(\d+)/};
    $answer{ $kinds[$kind] }->(sub { my ($bytes) = @_; return syswrite $socket, $bytes }, $socket) if defined $kind;
    close $socket;
  }
}

my $server = fork // die "fork: $!\n";
if (!$server) {
  setpgrp;
  for (1 .. 100) { my $pid = fork // die "fork: $!\n"; if (!$pid) { serve(); POSIX::_exit(0) } }
  sleep 1 while getppid == $top;
  kill 'KILL', -$$;
}
END { if ($server && $$ == $top) { local $?; kill 'KILL', -$server; waitpid $server, 0 } }

# ---------------------------------------------------------------- a name whose address changes
# Replaces the machine's resolver: the address of flips.example comes from a file.
Collab::Stack::write_file("$dir/flip.c", <<'END');
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
  int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **) = dlsym(RTLD_NEXT, "getaddrinfo");
  const char *path = getenv("FLIP_FILE");
  char address[64] = "";
  FILE *file = node && path && strstr(node, "flips.example") ? fopen(path, "r") : NULL;
  if (file && fscanf(file, "%63s", address) == 1) node = address;
  if (file) fclose(file);
  return real(node, service, hints, found);
}
END
run($ENV{CC} || 'cc', '-shared', '-fPIC', '-o', "$dir/flip.so", "$dir/flip.c", '-ldl');
sub leads_to { my ($address) = @_; Collab::Stack::write_file("$dir/flip.new", "$address\n"); rename "$dir/flip.new", "$dir/flip" or die "flip: $!\n" }

# Starts a server that resolves names by flip.c.
sub with_flips {
  my ($start) = @_;
  local $ENV{FLIP_FILE} = "$dir/flip";
  local $ENV{COLLAB_PRELOAD} = "$dir/flip.so";
  return $start->();
}

# ---------------------------------------------------------------- the test
my ($cert, $key) = Collab::Httpd::certificate("$dir/expired", 'hooks.example', -1);
my $expired = Collab::Httpd->start("$dir/secure", modules => [qw(alias ssl socache_shmcb)], format => '%r',
  config => "SSLEngine On\nSSLCertificateFile \"$cert\"\nSSLCertificateKeyFile \"$key\"\nRedirectMatch 204 ^/\n");
leads_to('127.0.0.2');
my $stack = with_flips(sub { stack(extra => "CollabWebhookTimeout $timeout\nCollabWebhookRetry V2 600 600\nCollabOutboundCA \"$cert\"\nCollabOutboundHost hooks.example 127.0.0.1\n") });
my $receiver = receiver();

# The dispatcher's peak memory, in KiB.
sub peak { open my $in, '<', "/proc/@{[ $stack->server->dispatcher ]}/status" or die "status: $!\n"; return map { /^VmHWM:\s+(\d+)/ ? $1 : () } <$in> }

my $events = 4;
my $x = exchange();
my $healthy = subscribed($receiver->url, exchange => $x);
$x->submitter->post($x->notes, a_note())->ok;
$receiver->wait($healthy->{url}, 1);
my ($before) = peak();
my %at = map { ($kinds[$_] => subscribed("http://127.0.0.1:$port/$_/x", exchange => $x)) } 0 .. $#kinds;
my $began = Time::HiRes::time;
$x->submitter->post($x->notes, a_note())->ok for 1 .. $events;

subtest 'a healthy endpoint gets all events meanwhile' => sub {
  my @got = $receiver->wait($healthy->{url}, 1 + $events, 30);
  is scalar(keys %{ { map { $_->{event} => 1 } @got } }), 1 + $events;
};

for my $kind (@kinds) {
  subtest $kind => sub {
    my @log = attempts($at{$kind}, $events);
    my $status = $status{$kind} // 0;
    is_deeply [map { $_->{http_status} } @log], [($status) x @log], $status ? "HTTP $status" : 'no answer' or diag explain [map { $_->{error} } @log];
    is_deeply [map { $_->{success} } @log], [($status == 200 ? 1 : 0) x @log];
    is scalar(grep { $_->{dead_letter} } @log), 0, 'no delivery becomes a dead letter';
    ok length $_->{error}, $_->{error} for $status == 200 ? () : $log[0];
    is $log[0]{error}, $error{$kind} if $error{$kind};
    is scalar(grep { $_->{duration_ms} > 1000 * $timeout + 1000 } @log), 0, 'no attempt exceeds its time' unless $ENV{COLLAB_SANITIZERS};
    is scalar(grep { length($_->{response_body} // '') > ($kind eq 'compressed' ? 0 : 1024) } @log), 0, 'at most 1 KiB of its answer is kept';
  };
}

SKIP: {
  skip 'a sanitizer keeps what was freed', 1 if $ENV{COLLAB_SANITIZERS};
  my ($after) = peak();
  cmp_ok $after - $before, '<', 32 * 1024, sprintf 'the dispatcher has grown by %d KiB at most', $after - $before;
}

subtest 'to an expired certificate nothing is sent, and the delivery is tried again' => sub {
  my $s = speak(subscribed("https://hooks.example:@{[ $expired->port ]}/"));
  my ($attempt) = attempts($s, 1);
  is $attempt->{http_status}, 0;
  is $attempt->{error}, 'the TLS certificate was not accepted: certificate has expired';
  ok !$attempt->{dead_letter} && defined $attempt->{next_attempt_at};
  run('curl', '-sk', '-o', '/dev/null', "https://127.0.0.1:@{[ $expired->port ]}/not-verified");
  wait_for { $expired->lines } 10, 'its log';
  is_deeply [map { /^(\S+ \S+)/ } $expired->lines], ['GET /not-verified'], 'its log has only the request that did not check the certificate';
};

subtest 'a name that resolves to an inner address after its check is refused' => sub {
  $stack->server->stop;
  my $inside = receiver();
  my $outside = receiver(address => '127.0.0.2', port => $inside->port);
  my $server = with_flips(sub { $stack->another_server('flip', extra => "CollabWebhookRetry V2 600 600\nCollabOutboundAllow None\nCollabOutboundAllow 127.0.0.2/32\n") });
  $ENV{COLLAB_TEST_URL} = $server->url;
  my ($y, $url) = (exchange(), "flips.example:@{[ $inside->port ]}/200");
  my $fine = subscribed("http://fine.$url/1", exchange => $y);
  $y->submitter->post($y->notes, a_note())->ok;
  ok((attempts($fine, 1))[0]{success}, 'a name with an outer address is called');
  my $s = subscribed("http://bad.$url/1", exchange => $y);
  leads_to('127.0.0.1');
  is $y->submitter->post('/v2/webhooks', { callbackUrl => "http://new.$url/2" })->status, 400, 'a new subscription to the name is refused';
  $y->submitter->post($y->notes, a_note())->ok;
  my ($attempt) = attempts($s, 1);
  is $attempt->{error}, 'refused by the address guard: loopback';
  ok $attempt->{dead_letter};
  is_deeply [$inside->got], [], 'the inner receiver gets nothing';
};

done_testing;
