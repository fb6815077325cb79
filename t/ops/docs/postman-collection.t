# t/ops/docs/postman-collection.t: the Postman collection has the operations that last, and declares the variables that it uses
use lib qw(t/lib lab/lib);
use Collab::Coverage;
use Collab::Test;

my $text = nobody->get('/docs/postman.json')->text;
my $collection = JSON::XS->new->utf8->decode($text);
my @items = map { @{ $_->{item} } } @{ $collection->{item} };
my %declared = map { ($_->{key} => 1) } @{ $collection->{variable} };
my %by_name;
$by_name{ $_->{name} }++ for @items;
is_deeply [grep { $by_name{$_} > 1 } sort keys %by_name], [], 'no two requests have one name: the loops find theirs by it';

# The scripts set the other variables.
my @scripts = map { join "\n", @{ $_->{script}{exec} } } map { @{ $_->{event} } } $collection, @items;
my %set = map { ($_ => 1) } map { /collectionVariables\.set\('(\w+)'/g } @scripts;
$set{ $_ . 'Token' } = 1 for qw(submitter receiver);
is_deeply [sort grep { !$declared{$_} && !$set{$_} } $text =~ /\{\{(\w+)\}\}/g], [], 'every variable is declared, or set by a script';

# The operations of the description, but the deprecated ones, those of V1 subscriptions and the change of the password.
my $described = nobody->get('/openapi.json')->ok;
my (%wanted, %has);
for my $path (keys %{ $described->{paths} }) {
  for my $method (keys %{ $described->{paths}{$path} }) {
    next if $described->{paths}{$path}{$method}{deprecated} || $path =~ m{^/v1/(?:webhooks/|me/password)};
    $wanted{ uc($method) . ' ' . $path =~ s/\{(\w+)\}/*/gr } = 1;
  }
}
for my $item (@items) {
  my $path = $item->{request}{url}{raw} =~ s/^\{\{baseUrl\}\}//r =~ s/\?.*//r;
  is $path, '/' . join('/', @{ $item->{request}{url}{path} }), "$item->{name}: the parts of the path are those of its text";
  my %example = map { ($_->{key} => $_->{value}) } @{ $collection->{variable} };
  $has{ "$item->{request}{method} " . $path =~ s/\{\{\w+\}\}/*/gr } = 1;
  my $raw = $item->{request}{body}{raw} // next;
  ok eval { JSON::XS->new->decode($raw =~ s/\{\{(\w+)\}\}/$example{$1}/gr) }, "$item->{name}: the body is JSON";
}
$has{ s{closed$}{*}r } = delete $has{$_} for grep { m{/problems/closed$} } keys %has;
is_deeply [sort keys %has], [sort keys %wanted], 'every operation that lasts is there';

my @posts = grep { $_->{request}{method} eq 'POST' } @items;
my @keyed = grep { grep { $_->{key} eq 'Idempotency-Key' && $_->{value} eq '{{$guid}}' } @{ $_->{request}{header} } } @posts;
cmp_ok scalar(@keyed), '>=', 10, 'POSTs have a fresh key each';
my %receives = map { ($_->{name} => $_->{request}{auth}{bearer}[0]{value}) } grep { $_->{name} =~ /\(receiver\)$/ && $_->{name} !~ /, for: / } @items;
is_deeply [sort { $a cmp $b } keys %{ { map { ($_ => 1) } values %receives } }], ['{{receiverToken}}'], "the receiver's operations have the receiver's token";

done_testing;
