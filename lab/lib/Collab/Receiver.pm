# A member's webhook receiver: a process that answers as the path of the callback URL says, and keeps a ledger of all requests.
#
#   my $receiver = receiver();
#   my $url = $receiver->url;                     answers 200
#   $receiver->url('500', '500', '200')           the answers to the first, the second, and every later request with one event
#   $receiver->url('500x6')                       500 to the first six requests, whatever their events, then 200
#   $receiver->url('500x6-200x2-hang')            500 to six requests, 200 to the next two, then the last answer to all others
#   $receiver->url('hang'), ('reset'), ('drip'), ('endless')
#   $receiver->url('late250')                     200, a quarter of a second later
#   $receiver->url('429+7')                       with Retry-After: 7; '429+date7' writes it as a date
#   $receiver->url('404*e38182')                  404 with these bytes, repeated, in 6000 bytes of body; '404*random': random bytes
#   $receiver->url('past3')                       401 to a bearer token that ends in -3 or a smaller number (t/lib/Collab/TokenEndpoint.pm), else 200
#   $receiver->url('kept')                        closes a connection, without an answer, when it is reused
#   $receiver->url('once')                        answers the first request only, and closes the connection of every later one
#   $receiver->wait($url, 2)                      waits for two deliveries and returns all that have come; dies when they do not come
#   $receiver->got($url)                          the deliveries so far: {path, headers, body, event, attempt, at}
#   $receiver->more                               the deliveries since the last call; do not mix with `got`, which keeps all of them
# Options: address, port, ledger (a file that stays), and two functions that get each request:
#   note   returns the ledger's entry, or undef for none
#   says   returns status, body and header lines, which replace the path's answer; or nothing
# ->stop ends the receiver; ->again starts it on the same port, with the same ledger.
package Collab::Receiver;
use strict;
use warnings;
use Digest::SHA qw(hmac_sha256_hex);
use File::Temp ();
use IO::Select;
use IO::Socket::IP;
use JSON::XS ();
use Socket qw(SOL_SOCKET SO_LINGER);
use Time::HiRes qw(time);
use Collab::File qw(lines_from);
use Collab::Port qw(free_port);
use Collab::Wait qw(wait_for);
use parent 'Collab::Process';
use Exporter 'import';
our @EXPORT = qw(receiver);

my $json = JSON::XS->new->latin1;
my $urls = 0;
my $flood = 'x' x 65536;

sub receiver {
  my (%option) = @_;
  my $self = bless { address => '127.0.0.1', port => 0, note => sub { $_[0] }, %option }, __PACKAGE__;
  $self->{ledger} //= File::Temp->new(TEMPLATE => 'cl-ledgerXXXXXX', DIR => '/tmp', UNLINK => 1);
  return $self->again;
}

sub again {
  my ($self) = @_;
  $self->{port} ||= free_port($self->{address});
  my $socket = IO::Socket::IP->new(LocalAddr => $self->{address}, LocalPort => $self->{port}, Listen => 512, ReuseAddr => 1) or die "receiver: $@\n";
  return $self->begin(sub { serve($socket, "$self->{ledger}", @_, @{$self}{qw(note says)}) });
}

sub port { $_[0]{port} }
sub url { my ($self, @answers) = @_; return sprintf 'http://%s:%d/%s/%d', @{$self}{qw(address port)}, join(',', @answers ? @answers : 200), ++$urls }

