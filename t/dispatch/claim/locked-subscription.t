# t/dispatch/claim/locked-subscription.t: a lock on a subscription's row delays no delivery
# The test, or a change under way, holds the lock. There is one exception, for statements that switch off or delete a subscription. They wait while
# an event is fanned out to the subscription. While they run, the fan-out waits.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;

my $PREFIX = 'org.provider.core.collaboration-request.';
my $stack = stack(extra => "CollabWebhookRetry V2 1 600\nCollabWebhookRetireGone 1\n", timers => { retire => 500, replay => 300 });
my $receiver = receiver();
my $holder = another_connection();
sub one { return scalar owner()->selectrow_array(shift, undef, @_) }
sub subscribe { my ($party, $url, %with) = @_; return { %{ $party->post('/v2/webhooks', { callbackUrl => $url, %with })->ok }, url => $url} }
sub speak { my ($x) = @_; return $x->submitter->post($x->notes, a_note())->ok->{token} }
sub unhindered { unlike $stack->server->log, qr/CB0603/, 'no statement of the dispatcher was refused' }

# Calls $call while an uncommitted change of the row is open.
sub holding {
  my ($statement, $id, $call) = @_;
  $holder->begin_work;
  $holder->do($statement, undef, $id);
  $call->();
  $holder->rollback;
}

for my $statement ('update subscription set callback_url = callback_url where id = ?', 'update subscription set active = false where id = ?',
  'select from subscription where id = ? for no key update', 'select from subscription where id = ? for share') {
  subtest "deliveries go on during: $statement" => sub {
    my ($x, $y) = (exchange(), exchange());
    my ($held, $beside, $other) = (subscribe($x->submitter, $receiver->url), subscribe($x->receiver, $receiver->url), subscribe($y->submitter, $receiver->url));
    holding($statement, $held->{id}, sub {
      speak($_) for $x, $y;
      ok +(wait_for { $receiver->got($_->{url}) } 20, 'a delivery'), 'deliveries arrive' for $other, $beside, $held;
      ok +(wait_for { one('select count(*) from attempt where subscription = ?', $held->{id}) } 20, 'the record'), 'the attempt is recorded';
    });
    unhindered();
  };
}

subtest 'a replay to a locked subscription goes on' => sub {
  my @at = map { subscribe(exchange()->submitter, $receiver->url) } 1, 2;
  owner()->do(q(with made as (insert into event (type, request, request_token, submit_company, receive_company) values ('note.created', 1, 'T', 1, 1) returning id)
    insert into dead_letter (event, subscription, reason) select id, ?::bigint, 'HTTP 400' from made), undef, $_->{id}) for @at;
  holding('update subscription set active = active where id = ?', $at[0]{id}, sub {
    for (@at) {
      collabctl('replay', '--subscription', $_->{id}, '--yes');
      ok +(wait_for { $receiver->got($_->{url}) } 20, 'a delivery'), 'the replay makes the delivery';
    }
  });
  unhindered();
};

subtest 'a locked subscription that answers 410 is switched off once the lock is released' => sub {
  my ($x, $y) = (exchange(), exchange());
  my @gone = map { subscribe($_->submitter, $receiver->url(410)) } $y, $x;
  my $other = subscribe($y->receiver, $receiver->url);
  holding('update subscription set active = active where id = ?', $gone[1]{id}, sub {
    speak($_) for $x, $y;
    ok +(wait_for { one('select count(*) from attempt where subscription = any (?) and http_status = 410', [map { $_->{id} } @gone]) == 2 } 20, 'the record'), 'the answer 410 is recorded';
    $receiver->wait($other->{url}, 1);
    speak($y);
    ok +(wait_for { $receiver->got($other->{url}) == 2 } 20, 'a delivery'), 'other deliveries go on';
    ok +(wait_for { $stack->server->log =~ /CB0603.*55P03/ } 30, 'a refusal'), 'switching it off fails during the lock';
  });
  ok +(wait_for { !one('select bool_or(active) from subscription where id = any (?)', [map { $_->{id} } @gone]) } 60, 'both switched off'), 'it is switched off after the lock';
};

