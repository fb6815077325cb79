# t/ops/outages/restart-httpd.t: graceful restarts and a killed worker under load lose no event
# Only requests on idle connections fail.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Load;
use Collab::Receiver;
use Collab::Stack;
use Collab::Wait qw(gone);

my $stack = stack(extra => WIDE);
my $server = $stack->server;
my $receiver = receiver();
my $x = exchange();
my $url = $receiver->url;
$x->submitter->post('/v2/webhooks', { callbackUrl => $url, eventTypes => ['org.provider.core.collaboration-request.note.created'] })->ok;
$x->submitter->token;

# Runs $do under load. One line per request: status, whether its connection was used before, token. A request that fails on an idle connection is
# repeated: clients must expect such failures (RFC 9112, 9.3.1).
sub under_load(&$) {
  my ($do, $what) = @_;
  my $used = 0;
  my $load = load(4, sub {
    my ($say) = @_;
    my $answer = $x->submitter->post($x->notes, a_note());
    my $closing = ($answer->header('connection') // '') =~ /close/i || $answer->status == 599;
    $say->($answer->status, $used, $answer->status == 200 ? $answer->json->{token} : '-');
    $used = $closing ? 0 : 1;
  });
  for my $round (1 .. 3) {
    my $before = $load->lines;
    wait_for { $load->lines > $before + 40 } 20, "load before $what";
    $do->();
    my $after = $load->lines;
    wait_for { grep({ $_->[0] == 200 } $load->lines) > $after + 40 } 20, "load after $what";
  }
  return $load->end;
}

sub all_arrived {
  my (@lines) = @_;
  my @acknowledged = grep { $_ ne '-' } map { $_->[2] } @lines;
  my %came;
  my @lost;
  wait_for {
    %came = map { JSON::XS->new->decode($_->{body})->{data}{noteToken} => 1 } $receiver->got($url);
    @lost = grep { !$came{$_} } @acknowledged;
    !@lost;
  } 30, 'every event';
  is_deeply \@lost, [], scalar(@acknowledged) . ' acknowledged notes: every event arrives';
}

subtest 'a graceful restart under load loses no event' => sub {
  my @lines = under_load {
    my $old = $server->dispatcher;
    $server->graceful;
    wait_for { my $new = $server->dispatcher; $new && $new != $old } 15, 'the new generation';
  } 'a graceful restart';
  my @failed = grep { $_->[0] != 200 } @lines;
  is_deeply [grep { $_->[0] != 599 || !$_->[1] } @failed], [], 'only requests on idle connections fail (' . @failed . ')';
  all_arrived(@lines);
  wait_for { $server->processes('collab-dispatch') == 1 } 10;
  is scalar($server->processes('collab-dispatch')), 1, 'one dispatcher runs';
};

subtest 'kill -9 of a worker process loses no event' => sub {
  my @lines = under_load {
    my %old = map { $_ => 1 } $server->children;
    kill 'KILL', keys %old;
    wait_for { grep { !$old{$_} } $server->children } 15, 'a new worker';
  } 'a kill';
  all_arrived(@lines);
  my %kept = map { $_ => 1 } @{ owner()->selectcol_arrayref('select token from note') };
  is_deeply [grep { $_ ne '-' && !$kept{$_} } map { $_->[2] } @lines], [], 'every acknowledged note exists';
};

subtest 'kill -9 of the parent ends the dispatcher' => sub {
  my @all = ($server->dispatcher, $server->children);
  my $dispatcher = $server->dispatcher;
  kill 'KILL', $server->pid;
  ok wait_for { gone($dispatcher) } 10, 'the dispatcher ends with the parent';
  kill 'KILL', grep { !gone($_) } @all;
};

done_testing;