# All deliveries, or those to one URL, in the order of arrival. Reads only the new lines of the ledger.
sub got {
  my ($self, $url) = @_;
  my $path = defined $url ? $url =~ s{^http://[^/]+}{}r : undef;
  for my $entry ($self->more) {
    push @{ $self->{entries} }, $entry;
    push @{ $self->{at}{ $entry->{path} // '' } }, $entry;
  }
  return @{ (defined $path ? $self->{at}{$path} : $self->{entries}) || [] };
}

sub more { my ($self) = @_; return map { $json->decode($_) } lines_from("$self->{ledger}", \$self->{read}) }

sub wait {
  my ($self, $url, $count, $seconds) = @_;
  my @got;
  wait_for { @got = $self->got($url); @got >= $count } $seconds // 15, "$count deliveries" . (defined $url ? " to $url" : '');
  return @got;
}

# Is the delivery signed with this secret? The signature covers the bytes as received.
sub signed {
  my ($delivery, $secret) = @_;
  return ($delivery->{headers}{'x-hub-signature-256'} // '') eq 'sha256=' . hmac_sha256_hex($delivery->{body}, $secret);
}

# ---------------------------------------------------------------- the process
sub serve {
  my ($listener, $path, $parent, $note, $says) = @_;
  open my $ledger, '>>:raw', $path or die "$path: $!\n";
  $ledger->autoflush(1);
  my (%buffer, %dripping, %endless, %used, %attempt, %requests, @hung, @late);
  my $select = IO::Select->new($listener);
  while (getppid == $parent) {
    for my $socket ($select->can_read(%endless || @late ? 0.01 : %dripping ? 0.2 : 0.5)) {
      hear($select, $listener, $socket, \%buffer, \%dripping, \%endless, \%used) or next;
      while (my $request = take(\$buffer{$socket})) {
        my $event = $request->{headers}{'x-service-delivery'} // '';
        $request->{event} = $event;
        $request->{at} = time;
        $request->{attempt} = ++$attempt{"$request->{path} $event"};
        my $entry = $note->($request);
        print $ledger $json->encode($entry), "\n" if defined $entry;
        my ($plan) = $request->{path} =~ m{^/([^/]*)};
        my @answers = split /,/, $plan;
        my $answer = $answers[$request->{attempt} - 1] // $answers[-1];
        $answer = step($answer, $requests{$request->{path}}++) if $answer =~ /x/;
        if ($says and my @said = $says->($request)) { reply($socket, @said) }
        elsif ($answer eq 'hang') { push @hung, $socket }
        elsif ($answer eq 'reset') {
          setsockopt $socket, SOL_SOCKET, SO_LINGER, pack 'ii', 1, 0;
          $select->remove($socket); close $socket; last;
        }
        elsif ($answer =~ /^late(\d+)$/) { push @late, [time + $1 / 1000, $socket] }
        elsif ($answer =~ /^past(\d+)$/) { my ($past, $of) = ("$1", ($request->{headers}{authorization} // '') =~ /-(\d+)$/); reply($socket, ($of // 0) > $past ? 200 : 401, '') }
        elsif ($answer eq 'drip')    { print $socket "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"; $dripping{$socket} = $socket; $socket->flush }
        elsif ($answer eq 'endless') { print $socket "HTTP/1.1 200 OK\r\n\r\n"; $socket->flush; $socket->blocking(0); $endless{$socket} = $socket }
        elsif ($answer eq 'garbage') { print $socket "this is no HTTP\r\n\r\n"; $socket->flush; $select->remove($socket); close $socket; last }
        elsif ($answer =~ /^(?:kept|once)$/) {
          if ($used{$answer eq 'kept' ? $socket : $request->{path}}++) { $select->remove($socket); delete $used{$socket}; close $socket; last }
          reply($socket, 200, '');
        }
        elsif ($answer =~ /^(\d+)\+(.+)$/) { reply($socket, $1, '', 'Retry-After: ' . retry_after($2) . "\r\n") }
        elsif ($answer =~ /^(\d+)\*(.+)$/) { reply($socket, $1, $2 eq 'random' ? join('', map { chr rand 256 } 1 .. 6000) : substr pack('H*', $2) x 6000, 0, 6000) }
        elsif ($answer =~ /^3/)      { reply($socket, $answer, '', "Location: http://127.0.0.1:1/\r\n") }
        else                         { reply($socket, $answer, $answer < 300 ? '' : "no: \xff\x00 $answer") }
      }
    }
    while (@late && $late[0][0] <= time) { my $socket = (shift @late)->[1]; reply($socket, 200, q()) if defined fileno $socket }
    syswrite $_, '.' for values %dripping;
    syswrite $_, $flood for values %endless;
  }
}

# Handles a readable socket: accepts a new connection, or reads bytes into a connection's buffer. When a connection has ended, deletes its
# entry in each of the hashes $buffer and @others. Returns true when it has read bytes.
sub hear {
  my ($select, $listener, $socket, $buffer, @others) = @_;
  if ($socket == $listener) {
    my $new = $listener->accept or return 0;
    $select->add($new);
    $buffer->{$new} = '';
    return 0;
  }
  return 1 if sysread $socket, $buffer->{$socket}, 65536, length $buffer->{$socket};
  $select->remove($socket);
  delete $_->{$socket} for $buffer, @others;
  close $socket;
  return 0;
}

# The answer of a plan such as "500x6-200x2-hang" to a request after $before others.
sub step {
  my ($plan, $before) = @_;
  for my $step (split /-/, $plan) {
    my ($answer, $times) = split /x/, $step;
    return $answer if !defined $times || $before < $times;
    $before -= $times;
  }
  return 200;
}

sub retry_after {
  my ($value) = @_;
  $value =~ /^date(-?\d+)$/ or return $value;
  my @t = gmtime(time + $1);
  return sprintf '%s, %02d %s %d %02d:%02d:%02d GMT', (qw(Sun Mon Tue Wed Thu Fri Sat))[$t[6]], $t[3], (qw(Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec))[$t[4]], 1900 + $t[5], @t[2, 1, 0];
}

sub reply {
  my ($socket, $status, $body, $more) = @_;
  print $socket sprintf("HTTP/1.1 %d Answer\r\nContent-Length: %d\r\n%s\r\n", $status, length $body, $more // ''), $body;
  $socket->flush;
}

# Removes the next complete request from the buffer and returns it.
sub take {
  my ($buffer) = @_;
  my ($head, $method, $path, $fields) = $$buffer =~ m{^(([A-Z]+) (\S+) HTTP/1\.1\r\n(.*?)\r\n\r\n)}s or return;
  my %headers = map { /^([^:]+):\s*(.*)$/ ? (lc $1 => $2) : () } split /\r\n/, $fields;
  my $length = $headers{'content-length'} // 0;
  return if length $$buffer < length($head) + $length;
  my $body = substr $$buffer, length $head, $length;
  substr $$buffer, 0, length($head) + $length, '';
  return { method => $method, path => $path, headers => \%headers, body => $body };
}

1;
