# t/api/requests/notes.t: both parties add and read notes until the closure
# interface.md 12.1 to 12.6
use lib qw(t/lib lab/lib);
use Collab::Test;

my $x = exchange();

subtest 'both parties may add a note' => sub {
  for my $party ($x->submitter, $x->receiver) {
    my $note = $party->post($x->notes, a_note())->ok;
    is_shaped $note, NOTE;
    is $note->{caseId}, $x->record->{id};
    is $note->{status}, 'ENTERED';
    is $note->{companyName}, $party->company->{name};
    is $note->{creatorUsername}, $party->username;
    is $note->{creatorEmail}, $party->email;
    is $note->{creatorName}, $party->name;
    is_deeply [@{$note}{qw(summary description priority)}], ['Disk', 'Bay 3', 'HIGH'];
    is $note->{createdAt}, $note->{updatedAt};
    cmp_ok abs(seconds($note->{createdAt}) - time), '<', 60, 'createdAt is now';
  }
};

subtest 'a note updates the request' => sub {
  my $x = exchange();
  owner()->do(q(update request set updated_at = updated_at - interval '1 hour' where token = ?), undef, $x->token);
  my $note = $x->receiver->post($x->notes, a_note())->ok;
  my $record = $x->submitter->get($x->path)->ok;
  cmp_ok seconds($record->{updatedAt}), '>=', seconds($note->{createdAt}) - 1;
  is $record->{status}, 'OPEN', 'the status is unchanged';
  is_deeply $record->{caseNotes}, [$note], 'the record has the note';
};

subtest 'every status except CLOSED takes notes' => sub {
  for my $state (qw(OPEN INFORMATION ANSWERED ACCEPTED REJECTED)) {
    my $x = $x->another->in($state);
    $x->submitter->post($x->notes, a_note())->ok("$state: submitter");
    $x->receiver->post($x->notes, a_note())->ok("$state: receiver");
    is $x->receiver->get($x->path)->ok->{status}, $state eq 'ANSWERED' ? 'INFORMATION' : $state;
  }
};

subtest 'a closed request takes no notes' => sub {
  my $x = $x->another->in('CLOSED');
  my $token = $x->token;
  for my $party ($x->parties) {
    $party->post($x->notes, a_note())->fails(400,
      qr/^Rejected by Test Exchange: collaboration request \Q$token\E is closed\. Create a new collaboration request instead\.$/);
  }
  is_deeply $x->receiver->get($x->notes)->ok, [], 'no note is added';
  $x->receiver->post($x->notes, a_note(), headers => { accept => 'application/problem+json' })->is_problem(400, 'note-closed');
};

subtest 'missing and invalid members are listed' => sub {
  my $party = $x->submitter;
  $party->post($x->notes, {})->invalid(qw(summary description priority));
  $party->post($x->notes, { summary => null, description => null, priority => null })->invalid(qw(summary description priority));
  $party->post($x->notes, { summary => 1, description => {}, priority => 'URGENT' })->invalid(qw(summary description priority));
  $party->post($x->notes, a_note(priority => ''))->invalid('priority');
  is $party->post($x->notes, a_note(priority => $_))->invalid('priority')->[0]{message}, 'must be one of LOW, MEDIUM, HIGH', "priority $_" for 'high', 'URGENT', 1;
  $party->post($x->notes, a_note(submittedBy => 'Ada'))->invalid('submittedBy');
  $party->post($x->notes, a_note(submittedBy => { id => 'one', email => 7, phone => text_of(51), phoneCountryCode => text_of(11) }))
    ->invalid(qw(submittedBy.id submittedBy.email submittedBy.phone submittedBy.phoneCountryCode));
  my $note = $party->post($x->notes, a_note(summary => '', description => ''))->ok('an empty string is a value');
  is $note->{summary}, '';
};

subtest 'submittedBy is checked but not used, and unknown members are ignored' => sub {
  my $note = $x->receiver->post($x->notes, a_note(
    submittedBy => { id => 0, username => 'somebody', firstName => null, email => 'else@where.example', more => [] }, unknown => { a => 1 },
      token => 'x'))->ok;
  is $note->{creatorUsername}, $x->receiver->username;
  my $plain = $x->receiver->post($x->notes, a_note(submittedBy => null))->ok('an optional member may be null');
};

subtest 'lengths count code points' => sub {
  for my $case ([summary => 500], [description => 5000]) {
    my ($field, $max) = @$case;
    my $text = text_of($max - 1) . '😀';
    my $note = $x->submitter->post($x->notes, a_note($field => $text))->ok("$max of $field");
    is $note->{$field}, $text;
    $x->submitter->post($x->notes, a_note($field => $text . 'x'))->invalid($field);
  }
  $x->submitter->post($x->notes, a_note(submittedBy => { map({ $_ => text_of(191) } qw(username firstName lastName email city emailCheckFailData)),
    phone => text_of(50), phoneCountryCode => text_of(10) }))->ok('the longest user');
  my @names = qw(username firstName lastName email city emailCheckFailData);
  $x->submitter->post($x->notes, a_note(submittedBy => { map { $_ => text_of(192) } @names }))->invalid(map { "submittedBy.$_" } @names);
};

