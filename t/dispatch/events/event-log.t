# t/dispatch/events/event-log.t: CollabEventLog writes every event as a whole line of JSON, in order for each request
# It does so even when the log's readers fail. t/ops/outages/event-log-restarts.t tests restarts and a second node.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;
use File::Temp ();
use JSON::XS ();

my $dir = File::Temp::tempdir('cl-logXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $json = JSON::XS->new;

# The events of a file, without an incomplete last line. Dies if a line is not an event.
sub logged { my ($file) = @_; open my $in, '<', $file or return; return map { $json->decode($_) } grep { /\n\z/ } <$in> }
sub ends_whole { my ($file) = @_; open my $in, '<', $file or return; my @lines = <$in>; return !@lines || $lines[-1] =~ /\n\z/ }

sub notes { return grep { $_->{type} =~ /note\.created$/ } @_ }
sub waiting { return scalar owner()->selectrow_array('select count(*) from outbox where channel = 3') }

# A program that appends its input to a file, in chunks as they arrive. While FILE.hold exists, it writes none of what it has read.
# It goes without httpd's sanitizers, which would report perl's own leaks.
my $program = "$dir/keep";
{
  open my $out, '>', $program or die "$program: $!\n";
  print $out "#!/usr/bin/env -S -u LD_PRELOAD perl\nopen my \$to, '>>', \$ARGV[0] or die;\nopen my \$pid, '>', \"\$ARGV[0].pid\"; print \$pid \$\$; close \$pid;\n"
    . "while (sysread STDIN, my \$data, 700) { while (-e \"\$ARGV[0].hold\") { open my \$read, '>', \"\$ARGV[0].read\"; select undef, undef, undef, 0.01 } syswrite \$to, \$data }\n";
  close $out;
  chmod 0755, $program;
}
sub pid_of { my ($file) = @_; open my $in, '<', "$file.pid" or return; return scalar <$in> }

# Each stack logs to a file of its own. A log begins when its first dispatcher starts, and has no older events.
sub logging {
  my $stack = stack(extra => $_[0]);
  wait_for { owner()->selectrow_array('select active from channel where id = 3') } 15, 'the log to begin';
  return $stack;
}
my $stack = logging("CollabEventLog $dir/events\nCollabDutyInterval 100ms\n<Location /the-metrics>\nSetHandler collab-metrics\nRequire all granted\n</Location>\n");
my $server = $stack->server;

subtest 'each line is an event: the V2 envelope, without a subscription' => sub {
  my $x = exchange();
  my $note = $x->submitter->post($x->notes, a_note())->ok;
  $x->receiver->post($x->approval, an_approval())->ok;
  $x->submitter->post($x->closure)->ok;
  wait_for { grep { $_->{type} =~ /closed$/ } logged("$dir/events") } 10, 'the log';
  my @events = logged("$dir/events");
  is_deeply [map { $_->{type} =~ s/^org\.provider\.core\.collaboration-request\.//r } @events], [qw(created note.created response.created closed)], 'the events are in order';
  my $counted;
  wait_for { ($counted) = nobody->get('/the-metrics')->text =~ /^collab_delivery_attempts_total\{channel="event-log",outcome="delivered"\} (\d+)$/m; $counted >= 4 } 10;
  cmp_ok $counted, '>=', 4, 'the metric counts them';
  is_deeply [keys %{ { map { $_->{subject} => 1 } @events } }], [$x->token], 'all are about the request';
  my ($event) = notes(@events);
  is_deeply [sort keys %$event], [sort qw(specversion id source type subject time datacontenttype requestid data)], 'an event has the members of the envelope';
  is_deeply [@{$event}{qw(specversion datacontenttype data)}], ['1.0', 'application/json', { requestToken => $x->token, noteToken => $note->{token} }];
  is_deeply [map { $_->{id} } @events], owner()->selectcol_arrayref('select uid from event order by id'), 'the events have the same ids as in webhooks';
  wait_for { !waiting() } 5;
  is waiting(), 0, 'no event waits';
};

subtest 'a test of a subscription goes only to that subscription' => sub {
  my $receiver = receiver();
  my $x = exchange();
  my $made = $x->submitter->post('/v2/webhooks', { callbackUrl => $receiver->url })->ok;
  my $id = $x->submitter->post("/v2/webhooks/$made->{id}/test")->ok->{eventId};
  my $note = $x->submitter->post($x->notes, a_note())->ok;
  wait_for { grep { ($_->{data}{noteToken} // '') eq $note->{token} } logged("$dir/events") } 10, 'the note, which follows the test';
  is scalar(grep { $_->{id} eq $id } logged("$dir/events")), 0, 'the test is not in the log';
};

subtest 'with many callers, each event is logged once, in the order of commits for each request' => sub {
  my @exchanges = map { exchange() } 1 .. 3;
  my %noted = map { $_->{data}{noteToken} => 1 } notes(logged("$dir/events"));
  for my $round (1 .. 15) {
    $_->ok for together(map { my ($x, $side) = ($exchanges[$_ % 3], $_ % 2 ? 'submitter' : 'receiver'); sub { $x->$side->post($x->notes, a_note()) } } 0 .. 5);
  }
  wait_for { grep({ !$noted{ $_->{data}{noteToken} } } notes(logged("$dir/events"))) >= 90 } 20, 'the log';
  my @events = logged("$dir/events");
  my (%count, %of);
  $count{ $_->{id} }++ for @events;
  is_deeply [grep { $count{$_} != 1 } keys %count], [], scalar(@events) . ' events, each once';
  for my $event (notes(@events)) { push @{ $of{ $event->{subject} } }, $event->{data}{noteToken} }
  for my $x (@exchanges) {      # a note's id, like an event's, is taken under the lock of the request's row
    is_deeply $of{ $x->token }, owner()->selectcol_arrayref(q(select n.token from note n join request r on r.id = n.request where r.token = ? order by n.id),
      undef, $x->token), 'as the record has them';
  }
};

# The order above depends on this: an event's id is taken under the lock of its request's row.
subtest 'every statement that writes an event takes the row lock first' => sub {
  my %else = (request_create => qr/insert into request /);      # no other transaction sees the new row
  my $found = 0;
  my $text_of = sub { open my $in, '<', $_[0] or die "$_[0]: $!\n"; local $/; return <$in> };
  for my $file (glob 'sql/queries/*/*.sql') {
    my $text = $text_of->($file);
    my $whole = $text =~ s{^-- piece: ([^\n]*)}{join "\n", "-- piece: $1", map { $text_of->("sql/pieces/$_.sql") } split /\s*,\s*/, $1}gemr;
    my ($before) = $whole =~ /\A(.*?)insert into event /ms or next;
    my ($name) = $file =~ /(\w+)\.sql$/;
    next if $name =~ /^(?:webhook|subscription)_test$/;            # concerns no request, and only one subscription
    $found++;
    # an update locks its row, too: an event that is made from the update's result is made under this lock
    like $before, $else{$name} || qr/for no key update|^-- piece: request_lock$|^(?:, )?changed_request as [^\n]*\n\s+update request\b/m, $name;
    like $text, qr/^-- piece: [^\n]*\boutbox_row\b/m, "$name: fills the outbox of every channel";
  }
  cmp_ok $found, '>=', 10, "$found statements write events";
};

subtest 'when dispatchers are killed and connections end, each event is logged at least once, in order' => sub {
  my $x = exchange();
  my @acknowledged;
  for my $round (1 .. 6) {
    push @acknowledged, map { $x->submitter->post($x->notes, a_note())->ok->{token} } 1 .. 10;
    if ($round % 2) {
      my $old = $server->dispatcher;
      kill 'KILL', $old;
      wait_for { my $new = $server->dispatcher; $new && $new != $old } 10, 'a new dispatcher';
    } else {
      $stack->pg->admin->do(q(select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 27749 and granted));
    }
  }
  my %count;
  wait_for { %count = (); $count{ $_->{data}{noteToken} }++ for notes(logged("$dir/events")); !grep { !$count{$_} } @acknowledged } 30, 'every event';
  is_deeply [grep { !$count{$_} } @acknowledged], [], scalar(@acknowledged) . ' notes, none lost';
  my (%first, @order);
  $first{$_}++ or push @order, $_ for map { $_->{data}{noteToken} } grep { $_->{subject} eq $x->token } notes(logged("$dir/events"));
  is_deeply \@order, \@acknowledged, 'the notes are in order';
  wait_for { !waiting() } 10;
  is waiting(), 0, 'no event waits';
  ok ends_whole("$dir/events"), 'the last line is whole';
};

subtest 'a partial line is cut off' => sub {
  halt(my $dispatcher = $server->dispatcher);
  open my $out, '>>', "$dir/events" or die $!;
  print $out '{"specversion":"1.0","id":"half of a li';
  close $out;
  kill 'CONT', $dispatcher;
  my $x = exchange();
  wait_for { eval { grep { $_->{subject} eq $x->token } logged("$dir/events") } } 10, 'the next event';
  ok eval { logged("$dir/events") && ends_whole("$dir/events") }, 'every line is whole' or diag $@;
};

subtest 'on a full disk, writing is retried, logged once, and no event is lost' => sub {
  my $full = logging("CollabEventLog /dev/full\n");
  my $x = exchange();
  wait_for { $full->server->log =~ /CollabEventLog: No space left on device/ } 10, 'the error logged';
  $x->submitter->post($x->notes, a_note())->ok;
  ok +(holds_for { waiting() == 2 } 2.5), 'the events wait';
  is scalar(() = $full->server->log =~ /CollabEventLog: No space left/g), 1, 'the error is logged once';
  $full->end;
};

subtest 'a program that does not read delays nothing, and gets every event later' => sub {
  my $stack = logging(qq(CollabEventLog "|$program $dir/piped"\n));
  my $receiver = receiver();
  my $x = exchange();
  my $url = $receiver->url;
  $x->submitter->post('/v2/webhooks', { callbackUrl => $url, eventTypes => ['org.provider.core.collaboration-request.note.created'] })->ok;
  wait_for { logged("$dir/piped") } 10, 'the first event';
  halt(pid_of("$dir/piped"));
  for my $n (1 .. 400) {      # more than fits into a pipe
    $x->submitter->post($x->notes, a_note())->ok;
  }
  ok wait_for { $receiver->got($url) >= 400 } 30, 'every webhook arrives';
  cmp_ok waiting(), '>=', 200, 'what it has not read waits in the database: ' . waiting();
  kill 'CONT', pid_of("$dir/piped");
  wait_for { my @got = eval { logged("$dir/piped") }; notes(@got) >= 400 } 30, 'the rest';
  my %count;
  $count{ $_->{id} }++ for logged("$dir/piped");
  is_deeply [scalar(keys %count), grep { $_ != 1 } values %count], [401], 'the program gets each event once';
  wait_for { !waiting() } 10;
  is waiting(), 0;

  halt(my $old = pid_of("$dir/piped"));
  $x->submitter->post($x->notes, a_note())->ok for 1 .. 5;
  kill 'KILL', $old;            # httpd restarts it; the pipe stays
  my %noted;
  wait_for { %noted = map { $_->{data}{noteToken} => 1 } eval { notes(logged("$dir/piped")) }; keys %noted >= 405 } 30, 'what lay in the pipe';
  is scalar(keys %noted), 405, 'the restarted program reads what the killed one has not read';
  wait_for { !waiting() } 10;

  # it has read a line, and not written it
  my %end = ('is killed' => sub { kill 'KILL', pid_of("$dir/piped") }, 'is replaced by a reload' => sub { $stack->server->graceful });
  for my $how (sort keys %end) {
    unlink "$dir/piped.read";
    Collab::File::write_file("$dir/piped.hold", '');
    my $note = $x->submitter->post($x->notes, a_note())->ok->{token};
    wait_for { -e "$dir/piped.read" } 10, 'the program to read';
    my $old = pid_of("$dir/piped");
    $end{$how}->();
    wait_for { my $new = pid_of("$dir/piped"); $new && $new != $old } 20, 'a new program';
    unlink "$dir/piped.hold";
    ok +(wait_for { grep { $_->{data}{noteToken} eq $note } eval { notes(logged("$dir/piped")) } } 10), "a program that $how before it writes: the line comes again";
  }
  ok +(wait_for { !waiting() } 10), 'no event waits';
  $stack->end;
};

done_testing;
