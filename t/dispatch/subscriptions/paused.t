# t/dispatch/subscriptions/paused.t: deliveries of a paused subscription wait, and none is lost
# Tests the commands pause, resume, test and delete of collabctl subscription.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;
use Collab::Wait qw(gone);

# Rescans come an hour apart. So if a delivery was due before the dispatcher's last look (defined in claim/memory.c), the dispatcher finds the delivery only after a
# notification, or when the dispatcher starts.
my $stack = stack(extra => "CollabWebhookRetry V2 3600 3600\n", timers => { rescan => 3_600_000 });
my $receiver = receiver();
my $x = exchange();

sub one { return scalar owner()->selectrow_array(shift, undef, @_) }
sub subscribed { my $url = $receiver->url(@_); return { %{ $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok }, url => $url } }
sub speak { $x->submitter->post($x->notes, a_note())->ok }
sub ctl { return collabctl('subscription', @_) =~ s/\n\z//r }
sub refused { my $text = pop; my ($status, $said) = do { local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN}; output('./collabctl', 'subscription', @_) }; is $status, 1, "@_"; like $said, $text }
sub json { return JSON::XS->new->utf8->decode(collabctl(@_, '--json')) }
sub got { my ($s) = @_; return scalar $receiver->got($s->{url}) }
sub arrive { my ($s, $count) = @_; return ok +(wait_for { got($s) >= $count } 20, "$count deliveries"), "$count have come" }
sub waiting { my ($s) = @_; return one('select count(*) from delivery where queue = (select queue from subscription where id = ?) and claim is null', $s->{id}) }
sub emptied { my ($s) = @_; wait_for { !one('select count(*) from delivery where queue = (select queue from subscription where id = ?)', $s->{id}) } 20, 'its deliveries to be settled' }
sub settled { my ($s, $count) = @_; wait_for { one('select count(*) from attempt where subscription = ?', $s->{id}) >= $count } 20, "$count attempts on record" }

my ($paused, $control) = (subscribed(), subscribed());

subtest 'a paused subscription is sent nothing' => sub {
  speak();
  settled($_, 1) for $paused, $control;
  is ctl('pause', $paused->{id}, '--why', 'INC-7: moves house'), "subscription $paused->{id} is paused: 0 deliveries wait";
  like ctl('pause', $paused->{id}), qr/^nothing to do: subscription $paused->{id} is already paused, since \d{4}-/;
  speak() for 1 .. 3;
  arrive($control, 4);
  is waiting($paused), 3, 'its deliveries wait';
  my @old = $stack->server->processes(undef);
  $stack->server->graceful;
  wait_for { $stack->server->dispatcher && gone(@old) } 20, 'another dispatcher';
  speak();
  arrive($control, 5);
  ok +(holds_for { got($paused) == 1 && waiting($paused) == 4 } 1.5), 'a new dispatcher, which looks everywhere, sends it nothing';
};

subtest 'the operator sees the pause, and the owner does not' => sub {
  owner()->do(q(update delivery set due_at = due_at - interval '1 hour' where queue = (select queue from subscription where id = ?)), undef, $paused->{id});
  my $status = JSON::XS->new->utf8->decode(collabctl_status('--json'));
  is $status->{pausedSubscriptions}, 1;
  is $status->{backlog}, 4, 'its deliveries count as backlog';
  cmp_ok $status->{oldestDue} // 0, '<', 1800, 'its deliveries do not count as late';
  like collabctl_status(), qr/^paused subscriptions: 1$/m;
  my ($listed) = grep { $_->{subscription} == $paused->{id} } @{ json(qw(subscription list)) };
  is_deeply [@{$listed}{qw(state pending pausedWhy)}], ['paused', 4, 'INC-7: moves house'];
  like $listed->{pausedBy}, qr/\S+\@\S+/;
  is_deeply json('subscription', 'show', $paused->{id})->{pausedSince}, $listed->{pausedSince};
  like ctl('show', $paused->{id}), qr/^state: paused\n.*^paused why: INC-7: moves house$/ms;
  my $own = $x->submitter->get("/v2/webhooks/$paused->{id}")->ok;
  is $own->{active}, true, 'it stays active for its owner';
  is $own->{updatedAt}, $paused->{updatedAt} // $own->{createdAt};
  refused('test', $paused->{id}, qr/subscription: $paused->{id} is paused/);
};

subtest 'its deliveries cannot be sent by hand' => sub {
  my $delivery = one('select max(id) from delivery where queue = (select queue from subscription where id = ?)', $paused->{id});
  local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN};
  for my $which (['--subscription', $paused->{id}], ['--delivery', $delivery]) {
    my ($status, $said) = output('./collabctl', 'deliveries', 'retry', @$which);
    is $status, 1, "@$which";
    like $said, qr/subscription: $paused->{id} is paused$/;
  }
  is collabctl('deliveries', 'retry', '--company', $x->submitter->company->{domain}), "nothing to do: no such delivery waits\n";
};

subtest 'a change by its owner does not end the pause' => sub {
  $paused->{url} = $receiver->url;
  $x->submitter->patch("/v2/webhooks/$paused->{id}", { callbackUrl => $paused->{url} })->ok;
  ok +(holds_for { got($paused) == 0 && waiting($paused) == 4 } 1.5), 'a changed callback is sent nothing';
};

