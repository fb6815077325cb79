# The ledger entry of a delivery.
#
# The key of an event is "type|request token|note token or response id". An answer of the interface and a delivery have nothing else in
# common.
package Collab::Lab::Ledger;
use strict;
use warnings;
use Digest::MD5 qw(md5_hex);
use JSON::XS ();
use Collab::File qw(slurp);
use Collab::Receiver ();
use Collab::Wait qw(wait_for);

my $json = JSON::XS->new->utf8;

sub key { my ($type, $request, $part) = @_; return join '|', $type, $request, $part // '' }

# Returns a function for the option `note` of Collab::Receiver. That function gets a delivery and returns its entry: {at, n, event, key,
# digest, fault}. `fault` names what is wrong: signature, id, subscription. With $drop, the ledger omits the tenth delivery and its repeats.
sub note {
  my ($dir, $drop) = @_;
  my (%known, $dropped);
  my $count = 0;
  return sub {
    my ($request) = @_;
    my ($n) = $request->{path} =~ m{/(\d+)$} or return undef;
    # the first delivery may come before the lab has the answer with the secret
    my $known = $known{$n} //= (wait_for { eval { $json->decode(slurp("$dir/secrets/$n")) } } 10) // die "no secret of subscription $n\n";
    my $body = eval { $json->decode($request->{body}) } // {};
    my $about = $body->{data} || $body;
    my $type = $body->{type} // $body->{eventType} // '';
    $type =~ s/^(?:org\.provider\.core\.)?collaboration-request\.//;
    my @fault;
    push @fault, 'signature' unless Collab::Receiver::signed($request, $known->{secret});
    push @fault, 'id' if exists $body->{specversion} && ($body->{id} // '') ne $request->{event};
    push @fault, 'subscription' if exists $body->{specversion} && ($body->{subscriptionid} // '') ne $known->{id};
    if ($drop) {
      $dropped //= "$n $request->{event}" if ++$count == 10;
      return undef if defined $dropped && $dropped eq "$n $request->{event}";
    }
    return { at => $request->{at}, n => $n, event => $request->{event}, digest => md5_hex($request->{body}), fault => "@fault",
      key => key($type, $about->{requestToken} // '', $about->{noteToken} // $about->{responseId}) };
  };
}

1;
