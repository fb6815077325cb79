# A member who works while another one attacks the server: one process that sends requests one after another, each on a new connection.
#
#   my $before = victim($server, $party, $x->notes)->end(200);       waits for 200 requests: { p50, p99 (seconds), requests, failed => [...] }
#   my $victim = victim($server, $party, $x->notes);                 … attack …
#   unharmed($before, $victim->end(200), 'what the attack is', $least);
#     tests that no request failed and that p99 is at most three times that before, or $least (default: 0.05 s) if that is more
#
# Nine of ten requests are GET /v1/me; the tenth is a note whose body comes in a packet of its own.
package Collab::Victim;
use strict;
use warnings;
use IO::Handle;
use IO::Select;
use JSON::XS ();
use POSIX ();
use Test::More ();
use Time::HiRes qw(sleep time);
use Collab::SlowClients qw(quantile);
use Collab::Wire;
use Exporter 'import';
our @EXPORT = qw(victim unharmed);

my $PAUSE = 0.01;       # seconds between two requests

sub victim {
  my ($server, $party, $notes) = @_;
  pipe my $read, my $write or die "pipe: $!\n";
  pipe my $told, my $tell or die "pipe: $!\n";
  my ($url, $token) = ($server->url, $party->token);
  my $pid = fork // die "fork: $!\n";
  if (!$pid) {
    my ($count, $until, @times, @failed) = (0);
    until (defined $until && $count >= $until) {
      my $began = time;
      my $fault = eval { $count % 10 == 9 ? post($url, $token, $notes) : get($url, $token) } // $@;
      push @times, time - $began;
      push @failed, $fault if $fault;
      $count++;
      chomp($until = <$told>) if !defined $until && IO::Select->new($told)->can_read(0);
      sleep $PAUSE;
    }
    print $write JSON::XS->new->encode({ p50 => quantile(0.5, @times), p99 => quantile(0.99, @times), requests => $count, failed => \@failed });
    close $write;
    POSIX::_exit(0);
  }
  close $write;
  $tell->autoflush(1);
  return bless { pid => $pid, read => $read, tell => $tell }, __PACKAGE__;
}

# Ends the victim once it has sent $count requests since it began. Returns what it measured.
sub end {
  my ($self, $count) = @_;
  print { $self->{tell} } "$count\n";
  local $/;
  my $said = readline $self->{read};
  waitpid $self->{pid}, 0;
  return JSON::XS->new->decode($said);
}

sub get { my ($url, $token) = @_; return fault($url, "GET /v1/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer $token\r\nConnection: close\r\n\r\n") }

sub post {
  my ($url, $token, $notes) = @_;
  my $body = '{"summary":"Disk","description":"Bay 3","priority":"HIGH"}';
  return fault($url, "POST $notes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer $token\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: " . length($body) . "\r\n\r\n", $body);
}

# What went wrong with the request; undef: nothing.
sub fault {
  my ($url, @packets) = @_;
  my $socket = wire_socket($url);
  # The pause makes the body a packet of its own.
  for my $i (0 .. $#packets) { sleep 0.02 if $i; syswrite $socket, $packets[$i] }
  my $answer = '';
  while (length $answer < 65536) {
    return 'no answer within 10 s' if !IO::Select->new($socket)->can_read(10);
    sysread $socket, $answer, 65536, length $answer or last;
  }
  return $answer =~ m{^HTTP/1\.1 20[01] } ? undef : 'answer: ' . substr $answer, 0, 300;
}

sub unharmed {
  my ($before, $during, $what, $least) = @_;
  $least //= 0.05;
  local $Test::Builder::Level = $Test::Builder::Level + 1;
  my $most = 3 * $before->{p99} > $least ? 3 * $before->{p99} : $least;
  Test::More::is_deeply [@{ $during->{failed} }[0 .. ($#{ $during->{failed} } > 2 ? 2 : $#{ $during->{failed} })]], [], "$what: none of the victim's $during->{requests} requests fails";
  Test::More::cmp_ok $during->{p99}, '<=', $most, sprintf '%s: p99 is %.0f ms (p50 %.0f ms), before %.0f ms', $what, map { 1000 * $_ } @$during{qw(p99 p50)}, $before->{p99};
  return;
}

1;
