# A storage over TLS that misbehaves as the first part of the path says.
#
#   my $odd = Collab::OddStorage->start($dir);
#   $odd->directives                                    lets a server under test call this storage
#   $odd->config('cut')                                 a member's storage configuration whose files are answered by the plan `cut`
#   $odd->heads('mute')                                 the heads of the requests for the plan `mute`
#   $odd->got('a.txt')                                  the bytes of the file before the answer began; undef: no answer was given
# The plans are in %answers (after the whole file) and %early (before its end). `mute` sends no 100, `deaf` answers Expect with 417.
package Collab::OddStorage;
use strict;
use warnings;
use IO::Socket::SSL;
use Socket qw(SOL_SOCKET SO_LINGER);
use Collab::File qw(slurp);
use Collab::Httpd;
use parent 'Collab::Process';

my $created = "HTTP/1.1 201 Created\r\n";
my %answers = (
  fine     => "${created}Content-Length: 0\r\n\r\n",
  late     => "${created}Content-Length: 0\r\n\r\n",      # after 2.5 s
  cut      => "${created}Content-Length: 100\r\n\r\npart",
  chunk    => "${created}Transfer-Encoding: chunked\r\n\r\nxyz\r\n",
  reset    => "${created}Content-Length: 100\r\n\r\npart",
  stall    => "${created}Content-Length: 100\r\n\r\npart",
  endless  => "${created}\r\n",
  long     => "${created}Content-Length: 1000000\r\n\r\n" . 'x' x 1_000_000,
  trailer  => "${created}Transfer-Encoding: chunked\r\n\r\n0\r\nX: HTTP/1.1 500\r\n\r\n",
  informed => "HTTP/1.1 103 Early Hints\r\nX: y\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n${created}Content-Length: 0\r\n\r\n",
  hinted   => "HTTP/1.1 103 Early Hints\r\nX: y\r\n\r\n",
  full     => "HTTP/1.1 507 Insufficient Storage\r\nContent-Length: 100\r\n\r\npart",
  shut     => "HTTP/1.1 403 Forbidden\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
  moved    => "HTTP/1.1 302 Found\r\nLocation: /fine/x\r\nContent-Length: 100\r\n\r\npart",
  switched => "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n",
  dumb     => '',
  mute     => "${created}Content-Length: 0\r\n\r\n",
  deaf     => "${created}Content-Length: 0\r\n\r\n",
  nowhere  => "HTTP/1.1 409 Conflict\r\nContent-Length: 0\r\n\r\n",
  digest   => "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Digest realm=\"x\", nonce=\"y\"\r\nContent-Length: 0\r\n\r\n",
  headless => "${created}Content-Length: 0\r\n",
);
my $unexpected = "HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
my %early = (head => $answers{fine}, middle => $answers{fine}, sparse => $answers{full});

sub start {
  my ($class, $dir) = @_;
  my $self = bless { dir => $dir, domain => 'odd.storage.example' }, $class;
  my ($cert, $key) = Collab::Httpd::certificate($dir, $self->{domain});
  my $listener = IO::Socket::IP->new(LocalAddr => '127.0.0.1', LocalPort => 0, Listen => 64) or die "odd storage: $@\n";
  $self->{port} = $listener->sockport;
  return $self->begin(sub {
    my ($parent) = @_;
    $SIG{CHLD} = 'IGNORE';
    my $context = IO::Socket::SSL::SSL_Context->new(SSL_server => 1, SSL_cert_file => $cert, SSL_key_file => $key);      # for all connections: it is slow
    while (my $socket = $listener->accept) {
      defined(my $pid = fork) or die "fork: $!\n";
      next if $pid;
      alarm 60;      # ends this process if the test is killed
      IO::Socket::SSL->start_SSL($socket, SSL_server => 1, SSL_reuse_ctx => $context) and $self->serve($socket);
      POSIX::_exit(0);
    }
  });
}

sub domain { $_[0]{domain} }
sub directives { my ($self) = @_; return "CollabOutboundCA \"$self->{dir}/cert.pem\"\nCollabOutboundHost $self->{domain} 127.0.0.1\n" }
sub config { my ($self, $plan) = @_; return { domain => $self->{domain}, password => 'p', expiration => '2099-01-01T00:00:00Z', httpsPath => "/$plan", httpsPort => 0 + $self->{port} } }
sub heads { my ($self, $plan) = @_; return grep { m{^PUT /\Q$plan\E/} } split /(?<=\r\n\r\n)/, slurp("$self->{dir}/heads") }
sub got { my ($self, $name) = @_; open my $in, '<', "$self->{dir}/got-$name" or return undef; return scalar <$in> }

# Reads the next $count bytes. undef: the client has gone.
sub take {
  my ($socket, $count) = @_;
  my $taken = '';
  while (length $taken < $count) { sysread $socket, $taken, $count - length $taken, length $taken or return undef }
  return $taken;
}
sub line { my ($socket) = @_; my $line = ''; while ($line !~ /\n\z/) { $line .= take($socket, 1) // return undef } return $line }

# Reads chunks up to the end of the file, or until the file has $most bytes.
sub body {
  my ($socket, $most) = @_;
  my $got = 0;
  while (!defined $most || $got < $most) {
    my $len = hex((line($socket) // return $got) =~ s{\s+\z}{}r);
    take($socket, $len + 2) // return $got;
    return $got if !$len;
    $got += $len;
  }
  return $got;
}

sub serve {
  my ($self, $socket) = @_;
  my $head = '';
  while ($head !~ /\r\n\r\n\z/) { $head .= line($socket) // return }
  my ($plan, $name) = $head =~ m{^PUT /(\w+)/(\S+)} or return;
  open my $heads, '>>', "$self->{dir}/heads" or die "$self->{dir}/heads: $!\n";
  print $heads $head;
  close $heads;
  my $expects = $head =~ /^Expect:/mi;
  if ($expects && $plan eq 'deaf') { syswrite $socket, $unexpected; $socket->close; return }
  my $got = $plan eq 'head' ? 0 : do {
    syswrite $socket, "HTTP/1.1 100 Continue\r\n\r\n" if $expects && $plan ne 'mute';
    body($socket, $early{$plan} ? 1000 : undef);
  };
  open my $out, '>', "$self->{dir}/new-$name" or die "$name: $!\n";
  print $out $got;
  close $out;
  rename "$self->{dir}/new-$name", "$self->{dir}/got-$name" or die "$name: $!\n";
  select undef, undef, undef, 2.5 if $plan eq 'late';
  syswrite $socket, $_ for ($early{$plan} // $answers{$plan}) =~ /(.{1,16000})/gs;
  if ($plan eq 'endless') { 1 while syswrite $socket, 'x' x 1000 }
  if ($plan eq 'reset')   { setsockopt $socket, SOL_SOCKET, SO_LINGER, pack 'i2', 1, 0; close $socket; return }
  if ($plan =~ /stall/ || $early{$plan}) { 1 while sysread $socket, my $rest, 16384 }
  $socket->close;
}

1;
