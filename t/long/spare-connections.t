# t/long/spare-connections.t: idle spare connections go back to mod_dbd, which closes them, also under light traffic
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Load;
use Collab::Stack;

my $stack = stack(extra => "CollabDispatcher Off\nDBDKeep 1\nDBDExptime 1\n");
my $x = exchange();
my $party = $x->submitter;
$party->token;
sub connections { return scalar owner()->selectrow_array(q(select count(*) from pg_stat_activity where usename = 'collab_api')) }

my $load = load(8, sub { my ($say) = @_; $say->($party->post($x->notes, a_note())->status) });
ok +(wait_for { connections() > 4 } 30), 'under load, there are more than four connections';
is_deeply [grep { $_->[0] != 200 } $load->end], [], 'every answer is 200';
ok +(wait_for { $party->get('/v1/me')->status == 200 && connections() <= 2 } 90), 'later, at most one is left beside that of the watcher' or diag connections();

done_testing;
