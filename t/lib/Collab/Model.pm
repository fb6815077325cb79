# A small model of docs/interface.md: the states and rights of requests, notes, responses and subscriptions, and the events that each
# subscription must get. random() calls a random operation as a random caller, predicts the answer, and dies with the difference if the
# service answers otherwise. ->events compares the events that the receiver got.
#
# The callers are an integrator, a member and a reader of each of three partner companies, and an integrator of a fourth company without
# partners. The same seed gives the same sequence.
package Collab::Model;
use strict;
use warnings;
use Collab::Exchange;
use Collab::Members;
use Collab::Receiver;
use Collab::Wait qw(wait_for);
use JSON::XS ();

use constant { WINDOW => 20, SUBSCRIPTIONS => 3, PREFIX => 'org.provider.core.collaboration-request.' };

my @types = qw(created closed note.created response.created response.updated);
my %level = (reader => 0, member => 1, integrator => 2);
my @statuses = qw(OPEN INFORMATION ACCEPTED REJECTED CLOSED);

# The weight of each operation in the draw.
my @operations = (
  (\&create) x 5, (\&note) x 5, (\&approve) x 2, (\&reject) x 1, (\&ask) x 4, (\&answer) x 4, (\&close_it) x 2, (\&change_approval) x 2,
  (\&change_request) x 2, (\&read_request) x 5, (\&read_notes) x 2, (\&read_note) x 2, (\&read_response) x 2, (\&list) x 3,
  (\&invalid) x 2, (\&without_token) x 1, (\&subscribe) x 1, (\&change_subscription) x 2, (\&read_subscription) x 2, (\&unsubscribe) x 1,
);

sub new {
  my ($class, $seed) = @_;
  srand $seed;
  my @companies = map { company() } 1 .. 4;
  community(@companies[0 .. 2]);
  community($companies[3]);
  my $self = bless { companies => \@companies, requests => [], subscriptions => [], receiver => receiver(note => \&told), key => 0 }, $class;
  for my $company (@companies) {
    for my $role (qw(integrator member reader)) {
      my $party = user($company);
      owner()->do('update account set role = ? where id = ?', undef, $role, $party->id);
      push @{ $self->{callers} }, { party => $party, role => $role, company => $company };
      last if $company == $companies[3];
    }
  }
  return $self;
}

sub random {
  my ($self) = @_;
  $self->{tried}++;
  return any(@operations)->($self, any(@{ $self->{callers} }));
}

# ---------------------------------------------------------------- requests
sub create {
  my ($self, $caller) = @_;
  my $to = any(@{ $self->{companies} });
  my $outsider = $self->{companies}[3];
  my $fine = may($caller, 'member') && $to != $caller->{company} && $to != $outsider && $caller->{company} != $outsider;
  my $priority = any(qw(LOW MEDIUM HIGH));
  my $body = { documentId => 0 + $to->{document}{id}, internalCaseNumber => "C$self->{tried}", problemSummary => "S$self->{tried}", problemDescription => 'D',
    priority => $priority };
  my $got = $self->post($caller, '/v1/collaboration-requests', $body, $fine ? 200 : 403) or return;
  my $request = { token => $got->{token}, from => $caller->{company}, to => $to, status => 'OPEN', responded => 0, feedback => 0, answered => 1, number => "C$self->{tried}",
    notes => [], responses => [] };
  push @{ $self->{requests} }, $request;
  $self->same_record($request, $got);
  $self->emit($request, 'created');
}

sub note {
  my ($self, $caller) = @_;
  my $request = $self->a_known_request or return;
  my $status = $self->allowed($caller, $request, 'either') || ($request->{status} eq 'CLOSED' ? 400 : 200);
  my $got = $self->post($caller, path($request, '/notes'), a_note(summary => "N$self->{tried}"), $status) or return;
  push @{ $request->{notes} }, $got->{token};
  $self->emit($request, 'note.created', $got->{token});
}

