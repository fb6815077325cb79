# t/dispatch/subscriptions/random-changes.t: under random simultaneous changes, wanted events arrive once, and others never
# interface.md 14.4, 15.2 and 16.5
# Callers add notes and change subscriptions at random, while other transactions lock the subscriptions' rows. An event or a change takes place
# at an unknown moment between its call and the response. The test judges only what is certain whichever moment that is.
use lib qw(t/lib lab/lib);
use Collab::Load;
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;
use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC);

my $PREFIX = 'org.provider.core.collaboration-request.';
my $receiver = receiver();
my $json = JSON::XS->new;
sub now { return clock_gettime(CLOCK_MONOTONIC) }
sub one_of { return $_[rand @_] }

# The fields of a change, with values that let the notes through or not.
my %field = (
  active            => sub { $_[1] ? JSON::XS::true : JSON::XS::false },
  eventTypes        => sub { $_[1] ? one_of(undef, ["${PREFIX}note.created"], ["${PREFIX}closed", "${PREFIX}note.created"]) : ["${PREFIX}closed"] },
  caseDirections    => sub { $_[1] ? one_of(undef, [$_[0]{direction}], [qw(INBOUND OUTBOUND)]) : [$_[0]{direction} eq 'INBOUND' ? 'OUTBOUND' : 'INBOUND'] },
  partnerCompanyIds => sub { $_[1] ? one_of(undef, [@{ $_[0] }{qw(partner third)}]) : [$_[0]{third}] },
);

# Two partners, each with two subscriptions to the events of their request.
sub subscribed {
  my $x = exchange();
  my $third = company();
  community($third, map { $_->company } $x->parties);
  my %of = (submitter => ['OUTBOUND', 'receiver'], receiver => ['INBOUND', 'submitter']);
  return map {
    my ($party, $other) = ($x->$_, $of{$_}[1]);
    my %s = (party => $party, request => $x, direction => $of{$_}[0], partner => 0 + $x->$other->company->{id}, third => 0 + $third->{id}, url => $receiver->url(one_of('200', '500,200')));
    +{ %s, id => $party->post('/v2/webhooks', { callbackUrl => $s{url} })->ok->{id} };
  } qw(submitter submitter receiver receiver);
}

# Runs callers until there are $notes notes. Two callers may change one subscription at the same time. Returns a line for each call: its kind,
# beginning and end, status, and details.
sub history {
  my ($subscriptions, $notes) = @_;
  my $call = sub { my ($say, $what, $call, $detail) = @_; my $from = now(); my $answer = $call->(); $say->($what, $from, now(), $answer->status, $detail->($answer)) };
  my %turn = (
    note => sub { my ($say, $n) = @_; my $x = $subscriptions->[$n % @$subscriptions]{request};
      $call->($say, 'note', sub { one_of($x->parties)->post($x->notes, a_note()) }, sub { ($x->token, $_[0]->status == 200 ? $_[0]->json->{token} : '-') }) },
    change => sub { my ($say, $n) = @_; my $s = one_of(@$subscriptions);
      my %lets = map { ($_ => int rand 4 ? 1 : 0) } one_of(keys %field), rand() < 0.3 ? keys %field : ();
      $lets{active} = 1 if exists $lets{active} && rand() < 0.7;
      $s->{party}->get('/v2/webhooks') for 1 .. 3;      # takes time, so that there are more notes than changes
      $call->($say, 'change', sub { $s->{party}->patch("/v2/webhooks/$s->{id}", { map { ($_ => $field{$_}->($s, $lets{$_})) } keys %lets }) }, sub { ($s->{id}, %lets) }) },
    rotation => sub { my ($say, $n) = @_; my $s = one_of(@$subscriptions);
      $call->($say, 'rotation', sub { $s->{party}->post("/v1/webhooks/$s->{id}/secret", { overlapSeconds => 1 }) }, sub { $s->{id} }) },
    hold => sub { my ($say) = @_; my $holder = another_connection(); $holder->begin_work;
      $holder->do(one_of('update subscription set active = active where id = ?', 'select from subscription where id = ? for key share'), undef, one_of(@$subscriptions)->{id});
      $holder->selectrow_array('select pg_sleep(random() / 4)'); $holder->rollback; $say->('hold') },
  );
  my @callers = (('note') x 5, ('change') x 2, 'rotation', 'hold');
  my $load = load(scalar @callers, sub { my ($say, $caller, $turn) = @_; srand($caller) if !$turn; $turn{ $callers[$caller - 1] }->($say, $turn) });
  ok +(wait_for { grep({ $_->[0] eq 'note' } $load->lines) >= $notes } 120, 'the notes'), "$notes notes are added during the changes";
  return $load->end;
}

