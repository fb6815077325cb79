# t/dispatch/slots/fairness.t: receivers that never respond, or always fail, delay no other receiver's deliveries
# The hanging transfers outlast the test, so order and counts decide.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;

my $receiver = receiver();
my $json = JSON::XS->new;
sub notes { my ($x, $n) = @_; return map { $x->submitter->post($x->notes, a_note())->ok->{token} } 1 .. $n }
sub tokens { return map { $json->decode($_->{body})->{data}{noteToken} } @_ }

subtest 'a hanging receiver does not delay one that answers' => sub {
  my $stack = stack(extra => "CollabDispatcher On slots=16 per-endpoint=3\nCollabWebhookTimeout 60\n");
  my $x = exchange();
  my ($dead, $alive) = ($receiver->url('hang'), $receiver->url);
  $x->submitter->post('/v2/webhooks', { callbackUrl => $_ })->ok for $dead, $alive;

  my @notes = notes($x, 40);     # more than the slots, and many times an endpoint's limit
  my @got = $receiver->wait($alive, 40, 30);
  is scalar(keys %{ { map { $_->{event} => 1 } @got } }), 40, 'the healthy endpoint gets all';
  is_deeply [sort { $a cmp $b } tokens(@got)], [sort @notes], 'it gets each note once';
  $receiver->wait($dead, 1);
  cmp_ok scalar($receiver->got($dead)), '<=', 3, 'the silent endpoint has its few transfers, and none has ended';
  is owner()->selectrow_array('select count(*) from attempt where not success'), 0;
};

subtest 'one dead and three hanging receivers do not delay twenty-six others' => sub {
  my $stack = stack(extra => "CollabDispatcher On slots=24 per-endpoint=4\nCollabWebhookTimeout 60\nCollabWebhookRetry V2 1 1 1 1 1\n");
  my $x = exchange();
  my @hang = map { $receiver->url('hang') } 1 .. 3;
  my $dead = $receiver->url('reset');
  my @sound = map { $receiver->url } 1 .. 26;
  $x->submitter->post('/v2/webhooks', { callbackUrl => $_ })->ok for @hang, $dead, @sound;

  # The three hanging receivers and the resetting one get a backlog of a thousand deliveries each, older than all later events. Half of each
  # backlog has been tried before.
  owner()->do(<<'END', undef, '%/reset/%', '%/hang/%');
with e as (
  insert into event (type, request, request_token, note_token, submit_company, receive_company)
  select 'note.created', r.id, r.token, 'BACKLOG' || i, r.submit_company, r.receive_company from generate_series(1, 1000) i, request r
  returning id)
insert into delivery (event, queue, attempts, due_at)
select e.id, s.id, e.id % 2, now() - interval '1 hour' from e, subscription s where s.callback_url like ? or s.callback_url like ?
END
  my $left = sub { return owner()->selectrow_array("select count(*) from delivery d join subscription s using (queue) where s.callback_url like ?", undef, $_[0]) };
  wait_for { $receiver->got($dead) > 5 && 3 == grep { $receiver->got($_) } @hang } 20, 'the backlog to be worked on';

  my @notes = notes($x, 10);
  for my $url (@sound) {
    my @got = $receiver->wait($url, 10, 30);
    is_deeply [sort { $a cmp $b } tokens(@got)], [sort @notes], "a healthy endpoint gets each note once";
  }
  cmp_ok scalar($receiver->got($_)), '<=', 4, 'a hanging endpoint has its few transfers' for @hang;
  is $left->('%/hang/%'), 3 * 1010, 'the backlog of the hanging receivers is unchanged';
  cmp_ok $left->('%/reset/%'), '>', 10, 'the backlog of the dead receiver is not finished';
};

done_testing;
