# t/ops/configtest.t: a wrong directive does not start a server, and the message names file, line and what is wrong (docs/directives.md)
use lib 't/lib';
use Collab::Server;
use Collab::Stack;
use Collab::Test;

my $dir = "$ENV{COLLAB_TEST_DIR}/configtest";
my $server = Collab::Server->new($dir, keys => $ENV{COLLAB_TEST_DIR}, api_dsn => 'host=/nowhere dbname=x', dispatch_dsn => 'host=/nowhere dbname=x',
  extra => "Include \"$dir/more.conf\"\n");
Collab::Stack::write_file("$dir/short.key", 'x' x 31);
Collab::Stack::write_file("$dir/bad.key", "1 abc\n");

# What configtest says with these lines, the second of a file of their own.
my $says = sub { Collab::Stack::write_file("$dir/more.conf", "# line 1\n$_[0]\n"); return $server->control('-t') };

my ($status, $said) = $says->('# nothing');
is $status, 0, 'without them all is well' or diag $said;
unlike $said, qr/CB\d|warn|error/i, 'and nothing is said';

my @wrong = (
  ['CollabBaseURL', qr/CollabBaseURL/], ['CollabBaseURL ftp://x.example', qr/CollabBaseURL/], ['CollabBaseURL x', qr/CollabBaseURL/],
  ['CollabBaseURL http://127.0.0.1/elsewhere', qr/Location/],
  ['CollabTokenKey /nowhere/token.key', qr/CollabTokenKey.*(No such file|cannot)/], ["CollabTokenKey $dir/short.key", qr/CollabTokenKey.*32/],
  ['CollabTokenLifetime 0', qr/CollabTokenLifetime/], ['CollabTokenLifetime soon', qr/CollabTokenLifetime/],
  ['CollabSecretsKey /nowhere/secrets.key', qr/CollabSecretsKey/], ["CollabSecretsKey $dir/bad.key", qr/CollabSecretsKey/],
  ['CollabMaxBody 0', qr/CollabMaxBody/], ['CollabMaxBody much', qr/CollabMaxBody/], ['CollabMaxBody -1', qr/CollabMaxBody/],
  ['CollabResponseHours URGENT=1', qr/CollabResponseHours/], ['CollabResponseHours HIGH=0', qr/CollabResponseHours/], ['CollabResponseHours HIGH', qr/CollabResponseHours/],
  ['CollabAutoClose 0', qr/CollabAutoClose/], ['CollabAutoClose soon', qr/CollabAutoClose/],
  ["<VirtualHost 127.0.0.1:1>\nCollabAutoClose 9\n</VirtualHost>", qr/CollabAutoClose/, 3],
  ['CollabDutyInterval soon', qr/CollabDutyInterval/], ['CollabDutyInterval 10ms', qr/50ms/],
  ['CollabRetention 30', qr/CollabRetention/], ['CollabRetention attempts=0', qr/CollabRetention/], ['CollabRetention rows=3', qr/rows/],
  ['CollabRetention attempts=30 events=29', qr/CollabRetention: events must/], ['CollabRetention attempts=Off', qr/CollabRetention: events must/],
  ["CollabRetention attempts=1\nCollabWebhookRetry V2 86400 1", qr/CollabRetention: attempts=1 is shorter/],
  ['CollabHorizonAlarm 0', qr/CollabHorizonAlarm/], ['CollabHorizonAlarm never', qr/CollabHorizonAlarm/],
  ["<VirtualHost 127.0.0.1:1>\nCollabRetention events=99\n</VirtualHost>", qr/CollabRetention/, 3],
  ['CollabSubscriptionLimit -1', qr/CollabSubscriptionLimit/], ['CollabSubscriptionLimit x', qr/CollabSubscriptionLimit/],
  ['CollabLoginLimit x 900', qr/CollabLoginLimit/], ['CollabLoginLimit 10 0', qr/CollabLoginLimit/],
  ['CollabDatabaseWait x', qr/CollabDatabaseWait/], ['CollabDatabaseWait -1', qr/CollabDatabaseWait/],
  ['CollabDispatcher Maybe', qr/CollabDispatcher/], ['CollabDispatcher On slots=0', qr/CollabDispatcher.*slots/], ['CollabDispatcher On tolls=1', qr/tolls/],
  ['CollabDispatcher On slots=4 per-endpoint=5', qr/per-endpoint/],
  ['CollabWebhookRetry V3 1', qr/CollabWebhookRetry/], ['CollabWebhookRetry V2 0', qr/CollabWebhookRetry/], ['CollabWebhookRetry V2 ' . join(' ', 1 .. 17), qr/CollabWebhookRetry.*16/],
  ['CollabSecretOverlap -1', qr/CollabSecretOverlap/], ['CollabSecretOverlap 100 99', qr/CollabSecretOverlap.*longer/], ['CollabSecretOverlap day', qr/CollabSecretOverlap/],
  ['CollabLegacySunset 2027-02-30', qr/CollabLegacySunset/], ['CollabLegacySunset never', qr/CollabLegacySunset/],
  ["<VirtualHost 127.0.0.1:1>\nCollabLegacySunset Off\n</VirtualHost>", qr/CollabLegacySunset/, 3],
  ['CollabWebhookRetryStatus 500', qr/CollabWebhookRetryStatus.*400 to 499/], ['CollabWebhookRetryStatus 408 x', qr/CollabWebhookRetryStatus/],
  ['CollabWebhookRetireGone 0', qr/CollabWebhookRetireGone/], ['CollabWebhookRetireGone often', qr/CollabWebhookRetireGone/], ['CollabSecretHold Perhaps', qr/CollabSecretHold/],
  (map { ["<VirtualHost 127.0.0.1:1>\n$_\n</VirtualHost>", qr/@{[ (split)[0] ]}/, 3] } 'CollabWebhookRetryStatus 408', 'CollabWebhookRetireGone 3', 'CollabSecretHold On'),
  ['CollabWebhookTimeout 0', qr/CollabWebhookTimeout/], ['CollabWebhookTimeout 301', qr/CollabWebhookTimeout/],
  ['CollabWebhookBreaker open', qr/CollabWebhookBreaker/], ['CollabWebhookBreaker hold 0', qr/CollabWebhookBreaker/], ['CollabWebhookBreaker count 5', qr/CollabWebhookBreaker/],
  ['CollabOutboundAllow 300.0.0.0/8', qr/CollabOutboundAllow/], ['CollabOutboundAllow 10.0.0.0/33', qr/CollabOutboundAllow/], ['CollabOutboundHTTP Perhaps', qr/CollabOutboundHTTP/],
  ['CollabOutboundHost x.example', qr/CollabOutboundHost/], ['CollabOutboundHost x.example here', qr/CollabOutboundHost/],
  ['CollabOutboundCA /nowhere/ca.pem', qr/CollabOutboundCA/], ["CollabOutboundCA $dir/bad.key", qr/CollabOutboundCA/],
  ['CollabMaxAttachment 5', qr/CollabMaxAttachment/], ['CollabMaxAttachment 2G', qr/CollabMaxAttachment/], ['CollabAttachmentSlots 0', qr/CollabAttachmentSlots/],
  ['CollabAttachmentTimeout 0', qr/CollabAttachmentTimeout/], ["<VirtualHost 127.0.0.1:1>\nCollabAttachmentSlots 2\n</VirtualHost>", qr/CollabAttachmentSlots/, 3],
  ['CollabNothing 1', qr/CollabNothing/], ["<VirtualHost 127.0.0.1:1>\nCollabDispatcher Off\n</VirtualHost>", qr/CollabDispatcher/, 3],
  ["<Directory />\nCollabServiceName x\n</Directory>", qr/CollabServiceName/, 3],
);
for my $case (@wrong) {
  my ($lines, $names, $line) = @$case;
  my $what = $lines =~ s/\n/ | /gr =~ s/\Q$dir\E\///r;
  ($status, $said) = $says->($lines);
  isnt $status, 0, "refused: $what";
  like $said, $names, "$what: says what";
  $line //= 2;
  like $said, qr/line $line of \Q$dir\E\/more\.conf|\Q$dir\E\/more\.conf:$line\b/, "$what: says where" unless $what =~ /elsewhere/;
  unlike $said, qr/xxxxxxx|1 abc/, "$what: shows no key";
}

done_testing;
