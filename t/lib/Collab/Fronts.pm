# Proxies in front of one httpd. Each has a plain port (HTTP/1.1), a TLS port (HTTP/2) and one persistent connection to that httpd.
#
#   my @fronts = fronts($dir, $port, $cert, $key);       $port: of the httpd behind them
#   my @fronts = shipped_fronts($dir, $port, $cert, $key);      nginx, HAProxy and httpd as conf/proxies has them; ->shipped: the file
#   $front->name  ->tag  ->plain  ->tls  ->lines         tag: the name in lower-case letters, digits and underscores
#                                                        lines: the log, as `id of the request, X-Request-Id of the answer, status, request line`
#
# A front gives each HTTP request an id in X-Front-Id, which no client can guess. The httpd behind it logs the id, and the answer has it too.
# HAProxy compares a path as received. Its rule therefore also denies dots and double slashes, which httpd would resolve.
# `make proxies` unpacks haproxy and nginx. They run as the test's user, and ->stop ends each by its process id.
package Collab::Fronts;
use strict;
use warnings;
use Cwd ();
use Collab::File qw(slurp write_file);
use Collab::Httpd;
use Collab::Port qw(free_port connects);
use Collab::Wait qw(wait_for background below slay);
use Scalar::Util qw(weaken);
use Exporter 'import';
our @EXPORT = qw(fronts shipped_fronts);
my @running;

my $tools = Cwd::cwd() . '/build/obj/proxies';

sub fronts {
  my ($dir, $behind, $cert, $key) = @_;
  -e "$tools/fetched" or die "haproxy and nginx are missing: `make proxies` fetches them from Debian's packages haproxy and nginx\n";
  write_file("$dir/both.pem", slurp($cert) . slurp($key));
  my $class = __PACKAGE__;
  return ($class->httpd("$dir/httpd", $behind, $cert, $key), $class->haproxy("$dir/haproxy", $behind, "$dir/both.pem"),
    map { $class->nginx("$dir/nginx-$_", $behind, $cert, $key, $_) } qw(on off));
}

