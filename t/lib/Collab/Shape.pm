# Checks the exact form of a JSON value: it has all the named members, no others, and each has the named type.
#
#   is_shaped $note, NOTE;      is_shaped $record, { %{+REQUEST}, internalNotes => ['text'] };
#
# A shape is a word of the table below, `word?` (or null), a hash (an object), or an array of one shape (a list of it). The shapes of records
# come from the description that the server prints from its rows (mod_collab/api/operations). A record shows all members of its row, even if
# they are null; the few that it leaves out are named here.
package Collab::Shape;
use strict;
use warnings;
use B ();
use JSON::XS ();
use Test::More;
use Exporter 'import';
our @EXPORT = qw(is_shaped USER CONTACT NOTE RESPONSE REQUEST SUBMITTED FIELD SUBSCRIPTION PARTNER FORM FORM_FIELD);

my $is_number = sub { my $flags = B::svref_2object(\$_[0])->FLAGS; return !ref $_[0] && $flags & (B::SVf_IOK | B::SVf_NOK) && !($flags & B::SVf_POK) };
my %kind = (
  id      => sub { $is_number->($_[0]) && $_[0] =~ /^[1-9]\d*$/ && $_[0] < 2**31 },
  integer => sub { $is_number->($_[0]) && $_[0] =~ /^-?\d+$/ },
  text    => sub { defined $_[0] && !ref $_[0] && !$is_number->($_[0]) },
  boolean => sub { JSON::XS::is_bool($_[0]) },
  time    => sub { ($_[0] // '') =~ /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/ },
  token   => sub { ($_[0] // '') =~ /^[A-Za-z0-9]{16,20}$/ },
  null    => sub { !defined $_[0] },
  any     => sub { 1 },
);

sub USER()       { return record('User') }
sub CONTACT()    { return record('ContactDetails') }
sub FIELD()      { return record('CustomField') }
sub NOTE()       { return record('CaseNote') }
sub RESPONSE()   { return record('CaseResponse') }
sub PARTNER()    { return record('Partner') }
sub FORM()       { return record('Form') }
sub FORM_FIELD() { return record('FormField') }
# a request as its submitter's company sees it, and as the receiver's does
sub SUBMITTED() { return record('CollaborationRequest') }
sub REQUEST()   { my %shape = %{ SUBMITTED() }; delete $shape{internalNotes}; return \%shape }
# what every form of a subscription has
sub SUBSCRIPTION() { my %shape = %{ record('NewSubscription') }; delete @shape{qw(payloadVersion caseDirections partnerCompanyIds contentType secret)}; return \%shape }

my ($schemas, %record);
sub record {
  my ($name) = @_;
  $schemas ||= Collab::Test::nobody()->get('/openapi.json')->ok('the description')->{components}{schemas};
  return $record{$name} ||= described($schemas->{$name} || die("no record $name\n"), '', {});
}

# The shape of a value of this schema. $within: the records around it; one within itself can be anything.
sub described {
  my ($schema, $name, $within) = @_;
  my $of = ($schema->{allOf} ? $schema->{allOf}[0] : $schema)->{'$ref'};
  return $within->{$of} ? 'any' : described($schemas->{ $of =~ s{.*/}{}r }, $name, { %$within, $of => 1 }) if $of;
  if ($schema->{anyOf}) { my $shape = described($schema->{anyOf}[0], $name, $within); return ref $shape ? $shape : "$shape?" }
  my ($type, $null) = ref $schema->{type} ? @{ $schema->{type} } : $schema->{type};
  return [described($schema->{items}, $name =~ s/s\z//r, $within)] if $type eq 'array';
  return { map { $_ => described($schema->{properties}{$_}, $_, $within) } keys %{ $schema->{properties} } } if $type eq 'object';
  my $word = $type eq 'integer' && $name =~ /(?:\Ai|I)d\z/ ? 'id' : $type eq 'string' && ($schema->{format} // '') eq 'date-time' ? 'time' : $name eq 'token' ? 'token' : $type;
  return ($word eq 'string' ? 'text' : $word) . ($null ? '?' : '');
}

sub is_shaped {
  my ($value, $shape, $what) = @_;
  local $Test::Builder::Level = $Test::Builder::Level + 1;
  my @wrong = problems($value, $shape, '');
  ok !@wrong, $what // 'the value has all the named members and no others, each of its type' or diag join "\n", @wrong;
}

sub problems {
  my ($value, $shape, $where) = @_;
  if (ref $shape eq 'HASH') {
    return "$where: no object" unless ref $value eq 'HASH';
    return map({ "$where.$_: unexpected" } sort grep { !exists $shape->{$_} } keys %$value),
      map { exists $value->{$_} ? problems($value->{$_}, $shape->{$_}, "$where.$_") : "$where.$_: missing" } sort keys %$shape;
  }
  if (ref $shape eq 'ARRAY') {
    return "$where: no array" unless ref $value eq 'ARRAY';
    return map { problems($value->[$_], $shape->[0], "$where\[$_]") } 0 .. $#$value;
  }
  my ($word, $null) = $shape =~ /^(\w+)(\??)$/ or die "no such kind: $shape\n";
  return () if $null && !defined $value;
  return () if ($kind{$word} || die "no such kind: $word\n")->($value);
  return "$where: no $word: " . (defined $value ? $value : 'null');
}

1;
