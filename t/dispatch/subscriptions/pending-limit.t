# t/dispatch/subscriptions/pending-limit.t: when a subscription has too many pending deliveries, its oldest become dead letters
# interface.md 16.12. A paused subscription keeps everything.
use lib qw(t/lib lab/lib);
use Collab::Judgement;
use Collab::Receiver;
use Collab::Test;
use JSON::XS ();

my $limit = 1000;
my $stack = judged(extra => "CollabDispatcher Off\nCollabRetention attempts=30 dead-letters=Off events=40\n");
aged();
my $receiver = receiver();
my $json = JSON::XS->new->utf8;
my $x = exchange();
my $claim = '0000000a-0000-4000-8000-000000000001';
my $reason = "more than $limit deliveries were pending";

sub one { return scalar owner()->selectrow_array(shift, undef, @_) }
sub list { return @{ owner()->selectcol_arrayref(shift, undef, @_) } }
sub subscribed { my $url = $receiver->url(@_); my $made = $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok; return { id => $made->{id}, url => $url } }
sub queue { return one('select queue from subscription where id = ?', $_[0]{id}) }
sub pending { return list('select event from delivery where queue = ? order by event', queue(@_)) }
sub dead { return list('select event from dead_letter where subscription = ? order by event', $_[0]{id}) }
sub pause { my ($s, $paused) = @_; owner()->do('update subscription set paused_since = case when ? then clock_timestamp() end where id = ?', undef, $paused, $s->{id}) }

