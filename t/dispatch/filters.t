# t/dispatch/filters.t: filters are applied at the event (contract.md 8), as they were then, also when it is spread after they have changed
use lib 't/lib';
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;

my $PREFIX = 'org.provider.core.collaboration-request.';
my $stack = stack(extra => "CollabDispatcher Off\n");
my $receiver = receiver();
my $x = exchange();
my $partner = 0 + $x->receiver->company->{id};

# What a subscription gets that had some filters, and others after the first of two notes.
my %asked = (
  narrowed => [[submitter => {}],                                           { eventTypes => ["${PREFIX}closed"] },    'first'],
  widened  => [[submitter => { eventTypes => ["${PREFIX}closed"] }],        { eventTypes => undef },                  'second'],
  turned   => [[submitter => { caseDirections => ['OUTBOUND'] }],           { caseDirections => ['INBOUND'] },        'first'],
  elsewhere => [[submitter => { partnerCompanyIds => [$partner + 1_000_000] }], { partnerCompanyIds => [$partner] },  'second'],
  moved    => [[submitter => { eventTypes => ["${PREFIX}note.created"] }],  { active => \1 },                         'first second'],
);
my (%url, %path);
for (keys %asked) {
  my ($party, $filters) = @{ $asked{$_}[0] };
  $path{$_} = '/v2/webhooks/' . $x->$party->post('/v2/webhooks', { callbackUrl => $url{$_} = $receiver->url, %$filters })->ok->{id};
}
my %name = ($x->submitter->post($x->notes, a_note())->ok->{token} => 'first');
$x->submitter->patch($path{$_}, $asked{$_}[1])->ok for keys %asked;
$name{ $x->submitter->post($x->notes, a_note())->ok->{token} } = 'second';
my $end = $receiver->url;       # what comes after all the others
$x->submitter->post('/v2/webhooks', { callbackUrl => $end })->ok;
$x->submitter->post($x->notes, a_note())->ok;
my $late = $stack->another_server('late', extra => "CollabDispatcher On\n");
$receiver->wait($end, 1);
ok +(wait_for { !owner()->selectrow_array('select (select count(*) from outbox) + (select count(*) from delivery)') } 20, 'all deliveries'), 'all is spread and sent';
for my $which (sort keys %asked) {
  my @got = grep { $_ } map { $name{ JSON::XS->new->decode($_->{body})->{data}{noteToken} // '' } } $receiver->got($url{$which});
  is join(' ', sort @got), $asked{$which}[2], $which;
}

done_testing();
