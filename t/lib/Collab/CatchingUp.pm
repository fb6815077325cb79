# A receiver that works again while much has piled up for it, and what is new comes.
package Collab::CatchingUp;
use strict;
use warnings;
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;
use Exporter 'import';
our @EXPORT = qw(catch_up);

my $NEW = 8;

# A receiver fails, so many old deliveries pile up, it works again, and while they are sent new notes are written, $NEW at even distances.
# waited: how many came before each new one since it was written; after: old ones behind the first new one; old: old ones that came.
sub catch_up {
  my ($old, $breaker, $per_endpoint) = @_;
  my $stack = stack(extra => "CollabDispatcher On slots=32 per-endpoint=$per_endpoint\nCollabWebhookRetry V2 600 600\nCollabWebhookBreaker $breaker\n");
  my $receiver = receiver(note => sub { select undef, undef, undef, 0.002; return $_[0] });     # a slow one
  my $x = exchange();
  my $url = $receiver->url('500x6');
  my $id = $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok->{id};
  $x->submitter->post($x->notes, a_note())->ok for 1 .. 5;
  wait_for { $stack->server->log =~ /subscription $id: its receiver fails/ } 20, 'the breaker to open';
  backlog($old, $id);
  my (@new, @from);
  for (1 .. $NEW) {
    my $before = $_ * $old / 20;
    wait_for { $receiver->got($url) > $before } 60, "$before of them";
    push @new, $x->submitter->post($x->notes, a_note())->ok->{token};
    push @from, scalar $receiver->got($url);
  }
  wait_for { !owner()->selectrow_array('select count(*) from delivery where attempts = 0') } 60, 'all to be sent';
  my @order = map { JSON::XS->new->decode($_->{body})->{data}{noteToken} } $receiver->got($url);
  my %position = map { $order[$_] => $_ } reverse 0 .. $#order;
  is scalar(grep { defined $position{$_} } @new), $NEW, 'each new one came';
  return { waited => [map { $position{$new[$_]} - $from[$_] } 0 .. $#new], after => scalar(grep { /^BACKLOG/ } @order[$position{$new[0]} .. $#order]),
    old => scalar(keys %{{ map { $_ => 1 } grep { /^BACKLOG/ } @order }}) };
}

1;
