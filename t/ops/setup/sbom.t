# t/ops/setup/sbom.t: the bill of materials names every library that configure looks for, and every pinned npm package
use strict;
use warnings;
use lib qw(t/lib lab/lib);
use Collab::File qw(slurp);
use Collab::Wait qw(output);
use JSON::XS ();
use Test::More;

my ($status, $said) = output($^X, 'build/sbom', '.', 'test', 1_800_000_000);
is $status, 0, 'build/sbom' or diag $said;
my $sbom = JSON::XS->new->decode($said);
my %package = map { ("$_->{name} $_->{versionInfo}" => $_) } @{ $sbom->{packages} };
my %id = map { $_->{SPDXID} => 1 } @{ $sbom->{packages} };
is $sbom->{spdxVersion}, 'SPDX-2.3';
is $sbom->{creationInfo}{created}, '2027-01-15T08:00:00Z', 'the time is the given one';
is keys %id, @{ $sbom->{packages} }, 'each part has its own id';
is_deeply [grep { !/^SPDXRef-[A-Za-z0-9.-]+$/ } keys %id], [], '… of characters that SPDX allows';
is_deeply [grep { !$_->{licenseDeclared} } values %package], [], '… and a licence';
is_deeply [grep { !$id{$_} && $_ ne 'SPDXRef-DOCUMENT' } map { @{$_}{qw(spdxElementId relatedSpdxElement)} } @{ $sbom->{relationships} }], [], 'relationships name parts';
is @{ $sbom->{relationships} }, @{ $sbom->{packages} }, 'one for each part';

my %named = map { $_->{name} => 1 } @{ $sbom->{packages} };
my @wanted = slurp('configure.ac') =~ /PKG_CONFIG --(?:exists|libs) "?(lib\w+)|COLLAB_LIB\(\[[A-Z]+\], \[(\w+)/g;
is_deeply [grep { defined && !$named{$_} } @wanted], [], 'every library is named';
for my $file (qw(t/node/package.json t/clients/package.json)) {
  my $pinned = JSON::XS->new->decode(slurp($file))->{dependencies};
  is_deeply [grep { !$package{$_} } map { "$_ $pinned->{$_}" } sort keys %$pinned], [], "every package of $file is named";
}

done_testing;
