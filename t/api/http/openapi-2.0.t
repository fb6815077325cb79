# t/api/http/openapi-2.0.t: /openapi-2.0.json is valid, and has every operation, parameter, status and member of 3.0
use lib qw(t/lib lab/lib);
use Collab::Server;
use Collab::Test;
use IPC::Open2 qw(open2);
use JSON::XS ();

my $three = nobody->get('/openapi-3.0.json')->ok;
my $two = nobody->get('/openapi-2.0.json')->ok('it needs no token');
is $two->{swagger}, '2.0';

sub resolved {
  my ($document, $node) = @_;
  my $ref = $node->{'$ref'} or return $node;
  my $at = $document;
  $at = ref $at eq 'HASH' ? $at->{$_} : undef for grep { $_ ne '#' } split m{/}, $ref;
  return ref $at eq 'HASH' ? $at : die "$ref leads nowhere\n";
}

# The parameters of an operation, as "in name": those of a body or form, too.
sub parameters_of_three {
  my ($operation) = @_;
  my @all = map { resolved($three, $_) } @{ $operation->{parameters} || [] };
  my %content = %{ ($operation->{requestBody} || {})->{content} || {} };
  my ($form) = map { $content{$_} || () } qw(multipart/form-data application/x-www-form-urlencoded);
  my %part = map { $_ => 1 } $form ? keys %{ $form->{schema}{properties} } : ();      # 2.0 lacks a parameter of the query with the name of a part
  return map({ $_->{in} eq 'query' && $part{ $_->{name} } ? () : "$_->{in} $_->{name}" } @all), $form ? map({ "formData $_" } keys %{ $form->{schema}{properties} }) : %content ? 'body body' : ();
}

