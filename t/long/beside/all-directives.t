# t/long/beside/all-directives.t: beside any directive of httpd, members get the documented answers, or doctor tells what they get
# Each row puts lines of another application into an httpd that also serves the interface, and reloads it. Then members see what they usually see,
# or configtest refuses the lines, or doctor tells the other answer and names the line. COLLAB_TEST_DIRECTIVES=REGEX: only rows with a match.
use lib qw(t/lib lab/lib);
use Collab::Beside;
use Collab::Httpd;
use Collab::Test;

my $beside = beside(vacuums => 1);
my $port = $beside->server->port;
my $dir = $beside->server->dir;
Collab::Stack::write_file("$dir/users", "u:{SHA}VBPuJHI7uixaa6LQGWx4s+5GKNE=\n");
Collab::Stack::write_file("$dir/magic", "0 string nothing text/plain\n");
Collab::Stack::write_file("$dir/hook.lua", "function refuse(r) return 403 end\nfunction pass(r) return apache2.DECLINED end\n");
mkdir "$dir/cache";
mkdir "$dir/dav";

# Lines for all paths, for the interface's virtual host, and for the whole server.
sub root { my ($modules, @lines) = @_; return [[split ' ', $modules], join "\n", '<Location "/">', @lines, '</Location>'] }
sub host { my ($modules, @lines) = @_; return [[split ' ', $modules], join "\n", "<VirtualHost 127.0.0.1:$port>", 'ServerName 127.0.0.1', @lines, '</VirtualHost>'] }
sub main { my ($modules, @lines) = @_; return [[split ' ', $modules], join "\n", @lines] }
my $basic = "AuthType Basic\nAuthName other\nAuthUserFile \"$dir/users\"\nRequire valid-user";
my $proxies = 'proxy proxy_http';

