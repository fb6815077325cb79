# t/ops/setup/systemd.t: systemd accepts every line of conf/systemd/apache2.conf, which lowers the exposure score below 5
# The test uses systemd-analyze, which needs no running systemd.
use lib qw(t/lib lab/lib);
use Collab::File qw(slurp write_file);
use Collab::Test;
use File::Temp qw(tempdir);

my ($status, $said) = output('systemd-analyze', '--version');
plan skip_all => 'no systemd-analyze' if $status;
my $dir = tempdir('clsyXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $debian = "[Unit]\nDescription=The Apache HTTP Server\n[Service]\nType=forking\nExecStart=/bin/true\nPrivateTmp=true\n";
my $drop_in = slurp('conf/systemd/apache2.conf');
sub exposure {
  my ($text) = @_;
  write_file("$dir/apache2.service", $text);
  my (undef, $table) = output('systemd-analyze', 'security', '--offline=true', '--no-pager', "$dir/apache2.service");
  return $table =~ /Overall exposure level for apache2\.service: ([\d.]+)/ ? $1 : diag $table;
}

my ($before, $after) = (exposure($debian), exposure($debian . $drop_in));
cmp_ok $before, '>', 9, "exposure without it: $before";
cmp_ok $after, '<', 5, "exposure with it: $after";

($status, $said) = output('systemd-analyze', 'verify', '--man=no', "$dir/apache2.service");
unlike $said, qr{\Q$dir\E/apache2\.service:\d+:}, 'systemd accepts every line' or diag $said;
like slurp('docs/profiles.md'), qr{conf/systemd/apache2\.conf}, 'docs/profiles.md names it';

done_testing;
