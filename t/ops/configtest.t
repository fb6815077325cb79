# t/ops/configtest.t: a wrong directive does not start a server, and the message names file, line and what is wrong (docs/directives.md)
use lib qw(t/lib lab/lib);
use Collab::Server;
use Collab::Stack;
use Collab::Test;

my $dir = "$ENV{COLLAB_TEST_DIR}/configtest";
my $server = Collab::Server->new($dir, keys => $ENV{COLLAB_TEST_DIR}, api_dsn => 'host=/nowhere dbname=x', dispatch_dsn => 'host=/nowhere dbname=x',
  extra => "Include \"$dir/more.conf\"\n");
Collab::Stack::write_file("$dir/short.key", 'x' x 31);
Collab::Stack::write_file("$dir/bad.key", "1 abc\n");
chmod 0600, "$dir/short.key", "$dir/bad.key";

sub slurp { my ($file) = @_; open my $in, '<:raw', $file or die "$file: $!\n"; local $/; return scalar <$in> }

# What configtest says with these lines, the second of a file of their own.
my $says = sub { Collab::Stack::write_file("$dir/more.conf", "# line 1\n$_[0]\n"); return $server->control('-t') };

my ($status, $said) = $says->('# nothing');
is $status, 0, 'without them all is well' or diag $said;
unlike $said, qr/CB\d|warn|error/i, 'and nothing is said';

for my $case (['CollabTokenKey', 'token.key'], ['CollabSecretsKey', 'secrets.key']) {
  my ($directive, $name) = @$case;
  Collab::Stack::write_file("$dir/$name", slurp("$ENV{COLLAB_TEST_DIR}/$name"));
  for my $mode (0600, 0400, 0640, 0604, 0644, 0700) {
    chmod $mode, "$dir/$name";
    ($status, $said) = $says->("$directive $dir/$name");
    my $what = sprintf '%s, mode %03o', $directive, $mode;
    if (!($mode & 07177)) { is $status, 0, "$what: no mistake" or diag $said; next }
    isnt $status, 0, "$what: refused";
    like $said, qr/more\.conf:2: $directive: \Q$dir\E\/$name: has mode \Q@{[ sprintf '%04o', $mode ]}\E, .*0600 at most/, '… in words';
    isnt +($server->control('-k', 'start'))[0], 0, '… at the start, too';
  }
  chmod 0600, "$dir/$name";
}

my $issuer = 'CollabTrustedIssuer https://id.example api';
Collab::Stack::write_file("$dir/no.jwks", '{"keys":[]}');
Collab::Stack::write_file("$dir/bad.jwks", '{"keys":[{"kty":"RSA","n":"x"');
Collab::Stack::write_file("$dir/octet.jwks", '{"keys":[{"kty":"oct","kid":"1","k":"c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0"}]}');
Collab::Stack::write_file("$dir/private.jwks", '{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"1","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}]}');
Collab::Stack::write_file("$dir/good.jwks", '{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"1","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}');
for my $right ("$issuer $dir/good.jwks user", "$issuer $dir/good.jwks principal refresh=60", "$issuer https://id.example/keys user", "$issuer $dir/good.jwks user\nCollabTrustedIssuer None") {
  ($status, $said) = $says->($right);
  is $status, 0, $right =~ s/\Q$dir\E\///r =~ s/\n/ | /r or diag $said;
}

