# An external token issuer: its keys, which openssl makes and signs with, and the JWK set that it serves.
#
#   my $issuer = issuer('https://id.example', audience => 'api');
#   $issuer->key('k1', 'ES256');                  makes a key and publishes it
#   $issuer->token('k1', sub => 'ada')            a valid token; defaults for iss, aud, exp, nbf and iat (undef: leaves the claim out)
#   $issuer->token('k1', header => {...}, ...)    the same for members of the header
#   $issuer->file                                 path of the JWK set; publish rewrites it
#   $issuer->keys_url                             URL of the JWK set
#   $issuer->publish('k1', 'k2')                  puts only these keys into the set
#   $issuer->answer(500, 'text')                  answers this at the URL instead of the set
#   $issuer->answer(200, 'text', 'gzip')          the same, with Content-Encoding: gzip
#   $issuer->answer(302, '', 'https://…')         the same, with Location: https://…
#   $issuer->asked                                number of HTTP requests to the URL
package Collab::Issuer;
use strict;
use warnings;
use File::Temp ();
use JSON::XS ();
use MIME::Base64 qw(encode_base64url);
use Collab::File qw(slurp write_file);
use Collab::Receiver;
use Collab::Wait qw(run);
use Exporter 'import';
our @EXPORT = qw(issuer);

my $json = JSON::XS->new->utf8->canonical;
my %make = (
  RS256 => [qw(genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048)], PS256 => [qw(genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048)],
  ES256 => [qw(genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256)], EdDSA => [qw(genpkey -algorithm ED25519)],
);

sub issuer {
  my ($name, %o) = @_;
  my $dir = File::Temp::tempdir('cliXXXXXX', DIR => '/tmp', CLEANUP => 1);
  chmod 0755, $dir;
  my $self = bless { name => $name, audience => $o{audience}, dir => $dir, keys => {} }, __PACKAGE__;
  $self->answer(200, '{"keys":[]}');
  return $self;
}

sub name { $_[0]{name} }
sub audience { $_[0]{audience} }

sub key {
  my ($self, $kid, $algorithm, %more) = @_;
  my $file = "$self->{dir}/$kid.pem";
  run('openssl', @{ $make{$algorithm} }, '-out', $file);
  my $der = slurp(do { run('openssl', 'pkey', '-in', $file, '-pubout', '-outform', 'DER', '-out', "$file.der"); "$file.der" });
  my %jwk = $algorithm eq 'ES256' ? (kty => 'EC', crv => 'P-256', x => url(substr $der, -64, 32), y => url(substr $der, -32))
    : $algorithm eq 'EdDSA'       ? (kty => 'OKP', crv => 'Ed25519', x => url(substr $der, -32))
    :                               (kty => 'RSA', n => url(pack 'H*', run('openssl', 'rsa', '-in', $file, '-noout', '-modulus') =~ /=(\S+)/), e => 'AQAB');
  my $jwk = { %jwk, kid => $kid, alg => $algorithm, use => 'sig', %more };
  delete @{$jwk}{ grep { !defined $jwk->{$_} } keys %$jwk };
  $self->{keys}{$kid} = { file => $file, algorithm => $algorithm, jwk => $jwk };
  $self->publish(sort keys %{ $self->{keys} });
  return $self;
}

sub jwk { $_[0]{keys}{ $_[1] }{jwk} }

sub publish {
  my ($self, @kids) = @_;
  my $set = set_of(map { $self->jwk($_) } @kids);
  write_file($self->file, $set);
  return $self->answer(200, $set);
}

# A set with these entries.
sub set_of { return $json->encode({ keys => [@_] }) }

sub file { "$_[0]{dir}/keys.jwks" }

sub token {
  my ($self, $kid, %claims) = @_;
  my $key = $self->{keys}{$kid};
  my $header = { alg => $key->{algorithm}, typ => 'JWT', kid => $kid, %{ delete $claims{header} || {} } };
  my $now = time;
  my %all = (iss => $self->{name}, aud => $self->{audience}, exp => $now + 300, nbf => $now, iat => $now, %claims);
  for my $set ($header, \%all) { delete @{$set}{ grep { !defined $set->{$_} } keys %$set } }
  my $input = url($json->encode($header)) . '.' . url($json->encode(\%all));
  return "$input." . url($self->signature($key, $input));
}

sub signature {
  my ($self, $key, $input) = @_;
  my ($in, $out) = ("$self->{dir}/input.$$", "$self->{dir}/output.$$");      # one pair per process: child processes sign, too
  write_file($in, $input);
  my @how = $key->{algorithm} eq 'EdDSA' ? (qw(pkeyutl -sign -rawin -inkey), $key->{file}, '-in', $in, '-out', $out)
    : ('dgst', '-sha256', ($key->{algorithm} eq 'PS256' ? qw(-sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:32) : ()), '-sign', $key->{file}, '-out', $out, $in);
  run('openssl', @how);
  my $signature = slurp($out);
  return $signature unless $key->{algorithm} eq 'ES256';
  my ($r, $s) = unpack 'xxxC/a*xC/a*', $signature;      # DER: a sequence of two integers
  return join '', map { substr "\0" x 32 . $_, -32 } $r, $s;
}

# ---------------------------------------------------------------- the URL
sub keys_url {
  my ($self) = @_;
  my $answer = sub { 
    my ($head, $body) = split /\n/, slurp("$self->{dir}/answer"), 2;
    my ($status, $coding) = split ' ', $head;
    return ($status, $body, "Content-Type: application/json\r\n" . ($coding ? ($coding =~ /:/ ? 'Location' : 'Content-Encoding') . ": $coding\r\n" : ''));
  };
  $self->{receiver} ||= receiver(says => $answer);
  return $self->{keys_url} ||= $self->{receiver}->url('keys');
}

sub answer {
  my ($self, $status, $body, $coding) = @_;
  write_file("$self->{dir}/answer.new", $status . ($coding ? " $coding" : '') . "\n$body");
  rename "$self->{dir}/answer.new", "$self->{dir}/answer" or die "answer: $!\n";
  return $self;
}

sub asked { my ($self) = @_; return scalar(() = $self->{receiver}->got) }

sub url { return encode_base64url($_[0]) }

1;
