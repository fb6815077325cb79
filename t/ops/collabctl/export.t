# t/ops/collabctl/export.t: an export has all records of a company, or all that a user has written, and their count
use lib qw(t/lib lab/lib);
use Collab::Stack;
use Collab::Test;
use JSON::XS ();

my $stack = stack(extra => "CollabDispatcher Off\n");
my $json = JSON::XS->new->utf8->canonical;

sub one { return scalar owner()->selectrow_array(shift, undef, @_) }

# Returns the records of an export, by type. Tests that the last line counts them.
sub exported {
  my @lines = map { $json->decode($_) } split /\n/, collabctl(@_);
  my $count = pop @lines;
  my %records;
  push @{ $records{ $_->{type} } }, $_->{record} for @lines;
  is_deeply $count, { type => 'count', lines => scalar @lines, records => { map { $_ => scalar @{ $records{$_} } } keys %records } }, "@_[0, 1]: the last line counts the others";
  return \%records;
}

my $x = exchange(fields => [['Serial', 'STRING']]);
my ($from, $to) = map { $_->company } $x->parties;
my $note = $x->submitter->post($x->notes, a_note(description => "\x{65e5}\x{672c} \"quoted\"\n"))->ok->{token};
$x->receiver->post($x->notes, a_note())->ok;
$x->submitter->put($x->path . '/attachments/config/https', { domain => 'files.example', password => 'x' x 12, expiration => '2099-01-01T00:00:00Z', httpsPath => '/up', httpsPort => 443 })->ok;
$x->in('ACCEPTED');
my @more = map { $x->another(internalNotes => [{ note => "internal $_" }]) } 1 .. 30;
collabctl('note', 'remove', $note);
my $webhook = $x->submitter->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/in' })->ok->{id};
owner()->do(q(insert into attempt (subscription, event, number, http_status, success, error, response_body, duration_ms, created_at)
  select ?, e.id, n, 500, false, 'HTTP 500', 'no', 7, e.created_at from (select id, created_at from event where request_token = ?) e, generate_series(1, 20) n), undef, $webhook, $x->token);
department($from, name => 'Repair');

subtest 'company export has all records of a company' => sub {
  my $records = exported('company', 'export', $from->{domain});
  is $records->{company}[0]{name}, $from->{name};
  is_deeply [map { $_->{user}{username} } @{ $records->{user} }], [$x->submitter->username];
  is $records->{department}[0]{name}, 'Repair';
  is $records->{form}[0]{name}, "Form of $from->{name}";
  is $records->{subscription}[0]{callbackUrl}, 'http://127.0.0.1:9/in';
  is scalar @{ $records->{request} }, 31;
  my %exported = map { $_->{token} => $_ } @{ $records->{request} };
  for my $one ($x, @more[0, -1]) {
    my $record = $exported{ $one->token };
    is_deeply delete $record->{attachments}, $x->submitter->get($one->path . '/attachments/config')->ok;
    is_deeply delete $record->{files}, [], 'no file has been forwarded';
    is_deeply $record, $x->submitter->get($one->path . '?includeRemovedNotes=true')->ok, 'a request as GET shows it';
  }
  my %attempt = map { $_->{id} => $_ } @{ $records->{delivery} };
  my @shown = map { @{ $x->submitter->get("/v2/webhooks/$webhook/deliveries?size=50&page=$_")->ok->{content} } } 0, 1;
  is scalar keys %attempt, scalar @shown, 'all attempts';
  is_deeply [map { $attempt{ $shown[0]{id} }{$_} } qw(cloudEventId httpStatus attemptNumber responseBody error createdAt)],
    [map { $shown[0]{$_} } qw(cloudEventId httpStatus attemptNumber responseBody error createdAt)];
  is_deeply [grep { exists $_->{secret} || exists $_->{callbackAuth} } @{ $records->{subscription} }], [], 'no secret';
};

subtest "a partner's export has the partner's view" => sub {
  my $records = exported('company', 'export', $to->{id});
  is scalar @{ $records->{request} }, 31;
  is_deeply [grep { exists $_->{internalNotes} } @{ $records->{request} }], [], 'it has no internal notes';
  is $records->{form}[-1]{customFields}[0]{label}, 'Serial';
};

subtest 'user export has the account and all that it has written' => sub {
  my $records = exported('user', 'export', $x->receiver->username);
  is $records->{user}[0]{user}{email}, $x->receiver->email;
  ok !$records->{request}, 'a user without requests has none';
  is scalar @{ $records->{note} }, 1;
  is $records->{note}[0]{requestToken}, $x->token;
  is_deeply [map { $_->{type} } @{ $records->{response} }], ['APPROVAL'];
  $records = exported('user', 'export', $x->submitter->username);
  is scalar @{ $records->{request} }, 31;
  is_deeply $records->{request}[0]{internalNotes}, [{ note => 'internal 30' }];
  is $records->{subscription}[0]{id}, $webhook;
};

subtest 'an export that fails is reported' => sub {
  for my $words (['company', 'export', 'nosuch.example'], ['user', 'export', 'nosuch']) {
    ok !eval { collabctl(@$words) };
    like $@, qr/there is no /;
  }
  local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN};
  isnt system("./collabctl company export $from->{domain} >/dev/full 2>/dev/null"), 0, 'a full disk is a failure';
  is one(q(select count(*) from audit where what = 'company export' and company = ?), $from->{id}), 2, 'the audit has each export';
};

done_testing;