subtest 'creatorName is at most 191 characters long, whatever the names are' => sub {
  my $author = user($x->submitter->company, firstName => 'é' x 191, lastName => 'Müller');
  my $note = $author->post($x->notes, a_note())->ok;
  is $note->{creatorName}, 'é' x 191, 'a longer name is cut';
  is user($x->submitter->company, firstName => 'F' x 95, lastName => 'L' x 95)->post($x->notes, a_note())->ok->{creatorName},
    'F' x 95 . ' ' . 'L' x 95, 'a name that fits is not cut';
};

subtest 'text comes back exactly as sent' => sub {
  my $text = "  <b>&amp;</b> \"q\" 'a' \\ / \t\r\n e\x{301} é 日本 😀 \x{200b}\x{feff}\x{7f}\x{1} %s \$1 {token} ";
  my $note = $x->submitter->post($x->notes, a_note(summary => $text, description => $text))->ok;
  is $note->{summary}, $text;
  is $note->{description}, $text;
  is $x->receiver->get($x->notes)->ok->[-1]{description}, $text, '… also when read back';
};

subtest 'the list is a bare array, oldest first' => sub {
  my $x = exchange();
  is_deeply $x->submitter->get($x->notes)->ok, [];
  my @made = map { $x->{ $_ % 2 ? 'submitter' : 'receiver' }->post($x->notes, a_note(summary => "n$_"))->ok } 1 .. 3;
  is_deeply $x->receiver->get($x->notes)->ok, \@made;
};

subtest 'updatedAfter and createdAfter filter strictly, with any UTC offset' => sub {
  my $x = exchange();
  my @made = map { $x->submitter->post($x->notes, a_note(summary => "n$_"))->ok } 1 .. 3;
  my $day = '2025-03-0';
  owner()->do('update note set created_at = ?, updated_at = ? where id = ?', undef, "${day}$_ 12:00:00.500000+00",
    "${day}$_ 13:00:00.500000+00", $made[$_ - 1]{id})
    for 1 .. 3;
  my $seen = sub { my $answer = $x->receiver->get($x->notes . "?$_[0]"); return join ' ', map { $_->{summary} } @{ $answer->ok } };
  is $seen->('createdAfter=2025-03-01T00:00:00Z'), 'n1 n2 n3';
  is $seen->('createdAfter=2025-03-02T12:00:00Z'), 'n2 n3', 'fractions of a second count';
  is $seen->('createdAfter=2025-03-02T12:00:00.5Z'), 'n3', 'an equal time does not match';
  is $seen->('createdAfter=2025-03-02T12:00:00.499999Z'), 'n2 n3';
  is $seen->('createdAfter=2025-03-02T14:00:00.5%2B02:00'), 'n3', 'a positive UTC offset';
  is $seen->('createdAfter=2025-03-02T14:00:00.5+02:00'), 'n3', 'an unescaped +, which means a blank';
  is $seen->('createdAfter=2025-03-02T10:00:00.5-02:00'), 'n3', 'a negative UTC offset';
  is $seen->('createdAfter=2025-03-02T12%3A00%3A00Z'), 'n2 n3', 'encoded colons';
  is $seen->('updatedAfter=2025-03-02T13:00:00.5Z'), 'n3';
  is $seen->('updatedAfter=2025-03-02T12:30:00Z&createdAfter=2025-03-02T12:30:00Z'), 'n3', 'both filters at once';
  is $seen->('createdAfter=2031-01-01T00:00:00Z'), '';
  is $seen->('createdAfter=2024-02-29T23:59:59Z&unknown=1&other'), 'n1 n2 n3', 'a leap day; unknown parameters are ignored';
  is $seen->('createdAfter='), 'n1 n2 n3', 'an empty parameter is ignored';
};

subtest 'an invalid date-time is 400' => sub {
  for my $value (qw(now infinity -infinity today 2025-02-30T00:00:00Z 2025-13-01T00:00:00Z 2025-01-01 2025-01-01T25:00:00Z 2025-01-01T00:00:00
    2025-02-29T00:00:00Z epoch 1735689600 x), '2025-01-01T00:00:00Z%27', '0000-00-00T00:00:00Z', '2025-01-01T00:00:00Z;') {
    $x->submitter->get($x->notes . "?createdAfter=$value")->invalid('createdAfter');
  }
  $x->submitter->get($x->notes . '?createdAfter=now&updatedAfter=then&includeRemoved=yes')->invalid(qw(createdAfter updatedAfter includeRemoved));
};

subtest 'invalid and repeated parameters are 400' => sub {
  my $notes = $x->notes;
  $x->submitter->get("$notes?includeRemoved=true&includeRemoved=true")->invalid('includeRemoved');
  for my $value (qw(TRUE 1 yes 0)) { $x->submitter->get("$notes?includeRemoved=$value")->invalid('includeRemoved') }
  $x->submitter->get("$notes?includeRemoved=$_")->ok for 'false', '';
  $x->submitter->get("$notes?createdAfter=%00")->is_status(400);
  $x->submitter->get("$notes?createdAfter=%ff")->is_status(400);
  $x->submitter->get("$notes?createdAfter=%zz")->is_status(400);
};

