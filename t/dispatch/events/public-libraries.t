# t/dispatch/events/public-libraries.t: a receiver built on public libraries verifies every delivery
# It does so for V2 and V1, before, during and after the rotation of a secret. The receiver (t/node) uses the CloudEvents SDK and @octokit/webhooks-methods.
use lib qw(t/lib lab/lib);
use Collab::Test;
use HTTP::Tiny;
use IPC::Open2 qw(open2);

-d 't/node/node_modules/cloudevents' or die "The libraries of t/node are missing: `make libraries` fetches them\n";
my $pid = open2(my $out, my $in, 'node', 't/node/receiver.mjs');
chomp(my $port = <$out>);
END { local ($?, $!); if ($in) { close $in; waitpid $pid, 0 } }

my @judged;     # in order of arrival
sub next_judgement { my $line = <$out>; push @judged, JSON::XS->new->utf8->decode($line); return $judged[-1] }
sub knows {
  my ($path, @secrets) = @_;
  my $answer = HTTP::Tiny->new(no_proxy => '*')->put("http://127.0.0.1:$port$path", { content => JSON::XS->new->encode({ secrets => \@secrets }) });
  die "receiver: $answer->{status}\n" unless $answer->{status} == 204;
}
sub subscribe {
  my ($party, $version, $path) = @_;
  my $made = $party->post("/$version/webhooks", { callbackUrl => "http://127.0.0.1:$port$path" })->ok;
  knows($path, $made->{secret});
  return $made;
}

# Tests that each delivery was accepted once and is recorded as a success.
sub all_accepted {
  my ($party, $made, $path) = @_;
  my @mine = grep { $_->{path} eq $path } @judged;
  is_deeply [map { $_->{why} } grep { !$_->{accepted} } @mine], [], scalar(@mine) . ' are accepted';
  is scalar(keys %{ { map { $_->{id} => 1 } @mine } }), @mine, 'each arrives once';
  wait_for { $party->get("/v1/webhooks/$made->{id}/deliveries")->ok->{totalElements} == @mine } 10, 'all on record';
  is scalar(grep { !$_->{success} } @{ $party->get("/v1/webhooks/$made->{id}/deliveries?size=200")->ok->{content} }), 0, 'the log of deliveries has no failure';
}

subtest 'every event type is a valid CloudEvent' => sub {
  my $x = exchange(request => 0);
  my $made = subscribe($x->submitter, 'v2', '/all');
  $x->open_request;
  $x->receiver->post($x->approval, an_approval(), headers => { traceparent => '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' })->ok;
  $x->receiver->patch($x->approval, { engineerName => 'Bea' })->ok;
  $x->submitter->post($x->notes, a_note())->ok;
  $x->submitter->post($x->closure)->ok;
  $x->submitter->post("/v2/webhooks/$made->{id}/test")->ok;
  my @got = map { next_judgement() } 1 .. 6;
  is_deeply [sort map { $_->{type} // $_->{why} } @got], [sort map { "org.provider.core.$_" } 'webhook.test', map { "collaboration-request.$_" }
    qw(created closed note.created response.created response.updated)];
  is_deeply [grep { $_->{subscription} ne $made->{id} || $_->{source} ne $ENV{COLLAB_TEST_URL} } @got], [];
  all_accepted($x->submitter, $made, '/all');
};

for my $version (qw(v2 v1)) {
  subtest "$version: the receiver verifies deliveries before, during and after a rotation" => sub {
    my $x = exchange();
    my $party = $x->receiver;
    my $made = subscribe($party, $version, "/$version");
    my $old = $made->{secret};
    my $note = sub {
      my $token = $x->submitter->post($x->notes, a_note())->ok->{token};
      my $got = next_judgement();
      is $got->{data}{noteToken}, $token;
      return $got->{by};
    };
    is $note->(), 'current', 'before the rotation, the current secret verifies';
    my $new = $party->post("/v1/webhooks/$made->{id}/secret", { overlapSeconds => 3600 })->ok->{secret};
    is $note->(), 'previous', 'during it, a receiver with only the old secret verifies';
    knows("/$version", $new, $old);
    is $note->(), 'current', 'during it, a receiver with both secrets verifies';
    knows("/$version", $new);
    is $note->(), 'current', 'during it, a receiver with only the new secret verifies';
    owner()->do('update previous_secret set until = clock_timestamp() where subscription = ?', undef, $made->{id});
    is $note->(), 'current', 'after it, the new secret verifies';
    all_accepted($party, $made, "/$version");
  };
}

subtest 'the receiver rejects a wrong signature' => sub {
  my $x = exchange();
  subscribe($x->receiver, 'v2', '/wrong');
  knows('/wrong', 'another secret');
  $x->submitter->post($x->notes, a_note())->ok;
  is next_judgement()->{why}, 'signature';
};

done_testing;
