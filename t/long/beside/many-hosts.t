# t/long/beside/many-hosts.t: virtual hosts of other applications cost next to nothing, and a graceful restart is no outage
# alone: it compares times with those of httpd without the module
# The times are printed and not judged: COLLAB_HOSTS sets the number of hosts, 1000 without it.
use lib qw(t/lib lab/lib);
use Collab::Server;
use Collab::Stack;
use Collab::Test;
use File::Path qw(make_path);
use File::Temp qw(tempdir);
use IO::Socket::IP;
use List::Util qw(max);
use Time::HiRes qw(time);

my $HOSTS = $ENV{COLLAB_HOSTS} // 1000;
sub hosts { my ($port, $number) = @_; return join '', map { "<VirtualHost *:$port>\nServerName host$_.test\nDocumentRoot \"/tmp\"\n</VirtualHost>\n" } 1 .. $number }

# The same hosts in httpd without the module.
my $root = tempdir('hostsXXXXXX', TMPDIR => 1, CLEANUP => 1);
my $modules = $ENV{COLLAB_LIBEXECDIR} || '/usr/lib/apache2/modules';
my $bare_port = Collab::Server::free_port();

sub bare {
  my ($number, @arguments) = @_;
  Collab::Stack::write_file("$root/httpd.conf", <<"END" . hosts($bare_port, $number));
ServerRoot "$root"
ServerName 127.0.0.1
Listen 127.0.0.1:$bare_port
PidFile httpd.pid
DefaultRuntimeDir "$root"
ErrorLog error_log
LoadModule mpm_event_module $modules/mod_mpm_event.so
LoadModule authz_core_module $modules/mod_authz_core.so
StartServers 1
ServerLimit 4
ThreadsPerChild 64
MaxRequestWorkers 64
END
  system($ENV{COLLAB_HTTPD} || '/usr/sbin/apache2', '-d', $root, '-f', "$root/httpd.conf", @arguments) == 0 or die "httpd @arguments\n";
}

sub answer {
  my ($port, $path) = @_;
  my $socket = IO::Socket::IP->new(PeerAddr => '127.0.0.1', PeerPort => $port) or return;
  print $socket "GET $path HTTP/1.0\r\nHost: host2.test\r\n\r\n";
  return scalar <$socket>;
}

sub pid_of { my ($dir) = @_; open my $in, '<', "$dir/httpd.pid" or return; return <$in> + 0 }
sub resident { my ($pid) = @_; open my $in, '<', "/proc/$pid/status" or die "$pid: $!\n"; local $/; return (<$in> =~ /^VmRSS:\s+(\d+)/m)[0] / 1024 }

# The seconds until httpd answers.
sub seconds_of {
  my ($begin, $port, $path) = @_;
  my $since = time;
  $begin->();
  wait_for { answer($port, $path) } 60, 'httpd';
  return time - $since;
}

# The longest time of a request while httpd reads its configuration again.
sub longest {
  my ($reload, $port, $path, $pid) = @_;
  my @took;
  $reload->();
  my $until = time + 3;
  while (time < $until) { my $since = time; wait_for { answer($port, $path) } 60, 'an answer'; push @took, time - $since }
  return max @took;
}

my %bare;
for my $number (0, $HOSTS) {
  my $took = seconds_of(sub { bare($number, '-k', 'start') }, $bare_port, '/');
  $bare{$number} = { start => $took, memory => resident(pid_of($root)) };
  $bare{$number}{reload} = longest(sub { bare(300, '-k', 'graceful') }, $bare_port, '/') if $number;
  bare($number, '-k', 'stop');
  wait_for { !-e "$root/httpd.pid" } 20;
}

my $port = Collab::Server::free_port();
my $stack = stack();
my %ours;
for my $number (0, $HOSTS) {
  my $server;
  my $took = seconds_of(sub { $server = $stack->another_server("hosts$number", extra => "Listen 127.0.0.1:$port\n" . hosts($port, $number)) }, $port, '/health/live');
  $ours{$number} = { start => $took, memory => resident($server->pid) };
  if ($number) {
    my $conf = "$server->{dir}/conf/httpd.conf";
    my $text = Collab::File::slurp($conf);
    $text =~ s/\Q@{[ hosts($port, $number) ]}\E/hosts($port, 300)/e or die "no hosts in $conf\n";
    Collab::Stack::write_file($conf, $text);
    $ours{$number}{reload} = longest(sub { $server->control('-k', 'graceful') }, $port, '/health/live');
  }
  $server->stop;
}

my ($with, $without) = map { my $of = $_; $of->{$HOSTS}{memory} - $of->{0}{memory} } \%ours, \%bare;
cmp_ok $with - $without, '<', 20, sprintf '%d hosts: %.1f MiB, without the module %.1f MiB', $HOSTS, $with, $without;
diag sprintf '%-22s %7s %7s', '', 'module', 'httpd';
diag sprintf '%-22s %7.3f %7.3f', @$_ for ['start, no host', map { $_->{0}{start} } \%ours, \%bare], ["start, $HOSTS hosts", map { $_->{$HOSTS}{start} } \%ours, \%bare],
  ['longest at a reload', map { $_->{$HOSTS}{reload} } \%ours, \%bare];
done_testing;
