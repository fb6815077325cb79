# t/ops/collabctl/blocker.t: collabctl blocker lists what keeps dead rows or makes the service wait, and ends one of them
use lib qw(t/lib lab/lib);
use Collab::Stack;
use Collab::Test;

my $stack = stack(pg => { conf => "max_prepared_transactions = 4\n" });
my $admin = $stack->pg->admin;
my @superuser = ('--admin-dsn', 'host=' . $stack->pg->{socket} . ' user=postgres');
my $x = exchange();

sub blocker { local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN}; return output('./collabctl', 'blocker', @_) }
sub listed { return { map { ("$_->{kind} $_->{name}" => $_) } @{ JSON::XS->new->utf8->decode(collabctl('blocker', 'list', '--json')) } } }
sub ends {
  my ($kind, $name, $like) = @_;
  my ($status, $said) = blocker('end', $kind, $name, @superuser);
  is $status, 1, "$kind: refused without --yes";
  like $said, qr/would end $kind \Q$name\E.*; nothing is changed without --yes/;
  ok listed()->{"$kind $name"}, 'nothing is ended';
  ($status, $said) = blocker('end', $kind, $name, @superuser, '--yes');
  is $status, 0, "$kind: ended" or diag $said;
  like $said, $like;
  ok +(wait_for { !listed()->{"$kind $name"} } 10), 'the list no longer has it';
  is owner()->selectrow_array(q(select what || ' ' || (after ->> 'kind') from audit order by id desc limit 1)), "blocker end $kind", 'the audit has it';
}

subtest 'a session that holds up the dispatcher is listed and ended' => sub {
  my $session = $stack->pg->admin;
  $session->{InactiveDestroy} = 1;       # the server ends the session
  my ($pid) = $session->selectrow_array('select pg_backend_pid()');
  $session->do("set application_name = 'forgotten'");
  $session->begin_work;
  $session->do('lock table collab.subscription');
  $x->submitter->post($x->notes, a_note())->ok;
  ok +(wait_for { (listed()->{"session $pid"}{effect} // '') =~ /makes the service wait/ } 20), 'it is listed as soon as the service waits';
  like listed()->{"session $pid"}{state}, qr/^forgotten, idle in transaction$/;
  ends('session', $pid, qr/^done: end session $pid of \S+, forgotten, idle in transaction$/);
};

subtest 'a prepared transaction is listed and ended' => sub {
  my $forgetful = $stack->pg->admin;
  $forgetful->do($_) for 'begin', 'create table collab.left_over (n int)', q(prepare transaction 'left "over"');
  ends('prepared', 'left "over"', qr/^done: end prepared left "over" of /);
  is $admin->selectrow_array(q(select count(*) from pg_prepared_xacts)), 0;
};

subtest 'a replication slot is listed and ended' => sub {
  $admin->do(q(select pg_create_physical_replication_slot('standby', true)));
  is listed()->{'slot standby'}{effect}, 'keeps WAL';
  ends('slot', 'standby', qr/^done: end slot standby, not in use$/);
};

subtest 'an unknown blocker is refused' => sub {
  my ($status, $said) = blocker('end', 'session', $$, @superuser, '--yes');
  is $status, 1;
  like $said, qr/there is no such session; see collabctl blocker list/, 'a session that blocks nothing';
  ($status, $said) = blocker('end', 'table', 'x', @superuser, '--yes');
  like $said, qr/kind: must be session, prepared or slot/;
  like collabctl('blocker', 'list'), qr/^none$|^KIND/;
};

done_testing;
