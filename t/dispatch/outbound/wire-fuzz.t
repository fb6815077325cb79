# t/dispatch/outbound/wire-fuzz.t: whatever receivers do, the records are true, no event is lost, and no other company waits
# alone: it measures the deliveries of a well-behaved company
# interface.md 16.6. COLLAB_SEED repeats a run; COLLAB_TRANSFERS sets the number of transfers, such as 200000; COLLAB_LEDGER, a new file, keeps
# the receiver's ledger.
#
# Three companies: two have receivers that misbehave at random (t/wire/receiver.c), partly on one host and port; those of the third answer at
# once. The dispatcher is killed now and then. Collab::WireModel knows what must be true.
use strict;
use warnings;
use lib qw(t/lib lab/lib);
BEGIN { $Collab::Resolver::optional = 1 }
use Collab::Resolver;
use Collab::Stack;
use Collab::Test;
use Collab::WireModel;
use Collab::WireReceiver;
use Time::HiRes qw(time sleep);

my $TRANSFERS = $ENV{COLLAB_TRANSFERS} // long(50_000, 1_000);
my $seed = $ENV{COLLAB_SEED} // int rand 1_000_000_000;
my ($TIMEOUT, $BATCH, $PENDING) = (2, 40, $ENV{COLLAB_SANITIZERS} ? 200 : 1_000);
diag "seed $seed";
srand $seed;

# ---------------------------------------------------------------- names, receivers, installation
my @names = map { "$_.wire.example" } qw(a b two late mixed);
my $resolver = $Collab::Resolver::there && resolver(
  map({ ("$_.wire.example" => '127.0.0.1') } qw(a b)), 'two.wire.example' => '127.0.0.9 127.0.0.1', 'late.wire.example' => 'late0.7 127.0.0.1',
  'failing.wire.example' => 'fails', 'mixed.wire.example' => sub { (undef, 'fails', '127.0.0.1', 'late0.3 127.0.0.1', 'late0.2 fails', '127.0.0.1 127.0.0.9')[rand 6] });
my $receiver = wire_receiver(seed => $seed, ledger => $ENV{COLLAB_LEDGER}, names => \@names, doors => [qw(wild wild-tls tame tame-tls token token-tls proxy)]);
my $directives = "CollabWebhookTimeout $TIMEOUT\nCollabWebhookRetry V2 1 1\nCollabOutboundCA \"@{[ $receiver->ca ]}\"\nCollabSubscriptionLimit 1000 pending=Off\n";
my $stack = stack(extra => $directives, timers => { lease => 2000, tried => 5000, local => 2000, postpone => 200 });
my $server = $stack->server;
my $model = Collab::WireModel->new(timeout => $TIMEOUT);

# ---------------------------------------------------------------- companies and subscriptions
my (%well, %oauth, @wild, @tame);
my @members = map { user(company()) } 1 .. 3;

sub subscribe {
  my ($who, $url, $callback_auth) = @_;
  return $members[$who]->post('/v2/webhooks', { callbackUrl => $url, $callback_auth ? (callbackAuth => $callback_auth) : () })->ok->{id};
}

sub by_token {
  my ($door) = @_;
  return { type => 'OAUTH2_CLIENT_CREDENTIALS', oauth2TokenUrl => $receiver->url($door) . '/token', oauth2ClientId => 'me', oauth2ClientSecret => 'secret' };
}

for my $who (0, 1) {
  my @sound = map { my $n = $_; map { subscribe($who, $receiver->url($_) . "/$who/$n") } qw(wild wild-tls) } 1 .. long(24, 4);
  my @named;
  for my $door (qw(wild wild-tls)) {
    for my $from (qw(token token-tls)) { my $id = subscribe($who, $receiver->url($door) . "/$who/$from", by_token($from)); push @sound, $id; $oauth{$id} = 1 }
    push @named, map { subscribe($who, $receiver->url($door, $_) . "/$who/name") } $resolver ? (@names, map { "$_.wire.example" } qw(nobody failing)) : ();
  }
  push @wild, (@sound) x 4, @named, subscribe($who, 'http://127.0.0.9:9/refused');      # a name that does not resolve is drawn less often
}
push @tame, subscribe(2, $receiver->url($_) . "/tame/$_") for qw(tame tame-tls) x 3;

# ---------------------------------------------------------------- events
my (%made, $number);      # uid => {subscription, tame}

# Adds test events as webhook_test.sql does, in one transaction.
sub speak {
  my @to = @_;
  my @uids = map { my $n = ++$number; sprintf '%08x-0000-4000-8000-%012x', $seed, $n } @to;
  owner()->do(q{with made as (
      insert into event (uid, type, subscription, submit_company, receive_company)
      select t.uid, 'webhook.test', s.id, s.company, s.company from unnest($1::uuid[], $2::bigint[]) t (uid, id) join subscription s on s.id = t.id returning id),
    queued as (insert into outbox (channel, event) select 1, id from made)
    select pg_notify('collab_work', '')}, undef, \@uids, \@to);
  $made{ $uids[$_] } = $to[$_] for 0 .. $#to;
}

sub waiting { return scalar owner()->selectrow_array('select (select count(*) from delivery) + (select count(*) from outbox)') }
sub transfers { return scalar owner()->selectrow_array(q{select last_value from attempt_id_seq}) }
sub microseconds { return int 1e6 * time }

