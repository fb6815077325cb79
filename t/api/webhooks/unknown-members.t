# t/api/webhooks/unknown-members.t: a misspelt member never widens a subscription, and a record that was read can be sent back
# interface.md 3.2, 3.11, 14.3, 14.5 and 14.7
use lib qw(t/lib lab/lib);
use Collab::Test;

my $x = exchange();
my $me = $x->submitter;
my %url = (callbackUrl => 'http://127.0.0.1:9/');
my $third = company();
community($me->company, $third);
my ($partner, $other) = map { 0 + $_ } $x->receiver->company->{id}, $third->{id};

# Tests that the answer is 400 with these faults.
sub refused {
  my ($answer, %message) = @_;
  local $Test::Builder::Level = $Test::Builder::Level + 1;
  my %got = map { $_->{field} => $_->{message} } @{ $answer->invalid(keys %message) };
  like $got{$_}, $message{$_}, "$_: its message" for sort keys %message;
}

subtest 'an unknown member is refused with the nearest name' => sub {
  for my $path (qw(/v1/webhooks /v2/webhooks)) {
    my $before = $me->get($path)->text;
    refused($me->post($path, { %url, eventType => ['note.created'] }), eventType => qr/^is unknown; did you mean eventTypes\?$/);
    refused($me->post($path, { %url, callbackAuth => { type => 'BEARER', token => 't', tokn => 't' } }),
      'callbackAuth.tokn' => qr/^is unknown; did you mean token\?$/);
    refused($me->post($path, { %url, wonder => 1 }), wonder => qr/^is unknown; there are callbackUrl, /);
    $me->post($path, { %url, map { ("x$_" => 1) } 1 .. 5000 })->fails(400, undef, "$path: 5,000 unknown members are 400");
    is $me->get($path)->text, $before, "$path: no subscription is made";
  }
  refused($me->post('/v2/webhooks', { %url, partnerCompanyId => [$partner] }), partnerCompanyId => qr/did you mean partnerCompanyIds\?$/);
  my $id = $me->post('/v2/webhooks', { %url })->ok->{id};
  refused($me->patch("/v2/webhooks/$id", { caseDirection => ['INBOUND'] }), caseDirection => qr/did you mean caseDirections\?$/);
};

subtest 'a record can be sent back by PATCH and POST' => sub {
  my $sent = { %url, caseDirections => ['OUTBOUND'], partnerCompanyIds => [$partner] };
  my $made = $me->post('/v2/webhooks', $sent)->ok;
  my $record = $me->get("/v2/webhooks/$made->{id}")->ok;
  my $again = $me->patch("/v2/webhooks/$made->{id}", $record)->ok;
  delete $record->{health};
  is_deeply { %$again, updatedAt => '' }, { %$record, updatedAt => '' }, 'PATCH with the record changes nothing';
  my $copy = $me->post('/v2/webhooks', $made)->ok;
  isnt $copy->{id}, $made->{id}, 'POST with the record makes another subscription';
  isnt $copy->{secret}, $made->{secret}, '… with its own secret';
  is_deeply [map { $copy->{$_} } qw(caseDirections partnerCompanyIds)], [['OUTBOUND'], [$partner]], '… and the same filters';
  my $first = $me->post('/v1/webhooks', { %url, eventTypes => ['note.created'] })->ok;
  is_deeply $me->post('/v1/webhooks', $first)->ok->{eventTypes}, ['note.created'], 'V1 takes its record, too';
};

subtest 'a subscription may be inactive at creation' => sub {
  for my $path (qw(/v1/webhooks /v2/webhooks)) {
    for my $row ([undef, 1], [\1, 1], [\0, '']) {
      my ($sent, $active) = @$row;
      my $made = $me->post($path, { %url, active => $sent })->ok;
      is !!$made->{active}, !!$active, "$path: " . ($active ? 'active' : 'not active');
      is !!owner()->selectrow_array('select inactive_since is not null from subscription where id = ?', undef, $made->{id}), !$active, '… with the time since when';
    }
    $me->post($path, { %url, active => 'no' })->invalid('active');
  }
  my $off = $me->post('/v2/webhooks', { %url, active => \0 })->ok->{id};
  ok $me->patch("/v2/webhooks/$off", { active => \1 })->ok->{active}, 'it can be switched on later';
};

subtest 'arrays keep their order and lose repeated elements' => sub {
  my @ids = ($other, $partner);
  @ids = reverse @ids if $ids[0] < $ids[1];      # the larger one first
  my $made = $me->post('/v2/webhooks', { %url, caseDirections => [qw(OUTBOUND INBOUND)], partnerCompanyIds => [@ids, $ids[0]] })->ok;
  is_deeply $made->{caseDirections}, [qw(OUTBOUND INBOUND)], 'directions keep their order';
  is_deeply $made->{partnerCompanyIds}, \@ids, 'companies keep their order, each once';
  is_deeply $me->patch("/v2/webhooks/$made->{id}", { partnerCompanyIds => [reverse @ids], caseDirections => [qw(INBOUND INBOUND)] })->ok->{partnerCompanyIds},
    [reverse @ids], '… also after a change';
};

subtest 'a patch with unknown members only is refused' => sub {
  my $request = exchange();
  my $record = $request->submitter->get($request->path)->text;
  refused($request->submitter->patch($request->path, { submitterCaseNumber => 'X-1' }),
    submitterCaseNumber => qr/^cannot be changed; what can be: internalCaseNumber, submitterContactDetails$/);
  is $request->submitter->get($request->path)->text, $record, 'nothing is changed';
  $request->submitter->patch($request->path, {})->ok('an empty patch is accepted');
  $request->submitter->patch($request->path, { submitterCaseNumber => 'X-1', internalCaseNumber => 'X-2' })->ok('one known member is enough');
  $request->receiver->post($request->approval, an_approval())->ok;
  $request->receiver->patch($request->approval, { nextStep => 'x' })->invalid('nextStep');
};

done_testing;
