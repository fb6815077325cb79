# Finds requests and answers that do not belong together, between a client, a front proxy and the httpd behind it.
#
#   my $trial = Collab::Desync->new(plain => $port, tls => $port, tag => 'nginx', attacker => $ada, innocent => $ben, smuggled => $eve, notes => $path);
#   $trial->h1($i, @template);  $trial->h2($i, $row);       sends a vector, then valid requests on the same connection and on a new one
#   my @answers = $trial->answers;
#   my @wrong = faults(answers => \@answers, front => \@lines, back => \@lines, attacker => $ada, innocent => $ben);       one text for each fault
#   my @wrong = faults_direct(answers => \@answers, back => \@lines, attacker => …, innocent => …, two => \%numbers);
#
# A line of either log has the front's id of the request (`-`: none), the X-Request-Id of httpd's answer, the status and the request line.
# The front gives an id to each request that it forwards, so a request without an id that reaches httpd was smuggled.
package Collab::Desync;
use strict;
use warnings;
use Collab::H2Wire;
use Collab::SmugglingH2 qw(h2_filled);
use Collab::SmugglingVectors qw(filled);
use Collab::Wire qw(wire_socket);
use IO::Select;
use Time::HiRes qw(time);
use Exporter 'import';
our @EXPORT = qw(faults faults_direct METRICS);

use constant METRICS => qr/^# TYPE collab/m;      # a page that httpd serves and the fronts deny

my $SECONDS = 10;       # time limit for an answer; the fronts' own timeouts are 1 s

sub new { my ($class, %self) = @_; return bless { answers => [], %self }, $class }
sub answers { return @{ $_[0]{answers} } }

sub values_of {
  my ($self, $k) = @_;
  return (k => $k, host => "127.0.0.1:$self->{host}", notes => $self->{notes}, authorization => 'Authorization: Bearer ' . $self->{attacker}->token,
    other => 'Authorization: Bearer ' . $self->{smuggled}->token);
}

