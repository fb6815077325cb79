# t/dispatch/outbound/forward-proxy-name.t: a name server that does not answer for CollabOutboundProxy's name costs no attempt
# This fault counts as a failure of the proxy, as when the proxy is down (forward-proxy.t).
use lib qw(t/lib lab/lib);
use Collab::Resolver;
use Collab::Httpd;
use Collab::Postponed;
use Collab::Receiver;
use Collab::Stack;
use Collab::Test;
use File::Temp ();

address(my $near = '203.0.113.7');
my $dir = File::Temp::tempdir('clXXXXXX', DIR => '/tmp', CLEANUP => 1);
my $names = resolver('proxy.example' => '127.0.0.1');
my $receiver = receiver(address => $near);
my $proxy = Collab::Httpd->start("$dir/proxy", modules => [qw(proxy proxy_connect)], config => "ProxyRequests On\nAllowCONNECT 1-65535\n");
my $stack = stack(extra => "CollabOutboundProxy http://proxy.example:@{[ $proxy->port ]}\nCollabOutboundAllow 203.0.113.0/24\n"
    . "CollabWebhookRetry V2 600 600\nCollabWebhookTimeout 2\n");
my $s = subscribed($receiver->url);
$names->mute;
speak($s);
ok postponed($s), 'no attempt is used up';
like $stack->server->log, qr/CB0655: alarm: the proxy of CollabOutboundProxy: .*; deliveries wait for it/, 'the error log names the fault';
$names->talk;
ok delivered($s), 'it is delivered at its first attempt';

done_testing;
