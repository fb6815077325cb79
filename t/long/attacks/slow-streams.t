# t/long/attacks/slow-streams.t: over HTTP/2, members who send or read slowly on many streams delay no other member
# alone: it measures the response times of another member
use lib qw(t/lib lab/lib);
use Collab::SlowClients qw(quantile);
use Collab::Stack;
use Collab::Test;
use Collab::Wire;

my $stack = stack(extra => "CollabDispatcher Off\nLoadModule http2_module $ENV{COLLAB_LIBEXECDIR}/mod_http2.so\nProtocols h2c http/1.1\n<Location \"/the-metrics\">\nSetHandler collab-metrics\nRequire all granted\n</Location>\n");
my $server = $stack->server;
my ($x, $y, $z) = (exchange(), exchange(), exchange());
$_->submitter->token for $x, $y, $z;

# Response times of the victim over HTTP/2, as curl measures them; an answer other than 200 dies.
sub victim {
  my ($count) = @_;
  my @times = map {
    my ($status, $time) = split / /, run('curl', '-s', '--http2-prior-knowledge', '-m', 10, '-w', '%{http_code} %{time_total}', '-o', '/dev/null',
      '-H', 'Authorization: Bearer ' . $x->submitter->token, $server->url . '/v1/me');
    is $status, 200, 'the victim is served' if $status != 200;
    $time;
  } 1 .. $count;
  return quantile(0.99, @times);
}
my $before = victim(100);

sub frame { my ($type, $flags, $stream, $bytes) = @_; return substr(pack('N', length $bytes), 1) . pack('CCN', $type, $flags, $stream) . $bytes }
sub text { my $rest = length($_[0]) - 127; return ($rest < 0 ? chr length $_[0] : "\x7f" . ($rest < 128 ? chr $rest : chr($rest % 128 + 128) . chr int $rest / 128)) . $_[0] }
sub headers {
  my ($method, $path, $from) = @_;
  return join '', map { "\0" . text($_->[0]) . text($_->[1]) } [':method', $method], [':scheme', 'http'], [':path', $path], [':authority', 'x'],
    ['authorization', 'Bearer ' . $from->submitter->token], ['content-type', 'application/json'];
}

# Opens connections with these settings, each with streams of this request.
sub attack {
  my ($from, $connections, $streams, $settings, $method, $path, $body) = @_;
  local $SIG{PIPE} = 'IGNORE';
  return map {
    my $socket = wire_socket($server->url);
    my $bytes = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" . frame(4, 0, 0, $settings);
    for my $n (map { 2 * $_ + 1 } 0 .. $streams - 1) {
      $bytes .= frame(1, $body ? 4 : 5, $n, headers($method, $path, $from));
      $bytes .= frame(0, 0, $n, $body) if $body;
    }
    print $socket $bytes;
    $socket;
  } 1 .. $connections;
}

sub unharmed {
  my ($name) = @_;
  my $during = victim(long(100, 40));
  my $most = 3 * $before > 0.05 ? 3 * $before : 0.05;
  cmp_ok $during, '<=', $most, sprintf '%s: p99 is %.0f ms, before %.0f ms', $name, 1000 * $during, 1000 * $before;
}

{
  my @open = attack($y, 60, 20, '', 'POST', '/v1/collaboration-requests', '{');
  wait_for { open my $in, '<', $server->dir . '/trace_log' or return 0; (grep { /^429 POST/ } <$in>) > 900 } 60, 'most of the streams to be refused';
  unharmed('60 connections with 20 missing bodies each');
}

owner()->do(q(insert into request (token, submit_company, submit_company_name, submitter, receive_company, receive_company_name, summary, description, priority,
      created_at, updated_at, respond_by, document, document_name, submitted_by, submitter_contact, receiver_contact)
    select 'Long' || lpad(submit_company || 'x' || n, 16, 'x'), submit_company, submit_company_name, submitter, receive_company, receive_company_name, summary, repeat('語', 1500), priority,
      created_at, updated_at, respond_by, document, document_name, submitted_by, submitter_contact, receiver_contact
      from request, generate_series(1, ?) n where id = ?), undef, @$_) for [500, $y->record->{id}], [15, $z->record->{id}];
sub refused { return (nobody()->get('/the-metrics')->text =~ /^collab_client_waits_ended_total\{reason="places"\} (\d+)$/m)[0] // 0 }
for (['a list', $y, '/v2/collaboration-requests/list'], ['a list of one run', $z, '/v2/collaboration-requests/list']) {
  my ($what, $from, $path) = @$_;
  my $refused = refused();
  my @open = attack($from, 100, 1, pack('nN', 4, 0), 'GET', $path);
  ok eval { wait_for { refused() - $refused > 20 } 30 }, "$what: many readers find no place";
  unharmed("100 readers of $what with a window of 0");
}
unharmed('afterwards');

done_testing;
