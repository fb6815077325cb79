# t/dispatch/claim/far-due.t: what a clock that was ahead has put off goes on within a minute of its correction
use lib qw(t/lib lab/lib);
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;

my $stack = stack(extra => "CollabDutyInterval 50ms\nCollabWebhookRetry V2 40000\n");        # a minute of duties takes 0.6 s
my $receiver = receiver();
sub one { return scalar owner()->selectrow_array(shift, undef, @_) }
my $x = exchange();
my $url = $receiver->url;
my $hook = $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok->{id};
my $paused = $x->receiver->post('/v2/webhooks', { callbackUrl => $receiver->url })->ok->{id};
$x->submitter->post($x->notes, a_note())->ok;
$receiver->wait($url, 1);
collabctl('subscription', 'pause', $paused);
my $event = one('select max(id) from event');

# Adds a delivery to a subscription: due so long from now, after this many attempts. Each has an event of its own.
sub delivery {
  my ($to, $due, %more) = @_;
  my %row = (attempts => 0, made_at => 'clock_timestamp()', spared_logged_at => 'null', %more);
  return one(qq(with e as (insert into event (type, request, request_token, submit_company, receive_company)
      select type, request, request_token, submit_company, receive_company from event where id = ? returning id)
    insert into delivery (event, queue, due_at, attempts, made_at, spared_logged_at)
    select e.id, s.queue, clock_timestamp() + ?::interval, $row{attempts}, $row{made_at}, $row{spared_logged_at} from e, subscription s where s.id = ? returning id), $event, $due, $to);
}
sub is_due { return one('select due_at <= clock_timestamp() from delivery where id = ?', shift) }
sub swept { my ($what, @id) = @_; return ok +(wait_for { !grep { !is_due($_) } @id } 20), $what }

subtest 'deliveries that are due too late are sent' => sub {
  my $count = $receiver->got($url);
  delivery($hook, $_) for '2 years', '61 minutes';
  delivery($hook, '2 years', attempts => 1);
  ok +(wait_for { $receiver->got($url) == $count + 3 } 30), 'all of them';
  like $stack->server->log, qr/CB0666: \d+ deliveries are due now: a wrong clock had put them off/;
};

# More than one scan reads, because a run looks at the 500 nearest and the 500 farthest.
subtest 'retries and postponed deliveries wait for their time' => sub {
  my @right = (delivery($paused, '11 hours', attempts => 1), delivery($paused, '12 hours 50 minutes', attempts => 1),
    delivery($paused, '2 minutes', spared_logged_at => 'clock_timestamp()'), delivery($paused, '40 seconds'));
  my @wrong = (delivery($paused, '14 hours', attempts => 2), delivery($paused, '2 minutes', made_at => q(clock_timestamp() + interval '1 day')));
  swept('those that are put off too long are due', @wrong);
  is_deeply [grep { is_due($_) } @right], [], 'the others are not';
  is one('select made_at <= clock_timestamp() from delivery where id = ?', $wrong[1]), 1, 'a delivery is not made in the future';
  owner()->do('delete from delivery where id = any (?)', undef, [@right, @wrong]);
};

subtest 'while the clock has left the accepted time, retries stay' => sub {
  owner()->do(q(update accepted_time set accepted = accepted + interval '2 days', step = step + 1));
  ok +(wait_for { one('select gap is not null from accepted_time') } 20), 'the clock is behind';
  my ($tried, $untried) = (delivery($paused, '2 days', attempts => 1), delivery($paused, '2 days'));
  owner()->do(q(insert into login_address values ('192.0.2.9', 1, clock_timestamp() + interval '2 days')));
  swept('a delivery that was never tried is due', $untried);
  ok !is_due($tried), 'a retry is not';
  is one(q(select since > clock_timestamp() from login_address where address = '192.0.2.9')), 1, 'a stored time stays';
  collabctl('clock', 'accept');
  swept('when the clock is accepted, the retry is, too', $tried);
};

subtest 'stored times that lie ahead count as now' => sub {
  my $user = $x->submitter->username;
  owner()->do($_) for q(insert into login_failure values ('account/1', '192.0.2.9', 9, clock_timestamp() + interval '2 years')),
    q(insert into login_name values ('account/1', 9, clock_timestamp() - interval '1 second', clock_timestamp() + interval '2 years')),
    qq(insert into login_network select id, '192.0.2.0/24', clock_timestamp() + interval '2 years' from account where username = '$user'),
    q(insert into jwks (url, tried_at, fetched_at) values ('https://one.example/', clock_timestamp() + interval '2 years', clock_timestamp() - interval '1 day')),
    q(insert into replay (wanted, who, rate, total, next_at) values ('{}', 'me', 1, 1, clock_timestamp() + interval '2 years')),
    q(update replay set tried_from = clock_timestamp() + interval '2 years'),
    qq(insert into idempotency (account, scope, key, body_hash, body_key, created_at) select id, 'x', 'x', 'x', 1, clock_timestamp() + interval '2 years' from account where username = '$user'),
    qq(insert into previous_secret (subscription, secret, until) select $hook, 'x', clock_timestamp() + d * interval '1 day' from unnest(array[7, 400]) d),
    q(insert into node (name, process, version, problems, seen_at) values ('gone', 1, 'x', '[]', clock_timestamp() + interval '2 years')),
    qq(insert into member_alert (subscription, told_at) values ($hook, clock_timestamp() + interval '2 years')),
    qq(update account set tokens_since = clock_timestamp() + interval '2 years' where username = '$user'),
    q(insert into login_name values ('account/2', 9, clock_timestamp(), clock_timestamp() + interval '30 seconds'));
  ok +(wait_for { one(q(select tokens_since < clock_timestamp() from account where username = ?), $user) } 20), 'tokens_since';
  is one("select max($_->[1]) <= clock_timestamp() + interval '5 seconds' from $_->[0]" . ($_->[2] // '')), 1, "@$_[0, 1]"
    for ['login_failure', 'since'], ['login_address', 'since'], ['login_name', 'tried_at', q( where name = 'account/1')], ['login_network', 'seen_at'], ['jwks', 'tried_at'],
        ['replay', 'next_at'], ['replay', 'tried_from'], ['idempotency', 'created_at'], ['node', 'seen_at'], ['member_alert', 'told_at'];
  is one(q(select count(*) from previous_secret where until between clock_timestamp() + interval '6 days 23 hours' and clock_timestamp() + interval '7 days')), 2,
    'a replaced secret signs for the longest overlap at most';
  is one(q(select since < tried_at from login_name where name = 'account/1')), 1, 'a time that was right stays';
  is one(q(select fetched_at < clock_timestamp() - interval '23 hours' from jwks)), 1;
  like $stack->server->log, qr/CB0667: \d+ stored times lay ahead/;
  owner()->do(q(update account set tokens_since = clock_timestamp() + interval '50 minutes' where username = ?), undef, $user);
  owner()->do(q(update login_address set since = clock_timestamp() + interval '2 minutes'));
  ok +(wait_for { one('select max(since) <= clock_timestamp() from login_address') } 20), 'two minutes are too far';
  is one('select tokens_since > clock_timestamp() from account where username = ?', $user), 1, 'but 50 minutes are not for tokens_since: the clock may be behind unnoticed';
};

done_testing;
