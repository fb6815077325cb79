# t/ops/health/certificate.t: a certificate of the base URL that expires within 14 days raises an alarm
use lib qw(t/lib lab/lib);
use Collab::Httpd;
use Collab::Judgement;
use Collab::Stack;
use Collab::Test;

my $stack = judged();
my $dir = $ENV{COLLAB_TEST_DIR};
my ($cert, $key) = Collab::Httpd::certificate("$dir/tls", '127.0.0.1', 9.5);
my $front = Collab::Httpd->start("$dir/front", modules => [qw(ssl socache_shmcb)], config => "SSLEngine On\nSSLCertificateFile $cert\nSSLCertificateKeyFile $key\n");
my $port = $front->port;

# A node whose base URL leads to another server, which terminates TLS.
my $node = Collab::Server->new("$dir/node", judging(timers => { certificate => 500 }), database => $stack->pg, keys => $dir);
my $path = "$dir/node/conf/httpd.conf";
Collab::Stack::write_file($path, Collab::Httpd::slurp($path) =~ s{^(CollabBaseURL) http:.*}{$1 https://127.0.0.1:$port}mr);
push @{ $stack->{others} }, $node->start;

sub renewed { my ($days) = @_; Collab::Httpd::sign("$dir/tls", 'cert', $days); $front->graceful }

told('certificate', qr{the certificate of https://127\.0\.0\.1:$port expires in 9 days, on \d{4}-\d\d-\d\d}, at => $node, health => 'attention');
my ($until) = nobody->at($node)->get('/the-metrics')->text =~ /^collab_certificate_expiry_timestamp_seconds ([\d.e+]+)$/m;
cmp_ok abs($until - time - 9.5 * 86400), '<', 600, 'the metric has the expiry';

my ($watcher) = $node->processes('collab-watch');
$node->graceful;
ok +(wait_for { my @now = $node->processes('collab-watch'); @now == 1 && $now[0] != $watcher } 20), 'a graceful restart starts another watcher';
ok +(holds_for { problem('certificate', $node) } 2), 'the alarm stays';
is scalar(() = $node->log =~ /CB0701: alarm certificate/g), 1, 'it is not logged again';

renewed(15);
over($node);
renewed(-1);
told('certificate', qr{the certificate of https://127\.0\.0\.1:$port has expired on \d{4}-\d\d-\d\d}, at => $node);
$front->stop;
ok +(holds_for { problem('certificate', $node) } 2), 'the alarm stays while the server does not answer';
is reasons(), '', 'a node without https has no such alarm';

done_testing;
