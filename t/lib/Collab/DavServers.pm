# Storages that are programs of others, over TLS with Basic authentication: lighttpd, nginx's dav module and rclone, beside httpd's mod_dav.
#
#   my @servers = dav_servers($dir);                 each is a Collab::Storage; $dir/ca.pem has all their certificates
#   $server->name                                    mod_dav, lighttpd, nginx, rclone
#   $_->let('CASE-1') for @servers
#   dav_directives($dir, @servers)                   let a server under test call them
#
# `make storages` unpacks them. They run as the test's user, and ->stop ends each by its process id.
package Collab::DavServers;
use strict;
use warnings;
use Cwd ();
use File::Path ();
use Collab::File qw(slurp write_file);
use Collab::Httpd;
use Collab::Port qw(free_port connects);
use Collab::Storage;
use Collab::Wait qw(wait_for background below slay);
use Exporter 'import';
our @EXPORT = qw(dav_servers dav_directives);
our @ISA = ('Collab::Storage');

my $tools = Cwd::cwd() . '/build/obj/storages';

sub dav_servers {
  my ($dir) = @_;
  -e "$tools/fetched" or die "lighttpd, nginx and rclone are missing: `make storages` fetches them from Debian's packages\n";
  my @servers = (Collab::Storage->start("$dir/mod_dav", domain => 'dav.storage.example'), map { __PACKAGE__->begun("$dir/$_", $_) } qw(lighttpd nginx rclone));
  write_file("$dir/ca.pem", map { slurp($_->ca) } @servers);
  return @servers;
}

sub dav_directives { my ($dir, @servers) = @_; return join '', "CollabOutboundCA \"$dir/ca.pem\"\n", map { "CollabOutboundHost @{[ $_->domain ]} 127.0.0.1\n" } @servers }

sub begun {
  my ($class, $dir, $name) = @_;
  File::Path::make_path("$dir/files/in", "$dir/temp");
  write_file("$dir/users");
  my $self = bless { dir => $dir, name => $name, domain => "$name.storage.example", port => free_port(), owner => $$ }, $class;
  my ($cert, $key) = Collab::Httpd::certificate($dir, $self->{domain});
  $self->{pid} = background("$dir/error_log", { LD_LIBRARY_PATH => join ':', glob "$tools/usr/lib/*-linux-gnu" }, $self->$name($cert, $key));
  wait_for { connects($self->{port}) } 20 or die "$name did not start: " . $self->log;
  return $self;
}

# ---------------------------------------------------------------- each returns the command
sub lighttpd {
  my ($self, $cert, $key) = @_;
  my $dir = $self->{dir};
  write_file("$dir/lighttpd.conf", <<"END");
server.modules = ("mod_auth", "mod_authn_file", "mod_webdav", "mod_openssl")
server.document-root = "$dir/files"
server.upload-dirs = ("$dir/temp")
server.bind = "127.0.0.1"
server.port = $self->{port}
ssl.engine = "enable"
ssl.pemfile = "$cert"
ssl.privkey = "$key"
auth.backend = "htpasswd"
auth.backend.htpasswd.userfile = "$dir/users"
auth.require = ("/" => ("method" => "basic", "realm" => "files", "require" => "valid-user"))
webdav.activate = "enable"
END
  return ("$tools/usr/sbin/lighttpd", '-D', '-f', "$dir/lighttpd.conf", '-m', "$tools/usr/lib/lighttpd");
}

sub nginx {
  my ($self, $cert, $key) = @_;
  my $dir = $self->{dir};
  my $temp = join '', map { "  ${_}_temp_path $dir/temp/$_;\n" } qw(client_body proxy fastcgi uwsgi scgi);
  write_file("$dir/nginx.conf", <<"END");
daemon off;
master_process off;
pid $dir/nginx.pid;
error_log $dir/error_log;
events { worker_connections 64; }
http {
$temp  access_log off;
  client_max_body_size 0;
  server {
    listen 127.0.0.1:$self->{port} ssl;
    ssl_certificate $cert;
    ssl_certificate_key $key;
    root $dir/files;
    location / { dav_methods PUT; auth_basic files; auth_basic_user_file $dir/users; }
  }
}
END
  return ("$tools/usr/sbin/nginx", '-e', "$dir/error_log", '-c', "$dir/nginx.conf");
}

sub rclone {
  my ($self, $cert, $key) = @_;
  my $dir = $self->{dir};
  return ("$tools/usr/bin/rclone", 'serve', 'webdav', "$dir/files", '--addr', "127.0.0.1:$self->{port}", '--cert', $cert, '--key', $key,
    '--htpasswd', "$dir/users", '--config', "$dir/rclone.conf", '--dir-cache-time', '0s', '--cache-dir', "$dir/temp");
}

sub stop {
  my ($self) = @_;
  return if $self->{owner} != $$;
  my $pid = delete $self->{pid} or return;
  slay($pid, below($pid));
}

1;
