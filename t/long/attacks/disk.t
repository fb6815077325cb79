# t/long/attacks/disk.t: CollabDailyLimit stops an account that stores 980 KB with each request, within seconds; it harms nobody
# alone: it measures delays
# interface.md 18.6
use lib qw(t/lib lab/lib);
use Collab::Stack;
use Collab::Test;
use Collab::Victim;
use JSON::XS ();
use POSIX ();
use Time::HiRes qw(time);

my ($limit, $counts_every) = (48 << 20, 5);
my (undef, $minute, $hour) = gmtime;
plan skip_all => 'the UTC day is about to end' if $hour == 23 && $minute >= 55;
my $stack = stack(extra => "CollabDispatcher Off\nCollabRateLimit 6000 60\nCollabDailyLimit requests=10000 bytes=$limit\n");
my ($x, $y) = (exchange(), exchange());
my ($attacker, $member) = ($x->submitter, $y->submitter);
$_->token for $attacker, $member;

# 98 notes of 5,000 random characters, which do not compress well.
my @letters = map { chr 0xc0 + $_ } 0 .. 63;
my $note = sub { return { note => join '', map { $letters[rand @letters] } 1 .. 5000 } };
my $body = JSON::XS->new->utf8->encode($x->a_request(internalNotes => [map { $note->() } 1 .. 98]));
cmp_ok length $body, '>', 980_000, 'the size of a request';
sub attack { return $attacker->request('POST', '/v1/collaboration-requests', body => $body, type => 'application/json') }
sub stored { return owner()->selectrow_array('select coalesce(sum(octet_length(rendered)::bigint + pg_column_size(internal_notes)), 0), count(*) from request where submit_company = ?', undef, $attacker->company->{id}) }

my $before = victim($stack->server, $member, $y->notes)->end(200);
my $victim = victim($stack->server, $member, $y->notes);
my $began = time;
my @attackers = map {
  my $pid = fork // die "fork: $!\n";
  if (!$pid) {
    while (time - $began < 120) {
      my $status = eval { attack()->status } // 0;
      POSIX::_exit($status == 429 ? 0 : 1) if $status != 200;
    }
    POSIX::_exit(2);
  }
  $pid;
} 1 .. 2;
for (@attackers) { waitpid $_, 0; is $? >> 8, 0, 'the attacker gets 429, and nothing else before' }
my $took = time - $began;
my ($bytes, $requests) = stored();
cmp_ok $bytes, '>=', $limit, sprintf '%d requests, %.0f MB in %.1f s', $requests, $bytes / 1e6, $took;
cmp_ok $bytes, '<', $limit + (2 * $counts_every + 2) * $bytes / $took, 'the limit is exceeded by what comes in some seconds';

attack()->fails(429, qr/made or stored as much as it may in a day/) for 1 .. 10;
is +(stored())[0], $bytes, 'nothing more is stored';
unharmed($before, $victim->end(200), 'requests of 980 KB without pause');
my $after = victim($stack->server, $member, $y->notes)->end(200);
unharmed($before, $after, 'after the attack');
$attacker->get('/v1/me')->ok('the attacker still reads');

done_testing;
