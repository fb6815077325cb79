# The load balancers in front of the nodes, configured for failover as in conf/proxies: HAProxy, and httpd's mod_proxy_balancer.
#
#   my $haproxy = Collab::Drill::Balancer->haproxy($dir, $tools, @nodes);       nodes: Collab::Server
#   my $httpd = Collab::Drill::Balancer->httpd($dir, @nodes);
#   ->url  ->reload
package Collab::Drill::Balancer;
use strict;
use warnings;
use Collab::File qw(slurp write_file);
use Collab::Httpd;
use Collab::Port qw(free_port connects);
use Collab::Wait qw(wait_for background below slay);

sub haproxy {
  my ($class, $dir, $tools, @nodes) = @_;
  mkdir $dir or die "$dir: $!\n";
  my $port = free_port();
  my $self = bless { dir => $dir, port => $port, owner => $$ }, $class;
  write_file("$dir/haproxy.cfg", <<"CONF" . join '', map { "  server node$_ 127.0.0.1:@{[ $nodes[$_ - 1]->port ]} check\n" } 1 .. @nodes);
global
  maxconn 512
  stats socket $dir/haproxy.sock mode 600 level admin expose-fd listeners
defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  timeout check 1s
  option redispatch 1
  retries 2
  retry-on conn-failure empty-response
frontend exchange
  bind 127.0.0.1:$port
  option idle-close-on-response
  http-request disable-l7-retry if !METH_GET !METH_HEAD
  http-request del-header Upgrade
  default_backend nodes
backend nodes
  balance leastconn
  option httpchk
  http-check send meth GET uri /health/ready
  http-check expect status 200
  default-server inter 1s fall 2 rise 2
CONF
  $self->{pid} = background("$dir/haproxy.log", { LD_LIBRARY_PATH => join ':', glob "$tools/usr/lib/*-linux-gnu" },
    "$tools/usr/sbin/haproxy", '-W', '-f', "$dir/haproxy.cfg");
  wait_for { connects($port) } 20 or die "HAProxy did not start: " . slurp("$dir/haproxy.log");
  return $self;
}

sub httpd {
  my ($class, $dir, @nodes) = @_;
  my $members = join '', map { "  BalancerMember \"http://127.0.0.1:@{[ $_->port ]}\" connectiontimeout=2 timeout=30 retry=1 hcmethod=GET hcuri=/health/ready hcinterval=1 hcpasses=2 hcfails=2\n" } @nodes;
  my $httpd = Collab::Httpd->start($dir, config => <<"CONF",
<IfModule !watchdog_module>
  LoadModule watchdog_module $ENV{COLLAB_LIBEXECDIR}/mod_watchdog.so
</IfModule>
<Proxy "balancer://exchange">
${members}  ProxySet lbmethod=bybusyness
</Proxy>
ProxyPass "/" "balancer://exchange/"
CONF
    modules => [qw(slotmem_shm proxy proxy_http proxy_balancer lbmethod_bybusyness proxy_hcheck)]);
  return bless { dir => $dir, httpd => $httpd, port => $httpd->port, owner => $$ }, $class;
}

sub url    { return "http://127.0.0.1:$_[0]{port}" }
sub reload { kill 'USR2', $_[0]{pid} }

# Kills HAProxy: its master, the worker, and workers from before a reload.
sub stop {
  my ($self) = @_;
  return if $self->{owner} != $$;
  return $self->{httpd}->stop if $self->{httpd};
  return unless $self->{pid};
  my $pid = delete $self->{pid};
  slay($pid, below($pid));
}

sub DESTROY { local ($?, $@, $!); eval { $_[0]->stop } }

1;
