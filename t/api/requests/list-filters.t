# t/api/requests/list-filters.t: the V2 lists filter by date, priority, partner and words, and can leave out large members
# interface.md 11.2
use lib qw(t/lib lab/lib);
use Collab::Test;

my $x = exchange(request => 0);
my $other = company();
community($x->submitter->company, $other);
my $LIST = '/v2/collaboration-requests';
my %made = map { $_->[0] => $x->open_request(problemSummary => $_->[0], internalCaseNumber => $_->[1], priority => $_->[2]) }
  ['Array offline in Zürich', 'ACME-1042', 'HIGH'], ['Offline backup tapes', 'ACME-77', 'LOW'], ['100% of arrays_degraded', 'B-1042', 'LOW'];
$x->submitter->post('/v1/collaboration-requests', { documentId => $other->{document}{id}, internalCaseNumber => 'Z-9', problemSummary => 'Elsewhere',
  problemDescription => 'd', priority => 'MEDIUM' })->ok;
my @modes = ("$LIST?", "$LIST?cursor=&", "$LIST?cursor=&size=1&", "$LIST/list?");

# The summaries of the items that a list returns for $query, sorted. $start is one of @modes; with a cursor, all pages are read.
sub shown {
  my ($who, $start, $query) = @_;
  my $got = $who->get("$start$query")->ok("$start$query");
  return join '; ', sort map { $_->{summary} } @$got if ref $got eq 'ARRAY';
  my @items = @{ $got->{content} };
  while ($start =~ /cursor/ && defined $got->{nextCursor}) {
    $got = $who->get(($start =~ s/cursor=/cursor=$got->{nextCursor}/r) . $query)->ok;
    push @items, @{ $got->{content} };
  }
  is $got->{totalElements}, scalar @items, 'the total is the number of items' if exists $got->{totalElements};
  return join '; ', sort map { $_->{summary} } @items;
}

subtest 'lists filter by priority and partner' => sub {
  for my $mode (@modes) {
    is shown($x->submitter, $mode, 'priority=HIGH'), 'Array offline in Zürich';
    is shown($x->submitter, $mode, "partnerCompanyId=$other->{id}"), 'Elsewhere';
    is shown($x->submitter, $mode, 'priority=LOW&partnerCompanyId=' . $x->receiver->company->{id}), '100% of arrays_degraded; Offline backup tapes';
    is shown($x->receiver, $mode, 'partnerCompanyId=' . $x->submitter->company->{id} . '&priority=HIGH'), 'Array offline in Zürich', 'the partner is the other party';
    is shown($x->receiver, $mode, 'partnerCompanyId=' . $x->receiver->company->{id}), '';
  }
};

subtest 'a query finds words by their beginning, in the summary and in both case numbers' => sub {
  $x->receiver->post("/v1/collaboration-requests/$made{'Offline backup tapes'}{token}/approval",
    { caseNumber => 'RX-5', engineerName => 'E', engineerEmail => 'e@example.com', engineerPhone => '1' });
  for my $mode (@modes) {
    is shown($x->submitter, $mode, 'query=off'), 'Array offline in Zürich; Offline backup tapes';
    is shown($x->submitter, $mode, 'query=zurich+ARR'), 'Array offline in Zürich', 'every word must match; accents and case are ignored';
    is shown($x->submitter, $mode, 'query=acme-1042'), 'Array offline in Zürich';
    is shown($x->receiver, $mode, 'query=1042'), '100% of arrays_degraded; Array offline in Zürich', 'the case number of either party';
    is shown($x->submitter, $mode, 'query=ffline'), '', 'the middle of a word does not match';
    is shown($x->submitter, $mode, 'query=off&priority=LOW'), 'Offline backup tapes';
    is shown($x->submitter, $mode, "query=$_"), '', "a query without a letter or digit finds nothing: '$_'" for '%25', '+', "'", '%E2%80%93+%2F', '%E2%98%85';
    is shown($x->submitter, $mode, 'query='), shown($x->submitter, $mode, ''), 'an empty query is ignored';
    is shown($x->submitter, $mode, "query=100%25+arrays_deg"), '100% of arrays_degraded';
  }
};

