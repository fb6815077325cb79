# t/api/requests/daily-limit.t: beyond CollabDailyLimit requests, notes and uploads are 429 until the UTC day ends
# interface.md 18.6
use lib qw(t/lib lab/lib);
use Collab::Form;
use Collab::Judgement;
use Collab::Test;
use JSON::XS ();
use Time::HiRes qw(time);

my (undef, $minute, $hour) = gmtime;
plan skip_all => 'the UTC day is about to end' if $hour == 23 && $minute >= 57;
my $stack = judged(extra => "CollabDispatcher Off\nCollabDailyLimit requests=5 bytes=1g\n");
my $refusal = qr/^Your company has made or stored as much as it may in a day: it may go on at (\d{4}-\d\d-\d\dT00:00:00Z)\.$/;
my $problem = { accept => 'application/problem+json' };

sub day { my ($party) = @_; return owner()->selectrow_hashref(q(select * from company_day where company = ? and day = (now() at time zone 'UTC')::date), undef, $party->company->{id}) // { requests => 0, bytes => 0 } }
sub counted { my ($party, $requests) = @_; return ok +(wait_for { day($party)->{requests} == $requests } 20, 'the count'), "the watcher has counted $requests" }
# Waits until the watcher has counted all rows for good.
sub settled {
  return ok +(wait_for { owner()->selectrow_array('select request >= (select max(id) from request) and note >= (select max(id) from note)
    and response >= coalesce((select max(id) from response), 0) and answer >= coalesce((select max(created_at) from idempotency), answer) from company_day_count') } 30, 'the final count'), 'all rows are final';
}
# Waits until the node refuses, or admits, the company's notes.
sub refused { my ($x, $party) = @_; return ok +(wait_for { $party->post($x->notes, a_note())->status == 429 } 20), 'the node refuses' }
sub admitted { my ($x, $party) = @_; return ok +(wait_for { $party->post($x->notes, a_note())->status == 200 } 20), 'the node admits' }
sub request { my ($x, $party) = @_; return $party->post('/v1/collaboration-requests', $x->a_request) }
sub upload { my ($x, $party) = @_; my ($body, %option) = a_form([files => 'b.bin', 'b']); return $party->request('POST', $x->path . '/attachments', body => $body, %option) }
sub set { my ($party, @values) = @_; return collabctl('company', 'set', $party->company->{domain}, @values) }

my $x = exchange();
my ($from, $to) = $x->parties;
my $other = exchange();

subtest 'at 80 % an alarm names the company' => sub {
  $x->another for 2 .. 4;
  counted($from, 4);
  my $words = qr/companies have used up most of their day: .*\($from->{company}{id}\) 80 %/;
  ok +(wait_for { problem('daily-limit') } 20), 'the alarm is raised';
  like problem('daily-limit')->{text}, $words, 'it names the company';
  is problem('daily-limit')->{status}, 'attention';
  ok +(wait_for { $stack->server->log =~ /CB0701: alarm daily-limit: $words/ } 20), 'the error log has it';
  request($x, $from)->ok('the fifth request');
};

subtest 'beyond the limit requests, notes and uploads are 429, with the time at which it ends' => sub {
  counted($from, 5);
  refused($x, $from);
  my $refused = request($x, $from);
  $refused->fails(429, $refusal);
  my ($ends) = $refused->json->{message} =~ $refusal;
  my $left = seconds($ends) - time;
  cmp_ok $left, '<=', 86_400, 'it ends with the UTC day';
  cmp_ok abs($refused->header('retry-after') - $left), '<=', 5, 'Retry-After';
  $from->post($x->notes, a_note())->fails(429, $refusal);
  upload($x, $from)->fails(429, $refusal);
  $from->post($x->notes, a_note(), headers => $problem)->is_problem(429, 'daily-limit');
  $from->post($x->notes, { summary => 7 })->fails(400);
};

subtest 'transitions and other companies go on' => sub {
  $to->post($x->information_request, a_question())->ok;
  my $bytes = day($from)->{bytes};
  $from->post($x->information_response, { requestedInformation => 'x' x 4000 })->ok('an information response of the limited company');
  ok +(wait_for { day($from)->{bytes} >= $bytes + 4000 } 20), '… counts';
  $to->post($x->approval, an_approval())->ok;
  $from->post($x->closure)->ok('a closure of the limited company');
  $other->submitter->post($other->notes, a_note())->ok('another company');
  request($other, $other->submitter)->ok;
  $_->get('/v1/me')->ok for $from, $to;
};

subtest 'a refusal is not kept for an Idempotency-Key, but responses from before are repeated' => sub {
  my $x = exchange();
  my ($from) = $x->parties;
  my @key = map { { headers => { 'idempotency-key' => $_ } } } qw(before beyond);
  my $before = $from->post($x->notes, a_note(), %{ $key[0] })->ok;
  $x->another for 2 .. 5;
  counted($from, 5);
  refused($x, $from);
  $from->post($x->notes, a_note(), %{ $key[1] })->fails(429, $refusal) for 1 .. 2;
  is $from->post($x->notes, a_note(), %{ $key[0] })->ok->{token}, $before->{token}, 'a response from before';
  set($from, '--daily-requests', 6);
  admitted($x, $from);
  my $note = $from->post($x->notes, a_note(), %{ $key[1] })->ok;
  is $from->post($x->notes, a_note(), %{ $key[1] })->ok->{token}, $note->{token}, 'the response is kept';
};

subtest 'a company has its own limits' => sub {
  my $x = exchange();
  my ($from) = $x->parties;
  set($from, '--daily-requests', 1);
  refused($x, $from);
  set($from, '--daily-requests', 10, '--daily-bytes', 10_000_000);
  admitted($x, $from);
  like collabctl('company', 'show', $from->company->{domain}), qr/^daily limit: 10 requests, 10000000 bytes; today 1 request, \d+ bytes$/m;
  settled();
  my $bytes = day($from)->{bytes};
  set($from, '--daily-bytes', $bytes);
  refused($x, $from);
  settled();
  set($from, '--daily-bytes', day($from)->{bytes} + 1);
  admitted($x, $from);
  my $show = JSON::XS->new->utf8->decode(collabctl('company', 'show', $from->company->{domain}, '--json'));
  is_deeply [@{$show}{qw(dailyRequests requestsToday)}], [10, 1];
};

subtest 'kept answers count' => sub {
  my $x = exchange();
  my ($from, $to) = $x->parties;
  $to->post($x->notes, a_note(), headers => { 'idempotency-key' => 'kept' })->ok;
  my ($size) = owner()->selectrow_array('select n.size + octet_length(i.answer) from note n, idempotency i where n.company = ? and i.account = n.author', undef, $to->company->{id});
  ok +(wait_for { day($to)->{bytes} == $size } 20), "$size bytes: the note and the answer" or diag explain day($to);
  settled();
  is day($to)->{bytes}, $size, '… once';
};

subtest 'the limit ends with the UTC day' => sub {
  settled();         # else the watcher would count the last rows for today again
  owner()->do(q(update company_day set day = day - 1 where company = ?), undef, $from->company->{id});
  ok +(wait_for { request($x, $from)->status == 200 } 20), 'the next day';
};

subtest 'status shows who has stored most today' => sub {
  my $z = exchange();
  $z->submitter->post($z->notes, a_note(description => 'x' x 5000))->ok for 1 .. 5;
  my ($id, $name) = @{ $z->submitter->company }{qw(id name)};
  ok +(wait_for { (day($z->submitter)->{bytes} // 0) > 25_000 } 20), 'the notes are counted';
  owner()->do('update company_day set bytes = bytes + 2e9, final_bytes = final_bytes + 2e9 where company = ?', undef, $id);     # more than other tests store
  my $first;
  ok +(wait_for { $first = (status())->{storedToday}[0]; $first->{company} == $id && $first->{bytes} > 2e9 } 20), 'the first of ?json' or diag explain $first;
  is_deeply [@{$first}{qw(name requests)}], [$name, 1];
  cmp_ok scalar @{ status()->{storedToday} }, '<=', 5;
  like nobody()->get('/the-status')->text, qr/<h2>Stored most<\/h2>.*\Q$name\E/s, 'the page';
  like scalar(collabctl_status()), qr/^most stored today: \Q$name\E \($id\) \d+ [kMG]B, /m, 'collabctl status';
};

subtest 'the erasure of a company erases its counts and limits' => sub {
  my $id = $from->company->{id};
  set($from, '--daily-requests', 9, '--daily-bytes', 9);
  ok owner()->selectrow_array('select count(*) from company_day where company = ?', undef, $id), 'there are some';
  owner()->do(q(update request set status = 'CLOSED' where ? in (submit_company, receive_company)), undef, $id);
  settled();
  collabctl('company', 'erase', $id, '--yes');
  is owner()->selectrow_array('select count(*) from company_day where company = ?', undef, $id), 0, 'none is left';
  is_deeply owner()->selectrow_arrayref('select daily_requests, daily_bytes from company where id = ?', undef, $id), [undef, undef];
};

done_testing;
