# t/long/attacks/attachment-names.t: a request with thousands of numbered names costs an upload no more than one with few
# alone: it measures delays
# interface.md 13.6 and 18.5
use strict;
use warnings;
use lib qw(t/lib lab/lib);
use Collab::Stack;
my $stack;
BEGIN { $stack = stack(extra => "CollabDispatcher Off\n") }
use Collab::Attachments;
use Collab::Test;
use Collab::Victim;

my $NAMES = 34_000;
my ($x, $y) = (with_storage('receiver'), exchange());
my $seed = sub {
  my ($from, $to, $status) = @_;
  owner()->do(q{insert into attachment_name select id, 'a (' || i || ')' from request, generate_series(?::int, ?::int) i where token = ?}, undef, $from, $to, $x->token);
  owner()->do(q{insert into attachment (request, company, name, submitter_status, receiver_status)
    select id, receive_company, 'a (' || i || ')', 'FAILED', ? from request, generate_series(?::int, ?::int) i where token = ?}, undef, $status, $from, $to, $x->token);
};
my $transactions = sub { return owner()->selectrow_array('select xact_commit + xact_rollback from pg_stat_database where datname = current_database()') };
my $calm = victim($server, $y->submitter, $y->notes)->end(200);

owner()->do(q{insert into attachment_name select id, 'a' from request where token = ?}, undef, $x->token);
$seed->(2, 1000, 'SUCCESS');
my $before = $transactions->();
my $victim = victim($server, $y->submitter, $y->notes);
for my $number (1001 .. 1012) {
  is send_form($x->submitter, $x, [files => 'a', $number])->ok->[0]{receiverMessage}, qq(Stored as "a ($number)".);
}
my $said = $victim->end(200);
unharmed($calm, $said, 'numbers above 1,000');
cmp_ok $transactions->() - $before, '<', 12 * 10 + 5 * $said->{requests}, 'each upload has a few transactions';

$seed->(1013, $NAMES, 'SUCCESS');
owner()->do('vacuum analyze attachment_name');
$victim = victim($server, $y->submitter, $y->notes);
for my $party ($x->parties) { send_form($party, $x, [files => 'a', 'x'])->fails(409, qr/half of the 1000 files/) for 1 .. 12 }
unharmed($calm, $victim->end(200), "$NAMES names");

done_testing;
