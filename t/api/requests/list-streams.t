# t/api/requests/list-streams.t: streamed lists are bare arrays of full records, of any length
# interface.md 11.6 and 11.7
use lib qw(t/lib lab/lib);
use Collab::Test;

my $x = exchange();
my @tokens = ($x->token);
push @tokens, $x->another(internalCaseNumber => "CASE-$_", problemSummary => "Number $_")->token for 2 .. 5;
my $LIST = '/v2/collaboration-requests/list';
my $V1 = '/v1/collaboration-requests';

sub tokens { return [map { $_->{token} } @{ $_[0] }] }

subtest 'bare arrays of full records, newest first, for both parties' => sub {
  for my $path ($LIST, $V1) {
    for my $party ($x->parties) {
      my $answer = $party->get($path);
      my $list = $answer->ok;
      is_deeply tokens($list), [reverse @tokens];
      is_deeply $list->[-1], $party->get($x->path)->ok, 'full records';
      ok !defined $answer->header('etag') && !defined $answer->header('content-length'), 'streamed, so without ETag and Content-Length';
    }
    is_deeply $x->stranger->get($path)->ok, [], 'other companies get an empty list';
  }
};

subtest 'streamed lists filter by direction, status and case number' => sub {
  my $me = $x->submitter;
  for my $path ($LIST, $V1) {
    is_deeply tokens($me->get("$path?type=INBOUND")->ok), [];
    is_deeply tokens($me->get("$path?type=OUTBOUND&status=ALL")->ok), [reverse @tokens];
    is_deeply tokens($me->get("$path?internalCaseNumber=CASE-3")->ok), [$tokens[2]];
    is_deeply tokens($me->get("$path?status=CLOSED")->ok), [];
    $me->get("$path?status=PENDINGACTION")->invalid('status');
    $me->get("$path?type=SIDEWAYS&createdAfter=now&updatedAfter=2026-02-30T00:00:00Z")->invalid(qw(type createdAfter updatedAfter));
  }
};

subtest 'dates filter strictly, with microseconds' => sub {
  my ($middle) = owner()->selectrow_array(q(select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') from request where token = ?), undef, $tokens[2]);
  is_deeply tokens($x->submitter->get("$LIST?createdAfter=$middle")->ok), [@tokens[4, 3]];
  $x->receiver->post($x->notes, a_note())->ok;          # updates the first request
  my ($moved) = owner()->selectrow_array(q(select to_char(max(updated_at) - interval '1 microsecond', 'YYYY-MM-DD"T"HH24:MI:SS.US') || '%2B00:00' from request where token = any(?)), undef, \@tokens);
  is_deeply tokens($x->submitter->get("$LIST?updatedAfter=$moved")->ok), [$tokens[0]], 'a note updates the request, so that a poller gets it again';
};

subtest 'V1 shows removed notes on demand; paginated=true gives a page and ignores dates' => sub {
  my $note = $x->submitter->post($x->notes, a_note(summary => 'to be removed'))->ok;
  collabctl('note', 'remove', $note->{token});
  my $shown = sub { scalar grep { $_->{token} eq $note->{token} } map { @{ $_->{caseNotes} } } @{ $_[0] } };
  is $shown->($x->submitter->get($V1)->ok), 0;
  is $shown->($x->submitter->get("$V1?includeRemovedNotes=true")->ok), 1;
  is $shown->($x->submitter->get("$LIST?includeRemovedNotes=true")->ok), 1;
  my $page = $x->submitter->get("$V1?paginated=true&size=2&page=1&createdAfter=2999-01-01T00:00:00Z&includeRemovedNotes=true")->ok;
  is_deeply tokens($page->{content}), [@tokens[2, 1]];
  is $page->{totalElements}, 5;
  is $page->{totalPages}, 3;
  is ref $x->submitter->get("$V1?paginated=false")->ok, 'ARRAY';
};

subtest 'a list of several runs has each request once, in order' => sub {
  my $one = $x->record->{id};
  owner()->do(q(insert into request (token, submit_company, submit_company_name, submitter, receive_company, receive_company_name, summary, description, priority,
      created_at, updated_at, respond_by, document, document_name, submitted_by, submitter_contact, receiver_contact)
    select 'Many' || lpad(n::text, 16, 'x'), submit_company, submit_company_name, submitter, receive_company, receive_company_name, 'n' || n, 'd', 'LOW',
      created_at - n / 3 * interval '1 second', updated_at, respond_by, document, document_name, submitted_by, submitter_contact, receiver_contact
      from request, generate_series(1, 700) n where id = ?), undef, $one);
  my $list = $x->submitter->get($LIST)->ok;
  is scalar @$list, 705;
  my %seen;
  $seen{ $_->{id} }++ for @$list;
  is scalar(keys %seen), 705, 'each request comes once';
  my $sorted = owner()->selectcol_arrayref('select id from request where submit_company = ? order by created_at desc, id desc', undef, $x->submitter->company->{id});
  is_deeply [map { $_->{id} } @$list], $sorted, 'newest first, then by id';
  is $x->submitter->head($LIST)->status, 200;
};

done_testing;
