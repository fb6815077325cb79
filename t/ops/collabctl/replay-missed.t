# t/ops/collabctl/replay-missed.t: replay --missed makes deliveries that were never made; an empty plan says why it is empty
use lib qw(t/lib lab/lib);
use Collab::Receiver;
use Collab::Replay;
use Collab::Stack;
use Collab::Test;
use JSON::XS ();

my $stack = stack(extra => "CollabWebhookRetry V2 3600\n");
my $receiver = receiver();
my $NOTE = 'org.provider.core.collaboration-request.note.created';

# A plan, which exits with 1; with 0 if there is nothing to make again.
sub planned { my ($status, $said) = ctl(@_, '--json'); my $plan = JSON::XS->new->utf8->decode($said); is $status, $plan->{deliveries} ? 1 : 0, "@_: the exit code"; return $plan }
sub missed { return planned('--missed', '--subscription', @_) }
sub subscribe { my ($party, $url, %with) = @_; return $party->post('/v2/webhooks', { callbackUrl => $url, eventTypes => [$NOTE], %with })->ok->{id} }
sub add_note { my ($x) = @_; return $x->submitter->post($x->notes, a_note())->ok->{token} }
sub tokens { my ($url) = @_; return sort map { JSON::XS->new->decode($_->{body})->{data}{noteToken} } $receiver->got($url) }
sub ctl { local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN}; return output('./collabctl', 'replay', @_) }

subtest '--missed finds events from before the subscription existed' => sub {
  my $x = exchange();
  my @before = map { add_note($x) } 1 .. 3;
  my $id = subscribe($x->receiver, my $url = $receiver->url);
  my $after = add_note($x);
  $receiver->wait($url, 1);
  like collabctl('replay', '--subscription', $id), qr/^deliveries: 0, to 0 endpoints\nwhy: there are no such dead letters; --missed adds events from when/;
  is missed($id)->{missed}, 3, 'three notes, but not the request, to which it does not subscribe';
  like collabctl_plan('replay', '--missed', '--subscription', $id), qr/^deliveries: 3, to 1 endpoints\nof these missed, never tried or dropped: 3\n/;
  ended(replay('--missed', '--subscription', $id, '--rate', 1000));
  wait_for { $receiver->got($url) == 4 } 20, 'all';
  is_deeply [tokens($url)], [sort @before, $after], 'each once';
  wait_for { missed($id)->{leftOut}{underWay} == 0 } 20, 'settled';
  my $again = missed($id);
  is $again->{deliveries}, 0, 'delivered events are not missed';
  like $again->{why}, qr/^there are no such dead letters, and no other event of that time .* was missed; the oldest event is from \S+Z$/;
  my ($status, $said) = ctl('--missed', '--subscription', $id, '--yes');
  is $status, 1;
  like $said, qr/there is nothing to make again: there are no such dead letters/;
};

subtest '--missed finds events from an inactive time, dropped deliveries and dead letters' => sub {
  my $x = exchange();
  my $id = subscribe($x->submitter, my $url = $receiver->url('200x1-400x1-503x1-200'));
  my $switch = sub { $x->submitter->patch("/v2/webhooks/$id", { active => $_[0] })->ok };
  my @note = (add_note($x));
  $receiver->wait($url, 1);
  push @note, add_note($x);
  wait_for { one('select count(*) from dead_letter where subscription = ?', $id) == 1 } 20, 'a dead letter';
  push @note, add_note($x);
  wait_for { one('select count(*) from attempt where subscription = ? and http_status = 503', $id) == 1 } 20, 'a delivery that waits for a retry';
  $switch->(JSON::XS::false);
  push @note, add_note($x);
  my $inactive = missed($id);
  is $inactive->{deliveries}, 0;
  is $inactive->{leftOut}{inactive}, 3, 'an inactive subscription gets none of them';
  is $inactive->{why}, 'every delivery found is left out';
  $switch->(JSON::XS::true);
  push @note, add_note($x);
  wait_for { $receiver->got($url) >= 4 } 20, 'new events are sent';
  my $plan = missed($id);
  is_deeply [@{$plan}{qw(deliveries missed)}], [3, 2], 'the dead letter, the dropped delivery, the event of the inactive time';
  ended(replay('--missed', '--subscription', $id, '--rate', 1000));
  my %sent;
  ok +(wait_for { %sent = (); $sent{$_}++ for tokens($url); keys %sent == 5 } 20), 'all arrive';
  is $sent{ $note[0] }, 1, 'a delivered event does not come again';
  is_deeply [map { $sent{$_} } @note], [1, 2, 2, 1, 1];
  is one('select count(*) from dead_letter where subscription = ?', $id), 0;
  is_deeply planned('--missed', '--subscription', $id)->{endpoints}, [];
};

