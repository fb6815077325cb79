# t/long/surroundings/pgbouncer.t: behind pgbouncer, session pooling works, and transaction pooling is refused and named
# `make beside` unpacks Debian's pgbouncer, and `make check-long` calls it.
use lib qw(t/lib lab/lib);
use Collab::Doctor;
use Collab::File qw(slurp write_file);
use Collab::Judgement;
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;

my $unpacked = Cwd::cwd() . '/build/obj/beside';
plan skip_all => 'no pgbouncer: make beside' unless -x "$unpacked/usr/sbin/pgbouncer";
my $stack = stack(vacuums => 1, extra => "CollabDispatcher Off\n");
my $dir = "$ENV{COLLAB_TEST_DIR}/pool";
mkdir $dir or die "$dir: $!\n";
my $pid;

sub end_pooler { return unless $pid; kill 'KILL', $pid; waitpid $pid, 0; $pid = undef }
END { local $?; end_pooler() }

# Starts pgbouncer in this mode, with more lines, in place of the one before.
sub pooler {
  my ($mode, $more) = @_;
  end_pooler();
  write_file("$dir/users", join '', map { qq("$_" ""\n) } qw(collab_api collab_dispatch));
  write_file("$dir/ini", <<"INI");
[databases]
collab = host=$stack->{dir} dbname=collab
[pgbouncer]
unix_socket_dir = $dir
listen_port = 6432
auth_type = trust
auth_file = $dir/users
pool_mode = $mode
@{[ $more // '' ]}
logfile = $dir/log
pidfile = $dir/pid
INI
  defined($pid = fork) or die "fork: $!\n";
  if (!$pid) {
    $ENV{LD_LIBRARY_PATH} = join ':', glob "$unpacked/usr/lib/*-linux-gnu";
    open STDOUT, '>', '/dev/null';
    open STDERR, '>&', \*STDOUT;
    exec "$unpacked/usr/sbin/pgbouncer", "$dir/ini" or POSIX::_exit(1);
  }
  wait_for { -S "$dir/.s.PGSQL.6432" } 10, 'pgbouncer';
}

sub dsn { my ($user, $more) = @_; return "host=$dir port=6432 dbname=collab user=$user connect_timeout=2" . ($more // '') }

pooler('session');
my $node = $stack->another_server('pooled', judging(api_dsn => dsn('collab_api'), dispatch_dsn => dsn('collab_dispatch'), extra => "CollabOutboundAllow 127.0.0.1\n"));
$ENV{COLLAB_TEST_URL} = $node->url;
my $receiver = receiver();
my $x = exchange();
my $url = $receiver->url;

subtest 'in session mode, everything works' => sub {
  ok +(wait_for { ready($node) == 200 } 20), 'the node is ready';
  $x->submitter->post('/v2/webhooks', { callbackUrl => $url })->ok;
  $x->submitter->post($x->notes, a_note())->ok for 1 .. 3;
  ok +(wait_for { $receiver->got($url) >= 3 } 20), 'webhooks arrive';
  is_deeply [grep { $_->{check} eq 'database' && $_->{status} ne 'ok' } @{ doctor($node)->{findings} }], [], 'doctor finds nothing in the way to the database';
};

subtest 'the locks of a killed dispatcher end' => sub {
  my $locks = sub { return owner()->selectcol_arrayref(q(select pid from pg_locks where locktype = 'advisory' and granted and classid = 27750)) };
  my $held = sub { return scalar owner()->selectrow_array(q(select count(*) from pg_locks where locktype = 'advisory' and granted)) };
  wait_for { $held->() > 0 } 10, 'locks';
  my ($before, $old) = ($held->(), $node->dispatcher);
  kill 'KILL', $old;
  wait_for { my $new = $node->dispatcher; $new && $new != $old } 20, 'a new dispatcher';
  my $got = $receiver->got($url);
  $x->submitter->post($x->notes, a_note())->ok;
  ok +(wait_for { $receiver->got($url) > $got } 20), 'the new dispatcher works';
  ok +(wait_for { $held->() <= $before } 10), 'there are as many locks as before: ' . $held->() . " of $before";
};

subtest 'the startup parameter options is named' => sub {
  my $path = "$node->{dir}/conf/httpd.conf";
  my $usual = slurp($path);
  write_file($path, $usual =~ s/user=collab_dispatch/user=collab_dispatch options='-c statement_timeout=5000'/r);
  my $report = doctor($node);
  ok names($report, qr/CollabDispatcherDSN: cannot log in: .*options.* -> Take options= out of CollabDispatcherDSN/) or diag explain $report;
  write_file($path, $usual);
};

# It would keep the locks of a dead dispatcher, too.
subtest 'a pooler that does not reset sessions is named' => sub {
  pooler('session', 'server_reset_query =');
  my $named = qr/: a pooler shares server processes between sessions: .* or has no server_reset_query -> .*server_reset_query = DISCARD ALL/;
  ok +(wait_for { names(doctor($node), $named) } 20), 'doctor names it';
};

subtest 'transaction mode is refused and named' => sub {
  pooler('transaction');
  told('database', qr/a pooler shares server processes between sessions: it does transaction pooling/, at => $node, ready => 503, unlogged => 1);      # its log line is that of the restart
  my $report = doctor($node);
  ok names($report, qr/DBDParams: a pooler shares server processes between sessions: .* -> Set pool_mode = session/) or diag explain $report;
};

end_pooler();
done_testing;
