# t/long/beside/inner-pages.t: the status page and the metrics stay reachable for operators, and for nobody else
# Each case is a virtual host with directives of another application, which are merged after the <Location>s of the pages.
use lib qw(t/lib lab/lib);
use Collab::File qw(write_file);
use Collab::Stack;
use Collab::Test;
use File::Temp qw(tempdir);

my $modules = $ENV{COLLAB_LIBEXECDIR} || '/usr/lib/apache2/modules';
my $site = tempdir('siXXXXXX', DIR => '/tmp', CLEANUP => 1);
chmod 0755, $site;
write_file("$site/index.php", 'a site');
write_file("$site/.htaccess", <<'END');
RewriteEngine On
RewriteBase /
RewriteRule ^index\.php$ - [L]
RewriteCond %{REQUEST_FILENAME} !-f
RewriteCond %{REQUEST_FILENAME} !-d
RewriteRule . /index.php [L]
END
my ($outside, $inside) = ('203.0.113.9', '198.51.100.7');
my $remote = "RemoteIPHeader X-Client\nRemoteIPInternalProxy 127.0.0.1\n";      # the client's address is what the test says
sub allow { return "<IfDirective CollabStatusAllow>\nCollabStatusAllow @_\n</IfDirective>\n" }

my %case = (
  granted => "$remote<Location />\nRequire all granted\n</Location>",
  any => "$remote<Location />\nAllow from all\nSatisfy Any\n</Location>",
  named => $remote . allow($outside) . "<Location />\nRequire all granted\n</Location>",
  none => allow('None') . "<Location />\nRequire all granted\n</Location>",
  ip => "$remote<Location /the-status>\nSetHandler collab-status\n<RequireAny>\nRequire ip 198.51.100 2001:db8::/32\n</RequireAny>\n</Location>",
  ip2 => "$remote<Location /the-status>\nSetHandler collab-status\nRequire ip 192.0.2\n</Location>",
  forwarded => '',
  standard => "RemoteIPHeader X-Forwarded-For\nRemoteIPInternalProxy 127.0.0.1\n" . allow('198.51.100.0/24') . "<Location />\nRequire all granted\n</Location>",
  proxypass => "ProxyPass / http://127.0.0.1:9/",
  rewritten => "RewriteEngine On\nRewriteRule ^ http://127.0.0.1:9/ [P]",
  redirected => "Redirect / https://elsewhere.example/",
  htaccess => "DocumentRoot $site\n<Directory $site>\nAllowOverride All\nRequire all granted\n</Directory>",
  dav => "DocumentRoot $site\n<Location />\nDav On\n</Location>",
  headers => "Header always set X-Content-Type-Options nosniff\nHeader always set Referrer-Policy same-origin",
);
my %port = map { $_ => Collab::Server::free_port() } keys %case;
my $extra = join '', map { "LoadModule ${_}_module $modules/mod_$_.so\n" } qw(authz_host access_compat remoteip alias rewrite proxy proxy_http headers dav dav_fs);
$extra .= "DavLockDB $site/lock\n" . join '', map { "<Location /the-$_>\nSetHandler collab-$_\nRequire local\n</Location>\n" } qw(status metrics);
$extra .= join '', map { "Listen 127.0.0.1:$port{$_}\n<VirtualHost 127.0.0.1:$port{$_}>\n$case{$_}\n</VirtualHost>\n" } sort keys %case;
my $stack = stack(extra => "CollabDispatcher Off\n$extra");

my %like = (status => qr/<h1>Test Exchange</, metrics => qr/^collab_build_info/m);
sub is_page {
  my ($case, $status, %headers) = @_;
  local $Test::Builder::Level = $Test::Builder::Level + 1;
  for my $page (sort keys %like) {
    my $answer = nobody->at("http://127.0.0.1:$port{$case}")->get("/the-$page", headers => \%headers);
    is $answer->status, $status, "$case, @{[ %headers ]}: $page $status";
    $status == 200 ? like $answer->text, $like{$page}, '… the page' : unlike $answer->text, $like{$page}, '… without the page';
  }
}

