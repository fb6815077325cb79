# An httpd without mod_collab, on a free port of the loopback interface. It serves as a storage, a receiver behind TLS or a forward proxy.
#
#   my $httpd = Collab::Httpd->start($dir, modules => [qw(alias)], config => "RedirectMatch 204 ^/\n");
#   $httpd->port  ->pid  ->log  ->lines         lines of its access log (option `format`)
#   my ($cert, $key) = Collab::Httpd::certificate($dir, 'hooks.example');
package Collab::Httpd;
use strict;
use warnings;
use File::Path ();
use POSIX ();
use Collab::File qw(slurp write_file);
use Collab::Port qw(free_port connects);
use Collab::Wait qw(wait_for halt left runs children slay run);

my $httpd = $ENV{COLLAB_HTTPD} || '/usr/sbin/apache2';
my $folder = $ENV{COLLAB_LIBEXECDIR} || '/usr/lib/apache2/modules';

# Options: modules (beside those that every httpd needs), config (directives), format (of the access log), address, port.
sub start {
  my ($class, $dir, %option) = @_;
  File::Path::make_path($dir);
  my $self = bless { dir => $dir, owner => $$, port => $option{port} || free_port($option{address}), address => $option{address} || '127.0.0.1' }, $class;
  my $load = join '', map { "LoadModule ${_}_module $folder/mod_$_.so\n" } qw(mpm_event authz_core), @{ $option{modules} };
  my $log = $option{format} ? "LogFormat \"$option{format}\" plain\nCustomLog \"$dir/access_log\" plain\n" : '';
  write_file("$dir/httpd.conf", <<"END");
ServerRoot "$dir"
ServerName 127.0.0.1
Listen $self->{address}:$self->{port}
PidFile "$dir/httpd.pid"
DefaultRuntimeDir "$dir"
ErrorLog "$dir/error_log"
${load}<IfModule !unixd_module>
  LoadModule unixd_module $folder/mod_unixd.so
</IfModule>
<IfModule !log_config_module>
  LoadModule log_config_module $folder/mod_log_config.so
</IfModule>
${log}StartServers 1
ServerLimit 4
ThreadsPerChild 16
MaxRequestWorkers 16
$option{config}
END
  return $self->up;
}

sub up {
  my ($self) = @_;
  run($httpd, '-f', "$self->{dir}/httpd.conf", '-k', 'start');
  wait_for { $self->pid && connects(@{$self}{qw(port address)}) } 15 or die 'no httpd: ' . $self->log;
  return $self;
}

sub graceful { my ($self) = @_; run($httpd, '-f', "$self->{dir}/httpd.conf", '-k', 'graceful') }

# A self-signed certificate for one name or IPv4 address, valid for $days days from now. If $days is negative, it expired that long ago.
sub certificate {
  my ($dir, $name, $days) = @_;
  my $kind = $name =~ /^[\d.]+$/ ? 'IP' : 'DNS';
  File::Path::make_path($dir);
  run('openssl', 'req', '-new', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', "/CN=$name", '-addext', "subjectAltName=$kind:$name",
    '-keyout', "$dir/key.pem", '-out', "$dir/request.pem");
  return (sign($dir, 'cert', $days // 2), "$dir/key.pem");
}

# Makes $dir/$file.pem, another certificate for the same key. Uses `openssl ca`, which accepts any dates in every version of OpenSSL 3.
# Before version 3.4 `openssl x509` accepts no dates; since 3.4 it accepts no negative number of days.
sub sign {
  my ($dir, $file, $days) = @_;
  my $until = time + 86400 * $days;
  my $from = $days > 0 ? time : $until - 86400;
  write_file("$dir/ca.conf", <<"END");
[ca]
default_ca = itself
[itself]
database = $dir/ca.index
new_certs_dir = $dir
rand_serial = yes
default_md = sha256
policy = names
copy_extensions = copy
unique_subject = no
[names]
commonName = supplied
END
  write_file("$dir/ca.index");
  run('openssl', 'ca', '-config', "$dir/ca.conf", '-batch', '-notext', '-selfsign', '-in', "$dir/request.pem", '-keyfile', "$dir/key.pem",
    '-startdate', asn1_time($from), '-enddate', asn1_time($until), '-out', "$dir/$file.pem");
  return "$dir/$file.pem";
}

sub asn1_time { return POSIX::strftime('%Y%m%d%H%M%SZ', gmtime shift) }

sub port  { $_[0]{port} }
sub log   { return slurp("$_[0]{dir}/error_log") }
sub lines { return split /\n/, slurp("$_[0]{dir}/access_log") }

# ---------------------------------------------------------------- its processes
# Remembers the id, because the folder may be removed before httpd has ended.
sub pid {
  my ($self) = @_;
  $self->{pid} ||= (slurp("$self->{dir}/httpd.pid") =~ /^(\d+)$/)[0];
  return $self->{pid} && runs($self->{pid}, "$self->{dir}/httpd.conf") ? $self->{pid} : undef;
}

sub processes {
  my ($self) = @_;
  my $parent = $self->pid or return;
  return ($parent, children($parent));
}

sub hold  { my ($self) = @_; halt($self->processes) }
sub go_on { my ($self) = @_; CORE::kill 'CONT', $self->processes }

# Kills httpd; ->up starts it again.
sub kill {
  my ($self) = @_;
  slay($self->processes);
  delete $self->{pid};
  unlink "$self->{dir}/httpd.pid";
}

sub stop {
  my ($self) = @_;
  return if $self->{owner} != $$ || !$self->pid;
  my @all = $self->processes;
  $self->go_on;
  CORE::kill 'TERM', $self->pid;
  my @ours = ("$self->{dir}/httpd.conf", @all);
  wait_for { !left(@ours) } 10 or CORE::kill 'KILL', left(@ours);
}

sub DESTROY { local ($?, $@, $!); eval { $_[0]->stop } }

1;