subtest '--missed follows the current filters, and selects by company, event and time' => sub {
  my $x = exchange();
  my $company = $x->submitter->company;
  my @notes = map { add_note($x) } 1 .. 2;
  my $in = subscribe($x->submitter, $receiver->url, caseDirections => ['INBOUND']);
  my $out = subscribe($x->submitter, $receiver->url, caseDirections => ['OUTBOUND']);
  my $partner = subscribe($x->submitter, $receiver->url, partnerCompanyIds => [0 + $x->receiver->company->{id}]);
  my $all = $x->submitter->post('/v2/webhooks', { callbackUrl => $receiver->url })->ok->{id};
  my $v1 = $x->submitter->post('/v1/webhooks', { callbackUrl => $receiver->url })->ok->{id};
  $x->receiver->post($x->approval, an_approval())->ok;
  is_deeply { map { $_->{subscription} => $_->{deliveries} } @{ planned('--missed', '--company', $company->{domain})->{endpoints} } },
    { $out => 2, $partner => 2, $all => 3, $v1 => 3 }, 'each gets the events of its filters';
  my $event = one('select uid from event where note_token = ?', $notes[1]);
  is planned('--missed', '--event', $event, '--subscription', $all)->{deliveries}, 1;
  is planned('--missed', '--request', $x->token, '--subscription', $all)->{deliveries}, 3;
  owner()->do(q(update event set created_at = created_at - interval '3 hours' where uid = ?), undef, $event);
  is planned('--missed', '--since', '-1h', '--subscription', $all)->{deliveries}, 2;
  is planned('--missed', '--until', '-1h', '--subscription', $all)->{deliveries}, 1;
  is planned('--missed', '--subscription', $in)->{deliveries}, 0;
};

subtest '--missed leaves out events whose attempts are no longer kept' => sub {
  my $x = exchange();
  my $id = subscribe($x->submitter, my $url = $receiver->url);
  my @note = map { add_note($x) } 1 .. 2;
  wait_for { one('select count(*) from attempt where subscription = ?', $id) == 2 } 20, 'both are delivered';
  owner()->do(q(update subscription set made_from = (select id from event where note_token = ?), active_from = (select max(id) from event) where id = ?), undef, $note[0], $id);
  owner()->do(q(update event set created_at = now() - ?::interval where note_token = ?), undef, @$_) for ['60 days', $note[0]], ['40 days', $note[1]];
  owner()->do('delete from attempt where subscription = ?', undef, $id);
  my $plan = missed($id);
  is $plan->{leftOut}{unlogged}, 1, 'the event from after the creation of the subscription';
  is $plan->{deliveries}, 1, 'the earlier one was certainly missed';
  like collabctl_plan('replay', '--missed', '--subscription', $id), qr/^left out: 1 whose attempts are no longer kept: they may have been delivered$/m;
};

subtest 'an empty plan has its reason' => sub {
  my $x = exchange();
  my $id = subscribe($x->submitter, $receiver->url);
  my $off = subscribe($x->submitter, $receiver->url);
  $x->submitter->patch("/v2/webhooks/$off", { active => JSON::XS::false })->ok;
  my $nothing = '00000000-0000-0000-0000-000000000000';
  for (
    [['--subscription', 2_000_000_000], qr/^there is no subscription 2000000000$/],
    [['--event', $nothing], qr/^there is no event $nothing; it may have been deleted \(CollabRetention events=\)$/],
    [['--request', 'A' x 20], qr/^there is no request A{20}$/],
    [['--dead-letter', 2_000_000_000], qr/^there is no dead letter 2000000000: /],
    [['--company', $x->receiver->company->{domain}], qr/^the company has no subscription$/],
    [['--subscription', $off], qr/^no subscription is active; the last one was active until \S+Z$/],
    [['--subscription', $id, '--until', '1999-01-01T00:00:00Z'], qr/^no event of that time is kept; the oldest is from \S+Z \(CollabRetention events=\)$/],
    [['--subscription', $id, '--all', '--since', '-1h'], qr/^no such delivery was attempted$/],
    [['--subscription', $id], qr/--missed adds events from when a subscription was inactive or did not exist, --all adds delivered ones$/],
  ) {
    my $plan = planned(@{ $_->[0] });
    is $plan->{deliveries}, 0, "@{ $_->[0] }";
    like $plan->{why}, $_->[1];
  }
  for my $with (['--all', '--since', '-1h'], ['--dead-letter', 1], ['--refused-since-rotation']) {
    my ($status, $said) = ctl('--missed', @$with);
    is $status, 1;
    like $said, qr/missed: does not go with --all, --dead-letter or --refused-since-rotation$/;
  }
};

done_testing;
