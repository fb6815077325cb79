# t/ops/collabctl/request-reopen.t: request reopen gives a rejected or closed request the status that it had before
use lib qw(t/lib lab/lib);
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;

my $stack = stack(extra => "CollabRetention requests=1\n");
my $receiver = receiver();

sub one { return scalar owner()->selectrow_array(shift, undef, @_) }
sub ctl { local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN}; return output('./collabctl', 'request', @_) }
sub reopen { my ($x, $why) = @_; return collabctl('request', 'reopen', $x->token, '--why', $why // 'A mistake') }
sub record { my ($x) = @_; return $x->submitter->get($x->path)->ok }

# Each way to a status, by steps: those of Collab::Exchange::in, and `reopened`. Then the status after the last reopening.
my @ways = (
  [[qw(closed)], 'OPEN'], [[qw(asked closed)], 'INFORMATION'], [[qw(asked answered closed)], 'INFORMATION'], [[qw(approved closed)], 'ACCEPTED'],
  [[qw(asked approved closed)], 'ACCEPTED'], [[qw(rejected closed)], 'REJECTED'], [[qw(rejected)], 'OPEN'], [[qw(asked rejected)], 'INFORMATION'],
  [[qw(asked answered rejected)], 'INFORMATION'], [[qw(rejected closed reopened)], 'OPEN'], [[qw(asked rejected closed reopened)], 'INFORMATION'],
  [[qw(rejected reopened closed)], 'OPEN'], [[qw(rejected reopened asked closed)], 'INFORMATION'], [[qw(rejected reopened approved closed)], 'ACCEPTED'],
  [[qw(rejected reopened rejected closed)], 'REJECTED'], [[qw(rejected reopened rejected)], 'OPEN'], [[qw(approved closed reopened closed)], 'ACCEPTED'],
  [[qw(rejected reopened rejected closed reopened)], 'OPEN'],
);
my %status = (asked => 'INFORMATION', answered => 'ANSWERED', approved => 'ACCEPTED', rejected => 'REJECTED', closed => 'CLOSED');
sub walk {
  my ($x, @steps) = @_;
  for my $step (@steps) {
    if ($step eq 'reopened') { reopen($x) }
    elsif ($step eq 'answered') { $x->submitter->post($x->information_response, an_answer())->ok }
    else { $x->in($status{$step}) }
  }
  return $x;
}

subtest 'it gets the status that it had before, on every way' => sub {
  my $y = exchange(request => 0);
  for my $way (@ways) {
    my ($steps, $expected) = @$way;
    my $x = walk($y->another, @$steps);
    my $left = record($x)->{status};
    my $responses = record($x)->{caseResponses};
    like reopen($x), qr/^request \Q@{[$x->token]}\E is $expected again; it was $left$/, "@$steps: $expected";
    my $now = record($x);
    is $now->{status}, $expected, '… in the interface';
    is_deeply $now->{caseResponses}, $responses, '… with all responses';
    is one('select information_answered from request where token = ?', $x->token) ? 1 : 0, (grep { $_ eq 'answered' } @$steps) ? 1 : 0, '… and it is known whether the question has been answered';
  }
};

subtest 'both parties read the reason, pollers and conditions see the change, and no event tells of it' => sub {
  my $x = exchange();
  $_->post('/v2/webhooks', { callbackUrl => $receiver->url })->ok for $x->parties;
  $x->in('ACCEPTED')->in('CLOSED');
  my $before = $x->submitter->get($x->path);
  my $events = one('select count(*) from event where request_token = ?', $x->token);
  my ($polled) = owner()->selectrow_array(q(select stamp(clock_timestamp())));
  like one('select closed_at from request where token = ?', $x->token), qr/\d/;
  reopen($x, 'The fault is back');
  my $after = $x->submitter->get($x->path, headers => { 'if-none-match' => $before->header('etag') });
  is $after->status, 200, 'the entity tag has changed';
  my $record = $after->ok;
  is_deeply [@$record{qw(status feedbackRequested responded receiverCaseNumber)}], ['ACCEPTED', false, true, 'R-77'];
  my ($note) = @{ $record->{caseNotes} };
  is_deeply { map { $_ => $note->{$_} } qw(creatorName companyName creatorUsername summary description) },
    { creatorName => 'SYSTEM', companyName => undef, creatorUsername => undef, summary => 'Reopened by the operator', description => 'The fault is back' };
  is_deeply $x->receiver->get($x->notes)->ok, [$note], 'the receiver reads it, too';
  is $note->{createdAt}, $record->{updatedAt};
  is one('select count(*) from event where request_token = ?', $x->token), $events, 'there is no event';
  is_deeply [map { $_->{token} } @{ $x->submitter->get("/v2/collaboration-requests/list?status=ACCEPTED&updatedAfter=$polled")->ok }], [$x->token], 'a poll finds it';
  is_deeply $x->submitter->get('/v2/collaboration-requests/list?status=CLOSED')->ok, [];
  is one('select closed_at from request where token = ?', $x->token), undef, 'it no longer counts as closed';
  is $x->submitter->post($x->closure, undef, headers => { 'if-match' => $before->header('etag') })->status, 412, 'a change with the tag from before is refused';
};

subtest 'a list goes on over a request that is reopened between two pages' => sub {
  my $y = exchange(request => 0);
  my @x = map { $y->another->in('CLOSED') } 1 .. 3;
  my $page = $y->submitter->get('/v2/collaboration-requests?cursor=&size=1&status=CLOSED')->ok;
  reopen($x[1]);
  my $next = $y->submitter->get("/v2/collaboration-requests?size=1&status=CLOSED&cursor=$page->{nextCursor}")->ok;
  is_deeply [map { $_->{token} } @{ $page->{content} }, @{ $next->{content} }], [map { $_->token } @x[2, 0]];
};

subtest 'afterwards the parties go on as from that status' => sub {
  my $x = walk(exchange(), qw(rejected closed reopened));
  is record($x)->{status}, 'REJECTED';
  $x->receiver->post($x->approval, an_approval())->fails(409, qr/./);
  reopen($x);
  $x->receiver->post($x->approval, an_approval(caseNumber => 'R-78'))->ok;
  is_deeply [map { $_->{type} } @{ record($x)->{caseResponses} }], [qw(REJECTION APPROVAL)], 'the rejection stays';
  $x->receiver->patch($x->approval, { caseNumber => 'R-79' })->ok;
  $x->submitter->post($x->notes, a_note())->ok;
  $x->submitter->post($x->closure)->ok;
  is_deeply [@{ record($x) }{qw(status feedbackRequested receiverCaseNumber)}], ['CLOSED', true, 'R-79'];
  is one(q(select count(*) from event where request_token = ? and type = 'closed'), $x->token), 2, 'the second closure is an event, too';
  like one('select closed_at from request where token = ?', $x->token), qr/\d/, 'the retention counts from it';
};

subtest 'the retention no longer deletes it' => sub {
  my $x = exchange()->in('CLOSED');
  my $gone = exchange()->in('CLOSED');
  owner()->do(q(update request set closed_at = now() - interval '40 days', updated_at = now() - interval '40 days' where token in (?, ?)), undef, $x->token, $gone->token);
  reopen($x);
  owner()->do(q(select delete_closed_requests(1, '-infinity', 1000)));
  is one('select count(*) from request where token = ?', $x->token), 1;
};

subtest 'a request that is neither rejected nor closed stays as it is' => sub {
  my $x = exchange();
  for my $status (qw(OPEN INFORMATION ACCEPTED)) {
    my $y = $x->another->in($status);
    my $before = record($y);
    like reopen($y), qr/^nothing to do: request \S+ is $status$/;
    is_deeply record($y), $before;
  }
  my ($status, $said) = ctl('reopen', 'AAAAAAAAAAAAAAAAAAAA', '--why', 'x');
  is $status, 1;
  like $said, qr/token: there is no request AAAAAAAAAAAAAAAAAAAA/;
  ($status, $said) = ctl('reopen', $x->token);
  is $status, 2, 'a reason is required';
};

subtest 'a request of an erased company stays closed' => sub {
  my $x = exchange()->in('CLOSED');
  collabctl('company', 'erase', $x->receiver->company->{domain}, '--yes');
  my ($status, $said) = ctl('reopen', $x->token, '--why', 'x');
  is $status, 1;
  like $said, qr/token: a party of request \S+ has been erased, which cannot be undone/;
};

subtest 'one of two reopenings at the same time has nothing to do' => sub {
  my $x = exchange()->in('CLOSED');
  my $other = another_connection();
  $other->begin_work;
  $other->do('select from request where token = ? for update', undef, $x->token);
  local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN};
  my @ctl = map { open my $ctl, '-|', "./collabctl request reopen @{[$x->token]} --why both 2>&1" or die "collabctl: $!\n"; $ctl } 1 .. 2;
  blocked($other, 2);
  $other->commit;
  is_deeply [sort map { my $said = do { local $/; <$_> }; close $_; ($said =~ /^(nothing to do|request)/)[0] } @ctl], ['nothing to do', 'request'];
  is scalar @{ record($x)->{caseNotes} }, 1, 'one note';
};

subtest 'request show has the reopening, and who did it' => sub {
  my $x = walk(exchange(), qw(rejected closed reopened));
  my (undef, $history) = split /\n\n/, collabctl('request', 'show', $x->token), 2;
  my @what = map { (split / {2,}/)[1] } split /\n/, $history;
  is_deeply [grep { /^[A-Z]+$/ && $_ ne 'WHAT' } @what], [qw(OPEN REJECTED CLOSED REJECTED)];
  like $history, qr/ act +\S+@\S+ +request reopen: .*status: CLOSED -> REJECTED/;
};

done_testing;