subtest 'everything arrives when the pause ends' => sub {
  is ctl('resume', $paused->{id}), "subscription $paused->{id} is resumed: 4 deliveries wait";
  arrive($paused, 4);
  is ctl('resume', $paused->{id}), "nothing to do: subscription $paused->{id} is not paused";
  my %events = map { $_->{headers}{'x-service-delivery'} => 1 } $receiver->got($paused->{url});
  is scalar keys %events, 4, 'each event arrives once';
  speak();
  arrive($paused, 5);
  is json('subscription', 'show', $paused->{id})->{pausedSince}, undef;
};

# The waiting delivery has been due for an hour, so only the notification makes the dispatcher look for it. A claim under way does not find the
# delivery, and ends after the notification.
subtest 'a claim that is under way does not hide what waits' => sub {
  ctl('pause', $paused->{id});
  my $before = got($paused);
  speak();
  wait_for { waiting($paused) == 1 } 20, 'a delivery';
  emptied($control);
  owner()->do(q(update delivery set due_at = due_at - interval '1 hour' where queue = (select queue from subscription where id = ?)), undef, $paused->{id});
  my $holder = another_connection();
  $holder->begin_work;
  $holder->do('select from subscription where id = ? for update', undef, $control->{id});
  my $db = owner();
  $db->begin_work;        # in one transaction: the pause ends, and an event makes the next claim wait
  $db->do('update subscription set paused_since = null where id = ?', undef, $paused->{id});
  $db->do(q(with e as (insert into event (type, subscription, submit_company, receive_company) select 'webhook.test', id, company, company from subscription where id = ? returning id)
    insert into outbox (channel, event) select 1, id from e), undef, $control->{id});
  $db->do(q(select pg_notify('collab_callback', ?::text)), undef, $paused->{id});
  $db->commit;
  ok +(wait_for { one(q(select count(*) = 1 from pg_stat_activity where usename = 'collab_dispatch' and wait_event_type = 'Lock')) } 20), 'a claim waits';
  # Wait until the dispatcher has looked for the delivery, while the claim is under way. The test does not assert this, because pg_stat_activity
  # may already show the connection's next statement.
  wait_for { one(q(select count(*) > 0 from pg_stat_activity where usename = 'collab_dispatch' and state = 'idle' and query like '%min(due_at)%as next from delivery%')) } 3;
  $holder->rollback;
  $holder->disconnect;
  arrive($paused, $before + 1);
};

subtest 'a retry of a paused subscription waits, too' => sub {
  my $s = subscribed(500, 200);
  speak();
  settled($s, 1);
  is ctl('pause', $s->{id}), "subscription $s->{id} is paused: 1 deliveries wait";
  owner()->do('update delivery set due_at = clock_timestamp() where queue = (select queue from subscription where id = ?)', undef, $s->{id});
  ok +(holds_for { got($s) == 1 } 1.5), 'a due retry is not sent';
  ctl('resume', $s->{id});
  arrive($s, 2);
};

subtest 'when its owner switches it off, its deliveries are discarded' => sub {
  my $s = subscribed();
  ctl('pause', $s->{id});
  speak();
  wait_for { waiting($s) == 1 } 20, 'a delivery';
  $x->submitter->patch("/v2/webhooks/$s->{id}", { active => false })->ok;
  is json('subscription', 'show', $s->{id})->{state}, 'inactive';
  is ctl('resume', $s->{id}), "subscription $s->{id} is resumed: 0 deliveries wait; it is inactive";
  refused('test', $s->{id}, qr/subscription: $s->{id} is inactive/);
};

subtest 'a test by the operator goes only to its subscription' => sub {
  emptied($control);
  my ($of, $others) = (subscribed(), got($control));
  my $event = json('subscription', 'test', $of->{id})->{event};
  arrive($of, 1);
  my ($came) = $receiver->got($of->{url});
  my $body = JSON::XS->new->utf8->decode($came->{body});
  is $body->{id}, $event;
  like $body->{type}, qr/webhook\.test$/;
  like ctl('test', $of->{id}), qr/^event (\S{36}) is on its way; to see its delivery: collabctl deliveries --event \1$/;
  arrive($of, 2);
  is got($control), $others, 'no other subscription gets it';
  my $v1 = $x->submitter->post('/v1/webhooks', { callbackUrl => $receiver->url })->ok;
  refused('test', $v1->{id}, qr/subscription: $v1->{id} is a V1 subscription/);
};

subtest 'a paused subscription can be deleted with its deliveries' => sub {
  my $s = subscribed();
  ctl('pause', $s->{id});
  speak() for 1 .. 2;
  wait_for { waiting($s) == 2 } 20, 'deliveries';
  refused('delete', $s->{id}, qr/would drop 2 pending deliveries and 0 dead letters; nothing is changed without --yes/);
  $x->submitter->get("/v2/webhooks/$s->{id}")->ok;
  is ctl('delete', $s->{id}, '--yes'), "subscription $s->{id} is deleted; deliveries dropped: 2, dead letters dropped: 0";
  $x->submitter->get("/v2/webhooks/$s->{id}")->fails(404);
  refused($_, $s->{id}, $_ eq 'delete' ? '--yes' : (), qr/subscription: there is no subscription $s->{id}/) for qw(show pause resume test delete);
  refused('delete', $s->{id}, qr/subscription: there is no subscription/);
};

done_testing;
