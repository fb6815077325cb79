# t/ops/health/node-clocks.t: a node works while its clock is up to 29 s off the database's; at 40 s it is not ready and says why
use lib qw(t/lib lab/lib);
use Collab::Clock;
use Collab::Judgement;
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;
use List::Util qw(max);

my ($library) = glob '/usr/lib/*/faketime/libfaketime.so.1' or die "libfaketime is not installed\n";
my $stack = judged(extra => "CollabDispatcher Off\n");
my $url = $ENV{COLLAB_TEST_URL};

# Returns the tests' own clock library, for sanitizer builds: with AddressSanitizer, libfaketime deadlocks when a program starts.
sub clock {
  my ($name, $off) = @_;
  my $dir = "$ENV{COLLAB_TEST_DIR}/clock-$name";
  mkdir $dir or die "$dir: $!\n";
  my $clock = Collab::Clock->new($dir);
  $clock->set($off =~ s/s\z//r);
  return $clock->library;
}

# Starts another node, with a dispatcher. Only the node's wall clock is wrong, not its monotonic clock.
sub node {
  my ($name, $off) = @_;
  local $ENV{COLLAB_PRELOAD} = $ENV{COLLAB_SANITIZERS} ? clock($name, $off) : $library;
  local @ENV{qw(FAKETIME FAKETIME_DONT_FAKE_MONOTONIC DONT_FAKE_MONOTONIC FAKETIME_DISABLE_SHM)} = ($off, 1, 1, 1);
  return $stack->another_server($name, judging(timers => { lease => 1000 },
    extra => "CollabBaseURL $url\nCollabWebhookTimeout 20\nCollabWebhookRetry V2 3\nCollabDutyInterval 50ms\nCollabRetention attempts=1 events=1\n"));
}
collabctl('retention', 'set', '--attempts', 1);
my @nodes = (node('ahead', '+29s'), node('behind', '-29s'));
my @everywhere = ($stack->server, @nodes);
my $type = 'org.provider.core.collaboration-request.note.created';
my $x = exchange();

# The watcher subtracts the duration of its query from the difference that it finds. So the alarm may say 25 to 29 s.
subtest 'nodes that are 29 s off have an alarm, and are ready' => sub {
  told('clock', qr/the clock of this machine is 2[5-9] s ahead of the database's/, at => $nodes[0], health => 'attention');
  told('clock', qr/the clock of this machine is 2[5-9] s behind the database's/, at => $nodes[1], health => 'attention');
};

subtest 'a token of any node is valid on all nodes' => sub {
  for my $issuer (@everywhere) {
    my $party = $x->submitter->at($issuer, token => undef);
    my $token = $party->token;
    $x->submitter->at($_, token => $token)->get('/v1/me')->ok for @everywhere;
  }
};

subtest 'a new password ends the tokens of all nodes, and new tokens are valid at once' => sub {
  my $user = user($x->submitter->{company});
  my @tokens = map { $user->at($_, token => undef)->token } @everywhere;
  my $file = "$ENV{COLLAB_TEST_DIR}/password";
  Collab::Stack::write_file($file, "another-password-1\n");
  collabctl('user', 'password', $user->username, '--password-file', $file);
  for my $old (@tokens) { is $user->at($_, token => $old)->get('/v1/me')->status, 401 for @everywhere }
  for my $issuer (@everywhere) {
    my $token = nobody->at($issuer)->post('/v1/login', { username => $user->username, password => 'another-password-1' })->ok->{accessToken};
    $user->at($_, token => $token)->get('/v1/me')->ok for @everywhere;
  }
};

my $receiver = receiver();

# Writes notes on all nodes in turn. Either dispatcher may send any of their events.
sub speak {
  my ($to, $count) = @_;
  my $id = $x->submitter->post('/v2/webhooks', { callbackUrl => $to, eventTypes => [$type] })->ok->{id};
  $x->submitter->at($everywhere[$_ % 3], token => $x->submitter->token)->post($x->notes, a_note())->ok for 1 .. $count;
  return $id;
}

# The deliveries to a URL, by event.
sub by_event { my ($to) = @_; my %got; push @{ $got{ $_->{event} } }, $_ for $receiver->got($to); return \%got }
sub idle { return !owner()->selectrow_array('select (select count(*) from delivery) + (select count(*) from outbox where channel = 1)') }

subtest 'a refused delivery is retried once, and not early' => sub {
  my $to = $receiver->url('500', '200');
  my $id = speak($to, 30);
  ok +(wait_for { $receiver->got($to) >= 60 && idle() } 40), 'all deliveries are sent again';
  my @events = values %{ by_event($to) };
  is_deeply [grep { @$_ != 2 } @events], [], 'each of 30 events is sent twice' or diag scalar @events;
  is_deeply [grep { $_->[1]{at} - $_->[0]{at} < 3 } @events], [], 'no retry is early';
  cmp_ok max(map { $_->[1]{at} - $_->[0]{at} } @events), '<', 20, '… or late by the error of a clock';
  $x->submitter->delete("/v2/webhooks/$id");
};

subtest 'a lease is respected by the other dispatcher' => sub {
  my $to = $receiver->url;
  halt($receiver->{pid});        # for less than the 21 s of a lease; by the clock that is 29 s ahead, a lease has expired as soon as it begins
  my $id = speak($to, 40);
  my %holder;
  ok +(wait_for { $holder{$_}++ for @{ owner()->selectcol_arrayref('select distinct left(claim::text, 8) from delivery where claim is not null') }; %holder } 20), 'deliveries are under way';
  ok +(holds_for { 1 } 5), 'they take five seconds';
  kill 'CONT', $receiver->{pid};
  ok +(wait_for { keys %{ by_event($to) } == 40 && idle() } 40), 'all events arrive';
  is_deeply [grep { @$_ != 1 } values %{ by_event($to) }], [], 'each arrives once';
  is owner()->selectrow_array('select count(*) from attempt a join subscription s on s.id = a.subscription where s.id = ? and not a.success', undef, $id), 0, 'every first attempt succeeds';
  $x->submitter->delete("/v2/webhooks/$id");
};

subtest 'retention removes nothing early' => sub {
  aged();
  my ($young, $old) = @{ owner()->selectcol_arrayref('select id from event order by id limit 2') };
  owner()->do(q(update event set created_at = clock_timestamp() - interval '1 day' + ? where id = ?), undef, @$_) for ['20 seconds', $young], ['-1 minute', $old];
  my $there = sub { return scalar owner()->selectrow_array('select count(*) from event where id = ?', undef, shift) };
  ok +(wait_for { !$there->($old) } 15), 'an event that is a day and a minute old is removed';
  is $there->($young), 1, 'an event that will be a day old in 20 s is not';
};

subtest 'a node that is 40 s off is not ready' => sub {
  for my $case (['+40s', 'ahead of'], ['-40s', 'behind']) {
    my $far = node("far$case->[0]", $case->[0]);
    ok +(wait_for { ready($far) == 503 } 20), "$case->[0]: not ready";
    nobody->at($far)->get('/health/ready')->fails(503, qr/the clock of this machine is (?:3[5-9]|40) s $case->[1] the database's/);
    is status($far)->{health}{status}, 'failing', 'its status is failing';
    $far->stop;
  }
};

done_testing;
