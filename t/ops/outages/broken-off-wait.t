# t/ops/outages/broken-off-wait.t: while only the primary has a write, neither the write nor its repeat is acknowledged
# A backend whose wait for the standby is cancelled or terminated has committed on the primary alone. PostgreSQL says so in a warning, even if
# the database tells its clients nothing but errors.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Load;
use Collab::Stack;

my $stack = stack(extra => "CollabDispatcher Off\n");
my $standby = $stack->pg->standby("$stack->{dir}/s");
my $admin = $stack->pg->admin;
$admin->do('alter database collab set client_min_messages = error');
$admin->do(q(select pg_terminate_backend(pid) from pg_stat_activity where usename = 'collab_api'));
my $x = exchange();
$x->submitter->token;

# Ends the wait for the standby of a session of this role, by pg_cancel_backend or pg_terminate_backend.
sub break_off {
  my ($role, $how) = @_;
  return wait_for { $admin->selectrow_array("select pg_${how}_backend(pid) from pg_stat_activity where usename = '$role' and wait_event = 'SyncRep'") } 10, 'a wait';
}

for my $how (qw(cancel terminate)) {
  subtest "$how: neither a write nor its repeat is acknowledged" => sub {
    $standby->freeze;
    # Another process sends a note and repeats it with the same key, because each call waits.
    my $load = load(1, sub {
      my ($say, undef, $turn) = @_;
      return select undef, undef, undef, 0.05 if $turn > 1;
      $say->($x->submitter->post($x->notes, a_note(summary => $how), headers => { 'idempotency-key' => "the-same-$how" })->status);
    });
    ok +break_off('collab_api', $how), 'a note waits for the standby, and the wait is broken off';
    ok +(wait_for { $load->lines } 10, 'an answer'), 'the note is answered';
    is +($load->lines)[0][0], 503, '… with 503';
    ok +(wait_for { $load->lines > 1 || $admin->selectrow_array(q(select 1 from pg_stat_activity where usename = 'collab_api' and wait_event = 'SyncRep')) } 10, 'another wait'), 'the note is repeated';
    is scalar(() = $load->lines), 1, '… and the repeat waits for the standby';
    $standby->thaw;
    ok +(wait_for { $load->lines > 1 } 10, 'an answer'), 'the repeat is answered when the standby goes on';
    is +($load->end)[1][0], 200, '… and acknowledged';
    is $stack->pg->dbh->selectrow_array('select count(*) from note where summary = ?', undef, $how), 1, 'the note exists once';
  };
}

subtest 'collabctl does not say that its change was made' => sub {
  $standby->freeze;
  my $add = later { local $ENV{COLLAB_DSN} = $stack->pg->dsn('collab_owner'); my ($status, $said) = output(qw(./collabctl community add Waiting)); return { status => $status, content => $said } };
  ok +break_off('collab_owner', 'cancel'), 'its wait is cancelled';
  my $answer = $add->answer;
  $standby->thaw;
  is $answer->status, 3, 'the exit status is that of a lost connection';
  like $answer->text, qr/canceling wait for synchronous replication.*; whether the change was made is unknown/;
};

done_testing;
