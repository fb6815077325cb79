# The coverage gate: each row of the route table declares the statuses it can answer (`httpd -t -D DUMP_COLLAB_ROUTES`). A test run must
# see each declared status, and no other. The servers' access logs record what was seen: one line "operation status" for each HTTP request.
package Collab::Coverage;
use strict;
use warnings;

# The rows: {method, template, name, who, statuses, by, act, key, states, before, captures}. `by`: the party that may call the operation; `act`:
# what the audit calls what the example does, `none`, or `-` in a row that reads; `key`: it knows Idempotency-Key; `states`: what its party gets
# in each status of a request, and the other party, as [OPEN => 200, ACCEPTED], [CLOSED => 409, closed], [other => 403, receiver-only]; empty if
# the operation does not depend on it; `before`: the operations whose examples run before its own; `captures`: for each capture, the operation and response member that give its value,
# as { noteToken => [note_create, token] }.
sub routes {
  my ($server) = @_;
  my ($status, $said) = $server->control('-t', '-D', 'DUMP_COLLAB_ROUTES');
  die "httpd prints no routes: $said\n" if $status;
  my @rows;
  for (split /\n/, $said) {
    push @rows, row($_) if /^[A-Z*]+\t\S+\t\S+\t(?:public|reader|member|integrator)\t[\d,]+\t[A-Z]+\t\S+\t(?:key|-)\t\S+\t\S+\t\S+$/;
  }
  die "httpd prints no routes: $said\n" unless @rows;
  return @rows;
}

# Writes a row as one line (`line`), and reads it back (`row`).
sub listed { return @_ ? join ',', @_ : '-' }
sub line {
  my ($row) = @_;
  my %from = %{ $row->{captures} };
  return join "\t", @{$row}{qw(method template name who)}, listed(@{ $row->{statuses} }), $row->{by}, $row->{act}, $row->{key} || '-',
    listed(map { "$_->[0]=$_->[1]:$_->[2]" } @{ $row->{states} }), listed(@{ $row->{before} }),
    listed(map { "$_=" . join '.', @{ $from{$_} } } sort keys %from);
}
sub row {
  my %row;
  (@row{qw(method template name who)}, my $statuses, @row{qw(by act key)}, my ($states, $before, $captures)) = split /\t/, $_[0];
  $row{key} = '' if $row{key} eq '-';
  @row{qw(statuses before)} = map { [grep { $_ ne '-' } split /,/] } $statuses, $before;
  $row{states} = [map { /^(\w+)=(\d+):(\S+)$/ ? [$1, $2, $3] : () } split /,/, $states];
  $row{captures} = { map { /^(\w+)=(\w+)\.(\S+)$/ ? ($1 => [$2, $3]) : () } split /,/, $captures };
  return \%row;
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
