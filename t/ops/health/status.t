# t/ops/health/status.t: the status page, JSON and OpenMetrics show the node's figures, which follow what happens
use lib qw(t/lib lab/lib);
use Collab::Receiver;
use Collab::Stack;
use Collab::StatusPage;
use Collab::Test;
use JSON::XS ();

my $stack = stack(extra => status_page() . <<"END");
CollabServiceName "Exchange <b> & co"
CollabDutyInterval 100ms
CollabHorizonAlarm 1
CollabWebhookRetry V2 2
<Location "/the-metrics">
  SetHandler collab-metrics
  Require local
</Location>
END
my $receiver = receiver();

my $V2 = 'collab_delivery_attempts{channel="webhooks-v2",outcome=';

for my $page ('/the-status', '/the-metrics') {
  is nobody->get($page, headers => { $_ => '127.0.0.1' })->status, 403, "$page refuses what a proxy that nobody trusts passes on ($_)" for 'x-forwarded-for', 'forwarded';
}

subtest 'the figures follow requests and deliveries' => sub {
  my $x = exchange(request => 0);
  wait_for { (status()->{gauges}{collab_probe_timestamp_seconds} // 0) > 0 } 10, 'a first look at the backlog';
  my $before = status();
  is $before->{service}, 'Exchange <b> & co';
  is $before->{dispatcher}, JSON::XS::true;
  $x->submitter->get('/v1/me')->ok for 1 .. 3;
  $x->submitter->get('/v1/partners/search');
  my %at = map { $_ => $x->submitter->post('/v2/webhooks', { callbackUrl => $receiver->url($_), eventTypes => ['org.provider.core.collaboration-request.created'] })->ok->{id} } qw(200 404 500);
  $x->open_request;
  my $now;
  ok +(wait_for { $now = status(); $now->{counters}{qq($V2"dead"})} == 2 } 20, 'two dead letters'), 'two deliveries are given up: one refused, one tried twice';
  my $moved = sub { my ($of, @path) = @_; my ($a, $b) = ($now, $before); ($a, $b) = ($a->{$_} // 0, $b->{$_} // 0) for $of, @path; return $a - $b };
  is $moved->('requests', 'operations', 'me', '2xx'), 3, 'requests by operation';
  is $moved->('requests', 'operations', 'partner_search', '4xx'), 1, '… and class';
  cmp_ok $moved->('requests', '2xx'), '>=', 7, '… and in all';
  is $moved->('counters', qq($V2"$_->[0]"})), $_->[1], "$_->[0]" for [delivered => 1], [retried => 1], [dead => 2];
  is $moved->('counters', qq(collab_delivery_answers{class="$_->[0]"})), $_->[1], "answers of $_->[0]" for ['2xx', 1], ['4xx', 1], ['5xx', 2];
  is $moved->('counters', 'collab_dispatch_claimed'), 4, 'each attempt is claimed';
  cmp_ok $moved->('counters', 'collab_dispatch_events'), '>=', 1;
  is $moved->('times', qq(collab_delivery_phase_seconds{phase="$_"}), 'count'), 3, "$_ counts each delivery" for qw(outbox fanout);
  is $moved->('times', 'collab_delivery_phase_seconds{phase="total"}', 'count'), 1, 'total counts the delivered one';
  my $total = $now->{times}{'collab_delivery_phase_seconds{phase="total"}'};
  cmp_ok $total->{p50}, '>', 0;
  cmp_ok $total->{p50}, '<=', $total->{p95};
  cmp_ok $now->{times}{collab_request_duration_seconds}{count}, '>', 7;

  my %endpoint = map { $_->{subscription} => $_ } @{ $now->{endpoints} };
  is $endpoint{$at{200}}{failures}, 0, 'a receiver that answers has no failures';
  is $endpoint{$at{200}}{error}, undef;
  is $endpoint{$at{404}}{error}, 'HTTP 404', 'one that refuses has its status as error';
  cmp_ok $endpoint{$at{500}}{failures}, '>=', 1, 'one that fails has failures';
  is $endpoint{$at{500}}{inFlight}, 0;
  my $ours = sub { return grep { $_->{subscription} == $at{500} } @{ status()->{endpoints} } };
  ok +(wait_for { ($ours->())[0]{company} } 10), 'endpoints soon show their company';
  is +($ours->())[0]{company}, $x->submitter->company->{name}, 'the company is right';
  is +($ours->())[0]{host}, '127.0.0.1:' . $receiver->port, '… and the host';
  wait_for { $now = status(); $now->{gauges}{collab_dead_letters} == 2 } 10, 'dead letters';
  is $now->{gauges}{collab_dead_letters}, 2, 'two dead letters are counted';
  is $now->{gauges}{collab_backlog_deliveries}, 0, 'the backlog is empty';
  is $now->{gauges}{collab_partitions_ahead}, 7;
  is $now->{gauges}{collab_dispatchers}, 1;
  is $now->{health}{status}, 'ok' or diag explain $now->{health};
  cmp_ok scalar @{ $now->{history} }, '>=', 1, 'the history begins';
};

subtest 'a delivery that waits is shown' => sub {
  my $x = exchange(request => 0);
  my $id = $x->submitter->post('/v2/webhooks', { callbackUrl => $receiver->url('hang') })->ok->{id};
  $x->open_request;
  my $now;
  wait_for { $now = status(); grep { $_->{subscription} == $id && $_->{inFlight} == 1 } @{ $now->{endpoints} } } 10, 'a transfer';
  ok +(grep { $_->{subscription} == $id && $_->{inFlight} == 1 } @{ $now->{endpoints} }), 'the endpoint shows a transfer under way';
  ok +(wait_for { status()->{gauges}{collab_dispatch_slots_busy} >= 1 } 10), 'a slot is busy';
  my %who = (companies => $x->submitter->company->{name}, hosts => '127.0.0.1:' . $receiver->port);
  for my $whose (sort keys %who) {
    my $found = sub { return (grep { $_->{name} eq $who{$whose} } @{ status()->{slots}{$whose}{most} })[0] };
    ok +(wait_for { $found->() } 10), "$whose show who holds the slot";
    is $found->()->{inFlight}, 1;
    is status()->{slots}{$whose}{share}, status()->{slots}{all} / 4, 'their share is a quarter of the slots';
  }
  ok +(wait_for { status()->{gauges}{collab_backlog_deliveries} >= 1 } 10), 'the backlog counts it';
  $x->submitter->delete("/v2/webhooks/$id")->is_status(204);      # before the delivery becomes a dead letter: later subtests count dead letters
};

subtest 'the page is valid, escaped HTML that loads nothing' => sub {
  my $page = fetched('/the-status', 'text/html; charset=utf-8');
  like $page, qr/<h1>Exchange &lt;b&gt; &amp; co<span class="badge ok">ok</, 'names are escaped';
  unlike $page, qr/<script|\bsrc=|url\(|\@import|https?:/, 'the page loads nothing';
  like $page, qr/HTTP 404/, 'a receiver has its last error';
  is scalar(() = $page =~ /<svg /g), 4, 'there are four charts';
  my @open;
  for ($page =~ m{<(/?\w+)[^>]*?/?>}g) {
    next if /^(meta|path)$/;
    if (s{^/}{}) { is pop @open, $_, "</$_>" or last }
    else { push @open, $_ }
  }
  is_deeply \@open, [], 'every element that is opened is closed';
  my $answer = nobody->get('/the-status?refresh=7');
  is $answer->header('Refresh'), 7;
  is $answer->header('Cache-Control'), 'no-store';
  $answer->is_safe_in_a_browser('the page');
  nobody->get('/the-status?json')->is_safe_in_a_browser('json');
  nobody->get('/the-metrics')->is_safe_in_a_browser('metrics');
  nobody->request(POST => '/the-status')->is_safe_in_a_browser("httpd's own error page");
  my $still = nobody->get('/the-status?refresh=0');
  is $still->status, 200;
  is $still->header('Refresh'), undef;
  is nobody->request(POST => '/the-status')->status, 405, 'POST is not allowed';
  is nobody->request(HEAD => '/the-metrics')->status, 200;
};

# Parses OpenMetrics 1.0 strictly: a family's type comes before its samples, and families do not mix. Returns {series => value}.
sub parse {
  my ($text) = @_;
  my (%type, %sample, $family, $unit);
  my %suffixes = (counter => qr/_total/, gauge => qr//, info => qr/_info/, histogram => qr/_(?:bucket|count|sum)/);
  $text =~ s/# EOF\n\z// or return fail('it ends with # EOF and a line feed');
  for (split /\n/, $text, -1) {
    next if $_ eq '';
    if (/^# TYPE ([a-z_]+) (\w+)$/) { return fail("twice: $1") if $type{$1}; return fail("of what type? $_") unless $suffixes{$2}; ($family, $type{$1}) = ($1, $2) }
    elsif (/^# UNIT ([a-z_]+) (\w+)$/) { return fail("not its place: $_") unless $1 eq $family && $1 =~ /_$2$/ }
    elsif (/^# HELP ([a-z_]+) (\S.*)$/) { return fail("not its place: $_") unless $1 eq $family }
    elsif (/^([a-z_]+)(\{(?:[a-z]+="[^"\\]*"(?:,(?=[a-z])|(?=\})))+\})? (-?[0-9]+(?:\.[0-9]+)?)$/) {
      my ($name, $labels, $value) = ($1, $2 // '', $3);
      return fail("not of $family: $_") unless $name =~ /^\Q$family\E$suffixes{$type{$family}}$/;
      return fail("twice: $_") if exists $sample{"$name$labels"};
      $sample{"$name$labels"} = $value;
    } else { return fail("nothing that is in the format: $_") }
  }
  return \%sample;
}

subtest 'metrics are strict OpenMetrics' => sub {
  my $metrics = parse(fetched('/the-metrics', 'application/openmetrics-text; version=1.0.0; charset=utf-8')) or return;
  cmp_ok scalar keys %$metrics, '>', 300;
  is $metrics->{'collab_requests_total{operation="me",class="2xx"}'}, 3;
  is $metrics->{'collab_delivery_attempts_total{channel="webhooks-v2",outcome="delivered"}'}, 1;
  is $metrics->{collab_partitions_ahead}, 7;
  is $metrics->{'collab_health{reason="horizon"}'}, 0;
  my %series;
  for (sort keys %$metrics) {
    push @{ $series{"$1 $2"} }, [$3 eq '+Inf' ? 9**9**9 : $3, $metrics->{$_}] if /^(\w+)_bucket\{(.*?),?le="(.*)"\}$/;
  }
  is scalar(grep { !/^collab_request_duration_seconds / } keys %series), 12, 'there are twelve other histograms';
  is $metrics->{'collab_request_duration_seconds_count{operation="me"}'}, 3, 'durations of requests are by operation';
  ok !(grep { /^collab_request_duration_seconds(?:_bucket|_count|_sum)\{(?!operation=)/ } keys %$metrics), '… and never without one';
  for my $name (sort keys %series) {
    my ($family, $labels) = split / /, $name, 2;
    my @buckets = sort { $a->[0] <=> $b->[0] } @{ $series{$name} };
    my $of = $labels ? "{$labels}" : '';
    is scalar(grep { $buckets[$_][1] < $buckets[$_ - 1][1] } 1 .. $#buckets), 0, "$name: buckets are cumulative";
    is $buckets[-1][1], $metrics->{"${family}_count$of"}, '… and the last one equals the count';
    ok defined $metrics->{"${family}_sum$of"};
  }
};

subtest 'a client may ask for the older text format 0.0.4' => sub {
  my $old = 'text/plain; version=0.0.4; charset=utf-8';
  my $new = 'application/openmetrics-text; version=1.0.0; charset=utf-8';
  my %asked = (
    '*/*' => $new, 'application/json' => $new, 'text/plain' => $old, 'text/plain;version=0.0.4;q=1,*/*;q=0.1' => $old, 'text/*' => $old,
    'application/openmetrics-text;version=1.0.0;q=0.5,application/openmetrics-text;version=0.0.1;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2' => $new,
    'text/plain;q=0.9, application/openmetrics-text;q=0.1' => $old, 'application/openmetrics-text, text/plain' => $new, 'text/plain;q=0' => $new,
  );
  is nobody->get('/the-metrics', headers => { accept => $_ })->header('Content-Type'), $asked{$_}, $_ for sort keys %asked;
  my $text = nobody->get('/the-metrics', headers => { accept => 'text/plain' })->text;
  unlike $text, qr/^# (?:UNIT|EOF)/m, 'it has neither units nor an EOF line';
  like $text, qr/^# TYPE collab_requests_total counter\n# HELP collab_requests_total \S.*\ncollab_requests_total\{/m, 'counters have their suffix';
  like $text, qr/^# TYPE collab_build_info gauge$/m;
  my %type = map { /^# TYPE (\S+)/ ? ($1 => 1) : () } split /\n/, $text;
  my @stray = grep { my ($name) = /^(\w+)/; !$type{$name} && !$type{ $name =~ s/_(?:bucket|count|sum)$//r } } grep { !/^#/ } split /\n/, $text;
  is_deeply \@stray, [], 'every sample belongs to a metric with a type';
};

subtest 'every metric and every reason is documented' => sub {
  open my $in, '<', 'docs/status.md' or die;
  my $document = do { local $/; <$in> };
  my %family = map { /^# TYPE (\S+)/ ? ($1 => 1) : () } split /\n/, nobody->get('/the-metrics')->text;
  cmp_ok scalar keys %family, '>', 30;
  is_deeply [grep { $document !~ /`$_(?:_total|_info)?`/ } sort keys %family], [], 'docs/status.md names every metric';
  my %reason = map { /^collab_health\{reason="([a-z0-9-]+)"\}/ ? ($1 => 1) : () } split /\n/, nobody->get('/the-metrics')->text;
  cmp_ok scalar keys %reason, '>', 15;
  my ($table) = $document =~ /^(\| reason \| health .*?)\n\n/ms;
  my %listed = map { $_ => 1 } map { /^\| (`.*?`) \|/ ? $1 =~ /`([a-z0-9-]+)`/g : () } split /\n/, $table;
  is_deeply [sort keys %listed], [sort keys %reason], '… and every reason, and no others';
};

subtest 'page, JSON and metrics show a horizon alarm and a stuck dispatcher' => sub {
  my $holder = another_connection();
  $holder->do(q(set application_name = 'a <b>long</b> report'));
  $holder->do('begin isolation level repeatable read');
  $holder->do('select 1');
  ok +(wait_for { status()->{health}{status} eq 'attention' } 20, 'the alarm');
  like status()->{health}{problems}[0]{text}, qr/no dead row in this database could be removed.*session $holder->{pg_pid}/;
  like nobody->get('/the-status')->text, qr/a &lt;b&gt;long&lt;\/b&gt; report/, 'the page escapes it';
  like nobody->get('/the-metrics')->text, qr/^collab_health\{reason="horizon"\} 1$/m;
  $holder->do('rollback');
  ok +(wait_for { status()->{health}{status} eq 'ok' } 20, 'its end');

  my $pid = $stack->server->dispatcher;
  halt($pid);
  ok +(wait_for { status()->{health}{status} eq 'failing' } 15, 'the standstill'), 'the status says that the dispatcher stands still';
  like status()->{health}{problems}[0]{text}, qr/dispatcher has stood still/;
  kill 'CONT', $pid;
  ok +(wait_for { status()->{health}{status} eq 'ok' } 15, 'its end');
};

subtest 'figures survive a graceful restart' => sub {
  my $me = sub { status()->{requests}{operations}{me}{'2xx'} };
  my ($before, $pid, $log) = ($me->(), $stack->server->dispatcher, length $stack->server->log);
  cmp_ok $before, '>=', 3;
  $stack->server->graceful;
  wait_for { my $new = $stack->server->dispatcher; $new && $new != $pid } 20, 'a new dispatcher';
  ok +(wait_for { $me->() == $before && (status()->{gauges}{collab_partitions_ahead} // 0) == 7 } 20), 'counters go on, and the new dispatcher sets its gauges';
};

subtest 'collabctl status shows the database and its nodes' => sub {
  my $holder = another_connection();
  $holder->do(q(set application_name = 'forgotten'));
  $holder->do('begin isolation level repeatable read');
  $holder->do('select 1');
  my $text;
  wait_for { ($text = collabctl_status()) =~ /^dispatchers: 1$/m } 20, 'the new dispatcher at work';
  like $text, qr/^schema: \d+\ndispatchers: 1\ndeliveries to do: \d+\n/;
  like $text, qr/^log of attempts: 7 days ahead, oldest day (?:0 days|1 day) ago$/m;
  like $text, qr/^held by: session $holder->{pg_pid} of user collab_owner, application "forgotten", state idle in transaction$/m;
  my $json = JSON::XS->new->utf8->decode(collabctl_status('--json'));
  is $json->{deadLetters}, 2;
  is $json->{partitionsAhead}, 7;
  is $json->{nodes}, 1;
  $holder->disconnect;
  unlike $text, qr/^replays/m, 'without replays it does not mention them';
  owner()->do(q(insert into replay (wanted, who, rate, total, state) select '{}', 'me', 1, 1, s from unnest(array['paused', 'done', 'paused', 'cancelled']) s));
  like collabctl_status(), qr/^replays: 0 running, 2 paused$/m;
};

done_testing;
