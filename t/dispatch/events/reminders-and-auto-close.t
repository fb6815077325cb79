# t/dispatch/events/reminders-and-auto-close.t: two dispatchers remind of each late request once, and close each idle one once
# interface.md 10.8
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;

my $often = "CollabDutyInterval 200ms\n";
my $stack = stack(extra => "CollabAutoClose 30\n$often");
aged();
my $second = $stack->another_server('second', extra => "CollabAutoClose 30\n$often");
my $receiver = receiver();

sub ago     { my ($x, $column, $interval) = @_; owner()->do("update request set $column = clock_timestamp() - ?::interval where token = ?", undef, $interval, $x->token) }
sub record  { my ($x, $who) = @_; return $x->{ $who // 'submitter' }->get($x->path)->ok }
sub holds   { my ($x, $what) = @_; return scalar owner()->selectrow_array("select $what from request where token = ?", undef, $x->token) }
sub events  { my ($x) = @_; return @{ owner()->selectcol_arrayref('select type from event where request_token = ? order by id', undef, $x->token) } }
sub names   { return map { JSON::XS->new->decode($_->{body})->{type} =~ s/^.*collaboration-request\.//r } @_ }
sub becomes { my ($x, $what) = @_; return wait_for { holds($x, $what) } 30, $what }

# Waits until both dispatchers have checked all requests again. First one of them sends a reminder for a new request. Half a second later the other
# one has also run its duty, because each runs the duty five times a second.
sub looked_again {
  my $mark = exchange();
  ago($mark, respond_by => '1 second');
  becomes($mark, 'reminder_sent');
  return holds_for { 1 } 0.5;
}

subtest 'a request without a response in time gets one reminder' => sub {
  my $x = exchange();
  my $url = $receiver->url;
  $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok;
  my $before = record($x);
  ago($x, updated_at => '1 hour');
  ago($x, respond_by => '1 second');
  my $by = record($x)->{respondBy};
  becomes($x, 'reminder_sent');
  ok looked_again();

  my $record = record($x, 'receiver');
  is_shaped $record, REQUEST;
  is $record->{reminderSent}, true;
  is $record->{status}, 'OPEN', 'the status does not change';
  is $record->{responded}, false;
  cmp_ok seconds($record->{updatedAt}), '>=', seconds($before->{updatedAt}), 'updatedAt moves';
  my @notes = @{ $record->{caseNotes} };
  is @notes, 1, 'the reminder is one note';
  is_deeply { map { $_ => $notes[0]{$_} } qw(creatorName companyName creatorEmail creatorUsername status priority summary description) },
    { creatorName => 'SYSTEM', companyName => undef, creatorEmail => undef, creatorUsername => undef, status => 'ENTERED', priority => $record->{priority},
      summary => 'Response overdue', description => "The receiver was to respond by $by and has not." };
  like $notes[0]{token}, qr/^[A-Za-z0-9]{20}$/;
  is_deeply $x->submitter->get($x->notes)->ok, \@notes, 'the note is in the list of notes';
  is_deeply [events($x)], ['created'], 'the reminder makes no event';

  $x->receiver->post($x->approval, an_approval())->ok;
  is record($x)->{reminderSent}, true, 'a response is still possible';
  is_deeply [names($receiver->wait($url, 1))], ['response.created'];
};

subtest 'of many requests at once, two dispatchers remind each once, and no token occurs twice' => sub {
  my $x = exchange();
  owner()->do(q(insert into request (token, submit_company, submit_company_name, submitter, receive_company, receive_company_name, summary, description,
      priority, respond_by, document, document_name, submitted_by, submitter_contact, receiver_contact)
    select 'X' || lpad(n::text, 19, '0'), submit_company, submit_company_name, submitter, receive_company, receive_company_name, summary, description,
      priority, clock_timestamp() - interval '1 minute', document, document_name, submitted_by, submitter_contact, receiver_contact
      from request, generate_series(1, 450) n where token = ?), undef, $x->token);
  my $of = q(from request where token like 'X00000000%');     # a random token may begin with X0
  wait_for { !owner()->selectrow_array("select count(*) $of and not reminder_sent") } 30, 'all reminders';
  is_deeply owner()->selectrow_arrayref("select count(*), count(distinct request) from note where request in (select id $of)"), [450, 450];
  is owner()->selectrow_array("select count(*) from event where request in (select id $of)"), 0;
};

subtest 'an answered, closed, locked or not yet late request gets no reminder' => sub {
  my %x = map { $_ => exchange()->in($_) } qw(INFORMATION ANSWERED ACCEPTED REJECTED CLOSED);
  my ($later, $locked) = (exchange(), exchange());
  ago($x{$_}, respond_by => '1 hour') for keys %x;
  my %was = map { $_ => record($x{$_}) } keys %x;
  my $other = another_connection();
  ago($locked, respond_by => '-3 seconds');
  $other->begin_work;
  $other->do(q(select from request where token = ? for update), undef, $locked->token);
  becomes($locked, 'respond_by < clock_timestamp()');
  ok looked_again(), 'a locked request delays no reminder';
  $other->do(q(update request set responded = true, status = 'ACCEPTED' where token = ?), undef, $locked->token);
  $other->commit;
  ok looked_again();
  is holds($locked, 'reminder_sent::text'), 'false', 'a request that was answered meanwhile gets no reminder';
  is holds($later, 'reminder_sent::text'), 'false', 'a request with time left gets no reminder';
  is_deeply record($x{$_}), $was{$_}, $_ for sort keys %x;
};

subtest 'an idle request is closed once, with its event' => sub {
  my $url = $receiver->url;
  my $x = exchange(request => 0);
  $x->receiver->post('/v2/webhooks', { callbackUrl => $url, eventTypes => ['org.provider.core.collaboration-request.closed'] })->ok;
  $x->open_request;
  my %in = map { $_ => exchange()->in($_) } qw(INFORMATION ACCEPTED REJECTED);
  my $young = exchange();
  ago($young, updated_at => '29 days 23 hours');
  my $closed = exchange()->in('CLOSED');
  ago($_, updated_at => '31 days') for values %in, $closed, $x;
  my $was = record($closed);
  for my $each ($x, values %in) {
    becomes($each, q(status = 'CLOSED'));
  }
  is_deeply [names($receiver->wait($url, 1))], ['closed'];
  my $record = record($x);
  is_shaped $record, SUBMITTED;
  is $record->{feedbackRequested}, true;
  is $record->{responded}, false;
  is_deeply $record->{caseNotes}, [], 'the closure makes no note';
  cmp_ok time - seconds($record->{updatedAt}), '<', 60, 'updatedAt moves';
  ok looked_again();
  is scalar(grep({ $_ eq 'closed' } events($_))), 1, 'the request is closed once' for $x, values %in;
  is $receiver->got($url), 1;
  is_deeply record($closed), $was, 'a closed request does not change';
  is record($young)->{status}, 'OPEN', 'a request that is idle for less stays open';
  $x->submitter->post($x->notes, a_note())->fails(400);
};

subtest 'more idle requests than one batch are all closed' => sub {
  my $x = exchange();
  owner()->do(q(insert into request (token, submit_company, submit_company_name, submitter, receive_company, receive_company_name, summary, description,
      priority, respond_by, created_at, updated_at, responded, status, document, document_name, submitted_by, submitter_contact, receiver_contact)
    select 'Y' || lpad(n::text, 19, '0'), submit_company, submit_company_name, submitter, receive_company, receive_company_name, summary, description,
      priority, respond_by, created_at - interval '1 year', updated_at - case when n % 2 = 0 then interval '1 year' else '0' end, true, 'ACCEPTED',
      document, document_name, submitted_by, submitter_contact, receiver_contact
      from request, generate_series(1, 1300) n where token = ?), undef, $x->token);
  my $of = q(from request where token like 'Y00000000%');     # a random token may begin with Y0
  wait_for { owner()->selectrow_array("select count(*) $of and status = 'CLOSED'") == 650 } 40, 'the idle half';
  is_deeply owner()->selectrow_arrayref("select count(*), count(distinct request) from event where type = 'closed' and request in (select id $of)"), [650, 650];
  is owner()->selectrow_array("select count(*) $of and status = 'ACCEPTED'"), 650, 'the other half stays open';
};

subtest 'by default, idle requests stay open' => sub {
  my $x = exchange();
  $_->stop for $second, $stack->server;
  my $third = $stack->another_server('third', extra => $often);
  ago($x, respond_by => '1 second');
  becomes($x, 'reminder_sent');
  ago($x, updated_at => '20 years');
  ok holds_for { holds($x, q(status = 'OPEN')) } 0.5;
  unlike $third->log, qr/SQLSTATE/;
  $third->stop;
};
unlike $_->log, qr/SQLSTATE/, 'no statement fails' for $stack->server, $second;

done_testing;
