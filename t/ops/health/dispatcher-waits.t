# t/ops/health/dispatcher-waits.t: a dispatcher that waits for the database, or has just started, does not count as stuck
use lib qw(t/lib lab/lib);
use Collab::Judgement;
use Collab::Receiver;
use Collab::Subscription;
use Collab::Test;

# A locked table refuses a fan-out after five seconds; looks, which only read, are answered in between.
my $stack = judged(timers => { waiting => 8000, stalled => 1500, rescan => 1000 });
my $server = $stack->server;
my $x = exchange(request => 0);
wait_for { ready() == 200 } 20, 'readiness';
over();

subtest 'unanswered claims raise the alarm claims, not dispatcher' => sub {
  my $owner = another_connection();
  $owner->begin_work;
  $owner->do('lock table delivery in exclusive mode');      # reads go on
  $x->open_request;
  ok +(holds_for { ready() == 200 && !problem('dispatcher') } 3), 'the node is ready, and its dispatcher not stuck';
  told('claims', qr/the dispatcher has waited \d+ s for an answer to its claims/);
  is reasons(), 'claims', 'consequences raise no alarm';
  $owner->rollback;
  over();
  unlike $server->log, qr/alarm dispatcher/, 'the log never calls the dispatcher stuck';
};

subtest 'refused claims raise it, too, although looks and fan-outs are answered' => sub {
  owner()->do(q(create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no lease'; end $$));
  owner()->do('create trigger refuse before insert on lease execute function refuse()');
  subscribed(receiver()->url, exchange => $x);
  $x->submitter->post($x->notes, a_note())->ok;
  ok +(wait_for { problem('claims') } 20), 'the alarm is raised' or diag explain status()->{health};
  owner()->do('drop function refuse cascade');
  over();
};

subtest 'a start with overdue deliveries raises no alarm' => sub {
  $server->stop;
  owner()->do(q(insert into outbox (channel, event) select 2, max(id) from event));
  owner()->do(q(update event set created_at = created_at - interval '10 minutes' where id = (select max(id) from event)));
  $server->start;
  ok +(holds_for { reasons() eq '' } 3), 'there is no alarm' or diag explain status()->{health};
  ok +(wait_for { !owner()->selectrow_array('select count(*) from outbox where channel = 2') } 20), 'the overdue event is taken';
  unlike $server->log =~ s/.*resuming normal operations//sr, qr/CB0701/, 'the log has no alarm';
};

done_testing;
