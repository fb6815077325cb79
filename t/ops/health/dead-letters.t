# t/ops/health/dead-letters.t: the alarm dead-letters has the exact number for each subscription, and ends when none is left
use lib qw(t/lib lab/lib);
use Collab::Judgement;
use Collab::Receiver;
use Collab::Test;

my $stack = judged(extra => "CollabWebhookRetry V2 1\nCollabWebhookBreaker hold 1\n");
my $receiver = receiver();
my $x = exchange();
my %by = map { $_ => $x->$_->post('/v2/webhooks', { callbackUrl => $receiver->url(404) })->ok->{id} } qw(submitter receiver);
my %of = map { $_ => "of subscription $by{$_} of " . $x->$_->company->{domain} } keys %by;
my ($before) = owner()->selectrow_array('select coalesce(max(id), 0) from dead_letter');
sub letters { return scalar owner()->selectrow_array('select count(*) from dead_letter where subscription = ?', undef, $_[0]) }
sub text_now { my $problem = problem('dead-letters'); return $problem && $problem->{text} }

# Each note goes to both parties, so each party has eight dead letters.
$x->submitter->post($x->notes, a_note())->ok for 1 .. 8;
wait_for { letters($by{submitter}) == 8 && letters($by{receiver}) == 8 } 30, 'the dead letters' or diag letters($by{submitter}), ' ', letters($by{receiver});
my ($first, $second) = sort { $by{$a} <=> $by{$b} } keys %by;
told('dead-letters', qr/16 deliveries were given up: 8 \Q$of{$first}\E, 8 \Q$of{$second}\E/, health => 'attention', unlogged => 1);
like $stack->server->log, qr/CB0701: alarm dead-letters: \d+ deliveries were given up: /, 'the log has the alarm';

my $works = $receiver->url(200);
owner()->do('update subscription set callback_url = ? where id = ?', undef, $works, $by{$first});
collabctl('replay', '--subscription', $by{$first}, '--rate', 1000, '--yes');
ok +(wait_for { (text_now() // '') eq "8 deliveries were given up: 8 $of{$second}" } 30), 'after a replay the alarm counts what is left, even below ten' or diag text_now();
my ($one) = owner()->selectrow_array('select min(id) from dead_letter where subscription = ?', undef, $by{$second});
owner()->do('update subscription set callback_url = ? where id = ?', undef, $works, $by{$second});
collabctl('replay', '--dead-letter', $one, '--yes');
ok +(wait_for { (text_now() // '') eq "7 deliveries were given up: 7 $of{$second}" } 30), '… exactly' or diag text_now();
collabctl('replay', '--subscription', $by{$second}, '--rate', 1000, '--yes');
over();
is letters($_), 0, 'no dead letter is left' for values %by;

done_testing;
