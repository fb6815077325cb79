# t/dispatch/events/payloads-v1.t: V1 deliveries have the flat payload and a schedule of their own, and end at the sunset
# interface.md 15.5, 15.6, 16.7 and 19.4
use lib qw(t/lib lab/lib);
use Collab::Clock;
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;
use File::Temp ();

my $stack = stack(extra => "CollabWebhookRetry V1 1 1 2 2\nCollabWebhookRetry V2 None\n");
my $receiver = receiver();

sub subscribe {
  my ($party, @answers) = @_;
  my $url = $receiver->url(@answers);
  return { %{ $party->post('/v1/webhooks', { callbackUrl => $url })->ok }, url => $url };
}
sub one { return scalar owner()->selectrow_array(shift, undef, @_) }
sub dead_letter { return owner()->selectrow_array('select reason from dead_letter where subscription = ?', undef, $_[0]{id}) }

my $x = exchange(request => 0);
my %at = (fine => subscribe($x->receiver), failing => subscribe($x->submitter, 500));
$x->open_request;

subtest 'V1 events have a flat payload' => sub {
  my $note = $x->submitter->post($x->notes, a_note())->ok;
  $x->receiver->post($x->approval, an_approval())->ok;
  $x->submitter->post($x->closure)->ok;
  my @got = sort { $a->{headers}{'x-service-event'} cmp $b->{headers}{'x-service-event'} } $receiver->wait($at{fine}{url}, 2);
  is @got, 2;
  my $token = $x->token;
  my $time = qr/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/;
  like $got[0]{body}, qr/^\{"eventType":"collaboration-request\.created","requestToken":"$token","timestamp":"$time"\}$/;
  like $got[1]{body}, qr/^\{"eventType":"note\.created","requestToken":"$token","noteToken":"$note->{token}","timestamp":"$time"\}$/;
  for my $got (@got) {
    my $head = $got->{headers};
    ok Collab::Receiver::signed($got, $at{fine}{secret}), 'the delivery is signed';
    is $head->{'content-type'}, 'application/json';
    is $head->{'x-service-event'}, JSON::XS->new->decode($got->{body})->{eventType};
    like $head->{'x-service-delivery'}, qr/^[0-9a-f-]{36}$/;
  }
};

subtest 'four retries follow the schedule, with the same bytes' => sub {
  wait_for { $receiver->got($at{failing}{url}) >= 10 } 30, 'five attempts of two events';
  my %of;
  push @{ $of{ $_->{event} } }, $_ for $receiver->got($at{failing}{url});
  is keys %of, 2;
  for my $attempts (values %of) {
    is @$attempts, 5;
    is $_->{body}, $attempts->[0]{body} for @$attempts;
    my @delay = (1, 1, 2, 2);
    cmp_ok $attempts->[$_ + 1]{at} - $attempts->[$_]{at}, '>=', $delay[$_] - 0.05, "retry $_ is not early" for 0 .. 3;
  }
  wait_for { dead_letter($at{failing}) } 10, 'a dead letter';
  is dead_letter($at{failing}), 'HTTP 500';
};

subtest 'after the sunset, V1 gets no deliveries' => sub {
  my $y = exchange();
  my ($waiting, $idle) = (subscribe($y->submitter, 500), subscribe($y->receiver));
  $y->submitter->post($y->notes, a_note())->ok;
  $receiver->wait($waiting->{url}, 1);
  $receiver->wait($idle->{url}, 1);
  wait_for { owner()->selectrow_array('select count(distinct subscription) = 2 from attempt where subscription in (?, ?)', undef, $waiting->{id}, $idle->{id}) } 15, 'both on record';
  $stack->server->stop;
  my $server = $stack->another_server('ended', extra => "CollabLegacySunset 2020-01-01\nCollabWebhookRetry V2 None\n");
  my ($from) = map { $_->at($server, token => undef) } $y->submitter;
  my $new = $receiver->url;
  $from->post('/v2/webhooks', { callbackUrl => $new })->ok;
  my $counted = sub { scalar $receiver->got($_[0]{url}) };
  my @before = map { $counted->($_) } $waiting, $idle;
  $from->post($y->notes, a_note())->ok;
  is +($receiver->wait($new, 1)), 1, 'V2 deliveries go on';
  wait_for { dead_letter($waiting) } 15, 'the pending delivery to become a dead letter';
  is dead_letter($waiting), 'sunset: payload version V1 has ended';
  is_deeply [map { $counted->($_) } $waiting, $idle], \@before, 'no V1 delivery is sent';
  is owner()->selectrow_array('select count(*) from delivery where queue in (?, ?)', undef, $waiting->{id}, $idle->{id}), 0, 'no V1 delivery is queued';
  my $said = () = $server->log =~ /payload version V1 has ended \(CollabLegacySunset\)/g;
  is $said, 1, 'the error log says so once';
  is owner()->selectrow_array(q(select count(*) from subscription where version = 'V1' and id in (?, ?)), undef, $waiting->{id}, $idle->{id}), 2, 'the V1 subscriptions stay in the database';
  $server->stop;
};

