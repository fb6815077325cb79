# Entries of a JWK set that are no usable keys, each in another way: the kinds, curves, uses and algorithms of the registries of JOSE,
# and mutations of keys that are good.
#
#   odd_keys($issuer)      JSON texts; $issuer has the keys ec (ES256), rsa (RS256) and ed (EdDSA), which the entries resemble
package Collab::OddKeys;
use strict;
use warnings;
use JSON::XS ();
use Exporter 'import';
our @EXPORT = qw(odd_keys);

my $json = JSON::XS->new->utf8->canonical->allow_nonref;

# The registries "JSON Web Key Types", "… Elliptic Curve", "… Use", "… Operations" and "… Signature and Encryption Algorithms", without
# what a usable key has.
my @kinds = qw(oct AKP rsa ec okp Oct RSA-OAEP PQK DSA DH X509 PGP);
my @ec_curves = qw(P-384 P-521 secp256k1 secp256r1 prime256v1 p-256 BP-256 BP-384 BP-521 P-224);
my @okp_curves = qw(X25519 Ed448 X448 ed25519 Curve25519 Ed25519ph);
my @operations = qw(sign encrypt decrypt wrapKey unwrapKey deriveKey deriveBits Verify);
my @algorithms = qw(HS256 HS384 HS512 RS384 RS512 ES384 ES512 PS384 PS512 none RSA1_5 RSA-OAEP RSA-OAEP-256 RSA-OAEP-384 RSA-OAEP-512 A128KW A192KW A256KW
  dir ECDH-ES ECDH-ES+A128KW ECDH-ES+A192KW ECDH-ES+A256KW A128GCMKW A192GCMKW A256GCMKW PBES2-HS256+A128KW PBES2-HS384+A192KW PBES2-HS512+A256KW
  A128CBC-HS256 A192CBC-HS384 A256CBC-HS512 A128GCM A192GCM A256GCM RS1 ES256K Ed448 ML-DSA-44 ML-DSA-65 ML-DSA-87 SHA-256);

sub odd_keys {
  my ($issuer) = @_;
  my %key = map { $_ => $issuer->jwk($_) } qw(ec rsa ed);
  my $number = 0;
  my @all = map { scalar with({ kty => $_ }) } @kinds;
  my $of = sub { my ($name, %more) = @_; push @all, with({ %{ $key{$name} }, kid => 'odd' . $number++, %more }) };
  $of->(ec => crv => $_) for @ec_curves;
  $of->(ed => crv => $_) for @okp_curves;
  $of->(rsa => use => $_) for qw(enc tls-client tls-server trust SIG sign), ' ';
  $of->(ec => key_ops => [$_]) for @operations;
  $of->(ec => key_ops => [qw(sign encrypt)]);
  $of->(rsa => alg => $_) for grep { !/^(RS256|PS256)$/ } @algorithms;
  $of->(ec => alg => $_) for qw(RS256 PS256 EdDSA Ed25519 es256);
  $of->(ed => alg => $_) for qw(ES256 RS256 Ed448 eddsa);
  $of->(rsa => alg => $_) for qw(ES256 EdDSA rs256);
  # a part that is damaged, of another kind, or missing
  for my $part ([qw(ec x)], [qw(ec y)], [qw(ed x)], [qw(rsa n)], [qw(rsa e)]) {
    my ($name, $member) = @$part;
    $of->($name => $member => $_) for '', 'AA', '!' x 43, '=', 7, undef, [], { value => $key{$name}{$member} }, JSON::XS::true;
    my %without = (%{ $key{$name} }, kid => 'odd' . $number++);
    delete $without{$member};
    push @all, with(\%without);
  }
  for my $name (sort keys %key) {
    $of->($name => d => 'AQAB');
    $of->($name => kid => $_) for 7, {}, ['k'], JSON::XS::false;
    $of->($name => kty => $_) for 7, {}, undef, '', JSON::XS::true;
    $of->($name => $_ => { a => 1 }) for qw(use alg key_ops);
  }
  $of->(ec => crv => 'Ed25519');
  $of->(ed => crv => 'P-256');
  $of->(rsa => kty => 'EC');
  $of->(ec => kty => 'RSA');
  # what is no object, and what a parser of JSON refuses
  my $ec = $json->encode($key{ec}) =~ s/}$//r;
  push @all, qw(null true 0 -1 1e999 "text" [] {}), '[{"kty":"EC"}]', "$ec,\"kty\":\"EC\"}", "$ec,\"more\":{\"a\":1,\"a\":2}}", "$ec,\"more\":\"\\u0000\"}",
    "$ec,\"more\":\"\\ud800\"}", "$ec,\"more\":" . '[' x 40 . ']' x 40 . '}', "$ec,\"kid\" \"x\"}", '"]}"';
  my %seen;
  return grep { !$seen{$_}++ } @all;
}

sub with { my ($jwk) = @_; return $json->encode($jwk) }

1;
