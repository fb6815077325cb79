# HTTP/2 over TLS, frame by frame, for requests that no HTTP library would send.
#
#   my $h2 = Collab::H2Wire->new($port);
#   $h2->request([[':method', 'GET'], [':path', '/v1/me'], …], $body);       sends names and values unchanged; returns the stream's number
#   my $answer = $h2->answer($stream, 5);       { status, headers, body }; or { reset => 1 }, { gone => 1 }, { late => 1 }
#
# Sends headers as literals without Huffman coding, and a body as one DATA frame: at most 16 KiB, which a new connection's window allows.
# Debian's libprotocol-http2-perl (`make proxies`) reads the headers of responses.
package Collab::H2Wire;
use strict;
use warnings;
use Cwd ();
use lib Cwd::cwd() . '/build/obj/proxies/usr/share/perl5';
use IO::Select;
use IO::Socket::SSL;
eval { require Protocol::HTTP2::HeaderCompression } or die "Protocol::HTTP2 is missing: `make proxies` fetches it from Debian's package libprotocol-http2-perl\n";
use Time::HiRes qw(time);

my %type = (data => 0, headers => 1, reset => 3, settings => 4, ping => 6, goaway => 7, continuation => 9);
my %name = reverse %type;
use constant { ACK => 1, END_STREAM => 1, END_HEADERS => 4 };

sub new {
  my ($class, $port) = @_;
  my $socket = IO::Socket::SSL->new(PeerAddr => '127.0.0.1', PeerPort => $port, SSL_verify_mode => SSL_VERIFY_NONE, SSL_alpn_protocols => ['h2'], Timeout => 10)
    or die "TLS: $SSL_ERROR\n";
  ($socket->alpn_selected // '') eq 'h2' or die "no HTTP/2 on port $port\n";
  my $self = bless { socket => $socket, next => 1, got => '', answer => {}, block => '',
    table => Collab::H2Wire::Table->new }, $class;
  $self->put("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" . frame('settings', 0, 0, ''));
  return $self;
}

sub frame { my ($type, $flags, $stream, $bytes) = @_; return substr(pack('N', length $bytes), 1) . pack('CCN', $type{$type}, $flags, $stream) . $bytes }

# An HPACK integer with a 7-bit prefix (RFC 7541, 5.1).
sub number {
  my ($n) = @_;
  return chr $n if $n < 127;
  my $bytes = chr 127;
  for ($n -= 127; $n >= 128; $n >>= 7) { $bytes .= chr($n & 127 | 128) }
  return $bytes . chr $n;
}

sub packed { my ($headers) = @_; return join '', map { "\0" . number(length $_->[0]) . $_->[0] . number(length $_->[1]) . $_->[1] } @$headers }

# $body undef: no body; trailers: headers after the body; open: leaves the stream open.
sub request {
  my ($self, $headers, $body, %option) = @_;
  my $stream = $self->{next};
  $self->{next} += 2;
  my $ends = !$option{open} && !$option{trailers};
  my $bytes = frame('headers', END_HEADERS | (defined $body || !$ends ? 0 : END_STREAM), $stream, packed($headers));
  $bytes .= frame('data', $ends ? END_STREAM : 0, $stream, $body) if defined $body;
  $bytes .= frame('headers', END_HEADERS | END_STREAM, $stream, packed($option{trailers})) if $option{trailers};
  $self->put($bytes);
  return $stream;
}

sub put {
  my ($self, $bytes) = @_;
  local $SIG{PIPE} = 'IGNORE';
  $self->{gone} = 1 unless $self->{gone} || defined $self->{socket}->syswrite($bytes);
}

sub answer {
  my ($self, $stream, $seconds) = @_;
  my $until = time + $seconds;
  my $answer = $self->{answer}{$stream} ||= {};
  $self->take($until - time) until $answer->{done} || $self->{gone} || time >= $until;
  return $answer if $answer->{done};
  return { %$answer, $self->{gone} ? (gone => 1) : (late => 1) };
}

# Waits up to $seconds for bytes, reads once, and handles the complete frames.
sub take {
  my ($self, $seconds) = @_;
  my $socket = $self->{socket};
  if (!$socket->pending && !IO::Select->new($socket)->can_read($seconds)) { return }
  my $n = $socket->sysread($self->{got}, 65536, length $self->{got});
  if (!$n) { $self->{gone} = 1 unless !defined $n && $SSL_ERROR == SSL_WANT_READ; return }
  while (length $self->{got} >= 9) {
    my ($high, $low, $type, $flags, $stream) = unpack 'CnCCN', $self->{got};
    my $length = $high << 16 | $low;
    last if length $self->{got} < 9 + $length;
    my $bytes = substr $self->{got}, 9, $length;
    substr $self->{got}, 0, 9 + $length, '';
    $self->frame_came($name{$type} // '', $flags, $stream & 0x7fffffff, $bytes);
  }
}

sub frame_came {
  my ($self, $type, $flags, $stream, $bytes) = @_;
  my $answer = $self->{answer}{$stream} ||= {};
  if ($type eq 'settings' && !($flags & ACK)) { $self->put(frame('settings', ACK, 0, '')) }
  elsif ($type eq 'ping' && !($flags & ACK))  { $self->put(frame('ping', ACK, 0, $bytes)) }
  elsif ($type eq 'goaway') { $self->{closing} = 1 }
  elsif ($type eq 'reset')  { @{$answer}{qw(reset done)} = (1, 1) }
  elsif ($type eq 'data')   { $answer->{body} .= $bytes }
  elsif ($type eq 'headers' || $type eq 'continuation') {
    if ($type eq 'headers') {       # strip padding and priority
      my $pad = $flags & 8 ? ord substr $bytes, 0, 1, '' : 0;
      substr $bytes, 0, 5, '' if $flags & 32;
      substr $bytes, length($bytes) - $pad, $pad, '' if $pad;
    }
    $self->{block} .= $bytes;
    if ($flags & END_HEADERS) {
      my %headers = $self->{table}->decode($self->{block}, $stream);
      $self->{block} = '';
      @{$answer}{qw(status headers)} = ($headers{':status'}, \%headers) if ($headers{':status'} // 0) >= 200;
    }
  }
  $answer->{done} = 1 if $type =~ /^(?:data|headers)$/ && $flags & END_STREAM;
}

sub is_open { my ($self) = @_; return !$self->{gone} && !$self->{closing} }
sub close { $_[0]{socket}->close(SSL_no_shutdown => 1) }

# The part of a connection that Protocol::HTTP2::HeaderCompression uses.
package Collab::H2Wire::Table;
sub new { return bless { context => { header_table => [], ht_size => 0, max_ht_size => 4096, settings => { &Protocol::HTTP2::Constants::SETTINGS_HEADER_TABLE_SIZE => 4096 }, emitted_headers => [] } }, shift }
sub decode_context { return $_[0]{context} }
sub decode {
  my ($self, $bytes, $stream) = @_;
  $self->{context}{emitted_headers} = [];
  Protocol::HTTP2::HeaderCompression::headers_decode($self, \$bytes, 0, length $bytes, $stream);
  return @{ $self->{context}{emitted_headers} };
}
sub error        { die "HPACK: error $_[1]\n" }
sub stream_error { die "HPACK: error $_[2]\n" }

1;
