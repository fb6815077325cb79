# Runs `collabctl doctor` on a test's own server.
#
#   my $report = doctor($server);              options of the command may follow
#   $report->{exit}  ->{status}  ->{findings}: each has check, status, text, remedy
#   names($report, qr/text/)                   the first finding that is not ok and whose line "check: text -> remedy" matches; undef if there
#                                              is none, or if it has no remedy
package Collab::Doctor;
use strict;
use warnings;
use Cwd ();
use JSON::XS ();
use Collab::Wait qw(output);
use Exporter 'import';
our @EXPORT = qw(doctor names);

my $top = Cwd::cwd();

# Writes an apachectl that runs this httpd with its configuration, like an operator's apachectl.
sub control_of {
  my ($server) = @_;
  my $path = "$server->{dir}/apachectl";
  return $path if -e $path;
  open my $out, '>', $path or die "$path: $!\n";
  my $environment = join ' ', map { "$_='$server->{environment}{$_}'" } sort keys %{ $server->{environment} };
  print $out "#!/bin/sh\nexec env $environment $ENV{COLLAB_HTTPD} -d '$server->{dir}' -f '$server->{dir}/conf/httpd.conf' \"\$@\"\n";
  close $out;
  chmod 0755, $path;
  return $path;
}

sub doctor {
  my ($server, @options) = @_;
  local %ENV = %ENV;
  delete @ENV{qw(COLLAB_DSN COLLAB_SECRETS_KEY)};      # doctor works without them
  my ($exit, $said) = output("$top/collabctl", 'doctor', '--json', '--httpd', control_of($server), @options);
  my $report = eval { JSON::XS->new->utf8->decode($said =~ s/^WARN[^{\n]*\n//mgr) } or die "collabctl doctor: exit status $exit: $said\n";
  return { %$report, exit => $exit };
}

sub names {
  my ($report, $like) = @_;
  my ($finding) = grep { $_->{status} ne 'ok' && "$_->{check}: $_->{text} -> @{[ $_->{remedy} // '' ]}" =~ $like } @{ $report->{findings} };
  return $finding && length($finding->{remedy} // '') ? $finding : undef;
}

1;