subtest 'lists filter by date in every mode' => sub {
  my $token = $made{'Offline backup tapes'}{token};
  my ($at) = owner()->selectrow_array(q(select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') from request where token = ?), undef, $token);
  $x->submitter->post("/v1/collaboration-requests/$token/notes", a_note())->ok;
  my ($moved) = owner()->selectrow_array(q(select to_char(updated_at at time zone 'UTC' - interval '1 microsecond', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') from request where token = ?), undef, $token);
  my $later = owner()->selectcol_arrayref('select summary from request where submit_company = ? and created_at > (select created_at from request where token = ?) order by summary collate "C"',
    undef, $x->submitter->company->{id}, $token);
  for my $mode (@modes) {
    is shown($x->submitter, $mode, "createdAfter=$at"), join('; ', @$later), 'createdAfter is strict';
    is shown($x->submitter, $mode, "updatedAfter=$moved"), 'Offline backup tapes', 'a note updates a request';
    $x->submitter->get("${mode}updatedAfter=yesterday&createdAfter=2026-02-30T00:00:00Z")->invalid(qw(updatedAfter createdAfter));
  }
};

subtest 'fields=summary leaves out the long members' => sub {
  my $y = exchange(customFields => []);
  $y->submitter->post($y->notes, a_note())->ok;
  my $full = $y->submitter->get($y->path)->ok;
  my %item = %$full;
  delete @item{qw(description customFields caseNotes caseResponses internalNotes)};
  for my $mode (@modes) {
    my $got = $y->submitter->get("${mode}fields=summary")->ok;
    is_deeply((ref $got eq 'ARRAY' ? $got : $got->{content}), [\%item], $mode);
    $y->submitter->get("${mode}fields=all&priority=URGENT&partnerCompanyId=x")->invalid(qw(fields priority partnerCompanyId));
  }
  my $odd = $y->another(problemDescription => qq(,"description":"x","customFields":[] \\ "\n), problemSummary => ',"customFields":[]');
  my ($item) = grep { $_->{token} eq $odd->token } @{ $y->receiver->get("$LIST/list?fields=summary")->ok };
  ok $item && !exists $item->{description} && !exists $item->{customFields}, 'texts that look like members change nothing';
  is $item->{summary}, ',"customFields":[]';
};

subtest 'a query may have many words, of which each must match' => sub {
  my $y = exchange(request => 0);
  my @words = map { "w$_" } 10 .. 40;
  $y->open_request(problemSummary => "many: @words");
  $y->another(problemSummary => "many: @words[0 .. 29]");
  is shown($y->submitter, "$LIST?", 'query=' . join '+', @words), "many: @words";
  is shown($y->submitter, "$LIST?", 'query=' . join('+', @words, 'zz')), '', 'one word is missing';
  is shown($y->submitter, "$LIST?", 'query=' . join('+', reverse(@words[0 .. 29]), 'm', 'M%C3%A1ny', 'w')), "many: @words[0 .. 29]; many: @words", 'beginnings, repetitions, accents';
  is shown($y->submitter, "$LIST?", 'query=' . join('+', @words[0 .. 29], "w10'", '%26', '%5C')), "many: @words[0 .. 29]; many: @words", 'punctuation is ignored';
};

subtest 'a query finds words with and without the punctuation within them' => sub {
  my $y = exchange(request => 0);
  $y->open_request(problemSummary => "O\x{2019}Neill\x{2019}s Wi-Fi, at S/4HANA", internalCaseNumber => 'AC.ME-10/42');
  $y->another(problemSummary => 'O Neill', internalCaseNumber => 'x');
  my $both = join '; ', sort "O\x{2019}Neill\x{2019}s Wi-Fi, at S/4HANA", 'O Neill';
  for my $mode (@modes) {
    my $first = "O\x{2019}Neill\x{2019}s Wi-Fi, at S/4HANA";
    is shown($y->submitter, $mode, "query=$_"), $first, "finds it: $_" for qw(oneill ONEILLS oneil+wifi s4hana wifi acme1042 ACME 10 4hana oneill+fi+at), "o%27neill%27s", 'wi-fi';
    is shown($y->submitter, $mode, "query=$_"), $both, $_ for 'neill', "o'neill", 'neill+o';
    is shown($y->submitter, $mode, "query=$_"), '', $_ for qw(fiat neills1 wifiat eill 042x), 'oneill+lo';
  }
  $y->another(problemSummary => q(Smith-O'Brien's), internalCaseNumber => 'x');
  is shown($y->submitter, "$LIST?", "query=$_"), q(Smith-O'Brien's), $_ for qw(obrien obriens smithobrien smith+brien);
  is shown($y->submitter, "$LIST?", 'query=' . join('+', (map { substr 'oneills', 0, $_ } 1 .. 7), (map { substr 'acme1042', 0, $_ } 1 .. 8))),
    "O\x{2019}Neill\x{2019}s Wi-Fi, at S/4HANA", 'more than ten words';
};

subtest 'a query searches the newest 5,000 requests' => sub {
  my $y = exchange(request => 0);
  my $old = $y->open_request(problemSummary => 'needle of old');
  owner()->do(q(insert into request (token, submit_company, submit_company_name, submitter, receive_company, receive_company_name, summary, description, priority,
      created_at, updated_at, respond_by, document, document_name, submitted_by, submitter_contact, receiver_contact)
    select 'Hay' || lpad(id || 'n' || n, 16, 'x'), submit_company, submit_company_name, submitter, receive_company, receive_company_name, 'hay ' || n, 'd', 'LOW',
      created_at + n * interval '1 millisecond', updated_at, respond_by, document, document_name, submitted_by, submitter_contact, receiver_contact
      from request, generate_series(1, 4999) n where id = ?), undef, $old->{id});
  is shown($y->submitter, "$LIST?cursor=&", 'query=needle'), 'needle of old', 'the oldest of 5,000 is found';
  is scalar(split /; /, shown($y->submitter, "$LIST?cursor=&size=200&", 'query=hay')), 4999, 'all matches come by cursor';
  $y->another(problemSummary => 'one more');
  is shown($y->submitter, $_, 'query=needle'), '', $_ for "$LIST?", "$LIST?cursor=&", "$LIST/list?";
  is shown($y->submitter, "$LIST?", 'query=needle&createdAfter=2999-01-01T00:00:00Z'), '', 'other filters apply before the query';
};

done_testing;