my @rows = (
  # core
  root('', 'LimitRequestBody 10000'), host('', '<Location "/">', 'LimitRequestBody 10000', '</Location>'), host('', 'LimitRequestBody 10000'),
  root('', '<LimitExcept GET POST>', 'Require all denied', '</LimitExcept>'), root('', '<Limit PATCH PUT>', 'Require all denied', '</Limit>'),
  root('', 'LimitXMLRequestBody 10'), main('', 'LimitRequestFieldSize 300'), main('', 'LimitRequestFields 5'), main('', 'LimitRequestLine 60'),
  host('', 'LimitRequestFieldSize 1000'), root('', 'SetHandler server-status'), root('', 'SetHandler none'), root('', 'ForceType text/html'),
  main('', '<If "true">', 'SetHandler server-info', '</If>'), main('', '<If "true">', 'Require all denied', '</If>'),
  main('', 'ErrorDocument 401 "who are you"', 'ErrorDocument 400 "what"', 'ErrorDocument 404 /none.html'),
  root('', map { "ErrorDocument $_ https://other.test/" } qw(400 403 404 405 413 415)), main('', map { "ErrorDocument $_ https://other.test/" } qw(400 408 414 431)),
  root('', 'Options None'), root('', 'Options +MultiViews +Indexes +ExecCGI'), main('', 'AllowEncodedSlashes Off'), main('', 'AllowEncodedSlashes On'), host('', 'AllowEncodedSlashes Off'),
  root('', 'AcceptPathInfo Off'), main('', 'AddDefaultCharset ISO-8859-1'), main('', 'KeepAlive Off'), main('', 'MergeSlashes Off'), main('', 'ServerTokens Prod', 'ServerSignature EMail', 'ServerAdmin a@other.test'),
  main('', 'UseCanonicalName On', 'UseCanonicalPhysicalPort On'), main('', 'FileETag None'), main('', 'TraceEnable extended'), main('', 'HttpProtocolOptions Unsafe'), main('', 'RegisterHttpMethod FOO'),
  main('', 'ContentDigest On'), main('', 'EnableMMAP Off', 'EnableSendfile On'), main('', 'Protocols http/1.1', 'ProtocolsHonorOrder Off'), main('', 'HostnameLookups Off'), main('', 'MaxRangeOverlaps none', 'MaxRanges none'),
  main('', '<Directory "/">', 'AllowOverride All', 'Require all granted', '</Directory>'), main('', '<FilesMatch "\.">', 'Require all denied', '</FilesMatch>'), root('', 'CGIPassAuth On'),
  # access
  root('', 'Require all denied'), root('', 'Require method GET POST'), root('authz_host', 'Require ip 192.0.2.1'), root('', 'Require expr "%{HTTP:X-Key} == \'other\'"'), root('authz_host', '<RequireAll>', 'Require all granted', 'Require not ip 127.0.0.1', '</RequireAll>'),
  root('', 'Require all granted'), host('', '<Location "/">', 'Require all granted', '</Location>'), root('authn_core authn_file auth_basic authz_user', $basic), root('authn_core authn_file auth_basic authz_user access_compat', $basic, 'Satisfy Any'),
  root('authn_core authn_file auth_digest authz_user', $basic =~ s/Basic/Digest/r), root('authn_core authn_anon auth_basic authz_user', 'AuthType Basic', 'AuthName other', 'AuthBasicProvider anon', 'Anonymous "*"', 'Require valid-user'),
  root('authn_core authn_file authz_user session session_cookie request auth_form', $basic =~ s/Basic/Form/r, 'AuthFormProvider file', 'AuthFormLoginRequiredLocation "https://other.test/login"', 'Session On', 'SessionCookieName other'),
  root('authn_core authn_file auth_basic authz_groupfile', $basic =~ s/valid-user/group staff/r, "AuthGroupFile \"$dir/users\""), root('authn_core authn_file auth_basic authz_dbm', $basic =~ s/valid-user/dbm-group staff/r, "AuthDBMGroupFile \"$dir/users\""),
  root('authn_core authn_file auth_basic authz_owner', $basic =~ s/valid-user/file-owner/r), root('authn_core authn_dbm auth_basic authz_user', $basic =~ s/AuthUserFile/AuthDBMUserFile/r, 'AuthBasicProvider dbm'),
  root('authn_core authn_file auth_basic authz_user authn_socache socache_shmcb', $basic, 'AuthnCacheProvideFor file', 'AuthBasicProvider socache file'), root('ldap authnz_ldap authn_core auth_basic', 'AuthType Basic', 'AuthName other', 'AuthBasicProvider ldap', 'AuthLDAPURL "ldap://127.0.0.1:1/o=x"', 'Require ldap-user a'),
  root('authn_core auth_basic authn_file authz_user', 'AuthBasicFake demo none'), root('access_compat', 'Order deny,allow', 'Deny from all'), root('access_compat', 'Satisfy Any', 'Require all denied', 'Allow from 192.0.2.1'),
  root('allowmethods', 'AllowMethods GET POST OPTIONS'), root('allowmethods', 'AllowMethods GET POST HEAD PUT PATCH DELETE'), root('ssl socache_shmcb', 'SSLRequireSSL'), root('ssl socache_shmcb', 'SSLRequire %{SSL_CIPHER} ne ""'),
  root('dav dav_fs', 'Dav On'), host('dav dav_fs', "DavLockDB \"$dir/dav/lock\"", '<Location "/">', 'Dav On', 'DavDepthInfinity On', '</Location>'),
  # headers and bodies of answers
  root('headers', 'Header set Cache-Control public'), main('headers', 'Header always set Cache-Control "max-age=600, public"'), root('headers', 'Header unset WWW-Authenticate', 'Header always unset WWW-Authenticate'), root('headers', 'Header edit* Cache-Control no-store public'),
  main('headers', 'Header always set X-Frame-Options SAMEORIGIN', 'Header always set Strict-Transport-Security max-age=9'), main('headers', 'Header always set Content-Security-Policy "default-src \'self\'"'), main('headers', 'Header always set X-Content-Type-Options nosniff'), main('headers', 'Header always set Referrer-Policy same-origin'),
  root('headers', 'Header unset ETag', 'Header merge Vary Cookie'), root('headers', 'Header set Access-Control-Allow-Origin "*"'), root('headers', 'Header set Content-Type text/plain'), root('headers', 'Header add Set-Cookie "a=b"'), root('headers', 'Header always set Location https://other.test/'),
  root('headers', 'RequestHeader unset Authorization'), root('headers', 'RequestHeader set Authorization "Basic Zm9v"'), root('headers', 'RequestHeader set Content-Type text/plain'), root('headers', 'RequestHeader set X-Forwarded-For 192.0.2.1'), root('headers', 'RequestHeader unset Accept-Encoding', 'RequestHeader unset Accept'),
  main('expires', 'ExpiresActive On', 'ExpiresDefault "access plus 1 month"'), main('expires', 'ExpiresActive On', 'ExpiresByType application/json A600'), root('deflate filter', 'SetOutputFilter DEFLATE'), root('deflate', 'SetInputFilter DEFLATE'), main('deflate filter', 'AddOutputFilterByType DEFLATE application/json text/html'),
  main('brotli filter', 'AddOutputFilterByType BROTLI_COMPRESS application/json'), main('deflate filter', 'FilterDeclare pack', 'FilterProvider pack DEFLATE "true"', 'FilterChain pack'), root('substitute filter', 'AddOutputFilterByType SUBSTITUTE application/json', 'Substitute "s/message/nachricht/"'), root('sed', 'SetOutputFilter Sed', 'OutputSed "s/message/nachricht/g"'),
  root('sed', 'SetInputFilter Sed', 'InputSed "s/username/benutzer/g"'), root('include', 'SetOutputFilter INCLUDES', 'Options +Includes'), main('include', 'AddOutputFilter INCLUDES json'), main('ext_filter', 'ExtFilterDefine cut mode=output cmd="/usr/bin/cut -c2-"', '<Location "/">', 'SetOutputFilter cut', '</Location>'),
  root('charset_lite', 'CharsetSourceEnc UTF-8', 'CharsetDefault ISO-8859-1', 'CharsetOptions ImplicitAdd'), root("$proxies xml2enc proxy_html", 'ProxyHTMLEnable On'), root('buffer', 'SetInputFilter BUFFER', 'BufferSize 100'), root('ratelimit env', 'SetOutputFilter RATE_LIMIT', 'SetEnv rate-limit 400'), root('data', 'SetOutputFilter DATA'),
  main('case_filter', 'CaseFilter On'), main('case_filter_in', 'CaseFilterIn On'), root('request', 'KeptBodySize 1000'), root('request', 'KeptBodySize 1000000'), main('', 'RequestReadTimeout body=1,MinRate=1'), main('usertrack', 'CookieTracking On'), root('session session_cookie', 'Session On', 'SessionCookieName other path=/', 'SessionMaxAge 60'),
  main('cern_meta', 'MetaFiles On'), main('mime', 'AddType text/html me', 'AddHandler cgi-script me live', 'AddCharset UTF-16 live'), main('mime', 'TypesConfig /etc/mime.types', 'DefaultLanguage de', 'AddEncoding x-gzip live'), main('mime_magic', "MimeMagicFile \"$dir/magic\""),
  # paths
  main('alias', 'Redirect 301 /collab https://other.test/'), root('alias', 'Redirect https://other.test/'), main('alias', 'RedirectMatch 404 "^/collab/v2"'), main('alias', "Alias /collab \"$dir/htdocs\""), main('alias', 'AliasMatch "^/collab/v(.*)" "/nowhere$1"', 'ScriptAlias /collab/v2 /usr/lib/cgi-bin'),
  main('rewrite', 'RewriteEngine On', 'RewriteRule ^/collab/(.*) https://other.test/$1 [R=302,L]'), main('rewrite', 'RewriteEngine On', 'RewriteRule ^ - [F]'), main('rewrite', 'RewriteEngine On', 'RewriteCond %{REQUEST_METHOD} !^(GET|POST)$', 'RewriteRule .* - [R=405,L]'), main('rewrite', 'RewriteEngine On', 'RewriteRule ^/(.*) /index.php?$1 [PT,L]'),
  main("rewrite $proxies", 'RewriteEngine On', 'RewriteRule ^/(.*) http://127.0.0.1:1/$1 [P]'), main('rewrite', 'RewriteEngine On', 'RewriteRule ^ - [H=server-info,T=text/html]'), root('rewrite', 'RewriteEngine On', 'RewriteRule ^ - [F]'), root('rewrite', 'RewriteEngine On', 'RewriteRule ^ https://other.test/ [R=301,L]'),
  root('rewrite', 'RewriteEngine On', 'RewriteCond %{HTTP_USER_AGENT} mod_collab|HTTP-Tiny', 'RewriteRule ^ - [G]'), main($proxies, 'ProxyPass "/" "http://127.0.0.1:1/"'), root($proxies, 'ProxyPass "http://127.0.0.1:1/"'), main($proxies, 'ProxyPassMatch "^/(.*)" "http://127.0.0.1:1/$1"'), main($proxies, 'ProxyRequests On', 'ProxyVia On'),
  main("$proxies proxy_balancer slotmem_shm lbmethod_byrequests", '<Proxy "balancer://other">', 'BalancerMember "http://127.0.0.1:1"', '</Proxy>', 'ProxyPass "/" "balancer://other/"'), main("$proxies proxy_express", 'ProxyExpressEnable On', "ProxyExpressDBMFile \"$dir/users\""), main('vhost_alias', "VirtualDocumentRoot \"$dir/%0\""),
  main('userdir', 'UserDir public_html'), main('speling', 'CheckSpelling On', 'CheckCaseOnly On'), main('dir', 'FallbackResource /index.php'), main('dir', 'DirectoryIndex live me', 'DirectorySlash On', 'DirectoryCheckHandler On'), main('negotiation', 'CacheNegotiatedDocs On', 'ForceLanguagePriority Fallback'),
  main('actions', 'Action collab "/cgi-bin/other" virtual'), main('actions', 'Script PUT /cgi-bin/other'), root('cgi', 'Options +ExecCGI'), main('cgi', "ScriptLog \"$dir/script_log\"", 'ScriptLogLength 9'), main('asis', 'DocumentRoot "/tmp"'), main('autoindex', 'IndexOptions FancyIndexing', 'IndexIgnore *'), main('imagemap', 'ImapBase map'),
  main('cache cache_disk', 'CacheEnable disk "/"', "CacheRoot \"$dir/cache\""), main('cache cache_disk', 'CacheEnable disk "/"', "CacheRoot \"$dir/cache\"", 'CacheQuickHandler Off', 'CacheIgnoreCacheControl On', 'CacheStorePrivate On', 'CacheStoreNoStore On'), main('cache cache_socache socache_shmcb', 'CacheEnable socache "/"', 'CacheSocache shmcb'),
  # environment, logs, connections
  main('setenvif', 'BrowserMatch ".*" nokeepalive downgrade-1.0 force-response-1.0'), main('setenvif', 'SetEnvIf Request_URI "." no-gzip dont-log', 'SetEnvIfNoCase Request_URI "^/collab" REMOTE_USER=x'), main('env', 'SetEnv proxy-nokeepalive 1', 'PassEnv PATH'), main('remoteip', 'RemoteIPHeader X-Forwarded-For', 'RemoteIPInternalProxy 127.0.0.1'),
  main('remoteip', 'RemoteIPProxyProtocol On'), main('log_debug', 'LogMessage "seen" hook=all'), main('log_forensic', "ForensicLog \"$dir/forensic\""), main('dumpio', 'DumpIOInput On', 'DumpIOOutput On', 'LogLevel dumpio:trace7'), main('', 'LogLevel crit', 'BufferedLogs On'), main('macro', '<Macro Shut>', '<Location "/">', 'Require all denied', '</Location>', '</Macro>', 'Use Shut'),
  root('lua', "LuaHookAccessChecker \"$dir/hook.lua\" refuse"), main('lua', "LuaHookTranslateName \"$dir/hook.lua\" pass"), main('http2', 'Protocols h2c http/1.1'), main('status', 'ExtendedStatus On'), main('info', 'AddModuleInfo mod_collab.c "seen"'), main('ident', 'IdentityCheck Off'), main('echo', 'ProtocolEcho Off'), root('reflector', 'SetHandler reflector'),
  main('slotmem_shm heartmonitor', 'HeartbeatMaxServers 10'), main('socache_dbm ssl socache_shmcb', "SSLSessionCache \"shmcb:$dir/ssl(512000)\"", 'SSLStaplingCache "shmcb:stapling(32768)"'), main('suexec', 'Suexec Off'), main('file_cache', 'MMapFile "/etc/hostname"'),
);