sub approve { my ($self, $caller) = @_; return $self->respond($caller, 'receiver', '/approval', an_approval(), 'APPROVAL', 'ACCEPTED') }
sub reject  { my ($self, $caller) = @_; return $self->respond($caller, 'receiver', '/rejection', a_rejection(), 'REJECTION', 'REJECTED') }
sub ask     { my ($self, $caller) = @_; return $self->respond($caller, 'receiver', '/information-request', a_question(), 'INFORMATION_REQUEST', 'INFORMATION') }
sub answer  { my ($self, $caller) = @_; return $self->respond($caller, 'submitter', '/information-response', an_answer(), 'INFORMATION_RESPONSE', 'INFORMATION') }

# A transition that creates a response of $type and leads to the status $to.
sub respond {
  my ($self, $caller, $by, $operation, $body, $type, $to) = @_;
  my $request = $self->a_known_request or return;
  my $answers = $type eq 'INFORMATION_RESPONSE';
  my $from = $answers ? $request->{status} eq 'INFORMATION' : $request->{status} =~ /^(OPEN|INFORMATION)$/;
  my $status = $self->allowed($caller, $request, $by) || ($from ? 200 : 409);
  my $got = $self->post($caller, path($request, $operation), $body, $status) or return;
  my ($newest) = sort { $b->{id} <=> $a->{id} } @{ $got->{caseResponses} };
  @{$request}{qw(status answered)} = ($to, $answers || $type ne 'INFORMATION_REQUEST');
  $request->{responded} = 1 unless $answers;
  push @{ $request->{responses} }, "$newest->{id} $type";
  $self->same_record($request, $got);
  $self->emit($request, 'response.created', $newest->{id});
}

sub close_it {
  my ($self, $caller) = @_;
  my $request = $self->a_known_request or return;
  my $status = $self->allowed($caller, $request, 'submitter') || ($request->{status} eq 'CLOSED' ? 409 : 200);
  my $got = $self->post($caller, path($request, '/closure'), undef, $status) or return;
  @{$request}{qw(status feedback)} = ('CLOSED', 1);
  $self->same_record($request, $got);
  $self->emit($request, 'closed');
}