# ---------------------------------------------------------------- the dispatcher
my ($dispatcher, @own_ends);
wait_for { $dispatcher = $server->dispatcher } 20, 'a dispatcher';

# Its process must be the one of the last look.
sub look {
  my $now = $server->dispatcher // 0;
  return if $now == $dispatcher;
  push @own_ends, sprintf 'after %d events', $number;
  my $from = microseconds();
  wait_for { $dispatcher = $server->dispatcher } 20, 'a dispatcher';
  $model->pause($from, microseconds());
}

sub kill_it {
  look();
  my ($old, $from) = ($dispatcher, microseconds());
  kill 'KILL', $old;
  wait_for { $dispatcher = $server->dispatcher; $dispatcher && $dispatcher != $old } 20, 'a new dispatcher';
  $model->pause($from, microseconds());
}

# The dispatcher's resident memory in MiB, and the number of its sockets that a receiver may use. The kernel's table has them: the
# descriptors of a process that is not dumpable are nobody else's to read.
sub memory { return (Collab::File::slurp("/proc/$dispatcher/status") =~ /^VmRSS:\s+(\d+)/m)[0] / 1024 }

sub sockets {
  my %door = map { sprintf('%04X', $_) => 1 } values %{ $receiver->{port} };
  my ($ESTABLISHED, $CLOSE_WAIT) = qw(01 08);
  return scalar grep { my (undef, undef, $to, $state) = split; $to =~ /:(\w+)$/ && $door{$1} && ($state eq $ESTABLISHED || $state eq $CLOSE_WAIT) }
    split /\n/, Collab::File::slurp('/proc/net/tcp');
}

# Makes events until $until transfers were made, and waits until no more than retries of a later time are left.
sub make_events {
  my ($until) = @_;
  my $begun = transfers();
  my $next_kill = $begun + ($until - $begun) * (0.2 + rand 0.3);
  while (transfers() < $until && @own_ends < 5) {
    if (waiting() < $PENDING) { speak(map { $wild[rand @wild] } 1 .. $BATCH) }
    for (1 .. 3) { speak($tame[rand @tame]); sleep 0.02 }
    look();
    if (transfers() > $next_kill) { kill_it(); $next_kill += 1500 + rand 2000 }
  }
  wait_for { look(); !owner()->selectrow_array(q{select count(*) from (select from outbox union all select from delivery where due_at < now() + interval '3 s') x}) } long(120, 8);
}

my $memory = memory();
make_events($TRANSFERS / 2);
$server->stop;
$server = $stack->another_server('proxied', extra => $directives . "CollabOutboundProxy @{[ $receiver->url('proxy') ]}\n",
  timers => { lease => 2000, tried => 5000, local => 2000, postpone => 200 });
wait_for { $dispatcher = $server->dispatcher } 20, 'a dispatcher';
make_events($TRANSFERS);

# ---------------------------------------------------------------- what must be true
$model->heard($receiver->more);
my @attempts = @{ owner()->selectall_arrayref(q{select e.uid, a.number, a.http_status, a.success, a.error, a.subscription, extract(epoch from a.created_at) * 1e6 as began,
  extract(epoch from a.created_at) * 1e6 + a.duration_ms * 1000 + 1000 as ended from attempt a join event e on e.id = a.event order by a.id}, { Slice => {} }) };
$_->{oauth} = $oauth{ $_->{subscription} } for @attempts;
my @wrong = $model->judge(@attempts);
is scalar(@wrong), 0, 'every record says what a receiver did' or diag join "\n", grep { defined } @wrong[0 .. 20];
is_deeply \@own_ends, [], 'the dispatcher never ended by itself';

my @missing = @{ owner()->selectcol_arrayref(q{select e.uid from event e where not exists (select from attempt a where a.event = e.id and a.success)
  and not exists (select from dead_letter d where d.event = e.id) and not exists (select from delivery d where d.event = e.id) and not exists (select from outbox o where o.event = e.id)}) };
is_deeply \@missing, [], 'each event is delivered, a dead letter, or waiting';

my %is_tame = map { $_ => 1 } @tame;
my @well = map { { uid => $_->[0], made => $_->[1] } } grep { $is_tame{ $_->[2] } }
  @{ owner()->selectall_arrayref('select uid, extract(epoch from created_at) * 1e6, subscription from event') };
my @late = $model->late(@well);
SKIP: {
  skip 'the dispatcher was killed or stopped so often that no event of the third company can be timed', 1 if !defined $model->{p99};
  cmp_ok $model->{p99}, '<', $ENV{COLLAB_SANITIZERS} ? 4 : 1, sprintf 'the third company\'s %d events: p50 %.3f, p99 %.3f, at most %.3f s', scalar @well, @{$model}{qw(p50 p99 most)};
}
diag sprintf '%d transfers, seed %d: %s', scalar @attempts, $seed, join ', ', map { "$_ $model->{count}{$_}" } sort keys %{ $model->{count} };

# The receivers close all connections. Dead ones are noticed when new ones are made.
my $held = sockets();
$receiver->stop;
ok +(wait_for { speak($tame[0]); sockets() <= 10 } 20), sprintf 'the connections return: %d with receivers, %d without', $held, sockets();
SKIP: {
  skip 'a sanitizer keeps what was freed', 1 if $ENV{COLLAB_SANITIZERS};
  cmp_ok memory() - $memory, '<', 32, sprintf 'the memory returns: %.0f MiB at first, %.0f now', $memory, memory();
}

done_testing;
