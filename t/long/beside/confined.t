# t/long/beside/confined.t: CollabServe confines the interface to one virtual host, with dispatcher, keys and log lines
use lib qw(t/lib lab/lib);
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;

my ($customer, $exchange) = map { Collab::Server::free_port() } 1, 2;
my $location = "<Location \"/\">\n  SetHandler collab\n  LimitRequestBody 0\n</Location>";
my $pages = join '', map { "<Location \"/the-$_\">\n  SetHandler collab-$_\n  Require all granted\n</Location>\n" } qw(status metrics);
my $stack = stack(orderly => 1, extra => join '', $pages, "Listen 127.0.0.1:$customer\nListen 127.0.0.1:$exchange\n",
  "<VirtualHost 127.0.0.1:$customer>\nServerName customer.test\n</VirtualHost>\n",
  "<VirtualHost 127.0.0.1:$exchange>\nServerName exchange.test\nErrorLog exchange_log\n<IfDirective CollabServe>\nCollabServe On\n</IfDirective>\n</VirtualHost>\n");
my $server = $stack->server;
my ($elsewhere, $there) = map { "http://127.0.0.1:$_" } $customer, $exchange;
my $user = user(company())->at($there);

$user->get('/v1/me')->ok;
my $subscription = $user->post('/v2/webhooks', { callbackUrl => 'http://127.0.0.1:9/nobody' })->ok;
for my $at ($elsewhere, $server->url) {
  my $answer = nobody()->at($at)->get('/v1/me');
  is $answer->status, 404, "$at: the base path is 404";
  is nobody()->at($at)->get('/health/ready')->status, 404, '… health checks, too';
  is nobody()->at($at)->get('/docs')->status, 404, '… and the pages';
  is nobody()->at($at)->get($_)->status, 404, "… and $_, though its section is there" for '/the-status', '/the-metrics';
}
is nobody()->at($there)->get('/health/live')->status, 200, 'where it is served, the health check answers';
is nobody()->at($there)->get('/docs')->status, 200, '… and /docs';
ok +(wait_for { $server->dispatcher } 20), 'the dispatcher runs, though the main server does not serve';
like Collab::File::slurp("$server->{dir}/exchange_log"), qr/CB0632: dispatcher ready/, '… and logs to the serving host';
my $status = nobody()->at($there)->get('/the-status?json')->json;
like $status->{servedBy}, qr/^exchange\.test \(.*:\d+\)$/, 'the status page names the serving host';
like join(' ', @{ $status->{reached} }), qr/at 127\.0\.0\.1:$exchange, a request whose Host is an address reaches exchange\.test/, '… and whom an address reaches';
unlike join(' ', @{ $status->{reached} }), qr/customer/, '… but not other applications\' hosts';

done_testing;
