# t/long/drill.t: the short form of the drill fails over to a node whose clock is behind, drains an httpd node, and notices losses
# alone: the drill measures how long a recovery takes
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::File qw(slurp);
use File::Temp ();

-e 'build/obj/drill/fetched' or die "the drill's tools are missing: `make drill-tools` fetches them\n";
my $dir = File::Temp->newdir('clXXXXXX', DIR => '/tmp');
my ($status, $said) = output('drill/drill', '--short', '--report', "$dir/report.json");
# How long a recovery takes depends on the machine, so it is only printed. `make drill` judges it.
my @missed = $said =~ /^FAILED: (.*)$/mg;
diag $_ for @missed;
ok +(!$status || @missed && !grep { !/: no write for / } @missed), 'every other measure holds' or diag $said;
my $report = JSON::XS->new->utf8->decode(slurp("$dir/report.json") || '{}');
is_deeply [map { $_->{name} } @{ $report->{cases} }], [qw(node-kill-1 drain)], 'the report has both cases';
cmp_ok $report->{acknowledged}, '>', 1000, 'over 1,000 writes are acknowledged';
is_deeply [@{$report}{qw(lost twice)}], [0, 0], '… none is lost, and none is made twice';
cmp_ok abs($report->{behind} - 25), '<', 1, "the second data node's clock is 25 s behind";
cmp_ok $report->{deliveries}{new}, '>', 100, 'subscriptions that were made just before a failover to it have events' and is $report->{deliveries}{missing}, 0, '… and get them all';
cmp_ok $report->{control}{lost}, '>', 0, 'with an asynchronous standby, the drill finds lost writes';

done_testing;
