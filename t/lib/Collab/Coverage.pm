# The coverage gate: each row of the route table says which statuses it can answer (`httpd -t -D DUMP_COLLAB_ROUTES`); a test run must
# have seen every one of them, and nothing else. What was seen, the servers' access logs say: a line "operation status" for a request.
package Collab::Coverage;
use strict;
use warnings;

# The rows: {method, template, name, who, statuses, by, after, keeps}; `by` is the party that may call it, `after` the operation whose
# example runs first, `keeps` a member of the answer that later examples need.
sub routes {
  my ($server) = @_;
  my ($status, $said) = $server->control('-t', '-D', 'DUMP_COLLAB_ROUTES');
  die "httpd prints no routes: $said\n" if $status;
  my @rows;
  for (split /\n/, $said) {
    push @rows, row($_) if /^[A-Z*]+\t\S+\t\S+\t(?:PUBLIC|MEMBER)\t[\d,]+\t[A-Z]+\t\S+\t\S+$/;
  }
  die "httpd prints no routes: $said\n" unless @rows;
  return @rows;
}

# A row as a line, and back.
sub line { my ($row) = @_; return join "\t", @{$row}{qw(method template name who)}, join(',', @{ $row->{statuses} }), $row->{by}, map { $_ // '-' } @{$row}{qw(after keeps)} }
sub row {
  my %row;
  (@row{qw(method template name who)}, my $statuses, @row{qw(by after keeps)}) = split /\t/, $_[0];
  $_ = $_ eq '-' ? undef : $_ for @row{qw(after keeps)};
  return { %row, statuses => [split /,/, $statuses] };
}

sub problems {
  my ($log, @routes) = @_;
  my (%declared, %seen);
  for my $row (@routes) { $declared{"$row->{name} $_"} = 1 for @{ $row->{statuses} } }
  open my $in, '<', $log or return "no access log: $!";
  while (<$in>) { $seen{"$1 $2"}++ if /^([a-z]\S*) (\d+)$/ }
  return (map { "$_: declared, never answered" } sort grep { !$seen{$_} } keys %declared),
    map { "$_: answered, not declared" } sort grep { !$declared{$_} } keys %seen;
}

1;
