# Prints the table of 10.2 in docs/interface.md: what each operation answers in each status of a request. `make api-reference` calls it with the
# rows of the route table (t/lib/Collab/Coverage.pm).
package Collab::States;
use strict;
use warnings;
use utf8;
use Exporter 'import';
our @EXPORT_OK = qw(states);

my %party = (EITHER => 'both', SUBMITTER => 'submitter', RECEIVER => 'receiver');
my $request = '/v1/collaboration-requests/{token}';

# Returns the page with the table printed anew.
sub states {
  my ($page, @rows) = @_;
  @rows = grep { @{ $_->{states} } } @rows;
  my @statuses = map { $_->[0] } grep { $_->[0] ne 'other' } @{ $rows[0]{states} };
  my $text = line("operation on `$request`", 'by', (map { "`$_`" } @statuses), 'the other party') . '|' . '---|' x (@statuses + 3) . "\n";
  for my $row (@rows) {
    my %in = map { $_->[0] => cell(@$_) } @{ $row->{states} };
    my $path = $row->{template} =~ s{^\Q$request\E(?=/)}{…}r;
    $text .= line("`$row->{method} $path`", $party{ $row->{by} }, @in{@statuses}, $in{other} // '');
  }
  $page =~ s{^(<!-- states -->\n\n)(?:\|.*\n)+}{$1$text}m or die "docs/interface.md has no table of states\n";
  return $page;
}

sub line { return '| ' . join(' | ', @_) . " |\n" =~ s/  +/ /gr }
sub cell { my ($status, $code, $word) = @_; return $code == 200 ? $word eq $status ? '200' : "200, then `$word`" : "$code `$word`" }

1;
