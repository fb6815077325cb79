# t/ops/docs/property-examples.t: properties have the examples of the media types, and the server accepts a body of them
# Tools that import a description fill in a body from the examples of its properties: on the demo's data, such a body succeeds.
use lib qw(t/lib lab/lib);
use Collab::Coverage;
use Collab::Form;
use Collab::Operations;
use Collab::Stack;
use Collab::Test;
use JSON::XS ();
use Scalar::Util qw(refaddr);

my $stack = stack(extra => "CollabLegacySunset Off\n");
collabctl('demo');
my $json = JSON::XS->new->canonical->allow_nonref;
my $description;

sub resolved {
  my ($node) = @_;
  my $at = $description;
  if (my $ref = $node->{'$ref'}) { $at = $at->{$_} for grep { $_ ne '#' } split m{/}, $ref; return $at }
  return $node;
}

# The example of a schema, in a list; (): it has none.
sub example_of { my ($schema) = @_; return exists $schema->{examples} ? $schema->{examples}[0] : exists $schema->{example} ? $schema->{example} : () }

# What a tool makes of a schema: the examples of the properties, and else the simplest value of the type.
sub sample {
  my ($of) = @_;
  my $schema = resolved($of);
  my ($first) = map { @{ $schema->{$_} || [] } } qw(allOf oneOf anyOf);
  my @example = example_of($schema);
  return $example[0] if @example;
  return $schema->{default} if exists $schema->{default};
  return $schema->{enum}[0] if $schema->{enum};
  return sample($first) if $first;
  my ($type) = ref $schema->{type} ? @{ $schema->{type} } : $schema->{type};
  return { map { my $property = resolved($schema->{properties}{$_}); keys %$property > 1 || $schema->{properties}{$_}{'$ref'} ? ($_ => sample($property)) : () } keys %{ $schema->{properties} } } if $type eq 'object';
  return [sample($schema->{items})] if $type eq 'array';
  return $type eq 'integer' ? $schema->{minimum} // 0 : $type eq 'boolean' ? JSON::XS::false : 'string';
}

# The members, and the elements of arrays, that have no example. Objects have theirs in their members, unless those are alternatives.
sub without {
  my ($schema, $at) = @_;
  return () if grep { exists $schema->{$_} } qw(examples example default);
  return $at if $schema->{'$ref'} || grep { $schema->{$_} } qw(allOf oneOf anyOf);
  my %of = %{ $schema->{properties} || {} };
  return %of ? map({ without($of{$_}, "$at.$_") } grep { keys %{ $of{$_} } > 1 } sort keys %of) : $schema->{items} ? without($schema->{items}, "$at\[]") : $at;
}

# Collects in %$seen, for each property, its values in the example beside the media type.
sub collect {
  my ($about, $of, $value, $seen) = @_;
  my $schema = resolved($of);
  collect($about, $_, $value, $seen) for grep { matches($_, $value) } map { @{ $schema->{$_} || [] } } qw(allOf oneOf anyOf);
  if (ref $value eq 'ARRAY' && $schema->{items}) { collect("$about\[]", $schema->{items}, $_, $seen) for @$value }
  return if ref $value ne 'HASH';
  for my $member (grep { $schema->{properties}{$_} && defined $value->{$_} } keys %$value) {
    my $property = $schema->{properties}{$member};
    my $entry = $seen->{ refaddr $property } //= { about => "$about.$member", property => $property };
    $entry->{values}{ $json->encode($value->{$member}) } = 1 unless ref $value->{$member} eq 'HASH' || ref $value->{$member} eq 'ARRAY' && grep { ref } @{ $value->{$member} };
    collect("$about.$member", $property, $value->{$member}, $seen);
  }
}

