# The faults: what each does, how long it lasts, when it is over.
#
# A kind is a row:
#   name       its name, as in options and reports
#   what       its description for people
#   takes      its victim, which no other fault may have meanwhile: a node, the database, …
#   without    a function that returns why the fault is impossible here, or undef
#   begin      a function that gets the lab and the fault {at, node, …}; returns false if the fault is impossible now
# begin may set in the fault:
#   for        seconds until `end` is called
#   end        a function that ends the fault
#   meanwhile  a function that is called again and again until the fault ends
#   up         a function: does the victim work again?
#   in_flight  number of deliveries under way, which may come twice
#   note       a note for the report
package Collab::Lab::Faults;
use strict;
use warnings;
use Time::HiRes qw(time);
use Collab::Lab::Site;
use Collab::Trial qw(chosen);
use Collab::Wait qw(wait_for gone halt);

my @kinds = (
  { name => 'dispatcher-kill',     takes => 'node',     what => 'kill -9 of a dispatcher',                       begin => \&kill_dispatcher },
  { name => 'dispatcher-freeze',   takes => 'node',     what => 'SIGSTOP of a dispatcher until its leases are over, then SIGCONT', begin => \&freeze },
  { name => 'worker-kill',         takes => 'node',     what => 'kill -9 of an httpd worker process',            begin => \&kill_worker },
  { name => 'httpd-kill',          takes => 'node',     what => 'kill -9 of a whole httpd, then start',          begin => \&kill_httpd },
  { name => 'graceful',            takes => 'node',     what => 'graceful restart of an httpd',                  begin => \&graceful },
  { name => 'postmaster-kill',     takes => 'database', what => 'kill -9 of the postmaster, then start',         begin => \&kill_postmaster, without => \&no_cluster },
  { name => 'postgres-restart',    takes => 'database', what => 'immediate restart of PostgreSQL',               begin => \&restart_postgres, without => \&no_cluster },
  { name => 'postgres-hangs',      takes => 'database', what => 'SIGSTOP of all of PostgreSQL for a while',       begin => \&hang_postgres, without => \&no_cluster },
  { name => 'disk-full',           takes => 'database', what => "PostgreSQL's disk is full for a while",         begin => \&fill_disk, without => sub { no_cluster($_[0]) || no_stage($_[0]) } },
  { name => 'backends-ended',      takes => 'database', what => 'pg_terminate_backend on some backends',         begin => \&end_backends, without => \&no_signal },
  { name => 'receiver-away',       takes => 'receiver', what => 'a receiver goes away and comes back',           begin => \&send_away },
  { name => 'certificate-expired', takes => 'front',    what => "a receiver's certificate expires, and is renewed", begin => \&expire },
  { name => 'name-flip',           takes => 'name',     what => 'a name changes from an allowed address to loopback', begin => \&flip, without => \&no_stage },
  { name => 'clock-node',          takes => 'clock',    what => "a node's clock jumps for a while",              begin => \&jump_node, without => \&no_clock },
  { name => 'clock-database',      takes => 'clock',    what => "the database's clock jumps for a while",        begin => \&jump_database, without => sub { no_cluster($_[0]) || no_clock($_[0]) } },
  { name => 'clock-all',           takes => 'clock',    what => 'the clocks of all nodes and of the database jump together', begin => \&jump_all, without => sub { no_cluster($_[0]) || no_clock($_[0]) } },
  { name => 'warnings',            takes => 'database', what => 'PostgreSQL warns at each write for a while',    begin => \&warn_of_writes },
);

# All kinds, or those named in a comma-separated list.
sub kinds { return chosen('kind of fault', $_[0], @kinds) }

sub no_cluster { return $_[0]{site}->pg->can('up') ? undef : 'the database is not the lab\'s own (--dsn)' }
# Only a superuser or a member of pg_signal_backend may end other roles' sessions.
sub no_signal {
  my ($lab) = @_;
  my ($may) = $lab->{site}->pg->admin->selectrow_array(
    q(select rolsuper or pg_has_role('pg_signal_backend', 'usage') from pg_roles where rolname = current_user));
  return $may ? undef : 'the role of --dsn may not end sessions (pg_signal_backend)';
}
sub no_clock   { return $_[0]{site}{no_clock} }
sub no_stage   { return $_[0]{staged} ? undef : 'this system allows no mount namespace' }

