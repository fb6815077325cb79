# t/ops/setup/configtest-combinations.t: configtest finds faults of directives that do not fit together
# The faults are in sections, in connection strings, in files that httpd must read, and in virtual hosts that differ (docs/directives.md, "What
# configtest finds").
use lib qw(t/lib lab/lib);
use Collab::Server;
use Collab::Stack;
use Collab::Test;

my $dir = "$ENV{COLLAB_TEST_DIR}/configtest-whole";
my $server = Collab::Server->new($dir, keys => $ENV{COLLAB_TEST_DIR}, api_dsn => 'host=/nowhere dbname=x user=collab_api', dispatch_dsn => 'host=/nowhere dbname=x user=collab_dispatch');
my $path = "$dir/conf/httpd.conf";
my $usual = do { open my $in, '<', $path or die "$path: $!\n"; local $/; <$in> };
my $me = getpwuid $>;

# Runs configtest on the usual configuration with this change.
sub says {
  my ($change) = @_;
  local $_ = $usual;
  $change->();
  isnt $_, $usual, 'the case changes the configuration';
  Collab::Stack::write_file($path, $_);
  return $server->control('-t');
}

sub line_of { my ($like) = @_; for my $text ($usual, Collab::Server::slurp($path)) { my @lines = split /\n/, $text; for (1 .. @lines) { return $_ if $lines[$_ - 1] =~ $like } } }

my ($status, $said) = says(sub { $_ .= "# nothing\n" });
is $status, 0, 'the usual configuration is right' or diag $said;
unlike $said, qr/CB\d/, 'it gives no message';

Collab::Stack::write_file("$dir/pgpass", "*:*:*:*:secret\n");
Collab::Stack::write_file("$dir/open.pgpass", "*:*:*:*:secret\n");
Collab::Stack::write_file("$dir/closed.pgpass", "*:*:*:*:secret\n");
chmod 0600, "$dir/pgpass";
chmod 0644, "$dir/open.pgpass";
chmod 0000, "$dir/closed.pgpass";
my $handler = qr{<Location "/">\s+SetHandler collab\s+LimitRequestBody 0\s+</Location>};
my $host = sub { my ($lines) = @_; return "<VirtualHost 127.0.0.1:1>\n$lines\n</VirtualHost>\n" };

my $named = sub { my ($lines) = @_; return $host->("ServerName 127.0.0.1\n$lines") };
my $modules = join '', map { "LoadModule ${_}_module \"$ENV{COLLAB_LIBEXECDIR}/mod_$_.so\"\n" } qw(authn_core authn_dbd authz_dbd rewrite);

