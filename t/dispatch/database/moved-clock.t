# t/dispatch/database/moved-clock.t: clocks that are wrong for seconds delete, close and remind of nothing
use lib qw(t/lib lab/lib);
use Collab::Clock;
use Collab::Judgement;
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;
use File::Temp ();

my $dir = File::Temp::tempdir('mcXXXXXX', DIR => '/tmp', CLEANUP => 1);
my %clock = map { mkdir "$dir/$_"; ($_ => Collab::Clock->new("$dir/$_")) } qw(node database);
my $stack = do {
  local $ENV{COLLAB_PRELOAD} = $clock{node}->library;
  judged(pg => { preload => $clock{database}->library }, extra => "CollabAutoClose 30\nCollabDutyInterval 50ms\nCollabWebhookRetry V2 None\n"
      . "CollabRetention attempts=30 events=30 dead-letters=30 audit=30 requests=30\n");
};
my $receiver = receiver();
collabctl('retention', 'set', '--audit', 30, '--requests', 30);

sub one { return scalar owner()->selectrow_array(shift, undef, @_) }
sub ctl { local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN}; my ($status, $said) = output('./collabctl', @_); return $said }

# What a clock may destroy: an idle request, which has been reminded of, a request to be reminded of, closed requests, a dead letter, a replay, a kept response.
my ($idle, $closed, $late) = map { exchange() } 1 .. 3;
my $hook = $idle->receiver->post('/v2/webhooks', { callbackUrl => $receiver->url('500') })->ok->{id};
$idle->submitter->post($idle->notes, a_note(), headers => { 'idempotency-key' => 'once' })->ok;
ok +(wait_for { one('select count(*) from dead_letter where subscription = ?', $hook) } 20), 'a delivery is given up';
owner()->do('update request set reminder_sent = true where token = ?', undef, $idle->token);
my $letter = one('select id from dead_letter where subscription = ?', $hook);
$closed->submitter->post($closed->closure)->ok;
owner()->do(q(insert into replay (wanted, who, rate, total, state, finished_at, subscription) values ('{}', 'me', 1, 1, 'done', clock_timestamp(), ?)), undef, $hook);

aged();

sub kept {
  return { map { @$_ } @{ owner()->selectall_arrayref(q(
    select 'requests', string_agg(token || status || reminder_sent, ' ' order by id) from request
    union all select 'notes', count(*)::text from note union all select 'dead letters', count(*)::text from dead_letter
    union all select 'attempts', count(*)::text from attempt union all select 'replays', count(*)::text from replay
    union all select 'kept responses', count(*)::text from idempotency union all select 'events', count(*)::text from event
    union all select 'the audit', (count(*) filter (where what = 'webhook.created'))::text from audit)) } };
}

sub move { my ($whose, $days) = @_; $clock{$_}->set($days * 86400) for @$whose; return }

# Waits until the duties have run: all are due every three seconds, while the accepted time makes a step every 50 ms.
sub duties_run {
  my $step = one('select step from accepted_time');
  return ok +(wait_for { one('select step from accepted_time') >= $step + 90 } 60, 'the steps'), 'the duties run';
}
my $kept = kept();
my @cases = @{ long([map { my $days = $_; map { [$_, $days] } [qw(node)], [qw(database)], [qw(node database)] } 31, 400], [[['database'], 31], [[qw(node database)], 400]]) };
for my $case (@cases) {
  my ($whose, $days) = @$case;
  subtest "@$whose $days days ahead" => sub {
    move($whose, $days);
    duties_run();
    is_deeply kept(), $kept, 'all is kept';
    if (grep { $_ eq 'database' } @$whose) {
      ok +(wait_for { problem('time') } 20), 'the alarm is raised';
      like problem('time')->{text}, qr/^the database's clock says (20\d\d)-.*, but the accepted time is 20\d\d-.*72 more running hours$/, '… and names both';
      like nobody->get('/the-status')->text, qr/accepted time 20\d\d-\S+Z \S+ the database's clock left it /, 'the page says so';
      like ctl('clock'), qr/^accepted time: has parted from the clock: the earlier one counts\n.*^clock ahead: \d{7,} s$/ms, 'collabctl says so';
    }
    move($whose, 0);
    ok +(wait_for { reasons() !~ /time|clock/ } 30), 'the alarm ends with its cause';
    duties_run();
    is_deeply kept(), $kept, 'all is still kept';
  };
}

subtest 'a clock that an operator accepts counts' => sub {
  move([qw(node database)], 40);
  ok +(wait_for { problem('time') } 20), 'the alarm is raised';
  like ctl('clock', 'accept'), qr/^the accepted time is now \S+Z, as the clock says; it was \S+Z$/;
  ok +(wait_for { my $now = kept(); !one('select count(*) from dead_letter where id = ?', $letter) && $now->{replays} == 0 && $now->{'kept responses'} == 0 } 40), 'what is old is deleted' or diag explain kept();
  ok +(wait_for { one('select count(*) from request where token = ?', $closed->token) == 0 } 20), '… also closed requests';
  ok +(wait_for { one('select status from request where token = ?', $idle->token) eq 'CLOSED' } 20), 'the idle request is closed';
  ok +(wait_for { one(q(select reminder_sent or status = 'CLOSED' from request where token = ?), $late->token) } 20), '… and the late one reminded of';
  ok +(wait_for { reasons() !~ /time/ } 20), 'the alarm is over';
  like ctl('clock'), qr/^accepted time: agrees with the clock$/m;
  like ctl('clock', 'accept'), qr/^nothing to do: the accepted time agrees with the clock$/;
  move([qw(node database)], 0);
};

subtest 'an exchange that was off for a year serves at once, and deletes three days later' => sub {
  ok +(wait_for { problem('time') } 20), 'the clock is behind';
  ctl('clock', 'accept');
  my $x = exchange()->in('CLOSED');
  $stack->server->stop;
  owner()->do(q(update accepted_time set accepted = clock_timestamp() - interval '365 days', step = step + 1));
  owner()->do(q(update request set closed_at = clock_timestamp() - interval '40 days' where token = ?), undef, $x->token);
  my $there = sub { return one('select count(*) from request where token = ?', $x->token) };
  my $server = do { local $ENV{COLLAB_PRELOAD} = $clock{node}->library;
    $stack->another_server('again', judging(extra => "CollabDutyInterval 50ms\nCollabRetention requests=30\n")) };
  $x->submitter->at($server, token => undef)->post('/v2/webhooks', { callbackUrl => $receiver->url })->ok;
  my $step = one('select step from accepted_time');
  ok +(wait_for { one('select step from accepted_time') >= $step + 90 } 60), 'the duties run';
  is $there->(), 1, 'nothing is deleted';
  is problem('time', $server)->{status}, 'attention', 'the alarm is raised';
  owner()->do(q(update accepted_time set parted_for = '71:59:58', steady_for = '71:59:58'));
  ok +(wait_for { ((problem('time', $server) || {})->{status} // '') eq 'failing' } 20), 'it is failing after an hour';
  ok +(wait_for { !$there->() } 30), 'after 72 running hours it is deleted';
  ok +(wait_for { !problem('time', $server) } 20), 'and the alarm is over';
  $server->stop;
};

done_testing;
