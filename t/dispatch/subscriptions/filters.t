# t/dispatch/subscriptions/filters.t: the filters at the time of an event decide, even if they change before its fan-out
# interface.md 14.4
use lib qw(t/lib lab/lib);
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;

my $PREFIX = 'org.provider.core.collaboration-request.';
my $stack = stack(extra => "CollabDispatcher Off\n");
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
  $name{ $x->submitter->post($x->notes, a_note())->ok->{token} } = $n;
  last if $n == 4;
  for my $which (keys %asked) {
    $x->submitter->patch($path{$which}, exists $_->{callbackUrl} ? { callbackUrl => $url{$which} } : $_)->ok for @{ $asked{$which}[$n] };
  }
}
my $kept = kept();
cmp_ok $kept, '>', 10, 'the earlier filters are kept';
owner()->do("update earlier_filters set until = until - interval '3 hours'");
owner()->do("update subscription set filters_since = filters_since - interval '3 hours' where filters_since <> '-infinity'");
owner()->do("update event set created_at = created_at - interval '3 hours'");
owner()->do("update subscription set active_since = active_since - interval '3 hours'");
my $end = $receiver->url;       # the event for this receiver comes after all others
$x->submitter->post('/v2/webhooks', { callbackUrl => $end })->ok;
$x->submitter->post($x->notes, a_note())->ok;
my $dispatch = DBI->connect($stack->pg->dbi =~ s/user=\w+/user=collab_dispatch/r, '', '', { RaiseError => 1, PrintError => 0 });
my $retire = JSON::XS->new->decode(scalar `bench/statement filters_retire json`)->{parts}[0]{text};
is $dispatch->selectrow_array($retire), 0, 'they are kept while an event still needs them';
$dispatch->begin_work;
$dispatch->do('delete from outbox where channel = 1');
is $dispatch->selectrow_array($retire), 0, 'they are kept even for one version\'s events';
$dispatch->rollback;
my $late = $stack->another_server('late', extra => "CollabDispatcher On\nCollabDutyInterval 50ms\n");
$receiver->wait($end, 1);
ok +(wait_for { !owner()->selectrow_array('select (select count(*) from outbox) + (select count(*) from delivery)') } 20, 'all deliveries'), 'all events are fanned out and sent';
for my $which (sort keys %asked) {
  my @got = grep { $_ } map { $name{ JSON::XS->new->decode($_->{body})->{data}{noteToken} // '' } } $receiver->got($url{$which});
  is join(' ', sort @got), $asked{$which}[4], $which;
}
ok +(wait_for { !kept() } 20, 'nothing kept'), 'then the earlier filters are deleted';
$x->submitter->patch($path{moved}, $closed)->ok;
is kept(), 1;
ok holds_for { kept() == 1 } 5;

done_testing();
