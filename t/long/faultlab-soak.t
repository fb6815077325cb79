# t/long/faultlab-soak.t: the fault lab (collabctl faultlab) as a soak test, and on a named database
use lib qw(t/lib lab/lib);
use Collab::FaultLab;
use Collab::Postgres;
use Collab::Test;
use File::Temp ();

my $dir = File::Temp->newdir('clXXXXXX', DIR => '/tmp');

subtest 'a long run, made short' => sub {
  my ($status, $said, $report) = lab('--soak', 1, '--duration', 12, '--rate', 30);
  is_deeply [grep { !/^not flat/ } @{ $report->{wrong} }], [], 'nothing is wrong; seconds do not tell whether anything grows' or diag $said;
  cmp_ok scalar @{ $report->{samples} }, '>=', 4, 'it took samples, one for each quarter at least';
  is_deeply [sort keys %{ $report->{flat} }], [qw(deliveryDead dispatcher lag liveSize outboxDead waiting worker)], 'of these';
  cmp_ok $report->{flat}{dispatcher}{last}, '>', 1000, 'and they are figures';
  like $said, qr/^memory of dispatchers, KiB .* (?:flat|NOT FLAT)$/m;
};

subtest 'an empty database that is named' => sub {
  my $pg = Collab::Postgres->start("$dir");
  my ($status, $said, $report) = lab('--dsn', $pg->dsn('collab_owner'), '--duration', 10, '--faults', 4, '--rate', 20);
  is $status, 0, 'it passes without the faults that want a cluster' or diag $said;
  like $said, qr/left out: $_/, $_ for qw(disk-full backends-ended);
  is $pg->dbh->selectrow_array(q(select count(*) from pg_namespace where nspname = 'collab')), 0, 'and is empty again';
};

done_testing;