# Without a dispatcher, the test itself fans out and claims. A fan-out runs at once, or waits for the transaction that holds the subscription's row. A
# claim never waits. So that a claim has begun before a change, and ends after it, the test's own copy waits for the lock of the other subscription's row,
# after its snapshot and before it leases.
$stack->server->stop;
my $off = $stack->another_server('off', extra => "CollabDispatcher Off\n");
$ENV{COLLAB_TEST_URL} = $off->url;
my $json = JSON::XS->new->canonical;
my $dispatcher = DBI->connect($stack->pg->dbi =~ s/user=\w+/user=collab_dispatch/r, '', '', { RaiseError => 1, PrintError => 0 });
my %part = map { $_ => $json->decode(scalar `bench/statement delivery_$_ json`)->{parts}[0] } qw(fan_out claim);
$part{waiting} = { %{ $part{claim} }, text => $part{claim}{text} =~ s/(select distinct queue from seen_delivery join ask using \(subscription\) where chosen)/$1 and (select gate())/r };
isnt $part{waiting}{text}, $part{claim}{text}, 'the copy waits';
owner()->do('create function gate() returns boolean volatile language plpgsql security definer set search_path = collab as $$ begin perform from subscription where id = (select id from gated) for key share; return true; end $$');
owner()->do('create table gated (id bigint)');
sub prepare { my ($name) = @_; return "prepare $name (" . join(', ', map { 'text' } @{ $part{$name}{binds} }) . ") as $part{$name}{text}" }
$dispatcher->do(prepare($_)) for qw(fan_out claim);
sub execute {   # the statement; a claim asks these subscriptions
  my ($name, @ask) = @_;
  my $array = sub { return '{' . join(',', @_) . '}' };
  my %value = (claim => '0000000a-0000-4000-8000-000000000001', lease_seconds => 45, subscriptions => $array->(map { $_->{id} } @ask), most => $array->(map { 8 } @ask),
    retries => $array->(map { 8 } @ask), since => $array->(map { 0 } @ask), sunset => undef, outbox_since => 0, events => 10);
  return "execute $name (" . join(', ', map { $dispatcher->quote($value{s/^arg\.//r}) } @{ $part{$name}{binds} }) . ')';
}
sub rows { return @{ $dispatcher->selectall_arrayref(execute(@_), { Slice => {} }) } }
sub fanned_out { my ($s) = @_; return scalar map { ($_->{n}) x !!$_ } grep { ($_->{subscription} // 0) == $s->{id} } rows('fan_out') }
sub claimed { my ($s, @with) = @_; owner()->do('delete from lease'); return scalar grep { $_->{subscription} == $s->{id} && $_->{id} } rows('claim', @with) }
sub running {   # runs the statement in a session of its own
  my ($name, @ask) = @_;
  my $execute = execute($name, @ask);
  owner()->do('delete from lease');
  return later { DBI->connect($stack->pg->dbi =~ s/user=\w+/user=collab_dispatch/r, '', '', { RaiseError => 1 })->do(prepare($name) . "; $execute"); { status => 200 } };
}
sub left { my ($s) = @_; return one('select count(*) from delivery join subscription s using (queue) where s.id = ?', $s->{id}) }

my %change = (
  'switched off' => sub { my ($x, $s) = @_; $x->submitter->patch("/v2/webhooks/$s->{id}", { active => \0 }) },
  'deleted'      => sub { my ($x, $s) = @_; $x->submitter->delete("/v2/webhooks/$s->{id}") },
);
for my $what (sort keys %change) {
  subtest "a subscription that is $what while an event fans out keeps no delivery" => sub {
    my $x = exchange();
    my $s = subscribe($x->submitter, $receiver->url);
    speak($x);
    $dispatcher->begin_work;
    is fanned_out($s), 1;
    my $call = later { $change{$what}->($x, $s) };
    blocked($dispatcher, 1);
    $dispatcher->commit;
    like $call->answer->status, qr/^20[04]$/;
    is left($s), 0, 'the fanned-out delivery is gone';
  };

  subtest "an event that fans out while its subscription is being $what makes no delivery for it" => sub {
    my $x = exchange();
    my $s = subscribe($x->submitter, $receiver->url);
    speak($x);
    $holder->begin_work;
    $holder->do($what eq 'deleted' ? 'delete from subscription where id = ?' : 'select from subscription where id = ? for update', undef, $s->{id});
    $holder->do('update subscription set active = false where id = ?', undef, $s->{id}) if $what ne 'deleted';
    my $claim = running('fan_out');
    blocked($holder, 1);
    $holder->commit;
    $claim->answer;
    is left($s), 0, 'no delivery is left for it';
    is one('select count(*) from outbox where channel = 1'), 0;
  };
}

subtest 'switching a subscription off waits for a claim of its pending deliveries' => sub {
  my $x = exchange();
  my $s = subscribe($x->submitter, $receiver->url);
  backlog(3, $s->{id});
  $dispatcher->begin_work;
  is claimed($s, $s), 3;
  my $call = later { $change{'switched off'}->($x, $s) };
  blocked($dispatcher, 1);
  $dispatcher->commit;
  is $call->answer->status, 200;
  is left($s), 0;
};

for my $what ('switched off', 'deleted', 'switched off and on') {
  subtest "a claim that began before a subscription was $what leases none of its pending deliveries" => sub {
    my ($x, $y) = (exchange(), exchange());
    my ($before, $s) = (subscribe($y->submitter, $receiver->url), subscribe($x->submitter, $receiver->url));
    owner()->do('delete from delivery');
    backlog(3, $s->{id}, $before->{id});
    owner()->do('truncate gated');
    owner()->do('insert into gated values (?)', undef, $before->{id});
    $holder->begin_work;
    $holder->do('select from subscription where id = ? for update', undef, $before->{id});
    my $claim = running('waiting', $s, $before);
    blocked($holder, 1);
    ($change{$what} || $change{'switched off'})->($x, $s);
    $x->submitter->patch("/v2/webhooks/$s->{id}", { active => \1 })->ok if $what =~ /on$/;
    $holder->rollback;
    $claim->answer;
    is_deeply owner()->selectall_arrayref('select queue, count(claim), count(*) from delivery group by 1 order by 1'), [[$before->{id}, 3, 3], [$s->{id}, 0, 3]], 'it leases all of the other subscription\'s';
  };
}

subtest 'any lock of a subscription\'s row delays at most that subscription\'s waiting deliveries' => sub {
  my ($x, $y) = (exchange(), exchange());
  my ($held, $other) = (subscribe($x->submitter, $receiver->url), subscribe($y->submitter, $receiver->url));
  owner()->do("delete from $_") for qw(delivery outbox);     # leaves no event to fan out
  backlog(2, $held->{id}, $other->{id});
  holding('select from subscription where id = ? for update', $held->{id}, sub { is claimed($other, $held, $other), 2 });
  is claimed($held, $held), 2, 'they are leased after the lock is released';
};

my %auth = (callbackAuth => { type => 'BEARER', token => 't' });
my %meanwhile = (
  'changed'                                     => [1, { callbackUrl => $receiver->url }, { eventTypes => ["${PREFIX}closed"] }, { active => \1 }],
  'changed, then switched off'                  => [0, { callbackUrl => $receiver->url }, { active => \0 }],
  'changed and switched off in one'             => [0, { %auth, active => \0 }],
  'switched off and on'                         => [0, { active => \0 }, { active => \1 }],
  'changed, switched off and on, and changed'   => [0, \%auth, { %auth, active => \0 }, { %auth, active => \1 }, { eventTypes => undef }],
);
for my $what (sort keys %meanwhile) {
  subtest "a subscription is $what after a fan-out has begun, before the fan-out reaches its row" => sub {
    my ($left, @changes) = @{ $meanwhile{$what} };
    my $x = exchange();
    my ($before, $s) = map { subscribe($x->submitter, $receiver->url) } 1 .. 2;
    speak($x);
    $holder->begin_work;
    $holder->do('select from subscription where id = ? for update', undef, $before->{id});
    my $claim = running('fan_out');
    blocked($holder, 1);
    $x->submitter->patch("/v2/webhooks/$s->{id}", $_)->ok for @changes;
    $holder->rollback;
    $claim->answer;
    is left($before), 1;
    is left($s), $left, $left ? 'it gets the earlier event' : 'it does not get the earlier event';
  };
}

subtest 'no other change waits for a fan-out, and no fan-out waits for it' => sub {
  my $x = exchange();
  my $s = subscribe($x->submitter, $receiver->url);
  speak($x);
  $dispatcher->begin_work;
  is fanned_out($s), 1;
  $x->submitter->patch("/v2/webhooks/$s->{id}", $_)->ok for { eventTypes => ["${PREFIX}closed"] }, { callbackUrl => $receiver->url }, { active => \1 },
    { callbackAuth => { type => 'BEARER', token => 't' } };
  $x->submitter->post("/v1/webhooks/$s->{id}/secret", {})->ok;
  $dispatcher->commit;
  is left($s), 1, 'the earlier event has its delivery';
};

done_testing;