subtest 'a section that opens the site does not open the pages' => sub {
  for my $case (qw(granted any)) {
    is_page($case, 200);
    is_page($case, 403, 'x-client' => $outside);
  }
};

subtest 'CollabStatusAllow names the networks' => sub {
  is_page('named', 200, 'x-client' => $outside);
  is_page('named', 403, 'x-client' => '203.0.113.10');
  is_page('named', 403);
  is_page('none', 403);
};

subtest 'Require ip in a section of the pages counts until CollabStatusAllow is written' => sub {
  is nobody->at("http://127.0.0.1:$port{ip}")->get('/the-status', headers => { 'x-client' => $inside })->status, 200, 'a named network';
  is nobody->at("http://127.0.0.1:$port{ip}")->get('/the-status', headers => { 'x-client' => $outside })->status, 403, 'another one';
  is nobody->at("http://127.0.0.1:$port{ip2}")->get('/the-status', headers => { 'x-client' => '192.0.2.1' })->status, 200, 'a second host has its own network';
  is nobody->at("http://127.0.0.1:$port{ip2}")->get('/the-status', headers => { 'x-client' => $inside })->status, 403, '… and not that of the first';
  is_page('granted', 403, 'x-client' => $inside);      # nor has a third host
  my ($status, $said) = $stack->server->control('-t');
  is $status, 0, 'configtest passes';
  my @warnings = $said =~ /(CB0310: .*CollabStatusAllow.*)/g;
  is @warnings, 2, '… and warns once for each' or diag $said;
  like $warnings[0], qr{httpd\.conf:\d+: .*write "CollabStatusAllow 127\.0\.0\.0/8 ::1 198\.51\.100 2001:db8::/32"}, '… with the line to write';
};

subtest 'a proxy that nobody trusts is not a reader' => sub {
  is_page('forwarded', 200);
  is_page('forwarded', 403, $_ => '127.0.0.1') for 'x-forwarded-for', 'forwarded';
  is_page('granted', 403, 'x-client' => '127.0.0.1', 'x-forwarded-for' => "$outside, 127.0.0.1");
  is_page('granted', 200, 'x-client' => '127.0.0.1', 'x-forwarded-for' => '127.0.0.1');
  is_page('standard', 200, 'x-forwarded-for' => $inside);
  is_page('standard', 403, 'x-forwarded-for' => $outside);
  is_page('standard', 403, 'x-forwarded-for' => "$outside, $inside");
  is_page('standard', 403);
};

subtest 'the log says why, and what to write' => sub {
  my $log = $stack->server->log;
  like $log, qr/CB0708: the status pages are not for (?:203\.0\.113\.9|203\.0\.113\.10|127\.0\.0\.1): /;
  my $lines = () = $log =~ /CB0708/g;
  cmp_ok $lines, '>=', 1;
};

subtest 'no rewriting, proxying or redirecting of a site reaches the pages' => sub {
  for my $case (qw(proxypass rewritten redirected htaccess)) {
    is_page($case, 200);
    is nobody->at("http://127.0.0.1:$port{$case}")->get('/health/live')->status, 200, "$case: the interface answers, too";
  }
  my $put = nobody->at("http://127.0.0.1:$port{dav}")->put('/the-status', { a => 1 });
  is $put->status, 405, 'DAV: PUT is no method of a page';
  ok !-e "$site/the-status", '… and writes no file';
};

subtest 'a header that the operator sets is sent once' => sub {
  for my $method (qw(GET PUT)) {
    my $answer = nobody->at("http://127.0.0.1:$port{headers}")->request($method, '/the-status');
    is $answer->status, $method eq 'GET' ? 200 : 405, $method;
    is $answer->header('X-Content-Type-Options'), 'nosniff';
    is $answer->header('Referrer-Policy'), 'same-origin';
    like $answer->header('Content-Security-Policy'), qr/^default-src 'none'[^,]*$/;
  }
};

done_testing;
