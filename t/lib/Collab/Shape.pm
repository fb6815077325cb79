# Checks the exact form of a JSON value: it has all the named members, no others, and each has the named type.
#
#   is_shaped $note, NOTE;      is_shaped $record, { %{+REQUEST}, internalNotes => ['text'] };
#
# A shape is a word of the table below, `word?` (or null), a hash (an object), or an array of one shape (a list of it).
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

use constant USER => { id => 'id', username => 'text', firstName => 'text?', lastName => 'text?', email => 'text', phone => 'text?',
  phoneCountryCode => 'text?', city => 'text?', emailCheckFailData => 'text?' };
use constant CONTACT => { name => 'text?', email => 'text?', phone => 'text?' };
use constant FIELD => { id => 'id', section => 'text', fieldName => 'text', value => 'text?', displayOrder => 'integer', type => 'text' };
use constant NOTE => { id => 'id', caseId => 'id', companyName => 'text?', creatorUsername => 'text?', creatorEmail => 'text?', creatorName => 'text',
  summary => 'text', description => 'text', priority => 'text', status => 'text', token => 'token', createdAt => 'time', updatedAt => 'time' };
use constant RESPONSE => { id => 'id', type => 'text', caseNumber => 'text?', engineerName => 'text?', engineerPhone => 'text?',
  engineerEmail => 'text?',
  nextSteps => 'text?', createdAt => 'time' };
use constant REQUEST => { id => 'id', submitCompanyName => 'text', submitCompanyId => 'id', submitterCaseNumber => 'text?',
  receiveCompanyName => 'text',
  receiveCompanyId => 'id', receiveDepartmentId => 'integer?', receiveDepartmentName => 'text?', receiverCaseNumber => 'text?', summary => 'text', description => 'text', direction => 'text',
    priority => 'text', status => 'text',
  token => 'token', createdAt => 'time', updatedAt => 'time', deletedAt => 'time?', responded => 'boolean', respondBy => 'time',
  feedbackRequested => 'boolean', reminderSent => 'boolean', priorityNote => 'text?', escalationInstructions => 'text?', contactDocumentId => 'id',
  contactDocumentName => 'text?', testCase => 'boolean', customFields => [FIELD], submittedBy => USER, submitterContactDetails => CONTACT,
  receiverContactDetails => CONTACT, caseNotes => [NOTE], caseResponses => [RESPONSE] };
# a request as its submitter's company sees it
use constant SUBMITTED => { %{ +REQUEST }, internalNotes => [{ note => 'text' }] };
use constant SUBSCRIPTION => { id => 'id', callbackUrl => 'text', eventTypes => ['text'], active => 'boolean', callbackAuthType => 'text',
  createdAt => 'time' };
use constant PARTNER => { label => 'text', companyName => 'text', departmentName => 'text?', companyId => 'id', departmentId => 'id?',
  documentId => 'id',
  tags => [{ tag => 'text' }] };
use constant FORM_FIELD => { fieldId => 'id', section => 'text', label => 'text', options => 'text?', additionalSettings => 'text?', type => 'text',
  displayOrder => 'integer', validationRules => 'text?', value => 'text?', selections => ['any'], required => 'boolean' };
use constant FORM => { documentId => 'id', internalCaseNumber => 'text?', receiverInternalCaseNumber => 'text?', problemSummary => 'text?',
  problemDescription => 'text?', priority => 'text', adminNote => 'text?', escalationInstructions => 'text?', submitterContactDetails => CONTACT,
  customFields => [FORM_FIELD], internalNotes => ['any'], testSubmission => 'boolean' };

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
