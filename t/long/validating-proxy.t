# t/long/validating-proxy.t: a validating proxy finds no violation in any response of any operation
# The proxy is prism, of t/clients. It sees each status of each operation, and errors in both formats. It finds no violation in a request, unless
# the request is meant to be wrong.
use lib qw(t/lib lab/lib);
use Collab::Coverage;
use Collab::Form;
use Collab::Operations;
use Collab::Prism;
use Collab::Stack;
use Collab::Test;
use Digest::SHA qw(sha256_hex);
use File::Temp qw(tempdir);

-d 't/clients/node_modules/@stoplight/prism-cli' or die "The proxy of t/clients is missing: `make clients` fetches it\n";
my $stack = stack(extra => "CollabMaxBody 8192\nCollabMaxAttachment 8192\nCollabLoginLimit 3 60\nCollabSubscriptionLimit 200\nCollabDatabaseWait 100ms\n");
my %row = map { $_->{name} => $_ } Collab::Coverage::routes($stack->server);
my $dir = tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $prism = Collab::Prism->start(nobody->get('/openapi.json')->{content}, $dir);
my $json = 'application/json';
my $patch = 'application/merge-patch+json';

# ---------------------------------------------------------------- a valid call of each operation, on new companies
my $x = exchange(request => 0);
my ($ada, $ben) = $x->parties;
my $department = department($ben->company);
my $of_department = form($ben->company, department => $department);
sub fresh { my ($status) = @_; my $one = $x->another; $one->in($status) if $status; return $one }
sub hook { my ($version) = @_; return $ada->post("/$version/webhooks", { callbackUrl => 'http://127.0.0.1:9/in' })->ok->{id} }
sub upload { my ($size) = @_; my ($form, %type) = a_form([files => 'a.txt', 'x' x $size, 'Content-Type: text/plain']); return (body => $form, %type) }
sub takes { my ($type, $body) = @_; return (type => $type, body => $body) }
my $clients = 0;
sub wrong_client { return takes('application/x-www-form-urlencoded', 'grant_type=client_credentials&client_secret=x&client_id=nobody-' . ++$clients) }
my $storage = { domain => 'files.partner.example', password => 'p', expiration => '2099-01-01T00:00:00Z', httpsPath => '/in', httpsPort => 443 };
my $callback = { callbackUrl => 'http://127.0.0.1:9/in', callbackAuth => { type => 'BEARER', token => 't' } };

