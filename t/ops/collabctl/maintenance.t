# t/ops/collabctl/maintenance.t: in maintenance all nodes answer writes with 503 and a message; reads go on, deliveries wait
use lib qw(t/lib lab/lib);
use Collab::Judgement;
use Collab::Receiver;
use Collab::Test;
use JSON::XS ();

my $message = 'The database moves; back at 22:00 UTC';
my $extra = "CollabAutoClose 30\nCollabDutyInterval 1\n";
my $stack = judged(extra => $extra);
my $node = $stack->another_server('node', judging(extra => $extra));
my $receiver = receiver();
my $x = exchange();
my $there = $x->submitter->at($node, token => undef);
$there->token;
my $type = 'org.provider.core.collaboration-request.note.created';
my ($late, $idle) = map { $x->another } 1 .. 2;
my $hook = $x->submitter->post('/v2/webhooks', { callbackUrl => my $url = $receiver->url, eventTypes => [$type] })->ok->{id};

sub ctl { local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN}; return output('./collabctl', 'maintenance', @_) }
sub delivered { return scalar grep { JSON::XS->new->decode($_->{body})->{type} eq $type } $receiver->got($url) }
sub of_request { my ($column, $of) = @_; return scalar owner()->selectrow_array("select $column from request where token = ?", undef, $of->token) }

subtest 'the command line is checked' => sub {
  my ($status, $said) = ctl('on');
  is $status, 2, 'a message is required';
  ($status, $said) = ctl('off');
  is $status, 0;
  like $said, qr/^nothing to do: there is no maintenance$/;
  is_deeply [split /\n/, (ctl('show'))[1]], [grep { defined } 'maintenance: off', (ctl('show'))[1] =~ /^(nodes that take writes: .*)$/m];
};

subtest 'both nodes know the state within five seconds' => sub {
  my ($status, $said) = ctl('on', '--message', $message);
  is $status, 0, 'on' or diag $said;
  ok +(wait_for { $_->post($x->notes, a_note())->status == 503 } 5), 'a write is refused' for $x->submitter, $there;
  ok +(wait_for { (ctl('show'))[1] =~ /^nodes that refuse writes: \S+ \d+, \S+ \d+$/m } 10), 'collabctl shows it' or diag((ctl('show'))[1]);
  unlike +(ctl('show'))[1], qr/take writes/;
};

subtest 'every write is 503 with Retry-After and the message; reads and logins go on' => sub {
  my $member = $x->submitter;
  my $before = owner()->selectrow_array('select count(*) from note');
  my $paths = $member->get('/openapi.json')->ok->{paths};
  for my $template (sort keys %$paths) {
    for my $method (sort map { uc } grep { /^(?:get|post|put|patch|delete)$/ && !$paths->{$template}{$_}{security} } keys %{ $paths->{$template} }) {
      my $answer = $member->request($method, $template =~ s/\{\w+\}/1/gr, headers => { accept => 'application/problem+json' });
      if ($method eq 'GET') { isnt $answer->status, 503, "GET $template"; next }
      is $answer->status, 503, "$method $template";
      is $answer->header('retry-after'), 60;
      my $problem = JSON::XS->new->decode($answer->text);
      like $problem->{type}, qr{/problems/maintenance$};
      is $problem->{detail}, "The service is in maintenance and takes no changes: $message.";
    }
  }
  is +(owner()->selectrow_array('select count(*) from note'))[0], $before, 'nothing was written';
  nobody->post($x->notes, a_note())->fails(401, qr/./);
  my $key = { 'idempotency-key' => 'maintenance-1' };
  $member->post($x->notes, a_note(), headers => $key)->is_status(503);
  my $ada = user($member->company);
  is length $ada->token > 20, 1, 'a user logs in';
  $ada->get($x->notes)->ok('and reads');
  nobody->get('/problems/maintenance')->ok('the problem type is explained');
};

subtest 'the only alarm is maintenance' => sub {
  told('maintenance', qr/\Q$message\E/, health => 'attention', ready => 200);
  is reasons(), 'maintenance', 'refused writes are no errors';
  my ($status, $said) = do { local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN}; output('./collabctl', 'status') };
  like $said, qr/^health: attention\nproblem: maintenance, attention.*: \Q$message\E$/m;
};

subtest 'deliveries, reminders and the closing of idle requests wait' => sub {
  my $before = $receiver->got($url);
  collabctl('subscription', 'test', $hook);
  owner()->do(q(update request set respond_by = clock_timestamp() - interval '1 minute' where token = ?), undef, $late->token);
  aged();
  owner()->do(q(update request set updated_at = clock_timestamp() - interval '31 days' where token = ?), undef, $idle->token);
  ok +(holds_for { !of_request('reminder_sent', $late) && of_request('status', $idle) eq 'OPEN' && $receiver->got($url) == $before } 4), 'for two turns of the duties';
  is reasons(), 'maintenance', 'waiting deliveries raise no alarm';
};

subtest 'maintenance outlives restarts, until it is ended' => sub {
  my $member = $x->submitter;
  $node->graceful;
  ok +(wait_for { (() = $node->log =~ /CB0632/g) == 2 } 20), 'a new dispatcher';
  my $before = $receiver->got($url);
  for (1 .. 3) {
    $node->stop;
    $node->start;
    ok +(wait_for { $there->post($x->notes, a_note())->status == 503 } 5), 'a restarted node refuses writes';
  }
  ok +(holds_for { $receiver->got($url) == $before } 2), 'and its dispatcher sends no waiting delivery';
  my ($status, $said) = ctl('on', '--message', 'Another hour');
  like $said, qr/^maintenance continues, since \S+Z, now with this message$/;
  ok +(wait_for { $there->post($x->notes, a_note())->text =~ /takes no changes: Another hour\./ } 10), 'the message can be changed';
  ($status, $said) = ctl('off');
  like $said, qr/^maintenance is over, after it began at \S+Z:/;
  ok +(wait_for { $_->post($x->notes, a_note())->status == 200 } 5), 'writes are taken' for $member, $there;
  ok +(wait_for { delivered() >= 2 } 20), 'and delivered';
  ok +(wait_for { of_request('reminder_sent', $late) && of_request('status', $idle) eq 'CLOSED' } 20), 'the reminder is sent, and the idle request is closed';
  ok +(wait_for { grep { JSON::XS->new->decode($_->{body})->{type} =~ /webhook\.test$/ } $receiver->got($url) } 20), 'waiting deliveries are sent';
  over();
};

done_testing;
