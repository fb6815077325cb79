# A partner's file storage: httpd's own mod_dav over TLS with Basic authentication, on a free port of the loopback interface.
#
#   my $storage = Collab::Storage->start($dir);
#   $storage->domain  ->port  ->ca              the certificate is valid for this domain only
#   $storage->let('CASE-1', 'secret')           adds a user
#   $storage->file('a.txt')                     its bytes; undef: no such file in the folder `in`; a second argument names another
#   $storage->type('a.txt')                     the Content-Type of the last request for it
#   $storage->hold; $storage->go_on; $storage->kill     suspends, resumes and kills the server
package Collab::Storage;
use strict;
use warnings;
use Digest::SHA qw(sha1);
use File::Path ();
use MIME::Base64 qw(encode_base64);
use Collab::Httpd;
our @ISA = 'Collab::Httpd';

# Options: domain, port (default: a free one).
sub start {
  my ($class, $dir, %option) = @_;
  my $domain = $option{domain} || 'files.storage.example';
  File::Path::make_path("$dir/files/in", "$dir/files/ours", "$dir/files/shut");
  my ($cert, $key) = Collab::Httpd::certificate($dir, $domain);
  open my $users, '>', "$dir/users" or die "$dir/users: $!\n";
  close $users;
  my $self = $class->SUPER::start($dir, port => $option{port}, format => '%U %{Content-Type}i', modules => [qw(authn_core authn_file authz_user auth_basic dav dav_fs socache_shmcb ssl)], config => <<"END");
LimitRequestBody 0
SSLEngine On
SSLCertificateFile "$cert"
SSLCertificateKeyFile "$key"
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
  $self->{domain} = $domain;
  return $self;
}

# Starts two storages, ours and theirs, below $dir. $dir/ca.pem has both certificates.
sub pair {
  my ($class, $dir) = @_;
  my @pair = map { $class->start("$dir/$_", domain => "$_.storage.example") } qw(ours theirs);
  open my $ca, '>', "$dir/ca.pem" or die "$dir/ca.pem: $!\n";
  for my $storage (@pair) { open my $in, '<', $storage->ca or die $storage->ca . ": $!\n"; print {$ca} readline $in }
  close $ca or die "$dir/ca.pem: $!\n";
  return @pair;
}

sub domain { $_[0]{domain} }
sub name   { $_[0]{name} // 'mod_dav' }
sub ca     { "$_[0]{dir}/cert.pem" }
sub path   { my ($self, $name, $folder) = @_; return "$self->{dir}/files/" . ($folder // 'in') . "/$name" }

# The directives that let a server under test call this storage.
sub directives { my ($self) = @_; return "CollabOutboundCA \"@{[ $self->ca ]}\"\nCollabOutboundHost $self->{domain} 127.0.0.1\n" }

# A member's storage configuration that names this storage.
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

sub type {
  my ($self, $name) = @_;
  open my $in, '<', "$self->{dir}/access_log" or die "$self->{dir}/access_log: $!\n";
  my @types = map { m{^/in/\Q$name\E (.*)$} ? $1 : () } <$in>;
  return $types[-1];
}

sub file {
  my ($self, $name, $folder) = @_;
  utf8::encode($name) if utf8::is_utf8($name);
  open my $in, '<:raw', $self->path($name, $folder) or return undef;
  local $/;
  return scalar(<$in>) // '';
}

sub files {
  my ($self) = @_;
  opendir my $dir, "$self->{dir}/files/in" or return;
  return sort grep { !/^\.\.?$|^\.DAV$/ } readdir $dir;
}

# Kills the server and removes mod_dav's unfinished files.
sub kill {
  my ($self) = @_;
  $self->SUPER::kill;
  unlink glob "$self->{dir}/files/in/.davfs*";
}

1;
