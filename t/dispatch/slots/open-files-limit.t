# t/dispatch/slots/open-files-limit.t: with a low limit of open files, a dispatcher uses fewer slots and blames no receiver
use strict;
use File::Temp ();
my $httpd;

# Starts httpd with a limit of 256 open files.
BEGIN {
  $httpd = File::Temp->new(TEMPLATE => 'clXXXXXX', DIR => '/tmp', UNLINK => 1);
  print $httpd "#!/bin/sh\nulimit -n 256\nexec ", $ENV{COLLAB_HTTPD} || '/usr/sbin/apache2', " \"\$@\"\n";
  close $httpd;
  chmod 0700, "$httpd";
  $ENV{COLLAB_HTTPD} = "$httpd";
}
use lib qw(t/lib lab/lib);
use Collab::Test;
use Collab::Receiver;
use Collab::Stack;

my $receiver = receiver();
my $stack = stack(extra => "CollabDispatcher On slots=512 per-endpoint=32 company=512 host=512\nCollabWebhookTimeout 100\n");
ok wait_for { $stack->server->log =~ /slots=512: 256 open files are allowed \(ulimit -n\), enough for 96 slots/ } 15, 'the log to say so';

# There are 64 endpoints. The limit of each begins at a quarter of per-endpoint=32: eight transfers. The transfers hang for longer than the test lasts.
my ($x, $y) = (exchange(), exchange());
for my $party ($x->submitter, $x->receiver) { $party->post('/v2/webhooks', { callbackUrl => $receiver->url('hang') })->ok for 1 .. 32 }
$x->submitter->post($x->notes, a_note())->ok for 1 .. 6;
wait_for { owner()->selectrow_array('select count(*) from delivery where claim is not null') == 84 } 20, 'all slots that V2 may have';
my $url = $receiver->url;
$y->submitter->post('/v1/webhooks', { callbackUrl => $url })->ok;
$y->submitter->post($y->notes, a_note())->ok for 1 .. 5;
is scalar($receiver->wait($url, 5, 20)), 5, 'a receiver that answers is called';
wait_for { owner()->selectrow_array('select count(*) from attempt') >= 5 } 20, 'five attempts on record';
is owner()->selectrow_array('select count(*) from attempt where not success'), 0, 'no attempt fails';

done_testing;