# Makes deliveries, each of its own event. They are due in an hour, or in two hours if $attempts is not 0. Returns the events, oldest first.
sub deliveries {
  my ($s, $count, $attempts) = @_;
  return list(q(with made as (insert into event (type, subscription, submit_company, receive_company) select 'webhook.test', ?, company, company
                                from subscription, generate_series(1, ?) where subscription.id = ? returning id)
    insert into delivery (event, queue, taken_at, spared_logged_at, attempts, due_at) select id, ?, null, clock_timestamp(), ?, clock_timestamp() + case when ? > 0 then interval '2 hours' else interval '1 hour' end
      from made order by id returning event), $s->{id}, $count, $s->{id}, queue($s), $attempts // 0, $attempts // 0);
}

# Runs the duty's statement. Returns a connection with the open transaction, and the rows.
sub limited {
  my (%value) = (most => $limit, rows => 10_000, @_);
  my $dispatcher = DBI->connect($stack->pg->dbi =~ s/user=\w+/user=collab_dispatch/r, '', '', { RaiseError => 1, PrintError => 0 });
  $dispatcher->begin_work;
  my $rows;
  for my $part (@{ $json->decode(scalar `bench/statement pending_limit json`)->{parts} }) {
    my $text = $part->{text} =~ s/\$(\d)/$dispatcher->quote($value{ $part->{binds}[$1 - 1] =~ s{^arg\.}{}r })/ger;
    $rows = $dispatcher->selectall_arrayref($text, { Slice => {} });
  }
  return ($dispatcher, { map { $_->{subscription} => $_ } @$rows });
}
sub committed { my ($dispatcher, $rows) = limited(@_); $dispatcher->commit; return $rows }

my ($full, $near, $small, $paused) = map { subscribed() } 1 .. 4;

subtest 'the oldest deliveries become dead letters, and exactly the limit stays' => sub {
  my ($again) = list(q(insert into event (type, subscription, submit_company, receive_company) values ('webhook.test', 1, 1, 1) returning id));
  my @tried = deliveries($full, 100, 2);        # older than the deliveries that follow, and due later
  my @events = (@tried, deliveries($full, $limit + 199));
  owner()->do('insert into delivery (event, queue, taken_at, spared_logged_at, due_at) select ?, ?, null, clock_timestamp(), max(due_at) from delivery', undef, $again, queue($full));
  my @leased = @events[0 .. 9];
  owner()->do('update delivery set claim = ? where event = any (?)', undef, $claim, \@leased);
  my @near = deliveries($near, 900);
  my @small = deliveries($small, 899);
  my $rows = committed();
  is $rows->{ $full->{id} }{dead_letters}, 300;
  is_deeply [dead($full)], [@events[10 .. 309]], 'the oldest that are not under way become dead letters, tried or not';
  is_deeply [pending($full)], [$again, @leased, @events[310 .. $#events]], 'the newest stay, as do a replay\'s delivery of an old event and those under way';
  is one('select count(*) from delivery where claim = ?', $claim), 10, 'those under way are not touched';
  is_deeply [@{ $rows->{ $near->{id} } }{qw(n dead_letters)}], [900, 0], 'a subscription with nine tenths of the limit is reported';
  is_deeply [pending($near)], \@near, 'it loses nothing';
  is $rows->{ $small->{id} }, undef, 'a subscription with less is not reported';
  is_deeply [pending($small)], \@small;
  is_deeply [list('select distinct reason from dead_letter')], [$reason];

  cmp_ok one('select min(pg_column_size(d)) from delivery d where claim is null'), '>=', 80, 'a row has at least the bytes that the statement assumes';

  is committed()->{ $full->{id} }{dead_letters}, 0, 'at the limit no delivery becomes a dead letter';
  my ($newest) = deliveries($full, 1);
  is committed()->{ $full->{id} }{dead_letters}, 1;
  is_deeply [(dead($full))[-1], (pending($full))[-1]], [$events[310], $newest], 'one more delivery makes the next oldest a dead letter';
};

subtest 'its owner sees the dead letters in the log of deliveries' => sub {
  my $page = $x->submitter->get("/v2/webhooks/$full->{id}/deliveries?size=200")->ok;
  is $page->{totalElements}, 301;
  is_deeply [@{ $page->{content}[0] }{qw(error deadLetter success httpStatus attemptNumber nextAttemptAt)}], [$reason, true, false, 0, 1, undef];
  $page = $x->submitter->get("/v2/webhooks/$full->{id}/deliveries?size=200&page=1")->ok;
  is $page->{content}[-1]{attemptNumber}, 3, 'a delivery with two attempts has the number three';
};

subtest 'a dead letter keeps its event' => sub {
  owner()->do(q(update event set created_at = created_at - interval '100 days' where id = any (?)), undef, [dead($full)]);
  my $unneeded = one(q(insert into event (type, subscription, submit_company, receive_company, created_at)
    values ('webhook.test', 1, 1, 1, clock_timestamp() - interval '41 days') returning id));
  my $on = $stack->another_server('retention', orderly => 1, extra => "CollabDutyInterval 50ms\nCollabRetention attempts=30 dead-letters=Off events=40\nCollabSubscriptionLimit 50 pending=Off\n");
  ok +(wait_for { !one('select count(*) from event where id = ?', $unneeded) } 30), 'an event that nothing needs is deleted';
  $on->stop;
  is one('select count(*) from event where id = any (?)', [dead($full)]), 301;
};

subtest 'a run makes at most a batch of dead letters' => sub {
  my @events = (pending($full), deliveries($full, 250));
  is committed(rows => 100)->{ $full->{id} }{dead_letters}, $_ for 100, 100, 50, 0;
  is_deeply [pending($full)], [@events[0 .. 10], @events[261 .. $#events]];
};

subtest 'one dispatcher at a time makes dead letters' => sub {
  deliveries($full, 50);
  my ($first, $rows) = limited();
  is $rows->{ $full->{id} }{dead_letters}, 50;
  owner()->do('update delivery set claim = null where event = (select min(event) from delivery where claim = ?)', undef, $claim);    # makes the oldest leased delivery the oldest waiting one
  is_deeply [@{ committed()->{ $full->{id} } }{qw(n dead_letters)}], [$limit + 1, 0], 'another dispatcher only counts';
  $first->commit;
  is committed()->{ $full->{id} }{dead_letters}, 0, 'afterwards the limit is kept';
  is scalar(pending($full)), $limit;
};

subtest 'a locked subscription waits, and the others do not' => sub {
  deliveries($full, 5);
  deliveries($near, 105);
  my $other = another_connection();
  $other->begin_work;
  $other->do('select from subscription where id = ? for update', undef, $full->{id});
  my $rows = committed();
  is_deeply [map { $rows->{ $_->{id} }{dead_letters} } $full, $near], [0, 5];
  $other->rollback;
  is committed()->{ $full->{id} }{dead_letters}, 5;
};

subtest 'a paused subscription loses nothing, and is reported' => sub {
  pause($paused, 'true');
  my @events = deliveries($paused, $limit + 7);
  is_deeply [@{ committed()->{ $paused->{id} } }{qw(paused n dead_letters)}], [1, $limit + 1, 0];
  is_deeply [pending($paused)], \@events;
};

subtest 'discarded deliveries do not count' => sub {
  my $dropped = subscribed();
  deliveries($dropped, $limit + 7);
  $x->submitter->patch("/v2/webhooks/$dropped->{id}", { active => false })->ok;
  is committed()->{ $dropped->{id} }, undef;
  is scalar(dead($dropped)), 0;
};

# From here on, a dispatcher runs. Deliveries that are due in an hour are not sent meanwhile: a local fault has put them off.
my $on = $stack->another_server('on', judging(extra => "CollabDutyInterval 50ms\nCollabSubscriptionLimit 50 pending=$limit\nCollabWebhookRetry V2 3600\n",
  timers => { replay => 50 }));
sub lines { my ($s) = @_; return grep { /CB0660: subscription $s->{id}:/ } split /\n/, $on->log }
sub pending_alarm { my $problem = problem('pending', $on); return $problem ? $problem->{text} : '' }

subtest 'the status page names the subscriptions at the limit' => sub {
  my $beyond = qr/Beyond 1000 \(CollabSubscriptionLimit\) the oldest become dead letters, but none of a paused subscription/;
  told('pending', qr/subscription $paused->{id}, which is paused, has more than 1000 deliveries pending; subscription $full->{id} has 1000 deliveries pending; subscription $near->{id} has 1000 deliveries pending\. $beyond/,
    at => $on, health => 'attention', unlogged => 1);
  like $on->log, qr/CB0655: alarm: subscription $paused->{id}, which is paused, has more than 1000/;
  is scalar(lines($paused)), 0, 'the paused subscription loses nothing';
  deliveries($full, 3);
  ok +(wait_for { lines($full) } 20), 'another subscription loses deliveries';
  like +(lines($full))[0], qr/\[collab:warn\].*: 3 deliveries became dead letters, because more than 1000 were pending$/;
  is scalar(pending($paused)), $limit + 7, 'the paused subscription keeps all';
};

subtest 'after a pause ends, the oldest deliveries become dead letters' => sub {
  my @oldest = (pending($paused))[0 .. 6];
  pause($paused, 'false');
  ok +(wait_for { dead($paused) == 7 } 20);
  is_deeply [dead($paused)], \@oldest;
  ok +(wait_for { pending_alarm() =~ /subscription $paused->{id} has 1000 deliveries pending/ } 10), 'the alarm names the subscription' or diag pending_alarm();
};

subtest 'a failing receiver\'s dead letters are logged once, and a replay delivers them all' => sub {
  my $live = subscribed(500);
  my $happen = sub {
    owner()->do(q(with made as (insert into event (type, subscription, submit_company, receive_company) select 'webhook.test', ?, company, company
                                  from subscription, generate_series(1, ?) where subscription.id = ? returning id)
      insert into outbox (channel, event) select 1, id from made), undef, $live->{id}, $_[0], $live->{id});
  };
  my $stand = sub { return join ' ', scalar(dead($live)), scalar(pending($live)) };
  $happen->(1100);
  ok +(wait_for { $stand->() eq '100 1000' } 30), 'deliveries beyond the limit become dead letters' or diag $stand->();
  my @events = list('select id from event where subscription = ? order by id', $live->{id});
  ok +(wait_for { lines($live) } 10), 'the error log says so';
  ok +(wait_for { pending_alarm() =~ /^(?:subscription \d+ has 1000 deliveries pending; ){3}and 1 more\. Beyond/ } 10), 'the alarm names three of four' or diag pending_alarm();
  cmp_ok +(dead($live))[-1], '<=', $events[115], 'the oldest become dead letters, except those under way';
  $happen->(1000);
  ok +(wait_for { $stand->() eq '1100 1000' } 30), 'later deliveries become dead letters, too' or diag $stand->();
  ok +(holds_for { lines($live) == 1 } 1.5), 'the log has one line a day';
  like nobody->at($on)->get('/the-metrics')->text, qr/^collab_deliveries_over_limit_total @{[ 1100 + 7 + 3 ]}$/m, 'the metric counts them';

  $live->{url} = $receiver->url;
  $x->submitter->at($on, token => undef)->patch("/v2/webhooks/$live->{id}", { callbackUrl => $live->{url} })->ok;
  wait_for { !one('select count(*) from delivery where queue = ? and attempts = 0', queue($live)) } 30, 'the first attempts';
  collabctl('deliveries', 'retry', '--subscription', $live->{id});
  collabctl('replay', '--subscription', $live->{id}, '--rate', 1000, '--yes');
  my $got = sub { my %event = map { $_->{event} => 1 } $receiver->got($live->{url}); return scalar keys %event };
  ok +(wait_for { $stand->() eq '0 0' } 60), 'more than the limit are replayed, and none becomes a dead letter again' or diag $stand->();
  is $got->(), 2100, 'all deliveries arrive';
};

subtest 'the alarm ends' => sub {
  owner()->do('delete from delivery where claim is null');
  over($on);
  ok +(wait_for { $on->log =~ /CB0656: the alarm is over: no subscription has too many pending deliveries/ } 10);
};

done_testing;
