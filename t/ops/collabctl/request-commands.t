# t/ops/collabctl/request-commands.t: collabctl request list finds requests, and request close ends one as its submitter would
use lib qw(t/lib lab/lib);
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;
use JSON::XS ();

my $stack = stack();
my $receiver = receiver();
my $json = JSON::XS->new->utf8;

sub ctl { local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN}; return output('./collabctl', 'request', @_) }
sub listed { return map { $_->{token} } @{ $json->decode(collabctl('request', 'list', '--json', @_)) } }
sub one { return scalar owner()->selectrow_array(shift, undef, @_) }

subtest 'request list finds requests by each filter' => sub {
  my $x = exchange(request => 0);
  my ($submitter, $receives) = map { $_->company->{domain} } $x->submitter, $x->receiver;
  my @tokens = map { $x->open_request(internalCaseNumber => "CASE-$$-$_")->{token} } 1 .. 3;
  my $other = exchange()->token;
  $x->{record}{token} = $tokens[1];
  $x->submitter->post("/v1/collaboration-requests/$tokens[1]/closure")->ok;
  is_deeply [listed('--company', $_)], [reverse @tokens], "--company $_" for $submitter, $receives, $x->submitter->company->{id};
  is_deeply [listed('--company', $submitter, '--status', 'closed')], [$tokens[1]], '--status';
  is_deeply [listed('--company', $submitter, '--status', 'OPEN')], [@tokens[2, 0]];
  is_deeply [listed('--case-number', "CASE-$$-3")], [$tokens[2]], '--case-number, of either party';
  owner()->do(q(update request set created_at = now() - interval '3 hours' where token = ?), undef, $tokens[0]);
  is_deeply [listed('--company', $submitter, '--since', '-2h')], [@tokens[2, 1]], '--since';
  is +(listed())[0], $other, 'without a filter';
  is_deeply [listed('--company', $submitter, '--limit', 2)], [@tokens[2, 1]];
  my ($status, $said) = ctl('list', '--company', $submitter, '--limit', 2);
  like $said, qr/^\Q$tokens[2]\E +OPEN +MEDIUM +\Q$submitter\E +CASE-$$-3 +\Q$receives\E /m;
  my ($before) = $said =~ /--before (\d+)/ or diag $said;
  is_deeply [listed('--company', $submitter, '--before', $before)], [$tokens[0]], '--before: the next page';
  ($status, $said) = ctl('list', '--status', 'lost');
  is $status, 1;
  like $said, qr/status: must be one of OPEN, INFORMATION, ACCEPTED, REJECTED, CLOSED$/;
  ($status, $said) = ctl('list', '--company', 'nobody.example');
  like $said, qr/company: there is no company nobody\.example/;
};

# Closes a request by $close. Returns what the parties and the submitter's webhook receiver see, without values that differ between requests.
sub seen {
  my ($x, $url, $close) = @_;
  $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok;
  $x->receiver->post($x->approval, an_approval())->ok;
  $receiver->wait($url, 1);
  my $updated = $x->submitter->get($x->path)->ok->{updatedAt};
  $close->();
  $receiver->wait($url, 2);
  my @events = map { my $e = $json->decode($_->{body}); [$e->{type}, [sort keys %$e]] } $receiver->got($url);
  my ($row) = owner()->selectrow_hashref('select status, feedback_requested, closed_at is not null as closed from request where token = ?', undef, $x->token);
  my @records = map { my $record = $_->get($x->path)->ok; [@{$record}{qw(status feedbackRequested)}] } $x->parties;
  return { events => \@events, row => $row, records => \@records, channels => one('select count(*) from event where request_token = ? and type = $$closed$$', $x->token) };
}

subtest "request close acts as the submitter's closure, with a SYSTEM note" => sub {
  my ($x, $y) = (exchange(), exchange());
  my $theirs = seen($x, $receiver->url, sub { $x->submitter->post($x->closure)->ok });
  my $ours = seen($y, $receiver->url, sub {
    my ($status, $said) = ctl('close', $y->token, '--reason', 'Both parties have asked for it by telephone');
    is $status, 0, 'request close' or diag $said;
    like $said, qr/^request \Q@{[$y->token]}\E is closed; it was ACCEPTED$/;
  });
  delete $_->[1] for map { @{ $_->{events} } } $theirs, $ours;      # a closure by the operator has no X-Request-Id
  is_deeply $ours, $theirs, 'transition and events are the same';
  my ($note) = @{ $y->receiver->get($y->notes)->ok };
  is_deeply { map { $_ => $note->{$_} } qw(creatorName companyName creatorUsername creatorEmail summary description priority status) },
    { creatorName => 'SYSTEM', companyName => undef, creatorUsername => undef, creatorEmail => undef, summary => 'Closed by the operator',
      description => 'Both parties have asked for it by telephone', priority => 'MEDIUM', status => 'ENTERED' };
  is_deeply $y->submitter->get($y->notes)->ok, [$note], 'both parties read the reason';
  is $note->{createdAt}, $y->submitter->get($y->path)->ok->{updatedAt};
  is one('select count(*) from event where request_token = ? and note_token is not null', $y->token), 0, 'a SYSTEM note has no event';
  $y->submitter->post($y->closure)->fails(409, qr/closed already/);
  like one(q(select after::text from audit where what = 'request close' and request = ?), $y->token), qr/"reason": "Both parties.*"status": "CLOSED"/, 'the audit has it';

  my ($status, $said) = ctl('close', $y->token, '--reason', 'again');
  is $status, 0;
  like $said, qr/^nothing to do: request \S+ is closed already$/;
  is scalar @{ $y->submitter->get($y->notes)->ok }, 1, 'a second closure adds no note';
  ($status, $said) = ctl('close', 'AAAAAAAAAAAAAAAAAAAA', '--reason', 'none');
  is $status, 1;
  like $said, qr/token: there is no request AAAAAAAAAAAAAAAAAAAA/;
  ($status, $said) = ctl('close', $y->token);
  is $status, 2, 'a reason is required';
};

done_testing;