subtest 'a removed note shows only with includeRemoved=true' => sub {
  my $x = exchange();
  my ($gone, $kept) = map { $x->submitter->post($x->notes, a_note(summary => $_))->ok } qw(gone kept);
  my $id = $x->record->{id};
  owner()->do(q(update request set updated_at = '2025-01-01' where id = ?), undef, $id);
  collabctl('note', 'remove', $gone->{token});
  is_deeply $x->receiver->get($x->notes)->ok, [$kept];
  is_deeply $x->receiver->get($x->path)->ok->{caseNotes}, [$kept], 'the record leaves it out, too';
  my $all = $x->receiver->get($x->notes . '?includeRemoved=true')->ok;
  is_deeply [map { $_->{status} } @$all], [qw(REMOVED ENTERED)];
  is $all->[0]{createdAt}, $gone->{createdAt};
  my $record = $x->receiver->get($x->path . '?includeRemovedNotes=true')->ok;
  is_deeply $record->{caseNotes}, $all, 'includeRemovedNotes=true shows it in the record';
  cmp_ok seconds($record->{updatedAt}), '>', seconds('2025-01-02T00:00:00Z'), 'a removal updates the request';
};

subtest 'one note can be read by its token' => sub {
  my $x = exchange();
  my ($first, $second) = map { $x->submitter->post($x->notes, a_note(summary => $_))->ok } qw(first second);
  for my $party ($x->parties) {
    is_deeply $party->get($x->notes . "/$_->{token}")->ok, $_, "the $_->{summary} note is as in the list" for $first, $second;
  }
  my $path = $x->notes . "/$first->{token}";
  my $tag = $x->receiver->get($path)->header('etag');
  $x->submitter->post($x->notes, a_note())->ok;
  $x->receiver->get($path, headers => { 'if-none-match' => $tag })->is_status(304, 'another note does not change its ETag');
  collabctl('note', 'remove', $first->{token});
  for my $party ($x->parties) {
    $party->get($path . $_)->fails(404, undef, "a removed note is 404 with '$_'") for '', '?includeRemoved=false', '?includeRemoved=';
    my $removed = $party->get("$path?includeRemoved=true");
    is $removed->ok->{status}, 'REMOVED', 'includeRemoved=true shows it';
    isnt $removed->header('etag'), $tag, 'the removal changes its ETag';
    $party->get($path, headers => { 'if-none-match' => $removed->header('etag') })->fails(404, undef, 'an ETag does not uncover a removed note');
  }
  $x->receiver->get("$path?includeRemoved=yes")->invalid('includeRemoved');
  my ($token, $other) = ($second->{token}, $x->submitter->post('/v1/collaboration-requests', $x->a_request)->ok->{token});
  $x->stranger->get($x->notes . "/$token$_")->fails(404, undef, "a stranger gets 404 with '$_'") for '', '?includeRemoved=true';
  $x->submitter->get("/v1/collaboration-requests/$other/notes/$token")->fails(404, undef, 'a note of another request is 404');
  $x->submitter->get($x->notes . '/' . lc $token)->fails(404, undef, 'tokens are case-sensitive') if lc $token ne $token;
  $x->submitter->get($x->notes . '/AAAAAAAAAAAAAAAAAAAA')->fails(404);
  nobody->get($x->notes . "/$token")->fails(401);
};

subtest 'notes of a closed request can be read one by one' => sub {
  my $x = exchange();
  my $note = $x->receiver->post($x->notes, a_note())->ok;
  $x->submitter->post($x->closure)->ok;
  is_deeply $_->get($x->notes . "/$note->{token}")->ok, $note for $x->parties;
};

subtest 'a company that is not a party gets 404' => sub {
  $x->stranger->get($x->notes)->fails(404);
  $x->stranger->post($x->notes, a_note())->fails(404);
  my $nowhere = '/v1/collaboration-requests/AAAAAAAAAAAAAAAAAAAA/notes';
  $x->submitter->get($nowhere)->fails(404);
  $x->submitter->post($nowhere, a_note())->fails(404);
  $x->submitter->post($nowhere, {})->invalid(qw(summary description priority));
  nobody->get($x->notes)->fails(401, qr/The authorization token provided was invalid/);
  nobody->post($x->notes, {})->fails(401, qr/The authorization token provided was invalid/);
};

subtest 'a note that waited for a closure is refused' => sub {
  my $x = exchange();
  my $holder = another_connection();
  $holder->begin_work;
  $holder->do(q(select from request where token = ? for update), undef, $x->token);
  $_->token for $x->parties;
  my $note = later { $x->receiver->post($x->notes, a_note()) };
  blocked($holder, 1);
  $holder->do(q(update request set status = 'CLOSED' where token = ?), undef, $x->token);
  $holder->commit;
  $note->answer->fails(400, qr/^Rejected/);
  is_deeply $x->receiver->get($x->notes)->ok, [];
};

done_testing;
