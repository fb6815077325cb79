# t/ops/health/alarms-by-node.t: alarms whose faults need a node of their own appear in all reports (others: alarms.t)
use lib qw(t/lib lab/lib);
use Collab::Judgement;
use Collab::Receiver;
use Collab::Test;
use JSON::XS ();

my $stack = judged(extra => "CollabDispatcher Off\n");
my $x = exchange(request => 0);

subtest 'waiting work without any dispatcher raises the alarm no-dispatcher' => sub {
  over();
  $x->open_request;
  told('no-dispatcher', qr/no dispatcher is at work on any node, and work has waited \d+ s/);
  ok +(wait_for { (owner()->selectrow_array('select problems::text from node'))[0] =~ /"reason":"no-dispatcher"/ } 10), 'the row of the node has the alarm';
  my $node = $stack->another_server('node', judging());
  ok +(wait_for { reasons() eq '' } 20), 'a dispatcher on another node ends the alarm';
  ok +(wait_for { (owner()->selectrow_array(q(select count(*) from node where problems::text <> '[]')))[0] == 0 } 20), 'no row has it any more';
  $node->stop;
};

subtest 'collabctl status shows what the database shows, and what the nodes have found' => sub {
  my $ctl = sub { local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN}; return output('env', @_, './collabctl', 'status') };
  my ($exit, $said);
  $x->open_request;
  ok +(wait_for { ($exit, $said) = $ctl->(); $exit == 1 } 20), 'exit status 1 while no dispatcher is at work' or diag $said;
  like $said, qr/^nodes: \d\nhealth: failing\nproblem: no-dispatcher, failing, node \S+: no dispatcher is at work on any node, and work has waited \d+ s\n  Set CollabDispatcher On .* \(docs\/operations\.md#lag-grows\)$/m;
  my $node = $stack->another_server('judged', judging());
  ok +(wait_for { ($exit, $said) = $ctl->(); $exit == 0 } 20), 'exit status 0 when nothing is wrong' or diag $said;
  like $said, qr/^nodes: \d\nhealth: ok\n\z/m;
  halt($node->dispatcher);
  ok +(wait_for { ($exit, $said) = $ctl->(); $exit == 1 } 20), 'it shows an alarm that only a node can see';
  like $said, qr/^problem: dispatcher, failing, node \S+: the dispatcher has stood still for \d+ s$/m;
  my $json = JSON::XS->new->utf8->decode((output('env', "COLLAB_DSN=$ENV{COLLAB_TEST_DSN}", './collabctl', 'status', '--json'))[1]);
  is $json->{health}{status}, 'failing';
  is_deeply [map { $_->{reason} } @{ $json->{health}{problems} }], ['dispatcher'];
  is $json->{health}{problems}[0]{runbook}, 'docs/operations.md#a-receiver-stalls-the-dispatcher';
  kill 'CONT', $node->dispatcher;
  owner()->do('revoke select on department from collab_api');
  ($exit, $said) = $ctl->();
  is "$exit $1", '1 collab_api lacks SELECT on department', 'it sees a missing privilege itself' if $said =~ /^problem: privilege, failing: (.*)$/m or fail $said;
  owner()->do('grant select on department to collab_api');
  Collab::Stack::write_file("$ENV{COLLAB_TEST_DIR}/other.key", '1 ' . ('cd' x 32) . "\n");
  chmod 0600, "$ENV{COLLAB_TEST_DIR}/other.key";
  ($exit, $said) = $ctl->("COLLAB_SECRETS_KEY=$ENV{COLLAB_TEST_DIR}/other.key");
  like $said, qr/^problem: keys, failing: no key of CollabSecretsKey opens/m, 'it notices wrong keys';
  $node->stop;
};

subtest 'workers in the wrong role raise the alarm role' => sub {
  my $wrong = $stack->another_server('wrong', judging(extra => "CollabDispatcher Off\n"), api_dsn => $stack->pg->dsn('collab_owner'));
  told('role', qr/the workers are logged in as collab_owner instead of collab_api/, at => $wrong);
  $wrong->stop;
};

subtest 'a dispatcher that cannot log in raises the alarm login' => sub {
  my $locked = $stack->another_server('locked', judging(), dispatch_dsn => $stack->pg->dsn('collab_dispatch') =~ s/user=collab_dispatch/user=nobody_there/r);
  told('login', qr/the dispatcher has no database: .*nobody_there/, at => $locked, unlogged => 1);
  $locked->stop;
};

subtest 'errors, dead letters and a stopped database raise their alarms' => sub {
  my $receiver = receiver();
  my $node = $stack->another_server('node', judging(extra => "CollabWebhookRetry V2 1\n"));
  over($node);
  my $party = $x->submitter->at($node, token => undef);
  $party->post('/v2/webhooks', { callbackUrl => $receiver->url('404') })->ok;
  $party->post($x->notes, a_note())->ok for 1 .. 11;
  wait_for { (owner()->selectrow_array('select count(*) from dead_letter'))[0] >= 11 } 20, 'the dead letters';
  # No other alarm explains this fault: one that does would hide `errors`. Class 53 is answered with 503, which notes declare.
  owner()->do("create function broken() returns trigger language plpgsql as 'begin raise exception ''broken'' using errcode = ''53000''; end'");
  owner()->do('create trigger broken before insert on note for each row execute function broken()');
  $party->post($x->notes, a_note()) for 1 .. 30;
  owner()->do('drop trigger broken on note');
  told('errors', qr/\d+ of the \d+ requests of the last minute were answered with 5xx/, at => $node);
  like problem('errors', $node)->{remedy}, qr/collabctl doctor/, 'the remedy is collabctl doctor';
  # Test `dead-letters` only after `errors`: a ten-second sample may end between the two faults, and then one alarm begins before the other.
  told('dead-letters', qr/\d+ deliveries were given up: \d+ of subscription \d+ of \S+/, at => $node, health => 'failing');
  $stack->pg->down('immediate');
  told('database', qr/the database/, at => $node, ready => 503);
  unlike reasons($node), qr/login|dispatcher/, 'its consequences raise no alarms';
  $stack->pg->up;
  ok +(wait_for { !problem('database', $node) && ready($node) == 200 } 20, 'its end'), 'the node is ready when the database is back';
};

done_testing;
