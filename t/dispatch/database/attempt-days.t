# t/dispatch/database/attempt-days.t: two dispatchers create the daily partitions of the log of attempts and drop old ones
# Also tests the alarms of a log without partitions, and of a log that is too long.
use lib qw(t/lib lab/lib);
use Collab::Receiver;
use Collab::Postgres;
use Collab::Stack;
use Collab::Test;

my $extra = "CollabDutyInterval 50ms\nCollabRetention attempts=30 events=40\n";
my $stack = stack(extra => $extra);
my $second = $stack->another_server('second', extra => $extra);

sub one { return scalar owner()->selectrow_array(shift, undef, @_) }
sub days { return @{ owner()->selectcol_arrayref(q(select relname from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = 'attempt'::regclass order by 1)) } }
sub day { my ($n) = @_; return one(q(select 'attempt_' || to_char((clock_timestamp() at time zone 'UTC')::date + ?::int, 'YYYYMMDD')), $n) }
# Revokes the right to execute a function. Then waits until the calls under way have ended: each holds the advisory lock of
# sql/queries/dispatch/$statement.sql.
sub revoked {
  my ($function, $statement) = @_;
  owner()->do("revoke execute on function $function(int) from collab_dispatch");
  my ($lock) = `bench/statement $statement json` =~ /pg_try_advisory_xact_lock\((\d+, 0)\)/ or die "$statement takes no lock\n";
  one("select pg_advisory_xact_lock($lock)");
}
sub logged { my ($like) = @_; return $stack->server->log =~ $like }

subtest 'partitions for seven days exist, and are made again' => sub {
  my @wanted = map { day($_) } -1 .. 7;
  ok +(wait_for { "@{[days()]}" eq "@wanted" } 10, 'seven days'), 'the partitions begin with yesterday';
  owner()->do("drop table $_") for @wanted[5 .. 8];
  ok +(wait_for { "@{[days()]}" eq "@wanted" } 10, 'seven days'), 'dropped ones are made again';
};

subtest 'missing partitions raise an alarm' => sub {
  revoked('make_attempt_partitions', 'attempt_partitions');
  owner()->do("drop table $_") for map { day($_) } 2 .. 7;
  ok +(wait_for { logged(qr/alarm: the log of attempts has partitions for only 1 more day;/) } 10, 'the alarm'), 'the error log has the alarm';
  owner()->do('grant execute on function make_attempt_partitions(int) to collab_dispatch');
  ok +(wait_for { logged(qr/alarm is over: the log of attempts/) } 10, 'its end'), 'the alarm ends with new partitions';
  is scalar(() = $stack->server->log =~ /alarm: the log of attempts/g), 1, 'the alarm is logged once';
};

subtest 'a delivery waits for its day\'s partition, and is then recorded' => sub {
  my $receiver = receiver();
  my $x = exchange(request => 0);
  my $url = $receiver->url;
  my $id = $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok->{id};
  revoked('make_attempt_partitions', 'attempt_partitions');
  owner()->do("drop table $_") for days();
  $x->open_request;
  $receiver->wait($url, 1);
  ok +(wait_for { logged(qr/no partition of relation "attempt"/) || $second->log =~ /no partition of relation "attempt"/ } 10, 'a refused settlement'), 'the settlement fails without a partition';
  is one('select count(*) from delivery where queue = ?', $id), 1, 'the delivery is not lost';
  owner()->do('grant execute on function make_attempt_partitions(int) to collab_dispatch');
  ok +(wait_for { one('select count(*) from attempt where subscription = ? and success', $id) } 20, 'the attempt'), 'the attempt is recorded with the partition';
  is one('select count(*) from delivery where queue = ?', $id), 0;
  is $receiver->got($url), 1, 'it was sent once';
};

subtest 'only old days are dropped' => sub {
  owner()->begin_work;    # one transaction: otherwise a dispatcher drops a new partition before the test inserts its row
  for my $age (29, 30, 31, 32, 50) {
    one('select make_attempt_partition((clock_timestamp() at time zone \'UTC\')::date - ?::int)', $age);
    one(q(insert into attempt (subscription, event, number, success, duration_ms, created_at) values (999999, ?, 1, true, 7, clock_timestamp() - ? * interval '1 day') returning id), $age, $age);
  }
  owner()->commit;
  owner()->do(q(insert into ended_queue (queue, subscription, at) select -age, 999999, clock_timestamp() - age * interval '1 day' from unnest(array[29, 60]) age));
  my %old = map { day(-$_) => 1 } 31, 32, 50;
  ok +(wait_for { !grep { $old{$_} } days() } 20, 'the old days to go'), 'days older than thirty days are dropped';
  ok +(wait_for { logged(qr/log of attempts of \S+ was dropped/) || $second->log =~ /log of attempts of \S+ was dropped/ } 5), 'the error log says so';
  is_deeply [sort { $a <=> $b } @{ owner()->selectcol_arrayref('select event from attempt where subscription = 999999') }], [29, 30], 'the other days stay';
  is_deeply owner()->selectcol_arrayref('select queue from ended_queue where subscription = 999999'), [-29], 'the reasons why queues ended go with their attempts';
  my $dispatcher = DBI->connect($stack->pg->dbi =~ s/user=\w+/user=collab_dispatch/r, '', '', { RaiseError => 1 });
  is $dispatcher->selectrow_array('select drop_attempt_partition(1)'), undef, 'a dispatcher that asks for one day drops nothing before the thirty that the owner allows';
};

subtest 'a day that is not dropped raises an alarm' => sub {
  my $from = length $stack->server->log;
  my $said = sub { return substr($stack->server->log, $from) =~ $_[0] };
  revoked('drop_attempt_partition', 'attempt_drop');
  one('select make_attempt_partition((clock_timestamp() at time zone \'UTC\')::date - 50)');
  ok wait_for { $said->(qr/alarm: the oldest day in the log of attempts is 50 days old .* attempts=30/) } 60, 'the alarm';
  owner()->do('grant execute on function drop_attempt_partition(int) to collab_dispatch');
  ok wait_for { $said->(qr/alarm is over: rows are kept no longer than CollabRetention says/) } 60, 'its end';
};

done_testing;
