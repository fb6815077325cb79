# t/long/clock-jump-table.t: clocks that jump at the wrong moment lose, repeat, delete, close, remind of and put off nothing
# 20 runs: each size meets each moment, and any two of size, moment, clock and direction meet. In each, the clock stays wrong until every duty
# has run. COLLAB_TEST_JUMPS=REGEX: only runs with a matching name.
use lib qw(t/lib lab/lib);
use Collab::Clock;
use Collab::Judgement;
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;
use File::Temp ();
use POSIX qw(strftime);

use constant { DAY => 86400, DELAY => 5400, MOST_WAIT => 36000 };      # seconds: the long retry; the longest wait that a receiver may ask for

# ---------------------------------------------------------------- the runs
my %size = ('20 s' => 20, '1 h' => 3600, '31 days' => 31 * DAY, '400 days' => 400 * DAY);
my @sizes = ('20 s', '1 h', '31 days', '400 days');
my @moments = qw(claim transfer settlement duty restart);
my @clocks = ('node', 'database', 'node and database');
my @runs = map { my $i = $_; map { {
  size => $sizes[$i], moment => $moments[$_], clock => $clocks[($i + $_) % 3], direction => ($i + $_) % 2 ? 'ahead' : 'behind', kill => $i % 2,
} } 0 .. $#moments } 0 .. $#sizes;
$_->{by} = $size{ $_->{size} } * ($_->{direction} eq 'ahead' ? 1 : -1) for @runs;

subtest 'any two properties of a run meet' => sub {
  my %values = (size => \@sizes, moment => \@moments, clock => \@clocks, direction => [qw(ahead behind)]);
  my @names = sort keys %values;
  my (%met, @missing);
  for my $run (@runs) { for my $one (@names) { $met{"$run->{$one}, $run->{$_}"}++ for @names } }
  for my $one (@names) { for my $other (grep { $_ gt $one } @names) { for my $value (@{ $values{$one} }) { push @missing, grep { !$met{$_} } map { "$value, $_" } @{ $values{$other} } } } }
  is_deeply \@missing, [], 'each pair';
  cmp_ok scalar @runs, '<=', 30, 'in at most 30 runs';
};

# ---------------------------------------------------------------- an exchange with old rows
my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
my %clock = map { mkdir "$dir/$_"; ($_ => Collab::Clock->new("$dir/$_")) } qw(node database);
my $stack = do {
  local $ENV{COLLAB_PRELOAD} = $clock{node}->library;
  judged(pg => { preload => $clock{database}->library }, timers => { rescan => 2000 }, extra => "CollabAutoClose 30\nCollabDutyInterval 50ms\n"
      . "CollabRetention requests=30\nCollabWebhookRetry V2 2 2 2\nCollabWebhookRetry V1 @{[ DELAY ]}\n"
      . 'CollabLegacySunset ' . strftime('%Y-%m-%d', gmtime time + 20 * DAY) . "\n");
};
my $server = $stack->server;
my $receiver = receiver();
collabctl('retention', 'set', '--requests', 30);
my $owner = $$;
# Answers after the file exists.
my $slow = receiver(says => sub { select undef, undef, undef, 0.02 until -e "$dir/answer" || getppid != $owner; return (200, '') });

sub one { return scalar owner()->selectrow_array(shift, undef, @_) }

my $x = exchange();
my %steady = map { my $url = $receiver->url; $x->receiver->post('/' . lc($_) . '/webhooks', { callbackUrl => $url })->ok; ($_ => $url) } qw(V1 V2);
my ($idle, $closed) = map { $x->another } 1, 2;
$closed->submitter->post($closed->closure)->ok;
$idle->submitter->post($idle->notes, a_note(), headers => { 'idempotency-key' => 'once' })->ok;
$receiver->wait($steady{$_}, $_ eq 'V1' ? 1 : 2) for sort keys %steady;
ok +(wait_for { !one('select (select count(*) from delivery) + (select count(*) from outbox where channel in (1, 2))') } 20), 'nothing is left to deliver';
owner()->do($_) for (
  q(update request set updated_at = clock_timestamp() - interval '10 days'),
  q(insert into event (type, request, request_token, submit_company, receive_company, created_at) select type, request, request_token, submit_company, receive_company,
      clock_timestamp() - interval '80 days' from event, generate_series(1, 100)),
  q(insert into dead_letter (event, subscription, reason, created_at) select min(e.id), s.id, 'HTTP 500', clock_timestamp() - interval '80 days' from event e, subscription s group by s.id),
  q(insert into audit (at, by_system_user, what) select clock_timestamp() - interval '350 days', 'ada', 'member.changed' from generate_series(1, 50)),
  q(insert into replay (wanted, who, rate, total, state, finished_at, subscription) select '{}', 'me', 1, 1, 'done', clock_timestamp(), id from subscription));
# The old rows have old ids, too; what the runs write has new ones.
owner()->do(q(update day_mark set event = (select max(id) from event), dead_letter = (select max(id) from dead_letter), audit = (select max(id) from audit)));
my %last = map { my $table = $_; ($table => one("select max(id) from $table")) } qw(request event dead_letter audit attempt);

# What a clock may destroy.
sub kept {
  return { map { @$_ } @{ owner()->selectall_arrayref(qq(
    select 'states', string_agg(token || status || reminder_sent, ' ' order by id) from request where id <= $last{request}
    union all select 'notes of the system', count(*)::text from note where creator_name = 'SYSTEM'
    union all select 'closed events', count(*)::text from event where type = 'closed' and id > $last{event} and request <= $last{request}
    union all select 'replays', count(*)::text from replay
    union all select 'kept responses', count(*)::text from idempotency
    ) . join '', map { "union all select '$_', count(*)::text from $_ where id <= $last{$_} " } sort keys %last) } };
}
my $kept = kept();
cmp_ok $kept->{event}, '>', 300, 'there are old events';

# ---------------------------------------------------------------- work that is under way
# Statements wait here, while the test holds the gate.
my %gate = (claim => [1, 'insert on lease'], settlement => [2, 'insert on attempt'], duty => [3, 'delete on dead_letter']);
my $holder = another_connection();
owner()->do(q(create function gate() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock_shared(4242, tg_argv[0]::int); return null; end $$));
owner()->do("create trigger gate before $_->[1] for each statement execute function gate($_->[0])") for values %gate;

my (@promised, $token);        # pairs: URL and token of a note

# Makes a call of a party. A token that does not hold at the present time is replaced.
sub call {
  my ($party, $method, @arguments) = @_;
  my $answer = $party->$method(@arguments);
  return $answer if $answer->status != 401;
  delete $party->{token};
  return $party->$method(@arguments);
}

# A request for the notes of a run.
sub another_request { delete $_->{token} for $x->parties; $x->open_request }

# Adds a note, and remembers to whom its events are promised.
sub add_note {
  my (@urls) = @_;
  my $note = call($x->submitter, 'post', $x->notes, a_note())->ok('a note');
  push @promised, map { [$_, $note->{token}] } @urls;
}

sub subscribe {
  my ($url, $version) = @_;
  return { id => call($x->receiver, 'post', '/' . lc($version // 'V2') . '/webhooks', { callbackUrl => $url })->ok('a subscription')->{id}, url => $url };
}

# The work of each moment: begins it, calls the function while it is under way, and lets it go on.
sub gated {
  my ($run, $jump, @urls) = @_;
  my ($number) = @{ $gate{ $run->{moment} } };
  $holder->do('select pg_advisory_lock(4242, ?)', undef, $number);
  add_note(@urls);
  ok +(wait_for { one(q(select count(*) from pg_locks where locktype = 'advisory' and classid = 4242 and objid = ? and not granted), $number) } 20, 'the statement'), 'it is under way';
  $jump->();
  $holder->do('select pg_advisory_unlock(4242, ?)', undef, $number);
}

sub transfer {
  my ($run, $jump, @urls) = @_;
  my $held = subscribe($slow->url);
  add_note(@urls, $held->{url});
  ok +(wait_for { $slow->got($held->{url}) } 20, 'the delivery'), 'it is under way';
  $jump->();
  Collab::Stack::write_file("$dir/answer");
  return $held;
}

sub restart {
  my ($run, $jump, @urls) = @_;
  add_note(@urls);
  my $old = $server->dispatcher;
  if ($run->{kill}) { kill 'KILL', $old }
  else              { $server->graceful }
  $jump->();
  ok +(wait_for { my $new = $server->dispatcher; $new && $new != $old } 20, 'a new dispatcher'), 'it restarts';
  return;
}

# Waits until each duty has run: all are due every three seconds, while the accepted time makes a step every 50 ms.
sub duties_run {
  my $step = one('select step from accepted_time');
  return ok +(wait_for { one('select step from accepted_time') >= $step + 90 } 30, 'the duties'), 'each duty has run';
}

# ---------------------------------------------------------------- a run
# The deliveries to a URL, by the token of the note.
sub came {
  my ($url) = @_;
  my %count;
  for my $delivery (($url =~ /:@{[ $slow->port ]}\// ? $slow : $receiver)->got($url)) {
    my $body = JSON::XS->new->utf8->decode($delivery->{body});
    $count{ ($body->{data} || $body)->{noteToken} // '' }++;
  }
  return \%count;
}

sub jumped {
  my ($run) = @_;
  @promised = ();
  unlink "$dir/answer";
  another_request();
  my %hook = (again => subscribe($receiver->url('500', '200')), fresh => subscribe($receiver->url), late => { url => '' });
  my $failing = subscribe($receiver->url('500'), 'V1');
  my @urls = (values %steady, map { $hook{$_}{url} } qw(again fresh));
  my $jump = sub { $clock{$_}->set($run->{by}) for split / and /, $run->{clock} };
  my $held = ($gate{ $run->{moment} } ? \&gated : $run->{moment} eq 'transfer' ? \&transfer : \&restart)->($run, $jump, @urls);
  $hook{held} = $held if ref $held;
  push @urls, $held->{url} if ref $held;
  add_note(@urls);
  $hook{late} = subscribe($receiver->url);
  add_note(@urls, $hook{late}{url});
  duties_run();
  is_deeply kept(), $kept, 'all is kept while the clock is wrong' or diag explain kept();
  $_->set(0) for values %clock;
  add_note(@urls, $hook{late}{url});
  duties_run();
  is_deeply kept(), $kept, 'all is kept after its correction' or diag explain kept();
  is one('select status from request where token = ?', $x->token), 'OPEN', 'and the request of the run is open';
  settled($run, $failing, \%hook);
  is_deeply [map { call($x->receiver, 'delete', "/v2/webhooks/$_->{id}")->status } $failing, values %hook], [(204) x (1 + keys %hook)], 'the subscriptions are deleted';
  ok +(wait_for { reasons() !~ /time|clock/ } 30), 'no alarm is left' or diag explain status()->{health};
}

# Tests that everything has come in time, and not too often.
sub settled {
  my ($run, $failing, $hook) = @_;
  my $most = (sort { $a <=> $b } MOST_WAIT, $run->{by} > 0 ? $run->{by} : 0)[0];
  my $late = sub { return one(q(select count(*) from delivery where due_at > clock_timestamp() + ? * interval '1 second'), $_[0]) };
  is $late->(1.1 * DELAY + $most), 0, 'no retry is put off by more than the jump or the longest wait';
  owner()->do('update delivery set due_at = clock_timestamp() where attempts = 1 and due_at > clock_timestamp()') if $most == 3600;     # an hour later
  my $again = $hook->{again}{url};
  my $missing = sub { return grep { (came($_->[0])->{ $_->[1] } // 0) < ($_->[0] eq $again ? 2 : 1) } @promised };
  ok +(wait_for { !$missing->() } 20, 'the deliveries'), 'each event that was promised has come' or diag explain [$missing->()];
  my $left = sub { return owner()->selectall_arrayref('select d.*, s.id from delivery d join subscription s using (queue) where s.id <> ?', { Slice => {} }, $failing->{id}) };
  ok +(wait_for { !@{ $left->() } } 20, 'the records'), 'each is on record' or diag explain $left->();
  is_deeply [grep { came($_->[0])->{ $_->[1] } > ($_->[0] eq $again ? 3 : 2) } @promised], [], 'none has come more than once too often';
  is one('select count(*) from dead_letter where id > ? and subscription <> ?', $last{dead_letter}, $failing->{id}), 0, 'none was given up';
}

for my $run (grep { my $wanted = $ENV{COLLAB_TEST_JUMPS}; !defined $wanted || name($_) =~ /$wanted/ } @runs) {
  subtest name($run) => sub { jumped($run) };
}
sub name { my ($run) = @_; return "$run->{clock} $run->{size} $run->{direction}, during a $run->{moment}" . ($run->{moment} eq 'restart' ? $run->{kill} ? ' (kill -9)' : ' (graceful)' : '') }

done_testing;
