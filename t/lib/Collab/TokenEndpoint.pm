# An OAuth 2 token endpoint, made of a receiver (lab/lib/Collab/Receiver.pm) that answers with tokens.
#
#   my $endpoint = token_endpoint();
#   my $url = $endpoint->url('long')      tokens long-1, long-2 … valid for an hour; `short`: for a second; `slow`: answers after 0.5 s
#   $endpoint->url('500')                 fails the first time, then answers like `long`; also 400, garbage, mac
#   $endpoint->url('hang')                never answers
#   $endpoint->got($url)                  the HTTP requests: {method, path, headers, body}
package Collab::TokenEndpoint;
use strict;
use warnings;
use JSON::XS ();
use Collab::Receiver;
use Exporter 'import';
our @EXPORT = qw(token_endpoint);

sub token_endpoint { return receiver(says => \&says) }

sub says {
  my ($request) = @_;
  my ($plan) = $request->{path} =~ m{^/([^/]*)};
  my $time = $request->{attempt};
  return if $plan eq 'hang';
  select undef, undef, undef, 0.5 if $plan eq 'slow';
  my %token = (access_token => "$plan-$time", token_type => $plan eq 'mac' && $time == 1 ? 'mac' : 'bearer', expires_in => $plan eq 'short' ? 1 : 3600);
  my ($status, $body) = $time == 1 && $plan =~ /^\d/ ? ($plan, '{"error":"invalid_client"}') : (200, JSON::XS->new->latin1->encode(\%token));
  $body = '<html>' if $plan eq 'garbage' && $time == 1;
  return ($status, $body, "Content-Type: application/json\r\n");
}

1;
