# Makes the configuration of the servers under test from lab/httpd.conf.in, by Apache::TestConfig; the names of what differs between servers
# stay between at signs.
package Collab::Template;
use strict;
use warnings;
use Apache::TestConfig ();
use File::Temp ();
use Collab::File qw(slurp write_file);

my $modules;
{
  # Apache::TestConfig's own function looks up localhost, even at the end of the process, and warns on a machine without /etc/hosts.
  no warnings 'redefine';
  *Apache::TestConfig::our_remote_addr = sub { return '127.0.0.1' };
  # Its own function runs apxs for each of these, which costs half a second of processor time.
  my %known = (BINDIR => '/usr/bin', SBINDIR => '/usr/sbin', TARGET => 'apache2', SYSCONFDIR => '/etc/apache2');
  *Apache::TestConfig::apxs = sub { my (undef, $name) = @_; return $name eq 'LIBEXECDIR' ? $modules : $known{$name} };
}

# $in: the file with the names; $httpd: the program; $in_modules: the folder of its modules. Returns the text.
sub of {
  my ($in, $httpd, $in_modules) = @_;
  $modules = $in_modules;
  my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
  mkdir "$dir/$_" or die "$dir/$_: $!\n" for qw(conf htdocs);
  write_file("$dir/conf/httpd.conf.in", slurp($in) || die "$in: $!\n");
  write_file("$dir/conf/none.conf");
  local $ENV{APACHE_TEST_NO_STICKY_PREFERENCES} = 1;
  quietly(sub {
    my %same = map { $_ => "\@$_\@" } qw(so keys extra body_timeout api_dsn dispatch_dsn);
    my $config = Apache::TestConfig->new({
      %same, t_dir => $dir, serverroot => $dir, t_conf => "$dir/conf", t_conf_file => "$dir/conf/httpd.conf", t_logs => $dir, t_state => $dir,
      httpd => $httpd, httpd_conf => "$dir/conf/none.conf", port => 1, servername => '127.0.0.1', remote_addr => '127.0.0.1', modules => $modules,
    });
    $config->{vars}{port} = '@port@';
    $config->httpd_config;
    $config->generate_httpd_conf;
  });
  return slurp("$dir/conf/httpd.conf") =~ s/\Q$dir\E/\@serverroot\@/gr;
}

# Runs a function with its output discarded: Apache::TestConfig prints to standard output, which is TAP, and lets httpd write to
# standard error.
sub quietly {
  my ($do) = @_;
  open my $out, '>&', \*STDOUT or die;
  open my $err, '>&', \*STDERR or die;
  open STDOUT, '>', '/dev/null' or die;
  open STDERR, '>', '/dev/null' or die;
  my $fine = eval { $do->(); 1 };
  my $error = $@;
  open STDOUT, '>&', $out or die;
  open STDERR, '>&', $err or die;
  die $error unless $fine;
}

1;
