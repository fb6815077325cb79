# t/dispatch/events/payloads-v1.t: V1 deliveries have the flat payload and a schedule of their own, and end at the sunset
# interface.md 15.5, 15.6, 16.7 and 19.4
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;

my $stack = stack(extra => "CollabWebhookRetry V1 1 1 2 2\nCollabWebhookRetry V2 None\n");
my $receiver = receiver();

sub subscribe {
  my ($party, @answers) = @_;
  my $url = $receiver->url(@answers);
  return { %{ $party->post('/v1/webhooks', { callbackUrl => $url })->ok }, url => $url };
}
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
  is dead_letter($waiting), 'payload version V1 has ended';
  is_deeply [map { $counted->($_) } $waiting, $idle], \@before, 'no V1 delivery is sent';
  is owner()->selectrow_array('select count(*) from delivery where queue in (?, ?)', undef, $waiting->{id}, $idle->{id}), 0, 'no V1 delivery is queued';
  my $said = () = $server->log =~ /payload version V1 has ended \(CollabLegacySunset\)/g;
  is $said, 1, 'the error log says so once';
  is owner()->selectrow_array(q(select count(*) from subscription where version = 'V1' and id in (?, ?)), undef, $waiting->{id}, $idle->{id}), 2, 'the V1 subscriptions stay in the database';
  $server->stop;
};

done_testing;
