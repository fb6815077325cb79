# Prints in docs/interface.md what the rows of mod_collab/api/operations say: the columns `type`, `required` and `default` of the marked tables
# of members, and the lengths of 18.1. `make api-reference` calls it, with the text of the OpenAPI description. By hand are the meaning, and
# what follows the first "; " of a type.
#
#   <!-- members of CaseNote -->             the table after it shows a record: the component of this name
#   <!-- members of POST /v1/login -->       … a body
package Collab::Fields;
use strict;
use warnings;
use Exporter 'import';
use JSON::XS ();
our @EXPORT_OK = qw(fields);

# What the interface calls a record, and where.
my %called = (User => 'user (6.5)', FormField => 'form field (8.3)', CustomField => 'custom field (9.6)', ContactDetails => 'contact details (9.8)',
  CaseResponse => 'case response (10.9)', CaseNote => 'case note (12.1)');
# The place of a member whose name occurs with several lengths; "": the name alone.
my %place = (CaseNote => ' of a note', CollaborationRequest => ' of a request', CollaborationRequestItem => ' of a request', CallbackAuth => ' of a callback authentication',
  'POST /v1/collaboration-requests/{token}/notes' => ' of a note', 'POST /v1/collaboration-requests/{token}/attachments' => ' of an upload',
  'PUT /v1/collaboration-requests/{token}/attachments/config/https' => ' of a storage', 'POST /v1/login' => ' of a user',
  'GET /v1/partners/search' => ' of a search', 'GET /v2/collaboration-requests' => ' of a list', 'GET /v2/collaboration-requests/list' => ' of a list');

my ($text, $api);

# Returns the page with what is printed anew.
sub fields {
  my ($page, $described) = @_;
  $text = $described;
  $api = JSON::XS->new->utf8->decode($described);
  my $markers = () = $page =~ /<!-- *members\b/g;
  my $tables = $page =~ s{^(<!-- members of (.*?) -->\n\n)((?:\|.*\n)+)}{$1 . table($2, $3)}gme;
  $tables == $markers && $tables >= 19 or die "docs/interface.md: $markers markers of members, $tables of them before a table, should be 19 or more\n";
  $page =~ s{^(<!-- lengths -->\n\n\|.*\n\|.*\n)(?:\|.*\n)*}{$1 . lengths()}me or die "docs/interface.md has no lengths\n";
  return $page;
}

sub schema {
  my ($name) = @_;
  my ($method, $path) = $name =~ m{^([A-Z]+) (/.*)$} or return $api->{components}{schemas}{$name} || die "docs/interface.md: no record $name\n";
  my $content = ($api->{paths}{$path}{ lc $method } || die "docs/interface.md: no operation $name\n")->{requestBody}{content};
  return ($content->{'application/json'} || $content->{'multipart/form-data'} || $content->{'application/x-www-form-urlencoded'} || die "docs/interface.md: no body of $name\n")->{schema};
}

