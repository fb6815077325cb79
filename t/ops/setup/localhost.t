# t/ops/setup/localhost.t: subscriptions of http://localhost work with any form of /etc/hosts
# Three forms: only 127.0.0.1; also ::1, as Debian's installer writes it; no such file. Each runs in a mount namespace whose /etc is otherwise
# the machine's.
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Wait qw(output);
use File::Temp ();
use POSIX ();

my @files = qw(t/api/webhooks/manage.t t/dispatch/outbound/oauth2.t);
my %hosts = (
  plain     => "127.0.0.1 localhost\n",
  installer => "127.0.0.1\tlocalhost\n127.0.1.1\tfresh\n\n::1     localhost ip6-localhost ip6-loopback\nff02::1 ip6-allnodes\nff02::2 ip6-allrouters\n",
  none      => undef,
);
my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
for my $form (keys %hosts) {
  mkdir "$dir/$form" or die "$dir/$form: $!\n";
  spill("$dir/$form/hosts", $hosts{$form}) if defined $hosts{$form};
}

# A mount can neither add nor remove a file. So all of /etc is new: links to the old files, and the hosts file of this form.
my $new_etc = 'mkdir -p "$0/etc" && mount --rbind /etc "$0/etc" && mount -t tmpfs -o mode=755 etc /etc && ln -s "$0"/etc/* /etc && rm -f /etc/hosts'
  . ' && { [ ! -e "$0/hosts" ] || cp "$0/hosts" /etc; } && exec "$@"';
my @as_before = ('unshare', '--user', "--map-user=$>", '--map-group=' . (split ' ', $))[0], '--');
sub with_hosts { my ($form, @command) = @_; return output('unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', $new_etc, "$dir/$form", @as_before, @command) }

sub spill { my ($file, $text) = @_; open my $out, '>', $file or die "$file: $!\n"; print $out $text; close $out or die "$file: $!\n" }
sub slurp { my ($file) = @_; open my $in, '<', $file or die "$file: $!\n"; local $/; return scalar <$in> }
sub addresses { my ($said) = @_; my %seen; return grep { !$seen{$_}++ } $said =~ /^(\S+)/mg }

plan(skip_all => 'no mount namespace to be had here') if (with_hosts('plain', 'true'))[0];
my %known = (plain => '127.0.0.1', installer => '::1 127.0.0.1');
is join(' ', addresses((with_hosts($_, 'getent', 'ahosts', 'localhost'))[1])), $known{$_}, "$_: localhost is $known{$_}" for sort keys %known;
isnt((with_hosts('none', 'test', '-e', '/etc/hosts'))[0], 0, 'none: the file does not exist');

# The first test file uses the server that stack() starts here, as in a whole run. The other file starts its own.
my $tests = 'my $stack = stack(); exit scalar grep { system $^X, $_ } @ARGV';
my %pid;
for my $form (sort keys %hosts) {
  next if $pid{$form} = fork // die "fork: $!\n";
  my ($status, $said) = with_hosts($form, $^X, '-Mlib=t/lib,lab/lib', '-MCollab::Stack', '-e', $tests, @files);
  spill("$dir/$form/said", $said);
  POSIX::_exit($status);
}
for my $form (sort keys %hosts) {
  waitpid $pid{$form}, 0;
  my $said = slurp("$dir/$form/said");
  ok $? == 0 && 2 == (() = $said =~ /^1\.\.\d+$/mg), "$form: @files" or diag join "\n", $said =~ /^(.*not ok .*|#.*| +#.*)$/mg;
}

done_testing;