# Is the value of this alternative?
sub matches {
  my ($of, $value) = @_;
  my $schema = resolved($of);
  return ref $value eq 'ARRAY' if ($schema->{type} // '') eq 'array';
  return 1 if $schema->{oneOf};
  my %only = map { $schema->{properties}{$_}{enum} ? ($_ => $schema->{properties}{$_}{enum}) : () } keys %{ $schema->{properties} || {} };
  return ref $value eq 'HASH' && !grep { my $of = $_; !$schema->{properties}{$of} || $only{$of} && !grep { $_ eq $value->{$of} } grep { defined } @{ $only{$of} } } keys %$value;
}

{ package Two; sub new { my ($class, %party) = @_; return bless {%party}, $class } sub submitter { return $_[0]{submitter} } sub receiver { return $_[0]{receiver} } }
my %rows = map { $_->{name} => $_ } Collab::Coverage::routes($stack->server);

for my $of (['3.1', '/openapi.json', 'examples'], ['3.0', '/openapi-3.0.json', 'example']) {
  my ($version, $path, $keyword) = @$of;
  $description = nobody->get($path)->ok;
  my %operation = map { map { $_->{operationId} => $_ } values %$_ } values %{ $description->{paths} };

  subtest "$version: the examples at the properties are those beside the media types" => sub {
    my (%seen, @wrong);
    for my $name (sort keys %operation) {
      for my $content ($operation{$name}{requestBody}{content} || (), $operation{$name}{responses}{200}{content} || ()) {
        exists $content->{$_}{example} and collect("$name: $_", $content->{$_}{schema}, $content->{$_}{example}, \%seen) for sort keys %$content;
      }
    }
    my $events = $description->{ $version eq '3.1' ? 'webhooks' : 'x-webhooks' };
    for my $event (sort keys %$events) {
      my ($content) = values %{ $events->{$event}{post}{requestBody}{content} };
      collect($event, $content->{schema}, $content->{example}, \%seen);
    }
    for my $record (qw(ErrorResponse ProblemDetail)) {
      my ($whole) = example_of($description->{components}{schemas}{$record});
      ok $whole, "$record has an example";
      collect($record, { '$ref' => "#/components/schemas/$record" }, $whole, \%seen);
    }
    for my $entry (sort { $a->{about} cmp $b->{about} } grep { $_->{values} && !$_->{values}{'[]'} } values %seen) {
      my @example = example_of($entry->{property});
      push @wrong, "$entry->{about}: " . (@example ? $json->encode($example[0]) : 'none') . ', not ' . join ' or ', sort keys %{ $entry->{values} }
        unless @example && $entry->{values}{ $json->encode($example[0]) };
    }
    is_deeply \@wrong, [], 'the example of each property is its value in such an example';
    cmp_ok scalar keys %seen, '>', 200, 'over 200 properties have one';
  };

  subtest "$version: the server accepts a body that is made of the examples at the properties" => sub {
    my ($ada, $ben) = map { Collab::Party->new(username => $_, password => 'exchange-demo') } 'ada@acme.example', 'ben@beta.example';
    my $operations = operations(rows => \%rows, with => {});
    my ($tried, $with_headers) = (0, 0);
    for my $name (sort keys %operation) {
      my $content = $operation{$name}{requestBody}{content} || {};
      for my $type (sort grep { !/^multipart/ } keys %$content) {
        my $body = sample($content->{$type}{schema});
        is_deeply [without($content->{$type}{schema}, $name)], [], "$name: every member has an example or a default";      # Insomnia writes "string" and 0 for others
        $tried++;
        my $row = $operations->row($name);
        my $x = Two->new(submitter => $ada, receiver => $ben);
        my %values = $operations->prepared($x, $name);
        my @body = $type =~ /form/ ? (body => form_of(%$body)) : (body => $body);
        my %headers = map { exists $_->{example} ? ($_->{name} => $_->{example}) : () } grep { $_->{in} eq 'header' } map { resolved($_) } @{ $operation{$name}{parameters} };
        my $answer = $operations->party($x, $name)->request($row->{method}, $operations->path($name, %values), @body, type => $type, headers => \%headers);
        $with_headers += keys %headers;
        if ($name eq 'password_change') { $answer->invalid('newPassword'); next }      # so a tool changes no password
        ok $answer->status == 200, "$name: $type" or diag $json->encode($body), $answer->text;
      }
    }
    cmp_ok $tried, '>=', 18, 'at least 18 bodies are tried';
    cmp_ok $with_headers, '>', 20, 'with the examples of If-Match and If-None-Match';
    my %cursor = map { $_->{name} => $_ } grep { $_->{in} eq 'query' } map { resolved($_) } @{ $operation{request_page}{parameters} };
    is_deeply [@{ $cursor{cursor} }{qw(example allowEmptyValue)}], ['', JSON::XS::true], 'the cursor may be empty, which is its example';
    ok !exists resolved({ '$ref' => '#/components/parameters/IdempotencyKey' })->{example}, 'a key has no example, which tools would send twice';
  };
}

done_testing;