subtest 'only the accepted time ends V1, not a clock' => sub {
  my ($node, $database) = map { Collab::Clock->new(File::Temp::tempdir('scXXXXXX', DIR => $ENV{COLLAB_TEST_DIR})) } 1 .. 2;
  my $moved = do {
    local $ENV{COLLAB_PRELOAD} = $node->library;
    stack(pg => { preload => $database->library }, extra => "CollabLegacySunset 2999-01-01\nCollabWebhookRetry V1 3600 3600 3600 3600\nCollabDutyInterval 50ms\n");
  };
  my $z = exchange();
  my ($good, $bad) = (subscribe($z->submitter), subscribe($z->receiver, 500));
  my $say = sub { $z->submitter->post($z->notes, a_note())->ok; return one('select max(id) from event') };
  $say->();
  ok +(wait_for { one('select count(*) from attempt') == 2 } 20), 'one delivery arrives, one waits for its retry';
  my $step = one('select step from accepted_time');
  $_->set(1000 * 365.25 * 86400) for $node, $database;
  ok +(wait_for { one('select step from accepted_time') > $step + 50 } 40), 'both clocks are in the year 3026';
  my $event = one(q(with e as (insert into event (type, request, request_token, submit_company, receive_company)
      select 'note.created', request, request_token, submit_company, receive_company from event where type = 'note.created' limit 1 returning id),
    o as (insert into outbox (channel, event) select c, e.id from e, unnest('{1,2}'::smallint[]) c) select id from e));
  ok +(wait_for { one('select count(*) from outbox where event = ? and channel = 2', $event) == 0 } 30), 'an event is fanned out';
  $_->set(0) for $node, $database;
  ok +(wait_for { one('select count(*) from attempt where event = ? and subscription = ? and success', $event, $good->{id}) } 30), '… and delivered';
  is one('select count(*) from dead_letter'), 0, 'nothing is given up';
  owner()->do(q(update delivery set due_at = clock_timestamp() + interval '1 hour'));

  # Now the accepted time passes the sunset.
  my $server = $moved->another_server('over', extra => "CollabLegacySunset 2020-01-01\nCollabDutyInterval 50ms\n");
  $moved->server->stop;
  ok +(wait_for { one('select count(*) from delivery') == 0 } 30), 'deliveries that wait for a retry end';
  is_deeply owner()->selectcol_arrayref('select distinct reason from dead_letter where subscription = ?', undef, $bad->{id}), ['sunset: payload version V1 has ended'], '… as dead letters';
  like $server->log, qr/CB0665: \d deliver/, 'the error log says so';
  owner()->do(q(update subscription set active_since = '2019-01-01', filters_since = '2019-01-01'));
  my $early = one(q(with e as (insert into event (type, request, request_token, submit_company, receive_company, created_at)
      select type, request, request_token, submit_company, receive_company, '2019-12-31' from event where type = 'note.created' limit 1 returning id),
    o as (insert into outbox (channel, event) select 2, e.id from e) select id from e));
  ok +(wait_for { one('select count(*) from dead_letter where event = ?', $early) == 2 } 30), 'an event from before the sunset becomes a dead letter';
};

done_testing;
