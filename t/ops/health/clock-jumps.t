# t/ops/health/clock-jumps.t: a date that is wrong for a moment makes no limit, wait or interval longer or shorter
use lib qw(t/lib lab/lib);
use Collab::Clock;
use Collab::Judgement;
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;
use Collab::Wire;
use File::Temp ();
use IO::Select;

my $dir = File::Temp::tempdir('cjXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $clock = Collab::Clock->new($dir);       # for httpd and its processes; the database's clock is right

# One child, because the children count and log for themselves.
my $stack = do {
  local $ENV{COLLAB_PRELOAD} = $clock->library;
  judged(body_timeout => 30, extra => "ServerLimit 1\nStartServers 1\nCollabTokenLifetime 36000\nCollabRateLimit 100 60\nCollabBodyTimeout 3\n"
      . "CollabDutyInterval 300\nCollabWebhookRetry V2 2\nCollabLoginLimit 1 900\n");
};
my $server = $stack->server;
my $receiver = receiver();
my $x = exchange();
$_->token for $x->submitter, $x->receiver;

my $user = user($x->submitter->{company});
sub login { return nobody->post('/v1/login', { username => $user->username, password => 'wrong' }) }
sub refusals { return scalar(() = $server->log =~ /CB0470/g) }
sub probed { return status()->{gauges}{collab_probe_timestamp_seconds} }

login()->fails(401);
login()->fails(429);
is refusals(), 1, 'the log has a line about the refused login';
ok +(wait_for { (probed() // 0) > 0 } 20), 'each duty has run once';
my $probed = probed();

# Moves the date away for a moment. The watcher sees the new one, so the node's processes have worked with it.
for my $seconds (@{ long([200, -200, 3600, -3600], [3600, -3600]) }) {
  subtest "a date $seconds s off" => sub {
    my $url = $receiver->url(500, 200);
    my $hook = $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok->{id};
    $x->submitter->post($x->notes, a_note())->ok;
    $receiver->wait($url, 1);
    $clock->set($seconds);
    ok +(wait_for { problem('clock') } 20), 'the node sees the date';
    $x->submitter->get('/v1/me')->ok('a caller is served') if $seconds > 0;     # to a date before its own, a token is from the future
    login()->fails(429);
    ok +(holds_for { probed() == $probed } 1), 'no duty runs';
    $clock->set(0);
    ok +(wait_for { !problem('clock') } 20), 'the date is right again';

    my $answer = $x->submitter->get('/v1/me');
    $answer->ok('a caller within its rate limit is served');
    like $answer->header('ratelimit'), qr/t=(?:\d|[1-5]\d)$/, '… and the limit is free again within its window';
    cmp_ok login()->header('retry-after'), '<=', 900, 'a login is locked no longer';
    is refusals(), 1, 'a muted line stays muted';
    my @got = $receiver->wait($url, 2, 30);
    cmp_ok $got[1]{at} - $got[0]{at}, '>=', 2, 'a delivery is tried again, and not early';
    $x->submitter->delete("/v2/webhooks/$hook");
    is probed(), $probed, 'no duty has run';
  };
}
unlike $server->log, qr/the dispatcher has died/, 'all this was one dispatcher';

subtest 'a slow body ends at its limit' => sub {
  my $socket = wire_socket($server->url);
  my $sent = 'POST ' . $x->notes . " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer @{[ $x->submitter->token ]}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
  print $socket $sent;
  ok +(holds_for { !IO::Select->new($socket)->can_read(0) } 1), 'the server waits for the body';
  $clock->set(-3600);
  my $ended = IO::Select->new($socket)->can_read(20);
  $clock->set(0);
  ok $ended, 'it does not wait for an hour' or return;
  my $answer = read_answer($socket, $sent);
  $answer ? $answer->fails(408) : fail 'no answer';
};

done_testing;
