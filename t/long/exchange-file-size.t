# t/long/exchange-file-size.t: collabctl exchange apply makes 1,000 companies with 5,000 users in 30 seconds
# alone: measures time
use lib qw(t/lib lab/lib);
use Collab::Stack;
use Collab::Test;
use File::Temp ();
use JSON::XS ();
use Time::HiRes qw(time);

my $dir = File::Temp::tempdir('coXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $pg = Collab::Stack::migrated($dir);
local $ENV{COLLAB_DSN} = $pg->dsn('collab_owner');

my @words = do { open my $in, '<', 'mod_collab/auth/common_passwords.list' or die "$!\n"; grep { /\A[a-z]{3,}\Z/ } map { chomp; $_ } <$in> };
srand 7;
sub words { my ($count) = @_; return join ' ', map { $words[rand @words] } 1 .. $count }
my @companies = map {
  my $domain = "company$_.example";
  { domain => $domain, name => "Company $_ " . words(1), description => words(25), tags => [map { words(1) } 1 .. 4], communities => ['Circle ' . $_ % 10],
    departments => [map { { name => "Desk $_", description => words(8) } } 1 .. 2],
    users => [map { { username => "user$_\@$domain", firstName => words(1), lastName => words(1), phone => "555 $_", city => words(1) } } 1 .. 5],
    forms => [{ name => 'Support', contact => { name => 'Desk', email => "desk\@$domain" }, fields => [map { { section => 'PROBLEM_SECTION', label => "Field $_", type => 'STRING' } } 1 .. 5] }] }
} 1 .. 1000;
Collab::Stack::write_file("$dir/file", JSON::XS->new->utf8->encode({ format => 1, communities => [map { { name => "Circle $_" } } 0 .. 9], companies => \@companies }));

sub timed { my ($expected, @words) = @_; my $begun = time; my ($status, $said) = output('./collabctl', 'exchange', @words); my $took = time - $begun; is $status, 0, "@words" or diag $said; like $said, $expected; note sprintf '%.1f s: %s', $took, "@words"; return $took }

cmp_ok timed(qr/^made 9010 changes$/m, 'apply', "$dir/file"), '<', 30, 'seconds';
cmp_ok timed(qr/\Anothing to do/, 'apply', "$dir/file"), '<', 15, 'seconds, to find that nothing changes';
timed(qr/^wrote 10 communities and 1000 companies/, 'export', "$dir/exported");
timed(qr/\Anothing to do/, 'apply', "$dir/exported", '--prune');

$pg->stop;
done_testing;
