# t/dispatch/retry/failure-log.t: the error log reports a subscription's first dead letter and a callback that failed for an hour
# Each message is logged at most once a day for a subscription.
use lib qw(t/lib lab/lib);
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;

my $stack = stack(extra => "CollabWebhookRetry V2 1 1 1\n", timers => { failing => 1500 });
my $server = $stack->server;
my $receiver = receiver();
my $x = exchange(request => 0);
sub subscribe { my ($answer) = @_; return $x->submitter->post('/v2/webhooks', { callbackUrl => $receiver->url($answer) })->ok->{id} }
sub lines { my ($number, $id) = @_; return grep { /CB$number: subscription $id:/ } split /\n/, $server->log }
sub dead { my ($id) = @_; return scalar owner()->selectrow_array('select count(*) from dead_letter where subscription = ?', undef, $id) }

my %at = map { $_ => subscribe($_) } qw(200 404 500);
$x->open_request for 1 .. 3;
wait_for { dead($at{404}) == 3 && dead($at{500}) == 3 } 25, 'the dead letters';

subtest 'the first dead letter is logged' => sub {
  is scalar(lines('0618', $at{404})), 1, 'only the first dead letter is logged';
  like((lines('0618', $at{404}))[0], qr/\[collab:warn\].*subscription @{[ $at{404} ]}: delivery \d+ is a dead letter: HTTP 404$/);
  is scalar(lines('0618', $at{500})), 1, 'a dead letter after all its attempts is logged, too';
  is scalar(lines('0618', $at{200})), 0, 'a receiver that answers is not logged';
};

subtest 'a callback that has failed for an hour (here: a second and a half) is logged' => sub {
  is scalar(lines('0617', $at{500})), 1, 'it is logged once';
  like((lines('0617', $at{500}))[0], qr/\[collab:warn\].*subscription @{[ $at{500} ]}: its callback has failed for \d+ s, the last time with: HTTP 500$/);
  is scalar(lines('0617', $at{200})), 0;
};

done_testing;
