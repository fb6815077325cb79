# A minimal httpd and an empty PostgreSQL, for tests of collabctl setup. The httpd loads this tree's module and has no exchange yet.
#
#   bare_conf($root, $port)        the text of httpd.conf
#   bare_httpd($root)              {root, port, conf, ctl}; ctl is its apachectl
#   empty_cluster($dir, $port)     a cluster in $dir that lets in only its superuser; with a port, also by TCP
package Collab::BareHttpd;
use strict;
use warnings;
use Collab::File qw(write_file);
use Collab::Postgres;
use Collab::Server;
use Cwd qw(cwd);
use Exporter 'import';
use File::Path qw(make_path);
our @EXPORT = qw(bare_conf bare_httpd empty_cluster);

sub bare_conf {
  my ($root, $port) = @_;
  my $modules = $ENV{COLLAB_LIBEXECDIR} || '/usr/lib/apache2/modules';
  return <<"END";
ServerRoot "$root"
ServerName 127.0.0.1
Listen 127.0.0.1:$port
PidFile httpd.pid
DefaultRuntimeDir "$root"
ErrorLog error_log
LoadModule mpm_event_module $modules/mod_mpm_event.so
LoadModule authz_core_module $modules/mod_authz_core.so
LoadModule collab_module "${\cwd}/mod_collab.so"
END
}

# A bare httpd with its own configuration, to which its apachectl script points.
sub bare_httpd {
  my ($root) = @_;
  make_path("$root/conf");
  my $self = { root => $root, port => Collab::Server::free_port(), conf => "$root/conf/httpd.conf", ctl => "$root/apachectl" };
  write_file($self->{conf}, bare_conf($root, $self->{port}));
  my $httpd = $ENV{COLLAB_HTTPD} || '/usr/sbin/apache2';
  my $environment = join '', map { "export $_='" . Collab::Server::environment()->{$_} . "'\n" } keys %{ Collab::Server::environment() };
  write_file($self->{ctl}, "#!/bin/sh\n${environment}exec '$httpd' -d '$root' -f '$self->{conf}' \"\$@\"\n");
  chmod 0755, $self->{ctl};
  return $self;
}

sub empty_cluster {
  my ($dir, $port) = @_;
  make_path($dir);
  local $ENV{PGPORT} = $port || 5432;
  my @conf = $port ? ("listen_addresses = '127.0.0.1'", "port = $port") : ();
  my $pg = Collab::Postgres->start($dir, template => '', conf => join "\n", @conf);
  my $admin = $pg->admin('postgres');
  $admin->do($_) for 'drop database collab', 'drop owned by collab_owner', 'drop role collab_owner', q(alter role postgres password 'hush-hush');
  write_file("$pg->{dir}/pg_hba.conf", "local all postgres trust\nlocal all all reject\nhost all nobody 127.0.0.1/32 reject\nhost all all 127.0.0.1/32 scram-sha-256\n");
  $admin->do('select pg_reload_conf()');
  $admin->disconnect;
  return $pg;
}

1;
