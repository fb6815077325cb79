# t/api/requests/request-limit.t: each party may add half of the notes, responses and bytes that CollabRequestLimit allows
# interface.md 18.5
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Form;
use Collab::Stack;
use Collab::Upload;
use Collab::Wire;

my $stack = stack(extra => "CollabDispatcher Off\nCollabRequestLimit notes=8\nCollabRequestLimit responses=4 size=131072\n");
my $x = exchange();
my ($NOTES, $RESPONSES, $SIZE) = (4, 2, 65536);     # a party's half
my $note_limit = qr/^Your company has added its half of the 8 notes that a collaboration request may have\.$/;
my $response_limit = qr/^Your company has added its half of the 4 responses that a collaboration request may have\.$/;
my $size_limit = qr/^Your company has no room for this in its half of the 131072 bytes that a collaboration request may have\.$/;

sub add { my ($x, $party, %note) = @_; return $x->$party->post($x->notes, a_note(%note)) }
sub fill_notes { my ($x, $party) = @_; add($x, $party)->ok for 1 .. $NOTES; return $x }
sub files { return $_[0]->path . '/attachments' }
sub upload { my ($x, $party) = @_; my ($body, %option) = a_form([files => 'b.bin', 'b']); return $x->$party->request('POST', files($x), body => $body, %option) }
sub large { return (description => "\x01" x (shift // 5000)) }      # each is six bytes of JSON: \u0001

# The counters in the request's row for a party: notes, responses, size in bytes. Tests that they equal what exists.
sub counted {
  my ($x, $party) = @_;
  local $Test::Builder::Level = $Test::Builder::Level + 1;
  my $side = $party eq 'submitter' ? 'submit' : 'receive';
  my ($counted, $there) = map { join ' ', @$_ } owner()->selectrow_arrayref("select ${party}_notes, ${party}_responses, ${party}_size from request where token = ?", undef, $x->token),
    owner()->selectrow_arrayref(qq(
      select (select count(*) from note where request = r.id and company = r.${side}_company and status <> 'REMOVED'),
             (select count(*) from response where request = r.id and company = r.${side}_company),
             (select coalesce(sum(size), 0) from note where request = r.id and company = r.${side}_company and status <> 'REMOVED')
               + (select coalesce(sum(response_size(case_number, engineer_name, engineer_phone, engineer_email, next_steps)), 0)
                    from response where request = r.id and company = r.${side}_company)
               + case '$party' when 'submitter' then ?::int else 0 end
        from request r where token = ?), undef, $x->{own} //= size_of($x->record), $x->token);
  is $counted, $there, "the counters of the $party are right";
  return split / /, $counted;
}
# The bytes of a request as submitted, without its notes and responses.
sub size_of { my ($record) = @_; return scalar owner()->selectrow_array('select octet_length(rendered) + 1 + octet_length(internal_notes::text) from request where token = ?', undef, $record->{token}) }

for my $party (qw(submitter receiver)) {
  my $other = $party eq 'submitter' ? 'receiver' : 'submitter';

  subtest "the $party may add half of the notes" => sub {
    my $x = fill_notes($x->another, $party);
    add($x, $party)->fails(409, $note_limit);
    $x->$party->post($x->notes, a_note(), headers => { accept => 'application/problem+json' })->is_problem(409, 'note-limit');
    add($x, $other)->ok("the $other may go on");
    add($x, $other)->ok for 2 .. $NOTES;
    add($x, $other)->fails(409, $note_limit);
    is +(counted($x, $_))[0], $NOTES for $party, $other;
    is scalar @{ $x->$other->get($x->path)->ok->{caseNotes} }, 2 * $NOTES;
    my $key = { 'idempotency-key' => "full-$party" };
    $x->$party->post($x->notes, a_note(), headers => $key)->fails(409, $note_limit, 'the limit applies with an idempotency key');
    $x->$party->post($x->notes, a_note(), headers => $key)->fails(409, $note_limit, '… and to its repeat');
  };

  subtest "the $party may add half of the bytes" => sub {
    my $x = $x->another;
    add($x, $party, large())->ok for 1 .. 2;
    add($x, $party, large())->fails(409, $size_limit);
    my $left = $SIZE - (counted($x, $party))[2] - 1024 - length('"Disk"') - 2;
    add($x, $party, description => 'x' x ($left + 1))->fails(409, $size_limit, 'one byte too many is refused');
    add($x, $party, description => 'x' x $left)->ok('the last byte is accepted');
    is +(counted($x, $party))[2], $SIZE;
    add($x, $other, large())->ok("the $other may go on");
    $x->$party->get($x->path)->ok;
  };

  subtest "a note of the $party that the operator removes no longer counts" => sub {
    my $x = $x->another;
    my ($own) = (counted($x, $party))[2];
    my @notes = map { add($x, $party, description => text_of(10 * $_, "\x{e9}\"\n"))->ok } 1 .. $NOTES;
    my $full = (counted($x, $party))[2];
    add($x, $party)->fails(409, $note_limit);
    collabctl('note', 'remove', $notes[1]{token});
    collabctl('note', 'remove', $notes[1]{token});
    is_deeply [(counted($x, $party))[0], (counted($x, $other))[0]], [$NOTES - 1, 0], 'a second removal changes nothing';
    cmp_ok +(counted($x, $party))[2], '<', $full, 'its bytes are subtracted';
    add($x, $party)->ok;
    add($x, $party)->fails(409, $note_limit);
    collabctl('note', 'remove', $_->{token}) for @{ $x->$party->get($x->notes)->ok };
    is_deeply [(counted($x, $party))[0, 2]], [0, $own], 'without notes, the counters are as at the start';
  };

  subtest "an upload of the $party counts as a note" => sub {
    my $x = $x->another;
    add($x, $party)->ok for 2 .. $NOTES;
    my $upload = Collab::Upload->admitted($x->$party, files($x), 'a.bin');
    add($x, $party)->ok('the limit is reached during the upload');
    $upload->more(5)->end->answer->ok('an admitted upload succeeds');
    is +(counted($x, $party))[0], $NOTES + 1, 'its note counts';
    my $late = Collab::Upload->head("Expect: 100-continue\r\n", $x->$party, files($x));
    read_answer($late->{socket}, $late->{sent})->fails(409, $note_limit, 'the next upload is refused before its body');
    upload($x, $other)->ok("the $other may go on");
    $x = $x->another;
    owner()->do("update request set ${party}_size = ? where token = ?", undef, $SIZE, $x->token);
    $late = Collab::Upload->head("Expect: 100-continue\r\n", $x->$party, files($x));
    read_answer($late->{socket}, $late->{sent})->fails(409, $size_limit, 'an upload is refused without bytes left, too');
  };

  subtest "two simultaneous notes of the $party do not exceed the limit" => sub {
    my $x = $x->another;
    add($x, $party)->ok for 2 .. $NOTES;
    my $holder = another_connection();
    $holder->begin_work;
    $holder->selectrow_array('select id from request where token = ? for update', undef, $x->token);
    my @calls = map { later { add($x, $party) } } 1 .. 2;
    blocked($holder, 2);
    $holder->commit;
    is_deeply [sort map { $_->answer->status } @calls], [200, 409], 'one of two waiting notes is accepted';
    is +(counted($x, $party))[0], $NOTES;
  };
}

subtest 'the request itself counts for the submitter' => sub {
  my $x = $x->another(problemDescription => "\x01" x 10_000, internalNotes => [{ note => 'own' }]);
  cmp_ok +(counted($x, 'submitter'))[2], '>', 60_000;
  is +(counted($x, 'receiver'))[2], 0;
  add($x, 'submitter', large())->fails(409, $size_limit);
  add($x, 'receiver', large())->ok;
};

subtest 'each party may add half of the responses, except for approvals and rejections' => sub {
  my $x = $x->another;
  for (1 .. $RESPONSES) {
    $x->receiver->post($x->information_request, a_question())->ok;
    $x->submitter->post($x->information_response, an_answer())->ok;
  }
  $x->receiver->post($x->information_request, a_question())->fails(409, $response_limit);
  $x->submitter->post($x->information_response, an_answer())->fails(409, $response_limit);
  $x->receiver->post($x->information_request, a_question(), headers => { accept => 'application/problem+json' })->is_problem(409, 'response-limit');
  is +(counted($x, $_))[1], $RESPONSES for qw(submitter receiver);
  $x->receiver->post($x->approval, an_approval())->ok('an approval is accepted beyond the limit');
  is +(counted($x, 'receiver'))[1], $RESPONSES + 1, '… and counts';
  $x->submitter->post($x->information_response, an_answer())->fails(409, qr/approved/, 'the status is checked before the limit');
};

subtest 'approval, rejection and closure succeed beyond all limits' => sub {
  for my $way (qw(approval rejection closure)) {
    my $x = fill_notes($x->another, 'submitter');
    fill_notes($x, 'receiver');
    add($x, $_, large())->fails(409) for qw(submitter receiver);
    owner()->do("update request set submitter_size = $SIZE, receiver_size = $SIZE, receiver_responses = $RESPONSES where token = ?", undef, $x->token);
    $x->receiver->post($x->information_request, a_question())->fails(409, $response_limit);
    my $party = $way eq 'closure' ? 'submitter' : 'receiver';
    my $body = { approval => an_approval(nextSteps => "\x01" x 5000), rejection => a_rejection(), closure => undef }->{$way};
    my $record = $x->$party->post($x->$way, $body)->ok($way);
    is scalar @{ $record->{caseResponses} }, $way eq 'closure' ? 0 : 1;
    my ($responses, $size) = owner()->selectrow_array('select receiver_responses, receiver_size from request where token = ?', undef, $x->token);
    is $responses, $RESPONSES + ($way ne 'closure'), 'the response counts';
    is scalar @{ $x->$_->get($x->path)->ok->{caseNotes} }, 2 * $NOTES, "the $_ can read the request" for qw(submitter receiver);
    is scalar(grep { $_->{token} eq $x->token } @{ $x->receiver->get('/v2/collaboration-requests?type=INBOUND&size=200')->ok->{content} }), 1, 'the request is in the list';
  }
};

subtest 'a SYSTEM note counts for neither party' => sub {
  my $x = fill_notes($x->another, 'submitter');
  fill_notes($x, 'receiver');
  my $before = join ' ', counted($x, 'submitter'), counted($x, 'receiver');
  owner()->do(q(update request set respond_by = now() - interval '1 minute' where token = ?), undef, $x->token);
  my $reminds = $stack->another_server('reminds', extra => "CollabDutyInterval 100ms\n");
  wait_for { grep { $_->{creatorName} eq 'SYSTEM' } @{ $x->submitter->get($x->notes)->json } } 20, 'the reminder';
  is join(' ', counted($x, 'submitter'), counted($x, 'receiver')), $before, 'the counters are unchanged';
  my ($system) = grep { $_->{creatorName} eq 'SYSTEM' } @{ $x->submitter->get($x->notes)->ok };
  collabctl('note', 'remove', $system->{token});
  is join(' ', counted($x, 'submitter'), counted($x, 'receiver')), $before, 'its removal changes no counter';
};

subtest 'a changed approval counts its difference in bytes' => sub {
  my $x = $x->another;
  $x->receiver->post($x->approval, an_approval())->ok;
  my $before = (counted($x, 'receiver'))[2];
  $x->receiver->patch($x->approval, { nextSteps => 'We look' . "\x01" x 100 })->ok;
  is +(counted($x, 'receiver'))[2], $before + 600;
  $x->receiver->patch($x->approval, { nextSteps => undef })->ok;
  cmp_ok +(counted($x, 'receiver'))[2], '<', $before;
  add($x, 'receiver', large())->ok for 1 .. 2;
  $x->receiver->patch($x->approval, { nextSteps => "\x01" x 5000 })->fails(409, $size_limit);
  $x->receiver->patch($x->approval, { engineerName => 'Ed', nextSteps => '' })->ok('it may grow by less than is left');
  owner()->do('update request set receiver_size = receiver_size + ? where token = ?', undef, $SIZE, $x->token);
  $x->receiver->patch($x->approval, { engineerName => 'Edward' })->fails(409, $size_limit);
  is $x->receiver->patch($x->approval, { engineerName => 'E' })->ok->{caseResponses}[0]{engineerName}, 'E', 'it may shrink beyond the limit';
  $x->receiver->patch($x->approval, { engineerName => 'E' })->ok('a patch without a change is accepted beyond the limit');
};

subtest 'the size of a request, note or response is that of its JSON text' => sub {
  my $x = $x->another(internalNotes => [{ note => 'own' }]);
  my %fixed = %{ $x->record };
  my $own = delete $fixed{internalNotes};
  delete @fixed{qw(direction status updatedAt responded feedbackRequested reminderSent caseNotes caseResponses)};
  my $json = JSON::XS->new->utf8;
  is +(counted($x, 'submitter'))[2], length($json->encode(\%fixed)) + length($json->encode($own)), 'a request counts its object without what changes, and its internal notes';
  for my $text ('plain', "\"\\/\b\f\n\r\t\x01\x1f\x7f", "\x{e9}\x{8a9e}\x{1f600}") {
    my $note = add($x, 'submitter', summary => $text, description => $text x 10)->ok;
    my $size = owner()->selectrow_array(q(select size - octet_length(to_json(summary)::text) - octet_length(to_json(description)::text) from note where token = ?), undef, $note->{token});
    is $size, 1024, 'a note counts its JSON strings and 1,024 bytes';
  }
  $x->receiver->post($x->approval, an_approval(nextSteps => "\x01\n\x{e9}" x 10))->ok;
  my $longest = length('INFORMATION_RESPONSE') + 19;
  is_deeply owner()->selectcol_arrayref(q(select distinct response_size(case_number, engineer_name, engineer_phone, engineer_email, next_steps)
    - (octet_length(rendered) - length(type) - length(id::text)) from response)), [$longest], 'a response counts its text with the longest type, and an id of 19 digits';
  cmp_ok owner()->selectrow_array('select min(size - octet_length(rendered)) from note where size > 0'), '>=', 1, 'a note counts at least its text and a comma';
};

subtest 'a request beyond a lowered limit can be read and closed' => sub {
  my $lower = $stack->another_server('lower', extra => "CollabBaseURL $ENV{COLLAB_TEST_URL}\nCollabDispatcher Off\nCollabRequestLimit notes=2 responses=2 size=131072\n");
  my $x = fill_notes($x->another, 'submitter');
  my $there = $x->submitter->at($lower);
  is scalar @{ $there->get($x->path)->ok->{caseNotes} }, $NOTES, 'all its notes can be read';
  $there->post($x->notes, a_note())->fails(409, qr/half of the 2 notes/);
  $x->receiver->at($lower)->post($x->notes, a_note())->ok;
  $there->post($x->closure)->ok;
  $there->post($x->notes, a_note())->fails(400, qr/is closed/, 'the status is checked before the limit');
  $x->stranger->post($x->notes, a_note())->fails(404);
};

done_testing;
