# t/ops/health/worker.t: a worker process that crashes is an alarm; wrong passwords and database connections have metrics
use lib qw(t/lib lab/lib);
use Collab::Judgement;
use Collab::Test;

my $stack = judged(extra => "CollabDispatcher Off\n");
my $server = $stack->server;
my $x = exchange(request => 0);

sub metric { my ($name) = @_; return nobody->get('/the-metrics')->text =~ /^$name (\S+)$/m ? $1 : undef }
sub workers { return grep { my $pid = $_; my $name = eval { open my $in, '<', "/proc/$pid/comm" or die; <$in> } // ''; $name =~ /^(?:apache2|httpd)$/ } Collab::Wait::children($server->pid) }

subtest 'a worker that ends in order is no fault' => sub {
  my ($old) = workers();
  $server->graceful;
  ok +(wait_for { !grep { $_ == $old } workers() } 30), 'a graceful restart ends the worker';
  is metric('collab_workers_lost_total'), 0;
  is metric('collab_worker_lost_timestamp_seconds') // 'none', 'none';
  over();
};

subtest 'a worker that is killed is an alarm' => sub {
  my ($worker) = workers();
  kill 'KILL', $worker;
  ok +(wait_for { eval { problem('worker') } } 20), 'the alarm is raised';
  told('worker', qr/worker processes have ended without their clean-up, with the requests that they had: 1 since httpd's start, the last at \d{4}-\S+Z; httpd's AH00052 names the signal/, health => 'attention');
  is metric('collab_workers_lost_total'), 1, 'and counted';
  cmp_ok abs(metric('collab_worker_lost_timestamp_seconds') - time), '<', 60;
  ok +(wait_for { my @all = workers(); @all && nobody->get('/health/live')->status == 200 } 20), 'another worker answers';
  ($worker) = workers();
  $Collab::Server::crashed{$worker} = 1;
  kill 'SEGV', $worker;
  ok +(wait_for { (metric('collab_workers_lost_total') // 0) == 2 } 20), 'one that crashes is counted, too';
  like $server->log, qr/AH0005[12]: child pid $worker exit signal Segmentation fault/, "httpd's log has the signal";
  like $server->log, qr/\[collab:warn\] .*CB0701: alarm worker/, 'attention is a warning';
};

subtest 'wrong passwords and client secrets are counted' => sub {
  my $before = metric('collab_logins_refused_total');
  nobody->post('/v1/login', { username => $x->submitter->username, password => 'not this one' })->fails(401);
  is metric('collab_logins_refused_total'), $before + 1;
};

subtest 'database connections are counted, and those that fail' => sub {
  $x->submitter->get('/v1/me')->ok;
  cmp_ok metric('collab_database_connections_open'), '>=', 1, 'a worker has a connection open';
  is metric('collab_database_connections_busy'), 0, 'no request uses one';
  my $most = metric('collab_database_connections_most');
  cmp_ok $most, '>=', metric('collab_database_connections_open'), 'no more than it may';
  my $failed = metric('collab_database_connects_failed_total');
  $stack->pg->down('immediate');
  nobody->get('/v1/partners/storage', headers => { authorization => 'Bearer x' });
  ok +(wait_for { $x->submitter->get('/v1/me'); metric('collab_database_connects_failed_total') > $failed } 20), 'a refused connection is counted';
  $stack->pg->up;
  ok +(wait_for { $x->submitter->get('/v1/me')->status == 200 } 30), 'the database is back';
};

done_testing;
