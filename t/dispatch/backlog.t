# t/dispatch/backlog.t: the last slots are kept for the other version. Who has filled all others goes on when slots are freed, and not at the
# next poll: that would make half a second of each round of 14, more than forty rounds here.
use lib 't/lib';
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;

my $receiver = receiver();
my $stack = stack(extra => "CollabDispatcher On slots=16 per-endpoint=16\n");
my $x = exchange();
my $url = $receiver->url;
my $id = $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok->{id};
owner()->do(<<'END', undef, $id);
with e as (
  insert into event (type, request, request_token, note_token, submit_company, receive_company)
  select 'note.created', r.id, r.token, 'BACKLOG' || i, r.submit_company, r.receive_company from generate_series(1, 600) i, request r
  returning id)
insert into delivery (event, subscription) select id, ? from e
END
ok wait_for { owner()->selectrow_array('select count(*) from attempt where success') == 600 } 10, 'all of them';
is scalar($receiver->got($url)), 600, 'each was sent once';

done_testing;
