# t/dispatch/latecomer.t: an event whose number was given out before later ones, but which is committed after they were sent, is not overlooked
use lib 't/lib';
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;

my $stack = stack();
my $receiver = receiver();
my $x = exchange();
my $url = $receiver->url;
$x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok;

my $late = $stack->pg->dbh;
$late->begin_work;
my ($id) = $late->selectrow_array("with e as (insert into event (type, request, request_token, note_token, submit_company, receive_company)
  select 'note.created', id, token, 'LATE', submit_company, receive_company from request where token = ? returning id),
  o as (insert into outbox (channel, event) select 1, id from e) select id from e", undef, $x->token);
for my $n (1 .. 4) {        # for longer than a claim as usual looks back
  $x->submitter->post($x->notes, a_note())->ok;
  $receiver->wait($url, $n);
  holds_for { 1 } 0.3;
}
cmp_ok owner()->selectrow_array('select min(event) from attempt'), '>', $id, 'later ones have been sent';
$late->commit;
ok wait_for { grep { $_->{body} =~ /LATE/ } $receiver->got($url) } 10, 'the one that is late comes all the same';

done_testing;
