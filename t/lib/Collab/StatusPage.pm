# The status page of a test's own server, at /the-status, allowed for local clients.
#
#   my $stack = stack(extra => "CollabDutyInterval 100ms\n" . status_page());     the directives for it
#   fetched($path, $type)         checks the page's status and type, and returns its text
#   status()                      the parsed /the-status?json
package Collab::StatusPage;
use strict;
use warnings;
use JSON::XS ();
use Collab::Test;
use Exporter 'import';
our @EXPORT = qw(status_page fetched status);

sub status_page {
  my $modules = $ENV{COLLAB_LIBEXECDIR} || '/usr/lib/apache2/modules';
  return <<"END";
LoadModule authz_host_module $modules/mod_authz_host.so
<Location "/the-status">
  SetHandler collab-status
  Require local
</Location>
END
}

sub fetched {
  my ($path, $type) = @_;
  my $answer = nobody->get($path);
  is $answer->status, 200, "$path answers 200";
  is $answer->header('Content-Type'), $type, "$path has the type $type";
  return $answer->text;
}

sub status { return JSON::XS->new->utf8->decode(nobody->get('/the-status?json')->text) }

1;