my @wrong = (
  ['CollabTrustedIssuer', qr/CollabTrustedIssuer: takes/], [$issuer, qr/CollabTrustedIssuer: takes/], ["$issuer $dir/good.jwks", qr/CollabTrustedIssuer: takes/],
  ["$issuer $dir/good.jwks robot", qr/CollabTrustedIssuer: takes/], ["$issuer $dir/good.jwks user refresh=0", qr/CollabTrustedIssuer: takes refresh=/],
  ["$issuer $dir/good.jwks user refresh=soon", qr/CollabTrustedIssuer: takes refresh=/], ["$issuer $dir/good.jwks user leeway=5", qr/CollabTrustedIssuer: takes refresh=/],
  [qq(CollabTrustedIssuer "" api $dir/good.jwks user), qr/CollabTrustedIssuer.*claim/], [qq(CollabTrustedIssuer https://id.example "" $dir/good.jwks user), qr/CollabTrustedIssuer.*claim/],
  ["$issuer $dir/nothing.jwks user", qr/CollabTrustedIssuer.*(No such file|cannot)/], ["$issuer $dir/no.jwks user", qr/CollabTrustedIssuer.*has no keys/],
  ["$issuer $dir/bad.jwks user", qr/CollabTrustedIssuer/], ["$issuer $dir/octet.jwks user", qr/CollabTrustedIssuer.*keys\[0\] is of another kind/],
  ["$issuer $dir/private.jwks user", qr/CollabTrustedIssuer.*keys\[0\] has its private half/], ["$issuer ftp://id.example/keys user", qr/CollabTrustedIssuer.*no https URL/],
  ["CollabOutboundHTTP Off\n$issuer http://id.example/keys user", qr/CollabTrustedIssuer.*must be https/, 3],
  ["$issuer $dir/good.jwks user\n$issuer $dir/good.jwks principal", qr/CollabTrustedIssuer.*twice/, 3],
  ['CollabBaseURL', qr/CollabBaseURL/], ['CollabBaseURL ftp://x.example', qr/CollabBaseURL/], ['CollabBaseURL x', qr/CollabBaseURL/],
  ['CollabBaseURL http://127.0.0.1/elsewhere', qr/Location/],
  ['CollabTokenKey /nowhere/token.key', qr/CollabTokenKey.*(No such file|cannot)/], ["CollabTokenKey $dir/short.key", qr/CollabTokenKey.*32/],
  ['CollabTokenLifetime 0', qr/CollabTokenLifetime/], ['CollabTokenLifetime soon', qr/CollabTokenLifetime/],
  ['CollabSecretsKey /nowhere/secrets.key', qr/CollabSecretsKey/], ["CollabSecretsKey $dir/bad.key", qr/CollabSecretsKey/],
  ['CollabMaxBody 0', qr/CollabMaxBody/], ['CollabMaxBody much', qr/CollabMaxBody/], ['CollabMaxBody -1', qr/CollabMaxBody/],
  ['CollabBodyTimeout 0', qr/CollabBodyTimeout/], ['CollabBodyTimeout 20s', qr/CollabBodyTimeout/],
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
  ['CollabLoginAddressLimit many', qr/CollabLoginAddressLimit: takes a number/], ['CollabLoginAddressLimit 100 0', qr/CollabLoginAddressLimit: takes a window/],
  ['CollabLoginAddressLimit 100 900 10.0.0.0/8', qr/CollabLoginAddressLimit: takes count=.*10\.0\.0\.0/], ['CollabLoginAddressLimit 100 count=home', qr/count=home/],
  ['CollabLoginAddressLimit Off exempt=10.0.0.0/8', qr/CollabLoginAddressLimit/], ['CollabLoginAddressLimit', qr/CollabLoginAddressLimit/],
  ['CollabRateLimit 0', qr/CollabRateLimit/], ['CollabRateLimit 5 0', qr/CollabRateLimit/], ['CollabRateLimit many', qr/CollabRateLimit/], ['CollabRateLimit Off 5', qr/CollabRateLimit/],
  ['CollabDatabaseWait x', qr/CollabDatabaseWait/], ['CollabDatabaseWait -1', qr/CollabDatabaseWait/],
  ['CollabDispatcher Maybe', qr/CollabDispatcher/], ['CollabDispatcher On slots=0', qr/CollabDispatcher.*slots/], ['CollabDispatcher On tolls=1', qr/tolls/],
  ['CollabDispatcher On slots=4 per-endpoint=5', qr/per-endpoint/],
  ["CollabEventLog $dir/no/such/events", qr/CollabEventLog/], ["CollabEventLog $dir", qr/CollabEventLog/], ['CollabEventLog "|/no/such/program"', qr/CollabEventLog.*program/],
  ["CollabDispatcher Off\nCollabEventLog events", qr/CollabEventLog is written by the dispatcher/, 3],
  ["<VirtualHost 127.0.0.1:1>\nCollabEventLog events\n</VirtualHost>", qr/CollabEventLog/, 3],
  ['CollabWebhookRetry V3 1', qr/CollabWebhookRetry/], ['CollabWebhookRetry V2 0', qr/CollabWebhookRetry/], ['CollabWebhookRetry V2 ' . join(' ', 1 .. 17), qr/CollabWebhookRetry.*16/],
  ['CollabSecretOverlap -1', qr/CollabSecretOverlap/], ['CollabSecretOverlap 100 99', qr/CollabSecretOverlap.*longer/], ['CollabSecretOverlap day', qr/CollabSecretOverlap/],
  ['CollabLegacySunset 2027-02-30', qr/CollabLegacySunset/], ['CollabLegacySunset never', qr/CollabLegacySunset/],
  ["<VirtualHost 127.0.0.1:1>\nCollabLegacySunset Off\n</VirtualHost>", qr/CollabLegacySunset/, 3],
  ['CollabWebhookRetryStatus 500', qr/CollabWebhookRetryStatus.*400 to 499/], ['CollabWebhookRetryStatus 408 x', qr/CollabWebhookRetryStatus/],
  ['CollabWebhookRetireGone 0', qr/CollabWebhookRetireGone/], ['CollabWebhookRetireGone often', qr/CollabWebhookRetireGone/], ['CollabSecretHold Perhaps', qr/CollabSecretHold/],
  (map { ["<VirtualHost 127.0.0.1:1>\n$_\n</VirtualHost>", qr/@{[ (split)[0] ]}/, 3] } 'CollabWebhookRetryStatus 408', 'CollabWebhookRetireGone 3', 'CollabSecretHold On'),
  ['CollabWebhookTimeout 0', qr/CollabWebhookTimeout/], ['CollabWebhookTimeout 301', qr/CollabWebhookTimeout/],
  ['CollabWebhookBreaker open', qr/CollabWebhookBreaker/], ['CollabWebhookBreaker hold 0', qr/CollabWebhookBreaker/], ['CollabWebhookBreaker count 5', qr/CollabWebhookBreaker/], ['CollabWebhookBreaker oldest-first', qr/CollabWebhookBreaker/],
  ['CollabWebhookBreaker hold oldest-first 5', qr/CollabWebhookBreaker/],
  ['CollabOutboundAllow 300.0.0.0/8', qr/CollabOutboundAllow/], ['CollabOutboundAllow 10.0.0.0/33', qr/CollabOutboundAllow/], ['CollabOutboundHTTP Perhaps', qr/CollabOutboundHTTP/],
  ['CollabOutboundHost x.example', qr/CollabOutboundHost/], ['CollabOutboundHost x.example here', qr/CollabOutboundHost/],
  (map { ["CollabOutboundProxy $_", qr/CollabOutboundProxy.*http:..host:port/] } qw(proxy.example socks5://proxy.example:1080 http://proxy.example http://proxy.example:3128/path http://proxy.example:99999)),
  ['CollabOutboundCA /nowhere/ca.pem', qr/CollabOutboundCA/], ["CollabOutboundCA $dir/bad.key", qr/CollabOutboundCA/],
  ['CollabMaxAttachment 5', qr/CollabMaxAttachment/], ['CollabMaxAttachment 2G', qr/CollabMaxAttachment/], ['CollabAttachmentSlots 0', qr/CollabAttachmentSlots/],
  (map { ["CollabAttachmentMinRate $_", qr/CollabAttachmentMinRate.*bytes a second/] } '0', '32K', '1073741825', '100 0', '100 3601', '100 1m', 'Off 60'),
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

subtest 'the timers that a test sets' => sub {
  my %fault = ('rescan=0' => 'rescan', 'rescan' => 'rescan', 'nap=100' => 'nap', 'rescan=1s' => 'rescan');
  for my $settings (sort keys %fault) {
    local $server->{timers} = { $settings =~ /^(\w+)(?:=(.*))?/ ? ($1 => $2 // '') : () };
    my ($status, $said) = $says->('# nothing');
    isnt $status, 0, "$settings: no start";
    like $said, qr/COLLAB_TIMERS: "$fault{$settings}" is no timer, or has no length in milliseconds/;
  }
  local $server->{timers} = { rescan => 100, number => 1 };
  is +($says->('# nothing'))[0], 0, 'good ones are taken';
};

done_testing;