my %good = (
  login => sub { (nobody, '/v1/login', takes($json, { username => $ada->username, password => $ada->password })) },
  me => sub { ($ada, '/v1/me') },
  password_change => sub { my $user = user($ada->company); $user->token; ($user, '/v1/me/password', takes($json, { currentPassword => PASSWORD, newPassword => PASSWORD . ' and more' })) },
  partner_find => sub { ($ada, '/v1/partners/' . in_path($ben->company->{name})) },
  partner_search => sub { ($ada, '/v1/partners/search?query=flash&limit=3') },
  form_company => sub { ($ada, '/v1/forms/company/' . $ben->company->{id}) },
  form_department => sub { ($ada, "/v1/forms/department/$department->{id}") },
  form_document => sub { ($ada, '/v1/forms/document/' . $x->document) },
  request_create => sub { ($ada, '/v1/collaboration-requests', takes($json, $x->a_request)) },
  request_page => sub { ($ada, '/v2/collaboration-requests?size=2&type=OUTBOUND&cursor=') },
  request_batch => sub { ($ada, '/v2/collaboration-requests/list?updatedAfter=2026-01-01T00:00:00Z') },
  request_list_v1 => sub { ($ada, '/v1/collaboration-requests?paginated=true') },
  request_get => sub { ($ben, fresh()->path) },
  request_change => sub { ($ada, fresh()->path, takes($patch, { internalCaseNumber => 'CASE-2', submitterContactDetails => undef })) },
  closure_create => sub { ($ada, fresh()->closure) },
  approval_create => sub { ($ben, fresh()->approval, takes($json, an_approval())) },
  approval_change => sub { ($ben, fresh('ACCEPTED')->approval, takes($patch, { engineerPhone => undef })) },
  information_request_create => sub { ($ben, fresh()->information_request, takes($json, a_question())) },
  information_response_create => sub { ($ada, fresh('INFORMATION')->information_response, takes($json, an_answer())) },
  rejection_create => sub { ($ben, fresh()->rejection, takes($json, a_rejection())) },
  note_list => sub { ($ada, fresh()->notes) },
  note_create => sub { ($ben, fresh()->notes, takes($json, a_note())) },
  attachment_config_get => sub { ($ada, fresh()->path . '/attachments/config') },
  attachment_config_set => sub { ($ada, fresh()->path . '/attachments/config/https', takes($json, $storage)) },
  attachment_create => sub { ($ada, fresh()->path . '/attachments?description=why', upload(10)) },
  webhook_list => sub { ($ada, '/v2/webhooks') },
  webhook_create => sub { ($ada, '/v2/webhooks', takes($json, $callback)) },
  webhook_get => sub { ($ada, '/v2/webhooks/' . hook('v2')) },
  webhook_change => sub { ($ada, '/v2/webhooks/' . hook('v2'), takes($patch, { active => false, eventTypes => undef })) },
  webhook_delete => sub { ($ada, '/v2/webhooks/' . hook('v2')) },
  webhook_test => sub { ($ada, '/v2/webhooks/' . hook('v2') . '/test') },
  webhook_rotate_v2 => sub { ($ada, '/v2/webhooks/' . hook('v2') . '/secret', takes($json, { overlapSeconds => 60 })) },
  webhook_deliveries_v2 => sub { ($ada, '/v2/webhooks/' . hook('v2') . '/deliveries') },
  webhook_list_v1 => sub { ($ada, '/v1/webhooks') },
  webhook_create_v1 => sub { ($ada, '/v1/webhooks', takes($json, { %$callback, eventTypes => ['note.created'] })) },
  webhook_delete_v1 => sub { ($ada, '/v1/webhooks/' . hook('v1')) },
  webhook_rotate => sub { ($ada, '/v1/webhooks/' . hook('v1') . '/secret', takes($json, { overlapSeconds => 60 })) },
  webhook_deliveries => sub { ($ada, '/v1/webhooks/' . hook('v1') . '/deliveries') },
  openapi => sub { (nobody, '/openapi.json') },
  openapi_3_0 => sub { (nobody, '/openapi-3.0.json') },
  openapi_2_0 => sub { (nobody, '/openapi-2.0.json') },
  docs => sub { (nobody, '/docs') },
  postman => sub { (nobody, '/docs/postman.json') },
  problem => sub { (nobody, '/problems/closed') },
  health_live => sub { (nobody, '/health/live') },
  health_ready => sub { (nobody, '/health/ready') },
);
is_deeply [grep { !$row{$_} } keys %good], [], 'each call is for an existing operation';
my $operations = operations(rows => \%row);
for my $name (grep { !$good{$_} } keys %row) {      # all other operations, each with the example of its row
  $good{$name} = sub {
    my $one = fresh();
    my %with = $operations->at_rest($one, $name);
    return ($operations->party($one, $name), $operations->path($name, %with), $operations->body($name, %with));
  };
}

# ---------------------------------------------------------------- calls through the proxy
my (%seen, @wrong);

# The violations in an answer, except expected ones:
# - Some requests are meant to be wrong.
# - If an operation takes no body, the test sends one to get 422.
# - If several parts of a form have the same name, prism gives the validator only the last one, as text.
my %meant = map { $_ => 1 } 400, 401, 413, 415;
my %without = map { $_ => 1 } qw(closure_create webhook_test delivery_redeliver);
sub wrong {
  my ($name, $answer) = @_;
  return grep { my $at = join '.', @{ $_->{location} };
    !($at =~ /^request\b/ && $meant{ $answer->status }) && !($answer->status == 422 && $without{$name} && $at eq 'request')
      && !($name eq 'attachment_create' && $at eq 'request.body.files') } $prism->violations($answer);
}

sub seen {
  my ($name, $expected, $party, $path, %option) = @_;
  my $answer = $prism->request($party, $row{$name}{method}, $path, %option);
  is $answer->status, $expected, "$name: $expected" or diag substr $answer->text, 0, 500;
  $seen{"$name $expected"} = 1 if $answer->status == $expected;
  push @wrong, map { "$name $expected: " . join('.', @{ $_->{location} }) . ": $_->{message}" } wrong($name, $answer);
  return $answer;
}

# Tests an error in both formats.
sub fails {
  my ($name, $status, $party, $path, %option) = @_;
  seen($name, $status, $party, $path, %option);
  my $answer = seen($name, $status, $party, $path, %option, headers => { %{ $option{headers} || {} }, accept => 'application/problem+json' });
  is $answer->header('content-type'), $name eq 'token' ? 'application/json' : 'application/problem+json', "$name: $status as a problem";
}

sub can { my ($name, $status) = @_; return grep { $_ == $status } @{ $row{$name}{statuses} } }
my $keys = 0;
sub key { return (headers => { 'idempotency-key' => 'key-' . ++$keys }) }

