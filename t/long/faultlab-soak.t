# t/long/faultlab-soak.t: collabctl faultlab passes as a soak test, and on a named database
use lib qw(t/lib lab/lib);
use Collab::FaultLab;
use Collab::Postgres;
use Collab::Test;
use File::Temp ();

my $dir = File::Temp->newdir('clXXXXXX', DIR => '/tmp');

subtest 'a soak run, shortened, measures growth' => sub {
  my ($status, $said, $report) = lab('--soak', 1, '--duration', 24, '--rate', 30);
  is_deeply [grep { !/^not flat/ } @{ $report->{wrong} }], [], 'nothing is wrong (24 s are too short to judge growth)' or diag $said;
  cmp_ok scalar @{ $report->{samples} }, '>=', 4, 'it takes at least one sample per quarter';
  is_deeply [sort keys %{ $report->{flat} }], [qw(deliveryDead dispatcher lag liveSize outboxDead waiting worker)], 'it judges these figures';
  cmp_ok $report->{flat}{dispatcher}{last}, '>', 1000, 'a dispatcher has more than 1,000 KiB';
  like $said, qr/^memory of dispatchers, KiB .* (?:flat|NOT FLAT)$/m;
};

subtest 'a named empty database is used and left empty' => sub {
  my $pg = Collab::Postgres->start("$dir");
  my ($status, $said, $report) = lab('--dsn', $pg->dsn('collab_owner'), '--duration', 10, '--faults', 4, '--rate', 20);
  is $status, 0, 'it passes without the faults that need a cluster of its own' or diag $said;
  like $said, qr/left out: $_/, $_ for qw(disk-full backends-ended);
  is $pg->dbh->selectrow_array(q(select count(*) from pg_namespace where nspname = 'collab')), 0, 'the database is empty again';
};

done_testing;
