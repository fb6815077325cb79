# t/dispatch/slots/catching-up-new-events.t: several new events at once do not stop the backlog of a receiver that works again
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;

# The receiver answers eight deliveries at a time, so a claim may lease several deliveries, of new events or of the backlog. The first claim of a
# session finds all endpoints with deliveries. If the dispatcher's cache lost an endpoint's deliveries later, no rescan would find them for up to
# twenty seconds.
subtest 'several new events at once do not stop the backlog' => sub {
  my $stack = stack(extra => "CollabDispatcher On slots=32 per-endpoint=8\nCollabWebhookRetry V2 600 600\nCollabWebhookBreaker hold 1\n");
  my $requests = 0;
  my $receiver = receiver(note => sub { select undef, undef, undef, 0.03 unless $requests++ % 8; return $_[0] });
  my $x = exchange();
  my $url = $receiver->url('500x5');
  my $id = $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok->{id};
  my $events = 'with e as (insert into event (type, request, request_token, note_token, submit_company, receive_company)
    select \'note.created\', r.id, r.token, ? || i, r.submit_company, r.receive_company from generate_series(1, ?::int) i, request r returning id)';
  $x->submitter->post($x->notes, a_note())->ok for 1 .. 5;
  wait_for { $stack->server->log =~ /subscription $id: its receiver fails/ } 20, 'the breaker to open';
  owner()->do("$events insert into delivery (event, queue, due_at) select id, ?, now() - interval '1 minute' from e order by id", undef, 'OLD', 1200, $id);
  $stack->pg->admin->do(q(select pg_terminate_backend(pid) from pg_stat_activity where usename = 'collab_dispatch'));
  for (1 .. 6) {
    my $before = 100 * $_;
    wait_for { $receiver->got($url) > $before } 20, "$before of them";
    owner()->do("$events insert into outbox (event, channel) select id, 1 from e order by id", undef, 'NEW', 12);
  }
  my @got = $receiver->wait($url, 5 + 1200 + 6 * 12, 60);
  my ($longest) = sort { $b <=> $a } map { $got[$_]{at} - $got[$_ - 1]{at} } 100 .. $#got;
  cmp_ok $longest, '<', 5, 'no delivery is lost from the cache for long';
};

done_testing;
