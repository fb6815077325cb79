# t/dispatch/claim/statement-locks.t: locks of other transactions hold up only the dispatcher's work on the locked rows
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Stack;
use JSON::XS ();

my $stack = stack(extra => "CollabDispatcher Off\n");
my $json = JSON::XS->new->canonical;
my @ids = map { exchange()->submitter->post('/v2/webhooks', { callbackUrl => "https://h$_.example/" })->ok->{id} } 1 .. 2;
my $claim = '0000000a-0000-4000-8000-000000000001';
sub session { return DBI->connect($stack->pg->dbi =~ s/user=\w+/user=$_[0]/r, '', '', { RaiseError => 1, PrintError => 0 }) }

# Runs part $n of a statement. %value has the binds' values by name. Returns the rows, and the error if there is one.
sub part {
  my ($dbh, $name, $n, %value) = @_;
  my $part = $json->decode(scalar `bench/statement $name json`)->{parts}[$n];
  $dbh->do('prepare part (' . join(', ', map { 'text' } @{ $part->{binds} }) . ") as $part->{text}");
  my $rows = eval { $dbh->selectall_arrayref('execute part (' . join(', ', map { $dbh->quote($value{s/^arg\.//r}) } @{ $part->{binds} }) . ')', { Slice => {} }) };
  my $error = $@;
  $dbh->do('deallocate part') if !$error;
  return ($rows, $error);
}

my $dispatcher = session('collab_dispatch');

subtest 'a locked subscription does not keep the recovery from other deliveries' => sub {
  owner()->do(q(with made as (insert into event (type, request, request_token, submit_company, receive_company) select 'note.created', 1, 'x', 1, 2 from generate_series(1, 1200) returning id),
    held as (insert into delivery (event, queue, claim) select id, ?::bigint, ?::uuid from made union all select max(id), ?::bigint, ?::uuid from made returning id)
    insert into lease select ?::uuid, clock_timestamp(), array_agg(id) from held), undef, $ids[0], $claim, $ids[1], $claim, $claim);
  my $other = another_connection();
  $other->begin_work;
  $other->do('select from subscription where id = ? for update', undef, $ids[0]);
  my %recovery = (own => 1, missed => '{}', since => 0, ended => '{}');
  my ($rows) = part($dispatcher, 'delivery_recover', 0, %recovery);
  is $rows->[0]{lost}, 1, 'the other subscription\'s delivery is taken back';
  $other->rollback;
  my $taken = 0;
  for (1 .. 2) { ($rows) = part($dispatcher, 'delivery_recover', 0, %recovery); $taken += $rows->[0]{lost} }
  is $taken, 1200, 'the rest is taken back after the lock';
  part($dispatcher, 'delivery_recover', 0, %recovery);
  is owner()->selectrow_array('select count(*) from lease'), 0, 'the lease ends';
};

subtest 'a claim reports that a deleted subscription has no deliveries' => sub {
  my ($rows) = part($dispatcher, 'delivery_claim', 0, claim => $claim, lease_seconds => 45, subscriptions => '{123456789}', most => '{2}', retries => '{2}', since => '{0}');
  is_deeply [map { [@{$_}{qw(id subscription next)}] } @$rows], [[undef, 123_456_789, undef]], 'its row says so, and the dispatcher forgets the endpoint';
};

subtest 'a settlement waits for a transaction that switches its subscription off' => sub {
  my $results = $json->encode([{ id => 1, subscription => 0 + $ids[0], claim => $claim, status => 410 }]);
  $dispatcher->begin_work;
  part($dispatcher, 'subscription_retire', 0, subscription => $ids[0], limit => 3);
  my $second = session('collab_dispatch');
  $second->do("set lock_timeout = '200ms'");
  my (undef, $error) = part($second, 'delivery_settle', 0, results => $results, subscriptions => "{$ids[0]}");
  like $error, qr/lock timeout/, 'the settlement waits before it touches a delivery';
  $dispatcher->rollback;
};

done_testing;
