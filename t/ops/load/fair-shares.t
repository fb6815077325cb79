# t/ops/load/fair-shares.t: many slow requests of one company do not keep another company waiting for the database
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Issuer;
use Collab::Load;
use Collab::Stack;

my $issuer = issuer('https://id.example', audience => 'api://exchange')->key('k', 'ES256');
my $stack = stack(extra => "CollabDispatcher Off\nCollabDatabaseWait 3s\nCollabTrustedIssuer https://id.example api://exchange " . $issuer->file . " user\n");
my $x = exchange();
my $attacker = $x->submitter;
my $victim = user(company());
my ($record) = owner()->selectrow_array('select id from request where token = ?', undef, $x->token);

# Blocks all reads of notes.
sub held { my $holder = another_connection(); $holder->begin_work; $holder->do('lock table note in access exclusive mode'); return $holder }

sub served {
  my ($what) = @_;
  is $victim->get('/v1/me')->status, 200, "$what, time $_" for 1 .. 3;
}

subtest 'eight hanging GETs of one company do not delay another' => sub {
  served('before');
  my $holder = held();
  my @readers = map { later { $attacker->get($x->path) } } 1 .. 8;
  ok +(wait_for { waiting_calls() == 3 } 10), 'three of them wait for the table';
  served('another member meanwhile');
  is $victim->post('/v1/login', { username => $victim->username, password => PASSWORD })->status, 200, 'a login works';
  is waiting_calls(), 3, 'the last place for reads stays free for other companies';
  $holder->rollback;
  is_deeply [map { $_->answer->status } @readers], [(200) x 8], 'and all eight are answered';
};

subtest "two users of a company share the company's turns" => sub {
  my $colleague = user($attacker->company);
  served('before');
  my $holder = held();
  my @readers = map { my $who = $_ % 2 ? $attacker : $colleague; later { $who->get($x->path) } } 1 .. 8;
  blocked($holder, 3);
  served('another member meanwhile');
  $holder->rollback;
  $_->answer for @readers;
};

subtest 'so do two users with tokens of another issuer, once the server knows their company' => sub {
  my @colleagues = map { user($attacker->company) } 1 .. 2;
  for my $who (@colleagues) {
    collabctl('user', 'set', $who->username, '--issuer', $issuer->name, '--subject', $who->username);
    $who = $who->at($ENV{COLLAB_TEST_URL}, token => $issuer->token('k', sub => $who->username));
  }
  served('before');
  my $holder = held();
  my @readers = map { my $who = $colleagues[$_ % 2]; later { $who->get($x->path) } } 1 .. 8;
  blocked($holder, 3);
  served('another member meanwhile');
  $holder->rollback;
  is_deeply [map { $_->answer->status } @readers], [(200) x 8], 'and all eight are answered';
};

subtest 'eight hanging writes of one company do not delay another' => sub {
  served('before');
  my $holder = another_connection();
  $holder->begin_work;
  $holder->do('select from request where token = ? for update', undef, $x->token);
  my @writers = map { later { $attacker->post($x->notes, a_note()) } } 1 .. 8;
  blocked($holder, 7);
  served('another member meanwhile');
  is $victim->patch('/v1/collaboration-requests/none', { internalCaseNumber => 'x' })->status, 404, 'a write of another member is answered';
  $holder->rollback;
  is_deeply [map { $_->answer->status } @writers], [(200) x 8], 'all eight succeed';
};

subtest 'costly reads of several companies leave a place for cheap reads' => sub {
  my @members = map { user(company()) } 1 .. 4;
  $_->token for @members;
  my $holder = another_connection();
  $holder->begin_work;
  $holder->do('lock table search_posting, search_doc in access exclusive mode');
  my @readers = map { my $who = $_; map { later { $who->get('/v1/partners/search?query=fibre') } } 1 .. 2 } @members;
  blocked($holder, 3);
  served('a cheap read meanwhile');
  $holder->rollback;
  is_deeply [map { $_->answer->status } @readers], [(200) x 8], 'all are answered';
};

# A realistic attack, on a record that cannot be read within statement_timeout.
subtest 'eight simultaneous readers of a large record delay no other company' => sub {
  my $notes = long(5000, 500);
  owner()->do(q(insert into note (token, request, company, author, company_name, creator_username, creator_email, creator_name, summary, description, priority)
    select 'large' || i, $1, a.company, a.id, 'x', a.username, a.email, 'x', 'x', repeat(chr(1), 5000), 'LOW' from generate_series(1, $2) i, account a where a.id = $3),
    undef, $record, $notes, $attacker->id);
  my $load = load(8, sub { my ($say) = @_; $say->($attacker->get($x->path, timeout => 60)->status) });
  my @statuses;
  ok +(wait_for { push @statuses, $victim->get('/v1/me')->status; $load->lines >= long(100, 16) } 120), "GETs of $notes notes";
  $load->end;
  is_deeply [grep { $_ != 200 } @statuses], [], 'each of ' . @statuses . ' requests of another member is answered meanwhile';
};

done_testing;
