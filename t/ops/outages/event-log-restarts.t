# t/ops/outages/event-log-restarts.t: restarts of httpd and PostgreSQL, and a change of node, lose no line of the event log
# The subtests: rotation by a graceful restart, a restart of PostgreSQL, a second node that takes over, the end of the channel.
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
wait_for { owner()->selectrow_array('select active from channel where id = 3') } 15, 'the log to begin';      # the log has no earlier events
my $server = $stack->server;
my $json = JSON::XS->new;

# The tokens of the notes in files, without an incomplete last line.
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

# Runs collabctl, which may fail. Returns (exit status, output).
sub ctl { local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN}; return output('./collabctl', @_) }

subtest 'rotation by a graceful restart under load loses no line' => sub {
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
  is_deeply [missing(\@files, @acknowledged)], [], scalar(@acknowledged) . ' notes are each in one of four files';
  is_deeply [grep { !ends_whole($_) } @files], [], 'no file ends in the middle of a line';
  my %count;
  $count{$_}++ for notes(@files);
  is_deeply [grep { $_ > 1 } values %count], [], 'each note is there once: a dispatcher that ends records what it has written';
};

subtest 'a restart of PostgreSQL loses no line' => sub {
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

subtest 'a dispatcher that loses its sessions takes its locks again' => sub {
  my $holder = q(select pid from pg_locks where locktype = 'advisory' and classid = ? and granted);
  for my $class (27748, 27749) {        # the classes of the locks of claims and of the event log
    my ($before, $after) = wait_for { scalar owner()->selectrow_array($holder, undef, $class) } 10;
    $stack->pg->admin->do('select pg_terminate_backend(?)', undef, $before);
    ok wait_for { $after = owner()->selectrow_array($holder, undef, $class); $after && $after != $before } 10, "class $class";
  }
};

subtest 'of two nodes one writes the log, and the other takes over when it stops' => sub {
  my $other = $stack->another_server('other', extra => $directive =~ s{$dir/events}{$dir/other}r);
  my $x = exchange();
  my @first = add_notes($x, 5);
  wait_for { !missing(["$dir/events"], @first) } 10;
  is_deeply [[missing(["$dir/events"], @first)], [notes("$dir/other")]], [[], []], 'the first node writes';
  my ($status, $said) = ctl(qw(channel off event-log));
  is_deeply [$status, $said =~ /is being consumed/], [1, 1], 'a channel with a consumer cannot be switched off';
  $ENV{COLLAB_TEST_URL} = $other->url;
  $server->stop;
  my $party = $x->submitter->at($other, token => undef);
  my @second = map { $party->post($x->notes, a_note())->ok->{token} } 1 .. 5;
  wait_for { !missing(["$dir/other"], @second) } 15;
  is_deeply [missing(["$dir/other"], @second)], [], 'then the second node writes';
  ok wait_for { !waiting() } 10, 'all written events are recorded';
  $other->stop;
};

subtest 'an active channel without a consumer raises an alarm, and can be switched off' => sub {
  my $without = $stack->another_server('without', extra => "CollabDutyInterval 100ms\n");
  $ENV{COLLAB_TEST_URL} = $without->url;
  ok wait_for { $without->log =~ /alarm: the channel event-log is active but has no consumer.*collabctl channel off event-log/ } 15, 'the error log has an alarm';
  my $x = exchange();
  add_notes($x, 2);
  my $channel = channel('event-log');
  is_deeply [@{$channel}{qw(active consumed waiting)}], [true, false, 3], 'the channel keeps its events';
  like $channel->{oldest}, qr/^\d{4}-/;
  is channel('webhooks-v2')->{consumed}, true;
  # A dispatcher also empties inactive channels, and may be faster than collabctl. This trigger acts like such a dispatcher.
  owner()->do(q(create function emptied() returns trigger language plpgsql as 'begin delete from collab.outbox where channel = 3; return null; end'));
  owner()->do('create trigger emptied after update on channel for each statement execute function emptied()');
  like collabctl(qw(channel off event-log)), qr/event-log is off.*: 3$/, 'the events are counted, no matter which program deletes them';
  owner()->do('drop trigger emptied on channel');
  is_deeply [@{ channel('event-log') }{qw(active waiting)}], [false, 0], 'the events are gone';
  add_notes($x, 1);
  is waiting(), 0, 'the channel keeps no new events';
  ok wait_for { $without->log =~ /the alarm is over: every active channel/ } 10, 'the alarm is over';
  owner()->do('insert into outbox (channel, event) select 3, max(id) from event');     # like a transaction that still saw the channel active
  ok wait_for { !waiting() } 10, 'a late event is deleted';
  like((ctl(qw(channel off webhooks-v2)))[1], qr/webhooks-v2 is for the members' webhooks/);
  like((ctl(qw(channel off lines)))[1], qr/no channel lines/);
};

done_testing;
