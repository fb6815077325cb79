# t/long/workbenches.t: Postman, Bruno and httpyac work with what they import from the server
# Postman's converter (run by newman) and Bruno import both descriptions. The test fills in what a user must: tokens and ids, of records in a fitting
# state, and a file. Every request then succeeds with the values that the import found in the description; %explained has the exceptions. Bruno also
# imports the collection of /docs. A tool that `make viewers` could not fetch is skipped by its name.
use lib qw(t/lib lab/lib);
use Collab::File qw(slurp write_file);
use Collab::Stack;
use Collab::Test;
use Cwd qw(getcwd);
use File::Find ();
use File::Temp qw(tempdir);

my $modules = getcwd() . '/t/viewers/node_modules';
my $newman = getcwd() . '/t/clients/node_modules/.bin/newman';
my $dir = tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
$ENV{HOME} = $dir;      # the tools must not read the user's configuration
my $stack = stack(extra => "CollabTokenEndpoint On\nCollabSubscriptionLimit 200\n");
collabctl('demo');
my ($ada, $ben) = map { Collab::Party->new(username => $_, password => 'exchange-demo') } 'ada@acme.example', 'ben@beta.example';
$ben->{company} = { document => { id => 2 } };
my $exchange = bless { submitter => $ada, receiver => $ben }, 'Collab::Exchange';
my $json = JSON::XS->new;
write_file("$dir/controller.log", "controller A: reboot\n");
write_file("$dir/$_->[0].json", nobody->get($_->[1])->{content}) for ['3.1', '/openapi.json'], ['3.0', '/openapi-3.0.json'], ['ours', '/docs/postman.json'];

# ---------------------------------------------------------------- what a user fills in
# Calls are written as both tools write them: METHOD /path/:parameter.
my %state = ('POST /v1/collaboration-requests/:token/information-response' => 'INFORMATION', 'PATCH /v1/collaboration-requests/:token/approval' => 'ACCEPTED',
  'GET /v1/collaboration-requests/:token/responses/:responseId' => 'ACCEPTED');

my %client = (client_id => $ada->username, client_secret => $ada->password);

# A subscription of the caller's own for each call: one of the calls deletes it.
sub subscription { return $ada->post('/v2/webhooks', { callbackUrl => nobody->{url} . '/health/live' })->ok->{id} }

sub delivery {
  my ($id) = @_;
  $ada->post("/v2/webhooks/$id/test")->ok;
  my $of = "/v2/webhooks/$id/deliveries";
  wait_for { @{ $ada->get($of)->ok->{content} } } 30, 'a delivery';
  return $ada->get($of)->ok->{content}[0]{id};
}

