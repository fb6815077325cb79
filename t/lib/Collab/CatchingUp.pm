# A receiver that recovers with a backlog in its queue while new events arrive.
package Collab::CatchingUp;
use strict;
use warnings;
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;
use Exporter 'import';
our @EXPORT = qw(catch_up);

my $NEW = 8;

# A receiver fails, and $old deliveries pile up. Then it recovers; while the backlog drains, $NEW notes are written at even intervals.
# Returns numbers of deliveries:
#   waited    for each new note, the deliveries that arrived between the writing of the note and its delivery
#   after     old deliveries that arrived after the first new one
#   old       old deliveries that arrived
sub catch_up {
  my ($old, $breaker, $per_endpoint) = @_;
  my $stack = stack(extra => "CollabDispatcher On slots=32 per-endpoint=$per_endpoint\nCollabWebhookRetry V2 600 600\nCollabWebhookBreaker $breaker\n");
  my $receiver = receiver(note => sub { select undef, undef, undef, 0.002; return $_[0] });     # 2 ms a delivery
  my $x = exchange();
  my $url = $receiver->url('500x6');
  my $id = $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok->{id};
  $x->submitter->post($x->notes, a_note())->ok for 1 .. 5;
  wait_for { $stack->server->log =~ /subscription $id: its receiver fails/ } 20, 'the breaker to open';
  backlog($old, $id);
  my (@new, @from);
  for (1 .. $NEW) {
    my $before = $_ * $old / 20;
    wait_for { $receiver->got($url) > $before } 60, "more than $before deliveries";
    push @new, $x->submitter->post($x->notes, a_note())->ok->{token};
    push @from, scalar $receiver->got($url);
  }
  wait_for { !owner()->selectrow_array('select count(*) from delivery where attempts = 0') } 60, 'every delivery to be sent';
  my @order = map { JSON::XS->new->decode($_->{body})->{data}{noteToken} } $receiver->got($url);
  my %position = map { $order[$_] => $_ } reverse 0 .. $#order;
  is scalar(grep { defined $position{$_} } @new), $NEW, 'every new note is delivered';
  return { waited => [map { $position{$new[$_]} - $from[$_] } 0 .. $#new], after => scalar(grep { /^BACKLOG/ } @order[$position{$new[0]} .. $#order]),
    old => scalar(keys %{{ map { $_ => 1 } grep { /^BACKLOG/ } @order }}) };
}

1;
