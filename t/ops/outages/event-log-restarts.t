# t/ops/outages/event-log-restarts.t: the event log across restarts of httpd and PostgreSQL, and a second node
# Rotation by a graceful restart, a restart of PostgreSQL, a second node that takes over, the end of the channel.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Load;
use Collab::Stack;
use Collab::Wait qw(output);
use File::Temp ();
use JSON::XS ();

my $dir = File::Temp::tempdir('cl-logXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $directive = "CollabEventLog $dir/events\nCollabDutyInterval 100ms\n";
my $stack = stack(extra => WIDE . $directive);
wait_for { owner()->selectrow_array('select active from channel where id = 3') } 15, 'the log to begin';      # what was before is not in it
my $server = $stack->server;
my $json = JSON::XS->new;

# The tokens of the notes in files, without a line that is being written.
sub notes {
  my @notes;
  for my $file (@_) {
    open my $in, '<', $file or next;
    push @notes, grep { defined } map { $json->decode($_)->{data}{noteToken} } grep { /\n\z/ } <$in>;
  }
  return @notes;
}
sub ends_whole { my ($file) = @_; open my $in, '<', $file or return; my @lines = <$in>; return !@lines || $lines[-1] =~ /\n\z/ }
sub waiting { return scalar owner()->selectrow_array('select count(*) from outbox where channel = 3') }
sub add_notes { my ($x, $count) = @_; return map { $x->submitter->post($x->notes, a_note())->ok->{token} } 1 .. $count }
sub missing { my ($files, @wanted) = @_; my %there = map { $_ => 1 } notes(@$files); return grep { !$there{$_} } @wanted }
sub channel { my ($name) = @_; return (grep { $_->{name} eq $name } @{ $json->decode(collabctl(qw(channel list --json))) })[0] }

# collabctl that may fail: (exit status, what it said).
sub ctl { local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN}; return output('./collabctl', @_) }

subtest 'rotation by a graceful restart, under load' => sub {
  my $x = exchange();
  $x->submitter->token;
  my $load = load(1, sub {
    my ($say) = @_;
    my $answer = $x->submitter->post($x->notes, a_note());
    $say->($answer->json->{token}) if $answer->status == 200;
  });
  my @files = ("$dir/events");
  for my $n (1 .. 3) {
    wait_for { notes("$dir/events") > 10 } 15, "lines before rotation $n";
    rename "$dir/events", "$dir/events.$n" or die $!;
    push @files, "$dir/events.$n";
    $server->graceful;
    wait_for { -s "$dir/events" } 20, 'the new file';
  }
  my @acknowledged = map { @$_ } $load->end;
  wait_for { !missing(\@files, @acknowledged) } 20;
  is_deeply [missing(\@files, @acknowledged)], [], scalar(@acknowledged) . ' notes, each in one of four files';
  is_deeply [grep { !ends_whole($_) } @files], [], 'none ends in the middle of a line';
  my %count;
  $count{$_}++ for notes(@files);
  is_deeply [grep { $_ > 1 } values %count], [], 'and only once: who ends has put on record what it wrote';
};

subtest 'PostgreSQL is stopped and started: once all the same' => sub {
  my $x = exchange();
  my @notes = add_notes($x, 5);
  $stack->pg->down;
  $stack->pg->up;
  Collab::Members::forget();
  wait_for { my $answer = $x->submitter->post($x->notes, a_note()); push @notes, $answer->json->{token} if $answer->status == 200; @notes > 5 } 20;
  push @notes, add_notes($x, 5);
  wait_for { !missing(["$dir/events"], @notes) } 30;
  is_deeply [missing(["$dir/events"], @notes)], [];
};

subtest 'a dispatcher that loses its sessions has its lock again with the next' => sub {
  my $holder = q(select pid from pg_locks where locktype = 'advisory' and classid = ? and granted);
  for my $class (27748, 27749) {        # claims; the event log
    my ($before, $after) = wait_for { scalar owner()->selectrow_array($holder, undef, $class) } 10;
    $stack->pg->admin->do('select pg_terminate_backend(?)', undef, $before);
    ok wait_for { $after = owner()->selectrow_array($holder, undef, $class); $after && $after != $before } 10, "class $class";
  }
};

subtest 'two nodes: one writes, the other goes on when it goes' => sub {
  my $other = $stack->another_server('other', extra => $directive =~ s{$dir/events}{$dir/other}r);
  my $x = exchange();
  my @first = add_notes($x, 5);
  wait_for { !missing(["$dir/events"], @first) } 10;
  is_deeply [[missing(["$dir/events"], @first)], [notes("$dir/other")]], [[], []], 'the first';
  my ($status, $said) = ctl(qw(channel off event-log));
  is_deeply [$status, $said =~ /is being consumed/], [1, 1], 'a channel that is consumed is not ended';
  $ENV{COLLAB_TEST_URL} = $other->url;
  $server->stop;
  my $party = $x->submitter->at($other, token => undef);
  my @second = map { $party->post($x->notes, a_note())->ok->{token} } 1 .. 5;
  wait_for { !missing(["$dir/other"], @second) } 15;
  is_deeply [missing(["$dir/other"], @second)], [], 'then the second';
  ok wait_for { !waiting() } 10, 'all that is written is on record';
  $other->stop;
};

subtest 'nobody consumes it any more: the log says so, and it is ended' => sub {
  my $without = $stack->another_server('without', extra => "CollabDutyInterval 100ms\n");
  $ENV{COLLAB_TEST_URL} = $without->url;
  ok wait_for { $without->log =~ /alarm: the channel event-log is active but has no consumer.*collabctl channel off event-log/ } 15, 'an alarm';
  my $x = exchange();
  add_notes($x, 2);
  my $channel = channel('event-log');
  is_deeply [@{$channel}{qw(active consumed waiting)}], [true, false, 3], 'its events are kept';
  like $channel->{oldest}, qr/^\d{4}-/;
  is channel('webhooks-v2')->{consumed}, true;
  # A dispatcher, which empties inactive channels as well, may be faster than collabctl.
  owner()->do(q(create function emptied() returns trigger language plpgsql as 'begin delete from collab.outbox where channel = 3; return null; end'));
  owner()->do('create trigger emptied after update on channel for each statement execute function emptied()');
  like collabctl(qw(channel off event-log)), qr/event-log is off.*: 3$/, 'and counted, whoever deletes them';
  owner()->do('drop trigger emptied on channel');
  is_deeply [@{ channel('event-log') }{qw(active waiting)}], [false, 0], 'they are gone';
  add_notes($x, 1);
  is waiting(), 0, 'and no new ones are kept';
  ok wait_for { $without->log =~ /the alarm is over: every active channel/ } 10, 'the alarm is over';
  owner()->do('insert into outbox (channel, event) select 3, max(id) from event');     # by whom it was still on
  ok wait_for { !waiting() } 10, 'what comes late is taken away';
  like((ctl(qw(channel off webhooks-v2)))[1], qr/webhooks-v2 is for the members' webhooks/);
  like((ctl(qw(channel off lines)))[1], qr/no channel lines/);
};

done_testing;
