# t/long/attacks/costly-statements.t: a member's costly lists, redelivery plans and name searches do not slow another member down
# alone: it measures durations
# interface.md 7.3, 10.8, 16.13
use lib qw(t/lib lab/lib);
use Collab::Load;
use Collab::Stack;
use Collab::Test;
use Collab::Victim;
use Time::HiRes qw(time);

my $stack = stack(extra => "CollabDispatcher Off\nCollabRequestLimit notes=100000 size=67108864\n");
my ($x, $y) = (exchange(), exchange(request => 0));
my ($user, $attacker) = ($x->submitter, $y->submitter);

# Each of 5,000 requests has all 94 words of the query.
my @words = (map { chr } 0x430 .. 0x44f, 0x452, 0x454, 0x3b1 .. 0x3c1, 0x3c3 .. 0x3c9, ord 'a' .. ord 'z', ord '0' .. ord '9')[0 .. 93];
my $old = $y->open_request(problemSummary => "@words");
owner()->do(q(insert into request (token, submit_company, submit_company_name, submitter, receive_company, receive_company_name, summary, description, priority,
    created_at, updated_at, respond_by, document, document_name, submitted_by, submitter_contact, receiver_contact)
  select 'Hay' || lpad(id || 'n' || n, 16, 'x'), submit_company, submit_company_name, submitter, receive_company, receive_company_name, summary, 'd', 'LOW',
    created_at + n * interval '1 millisecond', updated_at, respond_by, document, document_name, submitted_by, submitter_contact, receiver_contact
    from request, generate_series(1, 4999) n where id = ?), undef, $old->{id});

# 20,000 partners have eight words of their names in common. Their rows of the index are made here, because indexing them takes minutes.
my @names = qw(Alphadyne Brontosys Cryptolith Deltaforge Electronix Fluxworks Gammatech Holotronic);
my ($community) = community($attacker->company);
owner()->do("alter table $_ disable trigger user") for qw(company community_member document);
owner()->do(q(insert into company (name, domain) select ? || ' ' || i, 'cs' || i || '.example' from generate_series(1, 20000) i), undef, "@names");
owner()->do(q(insert into community_member (community, company) select ?, id from company where domain like 'cs%.example'), undef, $community);
owner()->do(q(insert into document (company, name) select id, 'form' from company where domain like 'cs%.example'));
owner()->do("alter table $_ enable trigger user") for qw(company community_member document);
owner()->do(q(with new_doc as (insert into search_doc (company, communities, listed) select id, array[?::int], 'x' from company where domain like 'cs%.example' returning id, company)
  insert into search_name select d.id, d.company, null, c.name, search_fold(c.name), null, regexp_replace(search_fold(c.name), '[^[:alnum:]]+', '', 'g')
    from new_doc d join company c on c.id = d.company), undef, $community);

# A subscription without anything to send again, and 500,000 later events of others.
my $hook = $attacker->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/' })->ok->{id};
owner()->do(q(insert into event (type, request, request_token, submit_company, receive_company)
  select 'note.created', id, token, submit_company, receive_company from request, generate_series(1, 500000) where id = ?), undef, $x->record->{id});
owner()->do('analyze');

my %attack = (
  'a list with 94 words' => sub { return $attacker->get('/v2/collaboration-requests?cursor=&fields=summary&query=' . in_path("@words")) },
  'a list with 93 words that match' => sub { return $attacker->get('/v2/collaboration-requests?cursor=&fields=summary&query=' . in_path("@words[0 .. 92] _")) },
  'redelivery plans' => sub { return $attacker->post("/v2/webhooks/$hook/redeliver", { since => '2001-01-01T00:00:00Z' }) },
  'names, one word of 20,000' => sub { return $attacker->get('/v1/partners/' . in_path($names[0])) },
  'names, eight words of 20,000 and a rare one' => sub { return $attacker->get('/v1/partners/' . in_path("@names 777")) },
  'names, a word nearly that of 20,000' => sub { return $attacker->get('/v1/partners/' . in_path('Alphadyme')) },
);
$attacker->token;
sub baseline { return victim($stack->server, $user, $x->notes)->end(200) }
my ($before, %during) = baseline();
for my $what (sort keys %attack) {
  my $began = time;
  $attack{$what}->()->ok($what);
  diag sprintf '%s: %.0f ms', $what, 1000 * (time - $began);
  my $victim = victim($stack->server, $user, $x->notes);
  my $load = load(1, sub { my ($say) = @_; my $answer = $attack{$what}->(); $say->($answer->status); select undef, undef, undef, 0.1 if $answer->status == 429 });
  $during{$what} = $victim->end(200);
  my %got;
  $got{ $_->[0] }++ for $load->end;
  diag "$what: ", join ', ', map { "$_: $got{$_}" } sort keys %got;
  is_deeply [grep { !/^(?:200|429)$/ } keys %got], [], "$what: no statement hits its time limit";
  cmp_ok $got{200}, '<', 10, 'ten plans a minute' if $what =~ /plans/;
}
my $after = baseline();
my $baseline = $after->{p99} > $before->{p99} ? $after : $before;
unharmed($baseline, $during{$_}, $_) for sort keys %during;

done_testing;
