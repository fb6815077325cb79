# t/api/http/pinned.t: each operation's response in every state of a request equals the recorded response byte for byte
# The callers are both parties, other accounts, and accounts that are disabled or whose token has ended. The recorded responses are in pinned/*.txt:
# one file for the login, and one for each operation that needs a token. The database rows are in pinned/*.sql, with fixed ids, tokens and times.
# Lines below call most operations. The test calls the others by their examples on the request OPEN00, after the examples that these depend on.
#
# After a change of an answer, or a new operation, run `make pinned`, review `git diff`, and name the changed answers in the commit.
#
# A block of a file is one answer: lines with ">" for the calls that got this answer, the status, the headers whose value is not the usual one
# (%usual), and the body. In a call, "ada*" means that ada sent the current ETag, "ada!" that she sent another ETag. In a body,
#   <…>             replaces a value that is new in each run: times, ids, tokens, secrets
#   <OPEN00, ada>   replaces the record that GET gives ada for this request; <OPEN00+, ada>: with removed notes;
#                   <user, ada>: the user of GET /v1/me
#   <OPEN00, ada> but {…}   replaces that record with these members changed, so that a new member of requests changes few files
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Form;
use Collab::Issuer;
use Collab::Operations;
use Collab::Stack;

my $issuer = issuer('https://id.example', audience => 'exchange')->key('k1', 'ES256');
my $stack = stack(pg => { conf => "timezone = 'UTC'\n" }, extra => "CollabDispatcher Off\nCollabBaseURL http://pinned.example\n"
  . 'CollabTrustedIssuer https://id.example exchange ' . $issuer->file . " principal\n");

# ---------------------------------------------------------------- the callers
sub slurp { my ($path) = @_; open my $in, '<:raw', $path or return; local $/; return scalar(<$in>) // '' }
my $hash = owner()->quote(Collab::Members::hash(PASSWORD));
my $requests = slurp('t/api/http/pinned/requests.sql');
utf8::decode($_) for $requests, my $members = slurp('t/api/http/pinned/members.sql') =~ s/:hash/$hash/gr;
sub reload { owner()->do($requests) }
owner()->do($members);
reload();
my %who = (nobody => nobody(), bot => Collab::Party->new(username => '', token => $issuer->token('k1', oid => 'bot-1')),
  none => Collab::Party->new(username => '', token => $issuer->token('k1', oid => 'bot-2')));
for my $account (qw(ada@acme ben@beta sol@other dis@acme gon@gone old@acme col@acme)) {
  $who{ substr $account, 0, 3 } = Collab::Party->new(username => "$account.example", password => PASSWORD);
  $who{ substr $account, 0, 3 }->token;
}
owner()->do(q(update account set active = false where username like 'dis@%'));
owner()->do(q(update account set epoch = 2 where username like 'old@%'));
owner()->do(q(update company set active = false where domain = 'gone.example'));
my @all = qw(ada ben col bot sol dis old gon none nobody);      # nobody has no token; bot and none have tokens of an external issuer

# ---------------------------------------------------------------- calls and answers
# Each is a hash by operation: %got has { request => answer }, %order has [requests in their order], %ok the number of successes. But %record is by
# name, and has the record that the name replaces.
my (%got, %order, %record, %ok);

# The members of a JSON object in their order, as [name, value]; an empty list if the text is anything else.
my $value = qr/(?<value>"(?:[^"\\]|\\.)*"|\[(?:(?&value)|,)*\]|\{(?:(?&value)|[:,])*\}|[^][{},:"\s]+)/;
sub members {
  my ($text) = @_;
  my @members;
  push @members, [$1, $2] while $text =~ /\G[{,]("\w+"):($value)/gc;
  return '{' . join(',', map { "$_->[0]:$_->[1]" } @members) . '}' eq $text ? @members : ();
}

# If a record differs in only some members from one that GET has returned (%record), returns "<name> but {members}". Otherwise returns the text.
sub as_another {
  my ($text) = @_;
  my @now = members($text);
  my ($token) = map { $_->[1] } grep { $_->[0] eq '"token"' } @now or return $text;
  my ($least, $said) = (scalar @now, $text);
  for my $name (grep { $record{$_} =~ /"token":\Q$token\E/ } sort keys %record) {
    my @then = members($record{$name});
    next if "@{[map { $_->[0] } @then]}" ne "@{[map { $_->[0] } @now]}";
    my @other = grep { $now[$_][1] ne $then[$_][1] } 0 .. $#now or return $text;
    ($least, $said) = (scalar @other, "<$name> but {" . join(',', map { "$now[$_][0]:$now[$_][1]" } @other) . '}') if @other < $least;
  }
  return $said;
}

# Puts names in place of two things: values that are new in each run, and the records in %record, which GET has returned.
sub text_in {
  my ($text, $own) = @_;
  $text = as_another($text) unless defined $own;
  $text =~ s/\Q$record{$_}\E/<$_>/g for sort { length $record{$b} <=> length $record{$a} || $a cmp $b } grep { !defined $own || !/^\Q$own\E,/ } keys %record;
  $text =~ s/"20(?!01|99)\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ"/<time>/g;
  $text =~ s/("(?:id|caseId)":)[1-9]\d{0,3}(?=[,}])/$1<id>/g;
  $text =~ s/(["\/])(?!FIXED)[A-Za-z0-9]{20}(?=")/$1<token>/g;
  $text =~ s/"[0-9a-f]{8}-(?!0000)[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"/<uuid>/g;
  $text =~ s/("(?:secret|accessToken)":)"[^"]+"/$1<secret>/g;
  return $text;
}

