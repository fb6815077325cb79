# t/dispatch/catching-up.t: what is new does not wait behind all that has piled up for a receiver that works again: half of its turns are for either
# (research on 5.8). By order: the ledger is the receiver's.
use lib 't/lib';
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;

my ($OLD, $NEW, $BETWEEN) = (long(2000, 1000), 8, long(100, 60));

# A receiver fails, $OLD deliveries pile up, it works again, and while they are sent new notes are written, one whenever another $BETWEEN have come.
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
    my $before = $BETWEEN * $_;
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
    is scalar(grep { $_ > $OLD / 5 } @{ $got->{waited} }), 0, 'no new one waited for more than a few of them' or diag "@{ $got->{waited} }";
  };
}

subtest 'oldest first, where the operator says so' => sub {
  my $got = catch_up('hold 1 oldest-first', 8);
  cmp_ok $got->{after}, '<', 8, 'new ones come when the old ones have come';
};

done_testing;