subtest 'each operation succeeds, and each that can answers 304' => sub {
  for my $name (sort keys %good) {
    my ($party, $path, %option) = $good{$name}->();
    my $answer = seen($name, can($name, 204) ? 204 : 200, $party, $path, %option);
    next unless can($name, 304);
    seen($name, 304, $party, $path, %option, headers => { 'if-none-match' => $answer->header('etag') });
  }
  seen('request_page', 200, $ada, '/v2/collaboration-requests?size=2&type=OUTBOUND');      # with totals
};

subtest 'each operation refuses invalid requests in any state' => sub {
  for my $name (sort keys %good) {
    my ($party, $path, %option) = $good{$name}->();
    my $takes = can($name, 415);
    fails($name, 400, $party, $path . ($path =~ /\?/ ? '&' : '?') . 'x=%00', %option);
    fails($name, 412, $party, $path, %option, headers => { %{ $option{headers} || {} }, 'if-match' => '"another"' }) if can($name, 412);
    fails($name, 401, nobody, $path, %option) if $row{$name}{who} ne 'public';
    fails($name, 401, nobody, $path, takes($json, { username => 'nobody-' . ++$keys, password => 'x' })) if $name eq 'login';
    fails($name, 401, nobody, $path, wrong_client()) if $name eq 'token';
    (my $elsewhere = $path) =~ s{/(?:[A-Za-z0-9]{20}|\d+|closed)(?=/|\?|$)}{$name eq 'problem' ? '/nothing' : $name =~ /^form_/ ? '/0' : '/999999'}e;      # other forms are 403
    fails($name, 404, $party, $elsewhere, %option) if can($name, 404);
    fails($name, 415, $party, $path, takes('text/plain', 'x')) if $takes;
    fails($name, 413, $party, $path, $name eq 'attachment_create' ? upload(20_000) : takes($option{type} // $json, { padding => 'x' x 20_000 })) if $takes;
    if (can($name, 422)) {
      my %key = key();
      seen($name, 200, $party, $path, %option, %key);
      my %other = exists +($option{body} || {})->{since} ? (until => '2099-01-01T00:00:00Z') : (createdAt => 'another');      # a redelivery refuses createdAt
      fails($name, 422, $party, $path, takes($json, { %{ $option{body} || {} }, %other }), %key);
      my ($again, $there, %more) = $good{$name}->();
      my %busy = key();
      my $lock = another_connection();
      $lock->do('select pg_advisory_lock(27750, hashtext(?))', undef, join ' ', $again->id, sha256_hex("POST $there"), $busy{headers}{'idempotency-key'});
      fails($name, 409, $again, $there, %more, %busy);
    }
  }
};

subtest 'the wrong party gets 403' => sub {
  my $one = fresh();
  fails('closure_create', 403, $ben, $one->closure);
  fails('request_change', 403, $ben, $one->path, takes($patch, { internalCaseNumber => 'x' }));
  my %body = (approval => an_approval(), information_request => a_question(), rejection => a_rejection());
  fails("${_}_create", 403, $ada, $one->can($_)->($one), takes($json, $body{$_})) for sort keys %body;
  fails('approval_change', 403, $ada, fresh('ACCEPTED')->approval, takes($patch, { engineerPhone => null }));
  fails('information_response_create', 403, $ben, fresh('INFORMATION')->information_response, takes($json, an_answer()));
  fails('request_create', 403, $ada, '/v1/collaboration-requests', takes($json, $x->a_request(documentId => 999_999)));
  fails("form_$_", 403, $ada, "/v1/forms/$_/999999") for qw(company department document);
};

subtest 'an insufficient role gets 403' => sub {
  for my $name (grep { $row{$_}{who} =~ /^(?:member|integrator)$/ } sort keys %good) {
    my ($party, $path, %option) = $good{$name}->();
    my $reader = user($party->company);
    owner()->do(q(update account set role = 'reader' where id = ?), undef, $reader->id);
    fails($name, 403, $reader, $path, %option);
  }
};

subtest 'a status that forbids the operation gives 409' => sub {
  my $closed = fresh('CLOSED');
  fails('closure_create', 409, $ada, $closed->closure);
  fails('request_change', 409, $ada, $closed->path, takes($patch, { internalCaseNumber => 'x' }));
  fails('approval_create', 409, $ben, fresh('ACCEPTED')->approval, takes($json, an_approval()));
  fails('approval_create', 409, $ben, fresh('REJECTED')->approval, takes($json, an_approval()));
  fails('approval_change', 409, $ben, fresh()->approval, takes($patch, { engineerPhone => null }));
  fails('information_response_create', 409, $ada, fresh()->information_response, takes($json, an_answer()));
  fails('note_create', 400, $ada, $closed->notes, takes($json, a_note()));
  fails('attachment_config_set', 409, $ada, $closed->path . '/attachments/config/https', takes($json, $storage));
  fails('attachment_create', 409, $ada, $closed->path . '/attachments', upload(10));
  my $idle = hook('v2');
  $ada->patch("/v2/webhooks/$idle", { active => false })->ok;
  fails('webhook_test', 409, $ada, "/v2/webhooks/$idle/test");
  fails('webhook_redeliver', 409, $ada, "/v2/webhooks/$idle/redeliver", takes($json, { since => '2026-01-01T00:00:00Z' }));
  fails('delivery_redeliver', 409, $ada, "/v2/webhooks/$idle/deliveries/" . given_up($idle) . '/redeliver');
  my $bare = user($ada->company);
  $bare->token;
  owner()->do('update account set password_hash = null where id = ?', undef, $bare->id);
  fails('password_change', 409, $bare, '/v1/me/password', takes($json, { currentPassword => PASSWORD, newPassword => PASSWORD . ' and more' }));
};

subtest 'while a node of 0.1.0 is there, contentType gives 409' => sub {
  owner()->do(q(insert into node (name, process, version, problems) values ('old', 1, '0.1.0', '[]')));
  fails('webhook_change', 409, $ada, '/v2/webhooks/' . hook('v2'), takes($patch, { contentType => 'application/json' }));
  owner()->do(q(delete from node where name = 'old'));
};

subtest 'too many failed logins give 429' => sub {
  my %wrong = takes($json, { username => 'nobody-' . ++$keys, password => 'x' });
  nobody->request('POST', '/v1/login', %wrong) for 1 .. 3;
  fails('login', 429, nobody, '/v1/login', %wrong);
  my %client = wrong_client();
  nobody->request('POST', '/oauth2/token', %client) for 1 .. 3;
  fails('token', 429, nobody, '/oauth2/token', %client);
  my $user = user($ada->company);
  my %guess = takes($json, { currentPassword => 'x', newPassword => PASSWORD });
  $user->request('POST', '/v1/me/password', %guess) for 1 .. 3;
  fails('password_change', 429, $user, '/v1/me/password', %guess);
};

subtest 'too many redeliveries give 429' => sub {
  my $id = hook('v2');
  $ada->post("/v2/webhooks/$id/deliveries/" . given_up($id) . '/redeliver')->ok for 1 .. 10;
  fails('delivery_redeliver', 429, $ada, "/v2/webhooks/$id/deliveries/" . given_up($id) . '/redeliver');
  my ($eager, %since) = (user(company()), since => '2026-01-01T00:00:00Z');      # a company of its own: the limit is a company's
  my $path = sub { '/v2/webhooks/' . $eager->post('/v2/webhooks', $callback)->ok->{id} . '/redeliver' };
  $eager->post($path->(), \%since)->ok for 1 .. 10;
  fails('webhook_redeliver', 429, $eager, $path->(), takes($json, \%since));
};

subtest 'a deprecated operation gives 410 after its sunset' => sub {
  my $after = $stack->another_server('after', extra => "CollabLegacySunset 2026-01-02\n");
  my ($before, $here) = ($prism, $ada);
  local $ENV{COLLAB_TEST_URL} = $after->url;
  $ada = $ada->at($after, token => undef);      # logs in again, because that server is another issuer
  $prism = Collab::Prism->start(nobody->get('/openapi.json')->{content}, tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1));
  for my $name (grep { can($_, 410) } sort keys %good) {
    my ($party, $path, %option) = $good{$name}->();
    fails($name, 410, $party, $path, %option);
  }
  ($prism, $ada) = ($before, $here);
};

subtest 'without a database, every operation that needs it gives 503' => sub {
  my %call = map { $_ => [$good{$_}->()] } grep { can($_, 503) } sort keys %good;
  $prism->request($_, 'GET', '/v1/me') for $ada, $ben;
  $stack->pg->down('fast');
  ok +(wait_for { nobody->get('/health/ready')->status == 503 } 60), 'the grace period is over';
  fails($_, 503, @{ $call{$_} }) for sort keys %call;
};

# ---------------------------------------------------------------- results
my $zero = qr/^form_\w+ 404: request\.path\.\w+: Request path parameter \w+ must be >= 1$/;      # the only id of a form that is 404
is_deeply [grep { $_ !~ $zero } @wrong], [], 'the proxy finds no violation';
is_deeply [grep { !$seen{$_} } map { my $name = $_; map { "$name $_" } grep { $_ != 408 } @{ $row{$name}{statuses} } } sort keys %row], [],
  'every status of every operation is seen, except 408: the proxy waits for the body itself';

done_testing;