# ---------------------------------------------------------------- a node's processes
# Stops a dispatcher for a moment, waits for the end of its statements, and counts its leased deliveries, which are exactly those under
# way. If the database does not answer, returns the number of the dispatcher's slots.
sub stop_and_count {
  my ($lab, $node, $pid) = @_;
  halt($pid);
  my $count = eval {
    my $dbh = $lab->dbh;
    my $session = "usename = 'collab_dispatch' and application_name = 'node" . ($node + 1) . "'";
    wait_for { !$dbh->selectrow_array("select count(*) from pg_stat_activity where $session and state = 'active'") } 2;
    my ($numbers) = $dbh->selectrow_array("select array_agg(lpad(to_hex(objid::bigint), 8, '0')) from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and objsubid = 2 and $session");
    $numbers ? $dbh->selectrow_array('select count(*) from delivery where left(claim::text, 8) = any (?)', undef, $numbers) : undef;
  };
  return $count // $lab->{slots};
}

sub kill_dispatcher {
  my ($lab, $fault) = @_;
  my $server = $lab->server($fault->{node});
  my $old = $server->dispatcher or return 0;
  $fault->{in_flight} = stop_and_count($lab, $fault->{node}, $old);
  kill 'KILL', $old;
  $fault->{up} = sub { my $new = $server->dispatcher; $new && $new != $old };
}

sub freeze {
  my ($lab, $fault) = @_;
  my $pid = $lab->server($fault->{node})->dispatcher or return 0;
  $fault->{in_flight} = stop_and_count($lab, $fault->{node}, $pid);
  $fault->{for} = Collab::Lab::Site::LEASE + 1.5;
  $fault->{end} = sub { kill 'CONT', $pid };
}

sub kill_worker {
  my ($lab, $fault) = @_;
  my $server = $lab->server($fault->{node});
  my %old = map { $_ => 1 } $server->children or return 0;
  my @victims = (sort keys %old)[rand keys %old];
  kill 'KILL', @victims;
  $fault->{up} = sub { (grep { !$old{$_} } $server->children) && $lab->answers($fault->{node}) };
}

sub kill_httpd {
  my ($lab, $fault) = @_;
  my $server = $lab->server($fault->{node});
  my $parent = $server->pid or return 0;
  my $dispatcher = $server->dispatcher;
  $fault->{in_flight} = $dispatcher ? stop_and_count($lab, $fault->{node}, $dispatcher) : 0;
  my @all = ($parent, $server->processes(undef));
  kill 'KILL', @all;
  $fault->{for} = 0.2 + rand 1;
  $fault->{end} = sub {
    wait_for { gone(@all) } 10;
    wait_for { eval { $server->start; 1 } } 15 or die $@;
  };
  $fault->{up} = sub { $server->dispatcher && $lab->answers($fault->{node}) };
}

sub graceful {
  my ($lab, $fault) = @_;
  my $server = $lab->server($fault->{node});
  my $old = $server->dispatcher or return 0;
  $fault->{in_flight} = $lab->{slots};
  $server->graceful;
  $fault->{up} = sub { my @now = $server->processes('collab-dispatch'); @now == 1 && $now[0] != $old && $lab->answers($fault->{node}) };
}

# ---------------------------------------------------------------- the database
# The slots of all nodes: without the database no dispatcher can settle its deliveries under way, and another dispatcher may take them over.
sub all_slots { my ($lab) = @_; return $lab->{slots} * $lab->{site}->nodes }

sub kill_postmaster {
  my ($lab, $fault) = @_;
  my $pid = $lab->{site}->pg->pid or return 0;
  $fault->{in_flight} = all_slots($lab);
  kill 'KILL', $pid;
  $fault->{for} = 0.2 + rand 2;
  $fault->{end} = sub { start_postgres($lab) };
}

sub restart_postgres {
  my ($lab, $fault) = @_;
  $fault->{in_flight} = all_slots($lab);
  $lab->{site}->pg->down('immediate');
  $fault->{for} = rand 1;
  $fault->{end} = sub { start_postgres($lab) };
}

sub hang_postgres {
  my ($lab, $fault) = @_;
  my $pg = $lab->{site}->pg;
  $pg->pid or return 0;
  $fault->{in_flight} = all_slots($lab);
  $pg->freeze;
  $fault->{for} = 2 + rand 6;
  $fault->{end} = sub { $pg->thaw };
}

# Tries for 60 s: backends may outlive the postmaster for a moment, and hold the shared memory.
sub start_postgres {
  my ($lab) = @_;
  my $pg = $lab->{site}->pg;
  wait_for { $pg->pid || eval { $pg->up; 1 } } 60 or die $@;
}