# Who sends a call, and the values of its path.
sub filled {
  my ($call) = @_;
  my %value;
  if ($call =~ /:token/) {
    my $x = $exchange->another->in($state{$call} // 'OPEN');
    $value{token} = $x->token;
    $value{noteToken} = $ada->post($x->notes, a_note())->ok->{token} if $call =~ /:noteToken/;
    $value{responseId} = $ada->get($x->path)->ok->{caseResponses}[0]{id} if $call =~ /:responseId/;
  }
  $value{id} = subscription() if $call =~ /:id\b/;
  $value{deliveryId} = delivery($value{id}) if $call =~ /:deliveryId/;
  return ($call =~ m{/(?:approval|rejection|information-request)$} ? $ben : $ada, \%value);
}

# ---------------------------------------------------------------- what does not succeed, and why
my $same = 'the example has the same password twice, so that nobody who runs a whole collection changes it';
my %explained = (
  'POST /v1/me/password' => [400, $same],
  'GET /v2/webhooks/:id/redeliver' => [404, 'the new subscription has missed nothing, so there is no redelivery to show'],
);

sub judge {
  my ($about, $status, %except) = @_;
  my %expected = (%explained, %except);
  is_deeply [sort keys %$status], [all_calls()], "$about: every operation is called";
  for my $call (sort keys %$status) {
    my ($wanted, $why) = @{ $expected{$call} // [] };
    if ($wanted) { is $status->{$call}[0], $wanted, "$about: $call: $why" or diag $status->{$call}[1] }
    else         { like $status->{$call}[0], qr/^2/, "$about: $call succeeds" or diag $status->{$call}[1] }
  }
}

sub all_calls {
  my $paths = $json->decode(slurp("$dir/3.1.json"))->{paths};
  return sort map { my $path = $_; map { uc($_) . ' ' . $path =~ s/\{(\w+)\}/:$1/gr } keys %{ $paths->{$path} } } keys %$paths;
}

# ---------------------------------------------------------------- Postman
sub requests { return map { $_->{item} ? requests(@{ $_->{item} }) : $_ } @_ }

for my $version ('3.1', '3.0') {
  subtest "Postman's import of $version, run by newman" => sub {
    plan skip_all => 'openapi-to-postmanv2 is missing: `make viewers` fetches it' unless -x "$modules/.bin/openapi2postmanv2";
    plan skip_all => 'newman is missing: `make clients` fetches it' unless -x $newman;
    my ($status, $said) = output("$modules/.bin/openapi2postmanv2", '-s', "$dir/$version.json", '-o', "$dir/postman.json", '-O', 'parametersResolution=Example');
    is $status, 0, 'it converts' or diag $said;
    my $collection = $json->decode(slurp("$dir/postman.json"));
    for my $item (requests(@{ $collection->{item} })) {
      my $request = $item->{request};
      $item->{id} = my $call = "$request->{method} /" . join '/', @{ $request->{url}{path} };
      my ($party, $value) = filled($call);
      exists $value->{ $_->{key} } and $_->{value} = "$value->{ $_->{key} }" for @{ $request->{url}{variable} };
      for (@{ $request->{body}{formdata} }) { @{$_}{qw(type src)} = ('file', "$dir/controller.log") if $_->{key} eq 'files' }
      $_->{value} = $client{ $_->{key} } // $_->{value} for @{ $request->{body}{urlencoded} };
      $request->{auth} = { type => 'bearer', bearer => [{ key => 'token', type => 'string', value => $party->token }] } unless $request->{auth};
    }
    write_file("$dir/postman.json", $json->encode($collection));
    output($newman, 'run', "$dir/postman.json", '--reporters', 'json', '--reporter-json-export', "$dir/report.json");
    my $run = $json->decode(slurp("$dir/report.json"))->{run};
    judge('Postman', { map { ($_->{item}{id} => [$_->{response}{code} // 0, pack 'C*', @{ $_->{response}{stream}{data} // [] }]) } @{ $run->{executions} } });
  };
}

# ---------------------------------------------------------------- Bruno
# Each request of a Bruno collection: its call => [file, text].
sub files_of {
  my ($folder) = @_;
  my %file;
  File::Find::find({ no_chdir => 1, wanted => sub {
    my $text = /[.]bru$/ ? slurp($_) : '';
    my ($method, $path) = $text =~ m/^(get|post|put|patch|delete) \{\n  url: \{\{baseUrl\}\}([^?\n]*)/m or return;
    $file{ uc($method) . " $path" } = [$_, $text];
  } }, $folder);
  return %file;
}

# Runs a Bruno collection; file (below $folder) => [status, response].
sub bruno {
  my ($folder, @options) = @_;
  my ($status, $said) = output('sh', '-c', 'cd "$0" && exec "$@"', $folder, "$modules/.bin/bru", 'run', '-r', '--noproxy', '--reporter-json', "$folder/report.json", @options);
  my @results = map { @{ $_->{results} } } @{ $json->decode(slurp("$folder/report.json")) };
  return map { ($_->{test}{filename} => [$_->{response}{status}, $json->encode([$_->{response}{data}]), $_->{name}]) } @results;
}

for my $version ('3.1', '3.0') {
  subtest "Bruno's import of $version" => sub {
    plan skip_all => '@usebruno/cli is missing: `make viewers` fetches it' unless -x "$modules/.bin/bru";
    my $folder = "$dir/bruno-$version";
    my ($status, $said) = output("$modules/.bin/bru", qw(import openapi --collection-format bru -s), "$dir/$version.json", '-o', $folder);
    is $status, 0, 'it imports' or diag $said;
    my %file = files_of($folder);
    for my $call (sort keys %file) {
      my ($file, $text) = @{ $file{$call} };
      my ($party, $value) = filled($call);
      $text =~ s/^(params:path \{\n[^}]*?^  $_:)[^\n]*$/$1 $value->{$_}/m for keys %$value;
      $text =~ s/^  auth: inherit$/  auth: bearer/m and $text .= "\nauth:bearer {\n  token: " . $party->token . "\n}\n";
      $text =~ s/^  $_: \K.*$/$client{$_}/m for keys %client;
      $text =~ s/^  files:.*$/  files: \@file($dir\/controller.log)/m;
      write_file($file, $text);
    }
    my %of = bruno($folder, '--env', 'Environment 1');
    judge('Bruno', { map { my $file = $file{$_}[0] =~ s{^\Q$folder/\E}{}r; ($_ => $of{$file} // [0, 'not run']) } keys %file },
      'GET /v1/partners/search' => [400, 'the command line sends no query parameter of an import']);
  };
}

subtest 'Bruno runs the collection of /docs' => sub {
  plan skip_all => '@usebruno/cli is missing: `make viewers` fetches it' unless -x "$modules/.bin/bru";
  # The command line cannot import collections of Postman: the code of its window can.
  my $import = <<'END';
const [from, to, modules] = process.argv.slice(1);
const { postmanToBruno } = require(modules + '/@usebruno/converters');
const { createCollectionFromBrunoObject } = require(modules + '/@usebruno/cli/src/utils/collection');
require('fs').mkdirSync(to);
postmanToBruno(require(from)).then(made => createCollectionFromBrunoObject(made.collection ?? made, to, { format: 'bru' }));
END
  run('node', '-e', $import, "$dir/ours.json", "$dir/ours", $modules);
  my %of = bruno("$dir/ours");
  my @names = map { $_->{name} } requests(@{ $json->decode(slurp("$dir/ours.json"))->{item} });
  my ($upload) = map { delete $of{$_} } grep { $of{$_}[2] =~ /^Forward files/ } keys %of;
  is $upload->[0], 400, 'the upload needs a file of the user: Bruno knows no file in a collection';
  is scalar(keys %of), @names - 1, 'it runs every request';
  my ($shown) = map { delete $of{$_} } grep { $of{$_}[2] =~ /^Show the redelivery/ } keys %of;
  like $shown->[0], qr/^(?:200|404)$/, 'a redelivery is shown, if the new subscription had missed an event when it was asked for';
  like $of{$_}[0], qr/^20/, "$of{$_}[2] succeeds" or diag $of{$_}[1] for sort keys %of;
};

# ---------------------------------------------------------------- httpyac
subtest 'httpyac logs in by its OAuth line' => sub {
  plan skip_all => 'httpyac is missing: `make viewers` fetches it' unless -x "$modules/.bin/httpyac";
  my $url = nobody->{url};
  write_file("$dir/me.http", <<"END");
\@oauth2_tokenEndpoint=$url/oauth2/token
\@oauth2_clientId=ada\@acme.example
\@oauth2_clientSecret=exchange-demo

###
GET $url/v1/me
Authorization: oauth2 client_credentials
END
  my ($status, $said) = output('sh', '-c', 'cd "$0" && exec "$@"', $dir, "$modules/.bin/httpyac", 'send', 'me.http', '--all', '--json');
  is $status, 0, 'it ends well' or diag $said;
  my ($response) = map { $_->{response} } @{ $json->decode($said =~ s/\A[^{]*//r)->{requests} };
  is $response->{statusCode}, 200, 'the GET has a token';
  is $json->decode($response->{body})->{user}{username} // $response->{body}, 'ada@acme.example', 'of the user who logged in';
};

done_testing;
