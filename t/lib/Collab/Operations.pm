# Calls operations by the rows of the route table: each row's example (from the OpenAPI description), its party, and the operations whose
# examples must run first.
#
#   my $operations = operations();
#   my $answer = $operations->example($x, 'note_create');          the row's own example, with the parties of $x
#   $operations->call($party, 'note_create', token => $x->token);  the same HTTP request, with the test's party and values
#
# A name in `with` replaces the capture, the required parameter and the body member of that name.
package Collab::Operations;
use strict;
use warnings;
use Collab::Form;
use Collab::Test ();
use Collab::Wait qw(wait_for);
use Exporter 'import';
our @EXPORT = qw(operations given_up);

# with: values for the examples (default: those of the test's own $x). rows: route rows by name (default: those of the suite's server).
sub operations {
  my (%o) = @_;
  my $description = Collab::Test::nobody()->get('/openapi.json')->ok('the description');
  $o{rows} ||= { map { $_->{name} => $_ } Collab::Test::routes() };
  return bless { %o, description => $description }, __PACKAGE__;
}

sub row { my ($self, $name) = @_; return $self->{rows}{$name} || die "no operation $name\n" }

# A row's operation in the description.
sub described { my ($self, $row) = @_; return $self->{description}{paths}{ $row->{template} }{ lc $row->{method} } || die "$row->{name} is not described\n" }

# The path of an operation, with its required parameters.
sub path {
  my ($self, $name, %with) = @_;
  my $row = $self->row($name);
  my @parameters = grep { $_->{name} } @{ $self->described($row)->{parameters} || [] };
  my %value = map { $_->{name} => $with{ $_->{name} } // $_->{example} // 1 } @parameters;
  my $path = $row->{template} =~ s/\{(\w+)\}/Collab::Test::in_path($value{$1})/ger;
  my $query = join '&', map { "$_->{name}=" . Collab::Test::in_path($value{ $_->{name} }) } grep { $_->{in} eq 'query' && $_->{required} } @parameters;
  return length $query ? "$path?$query" : $path;
}

# The body and media type of a call.
sub body {
  my ($self, $name, %with) = @_;
  my $content = $self->described($self->row($name))->{requestBody}{content} or return;
  if ($content->{'multipart/form-data'}) {
    my ($form, %type) = a_form([files => 'a.txt', 'a']);
    return (body => $form, %type);
  }
  my $form = $content->{'application/x-www-form-urlencoded'};
  my %body = %{ ($form || $content->{'application/json'})->{example} || {} };
  $body{$_} = $with{$_} for grep { exists $body{$_} } keys %with;
  return (body => form_of(%body), type => 'application/x-www-form-urlencoded') if $form;
  return (body => \%body, type => 'application/json');
}

sub call {
  my ($self, $party, $name, %with) = @_;
  my $answer = $party->request($self->row($name)->{method}, $self->path($name, %with), $self->body($name, %with));
  @{$party}{qw(token password)} = ($answer->json->{accessToken}, $with{newPassword}) if $name eq 'password_change' && $answer->status == 200;    # the change ended the party's old token
  return $answer;
}

# The party of $x that calls the operation.
sub party {
  my ($self, $x, $name) = @_;
  return $self->row($name)->{by} eq 'RECEIVER' ? $x->receiver : $x->submitter;
}

# The values of $x that examples need.
sub with {
  my ($self, $x) = @_;
  return %{ $self->{with} } if $self->{with};
  my $receiver = $x->receiver->company;
  $self->{department}{ $receiver->{id} } ||= Collab::Test::department($receiver);
  return (companyId => 0 + $receiver->{id}, departmentId => 0 + $self->{department}{ $receiver->{id} }{id}, documentId => 0 + $x->document,
    searchTerm => $receiver->{name}, username => $x->submitter->username, password => $x->submitter->password,
    client_id => $x->submitter->username, client_secret => $x->submitter->password,
    currentPassword => $x->submitter->password, newPassword => $x->submitter->password . ' and more', callbackUrl => 'http://127.0.0.1:9/in');
}

# The values that an operation's example needs. %$answers has the responses of the examples that ran before it, by operation.
sub needed {
  my ($self, $x, $name, $answers) = @_;
  my %from = %{ $self->row($name)->{captures} };
  return ($self->with($x), map { my ($operation, $member) = @{ $from{$_} }; ($_ => member($answers->{$operation}, $member)) } keys %from);
}

# A member of a response: a dot leads into an object, or into the last element of an array.
sub member {
  my ($value, $member) = @_;
  for my $name (split /\./, $member) {
    $value = $value->[-1] if ref $value eq 'ARRAY';
    $value = $value->{$name} // die "a response has no $member\n";
  }
  return $value;
}

# Makes a dead letter of a test event for the subscription, and returns the attempt's id. An example redelivers it.
sub given_up {
  my ($id) = @_;
  return Collab::Test::owner()->selectrow_array(q(
    with event as (insert into event (type, subscription, submit_company, receive_company) select 'webhook.test', id, company, company from subscription where id = ? returning id, subscription),
         letter as (insert into dead_letter (event, subscription, reason) select id, subscription, 'HTTP 400' from event)
    insert into attempt (subscription, event, number, http_status, success, error, duration_ms, created_at, dead_letter)
    select subscription, id, 1, 400, false, 'HTTP 400', 1, clock_timestamp(), true from event returning id), undef, $id);
}

# Runs the examples that must precede a row's example, except those already in %answers. Returns the values that the row's example needs.
sub prepared {
  my ($self, $x, $name, %answers) = @_;
  for my $first (@{ $self->row($name)->{before} }) {
    given_up($answers{webhook_create}{id}) if $first eq 'webhook_deliveries_v2' && !$answers{$first};
    $answers{$first} ||= $self->call($self->party($x, $first), $first, $self->needed($x, $first, \%answers))->ok("$name: after $first");
  }
  return $self->needed($x, $name, \%answers);
}

# The same for a test of ETags: waits until the server does not change by itself what the operation reads. Needs a dispatcher.
sub at_rest {
  my ($self, $x, $name) = @_;
  my %with = $self->prepared($x, $name);
  return %with if $name ne 'webhook_redelivery';
  my $path = $self->path($name, %with);
  wait_for { $self->party($x, $name)->get($path)->json->{endedAt} } 20, 'the end of the redelivery';
  return %with;
}

sub example {
  my ($self, $x, $name) = @_;
  return $self->call($self->party($x, $name), $name, $self->prepared($x, $name));
}

1;
