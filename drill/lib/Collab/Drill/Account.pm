# The account of the members' attempts: which writes were acknowledged, and which of these are in the tables.
#
#   my $account = Collab::Drill::Account->new;
#   $account->add(attempts($load));                 of Collab::Lab::Load
#   $account->writes   ->last_write                 the acknowledged writes; the one of these that began last
#   $account->settle($dbh)                          compares them with the tables: sets lost, twice and late of each write
#   $account->within($from, $to)                    the figures of a period
package Collab::Drill::Account;
use strict;
use warnings;
use List::Util qw(max);
use Collab::Drill::Cluster;

sub new { my ($class) = @_; return bless { attempts => [], acknowledged => {}, failed => {}, last => 0 }, $class }

sub add {
  my ($self, @attempts) = @_;
  for my $attempt (@attempts) {
    push @{ $self->{attempts} }, $attempt;
    next if $attempt->{kind} eq 'read';
    $self->{failed}{ $attempt->{key} }++, next if $attempt->{status} != 200;
    $self->{acknowledged}{ $attempt->{key} } = $attempt;
    $self->{last} = $attempt if !$self->{last} || $attempt->{at} > $self->{last}{at};
  }
}

sub writes { my ($self) = @_; return values %{ $self->{acknowledged} } }

sub last_write { $_[0]{last} }

# Returns the writes in the tables: {key => [count, time of the first, text that the event's key must contain]}. The key of a
# closure is the key of its event.
sub standing {
  my ($dbh) = @_;
  return { map { $_->[0] => [@$_[1 .. 3]] } @{ $dbh->selectall_arrayref(<<'SQL') } };
select summary, count(*), min(extract(epoch from created_at)), min(token) from note where summary like 'drill-%' group by 1
union all
select submitter_case_number, count(*), min(extract(epoch from created_at)), min(token) from request where submitter_case_number like 'drill-%' group by 1
union all
select next_steps, count(*), min(extract(epoch from created_at)), '' from response where next_steps like 'drill-%' group by 1
union all
select 'closed|' || request_token || '|', count(*), min(extract(epoch from created_at)), '' from event where type = 'closed' group by 1
SQL
}

# `late`: an attempt failed or had no answer although it committed the write, and a repeat was then acknowledged. So the write is from before
# that repeat, by the clock of either data node.
sub settle {
  my ($self, $dbh) = @_;
  my $stands = standing($dbh);
  for my $write ($self->writes) {
    my ($often, $first, $part) = @{ $stands->{ $write->{kind} eq 'closure' ? $write->{event} : $write->{key} } || [] };
    $write->{lost} = !$often || index($write->{event}, $part) < 0;
    $write->{twice} = $often && $often > 1;
    $write->{late} = $often && $self->{failed}{ $write->{key} } && !grep { $first >= $write->{at} - $_ && $first <= $write->{until} - $_ } 0, Collab::Drill::Cluster::BEHIND;
  }
}

# The figures of the attempts that ended between two times.
sub within {
  my ($self, $from, $to) = @_;
  my @all = grep { $_->{until} >= $from && $_->{until} < $to } @{ $self->{attempts} };
  my @writes = grep { $_->{kind} ne 'read' && $_->{status} == 200 } @all;
  my %status;
  $status{ $_->{status} }++ for grep { $_->{status} !~ /^(?:200|304)$/ } @all;
  my @moments = ($from, (sort { $a <=> $b } map { $_->{until} } @writes), $to);
  return {
    requests => scalar @all, acknowledged => scalar @writes, errors => \%status,
    failed_reads => scalar(grep { $_->{kind} eq 'read' && $_->{status} !~ /^(?:200|304)$/ } @all),
    (map { my $what = $_; $what => scalar grep { $_->{$what} } @writes } qw(lost twice late)),
    longest_wait => (max 0, map { $_->{until} - $_->{at} } @all),
    longest_gap => (max 0, map { $moments[$_] - $moments[$_ - 1] } 1 .. $#moments),
    without_retry_after => scalar(grep { $_->{status} == 503 && $_->{retry} eq '-' } @all),
    strange => [map { "$_->{kind} $_->{status}" } grep { $_->{status} !~ /^(?:200|304|409|502|503|504|599)$/ } @all],
  };
}

# The answers in each second of a period: {writes => {status => count}, reads => {status => count}}.
sub by_second {
  my ($self, $from, $to) = @_;
  my @seconds = map { { writes => {}, reads => {} } } 0 .. int($to - $from);
  for my $attempt (grep { $_->{until} >= $from && $_->{until} < $to } @{ $self->{attempts} }) {
    $seconds[int $attempt->{until} - $from]{ $attempt->{kind} eq 'read' ? 'reads' : 'writes' }{ $attempt->{status} }++;
  }
  return \@seconds;
}

1;
