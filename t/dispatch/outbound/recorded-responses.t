# t/dispatch/outbound/recorded-responses.t: the log keeps 1 KiB of the response to a failed attempt, nothing after a success
# interface.md 16.10
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;
use Collab::Subscription;

my $stack = stack(extra => "CollabWebhookRetry V2 1 600\n");
my $receiver = receiver();

sub recorded { my ($s, $count) = @_; return map { $_->{response_body} } attempts($s, $count) }

my @rows = (
  ['a failure: the first 1 KiB',                     '404*' . unpack('H*', 'abcdefg'), substr('abcdefg' x 1000, 0, 1024)],
  ['a retried failure is recorded, too',             '500*61',     'a' x 1024],
  ['the cut is between two characters',              '404*e38182', "\x{3042}" x 341],
  ['bytes that are not UTF-8 take no more room',     '404*ff',     "\x{FFFD}" x 341],
  ['NUL becomes U+FFFD',                             '404*0061',   ("\x{FFFD}a" x 256)],
  ['a success: nothing',                             '200*61',     undef],
);
my @at = map { speak(subscribed($receiver->url($_->[1]))) } @rows;
for my $i (0 .. $#rows) {
  my ($what, undef, $kept) = @{ $rows[$i] };
  subtest $what => sub {
    my ($first) = recorded($at[$i], 1);
    is $first, $kept;
    my ($shown) = @{ $at[$i]{exchange}->submitter->get("/v2/webhooks/$at[$i]{id}/deliveries")->ok->{content} };
    is $shown->{responseBody}, $kept, 'the log of deliveries shows the same';
  };
}

# A member can cause 2,000 deliveries with forty short notes and fifty subscriptions. Whatever its receivers answer, at most 1 KiB is stored for each.
subtest '2,000 refusals of 6,000 random bytes each store at most 1 KiB each' => sub {
  my $x = exchange();
  my @s = map { subscribed($receiver->url('404*random'), exchange => $x) } 1 .. 50;
  $x->submitter->post($x->notes, { summary => 'x' x 30, description => 'x' x 30, priority => 'LOW' })->ok for 1 .. 40;
  my $sum = sub {
    return owner()->selectrow_array('select count(*), coalesce(sum(octet_length(response_body)), 0), sum(pg_column_size(a.*)) from attempt a where subscription = any (?)',
      undef, [map { $_->{id} } @s]);
  };
  ok wait_for { ($sum->())[0] >= 2000 } 180, 'the attempts on record';       # more if a busy receiver answers too late
  my ($attempts, $stored, $rows) = $sum->();
  cmp_ok $stored, '<=', $attempts * 1024, "$stored bytes of responses are stored, in $rows bytes of rows";
};

done_testing;