my @mistakes = (
  ['no handler',                 sub { s/SetHandler collab$/SetHandler server-info/m }, qr/CollabBaseURL: nothing is served: <Location "\/"> needs SetHandler collab/, qr/^CollabBaseURL/],
  ['no section',                 sub { s/$handler// }, qr/nothing is served/, qr/^CollabBaseURL/],
  ['a base path that no Location serves', sub { s{<Location "/">}{<Location "/v1">} }, qr/CollabBaseURL: no <Location "\/"> has SetHandler collab/, qr/^CollabBaseURL/],
  ['another base path',          sub { s{^(CollabBaseURL \S+)}{$1/exchange}m }, qr/<Location "\/"> with SetHandler collab is not where CollabBaseURL .* points: "\/exchange"/, qr/^<Location/],
  ['a virtual host without one', sub { s/$handler//; $_ .= $host->("<Location \"/\">\nSetHandler collab\nLimitRequestBody 0\n</Location>\nCollabBaseURL http://127.0.0.1:1") }, qr/nothing is served/, qr/^CollabBaseURL/],
  ['a section in a host that does not serve', sub { s/$handler//; $_ .= $host->("<Location \"/\">\nSetHandler collab\nLimitRequestBody 0\n</Location>") . $host->("ServerName x.test\nCollabServe On") }, qr/nothing is served: <Location/],
  ['TLS required of http',       sub { s/^(CollabBaseURL .*)/$1\nCollabRequireTLS On/m }, qr/CollabRequireTLS is On, and CollabBaseURL \(http:.* is http/, qr/^CollabBaseURL/, 1],
  ['a small LimitRequestBody',   sub { s/LimitRequestBody 0/LimitRequestBody 2147483647/ }, qr/LimitRequestBody 2147483647 is below CollabMaxAttachment \(2147483648\)/, qr/LimitRequestBody/],
  ['… above',                    sub { s/LimitRequestBody 0//; s/^(CollabBaseURL)/LimitRequestBody 5000\n$1/m }, qr/LimitRequestBody 5000 is below/, qr/^CollabBaseURL/],
  ['… in a later section of the host', sub { $_ .= $named->("<Location \"/\">\nLimitRequestBody 5000\n</Location>") }, qr/LimitRequestBody 5000 is below CollabMaxAttachment/, qr/LimitRequestBody 5000/],
  ['… of all hosts',             sub { $_ .= "<LocationMatch \"^/v1/coll\">\nLimitRequestBody 5001\n</LocationMatch>\n" }, qr/LimitRequestBody 5001 is below/, qr/LimitRequestBody 5001/],
  ['a later SetHandler',         sub { $_ .= "<Location \"/\">\nSetHandler server-info\n</Location>\n" }, qr/SetHandler server-info: it counts at \S+\/v1\/login instead of SetHandler collab/, qr/SetHandler server-info/],
  ['… for some paths of the host', sub { $_ .= $named->("<LocationMatch \"^/v2/(?<what>hook|webhook)\">\nSetHandler cgi-script\n</LocationMatch>") }, qr/SetHandler cgi-script: it counts at \S+\/v2\/webhooks\/1 instead/, qr/SetHandler cgi-script/],
  ['no DBDriver',                sub { s/^DBDriver.*//m }, qr/DBDriver is missing: .*"DBDriver pgsql"/, qr/^CollabBaseURL/],
  ['no DBDParams',               sub { s/^DBDParams.*//m }, qr/DBDParams is missing/, qr/^DBDriver/],
  ['a wrong word in DBDParams',  sub { s/^DBDParams.*/DBDParams "hots=\/nowhere"/m }, qr/DBDParams: is not a connection string: invalid connection option "hots"/, qr/^DBDParams/],
  ['… with a password',          sub { s/^DBDParams.*/DBDParams "host=\/nowhere password=se cret"/m }, qr/DBDParams: is not a connection string: write name=value pairs/, qr/^DBDParams/],
  ['DBDKeep above DBDMax',        sub { s/^DBDMax.*/DBDMax 3/m }, qr/DBDMax: the sizes of the pool are DBDMin 1, DBDKeep 8 and DBDMax 3: none may exceed the next/, qr/^DBDMax/],
  ['DBDMax 1, with the default of DBDKeep', sub { s/^DBDKeep.*/#/m; s/^DBDMax.*/DBDMax 1/m }, qr/DBDMin 1, DBDKeep 2 and DBDMax 1/, qr/^DBDMax/],
  ['the dispatcher in DBDParams', sub { s/user=collab_api/user=collab_dispatch/ }, qr/DBDParams: logs in as collab_dispatch, which is for CollabDispatcherDSN; name user=collab_api/, qr/^DBDParams/],
  ['a wrong CollabDispatcherDSN', sub { s/^CollabDispatcherDSN.*/CollabDispatcherDSN "hots=x"/m }, qr/CollabDispatcherDSN: is not a connection string/, qr/^CollabDispatcherDSN/],
  ['the workers there',          sub { s/user=collab_dispatch/user=collab_api/ }, qr/CollabDispatcherDSN: logs in as collab_api, which is for DBDParams; name user=collab_dispatch/, qr/^CollabDispatcherDSN/],
  ['no passfile',                sub { s/(user=collab_api)/$1 passfile=$dir\/none/ }, qr/DBDParams: passfile=\Q$dir\E\/none cannot be read by $me: .*No such file/, qr/^DBDParams/],
  ['a closed passfile',          sub { s/(user=collab_dispatch)/$1 passfile=$dir\/closed.pgpass/ }, qr/CollabDispatcherDSN: passfile=.*closed.pgpass cannot be read by $me: .*Permission denied/, qr/^CollabDispatcherDSN/],
  ['an open passfile',           sub { s/(user=collab_api)/$1 passfile=$dir\/open.pgpass/ }, qr/has mode 0644, so libpq ignores it: chmod 0600/, qr/^DBDParams/],
  (map { [(split)[0] . ' in the workers\' pool', do { my $line = $_; sub { s/^(DBDMax .*)/$1\n$modules$line/m } }, qr/@{[ (split)[0] ]}: mod_dbd prepares this statement on the exchange's connections too.*DBDParams of its own/, qr/^DBDMax/, 1 + $modules =~ tr/\n//] }
    'DBDPrepareSQL "select 1" other', 'RewriteMap other "dbd:select 1"', 'RewriteMap other "fastdbd:select 1"'),
  ['… in a section of a virtual host', sub { s/^(DBDMax .*)/$1\n$modules/m; $_ .= $host->("<Location \"/x\">\nAuthDBDUserPWQuery \"select 1\"\n</Location>") }, qr/AuthDBDUserPWQuery: mod_dbd prepares this statement/],
  ['… with the same DBDParams', sub { my ($params) = /^(DBDParams .*)/m; s/^(DBDMax .*)/$1\n$modules/m; $_ .= $host->("$params\nAuthzDBDQuery \"select 1\"") =~ s{Authz.*}{<Location "/">\n$&\n</Location>}r }, qr/AuthzDBDQuery: mod_dbd prepares this statement/],
  ['two exchanges',              sub { $_ .= $host->("CollabBaseURL http://other.test:1\nDBDParams \"host=/nowhere user=collab_api\"") }, qr/DBDParams: the virtual host of \Q$path\E:\d+ serves another database than the first server that serves: two exchanges need two httpd/],
  ['two prefixes',               sub { $_ .= $host->('CollabEventTypePrefix org.other.') }, qr/CollabEventTypePrefix: org\.other\. differs from org\.provider\.core\. of another server: one dispatcher/],
  ['two limits of what is pending', sub { $_ .= $host->('CollabSubscriptionLimit 20 pending=5000') }, qr/CollabSubscriptionLimit pending=: 5000 differs from 100000 of another server/],
  ['CollabServe without a base URL', sub { s/^CollabBaseURL.*/#/m; $_ .= $host->('CollabServe On') }, qr/CollabServe On: CollabBaseURL is missing/],
  ['two hosts with CollabServe and different base URLs', sub { $_ .= $host->('CollabServe On') . "<VirtualHost 127.0.0.1:2>\nCollabServe On\nCollabBaseURL http://other.test:1\n</VirtualHost>\n" },
    qr/CollabEventSource is missing: the base URLs http:\S+ and http:\/\/other\.test:1 differ/],
  ['a serving host without the dispatcher\'s database', sub { s/^CollabDispatcherDSN.*/#/m; $_ .= $host->('CollabServe On') }, qr/the dispatcher is on and has no database/],
  ['two sources',                sub { s/^(CollabBaseURL)/CollabEventSource https:\/\/one.test\n$1/m; $_ .= $host->('CollabEventSource https://two.test') }, qr/CollabEventSource: https:\/\/two.test differs from https:\/\/one.test/],
);
for my $case (@mistakes) {
  my ($what, $change, $like, $at, $after) = @$case;
  my ($status, $said) = says($change);
  isnt $status, 0, "$what: no start";
  like $said, $like, "$what: the message names the fault";
  my $line = $at ? line_of($at) + ($after // 0) : '\d+';
  like $said, qr/CB0301: \Q$path\E:$line: /, "$what: the message names file and line";
  unlike $said, qr/se cret|"cret/, "$what: shows no password";
}

my @fine = (
  ['a passfile',                   sub { s/(user=collab_(?:api|dispatch))/$1 passfile=$dir\/pgpass/g }],
  ['a virtual host with another limit of subscriptions', sub { $_ .= $host->('CollabSubscriptionLimit 20') }, qr/^\S+ the interface is served by the main server, \S+ \(\Q$path\E:\d+\)/],
  ['virtual hosts of other URLs',  sub { $_ .= $host->('CollabBaseURL http://other.test:1') }, qr/CollabEventSource is missing: the base URLs/],
  ['… that repeat what all have',  sub { $_ .= $host->('CollabEventTypePrefix org.provider.core.') }, qr/write "CollabServe On" into the host that shall serve it/],
  ['the interface in one host',    sub { $_ .= $host->('CollabServe On') }, qr/^the interface is served by \S+ \(\Q$path\E:\d+\)$/],
  ['… which the address reaches',  sub { $_ .= $host->('CollabServe On') }, qr/^at 127\.0\.0\.1:1, a request whose Host is an address reaches \S+ \(\Q$path\E:\d+\), which serves the interface$/],
  ['… which it does not reach',    sub { $_ .= $host->('ServerName first.test') . $host->("ServerName second.test\nCollabServe On") }, qr/^at 127\.0\.0\.1:1, a request whose Host is an address reaches first\.test \(.*\), which does not serve/],
  ['… with all that concerns it',  sub { s/^(CollabBaseURL.*)//m; my $url = $1; s/$handler//; $_ .= $host->("CollabServe On\n$url\n<Location \"/\">\nSetHandler collab\nLimitRequestBody 0\n</Location>") }, qr/^the interface is served by/],
  ['… shadowed by a host of an address', sub { $_ .= $host->('ServerName first.test') . "<VirtualHost *:1>\nServerName second.test\nCollabServe On\n</VirtualHost>\n" },
    qr/^\Q$path\E:\d+: \*:1 gets no request that arrives at 127\.0\.0\.1:1, which first\.test \(.*\) names: write <VirtualHost 127\.0\.0\.1:1> here, too$/],
  ['the main server alone',        sub { s/^(CollabBaseURL)/CollabServe On\n$1/m; $_ .= $host->('') x 2 }, qr/^the interface is served by the main server$/],
  ['no server',                    sub { s/^(CollabBaseURL)/CollabServe Off\n$1/m }, qr/no server serves the interface: CollabServe is On in none/],
  ['no server, though hosts inherit the base URL', sub { s/^(CollabBaseURL)/CollabServe Off\n$1/m; $_ .= $host->('') }, qr/no server serves the interface/],
  ['no server, and a section that is left', sub { s/^CollabBaseURL.*/CollabServe Off/m }, qr/no server serves the interface/],
  ['_default_ is the same address as *', sub { $_ .= "<VirtualHost _default_:1>\nServerName first.test\n</VirtualHost>\n<VirtualHost *:1>\nServerName second.test\nCollabServe On\n</VirtualHost>\n" },
    qr/^at \*:1, a request whose Host is an address reaches first\.test \(.*\), which does not serve/],
  ['all hosts but the main server', sub { $_ .= $host->("ServerName first.test\n$1") x 2 if s/^(CollabBaseURL.*)/CollabServe Off/m }, qr/the interface is served by first\.test .* first\.test .*write "CollabServe On"/],
  ['no server, after a site was switched off', sub { s/^(CollabBaseURL.*)/CollabServe Off/m; s/$handler// }, qr/no server serves the interface/],
  ['a virtual host with another database, and SQL', sub { s/^(DBDMax .*)/$1\n$modules/m; $_ .= $host->("DBDParams \"host=/nowhere user=other\"\nDBDInitSQL \"select 1\"\nDBDPrepareSQL \"select 1\" a\nRewriteMap b \"dbd:select 2\"\n<Location \"/x\">\nAuthDBDUserPWQuery \"select 3\"\n</Location>") }, qr/the interface is served by the main server/],
  ['RewriteMap without SQL',       sub { s/^(DBDMax .*)/$1\n${modules}RewriteMap lower int:tolower/m }],
  ['DBDPrepareSQL that withdraws', sub { $_ .= "DBDPrepareSQL other\n" }],
  ['a handler for the whole host', sub { s/$handler/SetHandler "collab"\nLimitRequestBody 0/ }],
  ['a LocationMatch',              sub { s{<Location "/">}{<LocationMatch "^/">}; s{</Location>(?!.*</Location>)}{</LocationMatch>}s }],
  ['a body limit that is enough',  sub { s/LimitRequestBody 0/LimitRequestBody 2147483648/ }],
  ['a small limit for small uploads', sub { s/LimitRequestBody 0/LimitRequestBody 5000000\n/; s/^(CollabBaseURL)/CollabMaxAttachment 5000000\n$1/m }],
  ['a later SetHandler of another host', sub { $_ .= $host->("ServerName shop.test\n<Location \"/\">\nSetHandler server-info\nLimitRequestBody 1\n</Location>") }, qr/write "CollabServe On"/],
  ['… of other paths, or by an expression', sub { $_ .= "<Location \"/the-status\">\nSetHandler collab-status\n</Location>\n<Location \"/\">\nSetHandler \"%{req_novary:X-None}collab\"\n</Location>\n" }],
  ['… in <If> and <Directory>',    sub { $_ .= "<If \"-T reqenv('none')\">\nSetHandler server-info\n</If>\n<Directory \"/\">\nSetHandler server-info\nLimitRequestBody 1\n</Directory>\n" }],
  ['https behind a proxy, and no TLS here', sub { s/^CollabBaseURL http:/CollabRequireTLS Off\nCollabBaseURL https:/m }],
);
for my $case (@fine) {
  my ($what, $change, $message) = @$case;
  my ($status, $said) = says($change);
  is $status, 0, "$what: starts" or diag $said;
  if ($message) { ok +(grep { $_ =~ $message } map { /CB\d+: (.*)/ } split /\n/, $said), "$what: says so" or diag $said }
  else { unlike $said, qr/CB\d/, "$what: no message" }
}

my $shipped = 'https://api.example.org/collab';
my $with_url = sub { my ($url, $more) = @_; return sub { s/^CollabBaseURL .*/CollabBaseURL $url/m; s/<Location "\/">/<Location "\/collab">/; $_ .= $more // '' } };
($status, $said) = says($with_url->($shipped, "<VirtualHost *:1>\nServerName other\n</VirtualHost>\n"));
is $status, 0, 'the base URL of the shipped file: starts' or diag $said;
is scalar(() = $said =~ /CB0310: \Q$path\E:\d+: CollabBaseURL: \Q$shipped\E is a placeholder/g), 1, '… with one warning, also with a virtual host' or diag $said;
($status, $said) = says($with_url->('https://exchange.example.org/collab'));
is $status, 0;
unlike $said, qr/CB0310/, 'the example of docs/install.md is no placeholder';
($status, $said) = says(sub { s/LimitRequestBody 0// });
is $status, 0, 'without LimitRequestBody: starts' or diag $said;
like $said, qr/CB0310: .*more than 1 GiB .* CollabMaxAttachment is 2147483648: set LimitRequestBody 0/, '… with a warning';
($status, $said) = says(sub { $_ .= "HttpProtocolOptions Unsafe\n" });
is $status, 0, 'with HttpProtocolOptions Unsafe: starts' or diag $said;
like $said, qr/CB0310: .*HttpProtocolOptions Unsafe: httpd and a proxy may disagree on where a request ends/, '… with a warning';

($status, $said) = says(sub { s/mpm_event/mpm_prefork/g; s/^(?:Thread|M\w+SpareThreads|Async|StartServers|ServerLimit|MaxRequestWorkers).*//mg; $_ .= "ServerLimit 30\nMaxRequestWorkers 30\n" });
is $status, 0, 'with the MPM prefork: starts' or diag $said;
like $said, qr/CB0310: .*the MPM prefork, .* 30 processes with up to 8 connections each \(DBDMax\) need 240 of PostgreSQL's max_connections/, '… with a warning';

# Many hosts that inherit one fault give one line.
my $hosts = join '', map { "<VirtualHost 127.0.0.1:1>\nServerName h$_.test\n</VirtualHost>\n" } 1 .. 30;
($status, $said) = says(sub { s{^CollabBaseURL .*}{CollabBaseURL $shipped}m; s/<Location "\/">/<Location "\/collab">/; $_ .= "HttpProtocolOptions Unsafe\n$hosts" });
is scalar(() = $said =~ /CB0310/g), 3, 'three warnings for 31 servers' or diag $said;

# httpd reads a header before it knows the host.
my $first = "<VirtualHost 127.0.0.1:1>\nServerName first.test\nLimitRequestFieldSize 300\nErrorDocument 414 https://first.test/sorry\nErrorDocument 404 https://first.test/none\n</VirtualHost>\n";
($status, $said) = says(sub { $_ .= $first . $named->('') });
is $status, 0, 'a first host with short headers: starts' or diag $said;
like $said, qr/CB0310: \Q$path\E:@{[ line_of(qr{^LimitRequestFieldSize 300}) ]}: LimitRequestFieldSize is 300 in first\.test \(\S+:\d+\), the first virtual host of .*set it to 16380 there/, '… with a warning';
like $said, qr/CB0310: \Q$path\E:@{[ line_of(qr{^ErrorDocument 414}) ]}: ErrorDocument 414 https:\S+: it redirects clients/, '… and one about its ErrorDocument';
is scalar(() = $said =~ /CB0310/g), 3, '… and one that both hosts serve, but no other' or diag $said;
($status, $said) = says(sub { $_ .= $named->('') . $first });
unlike $said, qr/CB\d+: .*(LimitRequestFieldSize|ErrorDocument)/, 'a later host may have them';

# What other applications do to the workers' pool, but need not be wrong.
($status, $said) = says(sub { s/^(DBDMax .*)/$1\nDBDInitSQL "select 1"\nDBDInitSQL "select 2"/m });
is $status, 0, 'DBDInitSQL: starts' or diag $said;
is scalar(() = $said =~ /CB0310/g), 1, '… with one warning';
like $said, qr/CB0310: \Q$path\E:@{[ 1 + line_of(qr{^DBDMax}) ]}: DBDInitSQL: runs on the exchange's connections too, which then undo its settings/, '… that names its place';
my $session = join '', map { "LoadModule ${_}_module \"$ENV{COLLAB_LIBEXECDIR}/mod_$_.so\"\n" } qw(session session_dbd);
($status, $said) = says(sub { $_ .= $session . $host->("<Location \"/shop\">\nSessionDBDCookieName shop\n</Location>") });
is $status, 0, 'SessionDBDCookieName: starts' or diag $said;
like $said, qr/CB0310: .*: SessionDBDCookieName: the sessions of this application take connections/, '… with a warning';
($status, $said) = says(sub { s/^(DBDMax .*)/$1\nDBDParams "host=\/other user=shop"/m });
is $status, 0, 'two DBDParams: starts' or diag $said;
like $said, qr/CB0310: \Q$path\E:@{[ 1 + line_of(qr{^DBDMax}) ]}: DBDParams: this line overrides \Q$path\E:@{[ line_of(qr{^DBDParams}) ]}, and the workers follow it/, '… with a warning';

# For a connection to another machine, libpq by default accepts any certificate, or none.
my $database = sub { my ($host) = @_; return says(sub { s/^(DBDParams|CollabDispatcherDSN) "host=\S+/$1 "$host/mg }) };
for my $host ('host=db.example.org', 'host=/tmp,db.example.org', 'host=localhost hostaddr=192.0.2.1', map { "host=db.example.org sslmode=$_" } qw(prefer require)) {
  ($status, $said) = $database->($host);
  is $status, 0, "$host: starts" or diag $said;
  like $said, qr/CB0310: \Q$path\E:\d+: $_: an attacker between this machine and \S+ can read and change everything: add sslmode=verify-full/, "… with a warning about $_"
    for qw(DBDParams CollabDispatcherDSN);
}
for my $host ('host=127.0.0.1', 'host=::1', 'host=localhost', 'host=/tmp,/var', map { "host=db.example.org sslmode=$_" } qw(verify-ca verify-full)) {
  ($status, $said) = $database->($host);
  is $status, 0, "$host: starts" or diag $said;
  unlike $said, qr/CB\d/, '… without a message';
}

done_testing;