# The directives that doctor names by file and line.
my $named = qr/^<?(?:Require|Auth|Satisfy|Limit|AllowMethods|Dav|Header|Expires|Redirect|RewriteRule|ProxyPass|SetOutputFilter|SetInputFilter|RequestHeader|Use )/;

my %count = (usual => 0, refused => 0, told => 0);
for my $row (@rows) {
  my ($modules, $lines) = @$row;
  my $what = $lines =~ s/\n/ | /gr =~ s/\Q$dir\E\/|<VirtualHost \S+> \| ServerName \S+ \| //gr;
  next unless $what =~ ($ENV{COLLAB_TEST_DIRECTIVES} || '.');
  my ($status, $said) = $beside->put(load(@$modules) . $lines);
  if ($status) {
    like $said, qr/CB0301: \Q@{[ $beside->file ]}\E:\d+: /, "$what: configtest refuses it, with file and line";
    $count{refused}++;
    next;
  }
  my @odd = $beside->smoke;
  if (!@odd) { pass "$what: the usual answers"; $count{usual}++; next }
  $count{told}++;
  my $report = $beside->doctor;
  my @told = grep { $_->{status} ne 'ok' && $_->{check} =~ /^(?:interface|service)$/ } @{ $report->{findings} };
  ok $report->{exit} == 1 && (grep { $_->{text} =~ /not the documented answer, but \S|something else answers there: status|nothing answers/ } @told), "$what: doctor tells the other answer" or diag join "\n", @odd, map { "$_->{status} $_->{check}: $_->{text} -> " . ($_->{remedy} // '') } @told;
  my @text = split /\n/, Collab::Httpd::slurp($beside->file);
  next unless grep { /$named/ } @text;
  my @lines = map { $_->{remedy} =~ /\Q@{[ $beside->file ]}\E:(\d+)/g, $_->{remedy} =~ /used on line (\d+) of "\Q@{[ $beside->file ]}\E"/g } @told;
  ok +(grep { $text[$_ - 1] =~ $named } @lines), '… and names the line' or diag map { "$_->{text} -> $_->{remedy}\n" } @told;
}
note join ', ', map { "$_: $count{$_}" } sort keys %count;
cmp_ok scalar(@rows), '>=', 80, 'at least 80 rows';
if (!$ENV{COLLAB_TEST_DIRECTIVES}) {
  cmp_ok $count{told}, '>=', 15, 'doctor had to tell of some';
  is $count{refused} > 2, 1, 'configtest refused some';
}
my ($status) = $beside->put('');
is_deeply [$beside->smoke], [], 'without such lines, members see what they usually see';
is_deeply [map { "$_->{status} $_->{check}: $_->{text}" } grep { $_->{status} ne 'ok' } @{ $beside->doctor->{findings} }], [], '… and doctor finds nothing';
done_testing;
