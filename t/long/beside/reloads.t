# t/long/beside/reloads.t: graceful restarts add and remove the module, and cost no memory with many virtual hosts
use lib qw(t/lib lab/lib);
use Collab::Stack;
use Collab::Test;

my $hosts = join '', map { "<VirtualHost *:1>\nServerName host$_.test\n</VirtualHost>\n" } 1 .. 300;
my $stack = stack(orderly => 1, extra => $hosts);
my $server = $stack->server;
my $conf = "$server->{dir}/conf/httpd.conf";
my $whole = Collab::File::slurp($conf);
my $bare = $whole =~ s/ collab:info$//mr =~ s/^(?:LoadModule collab|Collab|CustomLog|LogFormat).*\n//mgr =~ s/^\s*SetHandler collab.*\n//mgr;
my $user = user(company());

# A graceful restart with this configuration; waits for the new generation.
my $generation = 0;
sub reload {
  my ($text) = @_;
  Collab::Stack::write_file($conf, $text);
  my $begun = () = $server->log =~ /AH00489/g;
  $server->graceful;
  return wait_for { my $now = () = $server->log =~ /AH00489/g; $now > $begun } 30;
}

sub resident { return (Collab::File::slurp('/proc/' . $server->pid . '/status') =~ /^VmRSS:\s+(\d+)/m)[0] / 1024 }

ok reload($bare), 'a graceful restart removes the module' or diag $server->log;
ok +(wait_for { !$server->dispatcher } 20), '… and ends the dispatcher';
ok +(wait_for { nobody()->get('/v1/me')->status =~ /^40[34]$/ } 20), '… and httpd serves on without it';
ok reload($whole), 'a graceful restart adds it again';
ok +(wait_for { $user->get('/v1/me')->status == 200 } 20), '… and it serves at once';
ok +(wait_for { $server->dispatcher } 20), '… with a dispatcher';

reload($whole) for 1 .. 4;
my $before = resident();
reload($whole) for 1 .. 20;
my $after = resident();
cmp_ok $after - $before, '<', 4, sprintf 'twenty reloads with 300 hosts: %.1f MiB, before %.1f', $after, $before;
$user->get('/v1/me')->ok;

done_testing;
