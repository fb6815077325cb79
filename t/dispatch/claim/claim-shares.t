# t/dispatch/claim/claim-shares.t: of the deliveries that a claim writes, it leases only as many as the shares of the slots allow
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Stack;
use JSON::XS ();

my $stack = stack(extra => "CollabDispatcher Off\n");
my $json = JSON::XS->new->canonical;
my $part = $json->decode(scalar `bench/statement delivery_claim json`)->{parts}[0];
my $dispatcher = DBI->connect($stack->pg->dbi =~ s/user=\w+/user=collab_dispatch/r, '', '', { RaiseError => 1, PrintError => 0 });
$dispatcher->do('prepare claim (' . join(', ', map { 'text' } @{ $part->{binds} }) . ") as $part->{text}");

# The first company has six subscriptions at one host, the second has two at another host, and the third has one at the first host.
my @exchanges = map { exchange() } 1 .. 3;
my @company = map { $_->submitter->company->{id} } @exchanges;
my @at = map { my ($n, $count, $host) = @$_; [map { $exchanges[$n]->submitter->post('/v2/webhooks', { callbackUrl => "https://$host/$_" })->ok->{id} } 1 .. $count] }
  [0, 6, 'one.example'], [1, 2, 'two.example'], [2, 1, 'ONE.example:443'];

# For each company, the number of its new deliveries that the claim leases. The claim writes all new deliveries.
sub leases {
  my (%of) = @_;
  owner()->do("delete from $_") for qw(delivery outbox lease);
  $_->submitter->post($_->notes, a_note())->ok for @exchanges;
  my %value = (claim => '0000000a-0000-4000-8000-000000000001', lease_seconds => 45, slots => 50, retry_slots => 50, first_limit => 2, sunset => 32503680000000000, look => 'true',
    outbox_since => 0, events => 10, shares => '[{"version":"V1","even_share":50,"most":50},{"version":"V2","even_share":50,"most":50}]', endpoints => '[]',
    company_left => 50, host_left => 50, open => 0, large_companies => '{}', large_hosts => '{}', %of);
  my $rows = $dispatcher->selectall_arrayref('execute claim (' . join(', ', map { $dispatcher->quote($value{s/^arg\.//r} // die) } @{ $part->{binds} }) . ')', { Slice => {} });
  is owner()->selectrow_array('select count(*) from delivery'), 9, 'the claim writes all new deliveries';
  return [map { my %mine = map { $_ => 1 } @$_; scalar grep { $_->{id} && $mine{ $_->{subscription} } } @$rows } @at];
}

is_deeply leases(open => 9), [6, 2, 1], 'with enough unreserved slots, it leases all';
is_deeply leases(open => 9, company_left => 0, host_left => 0), [6, 2, 1], 'with enough unreserved slots, the shares do not matter';
is_deeply leases(), [6, 2, 1], 'while no tenant reaches its share, it leases all';
is_deeply leases(company_left => 2), [2, 2, 1], 'it leases at most its share of a company';
is_deeply leases(large_companies => "{$company[0]}"), [0, 2, 1], 'it leases nothing of a company that has used its share up';
my $few = leases(host_left => 3);
is $few->[0] + $few->[2], 3, 'it leases at most its share at a host, however the URLs spell it';
is $few->[1], 2;
is_deeply leases(large_hosts => '{"one.example:443"}'), [0, 2, 0], 'it leases nothing at a host that has used its share up';
is leases(open => 8, company_left => 1)->[1], 1, 'with one unreserved slot too few, the shares count';

done_testing;
