# t/dispatch/database/read-only-database.t: a dispatcher asks a read-only database less and less often, and logs the fault once
# Such a database is a standby, or an old primary that has returned. Deliveries go on when it accepts writes again.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;
use Time::HiRes qw(time);

my $receiver = receiver();
my $stack = stack(extra => "CollabDutyInterval 1s\n");
my $x = exchange();
my $url = $receiver->url;
$x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok;
$x->submitter->post($x->notes, a_note())->ok;
$receiver->wait($url, 1);

sub refusals { return scalar(() = $stack->server->log =~ /CB0603: dispatcher \(claims\):[^\n]*25006/g) }

owner()->do('alter role collab_dispatch set default_transaction_read_only = on');
$stack->pg->admin->do(q(select pg_terminate_backend(pid) from pg_stat_activity where usename = 'collab_dispatch'));
wait_for { refusals() } 20, 'the first refusal';
my $sessions = owner()->selectrow_array('select sessions from pg_stat_database where datname = current_database()');
$x->submitter->post($x->notes, a_note())->ok for 1 .. 3;
ok holds_for { refusals() == 1 } 8;
my $more = owner()->selectrow_array('select sessions from pg_stat_database where datname = current_database()') - $sessions;
is refusals(), 1, 'the refusal is logged once';
cmp_ok $more, '<', 30, 'attempts to connect slow down: five a second for each connection would be three times as many';
is scalar($receiver->got($url)), 1, 'nothing is sent while it cannot be recorded';

owner()->do('alter role collab_dispatch reset default_transaction_read_only');
my @got = $receiver->wait($url, 4, 30);
is scalar(@got), 4, 'deliveries go on';
wait_for { !owner()->selectrow_array('select count(*) from delivery') } 20, 'all to be settled';
is owner()->selectrow_array('select max(number) from attempt'), 1, 'each delivery needs one attempt';

done_testing;
