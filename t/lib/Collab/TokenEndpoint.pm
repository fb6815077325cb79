# An OAuth 2 token endpoint, made of a receiver (lab/lib/Collab/Receiver.pm) that answers with tokens.
#
#   my $endpoint = token_endpoint();
#   my $url = $endpoint->url('long')      tokens long-1, long-2 … valid for an hour; `short`: for a second; `slow`: answers after 0.5 s
#   $endpoint->url('float')               writes the hour as 3600.0; `power`, `quoted`: as 3.6e3, "3600.0"; `huge`: 1e30 seconds
#   $endpoint->url('500')                 fails the first time, then answers like `long`; also 400, 401, garbage, mac, gzip, refused (an error in a 200),
#                                         long-body (more than 64 KiB)
#   $endpoint->url('hang')                never answers
#   $endpoint->got($url)                  the HTTP requests: {method, path, headers, body}
package Collab::TokenEndpoint;
use strict;
use warnings;
use Compress::Zlib ();
use JSON::XS ();
use Collab::Receiver;
use Exporter 'import';

# How the lifetime of an hour is written; the other plans write 3600.
my %lasts = (short => '1', float => '3600.0', power => '3.6e3', quoted => '"3600.0"', huge => '1e30');

my %refusal = (400 => '{"error":"invalid_scope"}', 401 => '{"error":"invalid_client","error_description":"Client authentication\nfailed"}', 500 => '<html>');

our @EXPORT = qw(token_endpoint);

sub token_endpoint { return receiver(says => \&says) }

sub says {
  my ($request) = @_;
  my ($plan) = $request->{path} =~ m{^/([^/]*)};
  my $time = $request->{attempt};
  return if $plan eq 'hang';
  select undef, undef, undef, 0.5 if $plan eq 'slow';
  my %token = (access_token => "$plan-$time", token_type => $plan eq 'mac' && $time == 1 ? 'mac' : 'bearer', expires_in => 0);
  my ($status, $body) = $time == 1 && $plan =~ /^\d/ ? ($plan, $refusal{$plan}) : (200, JSON::XS->new->latin1->encode(\%token));
  $body =~ s/"expires_in":\K0/$lasts{$plan} \/\/ 3600/e;
  $body = '<html>' if $plan eq 'garbage' && $time == 1;
  $body = $refusal{401} if $plan eq 'refused' && $time == 1;
  $body .= ' ' x 70_000 if $plan eq 'long-body' && $time == 1;
  my $coding = $plan eq 'gzip' && $time == 1 ? "Content-Encoding: gzip\r\n" : '';
  return ($status, $coding ? Compress::Zlib::memGzip($body) : $body, "Content-Type: application/json\r\n$coding");
}

1;
