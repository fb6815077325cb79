# t/long/surroundings/node-identity.t: two httpd of one host name and pid are two nodes; a copied or lost identity leaves no ghost
use lib qw(t/lib lab/lib);
use Collab::Doctor;
use Collab::File qw(slurp write_file);
use Collab::Stack;
use Collab::Test;

my %quick = (timers => { keep => 300 });
my $stack = stack(extra => "CollabDispatcher Off\n", %quick);
my $dir = $ENV{COLLAB_TEST_DIR};
my $json = JSON::XS->new->utf8;
my %container;
END { local $?; kill 'KILL', values %container }        # which kills all processes of the namespaces

sub one { return scalar owner()->selectrow_array(shift, undef, @_) }
sub ready { my ($server) = @_; return nobody->at($server)->get('/health/ready')->status }
sub nodes { return @{ $json->decode(collabctl('nodes', '--json')) } }

# Starts an httpd that is process 1 of a PID namespace, as in a container.
sub contained {
  my ($name) = @_;
  my $server = Collab::Server->new("$dir/$name", database => $stack->pg, keys => $dir, extra => "CollabDispatcher Off\n");
  my $pid = fork // die "fork: $!\n";
  if (!$pid) {
    open STDOUT, '>', '/dev/null';      # or the harness waits for the end of a process that outlives the test
    %ENV = (%ENV, %{ $server->{environment} }, COLLAB_TIMERS => 'keep=300');
    exec qw(unshare --map-current-user --pid --fork --kill-child), $ENV{COLLAB_HTTPD}, '-d', "$dir/$name", '-f', "$dir/$name/conf/httpd.conf", '-DFOREGROUND' or POSIX::_exit(127);
  }
  $container{$name} = $pid;
  return $server;
}

# Runs collabctl drain in a container.
sub drain {
  my ($name, @words) = @_;
  my ($first) = Collab::Wait::children($container{$name});
  local $ENV{COLLAB_DSN} = $ENV{COLLAB_TEST_DSN};
  return output('nsenter', '--target', $first, qw(--user --pid --preserve-credentials ./collabctl drain), @words);
}

subtest 'two containers with one host name and process id are two nodes' => sub {
  $stack->server->{orderly} = 1;
  $stack->server->stop;
  my $one = contained('one');
  my $two = contained('two');
  ok +(wait_for { 2 == grep { $_->{process} == 1 && $_->{state} eq 'serving' } nodes() } 30), 'both are listed' or return diag explain [nodes()];
  my ($id) = slurp("$dir/two/collab-node") =~ /^([0-9a-f]{12}) 1 /m;
  is_deeply [sort map { $_->{id} } nodes()], [sort $id, slurp("$dir/one/collab-node") =~ /^([0-9a-f]{12}) 1 /m], 'with the ids of their files';
  ok +(wait_for { ready($one) == 200 && ready($two) == 200 } 20), 'both are ready';
  my ($status, $said) = drain('two', '--keep-running');
  is $status, 0, 'one is drained' or diag $said;
  is ready($two), 503, '… and not ready';
  is ready($one), 200, 'the other serves';
  is_deeply { map { $_->{id} => $_->{state} } grep { $_->{state} eq 'draining' } nodes() }, { $id => 'draining' };
  kill 'KILL', delete $container{two};
  owner()->do(q(update node set seen_at = seen_at - interval '15 seconds' where id = ?), undef, $id);
  is_deeply { map { $_->{id} => $_->{state} } grep { $_->{state} eq 'silent' } nodes() }, { $id => 'silent' }, 'it dies, and it alone is silent';
  collabctl('nodes', 'forget', $id);
  is scalar(nodes()), 1, 'and forgotten';
  kill 'TERM', Collab::Wait::children($container{one});
  ok +(wait_for { !nodes() } 20), 'a node that stops in order is forgotten at once';
  kill 'KILL', delete $container{one};
};