# ---------------------------------------------------------------- HTTP/1.1
sub h1 {
  my ($self, $i, @template) = @_;
  my $k = "$self->{tag}-h1-$i";
  my $bytes = join '', filled(@template, $self->values_of($k));
  my $socket = wire_socket("http://127.0.0.1:$self->{plain}");
  local $SIG{PIPE} = 'IGNORE';
  syswrite $socket, $bytes;
  my ($method) = $bytes =~ /^(\S*)/;
  my $got = $self->read_until($socket, sub { scalar parsed($_[0], $method) });
  my ($first) = parsed($got, $method);
  if ($first && lc($first->{headers}{connection} // '') ne 'close') {
    syswrite $socket, $self->good($self->{attacker}, "own=$k", 'close');
    $got .= $self->read_until($socket, sub { 0 });
  }
  my @answers = parsed($got, $method);
  push @{ $self->{answers} }, map { { %$_, k => $k, kind => 'attacker' } } @answers;
  push @{ $self->{answers} }, { k => $k, kind => 'bare', body => $got } if !@answers && length $got;
  $self->innocents($k);
}

sub good {
  my ($self, $party, $query, $connection) = @_;
  return "GET /v1/me?$query HTTP/1.1\r\nHost: 127.0.0.1:$self->{host}\r\nAuthorization: Bearer @{[ $party->token ]}\r\nConnection: $connection\r\n\r\n";
}

# Sends two requests of the innocent party, one after the other, on a new connection.
sub innocents {
  my ($self, $k) = @_;
  my $socket = wire_socket("http://127.0.0.1:$self->{plain}");
  for my $last (0, 1) {
    syswrite $socket, $self->good($self->{innocent}, "other=$k", $last ? 'close' : 'keep-alive');
    my $got = $self->read_until($socket, sub { scalar parsed($_[0], 'GET') });
    my ($answer, @more) = parsed($got, 'GET');
    push @{ $self->{answers} }, { %{ $answer || {} }, k => $k, kind => 'innocent' }, map { { %$_, k => $k, kind => 'innocent' } } @more;
  }
}

sub read_until {
  my ($self, $socket, $enough) = @_;
  my ($got, $until, $select) = ('', time + $SECONDS, IO::Select->new($socket));
  while (!$enough->($got)) {
    last unless $select->can_read($until - time);
    sysread $socket, $got, 65536, length $got or last;
  }
  return $got;
}

# The complete final answers in these bytes. $method is the method of the request for the first answer.
sub parsed {
  my ($bytes, $method) = @_;
  my @answers;
  while ($bytes =~ s{^HTTP/1\.[01] (\d+)[^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n}{}) {
    my ($status, $head) = ($1, $2);
    my %headers = map { /^([^:]+):\s*(.*)$/ ? (lc $1 => $2) : () } split /\r\n/, $head;
    next if $status =~ /^1/ && $status != 101;
    my $body = '';
    if ($status == 204 || $status == 304 || !@answers && ($method // '') eq 'HEAD') { }
    elsif (lc($headers{'transfer-encoding'} // '') eq 'chunked') {
      my $size;
      while ($bytes =~ s/^([0-9a-fA-F]+)\r\n//) { $size = hex $1; last if !$size; $body .= substr $bytes, 0, $size; substr $bytes, 0, $size + 2, '' if length $bytes >= $size + 2 }
      defined $size && !$size && $bytes =~ s/^\r\n// or return @answers;
    }
    elsif (defined $headers{'content-length'}) {
      length $bytes >= $headers{'content-length'} or return @answers;
      $body = substr $bytes, 0, $headers{'content-length'}, '';
    }
    else { ($body, $bytes) = ($bytes, '') }
    push @answers, { status => $status, headers => \%headers, body => $body };
  }
  return @answers;
}

# ---------------------------------------------------------------- HTTP/2
sub h2 {
  my ($self, $i, $row) = @_;
  my $k = "$self->{tag}-h2-$i";
  my ($name, $headers, $body, %option) = h2_filled($row, $self->values_of($k));
  my $h2 = Collab::H2Wire->new($self->{tls});
  my $answer = $h2->answer($h2->request($headers, $body, %option), $option{open} ? 2 : $SECONDS);
  push @{ $self->{answers} }, { %$answer, k => $k, kind => 'attacker' } if $answer->{status};
  if ($h2->is_open) {
    my $own = $self->h2_good($h2, $self->{attacker}, "own=$k");
    push @{ $self->{answers} }, { %$own, k => $k, kind => 'attacker' } if $own->{status};
  }
  $h2->close;
  my $other = Collab::H2Wire->new($self->{tls});
  push @{ $self->{answers} }, { %{ $self->h2_good($other, $self->{innocent}, "other=$k") }, k => $k, kind => 'innocent' } for 1, 2;
  $other->close;
}

sub h2_good {
  my ($self, $h2, $party, $query) = @_;
  return $h2->answer($h2->request([[':method', 'GET'], [':scheme', 'https'], [':authority', "127.0.0.1:$self->{host}"], [':path', "/v1/me?$query"],
    ['authorization', 'Bearer ' . $party->token]]), $SECONDS);
}

# ---------------------------------------------------------------- faults
# Parses a log line. Normalizes what a front may change in the target: log escapes, a leading scheme and host (HAProxy logs them for
# HTTP/2), leading slashes (mod_proxy merges them), the host of a CONNECT.
sub line {
  my ($line) = @_;
  my ($front, $id, $status, $request) = $line =~ /^(\S+) (\S+) (-?\d+) (.*)$/ or return { front => '-', id => '-', request => '', text => $line };
  my $plain = $request =~ s/\\x([0-9a-fA-F]{2})/chr hex $1/ger =~ s/\\([\\"])/$1/gr =~ s{ HTTP/[0-9.]+$}{}r =~ s{^(\S+) [a-z]+://[^/ ]*}{$1 }ir =~ s{^(\S+) /*}{$1 /}r =~ s{^CONNECT .*}{CONNECT /}r;
  return { front => $front, id => $id, status => $status, request => $plain, text => $line };
}

# Checks that the answer to each innocent request shows the innocent party's account, and that no answer shows another party's account
# or a denied page.
sub answer_faults {
  my ($answers, $attacker, $innocent, $behind) = @_;
  my @wrong;
  for my $answer (@$answers) {
    my ($k, $body) = ($answer->{k}, $answer->{body} // '');
    if ($answer->{kind} eq 'innocent') {
      push @wrong, "$k: an innocent request got " . ($answer->{status} // 'no answer') . ' ' . substr $body, 0, 80 if ($answer->{status} // 0) != 200 || $body !~ /"email":"\Q$innocent\E"/;
    }
    elsif ($answer->{kind} eq 'bare') { push @wrong, "$k: not HTTP: " . substr $body, 0, 80 if $body !~ /^\{"message":|^\x00\x00.\x04\x00/s }       # httpd answers so in HTTP/0.9, or in HTTP/2 when it gets that protocol's preface
    elsif ($body =~ /"email":"/ && $body !~ /"email":"\Q$attacker\E"/) { push @wrong, "$k: the attacker got another party's answer: " . substr $body, 0, 80 }
    push @wrong, "$k: got a tunnel to httpd" if $behind && ($answer->{status} // 0) == 101;
    push @wrong, "$k: got a page that the front denies" if $behind && $body =~ METRICS;
  }
  return @wrong;
}

sub faults {
  my (%seen) = @_;
  my (%front, %answered, %back);
  my @wrong = answer_faults($seen{answers}, $seen{attacker}->email, $seen{innocent}->email, 1);
  for my $line (map { line($_) } @{ $seen{front} }) { $front{ $line->{front} } = $answered{ $line->{id} } = $line }
  delete @$_{'-'} for \%front, \%answered;
  for my $line (map { line($_) } @{ $seen{back} }) {
    # a request that httpd rejects while reading its header is logged without the front's id
    my $sent = $line->{front} eq '-' && $line->{status} == 400 ? $answered{ $line->{id} } : $front{ $line->{front} };
    if (!$sent)                                  { push @wrong, "httpd got a request that the front did not send: $line->{text}" }
    elsif ($back{ $sent->{front} }++)            { push @wrong, "a request arrived twice: $line->{text}" }
    elsif ($sent->{request} ne $line->{request}) { push @wrong, "$sent->{text} arrived as $line->{text}" }
    elsif ($sent->{id} ne '-' && $sent->{id} ne $line->{id}) { push @wrong, "$sent->{text} got the answer to another request than $line->{text}" }
  }
  push @wrong, map { "the front has an answer to a request that never reached httpd: $_->{text}" } grep { $_->{id} ne '-' && !$back{ $_->{front} } } values %front;
  for my $answer (@{ $seen{answers} }) {
    my ($id, $request) = map { $answer->{headers}{$_} } qw(x-front-id x-request-id);
    next unless defined $id && defined $request;
    push @wrong, "$answer->{k}: the client got answer $request to request $id" if ($front{$id}{id} // '') ne $request;
  }
  return @wrong;
}

# Checks a trial without a front: each answer belongs to one request, and httpd serves no request from inside a body. $seen{two}: the
# numbers of the vectors after which a second request may follow.
sub faults_direct {
  my (%seen) = @_;
  my %count;
  my @wrong = answer_faults($seen{answers}, $seen{attacker}->email, $seen{innocent}->email);
  for my $line (map { line($_) } @{ $seen{back} }) {
    $count{ $line->{id} }++;
    push @wrong, "a smuggled request: $line->{text}" if $line->{request} =~ /smuggled=direct-h1-(\d+)/ ? !$seen{two}{$1} : $line->{request} =~ /smuggled=/;
  }
  push @wrong, map { "$_->{k}: an answer to no request" } grep { my $id = $_->{headers}{'x-request-id'}; defined $id && ($count{$id} // 0) != 1 } @{ $seen{answers} };
  return @wrong;
}

1;