# The shipped files name two nodes, in consecutive lines; here there is one.
sub shipped_fronts {
  my ($dir, $behind, $cert, $key) = @_;
  -e "$tools/fetched" or die "haproxy and nginx are missing: `make proxies` fetches them from Debian's packages haproxy and nginx\n";
  write_file("$dir/shipped.pem", slurp($cert) . slurp($key));
  my $set = sub {
    my ($self) = @_;
    my $text = $self->{shipped};
    $text =~ s/^.*\b10\.0\.0\.2:80\b.*\n//mg;
    $text =~ s/\b10\.0\.0\.1:80\b/127.0.0.1:$behind/g;
    $text =~ s{/etc/(?:ssl/certs|haproxy)/exchange\.pem}{$dir/shipped.pem}g;
    $text =~ s{/etc/ssl/private/exchange\.key}{$dir/shipped.pem}g;
    return $text;
  };
  my @all = map { my $self = __PACKAGE__->made($_->[0], "$dir/shipped-$_->[0]"); $self->{shipped} = slurp("conf/proxies/$_->[1]"); $self }
    ['nginx', 'nginx.conf'], ['HAProxy', 'haproxy.cfg'], ['httpd', 'httpd.conf'];
  my ($nginx, $haproxy, $httpd) = @all;

  my $text = $set->($nginx) =~ s/listen 443 ssl http2;/listen 127.0.0.1:$nginx->{tls} ssl http2;\n  listen 127.0.0.1:$nginx->{plain};/r;
  my $temp = join '', map { "  ${_}_temp_path $nginx->{dir}/$_;\n" } qw(client_body proxy fastcgi uwsgi scgi);
  write_file("$nginx->{dir}/nginx.conf", "daemon off;\nworker_processes 1;\npid $nginx->{dir}/nginx.pid;\nerror_log $nginx->{dir}/error_log;\n"
    . "events { worker_connections 64; }\nhttp {\n${temp}access_log $nginx->{log};\n$text}\n");
  $nginx->started("$tools/usr/sbin/nginx", '-e', "$nginx->{dir}/error_log", '-c', "$nginx->{dir}/nginx.conf");

  $text = $set->($haproxy) =~ s/bind :443 (.*)/bind 127.0.0.1:$haproxy->{tls} $1\n  bind 127.0.0.1:$haproxy->{plain}/r;
  write_file("$haproxy->{dir}/haproxy.cfg", $text);
  $haproxy->started("$tools/usr/sbin/haproxy", '-W', '-f', "$haproxy->{dir}/haproxy.cfg");

  $text = $set->($httpd) =~ s/<VirtualHost \*:443>/<VirtualHost 127.0.0.1:$httpd->{tls}>/r;
  my ($host) = $text =~ /^<VirtualHost .*?>\n(.*?)^<\/VirtualHost>/ms;
  my $plain = "<VirtualHost 127.0.0.1:$httpd->{plain}>\n" . ($host =~ s/^\s*SSL.*\n//mgr) . "</VirtualHost>\n";
  my $watchdog = "<IfModule !watchdog_module>\n  LoadModule watchdog_module $ENV{COLLAB_LIBEXECDIR}/mod_watchdog.so\n</IfModule>\n";
  $httpd->{httpd} = Collab::Httpd->start($httpd->{dir}, port => $httpd->{plain}, config => "${watchdog}Listen 127.0.0.1:$httpd->{tls} https\n$text$plain",
    modules => [qw(headers ssl socache_shmcb slotmem_shm proxy proxy_http proxy_balancer lbmethod_bybusyness proxy_hcheck)]);
  return @all;
}

sub shipped { $_[0]{shipped} }
sub name  { $_[0]{name} }
sub tag   { $_[0]{tag} }
sub plain { $_[0]{plain} }
sub tls   { $_[0]{tls} }
sub lines { return split /\n/, slurp($_[0]{log}) }

sub made {
  my ($class, $name, $dir) = @_;
  mkdir $dir or die "$dir: $!\n";
  push @running, bless { name => $name, tag => lc $name =~ s/\W+/_/gr, dir => $dir, plain => free_port(), tls => free_port(), log => "$dir/access_log", owner => $$ }, $class;
  my $self = $running[-1];
  weaken($running[-1]);
  return $self;
}

sub started {
  my ($self, @command) = @_;
  $self->{pid} = background("$self->{dir}/said", { LD_LIBRARY_PATH => join ':', glob "$tools/usr/lib/*-linux-gnu" }, @command);
  wait_for { connects($self->{plain}) && connects($self->{tls}) } 20 or die "$self->{name} did not start: " . slurp("$self->{dir}/said");
  return $self;
}

sub httpd {
  my ($class, $dir, $behind, $cert, $key) = @_;
  my $self = $class->made('httpd', $dir);
  $self->{httpd} = Collab::Httpd->start($dir, port => $self->{plain}, format => '%{UNIQUE_ID}e %{X-Request-Id}o %>s %r',
    modules => [qw(unique_id headers reqtimeout ssl socache_shmcb http2 proxy proxy_http)], config => <<"END");
RequestReadTimeout header=1 body=1
H2StreamTimeout 1
AllowEncodedSlashes NoDecode
RequestHeader set X-Front-Id "%{UNIQUE_ID}e"
Header always set X-Front-Id "%{UNIQUE_ID}e"
ProxyPass "/" "http://127.0.0.1:$behind/" nocanon max=1
<Location "/the-metrics">
  Require all denied
</Location>
Listen 127.0.0.1:$self->{tls} https
<VirtualHost 127.0.0.1:$self->{tls}>
  Protocols h2 http/1.1
  SSLEngine On
  SSLCertificateFile "$cert"
  SSLCertificateKeyFile "$key"
</VirtualHost>
END
  return $self;
}

sub haproxy {
  my ($class, $dir, $behind, $pem) = @_;
  my $self = $class->made('HAProxy', $dir);
  $self->{log} = "$dir/said";
  write_file("$dir/haproxy.cfg", <<"END");
global
  nbthread 1
  log stdout format raw local0
defaults
  mode http
  log global
  timeout connect 2s
  timeout client 1s
  timeout http-request 1s
  timeout server 30s
frontend exchange
  bind 127.0.0.1:$self->{plain}
  bind 127.0.0.1:$self->{tls} ssl crt $pem alpn h2
  unique-id-format %[uuid()]
  unique-id-header X-Front-Id
  capture response header X-Request-Id len 64
  log-format "%ID %[capture.res.hdr(0)] %ST %r"
  http-after-response set-header X-Front-Id %[unique-id]
  http-request del-header Upgrade
  http-request deny if { path,url_dec -m reg (//|/[.]{1,2}(/|\$)|^/the-metrics) }
  default_backend node
backend node
  http-reuse always
  server node 127.0.0.1:$behind maxconn 1
END
  return $self->started("$tools/usr/sbin/haproxy", '-W', '-f', "$dir/haproxy.cfg");
}

sub nginx {
  my ($class, $dir, $behind, $cert, $key, $buffering) = @_;
  my $self = $class->made($buffering eq 'on' ? 'nginx' : 'nginx without buffers', $dir);
  my $temp = join '', map { "  ${_}_temp_path $dir/$_;\n" } qw(client_body proxy fastcgi uwsgi scgi);
  write_file("$dir/nginx.conf", <<"END");
daemon off;
worker_processes 1;
pid $dir/nginx.pid;
error_log $dir/error_log;
events { worker_connections 64; }
http {
$temp  log_format seen '\$request_id \$upstream_http_x_request_id \$status \$request';
  access_log $dir/access_log seen;
  client_header_timeout 1s;
  client_body_timeout 1s;
  upstream node { server 127.0.0.1:$behind; keepalive 1; }
  server {
    listen 127.0.0.1:$self->{plain};
    listen 127.0.0.1:$self->{tls} ssl http2;
    ssl_certificate $cert;
    ssl_certificate_key $key;
    proxy_http_version 1.1;
    proxy_request_buffering $buffering;
    proxy_set_header Connection "";
    proxy_set_header Host \$host;
    proxy_set_header X-Front-Id \$request_id;
    add_header X-Front-Id \$request_id always;
    location / { proxy_pass http://node; }
    location /the-metrics { return 403; }
  }
}
END
  return $self->started("$tools/usr/sbin/nginx", '-e', "$dir/error_log", '-c', "$dir/nginx.conf");
}

sub stop {
  my ($self) = @_;
  return if $self->{owner} != $$;
  return $self->{httpd}->stop if $self->{httpd};
  my $pid = delete $self->{pid} or return;
  slay($pid, below($pid));
}

sub DESTROY { local ($?, $@, $!); eval { $_[0]->stop } }

# Stops the fronts on every exit of the program. Global destruction would be too late.
END { local ($?, $@, $!); eval { $_->stop } for grep { defined } @running }

1;