sub change_approval {
  my ($self, $caller) = @_;
  my $request = $self->a_known_request or return;
  my $steps = any('Wait', 'Look', "Step $self->{tried}");
  my $status = $self->allowed($caller, $request, 'receiver') || ($request->{status} eq 'ACCEPTED' ? 200 : 409);
  my $got = $self->call($caller, 'patch', path($request, '/approval'), { nextSteps => $steps }, $status) or return;
  my ($id) = map { /^(\d+) APPROVAL$/ ? $1 : () } @{ $request->{responses} };
  my $changed = ($request->{steps} // '') ne $steps;
  $request->{steps} = $steps;
  $self->same_record($request, $got);
  $self->emit($request, 'response.updated', $id) if $changed;
}

sub change_request {
  my ($self, $caller) = @_;
  my $request = $self->a_known_request or return;
  my $number = "C$self->{tried}";
  my $status = $self->allowed($caller, $request, 'submitter') || ($request->{status} eq 'CLOSED' ? 409 : 200);
  my $got = $self->call($caller, 'patch', path($request), { internalCaseNumber => $number }, $status) or return;
  $request->{number} = $number;
  $self->same_record($request, $got);
}

# ---------------------------------------------------------------- reading
sub read_request {
  my ($self, $caller) = @_;
  my $request = $self->a_known_request or return;
  my $got = $self->call($caller, 'get', path($request), undef, sees($caller, $request) ? 200 : 404) or return;
  $self->same_record($request, $got);
}

sub read_notes {
  my ($self, $caller) = @_;
  my $request = $self->a_known_request or return;
  my $got = $self->call($caller, 'get', path($request, '/notes'), undef, sees($caller, $request) ? 200 : 404) or return;
  $self->same("notes of $request->{token}", join(' ', map { $_->{token} } @$got), join ' ', @{ $request->{notes} });
}

# Reads a note or a response under its own request, or under another request, where the answer must be 404.
sub read_part {
  my ($self, $caller, $kind, $name_of) = @_;
  my ($request, $other) = ($self->a_known_request, $self->a_known_request);
  my $part = $request && any(@{ $other->{$kind} }) or return;
  my $name = $name_of->($part);
  my $status = sees($caller, $request) && $request == $other ? 200 : 404;
  my $got = $self->call($caller, 'get', path($request, "/$kind/$name"), undef, $status) or return;
  $self->same($kind, $kind eq 'notes' ? $got->{token} : "$got->{id} $got->{type}", $part);
}

sub read_note     { my ($self, $caller) = @_; return $self->read_part($caller, 'notes', sub { $_[0] }) }
sub read_response { my ($self, $caller) = @_; return $self->read_part($caller, 'responses', sub { $_[0] =~ /^(\d+)/ ? $1 : '' }) }

sub list {
  my ($self, $caller) = @_;
  my ($status, $type, $partner) = (any('ALL', 'PENDINGACTION', @statuses), any(qw(ALL INBOUND OUTBOUND)), any(undef, @{ $self->{companies} }));
  my $mine = $caller->{company};
  my @found = grep {
    my $inbound = $_->{to} == $mine;
    sees($caller, $_) && ($type eq 'ALL' || ($type eq 'INBOUND') == $inbound) && (!$partner || ($inbound ? $_->{from} : $_->{to}) == $partner)
      && ($status eq 'ALL' || $_->{status} eq $status || ($status eq 'PENDINGACTION' && turn($_) eq ($inbound ? 'receiver' : 'submitter')))
  } @{ $self->{requests} };
  my $path = "/v2/collaboration-requests?size=3&status=$status&type=$type" . ($partner ? "&partnerCompanyId=$partner->{id}" : '');
  my $got = $self->call($caller, 'get', $path, undef, 200);
  my @newest = reverse @found > 3 ? @found[-3 .. -1] : @found;
  $self->same($path, join(' ', $got->{totalElements}, map { $_->{token} } @{ $got->{content} }), join ' ', scalar @found, map { $_->{token} } @newest);
}

# Whose turn it is (interface.md 11.5).
sub turn {
  my ($request) = @_;
  return 'receiver' if $request->{status} eq 'OPEN';
  return $request->{status} ne 'INFORMATION' ? '' : $request->{answered} ? 'receiver' : 'submitter';
}

# ---------------------------------------------------------------- refused before the request is looked up
sub invalid {
  my ($self, $caller) = @_;
  my $request = $self->a_known_request or return;
  my ($path, $body) = @{ any(['/notes', { summary => 1 }], ['/approval', { engineerEmail => 'nobody' }], ['/rejection', {}], ['/information-request', []]) };
  $self->post($caller, path($request, $path), $body, 400);
}

sub without_token {
  my ($self) = @_;
  my $request = $self->a_known_request or return;
  my $nobody = { party => Collab::Party->new, role => 'nobody', company => 0 };
  $self->call($nobody, any('get', 'post'), path($request, '/notes'), undef, 401);
}

# ---------------------------------------------------------------- subscriptions
sub subscribe {
  my ($self, $caller) = @_;
  return if $self->subscriptions($caller->{company}) >= SUBSCRIPTIONS;
  my ($filter, $direction) = (any(undef, [grep { rand() < 0.5 } @types]), any(undef, 'INBOUND', 'OUTBOUND'));
  $filter = undef unless $filter && @$filter;
  my $url = $self->{receiver}->url;
  my %body = (callbackUrl => $url, $filter ? (eventTypes => [map { PREFIX . $_ } @$filter]) : (), $direction ? (caseDirections => [$direction]) : ());
  my $got = $self->post($caller, '/v2/webhooks', \%body, may($caller, 'integrator') ? 200 : 403) or return;
  push @{ $self->{subscriptions} }, { id => $got->{id}, company => $caller->{company}, filter => $filter, direction => $direction, active => 1,
    expected => {}, arrived => {}, dropped => {} };
}

sub change_subscription {
  my ($self, $caller) = @_;
  my $one = $self->a_subscription or return;
  my $active = rand() < 0.7 ? 1 : 0;
  $self->settle($one) if !$active && owns($caller, $one) == 200;
  my $got = $self->call($caller, 'patch', "/v2/webhooks/$one->{id}", { active => $active ? JSON::XS::true : JSON::XS::false }, owns($caller, $one)) or return;
  $self->same("active of $one->{id}", $got->{active} ? 1 : 0, $active);
  drop($one) if !$active;
  $one->{active} = $active;
}

sub read_subscription {
  my ($self, $caller) = @_;
  my $one = $self->a_subscription or return;
  $self->call($caller, 'get', "/v2/webhooks/$one->{id}", undef, $caller->{company} == $one->{company} ? 200 : 404);
  my $got = $self->call($caller, 'get', '/v2/webhooks', undef, 200);
  $self->same('subscriptions', join(' ', map { $_->{id} } @$got), join ' ', map { $_->{id} } $self->subscriptions($caller->{company}));
}

sub unsubscribe {
  my ($self, $caller) = @_;
  my $one = $self->a_subscription or return;
  my $status = owns($caller, $one);
  $self->settle($one) if $status == 200;
  $self->call($caller, 'delete', "/v2/webhooks/$one->{id}", undef, $status == 200 ? 204 : $status);
  return if $status != 200;
  drop($one);
  @{$one}{qw(active deleted)} = (0, 1);
}

# In four of five cases, waits for all expected events before the subscription's pending deliveries are dropped.
sub settle {
  my ($self, $one) = @_;
  return if rand() < 0.2;
  wait_for { $self->hear; !$self->missing($one) } 60;
  my @missing = $self->missing($one);
  die "before operation $self->{tried}: subscription $one->{id} lacks @missing\n" if @missing;
  $one->{arrived}{$_} += $one->{expected}{$_} for keys %{ $one->{expected} };
  $one->{expected} = {};
  return;
}

# Marks the expected events as dropped: each may have been sent or not.
sub drop { my ($one) = @_; $one->{dropped}{$_} += $one->{expected}{$_} for keys %{ $one->{expected} }; $one->{expected} = {}; return }

sub owns { my ($caller, $one) = @_; return $caller->{company} != $one->{company} ? 404 : may($caller, 'integrator') ? 200 : 403 }

sub subscriptions { my ($self, $company) = @_; return grep { !$_->{deleted} && $_->{company} == $company } @{ $self->{subscriptions} } }
sub a_subscription { my ($self) = @_; return any(grep { !$_->{deleted} } @{ $self->{subscriptions} }) }

# ---------------------------------------------------------------- events
sub emit {
  my ($self, $request, $type, $part) = @_;
  for my $one (grep { $_->{active} } @{ $self->{subscriptions} }) {
    my $direction = $one->{company} == $request->{to} ? 'INBOUND' : $one->{company} == $request->{from} ? 'OUTBOUND' : next;
    next if $one->{direction} && $one->{direction} ne $direction;
    next if $one->{filter} && !grep { $_ eq $type } @{ $one->{filter} };
    # an approval can change more than once, with an event for each change
    my $key = join ' ', PREFIX . $type, $request->{token}, $part // '';
    $one->{expected}{$key}++;
  }
  return;
}

# What the receiver's ledger keeps of a delivery.
sub told {
  my ($call) = @_;
  my $event = JSON::XS::decode_json($call->{body});
  my $data = $event->{data};
  return { id => $event->{id}, subscription => $event->{subscriptionid}, key => join ' ', @{$event}{qw(type subject)}, $data->{noteToken} // $data->{responseId} // '' };
}

# Counts the events that have arrived since the last call. A repeat counts once, because delivery is at least once.
sub hear {
  my ($self) = @_;
  for my $call ($self->{receiver}->more) {
    $self->{got}{ $call->{subscription} }{ $call->{key} }++ unless $self->{seen}{"$call->{subscription} $call->{id}"}++;
  }
  return;
}

sub lacks { my ($self, $one, $key) = @_; return ($self->{got}{ $one->{id} }{$key} // 0) < ($one->{arrived}{$key} // 0) + ($one->{expected}{$key} // 0) }
sub missing { my ($self, $one) = @_; return grep { $self->lacks($one, $_) } keys %{ $one->{expected} } }

# Waits up to 60 s for the missing events. Returns the differences, as texts.
sub events {
  my ($self) = @_;
  my @all = @{ $self->{subscriptions} };
  my @wrong;
  wait_for { $self->hear; !grep { $self->missing($_) } @all } 60;
  for my $one (@all) {
    my ($arrived, $expected, $dropped, $got) = (@{$one}{qw(arrived expected dropped)}, $self->{got}{ $one->{id} } || {});
    push @wrong, map { "subscription $one->{id} lacks $_" } $self->missing($one);
    push @wrong, map { "subscription $one->{id} got $_ too often" } grep { $got->{$_} > ($arrived->{$_} // 0) + ($expected->{$_} // 0) + ($dropped->{$_} // 0) } keys %$got;
    $self->{events} += $_ for values %$got;
  }
  return @wrong;
}

# ---------------------------------------------------------------- calls and comparisons
# One POST in ten, at random, has an idempotency key and is repeated: both answers must be the same. After a success, the same key with
# another body must be 422.
sub post {
  my ($self, $caller, $path, $body, $status) = @_;
  return $self->call($caller, 'post', $path, $body, $status) if rand() > 0.1;
  my %key = (headers => { 'idempotency-key' => 'key-' . ++$self->{key} });
  my $first = $self->call($caller, 'post', $path, $body, $status, %key);
  my $text = $self->{answer};
  $self->call($caller, 'post', $path, $body, $status, %key);
  $self->same("a repeat of POST $path", $self->{answer}, $text);
  $self->call($caller, 'post', $path, { %$body, other => 1 }, 422, %key) if $first && $body && $path !~ m{webhooks};
  return $first;
}

# Calls the operation and dies unless the status is $status. Returns the JSON body of a 200, else undef.
sub call {
  my ($self, $caller, $method, $path, $body, $status, %more) = @_;
  my $got = $method =~ /^(get|delete)$/ ? $caller->{party}->$method($path, %more) : $caller->{party}->$method($path, $body, %more);
  my $index = (grep { $self->{companies}[$_] == $caller->{company} } 0 .. 3)[0] // '-';
  $self->{answer} = $got->text;
  $self->{last} = "operation $self->{tried}: \U$method\E $path by the $caller->{role} of company $index";
  die "$self->{last}: $status expected, got " . $got->status . ' ' . substr($got->text, 0, 300) . "\n" if $got->status != $status;
  return $status == 200 ? $got->json : undef;
}

sub same_record {
  my ($self, $request, $got) = @_;
  my $fine = sub { join ' | ', @_ };
  $self->same("record of $request->{token}",
    $fine->(@{$got}{qw(token status)}, (map { $got->{$_} ? 1 : 0 } qw(responded feedbackRequested)), $got->{submitterCaseNumber},
      join(' ', map { $_->{token} } @{ $got->{caseNotes} }), join ' ', map { "$_->{id} $_->{type}" } sort { $a->{id} <=> $b->{id} } @{ $got->{caseResponses} }),
    $fine->(@{$request}{qw(token status responded feedback number)}, join(' ', @{ $request->{notes} }), join ' ', @{ $request->{responses} }));
}

sub same {
  my ($self, $what, $got, $wanted) = @_;
  die "$self->{last}: $what: '$wanted' expected, got '$got'\n" if $got ne $wanted;
  return;
}

# The status with which the caller is refused; 0: the caller is allowed.
sub allowed {
  my ($self, $caller, $request, $by) = @_;
  return 404 if !sees($caller, $request);
  return 403 if !may($caller, 'member');
  return $by eq 'either' || $caller->{company} == $request->{ $by eq 'submitter' ? 'from' : 'to' } ? 0 : 403;
}

sub sees { my ($caller, $request) = @_; return $caller->{company} == $request->{from} || $caller->{company} == $request->{to} }
sub may { my ($caller, $role) = @_; return $level{ $caller->{role} } >= $level{$role} }
sub path { my ($request, $rest) = @_; return "/v1/collaboration-requests/$request->{token}" . ($rest // '') }
sub any { return $_[rand @_] }

# Draws mostly from the newest requests, so that each gathers a history.
sub a_known_request {
  my ($self) = @_;
  my $all = $self->{requests};
  return any(rand() < 0.1 || @$all < WINDOW ? @$all : @$all[-WINDOW .. -1]);
}

1;
