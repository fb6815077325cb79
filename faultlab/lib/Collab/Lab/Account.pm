# The account: what was promised by the interface against what came to the receivers, while both ledgers grow.
#
#   my $account = Collab::Lab::Account->new($site, @writers' ledgers);
#   $account->read;                      takes in what is new
#   $account->lag($now)                  how long the oldest promise has been open; 0: none is
#   $account->open_since($time, $now)    is anything open that was promised until then? What is lost does not count for ever
package Collab::Lab::Account;
use strict;
use warnings;
use List::Util qw(min);
use Collab::Lab::Ledger;

use constant LOST_AFTER => 60;

sub new {
  my ($class, $site, @ledgers) = @_;
  my $self = bless { site => $site, acked => {}, open => {}, got => {}, event => {}, newest => 0, longest => 0, duplicates => 0, received => 0, faulty => {},
    failed => {}, deliveries => 0 }, $class;
  $self->{writers} = [map { Collab::Lab::Ledger::reader($_) } @ledgers];
  $self->{receivers} = [map { Collab::Lab::Ledger::reader("$site->{dir}/$_.ledger") } qw(main away)];
  $self->{ledger}{ $_->{n} } = $_ for $site->subscriptions('ledger');
  return $self;
}

sub read {
  my ($self) = @_;
  # promises first: what has come then is rarely unknown
  for my $reader (@{ $self->{writers} }) { $self->promise($_) for $reader->() }
  for my $reader (@{ $self->{receivers} }) { $self->arrival($_) for $reader->() }
}

# Who must get an event of this type.
sub wanted {
  my ($self, $pair, $type) = @_;
  return @{ $self->{wanted}{"$pair $type"} //= [map { $_->{n} } grep {
    my $s = $_;
    $s->{kind} eq 'ledger' && (!$s->{types} || grep { $_ eq $type } @{ $s->{types} });
  } @{ $self->{site}{pairs}[$pair]{subscriptions} }] };
}

sub promise {
  my ($self, $entry) = @_;
  if (!defined $entry->{key}) { $self->{failed}{ $entry->{failed} }++; return }
  $self->{acked}{ $entry->{key} } = $entry->{at};
  my ($type) = split /\|/, $entry->{key};
  for my $n ($self->wanted($entry->{pair}, $type)) {
    my $one = "$n $entry->{key}";
    $self->{expected}++;
    if ($self->{got}{$one}) { $self->arrived($entry->{at}, $entry->{at}) } else { $self->{open}{$one} = $entry->{at} }
  }
}

sub arrival {
  my ($self, $entry) = @_;
  $self->{deliveries}++;
  $self->{faulty}{ $entry->{fault} }++ if $entry->{fault};
  $self->{faulty}{'not subscribed'}++ unless $self->{ledger}{ $entry->{n} };
  my $known = $self->{event}{ $entry->{key} } //= $entry->{event};
  $self->{faulty}{'another id for the same event'}++ if $known ne $entry->{event};
  my $one = "$entry->{n} $entry->{key}";
  if (my $before = $self->{got}{$one}) {
    $self->{duplicates}++;
    $self->{faulty}{'another body the second time'}++ if $before ne $entry->{digest};
    return;
  }
  $self->{got}{$one} = $entry->{digest};
  my $at = delete $self->{open}{$one};
  $self->arrived($at, $entry->{at}) if defined $at;
}

sub arrived {
  my ($self, $promised, $came) = @_;
  $self->{received}++;
  $self->{newest} = $promised if $promised > $self->{newest};
  $self->{longest} = $came - $promised if $came - $promised > $self->{longest};
}

sub lag { my ($self, $now) = @_; my $oldest = min values %{ $self->{open} }; return defined $oldest && $oldest < $now ? $now - $oldest : 0 }
sub open_since { my ($self, $time, $now) = @_; my $oldest = min grep { $_ > $now - LOST_AFTER } values %{ $self->{open} }; return defined $oldest && $oldest <= $time }
sub open { my @open = sort keys %{ $_[0]{open} }; return @open }

# ---------------------------------------------------------------- the second witness: the event table
# (promised but not in the table, committed without a promise and not received).
sub witness {
  my ($self, $dbh) = @_;
  my %pair_of;
  for my $n (0 .. $#{ $self->{site}{pairs} }) { $pair_of{ $self->{site}{pairs}[$n]{exchange}{submitter}{company}{id} } = $n }
  my (%there, @missing);
  for my $row (@{ $dbh->selectall_arrayref(q(select type, request_token, coalesce(note_token, response::text), submit_company from event where request is not null)) }) {
    my ($type, $request, $part, $company) = @$row;
    my $key = Collab::Lab::Ledger::key($type, $request, $part);
    $there{$key} = 1;
    push @missing, grep { !$self->{got}{$_} } map { "$_ $key" } $self->wanted($pair_of{$company}, $type);
  }
  return ([grep { !$there{$_} } sort keys %{ $self->{acked} }], \@missing, scalar keys %there);
}

1;
