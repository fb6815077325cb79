# t/dispatch/claim/claim-shares.t: a fan-out makes all deliveries, and a claim leases exactly those that the dispatcher asks for
# t/unit/test_fairness.c shows what the dispatcher asks for: the shares of slots of companies, hosts, payload versions and retries.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Stack;
use JSON::XS ();
use List::Util qw(sum);

my $stack = stack(extra => "CollabDispatcher Off\n");
my $json = JSON::XS->new->canonical;
my %part = map { $_ => $json->decode(scalar `bench/statement delivery_$_ json`)->{parts}[0] } qw(fan_out claim look);
my $dispatcher = DBI->connect($stack->pg->dbi =~ s/user=\w+/user=collab_dispatch/r, '', '', { RaiseError => 1, PrintError => 0 });
$dispatcher->do("prepare $_ (" . join(', ', map { 'text' } @{ $part{$_}{binds} }) . ") as $part{$_}{text}") for sort keys %part;
sub rows {
  my ($name, %value) = @_;
  return @{ $dispatcher->selectall_arrayref("execute $name (" . join(', ', map { $dispatcher->quote($value{s/^arg\.//r}) } @{ $part{$name}{binds} }) . ')', { Slice => {} }) };
}
sub array { return '{' . join(',', @_) . '}' }
sub one { return scalar owner()->selectrow_array(shift, undef, @_) }

# The first company has six subscriptions at one host, the second has two at another host, and the third has one at the first host.
my @exchanges = map { exchange() } 1 .. 3;
my @at = map { my ($n, $count, $host) = @$_; [map { $exchanges[$n]->submitter->post('/v2/webhooks', { callbackUrl => "https://$host/$_" })->ok->{id} } 1 .. $count] }
  [0, 6, 'one.example'], [1, 2, 'two.example'], [2, 1, 'ONE.example:443'];
my ($paused) = $exchanges[2]->receiver->post('/v2/webhooks', { callbackUrl => 'https://three.example/' })->ok->{id};
owner()->do('update subscription set paused_since = now() where id = ?', undef, $paused);

# Each exchange adds so many notes. Returns what the fan-out says about the endpoints.
sub fanned_out {
  my ($notes) = @_;
  owner()->do("delete from $_") for qw(delivery outbox lease);
  for my $x (@exchanges) { $x->submitter->post($x->notes, a_note())->ok for 1 .. $notes }
  my @rows = rows('fan_out', events => 20, outbox_since => 0, sunset => 32503680000000000);
  is_deeply [@{ $rows[0] }{qw(events made v1_ended)}], [3 * $notes, 10 * $notes, 0], 'the fan-out makes all deliveries';
  return map { $_->{subscription} => $_ } @rows;
}

my $claims = 0;
# The ask is [subscription, most, retries, since]. Returns the number of deliveries that the claim leases for each subscription.
sub leases {
  my @ask = @_;
  my @rows = rows('claim', claim => sprintf('0000000a-0000-4000-8000-%012d', ++$claims), lease_seconds => 45, map { my $n = $_; ((qw(subscriptions most retries since))[$n] => array(map { $_->[$n] // 0 } @ask)) } 0 .. 3);
  my %leased = map { $_->[0] => 0 } @ask;
  $leased{ $_->{subscription} } += !!$_->{id} for @rows;
  is one('select count(*) from delivery where claim = ?', sprintf '0000000a-0000-4000-8000-%012d', $claims), sum(values %leased), 'the rows are what is leased';
  return (\%leased, { map { $_->{subscription} => $_ } @rows });
}

subtest 'a fan-out tells the dispatcher what it needs to know' => sub {
  my %endpoint = fanned_out(2);
  is_deeply [sort { $a <=> $b } keys %endpoint], [sort { $a <=> $b } map { @$_ } @at], 'each endpoint, but not the paused one';
  for my $id (keys %endpoint) {
    is_deeply [@{ $endpoint{$id} }{qw(n version company callback_url)}], [2, 'V2', @{ owner()->selectrow_arrayref('select company, callback_url from subscription where id = ?', undef, $id) }];
    cmp_ok $endpoint{$id}{now}, '<=', one('select (extract(epoch from min(due_at)) * 1000000)::bigint from delivery where queue = ?', $id), 'none of its deliveries is due earlier';
  }
  my @found = rows('look', known => '{}', since => 0, rescanned => '{}');
  is_deeply { map { $_->{subscription} => [@{$_}{qw(version company callback_url callback_since)}] } @found },
    { map { $_->{subscription} => [@{$_}{qw(version company callback_url callback_since)}] } values %endpoint }, 'another dispatcher finds the same';
  is_deeply { map { $_->{subscription} => $_->{next} } @found },
    { map { @$_ } @{ owner()->selectall_arrayref('select queue, (extract(epoch from min(due_at)) * 1000000)::bigint from delivery where queue <> ? group by 1', undef, $paused) } }, 'and when their first deliveries are due';
  my ($now) = map { $_->{now} } @found;
  is_deeply [map { $_->{subscription} } rows('look', known => array(keys %endpoint), since => $now + 1_000_000, rescanned => '{}')], [undef], 'a look at known endpoints sees only what is due from a time on';
  is scalar(rows('look', known => array(map { @$_ } @at[1, 2]), since => $now + 1_000_000, rescanned => array(@{ $at[0] }))), 6, 'unless it rescans them';
};

subtest 'a claim leases what it is asked for' => sub {
  fanned_out(3);
  my ($leased, $report) = leases([$at[0][0], 2, 2], [$at[0][1], 1, 0], [$at[1][0], 8, 8], [$paused, 8, 8]);
  is_deeply $leased, { $at[0][0] => 2, $at[0][1] => 1, $at[1][0] => 3, $paused => 0 }, 'as many of each endpoint, and nothing of others';
  is one('select count(*) from delivery where claim is not null'), 6;
  is $report->{ $at[0][0] }{next}, one('select (extract(epoch from min(due_at)) * 1000000)::bigint from delivery where claim is null and queue = ?', $at[0][0]), 'when the next is due';
  is $report->{$_}{next}, undef, 'nothing is left' for $at[1][0], $paused;
  owner()->do(q(update delivery set due_at = clock_timestamp() + interval '1 hour' where claim is null and queue = ?), undef, $at[0][0]);
  ($leased, $report) = leases([$at[0][0], 2, 2], [$at[0][1], 8, 8, one('select (extract(epoch from max(due_at)) * 1000000)::bigint from delivery where queue = ?', $at[0][1])]);
  is_deeply $leased, { $at[0][0] => 0, $at[0][1] => 1 }, 'only what is due, and from the given time on';
  cmp_ok $report->{ $at[0][0] }{next}, '>', 1e6 * time, 'what is due later is reported';
};

subtest 'the number of retries is limited, too' => sub {
  fanned_out(4);
  owner()->do('update delivery set attempts = 1 where id = any (array(select id from delivery where queue = ? order by due_at, id limit 3))', undef, $at[2][0]);
  my ($leased, $report) = leases([$at[2][0], 1, 0]);
  is_deeply $leased, { $at[2][0] => 1 }, 'behind three retries stands a first attempt';
  is one('select attempts from delivery where claim is not null and queue = ?', $at[2][0]), 0;
  is $report->{ $at[2][0] }{only_retries}, 1, 'only retries are left';
  is_deeply +(leases([$at[2][0], 1, 0]))[0], { $at[2][0] => 0 };
  is_deeply +(leases([$at[2][0], 3, 2]))[0], { $at[2][0] => 2 }, 'two may be retries';
  is_deeply +(leases([$at[2][0], 3, 3]))[0], { $at[2][0] => 1 };
};

done_testing;
