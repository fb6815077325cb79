# t/ops/health/quiet-log.t: in an outage of the database the module logs at most a line a second
# However many requests fail. Also what collab.conf says of logs: mod_dbd is silent, and the access log identifies a request.
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

subtest 'the access log' => sub {
  $x->submitter->post($x->notes, a_note(), headers => { 'x-request-id' => 'my-own-id' })->ok;
  nobody->get('/v1/me');
  my ($user) = owner()->selectrow_array('select id from account where username = ?', undef, $x->submitter->username);
  ok +(wait_for { slurp('logs_shipped') =~ m{GET /v1/me} } 10), 'it is written';
  my $token = $x->token;
  like slurp('logs_shipped'), qr{^\S+ $user \[.*?\] "POST /v1/collaboration-requests/$token/notes HTTP/1\.1" 200 \d+ \d+ id=my-own-id operation=note_create request=$token$}m,
    'who did what to which request';
  like slurp('logs_shipped'), qr{^\S+ - \[.*?\] "GET /v1/me HTTP/1\.1" 401 \d+ \d+ id=\S+ operation=me request=-$}m, 'what is not known is a dash';
};

subtest 'an outage' => sub {
  $x->submitter->token;
  my ($begin, $start) = (length $server->log, time);
  $stack->pg->down('immediate');
  my ($asked, %status) = 0;
  while (time - $start < 5) {
    $status{ $_->status }++ for together(map { sub { $x->submitter->get('/v1/me') } } 1 .. 8);
    $asked += 8;
  }
  my @faults = faults($begin);
  my $took = time - $start;
  is_deeply \%status, { 503 => $asked }, 'every request fails';
  cmp_ok $asked, '>', 3 * $took, "… $asked of them";
  cmp_ok scalar @faults, '<=', $took + 1, 'a line a second at most: ' . @faults . sprintf(' in %.1f s', $took) or diag join "\n", @faults;
  cmp_ok scalar @faults, '>=', 2, '… but not none';
  ok scalar(grep { /\(and \d+ more such lines\)/ } @faults), 'which tells of how many were left out';
  ok !(grep { /\[dbd:/ } @faults), 'and mod_dbd adds nothing';
  $stack->pg->up;
  ok +(wait_for { $server->log =~ /CB0702: the alarm database is over/ } 20), 'its end';
  ok +(wait_for { nobody->get('/health/ready')->status == 200 } 20);
  unlike $server->log, qr/alarm dispatcher/, 'the dispatcher that had no database is not said to be stuck';
};

done_testing;
