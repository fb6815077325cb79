# An OAuth 2 token endpoint: a process of its own that answers as the path of its URL says, and keeps a ledger of what it was asked.
#
#   my $endpoint = token_endpoint();
#   my $url = $endpoint->url('long')      tokens long-1, long-2 … that last an hour; `short`: a second; `slow`: after half a second
#   $endpoint->url('500')                 (400, garbage, mac) fails the first time, then as `long`;   `hang`: never answers
#   $endpoint->got($url)                  {method, path, headers, body}
package Collab::TokenEndpoint;
use strict;
use warnings;
use File::Temp ();
use IO::Select;
use IO::Socket::IP;
use JSON::XS ();
use Collab::Receiver ();
use parent 'Collab::Process';
use Exporter 'import';
our @EXPORT = qw(token_endpoint);

my $json = JSON::XS->new->latin1;
my $urls = 0;

sub token_endpoint {
  my $socket = IO::Socket::IP->new(LocalAddr => '127.0.0.1', LocalPort => 0, Listen => 128, ReuseAddr => 1) or die "token endpoint: $@\n";
  my $ledger = File::Temp->new(TEMPLATE => 'cl-tokensXXXXXX', DIR => '/tmp', UNLINK => 1);
  my $self = bless { port => $socket->sockport, ledger => $ledger }, __PACKAGE__;
  return $self->begin(sub { serve($socket, "$ledger", @_) });
}

sub url { my ($self, $plan) = @_; return sprintf 'http://127.0.0.1:%d/%s/%d', $self->{port}, $plan, ++$urls }

sub got {
  my ($self, $url) = @_;
  my $path = $url =~ s{^http://[^/]+}{}r;
  open my $in, '<:raw', "$self->{ledger}" or die "ledger: $!\n";
  return grep { $_->{path} eq $path } map { /\n\z/ ? $json->decode($_) : () } <$in>;
}

# ---------------------------------------------------------------- the process
sub serve {
  my ($listener, $path, $parent) = @_;
  open my $ledger, '>>:raw', $path or die "$path: $!\n";
  $ledger->autoflush(1);
  my (%buffer, %asked);
  my $select = IO::Select->new($listener);
  while (getppid == $parent) {
    for my $socket ($select->can_read(0.5)) {
      Collab::Receiver::hear($select, $listener, $socket, \%buffer) or next;
      while (my $request = Collab::Receiver::take(\$buffer{$socket})) {
        print $ledger $json->encode($request), "\n";
        my ($plan) = $request->{path} =~ m{^/([^/]*)};
        my $time = ++$asked{ $request->{path} };
        next if $plan eq 'hang';
        select undef, undef, undef, 0.5 if $plan eq 'slow';
        my %token = (access_token => "$plan-$time", token_type => $plan eq 'mac' && $time == 1 ? 'mac' : 'bearer', expires_in => $plan eq 'short' ? 1 : 3600);
        my ($status, $body) = $time == 1 && $plan =~ /^\d/ ? ($plan, '{"error":"invalid_client"}') : (200, $json->encode(\%token));
        $body = '<html>' if $plan eq 'garbage' && $time == 1;
        print $socket sprintf("HTTP/1.1 %d Answer\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", $status, length $body, $body);
        $socket->flush;
      }
    }
  }
}

1;
