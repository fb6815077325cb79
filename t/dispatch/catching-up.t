# t/dispatch/catching-up.t: what is new does not wait behind all that has piled up for a receiver that works again: half of its turns are for either
# (research on 5.8). By order: the ledger is the receiver's.
use lib 't/lib';
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;

my ($OLD, $NEW) = (2000, 8);

# A receiver fails, $OLD deliveries pile up, it works again, and while they are sent new notes are written, one whenever another hundred have come.
# waited: how many came before each new one since it was written; after: old ones behind the first new one; old: old ones that came.
sub catch_up {
  my ($breaker, $per_endpoint) = @_;
  my $stack = stack(extra => "CollabDispatcher On slots=32 per-endpoint=$per_endpoint\nCollabWebhookRetry V2 600 600\nCollabWebhookBreaker $breaker\n");
  my $receiver = receiver(note => sub { select undef, undef, undef, 0.002; return $_[0] });     # a slow one
  my $x = exchange();
  my $url = $receiver->url('500x6');
  my $id = $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok->{id};
  $x->submitter->post($x->notes, a_note())->ok for 1 .. 5;
  wait_for { $stack->server->log =~ /subscription $id: its receiver fails/ } 20, 'the breaker to open';
  backlog($OLD, $id);
  my (@new, @from);
  for (1 .. $NEW) {
    my $before = 100 * $_;
    wait_for { $receiver->got($url) > $before } 60, "$before of them";
    push @new, $x->submitter->post($x->notes, a_note())->ok->{token};
    push @from, scalar $receiver->got($url);
  }
  wait_for { !owner()->selectrow_array('select count(*) from delivery where attempts = 0') } 60, 'all to be sent';
  my @order = map { JSON::XS->new->decode($_->{body})->{data}{noteToken} } $receiver->got($url);
  my %position = map { $order[$_] => $_ } reverse 0 .. $#order;
  return { waited => [map { $position{$new[$_]} - $from[$_] } 0 .. $#new], after => scalar(grep { /^BACKLOG/ } @order[$position{$new[0]} .. $#order]),
    old => scalar(keys %{{ map { $_ => 1 } grep { /^BACKLOG/ } @order }}) };
}

for my $per_endpoint (1, 8) {
  subtest "$per_endpoint at once: new ones come in between" => sub {
    my $got = catch_up('hold 1', $per_endpoint);
    is $got->{old}, $OLD, 'all of the old ones came';
    is scalar(grep { $_ > 400 } @{ $got->{waited} }), 0, 'no new one waited for more than a few of them' or diag "@{ $got->{waited} }";
  };
}

subtest 'oldest first, where the operator says so' => sub {
  my $got = catch_up('hold 1 oldest-first', 8);
  cmp_ok $got->{after}, '<', 8, 'new ones come when the old ones have come';
};

# Both kinds of claims may bring several at once: a receiver that answers eight at a time. The first look of a session sees everything, and for twenty
# seconds there is no other that would find what the dispatcher has lost sight of.
subtest 'several new ones at once: what is old goes on' => sub {
  my $stack = stack(extra => "CollabDispatcher On slots=32 per-endpoint=8\nCollabWebhookRetry V2 600 600\nCollabWebhookBreaker hold 1\n");
  my $requests = 0;
  my $receiver = receiver(note => sub { select undef, undef, undef, 0.03 unless $requests++ % 8; return $_[0] });
  my $x = exchange();
  my $url = $receiver->url('500x5');
  my $id = $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok->{id};
  my $events = 'with e as (insert into event (type, request, request_token, note_token, submit_company, receive_company)
    select \'note.created\', r.id, r.token, ? || i, r.submit_company, r.receive_company from generate_series(1, ?::int) i, request r returning id)';
  $x->submitter->post($x->notes, a_note())->ok for 1 .. 5;
  wait_for { $stack->server->log =~ /subscription $id: its receiver fails/ } 20, 'the breaker to open';
  owner()->do("$events insert into delivery (event, queue, due_at) select id, ?, now() - interval '1 minute' from e order by id", undef, 'OLD', 1200, $id);
  $stack->pg->admin->do(q(select pg_terminate_backend(pid) from pg_stat_activity where usename = 'collab_dispatch'));
  for (1 .. 6) {
    my $before = 100 * $_;
    wait_for { $receiver->got($url) > $before } 20, "$before of them";
    owner()->do("$events insert into outbox (event, channel) select id, 1 from e order by id", undef, 'NEW', 12);
  }
  my @got = $receiver->wait($url, 5 + 1200 + 6 * 12, 60);
  my ($longest) = sort { $b <=> $a } map { $got[$_]{at} - $got[$_ - 1]{at} } 100 .. $#got;
  cmp_ok $longest, '<', 5, 'nothing is out of sight for long';
};

done_testing;