my %unsaid = map { $_ => 1 } qw(date server x-request-id connection keep-alive content-length transfer-encoding);
my %usual = ('cache-control' => 'private, no-cache', 'content-type' => 'application/json', 'x-content-type-options' => 'nosniff',
  'referrer-policy' => 'no-referrer',
  'content-security-policy' => "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");

# The operation of a path. Templates with fewer captures are tried first.
my @rows = sort { ($a->{template} =~ tr/{//) <=> ($b->{template} =~ tr/{//) } routes();
sub operation {
  my ($method, $path) = @_;
  $path =~ s/\?.*//;
  for my $row (grep { $_->{method} eq $method } @rows) {
    my $like = join '[^/]+', map { quotemeta } split /\{\w+\}/, $row->{template}, -1;
    return $row->{name} if $path =~ /^$like\z/;
  }
  die "no operation: $method $path\n";
}

# Keeps an answer. own: the name of the request, if the answer is that request's record. new: the record, and so its ETag, differs in each run;
# so does the ETag of what has just been changed.
sub keep {
  my ($operation, $who, $what, $answer, $own, $new) = @_;
  $answer->{headers}{etag} = '<tag>' if ($new || $answer->{method} ne 'GET') && defined $answer->header('etag');
  my @headers = map { my $value = $answer->header($_) // 'none'; $value eq ($usual{$_} // '') ? () : "$_: $value\n" }
    grep { !$unsaid{$_} } sort keys %{ { %usual, %{ $answer->{headers} } } };
  my $said = join '', $answer->status . "\n", @headers, length $answer->text ? text_in($answer->text, $own) . "\n" : '';
  my $request = "$what: $who";
  die "$request: asked twice\n" if exists $got{$operation}{$request};
  push @{ $order{$operation} }, $request;
  $got{$operation}{$request} = $said;
  $ok{$operation}++ if $answer->status < 300;
  return $answer;
}

# Each caller reads $path three times: without an ETag, with the current ETag, and with other ETags. If the answer has no ETag, the current
# ETag is ada's.
sub reads {
  my ($path, %o) = @_;
  my $operation = operation(GET => $path);
  my $adas;
  for my $who (@{ $o{who} || \@all }) {
    my $ask = sub { my ($as, @tags) = @_; return keep($operation, $as, short($path), $who{$who}->get($path, headers => @tags ? { 'if-none-match' => join ', ', @tags } : {}), $o{record}) };
    my $answer = $ask->($who);
    my $tag = $answer->header('etag') // $adas;
    $adas //= $tag;
    if (defined $tag) { $ask->("$who*", '"x"', $tag); $ask->("$who!", '"90602-981894896789012-o-x"', '"x"') }
    $record{"$o{record}, $who"} = $answer->text if $o{record} && $answer->status == 200 && !grep { $_ eq $answer->text } values %record;
  }
}

# Each caller writes; the rows are reloaded after a change.
sub writes {
  my ($method, $path, $body, %o) = @_;
  my $operation = operation($method, $path);
  for my $who (@{ $o{who} || \@all }) {
    my $call = lc $method;
    my $answer = keep($operation, $who, join(' ', grep { defined && length } $method, short($path), $o{what}),
      ref $body eq 'CODE' ? $body->($who{$who}) : $call eq 'delete' ? $who{$who}->delete($path) : $who{$who}->$call($path, $body));
    reload() if $answer->status < 300 || $answer->status >= 500 || $o{reload};
  }
}

sub short { my ($path) = @_; return $path =~ s{/v1/collaboration-requests/FIXED00000(\w+)}{$1}r }
sub path { "/v1/collaboration-requests/FIXED00000$_[0]" }

# ---------------------------------------------------------------- reads
my @states = qw(OPEN00 NOTED0 ASKED0 ANSWER ACCEPT REJECT CLOSED);
my @tokens = (@states, 'NOBODY');
my @few = qw(ada ben bot sol dis nobody);

reads('/v1/me');
($record{"user, $_"}) = $who{$_}->get('/v1/me')->text =~ /,"user":(\{.*\}),"role"/ for qw(ada ben);
reads(path($_), record => $_) for @states, 'OTHERS';
reads(path($_) . '?includeRemovedNotes=true', record => "$_+", who => \@few) for @states, 'OTHERS';
reads(path('NOBODY'));
for my $token (@tokens) {
  reads(path($token) . '/notes', who => $token eq 'NOTED0' ? \@all : \@few);
  reads(path($token) . '/attachments/config', who => $token eq 'NOTED0' ? \@all : \@few);
}
reads(path('NOTED0') . "/notes?$_", who => \@few) for qw(includeRemoved=true updatedAfter=2001-02-10T12:00:00Z createdAfter=2001-02-10T00:00:01Z),
  'createdAfter=2001-02-10T00:00:01Z&includeRemoved=true', 'updatedAfter=2030-01-01T00:00:00Z';
for my $query ('', '?size=3', '?size=3&page=1', '?page=9', '?includeRemovedNotes=true', '?cursor=', '?cursor=&size=3', '?cursor=981072000000000-90602&size=2',
  map({ ("?status=$_", "?cursor=&status=$_") } qw(OPEN INFORMATION ACCEPTED REJECTED CLOSED PENDINGACTION)), map({ ("?type=$_", "?cursor=&type=$_") } qw(INBOUND OUTBOUND)),
  '?internalCaseNumber=A-1', '?cursor=&internalCaseNumber=A-1', '?cursor=&type=INBOUND&status=PENDINGACTION') {
  reads("/v2/collaboration-requests$query", who => $query =~ /^(?:|\?cursor=)$/ ? \@all : [qw(ada ben sol)]);
}
for my $query ('', qw(?includeRemovedNotes=true ?updatedAfter=2001-02-13T00:00:00Z ?createdAfter=2001-02-03T00:00:00Z ?type=INBOUND ?status=OPEN ?internalCaseNumber=A-1)) {
  reads("/v2/collaboration-requests/list$query", who => $query ? [qw(ada ben sol)] : \@all);
  reads("/v1/collaboration-requests$query", who => $query ? [qw(ada ben sol)] : \@all);
}
reads('/v1/collaboration-requests?paginated=true&size=3', who => \@few);
reads("/v1/forms/company/$_", who => \@few) for 90001 .. 90004, 99999;
reads("/v1/forms/department/$_", who => \@few) for 90101, 90102, 99999;
reads("/v1/forms/document/$_", who => \@few) for 90401 .. 90406, 99999;
reads("/v1/partners/$_", who => \@few) for qw(acme b%C3%A8t%C3%A0 tape gone);
reads("/v1/partners/search?query=$_", who => \@few) for qw(tape+backup array nothing&limit=1);
reads("/$_/webhooks") for qw(v1 v2);
reads("/v2/webhooks/$_", who => \@few) for 90901 .. 90904, 99999;
for my $version (qw(v1 v2)) {
  reads("/$version/webhooks/$_/deliveries", who => \@few) for 90901 .. 90904, 99999;
  reads("/$version/webhooks/90901/deliveries?page=$_&size=2", who => ['ada']) for 0 .. 2;
}

# ---------------------------------------------------------------- writes
my @callers = qw(ada ben sol dis nobody);
for my $token (@tokens) {
  my @who = (who => $token eq 'NOTED0' ? \@all : \@callers);
  writes(POST => path($token) . '/approval', an_approval(), @who);
  writes(PATCH => path($token) . '/approval', { engineerName => 'Eve', nextSteps => null }, @who);
  writes(POST => path($token) . '/information-request', a_question(), @who);
  writes(POST => path($token) . '/information-response', an_answer(), @who);
  writes(POST => path($token) . '/rejection', a_rejection(), @who);
  writes(POST => path($token) . '/closure', undef, @who);
  writes(PATCH => path($token), { internalCaseNumber => 'A-9', submitterContactDetails => { phone => null } }, @who);
  writes(POST => path($token) . '/notes', a_note(), @who);
  writes(PUT => path($token) . '/attachments/config/https',
    { domain => 'new.partner.example', password => 'p', expiration => '2099-01-01T00:00:00Z', httpsPath => '/new', httpsPort => 444 }, @who);
  my ($form, %form) = a_form([files => 'a.txt', 'content']);
  writes(POST => path($token) . '/attachments', sub {
    owner()->do('delete from attachment_storage');      # else the server would call these storages
    return $_[0]->request('POST', path($token) . '/attachments', body => $form, %form);
  }, @who, reload => 1);
}
writes(PATCH => path('ACCEPT') . '/approval', { engineerName => 'Eva' }, who => ['ben'], what => 'as it is');
writes(PATCH => path('OPEN00'), { internalCaseNumber => 'A-1' }, who => ['ada'], what => 'as it is');
writes(PATCH => path('OPEN00'), { submitterContactDetails => null }, who => ['ada'], what => 'without a contact');
writes(POST => path('OPEN00') . '/notes', { summary => 'x' }, who => ['ada'], what => 'incomplete');
my %request = (documentId => 90402, internalCaseNumber => 'A-10', problemSummary => 'New', problemDescription => 'Now', priority => 'HIGH',
  customFields => [{ fieldId => 90501, value => 'S-9' }, { fieldId => 90503, value => 'Disk : Tape' }], internalNotes => [{ note => 'ours' }]);
writes(POST => '/v1/collaboration-requests', \%request);
writes(POST => '/v1/collaboration-requests', { %request, customFields => [{ fieldId => 90502, value => 'Rome' }, { fieldId => 1, value => 'x' }] }, who => \@callers, what => 'with faults');
writes(POST => '/v1/collaboration-requests', { %request, documentId => $_ }, who => \@callers, what => "by $_") for 90403 .. 90406;
for my $version (qw(v1 v2)) {
  writes(POST => "/$version/webhooks", { callbackUrl => 'http://127.0.0.1:9/' }, who => \@few);
  writes(POST => "/$version/webhooks", { callbackUrl => 'http://127.0.0.1:9/', partnerCompanyIds => [90002, 90003] }, who => ['ada'], what => 'with a stranger');
  writes(POST => "/$version/webhooks/$_/secret", { overlapSeconds => 60 }, who => \@few) for 90901 .. 90904, 99999;
  writes(DELETE => "/$version/webhooks/$_", undef, who => \@few) for 90901 .. 90904, 99999;
}
writes(PATCH => "/v2/webhooks/$_", { active => false, eventTypes => null }, who => \@few) for 90901 .. 90904, 99999;
writes(PATCH => '/v2/webhooks/90901', { active => true, partnerCompanyIds => [90003] }, who => ['ada'], what => 'with a stranger');
writes(POST => "/v2/webhooks/$_/test", undef, who => \@few) for 90901 .. 90904, 99999;
writes(POST => '/v1/login', { username => $_->[0], password => $_->[1] }, who => ['nobody'], what => "$_->[0] $_->[1]", reload => 1)
  for map { [$_, PASSWORD], [$_, 'wrong'] } qw(ada@acme.example dis@acme.example gon@gone.example bot@acme.example who@acme.example);

# ---------------------------------------------------------------- operations that no line above calls
my $operations = operations(with => { companyId => 90002, departmentId => 90101, documentId => 90402, searchTerm => 'tape', query => 'tape',
  username => 'ada@acme.example', password => PASSWORD, currentPassword => PASSWORD, newPassword => PASSWORD . ' and more', callbackUrl => 'http://127.0.0.1:9/' });
my $open = bless { submitter => $who{ada}, receiver => $who{ben} }, 'Collab::Exchange';
my %open = (request_create => { token => 'FIXED00000OPEN00' });
for my $row (grep { $_->{who} ne 'public' && !$order{ $_->{name} } } @rows) {
  my $ask = sub { my ($who, %with) = @_; return keep($row->{name}, $who, "$row->{method} " . $row->{template} =~ s/.*\{token\}/OPEN00/r, $operations->call($who{$who}, $row->{name}, %with), undef, 1) };
  my %with = $operations->prepared($open, $row->{name}, %open);
  for my $who (@all) {
    my $answer = $ask->($who, %with);
    next if $row->{method} eq 'GET';
    reload();
    %with = $operations->prepared($open, $row->{name}, %open);
  }
  reload();
}

# ---------------------------------------------------------------- comparison with the answers on record
my $to = $ENV{COLLAB_PINNED};      # the folder that `make pinned` writes to
unlink glob "$to/*.txt" if $to;
is_deeply [map { m{(\w+)\.txt$} } sort glob 't/api/http/pinned/*.txt'], [sort 'login', map { $_->{name} } grep { $_->{who} ne 'public' } @rows],
  'every operation is on record, and no others (else run `make pinned`)' if !$to;
for my $operation (sort keys %order) {
  my (%block, @blocks);
  for my $request (@{ $order{$operation} }) {
    my $said = $got{$operation}{$request};
    push @blocks, $said unless $block{$said};
    my ($what, $who) = $request =~ /^(.*): (.*)$/;
    my $asked = $block{$said} //= [];
    if (@$asked && $asked->[-1][0] eq $what) { push @{ $asked->[-1] }, $who } else { push @$asked, [$what, $who] }
  }
  ok $ok{$operation}, "$operation succeeds at least once";
  if ($to) {
    open my $out, '>:raw', "$to/$operation.txt" or die "$to/$operation.txt: $!\n";
    print $out join "\n", map { join '', (map { my ($what, @who) = @$_; "> $what: " . join(', ', @who) . "\n" } @{ $block{$_} }), $_ } @blocks;
    close $out or die "$to/$operation.txt: $!\n";
    next;
  }
  my (%kept, @differs);
  for my $block (split /\n\n(?=> )/, slurp("t/api/http/pinned/$operation.txt") // '') {
    my ($asked, $said) = $block =~ /^((?:> [^\n]*\n)+)(.*)$/s or next;
    while ($asked =~ /^> (.*): (.*)$/mg) { my ($what, $who) = ($1, $2); $kept{"$what: $_"} = $said =~ s/\n*\z/\n/r for split /, /, $who }
  }
  for my $request (@{ $order{$operation} }) {
    my $want = delete $kept{$request} // "nothing\n";
    push @differs, "$request\n--- on record:\n$want+++ now:\n$got{$operation}{$request}" if $want ne $got{$operation}{$request};
  }
  push @differs, map { "$_: on record, and not asked any more\n" } sort keys %kept;
  ok !@differs, "$operation: " . @{ $order{$operation} } . ' answers are those on record' or diag(scalar(@differs) . " differ:\n", splice @differs, 0, 3);
}

done_testing;
