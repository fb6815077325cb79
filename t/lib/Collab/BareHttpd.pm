# A minimal httpd configuration that loads this tree's module and has no exchange yet.
#
#   bare_conf($root, $port)        the text of httpd.conf
package Collab::BareHttpd;
use strict;
use warnings;
use Cwd qw(cwd);
use Exporter 'import';
our @EXPORT = qw(bare_conf);

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

1;
