# t/ops/collabctl/request-find.t: an X-Request-Id leads to the request, and a request to its acts, deliveries and log lines
use lib qw(t/lib lab/lib);
use Collab::Stack;
use Collab::Test;

open my $in, '<', 'conf/collab.conf.in' or die;
my ($format) = do { local $/; <$in> } =~ /^(LogFormat .* collab)$/m or die 'no LogFormat';
$format =~ s/ collab$/ shipped/;
my $stack = stack(extra => "$format\nCustomLog logs_shipped shipped\nLogLevel collab:info\nCollabDispatcher Off\n");
my $json = JSON::XS->new->utf8;
my $own = $$;     # of this run

sub one { return scalar owner()->selectrow_array(shift, undef, @_) }
sub found { return @{ $json->decode(collabctl('request', 'find', '--request-id', @_, '--json')) } }
sub logged { open my $file, '<', $stack->server->dir . '/logs_shipped' or return ''; local $/; return scalar <$file> }

my $x = exchange(request => 0);
sub post { my ($party, $path, $body, $id) = @_; return $party->post($path, $body, headers => { 'x-request-id' => $id })->ok }
$x->{record} = post($x->submitter, '/v1/collaboration-requests', $x->a_request, "made-$own");
my $token = $x->token;
post($x->receiver, $x->notes, a_note(), "noted-$own");
post($x->receiver, $x->approval, an_approval(), "approved-$own");
my $hook = post($x->receiver, '/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/in' }, "hooked-$own")->{id};
$x->receiver->put($x->path . '/attachments/config/https', { domain => 'files.example', password => 'x' x 12, expiration => '2099-01-01T00:00:00Z', httpsPath => '/up', httpsPort => 443 },
  headers => { 'x-request-id' => "stored-$own" })->ok;

subtest 'request find finds what an HTTP request has done' => sub {
  my ($submitter, $receiver) = map { $_->username } $x->parties;
  is_deeply [map { [@$_{qw(what who requestToken status)}] } found("made-$own")], [['created', $submitter, $token, 'ACCEPTED']];
  is_deeply [map { [@$_{qw(what who requestToken)}] } found("noted-$own")], [['note.created', $receiver, $token]];
  is_deeply [map { [@$_{qw(what who requestToken)}] } found("approved-$own")], [['response.created', $receiver, $token]];
  is_deeply [map { [@$_{qw(what who requestToken address)}] } found("stored-$own")], [['attachments.configured', "$receiver from 127.0.0.1", $token, '127.0.0.1']];
  is_deeply [map { [@$_{qw(what requestToken subscriptionId)}] } found("hooked-$own")], [['webhook.created', undef, $hook]], 'an act that is about no request';
  is_deeply [found('made')], [], 'the id must be exact';
  like collabctl('request', 'find', '--request-id', "made-$own"), qr/^AT +WHAT +WHO +REQUEST +STATUS +SUBSCRIPTION +SUMMARY\n\S+Z +created +\Q$submitter\E +\Q$token\E +ACCEPTED +- +Link down$/;
};

subtest 'audit --request lists what was done to a request' => sub {
  my $other = $x->another;
  collabctl('request', 'close', $_->token, '--reason', 'Over') for $x, $other;
  is_deeply [map { $_->{what} } @{ $json->decode(collabctl('audit', '--json', '--request', $token)) }], ['request close', 'attachments.configured'];
  is_deeply [map { $_->{what} } @{ $json->decode(collabctl('audit', '--json', '--request', $token, '--what', 'request')) }], ['request close'], 'with another filter';
  is collabctl('audit', '--request', 'nothing'), "none\n";
};

subtest 'request show has the acts with address and id' => sub {
  my (undef, $history) = split /\n\n/, collabctl('request', 'show', $token), 2;
  like $history, qr/ act +\Q@{[$x->receiver->username]}\E from 127\.0\.0\.1 +attachments\.configured: .*, X-Request-Id stored-$own$/m;
  like $history, qr/ act +\S+@\S+ +request close: .*status: ACCEPTED -> CLOSED/m;
  my ($act) = grep { $_->{kind} eq 'act' && $_->{act} eq 'attachments.configured' } @{ $json->decode(collabctl('request', 'show', $token, '--json'))->{history} };
  is_deeply [@$act{qw(address requestId)}], ['127.0.0.1', "stored-$own"];
};

subtest 'the access log names a new request, and no other' => sub {
  ok +(wait_for { logged() =~ m{id=stored-$own } } 10), 'requests are logged';
  like logged(), qr{"POST /v1/collaboration-requests HTTP/1\.1" 200 .* id=made-$own operation=request_create request=$token$}m;
  my $key = { 'idempotency-key' => "again-$own", 'x-request-id' => "first-$own" };
  my $again = $x->submitter->post('/v1/collaboration-requests', $x->a_request, headers => $key)->ok->{token};
  $x->submitter->post('/v1/collaboration-requests', $x->a_request, headers => { %$key, 'x-request-id' => "repeated-$own" })->ok;
  $x->submitter->post('/v1/collaboration-requests', $x->a_request(priority => 'NONE'), headers => { 'x-request-id' => "invalid-$own" })->is_status(400);
  $x->submitter->post('/v1/collaboration-requests', $x->a_request(documentId => 999_999), headers => { 'x-request-id' => "unknown-$own" });
  ok +(wait_for { logged() =~ m{id=unknown-$own } } 10);
  like logged(), qr{ id=first-$own operation=request_create request=\Q$again\E$}m;
  like logged(), qr{ id=$_-$own operation=request_create request=-$}m, "$_: makes no request" for qw(repeated invalid unknown);
};

subtest 'the log line of a refused token has the id' => sub {
  nobody->get('/v1/me', headers => { authorization => 'Bearer x.y.z', 'x-request-id' => "refused-$own" })->is_status(401);
  like $stack->server->log, qr/CB0412: a token is refused \(issuer not named\): .*, X-Request-Id refused-$own$/m;
};

# The plans of a statement of collabctl, as text.
sub plans {
  my ($name, %value) = @_;
  return join "\n", map {
    my $part = $_;
    my $text = $part->{text} =~ s/\$(\d+)/my $value = $value{ $part->{binds}[$1 - 1] =~ s{^arg\.}{}r }; '(' . (defined $value ? owner()->quote($value) : 'null') . ')'/ger;
    map { @$_ } @{ owner()->selectall_arrayref("explain $text") };
  } @{ $json->decode(scalar `bench/statement $name json`)->{parts} };
}

subtest 'no search reads the whole audit' => sub {
  owner()->do(q(insert into audit (at, what, by_account, by_address, company, account, request, request_id)
    select now() - n * interval '1 s', 'webhook.changed', 1, '192.0.2.1', 1, 1, case when n % 4 = 0 then 'T' || lpad((n / 8)::text, 19, '0') end, 'id-' || n from generate_series(1, ?::int) n), undef,
    my $rows = long(1_000_000, 20_000));
  owner()->do('analyze audit');
  for my $search (['ctl_audit_list', 'audit_request', request => $token, limit => 50], ['ctl_request_find', 'audit_request_id', request_id => 'id-77'],
    ['ctl_request_show', 'audit_request', token => $token, request => $token]) {
    my ($name, $index, %value) = @$search;
    my $plans = plans($name, %value);
    like $plans, qr/ on $index\b| using $index\b/, "$name, $rows rows: by $index" or diag $plans;
    unlike $plans, qr/Seq Scan on audit\b/, '… and nothing else' or diag $plans;
  }
};

done_testing;
