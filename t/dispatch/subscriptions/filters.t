# t/dispatch/subscriptions/filters.t: the filters at the time of an event decide, even if the clock goes back before its fan-out
# interface.md 14.4, 14.11 and 15.2
use lib qw(t/lib lab/lib);
use Collab::Clock;
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;
use File::Temp ();

my $PREFIX = 'org.provider.core.collaboration-request.';
my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $clock = Collab::Clock->new($dir);       # the database's
my $stack = stack(pg => { preload => $clock->library }, extra => "CollabDispatcher Off\n");
my $ahead = 0;
sub set_back { $clock->set($ahead -= 20) }
my $receiver = receiver();
my $x = exchange();
my $third = company();
community($x->submitter->company, $third);
my ($partner, $elsewhere) = map { 0 + $_->{id} } $x->receiver->company, $third;
my ($note, $closed) = map { { eventTypes => ["$PREFIX$_"] } } qw(note.created closed);
sub kept { return scalar owner()->selectrow_array('select count(*) from earlier_filters') }

# For each subscription: its first settings, its changes after the first, second and third note, and the notes that it gets.
my %asked = (
  narrowed  => [{},                                           [$closed], [], [],                                                                  '1'],
  widened   => [$closed,                                      [{ eventTypes => undef }], [], [],                                                  '2 3 4'],
  turned    => [{ caseDirections => ['OUTBOUND'] },           [{ caseDirections => ['INBOUND'] }], [], [],                                        '1'],
  elsewhere => [{ partnerCompanyIds => [$elsewhere] }, [{ partnerCompanyIds => [$partner] }], [], [],                                            '2 3 4'],
  moved     => [$note,                                        [{ active => \1 }], [], [],                                                         '1 2 3 4'],
  'there and back' => [$note,                                 [$closed], [$note], [],                                                             '1 3 4'],
  'away and away'  => [$closed,                               [$note], [$closed], [{ callbackUrl => 'again' }],                                   '2'],
  'at once'        => [$note,                                 [$closed, { caseDirections => ['INBOUND'] }, { eventTypes => undef }], [{ caseDirections => undef }], [$closed], '1 3'],
  'each time'      => [{ partnerCompanyIds => [$partner] },   [{ partnerCompanyIds => undef, %$closed }], [{ eventTypes => undef }], [{ caseDirections => ['INBOUND'] }], '1 3'],
  'off and on'     => [$note,                                 [$closed], [{ active => \0 }, { active => \1 }], [$note],                           '4'],
  'off and on twice' => [$note,                               [{ active => \0 }], [{ active => \1 }, { active => \0 }, { active => \1 }], [],     '3 4'],
  'off'            => [$note,                                 [], [{ active => \0 }], [],                                                         ''],
);
my (%url, %path, %name);
for (keys %asked) {
  $url{$_} = $receiver->url;
  $path{$_} = '/v2/webhooks/' . $x->submitter->post('/v2/webhooks', { callbackUrl => $url{$_}, %{ $asked{$_}[0] } })->ok->{id};
}
for my $n (1 .. 4) {
  set_back();
  $name{ $x->submitter->post($x->notes, a_note())->ok->{token} } = $n;
  last if $n == 4;
  for my $which (keys %asked) {
    $x->submitter->patch($path{$which}, exists $_->{callbackUrl} ? { callbackUrl => $url{$which} } : $_)->ok for @{ $asked{$which}[$n] };
  }
}
my $kept = kept();
cmp_ok $kept, '>', 10, 'the earlier filters are kept';
owner()->do("update earlier_filters set until = until - interval '3 hours'");
my $end = $receiver->url;       # the event for this receiver comes after all others
my $last = $x->submitter->post('/v2/webhooks', { callbackUrl => $end })->ok->{id};
$x->submitter->post($x->notes, a_note())->ok;
sub redelivered { return $x->submitter->post("$_[0]/redeliver", { since => '2001-01-01T00:00:00Z' })->ok->{count} }
is redelivered("/v2/webhooks/$last"), 0, 'an event that has yet to fan out was not missed';
my $dispatch = DBI->connect($stack->pg->dbi =~ s/user=\w+/user=collab_dispatch/r, '', '', { RaiseError => 1, PrintError => 0 });
my $retire = JSON::XS->new->decode(scalar `bench/statement filters_retire json`)->{parts}[0]{text};
is $dispatch->selectrow_array($retire), 0, 'they are kept while an event still needs them';
$dispatch->begin_work;
$dispatch->do('delete from outbox where channel = 1');
is $dispatch->selectrow_array($retire), 0, 'they are kept even for one version\'s events';
$dispatch->rollback;
my @nodes;
for my $name (qw(late later)) { push @nodes, $stack->another_server($name, extra => "CollabDispatcher On\nCollabDutyInterval 50ms\nCollabBaseURL $ENV{COLLAB_TEST_URL}\n") }
$receiver->wait($end, 1);
ok +(wait_for { !owner()->selectrow_array('select (select count(*) from outbox) + (select count(*) from delivery)') } 20, 'all deliveries'), 'all events are fanned out and sent';
sub got { my ($url) = @_; return join ' ', sort grep { $_ } map { $name{ JSON::XS->new->decode($_->{body})->{data}{noteToken} // '' } } $receiver->got($url) }
is got($url{$_}), $asked{$_}[4], $_ for sort keys %asked;
ok +(wait_for { !kept() } 20, 'nothing kept'), 'then the earlier filters are deleted';
$x->submitter->patch($path{moved}, $closed)->ok;
is kept(), 1;
ok holds_for { kept() == 1 } 5;

subtest 'a redelivery knows what a subscription missed, whatever the clock was' => sub {
  $clock->set($ahead = 0);
  is redelivered($path{'off and on twice'}), 2, 'the events from before the last activation, but not the others';
  ok +(wait_for { got($url{'off and on twice'}) eq '1 2 3 4' } 20), 'they arrive';
  is redelivered("/v2/webhooks/$last"), 0, 'a subscription that has missed none gets none, not even events from before it was made';
};

subtest 'two dispatchers send events to subscriptions that were changed before the clock went back' => sub {
  my $id = $x->submitter->post('/v2/webhooks', { callbackUrl => my $to = $receiver->url, %$closed })->ok->{id};
  my $sent = 0;
  for my $change ([$note], [{ active => \0 }, { active => \1 }], [$closed, { eventTypes => undef }]) {
    $x->submitter->patch("/v2/webhooks/$id", $_)->ok for @$change;
    set_back();
    $x->submitter->at($_, token => $x->submitter->token)->post($x->notes, a_note())->ok for @nodes;
    $receiver->wait($to, $sent += 2);   # switching a subscription off drops what waits
  }
  ok +(wait_for { !owner()->selectrow_array('select (select count(*) from outbox) + (select count(*) from delivery)') } 20, 'all deliveries');
  is scalar(() = $receiver->got($to)), 6, 'each event arrives once';
};

done_testing();