# Whether one field of a subscription, after these changes of the field, lets an event through: 1, 0, or undef if that is uncertain.
sub lets {
  my ($from, $until, @changes) = @_;
  my @may = grep { my $c = $_; $c->{from} <= $until && !grep { $_->{from} > $c->{until} && $_->{until} < $from } @changes } @changes;
  my $yes = grep { $_->{lets} } @may;
  return $yes == @may ? 1 : $yes ? undef : 0;
}

sub judge {
  my ($subscriptions, @lines) = @_;
  is_deeply [grep { $_->[0] ne 'hold' && $_->[3] != 200 && !($_->[0] eq 'rotation' && $_->[3] == 409) } @lines], [], 'no call fails; a rotation is refused while three old secrets are valid';
  my %times;
  for my $s (@$subscriptions) {
    my %change = map { $_ => [{ from => 0, until => 0, lets => 1 }] } keys %field;
    for (grep { $_->[0] eq 'change' && $_->[4] == $s->{id} } @lines) {
      my (undef, $from, $until, undef, undef, %lets) = @$_;
      push @{ $change{$_} }, { from => $from, until => $until, lets => $lets{$_} } for keys %lets;
    }
    my %got;
    $got{ $json->decode($_->{body})->{data}{noteToken} // '' }++ for $receiver->got($s->{url});
    my %arrived = map { $_ => 1 } @{ owner()->selectcol_arrayref('select e.note_token from attempt a join event e on e.id = a.event where a.subscription = ? and a.success', undef, $s->{id}) };
    for (grep { $_->[0] eq 'note' && $_->[4] eq $s->{request}->token } @lines) {
      my (undef, $from, $until, undef, undef, $token) = @$_;
      my @lets = map { lets($from, $until, @{ $change{$_} }) } keys %field;
      my $dropped = grep { !$_->{lets} && $_->{until} >= $from } @{ $change{active} };
      my $got = $got{$token};
      if (grep { defined && !$_ } @lets)                  { $times{'not wanted'}++; $times{'sent though it was not wanted'}++ if $got }
      elsif (!$dropped && !grep { !defined || !$_ } @lets) { $times{wanted}++; $times{'lost'}++ if !$arrived{$token} }
      $times{'sent again'}++ if ($got // 0) > ($s->{url} =~ /500/ ? 2 : 1);
    }
  }
  cmp_ok $times{$_} // 0, '>', 40, "$_: happens $times{$_} times" for 'wanted', 'not wanted';
  is $times{$_}, undef, "$_: never happens" for 'lost', 'sent though it was not wanted', 'sent again';
}

sub drained { return wait_for { !owner()->selectrow_array('select (select count(*) from outbox) + (select count(*) from delivery)') } 60, 'all deliveries' }

my $extra = WIDE . "CollabDispatcher On slots=32 per-endpoint=8\nCollabWebhookRetry V2 1 1\n";
subtest 'two running dispatchers deliver each wanted event once' => sub {
  my $stack = stack(extra => $extra);
  my $second = $stack->another_server('second', extra => $extra);
  my @subscriptions = map { subscribed() } 1 .. 2;
  my @lines = history(\@subscriptions, 400);
  ok drained();
  judge(\@subscriptions, @lines);
};

subtest 'a dispatcher that starts after all changes delivers each wanted event once' => sub {
  my $stack = stack(extra => WIDE . "CollabDispatcher Off\n");
  my @subscriptions = map { subscribed() } 1 .. 2;
  my @lines = history(\@subscriptions, 400);
  my $late = $stack->another_server('late', extra => $extra);
  ok drained();
  judge(\@subscriptions, @lines);
};

done_testing;