# The members of a record or body, in the order of the row. JSON::XS does not keep it, so the text is searched.
sub in_order {
  my ($name, $schema) = @_;
  my ($method, $path) = $name =~ m{^([A-Z]+) (/.*)$};
  my $from = index $text, $path ? qq("$path":{) : qq("$name":{"type":"object");
  $from = index $text, $_, $from for $path ? (qq("\L$method":{"), '"requestBody":{') : ();
  $from >= 0 or die "docs/interface.md: cannot find $name\n";
  my %at = map { $_ => index $text, qq("$_":{), $from } used($schema);
  return sort { $at{$a} <=> $at{$b} } keys %at;
}

# The members that have a use. A body may have others, of a record that is sent back: their description says no more than that.
sub used { my ($schema) = @_; return grep { keys %{ $schema->{properties}{$_} } > 1 } keys %{ $schema->{properties} } }

sub table {
  my ($name, $old) = @_;
  my ($head, $line, @rows) = split /\n/, $old;
  my @columns = grep { length } split / *\| */, $head;
  my ($schema, $in_body) = (schema($name), scalar $name =~ / /);
  my %required = map { $_ => 1 } @{ $schema->{required} || [] };
  my %old;
  for my $row (@rows) {
    my @cells = map { s/^ +| +$//gr } (split /\|/, $row, -1)[1 .. @columns];
    $cells[0] =~ /^`(\w+)`$/ or die "docs/interface.md: $name: not a row of one member: $row\n";
    $old{$1} = \@cells;
  }
  my @printed;
  for my $member (in_order($name, $schema)) {
    my $of = $schema->{properties}{$member};
    my @cells = ("`$member`");
    for my $at (1 .. $#columns) {
      my $by_hand = $old{$member}[$at] // '';
      push @cells, $columns[$at] eq 'type' ? type($of, $in_body || ($old{$member}[-1] // '') =~ /\babsent\b/, $in_body) . ($by_hand =~ /(;.*)/ ? $1 : '')
        : $columns[$at] eq 'required' ? ($required{$member} ? 'yes' : 'no')
        : $columns[$at] eq 'default' && exists $of->{default} ? JSON::XS->new->allow_nonref->encode($of->{default}) : $by_hand;
    }
    push @printed, ('| ' . join(' | ', @cells) . ' |') =~ s/  +/ /gr;
  }
  return join "\n", $head, $line, @printed, '';
}

sub count { my ($n) = @_; 1 while $n =~ s/^(\d+)(\d{3})/$1,$2/; return $n }
sub words { my @words = map { "`$_`" } @_; my $last = pop @words; return @words ? join(', ', @words) . " or $last" : $last }

# In words: the type of a member, without `or null` if $never: a body's optional member takes null, too (3.2), which the table does not repeat.
sub type {
  my ($of, $never, $in_body) = @_;
  my $either = $of->{anyOf};
  $of = $either->[0] if $either;
  my ($ref) = map { ($_->{'$ref'} // '') =~ m{(\w+)$} ? $1 : () } $of, @{ $of->{allOf} || [] };
  return $called{$ref} // object($api->{components}{schemas}{$ref}) if $ref;
  my ($type, $null) = ref $of->{type} ? @{ $of->{type} } : $of->{type};
  my $format = $of->{format} // '';
  my $more = ($null || $either) && !$never ? ' or null' : '';
  return words(grep { defined } @{ $of->{enum} }) . $more if $of->{enum};
  return ($in_body ? 'date-time' : 'timestamp') . $more if $format eq 'date-time';
  return ({ uri => 'URI', email => 'e-mail address' }->{$format} // 'string') . $more . ($format ? '' : $of->{maxLength} ? ', max ' . count($of->{maxLength}) : '') if $type eq 'string';
  return 'array of ' . type($of->{items}, $never, $in_body) . ($of->{maxItems} ? ', at most ' . count($of->{maxItems}) : '') if $type eq 'array';
  return $type eq 'object' ? object($of) : "$type$more";
}
# An object: by its name, if a record has these members.
sub object {
  my ($of) = @_;
  my $members = join ', ', sort keys %{ $of->{properties} };
  my ($record) = grep { $members eq join ', ', sort keys %{ $api->{components}{schemas}{$_}{properties} } } sort keys %called;
  return $record ? $called{$record} : "`{$members}`";
}

# The rows of 18.1: for each length the members that have it, except the value of a custom field (9.4).
sub lengths {
  my %length;       # {member}{length}{place}
  my %all = (%{ $api->{components}{schemas} });
  for my $path (keys %{ $api->{paths} }) {
    for my $method (keys %{ $api->{paths}{$path} }) {
      my $operation = $api->{paths}{$path}{$method};
      my $name = uc($method) . " $path";
      $all{$name} = { properties => { map { $_->{name} ? ($_->{name} => $_->{schema}) : () } @{ $operation->{parameters} || [] } } };
      $all{$name}{items} = { oneOf => [map { $_->{schema} } values %{ $operation->{requestBody}{content} || {} }] };
    }
  }
  collect(\%length, $all{$_}, '', $_) for keys %all;
  my %members;
  delete $length{value};
  for my $member (keys %length) {
    my $several = keys %{ $length{$member} } > 1;
    for my $most (keys %{ $length{$member} }) {
      my %in = map { ($several ? $place{ s/^CallbackAuth\K\w+//r } // " of `$_`" : '') => 1 } keys %{ $length{$member}{$most} };
      push @{ $members{$most} }, map { "`$member`$_" } sort keys %in;
    }
  }
  return join '', map { '| ' . join(', ', sort @{ $members{$_} }) . ' | ' . count($_) . " |\n" } sort { $a <=> $b } keys %members;
}

sub collect {
  my ($length, $of, $name, $place) = @_;
  return if ref $of ne 'HASH' || $of->{'$ref'};
  $length->{$name}{ $of->{maxLength} }{$place} = 1 if $of->{maxLength} && ($of->{format} // '') !~ /^(?:uri|email)$/;
  collect($length, $of->{properties}{$_}, $_, $place) for keys %{ $of->{properties} || {} };
  collect($length, $_, $name, $place) for $of->{items} // (), map { @{ $of->{$_} || [] } } qw(allOf anyOf oneOf);
  return;
}

1;
