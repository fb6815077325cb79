# t/api/requests/storage-answers.t: the headers of a storage decide; a 2xx counts after the last byte of a file
# interface.md 13.4
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Attachments;
use Collab::OddStorage;
use Collab::Upload;

my $odd = Collab::OddStorage->start("$dir/odd");
my $fronted = beside('odd', $odd->directives . "CollabDispatcher Off\nCollabAttachmentTimeout 10\nRequestReadTimeout body=1\n");

# An exchange whose receiver's storage answers by the plan.
sub answered_by {
  my ($plan) = @_;
  my $x = exchange();
  $_ = $_->at($fronted) for @{$x}{qw(submitter receiver)};
  $x->receiver->put(https($x), $odd->config($plan))->ok;
  return $x;
}
sub outcome { my ($answer) = @_; return [@{ $answer->ok->[0] }{qw(receiverStatus receiverMessage)}] }

subtest 'a 2xx after the whole file counts, whatever becomes of the rest of the response' => sub {
  for my $plan (qw(fine cut chunk reset stall endless long trailer informed)) {
    for my $size (0, 15, 16, 100_000) {
      next if $size != 100_000 && $plan ne 'fine';
      my $x = answered_by($plan);
      is_deeply outcome(send_form($x->submitter, $x, [files => "$plan-$size", 'a' x $size])), ['SUCCESS', null], "$plan: $size bytes";
      is $odd->got("$plan-$size"), $size, 'the storage has them';
    }
  }
};

subtest 'each file of an upload is judged by its own response' => sub {
  my $x = answered_by('cut');
  my $answer = send_form($x->submitter, $x, map { [files => "one-$_", 'a' x (70_000 * $_)] } 1 .. 3)->ok;
  is_deeply [map { $_->{receiverStatus} } @$answer], [('SUCCESS') x 3];
};

subtest 'another status decides, too, whatever becomes of the rest of the response' => sub {
  my %says = (full => 'has no room for the file (HTTP 507)', shut => 'refuses the credentials (HTTP 403)', moved => 'sends the file elsewhere (HTTP 302)',
    nowhere => 'refuses the file: is the folder there? (HTTP 409)',
    digest => 'demands Digest authentication, which is not supported: let it accept Basic (HTTP 401)', switched => 'gave a malformed answer (HTTP 101)', sparse => 'has no room for the file (HTTP 507)');
  for my $plan (sort keys %says) {
    my $x = answered_by($plan);
    is_deeply outcome(send_form($x->submitter, $x, [files => $plan, 'a' x 100_000])), ['FAILED', "The storage $says{$plan}."], $plan;
  }
};

subtest 'a response without final headers is none' => sub {
  for my $plan (qw(hinted headless dumb)) {
    my $x = answered_by($plan);
    is_deeply outcome(send_form($x->submitter, $x, [files => $plan, 'a' x 100_000])), ['FAILED', 'The storage broke the connection off.'], $plan;
  }
};

subtest 'a 2xx before the last byte of the file is a failure' => sub {
  my $early = ['FAILED', 'The storage answered before it had the whole file.'];
  my $x = answered_by('head');
  is_deeply outcome(send_form($x->submitter, $x, [files => 'head', 'a' x 100_000])), $early, 'after the headers of the request';
  for my $rest (0, 1, 100_000) {
    $x = answered_by('middle');
    my $upload = Collab::Upload->admitted($x->submitter, files($x), "middle-$rest")->more(100_000);
    wait_for { defined $odd->got("middle-$rest") } 20, 'the early answer';
    is_deeply outcome($upload->more($rest)->end->answer), $early, "$rest bytes and the end of the file had not been sent";
  }
};

subtest 'the time in which a storage works never counts against the client' => sub {
  my $x = answered_by('late');      # the server's RequestReadTimeout is shorter
  my $upload = Collab::Upload->begin($x->submitter, files($x), 'late-1')->more(10)->next_file('late-2')->more(10);
  is_deeply [map { $_->{receiverStatus} } @{ $upload->end->answer->ok }], ['SUCCESS', 'SUCCESS'], 'two files in chunks';
  is_deeply outcome(send_form($x->submitter, $x, [files => 'late-3', 'a' x 10], [description => undef, 'behind the file'])), ['SUCCESS', null], 'a form with its length';
};

subtest 'a storage that does not understand Expect costs an upload one wait or one more request' => sub {
  my %requests = (mute => [1, 0, 0], deaf => [1, 0, 0, 0]);      # which of them have Expect
  for my $plan (sort keys %requests) {
    my $x = answered_by($plan);
    my $answer = send_form($x->submitter, $x, map { [files => "$plan-$_", 'a' x 300_000] } 1 .. 3)->ok;
    is_deeply [map { $_->{receiverStatus} } @$answer], [('SUCCESS') x 3], $plan;
    is $odd->got("$plan-$_"), 300_000, 'the storage has the whole file' for 1 .. 3;
    is_deeply [map { /^Expect:/mi ? 1 : 0 } $odd->heads($plan)], $requests{$plan}, 'its requests with Expect';
  }
};

done_testing;