# Two httpd of this machine.
my $first = $stack->server;
$first->{stopped} or die;
$first->start;
my $second = $stack->another_server('second', extra => "CollabDispatcher Off\n", orderly => 1, %quick);
my $file = "$dir/second/collab-node";
wait_for { 2 == grep { $_->{state} eq 'serving' } nodes() } 20, 'both nodes';
my $is_first = one('select id from node where process = ?', $first->pid);
sub id { return one('select id from node where process = ?', $second->pid) }
sub restarted { my ($change) = @_; $second->stop; $change->(); $second->start; wait_for { id() } 20, 'its row'; return id() }

subtest 'of a copied identity, the later start takes a new id' => sub {
  my ($line) = slurp("$dir/main/collab-node") =~ /^([0-9a-f]{12} \d+ \S+ )/m;
  $second->stop;
  write_file($file, $line . "$dir/second/conf/httpd.conf\n");
  $second->start;
  ok +(wait_for { 2 == grep { $_->{state} eq 'serving' } nodes() } 30), 'both are listed' or diag collabctl('nodes');
  my $new = id();
  isnt $new, $is_first, 'the second has a new id';
  is one('select id from node where process = ?', $first->pid), $is_first, 'the first keeps its';
  wait_for { one('select remark from node where id = ?', $new) } 20, 'the report after the change of ids';
  like $second->log, qr/CB0716: another httpd reports as node $is_first, so this one becomes node $new/;
  ok names(doctor($second), qr/nodes: \S+ \(process \d+\): another httpd reports as node $is_first, .* was copied, or is shared -> Give each node a folder/), 'doctor says so'
    or diag explain doctor($second)->{findings};
  ok +(wait_for { slurp($file) =~ /^$new /m } 30), 'the file gets the new id';
  is restarted(sub { }), $new, 'which stays';
  is one('select remark from node where id = ?', $new), undef, 'and nothing is wrong any more';
};

subtest 'on another machine, a copied identity is none' => sub {
  my ($old, $machine) = slurp($file) =~ /^([0-9a-f]{12}) \d+ (\S+)/m;
  my $new = restarted(sub { write_file($file, slurp($file) =~ s/ \Q$machine\E / 0123456789abcdef0123456789abcdef /r) });
  isnt $new, $old, 'it gets a new id';
  like slurp($file), qr/^$old \d+ 0123456789abcdef0123456789abcdef .*\n$new 1 \Q$machine\E \Q$dir\E\/second\/conf\/httpd\.conf\n/m, 'and a line of its own';
};

subtest 'where no file can be written, host name and configuration give the id' => sub {
  my $new = restarted(sub { unlink $file; mkdir $_ or die for $file, "$dir/collab-node" });
  like $second->log, qr/CB0715: this node is $new, by its host name and configuration: \Q$dir\E\/collab-node: /;
  ok names(doctor($second), qr/nodes: .*its id is made from host name and configuration, as no file keeps it: .* -> Give each node a folder/), 'doctor says so'
    or diag explain doctor($second)->{findings};
  is restarted(sub { }), $new, 'it is the same after each start';
  is restarted(sub { rmdir $file; link "$dir/main/collab-node", $file or die }), $new, 'a file with two names is not written';
  unlink $file;
};

subtest 'a later start replaces one that was killed, and a file from an old backup does no harm' => sub {
  rmdir "$dir/collab-node";
  my $id = restarted(sub { });
  write_file($file, slurp($file) =~ s/^$id \d+ /$id 1 /mr);
  owner()->do('update node set start = 50 where id = ?', undef, $id);
  $second->{orderly} = 0;
  $second->stop;
  owner()->do(q(update node set start = 50, seen_at = clock_timestamp() - interval '20 seconds' where id = ?), undef, $id);
  $second->start;
  ok +(wait_for { (one('select start from node where id = ?', $id) // 0) == 2 } 20), 'the silent row is replaced, whatever its number';
  is scalar(nodes()), 2, 'no ghost is left';
  isnt restarted(sub { write_file($file, slurp($file) =~ s/^$id \d+ /$id 9223372036854775807 /mr) }), $id, 'a number without a next one counts as no file';
  cmp_ok one('select start from node where process = ?', $second->pid), '>', 0, '… and starts anew';
};

done_testing;
