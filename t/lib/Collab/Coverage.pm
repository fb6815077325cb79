# The coverage gate: each row of the route table says which statuses it can answer (`httpd -t -D DUMP_COLLAB_ROUTES`); a test run must
# have seen every one of them, and nothing else. What was seen, the servers' access logs say: a line "operation status" for a request.
package Collab::Coverage;
use strict;
use warnings;

# The rows: {method, template, name, who, statuses}.
sub routes {
  my ($server) = @_;
  my ($status, $said) = $server->control('-t', '-D', 'DUMP_COLLAB_ROUTES');
  die "httpd prints no routes: $said\n" if $status;
  my @rows;
  for (split /\n/, $said) {
    my ($method, $template, $name, $who, $statuses) = /^([A-Z*]+)\t(\S+)\t(\S+)\t(PUBLIC|MEMBER)\t([\d,]+)$/ or next;
    push @rows, { method => $method, template => $template, name => $name, who => $who, statuses => [split /,/, $statuses] };
  }
  die "httpd prints no routes: $said\n" unless @rows;
  return @rows;
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
