# t/long/spare-connections.t: idle spare connections go back to mod_dbd, where DBDKeep and DBDExptime end them
# Under light traffic as well.
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
ok +(wait_for { connections() > 4 } 30), 'many at once';
is_deeply [grep { $_->[0] != 200 } $load->end], [], 'each is answered';
ok +(wait_for { $party->get('/v1/me')->status == 200 && connections() <= 2 } 90), 'later one, and that of the watcher' or diag connections();

done_testing;
