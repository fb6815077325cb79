# t/api/webhooks/delivery-filters.t: the filters of the log of deliveries (outcome, event, type, time) each use an index
# interface.md 16.10
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use JSON::XS ();

my $receiver = receiver();
my $x = exchange();
my $me = $x->submitter;
my %made = map { $_->[0] => $me->post('/v2/webhooks', { callbackUrl => $receiver->url($_->[1]) })->ok->{id} } ['good', 200], ['refusing', 401], ['failing', 500];
my @notes = map { $me->post($x->notes, a_note())->ok->{token} } 1 .. 3;
$x->receiver->post($x->approval, an_approval())->ok;
sub log_of { my ($which, $query) = @_; return $me->get("/v2/webhooks/$made{$which}/deliveries?" . ($query // ''))->ok($query // '') }
wait_for { !grep { log_of($_)->{totalElements} < 4 } keys %made } 20, 'an attempt for each event and subscription';
my $PREFIX = 'org.provider.core.collaboration-request.';

sub shown { my ($which, $query) = @_; return [map { $_->{id} } @{ log_of($which, $query)->{content} }] }
# The ids of the log's rows that satisfy $want.
sub wanted { my ($which, $want) = @_; return [map { $_->{id} } grep { $want->() } @{ log_of($which, 'size=200')->{content} }] }

subtest 'the log is filtered by outcome' => sub {
  for my $which (keys %made) {
    for my $success (qw(true false)) {
      is_deeply shown($which, "success=$success"), wanted($which, sub { $_->{success} == ($success eq 'true') }), "$which: success=$success";
      is_deeply shown($which, "deadLetter=$success"), wanted($which, sub { $_->{deadLetter} == ($success eq 'true') }), "$which: deadLetter=$success";
    }
    is_deeply shown($which, 'deadLetter=true&success=true'), [], "$which: no attempt is both a success and a dead letter";
  }
  is @{ shown('refusing', 'deadLetter=true&success=false') }, 4, 'a refusal is a dead letter at once';
  is @{ shown('failing', 'deadLetter=false&success=false') }, 4, 'a failure that is retried is not a dead letter';
};

subtest 'the log is filtered by event, type and time' => sub {
  my @all = @{ log_of('good')->{content} };
  my $event = $all[1];
  is_deeply shown('good', "eventId=$event->{cloudEventId}"), [$event->{id}];
  is_deeply shown('good', "eventId=$event->{cloudEventId}&success=false"), [];
  is_deeply shown('good', 'eventId=00000000-0000-4000-8000-000000000000'), [], 'an unknown event matches nothing';
  is @{ shown('good', "eventType=${PREFIX}note.created") }, 3;
  is_deeply shown('good', "eventType=$_"), [], "V1's name is none of V2: $_" for 'note.created', 'collaboration-request.created';
  is @{ shown('good', "eventType=${PREFIX}response.created&success=true") }, 1;
  is_deeply shown('good', "eventType=${PREFIX}closed"), [];
  is_deeply shown('failing', "eventType=${PREFIX}note.created&success=false&deadLetter=true"), [];
  my ($at) = owner()->selectrow_array(q(select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') from attempt where id = ?), undef, $all[2]{id});
  is_deeply shown('good', "createdAfter=$at"), [map { $_->{id} } @all[0, 1]], 'createdAfter is strict';
};

subtest 'a filtered page has no totals' => sub {
  my $page = log_of('good', 'success=true&size=3');
  is_deeply [sort keys %$page], [qw(content number size)];
  my $next = log_of('good', 'success=true&size=3&page=1');
  is_deeply [map { $_->{id} } @{ $page->{content} }, @{ $next->{content} }], wanted('good', sub { 1 }), 'two pages are the whole log';
  is_deeply log_of('good', 'success=true&size=3&page=9')->{content}, [];
};

subtest 'the log of a V1 subscription is filtered by the names of V1' => sub {
  my $y = exchange(request => 0);
  my $id = $y->submitter->post('/v1/webhooks', { callbackUrl => $receiver->url(200) })->ok->{id};
  $y->open_request;
  $y->submitter->post($y->notes, a_note())->ok;
  my $log = sub { return $y->submitter->get("/v$_[0]/webhooks/$id/deliveries?$_[1]")->ok($_[1])->{content} };
  wait_for { @{ $log->(1, '') } == 2 } 20, 'two attempts';
  for my $version (1, 2) {
    for my $name ('note.created', 'collaboration-request.created') {
      is_deeply [map { $_->{eventType} } @{ $log->($version, "eventType=$name") }], [$name], "/v$version: $name";
    }
    is_deeply $log->($version, "eventType=$PREFIX$_"), [], "/v$version: V2's name is none of V1: $_" for qw(created note.created closed);
    $y->submitter->get("/v$version/webhooks/$id/deliveries?eventType=$_")->invalid('eventType') for 'created', 'collaboration-request.closed', 'NOTE.CREATED', "${PREFIX}none";
  }
};

subtest 'V1 has the same filters; strangers and invalid values are refused' => sub {
  $me->get("/v1/webhooks/$made{good}/deliveries?eventType=note.created")->ok('V1 takes eventType');
  $x->receiver->get("/v2/webhooks/$made{good}/deliveries?success=true")->fails(404);
  $me->get("/v2/webhooks/$made{good}/deliveries?success=yes&deadLetter=1&createdAfter=now")->invalid(qw(success deadLetter createdAfter));
  $me->get("/v2/webhooks/$made{good}/deliveries?eventId=x&eventType=note")->invalid(qw(eventId eventType));
};

subtest 'each filter uses an index' => sub {
  my $api = DBI->connect($ENV{COLLAB_TEST_DSN} =~ s/user=\S+/user=collab_api/r =~ s/^(?!dbi)/dbi:Pg:/r, '', '', { RaiseError => 1, PrintError => 0 });
  my ($part) = @{ JSON::XS->new->decode(scalar `bench/statement webhook_deliveries_filtered json`)->{parts} };
  $api->do('set plan_cache_mode = force_generic_plan');
  $api->do('prepare planned (' . join(', ', map { 'text' } @{ $part->{binds} }) . ") as $part->{text}");
  my ($plan) = $api->selectrow_array('explain (format json) execute planned (' . join(', ', ('null') x @{ $part->{binds} }) . ')');
  unlike $plan, qr/"Node Type": "Seq Scan",[^{}]*"Relation Name": "attempt/, 'no partition of the log is scanned';
  like $plan, qr/attempt_\d+_subscription_created_at_id_http_status_idx|attempt_failed/, 'failures have their own index';
};

done_testing;
