# t/ops/health/dispatcher-waits.t: a dispatcher that waits for the database is not stuck; one that has just begun is given time
use lib qw(t/lib lab/lib);
use Collab::Judgement;
use Collab::Test;

my $stack = judged(timers => { waiting => 4000, stalled => 1500 });
my $server = $stack->server;
my $x = exchange(request => 0);
wait_for { ready() == 200 } 20, 'readiness';
over();

subtest 'claims that the database does not answer' => sub {
  my $owner = another_connection();
  $owner->begin_work;
  $owner->do('lock table delivery in exclusive mode');      # whoever reads goes on
  $x->open_request;
  ok +(holds_for { ready() == 200 && !problem('dispatcher') } 3), 'ready, and not stuck';
  told('claims', qr/the dispatcher has waited \d+ s for an answer to its claims/);
  is reasons(), 'claims', 'nothing of what follows is told';
  $owner->rollback;
  over();
  unlike $server->log, qr/alarm dispatcher/, 'nobody was told to kill it';
};

subtest 'a start while something is overdue' => sub {
  $server->stop;
  owner()->do(q(insert into outbox (channel, event) select 2, max(id) from event));
  owner()->do(q(update event set created_at = created_at - interval '10 minutes' where id = (select max(id) from event)));
  $server->start;
  ok +(holds_for { reasons() eq '' } 3), 'nothing is wrong' or diag explain status()->{health};
  ok +(wait_for { !owner()->selectrow_array('select count(*) from outbox where channel = 2') } 20), 'and what was overdue is done';
  unlike $server->log =~ s/.*resuming normal operations//sr, qr/CB0701/, 'nor has the log an alarm';
};

done_testing;
