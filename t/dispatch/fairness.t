# t/dispatch/fairness.t: a receiver that never answers delays nobody else's delivery
use lib 't/lib';
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;

my $stack = stack(extra => "CollabDispatcher On slots=16 per-endpoint=3\nCollabWebhookTimeout 60\n");
my $receiver = receiver();
my $x = exchange();
my ($dead, $alive) = ($receiver->url('hang'), $receiver->url);
$x->submitter->post('/v2/webhooks', { callbackUrl => $_ })->ok for $dead, $alive;

my $notes = 40;     # more than there are slots, many times what one endpoint may have
my %token = map { $x->submitter->post($x->notes, a_note())->ok->{token} => 1 } 1 .. $notes;

my @got = $receiver->wait($alive, $notes, 30);
is scalar(keys %{ { map { $_->{event} => 1 } @got } }), $notes, 'the healthy endpoint got all';
delete @token{map { JSON::XS->new->decode($_->{body})->{data}{noteToken} } @got};
is_deeply \%token, {}, 'each note once';
cmp_ok scalar($receiver->got($dead)), '<=', 3, 'while the silent one had its few, and not one of them had ended';
is owner()->selectrow_array('select count(*) from attempt where not success'), 0;

done_testing;