sub fill_disk {
  my ($lab, $fault) = @_;
  my $ballast = "$lab->{dir}/disk/ballast";
  $fault->{in_flight} = all_slots($lab);
  my $fill = sub {
    open my $out, '>>:raw', $ballast or return;
    my $some = "\0" x 65536;
    1 while syswrite $out, $some;
    close $out;
  };
  $fill->();
  $fault->{for} = 2 + rand 4;
  $fault->{meanwhile} = $fill;         # also takes the space that the server frees
  $fault->{end} = sub {
    unlink $ballast;
    start_postgres($lab);
  };
}

sub end_backends {
  my ($lab, $fault) = @_;
  my $ended = eval { $lab->{site}->pg->admin->selectcol_arrayref(q(
    select usename || '' from (select pid, usename from pg_stat_activity
     where usename in ('collab_api', 'collab_dispatch') and datname = current_database() order by random() limit 1 + (random() * 5)::int) victim
     where pg_terminate_backend(pid))) };
  if (!$ended) { $fault->{note} = 'cannot end sessions: ' . ($@ =~ s/\s+/ /gr); return 0 }
  $fault->{note} = @$ended . ' ended';
  $fault->{in_flight} = all_slots($lab);
}

# As an administrator's trigger does.
sub warn_of_writes {
  my ($lab, $fault) = @_;
  my $site = $lab->{site};
  eval { $site->warnings(1); 1 } or return 0;
  $fault->{for} = 2 + rand 6;
  $fault->{end} = sub { $site->warnings(0) };
}

# ---------------------------------------------------------------- clocks
# Seconds. An hour ahead is missing, because a retry that is written meanwhile may be due an hour later.
my %jump = ('20 s behind' => -20, '20 s ahead' => 20, '1 h behind' => -3600, map { ("$_ days behind" => -$_ * 86400, "$_ days ahead" => $_ * 86400) } 31, 400);

sub jump_node {
  my ($lab, $fault) = @_;
  my $node = int rand $lab->{nodes};
  my $by = jump($fault, $lab->{site}{clocks}[$node]);
  return $fault->{note} = 'node' . ($node + 1) . " $by";
}

sub jump_database {
  my ($lab, $fault) = @_;
  $fault->{in_flight} = all_slots($lab);         # all leases may end at once
  return $fault->{note} = jump($fault, $lab->{site}{database_clock});
}

sub jump_all {
  my ($lab, $fault) = @_;
  $fault->{in_flight} = all_slots($lab);
  return $fault->{note} = jump($fault, @{ $lab->{site}{clocks} }, $lab->{site}{database_clock});
}

# Sets these clocks wrong for a few seconds, and returns by how much, in words.
sub jump {
  my ($fault, @clocks) = @_;
  my $by = (sort keys %jump)[rand keys %jump];
  $_->set($jump{$by}) for @clocks;
  $fault->{for} = 2 + rand 6;
  $fault->{end} = sub { $_->set(0) for @clocks };
  return $by;
}

# ---------------------------------------------------------------- receivers and names
sub send_away {
  my ($lab, $fault) = @_;
  my $receiver = $lab->{site}->receiver_of('away');
  $receiver->stop;
  $fault->{for} = 1 + rand 5;
  $fault->{end} = sub { $receiver->again };
}

sub expire {
  my ($lab, $fault) = @_;
  $lab->{site}->certificate('expired');
  $fault->{for} = 2 + rand 4;
  $fault->{end} = sub { $lab->{site}->certificate('good') };
}

# Makes a subscription while the host name of its callback has an allowed address. Then points that name to the loopback address, where the
# trap listens.
sub flip {
  my ($lab, $fault) = @_;
  my $site = $lab->{site};
  my $name = 'flip' . ++$lab->{flips} . '.faultlab.example';
  $site->name($name, Collab::Lab::Site::HOSTILE);
  my $pair = $site->{pairs}[-1];
  my $port = $site->{trap}->sockport;
  my $made = eval { $site->subscribe($pair, 'submitter', 'V2', "http://$name:$port/200/9000$lab->{flips}", kind => 'flip', types => ['note.created']) };
  if (!$made) { $fault->{note} = "no subscription: $@" =~ s/\s+/ /gr; return 0 }
  $site->name($name, '127.0.0.1');
  $fault->{up} = sub {
    eval { $lab->dbh->selectrow_array(q(select count(*) from attempt where subscription = ? and error like 'refused by the address guard%'), undef, $made->{id}) };
  };
}

1;
