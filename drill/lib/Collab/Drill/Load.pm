# The members: writers and readers, each a process, at a steady pace through the load balancer, with a ledger of their attempts.
#
#   my $load = Collab::Drill::Load::start($ledger, $url, @exchanges);       eight writers and four readers; one exchange for each writer
#
# A writer repeats a write with the same key until it gets a final answer. An acknowledged write must be in the table once
# (Collab::Lab::Load).
package Collab::Drill::Load;
use strict;
use warnings;
use Time::HiRes qw(time);
use Collab::Lab::Load qw(write_one told);
use Collab::Load qw(load pace);

use constant { WRITERS => 8, READERS => 4, WRITES => 20, READS => 60 };        # WRITES, READS: of each process, per second

my $loads = 0;

sub start {
  my ($ledger, $url, @exchanges) = @_;
  my $number = ++$loads;
  my @x = map { my $x = bless {%$_}, ref $_; $x->{$_} = $x->{$_}->at($url) for qw(submitter receiver); $x } @exchanges, @exchanges[0 .. READERS - 1];
  return load(WRITERS + READERS, sub {
    my ($say, $caller, $turn) = @_;
    my $writes = $caller <= WRITERS;
    pace($writes ? WRITES : READS);
    $writes ? write_one($x[$caller - 1], $say, "drill-$number-$caller-$turn", once => 1) : read_one($x[$caller - 1], $say, $turn);
  }, ledger => $ledger);
}

# One read: a request, or a page of the list. Every second read sends the last entity tag.
sub read_one {
  my ($x, $say, $turn) = @_;
  my $path = $turn % 10 ? $x->path : '/v2/collaboration-requests?size=10';
  my $at = time;
  my $answer = $x->submitter->get($path, $turn % 2 && $x->{tag}{$path} ? (headers => { 'if-none-match' => $x->{tag}{$path} }) : ());
  $x->{tag}{$path} = $answer->header('etag') if $answer->status == 200;
  told($say, $at, 'read', '-', $answer, '-');
}

1;
