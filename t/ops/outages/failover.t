# t/ops/outages/failover.t: a failover under load neither loses nor doubles acknowledged notes, and delivers only notes that exist
# The primary is killed with all its processes, and its standby takes over.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Load;
use Collab::Receiver;
use Collab::Stack;

my $CALLERS = 6;
my $stack = stack(extra => "CollabDispatcher Off\n");
my $pg = $stack->pg;
my $standby = $pg->standby("$stack->{dir}/s");
my $server = $stack->another_server('pair', extra => WIDE . "CollabDatabaseWait 3s\n");
$ENV{COLLAB_TEST_URL} = $server->url;
$ENV{COLLAB_TEST_DBI} = $pg->dbi;
my $receiver = receiver();
my $url = $receiver->url;
my $x = exchange();
$x->submitter->post('/v2/webhooks', { callbackUrl => $url, eventTypes => ['org.provider.core.collaboration-request.note.created'] })->ok;
$x->submitter->token;

# A caller adds one note after the other, each with its own key, and repeats the request until it gets 200. One line per request: key, status, token,
# Retry-After.
my $load = load($CALLERS, sub {
  my ($say, $caller, $n) = @_;
  my $key = "note-$caller-$n";
  my $answer;
  do {
    $answer = $x->submitter->post($x->notes, a_note(summary => $key), headers => { 'idempotency-key' => $key });
    $say->($key, $answer->status, $answer->status == 200 ? $answer->json->{token} : '-', $answer->header('retry-after') // '-');
  } until $answer->status == 200;
});

sub acknowledged { return grep { $_->[1] == 200 } $load->lines }

ok +(wait_for { acknowledged() > 200 && $receiver->got($url) > 100 } 60, 'load'), 'notes are written and delivered';
$pg->vanish;
ok !$pg->pid, 'the primary is gone';
my $then = acknowledged();
$standby->promote;
ok +(wait_for { acknowledged() > $then + 200 } 60, 'load after the failover'), 'its standby has taken over';

my @failed = grep { $_->[1] != 200 } $load->end;
is_deeply [grep { $_->[1] != 503 || $_->[3] !~ /^\d+$/ } @failed], [], @failed . ' requests fail, each with 503 and Retry-After';
my $notes = $standby->dbh->selectall_arrayref('select summary, token from note');
my %written = map { $_->[1] => $_->[0] } @$notes;
is_deeply [grep { ($written{ $_->[2] } // '') ne $_->[0] } acknowledged()], [], acknowledged() . ' acknowledged notes exist';
my %times;
$times{ $_->[0] }++ for @$notes;
is_deeply [grep { $times{$_} > 1 } keys %times], [], 'each exists once, in spite of repeats';

my %arrived;
sub count { %arrived = (); $arrived{ JSON::XS->new->decode($_->{body})->{data}{noteToken} }++ for $receiver->got($url) }
ok +(wait_for { count(); !grep { !$arrived{$_} } keys %written } 60, 'every note'), 'each arrives at the receiver';
is_deeply [grep { !$written{$_} } keys %arrived], [], 'nothing else arrives';

done_testing();