# Calls $call with each schema-like object and its path, but not with examples, and not with objects whose keys are names.
sub walk {
  my ($call, $node, $named, @way) = @_;
  if (ref $node eq 'ARRAY') { walk($call, $node->[$_], 0, @way, $_) for 0 .. $#$node }
  return if ref $node ne 'HASH';
  $call->($node, @way) unless $named;
  for my $key (sort keys %$node) {
    next if !$named && $key eq 'examples';
    walk($call, $node->{$key}, !$named && $key =~ /^(?:properties|definitions|paths|headers|responses|parameters|securityDefinitions|scopes)$/ ? 1 : 0, @way, $key);
  }
}

subtest 'it has every operation of 3.0, with its parameters, statuses and texts' => sub {
  is_deeply [sort keys %{ $two->{paths} }], [sort keys %{ $three->{paths} }], 'the paths';
  for my $path (sort keys %{ $three->{paths} }) {
    is_deeply [sort keys %{ $two->{paths}{$path} }], [sort keys %{ $three->{paths}{$path} }], "$path: the methods";
    for my $method (sort keys %{ $three->{paths}{$path} }) {
      my ($old, $new) = ($two->{paths}{$path}{$method}, $three->{paths}{$path}{$method});
      is_deeply [sort map { "$_->{in} $_->{name}" } map { resolved($two, $_) } @{ $old->{parameters} }], [sort { $a cmp $b } parameters_of_three($new)], "$new->{operationId}: the parameters";
      is_deeply [sort keys %{ $old->{responses} }], [sort keys %{ $new->{responses} }], "$new->{operationId}: the statuses";
      for my $status (keys %{ $new->{responses} }) {
        my ($was, $is) = (resolved($two, $old->{responses}{$status}), resolved($three, $new->{responses}{$status}));
        is_deeply [$was->{description}, [sort keys %{ $was->{headers} }]], [$is->{description}, [sort keys %{ $is->{headers} }]], "$new->{operationId}: $status";
        is !!$was->{schema}, !!$is->{content}, '… has a schema exactly if there is a body';
        is $was->{schema}{'$ref'}, '#/definitions/ErrorResponse', '… errors are ErrorResponse' if $status >= 400 && $path ne '/oauth2/token';
      }
      is_deeply [@{$old}{qw(operationId summary description deprecated tags security)}], [@{$new}{qw(operationId summary description deprecated tags security)}], "$new->{operationId}: the texts";
      my @types = sort keys %{ ($new->{requestBody} || {})->{content} || {} };
      is_deeply [sort @{ $old->{consumes} || $two->{consumes} }], \@types, "$new->{operationId}: the media types of the body" if @types;
    }
  }
};

subtest 'it has every record and member of 3.0, except the variants of callbackAuth' => sub {
  my %lacks = map { $_ => 1 } keys %{ $three->{components}{schemas} };
  for my $name (sort keys %{ $two->{definitions} }) {
    ok delete $lacks{$name}, "$name is a record of 3.0";
    my $schema = $three->{components}{schemas}{$name};
    my %members = map { %{ resolved($three, $_)->{properties} || {} } } $schema, @{ $schema->{oneOf} || [] };
    is_deeply [sort keys %{ $two->{definitions}{$name}{properties} }], [sort keys %members], "$name: the members";
    is_deeply [sort @{ $two->{definitions}{$name}{required} || [] }], [$name eq 'CallbackAuth' ? 'type' : sort @{ $schema->{required} || [] }], "$name: the required ones";
  }
  is_deeply [sort keys %lacks], [map { "CallbackAuth$_" } qw(Basic Bearer Header None Oauth2ClientCredentials)];
};

subtest 'every reference leads somewhere, and nothing is of 3.x alone' => sub {
  my ($references, @wrong) = (0);
  walk(sub {
    my ($node, @way) = @_;
    push @wrong, join '/', @way, $_ for grep { exists $node->{$_} } qw(oneOf anyOf nullable content requestBody const components contentMediaType webhooks example servers);
    push @wrong, join '/', @way, 'type' if ref $node->{type} || ($node->{type} // '') eq 'null' || !ref $node->{enum} && exists $node->{enum};
    push @wrong, join '/', @way, 'enum' if ref $node->{enum} eq 'ARRAY' && grep { !defined } @{ $node->{enum} };
    return unless exists $node->{'$ref'};
    $references++;
    push @wrong, join '/', @way unless eval { resolved($two, $node) } && keys %$node == 1;
  }, $two, 0);
  is_deeply \@wrong, [];
  cmp_ok $references, '>', 400, 'over 400 references';
  ok $two->{definitions}{CollaborationRequest}{properties}{deletedAt}{'x-nullable'}, 'a member that may be null is x-nullable';
};

subtest 'files, tokens and the server are described as 2.0 can' => sub {
  my ($file) = grep { ($_->{name} // '') eq 'files' } @{ $two->{paths}{'/v1/collaboration-requests/{token}/attachments'}{post}{parameters} };
  is_deeply [@{$file}{qw(in type required)}], ['formData', 'file', JSON::XS::true()], 'one file an upload';
  my ($cursor) = grep { ($_->{name} // '') eq 'cursor' } @{ $two->{paths}{'/v2/collaboration-requests'}{get}{parameters} };
  ok $cursor->{allowEmptyValue}, 'the cursor may be empty';
  my $bearer = $two->{securityDefinitions}{bearer};
  is_deeply [@{$bearer}{qw(type in name)}], [qw(apiKey header Authorization)];
  like $bearer->{description}, qr/^Type `Bearer `, then the token/;
  is_deeply $two->{security}, $three->{security}, 'the schemes are the same alternatives, the token itself first';
  is $two->{securityDefinitions}{oauth2}{flow}, 'application';
  is $two->{securityDefinitions}{oauth2}{tokenUrl}, "$ENV{COLLAB_TEST_URL}/oauth2/token";
  is "$two->{schemes}[0]://$two->{host}$two->{basePath}", "$ENV{COLLAB_TEST_URL}/";
  my $port = Collab::Server::free_port();
  my $below = Collab::Server->start("$ENV{COLLAB_TEST_DIR}/two$$", api_dsn => $ENV{COLLAB_TEST_DSN} =~ s/collab_owner/collab_api/r, dispatch_dsn => 'host=/nowhere',
    extra => "CollabDispatcher Off\nListen 127.0.0.1:$port\n<VirtualHost 127.0.0.1:$port>\nCollabBaseURL http://below.example:8080/exchange\nCollabTokenEndpoint Off\n"
      . "<Location \"/\">\nSetHandler none\n</Location>\n<Location \"/exchange\">\nSetHandler collab\n</Location>\n</VirtualHost>\n");
  my $there = nobody->at("http://127.0.0.1:$port")->get('/exchange/openapi-2.0.json')->ok;
  is_deeply [@{$there}{qw(schemes host basePath)}], [['http'], 'below.example:8080', '/exchange'], 'a base URL with a path';
  is_deeply [keys %{ $there->{securityDefinitions} }], ['bearer'], 'without the token endpoint, there is no scheme for it';
};

# Validates the document against the schema of OpenAPI 2.0, and the examples of its responses against its definitions.
my @examples;
for my $path (sort keys %{ $two->{paths} }) {
  for my $method (sort keys %{ $two->{paths}{$path} }) {
    my $response = $two->{paths}{$path}{$method}{responses}{200} || {};
    push @examples, { about => "$method $path", at => ['paths', $path, $method, 'responses', '200', 'schema'], value => $response->{examples}{'application/json'} } if $response->{examples};
  }
}
cmp_ok scalar @examples, '>', 40, 'over 40 responses have an example';
my $pid = open2(my $out, my $in, '/usr/bin/python3', 't/lib/validate-openapi', 't/schemas/openapi-2.0.json');
my @alternatives = ('get /v1/collaboration-requests');      # its other kind of response is not described
print $in JSON::XS->new->utf8->canonical->encode({ description => $two, answers => [grep { my $of = $_->{about}; !grep { $of eq $_ } @alternatives } @examples] });
close $in;
my @said = <$out>;
waitpid $pid, 0;
is $?, 0, 'the validator exits with 0';
is_deeply \@said, ['checked ' . (@examples - @alternatives) . "\n"], 'the document is OpenAPI 2.0, and the examples match it';

done_testing;
