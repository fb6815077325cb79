# t/ops/health/quiet-log.t: during a database outage the module logs at most one line a second
# The number of failing requests does not matter. With the settings of collab.conf, mod_dbd is silent and the access log identifies a request.
use lib qw(t/lib lab/lib);
use Collab::Stack;
use Collab::Test;
use Time::HiRes qw(time);

open my $in, '<', 'conf/collab.conf.in' or die;
my $shipped = do { local $/; <$in> };
my ($format) = $shipped =~ /^(LogFormat .* collab)$/m or die 'no LogFormat';
my ($level) = $shipped =~ /^(LogLevel .*)$/m or die 'no LogLevel';
$format =~ s/ collab$/ shipped/;
my $stack = stack(extra => "$format\nCustomLog logs_shipped shipped\n$level\nCollabDatabaseWait 200ms\n");
my $server = $stack->server;
my $x = exchange();

sub slurp { open my $file, '<', $server->dir . "/$_[0]" or return ''; local $/; return scalar <$file> }
sub faults { return grep { /\[(?:collab|dbd):(?:warn|error|crit)\]/ } split /\n/, substr $server->log, shift }

subtest 'the access log identifies caller, operation and request' => sub {
  $x->submitter->post($x->notes, a_note(), headers => { 'x-request-id' => 'my-own-id' })->ok;
  nobody->get('/v1/me');
  my ($user) = owner()->selectrow_array('select id from account where username = ?', undef, $x->submitter->username);
  ok +(wait_for { slurp('logs_shipped') =~ m{GET /v1/me} } 10), 'requests are logged';
  my $token = $x->token;
  like slurp('logs_shipped'), qr{^\S+ $user \[.*?\] "POST /v1/collaboration-requests/$token/notes HTTP/1\.1" 200 \d+ \d+ id=my-own-id operation=note_create request=$token$}m,
    'a line names the account, the operation and the request';
  like slurp('logs_shipped'), qr{^\S+ - \[.*?\] "GET /v1/me HTTP/1\.1" 401 \d+ \d+ id=\S+ operation=me request=-$}m, 'an unknown value is a dash';
};

subtest 'an outage causes at most one line a second' => sub {
  $x->submitter->token;
  my ($begin, $start) = (length $server->log, time);
  $stack->pg->down('immediate');
  my ($asked, %status) = 0;
  while (time - $start < 5 || $asked < 40) {
    $status{ $_->status }++ for together(map { sub { $x->submitter->get('/v1/me') } } 1 .. 8);
    $asked += 8;
  }
  my @faults = faults($begin);
  my $took = time - $start;
  is_deeply \%status, { 503 => $asked }, 'every request fails';
  cmp_ok scalar @faults, '<=', $took + 1, 'at most one line a second: ' . @faults . sprintf(' in %.1f s', $took) or diag join "\n", @faults;
  cmp_ok scalar @faults, '>=', 2, 'there are some lines';
  ok scalar(grep { /\(and \d+ more such lines\)/ } @faults), 'a line counts those that were left out';
  ok !(grep { /\[dbd:/ } @faults), 'mod_dbd adds no line';
  $stack->pg->up;
  ok +(wait_for { $server->log =~ /CB0702: the alarm database is over/ } 20), 'the alarm ends';
  ok +(wait_for { nobody->get('/health/ready')->status == 200 } 20), 'the node is ready again';
  unlike $server->log, qr/alarm dispatcher/, 'the dispatcher without a database is not reported as stuck';
};

done_testing;
