# t/ops/health/lag.t: late deliveries raise the alarm lag, but delays measured just after a dispatcher's start do not
use lib qw(t/lib lab/lib);
use Collab::Judgement;
use Collab::Test;

my $stack = judged(extra => "CollabDutyInterval 100ms\n", timers => { rescan => 300 });
my $server = $stack->server;
exchange(request => 0)->open_request;

# Puts an event of ten minutes ago into the outbox, and locks it, so that dispatchers skip it. Returns a sub that unlocks it.
sub held {
  owner()->do(q(update event set created_at = clock_timestamp() - interval '10 minutes' where id = (select max(id) from event)));
  owner()->do('insert into outbox (channel, event) select 2, max(id) from event');
  my $holder = another_connection();
  $holder->begin_work;
  $holder->do('select from outbox where channel = 2 for update');
  return sub { $holder->rollback };
}

sub metric { my ($at, $name) = @_; return (nobody()->at($at)->get('/the-metrics')->text =~ /^\Q$name\E (\S+)$/m)[0] // -1 }

$server->stop;
my $unlock = held();

subtest 'an event that stays in the outbox raises the alarm lag' => sub {
  $server->start;
  told('lag', qr/events wait in the outbox, the oldest for 6\d\d s/, health => 'attention');
  $unlock->();
  over();
};

subtest 'an event that was late at the start and has been taken since raises no alarm' => sub {
  $server->stop;
  $unlock = held();
  my $other = $stack->another_server('once', judging(extra => "CollabDutyInterval 5min\n"));      # it measures once
  ok +(wait_for { metric($other, 'collab_outbox_oldest_seconds') >= 600 } 20), 'the first measurement finds the event';
  $unlock->();
  ok +(wait_for { !owner()->selectrow_array('select count(*) from outbox where channel = 2') } 20), 'the event is taken';
  my $judged = sub { metric($other, 'collab_watch_timestamp_seconds') - metric($other, 'collab_dispatch_start_timestamp_seconds') };
  ok +(wait_for { $judged->() > 2 } 20), 'the wait after the start is over, and the watcher has looked again';
  cmp_ok metric($other, 'collab_outbox_oldest_seconds'), '>=', 600, 'the first measurement is still the latest';
  is reasons($other), '', 'there is no alarm';
  unlike $other->log, qr/alarm lag/, 'the log has no alarm';
};

done_testing;
