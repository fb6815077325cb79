# A partner's file storage: httpd's own mod_dav over TLS with Basic authentication, on a free port of the loopback interface.
#
#   my $storage = Collab::Storage->start($dir);
#   $storage->domain  ->port  ->ca              the certificate is good for the domain and for no other name
#   $storage->let('CASE-1', 'secret')           a user
#   $storage->file('a.txt')                     its bytes; undef when it is not there
#   $storage->hold; $storage->go_on; $storage->kill     stops it, lets it continue, ends it at once
package Collab::Storage;
use strict;
use warnings;
use Digest::SHA qw(sha1);
use File::Path ();
use IO::Socket::IP;
use MIME::Base64 qw(encode_base64);
use URI::Escape qw(uri_escape_utf8);
use Collab::Server ();
use Collab::Wait qw(wait_for run output);

my $httpd = $ENV{COLLAB_HTTPD} || '/usr/sbin/apache2';
my $modules = $ENV{COLLAB_LIBEXECDIR} || '/usr/lib/apache2/modules';

# Options: domain, port (else a free one).
sub start {
  my ($class, $dir, %option) = @_;
  File::Path::make_path("$dir/files/in", "$dir/files/shut");
  my $self = bless { dir => $dir, owner => $$, port => $option{port} || Collab::Server::free_port(), domain => $option{domain} || 'files.storage.example' }, $class;
  run('openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj', "/CN=$self->{domain}",
    '-addext', "subjectAltName=DNS:$self->{domain}", '-keyout', "$dir/key.pem", '-out', "$dir/cert.pem");
  open my $users, '>', "$dir/users" or die "$dir/users: $!\n";
  close $users;
  my $load = join '', map { "LoadModule ${_}_module $modules/mod_$_.so\n" }
    qw(mpm_event authn_core authn_file authz_core authz_user auth_basic dav dav_fs socache_shmcb ssl);
  open my $conf, '>', "$dir/httpd.conf" or die "$dir: $!\n";
  print $conf <<"END";
ServerRoot "$dir"
ServerName $self->{domain}
Listen 127.0.0.1:$self->{port}
PidFile "$dir/httpd.pid"
DefaultRuntimeDir "$dir"
ErrorLog "$dir/error_log"
${load}<IfModule !unixd_module>
  LoadModule unixd_module $modules/mod_unixd.so
</IfModule>
StartServers 1
ServerLimit 1
ThreadsPerChild 16
MaxRequestWorkers 16
LimitRequestBody 0
SSLEngine On
SSLCertificateFile "$dir/cert.pem"
SSLCertificateKeyFile "$dir/key.pem"
DavLockDB "$dir/locks"
DocumentRoot "$dir/files"
<Directory "$dir/files">
  Dav On
  AuthType Basic
  AuthName files
  AuthUserFile "$dir/users"
  Require valid-user
</Directory>
<Directory "$dir/files/shut">
  <Limit PUT>
    Require all denied
  </Limit>
</Directory>
END
  close $conf;
  return $self->up;
}

sub up {
  my ($self) = @_;
  run($httpd, '-f', "$self->{dir}/httpd.conf", '-k', 'start');
  wait_for { $self->pid && IO::Socket::IP->new(PeerAddr => '127.0.0.1', PeerPort => $self->{port}) } 15 or die "no storage: " . $self->log;
  return $self;
}

sub port   { $_[0]{port} }
sub domain { $_[0]{domain} }
sub ca     { "$_[0]{dir}/cert.pem" }
sub path   { my ($self, $name) = @_; return "$self->{dir}/files/in/$name" }
sub log    { my ($self) = @_; open my $in, '<', "$self->{dir}/error_log" or return ''; local $/; return scalar(<$in>) // '' }

# What a server under test must be told to call it.
sub directives { my ($self) = @_; return "CollabOutboundCA \"@{[ $self->ca ]}\"\nCollabOutboundHost $self->{domain} 127.0.0.1\n" }

# A member's configuration that leads here.
sub config {
  my ($self, %with) = @_;
  return { domain => $self->{domain}, password => 'pass word:1', expiration => '2099-01-01T00:00:00Z', httpsPath => '/in', httpsPort => 0 + $self->{port}, %with };
}

sub let {
  my ($self, $user, $password) = @_;
  open my $out, '>>', "$self->{dir}/users" or die "$self->{dir}/users: $!\n";
  print $out "$user:{SHA}", encode_base64(sha1($password // 'pass word:1'), ''), "\n";
  close $out;
}

sub file {
  my ($self, $name) = @_;
  utf8::encode($name) if utf8::is_utf8($name);
  open my $in, '<:raw', $self->path($name) or return undef;
  local $/;
  return scalar(<$in>) // '';
}

sub files {
  my ($self) = @_;
  opendir my $dir, "$self->{dir}/files/in" or return;
  return sort grep { !/^\.\.?$|^\.DAV$/ } readdir $dir;
}

# ---------------------------------------------------------------- its processes
# Kept: at the end its folder may be gone before it is.
sub pid {
  my ($self) = @_;
  if (!$self->{pid} && open my $in, '<', "$self->{dir}/httpd.pid") {
    ($self->{pid}) = (<$in> || '') =~ /^(\d+)$/;
  }
  return $self->{pid} && CORE::kill(0, $self->{pid}) ? $self->{pid} : undef;
}

sub processes {
  my ($self) = @_;
  my $parent = $self->pid or return;
  my @found = $parent;
  for my $path (glob '/proc/[0-9]*/stat') {
    open my $in, '<', $path or next;
    my ($pid, $state, $ppid) = (<$in> || '') =~ /^(\d+) \(.*\) (\S) (\d+)/ or next;
    push @found, $pid if $ppid == $parent && $state ne 'Z';
  }
  return @found;
}

sub hold  { my ($self) = @_; CORE::kill 'STOP', $self->processes }
sub go_on { my ($self) = @_; CORE::kill 'CONT', $self->processes }

sub kill {
  my ($self) = @_;
  my @all = $self->processes;
  CORE::kill 'KILL', @all;
  wait_for { !grep { CORE::kill 0, $_ } @all } 10;
  delete $self->{pid};
  unlink "$self->{dir}/httpd.pid", glob "$self->{dir}/files/in/.davfs*";     # what mod_dav had begun
}

sub stop {
  my ($self) = @_;
  return if $self->{owner} != $$ || !$self->pid;
  my @all = $self->processes;
  $self->go_on;
  CORE::kill 'TERM', $self->pid;
  wait_for { !grep { CORE::kill 0, $_ } @all } 10 or CORE::kill 'KILL', @all;
}

sub DESTROY { local ($?, $@, $!); eval { $_[0]->stop } }

1;
