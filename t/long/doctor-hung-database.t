# t/long/doctor-hung-database.t: collabctl doctor gives up a check of a silent database after 25 s, and finishes the others
use lib qw(t/lib lab/lib);
use Collab::Doctor;
use Collab::Stack;
use Collab::Test;
use IO::Socket::IP;

my $stack = stack(vacuums => 1);
my $server = $stack->server;
wait_for { nobody->get('/health/ready')->status == 200 } 15, 'readiness';

my $silent = IO::Socket::IP->new(LocalHost => '127.0.0.1', LocalPort => 0, Listen => 16) or die "$@\n";
my $path = "$ENV{COLLAB_TEST_DIR}/main/conf/httpd.conf";
open my $in, '<', $path or die;
my $config = do { local $/; <$in> };
my $port = $silent->sockport;
$config =~ s/^(DBDParams) .*/$1 "host=127.0.0.1 port=$port dbname=collab user=collab_api connect_timeout=60"/m or die $config;
Collab::Stack::write_file($path, $config);

my $report = doctor($server);
my %said;
push @{ $said{ $_->{check} } }, "$_->{status} $_->{text}" for @{ $report->{findings} };
is $report->{exit}, 1;
is_deeply [grep { /not over/ } map { @$_ } values %said], ['failing the check was not over after 25 s'], 'one check does not finish' or diag explain \%said;
like $said{database}[0], qr/not over/, '… the check of the database';
like $said{service}[0], qr/^ok .*answers from 127\.0\.0\.1/, 'the service is checked';
ok $said{outbound} && $said{authorities}, 'outbound connections are checked';

done_testing;
