# t/dispatch/slots/silent-receivers.t: receivers that never respond delay no other, even if their limits together exceed the slots
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;

my ($slots, $each, $silent) = (16, 8, 6);
my $stack = stack(extra => "CollabDispatcher On slots=$slots per-endpoint=$each company=$slots host=$slots\nCollabWebhookTimeout 60\n");
my $receiver = receiver();
my $x = exchange();
my ($dead, $alive) = ($receiver->url('hang'), $receiver->url);
$x->submitter->post('/v2/webhooks', { callbackUrl => $_ })->ok for ($dead) x $silent, $alive;

my $notes = 30;
$x->submitter->post($x->notes, a_note())->ok for 1 .. $notes;

my @got = $receiver->wait($alive, $notes, 30);
is scalar(keys %{ { map { $_->{event} => 1 } @got } }), $notes, 'the healthy endpoint gets all';
cmp_ok $silent * $each, '>', $slots, 'the silent endpoints\' limits exceed all slots';
$receiver->wait($dead, $silent);
cmp_ok scalar($receiver->got($dead)), '<=', $silent * $each / 4, 'each silent endpoint begins with a quarter of its limit';
is owner()->selectrow_array('select count(*) from attempt where not success'), 0, 'none of their transfers has ended';

done_testing;
