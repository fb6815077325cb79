# t/long/attacks/slow-members.t: members who send or read slowly on many connections delay no other member
# alone: it measures the response times of another member
use lib qw(t/lib lab/lib);
use Collab::SlowClients;
use Collab::SlowReaders qw(add_notes);
use Collab::Stack;
use Collab::Test;
use Collab::Victim;

# One process with 128 threads, as in the audit that found these attacks.
open my $conf, '<', 'conf/collab.conf' or die "conf/collab.conf: $!\n";
my $shipped = join '', grep { /^FlushMax/ } <$conf>;
my $stack = stack(extra => "CollabDispatcher Off\nAsyncRequestWorkerFactor 2\nCollabRateLimit Off\n$shipped");
my $server = $stack->server;
my ($x, $y, $z) = (exchange(), exchange(), exchange());
$_->submitter->token for $x, $y, $z;

my $victim = sub { return victim($server, $x->submitter, $x->notes) };
my $before = $victim->()->end(200);
diag sprintf 'before: p50 %.1f ms, p99 %.1f ms', map { 1000 * $_ } @$before{qw(p50 p99)};

my $busy = sub { return owner()->selectrow_array(q(select count(*) from pg_stat_activity where usename = 'collab_api' and state <> 'idle')) };

# Attacks with 200 connections, and looks at the victim meanwhile.
sub attack {
  my ($name, %how) = @_;
  my $attack = slow_clients($server, 200, renews => 200, %how);
  wait_for { !$busy->() } 60, 'the database to have answered the attackers' if $how{reads};
  my $during = $victim->()->end(long(300, 150));
  my %count = $attack->end;
  diag "$name: ", join ', ', map { "$count{$_} $_" } sort keys %count;
  unharmed($before, $during, $name);
  return %count;
}

sub post_of { my ($party) = @_; return "POST /v1/collaboration-requests HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " . $party->token . "\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{" }
sub get_of { my ($party, $path) = @_; return "GET $path HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " . $party->token . "\r\n\r\n" }

my %count = attack('missing bodies', sends => post_of($y->submitter));
cmp_ok $count{429}, '>', 100, 'most of them get 429';
attack('missing bodies of two companies', sends => [map { post_of($_->submitter) } $y, $z]);
attack('a byte each 0.9 s', sends => post_of($y->submitter), drips => ' ' x 90, pause => 0.9);
attack('a new request each second', sends => post_of($y->submitter), renews => 200, drips => ' ', pause => 1);

# A list of 12 MB, in runs of 1 MiB, and a record of 1 MB.
owner()->do(q(insert into request (token, submit_company, submit_company_name, submitter, receive_company, receive_company_name, summary, description, priority,
      created_at, updated_at, respond_by, document, document_name, submitted_by, submitter_contact, receiver_contact)
    select 'Long' || lpad(n::text, 16, 'x'), submit_company, submit_company_name, submitter, receive_company, receive_company_name, summary, repeat('語', 1500), priority,
      created_at, updated_at, respond_by, document, document_name, submitted_by, submitter_contact, receiver_contact
      from request, generate_series(1, 2000) n where id = ?), undef, $y->record->{id});
add_notes(owner(), $y->record->{id}, 30);
my $list = length $y->submitter->get('/v2/collaboration-requests/list')->text;
cmp_ok $list, '>', 10e6, "the list is long: $list bytes";
attack('readers of 512 bytes each 5 s', sends => get_of($y->submitter, '/v2/collaboration-requests/list'), reads => 100, renews => 2);
attack('readers of a long record', sends => get_of($y->submitter, $y->path), reads => 100, renews => 2);

my $after = $victim->()->end(200);
unharmed($before, $after, 'afterwards');
done_testing;
